// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/body.h"

#include "base/assert.h"

void mk_body_init(Body *body) {
	*body = (Body){
		.mode = BODY_RIGID,
		.can_sleep = true,
		.pose = affine_identity(),
		.rotation = quat_identity(),
		.stretch = mat3_identity(),
		.mass = 1,
		.moments = vec3(1, 1, 1),
		.principal = quat_identity(),
	};
}

void mk_body_wake(Body *body) {
	body->still_time = 0;
	body->is_sleeping = false;
}

static void stop(Body *body) {
	body->linear_velocity = body->angular_velocity = vec3_zero();
	body->force = body->torque = vec3_zero();
}

void mk_body_sleep(Body *body) {
	stop(body);
	body->is_sleeping = true;
}

void mk_body_set_mode(Body *body, BodyMode mode) {
	if (mode == body->mode) return;
	body->mode = mode;
	body->has_target = body->has_moved = false;
	if (!body_is_rigid(body)) {
		stop(body);
		body->surface_linear = body->surface_angular = vec3_zero();
	}
	if (mode == BODY_RIGID_LINEAR) body->angular_velocity = vec3_zero();
	mk_body_wake(body);
}

void mk_body_set_pose(Body *body, Affine pose) {
	MK_ASSERT(affine_is_finite(pose));
	body->pose = pose;
	body->rotation = affine_split(pose, &body->stretch).rotation;
	body->has_target = false;
	mk_body_wake(body);
}

void mk_body_set_target(Body *body, Affine target) {
	MK_ASSERT(body->mode == BODY_KINEMATIC && affine_is_finite(target));
	body->target = target;
	body->has_target = true;
}

void mk_body_set_linear_velocity(Body *body, Vec3 velocity) {
	body->linear_velocity = velocity;
	if (!body_is_rigid(body)) body->surface_linear = velocity;
	mk_body_wake(body);
}

void mk_body_set_angular_velocity(Body *body, Vec3 velocity) {
	body->angular_velocity = velocity;
	if (!body_is_rigid(body)) body->surface_angular = velocity;
	mk_body_wake(body);
}

void mk_body_apply_central_impulse(Body *body, Vec3 impulse) {
	if (!body_is_rigid(body)) return;
	body->linear_velocity = vec3_add_scaled(
			body->linear_velocity, impulse, body_inverse_mass(body));
	mk_body_wake(body);
}

void mk_body_apply_torque_impulse(Body *body, Vec3 impulse) {
	if (!body_is_rigid(body)) return;
	Vec3 change = mat3_apply(body_inverse_inertia(body), impulse);
	body->angular_velocity = vec3_add(body->angular_velocity, change);
	mk_body_wake(body);
}

void mk_body_apply_impulse(Body *body, Vec3 impulse, Vec3 offset) {
	Vec3 arm = vec3_sub(offset, body_center(body));
	mk_body_apply_central_impulse(body, impulse);
	mk_body_apply_torque_impulse(body, vec3_cross(arm, impulse));
}

void mk_body_apply_central_force(Body *body, Vec3 force) {
	if (!body_is_rigid(body)) return;
	body->force = vec3_add(body->force, force);
	mk_body_wake(body);
}

void mk_body_apply_torque(Body *body, Vec3 torque) {
	if (!body_is_rigid(body)) return;
	body->torque = vec3_add(body->torque, torque);
	mk_body_wake(body);
}

void mk_body_apply_force(Body *body, Vec3 force, Vec3 offset) {
	Vec3 arm = vec3_sub(offset, body_center(body));
	mk_body_apply_central_force(body, force);
	mk_body_apply_torque(body, vec3_cross(arm, force));
}
