// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A block on a slope: below the angle whose tangent is the friction it sticks, above it slides and gains
// g (sin - friction cos) every second, on whatever the slope is made of and however the block is turned.
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

// A slope through the origin that falls toward -x, with a block of 1 x 0.4 x 1 m, turned about the normal. It
// may not sleep: slow bodies would stop without friction.
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

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(block_sticks_a_degree_below_the_angle_of_friction),
		cmocka_unit_test(block_slides_above_the_angle_of_friction),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
