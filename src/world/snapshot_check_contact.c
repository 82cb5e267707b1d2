// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Whether the contacts and joints of a shadow fit together, and whether their lanes are those of a
// coloured graph: no two constraints of a colour move the same body, and every lane has one owner.
#include "world/snapshot_parts.h"

static const Collider *end_of(const WorldShadow *shadow, const Contact *contact, int side) {
	uint32_t index = contact->colliders[side];
	if (index >= shadow->colliders.count) return NULL;
	const Collider *collider = shadow->colliders.data + index;
	return collider->object == NULL ? NULL : collider;
}

// A collider has its shape only once it is in the world.
static const Shape *shape_of(const WorldShadow *shadow, const Contact *contact, int side) {
	uint32_t index = contact->colliders[side];
	const WorldObject *object = shadow->colliders.data[index].object;
	return object->shapes.data[shadow->shape_slots.data[index]].shape;
}

static const SnapObject *object_of(const WorldShadow *shadow, const Contact *contact, int side) {
	return shadow->objects.data + end_of(shadow, contact, side)->object->index;
}

// A contact of concave shapes has a cache with room for its parts, and their manifolds are there.
static bool is_cache_sound(const WorldShadow *shadow, const Contact *contact) {
	const Shape *a = shape_of(shadow, contact, 0);
	const Shape *b = shape_of(shadow, contact, 1);
	bool has_cache = contact->found_first != MK_WORLD_NONE;
	if (mk_concave_cache_is_for(a, b) != has_cache) return false;
	if (!has_cache) return true;
	const SnapConcave *concave = shadow->concaves.data + contact->found_first;
	if (concave->part_count > mk_part_caches_wanted(a, b)) return false;
	for (uint32_t i = 0; i < concave->part_count; i++) {
		const PartCache *part = shadow->part_caches.data + concave->first_part + i;
		if ((uint64_t)part->first + part->count > concave->count) return false;
	}
	return true;
}

static bool is_contact_sound(WorldShadow *shadow, uint32_t index) {
	const Contact *contact = shadow->contacts.data + index;
	const Collider *a = end_of(shadow, contact, 0);
	const Collider *b = end_of(shadow, contact, 1);
	if (a == NULL || b == NULL || a->object == b->object) return false;
	if (a->tree == TREE_AREA || b->tree == TREE_AREA) return false;
	for (int side = 0; side < 2; side++)
		if (contact->is_pushed[side] && !body_is_rigid(&object_of(shadow, contact, side)->body)) {
			return false;
		}
	if (!is_cache_sound(shadow, contact)) return false;
	if (contact->is_active) {
		if (contact->active_index >= shadow->active.count) return false;
		if (shadow->active.data[contact->active_index] != MK_WORLD_NONE) return false;
		shadow->active.data[contact->active_index] = index;
	}
	uint64_t key = pair_key(contact->colliders[0], contact->colliders[1]);
	return mk_pair_set_insert(&shadow->pairs, key, index);
}

// Walks the lists of all objects: together they hold each side of each contact once.
static bool contact_lists_are_sound(const WorldShadow *shadow, const World *world, uint32_t live) {
	uint32_t left = 2 * live;
	for (uint32_t i = 0; i < shadow->objects.count; i++) {
		uint32_t previous = MK_WORLD_NONE;
		for (uint32_t e = shadow->objects.data[i].first_edge; e != MK_WORLD_NONE; left--) {
			if (left == 0 || e / 2 >= shadow->contacts.count) return false;
			const Contact *contact = shadow->contacts.data + e / 2;
			if (contact->colliders[0] == MK_WORLD_NONE) return false;
			if (end_of(shadow, contact, (int)(e % 2))->object != world->objects.data[i])
				return false;
			if (contact->edges[e % 2].previous != previous) return false;
			previous = e;
			e = contact->edges[e % 2].next;
		}
	}
	return left == 0;
}

bool mk_shadow_contacts_are_sound(WorldShadow *shadow, const World *world) {
	uint32_t count = shadow->contacts.count;
	uint32_t live = 0;
	mk_pair_set_clear(&shadow->pairs);
	mk_pair_set_reserve(&shadow->pairs, count);
	for (uint32_t i = 0; i < shadow->active.count; i++)
		shadow->active.data[i] = MK_WORLD_NONE;
	for (uint32_t i = 0; i < count; i++) {
		if (shadow->contacts.data[i].colliders[0] == MK_WORLD_NONE) continue;
		if (!is_contact_sound(shadow, i)) return false;
		live++;
	}
	for (uint32_t i = 0; i < shadow->active.count; i++)
		if (shadow->active.data[i] == MK_WORLD_NONE) return false;
	uint32_t i = shadow->free_contact;
	for (uint32_t left = count - live; left > 0; left--, i = shadow->contacts.data[i].found_first)
		if (i >= count || shadow->contacts.data[i].colliders[0] != MK_WORLD_NONE) return false;
	return i == MK_WORLD_NONE && contact_lists_are_sound(shadow, world, live);
}

// Marks a colour at the bodies that a constraint moves; false if one of them has it already.
static bool mark_color(
		WorldShadow *shadow, const SnapObject *a, const SnapObject *b, uint32_t color) {
	const SnapObject *ends[2] = { a, b };
	if (color == MK_GRAPH_OVERFLOW) return true;
	for (int i = 0; i < 2; i++) {
		if (ends[i] == NULL || !body_is_rigid(&ends[i]->body)) continue;
		uint32_t *colors = shadow->marks.data + ends[i]->row;
		if (*colors >> color & 1) return false;
		*colors |= 1u << color;
	}
	return true;
}

static bool count_lanes(WorldShadow *shadow) {
	memset(shadow->lane_counts, 0, sizeof(shadow->lane_counts));
	for (uint32_t i = 0; i < shadow->active.count; i++) {
		const Contact *contact = shadow->contacts.data + shadow->active.data[i];
		const SnapObject *a = object_of(shadow, contact, 0);
		const SnapObject *b = object_of(shadow, contact, 1);
		for (uint32_t p = contact->first_patch; p != MK_WORLD_NONE;) {
			const ContactPatch *patch = shadow->patches.data + p;
			shadow->lane_counts[patch->slot.color]++;
			if (!mark_color(shadow, a, b, patch->slot.color)) return false;
			p = patch->next;
		}
	}
	return true;
}

// Each lane below the count of its colour has one owner; overflow has a bundle for each.
static bool lanes_are_sound(WorldShadow *shadow) {
	uint32_t firsts[MK_GRAPH_COLORS + 1] = { 0 };
	for (uint32_t i = 0; i < MK_GRAPH_COLORS; i++)
		firsts[i + 1] = firsts[i] + shadow->lane_counts[i];
	number_array_clear(&shadow->marks);
	number_array_resize(&shadow->marks, firsts[MK_GRAPH_COLORS]);
	for (uint32_t i = 0; i < shadow->active.count; i++) {
		const Contact *contact = shadow->contacts.data + shadow->active.data[i];
		for (uint32_t p = contact->first_patch; p != MK_WORLD_NONE;) {
			const ContactPatch *patch = shadow->patches.data + p;
			uint32_t lane = patch->slot.lane;
			if (patch->slot.color == MK_GRAPH_OVERFLOW) {
				if (lane % MK_BUNDLE_LANES != 0) return false;
				lane /= MK_BUNDLE_LANES;
			}
			if (lane >= shadow->lane_counts[patch->slot.color]) return false;
			uint32_t *owners = shadow->marks.data + firsts[patch->slot.color] + lane;
			if (*owners != 0) return false;
			*owners = 1;
			p = patch->next;
		}
	}
	return true;
}

static const SnapObject *joint_end(const WorldShadow *shadow, const SnapJoint *joint, int side) {
	uint32_t end = joint->ends[side];
	return end == MK_WORLD_NONE ? NULL : shadow->objects.data + end;
}

static bool is_rigid(const SnapObject *object) {
	return object != NULL && body_is_rigid(&object->body);
}

static bool joint_colors_are_sound(WorldShadow *shadow) {
	for (uint32_t i = 0; i < shadow->joints.count; i++) {
		const SnapJoint *joint = shadow->joints.data + i;
		if (!joint->joint.is_active) continue;
		const SnapObject *a = joint_end(shadow, joint, 0);
		const SnapObject *b = joint_end(shadow, joint, 1);
		if (!is_rigid(a) && !is_rigid(b)) return false;
		bool is_serial = joint->joint.list >= MK_GRAPH_OVERFLOW;
		if (!is_serial && !mark_color(shadow, a, b, joint->joint.list)) return false;
	}
	return true;
}

// Each place of each list has one joint.
static bool joint_lists_are_sound(WorldShadow *shadow) {
	uint32_t firsts[MK_JOINT_LISTS + 1] = { 0 };
	for (uint32_t i = 0; i < shadow->joints.count; i++) {
		const WorldJoint *joint = &shadow->joints.data[i].joint;
		if (joint->is_active) firsts[joint->list + 1]++;
	}
	for (uint32_t i = 0; i < MK_JOINT_LISTS; i++)
		firsts[i + 1] += firsts[i];
	number_array_clear(&shadow->marks);
	number_array_resize(&shadow->marks, firsts[MK_JOINT_LISTS]);
	for (uint32_t i = 0; i < shadow->joints.count; i++) {
		const WorldJoint *joint = &shadow->joints.data[i].joint;
		if (!joint->is_active) continue;
		uint32_t first = firsts[joint->list];
		if (joint->list_index >= firsts[joint->list + 1] - first) return false;
		uint32_t *place = shadow->marks.data + first + joint->list_index;
		if (*place != 0) return false;
		*place = 1;
	}
	return true;
}

bool mk_shadow_graph_is_sound(WorldShadow *shadow) {
	number_array_clear(&shadow->marks);
	number_array_resize(&shadow->marks, shadow->row_count);
	return count_lanes(shadow) && joint_colors_are_sound(shadow) && lanes_are_sound(shadow) &&
			joint_lists_are_sound(shadow);
}
