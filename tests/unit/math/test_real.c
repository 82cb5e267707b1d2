// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Scalars: what happens with NaN, signed zeros, infinities and at the ends of the float range.
#include "math/real.h"

#include "support/check.h"

static const Real not_a_number = (Real)NAN;

static void min_and_max_return_the_second_argument_when_unordered(void **state) {
	(void)state;
	check_near(real_min(1, 2), 1, 0);
	check_near(real_max(1, 2), 2, 0);
	check_near(real_min(not_a_number, 2), 2, 0);
	check_near(real_max(not_a_number, 2), 2, 0);
	assert_true(isnan(real_min(2, not_a_number)));
	assert_true(isnan(real_max(2, not_a_number)));
	assert_true(signbit(real_min((Real)0.0, (Real)-0.0)));
	assert_false(signbit(real_max((Real)-0.0, (Real)0.0)));
}

static void clamp_keeps_inside_and_catches_nan(void **state) {
	(void)state;
	check_near(real_clamp(5, 0, 1), 1, 0);
	check_near(real_clamp(-5, 0, 1), 0, 0);
	check_near(real_clamp((Real)0.25, 0, 1), 0.25, 0);
	check_near(real_clamp(not_a_number, 0, 1), 0, 0);
	check_near(real_clamp(MK_INFINITY, 0, 1), 1, 0);
}

static void sign_is_minus_one_zero_or_one(void **state) {
	(void)state;
	check_near(real_sign(-3), -1, 0);
	check_near(real_sign(0), 0, 0);
	check_near(real_sign(MK_REAL_MIN), 1, 0);
	check_near(real_sign(not_a_number), 0, 0);
}

static void lerp_hits_both_ends_exactly(void **state) {
	(void)state;
	Real a = (Real)0.1;
	Real b = (Real)1e10;
	assert_true(real_lerp(a, b, 0) == a);
	assert_true(real_lerp(a, b, 1) == b);
	check_near(real_lerp(2, 4, (Real)0.25), 2.5, 0);
}

static void finite_excludes_nan_and_infinities(void **state) {
	(void)state;
	assert_true(real_is_finite(0));
	assert_true(real_is_finite(MK_REAL_MAX));
	assert_true(real_is_finite(-MK_REAL_MAX));
	assert_false(real_is_finite(MK_INFINITY));
	assert_false(real_is_finite(-MK_INFINITY));
	assert_false(real_is_finite(not_a_number));
}

static void next_float_is_the_neighbour(void **state) {
	(void)state;
	const float samples[] = { 0.0f, -0.0f, 1.0f, -1.0f, FLT_MIN, -FLT_MIN, FLT_TRUE_MIN,
		-FLT_TRUE_MIN, FLT_MAX, -FLT_MAX, 3.14f, -1e-42f };
	for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
		float x = samples[i];
		assert_true(float_next_up(x) == nextafterf(x, INFINITY));
		assert_true(float_next_down(x) == nextafterf(x, -INFINITY));
	}
	assert_true(float_next_up(INFINITY) == INFINITY);
	assert_true(float_next_down(-INFINITY) == -INFINITY);
	assert_true(float_next_up(-INFINITY) == -FLT_MAX);
	assert_true(isnan(float_next_up(NAN)));
}

static void rounding_to_float_never_crosses_the_value(void **state) {
	(void)state;
	const double samples[] = { 0, 1, -1, 0.1, -0.1, 16777217, -16777217, 1e-50, -1e-50, 3e38,
		1e-310 };
	for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
		Real x = (Real)samples[i];
		float up = real_round_up(x);
		float down = real_round_down(x);
		assert_true((Real)up >= x);
		assert_true((Real)down <= x);
		// and both are the nearest such floats
		assert_true((Real)float_next_down(up) < x);
		assert_true((Real)float_next_up(down) > x);
	}
}

static void rounding_to_float_saturates_outward(void **state) {
	(void)state;
#ifdef MK_DOUBLE
	assert_true(real_round_up(1e300) == INFINITY);
	assert_true(real_round_down(1e300) == FLT_MAX);
	assert_true(real_round_up(-1e300) == -FLT_MAX);
	assert_true(real_round_down(-1e300) == -INFINITY);
#else
	assert_true(real_round_up(INFINITY) == INFINITY);
	assert_true(real_round_down(FLT_MAX) == FLT_MAX);
#endif
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(min_and_max_return_the_second_argument_when_unordered),
		cmocka_unit_test(clamp_keeps_inside_and_catches_nan),
		cmocka_unit_test(sign_is_minus_one_zero_or_one),
		cmocka_unit_test(lerp_hits_both_ends_exactly),
		cmocka_unit_test(finite_excludes_nan_and_infinities),
		cmocka_unit_test(next_float_is_the_neighbour),
		cmocka_unit_test(rounding_to_float_never_crosses_the_value),
		cmocka_unit_test(rounding_to_float_saturates_outward),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
