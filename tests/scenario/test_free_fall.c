// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bodies that touch nothing, over hundreds and thousands of steps, against closed forms.
#include "dynamics/integrate.h"
#include "support/check.h"

#include <string.h>

// y(n) = -g dt^2 n (n + 1) / 2
static double fallen(double gravity, double dt, int steps) {
	return -gravity * dt * dt * steps * (steps + 1) / 2;
}

static void fall_is_exact_where_the_numbers_are(void **state) {
	(void)state;
	Body body;
	mk_body_init(&body);
	BodySurroundings fall = { .gravity = { 0, -8, 0 } };
	// positions are multiples of 8/64^2 = 2^-9 up to 352.2, which have 18
	// bits: no rounding anywhere
	for (int i = 1; i <= 600; i++) {
		assert_true(mk_body_step(&body, &fall, (Real)1 / 64));
		check_near(body.pose.origin.y, fallen(8, 1.0 / 64, i), 0);
	}
}

static void ten_seconds_of_fall_follow_the_closed_form(void **state) {
	(void)state;
	Body body;
	mk_body_init(&body);
	body.mass = 1000;
	BodySurroundings fall = { .gravity = { 0, (Real)-9.8, 0 } };
	for (int i = 0; i < 600; i++)
		assert_true(mk_body_step(&body, &fall, (Real)1 / 60));
	// 490.8 m; each of the 600 additions may be wrong by half an epsilon of that, and the speed's
	// rounding errors add up to about as much
	check_near(body.pose.origin.y, fallen(9.8, 1.0 / 60, 600), pick_tolerance(2e-2, 2e-11));
	check_near(body.linear_velocity.y, -98, pick_tolerance(2e-3, 2e-12));
}

static void thrown_body_comes_back_after_its_flight(void **state) {
	(void)state;
	Body body;
	mk_body_init(&body);
	body.linear_velocity = vec3(3, 16, 0);
	BodySurroundings fall = { .gravity = { 0, -8, 0 } };
	// y(n) = 16 n/64 - 8 n (n+1) / (2 64^2) is zero at n + 1 = 256
	for (int i = 0; i < 255; i++)
		assert_true(mk_body_step(&body, &fall, (Real)1 / 64));
	check_vec3(body.pose.origin, vec3((Real)(3 * 255) / 64, 0, 0), 0);
}

static void damped_fall_approaches_its_final_speed(void **state) {
	(void)state;
	Body body;
	mk_body_init(&body);
	BodySurroundings air = { .gravity = { 0, -8, 0 }, .linear_damp = 4 };
	// v' = v (1 - c dt) - g dt stands still at -g/c, and gets there with (1 - c dt)^n
	for (int i = 0; i < 64; i++)
		assert_true(mk_body_step(&body, &air, (Real)1 / 64));
	double expected = -2 * (1 - pow(1 - 4.0 / 64, 64));
	check_near(body.linear_velocity.y, expected, pick_tolerance(1e-5, 1e-13));
}

// scale and shear: everything that lengths and angles can tell about a matrix
static Mat3 metric(Mat3 m) { return mat3_multiply_transposed(m, m); }

static void scale_and_shear_survive_ten_thousand_steps(void **state) {
	(void)state;
	Body body;
	mk_body_init(&body);
	Affine pose = { { { 2, 0, 0 }, { (Real)0.5, 1, 0 }, { (Real)-0.25, (Real)0.5, 3 } },
		{ 0, 0, 0 } };
	mk_body_set_pose(&body, pose);
	Mat3 stretch = body.stretch;
	body.angular_velocity = vec3(1, 2, 3);
	for (int i = 0; i < 10000; i++)
		assert_true(mk_body_step(&body, &(BodySurroundings){ 0 }, (Real)1 / 60));
	assert_memory_equal(&body.stretch, &stretch, sizeof stretch);
	// entries up to 9.3; the quaternion is normalised every step, so nothing adds up
	check_mat3(metric(body.pose.linear), metric(pose.linear), pick_tolerance(2e-5, 2e-14));
	check_near(mat3_determinant(body.pose.linear), 6, pick_tolerance(2e-5, 2e-14));
	assert_true(quat_is_unit(body.rotation));
}

static void mirrored_body_stays_mirrored(void **state) {
	(void)state;
	Body body;
	mk_body_init(&body);
	Affine pose = { mat3_diagonal(vec3(1, -2, 3)), { 0, 0, 0 } };
	mk_body_set_pose(&body, pose);
	body.angular_velocity = vec3(3, -2, 1);
	for (int i = 0; i < 1000; i++)
		assert_true(mk_body_step(&body, &(BodySurroundings){ 0 }, (Real)1 / 60));
	check_mat3(metric(body.pose.linear), metric(pose.linear), pick_tolerance(2e-5, 2e-14));
	check_near(mat3_determinant(body.pose.linear), -6, pick_tolerance(2e-5, 2e-14));
}

static void spinning_body_flies_straight(void **state) {
	(void)state;
	Body body;
	mk_body_init(&body);
	body.local_center = vec3((Real)0.5, (Real)-0.25, 1);
	body.linear_velocity = vec3(1, 0, (Real)0.5);
	body.angular_velocity = vec3(4, 5, -6);
	for (int i = 1; i <= 640; i++) {
		assert_true(mk_body_step(&body, &(BodySurroundings){ 0 }, (Real)1 / 64));
		Vec3 center = vec3_add(body.pose.origin, body_center(&body));
		Real time = (Real)i / 64;
		Vec3 expected = vec3((Real)0.5 + time, (Real)-0.25, 1 + time / 2);
		// 640 additions to a number of about 10
		check_vec3(center, expected, pick_tolerance(1e-4, 1e-12));
	}
}

static void spin_of_a_body_with_equal_moments_stays_bit_for_bit(void **state) {
	(void)state;
	Body body;
	mk_body_init(&body);
	body.moments = vec3(2, 2, 2);
	Vec3 spin = vec3(4, 5, -6);
	body.angular_velocity = spin;
	for (int i = 0; i < 10000; i++)
		assert_true(mk_body_step(&body, &(BodySurroundings){ 0 }, (Real)1 / 60));
	assert_memory_equal(&body.angular_velocity, &spin, sizeof spin);
}

static Vec3 angular_momentum(const Body *body) {
	Mat3 inertia;
	assert_true(mk_mat3_invert(body_inverse_inertia(body), &inertia));
	return mat3_apply(inertia, body->angular_velocity);
}

// A rod of 2 m x 2 cm has a moment about its own axis that is 5000 times smaller than the others:
// the least error between its axis and its momentum would make a wild spin of it.
static void slender_rod_keeps_its_spin(void **state) {
	(void)state;
	Body body;
	mk_body_init(&body);
	body.moments = vec3((Real)6.67e-5, (Real)0.333, (Real)0.333);
	mk_body_set_angular_velocity(&body, vec3(20, -15, 25));
	BodySurroundings none = { 0 };
	Real speed = vec3_length(body.angular_velocity);
	for (int i = 0; i < 600; i++) {
		mk_body_step(&body, &none, (Real)(1.0 / 60));
		Vec3 axis = quat_rotate(body.rotation, vec3_axis(0));
		check_near(vec3_dot(axis, body.angular_velocity), 20, 0.02);
		check_near(vec3_length(body.angular_velocity), speed, 0.01);
	}
	// its axis goes about the momentum at L / I; it is across it but for the small moment
	Vec3 spin = body.angular_velocity;
	Vec3 axis = quat_rotate(body.rotation, vec3_axis(0));
	Vec3 across = vec3_sub(spin, vec3_scale(axis, 20));
	check_near(vec3_length(across), sqrt(15.0 * 15 + 25 * 25), 0.02);
}

// About the middle axis a body turns over again and again; momentum stays, energy nearly so.
static void tumbling_body_keeps_momentum_and_energy(void **state) {
	(void)state;
	Body body;
	mk_body_init(&body);
	body.moments = vec3(1, 2, 5);
	body.angular_velocity = vec3((Real)0.01, 8, 0);
	Vec3 momentum = angular_momentum(&body);
	Real energy = vec3_dot(momentum, body.angular_velocity);
	Real least = 1;
	for (int i = 0; i < 1200; i++) {
		assert_true(mk_body_step(&body, &(BodySurroundings){ 0 }, (Real)1 / 60));
		check_vec3(angular_momentum(&body), momentum, 2e-3 * (double)vec3_length(momentum));
		Real now = vec3_dot(angular_momentum(&body), body.angular_velocity);
		check_near(now, energy, 0.01 * (double)energy);
		least = real_min(least, quat_rotate(body.rotation, vec3(0, 1, 0)).y);
	}
	// its axis has pointed the other way
	assert_true(least < (Real)-0.9);
}

static void same_start_gives_the_same_bits(void **state) {
	(void)state;
	Body bodies[2];
	BodySurroundings air = { .gravity = { 0, (Real)-9.8, 0 }, .linear_damp = (Real)0.1 };
	for (int i = 0; i < 2; i++) {
		memset(&bodies[i], 0, sizeof bodies[i]); // padding too
		mk_body_init(&bodies[i]);
		bodies[i].angular_velocity = vec3((Real)0.1, (Real)0.2, (Real)0.3);
		for (int step = 0; step < 1000; step++)
			assert_true(mk_body_step(&bodies[i], &air, (Real)1 / 60));
	}
	assert_memory_equal(&bodies[0].pose, &bodies[1].pose, sizeof bodies[0].pose);
	assert_memory_equal(&bodies[0].rotation, &bodies[1].rotation, sizeof bodies[0].rotation);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fall_is_exact_where_the_numbers_are),
		cmocka_unit_test(ten_seconds_of_fall_follow_the_closed_form),
		cmocka_unit_test(thrown_body_comes_back_after_its_flight),
		cmocka_unit_test(damped_fall_approaches_its_final_speed),
		cmocka_unit_test(scale_and_shear_survive_ten_thousand_steps),
		cmocka_unit_test(mirrored_body_stays_mirrored),
		cmocka_unit_test(spinning_body_flies_straight),
		cmocka_unit_test(spin_of_a_body_with_equal_moments_stays_bit_for_bit),
		cmocka_unit_test(slender_rod_keeps_its_spin),
		cmocka_unit_test(tumbling_body_keeps_momentum_and_energy),
		cmocka_unit_test(same_start_gives_the_same_bits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
