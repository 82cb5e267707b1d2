// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Deep pairs that move a little from step to step: what the cache gives is what a cold query gives,
// however long the walk, and normals of smooth pairs are those of the closed form.
#include "collide/descent.h"
#include "collide/penetration.h"

#include "shape/convex.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"
#include "support/shape_make.h"

enum { SHARE = pick_count(1, 6) };

enum { STEPS = 100 };

static Penetration query(const Difference *d) {
	PenetrationInput input = { .difference = d, .limit = MK_INFINITY, .is_query = true };
	return mk_penetration(&input);
}

typedef struct Walk {
	ShapeKind kinds[2];
	bool is_query;
	PenetrationCounters counters;
} Walk;

// How far a cached answer may be from the cold one, m.
static double tolerance_of(const Walk *w, const Difference *d, double depth) {
	double size = (double)d->error / (4 * (double)MK_EPSILON);
	double tight = 8 * (double)d->error + 1e-5 * size;
	// steps: a twentieth of a millimetre or a thousandth of the depth, curved pairs a ten
	// thousandth of their size
	return w->is_query ? tight : tight + fmax(5e-5, 1e-3 * fabs(depth)) + 1e-4 * size;
}

// A walk of B around A; the cached answer is the cold one at every step.
static void run_walk(Rng *rng, Walk *w) {
	Shape *a = make_shape(rng, w->kinds[0], -0.3, 0.3);
	Shape *b = make_shape(rng, w->kinds[1], -0.3, 0.3);
	ShapeInstance in_a = instance_rigid(a, random_transform(rng, 1));
	Transform pose = random_transform(rng, 0.3);
	pose.position = vec3_add(pose.position, in_a.pose.origin);
	double shake = pow(10, rng_range(rng, -5, -2.5));
	PenetrationCache cache = { 0 };
	for (int step = 0; step < STEPS; step++) {
		ShapeInstance in_b = instance_rigid(b, pose);
		Difference d = mk_difference(&in_a, &in_b);
		Separation cold = query(&d).separation;
		PenetrationInput input = {
			.difference = &d,
			.cache = &cache,
			.counters = &w->counters,
			.limit = MK_INFINITY,
			.is_query = w->is_query,
		};
		Separation warm = mk_penetration(&input).separation;
		check_near(warm.distance, cold.distance, tolerance_of(w, &d, (double)cold.distance));
		assert_true(vec3_is_unit(warm.normal));
		Vec3 way = vec3_sub(warm.point_b, warm.point_a);
		check_vec3(way, vec3_scale(warm.normal, warm.distance), 8 * (double)d.error);
		Vec3 turn = random_vec3(rng, shake);
		pose.position = vec3_add(pose.position, random_vec3(rng, shake));
		pose.rotation = quat_normalize(
				quat_multiply(mk_quat_from_rotation_vector(turn), pose.rotation));
	}
	mk_shape_release(a);
	mk_shape_release(b);
}

static void cached_answers_are_cold_ones(Rng *rng) {
	Walk w = { .is_query = rng_below(rng, 2) == 0 };
	w.kinds[0] = convex_kind(rng);
	w.kinds[1] = convex_kind(rng);
	run_walk(rng, &w);
}

// Hulls that shake by less than a millimetre hardly ever need EPA again.
static void test_resting_hulls_are_settled_without_epa(void **state) {
	(void)state;
	Walk w = { .kinds = { SHAPE_HULL, SHAPE_BOX } };
	// a ratio needs all the cases, in every build
	for (uint64_t seed = 0; seed < 60; seed++) {
		Rng rng = { seed };
		run_walk(&rng, &w);
	}
	assert_true(w.counters.descents > 10 * w.counters.epa_calls);
}

// A ball's centre in an ellipsoid with equal radii: depth and normal are known, and so is the way
// from any start that is not far.
static void descent_finds_the_normal_of_a_ball(Rng *rng) {
	Shape *ball = mk_ellipsoid_create(vec3(1, 1, 1), NULL);
	Shape *point = mk_sphere_create(1, NULL);
	Vec3 way = random_unit(rng);
	Real distance = random_real(rng, 0.3, 0.9);
	ShapeInstance a = instance_local(ball);
	Transform pose = { quat_identity(), vec3_scale(way, distance) };
	ShapeInstance b = instance_rigid(point, pose);
	Difference d = mk_difference(&a, &b);
	Vec3 side = random_vec3(rng, 0.02);
	Descent descent = { .difference = &d, .normal = vec3_normalize(vec3_add(way, side)) };
	mk_descent_sample(&descent);
	mk_descent_refine(&descent);
	// support of the ball is 1 minus the centre's part; flat in h, steep in the gradient
	check_near(descent.height, 1 - (double)distance, 4 * (double)d.error);
	check_vec3(descent.normal, way, 1e-4);
	assert_true(descent.miss <= 1e-4);
	assert_true(descent.iterations <= 16);
	mk_shape_release(ball);
	mk_shape_release(point);
}

// The ends of a cylinder's straight side: the normal has no part along the axis, the
// touching point is between them.
static void descent_stays_on_the_side_of_a_cylinder(Rng *rng) {
	Shape *cylinder = mk_cylinder_create(1, 4, NULL);
	Shape *point = mk_sphere_create(1, NULL);
	double angle = rng_range(rng, 0, 6.28);
	Vec3 way = vec3((Real)cos(angle), 0, (Real)sin(angle));
	Real distance = random_real(rng, 0.3, 0.9);
	Real along = random_real(rng, -0.8, 0.8);
	ShapeInstance a = instance_local(cylinder);
	Transform pose = { quat_identity(), vec3_add_scaled(vec3(0, along, 0), way, distance) };
	ShapeInstance b = instance_rigid(point, pose);
	Separation s = mk_separation(&a, &b);
	double tolerance = pick_tolerance(1e-5, 1e-6);
	check_near(s.distance, (double)distance - 2, tolerance);
	check_vec3(s.normal, way, 1e-3);
	check_near(s.normal.y, 0, 1e-5);
	check_near(s.point_a.y, along, 1e-3);
	mk_shape_release(cylinder);
	mk_shape_release(point);
}

static void test_walks(void **state) {
	(void)state;
	for_all(cached_answers_are_cold_ones, 250 / SHARE, 1);
}

static void test_balls(void **state) {
	(void)state;
	for_all(descent_finds_the_normal_of_a_ball, 2000 / SHARE, 2);
}

static void test_cylinders(void **state) {
	(void)state;
	for_all(descent_stays_on_the_side_of_a_cylinder, 2000 / SHARE, 3);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_walks),
		cmocka_unit_test(test_resting_hulls_are_settled_without_epa),
		cmocka_unit_test(test_balls),
		cmocka_unit_test(test_cylinders),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
