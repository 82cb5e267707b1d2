// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// How thin shapes are, and what is left of them without a layer.
#include "shape/thickness.h"

#include "shape/compound.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "shape/mesh.h"
#include "support/check.h"
#include "support/mesh_make.h"

#define MK_TEST_TOLERANCE pick_tolerance(1e-5, 1e-12)

static Transform somewhere(void) {
	return (Transform){ quat_from_axis_angle(vec3(0, (Real)0.6, (Real)0.8), 1), vec3(300, 2, -1) };
}

static void thickness_of_simple_shapes(void **state) {
	(void)state;
	Shape *shapes[4] = { mk_sphere_create(2, NULL), mk_box_create(vec3(3, (Real)0.5, 1), NULL),
		mk_capsule_create((Real)0.25, 2, NULL), mk_cylinder_create((Real)0.5, 4, NULL) };
	const double known[4] = { 2, 0.5, 0.25, 0.5 };
	for (int i = 0; i < 4; i++) {
		ShapeInstance in = instance_rigid(shapes[i], somewhere());
		check_near(mk_instance_thickness(&in), known[i], MK_TEST_TOLERANCE);
		// a scale of two in all directions
		in = mk_instance(shapes[i], (Affine){ mat3_diagonal(vec3(2, 2, 2)), vec3_zero() });
		check_near(mk_instance_thickness(&in), 2 * known[i], MK_TEST_TOLERANCE);
		mk_shape_release(shapes[i]);
	}
}

// A plate that stands across all axes: its box says nothing about how thin it is, its faces do.
static void thin_hull_is_thin_in_any_direction(void **state) {
	(void)state;
	Vec3 points[8];
	Mat3 turn = quat_to_mat3(quat_from_axis_angle(vec3((Real)0.6, 0, (Real)0.8), 1));
	for (uint32_t i = 0; i < 8; i++) {
		Vec3 corner = vec3(i & 1 ? 1 : -1, i & 2 ? (Real)0.01 : (Real)-0.01, i & 4 ? 1 : -1);
		points[i] = mat3_apply(turn, corner);
	}
	Shape *hull = mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = 8 }, NULL);
	ShapeInstance in = instance_rigid(hull, somewhere());
	check_near(mk_instance_thickness(&in), 0.01, MK_TEST_TOLERANCE);
	mk_shape_release(hull);
}

static void thickness_of_concave_shapes_and_half_spaces(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create((Real)0.3, NULL);
	Shape *box = mk_box_create(vec3(1, (Real)0.2, 1), NULL);
	const CompoundChild children[2] = { { ball, affine_identity() }, { box, affine_identity() } };
	Shape *compound = mk_compound_create(children, 2, NULL);
	ShapeInstance in = instance_rigid(compound, somewhere());
	check_near(mk_instance_thickness(&in), 0.2, MK_TEST_TOLERANCE);
	TestMesh cube = mesh_make_box(vec3(-1, -2, -3), vec3(1, 2, 3));
	Shape *mesh = mk_mesh_create(&(MeshInput){ .mesh = mesh_view(&cube) }, NULL);
	in = instance_rigid(mesh, somewhere());
	check_near(mk_instance_thickness(&in), 1, MK_TEST_TOLERANCE);
	Shape *ground = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	in = instance_rigid(ground, somewhere());
	assert_true(mk_instance_thickness(&in) == MK_INFINITY);
	mk_shape_release(ground);
	mk_shape_release(mesh);
	mesh_free(&cube);
	mk_shape_release(compound);
	mk_shape_release(box);
	mk_shape_release(ball);
}

static Real half_width(const ShapeInstance *in, Vec3 n) {
	Vec3 far = instance_support(in, n, MK_SHAPE_NO_ID);
	return vec3_dot(n, vec3_sub(far, instance_support(in, vec3_negate(n), MK_SHAPE_NO_ID))) / 2;
}

static void core_is_the_shape_without_a_layer(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(3, (Real)0.5, 1), NULL);
	ShapeInstance in = instance_local(box);
	ShapeInstance core = mk_instance_core(&in, (Real)0.25);
	check_near(half_width(&core, vec3_axis(0)), 2.75, MK_TEST_TOLERANCE);
	check_near(half_width(&core, vec3_axis(1)), 0.25, MK_TEST_TOLERANCE);
	check_near(half_width(&core, vec3_axis(2)), 0.75, MK_TEST_TOLERANCE);
	// something is always left
	core = mk_instance_core(&in, 5);
	check_near(half_width(&core, vec3_axis(1)), 0.05, MK_TEST_TOLERANCE);
	core = mk_instance_shrunk(&in, (Real)0.1);
	check_near(half_width(&core, vec3_axis(0)), 0.3, MK_TEST_TOLERANCE);
	Shape *capsule = mk_capsule_create(1, 4, NULL);
	in = instance_local(capsule);
	core = mk_instance_core(&in, (Real)0.5);
	check_near(half_width(&core, vec3_axis(0)), 0.5, MK_TEST_TOLERANCE);
	check_near(half_width(&core, vec3_axis(1)), 1.5, MK_TEST_TOLERANCE);
	mk_shape_release(box);
	mk_shape_release(capsule);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(thickness_of_simple_shapes),
		cmocka_unit_test(thin_hull_is_thin_in_any_direction),
		cmocka_unit_test(thickness_of_concave_shapes_and_half_spaces),
		cmocka_unit_test(core_is_the_shape_without_a_layer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
