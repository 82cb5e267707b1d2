// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What is kept of a pair with a mesh, a height field or a compound from step to step: its
// manifolds, with the poses that they are for. A pair that hardly moves gets them again; like those
// of convex pairs (reuse.h) motion is measured from the last full test, so errors do not add up.
// Memory is kept while the cache goes from pair to pair.
#pragma once

#include "collide/collide.h"

struct ConcaveCache {
	bool is_known;      // the rest is that of a full test
	Affine poses[2];    // of A and B then
	Real margin;        // m; for which the manifolds were made
	ManifoldArray last; // as they were handed out
	ConcaveCache *next; // for whoever keeps a list of free ones
};

// Returns an empty cache, to be freed. NULL may be freed, too.
ConcaveCache *mk_concave_cache_create(void);
void mk_concave_cache_free(ConcaveCache *cache);

// Forgets the pair and keeps the memory.
void mk_concave_cache_clear(ConcaveCache *cache);

// Returns whether two shapes need such a cache.
bool mk_concave_cache_is_for(const Shape *a, const Shape *b);

// Adds the manifolds of the last full test, with new separations if something moved, and
// returns true; false if too much did, or if nothing is known. Separations are within
// half a slop of a full test.
bool mk_concave_reuse(const CollideInput *input);

// Keeps the manifolds from number `first` on, which a full test has added.
void mk_concave_store(const CollideInput *input, uint32_t first);
