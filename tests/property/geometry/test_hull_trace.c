// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Every step of an incremental build, on integer points whose orientations are exact in
// doubles: what a point sees, what the horizon is, and that a closed convex surface around
// all points so far is left.
#include "geometry/hull_trace.h"

#include "support/hull.h"
#include "support/property.h"
#include "support/random.h"

#define MAX_POINTS 20

typedef struct Case {
	Vec3 points[MAX_POINTS];
	uint32_t count;
	HullTrace trace;
} Case;

static Case make_case(Rng *rng) {
	Case c = { .count = 4 + rng_below(rng, MAX_POINTS - 3) };
	uint32_t side = 2 + rng_below(rng, 7);
	for (uint32_t i = 0; i < c.count; i++) {
		uint32_t place = rng_below(rng, side * side * side);
		uint32_t row = place / side % side;
		uint32_t layer = place / side / side;
		c.points[i] = vec3((Real)(place % side), (Real)row, (Real)layer);
	}
	c.trace = mk_hull_trace(c.points, c.count);
	return c;
}

static bool is_above(const Case *c, uint32_t face, uint32_t point) {
	const uint32_t *corners = c->trace.faces.data[face].points;
	return signed_volume6(c->points[corners[0]], c->points[corners[1]], c->points[corners[2]],
				   c->points[point]) < 0;
}

// the faces a step lists as seen are those of the hull before it that the point is above
static void check_seen(const Case *c, uint32_t index) {
	const HullTraceStep *step = &c->trace.steps.data[index];
	uint32_t expected = 0;
	for (uint32_t face = 0; face < c->trace.faces.count; face++) {
		if (!hull_trace_has_face(&c->trace, index - 1, face)) continue;
		bool is_seen = is_above(c, face, step->point);
		expected += is_seen;
		assert_int_equal(c->trace.faces.data[face].died == index, is_seen);
	}
	assert_int_equal(step->seen_count, expected);
	assert_int_equal(step->kind, expected > 0 ? HULL_TRACE_ADD : HULL_TRACE_INSIDE);
	for (uint32_t i = 0; i < expected; i++)
		assert_true(is_above(c, c->trace.seen.data[step->first_seen + i], step->point));
}

// each edge has two faces, which run along it in opposite directions, and V - E + F = 2
static void check_surface(const Case *c, uint32_t index) {
	uint8_t directed[MAX_POINTS][MAX_POINTS] = { { 0 } };
	bool is_vertex[MAX_POINTS] = { false };
	uint32_t faces = 0;
	for (uint32_t face = 0; face < c->trace.faces.count; face++) {
		if (!hull_trace_has_face(&c->trace, index, face)) continue;
		const uint32_t *corners = c->trace.faces.data[face].points;
		for (int k = 0; k < 3; k++) {
			directed[corners[k]][corners[(k + 1) % 3]]++;
			is_vertex[corners[k]] = true;
		}
		faces++;
	}
	uint32_t vertices = 0;
	uint32_t half_edges = 0;
	for (uint32_t a = 0; a < c->count; a++) {
		vertices += is_vertex[a];
		for (uint32_t b = 0; b < c->count; b++) {
			assert_true(directed[a][b] <= 1);
			assert_int_equal(directed[a][b], directed[b][a]);
			half_edges += directed[a][b];
		}
	}
	assert_int_equal(faces, c->trace.steps.data[index].face_count);
	assert_int_equal(vertices + faces, half_edges / 2 + 2);
}

// the new faces are one per horizon edge, which two of them share at each end: no new edge is left
// with one face
static void check_horizon(const Case *c, uint32_t index) {
	const HullTraceStep *step = &c->trace.steps.data[index];
	int leaving[MAX_POINTS] = { 0 };
	int arriving[MAX_POINTS] = { 0 };
	for (uint32_t i = 0; i < step->horizon_count; i++) {
		const uint32_t *edge = c->trace.horizon.data[step->first_horizon + i].points;
		const HullTraceFace *face = &c->trace.faces.data[step->first_face + i];
		assert_int_equal(face->born, index);
		assert_true(face->points[0] == edge[0] && face->points[1] == edge[1]);
		assert_int_equal(face->points[2], step->point);
		leaving[edge[0]]++;
		arriving[edge[1]]++;
	}
	for (uint32_t i = 0; i < c->count; i++) {
		assert_int_equal(leaving[i], arriving[i]);
		assert_true(leaving[i] <= 1);
	}
}

// no point that has had its turn is above a face
static void check_contains_earlier(const Case *c, uint32_t index) {
	for (uint32_t i = 1; i <= index; i++) {
		uint32_t point = c->trace.steps.data[i].point;
		for (uint32_t face = 0; face < c->trace.faces.count; face++) {
			if (hull_trace_has_face(&c->trace, index, face)) {
				assert_false(is_above(c, face, point));
			}
		}
	}
}

static void each_step_is_right(Rng *rng) {
	Case c = make_case(rng);
	for (uint32_t i = 1; i < c.trace.steps.count; i++) {
		check_seen(&c, i);
		check_horizon(&c, i);
		check_surface(&c, i);
		check_contains_earlier(&c, i);
	}
	// a solid has a step for the triangle and one for every other point
	if (c.trace.dimension == HULL_SOLID) assert_int_equal(c.trace.steps.count, c.count - 2);
	mk_hull_trace_free(&c.trace);
}

static void every_step_leaves_a_closed_convex_surface(void **state) {
	(void)state;
	for_all(each_step_is_right, 3000, 1);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_step_leaves_a_closed_convex_surface),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
