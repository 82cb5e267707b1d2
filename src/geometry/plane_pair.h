// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The line common to two planes and the point common to three (Ericson, Real-Time Collision
// Detection, 5.4.4 and 5.4.5; Goldman in Graphics Gems I). Normals may have any length
// here; offsets count in it (normal . x = offset). "Parallel" is decided by the angle
// alone, relative to rounding.
#pragma once

#include "geometry/primitive.h"

typedef enum PlaneMeeting {
	PLANES_PARALLEL, // no common point, or a normal is zero or not finite
	PLANES_EQUAL,    // two planes with the same points up to rounding
	PLANES_MEET,
} PlaneMeeting;

typedef struct PlaneLine {
	PlaneMeeting meeting;
	Ray line; // only if PLANES_MEET. Origin: the point nearest to zero; direction: n_a x n_b, not unit
} PlaneLine;

typedef struct PlanePoint {
	PlaneMeeting meeting; // PLANES_MEET or PLANES_PARALLEL: no single point
	Vec3 point;           // zero unless PLANES_MEET
} PlanePoint;

// Returns the line in which two planes meet.
PlaneLine mk_plane_line(Plane a, Plane b);

// Returns the point in which three planes meet.
PlanePoint mk_plane_point(Plane a, Plane b, Plane c);
