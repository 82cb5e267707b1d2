// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What can be said about a whole dynamic tree: validity, quality, identity, memory.
#include "spatial/bvh.h"

#include "base/hash.h"
#include "spatial/bvh_node.h"

// Whether the children of a node are nodes or leaves that exist.
static bool has_children(const Bvh *bvh, uint32_t node) {
	for (uint32_t i = 0; i < 2; i++) {
		uint32_t ref = bvh->nodes.data[node].child[i].ref;
		uint32_t count = ref_is_leaf(ref) ? bvh->leaves.count : bvh->nodes.count;
		bool is_none = ref == MK_BVH_NONE && bvh->count == 1;
		if (!is_none && ref_leaf(ref) >= count) return false;
	}
	return true;
}

// Whether a record agrees with what it stands for.
static bool is_record_valid(const Bvh *bvh, uint32_t place) {
	const BoxRef *record = bvh_at(bvh, place);
	if (record->ref == MK_BVH_NONE) return bvh->count == 1;
	if (ref_is_leaf(record->ref)) {
		uint32_t id = ref_leaf(record->ref);
		return id < bvh->leaves.count && bvh->leaves.data[id].place == place;
	}
	if (record->ref >= bvh->nodes.count || !has_children(bvh, record->ref)) return false;
	BvhLink link = bvh->links.data[record->ref];
	BoxRef below = bvh_node_record(bvh, record->ref);
	// an enlarged node may be larger than what is below
	Aabb box = box_ref_box(record);
	Aabb tight = box_ref_box(&below);
	bool is_tight = vec3_equals(box.min, tight.min) && vec3_equals(box.max, tight.max);
	bool is_marked_above = !link.is_enlarged || bvh->links.data[place >> 1].is_enlarged;
	return link.place == place && link.height == bvh_node_height(bvh, record->ref) &&
			record->mask == below.mask && is_marked_above && aabb_contains(box, tight) &&
			(is_tight || link.is_enlarged);
}

// Both count one more than there can be if the list leads nowhere or does not end.
static uint32_t count_free_nodes(const Bvh *bvh) {
	uint32_t count = 0;
	uint32_t next = bvh->free_node;
	while (next != 0 && next <= bvh->nodes.count && count <= bvh->nodes.count) {
		next = bvh->links.data[next - 1].place;
		count++;
	}
	return next == 0 ? count : bvh->nodes.count + 1;
}

static uint32_t count_free_leaves(const Bvh *bvh) {
	uint32_t count = 0;
	uint32_t next = bvh->free_leaf;
	while (next != 0 && next <= bvh->leaves.count && count <= bvh->leaves.count) {
		next = bvh->leaves.data[next - 1].user;
		count++;
	}
	return next == 0 ? count : bvh->leaves.count + 1;
}

bool mk_bvh_is_valid(const Bvh *bvh) {
	if (bvh->count > bvh->leaves.count) return false;
	if (bvh->count + count_free_leaves(bvh) != bvh->leaves.count) return false;
	if (bvh->links.count != bvh->nodes.count) return false;
	if (bvh->count == 0) return count_free_nodes(bvh) == bvh->nodes.count;
	if (bvh->root >= bvh->nodes.count || !has_children(bvh, bvh->root)) return false;
	if (bvh->links.data[bvh->root].place != MK_BVH_NONE) return false;
	uint32_t leaf_count = 0;
	uint32_t node_count = 1;
	uint32_t place = bvh->root * 2;
	while (place != MK_BVH_NONE && leaf_count <= bvh->count) {
		if (!is_record_valid(bvh, place)) return false;
		uint32_t ref = bvh_at(bvh, place)->ref;
		leaf_count += ref_is_leaf(ref) && ref != MK_BVH_NONE;
		node_count += !ref_is_leaf(ref);
		place = ref_is_leaf(ref) ? bvh_next_place(bvh, place, MK_BVH_NONE) : ref * 2;
	}
	return leaf_count == bvh->count && node_count + count_free_nodes(bvh) == bvh->nodes.count &&
			bvh->links.data[bvh->root].height == bvh_node_height(bvh, bvh->root);
}

Real mk_bvh_cost(const Bvh *bvh) {
	if (bvh->count == 0) return 0;
	BoxRef root = bvh_node_record(bvh, bvh->root);
	Real root_area = area_measure(box_ref_box(&root));
	Real sum = 0;
	uint32_t place = bvh->root * 2;
	while (place != MK_BVH_NONE) {
		const BoxRef *record = bvh_at(bvh, place);
		bool is_leaf = ref_is_leaf(record->ref);
		if (!is_leaf) sum += area_measure(box_ref_box(record));
		place = is_leaf ? bvh_next_place(bvh, place, MK_BVH_NONE) : record->ref * 2;
	}
	return root_area > 0 ? sum / root_area : 0;
}

static uint64_t hash_record(uint64_t hash, const BoxRef *record) {
	const Vec3 *corners[2] = { &record->min, &record->max };
	for (int i = 0; i < 2; i++) {
		hash = hash_f64(hash, (double)corners[i]->x);
		hash = hash_f64(hash, (double)corners[i]->y);
		hash = hash_f64(hash, (double)corners[i]->z);
	}
	return hash_u64(hash_u64(hash, record->ref), record->mask);
}

uint64_t mk_bvh_hash(const Bvh *bvh) {
	uint64_t hash = hash_u64(MK_HASH_SEED, bvh->count);
	if (bvh->count == 0) return hash;
	uint32_t place = bvh->root * 2;
	while (place != MK_BVH_NONE) {
		const BoxRef *record = bvh_at(bvh, place);
		hash = hash_record(hash_u64(hash, place), record);
		bool is_leaf = ref_is_leaf(record->ref);
		if (is_leaf) hash = hash_u64(hash, bvh->leaves.data[ref_leaf(record->ref)].user);
		place = is_leaf ? bvh_next_place(bvh, place, MK_BVH_NONE) : record->ref * 2;
	}
	return hash;
}

size_t mk_bvh_memory(const Bvh *bvh) {
	return bvh->nodes.capacity * sizeof(BvhNode) + bvh->links.capacity * sizeof(BvhLink) +
			bvh->leaves.capacity * sizeof(BvhLeaf) + bvh->items.capacity * sizeof(BoxRef) +
			bvh->spare.capacity * sizeof(uint32_t);
}
