// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the files of the dynamic tree share: how references are read, and the few steps that keep
// parent links right.
#pragma once

#include "spatial/bvh.h"

#define MK_BVH_LEAF UINT32_C(0x80000000) // set in a ref that is a leaf id

static inline bool ref_is_leaf(uint32_t ref) { return (ref & MK_BVH_LEAF) != 0; }
static inline uint32_t ref_leaf(uint32_t ref) { return ref & ~MK_BVH_LEAF; }

// The slot that a tree of one leaf does not use.
static inline BoxRef bvh_no_child(void) {
	Aabb empty = aabb_empty();
	return (BoxRef){ empty.min, MK_BVH_NONE, empty.max, 0 };
}

// Returns the record that stands for a node in its parent.
static inline BoxRef bvh_node_record(const Bvh *bvh, uint32_t node) {
	const BoxRef *child = bvh->nodes.data[node].child;
	BoxRef record;
	box_rows_store(&record, box_rows_merge(box_rows_load(&child[0]), box_rows_load(&child[1])));
	record.ref = node;
	record.mask = child[0].mask | child[1].mask;
	return record;
}

// Returns the height below a ref: leaves are one lower than the lowest node.
static inline uint32_t bvh_levels(const Bvh *bvh, uint32_t ref) {
	return ref_is_leaf(ref) ? 0 : bvh->links.data[ref].height + 1;
}

static inline uint32_t bvh_node_height(const Bvh *bvh, uint32_t node) {
	const BoxRef *child = bvh->nodes.data[node].child;
	uint32_t first = bvh_levels(bvh, child[0].ref);
	uint32_t second = bvh_levels(bvh, child[1].ref);
	return first > second ? first : second;
}

// Writes a record at a place and tells what it stands for where it now hangs.
static inline void bvh_hang(Bvh *bvh, uint32_t place, BoxRef record) {
	*bvh_at(bvh, place) = record;
	if (record.ref == MK_BVH_NONE) return;
	if (ref_is_leaf(record.ref))
		bvh->leaves.data[ref_leaf(record.ref)].place = place;
	else
		bvh->links.data[record.ref].place = place;
}

// Returns the place after `place` in depth-first order when what hangs there is done, and
// MK_BVH_NONE when all that hangs at `top` is done (MK_BVH_NONE: the whole tree). With it a walk
// needs no stack.
static inline uint32_t bvh_next_place(const Bvh *bvh, uint32_t place, uint32_t top) {
	while (place != top) {
		if ((place & 1) == 0) return place + 1;
		place = bvh->links.data[place >> 1].place;
	}
	return MK_BVH_NONE;
}
