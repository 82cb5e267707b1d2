// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A body in the world of its space: what the world has to know is copied to it when it changes.
#include "server/body.h"
#include "server/joint.h"

void mk_body_world_surroundings(void *user, const WorldObject *object, BodySurroundings *out) {
	(void)user;
	*out = mk_body_surroundings(object->user);
}

static void copy_parameters(ServerBody *body) {
	WorldObject *object = &body->world;
	object->tag = body->object.instance_id;
	object->layer = body->object.layer;
	object->mask = body->object.mask;
	object->friction = (Real)body->params.friction;
	object->bounce = (Real)body->params.bounce;
	object->max_contacts = (uint32_t)body->max_contacts;
	object->is_continuous = body->is_continuous;
}

void mk_body_tell_world(ServerBody *body, uint32_t changes) {
	if (body->world.index == MK_WORLD_NONE) return;
	// the world lets go of the old shapes at once: they may be freed before it looks again
	if (changes & OBJECT_SHAPES_CHANGED) {
		mk_world_take_shapes(&body->object.space->world, &body->world);
		mk_object_copy_shapes(&body->object, &body->world.shapes);
	}
	copy_parameters(body);
	mk_world_change(&body->object.space->world, &body->world, changes);
}

static bool is_ignoring(const ServerBody *a, const ServerBody *b) {
	for (uint32_t i = 0; i < a->exceptions.count; i++)
		if (a->exceptions.data[i].id == b->object.item.rid.id) return true;
	return false;
}

void mk_body_update_exception(ServerBody *a, ServerBody *b) {
	if (!b || a == b || !a->object.space || a->object.space != b->object.space) return;
	bool is_ignored = is_ignoring(a, b) || is_ignoring(b, a);
	mk_world_set_exception(&a->object.space->world, &a->world, &b->world, is_ignored);
}

// Exceptions that either side has noted before both came together.
static void enter_exceptions(ServerBody *body) {
	const BodyPointerArray *bodies = &body->object.space->bodies;
	for (uint32_t i = 0; i < bodies->count; i++) {
		ServerBody *other = bodies->data[i];
		if (other->exceptions.count == 0 && body->exceptions.count == 0) continue;
		if (is_ignoring(body, other) || is_ignoring(other, body)) {
			mk_body_update_exception(body, other);
		}
	}
}

void mk_body_enter_world(ServerBody *body) {
	mk_object_copy_shapes(&body->object, &body->world.shapes);
	copy_parameters(body);
	mk_world_add(&body->object.space->world, &body->world);
	enter_exceptions(body);
	mk_joint_enter_body(body);
}

void mk_body_leave_world(ServerBody *body) {
	mk_world_remove(&body->object.space->world, &body->world);
}
