// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "collide/ball_pairs.h"

#include "support/check.h"
#include "support/rng.h"

enum { BALLS = 700 };

static void fill(Vec3 *centers) {
	Rng rng = { 3 };
	for (int i = 0; i < BALLS; i++) {
		centers[i].x = (Real)rng_range(&rng, -4, 4);
		centers[i].y = (Real)rng_range(&rng, -4, 4);
		centers[i].z = (Real)rng_range(&rng, -4, 4);
	}
}

static BallPairs find(const Vec3 *centers, BallPairMethod method, Real cell, uint32_t limit) {
	return mk_ball_pairs(&(BallPairsInput){
			.centers = centers,
			.count = BALLS,
			.radius = (Real)0.3,
			.method = method,
			.cell_size = cell,
			.limit = limit,
	});
}

static void all_methods_find_the_same_pairs(void **state) {
	(void)state;
	static const Real cells[] = { (Real)0.2, (Real)1.2, 100 };
	Vec3 centers[BALLS];
	fill(centers);
	BallPairs all = find(centers, BALL_PAIRS_ALL, 1, UINT32_MAX);
	assert_int_equal(all.tests, BALLS * (BALLS - 1) / 2);
	assert_true(all.pairs.count > 100);
	for (int method = BALL_PAIRS_GRID; method < BALL_PAIRS_METHOD_COUNT; method++) {
		for (int i = 0; i < 3; i++) {
			BallPairs found = find(centers, (BallPairMethod)method, cells[i], UINT32_MAX);
			assert_int_equal(found.pairs.count, all.pairs.count);
			assert_memory_equal(
					found.pairs.data, all.pairs.data, all.pairs.count * sizeof(uint64_t));
			assert_true(found.bytes > 0);
			ball_pair_array_free(&found.pairs);
		}
	}
	ball_pair_array_free(&all.pairs);
}

static void more_pairs_than_the_limit_are_told(void **state) {
	(void)state;
	static Vec3 centers[BALLS]; // all at one place
	for (int method = 0; method < BALL_PAIRS_METHOD_COUNT; method++) {
		BallPairs found = find(centers, (BallPairMethod)method, 1, 1000);
		assert_true(found.is_full);
		assert_int_equal(found.pairs.count, 1000);
		assert_int_equal(found.tests, 1001);
		ball_pair_array_free(&found.pairs);
	}
}

static void few_balls_have_no_pair(void **state) {
	(void)state;
	Vec3 center = { 0 };
	for (int method = 0; method < BALL_PAIRS_METHOD_COUNT; method++) {
		for (uint32_t count = 0; count < 2; count++) {
			BallPairsInput input = { .centers = &center, .count = count, .radius = 1 };
			input.method = (BallPairMethod)method;
			input.cell_size = 1;
			input.limit = 10;
			BallPairs found = mk_ball_pairs(&input);
			assert_int_equal(found.pairs.count, 0);
			ball_pair_array_free(&found.pairs);
		}
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_methods_find_the_same_pairs),
		cmocka_unit_test(more_pairs_than_the_limit_are_told),
		cmocka_unit_test(few_balls_have_no_pair),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
