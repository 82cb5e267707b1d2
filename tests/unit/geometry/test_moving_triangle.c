// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two moving triangles: touches by vertices, by edges alone, in one plane, from the start.
#include "geometry/moving_triangle.h"

#include "support/check.h"

static Vec3 v(double x, double y, double z) { return vec3((Real)x, (Real)y, (Real)z); }

// not late, and early by little; sizes are about 20
static void check_touch(MovingTriangleHit hit, double time, double speed) {
	assert_int_equal(hit.status, MOVING_HIT);
	assert_true(hit.hit.hit && !hit.hit.started_overlapping);
	assert_true((double)hit.hit.time <= time);
	check_near(hit.hit.time, time, 4 * 32e-6 / speed);
}

static const Triangle sail = { { -2, 0, 0 }, { 2, 0, 0 }, { 0, 0, -8 } };

static void vertex_of_a_triangle_meets_a_face(void **state) {
	(void)state;
	Triangle a = { v(0, 5, -2), v(1, 8, -2), v(-1, 8, -2) };
	MovingTriangleHit hit = mk_moving_triangle_hit_triangle(a, v(0, -10, 0), sail);
	check_touch(hit, 0.5, 10);
	assert_int_equal(hit.touch, TRIANGLE_TOUCH_VERTEX_FACE);
	check_vec3(hit.hit.normal, v(0, 1, 0), 1e-5);
	check_vec3(hit.hit.point, v(0, 0, -2), 1e-3);
	// the other way round the normal turns
	hit = mk_moving_triangle_hit_triangle(sail, v(0, 10, 0), a);
	check_touch(hit, 0.5, 10);
	assert_int_equal(hit.touch, TRIANGLE_TOUCH_FACE_VERTEX);
	check_vec3(hit.hit.normal, v(0, -1, 0), 1e-5);
}

// no vertex meets a face, and no vertex even crosses the plane of the other triangle
static void blades_meet_with_their_edges_alone(void **state) {
	(void)state;
	Triangle a = { v(0, 3, -2), v(0, 3, 2), v(0, 7, 0) };
	Triangle b = { v(-2, 0, 0), v(2, 0, 0), v(0, -4, 0) };
	MovingTriangleHit hit = mk_moving_triangle_hit_triangle(a, v(0, -12, 0), b);
	check_touch(hit, 0.25, 12);
	assert_int_equal(hit.touch, TRIANGLE_TOUCH_EDGES);
	check_vec3(hit.hit.normal, v(0, 1, 0), 1e-5);
	check_vec3(hit.hit.point, v(0, 0, 0), 1e-3);
	check_touch(mk_moving_triangle_hit_triangle(b, v(0, 12, 0), a), 0.25, 12);
}

// it stands across the plane of the sail all the time and slides into the edge
static void triangle_across_a_plane_slides_into_an_edge(void **state) {
	(void)state;
	Triangle a = { v(0, -1, 3), v(0, 1, 3), v(0, 0.5, 5) };
	MovingTriangleHit hit = mk_moving_triangle_hit_triangle(a, v(0, 0, -10), sail);
	check_touch(hit, 0.3, 10);
	assert_int_equal(hit.touch, TRIANGLE_TOUCH_EDGES);
	check_vec3(hit.hit.normal, v(0, 0, 1), 1e-5);
}

static void triangles_in_one_plane_meet(void **state) {
	(void)state;
	Triangle a = { v(-1, 0, 5), v(1, 0, 5), v(0, 0, 7) };
	check_touch(mk_moving_triangle_hit_triangle(a, v(0, 0, -10), sail), 0.5, 10);
	assert_int_equal(mk_moving_triangle_hit_triangle(a, v(9, 0, 0), sail).status, MOVING_FREE);
	// flat on each other: parallel planes
	Triangle over = { v(-1, 5, -3), v(1, 5, -3), v(0, 5, -1) };
	MovingTriangleHit hit = mk_moving_triangle_hit_triangle(over, v(0, -10, 0), sail);
	check_touch(hit, 0.5, 10);
	check_vec3(hit.hit.normal, v(0, 1, 0), 1e-5);
}

static void triangles_that_cross_at_the_start_overlap_at_zero(void **state) {
	(void)state;
	// no vertex or edge of the one is on the other
	Triangle a = { v(0, -3, -2), v(1, 3, -2), v(-1, 3, -2) };
	MovingTriangleHit hit = mk_moving_triangle_hit_triangle(a, v(0, 1, 0), sail);
	assert_int_equal(hit.status, MOVING_HIT);
	assert_true(hit.hit.started_overlapping);
	check_near(hit.hit.time, 0, 0);
	check_near(vec3_length(hit.hit.normal), 1, 1e-6);
	// moved by depth along the normal they no longer cross
	assert_true(hit.hit.depth > 0);
}

static void triangles_apart_receding_and_without_motion(void **state) {
	(void)state;
	Triangle a = { v(0, 5, -2), v(1, 8, -2), v(-1, 8, -2) };
	assert_int_equal(mk_moving_triangle_hit_triangle(a, v(0, 0, 0), sail).status, MOVING_FREE);
	assert_int_equal(mk_moving_triangle_hit_triangle(a, v(0, 10, 0), sail).status, MOVING_FREE);
	assert_int_equal(mk_moving_triangle_hit_triangle(a, v(0, -4.9, 0), sail).status, MOVING_FREE);
	assert_int_equal(mk_moving_triangle_hit_triangle(a, v(9, -10, 0), sail).status, MOVING_FREE);
	assert_int_equal(
			mk_moving_triangle_hit_triangle(a, v(0, (double)NAN, 0), sail).status, MOVING_INVALID);
}

// each corner on its own way: the triangle turns about its long side and slaps down on a point
static void turning_triangle_meets_the_tip_of_another(void **state) {
	(void)state;
	MovingTriangleInput input = {
		.a = { { v(-2, 0, 0), v(2, 0, 0), v(0, 4, 0) }, { v(-2, 0, 0), v(2, 0, 0), v(0, 0, 4) } },
		.b = { { v(0, 1, 1), v(1, 2, 9), v(-1, 2, 9) }, { v(0, 1, 1), v(1, 2, 9), v(-1, 2, 9) } },
	};
	// the corner is at (0, 4 - 4t, 4t), the line from 0 to it passes (0, 1, 1) at t = 1/2
	check_touch(mk_moving_triangles_touch(&input), 0.5, 1);
	input.separation = (Real)0.25;
	MovingTriangleHit early = mk_moving_triangles_touch(&input);
	assert_int_equal(early.status, MOVING_HIT);
	// the distance of (1, 1) from the line through 0 and (4 - 4t, 4t) is |4 - 8t| / |(4 - 4t, 4t)|
	double t = (double)early.hit.time;
	double distance = fabs(4 - 8 * t) / hypot(4 - 4 * t, 4 * t);
	check_near(distance, 0.25, 1e-4);
	assert_true(distance >= 0.25);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vertex_of_a_triangle_meets_a_face),
		cmocka_unit_test(blades_meet_with_their_edges_alone),
		cmocka_unit_test(triangle_across_a_plane_slides_into_an_edge),
		cmocka_unit_test(triangles_in_one_plane_meet),
		cmocka_unit_test(triangles_that_cross_at_the_start_overlap_at_zero),
		cmocka_unit_test(triangles_apart_receding_and_without_motion),
		cmocka_unit_test(turning_triangle_meets_the_tip_of_another),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
