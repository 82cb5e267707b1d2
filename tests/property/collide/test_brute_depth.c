// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The signed separation against brute force that shares no function with the engine
// (support/brute_depth.h), for all combinations of convex kinds. Depth and distance are what h is
// along the normal that is told, and no direction that brute force finds has less: together they
// say that it is the depth, within what is promised, a hundred thousandth of the size. Normals are
// those of brute force, to a thousandth of a radian, unless h is the same there as far as supports
// and the end of a query can tell. Points are on the surfaces and as far apart as told. Half of the
// shapes are needles and slabs of up to 1 : 1000, of a millimetre to a kilometre. Half of the pairs
// are 10 km from the origin, where a float is known to half a millimetre: brute force takes the
// poses as they were rounded. tests/campaign runs it at length.
#include "collide/penetration.h"
#include "shape/convex.h"
#include "support/brute_depth.h"
#include "support/budget.h"
#include "support/campaign.h"
#include "support/check.h"
#include "support/pair_place.h"

#include <stdio.h>

enum { PAIRS = pick_count(3, 1), PAIRS_PER_POOL = 4, DIRECTIONS = 600, STARTS = 6 };

// What is promised, as part of the size of the pair (no unit), and of normals (radians).
static const double promised = 1e-5;
static const double promised_angle = 1e-3;

// A query ends within this part of the depth (no unit; epa.c), where another
// direction may be as good.
static const double query_end = 1e-6;

// Pairs that are deeper or farther apart than this part of their size (no unit) have normals that
// are, with few exceptions, unique.
static const double clear_part = 1e-2;

typedef struct Tally {
	uint64_t pairs;
	uint64_t clear;
	uint64_t tilted; // of the clear ones
	uint64_t wrong;
	double depth; // worst error, as part of the size
} Tally;

// How far from the origin (m) every other pair is.
static const double far_away = 10000;

static void move_far(Rng *rng, PlacedPair *placed) {
	Vec3 way = vec3_scale(random_unit(rng), (Real)far_away);
	placed->pair.a.pose.origin = vec3_add(placed->pair.a.pose.origin, way);
	placed->pair.b.pose.origin = vec3_add(placed->pair.b.pose.origin, way);
}

static Double3 wide_of(Vec3 v) { return double3((double)v.x, (double)v.y, (double)v.z); }

// Points of surfaces are told outside, where coordinates are rounded to their size.
static bool are_points_right(const TestPair *p, const Separation *s, double allowed) {
	Double3 n = wide_of(s->normal);
	double world = (double)(vec3_length(s->point_a) + vec3_length(s->point_b));
	allowed += 4 * (double)MK_EPSILON * world;
	Double3 way = double3_sub(wide_of(s->point_b), wide_of(s->point_a));
	Double3 off = double3_sub(way, double3_scale(n, (double)s->distance));
	// along the normal they are the farthest points of their shapes
	ShapeInstance on_a = p->a;
	ShapeInstance on_b = p->b;
	on_a.pose.origin = vec3_sub(p->a.pose.origin, s->point_a);
	on_b.pose.origin = vec3_sub(p->b.pose.origin, s->point_b);
	SphereShape dot = {
		.shape = { .ops = mk_shape_ops(SHAPE_SPHERE), .kind = SHAPE_SPHERE, .vertex_count = 1 },
	};
	ShapeInstance point = instance_local(&dot.shape);
	return double3_length(off) <= allowed && fabs(brute_height(&on_a, &point, n)) <= allowed &&
			fabs(brute_height(&point, &on_b, n)) <= allowed;
}

static void check_pair(const PlacedPair *placed, Tally *tally) {
	const TestPair *p = &placed->pair;
	Separation s = mk_separation(&p->a, &p->b);
	Difference d = mk_difference(&p->a, &p->b);
	double size = pair_size(p);
	double depth = -(double)s.distance;
	// and the last digits of a number that is far larger than the shapes
	double allowed = promised * size + 4 * (double)MK_EPSILON * fmax(fabs(depth) - size, 0);
	Double3 n = wide_of(s.normal);
	n = double3_scale(n, 1 / double3_length(n));
	double told = brute_height(&p->a, &p->b, n);
	BruteDepth least = brute_depth(
			&(BruteInput){ &p->a, &p->b, .directions = DIRECTIONS, .starts = STARTS, .hint = n });
	double off = fmax(fabs(told - depth), depth - least.height);
	bool is_tilted = double3_length(double3_sub(least.normal, n)) > promised_angle;
	bool is_as_low = told - least.height <= 2 * pair_floor(&d) + query_end * fabs(depth);
	bool is_clear = fabs(depth) > clear_part * size;
	bool is_right = off <= allowed && (!is_tilted || is_as_low) && are_points_right(p, &s, allowed);
	tally->pairs++;
	tally->clear += is_clear;
	tally->tilted += is_clear && is_tilted;
	tally->wrong += !is_right;
	tally->depth = fmax(tally->depth, off / size);
	if (!is_right)
		print_error("%s on %s, %s: depth %.9g, along the normal %.9g, brute force %.9g, bounds "
					"%.9g and %.9g, %s\n",
				p->a.shape->ops->name, p->b.shape->ops->name, place_names[placed->place], depth,
				told, least.height, -(double)s.upper, -(double)s.lower,
				mk_separation_status_text(s.status));
}

// Plain shapes of about a metre, or all proportions around a centimetre, a metre or thirty.
static ShapePool make_pool(Rng *rng, ShapeKind kind) {
	if (rng_below(rng, 2) == 0) return pool_make(rng, kind, -0.5, 0.5);
	double middle = 1.5 * ((double)rng_below(rng, 3) - 1);
	return pool_make(rng, kind, middle - 1.5, middle + 1.5);
}

static void check_pool(Rng *rng, ShapeKind kind_a, ShapeKind kind_b, Tally *tally) {
	ShapePool a = make_pool(rng, kind_a);
	ShapePool b = make_pool(rng, kind_b);
	for (uint32_t i = 0; i < PAIRS_PER_POOL && tally->pairs < campaign_pairs(PAIRS); i++) {
		PairPlace place = (PairPlace)rng_below(rng, PLACE_COUNT);
		PlacedPair placed = pair_place(rng, &a, &b, place);
		if (i % 2 == 1) move_far(rng, &placed);
		check_pair(&placed, tally);
	}
	pool_free(&a);
	pool_free(&b);
}

static void add_combination(ShapeKind kind_a, ShapeKind kind_b, Tally *all) {
	if (!campaign_has(kind_a, kind_b)) return;
	Rng rng = { campaign_seed(kind_a, kind_b) };
	Tally tally = { 0 };
	while (tally.pairs < campaign_pairs(PAIRS))
		check_pool(&rng, kind_a, kind_b, &tally);
	if (campaign_is_on()) {
		printf("# %s on %s: %llu pairs, %llu tilted of %llu clear, off by %.3g at most, %llu wrong\n",
				mk_shape_ops(kind_a)->name, mk_shape_ops(kind_b)->name,
				(unsigned long long)tally.pairs, (unsigned long long)tally.tilted,
				(unsigned long long)tally.clear, tally.depth, (unsigned long long)tally.wrong);
		fflush(stdout);
	}
	all->clear += tally.clear;
	all->tilted += tally.tilted;
	all->wrong += tally.wrong;
}

static void test_no_direction_is_better_than_the_normal(void **state) {
	(void)state;
	Tally all = { 0 };
	for (int i = 0; i <= (int)LAST_CONVEX_KIND; i++) {
		for (int j = 0; j <= (int)LAST_CONVEX_KIND; j++)
			add_combination((ShapeKind)i, (ShapeKind)j, &all);
	}
	assert_int_equal(all.wrong, 0);
	// what lies in or beside each other in parallel has several normals
	assert_true(all.tilted <= 2 + all.clear / 200);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_direction_is_better_than_the_normal),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
