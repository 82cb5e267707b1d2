// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A stream of bytes becomes calls on a body, with any finite numbers, and steps. After each step
// the pose and the velocities are finite whatever was asked for.
#include "dynamics/integrate.h"
#include "fuzz/input.h"

enum { MAX_CALLS = 400 };

// masses and moments that a border lets through: positive numbers of ordinary exponent
static Real input_mass(Input *input) {
	Real mass = real_abs(input_real(input));
	return mass >= MK_REAL_MIN ? mass : 1;
}

static Affine input_pose(Input *input) {
	bool is_ordinary = input_byte(input) & 1u;
	Mat3 linear = is_ordinary ? input_ordinary_mat3(input) : input_mat3(input);
	return (Affine){ linear, input_vec3(input) };
}

static void change_numbers(Body *body, Input *input, uint32_t call) {
	switch (call) {
		case 0: body->mass = input_mass(input); return;
		case 1: body->moments.x = input_mass(input); return;
		case 2: body->moments.z = input_mass(input); return;
		case 3: body->local_center = input_vec3(input); return;
		case 4: body->constant_force = input_vec3(input); return;
		case 5: body->constant_torque = input_vec3(input); return;
		case 6: body->locks = (uint8_t)(input_byte(input) & 63u); return;
		case 7: body->can_sleep = input_byte(input) & 1u; return;
		default: body->omits_forces = input_byte(input) & 1u;
	}
}

static void act(Body *body, Input *input, uint32_t call) {
	Vec3 first = input_vec3(input);
	switch (call) {
		case 0: mk_body_apply_central_impulse(body, first); return;
		case 1: mk_body_apply_torque_impulse(body, first); return;
		case 2: mk_body_apply_impulse(body, first, input_vec3(input)); return;
		case 3: mk_body_apply_central_force(body, first); return;
		case 4: mk_body_apply_torque(body, first); return;
		case 5: mk_body_apply_force(body, first, input_vec3(input)); return;
		case 6: mk_body_set_linear_velocity(body, first); return;
		default: mk_body_set_angular_velocity(body, first);
	}
}

static void move(Body *body, Input *input, uint32_t call) {
	switch (call) {
		case 0: mk_body_set_mode(body, (BodyMode)(input_byte(input) & 3u)); return;
		case 1: mk_body_set_pose(body, input_pose(input)); return;
		case 2:
			if (body->mode == BODY_KINEMATIC) mk_body_set_target(body, input_pose(input));
			return;
		case 3: mk_body_wake(body); return;
		default:
			if (body_is_rigid(body)) mk_body_sleep(body);
	}
}

static bool is_sound(const Body *body) {
	return affine_is_finite(body->pose) && vec3_is_finite(body->linear_velocity) &&
			vec3_is_finite(body->angular_velocity) && quat_is_unit(body->rotation);
}

static void check_kept(const Body *before, const Body *after) {
	require(vec3_equals(before->pose.origin, after->pose.origin));
	require(vec3_equals(before->pose.linear.x, after->pose.linear.x));
	require(vec3_equals(before->pose.linear.y, after->pose.linear.y));
	require(vec3_equals(before->pose.linear.z, after->pose.linear.z));
	require(after->is_sleeping);
	require(vec3_equals(after->linear_velocity, vec3_zero()));
}

static void step(Body *body, Input *input, Real dt) {
	BodySurroundings surroundings = { .gravity = input_vec3(input) };
	surroundings.linear_damp = input_real(input);
	surroundings.angular_damp = input_real(input);
	SleepLimits limits = { (Real)0.1, (Real)0.1, (Real)0.5 };
	Body before = *body;
	bool was_sleeping = body->is_sleeping && body_is_rigid(body);
	bool is_fine = mk_body_step(body, &surroundings, dt);
	require(is_sound(body));
	if (!is_fine || was_sleeping) check_kept(&before, body);
	require(vec3_equals(body->force, vec3_zero()) || was_sleeping);
	mk_body_update_sleep(body, &limits, dt);
	require(is_sound(body));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	Input input = { data, size };
	Body body;
	mk_body_init(&body);
	for (int calls = 0; input.left > 0 && calls < MAX_CALLS; calls++) {
		uint32_t call = input_byte(&input);
		switch (call & 3u) {
			case 0: change_numbers(&body, &input, (call >> 2) % 9); break;
			case 1: act(&body, &input, (call >> 2) % 8); break;
			case 2: move(&body, &input, (call >> 2) % 5); break;
			default: step(&body, &input, call & 4u ? (Real)1 / 60 : real_abs(input_real(&input)));
		}
	}
	return 0;
}
