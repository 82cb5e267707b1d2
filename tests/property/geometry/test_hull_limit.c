// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The error that a hull states, against the distance of its points by brute force: a point is
// inside if one of all tetrahedra of vertices has it, and else as far away as the nearest of
// all triangles of vertices.
#include "geometry/hull_build.h"

#include "support/hull.h"
#include "support/hull_points.h"
#include "support/property.h"
#include "support/random.h"
#include "support/wide_distance.h"

#define MAX_POINTS   48
#define MAX_VERTICES 10

#ifdef MK_DOUBLE
#define CASES 200 // __float128 is slow
#else
#define CASES 3000
#endif

// Returns the side of a plane that p is on, 0 if it is in the plane but for the rounding of Wide,
// which has 64 or 113 bits.
static int side_of(Wide3 a, Wide3 b, Wide3 c, Wide3 p) {
	const double rounding = pick_tolerance(0x1p-59, 0x1p-105);
	Wide3 u = wide3_sub(b, a);
	Wide3 v = wide3_sub(c, a);
	Wide3 w = wide3_sub(p, a);
	Wide value = wide3_dot(wide3_cross(u, v), w);
	Wide bound = (Wide)(rounding * wide3_length(u) * wide3_length(v) * wide3_length(w));
	return (value > bound) - (value < -bound);
}

// Returns whether p is in a closed tetrahedron that is not flat.
static bool is_in_tetrahedron(const Wide3 t[4], Wide3 p) {
	int side = side_of(t[0], t[1], t[2], t[3]);
	if (side == 0) return false;
	// the other corner of each face is on the side of the first one's, or on the other one
	int sides[4] = { side_of(t[0], t[1], t[2], p), -side_of(t[0], t[1], t[3], p),
		side_of(t[0], t[2], t[3], p), -side_of(t[1], t[2], t[3], p) };
	for (int i = 0; i < 4; i++) {
		if (sides[i] == -side) return false;
	}
	return true;
}

// The tetrahedra that share a vertex cover a convex solid.
static bool is_inside(const Hull *hull, Vec3 point) {
	uint32_t count = hull->vertex_count;
	for (uint32_t i = 1; i < count; i++) {
		for (uint32_t j = i + 1; j < count; j++) {
			for (uint32_t k = j + 1; k < count; k++) {
				const Wide3 corners[4] = { wide3(hull->vertices[0]), wide3(hull->vertices[i]),
					wide3(hull->vertices[j]), wide3(hull->vertices[k]) };
				if (is_in_tetrahedron(corners, wide3(point))) return true;
			}
		}
	}
	return false;
}

static double distance_to_segments(const Hull *hull, Vec3 point) {
	double best = wide3_distance(wide3(hull->vertices[0]), wide3(point));
	for (uint32_t i = 1; i < hull->vertex_count; i++) {
		double d = wide_distance_to_segment(
				wide3(hull->vertices[0]), wide3(hull->vertices[i]), wide3(point));
		best = fmin(best, d);
	}
	return best;
}

static double distance_by_brute_force(const Hull *hull, Vec3 point) {
	if (is_inside(hull, point)) return 0;
	double best = distance_to_segments(hull, point);
	uint32_t count = hull->vertex_count;
	for (uint32_t i = 0; i < count; i++) {
		for (uint32_t j = i + 1; j < count; j++) {
			for (uint32_t k = j + 1; k < count; k++) {
				Triangle t = { hull->vertices[i], hull->vertices[j], hull->vertices[k] };
				best = fmin(best, wide_distance_to_triangle(t, point));
			}
		}
	}
	return best;
}

static double largest_distance(const Hull *hull, const Vec3 *points, uint32_t count) {
	double worst = 0;
	for (uint32_t i = 0; i < count; i++)
		worst = fmax(worst, distance_by_brute_force(hull, points[i]));
	return worst;
}

static double extent_of(const Vec3 *points, uint32_t count) {
	Vec3 low = points[0];
	Vec3 high = points[0];
	for (uint32_t i = 1; i < count; i++) {
		low = vec3_min(low, points[i]);
		high = vec3_max(high, points[i]);
	}
	return (double)vec3_max_element(vec3_sub(high, low));
}

static void no_point_is_farther_than_the_error(Rng *rng) {
	Vec3 points[MAX_POINTS];
	uint32_t count = random_hull_points(rng, points, MAX_POINTS);
	HullInput input = { .points = points, .count = count };
	input.max_vertices = 4 + rng_below(rng, MAX_VERTICES - 3);
	Hull hull = mk_hull_build(&input);
	double worst = largest_distance(&hull, points, count);
	// the build rounds points to 2^-51 of the extent and distances to 2^-47
	double rounding = 0x1p-45 * extent_of(points, count);
	assert_true(worst <= (double)hull.error + rounding);
	// and the error is not just any bound. In a flat hull it counts the distance from the plane
	// twice; that is a part of the tolerance
	double rounded_up = worst * (1 + 4 * (double)MK_EPSILON) + rounding;
	double flat_share = hull.dimension == HULL_POLYGON ? 2 * (double)hull.tolerance : 0;
	assert_true((double)hull.error <= rounded_up + flat_share);
	mk_hull_free(&hull);
}

static void a_limit_that_is_not_reached_leaves_the_hull(Rng *rng) {
	Vec3 points[MAX_POINTS];
	uint32_t count = random_hull_points(rng, points, MAX_POINTS);
	HullInput input = { .points = points, .count = count, .max_vertices = MAX_POINTS + 1 };
	Hull limited = mk_hull_build(&input);
	Hull full = build_hull(points, count);
	check_hull(&limited, points, count);
	assert_int_equal(limited.dimension, full.dimension);
	// A corner left out of a polygon is off its side by a margin in the plane and two across,
	// points over the polygon are off by two across: 4.3 margins, 3/8 of a tolerance each.
	double share = limited.dimension == HULL_POLYGON ? 1.6 : 1;
	assert_true((double)limited.error <= share * (double)limited.tolerance);
	mk_hull_free(&limited);
	mk_hull_free(&full);
}

static void the_error_of_a_limited_hull_is_the_largest_distance(void **state) {
	(void)state;
	for_all(no_point_is_farther_than_the_error, CASES, 1);
}

static void a_limit_out_of_reach_has_no_effect(void **state) {
	(void)state;
	for_all(a_limit_that_is_not_reached_leaves_the_hull, 1000, 2);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_error_of_a_limited_hull_is_the_largest_distance),
		cmocka_unit_test(a_limit_out_of_reach_has_no_effect),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
