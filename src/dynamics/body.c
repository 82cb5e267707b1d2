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

// An entry of the inertia tensor, from the principal moments m and their axes.
static Real inertia_between(const Mat3 *axes, Vec3 m, int i, int k) {
	return m.x * vec3_get(axes->x, i) * vec3_get(axes->x, k) +
			m.y * vec3_get(axes->y, i) * vec3_get(axes->y, k) +
			m.z * vec3_get(axes->z, i) * vec3_get(axes->z, k);
}

// The determinant without row and column i, as a sum of what is not negative: a needle has moments
// of which differences leave nothing.
static Real minor_at(const Mat3 *axes, Vec3 m, int i) {
	Vec3 along = vec3(vec3_get(axes->x, i), vec3_get(axes->y, i), vec3_get(axes->z, i));
	Vec3 products = vec3(m.y * m.z, m.z * m.x, m.x * m.y);
	return vec3_dot(products, vec3_multiply(along, along));
}

Mat3 mk_body_locked_inverse_inertia(const Body *body) {
	Real most = vec3_max_element(body->moments);
	if (body->mode != BODY_RIGID || !real_is_finite(most)) return mat3_zero();
	unsigned locks = body->locks >> 3 & 7;
	Mat3 axes = quat_to_mat3(body_principal_axes(body));
	Vec3 m = vec3_scale(body->moments, 1 / most); // products of these are numbers
	Real inverse[3][3] = { 0 };
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3;
		int k = (i + 2) % 3;
		if (locks == (1u << j | 1u << k))
			inverse[i][i] = 1 / (most * inertia_between(&axes, m, i, i));
		if (locks != 1u << i) continue;
		Real part = 1 / (most * minor_at(&axes, m, i));
		inverse[j][j] = part * inertia_between(&axes, m, k, k);
		inverse[k][k] = part * inertia_between(&axes, m, j, j);
		inverse[j][k] = inverse[k][j] = -part * inertia_between(&axes, m, j, k);
	}
	Real(*c)[3] = inverse;
	return (Mat3){ vec3(c[0][0], c[0][1], c[0][2]), vec3(c[1][0], c[1][1], c[1][2]),
		vec3(c[2][0], c[2][1], c[2][2]) };
}

void mk_body_apply_central_impulse(Body *body, Vec3 impulse) {
	if (!body_is_rigid(body)) return;
	body->linear_velocity = vec3_add_scaled(
			body->linear_velocity, impulse, body_inverse_mass(body));
	mk_body_wake(body);
}

void mk_body_apply_torque_impulse(Body *body, Vec3 impulse) {
	if (!body_is_rigid(body)) return;
	Vec3 change = mat3_apply(body_free_inverse_inertia(body), impulse);
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
