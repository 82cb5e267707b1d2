// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Hulls of random points of all kinds: every promise of the builder is checked on grids, sheets with
// noise, spheres, repeated points, needles, slivers and clouds far from the origin, from 0.1 mm to
// 10 km; supports against the raw points; the vertex limit against the true distance.
#include "geometry/hull_build.h"

#include "base/hash.h"
#include "support/hull.h"
#include "support/property.h"
#include "support/random.h"

#include <stdlib.h>

#define MAX_POINTS 512

typedef Vec3 MakePoint(Rng *rng, const Vec3 *earlier, uint32_t index);

static Vec3 in_box(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	return random_vec3(rng, 1);
}

static Vec3 on_sphere(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	return random_unit(rng);
}

static Vec3 on_grid(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	return vec3(
			(Real)rng_below(rng, 5) - 2, (Real)rng_below(rng, 5) - 2, (Real)rng_below(rng, 5) - 2);
}

static Vec3 on_turned_grid(Rng *rng, const Vec3 *earlier, uint32_t index) {
	Quat turn = quat_normalize((Quat){ (Real)0.1, (Real)0.2, (Real)0.3, (Real)0.9 });
	return quat_rotate(turn, on_grid(rng, earlier, index));
}

static Vec3 on_noisy_grid(Rng *rng, const Vec3 *earlier, uint32_t index) {
	return vec3_add(on_grid(rng, earlier, index), random_vec3(rng, 2 * (double)MK_EPSILON));
}

// heights of zero, one or two steps of the smallest kind
static Vec3 on_noisy_sheet(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	Vec3 p = random_vec3(rng, 1);
	p.z = (Real)rng_below(rng, 3) * MK_EPSILON;
	return p;
}

static Vec3 on_sheet(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	Vec3 p = random_vec3(rng, 1);
	return vec3(p.x, p.y, p.x);
}

static Vec3 on_line(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	return vec3_splat(random_real(rng, -1, 1));
}

static Vec3 in_needle(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	Vec3 p = random_vec3(rng, 1);
	return vec3(p.x, p.y * 30 * MK_EPSILON, p.z * 30 * MK_EPSILON);
}

static Vec3 in_sliver(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	Vec3 p = random_vec3(rng, 1);
	return vec3(p.x, p.y * (Real)1e-2, p.z * 20 * MK_EPSILON);
}

static Vec3 repeating(Rng *rng, const Vec3 *earlier, uint32_t index) {
	bool is_new = index == 0 || rng_below(rng, 2) == 0;
	return is_new ? random_vec3(rng, 1) : earlier[rng_below(rng, index)];
}

// two round caps and a rim: many coplanar points, many points on one circle
static Vec3 on_cylinder(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	Vec3 p = random_unit(rng);
	Real length = real_sqrt(p.x * p.x + p.y * p.y);
	if (!(length > 0)) return vec3(1, 0, 1);
	return vec3(p.x / length, p.y / length, rng_below(rng, 2) == 0 ? 1 : -1);
}

static MakePoint *const families[] = { in_box, on_sphere, on_grid, on_turned_grid, on_noisy_grid,
	on_noisy_sheet, on_sheet, on_line, in_needle, in_sliver, repeating, on_cylinder };

static uint32_t make_points(Rng *rng, Vec3 points[MAX_POINTS]) {
	uint32_t count = 1 + rng_below(rng, rng_below(rng, 4) == 0 ? MAX_POINTS : 40);
	MakePoint *make = families[rng_below(rng, sizeof(families) / sizeof(families[0]))];
	for (uint32_t i = 0; i < count; i++)
		points[i] = make(rng, points, i);
	Real size = random_size(rng, -4, 4);
	bool is_far = rng_below(rng, 4) == 0;
	Vec3 shift = is_far ? random_vec3(rng, 1e4) : vec3_zero();
	for (uint32_t i = 0; i < count; i++)
		points[i] = vec3_add(vec3_scale(points[i], size), shift);
	return count;
}

static void all_promises_hold(Rng *rng) {
	Vec3 points[MAX_POINTS];
	uint32_t count = make_points(rng, points);
	Hull hull = build_hull(points, count);
	assert_int_equal(hull.status, HULL_OK);
	check_hull(&hull, points, count);
	mk_hull_free(&hull);
}

static void all_promises_hold_with_a_limit(Rng *rng) {
	Vec3 points[MAX_POINTS];
	uint32_t count = make_points(rng, points);
	HullInput input = { .points = points, .count = count, .max_vertices = 4 + rng_below(rng, 20) };
	Hull hull = mk_hull_build(&input);
	check_hull(&hull, points, count);
	assert_true(hull.vertex_count <= input.max_vertices);
	mk_hull_free(&hull);
}

static void all_promises_hold_with_a_tolerance(Rng *rng) {
	Vec3 points[MAX_POINTS];
	uint32_t count = make_points(rng, points);
	Real size = vec3_distance(points[0], points[rng_below(rng, count)]);
	HullInput input = { .points = points, .count = count };
	input.tolerance = size * random_size(rng, -6, 0);
	Hull hull = mk_hull_build(&input);
	check_hull(&hull, points, count);
	mk_hull_free(&hull);
}

static double along(Vec3 p, Vec3 direction) {
	return (double)p.x * (double)direction.x + (double)p.y * (double)direction.y +
			(double)p.z * (double)direction.z;
}

static double farthest_along(const Vec3 *points, uint32_t count, Vec3 direction) {
	double best = along(points[0], direction);
	for (uint32_t i = 1; i < count; i++) {
		double value = along(points[i], direction);
		if (value > best) best = value;
	}
	return best;
}

static double reach_of(const Vec3 *points, uint32_t count) {
	Vec3 reach = vec3_zero();
	for (uint32_t i = 0; i < count; i++)
		reach = vec3_max(reach, vec3_abs(points[i]));
	return (double)reach.x + (double)reach.y + (double)reach.z;
}

// the hull reaches as far as its points in every direction, but for its stated error
static void supports_agree_with_the_points(Rng *rng) {
	Vec3 points[MAX_POINTS];
	uint32_t count = make_points(rng, points);
	Hull hull = build_hull(points, count);
	// one rounding of each product and sum of the float dot products
	double rounding = 2 * (double)MK_EPSILON * reach_of(points, count);
	uint32_t last = 0;
	for (int i = 0; i < 20; i++) {
		Vec3 direction = random_unit(rng);
		double expected = farthest_along(points, count, direction);
		double length = (double)vec3_length(direction);
		uint32_t scanned = hull_support_scan(&hull, direction);
		double reached = along(hull.vertices[scanned], direction);
		assert_true(reached <= expected);
		assert_true(reached >= expected - (double)hull.error * length - rounding);
		last = hull_support(&hull, direction, last);
		assert_true(along(hull.vertices[last], direction) >= reached - rounding);
	}
	mk_hull_free(&hull);
}

// climbing over neighbours, compared in double with the farthest of all vertices
static void climbing_reaches_the_top(Rng *rng) {
	Vec3 points[MAX_POINTS];
	uint32_t count = make_points(rng, points);
	Hull hull = build_hull(points, count);
	double rounding = 4 * (double)MK_EPSILON * reach_of(points, count);
	for (int i = 0; i < 20 && hull.dimension == HULL_SOLID; i++) {
		Vec3 direction = random_unit(rng);
		// directions near the normal of a face are the hard ones
		if (i % 2 == 0) {
			Vec3 normal = hull.planes[rng_below(rng, hull.face_count)].normal;
			Real tilt = random_size(rng, -8, 0);
			direction = vec3_normalize(vec3_add_scaled(normal, direction, tilt));
		}
		double expected = farthest_along(hull.vertices, hull.vertex_count, direction);
		uint32_t start = rng_below(rng, hull.vertex_count);
		uint32_t top = hull_support_climb(&hull, direction, start);
		// float comparisons may end the walk early by their own rounding only
		assert_true(along(hull.vertices[top], direction) >= expected - rounding);
	}
	mk_hull_free(&hull);
}

typedef struct Wide3 {
	double x, y, z;
} Wide3;

static Wide3 widen(Vec3 v) { return (Wide3){ (double)v.x, (double)v.y, (double)v.z }; }
static Wide3 wide_between(Wide3 a, Wide3 b) { return (Wide3){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static double wide_inner(Wide3 a, Wide3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// Returns the squared distance of p from the hull by Frank and Wolfe's descent with away steps over
// all vertices, down to a gap of `accuracy`; slow and independent of faces.
static double distance_by_descent(const Hull *hull, Wide3 p, double accuracy) {
	Wide3 x = widen(hull->vertices[0]);
	double *weights = calloc(hull->vertex_count, sizeof(double));
	weights[0] = 1;
	for (int step = 0; step < 20000; step++) {
		Wide3 g = wide_between(x, p);
		uint32_t near = 0;
		uint32_t far = UINT32_MAX;
		for (uint32_t i = 0; i < hull->vertex_count; i++) {
			double value = wide_inner(g, widen(hull->vertices[i]));
			if (value < wide_inner(g, widen(hull->vertices[near]))) near = i;
			if (weights[i] <= 0) continue;
			if (far == UINT32_MAX || value > wide_inner(g, widen(hull->vertices[far]))) far = i;
		}
		Wide3 to_near = wide_between(widen(hull->vertices[near]), x);
		Wide3 from_far = wide_between(x, widen(hull->vertices[far]));
		double gap = -wide_inner(g, to_near);
		if (gap <= accuracy * accuracy) break;
		bool is_away = -wide_inner(g, from_far) > gap;
		Wide3 d = is_away ? from_far : to_near;
		double most = is_away ? weights[far] / (1 - weights[far]) : 1;
		double t = -wide_inner(g, d) / wide_inner(d, d);
		t = t < most ? t : most;
		double keep = is_away ? 1 + t : 1 - t;
		for (uint32_t i = 0; i < hull->vertex_count; i++)
			weights[i] *= keep;
		weights[is_away ? far : near] += is_away ? -t : t;
		x = (Wide3){ x.x + t * d.x, x.y + t * d.y, x.z + t * d.z };
	}
	free(weights);
	return sqrt(wide_inner(wide_between(p, x), wide_between(p, x)));
}

// the error that a limited hull states is the distance of the point that is farthest from it
static void the_error_is_the_largest_distance(Rng *rng) {
	Vec3 points[64];
	MakePoint *const kinds[4] = { in_box, on_sphere, on_grid, on_cylinder };
	MakePoint *make = kinds[rng_below(rng, 4)];
	for (uint32_t i = 0; i < 64; i++)
		points[i] = make(rng, points, i);
	HullInput input = { .points = points, .count = 64, .max_vertices = 4 + rng_below(rng, 12) };
	Hull hull = mk_hull_build(&input);
	assert_int_equal(hull.dimension, HULL_SOLID);
	const double accuracy = 1e-5;
	double worst = 0;
	for (uint32_t i = 0; i < 64; i++) {
		double distance = distance_by_descent(&hull, widen(points[i]), accuracy);
		if (distance > worst) worst = distance;
	}
	// the descent stops above the true distance d, by at most accuracy^2 / d and by accuracy
	double slack = worst > accuracy ? 2 * accuracy * accuracy / worst : accuracy;
	assert_true((double)hull.error >= worst - slack);
	// rounding to Real, upwards by two epsilon
	assert_true((double)hull.error <= worst * (1 + 4 * (double)MK_EPSILON) + 1e-12);
	mk_hull_free(&hull);
}

static void more_vertices_never_leave_a_larger_error_than_the_default(Rng *rng) {
	Vec3 points[MAX_POINTS];
	for (uint32_t i = 0; i < MAX_POINTS; i++)
		points[i] = random_unit(rng);
	HullInput input = { .points = points, .count = MAX_POINTS, .max_vertices = MAX_POINTS };
	Hull limited = mk_hull_build(&input);
	Hull full = build_hull(points, MAX_POINTS);
	// a limit that is not reached changes nothing but the order of work
	assert_int_equal(limited.vertex_count, full.vertex_count);
	assert_int_equal(limited.face_count, full.face_count);
	assert_true(limited.error <= limited.tolerance);
	mk_hull_free(&limited);
	mk_hull_free(&full);
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
	uint32_t count = make_points(rng, points);
	Hull first = build_hull(points, count);
	Hull second = build_hull(points, count);
	assert_true(hash_hull(&first) == hash_hull(&second));
	mk_hull_free(&first);
	mk_hull_free(&second);
}

// scaling by a power of two is exact, so it changes no decision
static void powers_of_two_change_only_the_size(Rng *rng) {
	Vec3 points[MAX_POINTS];
	uint32_t count = make_points(rng, points);
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

// 8000 points: supports instead of all points against all faces
static void large_clouds_keep_their_supports(Rng *rng) {
	const uint32_t count = 8000;
	Vec3 *points = malloc(count * sizeof(Vec3));
	MakePoint *make = rng_below(rng, 2) == 0 ? on_sphere : in_box;
	for (uint32_t i = 0; i < count; i++)
		points[i] = make(rng, points, i);
	Hull hull = build_hull(points, count);
	double rounding = 4 * (double)MK_EPSILON * 3;
	uint32_t last = 0;
	for (int i = 0; i < 50; i++) {
		Vec3 direction = random_unit(rng);
		double expected = farthest_along(points, count, direction);
		last = hull_support_climb(&hull, direction, last);
		double reached = along(hull.vertices[last], direction);
		check_near(reached, expected, (double)hull.error + rounding);
	}
	assert_int_equal(2 * (hull.vertex_count + hull.face_count), hull.half_edge_count + 4);
	mk_hull_free(&hull);
	free(points);
}

static void promises_of_the_builder(void **state) {
	(void)state;
	for_all(all_promises_hold, 6000, 1);
	for_all(all_promises_hold_with_a_limit, 3000, 2);
	for_all(all_promises_hold_with_a_tolerance, 3000, 3);
}

static void supports_of_the_hull(void **state) {
	(void)state;
	for_all(supports_agree_with_the_points, 3000, 4);
	for_all(climbing_reaches_the_top, 3000, 5);
	for_all(large_clouds_keep_their_supports, 4, 6);
}

static void errors_of_limited_hulls(void **state) {
	(void)state;
	for_all(the_error_is_the_largest_distance, 60, 7);
	for_all(more_vertices_never_leave_a_larger_error_than_the_default, 20, 8);
}

static void determinism(void **state) {
	(void)state;
	for_all(the_same_points_give_the_same_bits, 1000, 9);
	for_all(powers_of_two_change_only_the_size, 2000, 10);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(promises_of_the_builder),
		cmocka_unit_test(supports_of_the_hull),
		cmocka_unit_test(errors_of_limited_hulls),
		cmocka_unit_test(determinism),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
