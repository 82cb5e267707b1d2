// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Relative tolerances: what counts as zero depends on the size of the terms, never on metres.
#include "geometry/tolerance.h"

#include "support/check.h"

static void a_value_is_negligible_only_beside_its_terms(void **state) {
	(void)state;
	for (int exponent = -6; exponent <= 6; exponent++) {
		Real scale = (Real)pow(10, exponent);
		assert_true(real_is_negligible(MK_EPSILON * scale, scale));
		assert_true(real_is_negligible(-MK_EPSILON * scale, scale));
		assert_false(real_is_negligible(64 * MK_EPSILON * scale, scale));
		assert_false(real_is_negligible(scale, scale));
	}
	assert_true(real_is_negligible(0, 0));
	assert_false(real_is_negligible((Real)1e-20, 0));
}

static void the_tolerance_itself_counts_as_negligible(void **state) {
	(void)state;
	assert_true(real_is_negligible(MK_NEGLIGIBLE, 1));
	assert_false(real_is_negligible(MK_NEGLIGIBLE * (1 + MK_EPSILON), 1));
}

static void a_zero_vector_is_found_at_every_scale(void **state) {
	(void)state;
	for (int exponent = -4; exponent <= 4; exponent++) {
		Real scale = (Real)pow(10, exponent);
		assert_true(vec3_is_negligible(vec3_zero(), scale));
		assert_true(vec3_is_negligible(vec3(MK_EPSILON * scale, 0, MK_EPSILON * scale), scale));
		assert_false(vec3_is_negligible(vec3(0, 0, 64 * MK_EPSILON * scale), scale));
	}
}

static void near_numbers_agree_relative_to_the_larger_one(void **state) {
	(void)state;
	assert_true(real_is_near(1000, 1001, (Real)0.001));
	assert_false(real_is_near(1000, 1002, (Real)0.001));
	assert_true(real_is_near((Real)1e-4, (Real)1.001e-4, (Real)0.002));
	assert_false(real_is_near((Real)1e-4, (Real)2e-4, (Real)0.002));
	assert_true(real_is_near(0, 0, 0));
	assert_false(real_is_near(0, (Real)1e-30, (Real)0.5));
}

static void parallel_is_a_question_of_the_angle_alone(void **state) {
	(void)state;
	const Real sizes[] = { (Real)1e-4, 1, (Real)1e4 };
	for (int i = 0; i < 9; i++) {
		Vec3 a = vec3(sizes[i / 3], 0, 0);
		Vec3 same = vec3(-sizes[i % 3], sizes[i % 3] * MK_EPSILON, 0);
		Vec3 turned = vec3(sizes[i % 3], 0, sizes[i % 3] * 64 * MK_EPSILON);
		assert_true(vec3_cross_is_negligible(vec3_cross(a, same), a, same));
		assert_false(vec3_cross_is_negligible(vec3_cross(a, turned), a, turned));
	}
	assert_true(vec3_cross_is_negligible(vec3_zero(), vec3_zero(), vec3(1, 2, 3)));
}

static void nan_is_negligible_and_near_nothing(void **state) {
	(void)state;
	Real nan = (Real)NAN;
	assert_true(real_is_negligible(nan, 1));
	assert_true(real_is_negligible(1, nan));
	assert_true(vec3_is_negligible(vec3(0, nan, 0), 1));
	assert_true(vec3_cross_is_negligible(vec3(nan, 0, 0), vec3(1, 0, 0), vec3(0, 1, 0)));
	assert_false(real_is_near(nan, nan, 1));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_value_is_negligible_only_beside_its_terms),
		cmocka_unit_test(the_tolerance_itself_counts_as_negligible),
		cmocka_unit_test(a_zero_vector_is_found_at_every_scale),
		cmocka_unit_test(near_numbers_agree_relative_to_the_larger_one),
		cmocka_unit_test(parallel_is_a_question_of_the_angle_alone),
		cmocka_unit_test(nan_is_negligible_and_near_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
