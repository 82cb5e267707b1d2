// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What stands on something round rocks, without losing much and without winning anything, and what
// lies on round things comes to rest.
#include "math/trig.h"
#include "shape/convex.h"
#include "support/check.h"
#include "support/world_make.h"

// The fastest spin in a number of steps, and how often it changes its sign about z.
typedef struct Rocking {
	double fastest; // rad/s
	uint32_t turns;
} Rocking;

static Rocking watch(WorldMake *make, const MadeBody *made, uint32_t steps) {
	Rocking seen = { 0 };
	Real before = made->body.angular_velocity.z;
	for (uint32_t i = 0; i < steps; i++) {
		world_make_run(make, 1);
		Real now = made->body.angular_velocity.z;
		seen.fastest = fmax(seen.fastest, (double)real_abs(now));
		seen.turns += before * now < 0;
		before = now;
	}
	return seen;
}

// Over the given time; `frequency` (rad/s) of small swings. The swing may fade by `fading` a
// second.
static void check_rocking(WorldMake *make, MadeBody *made, double frequency, double fading) {
	made->body.can_sleep = false;
	Rocking first = watch(make, made, 120);
	Rocking all = watch(make, made, 1200);
	Rocking last = watch(make, made, 120);
	assert_true(first.fastest > 0.1);
	assert_true(last.fastest <= 1.01 * first.fastest);
	assert_true(last.fastest >= (1 - 20 * fading) * first.fastest);
	check_near(all.turns, frequency * 20 / 3.14159265, 0.02 * all.turns + 1);
}

// Half axes 1 and 0.5 m: its bottom is as round as a ball of 2 m. About the place it stands on its
// moment is (1^2 + 0.5^2) / 5 + 0.5^2 = 0.5 m^2 for a kilogram, and it is drawn back by g 1.5 m.
static void ellipsoid_rocks_on_and_wins_nothing(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	Shape *shape = mk_ellipsoid_create(vec3(1, (Real)0.5, 1), NULL);
	Transform leaning = { quat_from_axis_angle(vec3(0, 0, 1), (Real)0.05),
		vec3(0, (Real)0.502, 0) };
	MadeBody *made = make_body(make, BODY_RIGID, shape, leaning, 1000);
	check_rocking(make, made, sqrt(9.8 * 1.5 / 0.5), 0.03);
	world_make_free(make);
}

// A plate of 2 m, 5 cm thick, on a lying cylinder of 0.5 m: drawn back by g (0.5 - 0.025) m.
static void plate_rocks_on_a_cylinder_and_wins_nothing(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	Transform lying = { quat_from_axis_angle(vec3(1, 0, 0), MK_PI / 2), vec3_zero() };
	MadeBody *cylinder = make_body(
			make, BODY_STATIC, mk_cylinder_create((Real)0.5, 2, NULL), lying, 0);
	const Real lean = (Real)0.05;
	// unrolled by the length of the arc
	Vec3 place = vec3((Real)0.5 * lean * real_cos(lean) - (Real)0.525 * real_sin(lean),
			(Real)0.525 * real_cos(lean) + (Real)0.5 * lean * real_sin(lean), 0);
	Shape *shape = mk_box_create(vec3(1, (Real)0.025, (Real)0.5), NULL);
	MadeBody *plate = make_body(make, BODY_RIGID, shape,
			(Transform){ quat_from_axis_angle(vec3(0, 0, 1), lean), place }, 1000);
	cylinder->object.friction = plate->object.friction = 1;
	double moment = (4 + 0.05 * 0.05) / 12 + 0.025 * 0.025;
	check_rocking(make, plate, sqrt(9.8 * 0.475 / moment), 0.02);
	world_make_free(make);
}

// In a groove of two that lie side by side, at an angle of twice some degrees.
static void fall_into_groove(Shape *bed, Shape *fallen, double degrees) {
	WorldMake *make = world_make(1);
	for (int side = -1; side <= 1; side += 2) {
		Quat turn = quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 2);
		Quat aside = quat_from_axis_angle(vec3(0, 1, 0), (Real)(side * degrees) / 180 * MK_PI);
		Transform lying = { quat_normalize(quat_multiply(aside, turn)),
			vec3(0, 0, (Real)side * (Real)0.13) };
		mk_shape_retain(bed);
		make_body(make, BODY_STATIC, bed, lying, 0);
	}
	Quat lying = quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 2 - (Real)0.1);
	MadeBody *made = make_body(
			make, BODY_RIGID, fallen, (Transform){ lying, vec3(0, (Real)0.3, (Real)0.01) }, 1000);
	for (int i = 0; i < 360 && !made->body.is_sleeping; i++)
		world_make_run(make, 1);
	assert_true(made->body.is_sleeping);
	assert_true(made->body.pose.origin.y > (Real)0.1);
	mk_shape_release(bed);
	world_make_free(make);
}

static void what_lies_along_round_things_comes_to_rest(void **state) {
	(void)state;
	for (int i = 0; i < 8; i++) {
		double degrees = 1.5 + i;
		const Real r = (Real)0.1;
		fall_into_groove(mk_capsule_create(r, 1, NULL), mk_capsule_create(r, 4 * r, NULL), degrees);
		fall_into_groove(
				mk_cylinder_create(r, 1, NULL), mk_capsule_create(r, 4 * r, NULL), degrees);
		fall_into_groove(
				mk_cylinder_create(r, 1, NULL), mk_cylinder_create(r, 4 * r, NULL), degrees);
	}
}

static void fall_on_a_ball(Real radius, Shape *fallen, Real lean, Real height) {
	WorldMake *make = world_make(1);
	Transform below = { quat_identity(), vec3(0, -radius, 0) };
	make_body(make, BODY_STATIC, mk_sphere_create(radius, NULL), below, 0);
	Transform leaning = { quat_from_axis_angle(vec3(0, 0, 1), lean), vec3(0, (Real)0.3, 0) };
	MadeBody *made = make_body(make, BODY_RIGID, fallen, leaning, 1000);
	world_make_run(make, 240);
	assert_true(made->body.is_sleeping);
	// no farther above or below the ball than a solver can tell
	Vec3 from = vec3_sub(made->body.pose.origin, below.position);
	check_near(vec3_length(from), radius + height, 0.003 + (double)MK_EPSILON * (double)radius);
	world_make_free(make);
}

// On balls that are large, as planets: touched in one point, or nearly so all around it.
static void what_lies_on_a_large_ball_comes_to_rest(void **state) {
	(void)state;
	const Real radii[] = { 3, 10, 50, 200, 1000 };
	const Real r = (Real)0.2;
	const Real lean = (Real)0.05;
	for (int i = 0; i < 5; i++) {
		fall_on_a_ball(radii[i], mk_box_create(vec3_splat(r), NULL), lean, r);
		fall_on_a_ball(radii[i], mk_cylinder_create(r, 2 * r, NULL), lean, r);
		Shape *rounded = mk_rounded_box_create(vec3_splat(r), r / 10, NULL);
		fall_on_a_ball(radii[i], rounded, lean, r + r / 10);
		fall_on_a_ball(radii[i], mk_capsule_create(r, 4 * r, NULL), lean + MK_PI / 2, r);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ellipsoid_rocks_on_and_wins_nothing),
		cmocka_unit_test(plate_rocks_on_a_cylinder_and_wins_nothing),
		cmocka_unit_test(what_lies_along_round_things_comes_to_rest),
		cmocka_unit_test(what_lies_on_a_large_ball_comes_to_rest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
