// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Exponential, logarithm and power where the answer is known, and at the ends of their domains.
#include "math/power.h"

#include "support/check.h"

static void exponential_at_known_points(void **state) {
	(void)state;
	check_near(mk_exp(0), 1, 0);
	check_near(mk_exp(1), 2.71828182845904523536, 5e-16);
	check_near(mk_exp(-0.0), 1, 0);
	check_near(mk_exp(1e-300), 1, 0);
	check_near(mk_exp(-HUGE_VAL), 0, 0);
	check_near(mk_exp(HUGE_VAL), HUGE_VAL, 0);
	check_near(mk_exp(710), HUGE_VAL, 0);
	check_near(mk_exp(-746), 0, 0);
	// the last values before overflow and underflow
	assert_true(mk_exp(709.78) <= DBL_MAX);
	assert_true(mk_exp(-745.1) > 0);
	assert_true(isnan(mk_exp(nan(""))));
}

static void logarithm_at_known_points(void **state) {
	(void)state;
	check_near(mk_log(1), 0, 0);
	check_near(mk_log(2), 0.69314718055994530942, 0);
	check_near(mk_log(0x1p-1074), -1074 * 0.69314718055994530942, 2e-13);
	// log(1 + e) is e - e^2/2: no digits lost near 1
	check_near(mk_log(1 + 0x1p-40), 0x1p-40 - 0x1p-81, 1e-28);
	check_near(mk_log(0), -HUGE_VAL, 0);
	check_near(mk_log(-0.0), -HUGE_VAL, 0);
	check_near(mk_log(HUGE_VAL), HUGE_VAL, 0);
	assert_true(isnan(mk_log(-1)));
	assert_true(isnan(mk_log(-HUGE_VAL)));
	assert_true(isnan(mk_log(nan(""))));
}

static void power_at_known_points(void **state) {
	(void)state;
	check_near(mk_pow(2, 10), 1024, 0);
	check_near(mk_pow(3, 4), 81, 0);
	check_near(mk_pow(10, -3), 0.001, 1e-18);
	check_near(mk_pow(2, 0.5), 1.41421356237309504880, 3e-16);
	check_near(mk_pow(2, 1023), 0x1p1023, 0);
	check_near(mk_pow(2, -1074), 0x1p-1074, 0);
	check_near(mk_pow(2, 1e300), HUGE_VAL, 0);
	check_near(mk_pow(2, -1e300), 0, 0);
	check_near(mk_pow(0.5, 1e-300), 1, 0);
}

static void power_at_the_ends_of_its_domain(void **state) {
	(void)state;
	check_near(mk_pow(0, 0), 1, 0);
	check_near(mk_pow(nan(""), 0), 1, 0);
	check_near(mk_pow(1, nan("")), 1, 0);
	check_near(mk_pow(1, HUGE_VAL), 1, 0);
	check_near(mk_pow(0, 2), 0, 0);
	check_near(mk_pow(0, -2), HUGE_VAL, 0);
	check_near(mk_pow(0, HUGE_VAL), 0, 0);
	check_near(mk_pow(HUGE_VAL, 2), HUGE_VAL, 0);
	check_near(mk_pow(HUGE_VAL, -2), 0, 0);
	check_near(mk_pow(0.5, HUGE_VAL), 0, 0);
	check_near(mk_pow(2, HUGE_VAL), HUGE_VAL, 0);
	check_near(mk_pow(0.5, -HUGE_VAL), HUGE_VAL, 0);
	assert_true(isnan(mk_pow(-2, 2)));
	assert_true(isnan(mk_pow(nan(""), 2)));
	assert_true(isnan(mk_pow(2, nan(""))));
}

static void real_wrappers_round_the_double_result(void **state) {
	(void)state;
	Real x = (Real)1.7;
	assert_true(real_exp(x) == (Real)mk_exp((double)x));
	assert_true(real_log(x) == (Real)mk_log((double)x));
	assert_true(real_pow(x, 3) == (Real)mk_pow((double)x, 3));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exponential_at_known_points),
		cmocka_unit_test(logarithm_at_known_points),
		cmocka_unit_test(power_at_known_points),
		cmocka_unit_test(power_at_the_ends_of_its_domain),
		cmocka_unit_test(real_wrappers_round_the_double_result),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
