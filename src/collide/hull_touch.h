// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Where two hulls touch along an axis of least depth (penetration_hull.h): a vertex above a
// face, or two edges that cross.
#pragma once

#include "collide/epa.h"
#include "collide/hull_side.h"

typedef enum HullTouchKind {
	HULL_TOUCH_FACE_A,
	HULL_TOUCH_FACE_B,
	HULL_TOUCH_EDGES,
} HullTouchKind;

typedef struct HullTouch {
	HullTouchKind kind;
	Real depth;        // m; along the normal
	Vec3 normal;       // unit, from A to B, in the frame
	uint32_t index[2]; // the face and the other's vertex, or an arc of A and one of B
} HullTouch;

// Returns a point of each hull that are as deep as the axis says.
DifferencePoint mk_hull_touch_point(
		const Difference *difference, const HullSide sides[2], const HullTouch *touch);

// Writes all of the result but its `rival`, as from EPA. False if the vertex is beside the face,
// the edges do not cross within their ends, or something else is deeper.
bool mk_hull_touch(const Difference *difference, const HullSide sides[2], const HullTouch *touch,
		EpaResult *result);
