// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// All variants of a kernel give the same bits, on ordinary numbers and on the special ones.
#include "support/probe_wide.h"

#include "support/check.h"
#include "support/property.h"

#include <string.h>

static float random_bits(Rng *rng) {
	uint32_t bits = rng_u32(rng);
	float x;
	memcpy(&x, &bits, sizeof(x));
	return x;
}

static float random_float(Rng *rng) {
	const float special[] = { 0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, NAN, FLT_MAX, -FLT_MAX,
		FLT_MIN, FLT_TRUE_MIN, -FLT_TRUE_MIN };
	switch (rng_below(rng, 4)) {
		case 0: return special[rng_below(rng, sizeof(special) / sizeof(special[0]))];
		case 1: return random_bits(rng); // denormals, NaN payloads, everything
		default: return (float)rng_range(rng, -10, 10);
	}
}

static void fill(Rng *rng, float *values, int count) {
	for (int i = 0; i < count; i++) {
		values[i] = random_float(rng);
	}
}

static ProbeInput random_input(Rng *rng) {
	ProbeInput in = { .write_lanes = rng_u32(rng) };
	fill(rng, in.a, PROBE_LANES);
	fill(rng, in.b, PROBE_LANES);
	fill(rng, in.c, PROBE_LANES);
	fill(rng, in.rows[0], PROBE_ROWS * 8);
	// equal numbers are rare by chance
	in.b[rng_below(rng, PROBE_LANES)] = in.a[0];
	// an odd step through 16 rows never meets a row twice
	uint32_t step = 2 * rng_below(rng, 8) + 1;
	uint32_t start = rng_u32(rng);
	for (uint32_t i = 0; i < PROBE_LANES; i++) {
		in.indices[i] = (start + i * step) % PROBE_ROWS;
	}
	return in;
}

static void check_same_bits(const float *actual, const float *expected, int count) {
	for (int i = 0; i < count; i++) {
		if (actual[i] != actual[i] && expected[i] != expected[i]) continue;
		uint32_t actual_bits;
		uint32_t expected_bits;
		memcpy(&actual_bits, &actual[i], 4);
		memcpy(&expected_bits, &expected[i], 4);
		assert_int_equal(actual_bits, expected_bits);
	}
}

static void check_same_output(const ProbeOutput *actual, const ProbeOutput *expected) {
	check_same_bits(actual->results[0], expected->results[0], PROBE_RESULTS * PROBE_LANES);
	check_same_bits(actual->rows[0], expected->rows[0], PROBE_ROWS * 8);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(actual->masks[i], expected->masks[i]);
	}
}

static void variants_agree(Rng *rng) {
	ProbeInput in = random_input(rng);
	ProbeOutput reference;
	ProbeOutput other;
	mk_probe_scalar(&in, &reference);
	mk_probe_4(&in, &other);
	check_same_output(&other, &reference);
#ifdef MK_WIDE_HAS_8
	if (mk_wide_lanes() < 8) return;
	mk_probe_8(&in, &other);
	check_same_output(&other, &reference);
#endif
}

static void variants_agree_bit_by_bit(void **state) {
	(void)state;
	for_all(variants_agree, 20000, 31);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(variants_agree_bit_by_bit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
