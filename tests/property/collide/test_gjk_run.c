// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// How GJK runs: every step obeys the theorems of its authors, warm starts change nothing but the
// number of steps, large hulls and curved pairs that nearly touch come to an end.
#include "collide/gjk.h"
#include "geometry/double3.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"

#include "support/budget.h"
#include "support/check.h"
#include "support/gjk_pair.h"
#include "support/property.h"
#include "support/random.h"
#include "support/shape_make.h"

#include <stdlib.h>

static GjkResult distance_of(const Difference *d) {
	GjkInput input = mk_gjk_query_input(d);
	return mk_gjk(&input);
}

// The floor counts for each of the two supports and for the poses, and the query stops within 1e-6
// (1e-12 in double) of the distance.
static double tolerance_of(const Difference *d, double distance) {
	return 2 * (double)d->error + distance * pick_tolerance(2e-6, 2e-12);
}

// Steps of all walks of polytopes, to see what the cache is worth.
static uint64_t cold_steps;
static uint64_t warm_steps;

// The shapes walk past each other; what is kept of the last step never changes an answer.
static void warm_answers_equal_cold_ones_along_a_walk(Rng *rng) {
	Shape *first = make_shape(rng, convex_kind(rng), -1, 0);
	Shape *second = make_shape(rng, convex_kind(rng), -1, 0);
	bool is_polytope = first->vertex_count > 0 && second->vertex_count > 0;
	Transform a = random_transform(rng, 1);
	Transform b = random_near(rng, first, second, a, 1);
	GjkCache cache = { 0 };
	for (int i = 0; i < 30; i++) {
		Vec3 turn = random_vec3(rng, 0.02);
		b.position = vec3_add(b.position, random_vec3(rng, 0.02));
		b.rotation = quat_normalize(quat_multiply(mk_quat_from_rotation_vector(turn), b.rotation));
		ShapeInstance one = instance_rigid(first, a);
		ShapeInstance two = instance_rigid(second, b);
		Difference d = mk_difference(&one, &two);
		GjkInput input = mk_gjk_query_input(&d);
		GjkResult cold = mk_gjk(&input);
		input.cache = &cache;
		GjkResult warm = mk_gjk(&input);
		double tolerance = 2 * tolerance_of(&d, cold.upper);
		assert_true(cold.lower <= warm.upper + tolerance && warm.lower <= cold.upper + tolerance);
		cold_steps += is_polytope ? cold.iterations : 0;
		warm_steps += is_polytope ? warm.iterations : 0;
	}
	mk_shape_release(first);
	mk_shape_release(second);
}

enum { CAPACITY = 600 };

static Double3 wide_vector(Vec3 a) { return double3((double)a.x, (double)a.y, (double)a.z); }

static bool has_point(const TraceStep *step, Vec3 p) {
	for (uint32_t i = 0; i < step->count; i++) {
		if (vec3_equals(step->points[i], p)) return true;
	}
	return false;
}

// Each simplex of a run beside the support that comes after it.
static void check_run(const TraceStep *steps, uint32_t count, const Difference *d, Double3 best) {
	double tau = (double)d->error;
	for (uint32_t i = 1; i + 1 < count; i += 2) {
		const TraceStep *simplex = &steps[i];
		Double3 v = wide_vector(simplex->direction);
		double squared = double3_dot(v, v);
		Vec3 w = steps[i + 1].points[0];
		double gap = squared - double3_dot(v, wide_vector(w));
		double length = sqrt(squared);
		// theorem 4: the square of the error is at most v.v - v.w; tau moves both by |v| tau
		Double3 error = double3_sub(v, best);
		double floor_squared = 4 * tau * length + 4 * tau * tau + 4 * tau * double3_length(error);
		assert_true(double3_dot(error, error) <= gap + floor_squared);
		// while running: not more than three points, a fourth holds the origin
		assert_true(simplex->count >= 1 && simplex->count <= 4);
		if (simplex->count == 4) check_near(squared, 0, 0);
		if (i + 2 >= count) continue;
		// theorems 2 and 3: nearer with every step; theorem 5: by the new point
		assert_true(steps[i + 2].upper <= simplex->upper);
		assert_true(has_point(&steps[i + 2], w));
	}
}

static void every_step_obeys_the_theorems(Rng *rng) {
	Pair p = make_pair(rng);
	TraceStep steps[CAPACITY];
	Trace trace = { .steps = steps, .capacity = CAPACITY };
	GjkInput input = mk_gjk_query_input(&p.difference);
	input.trace = &trace;
	GjkResult r = mk_gjk(&input);
	assert_int_equal(trace.missed, 0);
	// an end point that is known, to compare with
	if (r.status == SEPARATION_CONVERGED && !r.is_overlapping) {
		Double3 best = double3_scale(wide_vector(r.normal), -r.upper);
		check_run(steps, trace.count, &p.difference, best);
	}
	release_pair(&p);
}

static Shape *random_hull(Rng *rng, uint32_t count) {
	Vec3 *points = malloc(count * sizeof(*points));
	for (uint32_t i = 0; i < count; i++)
		points[i] = random_unit(rng);
	Shape *shape = mk_hull_shape_create(
			&(HullShapeInput){ .points = points, .count = count }, NULL);
	free(points);
	return shape;
}

// Optimality is proved by the hull itself: no vertex pair is nearer along the normal.
static void large_hulls_end_soon_with_a_proof(Rng *rng) {
	Shape *first = random_hull(rng, 20 + rng_below(rng, 980));
	Shape *second = random_hull(rng, 20 + rng_below(rng, 980));
	for (int i = 0; i < 20; i++) {
		Transform pose = { random_quat(rng), vec3_zero() };
		ShapeInstance a = instance_rigid(first, pose);
		double far = rng_range(rng, 0.5, 3);
		Vec3 way = vec3_scale(random_unit(rng), (Real)far);
		ShapeInstance b = instance_rigid(second, (Transform){ random_quat(rng), way });
		Difference d = mk_difference(&a, &b);
		GjkResult r = distance_of(&d);
		assert_true(r.iterations <= 40);
		assert_true(r.status == SEPARATION_CONVERGED || r.status == SEPARATION_STALLED);
		if (!r.is_overlapping) assert_true(r.upper - r.lower <= tolerance_of(&d, r.upper) + 1e-6);
	}
	mk_shape_release(first);
	mk_shape_release(second);
}

// Ellipsoids within a hair of touching: the slowest curved case. Two copies of one
// ellipsoid, the second moved by support differences: touching exactly along the direction,
// then some floors more or less.
static void curved_pairs_that_nearly_touch_end(Rng *rng) {
	Vec3 radii = random_sizes(rng, -1.5, 0);
	Shape *shape = mk_ellipsoid_create(radii, NULL);
	Transform pose = { random_quat(rng), vec3_zero() };
	ShapeInstance a = instance_rigid(shape, pose);
	Vec3 n = random_unit(rng);
	Vec3 reach = instance_support(&a, n, MK_SHAPE_NO_ID);
	double gap = rng_range(rng, -20, 20) * (double)MK_EPSILON;
	Vec3 place = vec3_add_scaled(vec3_scale(reach, 2), n, (Real)gap);
	ShapeInstance b = instance_rigid(shape, (Transform){ pose.rotation, place });
	Difference d = mk_difference(&a, &b);
	GjkResult r = distance_of(&d);
	assert_true(r.status != SEPARATION_CAPPED);
	double expected = fmax(gap, 0);
	assert_true(r.lower <= expected + 4 * (double)d.error);
	check_near(r.upper, expected, 8 * (double)d.error + pick_tolerance(1e-6, 1e-10));
	mk_gjk_overlaps(&d, NULL, NULL);
	mk_shape_release(shape);
}

enum { SHARE = pick_count(1, 8) };

static void test_warm(void **state) {
	(void)state;
	for_all(warm_answers_equal_cold_ones_along_a_walk, 1000 / SHARE, 12);
	assert_true(2 * warm_steps < cold_steps);
}

static void test_theorems(void **state) {
	(void)state;
	for_all(every_step_obeys_the_theorems, 4000 / SHARE, 13);
}

static void test_large_hulls(void **state) {
	(void)state;
	for_all(large_hulls_end_soon_with_a_proof, 24 / SHARE, 14);
}

static void test_near_touch(void **state) {
	(void)state;
	for_all(curved_pairs_that_nearly_touch_end, 4000 / SHARE, 15);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_warm),
		cmocka_unit_test(test_theorems),
		cmocka_unit_test(test_large_hulls),
		cmocka_unit_test(test_near_touch),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
