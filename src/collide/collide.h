// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two shapes in, contacts out: the pair matrix. Every kind of shape meets every other; which function
// does it is a table by kinds. Stateless but for the cache of the pair.
#pragma once

#include "base/arena.h"
#include "base/array.h"
#include "collide/manifold.h"
#include "collide/penetration.h"

MK_ARRAY_DECLARE(ManifoldArray, manifold_array, Manifold);

// What is kept of a pair of bodies' shapes from step to step. Zeroed: nothing is known.
typedef struct PairCache {
	PenetrationCache penetration; // of convex pairs
	Real gap;                     // m; certified lower bound of the distance at `relative`; 0: none
	Transform relative;           // pose of B seen from A at the last full test
	Manifold last;                // of convex pairs, to keep features and points
} PairCache;

typedef struct CollideInput {
	const ShapeInstance *a;
	const ShapeInstance *b;
	Real margin;                   // m; points apart by more than this are left out
	PairCache *cache;              // NULL: cold
	PenetrationCounters *counters; // NULL: not counted
	Arena *scratch;                // for what a mesh pair needs during the call; rewound at the end
	ManifoldArray *manifolds;      // appended to; several if a shape is concave
} CollideInput;

// Appends the contacts of two shapes; nothing if they are farther apart than the margin. The normal
// is from A to B whatever the order of kinds in the table. Bodies behind a one-sided triangle and
// separation rays that look away give nothing.
void mk_collide(const CollideInput *input);

// Adds contacts of one pair of kinds; the row of the table has its kinds in this order.
typedef void PairFunction(const CollideInput *input);
