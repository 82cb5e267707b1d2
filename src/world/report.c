// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Objects that want to hear of their contacts and may have others now than before. While
// everybody sleeps there are none.
#include "world/parts.h"

void mk_world_report(World *world, WorldObject *object) {
	if (object->max_contacts == 0 || object->report_index != MK_WORLD_NONE) return;
	object->report_index = world->reporters.count;
	object_pointers_push(&world->reporters, object);
}

void mk_world_drop_report(World *world, WorldObject *object) {
	uint32_t index = object->report_index;
	if (index == MK_WORLD_NONE) return;
	object_pointers_swap_remove(&world->reporters, index);
	if (index < world->reporters.count) world->reporters.data[index]->report_index = index;
	object->report_index = MK_WORLD_NONE;
}

void mk_world_find_reporters(World *world) {
	for (uint32_t i = 0; i < world->awake.count; i++)
		mk_world_report(world, world->awake.data[i]);
	for (uint32_t i = 0; i < world->active.count; i++) {
		const Contact *contact = contact_array_at(&world->contacts, world->active.data[i]);
		for (int side = 0; side < 2; side++)
			mk_world_report(world, contact_object(world, contact, side));
	}
}

WorldObject *mk_world_next_reporter(World *world) {
	if (world->reporters.count == 0) return NULL;
	WorldObject *object = object_pointers_pop(&world->reporters);
	object->report_index = MK_WORLD_NONE;
	return object;
}
