// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Decompositions and inverses of random, nearly singular and badly scaled matrices.
#include "math/mat3.h"

#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

static Real largest_entry(Mat3 m) {
	Mat3 sizes = mat3_abs(m);
	return vec3_max_element(vec3_max(sizes.x, vec3_max(sizes.y, sizes.z)));
}

static void check_rotation(Mat3 m) {
	check_mat3(mat3_multiply_transposed(m, m), mat3_identity(), 16 * MK_EPSILON);
	check_near(mat3_determinant(m), 1, 16 * MK_EPSILON);
}

// eigenvalues of all kinds: equal, zero, negative, many orders of magnitude apart
static Vec3 random_values(Rng *rng) {
	Real size = random_size(rng, -12, 12);
	Vec3 smaller = vec3_scale(random_sizes(rng, -7, 0), size);
	switch (rng_below(rng, 5)) {
		case 0: return vec3_scale(random_vec3(rng, 1), size);
		case 1: return vec3_splat(size);
		case 2: return vec3(size, size, 0);
		case 3: return vec3(size, smaller.y, smaller.z);
		default: return vec3(size, size * (1 + 4 * MK_EPSILON), size * (Real)0.5);
	}
}

static void eigen_rebuilds_the_matrix(Rng *rng) {
	Mat3 turn = quat_to_mat3(random_quat(rng));
	Mat3 m = mat3_conjugate(turn, mat3_diagonal(random_values(rng)));
	Eigen3 eigen = mk_mat3_eigen(m);
	check_rotation(eigen.vectors);
	assert_true(eigen.values.x >= eigen.values.y && eigen.values.y >= eigen.values.z);
	Mat3 rebuilt = mat3_conjugate(eigen.vectors, mat3_diagonal(eigen.values));
	check_mat3(rebuilt, m, 32 * MK_EPSILON * largest_entry(m));
	check_near(eigen.values.x + eigen.values.y + eigen.values.z, m.x.x + m.y.y + m.z.z,
			16 * MK_EPSILON * largest_entry(m));
}

// general matrices, also flat, needle-like and mirroring ones
static Mat3 random_general(Rng *rng) {
	Mat3 left = quat_to_mat3(random_quat(rng));
	Mat3 right = quat_to_mat3(random_quat(rng));
	return mat3_multiply(mat3_multiply(left, mat3_diagonal(random_values(rng))), right);
}

static void svd_rebuilds_the_matrix(Rng *rng) {
	Mat3 m = random_general(rng);
	Svd3 svd = mk_mat3_svd(m);
	check_rotation(svd.u);
	check_rotation(svd.v);
	assert_true(svd.values.x >= svd.values.y && svd.values.y >= 0);
	// equal sizes may come out of order by rounding
	assert_true(real_abs(svd.values.z) <= svd.values.y + 16 * MK_EPSILON * svd.values.x);
	Mat3 scaled = mat3_multiply(svd.u, mat3_diagonal(svd.values));
	Mat3 rebuilt = mat3_multiply(scaled, mat3_transpose(svd.v));
	check_mat3(rebuilt, m, 32 * MK_EPSILON * largest_entry(m));
}

static void polar_rebuilds_the_matrix(Rng *rng) {
	Mat3 m = random_general(rng);
	Polar3 polar = mk_mat3_polar(m);
	check_rotation(polar.rotation);
	check_mat3(polar.stretch, mat3_transpose(polar.stretch), 0);
	Mat3 rebuilt = mat3_multiply(polar.rotation, polar.stretch);
	check_mat3(rebuilt, m, 48 * MK_EPSILON * largest_entry(m));
}

static void polar_rotation_is_the_nearest_one(Rng *rng) {
	Mat3 m = random_general(rng);
	Mat3 rotation = mk_mat3_polar(m).rotation;
	// the nearest rotation maximises trace(R^T M); no other may be better
	Mat3 other = quat_to_mat3(random_quat(rng));
	Mat3 best = mat3_multiply_transposed(rotation, m);
	Mat3 rival = mat3_multiply_transposed(other, m);
	Real best_trace = best.x.x + best.y.y + best.z.z;
	Real rival_trace = rival.x.x + rival.y.y + rival.z.z;
	assert_true(best_trace >= rival_trace - 64 * MK_EPSILON * largest_entry(m));
}

static void inverse_undoes_the_matrix(Rng *rng) {
	Mat3 unscaled = random_mat3(rng, 1);
	Mat3 m = mat3_scale(unscaled, random_size(rng, -9, 9));
	Mat3 inverse;
	if (!mk_mat3_invert(m, &inverse)) return;
	// the error grows with the condition number
	Real condition = largest_entry(m) * largest_entry(inverse);
	check_mat3(mat3_multiply(inverse, m), mat3_identity(), 64 * MK_EPSILON * condition);
	check_mat3(mat3_multiply(m, inverse), mat3_identity(), 64 * MK_EPSILON * condition);
}

static void inverse_refuses_dependent_columns(Rng *rng) {
	Vec3 x = random_vec3(rng, 1);
	Vec3 y = random_vec3(rng, 1);
	Vec3 along_x = vec3_scale(x, random_real(rng, -2, 2));
	Vec3 z = vec3_add_scaled(along_x, y, random_real(rng, -2, 2));
	// x and y nearly parallel would widen the rounding error of z
	if (vec3_length(vec3_cross(x, y)) < (Real)0.25 || vec3_length(z) < (Real)0.25) return;
	Mat3 inverse;
	assert_false(mk_mat3_invert((Mat3){ x, y, z }, &inverse));
}

static void determinant_is_multiplicative(Rng *rng) {
	Mat3 a = random_mat3(rng, 1);
	Mat3 b = random_mat3(rng, 1);
	Real product = mat3_determinant(a) * mat3_determinant(b);
	check_near(mat3_determinant(mat3_multiply(a, b)), product, 200 * MK_EPSILON);
}

static void eigen_decomposition_holds(void **state) {
	(void)state;
	for_all(eigen_rebuilds_the_matrix, 20000, 41);
}

static void singular_value_decomposition_holds(void **state) {
	(void)state;
	for_all(svd_rebuilds_the_matrix, 20000, 42);
}

static void polar_decomposition_holds(void **state) {
	(void)state;
	for_all(polar_rebuilds_the_matrix, 20000, 43);
	for_all(polar_rotation_is_the_nearest_one, 20000, 44);
}

static void inverse_holds(void **state) {
	(void)state;
	for_all(inverse_undoes_the_matrix, 20000, 45);
	for_all(inverse_refuses_dependent_columns, 20000, 46);
}

static void determinant_of_a_product_is_the_product(void **state) {
	(void)state;
	for_all(determinant_is_multiplicative, 20000, 47);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(eigen_decomposition_holds),
		cmocka_unit_test(singular_value_decomposition_holds),
		cmocka_unit_test(polar_decomposition_holds),
		cmocka_unit_test(inverse_holds),
		cmocka_unit_test(determinant_of_a_product_is_the_product),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
