// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// EPA in the plane on polygons and discs whose depth is known by hand.
#include "collide/epa_2d.h"

#include "support/check.h"

typedef struct TestPolygon {
	const Epa2dPoint *corners;
	uint32_t count;
} TestPolygon;

static Epa2dPoint polygon_support(const void *set, Epa2dPoint d) {
	const TestPolygon *polygon = set;
	Epa2dPoint best = polygon->corners[0];
	for (uint32_t i = 1; i < polygon->count; i++) {
		Epa2dPoint p = polygon->corners[i];
		if (p.x * d.x + p.y * d.y > best.x * d.x + best.y * d.y) best = p;
	}
	return best;
}

typedef struct Disc {
	Epa2dPoint center;
	double radius;
} Disc;

static Epa2dPoint disc_support(const void *set, Epa2dPoint d) {
	const Disc *disc = set;
	double size = sqrt(d.x * d.x + d.y * d.y);
	double scale = size > 0 ? disc->radius / size : 0;
	return (Epa2dPoint){ disc->center.x + d.x * scale, disc->center.y + d.y * scale };
}

static Epa2dInput polygon_input(const TestPolygon *polygon) {
	return (Epa2dInput){
		.support = polygon_support,
		.set = polygon,
		.absolute = 1e-12,
		.max_iterations = 100,
	};
}

static void set_start(Epa2dInput *input, const Epa2dPoint *points, uint32_t count) {
	input->start_count = count;
	for (uint32_t i = 0; i < count; i++) {
		input->start[i] = points[i];
	}
}

static const Epa2dPoint rectangle[4] = { { -2, -1 }, { 4, -1 }, { 4, 3 }, { -2, 3 } };

static void rectangle_depth_is_its_nearest_side(void **state) {
	(void)state;
	TestPolygon polygon = { rectangle, 4 };
	Epa2dInput input = polygon_input(&polygon);
	set_start(&input, (Epa2dPoint[]){ { -2, -1 }, { 4, -1 }, { -2, 3 } }, 3);
	Epa2dResult r = mk_epa_2d(&input);
	assert_int_equal(r.status, SEPARATION_CONVERGED);
	check_near(r.upper, 1, 1e-12);
	check_near(r.lower, 1, 1e-12);
	check_near(r.normal.x, 0, 1e-12);
	check_near(r.normal.y, -1, 1e-12);
	// the foot (0, -1) is a third along the side from (-2, -1) to (4, -1)
	check_near(r.weights[0] * r.edge[0].x + r.weights[1] * r.edge[1].x, 0, 1e-12);
	check_near(r.weights[0] * r.edge[0].y + r.weights[1] * r.edge[1].y, -1, 1e-12);
}

// Stops only where the support is as near as the edge: at the first edge the gap is 1.
static void pentagon_goes_through_three_edges(void **state) {
	(void)state;
	const Epa2dPoint corners[5] = { { -3, -1 }, { 0, -2 }, { 4, -1 }, { 4, 3 }, { -2, 3 } };
	TestPolygon polygon = { corners, 5 };
	TraceStep steps[32];
	Trace trace = { .steps = steps, .capacity = 32 };
	Epa2dInput input = polygon_input(&polygon);
	input.trace = &trace;
	set_start(&input, (Epa2dPoint[]){ { -3, -1 }, { 4, -1 }, { -2, 3 } }, 3);
	Epa2dResult r = mk_epa_2d(&input);
	check_near(r.upper, 6 / sqrt(10), 1e-12);
	check_near(r.normal.x, -1 / sqrt(10), 1e-12);
	check_near(r.normal.y, -3 / sqrt(10), 1e-12);
	// |v|, v = |v| direction, w, v . w / |v|
	const double expected[3][6] = {
		{ 1, 0, -1, 0, -2, 2 },
		{ 5 / sqrt(13), 10.0 / 13, 15.0 / 13, 4, 3, 4.714951667914447 },
		{ 6 / sqrt(10), -0.6, -1.8, -3, -1, 6 / sqrt(10) },
	};
	uint32_t chosen = 0;
	for (uint32_t i = 0; i + 1 < trace.count; i++) {
		if (steps[i].kind != TRACE_FACE_CHOSEN) continue;
		assert_true(chosen < 3);
		const double *e = expected[chosen++ % 3];
		double distance = (double)steps[i].lower;
		check_near(distance, e[0], 1e-6);
		check_near(distance * (double)steps[i].direction.x, e[1], 1e-6);
		check_near(distance * (double)steps[i].direction.y, e[2], 1e-6);
		// both corners of the last edge are as far; the reference names one of them
		if (chosen < 3) check_vec3(steps[i + 1].points[0], vec3((Real)e[3], (Real)e[4], 0), 1e-6);
		check_near(steps[i + 1].upper, e[5], 1e-5);
	}
	assert_int_equal(chosen, 3);
	assert_int_equal(r.iterations, 3);
}

// The start triangle does not hold the origin; its nearest edge would give 2.
static void start_beside_the_origin_is_repaired(void **state) {
	(void)state;
	const Epa2dPoint corners[4] = { { -1, -2 }, { 3, -2 }, { 3, 2 }, { -1, 2 } };
	TestPolygon polygon = { corners, 4 };
	Epa2dInput input = polygon_input(&polygon);
	set_start(&input, (Epa2dPoint[]){ { 3, -2 }, { 3, 2 }, { -1, 2 } }, 3);
	Epa2dResult r = mk_epa_2d(&input);
	check_near(r.upper, 1, 1e-12);
	check_near(r.normal.x, -1, 1e-12);
}

static void disc_depth_is_radius_minus_distance(void **state) {
	(void)state;
	Disc disc = { { 0.5, 0 }, 1 };
	Epa2dInput input = {
		.support = disc_support, .set = &disc, .absolute = 1e-9, .max_iterations = 100
	};
	set_start(&input, (Epa2dPoint[]){ { 1.5, 0 }, { 0.5, 1 }, { -0.4, -0.1 } }, 3);
	Epa2dResult r = mk_epa_2d(&input);
	assert_int_equal(r.status, SEPARATION_CONVERGED);
	check_near(r.upper, 0.5, 2e-9);
	check_near(r.normal.x, -1, 1e-4);
	assert_true(r.upper - r.lower <= 1e-9);
}

static void one_and_two_points_are_enough_to_start(void **state) {
	(void)state;
	TestPolygon polygon = { rectangle, 4 };
	const Epa2dPoint starts[4][3] = { { { 4, 3 } }, { { -2, 0 }, { 4, 0 } }, { { 0, 0 } },
		{ { -2, -1 }, { 1, -1 }, { 4, -1 } } };
	const uint32_t counts[4] = { 1, 2, 1, 3 };
	for (uint32_t i = 0; i < 4; i++) {
		Epa2dInput input = polygon_input(&polygon);
		set_start(&input, starts[i], counts[i]);
		Epa2dResult r = mk_epa_2d(&input);
		assert_int_equal(r.status, SEPARATION_CONVERGED);
		check_near(r.upper, 1, 1e-12);
		check_near(r.normal.y, -1, 1e-12);
	}
}

// The foot of the centred square's sides is a corner of the start: edges in line share it exactly.
static void foot_on_a_corner_between_edges_in_line_is_not_lost(void **state) {
	(void)state;
	const Epa2dPoint corners[8] = { { 2, 0 }, { 2, 2 }, { 0, 2 }, { -2, 2 }, { -2, 0 }, { -2, -2 },
		{ 0, -2 }, { 2, -2 } };
	TestPolygon polygon = { corners, 8 };
	Epa2dInput input = polygon_input(&polygon);
	set_start(&input, (Epa2dPoint[]){ { 2, 0 }, { -2, 2 }, { -2, -2 } }, 3);
	Epa2dResult r = mk_epa_2d(&input);
	assert_int_equal(r.status, SEPARATION_CONVERGED);
	check_near(r.upper, 2, 1e-12);
}

static void edge_through_the_origin_has_depth_zero(void **state) {
	(void)state;
	const Epa2dPoint corners[4] = { { 0, -1 }, { 2, -1 }, { 2, 1 }, { 0, 1 } };
	TestPolygon polygon = { corners, 4 };
	Epa2dInput input = polygon_input(&polygon);
	set_start(&input, (Epa2dPoint[]){ { 0, -1 }, { 2, 0 }, { 0, 1 } }, 3);
	Epa2dResult r = mk_epa_2d(&input);
	assert_int_equal(r.status, SEPARATION_CONVERGED);
	check_near(r.upper, 0, 1e-12);
	check_near(r.normal.x, -1, 1e-12);
}

static void origin_outside_is_told_with_its_direction(void **state) {
	(void)state;
	const Epa2dPoint corners[4] = { { 1, -1 }, { 3, -1 }, { 3, 1 }, { 1, 1 } };
	TestPolygon polygon = { corners, 4 };
	Epa2dInput input = polygon_input(&polygon);
	set_start(&input, corners, 3);
	Epa2dResult r = mk_epa_2d(&input);
	assert_true(r.is_apart);
	check_near(r.upper, -1, 1e-12);
	check_near(r.normal.x, -1, 1e-12);
}

static void points_and_segments_have_depth_zero(void **state) {
	(void)state;
	const Epa2dPoint segment[2] = { { -1, -1 }, { 2, 2 } };
	for (uint32_t count = 1; count <= 2; count++) {
		const Epa2dPoint zero[1] = { { 0, 0 } };
		TestPolygon polygon = { count == 1 ? zero : segment, count };
		Epa2dInput input = polygon_input(&polygon);
		set_start(&input, polygon.corners, count);
		Epa2dResult r = mk_epa_2d(&input);
		assert_int_equal(r.status, SEPARATION_DEGENERATE);
		check_near(r.upper, 0, 1e-12);
		check_near(r.normal.x * r.normal.x + r.normal.y * r.normal.y, 1, 1e-12);
		if (count == 2) check_near(r.normal.x + r.normal.y, 0, 1e-12);
	}
}

static void tolerance_zero_on_a_disc_ends_with_bounds(void **state) {
	(void)state;
	Disc disc = { { 0.1, 0.05 }, 1 };
	double depth = 1 - sqrt(0.0125);
	Epa2dInput input = { .support = disc_support, .set = &disc, .max_iterations = 10000 };
	set_start(&input, (Epa2dPoint[]){ { 1.1, 0.05 } }, 1);
	Epa2dResult r = mk_epa_2d(&input);
	assert_true(r.lower <= depth + 1e-12 && r.upper >= depth - 1e-12);
	check_near(r.upper, depth, 1e-9);
	input.max_iterations = 6;
	r = mk_epa_2d(&input);
	assert_int_equal(r.status, SEPARATION_CAPPED);
	assert_true(r.lower <= depth && r.upper >= depth);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rectangle_depth_is_its_nearest_side),
		cmocka_unit_test(pentagon_goes_through_three_edges),
		cmocka_unit_test(start_beside_the_origin_is_repaired),
		cmocka_unit_test(disc_depth_is_radius_minus_distance),
		cmocka_unit_test(one_and_two_points_are_enough_to_start),
		cmocka_unit_test(foot_on_a_corner_between_edges_in_line_is_not_lost),
		cmocka_unit_test(edge_through_the_origin_has_depth_zero),
		cmocka_unit_test(origin_outside_is_told_with_its_direction),
		cmocka_unit_test(points_and_segments_have_depth_zero),
		cmocka_unit_test(tolerance_zero_on_a_disc_ends_with_bounds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
