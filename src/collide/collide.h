// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two shapes in, contacts out: the pair matrix. Every kind of shape meets every other; which
// function does it is a table by kinds. Stateless but for the cache of the pair.
#pragma once

#include "base/arena.h"
#include "base/array.h"
#include "collide/manifold.h"
#include "collide/penetration.h"

MK_ARRAY_DECLARE(ManifoldArray, manifold_array, Manifold);

// Appends a manifold for a caller that writes all of it: zeroing would take
// as long as many pairs do.
static inline Manifold *manifold_array_add_raw(ManifoldArray *array) {
	manifold_array_reserve(array, (size_t)array->count + 1);
	return array->data + array->count++;
}

// Whose face gave the normal of a manifold.
typedef enum ContactReference {
	REFERENCE_NONE, // edges, corners or curved surfaces
	REFERENCE_A,
	REFERENCE_B,
} ContactReference;

typedef struct ConcaveCache ConcaveCache;
typedef struct PartCaches PartCaches;

// What is kept of a pair of bodies' shapes from step to step. Zeroed: nothing is known. It belongs
// to two shapes with their margins and scales; when one of these changes, it must be zeroed.
typedef struct PairCache {
	// what a pair is skipped by comes first
	Real gap;        // m; certified lower bound of the distance at `relative`; 0: none
	Real floor;      // m; rounding of `relative`
	Affine relative; // at the last full test: B's pose seen from A, if A's is rigid, else A's from B
	Real margin;     // m; for which `last` was made
	ContactReference reference; // of `last`
	Manifold last;              // of convex pairs, in the axes of that body, relative to A's origin
	PenetrationCache penetration; // of convex pairs
	ConcaveCache
			*concave; // of pairs with a concave shape (concave_cache.h), the caller's; NULL: none
} PairCache;

// How pairs were settled without a full test, for monitors; a caller adds them up over pairs.
typedef struct PairCounters {
	uint32_t skips;     // still apart: the way since the last test is shorter than the gap
	uint32_t copies;    // no motion: the last manifold again
	uint32_t refreshes; // hardly any: the same points with new separations
	uint32_t clips;     // a little: the same normal, clipped again
	uint32_t tests;     // full tests
	uint32_t pieces;    // triangles, pairs of them, vertices or parts that concave shapes showed
} PairCounters;

// Adds the counts of `more` to a sum.
void mk_pair_count(PairCounters *sum, const PairCounters *more);

// Returns how many pairs were settled by what their cache kept, without a full test.
static inline uint32_t pair_hits(const PairCounters *counters) {
	return counters->skips + counters->copies + counters->refreshes + counters->clips;
}

typedef struct CollideInput {
	const ShapeInstance *a;
	const ShapeInstance *b;
	Real margin;                   // m; points apart by more than this are left out
	PairCache *cache;              // NULL: cold
	PenetrationCounters *counters; // NULL: not counted
	PairCounters *pair_counters;   // NULL: not counted
	const ManifoldArray *last;     // of a concave pair, at the last full test; NULL: not known
	PartCaches *parts;             // of the leaves of compounds (part_cache.h); NULL: cold
	uint32_t leaf_a;               // number of A's first leaf in the whole pair that parts are of
	uint32_t leaf_b;
	Arena *scratch;           // for what a mesh pair needs during the call; rewound at the end
	ManifoldArray *manifolds; // appended to; several if a shape is concave
} CollideInput;

// Appends the contacts of two shapes; nothing if they are farther apart than the margin. The normal
// is from A to B whatever the order of kinds in the table. Bodies behind a one-sided triangle and
// separation rays that look away give nothing.
void mk_collide(const CollideInput *input);

// Adds contacts of one pair of kinds; the row of the table has its kinds in this order.
typedef void PairFunction(const CollideInput *input);

// Returns the function for two kinds in this order; NULL if it is that of the other order, with the
// result turned round.
PairFunction *mk_pair_function(ShapeKind a, ShapeKind b);
