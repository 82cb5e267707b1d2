// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What single contacts do to one or two bodies: stopping, bouncing, friction, twist, rolling
// resistance, locks. The solver works in float in both precisions; tolerances are those of float.
#include "support/check.h"
#include "support/solver_make.h"

static SolverMake make;
static const Real dt = (Real)1 / 60;

static int setup(void **state) {
	(void)state;
	solver_make_init(&make);
	return 0;
}

static int teardown(void **state) {
	(void)state;
	solver_make_free(&make);
	return 0;
}

static Vec3 velocity_of(uint32_t row) {
	const float *v = make.bodies[row].velocity;
	return vec3((Real)v[0], (Real)v[1], (Real)v[2]);
}

static Vec3 spin_of(uint32_t row) {
	const float *w = make.bodies[row].spin;
	return vec3((Real)w[0], (Real)w[1], (Real)w[2]);
}

// The friction of all points together, N s.
static Vec3 friction_of(GraphSlot slot) {
	ContactImpulses impulses = mk_contact_lane_impulses(&make.graph, slot);
	Vec3 sum = vec3_zero();
	for (int i = 0; i < MK_CONTACT_POINTS; i++)
		sum = vec3_add(sum, impulses.friction[i]);
	return sum;
}

// a ball of radius 1 on the floor: A is the world, whose centre is taken to be below the ball
static ContactLane floor_under_ball(Real separation) {
	return (ContactLane){
		.normal = vec3(0, 1, 0),
		.offset = vec3(0, -1, 0), // centre of A (at the point) minus the ball's
		.count = 1,
		.points = { { .separation = separation } },
		.is_reporting = true,
	};
}

// half extents 0.5 on the floor, A = world with its centre below the box
static ContactLane floor_under_box(Real friction) {
	ContactLane lane = { .normal = vec3(0, 1, 0),
		.offset = vec3(0, (Real)-0.5, 0),
		.friction = friction,
		.count = 4,
		.is_reporting = true };
	const Real h = (Real)0.5;
	lane.points[0].arm = vec3(-h, 0, -h);
	lane.points[1].arm = vec3(h, 0, -h);
	lane.points[2].arm = vec3(h, 0, h);
	lane.points[3].arm = vec3(-h, 0, h);
	return lane;
}

static void falling_body_is_stopped_by_the_floor(void **state) {
	(void)state;
	uint32_t ball = solver_make_body(&make, 2, vec3(1, 1, 1));
	make.bodies[ball].velocity[1] = -3;
	ContactLane lane = floor_under_ball(0);
	GraphSlot slot = solver_make_contact(&make, 0, ball, &lane);
	solver_make_step(&make, dt, vec3_zero());
	check_vec3(velocity_of(ball), vec3_zero(), 1e-5);
	// 2 kg at 3 m/s: 6 N s in all, whichever sub-step gave them
	check_near(mk_contact_lane_impulses(&make.graph, slot).normal[0], 6, 1e-4);
	// a soft contact lets a twentieth of the speed through for one sub-step: 3 / 20 / 240 m
	check_near(make.bodies[ball].shift[1], 0, 7e-4);
}

static void gap_may_be_closed_and_no_more(void **state) {
	(void)state;
	uint32_t ball = solver_make_body(&make, 2, vec3(1, 1, 1));
	make.bodies[ball].velocity[1] = -3;
	ContactLane lane = floor_under_ball((Real)0.01);
	solver_make_contact(&make, 0, ball, &lane);
	solver_make_step(&make, dt, vec3_zero());
	check_near(make.bodies[ball].shift[1], -0.01, 1e-5);
}

static void separating_bodies_are_left_alone(void **state) {
	(void)state;
	uint32_t ball = solver_make_body(&make, 2, vec3(1, 1, 1));
	make.bodies[ball].velocity[1] = 3;
	ContactLane lane = floor_under_ball(0);
	lane.friction = 1;
	GraphSlot slot = solver_make_contact(&make, 0, ball, &lane);
	solver_make_step(&make, dt, vec3_zero());
	check_vec3(velocity_of(ball), vec3(0, 3, 0), 0);
	check_near(mk_contact_lane_impulses(&make.graph, slot).normal[0], 0, 0);
}

static void restitution_returns_the_speed_of_the_approach(void **state) {
	(void)state;
	for (int percent = 0; percent <= 100; percent += 25) {
		solver_make_free(&make);
		solver_make_init(&make);
		uint32_t ball = solver_make_body(&make, 2, vec3(1, 1, 1));
		make.bodies[ball].velocity[1] = -4;
		ContactLane lane = floor_under_ball(0);
		lane.restitution = (Real)percent / 100;
		GraphSlot slot = solver_make_contact(&make, 0, ball, &lane);
		solver_make_step(&make, dt, vec3_zero());
		check_near(velocity_of(ball).y, 0.04 * percent, 1e-5);
		check_near(mk_contact_lane_impulses(&make.graph, slot).normal[0], 8 + 0.08 * percent, 1e-4);
	}
}

// central impact of two masses: momentum is kept, e = 1 keeps energy, e = 0 sticks
static void two_bodies_keep_their_momentum(void **state) {
	(void)state;
	for (int bounce = 0; bounce <= 1; bounce++) {
		solver_make_free(&make);
		solver_make_init(&make);
		uint32_t a = solver_make_body(&make, 1, vec3(1, 1, 1));
		uint32_t b = solver_make_body(&make, 3, vec3(1, 1, 1));
		make.bodies[a].velocity[0] = 4;
		ContactLane lane = { .normal = vec3(1, 0, 0),
			.offset = vec3(-2, 0, 0),
			.count = 1,
			.restitution = (Real)bounce,
			.points = { { .arm = vec3(1, 0, 0) } } };
		solver_make_contact(&make, a, b, &lane);
		solver_make_step(&make, dt, vec3_zero());
		// e = 0: both 4/4 = 1 m/s; e = 1: a (1 - 3)/(1 + 3) 4 = -2, b 2/(1 + 3) 4 = 2
		check_near(velocity_of(a).x, bounce ? -2 : 1, 1e-5);
		check_near(velocity_of(b).x, bounce ? 2 : 1, 1e-5);
	}
}

// An impulse off the centre: rod of length 2 hit at its end. With 1 kg, moment 1/3 and arm 1 the
// inverse effective mass is 1 + 3 = 4: stopping the end at 4 m/s takes 1 N s.
static void impulse_off_the_centre_turns_the_body(void **state) {
	(void)state;
	uint32_t rod = solver_make_body(&make, 1, vec3((Real)1 / 3, (Real)1 / 3, (Real)1 / 3));
	make.bodies[rod].velocity[1] = -4;
	ContactLane lane = { .normal = vec3(0, 1, 0), .count = 1, .is_reporting = true };
	lane.offset = vec3(1, 0, 0); // the point is at the rod's right end
	GraphSlot slot = solver_make_contact(&make, 0, rod, &lane);
	solver_make_step(&make, dt, vec3_zero());
	// in later sub-steps the end has turned away and is left alone
	check_near(mk_contact_lane_impulses(&make.graph, slot).normal[0], 1, 1e-4);
	check_near(velocity_of(rod).y, -3, 1e-4);
	check_near(spin_of(rod).z, 3, 1e-4);
}

static void box_slides_to_a_stop_by_friction(void **state) {
	(void)state;
	uint32_t box = solver_make_body(&make, 6, vec3(1, 1, 1));
	make.bodies[box].velocity[0] = 1;
	ContactLane lane = floor_under_box((Real)0.5);
	GraphSlot slot = solver_make_contact(&make, 0, box, &lane);
	Vec3 gravity = vec3(0, -10, 0);
	// friction takes 0.5 * 10 m/s^2: after 6 steps half a metre per second is gone
	for (int i = 0; i < 6; i++)
		solver_make_step(&make, dt, gravity);
	check_near(velocity_of(box).x, 0.5, 1e-3);
	// on B, against its motion: 0.5 * 6 kg * 10 m/s^2 / 60
	check_vec3(friction_of(slot), vec3((Real)-0.5, 0, 0), 1e-3);
	for (int i = 0; i < 20; i++)
		solver_make_step(&make, dt, gravity);
	// four points solved one after the other share the load unevenly by some hundredths: what that
	// leaves of the 10 / 240 m/s that gravity adds in a sub-step is far below the speed of sleep
	check_near(velocity_of(box).x, 0, 1e-3);
	check_vec3(spin_of(box), vec3_zero(), 1e-3);
}

// A ball is as easy to push one way as another, so its friction needs no Newton's method; one of a
// slightly other inertia about one axis does. Both are braked against the way they slide.
static void sliding_ball_is_braked_against_its_way(void **state) {
	(void)state;
	const Real inertias[] = { (Real)0.4, (Real)0.4004 };
	for (int i = 0; i < 2; i++) {
		uint32_t ball = solver_make_body(&make, 2, vec3((Real)0.8, (Real)0.8, 2 * inertias[i]));
		make.bodies[ball].velocity[0] = 3;
		make.bodies[ball].velocity[2] = 4;
		ContactLane lane = floor_under_ball(0);
		lane.friction = (Real)0.5;
		GraphSlot slot = solver_make_contact(&make, 0, ball, &lane);
		solver_make_step(&make, dt, vec3(0, -12, 0));
		// 0.5 * 2 kg * 12 m/s^2 / 60 = 0.2 N s, against (0.6, 0.8)
		Vec3 expected = vec3((Real)-0.12, 0, (Real)-0.16);
		check_vec3(friction_of(slot), expected, 1e-4);
		check_vec3(velocity_of(ball), vec3((Real)2.94, 0, (Real)3.92), 1e-4);
	}
}

static void spinning_box_is_braked_by_twist_friction(void **state) {
	(void)state;
	uint32_t box = solver_make_body(&make, 6, vec3(1, 1, 1));
	make.bodies[box].spin[1] = 2;
	ContactLane lane = floor_under_box((Real)0.5);
	solver_make_contact(&make, 0, box, &lane);
	// torque = 0.5 * 60 N * sqrt(0.5) m = 21.2 N m on 1 kg m^2: 0.354 rad/s less in a step
	solver_make_step(&make, dt, vec3(0, -10, 0));
	check_near(spin_of(box).y, 2 - 30 * sqrt(0.5) / 60, 1e-3);
	for (int i = 0; i < 10; i++)
		solver_make_step(&make, dt, vec3(0, -10, 0));
	check_near(spin_of(box).y, 0, 1e-4);
}

// What the impulses at the points change of a box of 6 kg and 1 kg m^2 is what has changed: it
// slides, spins, or both, and rests on all four points alike or more on some.
static void friction_of_points_sums_to_that_of_the_manifold(void **state) {
	(void)state;
	static const struct {
		Real speed;
		Real spin;
		Real lean; // N m s; by which one side is loaded more
	} cases[] = { { 2, 0, 0 }, { 0, 4, 0 }, { 2, 4, 0 }, { 2, 0, (Real)0.2 },
		{ 1, -3, (Real)0.2 } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint32_t box = solver_make_body(&make, 6, vec3(1, 1, 1));
		SolverBody *row = make.bodies + box;
		row->velocity[0] = (float)cases[i].speed;
		row->spin[1] = (float)cases[i].spin;
		row->spin[2] = (float)cases[i].lean;
		ContactLane lane = floor_under_box((Real)0.5);
		GraphSlot slot = solver_make_contact(&make, 0, box, &lane);
		solver_make_step(&make, dt, vec3(0, -10, 0));
		ContactImpulses impulses = mk_contact_lane_impulses(&make.graph, slot);
		Vec3 sum = vec3_zero();
		Vec3 torque = vec3_zero();
		for (int k = 0; k < 4; k++) {
			Vec3 push = vec3_add_scaled(impulses.friction[k], lane.normal, impulses.normal[k]);
			// from the centre of the box
			Vec3 arm = vec3_add(lane.points[k].arm, lane.offset);
			sum = vec3_add(sum, push);
			torque = vec3_add(torque, vec3_cross(arm, push));
		}
		Vec3 gained = vec3_sub(velocity_of(box), vec3(cases[i].speed, 0, 0));
		Vec3 turned = vec3_sub(spin_of(box), vec3(0, cases[i].spin, cases[i].lean));
		check_vec3(sum, vec3_add(vec3_scale(gained, 6), vec3(0, 1, 0)), 1e-4);
		check_vec3(torque, turned, 1e-4);
		solver_make_free(&make);
		solver_make_init(&make);
	}
}

static void rolling_resistance_brakes_a_spinning_ball(void **state) {
	(void)state;
	uint32_t ball = solver_make_body(&make, 1, vec3((Real)0.4, (Real)0.4, (Real)0.4));
	make.bodies[ball].spin[0] = 2;
	ContactLane lane = floor_under_ball(0);
	lane.rolling = (Real)0.1;
	solver_make_contact(&make, 0, ball, &lane);
	// 0.1 m * 10 N on 0.4 kg m^2: 2.5 rad/s^2
	solver_make_step(&make, dt, vec3(0, -10, 0));
	check_near(spin_of(ball).x, 2 - 2.5 / 60, 1e-4);
	for (int i = 0; i < 60; i++)
		solver_make_step(&make, dt, vec3(0, -10, 0));
	check_near(spin_of(ball).x, 0, 1e-5);
}

static void locked_axis_is_not_moved(void **state) {
	(void)state;
	uint32_t ball = solver_make_body(&make, 1, vec3(1, 1, 1));
	make.bodies[ball].inverse_mass_x = 0;
	make.bodies[ball].velocity[1] = -1;
	Real s = real_sqrt((Real)0.5);
	ContactLane lane = { .normal = vec3(s, s, 0), .count = 1 };
	solver_make_contact(&make, 0, ball, &lane);
	solver_make_step(&make, dt, vec3_zero());
	// all of the impulse has to act along y, the slope cannot push the ball aside
	check_vec3(velocity_of(ball), vec3_zero(), 1e-5);
}

static void held_body_pushes_and_is_not_pushed(void **state) {
	(void)state;
	uint32_t a = solver_make_body(&make, 1, vec3(1, 1, 1));
	uint32_t b = solver_make_body(&make, 1, vec3(1, 1, 1));
	make.bodies[a].velocity[0] = 2;
	ContactLane lane = { .normal = vec3(1, 0, 0),
		.offset = vec3(-2, 0, 0),
		.count = 1,
		.points = { { .arm = vec3(1, 0, 0) } },
		.is_fixed_a = true,
		.is_held = true };
	solver_make_contact(&make, a, b, &lane);
	solver_make_step(&make, dt, vec3_zero());
	check_vec3(velocity_of(a), vec3(2, 0, 0), 0);
	check_vec3(velocity_of(b), vec3(2, 0, 0), 1e-5);
}

static void deep_overlap_leaves_at_the_limited_speed(void **state) {
	(void)state;
	uint32_t ball = solver_make_body(&make, 1, vec3(1, 1, 1));
	ContactLane lane = floor_under_ball(-1);
	solver_make_contact(&make, 0, ball, &lane);
	solver_make_step(&make, dt, vec3_zero());
	assert_true(make.bodies[ball].shift[1] > 0);
	assert_true(make.bodies[ball].shift[1] <= 3.0f / 60 * 1.001f);
	// the relax pass takes the velocity of the correction out again
	check_near(velocity_of(ball).y, 0, 1e-4);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(falling_body_is_stopped_by_the_floor, setup, teardown),
		cmocka_unit_test_setup_teardown(gap_may_be_closed_and_no_more, setup, teardown),
		cmocka_unit_test_setup_teardown(separating_bodies_are_left_alone, setup, teardown),
		cmocka_unit_test_setup_teardown(
				restitution_returns_the_speed_of_the_approach, setup, teardown),
		cmocka_unit_test_setup_teardown(two_bodies_keep_their_momentum, setup, teardown),
		cmocka_unit_test_setup_teardown(impulse_off_the_centre_turns_the_body, setup, teardown),
		cmocka_unit_test_setup_teardown(box_slides_to_a_stop_by_friction, setup, teardown),
		cmocka_unit_test_setup_teardown(sliding_ball_is_braked_against_its_way, setup, teardown),
		cmocka_unit_test_setup_teardown(spinning_box_is_braked_by_twist_friction, setup, teardown),
		cmocka_unit_test_setup_teardown(
				friction_of_points_sums_to_that_of_the_manifold, setup, teardown),
		cmocka_unit_test_setup_teardown(rolling_resistance_brakes_a_spinning_ball, setup, teardown),
		cmocka_unit_test_setup_teardown(locked_axis_is_not_moved, setup, teardown),
		cmocka_unit_test_setup_teardown(held_body_pushes_and_is_not_pushed, setup, teardown),
		cmocka_unit_test_setup_teardown(deep_overlap_leaves_at_the_limited_speed, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
