// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Nearest points of triangles: all seven regions, obtuse corners where the obvious rule is wrong,
// and triangles that are segments or points.
#include "geometry/closest_triangle.h"

#include "support/check.h"

static const Real tolerance = 32 * MK_EPSILON;
static const uint32_t face = CORNER_A | CORNER_B | CORNER_C;

// |result.point - p|^2, and that weights, corners and point agree
static void check_result(Triangle t, SimplexPoint result, Vec3 expected, uint32_t corners) {
	check_vec3(result.point, expected, tolerance);
	assert_int_equal(result.corners, corners);
	const Vec3 v[3] = { t.a, t.b, t.c };
	Vec3 rebuilt = vec3_zero();
	Real sum = 0;
	for (int i = 0; i < 3; i++) {
		assert_int_equal(result.weights[i] > 0, corners >> i & 1);
		rebuilt = vec3_add_scaled(rebuilt, v[i], result.weights[i]);
		sum += result.weights[i];
	}
	check_near(sum, 1, tolerance);
	check_vec3(rebuilt, expected, tolerance);
	check_near(result.weights[3], 0, 0);
}

typedef struct RegionCase {
	Vec3 p;
	uint32_t corners;
	Vec3 expected;
	Real distance_squared;
} RegionCase;

static void all_seven_regions(void **state) {
	(void)state;
	Triangle t = { vec3_zero(), vec3(4, 0, 0), vec3(0, 3, 0) };
	const RegionCase cases[] = {
		{ { -1, -1, 5 }, CORNER_A, { 0, 0, 0 }, 27 },
		{ { 6, -1, 2 }, CORNER_B, { 4, 0, 0 }, 9 },
		{ { -1, 5, 1 }, CORNER_C, { 0, 3, 0 }, 6 },
		{ { 1, -2, 3 }, CORNER_A | CORNER_B, { 1, 0, 0 }, 13 },
		{ { -2, 1, 3 }, CORNER_A | CORNER_C, { 0, 1, 0 }, 13 },
		{ { 4, 3, 1 }, CORNER_B | CORNER_C, { (Real)2.56, (Real)1.08, 0 }, (Real)6.76 },
		{ { 1, 1, 9 }, CORNER_A | CORNER_B | CORNER_C, { 1, 1, 0 }, 81 },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		SimplexPoint result = mk_closest_on_triangle(t, cases[i].p);
		check_result(t, result, cases[i].expected, cases[i].corners);
		check_near(vec3_distance_squared(cases[i].p, result.point), cases[i].distance_squared,
				64 * MK_EPSILON * cases[i].distance_squared);
	}
}

static void the_winding_does_not_matter(void **state) {
	(void)state;
	Triangle t = { vec3_zero(), vec3(0, 3, 0), vec3(4, 0, 0) };
	check_result(t, mk_closest_on_triangle(t, vec3(1, 1, 9)), vec3(1, 1, 0), face);
	Vec3 on_side = vec3((Real)2.56, (Real)1.08, 0);
	check_result(t, mk_closest_on_triangle(t, vec3(4, 3, 1)), on_side, CORNER_B | CORNER_C);
}

static void obtuse_corner_belongs_to_the_other_side(void **state) {
	(void)state;
	// outside ab and before a along it, yet nearest to the side ca, not to a
	Triangle t = { vec3_zero(), vec3(4, 0, 0), vec3(-3, 1, 0) };
	SimplexPoint result = mk_closest_on_triangle(t, vec3(-2, (Real)-0.5, 0));
	check_result(t, result, vec3((Real)-1.65, (Real)0.55, 0), CORNER_A | CORNER_C);
	check_near(result.weights[2], 0.55, tolerance);
	check_near(vec3_distance(result.point, vec3(-2, (Real)-0.5, 0)), 1.10679718, 1e-6);
}

static void first_matching_side_is_not_the_nearest(void **state) {
	(void)state;
	// the foot is outside two sides; the first one found gives the corner b at distance 0.50990195
	Triangle t = { vec3(-1, (Real)0.5, 0), vec3_zero(), vec3(1, 0, 0) };
	Vec3 p = vec3((Real)-0.5, (Real)-0.1, 0);
	SimplexPoint result = mk_closest_on_triangle(t, p);
	check_result(t, result, vec3((Real)-0.36, (Real)0.18, 0), CORNER_A | CORNER_B);
	check_near(vec3_distance(p, result.point), 0.31304952, pick_tolerance(1e-6, 1e-8));
	p.z = 2;
	result = mk_closest_on_triangle(t, p);
	check_near(vec3_distance(p, result.point), 2.02435175, pick_tolerance(1e-6, 1e-8));
}

static void equal_corners_make_a_segment(void **state) {
	(void)state;
	Vec3 a = vec3_zero();
	Vec3 c = vec3(2, 0, 0);
	Vec3 p = vec3((Real)1.5, 1, 0);
	Vec3 expected = vec3((Real)1.5, 0, 0);
	// a quotient of two zeros in the usual form
	check_vec3(mk_closest_on_triangle((Triangle){ a, a, c }, p).point, expected, tolerance);
	check_vec3(mk_closest_on_triangle((Triangle){ a, c, a }, p).point, expected, tolerance);
	check_vec3(mk_closest_on_triangle((Triangle){ c, a, a }, p).point, expected, tolerance);
	check_vec3(mk_closest_on_triangle((Triangle){ a, c, c }, p).point, expected, tolerance);
	SimplexPoint point = mk_closest_on_triangle((Triangle){ c, c, c }, p);
	check_vec3(point.point, c, 0);
}

static void collinear_corners_make_a_segment(void **state) {
	(void)state;
	const Vec3 v[3] = { { 0, 0, 0 }, { 1, 1, 1 }, { 3, 3, 3 } };
	const int orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 },
		{ 2, 1, 0 } };
	for (int i = 0; i < 6; i++) {
		Triangle t = { v[orders[i][0]], v[orders[i][1]], v[orders[i][2]] };
		Vec3 between = mk_closest_on_triangle(t, vec3(3, 2, 1)).point;
		check_vec3(between, vec3(2, 2, 2), tolerance);
		check_vec3(mk_closest_on_triangle(t, vec3(9, 9, 9)).point, v[2], 0);
		check_vec3(mk_closest_on_triangle(t, vec3(-9, 0, 0)).point, v[0], 0);
	}
}

static void weights_of_a_point_above_and_of_one_outside(void **state) {
	(void)state;
	Triangle t = { vec3_zero(), vec3(4, 0, 0), vec3(0, 2, 0) };
	// in the order a, b, c
	TriangleWeights above = mk_triangle_weights(t, vec3(1, (Real)0.5, 7));
	assert_true(above.is_valid);
	check_vec3(above.weights, vec3((Real)0.5, (Real)0.25, (Real)0.25), tolerance);
	TriangleWeights outside = mk_triangle_weights(t, vec3(3, (Real)1.5, 0));
	assert_true(outside.is_valid);
	check_vec3(outside.weights, vec3((Real)-0.5, (Real)0.75, (Real)0.75), tolerance);
}

static void weights_at_corners_and_on_sides(void **state) {
	(void)state;
	Triangle t = { vec3(1, 1, 1), vec3(5, 1, 1), vec3(1, 3, 4) };
	check_vec3(mk_triangle_weights(t, t.a).weights, vec3(1, 0, 0), tolerance);
	check_vec3(mk_triangle_weights(t, t.b).weights, vec3(0, 1, 0), tolerance);
	check_vec3(mk_triangle_weights(t, t.c).weights, vec3(0, 0, 1), tolerance);
	Vec3 middle = vec3_lerp(t.b, t.c, (Real)0.5);
	check_vec3(mk_triangle_weights(t, middle).weights, vec3(0, (Real)0.5, (Real)0.5), tolerance);
}

static void weights_of_a_triangle_without_a_right_angle(void **state) {
	(void)state;
	Triangle t = { vec3(1, 0, 0), vec3(5, 1, 0), vec3(3, 4, 1) };
	// 0.5 a + 0.2 b + 0.3 c; the normal is (4,1,0) x (2,4,1) = (1,-4,14)
	Vec3 inside = vec3((Real)2.4, (Real)1.4, (Real)0.3);
	Vec3 expected = vec3((Real)0.5, (Real)0.2, (Real)0.3);
	check_vec3(mk_triangle_weights(t, inside).weights, expected, tolerance);
	Vec3 above = vec3_add(inside, vec3((Real)0.1, (Real)-0.4, (Real)1.4));
	check_vec3(mk_triangle_weights(t, above).weights, expected, tolerance);
	SimplexPoint nearest = mk_closest_on_triangle(t, above);
	check_result(t, nearest, inside, face);
	check_vec3(
			vec3(nearest.weights[0], nearest.weights[1], nearest.weights[2]), expected, tolerance);
}

static void triangle_without_area_has_no_weights(void **state) {
	(void)state;
	Triangle line = { vec3(1, 1, 1), vec3(2, 2, 2), vec3(3, 3, 3) };
	assert_false(mk_triangle_weights(line, vec3(2, 2, 2)).is_valid);
	Triangle point = { vec3(1, 1, 1), vec3(1, 1, 1), vec3(1, 1, 1) };
	assert_false(mk_triangle_weights(point, vec3(1, 1, 1)).is_valid);
	Triangle bad = { vec3(1, 1, (Real)NAN), vec3(2, 0, 0), vec3(0, 1, 0) };
	assert_false(mk_triangle_weights(bad, vec3(1, 1, 1)).is_valid);
}

static void nan_and_infinity_give_a_point_of_the_triangle(void **state) {
	(void)state;
	Triangle t = { vec3_zero(), vec3(4, 0, 0), vec3(0, 3, 0) };
	const Vec3 points[] = { { (Real)NAN, 0, 0 }, { 0, (Real)NAN, (Real)NAN }, { MK_INFINITY, 0, 0 },
		{ -MK_INFINITY, MK_INFINITY, 0 } };
	for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++) {
		Vec3 q = mk_closest_on_triangle(t, points[i]).point;
		assert_true(q.x >= 0 && q.y >= 0 && q.z == 0 && 3 * q.x + 4 * q.y <= 12);
	}
}

static void sizes_beyond_squares_still_have_an_answer(void **state) {
	(void)state;
	// areas overflow; the sides still decide
	Real big = pick_tolerance((Real)1e12, (Real)1e90);
	Triangle t = { vec3_zero(), vec3(big, 0, 0), vec3(0, big, 0) };
	Vec3 q = mk_closest_on_triangle(t, vec3(big / 4, -big, 0)).point;
	check_near(q.x / big, 0.25, tolerance);
	check_near(q.y, 0, 0);
	// areas underflow
	Real small = 1 / big;
	Triangle tiny = { vec3_zero(), vec3(small, 0, 0), vec3(0, small, 0) };
	Vec3 near = mk_closest_on_triangle(tiny, vec3(small / 4, small / 4, 0)).point;
	assert_true(vec3_distance(near, vec3(small / 4, small / 4, 0)) <= small / 2);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_seven_regions),
		cmocka_unit_test(the_winding_does_not_matter),
		cmocka_unit_test(obtuse_corner_belongs_to_the_other_side),
		cmocka_unit_test(first_matching_side_is_not_the_nearest),
		cmocka_unit_test(equal_corners_make_a_segment),
		cmocka_unit_test(collinear_corners_make_a_segment),
		cmocka_unit_test(weights_of_a_point_above_and_of_one_outside),
		cmocka_unit_test(weights_at_corners_and_on_sides),
		cmocka_unit_test(weights_of_a_triangle_without_a_right_angle),
		cmocka_unit_test(triangle_without_area_has_no_weights),
		cmocka_unit_test(nan_and_infinity_give_a_point_of_the_triangle),
		cmocka_unit_test(sizes_beyond_squares_still_have_an_answer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
