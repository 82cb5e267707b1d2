// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Vertex against face and edge against edge under linear motion of the points: touches by hand, the
// cases in which cubic equations fail, and the ends of the search.
#include "geometry/moving_feature.h"

#include "support/check.h"

static Vec3 v(double x, double y, double z) { return vec3((Real)x, (Real)y, (Real)z); }

static MovingPoint rest(Vec3 at) { return (MovingPoint){ at, at }; }
static MovingPoint moved(Vec3 at, Vec3 by) { return (MovingPoint){ at, vec3_add(at, by) }; }

static FeatureInput above_triangle(MovingPoint vertex) {
	return (FeatureInput){
		.points = { vertex, rest(v(0, 0, 0)), rest(v(4, 0, 0)), rest(v(0, 0, 4)) },
		.time_max = 1,
	};
}

// not late, and at most the tolerance early; sizes are about 10
static void check_time(FeatureHit hit, double expected, double speed) {
	assert_int_equal(hit.status, MOVING_HIT);
	assert_true((double)hit.time <= expected);
	check_near(hit.time, expected, 4 * 16e-6 / speed);
}

static void vertex_falls_on_a_face(void **state) {
	(void)state;
	FeatureInput input = above_triangle(moved(v(1, 5, 1), v(0, -10, 0)));
	FeatureHit hit = mk_moving_vertex_face(&input);
	check_time(hit, 0.5, 10);
	check_vec3(hit.normal, v(0, 1, 0), 1e-6);
	check_vec3(hit.point, v(1, 0, 1), 1e-4);
	check_near(hit.u, 0.25, 1e-4);
	check_near(hit.v, 0.25, 1e-4);
	// from below
	input.points[0] = moved(v(1, -5, 1), v(0, 10, 0));
	hit = mk_moving_vertex_face(&input);
	check_time(hit, 0.5, 10);
	check_vec3(hit.normal, v(0, -1, 0), 1e-6);
}

static void vertex_passes_beside_short_of_and_after_the_face(void **state) {
	(void)state;
	FeatureInput input = above_triangle(moved(v(3, 5, 3), v(0, -10, 0)));
	assert_int_equal(mk_moving_vertex_face(&input).status, MOVING_FREE);
	input.points[0] = moved(v(1, 5, 1), v(0, -4.9, 0));
	assert_int_equal(mk_moving_vertex_face(&input).status, MOVING_FREE);
	input.points[0] = moved(v(1, 5, 1), v(0, -10, 0));
	input.time_max = (Real)0.4;
	assert_int_equal(mk_moving_vertex_face(&input).status, MOVING_FREE);
	input.time_max = (Real)0.6;
	check_time(mk_moving_vertex_face(&input), 0.5, 10);
}

// the equation of coplanarity is 0 = 0: all its coefficients vanish
static void vertex_moving_in_the_plane_meets_the_border(void **state) {
	(void)state;
	FeatureInput input = above_triangle(moved(v(-5, 0, 1), v(10, 0, 0)));
	check_time(mk_moving_vertex_face(&input), 0.5, 10);
	input.points[0] = moved(v(8, 0, 8), v(-10, 0, -10));
	// x + z = 16 - 20 t meets 4
	check_time(mk_moving_vertex_face(&input), 0.6, 14);
	input.points[0] = moved(v(-5, 0, 5), v(10, 0, 0));
	assert_int_equal(mk_moving_vertex_face(&input).status, MOVING_FREE);
}

static void vertex_on_the_face_at_the_start_touches_at_zero(void **state) {
	(void)state;
	FeatureInput input = above_triangle(moved(v(1, 0, 1), v(0, 10, 0)));
	FeatureHit hit = mk_moving_vertex_face(&input);
	assert_int_equal(hit.status, MOVING_HIT);
	check_near(hit.time, 0, 0);
	// at rest on it, on an edge and on a corner
	input.points[0] = rest(v(2, 0, 2));
	assert_int_equal(mk_moving_vertex_face(&input).status, MOVING_HIT);
	input.points[0] = rest(v(4, 0, 0));
	assert_int_equal(mk_moving_vertex_face(&input).status, MOVING_HIT);
	input.points[0] = rest(v(4.1, 0, 0));
	assert_int_equal(mk_moving_vertex_face(&input).status, MOVING_FREE);
}

// the face closes up around the vertex: three roots, two of which are one
static void face_that_turns_over_meets_a_vertex(void **state) {
	(void)state;
	FeatureInput input = {
		.points = { rest(v(0, 0, 0)), { v(-1, 1, -1), v(-1, -1, -1) },
				{ v(1, 1, -1), v(1, -1, -1) }, { v(0, 1, 2), v(0, -1, 2) } },
		.time_max = 1,
	};
	check_time(mk_moving_vertex_face(&input), 0.5, 2);
	// a double root: it comes down, stops on the vertex and is there at the end
	for (int i = 1; i < 4; i++) {
		input.points[i].end.y = 0;
	}
	check_time(mk_moving_vertex_face(&input), 1, 1);
}

static void collapsed_faces_are_segments_and_points(void **state) {
	(void)state;
	FeatureInput input = above_triangle(moved(v(1, 5, 0), v(0, -10, 0)));
	input.points[3] = rest(v(2, 0, 0));
	check_time(mk_moving_vertex_face(&input), 0.5, 10);
	for (int i = 1; i < 4; i++) {
		input.points[i] = rest(v(1, 0, 0));
	}
	check_time(mk_moving_vertex_face(&input), 0.5, 10);
	for (int i = 0; i < 4; i++) {
		input.points[i] = moved(v(1, 2, 3), v(4, 5, 6));
	}
	FeatureHit all_one = mk_moving_vertex_face(&input);
	assert_int_equal(all_one.status, MOVING_HIT);
	check_near(all_one.time, 0, 0);
}

static FeatureInput crossed_edges(Vec3 motion) {
	return (FeatureInput){
		.points = { moved(v(-2, 3, 0), motion), moved(v(2, 3, 0), motion), rest(v(0, 0, -2)),
				rest(v(0, 0, 2)) },
		.time_max = 1,
	};
}

static void crossed_edges_meet(void **state) {
	(void)state;
	FeatureInput input = crossed_edges(v(0, -12, 0));
	FeatureHit hit = mk_moving_edge_edge(&input);
	check_time(hit, 0.25, 12);
	check_vec3(hit.normal, v(0, 1, 0), 1e-6);
	check_vec3(hit.point, v(0, 0, 0), 1e-4);
	check_near(hit.u, 0.5, 1e-4);
	check_near(hit.v, 0.5, 1e-4);
	input = crossed_edges(v(24, -12, 0));
	assert_int_equal(mk_moving_edge_edge(&input).status, MOVING_FREE);
	// the ends just touch: 2 m beside after a quarter
	input = crossed_edges(v(8, -12, 0));
	check_time(mk_moving_edge_edge(&input), 0.25, 14);
}

// no normal of their own: an infinite number of solutions, or none
static void parallel_edges_meet_all_along(void **state) {
	(void)state;
	FeatureInput input = {
		.points = { moved(v(-1, 5, 0), v(0, -10, 0)), moved(v(3, 5, 0), v(0, -10, 0)),
				rest(v(-2, 0, 0)), rest(v(2, 0, 0)) },
		.time_max = 1,
	};
	FeatureHit hit = mk_moving_edge_edge(&input);
	check_time(hit, 0.5, 10);
	check_vec3(hit.normal, v(0, 1, 0), 1e-5);
	assert_true(hit.cells < 200);
	// passing beside each other
	for (int i = 0; i < 2; i++) {
		input.points[i].start.z = input.points[i].end.z = (Real)0.01;
	}
	assert_int_equal(mk_moving_edge_edge(&input).status, MOVING_FREE);
}

static void edges_on_one_line_meet_end_to_end(void **state) {
	(void)state;
	FeatureInput input = {
		.points = { moved(v(5, 0, 0), v(-10, 0, 0)), moved(v(7, 0, 0), v(-10, 0, 0)),
				rest(v(-2, 0, 0)), rest(v(0, 0, 0)) },
		.time_max = 1,
	};
	check_time(mk_moving_edge_edge(&input), 0.5, 10);
	for (int i = 0; i < 2; i++) {
		input.points[i].end = vec3_add(input.points[i].start, v(-4.9, 0, 0));
	}
	assert_int_equal(mk_moving_edge_edge(&input).status, MOVING_FREE);
}

static void separation_makes_touches_earlier(void **state) {
	(void)state;
	FeatureInput input = above_triangle(moved(v(1, 5, 1), v(0, -10, 0)));
	input.separation = 1;
	FeatureHit hit = mk_moving_vertex_face(&input);
	check_time(hit, 0.4, 10);
	// past the corner at a distance of 1 along the diagonal: as far as a length, not as a box
	input.points[0] = moved(v(-0.8, 5, -0.8), v(0, -10, 0));
	assert_int_equal(mk_moving_vertex_face(&input).status, MOVING_FREE);
	input.points[0] = moved(v(-0.6, 5, -0.6), v(0, -10, 0));
	check_time(mk_moving_vertex_face(&input), (5 - sqrt(1 - 0.72)) / 10, 5);
	FeatureInput edges = crossed_edges(v(0, -12, 0));
	edges.separation = (Real)0.6;
	check_time(mk_moving_edge_edge(&edges), 0.2, 12);
	// farther than everything: touching from the start
	edges.separation = 1000;
	check_near(mk_moving_edge_edge(&edges).time, 0, 0);
	edges.separation = -1;
	check_time(mk_moving_edge_edge(&edges), 0.25, 12);
}

static void given_tolerance_is_kept(void **state) {
	(void)state;
	FeatureInput input = crossed_edges(v(0, -12, 0));
	input.tolerance = (Real)0.1;
	FeatureHit coarse = mk_moving_edge_edge(&input);
	assert_true((double)coarse.time <= 0.25 && (double)coarse.time >= 0.25 - 0.2 / 12);
	input.tolerance = (Real)1e-30;
	FeatureHit fine = mk_moving_edge_edge(&input);
	// some hundred roundings in 64 bits, relative to the size of the pair
	check_near(fine.time, 0.25, pick_tolerance(4 * FLT_EPSILON, 400 * DBL_EPSILON));
	assert_true((double)fine.time <= 0.25);
}

// size, place and a common motion of all points change nothing
static void touches_do_not_depend_on_scale_place_or_common_motion(void **state) {
	(void)state;
	FeatureInput input = crossed_edges(v(0, -12, 0));
	static const double scales[] = { 1e-30, 1e-4, 1, 1e4, 1e30 };
	for (size_t i = 0; i < sizeof(scales) / sizeof(scales[0]); i++) {
		FeatureInput scaled = input;
		for (int p = 0; p < 4; p++) {
			Real scale = (Real)scales[i];
			scaled.points[p].start = vec3_scale(input.points[p].start, scale);
			scaled.points[p].end = vec3_scale(input.points[p].end, scale);
		}
		FeatureHit hit = mk_moving_edge_edge(&scaled);
		assert_int_equal(hit.status, MOVING_HIT);
		check_near(hit.time, 0.25, 1e-5);
	}
	for (int p = 0; p < 4; p++) {
		// exact in single precision
		input.points[p].start = vec3_add(input.points[p].start, v(8192, -4096, 512));
		input.points[p].end = vec3_add(input.points[p].end, v(-65536, 32768, 512));
	}
	check_time(mk_moving_edge_edge(&input), 0.25, 12);
}

static void out_of_cells_is_a_safe_answer_with_a_status(void **state) {
	(void)state;
	// the first edge turns on its way down, so that one linear step does not find the touch
	FeatureInput input = crossed_edges(v(0, -12, 0));
	input.points[0].end = v(-3, -4, 5);
	input.points[1].end = v(1, -12, -6);
	FeatureHit full = mk_moving_edge_edge(&input);
	assert_int_equal(full.status, MOVING_HIT);
	assert_true(full.cells > 1);
	for (uint32_t cells = 1; cells < full.cells; cells++) {
		input.max_cells = cells;
		FeatureHit hit = mk_moving_edge_edge(&input);
		assert_int_equal(hit.status, MOVING_CAPPED);
		assert_int_equal(hit.cells, cells);
		assert_true(hit.time <= full.time);
		assert_true(moving_status_is_hit(hit.status));
	}
}

static void numbers_that_are_none_are_reported(void **state) {
	(void)state;
	FeatureInput input = crossed_edges(v(0, -12, 0));
	input.points[2].end.y = (Real)NAN;
	assert_int_equal(mk_moving_edge_edge(&input).status, MOVING_INVALID);
	input.points[2].end.y = MK_INFINITY;
	assert_int_equal(mk_moving_vertex_face(&input).status, MOVING_INVALID);
	input = crossed_edges(v(0, -12, 0));
	input.separation = (Real)NAN;
	assert_int_equal(mk_moving_edge_edge(&input).status, MOVING_INVALID);
	// the largest numbers there are; their differences are not numbers of this kind
	input = crossed_edges(v(0, -12, 0));
	for (int p = 0; p < 4; p++) {
		input.points[p].start = vec3_scale(input.points[p].start, MK_REAL_MAX / 4);
		input.points[p].end = vec3_scale(input.points[p].end, MK_REAL_MAX / 12);
	}
	FeatureHit hit = mk_moving_edge_edge(&input);
	assert_int_equal(hit.status, MOVING_HIT);
	// y goes from 3/4 to -3/4 of the largest number
	check_near(hit.time, 0.5, 1e-4);
	assert_true(vec3_is_finite(hit.normal));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vertex_falls_on_a_face),
		cmocka_unit_test(vertex_passes_beside_short_of_and_after_the_face),
		cmocka_unit_test(vertex_moving_in_the_plane_meets_the_border),
		cmocka_unit_test(vertex_on_the_face_at_the_start_touches_at_zero),
		cmocka_unit_test(face_that_turns_over_meets_a_vertex),
		cmocka_unit_test(collapsed_faces_are_segments_and_points),
		cmocka_unit_test(crossed_edges_meet),
		cmocka_unit_test(parallel_edges_meet_all_along),
		cmocka_unit_test(edges_on_one_line_meet_end_to_end),
		cmocka_unit_test(separation_makes_touches_earlier),
		cmocka_unit_test(given_tolerance_is_kept),
		cmocka_unit_test(touches_do_not_depend_on_scale_place_or_common_motion),
		cmocka_unit_test(out_of_cells_is_a_safe_answer_with_a_status),
		cmocka_unit_test(numbers_that_are_none_are_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
