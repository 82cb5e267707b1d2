// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Raw numbers into the functions that take anything, ordinary ones into those that promise
// accuracy. Finite input gives finite output; decompositions give back what they were made of.
#include "fuzz/input.h"
#include "math/aabb.h"
#include "math/trig.h"

// what rounding may do to unit vectors and frames, no unit
static const Real unit_slack = 64 * MK_EPSILON;

static Real largest_entry(Mat3 m) {
	Mat3 sizes = mat3_abs(m);
	return vec3_max_element(vec3_max(sizes.x, vec3_max(sizes.y, sizes.z)));
}

static bool is_frame(Mat3 m) {
	Mat3 product = mat3_multiply_transposed(m, m);
	return largest_entry(mat3_sub(product, mat3_identity())) <= unit_slack &&
			mat3_determinant(m) > 0;
}

static bool is_near_mat3(Mat3 a, Mat3 b, Real slack) {
	return largest_entry(mat3_sub(a, b)) <= slack;
}

static void check_vectors(Input *input) {
	Vec3 any = input_vec3(input);
	Vec3 unit = vec3_normalize(any);
	require(vec3_is_finite(unit));
	if (vec3_equals(any, vec3_zero())) return;
	require(vec3_is_unit(unit));
	Vec3 side = vec3_perpendicular(unit);
	require(vec3_is_unit(side) && real_abs(vec3_dot(side, unit)) <= unit_slack);
	Vec3 other = vec3_normalize(input_vec3(input));
	if (vec3_equals(other, vec3_zero())) return;
	Quat turn = mk_quat_between(unit, other);
	require(quat_is_unit(turn));
	Vec3 missed = vec3_sub(quat_rotate(turn, unit), other);
	require(vec3_max_element(vec3_abs(missed)) <= unit_slack);
}

static void check_any_matrix(Input *input) {
	Mat3 any = input_mat3(input);
	Mat3 inverse;
	bool is_invertible = mk_mat3_invert(any, &inverse);
	require(mat3_is_finite(inverse));
	require(is_invertible || largest_entry(inverse) == 0);
	Svd3 svd = mk_mat3_svd(any);
	require(is_frame(svd.u) && is_frame(svd.v));
	Eigen3 eigen = mk_mat3_eigen(any);
	require(is_frame(eigen.vectors));
	Mat3 stretch;
	Transform pose = affine_split((Affine){ any, vec3_zero() }, &stretch);
	require(quat_is_unit(pose.rotation));
	// the scales are at most three times the largest entry; beyond that
	// they are no numbers any more
	if (largest_entry(any) > MK_REAL_MAX / 4) return;
	require(mat3_is_finite(stretch));
	require(vec3_is_finite(svd.values) && vec3_is_finite(eigen.values));
}

static void check_decompositions(Mat3 m) {
	Real slack = unit_slack * largest_entry(m);
	Svd3 svd = mk_mat3_svd(m);
	Mat3 scaled = mat3_multiply(svd.u, mat3_diagonal(svd.values));
	require(is_near_mat3(mat3_multiply(scaled, mat3_transpose(svd.v)), m, slack));
	// the sizes fall, up to rounding
	require(svd.values.x + slack >= svd.values.y);
	require(svd.values.y + slack >= real_abs(svd.values.z) && svd.values.y >= -slack);
	Polar3 polar = mk_mat3_polar(m);
	require(is_frame(polar.rotation));
	require(is_near_mat3(mat3_multiply(polar.rotation, polar.stretch), m, slack));
	Mat3 symmetric = mat3_scale(mat3_add(m, mat3_transpose(m)), (Real)0.5);
	Eigen3 eigen = mk_mat3_eigen(symmetric);
	Mat3 rebuilt = mat3_conjugate(eigen.vectors, mat3_diagonal(eigen.values));
	require(is_near_mat3(rebuilt, symmetric, slack));
	require(eigen.values.x >= eigen.values.y && eigen.values.y >= eigen.values.z);
}

static void check_ordinary_matrix(Input *input) {
	Mat3 m = input_ordinary_mat3(input);
	check_decompositions(m);
	Mat3 inverse;
	if (!mk_mat3_invert(m, &inverse)) return;
	// the error grows as the columns become dependent; a product of rows and columns shows it
	Mat3 n = { vec3_normalize(m.x), vec3_normalize(m.y), vec3_normalize(m.z) };
	Real volume = real_abs(mat3_determinant(n));
	Mat3 product = mat3_multiply(inverse, m);
	Mat3 sizes = mat3_multiply(mat3_abs(inverse), mat3_abs(m));
	Real slack = unit_slack * (1 + largest_entry(sizes)) / real_min(1, volume);
	require(is_near_mat3(product, mat3_identity(), slack));
}

static void check_rotations(Input *input) {
	Quat turn = mk_quat_from_rotation_vector(input_vec3(input));
	require(quat_is_unit(turn));
	Vec3 vector = input_ordinary_vec3(input);
	Quat q = mk_quat_from_rotation_vector(vector);
	require(is_frame(quat_to_mat3(q)));
	Quat back = mk_quat_from_mat3(quat_to_mat3(q));
	require(real_abs(quat_dot(back, q)) >= 1 - unit_slack);
	Vec3 logarithm = mk_quat_to_rotation_vector(q);
	require(vec3_length(logarithm) <= MK_PI * (1 + unit_slack));
	back = mk_quat_from_rotation_vector(logarithm);
	require(real_abs(quat_dot(back, q)) >= 1 - unit_slack);
	Real fraction = (Real)input_byte(input) / 255;
	require(quat_is_unit(mk_quat_slerp(turn, q, fraction)));
	require(quat_is_unit(quat_nlerp(turn, q, fraction)));
	require(real_abs(quat_dot(mk_quat_slerp(turn, q, 1), q)) >= 1 - unit_slack);
	Transform pose = { q, input_ordinary_vec3(input) };
	Vec3 point = input_ordinary_vec3(input);
	Vec3 missed = vec3_sub(transform_point_inverse(pose, transform_point(pose, point)), point);
	Real size = vec3_length(point) + vec3_length(pose.position);
	require(vec3_length(missed) <= unit_slack * size);
}

// one coordinate of an image, in more digits than Real has
static long double exact_image(const long double row[3], Vec3 p, long double origin) {
	return row[0] * (long double)p.x + row[1] * (long double)p.y + row[2] * (long double)p.z +
			origin;
}

static void check_box_holds(Aabb image, Affine map, Vec3 corner) {
	Mat3 rows = mat3_transpose(map.linear);
	const Vec3 each[] = { rows.x, rows.y, rows.z };
	for (int axis = 0; axis < 3; axis++) {
		Vec3 row = each[axis];
		const long double wide[] = { (long double)row.x, (long double)row.y, (long double)row.z };
		long double exact = exact_image(wide, corner, (long double)vec3_get(map.origin, axis));
		require((long double)vec3_get(image.min, axis) <= exact);
		require((long double)vec3_get(image.max, axis) >= exact);
	}
}

static void check_boxes(Input *input) {
	Vec3 a = input_ordinary_vec3(input);
	Vec3 b = input_ordinary_vec3(input);
	Aabb box = aabb_add_point(aabb_add_point(aabb_empty(), a), b);
	require(aabb_contains_point(box, a) && aabb_contains_point(box, b));
	require(aabb_half_area(box) >= 0);
	require(aabb_contains(aabb_sweep(box, a), box));
	Mat3 m = input_ordinary_mat3(input);
	Affine map = { m, input_ordinary_vec3(input) };
	Aabb image = aabb_transform(box, map);
	require(aabb_is_finite(image));
	// the four corners of a diagonal plane; the other four follow from other inputs
	const Vec3 corners[] = { a, b, { a.x, b.y, a.z }, { b.x, a.y, b.z } };
	for (int i = 0; i < 4; i++)
		check_box_holds(image, map, corners[i]);
}

static void check_angles(Input *input) {
	Real angle = input_real(input);
	Real sine = real_sin(angle);
	Real cosine = real_cos(angle);
	require(real_abs(sine) <= 1 && real_abs(cosine) <= 1);
	require(real_abs(sine * sine + cosine * cosine - 1) <= unit_slack);
	Real other = input_real(input);
	Real direction = real_atan2(angle, other);
	require(real_abs(direction) <= MK_PI * (1 + MK_EPSILON));
	Real clamped = real_clamp(angle, -1, 1);
	require(real_abs(real_acos(clamped) + real_asin(clamped) - MK_PI / 2) <= unit_slack);
	require(!((Real)real_round_up(angle) < angle) && !((Real)real_round_down(angle) > angle));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	static void (*const checks[])(Input *) = { check_vectors, check_any_matrix,
		check_ordinary_matrix, check_rotations, check_boxes, check_angles };
	Input input = { data, size };
	checks[input_byte(&input) % 6](&input);
	return 0;
}
