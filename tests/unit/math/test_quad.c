// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Four lanes do what vec3.h and real.h do with each, bit by bit.
#include "math/quad.h"

#include "support/check.h"
#include "support/random.h"

static void lanes_are_where_they_were_put(void **state) {
	(void)state;
	Quad a = quad(1, 2, 3, 4);
	Real lanes[4];
	quad_store(lanes, a);
	for (int i = 0; i < 4; i++) {
		check_near(quad_get(a, i), (double)i + 1, 0);
		check_near(lanes[i], (double)i + 1, 0);
		check_near(quad_get(quad_load(lanes), i), (double)i + 1, 0);
		check_near(quad_get(quad_splat(7), i), 7, 0);
	}
	check_vec3(quad_to_vec3(quad_turn(a)), vec3(2, 3, 1), 0);
	check_near(quad_get(quad_turn(a), 3), 4, 0);
	check_vec3(quad_to_vec3(quad_from_vec3(vec3(5, 6, 7))), vec3(5, 6, 7), 0);
}

static void every_lane_is_computed_like_a_real(void **state) {
	(void)state;
	Rng rng = { 1 };
	for (int i = 0; i < 1000; i++) {
		Vec3 a = random_vec3(&rng, 10);
		Vec3 b = random_vec3(&rng, 10);
		Quad p = quad_from_vec3(a);
		Quad q = quad_from_vec3(b);
		check_vec3(quad_to_vec3(quad_add(p, q)), vec3_add(a, b), 0);
		check_vec3(quad_to_vec3(quad_sub(p, q)), vec3_sub(a, b), 0);
		check_vec3(quad_to_vec3(quad_multiply(p, q)), vec3_multiply(a, b), 0);
		check_vec3(quad_to_vec3(quad_scale(p, b.x)), vec3_scale(a, b.x), 0);
		check_vec3(quad_to_vec3(quad_abs(p)), vec3_abs(a), 0);
		check_vec3(quad_to_vec3(quad_min(p, q)), vec3_min(a, b), 0);
		check_vec3(quad_to_vec3(quad_max(p, q)), vec3_max(a, b), 0);
		Real greatest = vec3_max_element(a);
		check_near(quad_greatest(quad(a.x, a.y, a.z, a.x)), (double)greatest, 0);
		Real least = vec3_min_element(a);
		check_near(quad_least(quad(a.x, a.y, a.z, a.x)), (double)least, 0);
		const Quad rows[3] = { p, q, quad_splat(1) };
		Vec3 sum = vec3_add(vec3_scale(a, b.x), vec3_scale(b, b.y));
		check_vec3(quad_weigh(rows, b), vec3_add(sum, vec3_splat(b.z)), 0);
	}
}

// Equal is not larger; NaN is not comparable.
static void comparison_sets_a_bit_for_each_lane(void **state) {
	(void)state;
	Quad a = quad(1, 2, 3, 4);
	assert_int_equal(quad_less_equal(a, quad(0, 2, 4, 3)), 2 | 4);
	assert_int_equal(quad_less_equal(a, a), 15);
	assert_int_equal(quad_less_equal(quad_splat((Real)NAN), a), 0);
	check_near(quad_get(quad_abs(quad_splat((Real)-0.0)), 3), 0, 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lanes_are_where_they_were_put),
		cmocka_unit_test(every_lane_is_computed_like_a_real),
		cmocka_unit_test(comparison_sets_a_bit_for_each_lane),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
