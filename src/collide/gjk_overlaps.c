// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Whether two shapes overlap, and nothing else (ISA-GJK, van den Bergen 1999): ends at the first
// direction in which the shapes are apart, or as soon as v is short enough.
//
// No is a proof: the axis. Yes means that no axis was found, and that the distance is within the
// rounding floor of the pair, below which no support can tell. Where rounding ends the search
// before that (in double precision only, where v is short against the sizes), EPA decides: it
// compares heights, not the squares of lengths. If radii are to be added to the cores, a v that is
// not longer decides itself; a longer one may be noise of needles that cross.
#include "collide/epa.h"
#include "collide/gjk_closed.h"
#include "collide/gjk_trace.h"
#include "shape/convex.h"

// Polytopes need some dozen steps; curved ones that touch within the floor close in by a factor per
// step and stall before this.
enum { MAX_STEPS = 128 };

// How near to the radii v must be for a yes where the search ended without a proof, relative to
// the size of the pair; no unit. Products of double sizes lose the direction of a v that is
// shorter than the root of some epsilons of double: 1e-8. Smaller, and shapes that touch to a
// dozen digits are called apart; larger, and more of those that are apart are not. In single
// precision the floor is larger than this.
#define MK_GJK_UNSURE 1e-8

typedef struct Test {
	const Difference *difference;
	GjkState state;
	DifferencePoint last;
	Double3 axis;  // last direction tried, like v: from B to A
	double unsure; // where v decides if nothing else does, squared
	double reach;  // distance of the cores up to which shapes touch, squared
	uint32_t steps;
	Trace *trace; // NULL: none
} Test;

typedef enum Answer { ANSWER_UNKNOWN, ANSWER_APART, ANSWER_OVERLAP } Answer;

// Bounds are not known: all that counts is on which side of the radii they are.
static GjkWatch watch(const Test *test) {
	bool has_v = test->steps > 1;
	return (GjkWatch){
		.trace = test->trace,
		.iteration = test->steps,
		.upper = has_v ? (Real)sqrt(test->state.squared) : MK_INFINITY,
	};
}

static void trace_support(const Test *test) {
	GjkWatch seen = watch(test);
	mk_gjk_trace_support(&seen, &test->last, test->axis);
}

static void trace_simplex(const Test *test) {
	GjkWatch seen = watch(test);
	mk_gjk_trace_simplex(&seen, &test->state);
}

// Asks for the support against a vector that need not be short of the
// origin: a proof if it separates.
static Answer try_axis(Test *test, Double3 v, double squared) {
	Vec3 direction = vec3((Real)-v.x, (Real)-v.y, (Real)-v.z);
	test->last = difference_support(test->difference, direction, test->last);
	test->axis = v;
	test->steps++;
	if (test->trace != NULL) trace_support(test);
	double product = double3_dot(v, gjk_to_double(test->last.point));
	bool is_apart = product > 0 && product * product > test->reach * squared;
	return is_apart ? ANSWER_APART : ANSWER_UNKNOWN;
}

// The end of a search without a proof.
static Answer judge(Test *test) {
	const Difference *d = test->difference;
	const GjkState *state = &test->state;
	if (d->rounding > 0 && state->squared <= test->unsure) return ANSWER_OVERLAP;
	GjkSimplex start = { .count = state->count };
	for (uint32_t i = 0; i < state->count; i++) {
		start.points[i] = state->points[i];
		start.weights[i] = state->weights[i];
	}
	EpaInput input = mk_epa_query_input(d, &start);
	input.trace = test->trace;
	EpaResult epa = mk_epa(&input);
	test->steps += epa.iterations;
	if (!epa.is_apart) return ANSWER_OVERLAP;
	test->axis = gjk_to_double(vec3_negate(epa.normal));
	// that the cores are apart is not that their roundings are
	if (d->rounding == 0 || epa.upper * epa.upper > test->reach) return ANSWER_APART;
	GjkInput query = mk_gjk_query_input(d);
	query.trace = test->trace;
	GjkResult found = mk_gjk(&query);
	test->steps += found.iterations;
	// an upper bound that is larger proves nothing where rounding ended this search, too
	test->axis = gjk_to_double(vec3_negate(found.normal));
	bool is_proven = found.lower > 0 && found.lower * found.lower > test->reach;
	return is_proven ? ANSWER_APART : ANSWER_OVERLAP;
}

static Answer step(Test *test) {
	GjkState *state = &test->state;
	if (state->squared <= test->reach) return ANSWER_OVERLAP;
	if (try_axis(test, state->v, state->squared) == ANSWER_APART) return ANSWER_APART;
	bool is_end = test->steps >= MAX_STEPS || gjk_state_has(state, test->last.point);
	if (!is_end) {
		GjkProgress progress = gjk_state_advance(state, &test->last, SIMPLEX_SIGNED_VOLUMES);
		if (test->trace != NULL && progress != GJK_STUCK) trace_simplex(test);
		if (progress == GJK_INSIDE) return ANSWER_OVERLAP;
		is_end = progress == GJK_STUCK;
	}
	return is_end ? judge(test) : ANSWER_UNKNOWN;
}

static Double3 first_axis(const Difference *d, Vec3 axis) {
	// supports along a direction of any length may be beyond all numbers
	if (!vec3_is_unit(axis)) axis = vec3_normalize(axis);
	Double3 v = gjk_to_double(vec3_negate(axis));
	if (double3_dot(v, v) > 0) return v;
	v = gjk_to_double(vec3_negate(gjk_way(d)));
	return double3_dot(v, v) > 0 ? v : double3(-1, 0, 0);
}

static bool is_boxes(const Difference *d) {
	return d->a.is_local && d->a.shape->kind == SHAPE_BOX && d->b.shape->kind == SHAPE_BOX &&
			d->rounding == 0;
}

// Two boxes without iterating: by the cached direction if it still separates them, else by their 15
// axes. The direction is only changed for another that separates.
static Answer ask_boxes(const Difference *d, Vec3 *axis) {
	if (axis != NULL && mk_gjk_boxes_along(d, *axis) == GJK_BOXES_APART) {
		if (!vec3_is_unit(*axis)) *axis = vec3_normalize(*axis);
		return ANSWER_APART;
	}
	Vec3 found;
	GjkBoxes boxes = mk_gjk_boxes(d, &found);
	if (boxes == GJK_BOXES_APART && axis != NULL)
		*axis = gjk_to_vec3(gjk_unit(gjk_to_double(found)));
	static const Answer answers[] = {
		[GJK_BOXES_UNKNOWN] = ANSWER_UNKNOWN,
		[GJK_BOXES_APART] = ANSWER_APART,
		[GJK_BOXES_OVERLAP] = ANSWER_OVERLAP,
	};
	return answers[boxes];
}

// The distance of the cores up to which shapes touch if v decides.
static double unsure_reach(const Difference *d) {
	double unsure = double_max((double)d->error, MK_GJK_UNSURE * difference_size(d));
	return (double)d->rounding + unsure;
}

// Points and segments: their distance is known at once.
static bool segments_overlap(const Difference *d, Vec3 *axis) {
	GjkState state;
	mk_gjk_segments(d, &state);
	if (axis != NULL) {
		// in Real, whose root and division take half as long, if its squares are numbers
		Vec3 way = gjk_to_vec3(state.v);
		bool is_plain = state.squared > (double)MK_REAL_MIN && state.squared < (double)MK_REAL_MAX;
		*axis = is_plain ? vec3_scale(way, -1 / vec3_length(way))
						 : gjk_to_vec3(double3_scale(gjk_unit(state.v), -1));
	}
	double unsure = unsure_reach(d);
	return state.squared <= unsure * unsure;
}

bool mk_gjk_overlaps(const Difference *difference, Vec3 *axis, uint32_t *iterations) {
	return mk_gjk_overlaps_shown(difference, axis, iterations, NULL);
}

bool mk_gjk_overlaps_shown(
		const Difference *difference, Vec3 *axis, uint32_t *iterations, Trace *trace) {
	if (iterations != NULL) *iterations = 0;
	if (!mk_difference_is_finite(difference)) return false;
	if (trace == NULL && gjk_is_segments(difference)) return segments_overlap(difference, axis);
	if (trace == NULL && is_boxes(difference)) {
		Answer boxes = ask_boxes(difference, axis);
		if (boxes != ANSWER_UNKNOWN) return boxes == ANSWER_OVERLAP;
	}
	// not cleared: that would take as long as the first support
	Test test;
	test.difference = difference;
	test.last = difference_no_hint();
	test.steps = 0;
	test.trace = trace;
	double reach = (double)difference->rounding + (double)difference->error;
	test.reach = reach * reach;
	double unsure = unsure_reach(difference);
	test.unsure = unsure * unsure;
	// the direction that is cached, or from centre to centre
	Double3 first = first_axis(difference, axis != NULL ? *axis : vec3_zero());
	Answer answer = try_axis(&test, first, double3_dot(first, first));
	if (answer == ANSWER_UNKNOWN) gjk_state_begin(&test.state, &test.last);
	if (answer == ANSWER_UNKNOWN && trace != NULL) trace_simplex(&test);
	while (answer == ANSWER_UNKNOWN)
		answer = step(&test);
	if (iterations != NULL) *iterations = test.steps;
	if (axis != NULL) *axis = gjk_to_vec3(double3_scale(gjk_unit(test.axis), -1));
	return answer == ANSWER_OVERLAP;
}

bool mk_gjk_contains(const ShapeInstance *convex, Vec3 point, Real reach) {
	SphereShape dot = {
		.shape = { .ops = mk_shape_ops(SHAPE_SPHERE), .kind = SHAPE_SPHERE, .vertex_count = 1 },
	};
	ShapeInstance there = instance_local(&dot.shape);
	there.pose.origin = point;
	ShapeInstance ball = instance_grow(there, reach);
	Difference difference = mk_difference(convex, &ball);
	return mk_gjk_overlaps(&difference, NULL, NULL);
}
