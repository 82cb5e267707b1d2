// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Rigid and affine maps: quarter turns, so expected values are exact up to rounding.
#include "math/transform.h"

#include "support/check.h"

static const Real tolerance = 16 * MK_EPSILON;

// a quarter turn about z, then a move
static Transform sample_pose(void) {
	return (Transform){ quat_from_axis_angle(vec3_axis(2), MK_PI / 2), vec3(10, 20, 30) };
}

static void pose_turns_then_moves(void **state) {
	(void)state;
	check_vec3(transform_point(sample_pose(), vec3(1, 2, 3)), vec3(8, 21, 33), 30 * tolerance);
	check_vec3(transform_point_inverse(sample_pose(), vec3(8, 21, 33)), vec3(1, 2, 3), tolerance);
	check_vec3(transform_point(transform_identity(), vec3(1, 2, 3)), vec3(1, 2, 3), 0);
}

static void product_applies_the_right_factor_first(void **state) {
	(void)state;
	Transform a = sample_pose();
	Transform b = { quat_from_axis_angle(vec3_axis(0), MK_PI / 2), vec3(-1, 0, 2) };
	Vec3 p = vec3(3, 1, 4);
	Vec3 expected = transform_point(a, transform_point(b, p));
	check_vec3(transform_point(transform_multiply(a, b), p), expected, 30 * tolerance);
}

static void inverse_undoes_the_pose(void **state) {
	(void)state;
	Transform both = transform_multiply(transform_inverse(sample_pose()), sample_pose());
	check_vec3(both.position, vec3_zero(), 30 * tolerance);
	check_quat(both.rotation, quat_identity(), tolerance);
}

static void relative_pose_keeps_digits_far_from_the_origin(void **state) {
	(void)state;
	// two bodies 100 km out, half a metre apart: the difference of positions is exact
	Transform a = { quat_from_axis_angle(vec3_axis(2), MK_PI / 2), vec3(100000, 50000, 0) };
	Transform b = { a.rotation, vec3(100000, (Real)50000.5, 0) };
	Transform relative = transform_relative(a, b);
	check_vec3(relative.position, vec3((Real)0.5, 0, 0), tolerance);
	check_quat(relative.rotation, quat_identity(), tolerance);
}

static void validity_needs_finite_numbers_and_a_unit_quaternion(void **state) {
	(void)state;
	assert_true(transform_is_valid(sample_pose()));
	Transform bad = sample_pose();
	bad.position.y = MK_INFINITY;
	assert_false(transform_is_valid(bad));
	bad = sample_pose();
	bad.rotation.w = 2;
	assert_false(transform_is_valid(bad));
}

static void affine_of_a_pose_is_the_same_map(void **state) {
	(void)state;
	Affine map = affine_from_transform(sample_pose());
	Vec3 p = vec3(1, 2, 3);
	check_vec3(affine_point(map, p), transform_point(sample_pose(), p), 30 * tolerance);
	check_vec3(affine_direction(map, p), vec3(-2, 1, 3), tolerance);
}

static void affine_product_and_inverse(void **state) {
	(void)state;
	// a shear with scale: determinant 6
	Affine shear = { { { 2, 0, 0 }, { 1, 3, 0 }, { 0, 0, 1 } }, { 5, 6, 7 } };
	Affine inverse;
	assert_true(affine_invert(shear, &inverse));
	check_vec3(affine_point(inverse, affine_point(shear, vec3(1, 2, 3))), vec3(1, 2, 3), tolerance);
	Affine both = affine_multiply(shear, inverse);
	check_mat3(both.linear, mat3_identity(), tolerance);
	check_vec3(both.origin, vec3_zero(), 8 * tolerance);
	Affine flat = { mat3_diagonal(vec3(1, 0, 1)), { 1, 1, 1 } };
	assert_false(affine_invert(flat, &inverse));
	check_vec3(inverse.origin, vec3_zero(), 0);
	assert_true(affine_is_finite(shear));
	flat.origin.z = (Real)NAN;
	assert_false(affine_is_finite(flat));
}

static void split_separates_pose_and_scale(void **state) {
	(void)state;
	Affine scaled = affine_from_transform(sample_pose());
	scaled.linear = mat3_multiply(scaled.linear, mat3_diagonal(vec3(2, 3, (Real)0.5)));
	Mat3 stretch;
	Transform pose = affine_split(scaled, &stretch);
	check_vec3(pose.position, vec3(10, 20, 30), 0);
	check_quat(pose.rotation, sample_pose().rotation, tolerance);
	check_mat3(stretch, mat3_diagonal(vec3(2, 3, (Real)0.5)), tolerance);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pose_turns_then_moves),
		cmocka_unit_test(product_applies_the_right_factor_first),
		cmocka_unit_test(inverse_undoes_the_pose),
		cmocka_unit_test(relative_pose_keeps_digits_far_from_the_origin),
		cmocka_unit_test(validity_needs_finite_numbers_and_a_unit_quaternion),
		cmocka_unit_test(affine_of_a_pose_is_the_same_map),
		cmocka_unit_test(affine_product_and_inverse),
		cmocka_unit_test(split_separates_pose_and_scale),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
