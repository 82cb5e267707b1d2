// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// One joint alone: a cube of 1 m and 1 kg (moments 1/6 kg m^2) on a static body,
// which is A, without gravity.
#pragma once

#include "shape/convex.h"
#include "support/world_make.h"

#define DEGREE 0.0174532925

typedef struct Rig {
	WorldMake *make;
	MadeBody *cube;
	WorldJoint *joint;
} Rig;

static inline Rig make_rig(JointSettings settings) {
	Rig rig = { .make = world_make(1) };
	rig.make->gravity = vec3_zero();
	Shape *small = mk_sphere_create((Real)0.1, NULL);
	MadeBody *base = make_body(rig.make, BODY_STATIC, small, transform_identity(), 0);
	rig.cube = make_box(rig.make, vec3_splat((Real)0.5), vec3_zero());
	rig.cube->body.mass = 1;
	rig.cube->body.moments = vec3_splat((Real)1 / 6);
	rig.cube->body.can_sleep = false;
	settings.ignores_contacts = true;
	rig.joint = make_joint_at(rig.make, settings, base, rig.cube, vec3_zero());
	return rig;
}

// Runs steps with a force (N) and a torque (N m) on the cube.
static inline void run_pushed(Rig rig, Vec3 force, Vec3 torque, int steps) {
	rig.cube->body.constant_force = force;
	rig.cube->body.constant_torque = torque;
	world_make_run(rig.make, (uint32_t)steps);
}

// Returns the turn of the cube against its base, axis times angle, rad.
static inline Vec3 rig_turn(Rig rig) {
	return mk_quat_to_rotation_vector(made_joint_turn(rig.joint));
}
