// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Rotations: right angles, whose images are exact, half turns and tiny angles.
#include "math/quat.h"

#include "support/check.h"

static const Real tolerance = 8 * MK_EPSILON;

static Quat quarter_turn(int axis) { return quat_from_axis_angle(vec3_axis(axis), MK_PI / 2); }

static void quarter_turn_carries_axes_to_axes(void **state) {
	(void)state;
	check_vec3(quat_rotate(quarter_turn(2), vec3(1, 0, 0)), vec3(0, 1, 0), tolerance);
	check_vec3(quat_rotate(quarter_turn(0), vec3(0, 1, 0)), vec3(0, 0, 1), tolerance);
	check_vec3(quat_rotate(quarter_turn(1), vec3(0, 0, 1)), vec3(1, 0, 0), tolerance);
	check_vec3(quat_rotate_inverse(quarter_turn(2), vec3(0, 1, 0)), vec3(1, 0, 0), tolerance);
}

static void product_turns_by_the_right_factor_first(void **state) {
	(void)state;
	// x goes to y by the z turn, then to z by the x turn
	Quat q = quat_multiply(quarter_turn(0), quarter_turn(2));
	check_vec3(quat_rotate(q, vec3(1, 0, 0)), vec3(0, 0, 1), tolerance);
	check_quat(quat_multiply(q, quat_conjugate(q)), quat_identity(), tolerance);
	check_quat(quat_multiply(q, quat_identity()), q, 0);
}

static void matrix_and_quaternion_agree(void **state) {
	(void)state;
	// one rotation for each branch of the conversion: identity and half turns about x, y and z
	const Quat samples[] = { quat_identity(), quat(1, 0, 0, 0), quat(0, 1, 0, 0), quat(0, 0, 1, 0),
		quat((Real)0.5, (Real)0.5, (Real)0.5, (Real)0.5),
		quat((Real)0.1, (Real)-0.7, (Real)0.1, (Real)0.7) };
	for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
		Quat q = quat_normalize(samples[i]);
		Mat3 m = quat_to_mat3(q);
		assert_true(mat3_is_rotation(m));
		check_vec3(mat3_apply(m, vec3(1, 2, 3)), quat_rotate(q, vec3(1, 2, 3)), 8 * tolerance);
		check_quat(mk_quat_from_mat3(m), q, tolerance);
	}
}

static void normalize_of_nothing_is_the_identity(void **state) {
	(void)state;
	check_quat(quat_normalize(quat(0, 0, 0, 0)), quat_identity(), 0);
	check_quat(quat_normalize(quat((Real)NAN, 0, 0, 1)), quat_identity(), 0);
	check_quat(quat_normalize(quat(0, MK_INFINITY, 0, 1)), quat_identity(), 0);
	check_quat(quat_normalize(quat(0, 3, 0, 4)), quat(0, (Real)0.6, 0, (Real)0.8), tolerance);
}

static void rotation_vector_survives_the_round_trip(void **state) {
	(void)state;
	const Real angles[] = { 0, (Real)1e-30, (Real)1e-12, (Real)1e-5, (Real)1e-3, (Real)1e-2,
		(Real)0.0199, (Real)0.0201, (Real)0.5, 2, 3, (Real)3.1415 };
	Vec3 axis = vec3((Real)1 / 3, (Real)2 / 3, (Real)-2 / 3);
	for (size_t i = 0; i < sizeof(angles) / sizeof(angles[0]); i++) {
		Vec3 v = vec3_scale(axis, angles[i]);
		Vec3 back = mk_quat_to_rotation_vector(mk_quat_from_rotation_vector(v));
		check_vec3(back, v, 8 * MK_EPSILON * angles[i]);
	}
}

static void rotation_vector_takes_the_short_way(void **state) {
	(void)state;
	// three quarters forward are one quarter back
	Quat q = quat_from_axis_angle(vec3_axis(1), (Real)1.5 * MK_PI);
	check_vec3(mk_quat_to_rotation_vector(q), vec3(0, -MK_PI / 2, 0), tolerance);
	check_vec3(mk_quat_to_rotation_vector(quat(0, 0, 0, -1)), vec3_zero(), 0);
}

static void integration_is_exact_for_constant_velocity(void **state) {
	(void)state;
	// many turns in one step, and the same turns in 600 steps
	Vec3 velocity = vec3(3, -20, 7);
	Quat start = quat_normalize(quat(1, 2, 3, 4));
	Quat once = quat_integrate(start, velocity, 10);
	Quat often = start;
	for (int i = 0; i < 600; i++) {
		often = quat_integrate(often, velocity, (Real)1 / 60);
	}
	// 213 rad: the rounding of dt alone turns by 213 epsilon
	check_quat(often, once, 2000 * MK_EPSILON);
	check_quat(quat_integrate(quat_identity(), vec3(0, 0, MK_PI), (Real)0.5), quarter_turn(2),
			tolerance);
}

static void difference_carries_a_to_b(void **state) {
	(void)state;
	Quat a = quat_normalize(quat(1, 2, 3, 4));
	Quat b = quat_normalize(quat(-2, 1, 5, 1));
	check_quat(quat_integrate(a, quat_difference(a, b), 1), b, tolerance);
	check_quat(quat_integrate(a, quat_difference(a, quat_negate(b)), 1), b, tolerance);
	check_vec3(quat_difference(a, a), vec3_zero(), tolerance);
}

static void between_turns_from_to_to(void **state) {
	(void)state;
	Vec3 x = vec3_axis(0);
	check_quat(mk_quat_between(x, vec3_axis(1)), quarter_turn(2), tolerance);
	check_quat(mk_quat_between(x, x), quat_identity(), 0);
	for (int axis = 0; axis < 3; axis++) {
		// opposite vectors: a half turn about something perpendicular
		Vec3 from = vec3_axis(axis);
		Quat q = mk_quat_between(from, vec3_negate(from));
		check_near(q.w, 0, 0);
		check_near(vec3_dot(quat_vector(q), from), 0, 0);
		check_vec3(quat_rotate(q, from), vec3_negate(from), 0);
	}
}

static void between_is_accurate_next_to_parallel_and_opposite(void **state) {
	(void)state;
	const Real offsets[] = { (Real)1e-2, (Real)1e-4, (Real)1e-6, (Real)1e-8, (Real)1e-15 };
	for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
		Vec3 from = vec3((Real)0.6, (Real)0.8, 0);
		Vec3 near = vec3_normalize(vec3_add(from, vec3(0, 0, offsets[i])));
		Vec3 far = vec3_negate(near);
		check_vec3(quat_rotate(mk_quat_between(from, near), from), near, tolerance);
		check_vec3(quat_rotate(mk_quat_between(from, far), from), far, tolerance);
		// the angle itself is right to rounding, relative to its own size
		Vec3 turn = mk_quat_to_rotation_vector(mk_quat_between(from, near));
		check_near(vec3_length(turn), offsets[i],
				(Real)0.34 * offsets[i] * offsets[i] * offsets[i] + tolerance * offsets[i]);
	}
}

static void interpolation_hits_ends_and_middle(void **state) {
	(void)state;
	Quat a = quat_identity();
	Quat b = quarter_turn(1);
	Quat middle = quat_from_axis_angle(vec3_axis(1), MK_PI / 4);
	check_quat(mk_quat_slerp(a, b, 0), a, tolerance);
	check_quat(mk_quat_slerp(a, b, 1), b, tolerance);
	check_quat(mk_quat_slerp(a, b, (Real)0.5), middle, tolerance);
	check_quat(quat_nlerp(a, b, (Real)0.5), middle, tolerance);
	check_quat(quat_nlerp(a, quat_negate(b), (Real)0.5), middle, tolerance);
	check_quat(mk_quat_slerp(a, quat_negate(b), (Real)0.5), middle, tolerance);
	// a third of the angle, which nlerp does not hit
	check_quat(mk_quat_slerp(a, b, (Real)1 / 3), quat_from_axis_angle(vec3_axis(1), MK_PI / 6),
			tolerance);
}

static void predicates(void **state) {
	(void)state;
	assert_true(quat_is_unit(quat(0, (Real)0.6, 0, (Real)-0.8)));
	assert_false(quat_is_unit(quat(0, (Real)0.6, 0, (Real)0.9)));
	assert_false(quat_is_unit(quat(0, 0, 0, (Real)NAN)));
	assert_false(quat_is_finite(quat(0, 0, MK_INFINITY, 1)));
	assert_true(quat_is_finite(quat(1, 2, 3, 4)));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quarter_turn_carries_axes_to_axes),
		cmocka_unit_test(product_turns_by_the_right_factor_first),
		cmocka_unit_test(matrix_and_quaternion_agree),
		cmocka_unit_test(normalize_of_nothing_is_the_identity),
		cmocka_unit_test(rotation_vector_survives_the_round_trip),
		cmocka_unit_test(rotation_vector_takes_the_short_way),
		cmocka_unit_test(integration_is_exact_for_constant_velocity),
		cmocka_unit_test(difference_carries_a_to_b),
		cmocka_unit_test(between_turns_from_to_to),
		cmocka_unit_test(between_is_accurate_next_to_parallel_and_opposite),
		cmocka_unit_test(interpolation_hits_ends_and_middle),
		cmocka_unit_test(predicates),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
