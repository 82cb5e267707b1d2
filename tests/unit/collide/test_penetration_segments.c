// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Balls, capsules and segments, near each other and in each other, are what GJK makes of them: the
// same bits, the same cache.
#include "collide/penetration_segments.h"

#include "shape/convex.h"
#include "support/check.h"
#include "support/gjk_pair.h"

enum { PAIRS = 4000 };

static const ShapeKind kinds[] = { SHAPE_SPHERE, SHAPE_CAPSULE, SHAPE_SEGMENT };

static Pair make_plain(Rng *rng) {
	Pair p = { .first = make_shape(rng, kinds[rng_below(rng, 3)], -1, 1) };
	p.second = make_shape(rng, kinds[rng_below(rng, 3)], -1, 1);
	Transform pose = random_transform(rng, 10);
	p.a = instance_rigid(p.first, pose);
	p.b = instance_rigid(p.second, random_near(rng, p.first, p.second, pose, 0.8));
	if (rng_below(rng, 4) == 0) p.a = instance_grow(p.a, random_size(rng, -2, 0));
	p.difference = mk_difference(&p.a, &p.b);
	return p;
}

static void check_same(const Separation *s, const Separation *gjk) {
	assert_int_equal(s->status, gjk->status);
	check_near(s->distance, gjk->distance, 0);
	check_near(s->lower, gjk->lower, 0);
	check_near(s->upper, gjk->upper, 0);
	check_vec3(s->normal, gjk->normal, 0);
	check_vec3(s->point_a, gjk->point_a, 0);
	check_vec3(s->point_b, gjk->point_b, 0);
}

// Asks both twice, so that the second question finds what the first one kept.
static void balls_and_capsules_are_as_gjk_finds_them(void **state) {
	(void)state;
	Rng rng = { 31 };
	uint32_t beyond = 0;
	uint32_t shallow = 0;
	for (int i = 0; i < PAIRS; i++) {
		Pair pair = make_plain(&rng);
		PenetrationCounters counters = { 0 };
		PenetrationCache cache = { 0 };
		GjkCache plain = { 0 };
		Real limit = rng_below(&rng, 2) == 0 ? MK_INFINITY : random_size(&rng, -2, 0);
		PenetrationInput input = {
			.difference = &pair.difference, .cache = &cache, .counters = &counters, .limit = limit
		};
		GjkInput gjk_input = mk_gjk_step_input(&pair.difference, &plain, limit);
		for (int turn = 0; turn < 2; turn++) {
			Penetration p;
			assert_true(mk_penetration_segments(&input, &p));
			GjkResult gjk = mk_gjk(&gjk_input);
			Separation expected = mk_gjk_separation(&gjk_input, &gjk);
			check_same(&p.separation, &expected);
			assert_memory_equal(&cache.gjk, &plain, sizeof(plain));
			bool is_apart = gjk.upper > (double)pair.difference.rounding;
			assert_int_equal(p.state, is_apart ? PENETRATION_APART : PENETRATION_SHALLOW);
			shallow += !is_apart;
		}
		bool is_beyond = plain.count == 0;
		beyond += is_beyond;
		assert_int_equal(counters.gjk_calls, 2);
		assert_int_equal(counters.axis_hits, is_beyond);
		release_pair(&pair);
	}
	assert_in_range(beyond, PAIRS / 20, PAIRS / 2);
	assert_in_range(shallow, PAIRS / 20, 2 * PAIRS);
}

static void crossing_capsules_and_other_shapes_are_left_to_others(void **state) {
	(void)state;
	Shape *capsule = mk_capsule_create((Real)0.2, 1, NULL);
	Shape *box = mk_box_create(vec3_splat(1), NULL);
	Transform upright = { quat_identity(), vec3_zero() };
	Transform lying = { quat_from_axis_angle(vec3_axis(2), 1), vec3_zero() };
	ShapeInstance a = instance_rigid(capsule, upright);
	ShapeInstance crossing = instance_rigid(capsule, lying);
	ShapeInstance other = instance_rigid(box, lying);
	const ShapeInstance *others[] = { &crossing, &other };
	for (int i = 0; i < 2; i++) {
		Difference d = mk_difference(&a, others[i]);
		PenetrationInput input = { .difference = &d, .limit = MK_INFINITY };
		Penetration p;
		assert_false(mk_penetration_segments(&input, &p));
	}
	mk_shape_release(capsule);
	mk_shape_release(box);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(balls_and_capsules_are_as_gjk_finds_them),
		cmocka_unit_test(crossing_capsules_and_other_shapes_are_left_to_others),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
