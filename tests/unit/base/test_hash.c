// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Hashes: known values that pin the function on every machine, and sensitivity to what matters.
#include "base/hash.h"

#include "support/check.h"

#include <math.h>

static void mix_has_the_published_values(void **state) {
	(void)state;
	// SplitMix64 with seed 0 returns mix(1 * golden), mix(2 * golden): the reference sequence
	assert_true(hash_mix(MK_HASH_SEED) == UINT64_C(0xE220A8397B1DCDAF));
	assert_true(hash_mix(2 * MK_HASH_SEED) == UINT64_C(0x6E789E6AA1B965F4));
	assert_true(hash_mix(0) == 0);
}

static void bytes_are_read_in_little_endian_order(void **state) {
	(void)state;
	const unsigned char bytes[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	uint64_t expected = hash_u64(hash_u64(MK_HASH_SEED, UINT64_C(0x0807060504030201)), 8);
	assert_true(hash_bytes(MK_HASH_SEED, bytes, 8) == expected);
}

static void every_byte_and_the_length_count(void **state) {
	(void)state;
	unsigned char bytes[19] = { 0 };
	uint64_t zero = hash_bytes(MK_HASH_SEED, bytes, 19);
	for (size_t i = 0; i < 19; i++) {
		bytes[i] = 1;
		assert_true(hash_bytes(MK_HASH_SEED, bytes, 19) != zero);
		bytes[i] = 0;
	}
	assert_true(hash_bytes(MK_HASH_SEED, bytes, 18) != zero);
	assert_true(hash_bytes(MK_HASH_SEED, bytes, 0) != MK_HASH_SEED);
}

static void order_of_values_counts(void **state) {
	(void)state;
	uint64_t ab = hash_u64(hash_u64(MK_HASH_SEED, 1), 2);
	uint64_t ba = hash_u64(hash_u64(MK_HASH_SEED, 2), 1);
	assert_true(ab != ba);
}

static void numbers_are_hashed_by_their_bits(void **state) {
	(void)state;
	assert_true(hash_f64(1, 1.0) == hash_u64(1, UINT64_C(0x3FF0000000000000)));
	assert_true(hash_f64(1, 0.0) != hash_f64(1, -0.0));
	assert_true(hash_f64(1, (double)NAN) == hash_f64(1, -(double)NAN));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mix_has_the_published_values),
		cmocka_unit_test(bytes_are_read_in_little_endian_order),
		cmocka_unit_test(every_byte_and_the_length_count),
		cmocka_unit_test(order_of_values_counts),
		cmocka_unit_test(numbers_are_hashed_by_their_bits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
