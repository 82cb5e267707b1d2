// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A body in the world of its space: what the world has to know is copied to it when it changes.
#include "server/body.h"
#include "server/joint.h"

// The world asks this of each rigid body that moves, when all that the host has done to it is done.
void mk_body_world_surroundings(void *user, const WorldObject *object, BodySurroundings *out) {
	(void)user;
	ServerBody *body = object->user;
	const ServerSpace *space = body->object.space;
	if (space->reporter_count > 0) {
		body->start = (BodyMotion){ body->body.linear_velocity, body->body.angular_velocity };
		body->start_step = space->step_count;
	}
	*out = mk_body_surroundings(body);
}

static void set_max_contacts(ServerBody *body, uint32_t count) {
	ServerSpace *space = body->object.space;
	if (body->world.max_contacts > 0) space->reporter_count--;
	if (count > 0) space->reporter_count++;
	body->world.max_contacts = count;
}

static void copy_parameters(ServerBody *body) {
	WorldObject *object = &body->world;
	object->tag = body->object.instance_id;
	object->layer = body->object.layer;
	object->mask = body->object.mask;
	object->friction = (Real)body->params.friction;
	object->bounce = (Real)body->params.bounce;
	set_max_contacts(body, (uint32_t)body->max_contacts);
	object->is_continuous = body->is_continuous;
}

void mk_body_tell_world(ServerBody *body, uint32_t changes) {
	if (body->world.index == MK_WORLD_NONE) return;
	World *world = &body->object.space->world;
	// the world lets go of the old shapes at once: they may be freed before it looks again
	if (changes & OBJECT_SHAPES_CHANGED) {
		mk_world_take_shapes(world, &body->world);
		mk_object_copy_shapes(&body->object, &body->world.shapes);
	}
	copy_parameters(body);
	mk_world_change(world, &body->world, changes);
}

void mk_body_touch(ServerBody *body) {
	if (body->world.index == MK_WORLD_NONE || body->world.is_awake) return;
	mk_world_touch(&body->object.space->world, &body->world);
}

static bool is_ignoring(const ServerBody *a, const ServerBody *b) {
	return mk_rid_array_has(&a->exceptions, b->object.item.rid);
}

static ServerBody *find_other(const ServerBody *body, GdRID other) {
	return mk_rid_find(&body->object.item.server->rids, other, RID_BODY);
}

static void update_exception(ServerBody *a, ServerBody *b) {
	if (!b || a == b || !a->object.space || a->object.space != b->object.space) return;
	bool is_ignored = is_ignoring(a, b) || is_ignoring(b, a);
	mk_world_set_exception(&a->object.space->world, &a->world, &b->world, is_ignored);
}

void mk_body_set_exception(ServerBody *body, GdRID other, bool is_ignored) {
	ServerBody *found = find_other(body, other);
	mk_rid_array_set(&body->exceptions, other, is_ignored);
	if (found) mk_rid_array_set(&found->excepted_by, body->object.item.rid, is_ignored);
	update_exception(body, found);
}

void mk_body_forget_exceptions(ServerBody *body) {
	for (uint32_t i = 0; i < body->exceptions.count; i++) {
		ServerBody *other = find_other(body, body->exceptions.data[i]);
		if (other) mk_rid_array_set(&other->excepted_by, body->object.item.rid, false);
	}
	for (uint32_t i = 0; i < body->excepted_by.count; i++) {
		ServerBody *other = find_other(body, body->excepted_by.data[i]);
		if (other) mk_rid_array_set(&other->exceptions, body->object.item.rid, false);
	}
}

// What is in these lists is an exception: nothing needs to be looked for, however many there are.
static void enter_listed(ServerBody *body, const RidArray *others) {
	for (uint32_t i = 0; i < others->count; i++) {
		ServerBody *other = find_other(body, others->data[i]);
		if (!other || other->object.space != body->object.space) continue;
		mk_world_set_exception(&body->object.space->world, &body->world, &other->world, true);
	}
}

// Exceptions that either side has noted before both came together.
static void enter_exceptions(ServerBody *body) {
	enter_listed(body, &body->exceptions);
	enter_listed(body, &body->excepted_by);
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
	set_max_contacts(body, 0);
}
