// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Casts of convex shapes: fixtures of the literature, and the cases at the border: parallel,
// grazing, starting in touch, starting overlapped, without motion, with a distance to keep.
#include "collide/cast.h"
#include "collide/cast_job.h"
#include "collide/penetration.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"

#include "support/check.h"

static ShapeInstance at(const Shape *shape, double x, double y, double z) {
	Transform pose = { quat_identity(), vec3((Real)x, (Real)y, (Real)z) };
	return instance_rigid(shape, pose);
}

static CastResult cast(const ShapeInstance *a, const ShapeInstance *b, Vec3 motion) {
	CastInput input = cast_input(a, b, motion);
	return mk_cast(&input);
}

// A time of a touch: never late, early by not more than `early`.
#define check_time(actual, expected, early)                  \
	do {                                                     \
		assert_true((double)(actual) <= (double)(expected)); \
		check_near(actual, expected, early);                 \
	} while (0)

static const double rounding = pick_tolerance(2e-6, 1e-14);

// Two balls of radius 1 (roots of the quadratic form of the sum of both radii).
static void test_moving_spheres_touch_at_the_first_root(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create(1, NULL);
	ShapeInstance a = at(ball, 0, 0, 0);
	ShapeInstance b = at(ball, 5, 0, 0);
	// |5 - 10 t| = 2 at 0.3 and 0.7
	CastResult hit = cast(&a, &b, vec3(10, 0, 0));
	assert_int_equal(hit.status, CAST_HIT);
	check_time(hit.time, 0.3, rounding);
	check_vec3(hit.normal, vec3(1, 0, 0), rounding);
	check_vec3(hit.point_a, vec3(4, 0, 0), 1e-5);
	check_vec3(hit.point_b, vec3(4, 0, 0), 1e-5);
	// a graze counts: the centre passes at a distance of 2
	ShapeInstance beside = at(ball, 5, 2, 0);
	hit = cast(&a, &beside, vec3(10, 0, 0));
	assert_int_equal(hit.status, CAST_HIT);
	// half an epsilon of distance is a root of it in time
	check_time(hit.time, 0.5, 2e-4);
	ShapeInstance far = at(ball, 5, 3, 0);
	assert_int_equal(cast(&a, &far, vec3(10, 0, 0)).status, CAST_FREE);
	// both move: 4 and -6
	ShapeInstance ten = at(ball, 10, 0, 0);
	check_time(cast(&a, &ten, vec3(10, 0, 0)).time, 0.8, rounding);
	// equal velocities, too short a way, the other way
	assert_int_equal(cast(&a, &b, vec3_zero()).status, CAST_FREE);
	assert_int_equal(cast(&a, &b, vec3(2, 0, 0)).status, CAST_FREE);
	assert_int_equal(cast(&a, &b, vec3(-10, 0, 0)).status, CAST_FREE);
	ShapeInstance inside = at(ball, 1, 0, 0);
	hit = cast(&a, &inside, vec3(10, 0, 0));
	assert_int_equal(hit.status, CAST_OVERLAP);
	check_near(hit.time, 0, 0);
	mk_shape_release(ball);
}

// The triangle (6, 5), (9, -4), (5, -2) met by a point that moves by (9, 0), beginning with the
// direction against its first corner: the ray is cut at 10/27 by the plane at (5, -2) and at 37/63
// by the side from there to (6, 5), which it hits.
static void test_trace_of_the_triangle_is_cut_at_10_27_and_37_63(void **state) {
	(void)state;
	Triangle corners = { vec3(6, 5, 0), vec3(9, -4, 0), vec3(5, -2, 0) };
	Shape *triangle = mk_triangle_create(corners, 0, NULL);
	Shape *point = mk_segment_create(vec3_zero(), vec3_zero(), 0, NULL);
	ShapeInstance a = at(triangle, 0, 0, 0);
	ShapeInstance b = at(point, 0, 0, 0);
	Difference difference = mk_difference(&a, &b);
	TraceStep steps[32];
	Trace trace = { .steps = steps, .capacity = 32 };
	// the difference is the triangle itself; it moves by (-9, 0), as the point by (9, 0)
	CastRay ray = {
		.difference = &difference,
		.motion = double3(-9, 0, 0),
		.max_time = 1,
		.floors = double3(1, 1, 1),
		.floor = 2 * (double)difference.error,
		.guess = vec3(-6, -5, 0),
		.trace = &trace,
	};
	CastRayResult result;
	mk_cast_ray(&ray, &result);
	assert_int_equal(result.status, CAST_HIT);
	check_time(result.time, 37.0 / 63, rounding);
	assert_int_equal(trace.missed, 0);
	double times[8];
	uint32_t cuts = 0;
	for (uint32_t i = 0; i < trace.count; i++) {
		if (steps[i].kind == TRACE_ADVANCE) times[cuts++] = (double)steps[i].lower;
	}
	assert_true(cuts >= 2);
	check_near(times[0], 10.0 / 27, rounding);
	check_near(times[1], 37.0 / 63, rounding);
	// the side's normal: (1, 7) turned, from A to B
	check_vec3(gjk_to_vec3(result.normal), vec3_normalize(vec3(-7, 1, 0)), 1e-5);
	mk_shape_release(triangle);
	mk_shape_release(point);
}

// The touching pose: moved by time * motion the shapes are not more than the gap apart.
static void test_box_falls_flat_on_a_box(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = at(box, 0.25, 5, 0.125);
	ShapeInstance b = at(box, 0, 0, 0);
	CastResult hit = cast(&a, &b, vec3(0, -8, 0));
	assert_int_equal(hit.status, CAST_HIT);
	check_time(hit.time, 3.0 / 8, rounding);
	check_vec3(hit.normal, vec3(0, -1, 0), 1e-6);
	a.pose.origin = vec3_add_scaled(a.pose.origin, vec3(0, -8, 0), hit.time);
	Separation there = mk_separation(&a, &b);
	assert_true(there.distance >= 0 && there.distance <= hit.gap + (Real)1e-6);
	check_near(hit.point_a.y, 1, 1e-5);
	check_near(hit.point_b.y, 1, 1e-5);
	mk_shape_release(box);
}

static void test_parallel_motion_beside_a_face_is_free_and_along_it_is_a_touch(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance b = at(box, 0, 0, 0);
	ShapeInstance above = at(box, -4, 2.001, 0);
	assert_int_equal(cast(&above, &b, vec3(8, 0, 0)).status, CAST_FREE);
	// slides along the top: touches when the edges meet
	ShapeInstance level = at(box, -4, 2, 0);
	CastResult hit = cast(&level, &b, vec3(8, 0, 0));
	assert_int_equal(hit.status, CAST_HIT);
	check_time(hit.time, 0.25, 1e-5);
	mk_shape_release(box);
}

static void test_start_in_touch_is_an_overlap_unless_parting_is_skipped(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance b = at(box, 0, 0, 0);
	ShapeInstance a = at(box, 0, 2, 0);
	CastInput input = cast_input(&a, &b, vec3(0, -1, 0));
	input.wants_depth = true;
	CastResult hit = mk_cast(&input);
	assert_int_equal(hit.status, CAST_OVERLAP);
	check_near(hit.time, 0, 0);
	check_near(hit.distance, 0, 1e-6);
	check_vec3(hit.normal, vec3(0, -1, 0), 1e-6);
	input.motion = vec3(0, 1, 0);
	assert_int_equal(mk_cast(&input).status, CAST_OVERLAP);
	input.skips_parting = true;
	assert_int_equal(mk_cast(&input).status, CAST_FREE);
	input.motion = vec3(0, -1, 0);
	assert_int_equal(mk_cast(&input).status, CAST_OVERLAP);
	mk_shape_release(box);
}

static void test_start_in_overlap_has_the_depth_of_penetration(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance b = at(box, 0, 0, 0);
	ShapeInstance a = at(box, 0.5, 1.75, 0);
	CastInput input = cast_input(&a, &b, vec3(3, -1, 0));
	CastResult plain = mk_cast(&input);
	assert_int_equal(plain.status, CAST_OVERLAP);
	assert_true(vec3_is_unit(plain.normal));
	input.wants_depth = true;
	CastResult deep = mk_cast(&input);
	check_near(deep.distance, -0.25, 1e-5);
	check_vec3(deep.normal, vec3(0, -1, 0), 1e-5);
	mk_shape_release(box);
}

static void test_no_motion_is_a_question_about_the_start(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	Shape *ball = mk_sphere_create(1, NULL);
	Shape *const shapes[2] = { box, ball };
	for (int i = 0; i < 2; i++) {
		ShapeInstance b = at(shapes[i], 0, 0, 0);
		ShapeInstance apart = at(shapes[i], 2.5, 0, 0);
		ShapeInstance inside = at(shapes[i], 1.5, 0, 0);
		CastResult free = cast(&apart, &b, vec3_zero());
		assert_int_equal(free.status, CAST_FREE);
		check_near(free.time, 1, 0);
		assert_int_equal(cast(&inside, &b, vec3_zero()).status, CAST_OVERLAP);
	}
	mk_shape_release(box);
	mk_shape_release(ball);
}

static void test_target_is_a_distance_that_counts_as_touch(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	Shape *capsule = mk_capsule_create((Real)0.5, 2, NULL);
	ShapeInstance b = at(box, 0, 0, 0);
	ShapeInstance a = at(capsule, -5, 0, 0);
	CastInput input = cast_input(&a, &b, vec3(8, 0, 0));
	input.target = (Real)0.5;
	CastResult hit = mk_cast(&input);
	// at x = -2: the radius and the target
	check_time(hit.time, 3.0 / 8, rounding);
	check_near(hit.distance, 0.5, 1e-5);
	check_vec3(hit.normal, vec3(1, 0, 0), 1e-5);
	check_near(hit.point_a.x, -1.5, 1e-5);
	check_near(hit.point_b.x, -1, 1e-5);
	mk_shape_release(box);
	mk_shape_release(capsule);
}

// Two round bodies that meet askew: each rule ends the search as near as it says,
// and sooner if it says less.
static void test_stop_rules_are_absolute_or_relative_as_asked(void **state) {
	(void)state;
	Shape *egg = mk_ellipsoid_create(vec3(1, 2, 3), NULL);
	ShapeInstance a = at(egg, -8, 0.5, 0.25);
	ShapeInstance b = at(egg, 0, 0, 0);
	CastInput input = cast_input(&a, &b, vec3(10, 0, 0));
	CastResult tight = mk_cast(&input);
	assert_int_equal(tight.status, CAST_HIT);
	assert_true(tight.gap < (Real)pick_tolerance(1e-4, 1e-8));
	for (int i = 0; i < 2; i++) {
		input.tolerance = i == 0 ? (Real)0.01 : 0;
		// the bounds of both are 3 m
		input.relative = i == 0 ? 0 : (Real)0.01 / 6;
		CastResult loose = mk_cast(&input);
		assert_int_equal(loose.status, CAST_HIT);
		assert_true(loose.time <= tight.time);
		assert_true(loose.gap <= (Real)0.0101);
		assert_true(loose.iterations < tight.iterations);
	}
	mk_shape_release(egg);
}

static void test_far_start_costs_no_digits(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = at(box, 0, 4096, 0);
	ShapeInstance b = at(box, 0, 0, 0);
	CastResult hit = cast(&a, &b, vec3(0, -8192, 0));
	assert_int_equal(hit.status, CAST_HIT);
	// 4094 of 8192 m; the floor is that of the boxes, some micrometres, not that of the way
	check_time(hit.time, 4094.0 / 8192, 1e-5 / 8192 + (double)MK_EPSILON);
	assert_true(hit.gap < (Real)2e-5);
	mk_shape_release(box);
}

// A floor of a kilometre, half a metre thick: what lands on it is as exact as on a small one.
static void test_wide_floor_costs_no_digits_across(void **state) {
	(void)state;
	Shape *floor = mk_box_create(vec3(500, (Real)0.5, 500), NULL);
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	Shape *capsule = mk_capsule_create((Real)0.5, 2, NULL);
	Shape *const shapes[2] = { box, capsule };
	ShapeInstance b = at(floor, 0, -0.5, 0);
	for (int i = 0; i < 2; i++) {
		ShapeInstance a = at(shapes[i], 7, 3, 5);
		CastResult hit = cast(&a, &b, vec3(0, -4, 0));
		assert_int_equal(hit.status, CAST_HIT);
		check_time(hit.time, 0.5, 4e-6);
		check_vec3(hit.normal, vec3(0, -1, 0), 1e-6);
		assert_true(hit.gap < (Real)2e-5);
	}
	mk_shape_release(floor);
	mk_shape_release(box);
	mk_shape_release(capsule);
}

static void test_half_space_is_met_by_the_lowest_point(void **state) {
	(void)state;
	Shape *ground = mk_half_space_create((Plane){ vec3(0, 2, 0), 2 }, NULL);
	Shape *box = mk_box_create(vec3(1, 2, 3), NULL);
	ShapeInstance b = at(ground, 7, 1, -3);
	ShapeInstance a = at(box, 0, 10, 0);
	// the plane is at y = 1 above its body, the box's lowest points at 8
	CastResult hit = cast(&a, &b, vec3(3, -12, 1));
	assert_int_equal(hit.status, CAST_HIT);
	check_time(hit.time, 0.5, rounding);
	check_vec3(hit.normal, vec3(0, -1, 0), 1e-6);
	check_near(hit.point_a.y, 2, 1e-5);
	// the plane moves against the box: the same, the other way round
	CastResult turned = cast(&b, &a, vec3(-3, 12, -1));
	check_near(turned.time, hit.time, 1e-7);
	check_vec3(turned.normal, vec3(0, 1, 0), 1e-6);
	assert_int_equal(cast(&a, &b, vec3(5, 0, 0)).status, CAST_FREE);
	assert_int_equal(cast(&b, &b, vec3(5, 0, 0)).status, CAST_FREE);
	mk_shape_release(ground);
	mk_shape_release(box);
}

static void test_bad_numbers_are_refused(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance b = at(box, 0, 0, 0);
	const Real bad[3] = { (Real)NAN, MK_INFINITY, -MK_INFINITY };
	for (int i = 0; i < 3; i++) {
		ShapeInstance a = at(box, 5, 0, 0);
		assert_int_equal(cast(&a, &b, vec3(0, bad[i], 0)).status, CAST_INVALID);
		CastInput input = cast_input(&a, &b, vec3(1, 0, 0));
		input.max_time = bad[i];
		assert_int_equal(mk_cast(&input).status, CAST_INVALID);
		input = cast_input(&a, &b, vec3(1, 0, 0));
		input.target = bad[i];
		assert_int_equal(mk_cast(&input).status, CAST_INVALID);
		a.pose.origin.z = bad[i];
		assert_int_equal(cast(&a, &b, vec3(1, 0, 0)).status, CAST_INVALID);
	}
	mk_shape_release(box);
}

static void test_status_has_words(void **state) {
	(void)state;
	assert_string_equal(mk_cast_status_text(CAST_FREE), "free");
	assert_string_equal(mk_cast_status_text(CAST_OVERLAP), "overlap");
	assert_string_equal(mk_cast_status_text(CAST_STATUS_COUNT), "unknown");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_moving_spheres_touch_at_the_first_root),
		cmocka_unit_test(test_trace_of_the_triangle_is_cut_at_10_27_and_37_63),
		cmocka_unit_test(test_box_falls_flat_on_a_box),
		cmocka_unit_test(test_parallel_motion_beside_a_face_is_free_and_along_it_is_a_touch),
		cmocka_unit_test(test_start_in_touch_is_an_overlap_unless_parting_is_skipped),
		cmocka_unit_test(test_start_in_overlap_has_the_depth_of_penetration),
		cmocka_unit_test(test_no_motion_is_a_question_about_the_start),
		cmocka_unit_test(test_target_is_a_distance_that_counts_as_touch),
		cmocka_unit_test(test_stop_rules_are_absolute_or_relative_as_asked),
		cmocka_unit_test(test_far_start_costs_no_digits),
		cmocka_unit_test(test_wide_floor_costs_no_digits_across),
		cmocka_unit_test(test_half_space_is_met_by_the_lowest_point),
		cmocka_unit_test(test_bad_numbers_are_refused),
		cmocka_unit_test(test_status_has_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
