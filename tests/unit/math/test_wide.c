// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The lanes of this build's own width: each operation against its scalar meaning on a few values,
// and the choice of the width. That all variants agree is in the property test of the same name.
#include "math/wide.h"

#include "support/check.h"

#include <math.h>

static Wide ramp(float first) {
	_Alignas(sizeof(Wide)) float values[MK_LANES];
	for (int i = 0; i < MK_LANES; i++) {
		values[i] = first + (float)i;
	}
	return wide_load(values);
}

static float lane_of(Wide a, int lane) {
	_Alignas(sizeof(Wide)) float values[MK_LANES];
	wide_store(values, a);
	return values[lane];
}

static void lanes_are_independent(void **state) {
	(void)state;
	Wide a = ramp(1);
	Wide b = wide_splat(2);
	for (int i = 0; i < MK_LANES; i++) {
		float x = (float)(1 + i);
		check_near(lane_of(wide_add(a, b), i), x + 2, 0);
		check_near(lane_of(wide_sub(a, b), i), x - 2, 0);
		check_near(lane_of(wide_multiply(a, b), i), x * 2, 0);
		check_near(lane_of(wide_divide(a, b), i), x / 2, 0);
		check_near(lane_of(wide_sqrt(wide_multiply(a, a)), i), x, 0);
		check_near(lane_of(wide_negate(a), i), -x, 0);
		check_near(lane_of(wide_abs(wide_negate(a)), i), x, 0);
		check_near(lane_of(wide_clamp(a, b, wide_splat(3)), i), fmin(fmax((double)x, 2), 3), 0);
	}
}

static void min_and_max_return_the_second_argument_when_unordered(void **state) {
	(void)state;
	Wide nan = wide_splat(NAN);
	Wide one = wide_splat(1);
	check_near(lane_of(wide_min(nan, one), 0), 1, 0);
	check_near(lane_of(wide_max(nan, one), 0), 1, 0);
	assert_true(isnan(lane_of(wide_min(one, nan), 0)));
	assert_true(isnan(lane_of(wide_max(one, nan), 0)));
	assert_true(signbit(lane_of(wide_min(wide_splat(0.0f), wide_splat(-0.0f)), 0)));
	assert_false(signbit(lane_of(wide_max(wide_splat(-0.0f), wide_splat(0.0f)), 0)));
}

static void masks_have_one_bit_per_lane(void **state) {
	(void)state;
	WideMask low = wide_less(ramp(0), wide_splat(2));
	assert_int_equal(mask_bits(low), 3);
	assert_int_equal(mask_bits(mask_not(low)), MK_ALL_LANES - 3);
	assert_int_equal(mask_bits(mask_or(low, mask_not(low))), MK_ALL_LANES);
	assert_int_equal(mask_bits(mask_and(low, mask_not(low))), 0);
	assert_int_equal(mask_bits(wide_equal(ramp(0), wide_splat(3))), 8);
	assert_int_equal(mask_bits(wide_less_equal(ramp(0), wide_splat(2))), 7);
	assert_int_equal(mask_bits(mask_from_bits(5)), 5);
	assert_true(mask_any(low));
	assert_false(mask_all(low));
	assert_true(mask_all(mask_from_bits(MK_ALL_LANES)));
	assert_false(mask_any(mask_from_bits(0)));
	Wide selected = wide_select(low, wide_splat(1), wide_splat(-1));
	check_near(lane_of(selected, 1), 1, 0);
	check_near(lane_of(selected, 2), -1, 0);
}

static void cross_and_dot_are_those_of_vectors(void **state) {
	(void)state;
	WideVec3 a = { wide_splat(1), wide_splat(2), wide_splat(3) };
	WideVec3 b = { wide_splat(4), wide_splat(-5), wide_splat(6) };
	WideVec3 cross = wide_vec3_cross(a, b);
	check_near(lane_of(wide_vec3_dot(a, b), 3), 12, 0);
	check_near(lane_of(cross.x, 0), 27, 0);
	check_near(lane_of(cross.y, 0), 6, 0);
	check_near(lane_of(cross.z, 0), -13, 0);
}

static void gather_and_scatter_move_rows(void **state) {
	(void)state;
	_Alignas(32) float rows[16][8];
	for (int r = 0; r < 16; r++) {
		for (int k = 0; k < 8; k++) {
			rows[r][k] = (float)(10 * r + k);
		}
	}
	uint32_t indices[MK_LANES];
	for (uint32_t i = 0; i < MK_LANES; i++) {
		indices[i] = 15 - 2 * i;
	}
	Wide columns[8];
	wide_gather8(rows[0], 8, indices, columns);
	for (int i = 0; i < MK_LANES; i++) {
		for (int k = 0; k < 8; k++) {
			check_near(lane_of(columns[k], i), 10 * (15 - 2 * i) + k, 0);
		}
	}
	// only lanes 0 and 2 may write
	for (int k = 0; k < 8; k++) {
		columns[k] = wide_splat((float)-k);
	}
	wide_scatter8(rows[0], 8, indices, columns, 5);
	for (int r = 0; r < 16; r++) {
		for (int k = 0; k < 8; k++) {
			bool is_written = r == 15 || r == 11;
			check_near(rows[r][k], is_written ? -k : 10 * r + k, 0);
		}
	}
}

static void lane_count_is_one_that_was_built(void **state) {
	(void)state;
	int lanes = mk_wide_lanes();
#ifdef MK_WIDE_HAS_8
	assert_true(lanes == 4 || lanes == 8);
#else
	assert_int_equal(lanes, 4);
#endif
}

static void rows_of_variants_are_those_that_the_processor_runs(void **state) {
	(void)state;
	assert_int_equal(mk_wide_row(1), 0);
	assert_int_equal(mk_wide_row(4), 1);
	assert_int_equal(mk_wide_row(8), mk_wide_lanes() == 8 ? 2 : -1);
	assert_int_equal(mk_wide_row(0), -1);
	assert_int_equal(mk_wide_row(3), -1);
	assert_int_equal(mk_wide_row(16), -1);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lanes_are_independent),
		cmocka_unit_test(min_and_max_return_the_second_argument_when_unordered),
		cmocka_unit_test(masks_have_one_bit_per_lane),
		cmocka_unit_test(cross_and_dot_are_those_of_vectors),
		cmocka_unit_test(gather_and_scatter_move_rows),
		cmocka_unit_test(lane_count_is_one_that_was_built),
		cmocka_unit_test(rows_of_variants_are_those_that_the_processor_runs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
