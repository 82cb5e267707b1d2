// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Sums of 1, x and x x^T over points, segments, triangles and tetrahedra: what a covariance and
// what the mass of a mesh are made of. Over a simplex with corners v_i, n of them, and measure m
// (number, length, area or volume) the integrals are exactly
//   m,   m / n sum v_i,   m / (n (n + 1)) (sum v_i v_i^T + s s^T),   s = sum v_i,
// the same for every n; signed measures are allowed. Corners are relative to an origin of the
// caller's choice, which should be near the middle: the cancellation when moments are moved to
// their own centre grows with the square of the distance.
#pragma once

#include "geometry/double3.h"
#include "math/mat3.h"

// A symmetric matrix.
typedef struct Symmetric3 {
	double xx;
	double yy;
	double zz;
	double xy;
	double yz;
	double zx;
} Symmetric3;

// A zeroed one is the empty sum.
typedef struct Moments {
	double total;      // sum of the measures
	Double3 first;     // integral of x
	Symmetric3 second; // integral of x x^T
} Moments;

// Adds w v v^T.
void mk_symmetric3_add_outer(Symmetric3 *sum, double w, Double3 v);

// Adds a simplex with 1 to 4 corners.
void mk_moments_add_simplex(Moments *moments, double measure, const Double3 *corners, int count);

// Returns first / total, relative to the same origin; zero if the total is zero.
Double3 mk_moments_center(const Moments *moments);

// Returns the second moments about the centre, not divided by the total; diagonal entries that
// rounding made negative are zero.
Symmetric3 mk_moments_central(const Moments *moments);

// Returns the matrix times s, rounded to Real.
static inline Mat3 symmetric3_to_mat3(Symmetric3 a, double s) {
	Real xy = (Real)(a.xy * s);
	Real yz = (Real)(a.yz * s);
	Real zx = (Real)(a.zx * s);
	return (Mat3){ { (Real)(a.xx * s), xy, zx }, { xy, (Real)(a.yy * s), yz },
		{ zx, yz, (Real)(a.zz * s) } };
}
