// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What a body does between steps: modes, poses, impulses, forces, waking. Numbers are
// small fractions of powers of two, so that results are exact in either precision
// unless a tolerance is given.
#include "dynamics/body.h"

#include "support/check.h"

static const double loose = pick_tolerance(1e-6, 1e-14);

static Body make_body(void) {
	Body body;
	mk_body_init(&body);
	return body;
}

// a quarter turn about z: the body's x axis points along the world's y axis
static Affine quarter_turn_about_z(void) {
	return (Affine){ { { 0, 1, 0 }, { -1, 0, 0 }, { 0, 0, 1 } }, { 0, 0, 0 } };
}

static void new_body_is_a_resting_kilogram_at_the_origin(void **state) {
	(void)state;
	Body body = make_body();
	assert_int_equal(body.mode, BODY_RIGID);
	assert_true(body_is_moving(&body));
	assert_true(body.can_sleep);
	check_near(body_inverse_mass(&body), 1, 0);
	check_mat3(body_inverse_inertia(&body), mat3_identity(), 0);
	check_mat3(body.pose.linear, mat3_identity(), 0);
	check_vec3(body.linear_velocity, vec3_zero(), 0);
}

static void central_impulse_changes_velocity_by_impulse_over_mass(void **state) {
	(void)state;
	Body body = make_body();
	body.mass = 4;
	body.linear_velocity = vec3(1, 0, 0);
	mk_body_apply_central_impulse(&body, vec3(2, 8, 0));
	check_vec3(body.linear_velocity, vec3(1.5, 2, 0), 0);
	check_vec3(body.angular_velocity, vec3_zero(), 0);
}

static void impulse_beside_the_centre_of_mass_turns_the_body(void **state) {
	(void)state;
	Body body = make_body();
	body.mass = 2;
	body.local_center = vec3(0, 1, 0);
	body.moments = vec3(4, 4, 4);
	// arm = (3,1,0) - (0,1,0) = (3,0,0); arm x J = (3,0,0) x (0,0,6) = (0,-18,0); -18 / 4 = -4.5
	mk_body_apply_impulse(&body, vec3(0, 0, 6), vec3(3, 1, 0));
	check_vec3(body.linear_velocity, vec3(0, 0, 3), 0);
	check_vec3(body.angular_velocity, vec3(0, -4.5, 0), 0);
	// v + w x arm = (0,0,3) + (0,-4.5,0) x (3,0,0) = (0,0,3 + 13.5)
	check_vec3(body_velocity_at(&body, vec3(3, 1, 0)), vec3(0, 0, 16.5), 0);
}

static void impulse_through_the_centre_of_mass_does_not_turn_the_body(void **state) {
	(void)state;
	Body body = make_body();
	body.local_center = vec3(0, 1, 0);
	mk_body_set_pose(&body, quarter_turn_about_z());
	// the centre of mass is turned with the body: (0,1,0) becomes (-1,0,0)
	check_vec3(body_center(&body), vec3(-1, 0, 0), loose);
	mk_body_apply_impulse(&body, vec3(0, 5, 7), vec3(-1, 0, 0));
	check_vec3(body.angular_velocity, vec3_zero(), 10 * loose);
	check_vec3(body.linear_velocity, vec3(0, 5, 7), 0);
}

static void torque_impulse_meets_the_moment_of_the_turned_axis(void **state) {
	(void)state;
	Body body = make_body();
	body.moments = vec3(1, 2, 4);
	mk_body_set_pose(&body, quarter_turn_about_z());
	// the world's y axis is the body's x axis (moment 1), the world's x axis its y axis (moment 2)
	mk_body_apply_torque_impulse(&body, vec3(8, 8, 8));
	check_vec3(body.angular_velocity, vec3(4, 8, 2), 10 * loose);
}

static void forces_add_up_until_the_step(void **state) {
	(void)state;
	Body body = make_body();
	body.local_center = vec3(0, 1, 0);
	mk_body_apply_central_force(&body, vec3(1, 2, 3));
	// arm (1,0,0) x (0,4,0) = (0,0,4)
	mk_body_apply_force(&body, vec3(0, 4, 0), vec3(1, 1, 0));
	mk_body_apply_torque(&body, vec3(0, 0, 0.5));
	check_vec3(body.force, vec3(1, 6, 3), 0);
	check_vec3(body.torque, vec3(0, 0, 4.5), 0);
	check_vec3(body.linear_velocity, vec3_zero(), 0);
}

static void apply_everything(Body *body) {
	mk_body_apply_impulse(body, vec3(1, 2, 3), vec3(1, 0, 0));
	mk_body_apply_central_impulse(body, vec3(1, 2, 3));
	mk_body_apply_torque_impulse(body, vec3(1, 2, 3));
	mk_body_apply_force(body, vec3(1, 2, 3), vec3(1, 0, 0));
	mk_body_apply_central_force(body, vec3(1, 2, 3));
	mk_body_apply_torque(body, vec3(1, 2, 3));
}

static void static_and_kinematic_bodies_ignore_impulses_and_forces(void **state) {
	(void)state;
	for (BodyMode mode = BODY_STATIC; mode <= BODY_KINEMATIC; mode++) {
		Body body = make_body();
		mk_body_set_mode(&body, mode);
		apply_everything(&body);
		check_vec3(body.linear_velocity, vec3_zero(), 0);
		check_vec3(body.angular_velocity, vec3_zero(), 0);
		check_vec3(body.force, vec3_zero(), 0);
		check_vec3(body.torque, vec3_zero(), 0);
		check_near(body_inverse_mass(&body), 0, 0);
	}
}

static void linear_body_is_pushed_and_not_turned(void **state) {
	(void)state;
	Body body = make_body();
	body.angular_velocity = vec3(1, 1, 1);
	mk_body_set_mode(&body, BODY_RIGID_LINEAR);
	mk_body_apply_impulse(&body, vec3(0, 0, 6), vec3(3, 1, 0));
	check_vec3(body.linear_velocity, vec3(0, 0, 6), 0);
	check_vec3(body.angular_velocity, vec3_zero(), 0);
	check_mat3(body_inverse_inertia(&body), mat3_zero(), 0);
}

static void body_that_becomes_static_stops(void **state) {
	(void)state;
	for (BodyMode mode = BODY_STATIC; mode <= BODY_KINEMATIC; mode++) {
		Body body = make_body();
		apply_everything(&body);
		mk_body_set_mode(&body, mode);
		check_vec3(body.linear_velocity, vec3_zero(), 0);
		check_vec3(body.angular_velocity, vec3_zero(), 0);
		check_vec3(body.force, vec3_zero(), 0);
		assert_false(body_is_moving(&body));
	}
}

static void setting_the_same_mode_changes_nothing(void **state) {
	(void)state;
	Body body = make_body();
	apply_everything(&body);
	mk_body_sleep(&body);
	Body before = body;
	mk_body_set_mode(&body, BODY_RIGID);
	assert_memory_equal(&body, &before, sizeof body);
}

static void velocity_of_a_static_body_is_that_of_its_surface(void **state) {
	(void)state;
	Body body = make_body();
	mk_body_set_mode(&body, BODY_STATIC);
	mk_body_set_linear_velocity(&body, vec3(2, 0, 0));
	mk_body_set_angular_velocity(&body, vec3(0, 3, 0));
	check_vec3(body.surface_linear, vec3(2, 0, 0), 0);
	check_vec3(body.surface_angular, vec3(0, 3, 0), 0);
	// a point at (0,0,1): (2,0,0) + (0,3,0) x (0,0,1) = (5,0,0)
	check_vec3(body_velocity_at(&body, vec3(0, 0, 1)), vec3(5, 0, 0), 0);
}

static void pose_is_split_into_rotation_and_stretch(void **state) {
	(void)state;
	Body body = make_body();
	Affine pose = quarter_turn_about_z();
	// scaled by (2, 3, 4) along its own axes, then turned
	pose.linear = mat3_multiply(pose.linear, mat3_diagonal(vec3(2, 3, 4)));
	pose.origin = vec3(5, 6, 7);
	body.linear_velocity = vec3(1, 0, 0);
	mk_body_set_pose(&body, pose);
	check_mat3(body.pose.linear, pose.linear, 0);
	check_vec3(body.pose.origin, pose.origin, 0);
	check_mat3(body.stretch, mat3_diagonal(vec3(2, 3, 4)), 10 * loose);
	// sin and cos of 45 degrees
	check_quat(
			body.rotation, quat(0, 0, (Real)0.70710678118654752, (Real)0.70710678118654752), loose);
	check_vec3(body.linear_velocity, vec3(1, 0, 0), 0);
}

static void set_pose_drops_the_target(void **state) {
	(void)state;
	Body body = make_body();
	mk_body_set_mode(&body, BODY_KINEMATIC);
	mk_body_set_target(&body, quarter_turn_about_z());
	assert_true(body_is_moving(&body));
	mk_body_set_pose(&body, affine_identity());
	assert_false(body_is_moving(&body));
}

static void sleep_stops_the_body(void **state) {
	(void)state;
	Body body = make_body();
	apply_everything(&body);
	mk_body_sleep(&body);
	assert_false(body_is_moving(&body));
	check_vec3(body.linear_velocity, vec3_zero(), 0);
	check_vec3(body.angular_velocity, vec3_zero(), 0);
	check_vec3(body.force, vec3_zero(), 0);
	check_vec3(body.torque, vec3_zero(), 0);
}

static void wake_by(Body *body, int way) {
	switch (way) {
		case 0: mk_body_set_linear_velocity(body, vec3(1, 0, 0)); return;
		case 1: mk_body_set_angular_velocity(body, vec3(1, 0, 0)); return;
		case 2: mk_body_apply_central_impulse(body, vec3(1, 0, 0)); return;
		case 3: mk_body_apply_torque_impulse(body, vec3(1, 0, 0)); return;
		case 4: mk_body_apply_impulse(body, vec3(1, 0, 0), vec3(0, 1, 0)); return;
		case 5: mk_body_apply_central_force(body, vec3(1, 0, 0)); return;
		case 6: mk_body_apply_torque(body, vec3(1, 0, 0)); return;
		case 7: mk_body_apply_force(body, vec3(1, 0, 0), vec3(0, 1, 0)); return;
		case 8: mk_body_set_pose(body, quarter_turn_about_z()); return;
		case 9: mk_body_set_mode(body, BODY_RIGID_LINEAR); return;
		default: mk_body_wake(body);
	}
}

static void every_change_from_outside_wakes_the_body(void **state) {
	(void)state;
	for (int way = 0; way <= 10; way++) {
		Body body = make_body();
		mk_body_sleep(&body);
		body.still_time = 3;
		wake_by(&body, way);
		assert_true(body_is_moving(&body));
		check_near(body.still_time, 0, 0);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(new_body_is_a_resting_kilogram_at_the_origin),
		cmocka_unit_test(central_impulse_changes_velocity_by_impulse_over_mass),
		cmocka_unit_test(impulse_beside_the_centre_of_mass_turns_the_body),
		cmocka_unit_test(impulse_through_the_centre_of_mass_does_not_turn_the_body),
		cmocka_unit_test(torque_impulse_meets_the_moment_of_the_turned_axis),
		cmocka_unit_test(forces_add_up_until_the_step),
		cmocka_unit_test(static_and_kinematic_bodies_ignore_impulses_and_forces),
		cmocka_unit_test(linear_body_is_pushed_and_not_turned),
		cmocka_unit_test(body_that_becomes_static_stops),
		cmocka_unit_test(setting_the_same_mode_changes_nothing),
		cmocka_unit_test(velocity_of_a_static_body_is_that_of_its_surface),
		cmocka_unit_test(pose_is_split_into_rotation_and_stretch),
		cmocka_unit_test(set_pose_drops_the_target),
		cmocka_unit_test(sleep_stops_the_body),
		cmocka_unit_test(every_change_from_outside_wakes_the_body),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
