// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Chung and Wang's algorithm: pairs on which its printed rules fail, touching, warm start, endings.
#include "collide/chung_wang.h"

#include "collide/hemisphere.h"
#include "support/check.h"
#include "support/polytope_make.h"

// numbers of mirrored directions before the middle of the hemisphere takes over
static const uint32_t mirrors[] = { 0, 1, 3, 4, 5, 8, 20, 1000 };
enum { MIRRORS = sizeof(mirrors) / sizeof(mirrors[0]) };

static ChungWangResult run_from(const HullPair *pair, Vec3 start, uint32_t mirror_count) {
	ChungWangInput input = mk_chung_wang_input(&pair->difference);
	input.axis = &start;
	input.mirrors = mirror_count;
	return mk_chung_wang(&input);
}

// the answer, from many starts and with all numbers of mirrored directions
static void check_answer(const HullPair *pair, bool is_overlapping) {
	for (int m = 0; m < MIRRORS; m++) {
		for (int i = 0; i < 27; i++) {
			int layer = i / 9 - 1;
			Vec3 start = vec3((Real)(i % 3 - 1), (Real)(i / 3 % 3 - 1), (Real)layer);
			ChungWangResult result = run_from(pair, start, mirrors[m]);
			assert_true(result.is_overlapping == is_overlapping);
			assert_true(result.status == SEPARATION_CONVERGED);
			assert_true(result.iterations <= 40);
		}
	}
}

static void check_axis(const HullPair *pair, ChungWangResult result) {
	assert_true(vec3_is_unit(result.axis) && result.gap > 0);
	DifferencePoint p = difference_support(&pair->difference, result.axis, difference_no_hint());
	Real reach = vec3_dot(p.point, result.axis) + pair->difference.rounding;
	check_near(result.gap, -reach, pair->difference.error);
}

static void test_crossing_rods_are_apart(void **state) {
	(void)state;
	HullPair rods = crossing_rods(0);
	ChungWangResult result = run_from(&rods, vec3(1, 0, 0), MK_CHUNG_WANG_MIRRORS);
	assert_false(result.is_overlapping);
	assert_true(result.iterations <= 12);
	check_axis(&rods, result);
	// the gap is 0.1 m, and no direction shows more
	assert_true(result.gap <= (Real)0.1 + rods.difference.error);
	check_answer(&rods, false);
	hull_pair_free(&rods);
	HullPair low = crossing_rods((Real)-0.2);
	check_answer(&low, true);
	hull_pair_free(&low);
}

static void test_overlap_is_not_missed_after_a_switch(void **state) {
	(void)state;
	HullPair pair = overlapping_tetrahedra();
	check_answer(&pair, true);
	hull_pair_free(&pair);
}

static void test_apart_is_not_taken_for_overlap(void **state) {
	(void)state;
	HullPair pair = separate_tetrahedra();
	check_answer(&pair, false);
	hull_pair_free(&pair);
}

// Wide parallel faces: rounding makes mirrored directions wander among corners of equal reach.
static void test_parallel_faces_end(void **state) {
	(void)state;
	static const Real gaps[] = { (Real)1e-4, (Real)1e-2, 1 };
	for (int i = 0; i < 3; i++) {
		HullPair pair = pair_of_shapes(mk_box_create(vec3(10, (Real)0.1, 10), NULL),
				mk_box_create(vec3(10, (Real)0.1, 10), NULL), vec3(0, (Real)0.2 + gaps[i], 0));
		check_answer(&pair, false);
		hull_pair_free(&pair);
	}
}

static void test_the_last_direction_settles_a_pair_that_stays_apart(void **state) {
	(void)state;
	HullPair rods = crossing_rods(0);
	Vec3 axis = vec3(1, 0, 0);
	ChungWangInput input = mk_chung_wang_input(&rods.difference);
	input.axis = &axis;
	assert_true(mk_chung_wang(&input).iterations > 1);
	rods.b.pose.origin = vec3((Real)0.01, (Real)0.02, (Real)0.01);
	rods.difference = mk_difference(&rods.a, &rods.b);
	ChungWangResult warm = mk_chung_wang(&input);
	assert_true(warm.iterations == 1 && !warm.is_overlapping);
	hull_pair_free(&rods);
}

static void test_touching_counts(void **state) {
	(void)state;
	// face to face, edge to edge, corner to corner
	const Vec3 offsets[3] = { { 2, (Real)0.25, 0 }, { 2, 2, (Real)0.25 }, { 2, -2, 2 } };
	for (int i = 0; i < 3; i++) {
		HullPair cubes = pair_of_shapes(
				mk_box_create(vec3(1, 1, 1), NULL), mk_box_create(vec3(1, 1, 1), NULL), offsets[i]);
		for (int m = 0; m < MIRRORS; m++)
			assert_true(run_from(&cubes, vec3(0, 0, 1), mirrors[m]).is_overlapping);
		hull_pair_free(&cubes);
	}
	HullPair balls = pair_of_shapes(
			mk_sphere_create(1, NULL), mk_sphere_create(2, NULL), vec3(0, 3, 0));
	assert_true(run_from(&balls, vec3(1, 0, 0), MK_CHUNG_WANG_MIRRORS).is_overlapping);
	hull_pair_free(&balls);
}

static void test_coincident_points_overlap(void **state) {
	(void)state;
	Vec3 p = vec3(1, 2, 3);
	HullPair points = pair_of_shapes(hull_from_points(&p, 1), hull_from_points(&p, 1), vec3_zero());
	ChungWangInput input = mk_chung_wang_input(&points.difference);
	assert_true(mk_chung_wang(&input).is_overlapping);
	hull_pair_free(&points);
	HullPair balls = pair_of_shapes(
			mk_sphere_create(1, NULL), mk_sphere_create(1, NULL), vec3_zero());
	input = mk_chung_wang_input(&balls.difference);
	ChungWangResult result = mk_chung_wang(&input);
	assert_true(result.is_overlapping && result.status == SEPARATION_CONVERGED);
	hull_pair_free(&balls);
}

static void test_too_few_steps_are_reported(void **state) {
	(void)state;
	HullPair rods = crossing_rods(0);
	ChungWangInput input = mk_chung_wang_input(&rods.difference);
	Vec3 axis = vec3(1, 0, 0);
	input.axis = &axis;
	input.iterations = 2;
	ChungWangResult result = mk_chung_wang(&input);
	assert_true(result.status == SEPARATION_CAPPED && result.is_overlapping);
	assert_true(result.iterations == 2);
	hull_pair_free(&rods);
}

static void test_bad_numbers_overlap_nothing(void **state) {
	(void)state;
	const Real bad[2] = { (Real)NAN, MK_INFINITY };
	for (int i = 0; i < 2; i++) {
		HullPair balls = pair_of_shapes(
				mk_sphere_create(1, NULL), mk_sphere_create(1, NULL), vec3(bad[i], 0, 0));
		ChungWangInput input = mk_chung_wang_input(&balls.difference);
		ChungWangResult result = mk_chung_wang(&input);
		assert_true(result.status == SEPARATION_INVALID && !result.is_overlapping);
		hull_pair_free(&balls);
	}
	// a start that is no direction is no start
	HullPair rods = crossing_rods(0);
	assert_false(run_from(&rods, vec3((Real)NAN, 0, 0), 4).is_overlapping);
	hull_pair_free(&rods);
}

static void test_every_direction_is_traced(void **state) {
	(void)state;
	HullPair rods = crossing_rods(0);
	TraceStep steps[MK_HEMISPHERE_CAPACITY];
	Trace trace = { .steps = steps, .capacity = MK_HEMISPHERE_CAPACITY };
	ChungWangInput input = mk_chung_wang_input(&rods.difference);
	Vec3 axis = vec3(1, 0, 0);
	input.axis = &axis;
	input.trace = &trace;
	ChungWangResult result = mk_chung_wang(&input);
	assert_true(trace.count == result.iterations && trace.missed == 0);
	for (uint32_t i = 0; i < trace.count; i++) {
		assert_true(steps[i].kind == TRACE_DIRECTION && steps[i].iteration == i + 1);
		assert_true(vec3_is_unit(steps[i].direction));
		check_vec3(steps[i].points[0], vec3_sub(steps[i].points_a[0], steps[i].points_b[0]), 0);
	}
	check_vec3(steps[trace.count - 1].direction, result.axis, 0);
	hull_pair_free(&rods);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_crossing_rods_are_apart),
		cmocka_unit_test(test_overlap_is_not_missed_after_a_switch),
		cmocka_unit_test(test_apart_is_not_taken_for_overlap),
		cmocka_unit_test(test_parallel_faces_end),
		cmocka_unit_test(test_the_last_direction_settles_a_pair_that_stays_apart),
		cmocka_unit_test(test_touching_counts),
		cmocka_unit_test(test_coincident_points_overlap),
		cmocka_unit_test(test_too_few_steps_are_reported),
		cmocka_unit_test(test_bad_numbers_overlap_nothing),
		cmocka_unit_test(test_every_direction_is_traced),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
