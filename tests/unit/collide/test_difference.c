// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The difference of two shapes: frame, radii, supports with known answers, and what is not finite.
#include "collide/difference.h"
#include "collide/separation.h"
#include "shape/convex.h"

#include "support/check.h"

static void support_is_a_point_of_a_minus_a_point_of_b(void **state) {
	(void)state;
	// the ball of the core is a point; its radius is left to `rounding`
	Shape *ball = mk_sphere_create(1, NULL);
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = instance_rigid(ball, (Transform){ quat_identity(), vec3(3, 0, 0) });
	ShapeInstance b = instance_local(box);
	Difference d = mk_difference(&a, &b);
	// S(A, d) - S(B, -d) with d = (-1, 0, 0): zero counts as positive on both sides
	DifferencePoint p = difference_support(&d, vec3(-1, 0, 0), difference_no_hint());
	check_vec3(p.point, vec3(2, -1, -1), 0);
	check_vec3(vec3_sub(p.a, p.b), p.point, 0);
	check_near(d.rounding, 1, 0);
	// with the radius: (1, -1, -1) outside
	check_vec3(vec3_add_scaled(p.point, vec3(-1, 0, 0), d.rounding), vec3(1, -1, -1), 0);
	mk_shape_release(ball);
	mk_shape_release(box);
}

static void a_rigid_pose_gives_the_frame_its_axes(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 2, 3), NULL);
	Quat quarter = quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 2);
	ShapeInstance a = instance_rigid(box, (Transform){ quarter, vec3(10, 0, 0) });
	ShapeInstance b = instance_rigid(box, (Transform){ quarter, vec3(10, 5, 0) });
	Difference d = mk_difference(&a, &b);
	assert_true(d.a.is_local && !d.b.is_local);
	check_vec3(d.offset, vec3(5, 0, 0), 4 * MK_EPSILON * 5);
	check_mat3(d.b.linear, mat3_identity(), 4 * MK_EPSILON);
	check_vec3(affine_point(d.pose, d.offset), vec3(10, 5, 0), 16 * MK_EPSILON * 10);
	mk_shape_release(box);
}

static void any_other_pose_keeps_the_axes_outside(void **state) {
	(void)state;
	Shape *capsule = mk_capsule_create((Real)0.5, 2, NULL);
	Affine stretch = { mat3_diagonal(vec3(2, 1, 1)), vec3(1, 2, 3) };
	ShapeInstance a = instance_grow(mk_instance(capsule, stretch), (Real)0.25);
	ShapeInstance b = instance_rigid(capsule, (Transform){ quat_identity(), vec3(1, 2, 13) });
	Difference d = mk_difference(&a, &b);
	assert_false(d.a.is_local);
	assert_true(d.a.is_round_core && !d.b.is_round_core);
	check_vec3(d.offset, vec3(0, 0, 10), 0);
	check_vec3(d.pose.origin, vec3(1, 2, 3), 0);
	// a ball that became an ellipsoid belongs to the core; the margin stays outside
	check_near(d.radius_a, 0.25, 0);
	check_near(d.radius_b, 0.5, 0);
	check_near(d.rounding, 0.75, 0);
	DifferencePoint p = difference_support(&d, vec3(1, 0, 0), difference_no_hint());
	check_near(p.a.x, 1, 0);
	assert_true(p.id_a == MK_SHAPE_NO_ID && p.id_b != MK_SHAPE_NO_ID);
	mk_shape_release(capsule);
}

static void the_rounding_floor_grows_with_all_sizes(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create(1, NULL);
	ShapeInstance a = instance_local(ball);
	ShapeInstance b = instance_rigid(ball, (Transform){ quat_identity(), vec3(0, 3, 4) });
	// bounds 1 and 1, distance 5: 8 half-epsilons of 7
	check_near(mk_difference(&a, &b).error, 4 * MK_EPSILON * 7, MK_EPSILON * MK_EPSILON * 100);
	Affine larger = { mat3_diagonal(vec3(2, 2, 1)), vec3_zero() };
	ShapeInstance c = mk_instance(ball, larger);
	assert_true(mk_difference(&c, &b).error >= 4 * MK_EPSILON * 8);
	mk_shape_release(ball);
}

static void poses_that_are_not_finite_are_told(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = instance_local(box);
	ShapeInstance good = instance_rigid(box, (Transform){ quat_identity(), vec3(1000, 0, 0) });
	Difference d = mk_difference(&a, &good);
	assert_true(mk_difference_is_finite(&d));
	const Real bad[] = { (Real)NAN, MK_INFINITY, -MK_INFINITY, MK_REAL_MAX, (Real)1e16 };
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		ShapeInstance b = good;
		b.pose.origin.y = bad[i];
		d = mk_difference(&a, &b);
		assert_false(mk_difference_is_finite(&d));
		d = mk_difference(&b, &a);
		assert_false(mk_difference_is_finite(&d));
	}
	ShapeInstance b = good;
	b.pose.linear.y.z = (Real)NAN;
	d = mk_difference(&a, &b);
	assert_false(mk_difference_is_finite(&d));
	b = instance_grow(good, MK_INFINITY);
	d = mk_difference(&a, &b);
	assert_false(mk_difference_is_finite(&d));
	mk_shape_release(box);
}

static void every_status_has_a_word(void **state) {
	(void)state;
	assert_string_equal(mk_separation_status_text(SEPARATION_CONVERGED), "converged");
	assert_string_equal(mk_separation_status_text(SEPARATION_INVALID), "invalid");
	for (int i = 0; i < SEPARATION_STATUS_COUNT; i++) {
		for (int j = 0; j < i; j++)
			assert_string_not_equal(mk_separation_status_text((SeparationStatus)i),
					mk_separation_status_text((SeparationStatus)j));
	}
	assert_string_equal(mk_separation_status_text(SEPARATION_STATUS_COUNT), "unknown");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(support_is_a_point_of_a_minus_a_point_of_b),
		cmocka_unit_test(a_rigid_pose_gives_the_frame_its_axes),
		cmocka_unit_test(any_other_pose_keeps_the_axes_outside),
		cmocka_unit_test(the_rounding_floor_grows_with_all_sizes),
		cmocka_unit_test(poses_that_are_not_finite_are_told),
		cmocka_unit_test(every_status_has_a_word),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
