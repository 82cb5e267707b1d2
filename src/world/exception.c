// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Pairs of objects that ignore each other. The set of pairs answers in constant time; the
// list of every object names its partners, so that coming and going costs what it has of
// them, not what the world holds.
#include "world/parts.h"

// From both ends: a scene is taken down in the order in which it was built, or in the opposite one.
static void forget_partner(WorldObject *object, const WorldObject *partner) {
	ObjectPointers *partners = &object->exceptions;
	for (uint32_t i = 0, k = partners->count; i < k; i++) {
		k--;
		bool is_first = partners->data[i] == partner;
		if (!is_first && partners->data[k] != partner) continue;
		object_pointers_swap_remove(partners, is_first ? i : k);
		return;
	}
}

bool mk_world_is_exception(const World *world, const WorldObject *a, const WorldObject *b) {
	if (a->exceptions.count == 0 || b->exceptions.count == 0) return false;
	return mk_pair_set_find(&world->exceptions, pair_key(a->index, b->index)) != NULL;
}

void mk_world_set_exception(World *world, WorldObject *a, WorldObject *b, bool is_ignored) {
	if (a == b) return;
	uint64_t key = pair_key(a->index, b->index);
	if (is_ignored) {
		if (!mk_pair_set_insert(&world->exceptions, key, 0)) return;
		object_pointers_push(&a->exceptions, b);
		object_pointers_push(&b->exceptions, a);
	} else if (mk_pair_set_remove(&world->exceptions, key)) {
		forget_partner(a, b);
		forget_partner(b, a);
	}
	mk_world_filter_pair(world, a, b);
}

void mk_world_drop_exceptions(World *world, WorldObject *object) {
	for (uint32_t i = 0; i < object->exceptions.count; i++) {
		WorldObject *partner = object->exceptions.data[i];
		mk_pair_set_remove(&world->exceptions, pair_key(object->index, partner->index));
		forget_partner(partner, object);
	}
	object_pointers_free(&object->exceptions);
}

void mk_world_renumber(World *world, WorldObject *object, uint32_t index) {
	for (uint32_t i = 0; i < object->exceptions.count; i++) {
		uint32_t partner = object->exceptions.data[i]->index;
		mk_pair_set_remove(&world->exceptions, pair_key(object->index, partner));
		mk_pair_set_insert(&world->exceptions, pair_key(index, partner), 0);
	}
	object->index = index;
	world->objects.data[index] = object;
}
