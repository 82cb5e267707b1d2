// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Edits of the dynamic tree: insertion, removal, moves. Every edit walks one path between a leaf
// and the root. Boxes, masks and heights of the path are brought up to date on the way up.
#include "spatial/bvh.h"

#include "spatial/bvh_node.h"

// Levels by which insertion and removal let the heights of siblings differ. Boxes of very different
// sizes want a skew tree (the ground beside a heap of stones), so the limit is wide; without one
// nested boxes grow a list. The height stays below log(n) / log(x), x^(K+1) = x^K + 1, as in an AVL
// tree, where K is 1 and that is 1.44 log2(n); with 16 it is 5.7 log2(n), and seldom a third of it.
#ifdef MK_HOSTILE
#define MK_BVH_MAX_SKEW 1
#else
#define MK_BVH_MAX_SKEW 16
#endif

static uint32_t add_node(Bvh *bvh) {
	uint32_t node = bvh->free_node - 1;
	if (bvh->free_node != 0) {
		bvh->free_node = bvh->links.data[node].place;
	} else {
		node = bvh->nodes.count;
		bvh_node_array_add(&bvh->nodes);
		bvh_link_array_add(&bvh->links);
	}
	bvh->links.data[node] = (BvhLink){ .place = MK_BVH_NONE };
	return node;
}

static void drop_node(Bvh *bvh, uint32_t node) {
	bvh->links.data[node] = (BvhLink){ .place = bvh->free_node };
	bvh->free_node = node + 1;
}

static uint32_t add_leaf(Bvh *bvh, uint32_t user) {
	uint32_t id = bvh->free_leaf - 1;
	if (bvh->free_leaf != 0) {
		bvh->free_leaf = bvh->leaves.data[id].user;
	} else {
		id = bvh->leaves.count;
		// ids leave room for the leaf bit, and for the value that means none
		MK_ASSERT(id < MK_BVH_LEAF - 1);
		bvh_leaf_array_add(&bvh->leaves);
	}
	bvh->leaves.data[id] = (BvhLeaf){ MK_BVH_NONE, user };
	bvh->count++;
	return id;
}

static void drop_leaf(Bvh *bvh, uint32_t id) {
	bvh->leaves.data[id] = (BvhLeaf){ MK_BVH_NONE, bvh->free_leaf };
	bvh->free_leaf = id + 1;
	bvh->count--;
}

// How good it is to exchange a child of a node with a grandchild on the other side.
typedef struct Rotation {
	uint32_t slot;       // the child that goes down
	uint32_t grand_slot; // the grandchild that comes up, below the other child
	Real gain;           // area that the other child's box loses
} Rotation;

// The area of the lower node after a rotation.
static Real rotated_area(const Bvh *bvh, uint32_t node, Rotation r) {
	const BoxRef *child = bvh->nodes.data[node].child;
	const BoxRef *grandchild = bvh->nodes.data[child[1 - r.slot].ref].child;
	BoxRows goes_down = box_rows_load(&child[r.slot]);
	BoxRows stays = box_rows_load(&grandchild[1 - r.grand_slot]);
	return box_rows_area(box_rows_merge(goes_down, stays));
}

// Whether a rotation keeps heights in order: the lower node not too skew, this node not higher.
static bool rotation_keeps_balance(const Bvh *bvh, uint32_t node, Rotation r) {
	const BoxRef *child = bvh->nodes.data[node].child;
	const BoxRef *grandchild = bvh->nodes.data[child[1 - r.slot].ref].child;
	uint32_t down = bvh_levels(bvh, child[r.slot].ref);
	uint32_t stay = bvh_levels(bvh, grandchild[1 - r.grand_slot].ref);
	uint32_t up = bvh_levels(bvh, grandchild[r.grand_slot].ref);
	uint32_t low = down < stay ? down : stay;
	uint32_t high = (down < stay ? stay : down) + 1;
	uint32_t before = bvh->links.data[node].height;
	return high - 1 - low <= MK_BVH_MAX_SKEW && high <= before && up + MK_BVH_MAX_SKEW >= high &&
			high + MK_BVH_MAX_SKEW >= up;
}

static void apply_rotation(Bvh *bvh, uint32_t node, Rotation r) {
	BoxRef *child = bvh->nodes.data[node].child;
	uint32_t lower = child[1 - r.slot].ref;
	BoxRef goes_down = child[r.slot];
	BoxRef comes_up = bvh->nodes.data[lower].child[r.grand_slot];
	bvh_hang(bvh, node * 2 + r.slot, comes_up);
	bvh_hang(bvh, lower * 2 + r.grand_slot, goes_down);
	child[1 - r.slot] = bvh_node_record(bvh, lower);
	bvh->links.data[lower].height = bvh_node_height(bvh, lower);
	// what came from an enlarged node may itself be untouched, but not the other way round
	bvh->links.data[lower].is_enlarged |= !ref_is_leaf(goes_down.ref) &&
			bvh->links.data[goes_down.ref].is_enlarged;
	bvh->links.data[node].height = bvh_node_height(bvh, node);
}

// Makes the best of the four exchanges between a child and a grandchild, if one lowers the area.
static void improve_node(Bvh *bvh, uint32_t node) {
	const BoxRef *child = bvh->nodes.data[node].child;
	Rotation best = { 0 };
	for (uint32_t slot = 0; slot < 2; slot++) {
		const BoxRef *other = &child[1 - slot];
		if (ref_is_leaf(other->ref)) continue;
		Real area = box_rows_area(box_rows_load(other));
		for (uint32_t grand_slot = 0; grand_slot < 2; grand_slot++) {
			Rotation r = { slot, grand_slot, 0 };
			r.gain = area - rotated_area(bvh, node, r);
			if (r.gain > best.gain && rotation_keeps_balance(bvh, node, r)) best = r;
		}
	}
	if (best.gain > 0) apply_rotation(bvh, node, best);
}

// Brings up the higher grandchild of a node whose children differ too much in height. Edits change
// heights by one, so that one exchange is enough (a rebuilt tree may be more skew; it is made
// better step by step). Returns whether something was done.
static bool balance_node(Bvh *bvh, uint32_t node) {
	const BoxRef *child = bvh->nodes.data[node].child;
	uint32_t first = bvh_levels(bvh, child[0].ref);
	uint32_t second = bvh_levels(bvh, child[1].ref);
	uint32_t slot = first < second ? 0 : 1;
	uint32_t skew = first < second ? second - first : first - second;
	if (skew <= MK_BVH_MAX_SKEW) return false;
	const BoxRef *grandchild = bvh->nodes.data[child[1 - slot].ref].child;
	bool is_second_higher = bvh_levels(bvh, grandchild[1].ref) > bvh_levels(bvh, grandchild[0].ref);
	apply_rotation(bvh, node, (Rotation){ slot, is_second_higher ? 1 : 0, 0 });
	return true;
}

// Renews the records of a node and of all above it.
static void refit_upwards(Bvh *bvh, uint32_t node) {
	for (;;) {
		bvh->links.data[node].height = bvh_node_height(bvh, node);
		balance_node(bvh, node);
		uint32_t place = bvh->links.data[node].place;
		if (place == MK_BVH_NONE) return;
		*bvh_at(bvh, place) = bvh_node_record(bvh, node);
		node = place >> 1;
	}
}

// As refit_upwards, and improves each node.
static void refit_and_rotate_upwards(Bvh *bvh, uint32_t node) {
	for (;;) {
		bvh->links.data[node].height = bvh_node_height(bvh, node);
		// not both: the height of a node must not change by more than one
		if (!balance_node(bvh, node)) improve_node(bvh, node);
		uint32_t place = bvh->links.data[node].place;
		if (place == MK_BVH_NONE) return;
		*bvh_at(bvh, place) = bvh_node_record(bvh, node);
		node = place >> 1;
	}
}

// One child of a node, seen by a box that looks for a sibling.
typedef struct Option {
	Real area;        // of the child
	Real merged_area; // of the child and the box
	Real lower_bound; // of the cost of any place at or below the child
} Option;

// `inherited` is what the nodes above the child grow by.
static Option look_at_child(const BoxRef *child, BoxRows box, Real box_area, Real inherited) {
	BoxRows child_box = box_rows_load(child);
	Real area = box_rows_area(child_box);
	Real merged_area = box_rows_area(box_rows_merge(child_box, box));
	// below an inner child at least the new node's own area is paid, and what the child grows by
	Real saved = ref_is_leaf(child->ref) ? 0 : real_min(box_area - area, 0);
	return (Option){ area, merged_area, inherited + merged_area + saved };
}

static Real center_distance(const BoxRef *child, Aabb box) {
	Vec3 apart = vec3_sub(vec3_add(child->min, child->max), vec3_add(box.min, box.max));
	return vec3_dot(vec3_abs(apart), vec3_splat(1));
}

// Decides between two children with the same bound: the nearer one, then the lower one.
static uint32_t break_tie(const Bvh *bvh, const BoxRef child[2], Aabb box) {
	Real first = center_distance(&child[0], box);
	Real second = center_distance(&child[1], box);
	if (first != second) return second < first ? 1 : 0;
	return bvh_levels(bvh, child[1].ref) < bvh_levels(bvh, child[0].ref) ? 1 : 0;
}

// Returns the place whose record should become the sibling of a new box; MK_BVH_NONE for the root.
// The cost of a place is the area of the new node and what all nodes above grow by. Only places
// where a leaf may stand beside what is there count (MK_BVH_MAX_SKEW).
static uint32_t find_sibling(const Bvh *bvh, Aabb new_box) {
	BoxRows box = box_rows(new_box);
	Real box_area = box_rows_area(box);
	BoxRef root = bvh_node_record(bvh, bvh->root);
	Option option = look_at_child(&root, box, box_area, 0);
	bool may_be_root = bvh->links.data[bvh->root].height < MK_BVH_MAX_SKEW;
	Real best_cost = may_be_root ? option.merged_area : MK_INFINITY;
	uint32_t best_place = MK_BVH_NONE;
	Real inherited = 0;
	uint32_t node = bvh->root;
	for (;;) {
		inherited += option.merged_area - option.area;
		const BoxRef *child = bvh->nodes.data[node].child;
		Option first = look_at_child(&child[0], box, box_area, inherited);
		Option second = look_at_child(&child[1], box, box_area, inherited);
		uint32_t slot = second.lower_bound < first.lower_bound ? 1 : 0;
		if (second.lower_bound == first.lower_bound) slot = break_tie(bvh, child, new_box);
		option = slot == 0 ? first : second;
		// equal costs go down: many equal boxes then make a balanced tree, not a list
		if (best_cost < option.lower_bound) return best_place;
		uint32_t ref = child[slot].ref;
		if (inherited + option.merged_area <= best_cost &&
				bvh_levels(bvh, ref) <= MK_BVH_MAX_SKEW) {
			best_cost = inherited + option.merged_area;
			best_place = node * 2 + slot;
		}
		if (ref_is_leaf(ref)) return best_place;
		node = ref;
	}
}

// Puts the record of a leaf into the tree; the leaf is already counted.
static void hang_leaf(Bvh *bvh, BoxRef leaf) {
	if (bvh->count == 1) {
		bvh->root = add_node(bvh);
		bvh_hang(bvh, bvh->root * 2, leaf);
		bvh_hang(bvh, bvh->root * 2 + 1, bvh_no_child());
		return;
	}
	if (bvh->count == 2) {
		bvh_hang(bvh, bvh->root * 2 + 1, leaf);
		return;
	}
	uint32_t place = find_sibling(bvh, box_ref_box(&leaf));
	uint32_t node = add_node(bvh);
	bool is_root = place == MK_BVH_NONE;
	BoxRef sibling = is_root ? bvh_node_record(bvh, bvh->root) : *bvh_at(bvh, place);
	bvh_hang(bvh, node * 2, sibling);
	bvh_hang(bvh, node * 2 + 1, leaf);
	bvh->links.data[node].place = place;
	if (is_root)
		bvh->root = node;
	else
		bvh_at(bvh, place)->ref = node;
	// all above an enlarged node are marked, or a rebuild would not find it
	bvh->links.data[node].is_enlarged = !ref_is_leaf(sibling.ref) &&
			bvh->links.data[sibling.ref].is_enlarged;
	refit_and_rotate_upwards(bvh, node);
}

// Takes the record at a place out of the tree; its sibling moves up.
static void unhang_leaf(Bvh *bvh, uint32_t place) {
	uint32_t node = place >> 1;
	BoxRef sibling = *bvh_at(bvh, place ^ 1);
	uint32_t above = bvh->links.data[node].place;
	if (above != MK_BVH_NONE) {
		bvh_hang(bvh, above, sibling);
		drop_node(bvh, node);
		refit_upwards(bvh, above >> 1);
	} else if (sibling.ref == MK_BVH_NONE) {
		drop_node(bvh, node);
	} else if (ref_is_leaf(sibling.ref)) {
		bvh_hang(bvh, node * 2, sibling);
		bvh_hang(bvh, node * 2 + 1, bvh_no_child());
	} else {
		bvh->root = sibling.ref;
		bvh->links.data[sibling.ref].place = MK_BVH_NONE;
		drop_node(bvh, node);
	}
}

uint32_t mk_bvh_insert(Bvh *bvh, Aabb box, uint32_t user, uint32_t mask) {
	MK_ASSERT(!aabb_has_nan(box));
	Aabb stored = aabb_storable(box);
	uint32_t id = add_leaf(bvh, user);
	hang_leaf(bvh, (BoxRef){ stored.min, id | MK_BVH_LEAF, stored.max, mask });
	return id;
}

void mk_bvh_remove(Bvh *bvh, uint32_t id) {
	MK_ASSERT(bvh_has(bvh, id));
	unhang_leaf(bvh, bvh->leaves.data[id].place);
	drop_leaf(bvh, id);
}

void mk_bvh_place(Bvh *bvh, uint32_t id, Aabb box) {
	MK_ASSERT(bvh_has(bvh, id) && !aabb_has_nan(box));
	uint32_t place = bvh->leaves.data[id].place;
	BoxRef leaf = *bvh_at(bvh, place);
	box_ref_set_box(&leaf, aabb_storable(box));
	unhang_leaf(bvh, place);
	hang_leaf(bvh, leaf);
}

// Grows the boxes above a place to hold a box, and marks the nodes above. Growing ends where the
// box fits, marking at the first marked node.
static void enlarge_upwards(Bvh *bvh, uint32_t place, Aabb box) {
	bool fits = false;
	for (;;) {
		BvhLink *link = &bvh->links.data[place >> 1];
		bool was_enlarged = link->is_enlarged;
		link->is_enlarged = true;
		place = link->place;
		if (place == MK_BVH_NONE || (fits && was_enlarged)) return;
		BoxRef *record = bvh_at(bvh, place);
		fits = fits || aabb_contains(box_ref_box(record), box);
		if (!fits) box_ref_set_box(record, aabb_merge(box_ref_box(record), box));
	}
}

void mk_bvh_shift(Bvh *bvh, uint32_t id, Aabb box) {
	MK_ASSERT(bvh_has(bvh, id) && !aabb_has_nan(box));
	uint32_t place = bvh->leaves.data[id].place;
	Aabb stored = aabb_storable(box);
	box_ref_set_box(bvh_at(bvh, place), stored);
	bvh->is_loose = true;
	enlarge_upwards(bvh, place, stored);
}

bool mk_bvh_move(Bvh *bvh, uint32_t id, Aabb box, Real margin) {
	MK_ASSERT(bvh_has(bvh, id) && !aabb_has_nan(box) && margin >= 0);
	Aabb tight = aabb_storable(box);
	if (aabb_contains(bvh_box(bvh, id), tight)) return false;
	mk_bvh_shift(bvh, id, aabb_grow(tight, margin));
	return true;
}

void mk_bvh_set_mask(Bvh *bvh, uint32_t id, uint32_t mask) {
	MK_ASSERT(bvh_has(bvh, id));
	uint32_t place = bvh->leaves.data[id].place;
	bvh_at(bvh, place)->mask = mask;
	for (;;) {
		const BoxRef *child = bvh->nodes.data[place >> 1].child;
		place = bvh->links.data[place >> 1].place;
		if (place == MK_BVH_NONE) return;
		bvh_at(bvh, place)->mask = child[0].mask | child[1].mask;
	}
}

void mk_bvh_clear(Bvh *bvh) {
	bvh_node_array_clear(&bvh->nodes);
	bvh_link_array_clear(&bvh->links);
	bvh_leaf_array_clear(&bvh->leaves);
	bvh->count = 0;
	bvh->free_node = 0;
	bvh->free_leaf = 0;
	bvh->refits = 0;
	bvh->is_loose = false;
}

void mk_bvh_free(Bvh *bvh) {
	bvh_node_array_free(&bvh->nodes);
	bvh_link_array_free(&bvh->links);
	bvh_leaf_array_free(&bvh->leaves);
	box_ref_array_free(&bvh->items);
	bvh_index_array_free(&bvh->spare);
	*bvh = (Bvh){ 0 };
}
