// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Trigonometry against the C library in extended precision, over the whole range of arguments, and
// the same bits in every build.
#include "math/trig.h"

#include "base/hash.h"
#include "support/check.h"
#include "support/property.h"

// Returns |actual - expected| in units of the last place of a double near the expected value.
static double error_in_ulps(double actual, long double expected) {
	double rounded = (double)expected;
	double ulp = nextafter(fabs(rounded), HUGE_VAL) - fabs(rounded);
	return (double)(fabsl((long double)actual - expected) / (long double)ulp);
}

// Any finite double: every exponent and sign equally likely.
static double random_double(Rng *rng) {
	for (;;) {
		uint64_t bits = rng_u64(rng);
		double x;
		memcpy(&x, &bits, sizeof(x));
		if (x - x == 0) return x;
	}
}

// Angles as games have them, and next to multiples of pi/2, where the reduction is hardest.
static double random_angle(Rng *rng) {
	switch (rng_below(rng, 4)) {
		case 0: return rng_range(rng, -7, 7);
		case 1: return rng_range(rng, -2e6, 2e6);
		case 2: return rng_below(rng, 1u << 30) * 1.57079632679489661923;
		default: return random_double(rng);
	}
}

static void sine_and_cosine_are_near(Rng *rng) {
	double x = random_angle(rng);
	check_near(error_in_ulps(mk_sin(x), sinl((long double)x)), 0, 0.9);
	check_near(error_in_ulps(mk_cos(x), cosl((long double)x)), 0, 0.9);
	check_near(error_in_ulps(mk_tan(x), tanl((long double)x)), 0, 2.5);
}

static void arc_functions_are_near(Rng *rng) {
	double y = random_double(rng);
	double x = rng_below(rng, 2) ? random_double(rng) : y * rng_range(rng, -4, 4);
	check_near(error_in_ulps(mk_atan2(y, x), atan2l((long double)y, (long double)x)), 0, 1.6);
	double sine = rng_below(rng, 2) ? rng_range(rng, -1, 1) : 1 - rng_range(rng, 0, 1e-6);
	check_near(error_in_ulps(mk_asin(sine), asinl((long double)sine)), 0, 3);
	check_near(error_in_ulps(mk_acos(sine), acosl((long double)sine)), 0, 3);
}

static void sine_and_cosine_lie_on_the_circle(Rng *rng) {
	Real x = (Real)rng_range(rng, -1e4, 1e4);
	check_near(real_square(real_sin(x)) + real_square(real_cos(x)), 1, 2 * MK_EPSILON);
}

static void errors_against_extended_precision_are_small(void **state) {
	(void)state;
	for_all(sine_and_cosine_are_near, 200000, 11);
	for_all(arc_functions_are_near, 200000, 12);
}

static void sine_and_cosine_satisfy_pythagoras(void **state) {
	(void)state;
	for_all(sine_and_cosine_lie_on_the_circle, 20000, 13);
}

static void results_have_the_same_bits_everywhere(void **state) {
	(void)state;
	// the hash was taken once; another compiler, level or C library must reproduce it
	Rng rng = { 14 };
	uint64_t hash = MK_HASH_SEED;
	for (int i = 0; i < 20000; i++) {
		double x = random_angle(&rng);
		double y = rng_range(&rng, -1, 1);
		hash = hash_f64(hash, mk_sin(x));
		hash = hash_f64(hash, mk_cos(x));
		hash = hash_f64(hash, mk_tan(x));
		hash = hash_f64(hash, mk_atan2(y, x));
		hash = hash_f64(hash, mk_asin(y));
		hash = hash_f64(hash, mk_acos(y));
	}
	assert_true(hash == UINT64_C(0x905128DBD47E3DDF));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors_against_extended_precision_are_small),
		cmocka_unit_test(sine_and_cosine_satisfy_pythagoras),
		cmocka_unit_test(results_have_the_same_bits_everywhere),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
