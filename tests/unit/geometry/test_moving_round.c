// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Moving capsules, cylinders and ellipsoids.
#include "geometry/moving_ellipsoid.h"
#include "geometry/moving_round.h"

#include "support/check.h"

#define TOLERANCE pick_tolerance(2e-6, 1e-14)

static Vec3 v(double x, double y, double z) { return vec3((Real)x, (Real)y, (Real)z); }

// upright, half of the sums in each: axes of half length 1, radius 0.5
static Capsule upright_capsule(Vec3 center) {
	return (Capsule){ vec3_sub(center, v(0, 1, 0)), vec3_add(center, v(0, 1, 0)), (Real)0.5 };
}

static void upright_capsules_meet_with_walls_and_ends(void **state) {
	(void)state;
	Capsule rest = upright_capsule(v(0, 0, 0));
	MovingHit wall = mk_moving_capsule_hit_capsule(
			upright_capsule(v(-10, 0, 0)), v(20, 0, 0), rest);
	check_near(wall.time, 0.45, TOLERANCE);
	check_vec3(wall.normal, v(-1, 0, 0), 16 * TOLERANCE);
	check_near(wall.point.x, -0.5, 16 * TOLERANCE);
	MovingHit end = mk_moving_capsule_hit_capsule(upright_capsule(v(0, 10, 0)), v(0, -20, 0), rest);
	check_near(end.time, 0.35, TOLERANCE);
	check_vec3(end.normal, v(0, 1, 0), 16 * TOLERANCE);
	check_vec3(end.point, v(0, 1.5, 0), 16 * TOLERANCE);
	MovingHit side = mk_moving_capsule_hit_capsule(
			upright_capsule(v(-10, 2.6, 0)), v(20, 0, 0), rest);
	check_near(side.time, 0.46, TOLERANCE);
	check_vec3(side.normal, v(-0.8, 0.6, 0), 16 * TOLERANCE);
}

// one along x, one along z: the middles meet with the sum of the radii between the axes
static void crossed_capsules_meet_in_their_middle(void **state) {
	(void)state;
	Capsule a = { v(-3, 6, 0), v(3, 6, 0), (Real)0.5 };
	Capsule b = { v(0, 0, -3), v(0, 0, 3), (Real)0.25 };
	MovingHit hit = mk_moving_capsule_hit_capsule(a, v(0, -10, 0), b);
	check_near(hit.time, 0.525, TOLERANCE);
	check_vec3(hit.normal, v(0, 1, 0), 16 * TOLERANCE);
	check_vec3(hit.point, v(0, 0.25, 0), 16 * TOLERANCE);
	// from the other side, and past each other
	a = (Capsule){ v(-3, -6, 0), v(3, -6, 0), (Real)0.5 };
	check_near(mk_moving_capsule_hit_capsule(a, v(0, 10, 0), b).time, 0.525, TOLERANCE);
	assert_false(mk_moving_capsule_hit_capsule(a, v(0, 10, 0), upright_capsule(v(9, 0, 0))).hit);
}

static void capsules_overlapping_resting_and_without_length(void **state) {
	(void)state;
	Capsule rest = upright_capsule(v(0, 0, 0));
	MovingHit inside = mk_moving_capsule_hit_capsule(
			upright_capsule(v(0.75, 0, 0)), v(1, 0, 0), rest);
	assert_true(inside.started_overlapping);
	check_near(inside.depth, 0.25, TOLERANCE);
	check_vec3(inside.normal, v(1, 0, 0), TOLERANCE);
	assert_false(mk_moving_capsule_hit_capsule(upright_capsule(v(3, 0, 0)), v(0, 0, 0), rest).hit);
	// two balls
	Capsule ball = { v(-5, 0, 0), v(-5, 0, 0), 1 };
	Capsule other = { v(0, 0, 0), v(0, 0, 0), 1 };
	check_near(mk_moving_capsule_hit_capsule(ball, v(10, 0, 0), other).time, 0.3, TOLERANCE);
	other.radius = -2;
	assert_false(mk_moving_capsule_hit_capsule(ball, v(10, 0, 0), other).hit);
	ball.start = v((double)NAN, 0, 0);
	other.radius = 1;
	assert_false(mk_moving_capsule_hit_capsule(ball, v(10, 0, 0), other).hit);
}

static Cylinder upright_cylinder(Vec3 center, double height, double radius) {
	Vec3 half = v(0, height / 2, 0);
	return (Cylinder){ vec3_sub(center, half), vec3_add(center, half), (Real)radius };
}

typedef struct CylinderCase {
	Vec3 center;
	Vec3 motion;
	double radius; // of both together; height of both together 6
	double time;
	Vec3 normal;
} CylinderCase;

static void cylinders_meet_with_walls_and_caps(void **state) {
	(void)state;
	const CylinderCase cases[] = {
		{ v(-10, 0, 0), v(20, 0, 0), 2, 0.4, v(-1, 0, 0) },
		{ v(0.5, 10, 0), v(0, -20, 0), 2, 0.35, v(0, 1, 0) },
		{ v(-4, 4, 0), v(8, -8, 0), 2, 0.25, v(-1, 0, 0) },
		{ v(-5, 4.5, 0), v(10, -9, 0), 4, 1.0 / 6, v(0, 1, 0) },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		CylinderCase c = cases[i];
		Cylinder a = upright_cylinder(c.center, 2, c.radius / 2);
		Cylinder b = upright_cylinder(v(0, 0, 0), 4, c.radius / 2);
		MovingCylinderHit hit = mk_moving_cylinder_hit_cylinder(a, c.motion, b);
		assert_true(hit.is_parallel && hit.hit.hit);
		check_near(hit.hit.time, c.time, TOLERANCE);
		check_vec3(hit.hit.normal, c.normal, 4 * TOLERANCE);
		// upside down
		Cylinder turned = { b.end, b.start, b.radius };
		check_near(
				mk_moving_cylinder_hit_cylinder(a, c.motion, turned).hit.time, c.time, TOLERANCE);
	}
}

static void point_of_two_cylinders_is_on_both(void **state) {
	(void)state;
	Cylinder rest = upright_cylinder(v(0, 0, 0), 4, 1);
	Cylinder a = upright_cylinder(v(-10, 1.5, 0), 2, 1);
	MovingHit wall = mk_moving_cylinder_hit_cylinder(a, v(20, 0, 0), rest).hit;
	// common heights 0.5 to 2
	check_vec3(wall.point, v(-1, 1.25, 0), 16 * TOLERANCE);
	a = upright_cylinder(v(1.5, 10, 0), 2, 1);
	MovingHit cap = mk_moving_cylinder_hit_cylinder(a, v(0, -20, 0), rest).hit;
	// common x 0.5 to 1
	check_vec3(cap.point, v(0.75, 2, 0), 16 * TOLERANCE);
}

static void cylinders_overlapping_resting_and_not_parallel(void **state) {
	(void)state;
	Cylinder rest = upright_cylinder(v(0, 0, 0), 4, 1);
	Cylinder inside = upright_cylinder(v(1.5, 0, 0), 2, 1);
	MovingHit hit = mk_moving_cylinder_hit_cylinder(inside, v(0, 9, 0), rest).hit;
	assert_true(hit.started_overlapping);
	check_near(hit.depth, 0.5, TOLERANCE);
	Cylinder far_one = upright_cylinder(v(5, 0, 0), 2, 1);
	assert_false(mk_moving_cylinder_hit_cylinder(far_one, v(0, 0, 0), rest).hit.hit);
	assert_false(mk_moving_cylinder_hit_cylinder(far_one, v(0, 9, 0), rest).hit.hit);
	Cylinder lying = { v(5, 0, 0), v(9, 0, 0), 1 };
	MovingCylinderHit skew = mk_moving_cylinder_hit_cylinder(lying, v(-9, 0, 0), rest);
	assert_false(skew.is_parallel || skew.hit.hit);
}

static void points_are_in_an_ellipsoid_if_their_scaled_distance_is_one(void **state) {
	(void)state;
	Ellipsoid e = { v(1, 2, 3), v(2, 1, 0.5) };
	assert_true(mk_ellipsoid_contains(&e, v(3, 2, 3)));
	assert_true(mk_ellipsoid_contains(&e, v(1, 1, 3)));
	assert_true(mk_ellipsoid_contains(&e, v(1, 2, 3.5)));
	assert_false(mk_ellipsoid_contains(&e, v(3.01, 2, 3)));
	assert_false(mk_ellipsoid_contains(&e, v(2.5, 2.8, 3)));
	assert_false(mk_ellipsoid_contains(&e, v(1, 2, (double)NAN)));
	e.semi.z = 0;
	assert_false(mk_ellipsoid_contains(&e, v(1, 2, 3)));
}

// the triangle is 0.75 below the centre, the ellipsoid reaches down 1: up by 0.25, never down
static void ellipsoid_is_pushed_away_from_the_triangle(void **state) {
	(void)state;
	Ellipsoid e = { v(1, 2, 3), v(2, 1, 0.5) };
	Triangle floor = { v(-4, 1.25, -4), v(6, 1.25, -4), v(1, 1.25, 10) };
	Overlap overlap = mk_ellipsoid_contact_triangle(&e, floor);
	assert_true(overlap.hit);
	check_vec3(vec3_scale(overlap.normal, overlap.depth), v(0, 0.25, 0), 4 * TOLERANCE);
	Triangle ceiling = { v(-4, 2.75, -4), v(6, 2.75, -4), v(1, 2.75, 10) };
	overlap = mk_ellipsoid_contact_triangle(&e, ceiling);
	check_vec3(vec3_scale(overlap.normal, overlap.depth), v(0, -0.25, 0), 4 * TOLERANCE);
	Triangle below = { v(-4, 0.9, -4), v(6, 0.9, -4), v(1, 0.9, 10) };
	assert_false(mk_ellipsoid_contact_triangle(&e, below).hit);
}

// Scaled back, the way out is (2.939, 0.184, 0), 2.945 long: it parts the two, but the shortest way
// is along the normal, sqrt(16 + 1) / sqrt(2) - 1 / sqrt(2) = 2.208.
static void way_out_of_a_face_is_the_shortest(void **state) {
	(void)state;
	Ellipsoid e = { v(0, 0, 0), v(4, 1, 1) };
	Vec3 along = vec3_scale(v(1, -1, 0), 40);
	Vec3 on_plane = v(-0.5, -0.5, 0);
	Triangle t = { vec3_sub(on_plane, along), vec3_add(on_plane, along),
		vec3_add(on_plane, v(0, 0, 80)) };
	t.a.z -= 40;
	t.b.z -= 40;
	Overlap overlap = mk_ellipsoid_contact_triangle(&e, t);
	assert_true(overlap.hit);
	check_near(overlap.depth, 2.208369166, 4 * pick_tolerance(2e-6, 1e-9));
	check_vec3(overlap.normal, v(sqrt(0.5), sqrt(0.5), 0), 4 * TOLERANCE);
}

// Beside an edge the answer comes from scaled space: after the push the two just touch.
static void ellipsoid_pushed_from_an_edge_just_touches(void **state) {
	(void)state;
	Ellipsoid e = { v(-1, 0.3, 1), v(2, 1, 0.5) };
	Triangle t = { v(0, 0, -9), v(0, 0, 9), v(9, 0, 0) };
	Overlap overlap = mk_ellipsoid_contact_triangle(&e, t);
	assert_true(overlap.hit && overlap.depth > 0);
	Ellipsoid pushed = e;
	pushed.center = vec3_add_scaled(e.center, overlap.normal, overlap.depth * (Real)1.0001);
	assert_false(mk_ellipsoid_contact_triangle(&pushed, t).hit);
	pushed.center = vec3_add_scaled(e.center, overlap.normal, overlap.depth * (Real)0.9999);
	assert_true(mk_ellipsoid_contact_triangle(&pushed, t).hit);
}

static void moving_ellipsoid_lands_on_a_triangle(void **state) {
	(void)state;
	Ellipsoid e = { v(0, 5, 0), v(2, 1, 0.5) };
	Triangle floor = { v(-9, 0, -9), v(9, 0, -9), v(0, 0, 9) };
	MovingHit hit = mk_moving_ellipsoid_hit_triangle(&e, v(0, -8, 0), floor);
	check_near(hit.time, 0.5, TOLERANCE);
	check_vec3(hit.normal, v(0, 1, 0), 4 * TOLERANCE);
	check_vec3(hit.point, v(0, 0, 0), 16 * TOLERANCE);
	// the long way: reaches out 2 along x
	Triangle wall = { v(9, -9, -9), v(9, 9, -9), v(9, 0, 9) };
	e.center = v(0, 0, 0);
	hit = mk_moving_ellipsoid_hit_triangle(&e, v(14, 0, 0), wall);
	check_near(hit.time, 0.5, TOLERANCE);
	check_vec3(hit.normal, v(-1, 0, 0), 4 * TOLERANCE);
	// overlapping, and no ellipsoid
	hit = mk_moving_ellipsoid_hit_triangle(&e, v(0, 1, 0), floor);
	assert_true(hit.started_overlapping);
	check_near(hit.depth, 1, 4 * TOLERANCE);
	e.semi.x = 0;
	assert_false(mk_moving_ellipsoid_hit_triangle(&e, v(14, 0, 0), wall).hit);
}

// On a slope the normal is the slope's, not the direction to the centre: x + y = 0 seen from above,
// support of (2, 1) along (1, 1)/sqrt(2) is sqrt(5/2); the centre falls from (0, 5) by 10.
static void normal_of_an_ellipsoid_on_a_slope_is_the_slopes(void **state) {
	(void)state;
	Ellipsoid e = { v(0, 5, 0), v(2, 1, 1) };
	Triangle slope = { v(-20, 20, -20), v(20, -20, -20), v(0, 0, 40) };
	MovingHit hit = mk_moving_ellipsoid_hit_triangle(&e, v(0, -10, 0), slope);
	check_near(hit.time, (5 - sqrt(5)) / 10, TOLERANCE);
	check_vec3(hit.normal, v(sqrt(0.5), sqrt(0.5), 0), 8 * TOLERANCE);
	check_near(hit.point.x + hit.point.y, 0, 32 * TOLERANCE);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(upright_capsules_meet_with_walls_and_ends),
		cmocka_unit_test(crossed_capsules_meet_in_their_middle),
		cmocka_unit_test(capsules_overlapping_resting_and_without_length),
		cmocka_unit_test(cylinders_meet_with_walls_and_caps),
		cmocka_unit_test(point_of_two_cylinders_is_on_both),
		cmocka_unit_test(cylinders_overlapping_resting_and_not_parallel),
		cmocka_unit_test(points_are_in_an_ellipsoid_if_their_scaled_distance_is_one),
		cmocka_unit_test(ellipsoid_is_pushed_away_from_the_triangle),
		cmocka_unit_test(way_out_of_a_face_is_the_shortest),
		cmocka_unit_test(ellipsoid_pushed_from_an_edge_just_touches),
		cmocka_unit_test(moving_ellipsoid_lands_on_a_triangle),
		cmocka_unit_test(normal_of_an_ellipsoid_on_a_slope_is_the_slopes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
