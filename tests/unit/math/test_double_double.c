// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Error-free sums and products: the error term is what the rounded result lacks.
#include "math/double_double.h"

#include "support/check.h"

static void sum_keeps_what_rounding_drops(void **state) {
	(void)state;
	DoubleDouble sum = double_add_exact(1, 0x1p-60);
	assert_true(sum.hi == 1 && sum.lo == 0x1p-60);
	// in either order
	sum = double_add_exact(0x1p-60, 1);
	assert_true(sum.hi == 1 && sum.lo == 0x1p-60);
}

static void product_keeps_what_rounding_drops(void **state) {
	(void)state;
	// (1 + 2^-40)(1 - 2^-40) = 1 - 2^-80
	DoubleDouble product = double_multiply_exact(1 + 0x1p-40, 1 - 0x1p-40);
	assert_true(product.hi == 1 && product.lo == -0x1p-80);
}

static void sums_and_multiples_carry_both_parts(void **state) {
	(void)state;
	DoubleDouble a = { 1, 0x1p-60 };
	DoubleDouble sum = double_double_add(a, a);
	assert_true(sum.hi == 2 && sum.lo == 0x1p-59);
	DoubleDouble triple = double_double_scale(a, 3);
	assert_true(triple.hi == 3 && triple.lo == 3 * 0x1p-60);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sum_keeps_what_rounding_drops),
		cmocka_unit_test(product_keeps_what_rounding_drops),
		cmocka_unit_test(sums_and_multiples_carry_both_parts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
