// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The hull builder: bodies whose hull is known, and all the ways in which points can be degenerate.
#include "geometry/hull_build.h"

#include "base/alloc.h"
#include "math/quat.h"
#include "support/budget.h"
#include "support/hull.h"

#include <stdlib.h>

static void cube_has_six_quads(void **state) {
	(void)state;
	Vec3 corners[8];
	for (uint32_t i = 0; i < 8; i++)
		corners[i] = cube_corner(i);
	// the order 000, 001, ... 111 loses the corner 011 when the first point off the plane of the
	// first triangle is not taken out of turn: 10 triangles, volume 5/6
	Hull hull = build_hull(corners, 8);
	check_hull(&hull, corners, 8);
	assert_int_equal(hull.dimension, HULL_SOLID);
	assert_int_equal(hull.vertex_count, 8);
	assert_int_equal(hull.half_edge_count, 24);
	assert_int_equal(hull.face_count, 6);
	assert_int_equal(hull_triangle_count(&hull), 12);
	check_near(hull_volume(&hull), 1, 0);
	check_near(hull.error, 0, 0);
	check_vec3(hull.center, vec3_splat((Real)0.5), 0);
	for (uint32_t i = 0; i < 6; i++) {
		assert_int_equal(hull.faces[i].edge_count, 4);
		// each normal is an axis, each offset 0 or 1 along it
		Vec3 size = vec3_abs(hull.planes[i].normal);
		check_near(size.x + size.y + size.z, 1, 0);
		Vec3 normal = hull.planes[i].normal;
		check_near(hull.planes[i].offset, normal.x + normal.y + normal.z > 0 ? 1 : 0, 0);
	}
	mk_hull_free(&hull);
}

static void neighbours_of_cube_corners_differ_in_one_coordinate(void **state) {
	(void)state;
	Vec3 corners[8];
	for (uint32_t i = 0; i < 8; i++)
		corners[i] = cube_corner(i);
	Hull hull = build_hull(corners, 8);
	for (uint32_t i = 0; i < 8; i++) {
		uint32_t start = hull.neighbour_starts[i];
		assert_int_equal(hull.neighbour_starts[i + 1] - start, 3);
		for (uint32_t k = start; k < start + 3; k++) {
			uint32_t bits = i ^ hull.neighbours[k];
			assert_true(bits == 1 || bits == 2 || bits == 4);
		}
	}
	mk_hull_free(&hull);
}

static void octahedron_has_eight_triangles_and_four_neighbours_each(void **state) {
	(void)state;
	const Vec3 corners[6] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 },
		{ 0, 0, -1 } };
	Hull hull = build_hull(corners, 6);
	check_hull(&hull, corners, 6);
	assert_int_equal(hull.face_count, 8);
	check_near(hull_volume(&hull), 4.0 / 3, 1e-15);
	for (uint32_t i = 0; i < 6; i++) {
		// all but itself and the opposite corner
		assert_int_equal(hull.neighbour_starts[i + 1] - hull.neighbour_starts[i], 4);
		for (uint32_t k = hull.neighbour_starts[i]; k < hull.neighbour_starts[i + 1]; k++)
			assert_true(hull.neighbours[k] / 2 != i / 2);
	}
	mk_hull_free(&hull);
}

static void no_points_and_bad_numbers_are_refused(void **state) {
	(void)state;
	Vec3 points[5] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 1, 1 } };
	Hull none = build_hull(points, 0);
	assert_int_equal(none.status, HULL_NO_POINTS);
	const Real bad[3] = { (Real)NAN, MK_INFINITY, -MK_INFINITY };
	for (int i = 0; i < 15; i++) {
		Vec3 good = points[i % 5];
		if (i / 5 == 0) points[i % 5].x = bad[i % 3];
		if (i / 5 == 1) points[i % 5].y = bad[i % 3];
		if (i / 5 == 2) points[i % 5].z = bad[i % 3];
		Hull hull = build_hull(points, 5);
		assert_int_equal(hull.status, HULL_NOT_FINITE);
		assert_int_equal(hull.vertex_count, 0);
		assert_null(hull.block);
		mk_hull_free(&hull);
		points[i % 5] = good;
	}
}

static void equal_points_are_a_point(void **state) {
	(void)state;
	Vec3 points[5];
	for (uint32_t i = 0; i < 5; i++)
		points[i] = vec3(3, -2, 7);
	for (uint32_t count = 1; count <= 5; count++) {
		Hull hull = build_hull(points, count);
		check_hull(&hull, points, count);
		assert_int_equal(hull.dimension, HULL_POINT);
		assert_int_equal(hull.sources[0], 0);
		check_vec3(hull.center, points[0], 0);
		assert_int_equal(hull_support(&hull, vec3(1, 2, 3), 0), 0);
		mk_hull_free(&hull);
	}
}

static void collinear_points_are_a_segment(void **state) {
	(void)state;
	// on the line (1,2,3) + t (1,-1,2), the ends at t = -3 and t = 4, both twice
	const Real parameters[7] = { 0, 1, 4, -3, 4, -3, (Real)0.5 };
	Vec3 points[7];
	for (uint32_t i = 0; i < 7; i++)
		points[i] = vec3_add_scaled(vec3(1, 2, 3), vec3(1, -1, 2), parameters[i]);
	Hull hull = build_hull(points, 7);
	check_hull(&hull, points, 7);
	assert_int_equal(hull.dimension, HULL_SEGMENT);
	assert_int_equal(hull.sources[0], 2);
	assert_int_equal(hull.sources[1], 3);
	assert_int_equal(hull.neighbours[0], 1);
	assert_int_equal(hull.neighbours[1], 0);
	assert_int_equal(hull_support(&hull, vec3(0, 0, -1), 0), 1);
	check_near(hull.error, 0, 0);
	mk_hull_free(&hull);
}

static void coplanar_points_are_a_polygon_in_order(void **state) {
	(void)state;
	// a square of side 2 in the plane x + y + z = 3 would not be exact; z = 1 - x is, with inner
	// points and points on its sides
	const Vec3 points[9] = { { 0, 1, 1 }, { 0, 0, 1 }, { 1, 1, 0 }, { 1, 2, 0 }, { 2, 0, -1 },
		{ 2, 2, -1 }, { 0, 2, 1 }, { 2, 1, -1 }, { 2, 2, -1 } };
	Hull hull = build_hull(points, 9);
	check_hull(&hull, points, 9);
	assert_int_equal(hull.dimension, HULL_POLYGON);
	assert_int_equal(hull.vertex_count, 4);
	assert_int_equal(hull.face_count, 2);
	assert_int_equal(hull.half_edge_count, 8);
	// corners are the input points 1, 4, 5, 6 in ascending order, of equal ones the first
	const uint32_t sources[4] = { 1, 4, 5, 6 };
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(hull.sources[i], sources[i]);
	// each side has length 2 or 2 sqrt(2); diagonals would be sqrt(12)
	for (uint32_t i = 0; i < 4; i++) {
		Vec3 a = hull.vertices[hull_face_vertex(&hull, 0, i)];
		Vec3 b = hull.vertices[hull_face_vertex(&hull, 0, (i + 1) % 4)];
		Real length2 = vec3_distance_squared(a, b);
		assert_true(length2 == 4 || length2 == 8);
	}
	Real half = real_sqrt((Real)0.5);
	check_vec3(vec3_abs(hull.planes[0].normal), vec3(half, 0, half), MK_EPSILON);
	check_vec3(hull.planes[1].normal, vec3_negate(hull.planes[0].normal), 0);
	mk_hull_free(&hull);
}

static void three_points_are_a_two_sided_triangle(void **state) {
	(void)state;
	const Vec3 points[3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } };
	Hull hull = build_hull(points, 3);
	check_hull(&hull, points, 3);
	assert_int_equal(hull.dimension, HULL_POLYGON);
	assert_int_equal(hull.vertex_count, 3);
	assert_int_equal(hull.face_count, 2);
	mk_hull_free(&hull);
}

static void of_equal_points_the_first_becomes_the_vertex(void **state) {
	(void)state;
	Vec3 points[24];
	for (uint32_t i = 0; i < 24; i++)
		points[i] = cube_corner(i % 8);
	Hull hull = build_hull(points, 24);
	check_hull(&hull, points, 24);
	assert_int_equal(hull.vertex_count, 8);
	for (uint32_t i = 0; i < 8; i++)
		assert_int_equal(hull.sources[i], i);
	check_near(hull.error, 0, 0);
	mk_hull_free(&hull);
}

#define GRID_SIDE  6
#define GRID_COUNT (GRID_SIDE * GRID_SIDE * GRID_SIDE)

static void fill_grid(Vec3 points[GRID_COUNT], Quat turn, Real size, Vec3 shift) {
	for (uint32_t i = 0; i < GRID_COUNT; i++) {
		uint32_t row = i / GRID_SIDE % GRID_SIDE;
		uint32_t layer = i / GRID_SIDE / GRID_SIDE;
		Vec3 p = vec3((Real)(i % GRID_SIDE), (Real)row, (Real)layer);
		p = vec3_scale(vec3_sub(p, vec3_splat((GRID_SIDE - 1) / (Real)2)), size);
		points[i] = vec3_add(quat_rotate(turn, p), shift);
	}
}

static void check_is_box(const Hull *hull, double volume, double accuracy) {
	assert_int_equal(hull->vertex_count, 8);
	assert_int_equal(hull->face_count, 6);
	assert_int_equal(hull->half_edge_count, 24);
	check_near(hull_volume(hull) / volume, 1, accuracy);
}

static void a_grid_of_points_is_a_box(void **state) {
	(void)state;
	Vec3 points[GRID_COUNT];
	fill_grid(points, quat_identity(), 1, vec3_zero());
	Hull hull = build_hull(points, GRID_COUNT);
	check_hull(&hull, points, GRID_COUNT);
	check_is_box(&hull, 125, 0);
	mk_hull_free(&hull);
}

// rounding puts every point of a turned grid a little off the planes and lines it should be on
static void a_turned_grid_is_a_box_at_every_size(void **state) {
	(void)state;
	Vec3 points[GRID_COUNT];
	Quat turn = quat_normalize((Quat){ (Real)0.1, (Real)0.2, (Real)0.3, (Real)0.9 });
	const Real sizes[9] = { (Real)1e-4, (Real)1e-3, (Real)1e-2, (Real)0.1, 1, 10, 100, 1000,
		10000 };
	for (int i = 0; i < 9; i++) {
		Real size = sizes[i];
		fill_grid(points, turn, size, vec3_zero());
		Hull hull = build_hull(points, GRID_COUNT);
		check_hull(&hull, points, GRID_COUNT);
		check_is_box(&hull, 125 * pow((double)size, 3), 32 * (double)MK_EPSILON);
		// the extent is below 5 sqrt(3) sizes; see MK_HULL_TOLERANCE
		double expected = pick_tolerance(MK_HULL_TOLERANCE * 3 * (double)MK_EPSILON / 2, 8e-14);
		assert_true((double)hull.tolerance < expected * 8.7 * (double)size);
		mk_hull_free(&hull);
	}
}

static void a_turned_grid_is_a_box_far_from_the_origin(void **state) {
	(void)state;
	Vec3 points[GRID_COUNT];
	Quat turn = quat_normalize((Quat){ (Real)0.3, (Real)-0.2, (Real)0.1, (Real)0.7 });
	fill_grid(points, turn, 1, vec3(10000, -10000, 10000));
	Hull hull = build_hull(points, GRID_COUNT);
	check_hull(&hull, points, GRID_COUNT);
	// coordinates are rounded to 2^-10 m in single precision, over an extent of 5 m
	check_is_box(&hull, 125, pick_tolerance(3 * 0x1p-10 / 5 * 2, 3 * 0x1p-39 / 5 * 2));
	mk_hull_free(&hull);
}

static void subnormal_and_huge_points_have_hulls(void **state) {
	(void)state;
	const Real sizes[4] = { MK_REAL_MIN * MK_EPSILON * 64, MK_REAL_MIN, (Real)1e30,
		MK_REAL_MAX / 2 };
	for (int k = 0; k < 4; k++) {
		Vec3 corners[8];
		for (uint32_t i = 0; i < 8; i++)
			corners[i] = vec3_scale(vec3_sub(cube_corner(i), vec3_splat((Real)0.5)), sizes[k]);
		Hull hull = build_hull(corners, 8);
		assert_int_equal(hull.vertex_count, 8);
		assert_int_equal(hull.face_count, 6);
		for (uint32_t i = 0; i < 6; i++) {
			check_near(hull.planes[i].offset / sizes[k], 0.5, 0);
			assert_true(vec3_is_unit(hull.planes[i].normal));
		}
		mk_hull_free(&hull);
	}
}

static void bumps_below_the_tolerance_disappear(void **state) {
	(void)state;
	Vec3 points[9];
	for (uint32_t i = 0; i < 8; i++)
		points[i] = cube_corner(i);
	points[8] = vec3((Real)0.5, (Real)0.5, (Real)1.001);
	Hull sharp = build_hull(points, 9);
	assert_int_equal(sharp.vertex_count, 9);
	assert_int_equal(sharp.face_count, 9);
	mk_hull_free(&sharp);
	HullInput input = { .points = points, .count = 9, .tolerance = (Real)0.01 };
	Hull smooth = mk_hull_build(&input);
	check_hull(&smooth, points, 9);
	assert_int_equal(smooth.vertex_count, 8);
	assert_int_equal(smooth.face_count, 6);
	check_near(smooth.tolerance, 0.01, 0.01 * 4 * (double)MK_EPSILON);
	// the bump is 1 mm above the top
	check_near(smooth.error, (double)points[8].z - 1, 1e-8);
	assert_true((double)smooth.error >= (double)points[8].z - 1);
	mk_hull_free(&smooth);
}

static void a_negative_or_nan_tolerance_means_the_default(void **state) {
	(void)state;
	Vec3 corners[8];
	for (uint32_t i = 0; i < 8; i++)
		corners[i] = cube_corner(i);
	const Real tolerances[3] = { 0, -1, (Real)NAN };
	for (int i = 0; i < 3; i++) {
		HullInput input = { .points = corners, .count = 8, .tolerance = tolerances[i] };
		Hull hull = mk_hull_build(&input);
		check_near(hull.tolerance, MK_HULL_TOLERANCE * 3 * (double)MK_EPSILON,
				pick_tolerance(1e-12, 1e-13));
		mk_hull_free(&hull);
	}
}

static void the_limit_keeps_what_sticks_out_most(void **state) {
	(void)state;
	// an octahedron of radius 2 with the corners of a small cube 0.9 inside its faces' bulges
	Vec3 points[14] = { { 2, 0, 0 }, { -2, 0, 0 }, { 0, 2, 0 }, { 0, -2, 0 }, { 0, 0, 2 },
		{ 0, 0, -2 } };
	for (uint32_t i = 0; i < 8; i++) {
		Vec3 corner = vec3_sub(cube_corner(i), vec3_splat((Real)0.5));
		points[6 + i] = vec3_scale(corner, (Real)1.5);
	}
	HullInput input = { .points = points, .count = 14, .max_vertices = 6 };
	Hull hull = mk_hull_build(&input);
	check_hull(&hull, points, 14);
	assert_int_equal(hull.vertex_count, 6);
	assert_int_equal(hull.face_count, 8);
	for (uint32_t i = 0; i < 6; i++)
		assert_int_equal(hull.sources[i], i);
	// (0.75, 0.75, 0.75) is (2.25 - 2) / sqrt(3) above the face x + y + z = 2
	check_near(hull.error, 0.25 / sqrt(3.0), pick_tolerance(1e-7, 1e-13));
	assert_true((double)hull.error >= 0.25 / sqrt(3.0));
	mk_hull_free(&hull);
}

static void the_limit_holds_for_polygons_and_is_at_least_four(void **state) {
	(void)state;
	Vec3 points[64];
	for (uint32_t i = 0; i < 64; i++) {
		// on the parabola-like closed curve of a lens, all 64 are corners
		Real x = (Real)(i % 32) / 16 - 1;
		points[i] = vec3(x, (i < 32 ? 1 : -1) * (1 - x * x + (Real)0.25), 0);
	}
	for (uint32_t limit = 1; limit < 20; limit++) {
		HullInput input = { .points = points, .count = 64, .max_vertices = limit };
		Hull hull = mk_hull_build(&input);
		check_hull(&hull, points, 64);
		assert_int_equal(hull.dimension, HULL_POLYGON);
		assert_int_equal(hull.vertex_count, limit < 4 ? 4 : limit);
		mk_hull_free(&hull);
	}
}

static void all_memory_is_given_back(void **state) {
	(void)state;
	size_t before = mk_alloc_stats().live_bytes;
	Vec3 points[GRID_COUNT];
	fill_grid(points, quat_normalize((Quat){ 1, 2, 3, 4 }), 1, vec3_zero());
	for (uint32_t count = 0; count <= GRID_COUNT; count++) {
		Hull hull = build_hull(points, count);
		mk_hull_free(&hull);
		mk_hull_free(&hull);
	}
	assert_int_equal(mk_alloc_stats().live_bytes, before);
}

// A wavy torus with 50 000 vertices, that is 100 000 triangles. Time is stated as a count of
// comparisons with planes, because a busy machine has no clock to trust: three million take a tenth
// of a second, sixty for each point. Every point with every face would be five thousand million.
static void a_model_of_100000_triangles_takes_three_million_comparisons_at_most(void **state) {
	(void)state;
	// checks take most of the time in builds that make them
	if (pick_count(false, true)) return;
	const uint32_t around = 500;
	const uint32_t across = 100;
	const uint32_t count = around * across;
	Vec3 *points = malloc(count * sizeof(Vec3));
	for (uint32_t i = 0; i < count; i++) {
		double u = 2 * 3.14159265358979 * (i % around) / around;
		uint32_t ring = i / around;
		double v = 2 * 3.14159265358979 * ring / across;
		double tube = 1 + 0.1 * sin(7 * u) * sin(5 * v);
		double radius = 3 + tube * cos(v);
		points[i] = vec3((Real)(radius * cos(u)), (Real)(radius * sin(u)), (Real)(tube * sin(v)));
	}
	Hull hull = build_hull(points, count);
	assert_int_equal(hull.dimension, HULL_SOLID);
	HullCheck check = mk_hull_validate(&hull, NULL, 0);
	assert_int_equal(check.fault, HULL_VALID);
	assert_in_range(hull.comparisons, count, 3000000);
	mk_hull_free(&hull);
	free(points);
}

// the corners of a triangle soup: each place of a sphere six times
static void six_copies_of_each_point_cost_no_more_than_six_times_as_many(void **state) {
	(void)state;
	// checks take most of the time in builds that make them
	if (pick_count(false, true)) return;
	const uint32_t places = 4608;
	Vec3 *points = malloc(6 * places * sizeof(Vec3));
	for (uint32_t i = 0; i < 6 * places; i++) {
		// a spiral from pole to pole
		double z = (2.0 * (i % places) + 1) / places - 1;
		double radius = sqrt(1 - z * z);
		double angle = 2.399963 * (i % places);
		points[i] = vec3((Real)(radius * cos(angle)), (Real)(radius * sin(angle)), (Real)z);
	}
	Hull once = build_hull(points, places);
	Hull six_times = build_hull(points, 6 * places);
	assert_int_equal(once.vertex_count, six_times.vertex_count);
	// every copy goes down the lists of the faces as its point does, and no other way
	assert_true(six_times.comparisons <= 6 * once.comparisons);
	mk_hull_free(&once);
	mk_hull_free(&six_times);
	free(points);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cube_has_six_quads),
		cmocka_unit_test(neighbours_of_cube_corners_differ_in_one_coordinate),
		cmocka_unit_test(octahedron_has_eight_triangles_and_four_neighbours_each),
		cmocka_unit_test(no_points_and_bad_numbers_are_refused),
		cmocka_unit_test(equal_points_are_a_point),
		cmocka_unit_test(collinear_points_are_a_segment),
		cmocka_unit_test(coplanar_points_are_a_polygon_in_order),
		cmocka_unit_test(three_points_are_a_two_sided_triangle),
		cmocka_unit_test(of_equal_points_the_first_becomes_the_vertex),
		cmocka_unit_test(a_grid_of_points_is_a_box),
		cmocka_unit_test(a_turned_grid_is_a_box_at_every_size),
		cmocka_unit_test(a_turned_grid_is_a_box_far_from_the_origin),
		cmocka_unit_test(subnormal_and_huge_points_have_hulls),
		cmocka_unit_test(bumps_below_the_tolerance_disappear),
		cmocka_unit_test(a_negative_or_nan_tolerance_means_the_default),
		cmocka_unit_test(the_limit_keeps_what_sticks_out_most),
		cmocka_unit_test(the_limit_holds_for_polygons_and_is_at_least_four),
		cmocka_unit_test(all_memory_is_given_back),
		cmocka_unit_test(six_copies_of_each_point_cost_no_more_than_six_times_as_many),
		cmocka_unit_test(a_model_of_100000_triangles_takes_three_million_comparisons_at_most),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
