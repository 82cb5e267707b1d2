// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Symmetric matrices of six numbers.
#include "math/sym3.h"
#include "support/check.h"

static Mat3 full(Sym3 m) {
	return (Mat3){ { m.xx, m.xy, m.xz }, { m.xy, m.yy, m.yz }, { m.xz, m.yz, m.zz } };
}

static void inverse_times_matrix_is_the_identity(void **state) {
	(void)state;
	Sym3 m = { 4, 1, -2, 3, (Real)0.5, 5 };
	check_mat3(mat3_multiply(full(sym3_invert(m)), full(m)), mat3_identity(), 1e-5);
}

static void free_directions_stay_zero_in_the_inverse(void **state) {
	(void)state;
	Sym3 flat = sym3_diagonal(vec3(2, 0, 4));
	check_mat3(full(sym3_invert(flat)), mat3_diagonal(vec3((Real)0.5, 0, (Real)0.25)), 1e-6);
	check_mat3(full(sym3_invert(sym3_zero())), mat3_zero(), 0);
	// rank one along (1, 2, 2) / 3 with value 9: the inverse has 1/9
	Vec3 axis = vec3((Real)1 / 3, (Real)2 / 3, (Real)2 / 3);
	Sym3 line = sym3_outer(axis, axis, 9);
	check_mat3(full(sym3_invert(line)), full(sym3_outer(axis, axis, (Real)1 / 9)), 1e-4);
}

static void point_at_an_arm_gives_way_as_the_cross_products_say(void **state) {
	(void)state;
	Sym3 inertia = { 2, (Real)0.3, (Real)-0.4, 3, (Real)0.1, 4 };
	Vec3 arm = vec3(1, -2, (Real)0.5);
	Mat3 skew = mat3_skew(arm);
	Mat3 expected = mat3_multiply(mat3_multiply(skew, full(inertia)), mat3_transpose(skew));
	check_mat3(full(sym3_at_arm(inertia, arm)), expected, 1e-5);
}

static void outer_product_is_symmetric_and_scaled(void **state) {
	(void)state;
	Vec3 a = vec3(1, 2, 3);
	Vec3 b = vec3(-1, 0, 2);
	Mat3 expected = mat3_add(mat3_outer(a, b), mat3_outer(b, a));
	check_mat3(full(sym3_outer(a, b, 2)), expected, 1e-6);
	check_near(sym3_between(sym3_diagonal(a), a, b), -1 + 18, 1e-6);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(inverse_times_matrix_is_the_identity),
		cmocka_unit_test(free_directions_stay_zero_in_the_inverse),
		cmocka_unit_test(point_at_an_arm_gives_way_as_the_cross_products_say),
		cmocka_unit_test(outer_product_is_symmetric_and_scaled),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
