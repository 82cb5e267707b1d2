// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Trigonometry at the points where the answer is known, and beyond the ends of the domain. Accuracy
// over the whole range is in the property test of the same name.
#include "math/trig.h"

#include "support/check.h"

static const double half_pi = 1.57079632679489661923;
static const double pi = 3.14159265358979323846;

static void sine_and_cosine_at_known_angles(void **state) {
	(void)state;
	check_near(mk_sin(0), 0, 0);
	check_near(mk_cos(0), 1, 0);
	check_near(mk_sin(pi / 6), 0.5, 2e-16);
	check_near(mk_cos(pi / 3), 0.5, 2e-16);
	check_near(mk_sin(half_pi), 1, 0);
	// the double nearest to pi is 1.2246467991473532e-16 below pi
	check_near(mk_sin(pi), 1.2246467991473532e-16, 1e-31);
	check_near(mk_cos(half_pi), 6.123233995736766e-17, 1e-32);
	check_near(mk_cos(pi), -1, 0);
	check_near(mk_tan(pi / 4), 1, 2e-16);
	check_near(mk_sin(-0.0), 0, 0);
}

static void huge_angles_are_reduced_exactly(void **state) {
	(void)state;
	// 6381956970095103 * 2^797 is the double nearest to a multiple of pi/2 of all (Muller 2016,
	// 11): its cosine is about 4.6871659242546277e-19
	check_near(mk_cos(ldexp(6381956970095103.0, 797)), -4.6871659242546277e-19, 1e-34);
	// sin(10^22), a standard test of argument reduction
	check_near(mk_sin(1e22), -0.8522008497671888, 2e-16);
	check_near(mk_cos(1e22), 0.5232147853951389, 2e-16);
	check_near(mk_sin(-1e22), 0.8522008497671888, 2e-16);
	check_near(mk_sin(DBL_MAX), 0.004961954789184062, 1e-18);
}

static void angles_that_are_not_finite_give_nan(void **state) {
	(void)state;
	const double bad[] = { HUGE_VAL, -HUGE_VAL, nan("") };
	for (int i = 0; i < 3; i++) {
		assert_true(isnan(mk_sin(bad[i])));
		assert_true(isnan(mk_cos(bad[i])));
		assert_true(isnan(mk_tan(bad[i])));
	}
	assert_true(isnan(mk_atan2(nan(""), 1)));
	assert_true(isnan(mk_atan2(1, nan(""))));
	assert_true(isnan(mk_asin(nan(""))));
	assert_true(isnan(mk_acos(nan(""))));
}

static void tiny_angles_are_their_own_sine(void **state) {
	(void)state;
	const double tiny[] = { 1e-9, 1e-200, DBL_MIN, DBL_TRUE_MIN, -DBL_TRUE_MIN };
	for (int i = 0; i < 5; i++) {
		assert_true(mk_sin(tiny[i]) == tiny[i]);
		assert_true(mk_tan(tiny[i]) == tiny[i]);
		assert_true(mk_atan2(tiny[i], 1) == tiny[i]);
		assert_true(mk_asin(tiny[i]) == tiny[i]);
	}
}

static void atan2_agrees_with_c_in_all_special_cases(void **state) {
	(void)state;
	const double special[] = { 0.0, -0.0, 1.0, -1.0, HUGE_VAL, -HUGE_VAL, DBL_MAX, DBL_TRUE_MIN };
	for (int i = 0; i < 8; i++) {
		for (int j = 0; j < 8; j++) {
			double expected = atan2(special[i], special[j]);
			double actual = mk_atan2(special[i], special[j]);
			check_near(actual, expected, fabs(expected) * 3e-16);
			assert_int_equal(signbit(actual) != 0, signbit(expected) != 0);
		}
	}
}

static void arc_functions_clamp_what_rounding_pushed_out(void **state) {
	(void)state;
	check_near(mk_asin(1), half_pi, 0);
	check_near(mk_asin(-1), -half_pi, 0);
	check_near(mk_asin(1.0000001), half_pi, 0);
	check_near(mk_asin(-HUGE_VAL), -half_pi, 0);
	check_near(mk_acos(1), 0, 0);
	check_near(mk_acos(-1), pi, 0);
	check_near(mk_acos(0), half_pi, 0);
	check_near(mk_acos(1.5), 0, 0);
	check_near(mk_acos(-1.5), pi, 0);
	// acos(1 - e) is sqrt(2 e) to first order: no digits lost near 1
	check_near(mk_acos(1 - 0x1p-50), 0x1p-24 * 0.70710678118654757, 1e-23);
}

static void real_wrappers_round_the_double_result(void **state) {
	(void)state;
	Real x = (Real)0.7;
	assert_true(real_sin(x) == (Real)mk_sin((double)x));
	assert_true(real_cos(x) == (Real)mk_cos((double)x));
	assert_true(real_tan(x) == (Real)mk_tan((double)x));
	assert_true(real_asin(x) == (Real)mk_asin((double)x));
	assert_true(real_acos(x) == (Real)mk_acos((double)x));
	assert_true(real_atan2(x, -2) == (Real)mk_atan2((double)x, -2));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sine_and_cosine_at_known_angles),
		cmocka_unit_test(huge_angles_are_reduced_exactly),
		cmocka_unit_test(angles_that_are_not_finite_give_nan),
		cmocka_unit_test(tiny_angles_are_their_own_sine),
		cmocka_unit_test(atan2_agrees_with_c_in_all_special_cases),
		cmocka_unit_test(arc_functions_clamp_what_rounding_pushed_out),
		cmocka_unit_test(real_wrappers_round_the_double_result),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
