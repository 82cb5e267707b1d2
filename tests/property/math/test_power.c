// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Exponential, logarithm and power against the C library in extended precision, and the same bits
// in every build.
#include "math/power.h"

#include "base/hash.h"
#include "support/check.h"
#include "support/property.h"

// Returns |actual - expected| in units of the last place of a double near the expected value.
static double error_in_ulps(double actual, long double expected) {
	double rounded = (double)expected;
	if (rounded - rounded != 0) return actual == rounded ? 0 : HUGE_VAL;
	double ulp = nextafter(fabs(rounded), HUGE_VAL) - fabs(rounded);
	return (double)(fabsl((long double)actual - expected) / (long double)ulp);
}

// Any positive finite double: every exponent equally likely.
static double random_positive(Rng *rng) {
	for (;;) {
		uint64_t bits = rng_u64(rng) >> 1;
		double x;
		memcpy(&x, &bits, sizeof(x));
		if (x - x == 0) return x;
	}
}

static void exponential_is_near(Rng *rng) {
	double x = rng_below(rng, 2) ? rng_range(rng, -750, 715) : rng_range(rng, -1, 1);
	check_near(error_in_ulps(mk_exp(x), expl((long double)x)), 0, 0.85);
}

static void logarithm_is_near(Rng *rng) {
	double x = rng_below(rng, 2) ? random_positive(rng) : rng_range(rng, 0.5, 2);
	check_near(error_in_ulps(mk_log(x), logl((long double)x)), 0, 0.85);
}

static void power_is_near(Rng *rng) {
	double base = rng_below(rng, 2) ? random_positive(rng) : rng_range(rng, 0, 10);
	double limit = 760 / fabs(log(base));
	double exponent = rng_range(rng, -limit, limit);
	if (rng_below(rng, 4) == 0) exponent = floor(rng_range(rng, -20, 20));
	check_near(
			error_in_ulps(mk_pow(base, exponent), powl((long double)base, (long double)exponent)),
			0, 0.85);
}

static void errors_against_extended_precision_are_small(void **state) {
	(void)state;
	for_all(exponential_is_near, 200000, 21);
	for_all(logarithm_is_near, 200000, 22);
	for_all(power_is_near, 200000, 23);
}

static void results_have_the_same_bits_everywhere(void **state) {
	(void)state;
	// the hash was taken once; another compiler, level or C library must reproduce it
	Rng rng = { 24 };
	uint64_t hash = MK_HASH_SEED;
	for (int i = 0; i < 20000; i++) {
		double x = random_positive(&rng);
		double y = rng_range(&rng, -40, 40);
		hash = hash_f64(hash, mk_exp(y));
		hash = hash_f64(hash, mk_log(x));
		hash = hash_f64(hash, mk_pow(x, y / 40));
		hash = hash_f64(hash, mk_pow(fabs(y), y));
	}
	assert_true(hash == UINT64_C(0x4F05640CC9DDF55E));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors_against_extended_precision_are_small),
		cmocka_unit_test(results_have_the_same_bits_everywhere),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
