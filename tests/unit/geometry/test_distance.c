// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Squared distances and reach tests beside the nearest points they stand for.
#include "geometry/distance.h"

#include "support/check.h"

static const Real tolerance = 16 * MK_EPSILON;

static const Obb turned_box = {
	.center = { 1, 2, 3 },
	.axes = { { (Real)0.6, (Real)0.8, 0 }, { (Real)-0.8, (Real)0.6, 0 }, { 0, 0, 1 } },
	.half = { 2, 1, (Real)0.5 },
};

static void obb_distance_is_the_sum_of_squared_excesses(void **state) {
	(void)state;
	// 2.8^2 + 0.4^2 + 1.5^2
	check_near(distance_squared_to_obb(turned_box, vec3(5, 5, 5)), 10.25, 32 * tolerance);
	Vec3 inside = vec3((Real)1.5, (Real)2.5, (Real)3.25);
	check_near(distance_squared_to_obb(turned_box, inside), 0, 0);
	Vec3 p = vec3(-4, 7, 1);
	Real by_point = vec3_distance_squared(p, closest_on_obb(turned_box, p));
	check_near(distance_squared_to_obb(turned_box, p), by_point, 64 * tolerance);
}

static void aabb_distance_counts_only_what_is_outside(void **state) {
	(void)state;
	Aabb box = { vec3(-1, -2, -3), vec3(1, 2, 3) };
	check_near(distance_squared_to_aabb(box, vec3(4, 0, -7)), 9 + 16, 0);
	check_near(distance_squared_to_aabb(box, vec3(0, 1, -3)), 0, 0);
	check_near(distance_squared_to_aabb(box, vec3(-2, -3, -4)), 3, 0);
}

static void segment_distance_in_all_three_cases(void **state) {
	(void)state;
	Segment s = { vec3(1, 0, 0), vec3(5, 0, 0) };
	check_near(distance_squared_to_segment(s, vec3(-2, 4, 0)), 25, 0);
	check_near(distance_squared_to_segment(s, vec3(3, 3, 4)), 25, 0);
	check_near(distance_squared_to_segment(s, vec3(8, 0, 4)), 25, 0);
	Segment point = { vec3(1, 0, 0), vec3(1, 0, 0) };
	check_near(distance_squared_to_segment(point, vec3(1, 3, 4)), 25, 0);
}

static void line_distance_ignores_the_ends(void **state) {
	(void)state;
	Ray line = { vec3(1, 0, 0), vec3(4, 0, 0) };
	check_near(distance_squared_to_line(line, vec3(-200, 3, 4)), 25, 0);
	check_near(distance_squared_to_line((Ray){ vec3(1, 0, 0), vec3_zero() }, vec3(1, 3, 4)), 25, 0);
}

static void rectangle_distance_is_to_the_flat_piece(void **state) {
	(void)state;
	Rectangle r = { vec3_zero(), vec3(1, 0, 0), vec3(0, 1, 0), 2, 1 };
	// (3,-4,5) to (2,-1,0)
	check_near(distance_squared_to_rectangle(r, vec3(3, -4, 5)), 1 + 9 + 25, 0);
}

static void a_distance_equal_to_the_reach_is_within(void **state) {
	(void)state;
	Aabb box = { vec3(-1, -1, -1), vec3(1, 1, 1) };
	assert_true(aabb_is_within(box, vec3(3, 0, 0), 2));
	assert_false(aabb_is_within(box, vec3(3, 0, 0), 2 - 2 * MK_EPSILON));
	Segment s = { vec3(1, 0, 0), vec3(5, 0, 0) };
	assert_true(segment_is_within(s, vec3(8, 0, 4), 5));
	assert_false(segment_is_within(s, vec3(8, 0, 4), (Real)4.99));
	Ray line = { vec3(1, 0, 0), vec3(4, 0, 0) };
	assert_true(line_is_within(line, vec3(-9, 3, 4), 5));
	assert_false(line_is_within(line, vec3(-9, 3, 4), (Real)4.99));
	// sqrt(10.25) = 3.20156
	assert_false(obb_is_within(turned_box, vec3(5, 5, 5), (Real)3.2));
	assert_true(obb_is_within(turned_box, vec3(5, 5, 5), (Real)3.21));
}

static void nan_and_negative_reach_are_out_of_reach(void **state) {
	(void)state;
	Segment s = { vec3(1, 0, 0), vec3(5, 0, 0) };
	Vec3 bad = vec3(2, (Real)NAN, 0);
	Aabb box = { vec3(-1, -1, -1), vec3(1, 1, 1) };
	assert_false(segment_is_within(s, bad, 1000));
	assert_false(aabb_is_within(box, bad, 1000));
	assert_false(obb_is_within(turned_box, bad, 1000));
	assert_true(isnan(distance_squared_to_aabb(box, bad)));
	assert_true(isnan(distance_squared_to_obb(turned_box, bad)));
	box.min.y = (Real)NAN;
	assert_false(aabb_is_within(box, vec3_zero(), 1000));
	assert_false(aabb_is_within(aabb_empty(), vec3_zero(), MK_REAL_MAX));
	assert_false(obb_is_within(turned_box, vec3(1, 2, 3), -1));
	assert_false(is_within(0, (Real)NAN));
	assert_false(is_within((Real)NAN, 1));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(obb_distance_is_the_sum_of_squared_excesses),
		cmocka_unit_test(aabb_distance_counts_only_what_is_outside),
		cmocka_unit_test(segment_distance_in_all_three_cases),
		cmocka_unit_test(line_distance_ignores_the_ends),
		cmocka_unit_test(rectangle_distance_is_to_the_flat_piece),
		cmocka_unit_test(a_distance_equal_to_the_reach_is_within),
		cmocka_unit_test(nan_and_negative_reach_are_out_of_reach),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
