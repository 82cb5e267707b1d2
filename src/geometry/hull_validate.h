// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Checks everything that hull.h and hull_build.h promise about a hull, from its data alone and with
// arithmetic of its own. For tests, fuzzing and validating builds: every vertex and every point is
// held against every face.
#pragma once

#include "geometry/hull.h"

typedef enum HullFault {
	HULL_VALID,
	HULL_FAULT_STATUS,    // not HULL_OK, or counts that do not fit the dimension
	HULL_FAULT_VERTEX,    // not finite, twice the same, padding wrong, not the input's point
	HULL_FAULT_LINK,      // an index out of range, a face that is not a closed loop
	HULL_FAULT_TWIN,      // a half-edge without a partner in another face, or two for one edge
	HULL_FAULT_EULER,     // V - E + F is not 2
	HULL_FAULT_NORMAL,    // a normal that is not unit
	HULL_FAULT_WINDING,   // a face not counter-clockwise from outside
	HULL_FAULT_PLANARITY, // a corner off the plane of its face
	HULL_FAULT_CORNER,    // a face that is not a convex polygon
	HULL_FAULT_CONVEXITY, // a vertex above the plane of a face
	HULL_FAULT_NEIGHBOUR, // neighbour lists not symmetric, or without an edge of a face
	HULL_FAULT_OUTSIDE,   // a point of the input outside
	HULL_FAULT_CENTER,    // the centre not inside
} HullFault;

typedef struct HullCheck {
	HullFault fault;
	uint32_t index; // of the vertex, half-edge, face or point at fault
	double amount;  // m by which a tolerance is exceeded, 0 for faults of structure
} HullCheck;

// Returns the first fault found; `points` are the input of the build, NULL with 0 leaves out what
// needs them. A hull with a vertex limit is allowed its stated error above the faces.
HullCheck mk_hull_validate(const Hull *hull, const Vec3 *points, uint32_t count);

// Returns a few words that name a fault, for messages.
const char *mk_hull_fault_text(HullFault fault);
