// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The nearest points of a segment and a triangle, and of two triangles (Ericson, Real-Time
// Collision Detection, 5.1.10 and 5.1.11). Objects that cross have distance exactly 0, and
// their points agree up to rounding; this is looked for first, because every pair of
// features is apart then. Triangles are surfaces, of any winding, and may be thin or
// collapsed to segments and points.
#pragma once

#include "geometry/closest.h"

typedef struct ClosestPair {
	Vec3 point_a;
	Vec3 point_b;
	Real distance_squared; // m^2; exactly 0 if the objects cross, 0 up to rounding if they overlap in a plane
} ClosestPair;

// Returns a pair of nearest points; many are equally near if the segment is
// parallel to the triangle.
ClosestPair mk_closest_segment_triangle(Segment a, Triangle b);

// Returns a pair of nearest points, from the 9 pairs of edges and the 6 of a vertex and a face,
// without those that cannot hold it.
ClosestPair mk_closest_triangles(Triangle a, Triangle b);
