// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What is kept of the single leaves of a pair with a compound from one full test to the next: for
// each two of them that were near, what a pair of such shapes keeps by itself. A chair that slides
// or tumbles starts where it was with every leg, and its legs stay on the side of a surface that
// they came from.
//
// Found by the numbers of the leaves, always in the order in which the table meets the two. Those
// that a test did not look at are forgotten when it ends. All is in the order of tests, so it is
// the same wherever it lies in memory.
#pragma once

#include "collide/collide.h"

// Most pairs of leaves of two shapes that are kept; others are tested as if they met for the first
// time. Each takes 0.7 kB in single precision. Larger: two heaps of parts hold megabytes; smaller:
// what is built of planks has not all of them.
#define MK_PART_CACHES 64

// Room is made for so many, or four times that, or all, so that it can go from pair to pair.
#define MK_PART_CACHES_LEAST 4

typedef struct PartCache {
	uint32_t leaf_a;
	uint32_t leaf_b;
	uint32_t first; // of its manifolds, among those of the whole pair at the last full test
	uint32_t count;
	bool is_used;    // by the test that is on its way
	PairCache cache; // without one for concave shapes of its own
} PartCache;

// Zeroed: no room for any.
struct PartCaches {
	PartCache *parts;
	uint32_t count;
	uint32_t capacity;
	uint32_t next;  // where the next one probably is: tests go through parts in one order
	uint32_t first; // the test's first manifold in its list
	const ManifoldArray *last; // of the whole pair
};

// Returns for how many pairs of leaves of two shapes room should be made; 0: none is a compound.
uint32_t mk_part_caches_wanted(const Shape *a, const Shape *b);

// Makes room for so many; what is known stays.
void mk_part_caches_reserve(PartCaches *caches, uint32_t capacity);
void mk_part_caches_free(PartCaches *caches);

// Begins a full test whose manifolds come after `first` others; `last` are those of the last one.
void mk_part_caches_begin(PartCaches *caches, uint32_t first, const ManifoldArray *last);

// Ends it: forgets the pairs of leaves that were not near.
void mk_part_caches_end(PartCaches *caches);

// Tests two leaves, neither of which is a compound, with what is known of them by their numbers in
// the input.
void mk_part_caches_collide(const CollideInput *input);
