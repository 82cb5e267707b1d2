// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The one decision of building a tree from above: how to cut a set of boxes in two. Centres are
// sorted into bins along an axis, and the cut between two bins with the least sum of area times
// count is taken (Wald, On fast Construction of SAH-based Bounding Volume Hierarchies, 2007).
#pragma once

#include "spatial/box_ref.h"

typedef struct SahOptions {
	uint32_t block;   // items that are tested at once in a leaf; counts are rounded up to it
	bool is_thorough; // try all three axes, not only the one along which centres spread most
} SahOptions;

// Orders the items so that the two parts of the best cut follow each other, and returns the size of
// the first part, from 1 to count - 1. `count` is at least 2. Items without a useful cut (all
// centres equal) are halved as they lie. The result depends on the order given, not on the machine.
uint32_t mk_sah_split(BoxRef *items, uint32_t count, SahOptions options);

// Returns the box around all items; empty for none.
Aabb mk_sah_bounds(const BoxRef *items, uint32_t count);
