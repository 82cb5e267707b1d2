// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Lost bodies: those that the solver cannot start from, and those that come out of it with what is
// no number (movement.c). They stay where they are, asleep. What they touch and are joined to
// remembers impulses by which the next step would start, and which are perhaps no numbers either:
// whoever woke such a body would lose it again, with its neighbours, and no snapshot takes them. So
// all of that is forgotten.
#include "world/parts.h"

static void forget(World *world, const WorldObject *object) {
	for (uint32_t e = object->first_edge; e != MK_WORLD_NONE;) {
		mk_contact_forget(world, e / 2);
		e = contact_array_at(&world->contacts, e / 2)->edges[e % 2].next;
	}
	for (const JointEdge *edge = object->first_joint; edge != NULL; edge = edge->next)
		mk_joint_forget(world, edge->joint);
}

void mk_world_forget_lost(World *world) {
	for (uint32_t i = 0; i < world->awake.count; i++)
		if (world->awake.data[i]->is_lost) forget(world, world->awake.data[i]);
}
