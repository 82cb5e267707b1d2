// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Matrices: hand-computed products and decompositions, and the degenerate cases of each.
#include "math/mat3.h"

#include "support/check.h"

// columns (1,2,3), (0,1,4), (5,6,0): determinant 1*(1*0 - 4*6) - 0 + 5*(2*4 - 1*3) = 1
static const Mat3 sample = { { 1, 2, 3 }, { 0, 1, 4 }, { 5, 6, 0 } };

static void columns_are_images_of_the_axes(void **state) {
	(void)state;
	check_vec3(mat3_apply(sample, vec3_axis(0)), vec3(1, 2, 3), 0);
	check_vec3(mat3_apply(sample, vec3_axis(2)), vec3(5, 6, 0), 0);
	// 1 (1,2,3) + 2 (0,1,4) + 3 (5,6,0)
	check_vec3(mat3_apply(sample, vec3(1, 2, 3)), vec3(16, 22, 11), 0);
	// dot products with the columns
	check_vec3(mat3_apply_transposed(sample, vec3(1, 2, 3)), vec3(14, 14, 17), 0);
}

static void products_apply_the_right_factor_first(void **state) {
	(void)state;
	Mat3 turn = { { 0, 1, 0 }, { -1, 0, 0 }, { 0, 0, 1 } };
	Mat3 stretch = mat3_diagonal(vec3(2, 3, 4));
	Vec3 v = vec3(1, 1, 1);
	Vec3 expected = mat3_apply(turn, mat3_apply(stretch, v));
	check_vec3(mat3_apply(mat3_multiply(turn, stretch), v), expected, 0);
	check_mat3(
			mat3_multiply_transposed(sample, turn), mat3_multiply(mat3_transpose(sample), turn), 0);
	check_mat3(mat3_multiply(sample, mat3_identity()), sample, 0);
}

static void sums_scales_and_sizes_are_by_entry(void **state) {
	(void)state;
	check_mat3(mat3_add(sample, mat3_scale(sample, -1)), mat3_zero(), 0);
	check_mat3(mat3_sub(mat3_scale(sample, 3), sample), mat3_scale(sample, 2), 0);
	check_mat3(mat3_abs(mat3_scale(sample, -1)), sample, 0);
}

static void determinant_and_cofactors(void **state) {
	(void)state;
	check_near(mat3_determinant(sample), 1, 0);
	check_near(mat3_determinant(mat3_diagonal(vec3(2, -3, 4))), -24, 0);
	// cofactor(M)^T M = det(M) I
	Mat3 product = mat3_multiply_transposed(mat3_cofactor(sample), sample);
	check_mat3(product, mat3_identity(), 0);
}

static void skew_is_the_cross_product(void **state) {
	(void)state;
	Vec3 a = vec3(1, 2, 3);
	Vec3 b = vec3(4, -5, 6);
	check_vec3(mat3_apply(mat3_skew(a), b), vec3_cross(a, b), 0);
	check_mat3(mat3_transpose(mat3_skew(a)), mat3_skew(vec3_negate(a)), 0);
}

static void outer_product_projects(void **state) {
	(void)state;
	// (a b^T) c = a (b . c)
	Vec3 c = vec3(7, 8, 9);
	Mat3 outer = mat3_outer(vec3(1, 2, 3), vec3(4, 5, 6));
	check_vec3(mat3_apply(outer, c), vec3_scale(vec3(1, 2, 3), 28 + 40 + 54), 0);
}

static void inverse_of_the_sample(void **state) {
	(void)state;
	Mat3 inverse;
	assert_true(mk_mat3_invert(sample, &inverse));
	// with determinant 1 the inverse is the transposed matrix of cofactors, all integers
	check_mat3(inverse, mat3_transpose(mat3_cofactor(sample)), 500 * MK_EPSILON);
}

static void inverse_works_at_every_scale(void **state) {
	(void)state;
	Mat3 inverse;
	Vec3 moments = vec3((Real)1e-12, (Real)1e12, (Real)1e-3);
	assert_true(mk_mat3_invert(mat3_diagonal(moments), &inverse));
	check_near(inverse.x.x * moments.x, 1, 4 * MK_EPSILON);
	check_near(inverse.y.y * moments.y, 1, 4 * MK_EPSILON);
	check_near(inverse.z.z * moments.z, 1, 4 * MK_EPSILON);
}

static void singular_matrix_has_no_inverse(void **state) {
	(void)state;
	Mat3 inverse = sample;
	const Mat3 flat[] = { mat3_zero(), mat3_diagonal(vec3(1, 0, 1)),
		{ { 1, 2, 3 }, { 2, 4, 6 }, { 0, 1, 0 } },
		{ { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, MK_EPSILON } }, mat3_diagonal(vec3(1, MK_INFINITY, 1)),
		mat3_diagonal(vec3(1, 1, (Real)NAN)) };
	for (size_t i = 0; i < sizeof(flat) / sizeof(flat[0]); i++) {
		assert_false(mk_mat3_invert(flat[i], &inverse));
		check_mat3(inverse, mat3_zero(), 0);
	}
}

static void eigen_of_a_diagonal_matrix_sorts_it(void **state) {
	(void)state;
	Eigen3 eigen = mk_mat3_eigen(mat3_diagonal(vec3(2, 5, -1)));
	check_vec3(eigen.values, vec3(5, 2, -1), 0);
	assert_true(mat3_is_rotation(eigen.vectors));
	check_near(real_abs(eigen.vectors.x.y), 1, 0);
	check_near(real_abs(eigen.vectors.y.x), 1, 0);
	check_near(real_abs(eigen.vectors.z.z), 1, 0);
}

static void eigen_of_a_known_matrix(void **state) {
	(void)state;
	// [2 1; 1 2] has 3 along (1,1) and 1 along (1,-1); the third axis keeps 10
	Mat3 m = { { 2, 1, 0 }, { 1, 2, 0 }, { 0, 0, 10 } };
	Eigen3 eigen = mk_mat3_eigen(m);
	check_vec3(eigen.values, vec3(10, 3, 1), 8 * MK_EPSILON);
	Real half = (Real)0.70710678118654752440;
	check_near(real_abs(vec3_dot(eigen.vectors.y, vec3(half, half, 0))), 1, 4 * MK_EPSILON);
	check_near(real_abs(vec3_dot(eigen.vectors.z, vec3(half, -half, 0))), 1, 4 * MK_EPSILON);
}

static void eigen_of_equal_values_is_still_a_frame(void **state) {
	(void)state;
	Eigen3 cube = mk_mat3_eigen(mat3_diagonal(vec3_splat(4)));
	check_vec3(cube.values, vec3_splat(4), 0);
	assert_true(mat3_is_rotation(cube.vectors));
	Eigen3 zero = mk_mat3_eigen(mat3_zero());
	check_vec3(zero.values, vec3_zero(), 0);
	assert_true(mat3_is_rotation(zero.vectors));
	// a n n^T has one value and a plane of zeros
	Eigen3 line = mk_mat3_eigen(mat3_outer(vec3(1, 2, 2), vec3(1, 2, 2)));
	check_vec3(line.values, vec3(9, 0, 0), 16 * MK_EPSILON);
	assert_true(mat3_is_rotation(line.vectors));
}

static void svd_of_zero_and_of_rank_one(void **state) {
	(void)state;
	Svd3 zero = mk_mat3_svd(mat3_zero());
	check_vec3(zero.values, vec3_zero(), 0);
	assert_true(mat3_is_rotation(zero.u));
	assert_true(mat3_is_rotation(zero.v));
	// (1,2,2) (2,3,6)^T has the single value 3 * 7
	Svd3 line = mk_mat3_svd(mat3_outer(vec3(1, 2, 2), vec3(2, 3, 6)));
	check_vec3(line.values, vec3(21, 0, 0), 64 * MK_EPSILON);
	assert_true(mat3_is_rotation(line.u));
	assert_true(mat3_is_rotation(line.v));
}

static void polar_of_a_rotation_is_itself(void **state) {
	(void)state;
	Mat3 turn = { { 0, 1, 0 }, { -1, 0, 0 }, { 0, 0, 1 } };
	Polar3 polar = mk_mat3_polar(turn);
	check_mat3(polar.rotation, turn, 4 * MK_EPSILON);
	check_mat3(polar.stretch, mat3_identity(), 4 * MK_EPSILON);
}

static void polar_of_turned_scale_separates_them(void **state) {
	(void)state;
	Mat3 turn = { { 0, 1, 0 }, { -1, 0, 0 }, { 0, 0, 1 } };
	Mat3 scale = mat3_diagonal(vec3(2, 3, (Real)0.5));
	Polar3 polar = mk_mat3_polar(mat3_multiply(turn, scale));
	check_mat3(polar.rotation, turn, 4 * MK_EPSILON);
	check_mat3(polar.stretch, scale, 16 * MK_EPSILON);
}

static void polar_of_a_mirror_keeps_a_proper_rotation(void **state) {
	(void)state;
	Mat3 mirror = mat3_diagonal(vec3(-2, 3, 4));
	Polar3 polar = mk_mat3_polar(mirror);
	assert_true(mat3_is_rotation(polar.rotation));
	check_mat3(mat3_multiply(polar.rotation, polar.stretch), mirror, 16 * MK_EPSILON);
	// the smallest scale carries the sign, so the rotation is the nearest one: none at all
	check_mat3(polar.rotation, mat3_identity(), 4 * MK_EPSILON);
	check_mat3(polar.stretch, mirror, 16 * MK_EPSILON);
}

static void rotation_test_refuses_mirrors_and_scales(void **state) {
	(void)state;
	assert_true(mat3_is_rotation(mat3_identity()));
	assert_false(mat3_is_rotation(mat3_diagonal(vec3(1, 1, -1))));
	assert_false(mat3_is_rotation(mat3_diagonal(vec3(2, 1, (Real)0.5))));
	assert_false(mat3_is_rotation(mat3_zero()));
}

static void svd_of_the_smallest_numbers_is_finite(void **state) {
	(void)state;
	// the reciprocal of such a number is infinite
	Real smallest = MK_REAL_MIN * MK_EPSILON;
	Svd3 svd = mk_mat3_svd(mat3_diagonal(vec3(smallest, 0, 0)));
	check_vec3(svd.values, vec3(smallest, 0, 0), 0);
	Polar3 polar = mk_mat3_polar(mat3_diagonal(vec3_splat(smallest)));
	check_mat3(polar.rotation, mat3_identity(), 0);
	check_mat3(polar.stretch, mat3_diagonal(vec3_splat(smallest)), 0);
}

static void eigen_of_the_largest_numbers_is_a_frame(void **state) {
	(void)state;
	// all entries a: eigenvalues 3a, 0, 0, and 3a is not a number any more; its direction is
	Real a = MK_REAL_MAX;
	Eigen3 eigen = mk_mat3_eigen((Mat3){ { a, a, a }, { a, a, a }, { a, a, a } });
	assert_true(mat3_is_rotation(eigen.vectors));
	check_near(real_abs(eigen.vectors.x.y), sqrt(1.0 / 3), pick_tolerance(1e-6, 1e-14));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_are_images_of_the_axes),
		cmocka_unit_test(products_apply_the_right_factor_first),
		cmocka_unit_test(sums_scales_and_sizes_are_by_entry),
		cmocka_unit_test(determinant_and_cofactors),
		cmocka_unit_test(skew_is_the_cross_product),
		cmocka_unit_test(outer_product_projects),
		cmocka_unit_test(inverse_of_the_sample),
		cmocka_unit_test(inverse_works_at_every_scale),
		cmocka_unit_test(singular_matrix_has_no_inverse),
		cmocka_unit_test(eigen_of_a_diagonal_matrix_sorts_it),
		cmocka_unit_test(eigen_of_a_known_matrix),
		cmocka_unit_test(eigen_of_equal_values_is_still_a_frame),
		cmocka_unit_test(svd_of_zero_and_of_rank_one),
		cmocka_unit_test(svd_of_the_smallest_numbers_is_finite),
		cmocka_unit_test(eigen_of_the_largest_numbers_is_a_frame),
		cmocka_unit_test(polar_of_a_rotation_is_itself),
		cmocka_unit_test(polar_of_turned_scale_separates_them),
		cmocka_unit_test(polar_of_a_mirror_keeps_a_proper_rotation),
		cmocka_unit_test(rotation_test_refuses_mirrors_and_scales),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
