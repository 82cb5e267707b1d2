// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The point of a triangle nearest to a given point, with barycentric weights and the
// vertex, edge or face it lies on (Ericson, Real-Time Collision Detection, 5.1.5 and 3.4).
// Works for every triangle: obtuse, thin, with equal or collinear corners. The distance
// found is right to some epsilon times the size of triangle and distance together, also for
// needles whose normal is hardly known.
#pragma once

#include "geometry/closest.h"

// The weights with which the corners make up a point.
typedef struct TriangleWeights {
	Vec3 weights;  // of a, b, c; sum 1; negative beyond the opposite side. Zero if not valid
	bool is_valid; // false if the corners are collinear as far as the precision can tell
} TriangleWeights;

// Returns the nearest point; weights[3] is 0. CORNER_ bits: one for a vertex, two for an
// edge, all three for the face.
SimplexPoint mk_closest_on_triangle(Triangle t, Vec3 p);

// Returns the barycentric coordinates of the projection of p along the normal; p is on or above the
// triangle if none of them is negative.
TriangleWeights mk_triangle_weights(Triangle t, Vec3 p);
