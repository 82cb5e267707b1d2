// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The hull built step by step: a cube whose every step is known, all orders in which its corners
// can come (for the fast builder too), and input that spans less than space.
#include "geometry/hull_trace.h"

#include "support/hull.h"

// This order of corners adds one corner at a time to the tetrahedron of the first four, which sees
// 1, 1, 2 and 1 faces.
static const Vec3 walk[8] = { { 0, 0, 0 }, { 0, 0, 1 }, { 1, 1, 0 }, { 0, 1, 0 }, { 0, 1, 1 },
	{ 1, 1, 1 }, { 1, 0, 0 }, { 1, 0, 1 } };

typedef struct Triple {
	uint32_t points[3];
} Triple;

// Returns whether a face has these corners in this order around.
static bool is_face(const HullTraceFace *face, Triple expected) {
	for (int turn = 0; turn < 3; turn++) {
		bool is_same = true;
		for (int i = 0; i < 3; i++) {
			if (face->points[(turn + i) % 3] != expected.points[i]) is_same = false;
		}
		if (is_same) return true;
	}
	return false;
}

static bool has_face(const HullTrace *trace, uint32_t step, Triple expected) {
	for (uint32_t i = 0; i < trace->faces.count; i++) {
		if (hull_trace_has_face(trace, step, i) && is_face(&trace->faces.data[i], expected)) {
			return true;
		}
	}
	return false;
}

static uint32_t count_faces(const HullTrace *trace, uint32_t step) {
	uint32_t count = 0;
	for (uint32_t i = 0; i < trace->faces.count; i++)
		count += hull_trace_has_face(trace, step, i);
	return count;
}

static double trace_volume(const HullTrace *trace, const Vec3 *points) {
	double sum = 0;
	for (uint32_t i = 0; i < trace->faces.count; i++) {
		const HullTraceFace *face = &trace->faces.data[i];
		if (face->died != MK_HULL_TRACE_NEVER) continue;
		sum += signed_volume6(points[face->points[0]], points[face->points[1]],
				points[face->points[2]], points[0]);
	}
	return sum / 6;
}

// Returns the number of points that are corners of the result, up to 32 points.
static uint32_t count_vertices(const HullTrace *trace) {
	uint32_t used = 0;
	for (uint32_t i = 0; i < trace->faces.count; i++) {
		const HullTraceFace *face = &trace->faces.data[i];
		for (int k = 0; k < 3 && face->died == MK_HULL_TRACE_NEVER; k++)
			used |= UINT32_C(1) << face->points[k];
	}
	uint32_t count = 0;
	for (; used != 0; used &= used - 1)
		count++;
	return count;
}

// Every directed edge of the hull after a step is there once, and once the other way: two faces per
// edge, running along it in opposite directions. For cubes, of eight points.
static void check_closed(const HullTrace *trace, uint32_t step) {
	uint8_t directed[8][8] = { { 0 } };
	for (uint32_t i = 0; i < trace->faces.count; i++) {
		if (!hull_trace_has_face(trace, step, i)) continue;
		const uint32_t *points = trace->faces.data[i].points;
		for (int k = 0; k < 3; k++)
			directed[points[k]][points[(k + 1) % 3]]++;
	}
	for (int a = 0; a < 8; a++) {
		for (int b = 0; b < 8; b++) {
			assert_true(directed[a][b] <= 1);
			assert_int_equal(directed[a][b], directed[b][a]);
		}
	}
}

static void the_cube_walk_goes_4_6_8_10_12(void **state) {
	(void)state;
	HullTrace trace = mk_hull_trace(walk, 8);
	assert_int_equal(trace.status, HULL_OK);
	assert_int_equal(trace.dimension, HULL_SOLID);
	// the two-sided triangle, then the corners 3 to 7
	assert_int_equal(trace.steps.count, 6);
	const uint32_t face_counts[6] = { 2, 4, 6, 8, 10, 12 };
	const uint32_t seen_counts[6] = { 0, 1, 1, 1, 2, 1 };
	for (uint32_t i = 0; i < 6; i++) {
		const HullTraceStep *step = &trace.steps.data[i];
		assert_int_equal(step->kind, i == 0 ? HULL_TRACE_START : HULL_TRACE_ADD);
		assert_int_equal(step->point, i == 0 ? MK_HULL_NONE : i + 2);
		assert_int_equal(step->face_count, face_counts[i]);
		assert_int_equal(count_faces(&trace, i), face_counts[i]);
		assert_int_equal(step->seen_count, seen_counts[i]);
		check_closed(&trace, i);
	}
	const Triple start[4] = { { { 0, 2, 1 } }, { { 0, 1, 3 } }, { { 0, 3, 2 } }, { { 1, 2, 3 } } };
	for (int i = 0; i < 4; i++)
		assert_true(has_face(&trace, 1, start[i]));
	const Triple end[12] = { { { 0, 1, 3 } }, { { 0, 2, 6 } }, { { 0, 3, 2 } }, { { 1, 0, 6 } },
		{ { 1, 6, 7 } }, { { 2, 3, 4 } }, { { 2, 4, 5 } }, { { 2, 5, 6 } }, { { 3, 1, 4 } },
		{ { 4, 1, 5 } }, { { 5, 1, 7 } }, { { 6, 5, 7 } } };
	for (int i = 0; i < 12; i++)
		assert_true(has_face(&trace, 5, end[i]));
	check_near(trace_volume(&trace, walk), 1, 0);
	mk_hull_trace_free(&trace);
}

static void each_corner_of_the_walk_sees_the_known_faces(void **state) {
	(void)state;
	HullTrace trace = mk_hull_trace(walk, 8);
	// the corner of index 6 sees two faces; their common edge (1, 2) makes no new face
	const Triple seen[6] = { { { 0, 1, 2 } }, { { 1, 2, 3 } }, { { 1, 2, 4 } }, { { 0, 2, 1 } },
		{ { 1, 2, 5 } }, { { 5, 1, 6 } } };
	assert_int_equal(trace.seen.count, 6);
	for (uint32_t i = 0; i < 6; i++)
		assert_true(is_face(&trace.faces.data[trace.seen.data[i]], seen[i]));
	const HullTraceStep *sixth = &trace.steps.data[4];
	assert_int_equal(sixth->horizon_count, 4);
	// the new faces; (6, 0, 1) would be wound the wrong way, (6, 1, 0) is right
	const Triple made[4] = { { { 0, 2, 6 } }, { { 6, 1, 0 } }, { { 2, 5, 6 } }, { { 5, 1, 6 } } };
	for (int i = 0; i < 4; i++)
		assert_true(has_face(&trace, 4, made[i]));
	assert_false(has_face(&trace, 4, (Triple){ { 6, 0, 1 } }));
	for (uint32_t i = 0; i < sixth->horizon_count; i++) {
		const uint32_t *edge = trace.horizon.data[sixth->first_horizon + i].points;
		assert_false((edge[0] == 1 && edge[1] == 2) || (edge[0] == 2 && edge[1] == 1));
	}
	mk_hull_trace_free(&trace);
}

// from each vertex of a horizon one edge leaves and one arrives: every new edge gets two faces
static void horizons_are_closed_loops(void **state) {
	(void)state;
	HullTrace trace = mk_hull_trace(walk, 8);
	for (uint32_t i = 1; i < trace.steps.count; i++) {
		const HullTraceStep *step = &trace.steps.data[i];
		int balance[8] = { 0 };
		int leaving[8] = { 0 };
		for (uint32_t k = 0; k < step->horizon_count; k++) {
			const uint32_t *edge = trace.horizon.data[step->first_horizon + k].points;
			const uint32_t *face = trace.faces.data[step->first_face + k].points;
			assert_true(face[0] == edge[0] && face[1] == edge[1] && face[2] == step->point);
			balance[edge[0]]++;
			balance[edge[1]]--;
			leaving[edge[0]]++;
		}
		for (int k = 0; k < 8; k++) {
			assert_int_equal(balance[k], 0);
			assert_true(leaving[k] <= 1);
		}
	}
	mk_hull_trace_free(&trace);
}

static void check_cube_trace(const Vec3 corners[8]) {
	HullTrace trace = mk_hull_trace(corners, 8);
	uint32_t last = trace.steps.count - 1;
	assert_int_equal(trace.steps.data[last].face_count, 12);
	assert_int_equal(count_vertices(&trace), 8);
	// V - E + F = 2 with 2 E = 3 F
	assert_int_equal(2 * count_vertices(&trace), 4 + trace.steps.data[last].face_count);
	check_near(trace_volume(&trace, corners), 1, 0);
	check_closed(&trace, last);
	mk_hull_trace_free(&trace);
}

static void check_cube_build(const Vec3 corners[8]) {
	Hull hull = build_hull(corners, 8);
	check_hull(&hull, corners, 8);
	assert_int_equal(hull.vertex_count, 8);
	assert_int_equal(hull.face_count, 6);
	assert_int_equal(hull_triangle_count(&hull), 12);
	check_near(hull_volume(&hull), 1, 0);
	mk_hull_free(&hull);
}

// Calls for all orders that begin with the first `fixed` corners of `order`.
static void for_all_orders(uint32_t order[8], int fixed, void check(const Vec3 corners[8])) {
	if (fixed == 8) {
		Vec3 corners[8];
		for (int i = 0; i < 8; i++)
			corners[i] = cube_corner(order[i]);
		check(corners);
		return;
	}
	for (int i = fixed; i < 8; i++) {
		uint32_t chosen = order[i];
		order[i] = order[fixed];
		order[fixed] = chosen;
		for_all_orders(order, fixed + 1, check);
		order[fixed] = order[i];
		order[i] = chosen;
	}
}

static void all_40320_orders_of_the_cube_trace_to_12_triangles(void **state) {
	(void)state;
	uint32_t order[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	for_all_orders(order, 0, check_cube_trace);
}

static void all_40320_orders_of_the_cube_build_6_faces(void **state) {
	(void)state;
	uint32_t order[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	for_all_orders(order, 0, check_cube_build);
}

// a point in the plane of the first triangle, before any other, sees neither side of it
static void points_in_the_plane_of_the_first_triangle_are_not_lost(void **state) {
	(void)state;
	Vec3 corners[8];
	for (uint32_t i = 0; i < 8; i++)
		corners[i] = cube_corner(i);
	HullTrace trace = mk_hull_trace(corners, 8);
	// the corners 000, 001, 010 and then out of turn 100
	assert_int_equal(trace.steps.data[1].point, 4);
	assert_int_equal(trace.steps.data[2].point, 3);
	assert_int_equal(trace.steps.data[2].kind, HULL_TRACE_ADD);
	assert_int_equal(trace.steps.data[trace.steps.count - 1].face_count, 12);
	assert_int_equal(count_vertices(&trace), 8);
	check_near(trace_volume(&trace, corners), 1, 0);
	mk_hull_trace_free(&trace);
}

static void inner_and_repeated_points_are_skipped(void **state) {
	(void)state;
	Vec3 points[11];
	for (uint32_t i = 0; i < 8; i++)
		points[i] = walk[i];
	points[8] = vec3_splat((Real)0.5);
	points[9] = walk[3];
	points[10] = vec3(1, (Real)0.5, (Real)0.5);
	HullTrace trace = mk_hull_trace(points, 11);
	assert_int_equal(trace.steps.count, 9);
	for (uint32_t i = 6; i < 9; i++) {
		assert_int_equal(trace.steps.data[i].kind, HULL_TRACE_INSIDE);
		assert_int_equal(trace.steps.data[i].face_count, 12);
	}
	mk_hull_trace_free(&trace);
}

static void flat_input_has_a_dimension_and_no_steps(void **state) {
	(void)state;
	const Vec3 points[6] = { { 1, 1, 1 }, { 1, 1, 1 }, { 2, 2, 2 }, { 3, 3, 3 }, { 1, 2, 3 },
		{ 2, 3, 4 } };
	const HullDimension dimensions[7] = { HULL_POINT, HULL_POINT, HULL_POINT, HULL_SEGMENT,
		HULL_SEGMENT, HULL_POLYGON, HULL_POLYGON };
	for (uint32_t count = 1; count <= 6; count++) {
		HullTrace trace = mk_hull_trace(points, count);
		assert_int_equal(trace.status, HULL_OK);
		assert_int_equal(trace.dimension, dimensions[count]);
		assert_int_equal(trace.steps.count, 0);
		mk_hull_trace_free(&trace);
	}
}

static void bad_input_has_a_status(void **state) {
	(void)state;
	const Vec3 bad[1] = { { 0, (Real)NAN, 0 } };
	assert_int_equal(mk_hull_trace(bad, 0).status, HULL_NO_POINTS);
	assert_int_equal(mk_hull_trace(bad, 1).status, HULL_NOT_FINITE);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_cube_walk_goes_4_6_8_10_12),
		cmocka_unit_test(each_corner_of_the_walk_sees_the_known_faces),
		cmocka_unit_test(horizons_are_closed_loops),
		cmocka_unit_test(all_40320_orders_of_the_cube_trace_to_12_triangles),
		cmocka_unit_test(all_40320_orders_of_the_cube_build_6_faces),
		cmocka_unit_test(points_in_the_plane_of_the_first_triangle_are_not_lost),
		cmocka_unit_test(inner_and_repeated_points_are_skipped),
		cmocka_unit_test(flat_input_has_a_dimension_and_no_steps),
		cmocka_unit_test(bad_input_has_a_status),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
