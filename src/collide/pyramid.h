// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The signed separation of two polytopes from the corners that touched the last time, with proof
// and without GJK. The three corners, where they are now, and a point inside the difference make a
// pyramid. From there it is van den Bergen's algorithm (epa.h) in the small: the side nearest to
// the origin is asked for its support, and either it is on the surface and the answer, or the
// support becomes a corner. A pair that moved by less than its features are long needs one support
// as a rule, for the depth as for the distance. The corners of polytopes are exact, so there are no
// tolerances but rounding. One that needs more than a few is left to GJK and EPA.
#pragma once

#include "collide/epa.h"

typedef enum PyramidState {
	PYRAMID_UNKNOWN, // other shapes, no corners, no volume, or too many sides
	PYRAMID_BEYOND, // result->normal separates them by -result->upper, which is more than the limit
	PYRAMID_FOUND, // as from EPA; if they are apart, `upper` and `lower` are minus both bounds of the distance
} PyramidState;

typedef struct PyramidInput {
	const Difference *difference;
	const GjkCache *last; // three corners of each, or nothing is found
	double limit;         // m; cores that are apart by more: that is all that is to be known
} PyramidInput;

// Looks for the depth or the distance of the cores. `result` is only written as the state says.
PyramidState mk_pyramid(const PyramidInput *input, EpaResult *result);
