// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// All detectors that know a pair of shapes give the same answer about it, for every combination of
// convex kinds. Pairs whose signed distance is within twice the rounding floor may be told either
// way; they are counted. tests/campaign runs it at length.
#include "collide/detector.h"
#include "collide/penetration.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "support/budget.h"
#include "support/campaign.h"
#include "support/check.h"
#include "support/pair_make.h"

#include <inttypes.h>
#include <stdio.h>

enum {
	PAIRS_PER_POOL = pick_count(500, 100),
	CURVED_PAIRS = pick_count(2000, 100),
	POLYTOPE_PAIRS = pick_count(20000, 400),
};

typedef struct Tally {
	uint64_t pairs;
	uint64_t overlaps;
	uint64_t band; // told differently, within the band
	uint64_t undecided;
	uint64_t wrong; // told differently beyond it, or with an axis that does not separate
	uint64_t answers;
} Tally;

static bool is_polytope(ShapeKind kind) {
	return kind == SHAPE_BOX || kind == SHAPE_TRIANGLE || kind == SHAPE_HULL;
}

static void print_pair(const TestPair *pair, DetectResult first, DetectResult other) {
	const ShapeInstance *in[2] = { &pair->a, &pair->b };
	Separation s = mk_separation(&pair->a, &pair->b);
	Difference d = mk_difference(&pair->a, &pair->b);
	print_error("answers %d (status %d, %u steps), %d (status %d, %u steps); distance %.9g in "
				"[%.9g, %.9g], floor %.9g\n",
			first.is_overlapping, first.status, first.iterations, other.is_overlapping,
			other.status, other.iterations, (double)s.distance, (double)s.lower, (double)s.upper,
			(double)d.error);
	for (int i = 0; i < 2; i++) {
		Mat3 m = in[i]->pose.linear;
		Vec3 o = in[i]->pose.origin;
		print_error("%s bound %.9g {{%.9g,%.9g,%.9g},{%.9g,%.9g,%.9g},{%.9g,%.9g,%.9g}} "
					"{%.9g,%.9g,%.9g}\n",
				in[i]->shape->ops->name, (double)in[i]->shape->bound, (double)m.x.x, (double)m.x.y,
				(double)m.x.z, (double)m.y.x, (double)m.y.y, (double)m.y.z, (double)m.z.x,
				(double)m.z.y, (double)m.z.z, (double)o.x, (double)o.y, (double)o.z);
	}
}

static bool is_in_band(const TestPair *pair) {
	Difference d = mk_difference(&pair->a, &pair->b);
	double distance = (double)mk_separation(&pair->a, &pair->b).distance;
	return fabs(distance) <= 2 * pair_floor(&d);
}

// Returns whether an axis that is given with "apart" separates.
static bool is_axis_right(const TestPair *pair, DetectResult result) {
	if (result.is_overlapping || vec3_equals(result.axis, vec3_zero())) return true;
	if (!vec3_is_unit(result.axis)) return false;
	Difference d = mk_difference(&pair->a, &pair->b);
	Vec3 on_a = instance_support(&pair->a, result.axis, MK_SHAPE_NO_ID);
	Vec3 on_b = instance_support(&pair->b, vec3_negate(result.axis), MK_SHAPE_NO_ID);
	double gap = (double)vec3_dot(vec3_sub(on_b, on_a), result.axis);
	// the poses outside are up to 6 m from the origin
	double error = 4 * (double)MK_EPSILON * 20;
	return gap >= -2 * (double)d.error - error;
}

// A detector, and of how many pairs one is enough in a usual run: those on triangles are slow.
typedef struct Candidate {
	Detector detector;
	uint32_t every;
} Candidate;

static const Candidate candidates[] = {
	{ DETECTOR_GJK, 1 },
	{ DETECTOR_GJK_JOHNSON, 1 },
	{ DETECTOR_CHUNG_WANG, 1 },
	{ DETECTOR_SAT, 1 },
	{ DETECTOR_TRIANGLES, 4 },
	{ DETECTOR_SPHERE_TRIANGLES, 4 },
	{ DETECTOR_PLANES, 32 },
};

// Counts a wrong answer; the first ones are printed.
static void tell_wrong(
		Tally *tally, const TestPair *pair, uint32_t other, const DetectResult results[2]) {
	if (tally->wrong++ > 8) return;
	print_error("%s and %s differ\n", mk_detector_name(candidates[0].detector),
			mk_detector_name(candidates[other].detector));
	print_pair(pair, results[0], results[1]);
}

static void compare(const TestPair *pair, uint32_t count, Tally *tally) {
	bool is_long = campaign_is_on();
	DetectResult results[2] = { { 0 }, { 0 } };
	bool is_told_differently = false;
	for (uint32_t i = 0; i < count; i++) {
		if (!is_long && tally->pairs % candidates[i].every != 0) continue;
		DetectInput input = { .a = &pair->a, .b = &pair->b, .detector = candidates[i].detector };
		results[1] = mk_detect(&input);
		tally->answers++;
		tally->undecided += results[1].status != DETECT_OK;
		if (i == 0) results[0] = results[1];
		bool is_same = results[1].is_overlapping == results[0].is_overlapping;
		is_told_differently = is_told_differently || !is_same;
		bool is_right = (is_same || is_in_band(pair)) && is_axis_right(pair, results[1]);
		if (!is_right) tell_wrong(tally, pair, i, results);
	}
	tally->pairs++;
	tally->overlaps += results[0].is_overlapping;
	tally->band += is_told_differently;
}

static void report(const char *a, const char *b, const Tally *t) {
	if (!campaign_is_on()) return;
	printf("# %s, %s: %" PRIu64 " pairs, %" PRIu64 " overlap, %" PRIu64 " answers, %" PRIu64
		   " in the band told differently, %" PRIu64 " undecided, %" PRIu64 " wrong\n",
			a, b, t->pairs, t->overlaps, t->answers, t->band, t->undecided, t->wrong);
	fflush(stdout);
}

// Shapes without rounding, hulls of 4 to 12 points: the detectors on triangles know those, too.
static Shape *make_polytope(Rng *rng, ShapeKind kind) {
	if (kind == SHAPE_BOX) return make_shape(rng, kind, -0.5, 0.5);
	Vec3 points[12];
	uint32_t count = kind == SHAPE_TRIANGLE ? 3 : 4 + rng_below(rng, 9);
	Vec3 sizes = random_sizes(rng, -0.5, 0.5);
	for (uint32_t i = 0; i < count; i++)
		points[i] = vec3_multiply(random_unit(rng), sizes);
	if (kind == SHAPE_TRIANGLE) {
		return mk_triangle_create((Triangle){ points[0], points[1], points[2] }, 0, NULL);
	}
	HullShapeInput input = { .points = points, .count = count };
	return mk_hull_shape_create(&input, NULL);
}

static ShapePool make_pool(Rng *rng, ShapeKind kind, bool is_sharp) {
	if (!is_sharp) return pool_make(rng, kind, -0.5, 0.5);
	ShapePool pool;
	for (int i = 0; i < POOL_SIZE; i++)
		pool.shapes[i] = make_polytope(rng, kind);
	return pool;
}

static void compare_pool(Rng *rng, ShapeKind kind_a, ShapeKind kind_b, Tally *tally) {
	bool is_sharp = is_polytope(kind_a) && is_polytope(kind_b);
	uint32_t count = is_sharp ? sizeof(candidates) / sizeof(candidates[0]) : 3;
	ShapePool a = make_pool(rng, kind_a, is_sharp);
	ShapePool b = make_pool(rng, kind_b, is_sharp);
	for (uint32_t i = 0; i < PAIRS_PER_POOL; i++) {
		TestPair pair = pair_make(rng, &a, &b);
		compare(&pair, count, tally);
	}
	pool_free(&a);
	pool_free(&b);
}

static uint64_t check_combination(ShapeKind kind_a, ShapeKind kind_b, uint32_t usual) {
	if (!campaign_has(kind_a, kind_b)) return 0;
	Rng rng = { campaign_seed(kind_a, kind_b) };
	Tally tally = { 0 };
	while (tally.pairs < campaign_pairs(usual))
		compare_pool(&rng, kind_a, kind_b, &tally);
	report(mk_shape_ops(kind_a)->name, mk_shape_ops(kind_b)->name, &tally);
	// random pairs are in the band about once in a hundred thousand; thin shapes seldom overlap
	assert_true(tally.band * 1000 <= tally.pairs);
	assert_true(tally.overlaps < tally.pairs && tally.undecided == 0);
	bool is_thin = kind_a == SHAPE_SEGMENT || kind_a == SHAPE_TRIANGLE ||
			kind_a == SHAPE_SEPARATION_RAY || kind_b == SHAPE_SEGMENT || kind_b == SHAPE_TRIANGLE ||
			kind_b == SHAPE_SEPARATION_RAY;
	assert_true(is_thin || tally.overlaps * 5 >= tally.pairs);
	return tally.wrong;
}

static void test_all_detectors_agree_on_polytopes(void **state) {
	(void)state;
	static const ShapeKind kinds[] = { SHAPE_BOX, SHAPE_TRIANGLE, SHAPE_HULL };
	uint64_t wrong = 0;
	for (int i = 0; i < 3; i++) {
		for (int j = i; j < 3; j++)
			wrong += check_combination(kinds[i], kinds[j], POLYTOPE_PAIRS);
	}
	assert_int_equal(wrong, 0);
}

static void test_convex_detectors_agree_on_all_convex_kinds(void **state) {
	(void)state;
	uint64_t wrong = 0;
	for (int i = 0; i <= (int)LAST_CONVEX_KIND; i++) {
		for (int j = i; j <= (int)LAST_CONVEX_KIND; j++) {
			if (is_polytope((ShapeKind)i) && is_polytope((ShapeKind)j)) continue;
			wrong += check_combination((ShapeKind)i, (ShapeKind)j, CURVED_PAIRS);
		}
	}
	assert_int_equal(wrong, 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_detectors_agree_on_polytopes),
		cmocka_unit_test(test_convex_detectors_agree_on_all_convex_kinds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
