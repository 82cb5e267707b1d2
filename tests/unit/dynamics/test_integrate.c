// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// One body over one and a few steps. A step of 1/64 s keeps the arithmetic exact, so most results
// are compared without a tolerance.
#include "dynamics/integrate.h"

#include "support/check.h"

static const Real dt = (Real)1 / 64;
static const BodySurroundings nowhere;
static const SleepLimits limits = { .linear_speed = 0.25, .angular_speed = 0.5, .time = 0.5 };

static Body make_body(void) {
	Body body;
	mk_body_init(&body);
	return body;
}

static void step_many(Body *body, const BodySurroundings *surroundings, int count) {
	for (int i = 0; i < count; i++)
		assert_true(mk_body_step(body, surroundings, dt));
}

static void gravity_acts_before_the_motion(void **state) {
	(void)state;
	Body body = make_body();
	BodySurroundings fall = { .gravity = { 0, -8, 0 } };
	body.mass = 5;
	step_many(&body, &fall, 1);
	// v = g dt = -8/64, y = v dt: semi-implicit, so the first step already moves
	check_vec3(body.linear_velocity, vec3(0, -0.125, 0), 0);
	check_vec3(body.pose.origin, vec3(0, (Real)-0.125 / 64, 0), 0);
}

static void damping_scales_velocity_by_a_power(void **state) {
	(void)state;
	Body body = make_body();
	BodySurroundings air = { .linear_damp = 2, .angular_damp = 16 };
	body.linear_velocity = vec3(3, 0, 0);
	body.angular_velocity = vec3(0, 5, 0);
	step_many(&body, &air, 10);
	// factors 1 - 2/64 = 31/32 and 1 - 16/64 = 3/4 per step
	check_near(body.linear_velocity.x, 3 * pow(31.0 / 32, 10), pick_tolerance(1e-6, 1e-14));
	check_near(body.angular_velocity.y, 5 * pow(0.75, 10), pick_tolerance(1e-6, 1e-14));
}

static void damping_acts_on_the_old_velocity_only(void **state) {
	(void)state;
	Body body = make_body();
	BodySurroundings both = { .gravity = { 0, -8, 0 }, .linear_damp = 32 };
	body.linear_velocity = vec3(0, 1, 0);
	step_many(&body, &both, 1);
	// 1 (1 - 32/64) - 8/64
	check_vec3(body.linear_velocity, vec3(0, 0.375, 0), 0);
}

static void strong_damping_stops_and_never_reverses(void **state) {
	(void)state;
	Body body = make_body();
	BodySurroundings mud = { .linear_damp = 640, .angular_damp = 1000000 };
	body.linear_velocity = vec3(3, -4, 5);
	body.angular_velocity = vec3(3, -4, 5);
	step_many(&body, &mud, 1);
	assert_true(vec3_equals(body.linear_velocity, vec3_zero()));
	assert_true(vec3_equals(body.angular_velocity, vec3_zero()));
}

static void forces_last_one_step_and_constant_forces_stay(void **state) {
	(void)state;
	Body body = make_body();
	body.mass = 2;
	body.moments = vec3(4, 4, 4);
	mk_body_apply_central_force(&body, vec3(128, 0, 0));
	mk_body_apply_torque(&body, vec3(256, 0, 0));
	body.constant_force = vec3(0, 128, 0);
	body.constant_torque = vec3(0, 256, 0);
	// 128/2/64 = 1 m/s and 256/4/64 = 1 rad/s per step
	step_many(&body, &nowhere, 1);
	check_vec3(body.linear_velocity, vec3(1, 1, 0), 0);
	check_vec3(body.angular_velocity, vec3(1, 1, 0), 0);
	body.angular_velocity = vec3_zero();
	step_many(&body, &nowhere, 1);
	check_vec3(body.linear_velocity, vec3(1, 2, 0), 0);
	// the body has turned a little, so its axes no longer are the world's;
	// equal moments do not mind
	check_vec3(body.angular_velocity, vec3(0, 1, 0), pick_tolerance(1e-6, 1e-14));
}

static void integrate_forces_leaves_the_forces_and_the_pose(void **state) {
	(void)state;
	Body body = make_body();
	mk_body_apply_central_force(&body, vec3(64, 0, 0));
	mk_body_integrate_forces(&body, &nowhere, dt);
	mk_body_integrate_forces(&body, &nowhere, dt);
	check_vec3(body.linear_velocity, vec3(2, 0, 0), 0);
	check_vec3(body.force, vec3(64, 0, 0), 0);
	check_vec3(body.pose.origin, vec3_zero(), 0);
}

static void body_that_omits_forces_keeps_its_velocity(void **state) {
	(void)state;
	Body body = make_body();
	BodySurroundings all = { .gravity = { 0, -8, 0 }, .linear_damp = 1, .angular_damp = 1 };
	body.omits_forces = true;
	body.linear_velocity = vec3(1, 0, 0);
	body.constant_force = vec3(0, 64, 0);
	mk_body_apply_central_force(&body, vec3(0, 64, 0));
	step_many(&body, &all, 64);
	check_vec3(body.linear_velocity, vec3(1, 0, 0), 0);
	check_vec3(body.pose.origin, vec3(1, 0, 0), 0);
	check_vec3(body.force, vec3_zero(), 0);
}

static void sixty_small_turns_make_a_right_angle(void **state) {
	(void)state;
	Body body = make_body();
	body.angular_velocity = vec3(0, MK_PI / 2, 0);
	for (int i = 0; i < 60; i++)
		assert_true(mk_body_step(&body, &nowhere, (Real)1 / 60));
	// about y: x goes to -z, z goes to x
	Mat3 expected = { { 0, 0, -1 }, { 0, 1, 0 }, { 1, 0, 0 } };
	check_mat3(body.pose.linear, expected, pick_tolerance(1e-5, 1e-13));
}

static void spinning_body_turns_about_its_centre_of_mass(void **state) {
	(void)state;
	Body body = make_body();
	body.local_center = vec3(1, 0, 0);
	body.linear_velocity = vec3(0, 0, 2);
	body.angular_velocity = vec3(0, 0, MK_PI);
	for (int i = 1; i <= 64; i++) {
		step_many(&body, &nowhere, 1);
		Vec3 center = vec3_add(body.pose.origin, body_center(&body));
		check_vec3(center, vec3(1, 0, 2 * (Real)i * dt), pick_tolerance(1e-5, 1e-13));
	}
	// half a turn about (1,0): the origin is on the other side
	check_vec3(body.pose.origin, vec3(2, 0, 2), pick_tolerance(1e-5, 1e-13));
}

static void body_that_does_not_turn_keeps_its_matrix_bit_for_bit(void **state) {
	(void)state;
	Body body = make_body();
	BodySurroundings fall = { .gravity = { 0, (Real)-9.8, 0 } };
	Affine pose = { { { (Real)1.1, (Real)0.3, 0 }, { (Real)-0.7, 2, (Real)0.1 }, { 0, 0, -3 } },
		{ (Real)0.1, 0, 0 } };
	body.local_center = vec3((Real)0.3, (Real)0.2, (Real)0.1);
	mk_body_set_pose(&body, pose);
	step_many(&body, &fall, 500);
	assert_memory_equal(&body.pose.linear, &pose.linear, sizeof pose.linear);
	assert_true(body.pose.origin.x == pose.origin.x);
}

static void locked_axes_do_not_move(void **state) {
	(void)state;
	Body body = make_body();
	BodySurroundings fall = { .gravity = { 0, -64, 0 } };
	body.locks = BODY_LOCK_LINEAR_Y | BODY_LOCK_ANGULAR_X | BODY_LOCK_ANGULAR_Z;
	body.constant_torque = vec3(64, 64, 64);
	mk_body_apply_central_impulse(&body, vec3(1, 1, 1));
	step_many(&body, &fall, 1);
	check_vec3(body.linear_velocity, vec3(1, 0, 1), 0);
	check_vec3(body.angular_velocity, vec3(0, 1, 0), 0);
	check_vec3(body.pose.origin, vec3(dt, 0, dt), 0);
}

// A rod of 1 : 40, tilted against all axes of the world.
static Body make_tilted_rod(void) {
	Body body = make_body();
	body.mass = 3;
	body.moments = vec3((Real)0.001, (Real)1.6, (Real)1.7);
	body.principal = quat_from_axis_angle(vec3_normalize(vec3(3, -1, 2)), (Real)0.3);
	Quat turn = quat_from_axis_angle(vec3_normalize(vec3(1, 2, 3)), (Real)0.8);
	mk_body_set_pose(&body, affine_from_transform((Transform){ turn, vec3_zero() }));
	return body;
}

// An entry of a body's inertia tensor in world axes, kg m^2.
static double inertia_at(const Body *body, int i, int k) {
	Mat3 axes = quat_to_mat3(body_principal_axes(body));
	double sum = 0;
	for (int p = 0; p < 3; p++) {
		Vec3 axis = mat3_column(axes, p);
		sum += (double)vec3_get(body->moments, p) * (double)vec3_get(axis, i) *
				(double)vec3_get(axis, k);
	}
	return sum;
}

// What locks hold takes no torque: the others turn as if nothing else were there, I w = t h.
static void torque_turns_by_the_inertia_about_free_axes(void **state) {
	(void)state;
	const BodySurroundings none = { 0 };
	for (unsigned locks = 0; locks < 8; locks++) {
		Body body = make_tilted_rod();
		body.locks = (uint8_t)(locks << 3);
		Body pushed = body;
		Vec3 torque = vec3(1, -2, 3);
		body.constant_torque = torque;
		mk_body_integrate_forces(&body, &none, dt);
		mk_body_apply_torque_impulse(&pushed, vec3_scale(torque, dt));
		check_vec3(pushed.angular_velocity, body.angular_velocity, 1e-4);
		for (int i = 0; i < 3; i++) {
			double spin = (double)vec3_get(body.angular_velocity, i);
			if (locks >> i & 1) {
				assert_true(spin == 0);
				continue;
			}
			double momentum = 0;
			for (int k = 0; k < 3; k++)
				momentum += inertia_at(&body, i, k) * (double)vec3_get(body.angular_velocity, k);
			check_near(momentum, (double)(vec3_get(torque, i) * dt), 2e-5);
		}
	}
}

static void kinematic_body_has_the_velocity_of_its_motion_for_one_step(void **state) {
	(void)state;
	Body body = make_body();
	mk_body_set_mode(&body, BODY_KINEMATIC);
	mk_body_set_linear_velocity(&body, vec3(0, 0, 0.5));
	mk_body_set_angular_velocity(&body, vec3(0, 0, 0.25));
	// a quarter turn about y, and 1 m along x
	Affine target = { { { 0, 0, -1 }, { 0, 1, 0 }, { 1, 0, 0 } }, { 1, 0, 0 } };
	mk_body_set_target(&body, target);
	check_vec3(body.pose.origin, vec3_zero(), 0);
	step_many(&body, &nowhere, 1);
	assert_memory_equal(&body.pose, &target, sizeof target);
	check_vec3(body.linear_velocity, vec3(64, 0, 0.5), 0);
	check_vec3(body.angular_velocity, vec3(0, 32 * MK_PI, 0.25), pick_tolerance(1e-4, 1e-12));
	assert_true(body_is_moving(&body));
	step_many(&body, &nowhere, 1);
	check_vec3(body.linear_velocity, vec3(0, 0, 0.5), 0);
	check_vec3(body.angular_velocity, vec3(0, 0, 0.25), 0);
	assert_false(body_is_moving(&body));
	assert_memory_equal(&body.pose, &target, sizeof target);
}

static void kinematic_velocity_is_that_of_the_centre_of_mass(void **state) {
	(void)state;
	Body body = make_body();
	mk_body_set_mode(&body, BODY_KINEMATIC);
	body.local_center = vec3(1, 0, 0);
	// a quarter turn about z in place: the centre goes from (1,0,0) to (0,1,0)
	mk_body_set_target(&body, (Affine){ { { 0, 1, 0 }, { -1, 0, 0 }, { 0, 0, 1 } }, { 0, 0, 0 } });
	step_many(&body, &nowhere, 1);
	check_vec3(body.linear_velocity, vec3(-64, 64, 0), pick_tolerance(1e-4, 1e-12));
}

static void kinematic_jump_beyond_all_numbers_has_no_velocity(void **state) {
	(void)state;
	Body body = make_body();
	mk_body_set_mode(&body, BODY_KINEMATIC);
	mk_body_set_linear_velocity(&body, vec3(0, 0, 0.5));
	// 64 times the largest number is not a number
	Affine target = { mat3_identity(), { MK_REAL_MAX, 0, 0 } };
	mk_body_set_target(&body, target);
	step_many(&body, &nowhere, 1);
	assert_memory_equal(&body.pose, &target, sizeof target);
	check_vec3(body.linear_velocity, vec3(0, 0, 0.5), 0);
	check_vec3(body.angular_velocity, vec3_zero(), 0);
}

static void kinematic_motion_in_no_time_has_no_velocity(void **state) {
	(void)state;
	Body body = make_body();
	mk_body_set_mode(&body, BODY_KINEMATIC);
	mk_body_set_target(&body, (Affine){ mat3_identity(), { 1, 0, 0 } });
	assert_true(mk_body_step(&body, &nowhere, 0));
	check_vec3(body.pose.origin, vec3(1, 0, 0), 0);
	check_vec3(body.linear_velocity, vec3_zero(), 0);
}

static void static_body_stays(void **state) {
	(void)state;
	Body body = make_body();
	BodySurroundings all = { .gravity = { 0, -8, 0 }, .linear_damp = 1 };
	mk_body_set_mode(&body, BODY_STATIC);
	mk_body_set_linear_velocity(&body, vec3(1, 0, 0));
	Body before = body;
	step_many(&body, &all, 3);
	assert_memory_equal(&body, &before, sizeof body);
}

static void check_quarantined(Body *body) {
	Affine pose = body->pose;
	Quat rotation = body->rotation;
	assert_false(mk_body_step(body, &nowhere, dt));
	assert_memory_equal(&body->pose, &pose, sizeof pose);
	assert_memory_equal(&body->rotation, &rotation, sizeof rotation);
	assert_true(body->is_sleeping);
	check_vec3(body->linear_velocity, vec3_zero(), 0);
	check_vec3(body->angular_velocity, vec3_zero(), 0);
	check_vec3(body->force, vec3_zero(), 0);
	// it is left alone from then on
	assert_true(mk_body_step(body, &nowhere, dt));
	assert_memory_equal(&body->pose, &pose, sizeof pose);
}

static void body_whose_velocity_overflows_stays_and_sleeps(void **state) {
	(void)state;
	Body body = make_body();
	body.mass = (Real)0.001;
	body.pose.origin = vec3(1, 2, 3);
	mk_body_apply_central_force(&body, vec3(MK_REAL_MAX, 0, 0));
	check_quarantined(&body);
}

static void body_whose_spin_overflows_stays_and_sleeps(void **state) {
	(void)state;
	Body body = make_body();
	body.moments = vec3(1, (Real)0.001, 1);
	mk_body_apply_torque(&body, vec3(0, MK_REAL_MAX, 0));
	check_quarantined(&body);
}

static void body_whose_position_overflows_stays_and_sleeps(void **state) {
	(void)state;
	Body body = make_body();
	body.pose.origin = vec3(MK_REAL_MAX, 0, 0);
	body.linear_velocity = vec3(MK_REAL_MAX, 0, 0);
	check_quarantined(&body);
}

static void update_many(Body *body, int count) {
	for (int i = 0; i < count; i++)
		mk_body_update_sleep(body, &limits, dt);
}

static void move_many(Body *body, int count) {
	for (int i = 0; i < count; i++) {
		assert_true(mk_body_step(body, &nowhere, dt));
		mk_body_update_sleep(body, &limits, dt);
	}
}

static void slow_body_sleeps_after_the_time_limit(void **state) {
	(void)state;
	Body body = make_body();
	body.linear_velocity = vec3(0, (Real)0.2, 0);
	// 32 steps are half a second
	update_many(&body, 31);
	assert_false(body.is_sleeping);
	update_many(&body, 1);
	assert_true(body.is_sleeping);
	check_vec3(body.linear_velocity, vec3_zero(), 0);
}

static void body_at_the_speed_limit_does_not_sleep(void **state) {
	(void)state;
	Body moving = make_body();
	moving.linear_velocity = vec3(0, 0, (Real)-0.25);
	move_many(&moving, 100);
	assert_false(moving.is_sleeping);
	Body turning = make_body();
	turning.angular_velocity = vec3(0, 0.5, 0);
	move_many(&turning, 100);
	assert_false(turning.is_sleeping);
}

static void motion_starts_the_time_to_sleep_anew(void **state) {
	(void)state;
	Body body = make_body();
	update_many(&body, 31);
	body.linear_velocity = vec3(1, 0, 0);
	update_many(&body, 1);
	body.linear_velocity = vec3_zero();
	update_many(&body, 31);
	assert_false(body.is_sleeping);
	update_many(&body, 1);
	assert_true(body.is_sleeping);
}

static void body_that_cannot_sleep_stays_awake(void **state) {
	(void)state;
	Body body = make_body();
	body.can_sleep = false;
	update_many(&body, 1000);
	assert_false(body.is_sleeping);
	// and its time starts when it is allowed to
	body.can_sleep = true;
	update_many(&body, 31);
	assert_false(body.is_sleeping);
}

static void sleeping_body_does_not_move(void **state) {
	(void)state;
	Body body = make_body();
	BodySurroundings fall = { .gravity = { 0, -8, 0 } };
	mk_body_sleep(&body);
	step_many(&body, &fall, 10);
	check_vec3(body.pose.origin, vec3_zero(), 0);
	mk_body_apply_central_impulse(&body, vec3(0, 1, 0));
	step_many(&body, &fall, 1);
	// 1 - 8/64, for 1/64 s
	check_vec3(body.pose.origin, vec3(0, (Real)0.875 / 64, 0), 0);
}

static void only_rigid_bodies_are_put_to_sleep(void **state) {
	(void)state;
	Body body = make_body();
	mk_body_set_mode(&body, BODY_KINEMATIC);
	update_many(&body, 1000);
	assert_false(body.is_sleeping);
}

// There and back again by 1/16 of the way that the limits allow, at twice their speed.
static void body_that_trembles_on_the_spot_falls_asleep(void **state) {
	(void)state;
	Body body = make_body();
	for (int i = 0; i < 64 && !body.is_sleeping; i++) {
		body.linear_velocity = vec3(i % 2 ? (Real)-0.5 : (Real)0.5, 0, 0);
		move_many(&body, 1);
	}
	assert_true(body.is_sleeping);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gravity_acts_before_the_motion),
		cmocka_unit_test(damping_scales_velocity_by_a_power),
		cmocka_unit_test(damping_acts_on_the_old_velocity_only),
		cmocka_unit_test(strong_damping_stops_and_never_reverses),
		cmocka_unit_test(forces_last_one_step_and_constant_forces_stay),
		cmocka_unit_test(integrate_forces_leaves_the_forces_and_the_pose),
		cmocka_unit_test(body_that_omits_forces_keeps_its_velocity),
		cmocka_unit_test(sixty_small_turns_make_a_right_angle),
		cmocka_unit_test(spinning_body_turns_about_its_centre_of_mass),
		cmocka_unit_test(body_that_does_not_turn_keeps_its_matrix_bit_for_bit),
		cmocka_unit_test(locked_axes_do_not_move),
		cmocka_unit_test(torque_turns_by_the_inertia_about_free_axes),
		cmocka_unit_test(kinematic_body_has_the_velocity_of_its_motion_for_one_step),
		cmocka_unit_test(kinematic_velocity_is_that_of_the_centre_of_mass),
		cmocka_unit_test(kinematic_jump_beyond_all_numbers_has_no_velocity),
		cmocka_unit_test(kinematic_motion_in_no_time_has_no_velocity),
		cmocka_unit_test(static_body_stays),
		cmocka_unit_test(body_whose_velocity_overflows_stays_and_sleeps),
		cmocka_unit_test(body_whose_spin_overflows_stays_and_sleeps),
		cmocka_unit_test(body_whose_position_overflows_stays_and_sleeps),
		cmocka_unit_test(slow_body_sleeps_after_the_time_limit),
		cmocka_unit_test(body_at_the_speed_limit_does_not_sleep),
		cmocka_unit_test(motion_starts_the_time_to_sleep_anew),
		cmocka_unit_test(body_that_cannot_sleep_stays_awake),
		cmocka_unit_test(sleeping_body_does_not_move),
		cmocka_unit_test(only_rigid_bodies_are_put_to_sleep),
		cmocka_unit_test(body_that_trembles_on_the_spot_falls_asleep),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
