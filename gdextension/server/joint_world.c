// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Joints in the worlds of spaces. A body that leaves its space takes its joints out of the world;
// when it comes into the space of its partner, or back, they are put in again.
#include "server/body.h"
#include "server/describe.h"
#include "server/joint.h"

static void include(JointPointerArray *joints, ServerJoint *joint) {
	joint_pointer_array_push(joints, joint);
}

static void exclude(JointPointerArray *joints, const ServerJoint *joint) {
	for (uint32_t i = 0; i < joints->count; i++) {
		if (joints->data[i] != joint) continue;
		joint_pointer_array_swap_remove(joints, i);
		return;
	}
}

void mk_joint_bind(ServerJoint *joint, ServerBody *body_a, ServerBody *body_b) {
	joint->body_a = body_a;
	joint->body_b = body_b;
	joint->is_to_world = !body_b;
	include(&body_a->joints, joint);
	if (body_b) include(&body_b->joints, joint);
	mk_joint_update(joint);
}

// Both bodies, where there are two, have to be in one space.
static World *world_of(const ServerJoint *joint) {
	if (!joint->body_a || !joint->body_a->object.space) return NULL;
	if (!joint->is_to_world) {
		bool is_near = joint->body_b && joint->body_b->object.space == joint->body_a->object.space;
		if (!is_near) return NULL;
	}
	return &joint->body_a->object.space->world;
}

static void leave_world(ServerJoint *joint) {
	if (joint->world.is_in_world) mk_world_remove_joint(world_of(joint), &joint->world);
}

void mk_joint_release(ServerJoint *joint) {
	leave_world(joint);
	if (joint->body_a) exclude(&joint->body_a->joints, joint);
	if (joint->body_b) exclude(&joint->body_b->joints, joint);
	joint->body_a = joint->body_b = NULL;
}

// A body must also have been told to the world, which happens last when it enters a space.
static bool is_in_world(const ServerBody *body) { return body->world.index != MK_WORLD_NONE; }

static void choose_sides(ServerJoint *joint) {
	WorldObject *a = &joint->body_a->world;
	WorldObject *b = joint->body_b ? &joint->body_b->world : NULL;
	bool is_swapped = joint->is_to_world && joint->body_a->object.space->is_world_first;
	joint->world.objects[0] = is_swapped ? NULL : a;
	joint->world.objects[1] = is_swapped ? a : b;
}

static void write_world_joint(ServerJoint *joint) {
	WorldJoint *world = &joint->world;
	if (!world->is_in_world) choose_sides(joint);
	world->user = joint;
	world->settings = mk_joint_translate(joint);
	if (world->objects[0]) return;
	Transform frame = world->settings.frames[0];
	world->settings.frames[0] = world->settings.frames[1];
	world->settings.frames[1] = frame;
}

static void report_apart(const ServerJoint *joint) {
	if (!joint->body_a || !joint->body_b) return;
	if (!joint->body_a->object.space || !joint->body_b->object.space) return;
	mk_item_report(&joint->item, "joint", "its bodies are in two spaces; it holds nothing.");
}

void mk_joint_update(ServerJoint *joint) {
	World *world = world_of(joint);
	if (!world) report_apart(joint);
	if (!world || !is_in_world(joint->body_a)) return;
	if (joint->body_b && !is_in_world(joint->body_b)) return;
	write_world_joint(joint);
	const char *problem = mk_world_change_joint(world, &joint->world);
	if (!problem) return;
	mk_item_report(
			&joint->item, "joint", "it %s; it holds nothing until that is changed.", problem);
}

void mk_joint_enter_body(const ServerBody *body) {
	for (uint32_t i = 0; i < body->joints.count; i++)
		mk_joint_update(body->joints.data[i]);
}

void mk_joint_forget_body(ServerBody *body) {
	for (uint32_t i = 0; i < body->joints.count; i++) {
		ServerJoint *joint = body->joints.data[i];
		leave_world(joint);
		if (joint->body_a == body) joint->body_a = NULL;
		if (joint->body_b == body) joint->body_b = NULL;
	}
	joint_pointer_array_free(&body->joints);
}
