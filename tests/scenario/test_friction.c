// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A block on a slope: below the angle whose tangent is the friction it sticks, above it
// slides and gains g (sin - friction cos) every second, on whatever the slope is made of and
// however the block is turned.
#include "math/trig.h"
#include "shape/convex.h"
#include "support/contact_scene.h"
#include "support/world_make.h"

#include <math.h>

enum { PLANE, BOX, MESH, FIELD, SLOPES };

static Shape *make_flat_field(void) {
	enum { N = 25 };
	Real flat[N * N] = { 0 };
	return mk_height_field_create(&(HeightFieldInput){ flat, N, N }, NULL);
}

static Shape *slope_shape(int kind) {
	switch (kind) {
		case PLANE: return mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
		case BOX: return mk_box_create(vec3(12, 1, 12), NULL);
		case MESH: return scene_mesh(scene_floor(24, 31, (Real)0.24, 3), false);
		default: return make_flat_field();
	}
}

typedef struct Slope {
	WorldMake *make;
	MadeBody *block;
	Vec3 down; // along the slope
} Slope;

// A slope through the origin that falls toward -x, with a block of 1 x 0.4 x 1 m, turned about the
// normal. It may not sleep: slow bodies would stop without friction.
static Slope make_slope(int kind, double angle, double friction, double turn) {
	Slope slope = { .make = world_make(1) };
	Quat tilt = quat_from_axis_angle(vec3(0, 0, 1), (Real)angle);
	Vec3 up = quat_rotate(tilt, vec3(0, 1, 0));
	slope.down = quat_rotate(tilt, vec3(-1, 0, 0));
	Transform place = { tilt, vec3_scale(up, kind == BOX ? (Real)-1 : (Real)0) };
	MadeBody *floor = make_body(slope.make, BODY_STATIC, slope_shape(kind), place, 0);
	floor->object.friction = 1;
	mk_world_change(&slope.make->world, &floor->object, OBJECT_SURFACE_CHANGED);
	Quat about = quat_from_axis_angle(vec3(0, 1, 0), (Real)turn);
	Vec3 half = vec3((Real)0.5, (Real)0.2, (Real)0.5);
	Transform pose = { quat_multiply(tilt, about), vec3_scale(up, half.y) };
	slope.block = make_body(slope.make, BODY_RIGID, mk_box_create(half, NULL), pose, 1000);
	slope.block->body.can_sleep = false;
	slope.block->object.friction = (Real)friction;
	mk_world_change(&slope.make->world, &slope.block->object, OBJECT_SURFACE_CHANGED);
	return slope;
}

static const double gravity = 9.8; // m/s^2
static const double degree = 3.14159265358979 / 180;

static void stick(int kind, double friction, double turn) {
	Slope slope = make_slope(kind, atan(friction) - degree, friction, turn);
	world_make_run(slope.make, 60);
	Vec3 start = slope.block->body.pose.origin;
	world_make_run(slope.make, 300);
	double moved = (double)vec3_distance(slope.block->body.pose.origin, start);
	// rounding of the pose, 1e-8 a step, for 300 steps
	check_near(moved, 0, 3e-6);
	world_make_free(slope.make);
}

static void block_sticks_a_degree_below_the_angle_of_friction(void **state) {
	(void)state;
	for (int kind = 0; kind < SLOPES; kind++)
		for (int i = 0; i < 3; i++)
			stick(kind, 0.2 + 0.2 * i, 0.4 * i);
}

// Friction goes on from where it was when the block fell asleep.
static void block_on_a_slope_does_not_slip_when_woken(void **state) {
	(void)state;
	for (int kind = 0; kind < SLOPES; kind++) {
		Slope slope = make_slope(kind, 25 * degree, 0.6, 0.3);
		slope.block->body.can_sleep = true;
		world_make_run(slope.make, 120);
		assert_true(slope.block->body.is_sleeping);
		Vec3 start = slope.block->body.pose.origin;
		for (int time = 0; time < 20; time++) {
			mk_world_wake(&slope.make->world, &slope.block->object);
			world_make_run(slope.make, 60);
		}
		double moved = (double)vec3_distance(slope.block->body.pose.origin, start);
		check_near(moved, 0, 1e-5);
		world_make_free(slope.make);
	}
}

static void slide(int kind, double friction, double turn, double over) {
	double angle = atan(friction) + over;
	Slope slope = make_slope(kind, angle, friction, turn);
	world_make_run(slope.make, 30);
	double before = (double)vec3_dot(slope.block->body.linear_velocity, slope.down);
	world_make_run(slope.make, 60);
	Vec3 after = slope.block->body.linear_velocity;
	double expected = gravity * (sin(angle) - friction * cos(angle));
	double gained = (double)vec3_dot(after, slope.down) - before;
	// rounding of 10 m/s^2 in float, 60 steps of it
	check_near(gained, expected, 5e-5);
	check_near(after.z, 0, 5e-5);
	check_vec3(slope.block->body.angular_velocity, vec3_zero(), 5e-5);
	world_make_free(slope.make);
}

static void block_slides_above_the_angle_of_friction(void **state) {
	(void)state;
	for (int kind = 0; kind < SLOPES; kind++)
		for (int i = 0; i < 3; i++) {
			slide(kind, 0.2 + 0.2 * i, 0.4 * i, degree);
			slide(kind, 0.2 + 0.2 * i, 0.4 * i, 10 * degree);
		}
}

// A pair has the smaller friction of both; a negative one is rough, then it has the larger. What a
// second of sliding takes tells.
static void rough_surfaces_brake_with_the_larger_friction(void **state) {
	(void)state;
	const double cases[][3] = { { 0.2, 0.5, 0.2 }, { -0.5, 0.2, 0.5 }, { 0.2, -0.5, 0.5 },
		{ -0.2, -0.5, 0.5 }, { 0, 1, 0 }, { -0.2, 0, 0.2 } };
	for (int i = 0; i < 6; i++) {
		WorldMake *make = world_make(1);
		make_floor(make)->object.friction = (Real)cases[i][0];
		MadeBody *block = make_box(make, vec3_splat((Real)0.5), vec3(0, (Real)0.5, 0));
		block->object.friction = (Real)cases[i][1];
		world_make_run(make, 30);
		mk_body_set_linear_velocity(&block->body, vec3(8, 0, 0));
		world_make_run(make, 60);
		check_near(block->body.linear_velocity.x, 8 - cases[i][2] * gravity, 0.01);
		world_make_free(make);
	}
}

// A bar of 1.6 x 0.4 x 0.4 m, thrown along a floor: it is easier to push one way than the other, by
// its moments, and all the same friction acts against its way alone.
static void throw_bar(double angle) {
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *bar = make_box(make, vec3((Real)0.8, (Real)0.2, (Real)0.2), vec3(0, (Real)0.2, 0));
	world_make_run(make, 30);
	Vec3 start = bar->body.pose.origin;
	Vec3 along = vec3((Real)cos(angle), 0, (Real)sin(angle));
	mk_body_set_linear_velocity(&bar->body, vec3_scale(along, 5));
	world_make_run(make, 120);
	Vec3 way = vec3_sub(bar->body.pose.origin, start);
	double length = (double)vec3_dot(way, along);
	// v^2 / (2 friction g), less half a sub-step of 5 m/s
	check_near(length, 25 / (2 * 0.6 * gravity) - 5.0 / 720, 0.001);
	// the direction of friction is known to a thousandth (MK_SLIDE_ROUNDS), and
	// the errors have all signs
	check_near(vec3_cross(way, along).y, 0, 1e-4 * length);
	// the bar does not turn about the normal: sine of half the angle
	check_near(bar->body.rotation.y, 0, 1e-4);
	world_make_free(make);
}

static void bar_slides_straight_in_every_direction(void **state) {
	(void)state;
	for (int i = 0; i < 32; i++)
		throw_bar(11.25 * i * degree);
}

// A ball that rolls with v loses 5/7 g r / R of it each second, r being the resistance and R its
// radius: the torque r m g turns it back, and friction holds it to the floor with 7/5 of its mass.
static void rolling_resistance_stops_a_ball(void **state) {
	(void)state;
	const double resistance = 0.01;
	for (int i = 0; i < 3; i++) {
		WorldMake *make = world_make(1);
		make_floor(make);
		double radius = 0.25 * (1 << i);
		MadeBody *ball = make_ball(make, (Real)radius, vec3(0, (Real)radius, 0));
		ball->object.rolling = (Real)resistance;
		ball->body.can_sleep = false;
		mk_world_change(&make->world, &ball->object, OBJECT_SURFACE_CHANGED);
		mk_body_set_linear_velocity(&ball->body, vec3(2, 0, 0));
		mk_body_set_angular_velocity(&ball->body, vec3(0, 0, (Real)(-2 / radius)));
		double lost = 5.0 / 7 * gravity * resistance / radius;
		world_make_run(make, 60);
		check_near(ball->body.linear_velocity.x, 2 - lost, 0.002);
		check_near(ball->body.angular_velocity.z, -(2 - lost) / radius, 0.002 / radius);
		world_make_run(make, 60 * (uint32_t)(2 / lost + 2));
		check_near(ball->body.pose.origin.x, 2 * 2 / (2 * lost), 0.01 * 2 / lost);
		check_near(vec3_length(ball->body.linear_velocity), 0, 1e-4);
		world_make_free(make);
	}
}

// A ball on one point touches in a spot of 0.005 of its radius R: friction f turns it back by 0.005
// f m g R, and 0.4 m R^2 is its moment.
static void ball_that_spins_on_the_spot_comes_to_rest(void **state) {
	(void)state;
	const double friction = 0.6;
	for (int i = 0; i < 3; i++) {
		WorldMake *make = world_make(1);
		make_floor(make);
		double radius = 0.25 * (1 << i);
		MadeBody *ball = make_ball(make, (Real)radius, vec3(3, (Real)radius, 1));
		ball->body.can_sleep = false;
		mk_body_set_angular_velocity(&ball->body, vec3(0, 1, 0));
		double lost = 0.005 * friction * gravity / (0.4 * radius);
		world_make_run(make, 60);
		check_near(ball->body.angular_velocity.y, 1 - lost, 0.002);
		world_make_run(make, (uint32_t)(60 / lost));
		check_vec3(ball->body.angular_velocity, vec3_zero(), 1e-5);
		check_vec3(ball->body.pose.origin, vec3(3, (Real)radius, 1), 0.001);
		world_make_free(make);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(block_sticks_a_degree_below_the_angle_of_friction),
		cmocka_unit_test(block_on_a_slope_does_not_slip_when_woken),
		cmocka_unit_test(block_slides_above_the_angle_of_friction),
		cmocka_unit_test(rough_surfaces_brake_with_the_larger_friction),
		cmocka_unit_test(bar_slides_straight_in_every_direction),
		cmocka_unit_test(rolling_resistance_stops_a_ball),
		cmocka_unit_test(ball_that_spins_on_the_spot_comes_to_rest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
