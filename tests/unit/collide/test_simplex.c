// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Nearest points of simplices with known answers, for both solvers. Weights are small
// fractions, worked out by hand; coordinates are exact in double, so the answers are
// too, up to a few roundings.
#include "collide/simplex.h"

#include "support/check.h"

typedef struct Case {
	const char *name;
	uint32_t count;
	Double3 points[4];
	uint32_t corners;
	double weights[4];
	Double3 nearest;
} Case;

static const Case cases[] = {
	{ "near end first", 2, { { 1, 0, 0 }, { 2, 0, 0 } }, 1, { 1 }, { 1, 0, 0 } },
	{ "near end last", 2, { { 3, 0, 0 }, { 1, 0, 0 } }, 2, { 0, 1 }, { 1, 0, 0 } },
	{ "between the ends", 2, { { 1, -1, 0 }, { 1, 3, 0 } }, 3, { .75, .25 }, { 1, 0, 0 } },
	{ "right above an end", 2, { { 0, 1, 0 }, { 2, 1, 0 } }, 1, { 1 }, { 0, 1, 0 } },
	{ "corner of a triangle", 3, { { 1, 1, 1 }, { 3, 1, 1 }, { 1, 3, 1 } }, 1, { 1 }, { 1, 1, 1 } },
	{ "edge of a triangle", 3, { { 1, 1, -1 }, { 1, 1, 3 }, { 4, 1, 0 } }, 3, { .75, .25 },
			{ 1, 1, 0 } },
	{ "inside a triangle", 3, { { -1, -1, 2 }, { 3, -1, 2 }, { -1, 3, 2 } }, 7, { .5, .25, .25 },
			{ 0, 0, 2 } },
	// the last weight belongs to the last corner: with the second one twice
	// it would be (.1, -.3, 1.8)
	{ "three different weights", 3, { { -1, -2, 2 }, { 3, -1, 2 }, { -1, 3, 2 } }, 7,
			{ .4, .25, .35 }, { 0, 0, 2 } },
	// the weight of corner 2 in the plane is negative, yet edge 0-1 is not the answer
	{ "obtuse triangle", 3, { { -.9, .5, 0 }, { -2.9, 1.5, 0 }, { .1, .5, 0 } }, 5, { .1, 0, .9 },
			{ 0, .5, 0 } },
	{ "inside a tetrahedron", 4, { { -1, -1, -1 }, { 3, -1, -1 }, { -1, 3, -1 }, { -1, -1, 3 } },
			15, { .25, .25, .25, .25 }, { 0, 0, 0 } },
	{ "face of a tetrahedron", 4, { { -1, -1, 1 }, { 3, -1, 1 }, { -1, 3, 1 }, { 0, 0, 4 } }, 7,
			{ .5, .25, .25 }, { 0, 0, 1 } },
	{ "edge of a tetrahedron", 4, { { 1, -1, 0 }, { 1, 1, 0 }, { 3, 0, 1 }, { 3, 0, -1 } }, 3,
			{ .5, .5 }, { 1, 0, 0 } },
	{ "corner of a tetrahedron", 4, { { 1, 1, 1 }, { 2, 1, 1 }, { 1, 2, 1 }, { 1, 1, 2 } }, 1,
			{ 1 }, { 1, 1, 1 } },
	{ "origin on a face", 4, { { -1, -1, 0 }, { 3, -1, 0 }, { -1, 3, 0 }, { 0, 0, 1 } }, 7,
			{ .5, .25, .25 }, { 0, 0, 0 } },
	{ "a single point", 1, { { 1, 2, 3 } }, 1, { 1 }, { 1, 2, 3 } },
};

typedef SimplexNearest Solver(const Double3 *points, uint32_t count, SimplexSearch search);

static Solver *const solvers[] = { mk_simplex_nearest, mk_simplex_johnson };

static void check_double3(Double3 actual, Double3 expected) {
	check_near(actual.x, expected.x, 1e-14);
	check_near(actual.y, expected.y, 1e-14);
	check_near(actual.z, expected.z, 1e-14);
}

static void check_case(const Case *c, Solver *solver) {
	SimplexNearest found = solver(c->points, c->count, SIMPLEX_SEARCH_ALL);
	if (found.corners != c->corners) print_message("in case: %s\n", c->name);
	assert_int_equal(found.corners, c->corners);
	check_double3(found.point, c->nearest);
	check_near(found.squared, double3_dot(c->nearest, c->nearest), 1e-13);
	for (uint32_t i = 0; i < c->count; i++) {
		if ((c->corners >> i & 1) != 0) check_near(found.weights[i], c->weights[i], 1e-14);
	}
}

static void both_solvers_find_point_weights_and_smallest_subset(void **state) {
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		for (int s = 0; s < 2; s++)
			check_case(&cases[i], solvers[s]);
	}
}

// A single corner takes part wherever it stands in the list.
static void newest_search_finds_what_contains_the_last_point(void **state) {
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const Case *c = &cases[i];
		if ((c->corners >> (c->count - 1) & 1) == 0) continue;
		for (int s = 0; s < 2; s++) {
			SimplexNearest found = solvers[s](c->points, c->count, SIMPLEX_SEARCH_NEWEST);
			assert_int_equal(found.corners, c->corners);
			check_double3(found.point, c->nearest);
		}
	}
}

// Equal points, points in line and in one plane: the answer as a point is
// unique, its subset is not.
static void dependent_points_have_an_answer(void **state) {
	(void)state;
	static const Case dependent[] = {
		{ "equal", 2, { { 1, 0, 0 }, { 1, 0, 0 } }, 0, { 0 }, { 1, 0, 0 } },
		{ "all equal", 4, { { 1, 0, 0 }, { 1, 0, 0 }, { 1, 0, 0 }, { 1, 0, 0 } }, 0, { 0 },
				{ 1, 0, 0 } },
		{ "in line", 3, { { 1, 0, 0 }, { 2, 0, 0 }, { 3, 0, 0 } }, 0, { 0 }, { 1, 0, 0 } },
		{ "line across", 4, { { 1, -2, 0 }, { 1, -1, 0 }, { 1, 5, 0 }, { 1, 7, 0 } }, 0, { 0 },
				{ 1, 0, 0 } },
		{ "square", 4, { { -1, -1, 1 }, { 1, -1, 1 }, { -1, 1, 1 }, { 1, 1, 1 } }, 0, { 0 },
				{ 0, 0, 1 } },
		{ "all zero", 4, { { 0, 0, 0 } }, 0, { 0 }, { 0, 0, 0 } },
		{ "line through zero", 3, { { -1, 0, 0 }, { 1, 0, 0 }, { 3, 0, 0 } }, 0, { 0 },
				{ 0, 0, 0 } },
	};
	for (size_t i = 0; i < sizeof(dependent) / sizeof(dependent[0]); i++) {
		const Case *c = &dependent[i];
		for (int s = 0; s < 2; s++) {
			SimplexNearest found = solvers[s](c->points, c->count, SIMPLEX_SEARCH_ALL);
			assert_true(found.corners != 0);
			check_double3(found.point, c->nearest);
			double sum = 0;
			for (uint32_t k = 0; k < c->count; k++) {
				if ((found.corners >> k & 1) == 0) continue;
				assert_true(found.weights[k] > 0 && found.weights[k] <= 1);
				sum += found.weights[k];
			}
			check_near(sum, 1, 1e-15);
		}
	}
}

// The interior is the last subset looked at, so all of them are.
static void johnson_looks_at_half_of_the_subsets_when_the_newest_is_in(void **state) {
	(void)state;
	static const Double3 points[4][4] = {
		{ { 1, 0, 0 } },
		{ { 1, -1, 0 }, { 1, 1, 0 } },
		{ { -1, -1, 1 }, { 3, -1, 1 }, { -1, 3, 1 } },
		{ { -1, -1, -1 }, { 3, -1, -1 }, { -1, 3, -1 }, { -1, -1, 3 } },
	};
	static const uint32_t with_newest[4] = { 1, 2, 4, 8 };
	static const uint32_t all[4] = { 1, 3, 7, 15 };
	for (uint32_t n = 1; n <= 4; n++) {
		const Double3 *p = points[n - 1];
		assert_int_equal(
				mk_simplex_johnson(p, n, SIMPLEX_SEARCH_NEWEST).tested, with_newest[n - 1]);
		assert_int_equal(mk_simplex_johnson(p, n, SIMPLEX_SEARCH_ALL).tested, all[n - 1]);
	}
}

static void johnson_determinants_have_the_values_of_the_definition(void **state) {
	(void)state;
	double d[16][4];
	const Double3 triangle[3] = { { -1, -1, 2 }, { 3, -1, 2 }, { -1, 3, 2 } };
	mk_johnson_deltas(triangle, 3, d);
	static const double expected[8][3] = {
		[1] = { 1 },
		[2] = { 0, 1 },
		[4] = { 0, 0, 1 }, // singletons
		[3] = { 12, 4 },
		[5] = { 12, 0, 4 },
		[6] = { 0, 16, 16 },   // edges
		[7] = { 128, 64, 64 }, // det = 256
	};
	for (uint32_t subset = 1; subset < 8; subset++) {
		for (uint32_t i = 0; i < 3; i++) {
			if ((subset >> i & 1) != 0) check_near(d[subset][i], expected[subset][i], 0);
		}
	}
	const Double3 obtuse[3] = { { -.9, .5, 0 }, { -2.9, 1.5, 0 }, { .1, .5, 0 } };
	mk_johnson_deltas(obtuse, 3, d);
	check_near(d[3][0], 7.3, 1e-14);
	check_near(d[3][1], -2.3, 1e-14);
	check_near(d[6][1], -.2, 1e-14);
	check_near(d[6][2], 10.2, 1e-14);
	check_near(d[7][0], 1.6, 1e-14);
	check_near(d[7][1], -.5, 1e-14);
	check_near(d[7][2], -.1, 1e-14);
}

// |e1 x e2|^2 = 120 and (e1 . e2 x e3)^2 = 22^2.
static void johnson_determinants_sum_to_the_gram_determinant(void **state) {
	(void)state;
	double d[16][4];
	const Double3 p[4] = { { 1, 2, 3 }, { 4, 0, -1 }, { 2, 2, 5 }, { -3, 1, 1 } };
	mk_johnson_deltas(p, 4, d);
	check_near(d[7][0] + d[7][1] + d[7][2], 120, 1e-12);
	check_near(d[15][0] + d[15][1] + d[15][2] + d[15][3], 484, 1e-11);
}

// A triangle 200 m long and 5 cm wide beside the origin: weights that leave the
// triangle would put the nearest point far off. The true one, in exact fractions, is on
// the long edge of corners 0 and 2.
static void weights_of_a_sliver_stay_in_the_triangle(void **state) {
	(void)state;
	const Double3 p[3] = { { (double)-.228017807f, (double)-28.1085911f, (double).140446782f },
		{ (double)-.252283931f, (double)173.43692f, (double).093847394f },
		{ (double)-.252283931f, (double)172.43692f, (double).093847394f } };
	for (int s = 0; s < 2; s++) {
		SimplexNearest found = solvers[s](p, 3, SIMPLEX_SEARCH_ALL);
		Double3 sum = double3(0, 0, 0);
		double total = 0;
		for (uint32_t i = 0; i < 3; i++) {
			if ((found.corners >> i & 1) == 0) continue;
			assert_true(found.weights[i] > 0 && found.weights[i] <= 1);
			sum = double3_add(sum, double3_scale(p[i], found.weights[i]));
			total += found.weights[i];
		}
		check_near(total, 1, 1e-15);
		check_near(sum.x, found.point.x, 1e-12);
		check_near(sum.y, found.point.y, 1e-12);
		assert_int_equal(found.corners, 5);
		check_near(sqrt(found.squared), 0.267372522325447, 1e-14);
	}
}

// A corner beside the foot by less than the smallest number: the quotient that would be its weight
// is zero. Found by fuzzing.
static void weights_are_never_zero(void **state) {
	(void)state;
	const double tiny = 4.9406564584124654e-324;
	const Double3 points[3][4] = {
		{ { 4, 1, 0 }, { -tiny, 1, 0 } },
		{ { 8, 0, 1 }, { 0, 8, 1 }, { -tiny, -tiny, 1 } },
		{ { 8, 0, 0 }, { 0, 8, 0 }, { 0, 0, 8 }, { -tiny, -tiny, -tiny } },
	};
	for (uint32_t i = 0; i < 6; i++) {
		uint32_t count = 2 + i / 2;
		SimplexNearest found = solvers[i % 2](points[i / 2], count, SIMPLEX_SEARCH_ALL);
		assert_true(found.corners != 0);
		for (uint32_t k = 0; k < count; k++)
			assert_true((found.corners >> k & 1) == 0 || found.weights[k] > 0);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_solvers_find_point_weights_and_smallest_subset),
		cmocka_unit_test(newest_search_finds_what_contains_the_last_point),
		cmocka_unit_test(dependent_points_have_an_answer),
		cmocka_unit_test(johnson_looks_at_half_of_the_subsets_when_the_newest_is_in),
		cmocka_unit_test(johnson_determinants_have_the_values_of_the_definition),
		cmocka_unit_test(johnson_determinants_sum_to_the_gram_determinant),
		cmocka_unit_test(weights_of_a_sliver_stay_in_the_triangle),
		cmocka_unit_test(weights_are_never_zero),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
