// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What is kept of a pair with a mesh, a height field or a compound from step to step: its
// manifolds, with the poses that they are for. A pair that hardly moves gets them again; like those
// of convex pairs (reuse.h) motion is measured from the last full test, so errors do not add up. A
// full test of a compound starts from what is known of its leaves. Memory is kept while the cache
// goes from pair to pair.
#pragma once

#include "collide/part_cache.h"

struct ConcaveCache {
	bool is_known;      // the rest is that of a full test
	Affine poses[2];    // of A and B then
	Real margin;        // m; for which the manifolds were made
	ManifoldArray last; // as they were handed out
	PartCaches parts;   // of compounds
	ConcaveCache *next; // for whoever keeps a list of free ones
};

// Returns an empty cache, to be freed. NULL may be freed, too.
ConcaveCache *mk_concave_cache_create(void);
void mk_concave_cache_free(ConcaveCache *cache);

// How many sorts of caches there are by the room for parts: none, and the sizes of part_cache.h.
#define MK_CONCAVE_SORTS 4

// Returns the sort of caches with so much room for parts.
static inline uint32_t concave_sort(uint32_t parts) {
	uint32_t sort = 0;
	for (; parts >= MK_PART_CACHES_LEAST; parts /= 4)
		sort++;
	return sort;
}

// Makes room for all that may be kept of two shapes.
void mk_concave_cache_reserve(ConcaveCache *cache, const Shape *a, const Shape *b);

// Forgets the pair and keeps the memory.
void mk_concave_cache_clear(ConcaveCache *cache);

// Returns whether two shapes need such a cache.
bool mk_concave_cache_is_for(const Shape *a, const Shape *b);

// Adds the manifolds of the last full test, with new separations if something moved, and
// returns true; false if too much did, or if nothing is known. Separations are within
// half a slop of a full test.
bool mk_concave_reuse(const CollideInput *input);

// Does a full test by a function and keeps what it finds.
void mk_concave_test(const CollideInput *input, PairFunction *function);
