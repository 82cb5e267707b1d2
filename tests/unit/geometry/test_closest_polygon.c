// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Nearest points of polygons and of convex polyhedra given by faces.
#include "geometry/closest_polygon.h"

#include "support/check.h"

static const Real tolerance = 32 * MK_EPSILON;

static void square_in_a_plane(void **state) {
	(void)state;
	const Vec3 square[] = { { 0, 0, 2 }, { 4, 0, 2 }, { 4, 4, 2 }, { 0, 4, 2 } };
	Polygon polygon = { square, 4 };
	check_vec3(mk_closest_on_polygon(polygon, vec3(2, 1, 9)), vec3(2, 1, 2), tolerance);
	check_vec3(mk_closest_on_polygon(polygon, vec3(2, 1, -9)), vec3(2, 1, 2), tolerance);
	check_vec3(mk_closest_on_polygon(polygon, vec3(5, 2, 2)), vec3(4, 2, 2), tolerance);
	check_vec3(mk_closest_on_polygon(polygon, vec3(5, 5, 3)), vec3(4, 4, 2), 0);
	check_vec3(mk_closest_on_polygon(polygon, vec3(4, 2, 2)), vec3(4, 2, 2), tolerance);
}

static void oblique_polygon_is_measured_in_space(void **state) {
	(void)state;
	// in the plane x = z; its shadow on a coordinate plane is nearer than the polygon itself
	const Vec3 points[] = { { 1, -1, 1 }, { 3, -1, 3 }, { 3, 1, 3 }, { 1, 1, 1 } };
	Vec3 q = mk_closest_on_polygon((Polygon){ points, 4 }, vec3_zero());
	check_vec3(q, vec3(1, 0, 1), tolerance);
	check_near(vec3_length(q), 1.41421356, 1e-6);
}

static void concave_polygon_has_a_notch(void **state) {
	(void)state;
	// an L: the notch is x > 1, y > 1
	const Vec3 points[] = { { 0, 0, 0 }, { 3, 0, 0 }, { 3, 1, 0 }, { 1, 1, 0 }, { 1, 3, 0 },
		{ 0, 3, 0 } };
	Polygon polygon = { points, 6 };
	check_vec3(mk_closest_on_polygon(polygon, vec3(2, (Real)1.5, 1)), vec3(2, 1, 0), tolerance);
	check_vec3(mk_closest_on_polygon(polygon, vec3((Real)1.25, 2, 1)), vec3(1, 2, 0), tolerance);
	check_vec3(mk_closest_on_polygon(polygon, vec3((Real)0.5, 2, 1)), vec3((Real)0.5, 2, 0),
			tolerance);
}

static void repeated_and_collinear_corners_do_no_harm(void **state) {
	(void)state;
	// the first three corners are collinear, one is there twice
	const Vec3 points[] = { { 0, 0, 0 }, { 1, 0, 0 }, { 4, 0, 0 }, { 4, 4, 0 }, { 4, 4, 0 },
		{ 0, 4, 0 } };
	Polygon polygon = { points, 6 };
	check_vec3(mk_closest_on_polygon(polygon, vec3(3, 3, 5)), vec3(3, 3, 0), tolerance);
	check_vec3(mk_closest_on_polygon(polygon, vec3(9, 9, 5)), vec3(4, 4, 0), 0);
}

static void polygon_of_few_corners(void **state) {
	(void)state;
	const Vec3 points[] = { { 1, 0, 0 }, { 3, 0, 0 } };
	Vec3 p = vec3(2, 1, 0);
	check_vec3(mk_closest_on_polygon((Polygon){ points, 2 }, p), vec3(2, 0, 0), 0);
	check_vec3(mk_closest_on_polygon((Polygon){ points, 1 }, p), vec3(1, 0, 0), 0);
	check_vec3(mk_closest_on_polygon((Polygon){ NULL, 0 }, p), p, 0);
}

// the unit cube as six squares
static const Vec3 cube_points[] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 }, { 0, 0, 1 },
	{ 1, 0, 1 }, { 1, 1, 1 }, { 0, 1, 1 } };
static const uint32_t cube_corners[] = { 0, 3, 2, 1, 4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6,
	3, 0, 4, 7 };
static const uint32_t cube_starts[] = { 0, 4, 8, 12, 16, 20, 24 };
static const Plane cube_planes[] = { { { 0, 0, -1 }, 0 }, { { 0, 0, 1 }, 1 }, { { 0, -1, 0 }, 0 },
	{ { 1, 0, 0 }, 1 }, { { 0, 1, 0 }, 1 }, { { -1, 0, 0 }, 0 } };
static const ConvexFaces cube = { cube_points, cube_corners, cube_starts, cube_planes, 6 };

static void cube_has_the_nearest_points_of_a_box(void **state) {
	(void)state;
	Aabb box = { vec3_zero(), vec3(1, 1, 1) };
	// all 125 points of a grid around and in the cube: every region of it
	for (int i = 0; i < 125; i++) {
		int level = i / 25;
		int row = i / 5 % 5;
		Vec3 p = vec3((Real)(i % 5), (Real)row, (Real)level);
		p = vec3_sub(vec3_scale(p, (Real)0.75), vec3_splat(1));
		PolyhedronPoint result = mk_closest_on_polyhedron(&cube, p);
		check_vec3(result.point, closest_on_aabb(box, p), tolerance);
		assert_int_equal(result.is_inside, aabb_contains_point(box, p));
		if (!result.is_inside) {
			check_near(plane_distance(cube_planes[result.face], result.point), 0, tolerance);
		}
	}
}

static void point_of_the_surface_is_inside(void **state) {
	(void)state;
	PolyhedronPoint result = mk_closest_on_polyhedron(&cube, vec3(1, (Real)0.5, (Real)0.5));
	assert_true(result.is_inside);
	check_vec3(result.point, vec3(1, (Real)0.5, (Real)0.5), 0);
}

static void polyhedron_without_faces_and_nan(void **state) {
	(void)state;
	ConvexFaces none = { .count = 0 };
	assert_true(mk_closest_on_polyhedron(&none, vec3(1, 2, 3)).is_inside);
	PolyhedronPoint bad = mk_closest_on_polyhedron(&cube, vec3((Real)NAN, 5, 5));
	assert_true(bad.face < 6);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(square_in_a_plane),
		cmocka_unit_test(oblique_polygon_is_measured_in_space),
		cmocka_unit_test(concave_polygon_has_a_notch),
		cmocka_unit_test(repeated_and_collinear_corners_do_no_harm),
		cmocka_unit_test(polygon_of_few_corners),
		cmocka_unit_test(cube_has_the_nearest_points_of_a_box),
		cmocka_unit_test(point_of_the_surface_is_inside),
		cmocka_unit_test(polyhedron_without_faces_and_nan),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
