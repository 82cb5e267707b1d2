// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The reference of free motion: its order, what it conserves, and how near the engine's own
// integrator is. The tumbling body has moments 1, 2, 3 and turns about no axis of its own.
#include "dynamics/free_body.h"

#include "dynamics/integrate.h"
#include "support/check.h"

typedef void FreeBodyStep(FreeBody *body, const FreeBodyForces *forces, Real time, Real dt);

static const FreeBodyForces nothing;
static const BodySurroundings nowhere;

static Body make_body(Vec3 moments, Vec3 spin) {
	Body body;
	mk_body_init(&body);
	body.moments = moments;
	body.angular_velocity = spin;
	return body;
}

static Body make_tumbling(void) { return make_body(vec3(1, 2, 3), vec3((Real)0.5, 2, (Real)0.3)); }

static FreeBody make_free(const Body *body) {
	FreeBody free_body;
	assert_true(mk_free_body_from_body(body, &free_body));
	return free_body;
}

static void step_many(FreeBody *body, FreeBodyStep *step, Real dt, int count) {
	for (int i = 0; i < count; i++)
		step(body, &nothing, (Real)i * dt, dt);
}

// distance of two quaternions as four numbers
static double quat_error(Quat a, Quat b) {
	Quat d = quat(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w);
	return sqrt((double)quat_dot(d, d));
}

// Returns how far the tumbling body's rotation is off after 2 s in steps of 1 / rate seconds. The
// truth is from steps so small that all ten digits stand.
static double tumbling_error(FreeBodyStep *step, int rate) {
	Quat truth = quat(
			(Real)0.0107507797, (Real)0.8693832018, (Real)0.1567217891, (Real)-0.4685035219);
	Body body = make_tumbling();
	FreeBody free_body = make_free(&body);
	step_many(&free_body, step, (Real)1 / (Real)rate, 2 * rate);
	return quat_error(free_body.state.rotation, truth);
}

static void state_is_taken_from_a_body(void **state) {
	(void)state;
	Body body = make_tumbling();
	body.mass = 4;
	body.local_center = vec3(0.5, 0, 0);
	body.linear_velocity = vec3(1, 2, 3);
	// a quarter turn about z: the body's x axis is the world's y axis
	Quat turn = quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 2);
	mk_body_set_pose(&body, affine_from_transform((Transform){ turn, vec3(7, 8, 9) }));
	FreeBody free_body = make_free(&body);
	double slack = pick_tolerance(2e-6, 1e-14);
	check_vec3(free_body.state.position, vec3(7, 8.5, 9), slack);
	check_quat(free_body.state.rotation, turn, slack);
	check_vec3(free_body.state.momentum, vec3(4, 8, 12), 0);
	// about x it has the moment 2 now and about y 1
	check_vec3(free_body.state.angular_momentum, vec3(1, 2, (Real)0.9), slack);
	check_vec3(free_body_velocity(&free_body), body.linear_velocity, 0);
	check_vec3(free_body_angular_velocity(&free_body), body.angular_velocity, slack);
}

static void body_that_forces_do_not_move_is_refused(void **state) {
	(void)state;
	Body body = make_tumbling();
	FreeBody free_body = make_free(&body);
	FreeBody before = free_body;
	mk_body_set_mode(&body, BODY_KINEMATIC);
	assert_false(mk_free_body_from_body(&body, &free_body));
	assert_memory_equal(&free_body, &before, sizeof before);
}

static void body_that_nothing_turns_keeps_its_rotation(void **state) {
	(void)state;
	Body body = make_tumbling();
	mk_body_set_mode(&body, BODY_RIGID_LINEAR);
	FreeBody free_body = make_free(&body);
	free_body.state.angular_momentum = vec3(1, 2, 3);
	step_many(&free_body, mk_free_body_step_rk4, (Real)0.1, 10);
	check_quat(free_body.state.rotation, quat_identity(), 0);
}

// the derivative of the state: P / m, half of omega times q, force and torque
static FreeBodyLoad fixed_load(const FreeBody *body, Real time, const void *user) {
	(void)body;
	(void)time;
	return *(const FreeBodyLoad *)user;
}

static void rate_is_velocity_spin_force_and_torque(void **state) {
	(void)state;
	Body body = make_tumbling();
	body.mass = 2;
	body.linear_velocity = vec3(1, 2, 3);
	FreeBody free_body = make_free(&body);
	FreeBodyLoad load = { { 4, 5, 6 }, { 7, 8, 9 } };
	FreeBodyRate rate = mk_free_body_rate(&free_body, &(FreeBodyForces){ fixed_load, &load }, 0);
	check_vec3(rate.velocity, vec3(1, 2, 3), 0);
	double slack = pick_tolerance(1e-6, 1e-15);
	check_vec3(quat_vector(rate.spin), vec3((Real)0.25, 1, (Real)0.15), slack);
	check_near(rate.spin.w, 0, 0);
	check_vec3(rate.force, load.force, 0);
	check_vec3(rate.torque, load.torque, 0);
}

// with a force as large as the momentum the step solves y' = y
static FreeBodyLoad growing_force(const FreeBody *body, Real time, const void *user) {
	(void)time;
	(void)user;
	return (FreeBodyLoad){ .force = body->state.momentum };
}

static void growth_has_the_first_terms_of_the_exponential_series(void **state) {
	(void)state;
	const FreeBodyForces growth = { growing_force, NULL };
	Body body = make_tumbling();
	body.linear_velocity = vec3(1, 0, 0);
	FreeBody euler = make_free(&body);
	FreeBody rk4 = euler;
	mk_free_body_step_euler(&euler, &growth, 0, (Real)0.1);
	mk_free_body_step_rk4(&rk4, &growth, 0, (Real)0.1);
	// 1 + h, and 1 + h + h^2/2 + h^3/6 + h^4/24
	double slack = pick_tolerance(2e-7, 1e-15);
	check_near(euler.state.momentum.x, 1.1, slack);
	check_near(rk4.state.momentum.x, 1 + 0.1 + 0.005 + 0.001 / 6 + 0.0001 / 24, slack);
}

// the time of each stage: a force of t^3 is integrated exactly by
// Simpson's rule, which this is then
static FreeBodyLoad cubic_force(const FreeBody *body, Real time, const void *user) {
	(void)body;
	(void)user;
	return (FreeBodyLoad){ .force = vec3(time * time * time, 0, 0) };
}

static void forces_are_asked_for_at_the_time_of_the_stage(void **state) {
	(void)state;
	Body body = make_tumbling();
	FreeBody free_body = make_free(&body);
	mk_free_body_step_rk4(&free_body, &(FreeBodyForces){ cubic_force, NULL }, 1, 2);
	// (3^4 - 1^4) / 4
	check_near(free_body.state.momentum.x, 20, pick_tolerance(8e-6, 2e-14));
}

// Steps per second of the coarsest run, and how often they are doubled. In single precision
// rounding hides the order below 1e-5, so the steps are longer there.
enum { RK4_RATE = pick_tolerance(4, 16), RK4_END = pick_tolerance(8, 64) };
enum { ENGINE_RATE = pick_tolerance(4, 15) };

static void halving_the_step_divides_the_error_of_rk4_by_sixteen(void **state) {
	(void)state;
	for (int rate = RK4_RATE; rate < RK4_END; rate *= 2) {
		double ratio = tumbling_error(mk_free_body_step_rk4, rate) /
				tumbling_error(mk_free_body_step_rk4, 2 * rate);
		print_message("RK4, %d to %d steps per second: error / %.2f\n", rate, 2 * rate, ratio);
		// the next power of the step adds a few percent
		check_near(ratio, 16, 0.5);
	}
}

static void halving_the_step_divides_the_error_of_euler_by_two(void **state) {
	(void)state;
	for (int rate = 16; rate < 128; rate *= 2) {
		double ratio = tumbling_error(mk_free_body_step_euler, rate) /
				tumbling_error(mk_free_body_step_euler, 2 * rate);
		check_near(ratio, 2, 0.05);
	}
}

static void errors_are_those_of_an_independent_program(void **state) {
	(void)state;
	static const double rk4[] = { 1.308e-6, 8.088e-8, 5.023e-9, 3.128e-10 };
	static const double euler[] = { 4.88e-2, 2.47e-2, 1.24e-2, 6.23e-3 };
	for (int i = 0; i < 4; i++) {
		int rate = 16 << i;
		// half of the last digit given, and that of the truth, or the rounding of all steps
		double slack = pick_tolerance(5e-6, 0.0005 * rk4[i] + 1e-10);
		check_near(tumbling_error(mk_free_body_step_rk4, rate), rk4[i], slack);
		check_near(tumbling_error(mk_free_body_step_euler, rate), euler[i], 6e-5);
	}
}

// What 10 000 steps of 2 ms make of the tumbling body's energy of 4.26 J.
static double energy_drift(FreeBodyStep *step) {
	Body body = make_tumbling();
	FreeBody free_body = make_free(&body);
	Vec3 momentum = free_body.state.angular_momentum;
	check_near(free_body_energy(&free_body), 4.26, pick_tolerance(1e-6, 1e-15));
	double before = (double)free_body_energy(&free_body);
	step_many(&free_body, step, (Real)0.002, 10000);
	check_vec3(free_body.state.angular_momentum, momentum, 0);
	assert_true(quat_is_unit(free_body.state.rotation));
	return (double)free_body_energy(&free_body) - before;
}

static void free_spin_keeps_momentum_exactly_and_energy_to_the_order(void **state) {
	(void)state;
	double rk4 = energy_drift(mk_free_body_step_rk4);
	double euler = energy_drift(mk_free_body_step_euler);
	print_message("energy drift: RK4 %g J, Euler %g J\n", rk4, euler);
	// 10 000 roundings of random sign are 100 epsilon; the rotation has several in a step
	check_near(rk4, 0, 4.26 * 1000 * (double)MK_EPSILON);
	check_near(euler, 0.0640, pick_tolerance(6e-4, 6e-5));
}

typedef struct Push {
	Vec3 force;
	Vec3 arm; // from the centre of mass, world axes
} Push;

static FreeBodyLoad push_load(const FreeBody *body, Real time, const void *user) {
	(void)time;
	const Push *push = user;
	return free_body_load_at(body, push->force, vec3_add(body->state.position, push->arm));
}

static FreeBody pushed(const Push *push) {
	Body body = make_body(vec3(1, 2, 3), vec3_zero());
	body.mass = 2;
	mk_body_set_pose(&body, affine_from_transform((Transform){ quat_identity(), vec3(5, 6, 7) }));
	FreeBody free_body = make_free(&body);
	const FreeBodyForces forces = { push_load, push };
	for (int i = 0; i < 64; i++)
		mk_free_body_step_rk4(&free_body, &forces, (Real)i / 64, (Real)1 / 64);
	return free_body;
}

static void force_at_the_centre_moves_and_does_not_turn(void **state) {
	(void)state;
	FreeBody body = pushed(&(Push){ .force = { 0, 4, 0 } });
	double slack = pick_tolerance(1e-5, 1e-14);
	check_vec3(free_body_velocity(&body), vec3(0, 2, 0), slack);
	// t^2 F / (2 m)
	check_vec3(body.state.position, vec3(5, 7, 7), slack);
	check_vec3(body.state.angular_momentum, vec3_zero(), 0);
	check_quat(body.state.rotation, quat_identity(), 0);
}

static void force_beside_the_centre_moves_as_much_and_turns(void **state) {
	(void)state;
	FreeBody body = pushed(&(Push){ .force = { 0, 4, 0 }, .arm = { 0.5, 0, 0 } });
	double slack = pick_tolerance(1e-5, 1e-9);
	check_vec3(body.state.position, vec3(5, 7, 7), slack);
	// M = r x F = 2 about z, where the moment is 3: after 1 s 2/3 rad/s and 1/3 rad
	check_vec3(body.state.angular_momentum, vec3(0, 0, 2), slack);
	check_vec3(free_body_angular_velocity(&body), vec3(0, 0, (Real)2 / 3), slack);
	Quat turn = quat_from_axis_angle(vec3(0, 0, 1), (Real)1 / 3);
	check_quat(body.state.rotation, turn, slack);
}

// A body with an offset centre of mass and turned principal axes, in both integrators.
static Body make_thrown(Vec3 moments) {
	Body body = make_body(moments, vec3((Real)0.5, 2, (Real)0.3));
	body.local_center = vec3((Real)0.3, (Real)-0.2, (Real)0.1);
	body.principal = quat_normalize(quat(1, 2, 3, 4));
	body.linear_velocity = vec3(1, -2, 3);
	return body;
}

// Returns the distance of the engine's rotation from the reference after 2 s in
// steps of 1 / rate seconds.
static double engine_error(Vec3 moments, int rate) {
	Body body = make_thrown(moments);
	FreeBody reference = make_free(&body);
	step_many(&reference, mk_free_body_step_rk4, (Real)1 / 128, 256);
	for (int i = 0; i < 2 * rate; i++)
		assert_true(mk_body_step(&body, &nowhere, (Real)1 / (Real)rate));
	Vec3 center = vec3_add(body.pose.origin, body_center(&body));
	check_vec3(center, reference.state.position, pick_tolerance(1e-4, 1e-13));
	double error = quat_error(body_principal_axes(&body), reference.state.rotation);
	double slack = pick_tolerance(2e-5, 1e-8) + 8 * error;
	check_vec3(body.angular_velocity, free_body_angular_velocity(&reference), slack);
	return error;
}

static void engine_tumbles_like_the_reference_with_order_two(void **state) {
	(void)state;
	double coarse = engine_error(vec3(1, 2, 3), ENGINE_RATE);
	double fine = engine_error(vec3(1, 2, 3), 2 * ENGINE_RATE);
	double usual = engine_error(vec3(1, 2, 3), 60);
	print_message("engine after 2 s: error / %.2f for half the step, %g at 60 Hz\n", coarse / fine,
			usual);
	check_near(coarse / fine, 4, 0.2);
	// 5.8e-6 of the method, and an epsilon for each of the four parts of 120 steps
	check_near(usual, 0, 6e-6 + 480 * (double)MK_EPSILON);
}

static void engine_keeps_a_unit_rotation_over_ten_thousand_steps(void **state) {
	(void)state;
	Body body = make_thrown(vec3(1, 2, 3));
	for (int i = 0; i < 10000; i++) {
		assert_true(mk_body_step(&body, &nowhere, (Real)1 / 60));
		// as near as one normalisation comes: nothing adds up
		check_near(quat_dot(body.rotation, body.rotation), 1, 4 * (double)MK_EPSILON);
	}
}

static void engine_spins_a_top_like_the_reference_at_any_step(void **state) {
	(void)state;
	// the engine's formula is exact, the reference of order 4 at 1/128 s
	double slack = pick_tolerance(2e-5, 2e-9);
	check_near(engine_error(vec3(2, 2, 3), 5), 0, slack);
	check_near(engine_error(vec3(2, 2, 3), 60), 0, slack);
}

static void engine_falls_half_a_step_ahead_of_the_reference(void **state) {
	(void)state;
	Body body = make_thrown(vec3(1, 1, 1));
	FreeBody reference = make_free(&body);
	const FreeBodyLoad weight = { .force = { 0, -8, 0 } };
	const FreeBodyForces forces = { fixed_load, &weight };
	for (int i = 0; i < 64; i++) {
		mk_free_body_step_rk4(&reference, &forces, (Real)i / 64, (Real)1 / 64);
		assert_true(
				mk_body_step(&body, &(BodySurroundings){ .gravity = weight.force }, (Real)1 / 64));
	}
	double slack = pick_tolerance(2e-5, 1e-13);
	check_vec3(body.linear_velocity, free_body_velocity(&reference), slack);
	// g t^2 / 2 in truth, g t (t + dt) / 2 in steps where the new velocity moves the body
	Vec3 center = vec3_add(body.pose.origin, body_center(&body));
	Vec3 ahead = vec3(0, (Real)-8 / 128, 0);
	check_vec3(vec3_sub(center, reference.state.position), ahead, slack);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(state_is_taken_from_a_body),
		cmocka_unit_test(body_that_forces_do_not_move_is_refused),
		cmocka_unit_test(body_that_nothing_turns_keeps_its_rotation),
		cmocka_unit_test(rate_is_velocity_spin_force_and_torque),
		cmocka_unit_test(growth_has_the_first_terms_of_the_exponential_series),
		cmocka_unit_test(forces_are_asked_for_at_the_time_of_the_stage),
		cmocka_unit_test(halving_the_step_divides_the_error_of_rk4_by_sixteen),
		cmocka_unit_test(halving_the_step_divides_the_error_of_euler_by_two),
		cmocka_unit_test(errors_are_those_of_an_independent_program),
		cmocka_unit_test(free_spin_keeps_momentum_exactly_and_energy_to_the_order),
		cmocka_unit_test(force_at_the_centre_moves_and_does_not_turn),
		cmocka_unit_test(force_beside_the_centre_moves_as_much_and_turns),
		cmocka_unit_test(engine_tumbles_like_the_reference_with_order_two),
		cmocka_unit_test(engine_keeps_a_unit_rotation_over_ten_thousand_steps),
		cmocka_unit_test(engine_spins_a_top_like_the_reference_at_any_step),
		cmocka_unit_test(engine_falls_half_a_step_ahead_of_the_reference),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
