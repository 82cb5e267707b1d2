// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The signed separation against brute force that shares no function with the engine (support/brute_depth.h),
// for all combinations of convex kinds. Depth and distance are what h is along the normal that is told, and
// no direction that brute force finds has less: together they say that it is the depth, within what is
// promised, a hundred thousandth of the size. Points are on the surfaces and as far apart as told. Half of
// the pairs are 10 km from the origin, where a float is known to half a millimetre: brute force takes the
// poses as they were rounded.
#include "collide/penetration.h"
#include "shape/convex.h"
#include "support/brute_depth.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/pair_place.h"

enum { PAIRS = pick_count(3, 1), DIRECTIONS = 600, STARTS = 6 };

// What is promised, as part of the size of the pair (no unit).
static const double promised = 1e-5;

// How far from the origin (m) every other pair is.
static const double far_away = 10000;

static void move_far(Rng *rng, PlacedPair *placed) {
	Vec3 way = vec3_scale(random_unit(rng), (Real)far_away);
	placed->pair.a.pose.origin = vec3_add(placed->pair.a.pose.origin, way);
	placed->pair.b.pose.origin = vec3_add(placed->pair.b.pose.origin, way);
}

static Double3 wide_of(Vec3 v) { return double3((double)v.x, (double)v.y, (double)v.z); }

// Points of surfaces are told outside, where coordinates are rounded to their size.
static void check_points(const TestPair *p, const Separation *s, double allowed) {
	Double3 n = wide_of(s->normal);
	double world = (double)(vec3_length(s->point_a) + vec3_length(s->point_b));
	allowed += 4 * (double)MK_EPSILON * world;
	Double3 way = double3_sub(wide_of(s->point_b), wide_of(s->point_a));
	Double3 off = double3_sub(way, double3_scale(n, (double)s->distance));
	assert_true(double3_length(off) <= allowed);
	// along the normal they are the farthest points of their shapes
	ShapeInstance here = p->a;
	here.pose.origin = vec3_sub(p->a.pose.origin, s->point_a);
	SphereShape dot = {
		.shape = { .ops = mk_shape_ops(SHAPE_SPHERE), .kind = SHAPE_SPHERE, .vertex_count = 1 },
	};
	ShapeInstance point = instance_local(&dot.shape);
	assert_true(fabs(brute_height(&here, &point, n)) <= allowed);
	here = p->b;
	here.pose.origin = vec3_sub(p->b.pose.origin, s->point_b);
	assert_true(fabs(brute_height(&point, &here, n)) <= allowed);
}

static void check_pair(const PlacedPair *placed) {
	const TestPair *p = &placed->pair;
	Separation s = mk_separation(&p->a, &p->b);
	Difference d = mk_difference(&p->a, &p->b);
	double size = (double)d.error / (4 * (double)MK_EPSILON);
	double allowed = promised * size + 4 * (double)d.error;
	double depth = -(double)s.distance;
	double told = brute_height(&p->a, &p->b, wide_of(s.normal));
	BruteDepth least = brute_depth(
			&(BruteInput){ &p->a, &p->b, .directions = DIRECTIONS, .starts = STARTS });
	bool is_right = fabs(told - depth) <= allowed && least.height >= depth - allowed;
	if (!is_right)
		print_error("%s on %s, %s: depth %.9g, along the normal %.9g, brute force %.9g\n",
				p->a.shape->ops->name, p->b.shape->ops->name, place_names[placed->place], depth,
				told, least.height);
	assert_true(is_right);
	check_points(p, &s, allowed);
}

static void check_combination(Rng *rng, ShapeKind kind_a, ShapeKind kind_b) {
	ShapePool a = pool_make(rng, kind_a, -0.5, 0.5);
	ShapePool b = pool_make(rng, kind_b, -0.5, 0.5);
	for (uint32_t i = 0; i < PAIRS; i++) {
		PairPlace place = (PairPlace)rng_below(rng, PLACE_COUNT);
		PlacedPair placed = pair_place(rng, &a, &b, place);
		if (i % 2 == 1) move_far(rng, &placed);
		check_pair(&placed);
	}
	pool_free(&a);
	pool_free(&b);
}

static void test_no_direction_is_better_than_the_normal(void **state) {
	(void)state;
	Rng rng = { 20261118 };
	for (int i = 0; i <= (int)LAST_CONVEX_KIND; i++) {
		for (int j = 0; j <= (int)LAST_CONVEX_KIND; j++)
			check_combination(&rng, (ShapeKind)i, (ShapeKind)j);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_direction_is_better_than_the_normal),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
