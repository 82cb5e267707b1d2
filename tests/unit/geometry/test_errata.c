// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Mistakes that printed descriptions of the primitive tests have, and that nothing here may repeat.
// Most of them have a test beside the function they are about; here are those that belong to no
// single function, and the places of answers that other tests know by their time only.
#include "geometry/closest_pair.h"
#include "geometry/moving_sphere.h"
#include "geometry/orientation.h"
#include "geometry/ray.h"
#include "geometry/triangle_triangle.h"

#include "support/check.h"

// Misprints that no code can have, and why:
// - the second parameter of a triangle's side under the name of the first: weights are an array
//   here, one for each corner (all_seven_regions in test_closest_triangle.c);
// - an axis of two edges called one of face and edge, and an exponent lost from 2 F + E^2: kinds of
//   axes are an enumeration and their number is counted (test_sat.c);
// - an empty step in the list of sphere and polygon, text between two halves of a listing,
//   exclusive or set as a wedge, a foreign letter in a formula: there is nothing to compute. What
//   that text says, triangles without area and edges along the axes, is tested in
//   test_overlap_box_flat.c.

typedef struct AreaCase {
	GridPoint a, b, c, d;
} AreaCase;

static double area(GridPoint a, GridPoint b, GridPoint c) {
	Vec2 p = { (Real)a.x, (Real)a.y };
	Vec2 q = { (Real)b.x, (Real)b.y };
	return mk_orientation_2d(p, q, (Vec2){ (Real)c.x, (Real)c.y });
}

// Printed twice, once computed and once by this identity: both are the same number.
static void fourth_area_follows_from_three(void **state) {
	(void)state;
	const AreaCase cases[] = {
		// -16, 16, -16, 16
		{ { 0, 0 }, { 4, 4 }, { 0, 4 }, { 4, 0 } },
		// 12, -4, 4, -12
		{ { 0, 0 }, { 4, 0 }, { 1, -1 }, { 1, 3 } },
		{ { -7, 3 }, { 5, 11 }, { 2, -9 }, { 13, 1 } },
		{ { 0, 0 }, { 4, 0 }, { 2, 0 }, { 6, 0 } },
	};
	const double known[2][4] = { { -16, 16, -16, 16 }, { 12, -4, 4, -12 } };
	for (int i = 0; i < 4; i++) {
		AreaCase k = cases[i];
		double a1 = area(k.a, k.b, k.d);
		double a2 = area(k.a, k.b, k.c);
		double a3 = area(k.c, k.d, k.a);
		double a4 = area(k.c, k.d, k.b);
		check_near(a4, a3 + a2 - a1, 0);
		if (i >= 2) continue;
		check_near(a1, known[i][0], 0);
		check_near(a2, known[i][1], 0);
		check_near(a3, known[i][2], 0);
		check_near(a4, known[i][3], 0);
	}
}

// a e - b^2 is a e sin^2 of the angle; with a plus sign the lines would be nearest elsewhere. At 60
// degrees, directions of lengths 2 and 3: a = 4, e = 9, b = 3, D = 27 and not 45.
static void lines_at_sixty_degrees_are_nearest_at_their_feet(void **state) {
	(void)state;
	Real height = real_sqrt(3) / 2;
	Ray a = { vec3(-2, 0, 0), vec3(2, 0, 0) };
	Ray b = { vec3((Real)-1.5, -3 * height, 5), vec3((Real)1.5, 3 * height, 0) };
	SegmentPair pair = mk_closest_lines(a, b);
	check_near(pair.s, 1, 16 * MK_EPSILON);
	check_near(pair.t, 1, 16 * MK_EPSILON);
	check_near(pair.distance_squared, 25, 64 * MK_EPSILON);
}

// Past the ball of the corner, yet not past its edges: the answer is on the edge along x. Centre at
// y = 1 + sqrt(1 - 0.9^2) when it touches, so t = (1.8 - 0.43588989435) / 3.
static void sphere_past_a_corner_stops_at_the_edge(void **state) {
	(void)state;
	Aabb box = { vec3_splat(-1), vec3_splat(1) };
	Sphere ball = { vec3(-8, (Real)2.8, (Real)1.9), 1 };
	Vec3 motion = vec3(18, -3, 0);
	MovingHit hit = mk_moving_sphere_hit_aabb(ball, motion, box);
	assert_true(hit.hit && !hit.started_overlapping);
	double rise = sqrt(1 - 0.9 * 0.9);
	// sqrt takes away half of the digits of 1.9 - 1
	double tolerance = pick_tolerance(1e-6, 1e-14);
	check_near(hit.time, (1.8 - rise) / 3, tolerance);
	Vec3 center = vec3_add_scaled(ball.center, motion, hit.time);
	check_vec3(
			center, vec3((Real)0.1846606339, (Real)1.4358898944, (Real)1.9), 20 * tolerance + 1e-9);
	check_vec3(hit.normal, vec3(0, (Real)rise, (Real)0.9), 20 * tolerance);
}

// The line that one triangle leaves in the plane of the other has to be compared with that other
// one: in the triangle it was cut from it always lies.
static void cut_of_a_triangle_is_compared_with_the_other_one(void **state) {
	(void)state;
	Triangle flat = { vec3_zero(), vec3(1, 0, 0), vec3(0, 1, 0) };
	Real past = (Real)1.1;
	Triangle upright = { vec3(past, past, -1), vec3(past, past, 1), vec3(3, 3, 0) };
	assert_int_equal(mk_triangles_meet(flat, upright).meeting, TRIANGLES_APART);
	assert_int_equal(mk_triangles_meet(upright, flat).meeting, TRIANGLES_APART);
	const Real in = (Real)0.25;
	upright = (Triangle){ vec3(in, in, -1), vec3(in, in, 1), vec3(3, 3, 0) };
	assert_int_equal(mk_triangles_meet(flat, upright).meeting, TRIANGLES_CROSS);
	assert_int_equal(mk_triangles_meet(upright, flat).meeting, TRIANGLES_CROSS);
}

// Edges are rays of any length; a routine that takes them for unit ones and then asks for t <= 1
// misses the far parts of long edges and hits beyond the ends of short ones.
static void edges_of_any_length_meet_a_sphere_within_their_ends(void **state) {
	(void)state;
	Sphere ball = { vec3(9, 0, 0), 1 };
	RayRange whole = ray_range_segment();
	Ray longer = { vec3_zero(), vec3(10, 0, 0) };
	check_near(mk_ray_hit_sphere(longer, whole, ball).t, 0.8, 2 * MK_EPSILON);
	Ray shorter = { vec3((Real)7.5, 0, 0), vec3((Real)0.25, 0, 0) };
	assert_false(mk_ray_hit_sphere(shorter, whole, ball).hit);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fourth_area_follows_from_three),
		cmocka_unit_test(lines_at_sixty_degrees_are_nearest_at_their_feet),
		cmocka_unit_test(sphere_past_a_corner_stops_at_the_edge),
		cmocka_unit_test(cut_of_a_triangle_is_compared_with_the_other_one),
		cmocka_unit_test(edges_of_any_length_meet_a_sphere_within_their_ends),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
