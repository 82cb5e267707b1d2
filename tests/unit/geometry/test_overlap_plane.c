// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Spheres, boxes and cones against planes and half-spaces: exact extents and the three
// answers at and near touching.
#include "geometry/overlap_plane.h"

#include "math/trig.h"
#include "support/check.h"

// turned by a 3-4-5 triangle about z
static const Obb turned = { { 1, 2, 3 },
	{ { (Real)0.6, (Real)0.8, 0 }, { (Real)-0.8, (Real)0.6, 0 }, { 0, 0, 1 } },
	{ 2, 1, (Real)0.5 } };
static const Cone hat = { { 0, 0, 5 }, { 0, 0, -1 }, 4, 3 };

static void check_answers(PlaneExtent extent, bool crosses, bool is_behind, bool meets_half_space) {
	assert_int_equal(plane_extent_crosses(extent), crosses);
	assert_int_equal(plane_extent_is_behind(extent), is_behind);
	assert_int_equal(plane_extent_meets_half_space(extent), meets_half_space);
	assert_int_equal(plane_extent_is_in_front(extent), !meets_half_space);
}

static void sphere_touches_crosses_and_leaves_a_plane(void **state) {
	(void)state;
	Plane ground = { { 0, 0, 1 }, 0 };
	check_answers(plane_extent_sphere(ground, (Sphere){ { 7, 8, 3 }, 3 }), true, false, true);
	check_answers(
			plane_extent_sphere(ground, (Sphere){ { 7, 8, (Real)3.001 }, 3 }), false, false, false);
	check_answers(plane_extent_sphere(ground, (Sphere){ { 7, 8, 0 }, 3 }), true, false, true);
	check_answers(plane_extent_sphere(ground, (Sphere){ { 7, 8, -3 }, 3 }), true, false, true);
	check_answers(plane_extent_sphere(ground, (Sphere){ { 7, 8, -4 }, 3 }), false, true, true);
}

static void sphere_with_a_long_normal_has_the_same_answers(void **state) {
	(void)state;
	// z = 2 with a normal of length 4
	Plane plane = { { 0, 0, 4 }, 8 };
	check_answers(plane_extent_sphere(plane, (Sphere){ { 0, 0, 5 }, 3 }), true, false, true);
	check_answers(
			plane_extent_sphere(plane, (Sphere){ { 0, 0, (Real)5.01 }, 3 }), false, false, false);
	check_answers(
			plane_extent_sphere(plane, (Sphere){ { 0, 0, (Real)-1.01 }, 3 }), false, true, true);
}

static void check_extent(PlaneExtent extent, double low, double high) {
	check_near(extent.low, low, 8 * MK_EPSILON);
	check_near(extent.high, high, 8 * MK_EPSILON);
}

static void turned_box_along_the_axes(void **state) {
	(void)state;
	check_extent(plane_extent_obb((Plane){ { 1, 0, 0 }, 0 }, turned), -1, 3);
	check_extent(plane_extent_obb((Plane){ { 0, 1, 0 }, 0 }, turned), -0.2, 4.2);
	check_extent(plane_extent_obb((Plane){ { 0, 0, 1 }, 0 }, turned), 2.5, 3.5);
	// a normal of length 2: radius 4 about 2
	check_extent(plane_extent_obb((Plane){ { 2, 0, 0 }, 0 }, turned), -2, 6);
}

static void turned_box_crosses_behind_and_in_front(void **state) {
	(void)state;
	check_answers(plane_extent_obb((Plane){ { 0, 0, 1 }, 3 }, turned), true, false, true);
	check_answers(plane_extent_obb((Plane){ { 0, 0, 1 }, (Real)3.5 }, turned), true, false, true);
	check_answers(plane_extent_obb((Plane){ { 0, 0, 1 }, (Real)3.501 }, turned), false, true, true);
	check_answers(plane_extent_obb((Plane){ { 0, 0, 1 }, (Real)2.5 }, turned), true, false, true);
	check_answers(
			plane_extent_obb((Plane){ { 0, 0, 1 }, (Real)2.499 }, turned), false, false, false);
	check_answers(plane_extent_obb((Plane){ { 2, 0, 0 }, (Real)6.01 }, turned), false, true, true);
}

static void corner_form_has_its_centre_in_the_middle(void **state) {
	(void)state;
	Vec3 edges[3] = { vec3_scale(turned.axes.x, 4), vec3_scale(turned.axes.y, 2), { 0, 0, 1 } };
	Vec3 diagonal = vec3_add(vec3_add(edges[0], edges[1]), edges[2]);
	Vec3 corner = vec3_add_scaled(turned.center, diagonal, (Real)-0.5);
	const Vec3 normals[] = { { 1, 0, 0 }, { 0, -1, 0 }, { 1, 2, -2 }, { -3, 1, (Real)0.5 } };
	for (size_t i = 0; i < sizeof(normals) / sizeof(normals[0]); i++) {
		Plane plane = { normals[i], (Real)0.75 };
		PlaneExtent expected = plane_extent_obb(plane, turned);
		PlaneExtent extent = mk_plane_extent_corner_box(plane, corner, edges);
		check_near(extent.low, expected.low, 64 * MK_EPSILON);
		check_near(extent.high, expected.high, 64 * MK_EPSILON);
	}
}

static void axis_aligned_box_against_a_diagonal_plane(void **state) {
	(void)state;
	Aabb box = { { -1, -2, -3 }, { 1, 2, 3 } };
	// x + y + z = d, radius 6
	check_answers(plane_extent_aabb((Plane){ { 1, 1, 1 }, 6 }, box), true, false, true);
	check_answers(plane_extent_aabb((Plane){ { 1, 1, 1 }, (Real)6.001 }, box), false, true, true);
	check_answers(plane_extent_aabb((Plane){ { 1, 1, 1 }, -6 }, box), true, false, true);
	check_answers(
			plane_extent_aabb((Plane){ { 1, 1, 1 }, (Real)-6.001 }, box), false, false, false);
}

static void rim_point_of_a_cone_is_on_the_rim(void **state) {
	(void)state;
	Real half = real_sqrt((Real)0.5);
	check_vec3(mk_cone_rim_point(hat, vec3(0, 0, -1)), vec3(0, 0, 1), 0);
	check_vec3(mk_cone_rim_point(hat, vec3(-1, 0, 0)), vec3(-3, 0, 1), 0);
	// not at 2.12: the direction across the axis has to be made unit
	check_vec3(mk_cone_rim_point(hat, vec3(-half, 0, -half)), vec3(-3, 0, 1), 4 * MK_EPSILON);
}

static void cone_against_half_spaces(void **state) {
	(void)state;
	Real half = real_sqrt((Real)0.5);
	// lowest point (-3, 0, 1): -sqrt 2 along the normal; highest is the tip at 5 / sqrt 2
	Plane slope = { { half, 0, half }, -1 };
	check_answers(mk_plane_extent_cone(slope, hat), true, false, true);
	check_extent(mk_plane_extent_cone((Plane){ slope.normal, 0 }, hat), -1.4142135623730951,
			3.5355339059327378);
	check_answers(
			mk_plane_extent_cone((Plane){ slope.normal, (Real)-1.42 }, hat), false, false, false);
	check_answers(
			mk_plane_extent_cone((Plane){ slope.normal, (Real)3.54 }, hat), false, true, true);
	// along the axis the base is flat
	check_extent(mk_plane_extent_cone((Plane){ { 0, 0, 1 }, 0 }, hat), 1, 5);
	check_extent(mk_plane_extent_cone((Plane){ { 1, 0, 0 }, 0 }, hat), -3, 3);
}

static void cone_crosses_a_plane_from_either_side(void **state) {
	(void)state;
	// the same plane, both ways round: the tip is in front of one and behind the other
	Plane up = { { 0, 0, 1 }, 2 };
	assert_true(plane_extent_crosses(mk_plane_extent_cone(up, hat)));
	assert_true(plane_extent_crosses(mk_plane_extent_cone(plane_flip(up), hat)));
	Plane under = { { 0, 0, 1 }, (Real)0.99 };
	assert_false(plane_extent_crosses(mk_plane_extent_cone(under, hat)));
	assert_false(plane_extent_crosses(mk_plane_extent_cone(plane_flip(under), hat)));
	// touching with the rim and with the tip
	assert_true(plane_extent_crosses(mk_plane_extent_cone((Plane){ { 0, 0, 1 }, 1 }, hat)));
	assert_true(plane_extent_crosses(mk_plane_extent_cone((Plane){ { 0, 0, 1 }, 5 }, hat)));
}

static void cone_by_half_angle(void **state) {
	(void)state;
	// tan(pi / 6) = 1 / sqrt 3
	Cone cone = cone_from_angle(vec3_zero(), vec3(0, 1, 0), 3, real_tan(MK_PI / 6));
	check_near(cone.radius, 1.7320508075688772, 4 * MK_EPSILON);
	check_extent(mk_plane_extent_cone((Plane){ { 1, 0, 0 }, 0 }, cone), -1.7320508075688772,
			1.7320508075688772);
}

static void nan_has_no_side(void **state) {
	(void)state;
	Plane ground = { { 0, 0, 1 }, 0 };
	PlaneExtent extents[] = {
		plane_extent_sphere(ground, (Sphere){ { 0, 0, (Real)NAN }, 1 }),
		plane_extent_sphere(ground, (Sphere){ { 0, 0, 0 }, (Real)NAN }),
		plane_extent_aabb(ground, (Aabb){ { 0, 0, (Real)NAN }, { 1, 1, 1 } }),
		plane_extent_sphere(ground, (Sphere){ { 0, 0, 5 }, -1 }),
	};
	for (size_t i = 0; i < sizeof(extents) / sizeof(extents[0]); i++) {
		assert_false(plane_extent_crosses(extents[i]));
		assert_false(plane_extent_is_behind(extents[i]));
		assert_false(plane_extent_is_in_front(extents[i]));
		assert_false(plane_extent_meets_half_space(extents[i]));
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sphere_touches_crosses_and_leaves_a_plane),
		cmocka_unit_test(sphere_with_a_long_normal_has_the_same_answers),
		cmocka_unit_test(turned_box_along_the_axes),
		cmocka_unit_test(turned_box_crosses_behind_and_in_front),
		cmocka_unit_test(corner_form_has_its_centre_in_the_middle),
		cmocka_unit_test(axis_aligned_box_against_a_diagonal_plane),
		cmocka_unit_test(rim_point_of_a_cone_is_on_the_rim),
		cmocka_unit_test(cone_against_half_spaces),
		cmocka_unit_test(cone_crosses_a_plane_from_either_side),
		cmocka_unit_test(cone_by_half_angle),
		cmocka_unit_test(nan_has_no_side),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
