// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What becomes of a body that was stopped within a step (continuous.c): it goes back to where it
// was, and on with what moves into it.
//
// Contacts of the next step take its speed. They cannot do that right with a body that makes half a
// turn in a sub-step, as a thin rod does of which one end was stopped at 1000 m/s: where they are
// pushed is not where they touch. Such a rod would be stopped again at once, a little deeper each
// time, until its middle is in the wall. So a body that is stopped early by what it touches already
// loses its speed into it here, and what spin contacts cannot follow.
#include "dynamics/impulse.h"
#include "world/sweep.h"

// Nor may it turn farther than this in a sub-step, or contacts are no better next time. rad
#define MK_STOP_TURN (MK_PI / 2)

// What is stopped before this part of a step has hardly moved since its
// contacts were solved. No unit.
#define MK_EARLY_STOP ((Real)0.1)

// What moves on after the impact takes the body along: a press would go through it otherwise.
static void carry(Transform *mover, const WorldObject *carrier, Real from, Real dt) {
	Vec3 motion = mk_object_motion(carrier);
	Vec3 pivot = vec3_add_scaled(carrier->sweep.center, motion, from);
	Vec3 rest = vec3_scale(mk_object_turn(carrier, dt), 1 - from);
	Quat turn = mk_quat_from_rotation_vector(rest);
	Vec3 arm = quat_rotate(turn, vec3_sub(mover->position, pivot));
	mover->position = vec3_add(vec3_add_scaled(pivot, motion, 1 - from), arm);
	mover->rotation = quat_multiply(turn, mover->rotation);
}

static bool is_touching(const World *world, const WorldObject *object, const WorldObject *other) {
	for (uint32_t e = object->first_edge; e != MK_WORLD_NONE;) {
		const Contact *contact = world->contacts.data + e / 2;
		bool is_other = contact_object(world, contact, 1 - e % 2) == other;
		if (is_other && contact->is_active && contact->first_patch != MK_WORLD_NONE) return true;
		e = contact->edges[e % 2].next;
	}
	return false;
}

// Whether contacts had their say and the body goes on into what they are with.
static bool is_pressed_on(const World *world, const WorldObject *object) {
	const ObjectSweep *sweep = &object->sweep;
	return sweep->stop < MK_EARLY_STOP && is_touching(world, object, sweep->meeting.other);
}

static void limit_spin(const World *world, Body *body, Real dt) {
	Real most = MK_STOP_TURN * (Real)world->settings.solver.sub_steps / dt;
	Real spin = vec3_length(body->angular_velocity);
	if (spin > most) body->angular_velocity = vec3_scale(body->angular_velocity, most / spin);
}

// Where two met, one blow takes the speed at which they come nearer. What the other one does not
// see, or what sleeps, is as good as a wall: a contact wakes it.
static void take_speed(WorldObject *object) {
	const ObjectMeeting *meeting = &object->sweep.meeting;
	WorldObject *other = meeting->other;
	Body *body = object->body;
	Vec3 center = vec3_add(body->pose.origin, body_center(body));
	ImpulseContact contact = { vec3_add(center, meeting->arm), meeting->normal, 0 };
	Body wall = *other->body;
	bool is_pushed = other->is_awake && object_sees(other, object);
	if (!is_pushed) wall.mode = BODY_KINEMATIC;
	mk_impulse_resolve(body, &wall, &contact);
	if (!is_pushed) return;
	other->body->linear_velocity = wall.linear_velocity;
	other->body->angular_velocity = wall.angular_velocity;
}

void mk_object_put_back(const World *world, WorldObject *object, Real dt) {
	const ObjectSweep *sweep = &object->sweep;
	Body *body = object->body;
	Vec3 turn = vec3_scale(mk_object_turn(object, dt), sweep->stop);
	Transform at = { quat_multiply(mk_quat_from_rotation_vector(turn), sweep->rotation),
		vec3_add_scaled(sweep->center, mk_object_motion(object), sweep->stop) };
	// one that was stopped itself stands where it is
	bool is_carried = sweep->carrier != NULL && !(sweep->carrier->sweep.stop < 1);
	if (is_carried) carry(&at, sweep->carrier, sweep->stop, dt);
	// one that has not turned keeps its matrix bit for bit
	if (sweep->angle > 0 || is_carried) {
		body->rotation = quat_normalize(at.rotation);
		body->pose.linear = mat3_multiply(quat_to_mat3(body->rotation), body->stretch);
	}
	body->pose.origin = vec3_sub(at.position, body_center(body));
	if (!is_pressed_on(world, object)) return;
	take_speed(object);
	limit_spin(world, body, dt);
}
