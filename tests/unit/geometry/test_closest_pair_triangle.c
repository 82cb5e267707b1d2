// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Nearest points of a segment and a triangle, and of two triangles; crossing and coplanar ones.
#include "geometry/closest_pair_triangle.h"

#include "support/check.h"

static const Real tolerance = 32 * MK_EPSILON;
static const Triangle base = { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 } };

static void segment_above_the_face(void **state) {
	(void)state;
	Segment s = { vec3(1, 1, 2), vec3(1, 1, 5) };
	ClosestPair pair = mk_closest_segment_triangle(s, base);
	check_vec3(pair.point_a, vec3(1, 1, 2), tolerance);
	check_vec3(pair.point_b, vec3(1, 1, 0), tolerance);
	check_near(pair.distance_squared, 4, tolerance);
	// the other end first
	s = (Segment){ s.end, s.start };
	check_near(mk_closest_segment_triangle(s, base).distance_squared, 4, tolerance);
}

static void segment_parallel_to_the_face(void **state) {
	(void)state;
	Segment s = { vec3(-1, 1, 3), vec3(5, 1, 3) };
	ClosestPair pair = mk_closest_segment_triangle(s, base);
	check_near(pair.distance_squared, 9, 4 * tolerance);
	check_vec3(vec3_sub(pair.point_a, pair.point_b), vec3(0, 0, 3), tolerance);
}

static void segment_through_the_face_has_distance_zero(void **state) {
	(void)state;
	// the least over pairs of features is 1 here
	Segment s = { vec3(1, 1, -1), vec3(1, 1, 1) };
	ClosestPair pair = mk_closest_segment_triangle(s, base);
	check_near(pair.distance_squared, 0, 0);
	check_vec3(pair.point_a, vec3(1, 1, 0), tolerance);
	check_vec3(pair.point_b, vec3(1, 1, 0), tolerance);
}

static void segment_beside_sides_and_corners(void **state) {
	(void)state;
	ClosestPair pair = mk_closest_segment_triangle((Segment){ vec3(5, 5, 1), vec3(6, 6, 4) }, base);
	check_vec3(pair.point_a, vec3(5, 5, 1), tolerance);
	check_vec3(pair.point_b, vec3(2, 2, 0), tolerance);
	check_near(pair.distance_squared, 19, 16 * tolerance);
	pair = mk_closest_segment_triangle((Segment){ vec3(2, -2, 1), vec3(2, -2, -1) }, base);
	check_vec3(pair.point_a, vec3(2, -2, 0), tolerance);
	check_vec3(pair.point_b, vec3(2, 0, 0), tolerance);
	check_near(pair.distance_squared, 4, 4 * tolerance);
}

static void segment_in_the_plane(void **state) {
	(void)state;
	ClosestPair pair = mk_closest_segment_triangle(
			(Segment){ vec3(-1, -1, 0), vec3(5, 1, 0) }, base);
	check_near(pair.distance_squared, 0, tolerance * tolerance);
	// inside: no side is crossed
	pair = mk_closest_segment_triangle((Segment){ vec3(1, 1, 0), vec3((Real)1.5, 1, 0) }, base);
	check_near(pair.distance_squared, 0, tolerance * tolerance);
	// outside
	pair = mk_closest_segment_triangle((Segment){ vec3(1, -3, 0), vec3(2, -1, 0) }, base);
	check_near(pair.distance_squared, 1, tolerance);
	check_vec3(pair.point_b, vec3(2, 0, 0), tolerance);
}

static void segment_that_touches_a_corner_or_the_face(void **state) {
	(void)state;
	ClosestPair pair = mk_closest_segment_triangle((Segment){ vec3(4, 0, 0), vec3(5, 0, 5) }, base);
	check_near(pair.distance_squared, 0, 0);
	pair = mk_closest_segment_triangle((Segment){ vec3(3, 2, 7), vec3(1, 1, 0) }, base);
	check_near(pair.distance_squared, 0, 0);
	check_vec3(pair.point_a, vec3(1, 1, 0), tolerance);
}

static void triangle_without_area_against_a_segment(void **state) {
	(void)state;
	Triangle line = { vec3_zero(), vec3(1, 0, 0), vec3(4, 0, 0) };
	Segment s = { vec3(3, 2, -1), vec3(3, 2, 1) };
	ClosestPair pair = mk_closest_segment_triangle(s, line);
	check_vec3(pair.point_b, vec3(3, 0, 0), tolerance);
	check_near(pair.distance_squared, 4, 4 * tolerance);
	Triangle point = { vec3(1, 1, 1), vec3(1, 1, 1), vec3(1, 1, 1) };
	Segment dot = { vec3(1, 4, 5), vec3(1, 4, 5) };
	check_near(mk_closest_segment_triangle(dot, point).distance_squared, 25, 0);
}

static void triangles_with_a_corner_above_the_face(void **state) {
	(void)state;
	Triangle other = { vec3(1, 1, 3), vec3(5, 1, 7), vec3(1, 5, 7) };
	ClosestPair pair = mk_closest_triangles(base, other);
	check_vec3(pair.point_a, vec3(1, 1, 0), tolerance);
	check_vec3(pair.point_b, vec3(1, 1, 3), tolerance);
	check_near(pair.distance_squared, 9, 4 * tolerance);
	pair = mk_closest_triangles(other, base);
	check_vec3(pair.point_a, vec3(1, 1, 3), tolerance);
	check_vec3(pair.point_b, vec3(1, 1, 0), tolerance);
}

static void triangles_with_two_edges_facing(void **state) {
	(void)state;
	Triangle other = { vec3(1, -2, -1), vec3(1, -2, 1), vec3(1, -5, 0) };
	ClosestPair pair = mk_closest_triangles(base, other);
	check_vec3(pair.point_a, vec3(1, 0, 0), tolerance);
	check_vec3(pair.point_b, vec3(1, -2, 0), tolerance);
	check_near(pair.distance_squared, 4, 4 * tolerance);
}

static void triangles_that_cross_have_distance_zero(void **state) {
	(void)state;
	// 15 pairs of features are all at least 1 apart
	Triangle other = { vec3(1, 1, -1), vec3(1, 1, 2), vec3((Real)1.5, (Real)1.5, 2) };
	ClosestPair pair = mk_closest_triangles(base, other);
	check_near(pair.distance_squared, 0, 0);
	check_near(pair.point_a.z, 0, tolerance);
	check_near(mk_closest_triangles(other, base).distance_squared, 0, 0);
	// each pierces the other with one edge
	Triangle hooked = { vec3(1, 1, -1), vec3(1, 1, 1), vec3(9, 9, 0) };
	check_near(mk_closest_triangles(base, hooked).distance_squared, 0, 0);
}

static void coplanar_triangles(void **state) {
	(void)state;
	Triangle big = { vec3_zero(), vec3(9, 0, 0), vec3(0, 9, 0) };
	Triangle inner = { vec3(1, 1, 0), vec3(2, 1, 0), vec3(1, 2, 0) };
	check_near(mk_closest_triangles(big, inner).distance_squared, 0, tolerance * tolerance);
	check_near(mk_closest_triangles(inner, big).distance_squared, 0, tolerance * tolerance);
	Triangle crossing = { vec3(-1, 1, 0), vec3(2, 1, 0), vec3(-1, 2, 0) };
	check_near(mk_closest_triangles(big, crossing).distance_squared, 0, tolerance * tolerance);
	Triangle apart = { vec3(-2, 1, 0), vec3(-5, 0, 0), vec3(-5, 2, 0) };
	check_near(mk_closest_triangles(big, apart).distance_squared, 4, 4 * tolerance);
}

static void parallel_triangles_face_to_face(void **state) {
	(void)state;
	Triangle above = { vec3(1, 1, 2), vec3(8, 1, 2), vec3(1, 8, 2) };
	check_near(mk_closest_triangles(base, above).distance_squared, 4, 4 * tolerance);
	// the small one wholly above the inside of the other
	Triangle small = { vec3(1, 1, 2), vec3(2, 1, 2), vec3(1, 2, 2) };
	check_near(mk_closest_triangles(base, small).distance_squared, 4, 4 * tolerance);
	check_near(mk_closest_triangles(small, base).distance_squared, 4, 4 * tolerance);
}

static void triangles_that_touch(void **state) {
	(void)state;
	Triangle at_corner = { vec3_zero(), vec3(-1, 0, 1), vec3(0, -1, 1) };
	check_near(mk_closest_triangles(base, at_corner).distance_squared, 0, 0);
	Triangle on_face = { vec3(1, 1, 0), vec3(1, 1, 2), vec3(2, 1, 2) };
	check_near(mk_closest_triangles(base, on_face).distance_squared, 0, 0);
	Triangle at_edge = { vec3_zero(), vec3(4, 0, 0), vec3(0, 0, 4) };
	check_near(mk_closest_triangles(base, at_edge).distance_squared, 0, 0);
}

static void triangles_without_area(void **state) {
	(void)state;
	Triangle line = { vec3(1, 1, 2), vec3(1, 1, 3), vec3(1, 1, 5) };
	check_near(mk_closest_triangles(base, line).distance_squared, 4, 4 * tolerance);
	Triangle through = { vec3(1, 1, -2), vec3(1, 1, 3), vec3(1, 1, 5) };
	check_near(mk_closest_triangles(base, through).distance_squared, 0, tolerance * tolerance);
	Triangle point = { vec3(1, 1, 2), vec3(1, 1, 2), vec3(1, 1, 2) };
	check_near(mk_closest_triangles(base, point).distance_squared, 4, 4 * tolerance);
	check_near(mk_closest_triangles(point, point).distance_squared, 0, 0);
}

static void nan_gives_no_crossing(void **state) {
	(void)state;
	Triangle bad = { vec3((Real)NAN, 1, -1), vec3(1, 1, 2), vec3(2, 2, 2) };
	ClosestPair pair = mk_closest_triangles(base, bad);
	assert_false(pair.distance_squared == 0);
	Segment broken = { vec3(1, 1, (Real)NAN), vec3(1, 1, 1) };
	pair = mk_closest_segment_triangle(broken, base);
	assert_false(pair.distance_squared == 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(segment_above_the_face),
		cmocka_unit_test(segment_parallel_to_the_face),
		cmocka_unit_test(segment_through_the_face_has_distance_zero),
		cmocka_unit_test(segment_beside_sides_and_corners),
		cmocka_unit_test(segment_in_the_plane),
		cmocka_unit_test(segment_that_touches_a_corner_or_the_face),
		cmocka_unit_test(triangle_without_area_against_a_segment),
		cmocka_unit_test(triangles_with_a_corner_above_the_face),
		cmocka_unit_test(triangles_with_two_edges_facing),
		cmocka_unit_test(triangles_that_cross_have_distance_zero),
		cmocka_unit_test(coplanar_triangles),
		cmocka_unit_test(parallel_triangles_face_to_face),
		cmocka_unit_test(triangles_that_touch),
		cmocka_unit_test(triangles_without_area),
		cmocka_unit_test(nan_gives_no_crossing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
