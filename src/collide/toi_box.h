// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Where one shape passes, as a box in the space of another one that moves and turns itself:
// what trees are asked with.
#pragma once

#include "collide/toi.h"

typedef struct SweepBoxInput {
	const Sweep *sweep; // the one that passes
	const Sweep *seen;  // in whose space
	double begin;       // times
	double end;
	Real reach; // m; how much farther than its surface
} SweepBoxInput;

// Returns a box in the space of the shape `seen` that holds, at all times between begin and end,
// all points of `sweep` and all within reach of it as `seen` meets them. Everything for half-spaces
// and where the space is flattened.
Aabb mk_sweep_box(const SweepBoxInput *input);
