// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Whether a shadow is a world: every number leads to something that exists and leads back, every
// list ends and holds what it should, nothing is in two places. A checksum finds accidents; this is
// for bytes that somebody has made up.
#include "world/snapshot_parts.h"

// Clears a mark per element.
static uint32_t *clear_marks(WorldShadow *shadow, uint32_t count) {
	number_array_clear(&shadow->marks);
	number_array_resize(&shadow->marks, count);
	return shadow->marks.data;
}

// Marks an element that must be there and not marked yet.
static bool mark(uint32_t *marks, uint32_t count, uint32_t index) {
	if (index >= count || marks[index] != 0) return false;
	marks[index] = 1;
	return true;
}

// Areas do not move, what forces move is in a row, and only what can move is awake.
static bool is_object_sound(const SnapObject *object) {
	bool can_move = object->body.mode != BODY_STATIC;
	if (object->is_area && can_move) return false;
	if (can_move != (object->mover_index != MK_WORLD_NONE)) return false;
	if (!can_move) return !object->is_awake && !object->is_touched;
	bool is_known = object->is_awake || object->is_touched || !body_is_moving(&object->body);
	return object->row != 0 && is_known;
}

static bool rows_are_sound(WorldShadow *shadow) {
	uint32_t count = shadow->row_count;
	// row 0 is the world's
	if (count == 0 || count - 1 > shadow->objects.count + shadow->free_rows.count) return false;
	uint32_t *marks = clear_marks(shadow, count);
	uint32_t used = 1;
	for (uint32_t i = 0; i < shadow->objects.count; i++) {
		uint32_t row = shadow->objects.data[i].row;
		if (row == 0) continue;
		if (!mark(marks, count, row)) return false;
		used++;
	}
	for (uint32_t i = 0; i < shadow->free_rows.count; i++, used++) {
		uint32_t row = shadow->free_rows.data[i];
		if (row == 0 || !mark(marks, count, row)) return false;
	}
	return used == count;
}

// Numbers of movers, and of those that are awake, are 0, 1, 2 ... in some order.
static bool lists_are_sound(WorldShadow *shadow) {
	uint32_t count = shadow->objects.count;
	uint32_t *marks = clear_marks(shadow, 2 * count);
	uint32_t movers = 0;
	uint32_t awake = 0;
	for (uint32_t i = 0; i < count; i++) {
		const SnapObject *object = shadow->objects.data + i;
		movers += object->mover_index != MK_WORLD_NONE;
		awake += object->is_awake;
	}
	for (uint32_t i = 0; i < count; i++) {
		const SnapObject *object = shadow->objects.data + i;
		if (!is_object_sound(object)) return false;
		if (object->mover_index != MK_WORLD_NONE && !mark(marks, movers, object->mover_index)) {
			return false;
		}
		if (object->is_awake && !mark(marks + count, awake, object->awake_index)) return false;
	}
	return true;
}

static ColliderTree tree_of(const SnapObject *object) {
	if (object->is_area) return TREE_AREA;
	return object->body.mode == BODY_STATIC ? TREE_STATIC : TREE_MOVING;
}

// A collider is made of a shape that its object has, stands where that can be
// told, and its leaf is its own.
static bool is_collider_sound(const WorldShadow *shadow, uint32_t index) {
	const Collider *collider = shadow->colliders.data + index;
	const WorldObject *object = collider->object;
	const SnapObject *saved = shadow->objects.data + object->index;
	uint32_t slot = shadow->shape_slots.data[index];
	if (slot >= object->shapes.count || object->shapes.data[slot].shape == NULL) return false;
	Affine pose = affine_multiply(saved->body.pose, object->shapes.data[slot].local);
	if (!affine_is_finite(pose) || collider->tree != tree_of(saved)) return false;
	const Bvh *tree = shadow->trees + collider->tree;
	return bvh_has(tree, collider->leaf) && bvh_user(tree, collider->leaf) == index;
}

// Each object has its colliders, in the order of its shapes, and each collider its object.
static bool owners_are_sound(WorldShadow *shadow, const World *world) {
	uint32_t count = shadow->colliders.count;
	uint32_t *marks = clear_marks(shadow, count);
	for (uint32_t i = 0; i < shadow->objects.count; i++) {
		const SnapObject *object = shadow->objects.data + i;
		uint32_t next_slot = 0;
		for (uint32_t k = 0; k < object->collider_count; k++) {
			uint32_t number = shadow->numbers.data[object->collider_first + k];
			if (!mark(marks, count, number)) return false;
			if (shadow->colliders.data[number].object != world->objects.data[i]) return false;
			if (shadow->shape_slots.data[number] < next_slot) return false;
			next_slot = shadow->shape_slots.data[number] + 1;
		}
	}
	for (uint32_t i = 0; i < count; i++)
		if ((shadow->colliders.data[i].object != NULL) != (marks[i] != 0)) return false;
	return true;
}

// The list of free ones holds all that are free, once.
static bool free_colliders_are_sound(const WorldShadow *shadow) {
	uint32_t left = 0;
	for (uint32_t i = 0; i < shadow->colliders.count; i++)
		left += shadow->colliders.data[i].object == NULL;
	uint32_t i = shadow->free_collider;
	for (; left > 0; left--, i = shadow->colliders.data[i].leaf)
		if (i >= shadow->colliders.count || shadow->colliders.data[i].object != NULL) return false;
	return i == MK_WORLD_NONE;
}

// Beyond mk_bvh_is_valid: what is free is not part of the tree.
static bool free_nodes_are_sound(WorldShadow *shadow, const Bvh *tree) {
	uint32_t *marks = clear_marks(shadow, tree->nodes.count);
	for (uint32_t next = tree->free_node; next != 0; next = tree->links.data[next - 1].place)
		marks[next - 1] = 1;
	if (tree->count > 0 && marks[tree->root] != 0) return false;
	for (uint32_t i = 0; i < tree->nodes.count; i++)
		for (uint32_t k = 0; k < 2 && marks[i] == 0; k++) {
			uint32_t ref = tree->nodes.data[i].child[k].ref;
			if (ref < tree->nodes.count && marks[ref] != 0) return false;
		}
	for (uint32_t next = tree->free_leaf; next != 0; next = tree->leaves.data[next - 1].user)
		if (tree->leaves.data[next - 1].place != MK_BVH_NONE) return false;
	return true;
}

static bool trees_are_sound(WorldShadow *shadow) {
	for (uint32_t t = 0; t < TREE_COUNT; t++) {
		const Bvh *tree = shadow->trees + t;
		if (!mk_bvh_is_valid(tree) || !free_nodes_are_sound(shadow, tree)) return false;
		uint32_t count = 0;
		for (uint32_t i = 0; i < shadow->colliders.count; i++) {
			const Collider *collider = shadow->colliders.data + i;
			count += collider->object != NULL && collider->tree == t;
		}
		if (count != tree->count) return false;
	}
	for (uint32_t i = 0; i < shadow->colliders.count; i++)
		if (shadow->colliders.data[i].object != NULL && !is_collider_sound(shadow, i)) return false;
	return true;
}

// Colliders that wait to be looked at: each once, and each that says so.
static bool is_waiting_list_sound(WorldShadow *shadow, const NumberArray *list, bool of_areas) {
	uint32_t count = shadow->colliders.count;
	uint32_t *marks = clear_marks(shadow, count);
	for (uint32_t i = 0; i < list->count; i++)
		if (!mark(marks, count, list->data[i])) return false;
	for (uint32_t i = 0; i < count; i++) {
		const Collider *collider = shadow->colliders.data + i;
		if ((of_areas ? collider->is_area_due : collider->is_moved) != (marks[i] != 0))
			return false;
	}
	return true;
}

static const Collider *end_of(const WorldShadow *shadow, const Overlap *overlap, int side) {
	uint32_t index = overlap->colliders[side];
	if (index >= shadow->colliders.count) return NULL;
	const Collider *collider = shadow->colliders.data + index;
	return collider->object == NULL ? NULL : collider;
}

static bool is_overlap_sound(WorldShadow *shadow, uint32_t index) {
	const Overlap *overlap = shadow->overlaps.data + index;
	const Collider *a = end_of(shadow, overlap, 0);
	const Collider *b = end_of(shadow, overlap, 1);
	if (a == NULL || b == NULL || a->object == b->object) return false;
	if (!a->object->is_area && !b->object->is_area) return false;
	if (overlap->sees[0] && !a->object->is_area) return false;
	if (overlap->sees[1] && !b->object->is_area) return false;
	uint64_t key = pair_key(overlap->colliders[0], overlap->colliders[1]);
	return mk_pair_set_insert(&shadow->area_pairs, key, index);
}

// Walks the lists of all objects: together they hold each side of each overlap once.
static bool overlap_lists_are_sound(const WorldShadow *shadow, const World *world, uint32_t live) {
	uint32_t left = 2 * live;
	for (uint32_t i = 0; i < shadow->objects.count; i++) {
		uint32_t previous = MK_WORLD_NONE;
		for (uint32_t e = shadow->objects.data[i].first_overlap; e != MK_WORLD_NONE; left--) {
			if (left == 0 || e / 2 >= shadow->overlaps.count) return false;
			const Overlap *overlap = shadow->overlaps.data + e / 2;
			if (overlap->colliders[0] == MK_WORLD_NONE) return false;
			if (end_of(shadow, overlap, (int)(e % 2))->object != world->objects.data[i])
				return false;
			if (overlap->edges[e % 2].previous != previous) return false;
			previous = e;
			e = overlap->edges[e % 2].next;
		}
	}
	return left == 0;
}

static bool overlaps_are_sound(WorldShadow *shadow, const World *world) {
	uint32_t count = shadow->overlaps.count;
	uint32_t live = 0;
	mk_pair_set_clear(&shadow->area_pairs);
	mk_pair_set_reserve(&shadow->area_pairs, count);
	for (uint32_t i = 0; i < count; i++) {
		if (shadow->overlaps.data[i].colliders[0] == MK_WORLD_NONE) continue;
		if (!is_overlap_sound(shadow, i)) return false;
		live++;
	}
	uint32_t i = shadow->free_overlap;
	for (uint32_t left = count - live; left > 0; left--, i = shadow->overlaps.data[i].edges[0].next)
		if (i >= count || shadow->overlaps.data[i].colliders[0] != MK_WORLD_NONE) return false;
	return i == MK_WORLD_NONE && overlap_lists_are_sound(shadow, world, live);
}

static bool exceptions_are_sound(const WorldShadow *shadow) {
	uint32_t count = shadow->objects.count;
	for (uint32_t i = 0; i < shadow->exceptions.count; i++) {
		uint64_t key = shadow->exceptions.data[i];
		uint32_t a = (uint32_t)(key >> 32);
		uint32_t b = (uint32_t)key;
		if (a >= b || b >= count) return false;
		if (i > 0 && key <= shadow->exceptions.data[i - 1]) return false;
	}
	return true;
}

bool mk_shadow_is_sound(WorldShadow *shadow, const World *world) {
	return rows_are_sound(shadow) && lists_are_sound(shadow) && owners_are_sound(shadow, world) &&
			free_colliders_are_sound(shadow) && trees_are_sound(shadow) &&
			is_waiting_list_sound(shadow, &shadow->moved, false) &&
			is_waiting_list_sound(shadow, &shadow->areas_moved, true) &&
			overlaps_are_sound(shadow, world) && exceptions_are_sound(shadow) &&
			mk_shadow_contacts_are_sound(shadow, world) && mk_shadow_graph_is_sound(shadow);
}
