// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The recording of what algorithms do: storage of the list, what it costs, and the events of GJK.
#include "collide/epa.h"
#include "collide/gjk.h"
#include "collide/trace.h"
#include "shape/convex.h"
#include "shape/minkowski_sum.h"

#include "support/check.h"

static void steps_that_do_not_fit_are_counted(void **state) {
	(void)state;
	TraceStep steps[2];
	Trace trace = { .steps = steps, .capacity = 2 };
	for (uint32_t i = 0; i < 5; i++)
		trace_add(&trace, &(TraceStep){ .kind = TRACE_AXIS, .iteration = i });
	assert_int_equal(trace.count, 2);
	assert_int_equal(trace.missed, 3);
	assert_int_equal(steps[0].iteration, 0);
	assert_int_equal(steps[1].iteration, 1);
	trace_add(NULL, &steps[0]);
}

typedef struct Pair {
	Shape *box;
	ShapeInstance a;
	ShapeInstance b;
	Difference difference;
} Pair;

// Two cubes, one turned by 45 degrees about z; 3 - sqrt 2 apart, edge against face.
static Pair pair_make(Real distance) {
	Pair p = { .box = mk_box_create(vec3(1, 1, 1), NULL) };
	Quat turn = quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 4);
	p.a = instance_rigid(p.box, (Transform){ turn, vec3_zero() });
	p.b = instance_rigid(
			p.box, (Transform){ quat_identity(), vec3(distance, (Real)0.25, (Real)0.125) });
	p.difference = mk_difference(&p.a, &p.b);
	return p;
}

enum { CAPACITY = 64 };

static uint32_t supports_asked;

static Vec3 count_support(const Shape *shape, Vec3 direction, uint32_t *id) {
	supports_asked++;
	return mk_shape_ops(SHAPE_MINKOWSKI_SUM)->support(shape, direction, id);
}

// What a pair of sums of a box and an ellipsoid cost: supports of GJK and of EPA after it, and
// the results, bit for bit.
typedef struct Cost {
	uint32_t gjk_supports;
	uint32_t epa_supports;
	GjkResult gjk;
	EpaResult epa;
} Cost;

static void cost_of(Real distance, Trace *trace, Cost *cost) {
	// a sum: the only kind whose farthest point is asked for by its function, wherever it is needed
	Shape *box = mk_box_create(vec3((Real)0.5, 1, (Real)0.75), NULL);
	Shape *ball = mk_ellipsoid_create(vec3((Real)0.5, (Real)0.25, (Real)0.25), NULL);
	Shape *shape = mk_minkowski_sum_create(
			&(MinkowskiSumInput){ box, ball, affine_identity(), affine_identity() }, NULL);
	mk_shape_release(box);
	mk_shape_release(ball);
	ShapeOps counting = *shape->ops;
	counting.support = count_support;
	shape->ops = &counting;
	Quat turn = quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 3);
	ShapeInstance a = instance_rigid(shape, transform_identity());
	ShapeInstance b = instance_rigid(
			shape, (Transform){ turn, vec3(distance, (Real)0.25, (Real)0.125) });
	Difference d = mk_difference(&a, &b);
	memset(cost, 0, sizeof(*cost));
	GjkInput gjk = mk_gjk_query_input(&d);
	gjk.trace = trace;
	supports_asked = 0;
	mk_gjk_into(&gjk, &cost->gjk);
	cost->gjk_supports = supports_asked;
	if (cost->gjk.is_overlapping) {
		EpaInput epa = mk_epa_query_input(&d, &cost->gjk.simplex);
		epa.trace = trace;
		supports_asked = 0;
		cost->epa = mk_epa(&epa);
		cost->epa_supports = supports_asked;
	}
	mk_shape_release(shape);
}

static void check_same_epa(const EpaResult *a, const EpaResult *b) {
	assert_int_equal(a->status, b->status);
	assert_int_equal(a->iterations, b->iterations);
	assert_true(a->upper == b->upper && a->lower == b->lower);
	check_vec3(a->normal, b->normal, 0);
	check_vec3(a->point_a, b->point_a, 0);
	check_vec3(a->point_b, b->point_b, 0);
}

// Who does not watch pays nothing: not a support and not an iteration is there for the trace, and
// watching does not change a bit.
static void without_a_trace_no_support_and_no_iteration_is_made_for_it(void **state) {
	(void)state;
	const Real distances[] = { 4, (Real)2.5, (Real)1.5, (Real)0.25 };
	for (int i = 0; i < 4; i++) {
		Cost plain;
		Cost traced;
		TraceStep steps[CAPACITY];
		Trace trace = { .steps = steps, .capacity = CAPACITY };
		cost_of(distances[i], NULL, &plain);
		cost_of(distances[i], &trace, &traced);
		assert_true(trace.count > 0);
		// both sides of the pair are asked once in an iteration, and never else
		assert_int_equal(plain.gjk_supports, 2 * plain.gjk.iterations);
		assert_int_equal(plain.gjk_supports, traced.gjk_supports);
		assert_int_equal(plain.epa_supports, traced.epa_supports);
		assert_int_equal(plain.gjk.iterations, traced.gjk.iterations);
		assert_int_equal(plain.gjk.status, traced.gjk.status);
		assert_true(plain.gjk.upper == traced.gjk.upper && plain.gjk.lower == traced.gjk.lower);
		check_vec3(plain.gjk.normal, traced.gjk.normal, 0);
		assert_int_equal(plain.gjk.is_overlapping, i >= 2);
		check_same_epa(&plain.epa, &traced.epa);
	}
}

static void a_trace_does_not_change_the_answer(void **state) {
	(void)state;
	Pair p = pair_make(4);
	TraceStep steps[CAPACITY];
	Trace trace = { .steps = steps, .capacity = CAPACITY };
	GjkInput input = mk_gjk_query_input(&p.difference);
	GjkResult plain = mk_gjk(&input);
	input.trace = &trace;
	GjkResult traced = mk_gjk(&input);
	assert_true(plain.upper == traced.upper && plain.lower == traced.lower);
	assert_int_equal(plain.iterations, traced.iterations);
	assert_true(trace.count > 0 && trace.missed == 0);
	mk_shape_release(p.box);
}

// One support per iteration, each followed by the simplex that it made, but for the last,
// which only proved the end.
static void gjk_records_supports_and_simplices_in_turn(void **state) {
	(void)state;
	Pair p = pair_make(4);
	TraceStep steps[CAPACITY];
	Trace trace = { .steps = steps, .capacity = CAPACITY };
	GjkInput input = mk_gjk_query_input(&p.difference);
	input.trace = &trace;
	GjkResult result = mk_gjk(&input);
	assert_int_equal(trace.count, 2 * result.iterations - 1);
	Real last_upper = MK_INFINITY;
	for (uint32_t i = 0; i < trace.count; i++) {
		const TraceStep *step = &steps[i];
		assert_int_equal(step->kind, i % 2 == 0 ? TRACE_SUPPORT : TRACE_SIMPLEX);
		assert_int_equal(step->iteration, i / 2 + 1);
		for (uint32_t k = 0; k < step->count; k++)
			check_vec3(vec3_sub(step->points_a[k], step->points_b[k]), step->points[k], 0);
		if (i % 2 == 0) {
			assert_int_equal(step->count, 1);
			continue;
		}
		// v comes nearer, and is what it is said to be
		assert_true(step->upper < last_upper);
		check_near(vec3_length(step->direction), step->upper, 4 * MK_EPSILON * step->upper);
		last_upper = step->upper;
	}
	check_near(last_upper, result.upper, MK_EPSILON * 4);
	mk_shape_release(p.box);
}

static void an_overlap_ends_with_a_simplex_around_the_origin(void **state) {
	(void)state;
	Pair p = pair_make(1);
	TraceStep steps[CAPACITY];
	Trace trace = { .steps = steps, .capacity = CAPACITY };
	GjkInput input = mk_gjk_query_input(&p.difference);
	input.trace = &trace;
	assert_true(mk_gjk(&input).is_overlapping);
	const TraceStep *last = &steps[trace.count - 1];
	assert_int_equal(last->kind, TRACE_SIMPLEX);
	assert_int_equal(last->count, 4);
	check_near(last->upper, 0, 0);
	mk_shape_release(p.box);
}

// Round pairs that are apart are finished by Newton's method, which has no steps to show: with a
// trace GJK goes on alone. Both end within what a query promises.
static void round_pairs_are_shown_as_gjk_and_answered_the_same(void **state) {
	(void)state;
	Shape *shapes[2] = { mk_cylinder_create((Real)0.5, 2, NULL),
		mk_ellipsoid_create(vec3(1, (Real)0.5, (Real)0.75), NULL) };
	for (int i = 0; i < 4; i++) {
		Quat turn = quat_from_axis_angle(vec3(0, 0, 1), (Real)0.3 * (Real)i);
		ShapeInstance a = instance_rigid(shapes[i & 1], (Transform){ turn, vec3_zero() });
		ShapeInstance b = instance_rigid(
				shapes[i >> 1], (Transform){ quat_identity(), vec3((Real)1.8, (Real)0.5, 1) });
		Difference d = mk_difference(&a, &b);
		TraceStep steps[256];
		Trace trace = { .steps = steps, .capacity = 256 };
		GjkInput input = mk_gjk_query_input(&d);
		GjkResult plain = mk_gjk(&input);
		input.trace = &trace;
		GjkResult traced = mk_gjk(&input);
		assert_true(!plain.is_overlapping && !traced.is_overlapping);
		assert_true(trace.missed == 0 && trace.count > plain.iterations / 2);
		check_near((Real)traced.upper, plain.upper, 2 * (double)d.error + 1e-6 * plain.upper);
		check_vec3(traced.normal, plain.normal, 2e-3);
	}
	mk_shape_release(shapes[0]);
	mk_shape_release(shapes[1]);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps_that_do_not_fit_are_counted),
		cmocka_unit_test(without_a_trace_no_support_and_no_iteration_is_made_for_it),
		cmocka_unit_test(a_trace_does_not_change_the_answer),
		cmocka_unit_test(gjk_records_supports_and_simplices_in_turn),
		cmocka_unit_test(an_overlap_ends_with_a_simplex_around_the_origin),
		cmocka_unit_test(round_pairs_are_shown_as_gjk_and_answered_the_same),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
