// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Shapes above a face of a box, beside it, and nearer to another one; a box of half
// extents 2, 1 and 3 around zero.
#include "collide/penetration_face.h"

#include "shape/convex.h"
#include "support/check.h"
#include "support/random.h"

#define MK_TEST_TOLERANCE pick_tolerance(1e-6, 1e-14)

typedef struct Above {
	FaceState state;
	EpaResult result;
	uint32_t corner;
} Above;

// Asks about a shape of the caller's, which is released.
static Above ask(Shape *shape, Transform pose, Vec3 axis, double limit) {
	Shape *box = mk_box_create(vec3(2, 1, 3), NULL);
	ShapeInstance a = instance_rigid(box, (Transform){ quat_identity(), vec3_zero() });
	ShapeInstance b = instance_rigid(shape, pose);
	Difference d = mk_difference(&a, &b);
	FaceInput input = { .difference = &d, .axis = axis, .limit = limit, .id_b = MK_SHAPE_NO_ID };
	Above above;
	above.state = mk_penetration_face(&input, &above.result, &above.corner);
	mk_shape_release(box);
	mk_shape_release(shape);
	return above;
}

static Transform at(Real x, Real y, Real z) {
	return (Transform){ quat_identity(), vec3(x, y, z) };
}

// A small box turned by 45 degrees about z, and so on one of its edges: half
// a diagonal is 0.1 sqrt(2).
static Transform on_edge(Real x, Real y, Real z) {
	return (Transform){ quat_from_axis_angle(vec3_axis(2), (Real)(MK_PI / 4)), vec3(x, y, z) };
}

static Shape *small_box(void) { return mk_box_create(vec3_splat((Real)0.1), NULL); }

static void shape_above_a_face_is_as_far_as_its_lowest_point(void **state) {
	(void)state;
	Above above = ask(small_box(), on_edge((Real)0.5, 2, 1), vec3_zero(), 100);
	double height = 1 - 0.1 * sqrt(2);
	assert_int_equal(above.state, FACE_FOUND);
	assert_true(above.result.is_apart);
	check_near(above.result.upper, -height, MK_TEST_TOLERANCE);
	check_near(above.result.lower, -height, MK_TEST_TOLERANCE);
	check_vec3(above.result.normal, vec3(0, 1, 0), 0);
	check_near(above.result.point_a.y, 1, MK_TEST_TOLERANCE);
	check_near(above.result.point_b.y, 1 + height, MK_TEST_TOLERANCE);
	check_near(above.result.point_a.x, 0.5, MK_TEST_TOLERANCE);
	assert_true(above.corner < 8);
}

static void shape_in_a_face_is_as_deep_as_its_lowest_point(void **state) {
	(void)state;
	Above above = ask(small_box(), on_edge((Real)0.5, -1, 1), vec3_zero(), 100);
	assert_int_equal(above.state, FACE_FOUND);
	assert_false(above.result.is_apart);
	check_near(above.result.upper, 0.1 * sqrt(2), MK_TEST_TOLERANCE);
	check_vec3(above.result.normal, vec3(0, -1, 0), 0);
	check_near(above.result.point_a.y, -1, MK_TEST_TOLERANCE);
	check_near(above.result.point_b.y, -1 + 0.1 * sqrt(2), MK_TEST_TOLERANCE);
}

// Its core is a segment: the rounding is added by who asks.
static void capsule_is_known_by_its_core(void **state) {
	(void)state;
	Above above = ask(mk_capsule_create((Real)0.2, 1, NULL), at(0, 2, 0), vec3_zero(), 100);
	assert_int_equal(above.state, FACE_FOUND);
	check_near(above.result.upper, -0.7, MK_TEST_TOLERANCE);
	assert_int_equal(above.corner, 0);
}

// The lowest point is 10 cm outside of the face, over which the rest leans.
static void shape_beside_a_face_is_left_to_others(void **state) {
	(void)state;
	assert_int_equal(
			ask(small_box(), on_edge((Real)2.1, (Real)1.2, 0), vec3_zero(), 1).state, FACE_UNKNOWN);
	assert_int_equal(ask(small_box(), on_edge((Real)2.1, (Real)1.1, 0), vec3(0, 1, 0), 1).state,
			FACE_UNKNOWN);
}

// 10 cm below the top and 2 cm from the side, from which it is sooner out.
static void shape_nearer_to_another_face_is_left_to_others(void **state) {
	(void)state;
	Transform pose = on_edge((Real)1.98, (Real)(0.9 + 0.1 * sqrt(2)), 0);
	assert_int_equal(ask(small_box(), pose, vec3(0, 1, 0), 1).state, FACE_UNKNOWN);
	Transform inner = on_edge((Real)1.88, (Real)(0.9 + 0.1 * sqrt(2)), 0);
	assert_int_equal(ask(small_box(), inner, vec3(0, 1, 0), 1).state, FACE_FOUND);
}

static void directions_between_faces_are_not_tried(void **state) {
	(void)state;
	Vec3 leaning = vec3_normalize(vec3(1, 1, 0));
	assert_int_equal(ask(small_box(), at(0, 2, 0), leaning, 100).state, FACE_UNKNOWN);
	Vec3 nearly = vec3_normalize(vec3((Real)0.1, 1, 0));
	assert_int_equal(ask(small_box(), at(0, 2, 0), nearly, 100).state, FACE_FOUND);
}

// Also beside the face: its plane is between them.
static void shape_farther_than_the_limit_is_apart(void **state) {
	(void)state;
	Above above = ask(small_box(), at(10, 2, 0), vec3(0, 1, 0), 0.5);
	assert_int_equal(above.state, FACE_BEYOND);
	check_near(above.result.upper, -0.9, MK_TEST_TOLERANCE);
}

static void only_boxes_in_their_own_axes_are_known(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	Affine stretched = { mat3_diagonal(vec3(2, 1, 1)), vec3_zero() };
	ShapeInstance boxes[2] = { mk_instance(box, stretched), instance_rigid(box, at(0, 0, 0)) };
	ShapeInstance other = instance_rigid(ball, at(0, 3, 0));
	for (int i = 0; i < 2; i++) {
		Difference d = mk_difference(&boxes[i], &other);
		FaceInput input = { .difference = &d, .limit = 100, .id_b = MK_SHAPE_NO_ID };
		Above above;
		FaceState found = mk_penetration_face(&input, &above.result, &above.corner);
		assert_int_equal(found, i == 0 ? FACE_UNKNOWN : FACE_FOUND);
	}
	mk_shape_release(box);
	mk_shape_release(ball);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shape_above_a_face_is_as_far_as_its_lowest_point),
		cmocka_unit_test(shape_in_a_face_is_as_deep_as_its_lowest_point),
		cmocka_unit_test(capsule_is_known_by_its_core),
		cmocka_unit_test(shape_beside_a_face_is_left_to_others),
		cmocka_unit_test(shape_nearer_to_another_face_is_left_to_others),
		cmocka_unit_test(directions_between_faces_are_not_tried),
		cmocka_unit_test(shape_farther_than_the_limit_is_apart),
		cmocka_unit_test(only_boxes_in_their_own_axes_are_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
