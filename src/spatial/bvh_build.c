// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Building the dynamic tree from above: all at once, or only the part above what did not move. The
// items are leaves or whole subtrees; the nodes that held them together are used again, in the
// order in which a walk finds them, so that a path stays near itself in memory.
#include "spatial/bvh.h"

#include "spatial/bvh_node.h"
#include "spatial/sah.h"

// One axis and single items: a broad phase rebuilds often, and looks the next moment different.
static const SahOptions split_options = { .block = 1, .is_thorough = false };

// Steps between rebuilds. Bodies that pass each other at some m/s move by their own size in so many
// steps of a game; twice as many save little more.
#ifdef MK_HOSTILE
#define MK_BVH_REFITS 2
#else
#define MK_BVH_REFITS 8
#endif

// The growth of areas, and with them of the time of queries, that is worth a rebuild at once.
#define MK_BVH_WORSE ((Real)1.5)

// A run of items that is to become what hangs at a place.
typedef struct Task {
	uint32_t first;
	uint32_t count;
	uint32_t place; // MK_BVH_NONE: the root
} Task;

// The smaller half is built first and the larger one waits, so no more than log2(n) tasks wait.
enum { MAX_TASKS = 32 };

// Hangs one item, or a new node with two tasks for its children.
static uint32_t build_one(Bvh *bvh, Task task, uint32_t node, Task parts[2]) {
	BoxRef *items = bvh->items.data + task.first;
	if (task.count == 1) {
		bvh_hang(bvh, task.place, items[0]);
		return 0;
	}
	bvh->links.data[node] = (BvhLink){ .place = task.place };
	if (task.place != MK_BVH_NONE) bvh_at(bvh, task.place)->ref = node;
	uint32_t first_count = mk_sah_split(items, task.count, split_options);
	parts[0] = (Task){ task.first, first_count, node * 2 };
	parts[1] = (Task){ task.first + first_count, task.count - first_count, node * 2 + 1 };
	return 2;
}

// Makes the box of a node that is not the root tight, and returns its area.
static Real renew_box(Bvh *bvh, uint32_t node) {
	BoxRef *record = bvh_at(bvh, bvh->links.data[node].place);
	*record = bvh_node_record(bvh, node);
	return box_rows_area(box_rows_load(record));
}

// Builds a tree over bvh->items from the nodes in bvh->spare, of which it needs one less.
static void build_over_items(Bvh *bvh) {
	Task waiting[MAX_TASKS];
	uint32_t waiting_count = 0;
	uint32_t used = 0;
	Task task = { 0, bvh->items.count, MK_BVH_NONE };
	bvh->root = bvh->spare.data[0];
	for (;;) {
		Task parts[2];
		uint32_t node = task.count > 1 ? bvh->spare.data[used++] : MK_BVH_NONE;
		if (build_one(bvh, task, node, parts) == 2) {
			uint32_t smaller = parts[1].count < parts[0].count ? 1 : 0;
			MK_ASSERT(waiting_count < MAX_TASKS);
			waiting[waiting_count++] = parts[1 - smaller];
			task = parts[smaller];
		} else {
			if (waiting_count == 0) break;
			task = waiting[--waiting_count];
		}
	}
	// parents were used before their children
	while (used > 0) {
		uint32_t node = bvh->spare.data[--used];
		bvh->links.data[node].height = bvh_node_height(bvh, node);
		if (node != bvh->root) bvh->links.data[node].built_area = renew_box(bvh, node);
	}
	MK_VALIDATE(mk_bvh_is_valid(bvh));
}

// Empties bvh->spare. All nodes may be enlarged some day, and a step must not allocate then.
static void make_room(Bvh *bvh) {
	bvh_index_array_clear(&bvh->spare);
	bvh_index_array_reserve(&bvh->spare, bvh->count);
	box_ref_array_reserve(&bvh->items, bvh->count);
}

// Takes the tree apart: nodes that are to go are collected in bvh->spare, what hung below them in
// bvh->items. The root always goes.
static void take_apart(Bvh *bvh, bool is_whole) {
	make_room(bvh);
	box_ref_array_clear(&bvh->items);
	bvh_index_array_push(&bvh->spare, bvh->root);
	uint32_t place = bvh->root * 2;
	while (place != MK_BVH_NONE) {
		const BoxRef *record = bvh_at(bvh, place);
		bool goes = !ref_is_leaf(record->ref) &&
				(is_whole || bvh->links.data[record->ref].is_enlarged);
		if (goes) {
			bvh_index_array_push(&bvh->spare, record->ref);
			place = record->ref * 2;
		} else {
			box_ref_array_push(&bvh->items, *record);
			place = bvh_next_place(bvh, place, MK_BVH_NONE);
		}
	}
}

static void build_single_leaf(Bvh *bvh) {
	bvh->links.data[bvh->root] = (BvhLink){ .place = MK_BVH_NONE };
}

uint32_t mk_bvh_rebuild(Bvh *bvh) {
	bvh->refits = 0;
	bvh->is_loose = false;
	if (bvh->count == 0 || !bvh->links.data[bvh->root].is_enlarged) return 0;
	if (bvh->count == 1) {
		build_single_leaf(bvh);
		return 1;
	}
	take_apart(bvh, false);
	build_over_items(bvh);
	return bvh->items.count;
}

// Collects the enlarged nodes below and with the root in bvh->spare, parents before their children.
static void collect_enlarged(Bvh *bvh) {
	make_room(bvh);
	bvh_index_array_push(&bvh->spare, bvh->root);
	for (uint32_t i = 0; i < bvh->spare.count; i++) {
		const BoxRef *child = bvh->nodes.data[bvh->spare.data[i]].child;
		for (int slot = 0; slot < 2; slot++) {
			uint32_t ref = child[slot].ref;
			if (!ref_is_leaf(ref) && bvh->links.data[ref].is_enlarged)
				bvh_index_array_push(&bvh->spare, ref);
		}
	}
}

void mk_bvh_refit(Bvh *bvh) {
	if (!bvh->is_loose) return;
	bvh->is_loose = false;
	if (bvh->count == 0 || !bvh->links.data[bvh->root].is_enlarged) return;
	collect_enlarged(bvh);
	Real area = 0;
	Real built_area = 0;
	for (uint32_t i = bvh->spare.count; i-- > 1;) {
		built_area += bvh->links.data[bvh->spare.data[i]].built_area;
		area += renew_box(bvh, bvh->spare.data[i]);
	}
	bool is_worse = area > MK_BVH_WORSE * built_area;
	if (++bvh->refits >= MK_BVH_REFITS || is_worse) mk_bvh_rebuild(bvh);
	MK_VALIDATE(mk_bvh_is_valid(bvh));
}

void mk_bvh_rebuild_all(Bvh *bvh) {
	if (bvh->count < 2) return;
	take_apart(bvh, true);
	build_over_items(bvh);
}

void mk_bvh_build(Bvh *bvh, const BvhItem *items, uint32_t count) {
	mk_bvh_clear(bvh);
	if (count < 2) {
		if (count == 1) mk_bvh_insert(bvh, items[0].box, items[0].user, items[0].mask);
		return;
	}
	bvh_leaf_array_resize(&bvh->leaves, count);
	bvh_node_array_resize(&bvh->nodes, count - 1);
	bvh_link_array_resize(&bvh->links, count - 1);
	bvh_index_array_resize(&bvh->spare, count - 1);
	box_ref_array_resize(&bvh->items, count);
	bvh->count = count;
	for (uint32_t i = 0; i < count; i++) {
		Aabb box = aabb_storable(items[i].box);
		bvh->leaves.data[i].user = items[i].user;
		bvh->items.data[i] = (BoxRef){ box.min, i | MK_BVH_LEAF, box.max, items[i].mask };
		if (i < count - 1) bvh->spare.data[i] = i;
	}
	build_over_items(bvh);
}
