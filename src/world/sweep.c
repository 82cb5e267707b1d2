// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "world/sweep.h"

#include "shape/thickness.h"

// What is thinner counts as this thick, m: flat things would be fast at any speed, and the inner
// part of a grain of sand is a grain of sand.
#define MK_THIN ((Real)0.005)

// What moves on its own, and in a step this many times its size farther, or elsewhere, than it did
// in the last one, was put somewhere else: it meets nothing on the way. A host cannot tell that
// from a motion, and a small thing that flies on is none, however fast it is. No unit; larger:
// things put aside smash what is between; smaller: the first step of a blow meets nothing.
#define MK_JUMP_PART ((Real)8)

// m; what turns less hardly does, for boxes around ways
#define MK_HARDLY ((Real)0.02)

// How far a shape reaches from the origin of the body.
static Real reach_of(const ShapeInstance *in, Vec3 origin) {
	Mat3 m = in->pose.linear;
	Real squares = vec3_length_squared(m.x) + vec3_length_squared(m.y) + vec3_length_squared(m.z);
	Real stretch = in->is_rigid ? 1 : real_sqrt(squares);
	return vec3_distance(in->pose.origin, origin) + in->shape->bound * stretch;
}

void mk_object_measure(const World *world, WorldObject *object) {
	ObjectSweep *sweep = &object->sweep;
	sweep->thickness = MK_INFINITY;
	sweep->size = 0;
	if (object->body->mode == BODY_STATIC) return;
	for (uint32_t i = 0; i < object->colliders.count; i++) {
		const Collider *collider = world_collider(world, object->colliders.data[i]);
		const ShapeInstance *in = &collider->instance;
		if (!collider_is_solid(collider)) continue;
		Real thickness = real_max(mk_instance_thickness(in), MK_THIN);
		sweep->thickness = real_min(sweep->thickness, thickness);
		sweep->size = real_max(sweep->size, reach_of(in, object->body->pose.origin));
	}
}

void mk_object_begin_sweep(WorldObject *object) {
	ObjectSweep *sweep = &object->sweep;
	sweep->rotation = object->body->rotation;
	sweep->center = vec3_add(object->body->pose.origin, body_center(object->body));
	sweep->stop = sweep->next_stop = sweep->seen_stop = 1;
	sweep->fallen_round = 0;
	sweep->carrier = NULL;
	sweep->is_boxed = false;
}

bool mk_object_is_jump(const WorldObject *object, Vec3 motion, Real dt) {
	const Body *body = object->body;
	Vec3 last = vec3_scale(vec3_sub(body->linear_velocity, body->surface_linear), dt);
	Real most = MK_JUMP_PART * object_reach(object);
	return vec3_length(motion) > most && !(vec3_distance(motion, last) <= most);
}

Vec3 mk_object_motion(const WorldObject *object) {
	Vec3 end = vec3_add(object->body->pose.origin, body_center(object->body));
	return vec3_sub(end, object->sweep.center);
}

static bool has_rotation(const Body *body, Quat q) {
	Quat r = body->rotation;
	return r.x == q.x && r.y == q.y && r.z == q.z && r.w == q.w;
}

// How far it has turned: by the chord, which is exact for the small turns that decide, or by its
// spin, which counts whole turns.
static Real turned_angle(const WorldObject *object, Real dt) {
	bool is_turning = !vec3_is_zero(object->body->angular_velocity);
	if (!is_turning && has_rotation(object->body, object->sweep.rotation)) return 0;
	Real dot = real_abs(quat_dot(object->sweep.rotation, object->body->rotation));
	Real chord = 2 * real_sqrt(real_max(0, 2 * (1 - dot)));
	return real_max(chord, vec3_length(object->body->angular_velocity) * dt);
}

void mk_object_end_sweep(WorldObject *object, Real dt) {
	ObjectSweep *sweep = &object->sweep;
	sweep->angle = turned_angle(object, dt);
	sweep->reach = object_reach(object);
	Real motion = vec3_length(mk_object_motion(object));
	sweep->is_jump &= !body_is_rigid(object->body);
	Real way = motion + sweep->angle * sweep->reach;
	sweep->is_fast = !object->is_lost && !sweep->is_jump && way > MK_FAST_PART * sweep->thickness;
}

Vec3 mk_object_turn(const WorldObject *object, Real dt) {
	const Body *body = object->body;
	Vec3 turn = quat_difference(object->sweep.rotation, body->rotation);
	Vec3 spun = vec3_scale(body->angular_velocity, dt);
	if (vec3_length_squared(spun) < real_square(MK_PI)) return turn;
	// the same end after some more whole turns about the same axis
	Real angle = vec3_length(turn);
	Vec3 axis = angle > 0 ? vec3_scale(turn, 1 / angle) : vec3_normalize(spun);
	Real turns = real_floor((vec3_dot(spun, axis) - angle) / (2 * MK_PI) + (Real)0.5);
	return vec3_scale(axis, angle + 2 * MK_PI * turns);
}

Real mk_object_arc(const WorldObject *object) {
	// an arc of angle x and radius 1 is 1 - cos(x / 2) away from its chord; a tenth more, because
	// what is known of x may be the chord
	Real angle = object->sweep.angle * (Real)1.12;
	return object->sweep.reach * real_min(2, angle * angle / 8);
}

// The box of one that hardly turns goes along.
Aabb mk_object_swept_box(const WorldObject *object, const Collider *collider) {
	Real turned = object->sweep.angle * object->sweep.reach;
	Aabb box = mk_instance_bounds(&collider->instance);
	if (turned < MK_HARDLY) return aabb_grow(aabb_sweep(box, mk_object_motion(object)), turned);
	Affine end = affine_multiply(object->body->pose, collider->local);
	box = aabb_merge(box, mk_shape_bounds(collider->instance.shape, end));
	return aabb_grow(box, mk_object_arc(object));
}
