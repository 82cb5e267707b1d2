// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Hulls of random points of all kinds: every promise of the builder is checked on grids,
// sheets with noise, spheres, repeated points, needles, slivers and clouds far from the
// origin, from 0.1 mm to 10 km; supports against the raw points; copies of points and other
// sizes against the same hull.
#include "geometry/hull_build.h"

#include "base/hash.h"
#include "geometry/hull_grid.h"
#include "support/hull.h"
#include "support/hull_points.h"
#include "support/property.h"
#include "support/random.h"
#include "support/wide_distance.h"

#define MAX_POINTS 512
#define MAX_COPIES 4

#ifdef MK_DOUBLE
#define NEIGHBOUR_CASES 300 // __float128 is slow
#else
#define NEIGHBOUR_CASES 3000
#endif

static void all_promises_hold(Rng *rng) {
	Vec3 points[MAX_POINTS];
	uint32_t count = random_hull_points(rng, points, MAX_POINTS);
	Hull hull = build_hull(points, count);
	assert_int_equal(hull.status, HULL_OK);
	check_hull(&hull, points, count);
	mk_hull_free(&hull);
}

static void all_promises_hold_with_a_limit(Rng *rng) {
	Vec3 points[MAX_POINTS];
	uint32_t count = random_hull_points(rng, points, MAX_POINTS);
	HullInput input = { .points = points, .count = count, .max_vertices = 4 + rng_below(rng, 20) };
	Hull hull = mk_hull_build(&input);
	check_hull(&hull, points, count);
	assert_true(hull.vertex_count <= input.max_vertices);
	mk_hull_free(&hull);
}

static void all_promises_hold_with_a_tolerance(Rng *rng) {
	Vec3 points[MAX_POINTS];
	uint32_t count = random_hull_points(rng, points, MAX_POINTS);
	Real size = vec3_distance(points[0], points[rng_below(rng, count)]);
	HullInput input = { .points = points, .count = count };
	input.tolerance = size * random_size(rng, -6, 0);
	Hull hull = mk_hull_build(&input);
	check_hull(&hull, points, count);
	mk_hull_free(&hull);
}

// the hull reaches as far as its points in every direction, but for its stated error
static void supports_agree_with_the_points(Rng *rng) {
	Vec3 points[MAX_POINTS];
	uint32_t count = random_hull_points(rng, points, MAX_POINTS);
	Hull hull = build_hull(points, count);
	// one rounding of each product and sum of the float dot products
	double rounding = 2 * (double)MK_EPSILON * reach_of_points(points, count);
	uint32_t last = 0;
	for (int i = 0; i < 20; i++) {
		Vec3 direction = random_unit(rng);
		double expected = farthest_along(points, count, direction);
		double length = (double)vec3_length(direction);
		uint32_t scanned = hull_support_scan(&hull, direction);
		double reached = point_along(hull.vertices[scanned], direction);
		assert_true(reached <= expected);
		assert_true(reached >= expected - (double)hull.error * length - rounding);
		last = hull_support(&hull, direction, last);
		assert_true(point_along(hull.vertices[last], direction) >= reached - rounding);
	}
	mk_hull_free(&hull);
}

// Returns a random direction; every second one is near the normal of a
// face, which are the hard ones.
static Vec3 random_direction(Rng *rng, const Hull *hull) {
	Vec3 direction = random_unit(rng);
	if (rng_below(rng, 2) == 0) return direction;
	Vec3 normal = hull->planes[rng_below(rng, hull->face_count)].normal;
	Real tilt = random_size(rng, -8, 0);
	return vec3_normalize(vec3_add_scaled(normal, direction, tilt));
}

// Returns whether a neighbour is higher than a vertex by more than a bound.
static bool has_higher_neighbour(const Hull *hull, uint32_t vertex, Vec3 direction, double bound) {
	double height = point_along(hull->vertices[vertex], direction);
	for (uint32_t i = hull->neighbour_starts[vertex]; i < hull->neighbour_starts[vertex + 1]; i++) {
		Vec3 neighbour = hull->vertices[hull->neighbours[i]];
		if (point_along(neighbour, direction) > height + bound) return true;
	}
	return false;
}

// climbing over neighbours, compared in double with the farthest of all vertices
static void climbing_reaches_the_top(Rng *rng) {
	Vec3 points[MAX_POINTS];
	uint32_t count = random_hull_points(rng, points, MAX_POINTS);
	Hull hull = build_hull(points, count);
	double rounding = 4 * (double)MK_EPSILON * reach_of_points(points, count);
	for (int i = 0; i < 20 && hull.dimension == HULL_SOLID; i++) {
		Vec3 direction = random_direction(rng, &hull);
		uint32_t start = rng_below(rng, hull.vertex_count);
		uint32_t top = hull_support_climb(&hull, direction, start);
		assert_false(has_higher_neighbour(&hull, top, direction, rounding));
#ifndef MK_DOUBLE
		// The rest of the hull is in the cone of the edges at the top. In single precision an edge
		// is longer than 2^-22 of the extent, so that 2^-50 at its end, the rounding of the climb,
		// grows to less than an epsilon. In double precision there are no digits for this.
		double expected = farthest_along(hull.vertices, hull.vertex_count, direction);
		assert_true(point_along(hull.vertices[top], direction) >= expected - rounding);
#endif
	}
	mk_hull_free(&hull);
}

static Wide height_on_grid(const HullGrid *grid, Vec3 point, Vec3 direction) {
	Double3 p = hull_grid_snap(grid, point);
	return (Wide)p.x * (Wide)direction.x + (Wide)p.y * (Wide)direction.y +
			(Wide)p.z * (Wide)direction.z;
}

static uint32_t climb_on_grid(const Hull *hull, const HullGrid *grid, Vec3 direction, uint32_t at) {
	for (;;) {
		uint32_t best = at;
		for (uint32_t i = hull->neighbour_starts[at]; i < hull->neighbour_starts[at + 1]; i++) {
			Wide height = height_on_grid(grid, hull->vertices[hull->neighbours[i]], direction);
			if (height > height_on_grid(grid, hull->vertices[best], direction)) {
				best = hull->neighbours[i];
			}
		}
		if (best == at) return best;
		at = best;
	}
}

// where the builder sees the vertices, and with digits to spare, no vertex but the
// top lacks a higher neighbour
static void neighbours_lead_to_the_top(Rng *rng) {
	Vec3 points[MAX_POINTS];
	uint32_t count = random_hull_points(rng, points, MAX_POINTS);
	Hull hull = build_hull(points, count);
	HullGrid grid;
	assert_int_equal(mk_hull_grid_fit(points, count, &grid), HULL_OK);
	for (int i = 0; i < 4 && hull.dimension == HULL_SOLID; i++) {
		Vec3 direction = random_direction(rng, &hull);
		uint32_t top = climb_on_grid(&hull, &grid, direction, rng_below(rng, hull.vertex_count));
		Wide height = height_on_grid(&grid, hull.vertices[top], direction);
		for (uint32_t k = 0; k < hull.vertex_count; k++) {
			// 2^-63 for the rounding of Wide, times the extent over the shortest edge
			Wide other = height_on_grid(&grid, hull.vertices[k], direction);
			assert_true((double)(other - height) <= 0x1p-40);
		}
	}
	mk_hull_free(&hull);
}

static uint64_t hash_hull(const Hull *hull) {
	uint64_t hash = MK_HASH_SEED;
	for (uint32_t i = 0; i < hull->vertex_count; i++)
		hash = hash_u64(hash, hull->sources[i]);
	for (uint32_t i = 0; i < hull->half_edge_count; i++)
		hash = hash_u64(
				hash, (uint64_t)hull->half_edges[i].origin << 32 | hull->half_edges[i].twin);
	for (uint32_t i = 0; i < hull->face_count; i++) {
		hash = hash_f64(hash, (double)hull->planes[i].normal.x);
		hash = hash_f64(hash, (double)hull->planes[i].normal.y);
		hash = hash_f64(hash, (double)hull->planes[i].normal.z);
		hash = hash_f64(hash, (double)hull->planes[i].offset);
	}
	return hash_f64(hash, (double)hull->error);
}

static void the_same_points_give_the_same_bits(Rng *rng) {
	Vec3 points[MAX_POINTS];
	uint32_t count = random_hull_points(rng, points, MAX_POINTS);
	Hull first = build_hull(points, count);
	Hull second = build_hull(points, count);
	assert_true(hash_hull(&first) == hash_hull(&second));
	mk_hull_free(&first);
	mk_hull_free(&second);
}

// scaling by a power of two is exact, so it changes no decision
static void powers_of_two_change_only_the_size(Rng *rng) {
	Vec3 points[MAX_POINTS];
	uint32_t count = random_hull_points(rng, points, MAX_POINTS);
	Hull first = build_hull(points, count);
	for (uint32_t i = 0; i < count; i++)
		points[i] = vec3_scale(points[i], 1024);
	Hull second = build_hull(points, count);
	assert_int_equal(first.dimension, second.dimension);
	assert_int_equal(first.vertex_count, second.vertex_count);
	assert_int_equal(first.face_count, second.face_count);
	for (uint32_t i = 0; i < first.half_edge_count; i++) {
		assert_int_equal(first.half_edges[i].origin, second.half_edges[i].origin);
		assert_int_equal(first.half_edges[i].twin, second.half_edges[i].twin);
	}
	for (uint32_t i = 0; i < first.face_count; i++)
		check_vec3(first.planes[i].normal, second.planes[i].normal, 0);
	mk_hull_free(&first);
	mk_hull_free(&second);
}

// Writes the points with copies of earlier ones between them, and which point each one is; returns
// how many.
static uint32_t add_copies(Rng *rng, const Vec3 *points, uint32_t count, Vec3 *out, uint32_t *of) {
	uint32_t used = 0;
	for (uint32_t i = 0; i < count; i++) {
		of[used] = i;
		out[used++] = points[i];
		for (uint32_t more = rng_below(rng, MAX_COPIES); more > 0; more--) {
			of[used] = rng_below(rng, i + 1);
			out[used] = points[of[used]];
			used++;
		}
	}
	return used;
}

static void copies_of_points_change_nothing(Rng *rng) {
	Vec3 points[MAX_POINTS];
	Vec3 with_copies[MAX_COPIES * MAX_POINTS];
	uint32_t of[MAX_COPIES * MAX_POINTS];
	uint32_t count = random_hull_points(rng, points, MAX_POINTS);
	uint32_t more = add_copies(rng, points, count, with_copies, of);
	uint32_t limit = rng_below(rng, 2) == 0 ? 0 : 4 + rng_below(rng, 20);
	HullInput few = { .points = points, .count = count, .max_vertices = limit };
	HullInput many = { .points = with_copies, .count = more, .max_vertices = limit };
	Hull first = mk_hull_build(&few);
	Hull second = mk_hull_build(&many);
	assert_int_equal(first.dimension, second.dimension);
	assert_int_equal(first.vertex_count, second.vertex_count);
	assert_int_equal(first.half_edge_count, second.half_edge_count);
	for (uint32_t i = 0; i < first.vertex_count; i++)
		assert_int_equal(first.sources[i], of[second.sources[i]]);
	for (uint32_t i = 0; i < first.half_edge_count; i++) {
		assert_int_equal(first.half_edges[i].origin, second.half_edges[i].origin);
		assert_int_equal(first.half_edges[i].twin, second.half_edges[i].twin);
	}
	check_near(second.error, first.error, 0);
	mk_hull_free(&first);
	mk_hull_free(&second);
}

static void every_promise_holds_for_all_kinds_of_points(void **state) {
	(void)state;
	for_all(all_promises_hold, 6000, 1);
	for_all(all_promises_hold_with_a_limit, 3000, 2);
	for_all(all_promises_hold_with_a_tolerance, 3000, 3);
}

static void supports_are_those_of_the_points(void **state) {
	(void)state;
	for_all(supports_agree_with_the_points, 3000, 4);
}

static void climbing_over_neighbours_ends_at_the_top(void **state) {
	(void)state;
	for_all(climbing_reaches_the_top, 3000, 5);
	for_all(neighbours_lead_to_the_top, NEIGHBOUR_CASES, 7);
}

static void copies_do_not_matter(void **state) {
	(void)state;
	for_all(copies_of_points_change_nothing, 1500, 6);
}

static void the_result_is_determined_by_the_points(void **state) {
	(void)state;
	for_all(the_same_points_give_the_same_bits, 1000, 9);
	for_all(powers_of_two_change_only_the_size, 2000, 10);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_promise_holds_for_all_kinds_of_points),
		cmocka_unit_test(supports_are_those_of_the_points),
		cmocka_unit_test(climbing_over_neighbours_ends_at_the_top),
		cmocka_unit_test(copies_do_not_matter),
		cmocka_unit_test(the_result_is_determined_by_the_points),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
