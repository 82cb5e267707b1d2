// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The signed separation of any two shapes, for queries: convex ones by mk_penetration, half-spaces
// by one support, meshes, height fields and compounds by their convex pieces. The distance of
// concave shapes is exact, the least over all pairs of pieces. Their depth is that of the deepest
// pair of pieces: a way out of that piece, which need not be one out of the whole. Meshes and
// height fields are surfaces: what is wholly inside of a closed mesh is apart from it.
#pragma once

#include "collide/penetration.h"

typedef struct AnySeparation {
	bool is_supported;     // false: two half-spaces, or one that a map flattens
	Separation separation; // outside; BEYOND if farther than the limit
	uint32_t child_a;      // pieces that are nearest or deepest, as in ShapePoint
	uint32_t child_b;
	uint32_t index_a;
	uint32_t index_b;
} AnySeparation;

// Returns the separation. Pairs farther apart than `limit` (m, MK_INFINITY for none) are only told
// so. Pieces are found by growing boxes, so two meshes that are near each other cost little, and
// two that are farther apart than their size all pairs of their triangles at worst.
AnySeparation mk_separation_any(const ShapeInstance *a, const ShapeInstance *b, Real limit);
