// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The point of a simplex nearest to the origin: the inner problem of GJK. Two solvers with the same
// answers: signed volumes (Montanari, Petrinic, Barbieri, "Improving the GJK Algorithm for Faster
// and More Reliable Distance Queries", 2017) and Johnson's (Gilbert, Johnson, Keerthi 1988). In
// double in both precisions: differences of floats are exact there and so are their products, which
// leaves nothing of the cancellation that makes slivers hard.
//
// Whatever rounding does, the answer is a point of the simplex: weights are positive and sum to 1.
#pragma once

#include "geometry/double3.h"

#include <stdbool.h>
#include <stdint.h>

// A corner whose weight would be less than this (no unit) takes no part: a smaller quotient of two
// numbers may be zero, while its sign was not.
#define MK_SIMPLEX_LEAST 1e-300

typedef struct SimplexNearest {
	Double3 point;
	double squared;    // its squared length
	double weights[4]; // in the order of the points; only those of points that take part are set
	uint32_t corners;  // bit i is set if point i takes part: the smallest such set
	uint32_t tested;   // subsets whose conditions were looked at; by Johnson's solver only
} SimplexNearest;

// Which parts of a simplex may hold the answer.
typedef enum SimplexSearch {
	SIMPLEX_SEARCH_NEWEST, // those with the last point: enough while GJK makes progress (theorem 5)
	SIMPLEX_SEARCH_ALL,    // all: after a warm start, and where rounding contradicts the theorem
} SimplexSearch;

// Returns the point nearest to the origin of the hull of 1 to 4 points, by signed volumes.
// Dependent points (equal, in line, in one plane) are allowed. All four corners take part only if
// the origin is inside; the point is exactly zero then.
SimplexNearest mk_simplex_nearest(const Double3 *points, uint32_t count, SimplexSearch search);

// The same, written where it is wanted: the copy of a result costs a tenth of finding it.
void mk_simplex_find(
		const Double3 *points, uint32_t count, SimplexSearch search, SimplexNearest *nearest);

// Writes Johnson's determinants: deltas[M][i], up to a common factor not below 0, is the
// weight of point i in the point nearest to the origin of the affine hull of the points in M
// (bit i: point i). Their sum over M is the Gram determinant of the edges of M. Entries with i
// not in M are not written.
void mk_johnson_deltas(const Double3 *points, uint32_t count, double deltas[16][4]);

// The same by Johnson's recursive determinants and, where rounding leaves no subset that passes
// both of his conditions, by the best of those with positive weights. For teaching and comparison.
SimplexNearest mk_simplex_johnson(const Double3 *points, uint32_t count, SimplexSearch search);
