// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Do two polytopes overlap? The plainest test there is: look for a plane of a face with all corners
// of the other shape in front of it. It is here to be compared with. The first level is how it is
// usually told, with the faces of A only, and it is wrong: it calls shapes overlapping that a face
// of B or a plane along two edges keeps apart (crossing rods). The last level tries all three,
// without any shortcut, and is right; sat_hull.h is the fast form of it.
//
// Touching counts as overlap. "Apart" is said only for a gap above the rounding floor of the pair,
// and is right on all levels.
#pragma once

#include "collide/difference.h"
#include "collide/trace.h"

typedef enum SeparatingPlaneLevel {
	SEPARATING_PLANE_FACES_A,  // faces of A: incomplete
	SEPARATING_PLANE_FACES,    // faces of A and B: incomplete
	SEPARATING_PLANE_COMPLETE, // and planes along an edge of each
} SeparatingPlaneLevel;

typedef struct SeparatingPlane {
	bool is_supported; // both are boxes, triangles or hulls without rounding (polytope.h)
	bool is_overlapping;
	uint32_t planes;  // tried
	uint64_t corners; // looked at
	Real separation; // m; the largest over all planes tried; positive if apart, and then the last one
	Vec3 normal;     // unit, from A to B, of that plane, in the frame
} SeparatingPlane;

// Returns whether no plane of the level separates; stops at the first one that does. Not supported
// or not finite: nothing overlaps.
SeparatingPlane mk_separating_plane(
		const Difference *difference, SeparatingPlaneLevel level, Trace *trace);
