// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Vectors: small integers, so expected values are exact.
#include "math/vec3.h"

#include "support/check.h"

static void arithmetic_is_by_component(void **state) {
	(void)state;
	Vec3 a = vec3(1, 2, 3);
	Vec3 b = vec3(4, -5, 6);
	check_vec3(vec3_add(a, b), vec3(5, -3, 9), 0);
	check_vec3(vec3_sub(a, b), vec3(-3, 7, -3), 0);
	check_vec3(vec3_negate(a), vec3(-1, -2, -3), 0);
	check_vec3(vec3_scale(a, 2), vec3(2, 4, 6), 0);
	check_vec3(vec3_multiply(a, b), vec3(4, -10, 18), 0);
	check_vec3(vec3_add_scaled(a, b, 2), vec3(9, -8, 15), 0);
	check_vec3(vec3_lerp(a, b, (Real)0.5), vec3((Real)2.5, (Real)-1.5, (Real)4.5), 0);
	check_vec3(vec3_abs(b), vec3(4, 5, 6), 0);
	check_vec3(vec3_min(a, b), vec3(1, -5, 3), 0);
	check_vec3(vec3_max(a, b), vec3(4, 2, 6), 0);
	check_vec3(vec3_clamp(b, vec3_zero(), vec3_splat(5)), vec3(4, 0, 5), 0);
}

static void products_follow_the_right_hand_rule(void **state) {
	(void)state;
	Vec3 a = vec3(1, 2, 3);
	Vec3 b = vec3(4, -5, 6);
	// 4 - 10 + 18
	check_near(vec3_dot(a, b), 12, 0);
	check_vec3(vec3_cross(vec3_axis(0), vec3_axis(1)), vec3_axis(2), 0);
	// (2*6 - 3*(-5), 3*4 - 1*6, 1*(-5) - 2*4)
	check_vec3(vec3_cross(a, b), vec3(27, 6, -13), 0);
	check_near(vec3_triple(vec3(2, 0, 0), vec3(0, 3, 0), vec3(0, 0, 4)), 24, 0);
	check_near(vec3_triple(vec3(0, 3, 0), vec3(2, 0, 0), vec3(0, 0, 4)), -24, 0);
}

static void lengths_and_distances(void **state) {
	(void)state;
	// 2, 3, 6 and 7 are a Pythagorean quadruple
	check_near(vec3_length(vec3(2, -3, 6)), 7, 0);
	check_near(vec3_length_squared(vec3(2, -3, 6)), 49, 0);
	check_near(vec3_distance(vec3(1, 1, 1), vec3(3, 4, 7)), 7, 0);
	check_near(vec3_distance_squared(vec3(1, 1, 1), vec3(3, 4, 7)), 49, 0);
}

static void first_axis_wins_among_equals(void **state) {
	(void)state;
	assert_int_equal(vec3_max_axis(vec3(1, 1, 1)), 0);
	assert_int_equal(vec3_max_axis(vec3(1, 3, 3)), 1);
	assert_int_equal(vec3_max_axis(vec3(1, 2, 3)), 2);
	assert_int_equal(vec3_max_axis(vec3(3, 2, 3)), 0);
	assert_int_equal(vec3_min_axis(vec3(1, 1, 1)), 0);
	assert_int_equal(vec3_min_axis(vec3(2, 1, 1)), 1);
	assert_int_equal(vec3_min_axis(vec3(3, 2, 1)), 2);
	check_near(vec3_max_element(vec3(1, 3, 2)), 3, 0);
	check_near(vec3_min_element(vec3(3, 1, 2)), 1, 0);
	for (int axis = 0; axis < 3; axis++) {
		check_near(vec3_get(vec3(5, 6, 7), axis), 5 + axis, 0);
		check_near(vec3_get(vec3_axis(axis), axis), 1, 0);
		check_near(vec3_length(vec3_axis(axis)), 1, 0);
	}
}

static void normalize_works_at_every_scale(void **state) {
	(void)state;
	Real third = (Real)1 / 3;
	const Real scales[] = { 1, (Real)1e-6, (Real)1e6, MK_REAL_MAX / 4, MK_REAL_MIN,
		MK_REAL_MIN * MK_EPSILON * 64 };
	for (size_t i = 0; i < sizeof(scales) / sizeof(scales[0]); i++) {
		Vec3 unit = vec3_normalize(vec3_scale(vec3(1, 2, -2), scales[i]));
		check_vec3(unit, vec3(third, 2 * third, -2 * third), 4 * MK_EPSILON);
	}
	Real smallest = MK_REAL_MIN * MK_EPSILON;
	check_vec3(vec3_normalize(vec3(0, smallest, 0)), vec3(0, 1, 0), 0);
}

static void normalize_of_no_direction_is_zero(void **state) {
	(void)state;
	check_vec3(vec3_normalize(vec3_zero()), vec3_zero(), 0);
	check_vec3(vec3_normalize(vec3(MK_INFINITY, 0, 0)), vec3_zero(), 0);
	check_vec3(vec3_normalize(vec3((Real)NAN, 1, 0)), vec3_zero(), 0);
	check_vec3(vec3_normalize(vec3(1, 1, (Real)NAN)), vec3_zero(), 0);
}

static void perpendicular_of_axes_is_a_unit_vector_across(void **state) {
	(void)state;
	for (int axis = 0; axis < 3; axis++) {
		Vec3 n = vec3_axis(axis);
		Vec3 p = vec3_perpendicular(n);
		check_near(vec3_dot(n, p), 0, 0);
		check_near(vec3_length(p), 1, 0);
	}
}

static void predicates(void **state) {
	(void)state;
	assert_true(vec3_equals(vec3(1, 2, 3), vec3(1, 2, 3)));
	assert_false(vec3_equals(vec3(1, 2, 3), vec3(1, 2, 4)));
	assert_true(vec3_is_finite(vec3(1, 2, 3)));
	assert_false(vec3_is_finite(vec3(1, MK_INFINITY, 3)));
	assert_false(vec3_is_finite(vec3(1, 2, (Real)NAN)));
	assert_true(vec3_is_unit(vec3((Real)0.6, (Real)0.8, 0)));
	assert_false(vec3_is_unit(vec3((Real)0.6, (Real)0.81, 0)));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arithmetic_is_by_component),
		cmocka_unit_test(products_follow_the_right_hand_rule),
		cmocka_unit_test(lengths_and_distances),
		cmocka_unit_test(first_axis_wins_among_equals),
		cmocka_unit_test(normalize_works_at_every_scale),
		cmocka_unit_test(normalize_of_no_direction_is_zero),
		cmocka_unit_test(perpendicular_of_axes_is_a_unit_vector_across),
		cmocka_unit_test(predicates),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
