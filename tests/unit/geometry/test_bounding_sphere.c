// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bounding spheres: sets whose smallest sphere is known, by all three ways, and sets without one.
#include "geometry/bounding_sphere.h"

#include "support/check.h"
#include "support/mesh_make.h"

// what rounding of centre and radius may leave, and the tolerance of the method
#define SPHERE_TOLERANCE (8 * (double)MK_EPSILON + 1e-12)

typedef BoundingSphere Builder(const Vec3 *points, uint32_t count);

static Builder *const smallest_builders[] = { mk_bounding_sphere, mk_bounding_sphere_exhaustive };
static Builder *const all_builders[] = { mk_bounding_sphere, mk_bounding_sphere_exhaustive,
	mk_bounding_sphere_from_box };

static void check_holds(BoundingSphere result, const Vec3 *points, uint32_t count) {
	Sphere s = result.sphere;
	assert_int_equal(result.status, SPHERE_OK);
	for (uint32_t i = 0; i < count; i++)
		assert_true(vec3_distance_squared(points[i], s.center) <= s.radius * s.radius);
}

// both ways to the smallest sphere must find this one
static void check_smallest(const Vec3 *points, uint32_t count, Vec3 center, double radius) {
	for (int i = 0; i < 2; i++) {
		BoundingSphere result = smallest_builders[i](points, count);
		check_holds(result, points, count);
		double size = radius + (double)vec3_max_element(vec3_abs(center));
		check_vec3(result.sphere.center, center, SPHERE_TOLERANCE * size);
		check_near(result.sphere.radius, radius, SPHERE_TOLERANCE * size);
		assert_in_range(result.support_count, 1, 4);
	}
}

static void one_point_is_its_own_sphere(void **state) {
	(void)state;
	const Vec3 point = { 3, -4, 5 };
	for (int i = 0; i < 3; i++) {
		BoundingSphere result = all_builders[i](&point, 1);
		assert_int_equal(result.status, SPHERE_OK);
		check_vec3(result.sphere.center, point, 0);
		check_near(result.sphere.radius, 0, 0);
	}
}

static void two_points_are_a_diameter(void **state) {
	(void)state;
	const Vec3 points[2] = { { 1, 1, 1 }, { 3, 5, 5 } };
	check_smallest(points, 2, vec3(2, 3, 3), 3);
}

static void obtuse_triangle_has_its_longest_side_as_diameter(void **state) {
	(void)state;
	const Vec3 points[3] = { { -2, 0, 0 }, { 2, 0, 0 }, { 0, 1, 0 } };
	check_smallest(points, 3, vec3_zero(), 2);
}

static void acute_triangle_has_its_circumcircle(void **state) {
	(void)state;
	// the corners of an equilateral triangle in the plane x + y + z = 1
	const Vec3 points[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	check_smallest(points, 3, vec3_splat((Real)(1.0 / 3)), sqrt(2.0 / 3));
}

static void regular_tetrahedron_has_its_circumsphere(void **state) {
	(void)state;
	const Vec3 points[4] = { { 1, 1, 1 }, { 1, -1, -1 }, { -1, 1, -1 }, { -1, -1, 1 } };
	check_smallest(points, 4, vec3_zero(), sqrt(3));
	assert_int_equal(mk_bounding_sphere(points, 4).support_count, 4);
}

static void cospherical_points_give_their_sphere(void **state) {
	(void)state;
	// eight corners of a cube and six of an octahedron on the same sphere: any four will do
	Vec3 points[14];
	for (int i = 0; i < 8; i++)
		points[i] = vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
	for (int i = 0; i < 6; i++)
		points[8 + i] = vec3_scale(vec3_axis(i / 2), i % 2 ? real_sqrt(3) : -real_sqrt(3));
	check_smallest(points, 14, vec3_zero(), sqrt(3));
}

static void octahedron_reaches_the_worst_case_of_the_box(void **state) {
	(void)state;
	// the box around +-e_i has the diagonal 2 sqrt(3), the smallest sphere the diameter 2: the
	// factor is sqrt(3), and no set has a larger one
	TestMesh mesh = mesh_make_octahedron(1);
	check_smallest(mesh.points.data, mesh.points.count, vec3_zero(), 1);
	BoundingSphere loose = mk_bounding_sphere_from_box(mesh.points.data, mesh.points.count);
	check_near(loose.sphere.radius, sqrt(3), SPHERE_TOLERANCE);
	check_holds(loose, mesh.points.data, mesh.points.count);
	mesh_free(&mesh);
}

static void box_corners_are_on_the_sphere_of_the_box(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_box(vec3(1, 2, 3), vec3(3, 8, 6));
	BoundingSphere result = mk_bounding_sphere_from_box(mesh.points.data, 8);
	check_holds(result, mesh.points.data, 8);
	check_vec3(result.sphere.center, vec3(2, 5, (Real)4.5), 0);
	check_near(result.sphere.radius, 3.5, SPHERE_TOLERANCE * 3.5);
	// here it is the smallest one
	check_smallest(mesh.points.data, 8, vec3(2, 5, (Real)4.5), 3.5);
	mesh_free(&mesh);
}

static void collinear_points_have_the_outer_two_as_diameter(void **state) {
	(void)state;
	Vec3 points[21];
	for (int i = 0; i < 21; i++)
		points[i] = vec3_scale(vec3(1, 2, -2), (Real)((i * 8) % 21));
	check_smallest(points, 21, vec3(10, 20, -20), 30);
}

static void duplicates_change_nothing(void **state) {
	(void)state;
	Vec3 points[16];
	for (int i = 0; i < 16; i++)
		points[i] = vec3((Real)(i % 2), (Real)(i / 2 % 2), 0);
	check_smallest(points, 16, vec3((Real)0.5, (Real)0.5, 0), sqrt(0.5));
	for (int i = 0; i < 16; i++)
		points[i] = vec3((Real)0.1, (Real)0.2, (Real)0.3);
	BoundingSphere result = mk_bounding_sphere(points, 16);
	check_vec3(result.sphere.center, points[0], 0);
	check_near(result.sphere.radius, 0, 0);
	assert_int_equal(result.support_count, 1);
}

static void points_inside_change_nothing(void **state) {
	(void)state;
	TestMesh mesh = mesh_make_ball(9, 16);
	uint32_t count = mesh.points.count;
	for (uint32_t i = 0; i < count; i++)
		mesh_points_push(&mesh.points, vec3_scale(mesh.points.data[i], (Real)0.9));
	BoundingSphere result = mk_bounding_sphere(mesh.points.data, mesh.points.count);
	check_holds(result, mesh.points.data, mesh.points.count);
	check_near(result.sphere.radius, 1, SPHERE_TOLERANCE);
	mesh_free(&mesh);
}

static void result_does_not_depend_on_unit(void **state) {
	(void)state;
	const Real units[] = { (Real)1e-30, (Real)1e-4, 1, (Real)1e4, (Real)1e30 };
	for (int i = 0; i < 5; i++) {
		Vec3 points[4] = { { 1, 1, 1 }, { 1, -1, -1 }, { -1, 1, -1 }, { -1, -1, 1 } };
		for (int k = 0; k < 4; k++)
			points[k] = vec3_scale(points[k], units[i]);
		Sphere s = mk_bounding_sphere(points, 4).sphere;
		check_near(s.radius / units[i], sqrt(3), SPHERE_TOLERANCE);
		check_vec3(s.center, vec3_zero(), SPHERE_TOLERANCE * (double)units[i]);
	}
}

static void empty_and_non_finite_sets_are_reported(void **state) {
	(void)state;
	const Vec3 bad[2][2] = { { { 0, 0, 0 }, { 1, (Real)NAN, 0 } },
		{ { 0, 0, -MK_INFINITY }, { 0, 0, 0 } } };
	for (int i = 0; i < 3; i++) {
		assert_int_equal(all_builders[i](NULL, 0).status, SPHERE_EMPTY);
		for (int k = 0; k < 2; k++) {
			BoundingSphere result = all_builders[i](bad[k], 2);
			assert_int_equal(result.status, SPHERE_NOT_FINITE);
			check_near(result.sphere.radius, 0, 0);
		}
	}
	check_near(sphere_around_box(aabb_empty()).radius, 0, 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_point_is_its_own_sphere),
		cmocka_unit_test(two_points_are_a_diameter),
		cmocka_unit_test(obtuse_triangle_has_its_longest_side_as_diameter),
		cmocka_unit_test(acute_triangle_has_its_circumcircle),
		cmocka_unit_test(regular_tetrahedron_has_its_circumsphere),
		cmocka_unit_test(cospherical_points_give_their_sphere),
		cmocka_unit_test(octahedron_reaches_the_worst_case_of_the_box),
		cmocka_unit_test(box_corners_are_on_the_sphere_of_the_box),
		cmocka_unit_test(collinear_points_have_the_outer_two_as_diameter),
		cmocka_unit_test(duplicates_change_nothing),
		cmocka_unit_test(points_inside_change_nothing),
		cmocka_unit_test(result_does_not_depend_on_unit),
		cmocka_unit_test(empty_and_non_finite_sets_are_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
