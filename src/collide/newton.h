// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The signed separation of two cores by Newton's method on directions. It is a local minimum of
// h(n) on the unit sphere, and h is the largest of a few smooth functions, one for each pair of
// pieces of the shapes (piece.h). With their first and second derivatives a minimum is found in a
// handful of steps, on smooth surfaces as well as on edges and faces, where two or three pieces are
// equally high: the digits double with each step, where GJK and EPA gain a fixed part of one.
//
// A minimum below zero is the distance: there is only one. One above zero is a depth only if it is
// the smallest; that is proven by a ball of that radius that rolls inside the difference
// (newton_prove.c). Where that fails it is told how far around it no direction is lower, and a
// polytope speaks of all others (epa_prove.c).
#pragma once

#include "collide/gjk.h"
#include "geometry/double3.h"

typedef enum NewtonStatus {
	NEWTON_FAILED,   // unknown shapes or no convergence
	NEWTON_UNPROVEN, // a minimum, but there may be smaller ones
	NEWTON_BEYOND,   // apart by more than the limit: height and normal prove it
	NEWTON_FOUND,
} NewtonStatus;

typedef struct NewtonInput {
	const Difference *difference;
	Vec3 guess;           // where to start, from A to B; zero: the best of some directions
	double limit;         // m; of the cores; knowing that they are farther apart is enough
	const GjkCache *last; // pieces that held the minimum the last time; NULL: not known
	bool is_shallow;      // fail for starts that are deep: faster for what has many corners
	bool is_proof_wanted; // say of depths whether they are the smallest, or in which basin
	double margin;        // part of the depth (no unit): how much higher than it is wanted of
						  // directions in the basin that are not near the normal
} NewtonInput;

typedef struct NewtonResult {
	NewtonStatus status;
	uint32_t iterations; // pairs of supports
	Double3 normal;      // unit, from A to B
	double height;       // m; h(normal): minus the distance, or the depth
	double miss;         // m; how far the weighted points are from height * normal
	double lower;        // m; of proven depths: not more than the depth, whatever the direction ...
	double rival;        // m; ... and no direction but those near the normal gives less (rival.h)
	double basin;        // of unproven depths: cosine of an angle around the normal within which no
			// direction is lower, and those not near it are higher by the margin; 1: none
	GjkSimplex
			feature; // what touches: 1 to 3 points around height * normal; ids are those of pieces
} NewtonResult;

// Returns whether it is worth trying: the pieces of both shapes are known,
// and one of them is curved.
bool mk_newton_knows(const Difference *difference);

// Returns whether it is the faster way from the start: no shape has more than one
// corner that GJK would find.
bool mk_newton_is_smooth(const Difference *difference);

// Finds the separation of two cores. The result's normal and height hold
// for every status but failed.
void mk_newton(const NewtonInput *input, NewtonResult *result);
