// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Layers, masks, exceptions and joints that change say anew who may meet whom. Only what that
// concerns ends, changes or wakes: a floor with one exception more goes on carrying all others, in
// their sleep and with their impulses.
#include "world/parts.h"

static void filter_contact(World *world, uint32_t index) {
	Contact *contact = contact_array_at(&world->contacts, index);
	WorldObject *a = contact_object(world, contact, 0);
	WorldObject *b = contact_object(world, contact, 1);
	bool is_pushed[2] = { object_sees(a, b), object_sees(b, a) };
	bool is_over = !mk_world_can_meet(world, a, b);
	bool is_same = contact->is_pushed[0] == is_pushed[0] && contact->is_pushed[1] == is_pushed[1];
	if (!is_over && is_same) return;
	if (contact->first_patch != MK_WORLD_NONE) {
		mk_world_wake(world, a);
		mk_world_wake(world, b);
	}
	if (is_over) {
		mk_contact_destroy(world, index);
		return;
	}
	memcpy(contact->is_pushed, is_pushed, sizeof(is_pushed));
	mk_contact_update_material(world, index);
}

void mk_world_filter(World *world, WorldObject *object) {
	for (uint32_t e = object->first_edge; e != MK_WORLD_NONE;) {
		uint32_t next = contact_array_at(&world->contacts, e / 2)->edges[e % 2].next;
		filter_contact(world, e / 2);
		e = next;
	}
	mk_world_update_contacts(world, object);
	mk_overlap_filter(world, object);
	mk_world_mark_moved(world, object);
}

// Each contact is in the lists of both. What is static may have very many, and to look for new ones
// around it takes as long.
void mk_world_filter_pair(World *world, WorldObject *a, WorldObject *b) {
	WorldObject *object = a->body->mode == BODY_STATIC ? b : a;
	mk_world_change(world, object, OBJECT_FILTER_CHANGED);
}
