// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The answer about two convex shapes: how far they are apart, or how deep they are in each other.
//
// All detectors of this folder speak of one function. h(n) is the largest n . (a - b) over points a
// of A and b of B. For every unit n, -h(n) is a lower bound of the distance and h(n) an upper bound
// of the depth; the signed separation is the maximum of -h over all n. Whatever an algorithm finds,
// its normal can be judged by one pair of supports, so no two of them can disagree about a pair by
// more than their stated bounds.
#pragma once

#include "math/vec3.h"

typedef enum SeparationStatus {
	SEPARATION_CONVERGED,  // the bounds are as close as was asked for
	SEPARATION_BEYOND,     // apart by more than the limit asked about: distance = lower bound, and
						   // the points are only some points of the surfaces
	SEPARATION_STALLED,    // rounding ended the search early; the bounds hold
	SEPARATION_CAPPED,     // steps or storage ended it; the bounds hold
	SEPARATION_DEGENERATE, // no direction is better than others (coincident points, flat pair)
	SEPARATION_INVALID,    // a number was NaN or infinite: everything else is zero
	SEPARATION_STATUS_COUNT
} SeparationStatus;

// Points and normal are in the space of the instances, or in the pair's frame where that is said.
typedef struct Separation {
	SeparationStatus status;
	uint32_t iterations; // pairs of supports that were asked for
	Real distance; // m; between the surfaces; negative: depth; the best value within the bounds
	Real lower;    // m; the true value is not below this ...
	Real upper;    // m; ... nor above this, both but for the rounding floor of the pair
	Vec3 normal;   // unit, from A to B; moving B by -distance along it makes them touch
	Vec3 point_a;  // on the surface of A; point_b - point_a = distance normal
	Vec3 point_b;
} Separation;

// Returns a short word for a status: "converged".
const char *mk_separation_status_text(SeparationStatus status);
