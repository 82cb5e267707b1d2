// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/integrate.h"

#include "dynamics/gyroscopic.h"

// v (1 - c dt), but never reversed by a strong damping
static Vec3 damped(Vec3 velocity, Real damp, Real dt) {
	return vec3_scale(velocity, real_max(0, 1 - damp * dt));
}

static Vec3 without_locked(Vec3 velocity, unsigned locks) {
	return vec3(
			locks & 1u ? 0 : velocity.x, locks & 2u ? 0 : velocity.y, locks & 4u ? 0 : velocity.z);
}

void mk_body_integrate_forces(Body *body, const BodySurroundings *surroundings, Real dt) {
	Vec3 force = vec3_add(body->force, body->constant_force);
	Vec3 torque = vec3_add(body->torque, body->constant_torque);
	Vec3 acceleration = vec3_add_scaled(surroundings->gravity, force, body_inverse_mass(body));
	Vec3 spin = vec3_zero();
	if (!vec3_equals(torque, spin)) spin = mat3_apply(body_free_inverse_inertia(body), torque);
	Vec3 linear = damped(body->linear_velocity, surroundings->linear_damp, dt);
	Vec3 angular = damped(body->angular_velocity, surroundings->angular_damp, dt);
	body->linear_velocity = vec3_add_scaled(linear, acceleration, dt);
	body->angular_velocity = vec3_add_scaled(angular, spin, dt);
}

// Parts of a step in which a tumbling body is turned: the error of its
// energy falls with their square.
#define MK_TUMBLE_PARTS 4

static Vec3 spin_at(const Body *body, Quat rotation, Vec3 momentum) {
	Quat axes = quat_multiply(rotation, body->principal);
	Vec3 local = quat_rotate_inverse(axes, momentum);
	Vec3 inverse = body_inverse_moments(body);
	return quat_rotate(axes, vec3(local.x * inverse.x, local.y * inverse.y, local.z * inverse.z));
}

static Vec3 momentum_of(const Body *body) {
	Quat axes = body_principal_axes(body);
	Vec3 local = quat_rotate_inverse(axes, body->angular_velocity);
	Vec3 m = body->moments;
	return quat_rotate(axes, vec3(local.x * m.x, local.y * m.y, local.z * m.z));
}

// Without torque the angular momentum stays and the spin follows from where the body has turned to.
// In each part it turns with the spin that it has in the middle of it.
static void tumble(Body *body, Real dt) {
	Vec3 momentum = momentum_of(body);
	Real h = dt / MK_TUMBLE_PARTS;
	for (int i = 0; i < MK_TUMBLE_PARTS; i++) {
		Vec3 spin = spin_at(body, body->rotation, momentum);
		Quat middle = quat_integrate(body->rotation, spin, h / 2);
		body->rotation = quat_integrate(body->rotation, spin_at(body, middle, momentum), h);
	}
	body->angular_velocity = spin_at(body, body->rotation, momentum);
}

// Moments that differ by less than this part of the larger one count as equal, no unit.
// Slender bodies always have two such moments; the parts of a step above are no good for
// those, since the third is so small that a thousandth of a radian between the body and its
// momentum would make a wild spin of it.
#define MK_TOP_PART ((Real)0.02)

// Returns which of the principal axes a body with two equal moments is symmetric about; -1 if none.
static int top_axis(Vec3 moments) {
	for (int axis = 0; axis < 3; axis++) {
		Real a = vec3_get(moments, (axis + 1) % 3);
		Real b = vec3_get(moments, (axis + 2) % 3);
		if (real_abs(a - b) <= MK_TOP_PART * real_max(a, b)) return axis;
	}
	return -1;
}

// A symmetric top, exactly: seen from outside all of it turns about its momentum L at L / I, I
// being its equal moments, while it turns about its own axis with what is left of the spin
// (Goldstein, Classical Mechanics, 5.6).
static void spin_top(Body *body, int axis, Real dt) {
	Vec3 m = body->moments;
	Real equal = (vec3_get(m, (axis + 1) % 3) + vec3_get(m, (axis + 2) % 3)) / 2;
	Vec3 own = quat_rotate(body->principal, vec3_axis(axis));
	Real along = vec3_dot(quat_rotate(body->rotation, own), body->angular_velocity);
	Real rest = along * (1 - vec3_get(m, axis) / equal);
	Vec3 precession = vec3_add_scaled(
			body->angular_velocity, quat_rotate(body->rotation, own), -rest);
	Quat turn = mk_quat_from_rotation_vector(vec3_scale(precession, dt));
	Quat inner = mk_quat_from_rotation_vector(vec3_scale(own, rest * dt));
	body->rotation = quat_normalize(quat_multiply(turn, quat_multiply(body->rotation, inner)));
	body->angular_velocity = quat_rotate(turn, body->angular_velocity);
}

static bool is_tumbling(const Body *body) {
	return !body->omits_forces && body->locks >> 3 == 0 && body_needs_gyroscopic(body);
}

// the origin follows the centre of mass; a body that does not turn keeps its matrix bit for bit
static void integrate_pose(Body *body, Real dt) {
	Vec3 before = body_center(body);
	Vec3 moved = vec3_add_scaled(body->pose.origin, body->linear_velocity, dt);
	if (!vec3_equals(body->angular_velocity, vec3_zero())) {
		int axis = top_axis(body->moments);
		if (is_tumbling(body) && axis >= 0) {
			spin_top(body, axis, dt);
		} else if (is_tumbling(body)) {
			tumble(body, dt);
		} else {
			body->rotation = quat_integrate(body->rotation, body->angular_velocity, dt);
		}
		body->pose.linear = mat3_multiply(quat_to_mat3(body->rotation), body->stretch);
		moved = vec3_add(moved, vec3_sub(before, body_center(body)));
	}
	body->pose.origin = moved;
}

static bool step_rigid(Body *body, const BodySurroundings *surroundings, Real dt) {
	if (body->is_sleeping) return true;
	Affine pose = body->pose;
	Quat rotation = body->rotation;
	if (!body->omits_forces) mk_body_integrate_forces(body, surroundings, dt);
	body->force = body->torque = vec3_zero();
	body->linear_velocity = without_locked(body->linear_velocity, body->locks);
	body->angular_velocity = without_locked(body->angular_velocity, body->locks >> 3);
	integrate_pose(body, dt);
	bool is_finite = affine_is_finite(body->pose) && vec3_is_finite(body->linear_velocity) &&
			vec3_is_finite(body->angular_velocity);
	if (!is_finite) {
		body->pose = pose;
		body->rotation = rotation;
		mk_body_sleep(body);
	}
	return is_finite;
}

// the velocity with which the target is reached is what the body pushes others with; if that is too
// large for a number, or the step has no length, it was a jump and pushes nothing
static void step_kinematic(Body *body, Real dt) {
	body->linear_velocity = body->surface_linear;
	body->angular_velocity = body->surface_angular;
	body->has_moved = body->has_target;
	if (!body->has_target) return;
	Affine from = body->pose;
	Quat turned_from = body->rotation;
	Mat3 stretch = body->stretch;
	Vec3 center_from = vec3_add(from.origin, body_center(body));
	mk_body_set_pose(body, body->target);
	// rounding does not add up
	body->stretch = stretch;
	Vec3 motion = vec3_sub(vec3_add(body->pose.origin, body_center(body)), center_from);
	Vec3 turn = quat_difference(turned_from, body->rotation);
	Vec3 linear = vec3_add_scaled(body->surface_linear, motion, 1 / dt);
	Vec3 angular = vec3_add_scaled(body->surface_angular, turn, 1 / dt);
	if (!vec3_is_finite(linear) || !vec3_is_finite(angular)) return;
	body->linear_velocity = linear;
	body->angular_velocity = angular;
}

bool mk_body_step(Body *body, const BodySurroundings *surroundings, Real dt) {
	if (body_is_rigid(body)) return step_rigid(body, surroundings, dt);
	if (body->mode == BODY_KINEMATIC) step_kinematic(body, dt);
	return true;
}

// A body in a pile may tremble faster than the limits and get nowhere. It is still as long as it
// stays within this part of the way that the limits allow in the time before sleep: 5 mm and half a
// degree by default, too little to see. Larger: things that creep fall asleep on their way.
#define MK_STILL_PART ((Real)0.1)

static bool has_stayed(const Body *body, const SleepLimits *limits, Vec3 center) {
	Real reach = MK_STILL_PART * limits->linear_speed * limits->time;
	Real angle = MK_STILL_PART * limits->angular_speed * limits->time;
	// the cosine of half the angle between the two, by its first terms
	Real cosine = real_abs(quat_dot(body->rotation, body->still_rotation));
	return vec3_distance_squared(center, body->still_center) < real_square(reach) &&
			cosine > 1 - real_square(angle) / 8;
}

void mk_body_update_still(Body *body, const SleepLimits *limits, Real dt) {
	Real linear = vec3_length_squared(body->linear_velocity);
	Real angular = vec3_length_squared(body->angular_velocity);
	bool is_slow = linear < real_square(limits->linear_speed) &&
			angular < real_square(limits->angular_speed);
	Vec3 center = vec3_add(body->pose.origin, body_center(body));
	bool is_still = body->can_sleep && (is_slow || has_stayed(body, limits, center));
	body->still_time = is_still ? body->still_time + dt : 0;
	if (is_still) return;
	body->still_center = center;
	body->still_rotation = body->rotation;
}

void mk_body_update_sleep(Body *body, const SleepLimits *limits, Real dt) {
	if (!body_is_rigid(body) || body->is_sleeping) return;
	mk_body_update_still(body, limits, dt);
	if (body->still_time >= limits->time) mk_body_sleep(body);
}
