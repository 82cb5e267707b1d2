// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Joints that were torn far apart, by a body that was put elsewhere, and that are in no tree: their
// bodies are put back before the step, without any speed, one joint after the other. The passes
// would bring them back by turning them, and leave them a part of that speed: around a loop each
// joint tears the next one, and its bodies fly off for good.
#include "math/sym3.h"
#include "world/parts.h"

// How far a joint is torn that is mended, and how far one of its bodies' others may then be, in
// parts of the longer of its arms, no unit. Loads stretch joints by less than the first.
#define MK_MEND_TORN 0.6f
#define MK_MEND_LEFT 0.02f
// A body turns by no more at once, rad: beyond it a turn does not follow its tangent.
#define MK_MEND_TURN 0.3f
// How often all joints are looked at; a ring of n of them is mended in about n rounds.
#define MK_MEND_ROUNDS 32

// A joint as mending sees it.
typedef struct MendedJoint {
	WorldObject *objects[2]; // NULL: nothing moves it
	Vec3 arms[2];
	Vec3 gap;  // from A's frame to B's, as far as it is held
	Real size; // m; of the longer arm
} MendedJoint;

static bool is_moved(const WorldObject *object) {
	return object != NULL && body_is_rigid(object->body);
}

// Returns what a vector has along those axes of a frame that are held.
static Vec3 hold(Vec3 v, Quat frame, uint32_t bits) {
	if (bits == 7) return v;
	Vec3 held = vec3_zero();
	for (int i = 0; i < 3; i++) {
		Vec3 axis = quat_rotate(frame, vec3_axis(i));
		if (bits >> i & 1) held = vec3_add_scaled(held, axis, vec3_dot(axis, v));
	}
	return held;
}

static MendedJoint look_at(const JointEntry *entry) {
	WorldJoint *joint = entry->joint;
	JointPlace place = mk_world_joint_place(joint, entry->plan);
	MendedJoint seen = { .arms = { place.arms[0], place.arms[1] } };
	for (int i = 0; i < 2; i++) {
		if (!is_moved(joint->objects[i])) continue;
		seen.objects[i] = joint->objects[i];
		seen.size = real_max(seen.size, vec3_length(place.arms[i]));
	}
	Vec3 gap = vec3_sub(vec3_add(place.offset, place.arms[1]), place.arms[0]);
	seen.gap = hold(gap, place.frames[0], joint_plan_linear(entry->plan));
	return seen;
}

// Whether its place is held, as firmly as can be.
static bool is_held(const JointEntry *entry) {
	const JointHold *hold = &entry->joint->settings.linear;
	return entry->joint->tree == 0 && joint_plan_linear(entry->plan) != 0 &&
			joint_hold_is_rigid(hold) && hold->force == MK_INFINITY && hold->impulse == MK_INFINITY;
}

static bool was_mended(const WorldJoint *joint) {
	return (joint->objects[0] != NULL && joint->objects[0]->is_mended) ||
			(joint->objects[1] != NULL && joint->objects[1]->is_mended);
}

static Vec3 inverse_mass_of(const Body *body) {
	Real inverse = body_inverse_mass(body);
	return vec3(body->locks & BODY_LOCK_LINEAR_X ? 0 : inverse,
			body->locks & BODY_LOCK_LINEAR_Y ? 0 : inverse,
			body->locks & BODY_LOCK_LINEAR_Z ? 0 : inverse);
}

static Sym3 inverse_inertia_of(const Body *body) {
	Mat3 m = body_free_inverse_inertia(body);
	return (Sym3){ m.x.x, m.x.y, m.x.z, m.y.y, m.y.z, m.z.z };
}

// Returns what closes a gap, kg m; with or without turning the bodies.
static Vec3 find_push(const MendedJoint *joint, bool is_turning) {
	Sym3 k = sym3_zero();
	for (int i = 0; i < 2; i++) {
		if (joint->objects[i] == NULL) continue;
		const Body *body = joint->objects[i]->body;
		k = sym3_add(k, sym3_diagonal(inverse_mass_of(body)));
		if (is_turning) k = sym3_add(k, sym3_at_arm(inverse_inertia_of(body), joint->arms[i]));
	}
	return sym3_apply(sym3_invert(k), vec3_negate(joint->gap));
}

// Returns how a push at its arm turns a body, rad.
static Vec3 turn_by(const MendedJoint *joint, int side, Vec3 push) {
	Vec3 torque = vec3_cross(joint->arms[side], push);
	return sym3_apply(inverse_inertia_of(joint->objects[side]->body), torque);
}

static bool is_gentle(const MendedJoint *joint, Vec3 push) {
	for (int i = 0; i < 2; i++)
		if (joint->objects[i] != NULL &&
				!(vec3_length(turn_by(joint, i, push)) <= (Real)MK_MEND_TURN))
			return false;
	return true;
}

static void move(WorldObject *object, Vec3 shift, Vec3 turn) {
	Body *body = object->body;
	Vec3 before = body_center(body);
	body->pose.origin = vec3_add(body->pose.origin, shift);
	if (!vec3_equals(turn, vec3_zero())) {
		body->rotation = quat_integrate(body->rotation, turn, 1);
		body->pose.linear = mat3_multiply(quat_to_mat3(body->rotation), body->stretch);
		Vec3 aside = vec3_sub(before, body_center(body));
		body->pose.origin = vec3_add(body->pose.origin, aside);
	}
	object->is_mended = true;
}

// Large gaps are closed without turning, which would go round and round.
static void mend(const MendedJoint *joint) {
	Vec3 push = find_push(joint, true);
	bool is_turning = is_gentle(joint, push);
	if (!is_turning) push = find_push(joint, false);
	for (int i = 0; i < 2; i++) {
		if (joint->objects[i] == NULL) continue;
		Vec3 own = i == 0 ? vec3_negate(push) : push;
		Vec3 turn = is_turning ? turn_by(joint, i, own) : vec3_zero();
		Vec3 shift = vec3_multiply(inverse_mass_of(joint->objects[i]->body), own);
		move(joint->objects[i], shift, turn);
	}
}

// Whether a joint is farther apart than may be.
static bool is_apart(const JointEntry *entry, const MendedJoint *joint) {
	Real part = (Real)(was_mended(entry->joint) ? MK_MEND_LEFT : MK_MEND_TORN);
	Real most = part * joint->size;
	// without arms there is nothing that turns
	return joint->size > 0 && vec3_length_squared(joint->gap) > most * most;
}

// Returns whether a list has joints that are to be mended, and does so if it may.
static bool mend_list(const JointEntryArray *list, bool is_mending) {
	bool is_any = false;
	for (uint32_t i = 0; i < list->count; i++) {
		const JointEntry *entry = list->data + i;
		if (!is_held(entry)) continue;
		MendedJoint joint = look_at(entry);
		if (!is_apart(entry, &joint)) continue;
		is_any = true;
		if (is_mending) mend(&joint);
	}
	return is_any;
}

static bool mend_all(const WorldJoints *joints, bool is_mending) {
	bool is_any = false;
	for (uint32_t i = 0; i < MK_GRAPH_PARTS * MK_JOINT_LISTS; i++)
		is_any |= mend_list(joints->lists + i, is_mending);
	return is_any;
}

static void place(World *world, WorldObject *object) {
	if (object == NULL || !object->is_mended) return;
	object->is_mended = false;
	mk_world_pose_colliders(world, object);
	mk_world_box_colliders(world, object, true);
}

static void place_all(World *world) {
	for (uint32_t i = 0; i < MK_GRAPH_PARTS * MK_JOINT_LISTS; i++) {
		const JointEntryArray *list = world->joints.lists + i;
		for (uint32_t k = 0; k < list->count; k++) {
			place(world, list->data[k].joint->objects[0]);
			place(world, list->data[k].joint->objects[1]);
		}
	}
}

void mk_world_mend_joints(World *world) {
	WorldJoints *joints = &world->joints;
	joints->is_put = joints->is_put && mend_all(joints, false);
	if (!joints->is_put) return;
	// those that are new may be in trees
	if (joints->is_changed) mk_world_lay_out_joints(world);
	// what is left after the last round is looked at in the next step
	for (int i = 0; i < MK_MEND_ROUNDS && joints->is_put; i++)
		joints->is_put = mend_all(joints, true);
	place_all(world);
}
