// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Hulls of 1 to 100 000 points of each kind, from 0.1 mm to 10 km. Where faces times points are too
// many for the validator, Euler's formula and the supports of the raw points stand in for it.
#include "geometry/hull_build.h"

#include "support/budget.h"
#include "support/hull.h"
#include "support/hull_points.h"
#include "support/random.h"

#include <stdlib.h>

#define MAX_POINTS      pick_count(100000, 1000)
#define MAX_COMPARISONS 1000000 // of points with faces
#define DIRECTIONS      8

static void check_supports(const Hull *hull, const Vec3 *points, uint32_t count, Rng *rng) {
	// roundings of the support's dot products in Real, and the length of a direction
	double rounding = 4 * (double)MK_EPSILON * reach_of_points(points, count);
	uint32_t last = 0;
	for (int i = 0; i < DIRECTIONS; i++) {
		Vec3 direction = random_unit(rng);
		last = hull_support(hull, direction, last);
		double reached = point_along(hull->vertices[last], direction);
		double expected = farthest_along(points, count, direction);
		check_near(reached, expected, (double)hull->error + rounding);
	}
}

static void check_count(Rng *rng, HullPointsKind kind, uint32_t count, Real size) {
	Vec3 *points = malloc(count * sizeof(Vec3));
	fill_hull_points(rng, kind, points, count);
	for (uint32_t i = 0; i < count; i++)
		points[i] = vec3_scale(points[i], size);
	Hull hull = build_hull(points, count);
	assert_int_equal(hull.status, HULL_OK);
	if (hull.face_count > 0) {
		assert_int_equal(2 * (hull.vertex_count + hull.face_count), hull.half_edge_count + 4);
	}
	if ((uint64_t)hull.face_count * count <= MAX_COMPARISONS) {
		check_hull(&hull, points, count);
	} else if ((uint64_t)hull.face_count * hull.vertex_count <= MAX_COMPARISONS) {
		check_hull(&hull, NULL, 0);
	}
	check_supports(&hull, points, count, rng);
	mk_hull_free(&hull);
	free(points);
}

static void from_1_to_100000_points_of_every_kind_and_size_have_a_hull(void **state) {
	(void)state;
	const Real sizes[3] = { (Real)1e-4, 1, (Real)1e4 };
	Rng rng = { 1 };
	for (uint32_t kind = 0; kind < HULL_POINTS_KIND_COUNT; kind++) {
		for (uint32_t count = 1; count < 10; count++)
			check_count(&rng, (HullPointsKind)kind, count, sizes[count % 3]);
		for (uint32_t count = 10; count <= MAX_POINTS; count *= 10)
			check_count(&rng, (HullPointsKind)kind, count, sizes[(count + kind) % 3]);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(from_1_to_100000_points_of_every_kind_and_size_have_a_hull),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
