// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Cached answers against cold ones over random walks.
//
// Bounds. A refreshed manifold was made at a pose from which no point moved more than a quarter
// of the slop, so separations are off by that twice (the cold one moved, the kept one may have
// been as wrong); a manifold clipped again along a face's normal at up to a slop: off by two
// slops, plus a fifth for the face's normal itself. A full test is as good as a cold one (0.9
// mm), but may keep the last face for another tenth of the slop. A pair that is skipped must be
// apart in truth: no tolerance.
#include "support/collide_pair.h"
#include "support/property.h"
#include "support/random.h"
#include "support/shape_make.h"

typedef struct Walk {
	Shape *shapes[2];
	Transform a;
	Transform b;
	PairCache cache;
	PairCounters counters;
} Walk;

static Walk make_walk(Rng *rng) {
	Walk walk = { .counters = { 0 } };
	for (int i = 0; i < 2; i++) {
		ShapeKind kind = (ShapeKind)rng_below(rng, SHAPE_SEPARATION_RAY);
		walk.shapes[i] = make_shape(rng, kind, -0.7, 0);
	}
	walk.a = random_transform(rng, 1);
	walk.b = random_transform(rng, 1);
	ShapeInstance a = instance_rigid(walk.shapes[0], walk.a);
	ShapeInstance b = instance_rigid(walk.shapes[1], walk.b);
	place_apart(&a, &b, random_real(rng, -0.01, 0.03));
	walk.b.position = b.pose.origin;
	return walk;
}

static Transform moved(Transform pose, Rng *rng, double way) {
	Vec3 axis = random_unit(rng);
	Vec3 turn = vec3_scale(axis, random_real(rng, 0, way));
	Vec3 shift = random_vec3(rng, way);
	return (Transform){ quat_normalize(
								quat_multiply(mk_quat_from_rotation_vector(turn), pose.rotation)),
		vec3_add(pose.position, shift) };
}

// Steps of 0.1 mm, 1 mm and 10 mm; both bodies move.
static void walk_together(Rng *rng) {
	Walk walk = make_walk(rng);
	const double ways[] = { 1e-4, 1e-3, 1e-2 };
	double way = ways[rng_below(rng, 3)];
	Real size = real_min(walk.shapes[0]->bound, walk.shapes[1]->bound);
	Real slop = contact_slop(size);
	for (int step = 0; step < 1000; step++) {
		walk.a = moved(walk.a, rng, way);
		walk.b = moved(walk.b, rng, way);
		ShapeInstance a = instance_rigid(walk.shapes[0], walk.a);
		ShapeInstance b = instance_rigid(walk.shapes[1], walk.b);
		// pulled back when they drift apart or in
		Separation s = mk_separation(&a, &b);
		if (s.distance > (Real)0.05 || s.distance < (Real)-0.02) {
			walk.b.position = vec3_add_scaled(walk.b.position, s.normal, -s.distance);
			b = instance_rigid(walk.shapes[1], walk.b);
			s = mk_separation(&a, &b);
		}
		PairCounters before = walk.counters;
		Collided warm = collide_input(&(CollideInput){ .a = &a,
				.b = &b,
				.margin = TEST_MARGIN,
				.cache = &walk.cache,
				.pair_counters = &walk.counters });
		bool is_skipped = walk.counters.skips > before.skips;
		if (is_skipped) assert_true(s.distance > TEST_MARGIN - (Real)1e-5);
		Real bound = (Real)0.0009 + slop / 10;
		if (walk.counters.refreshes > before.refreshes) bound += slop / 2;
		if (walk.counters.clips > before.clips) bound += 2 * slop;
		if (s.distance <= TEST_MARGIN - bound) assert_true(warm.hit);
		if (warm.hit) check_near(deepest_of(&warm.manifold), s.distance, bound);
		if (warm.hit) check_near(vec3_length(warm.manifold.normal), 1, 1e-5);
	}
	mk_shape_release(walk.shapes[0]);
	mk_shape_release(walk.shapes[1]);
}

// A thousand steps each.
static void cached_contacts_are_as_good_as_cold_ones_within_the_bound(void **state) {
	(void)state;
	for_all(walk_together, cases(100), 1);
}

// A pair at rest is hardly ever tested in full, a pair far apart never again.
static void pairs_at_rest_are_settled_from_the_cache(void **state) {
	(void)state;
	Rng rng = { 5 };
	PairCounters sum = { 0 };
	PenetrationCounters searches = { 0 };
	for (int i = 0; i < 50; i++) {
		Walk walk = make_walk(&rng);
		Transform rest = walk.b;
		for (int step = 0; step < 40; step++) {
			walk.b = moved(rest, &rng, 3e-5);
			ShapeInstance a = instance_rigid(walk.shapes[0], walk.a);
			ShapeInstance b = instance_rigid(walk.shapes[1], walk.b);
			collide_input(&(CollideInput){ .a = &a,
					.b = &b,
					.margin = TEST_MARGIN,
					.cache = &walk.cache,
					.counters = &searches,
					.pair_counters = &sum });
		}
		mk_shape_release(walk.shapes[0]);
		mk_shape_release(walk.shapes[1]);
	}
	uint32_t reused = sum.skips + sum.copies + sum.refreshes + sum.clips;
	// closed forms count nothing: they are as fast as the cache
	assert_true(reused + sum.tests > 1500);
	assert_true(reused >= 9 * sum.tests);
	assert_true(searches.gjk_calls <= sum.tests);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cached_contacts_are_as_good_as_cold_ones_within_the_bound),
		cmocka_unit_test(pairs_at_rest_are_settled_from_the_cache),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
