// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// EPA in the plane on random polygons, from starts of one to three of their points, against the
// smallest h over the normals of all pairs of corners: the depth is among them.
#include "collide/epa_2d.h"

#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

enum { CORNERS = 12 };

typedef struct TestPolygon {
	Epa2dPoint corners[CORNERS];
	uint32_t count;
} TestPolygon;

static double height_of(const TestPolygon *polygon, Epa2dPoint n, Epa2dPoint *farthest) {
	double most = -1e300;
	for (uint32_t i = 0; i < polygon->count; i++) {
		Epa2dPoint p = polygon->corners[i];
		double height = p.x * n.x + p.y * n.y;
		if (!(height > most)) continue;
		most = height;
		*farthest = p;
	}
	return most;
}

static Epa2dPoint support(const void *set, Epa2dPoint direction) {
	Epa2dPoint p = { 0, 0 };
	height_of(set, direction, &p);
	return p;
}

// Smallest h over both normals of every pair of corners; negative if the origin is outside.
static double depth_of(const TestPolygon *polygon) {
	double least = 1e300;
	for (uint32_t i = 0; i < polygon->count; i++) {
		for (uint32_t j = 0; j < polygon->count; j++) {
			Epa2dPoint a = polygon->corners[i];
			Epa2dPoint b = polygon->corners[j];
			double size = hypot(b.x - a.x, b.y - a.y);
			if (!(size > 0)) continue;
			Epa2dPoint unused;
			Epa2dPoint n = { (b.y - a.y) / size, (a.x - b.x) / size };
			least = fmin(least, height_of(polygon, n, &unused));
		}
	}
	return least;
}

static double random_coordinate(Rng *rng, double size) {
	// small whole numbers make corners coincide and edges line up
	if (rng_below(rng, 3) == 0) return size * ((double)rng_below(rng, 5) - 2) / 2;
	return rng_range(rng, -size, size);
}

static void depth_is_the_smallest_height_over_all_edges(Rng *rng) {
	TestPolygon polygon = { .count = 3 + rng_below(rng, CORNERS - 2) };
	double size = pow(10, rng_range(rng, -3, 3));
	double flatness = rng_below(rng, 4) == 0 ? 1e-3 : 1;
	double x = rng_range(rng, -size, size) * 0.6;
	double y = rng_range(rng, -size, size) * 0.6 * flatness;
	for (uint32_t i = 0; i < polygon.count; i++) {
		polygon.corners[i].x = x + random_coordinate(rng, size);
		polygon.corners[i].y = y + random_coordinate(rng, size) * flatness;
	}
	// 1e-13 of the size is some hundred roundings in double
	double tolerance = 1e-13 * size;
	Epa2dInput input = {
		.support = support,
		.set = &polygon,
		.start_count = 1 + rng_below(rng, 3),
		.absolute = tolerance,
		.max_iterations = 100,
	};
	for (uint32_t i = 0; i < input.start_count; i++) {
		input.start[i] = polygon.corners[rng_below(rng, polygon.count)];
	}
	Epa2dResult r = mk_epa_2d(&input);
	double exact = depth_of(&polygon);
	check_near(r.normal.x * r.normal.x + r.normal.y * r.normal.y, 1, 1e-12);
	assert_true(r.iterations <= 2 * CORNERS);
	if (r.is_apart) {
		assert_true(exact < 0);
		return;
	}
	// a flat one has depth zero, but for what counts as flat
	assert_true(exact >= -tolerance);
	check_near(r.upper, exact, 8 * tolerance);
	assert_true(r.lower <= exact + 8 * tolerance);
	if (r.status == SEPARATION_DEGENERATE) return;
	assert_int_equal(r.status, SEPARATION_CONVERGED);
	// the answer is a point of its edge
	double foot_x = r.weights[0] * r.edge[0].x + r.weights[1] * r.edge[1].x;
	double foot_y = r.weights[0] * r.edge[0].y + r.weights[1] * r.edge[1].y;
	check_near(foot_x, r.upper * r.normal.x, 1e-9 * size);
	check_near(foot_y, r.upper * r.normal.y, 1e-9 * size);
}

static void test_polygons(void **state) {
	(void)state;
	for_all(depth_is_the_smallest_height_over_all_edges, 20000, 1);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_polygons),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
