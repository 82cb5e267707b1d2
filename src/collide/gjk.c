// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The distance of two cores. No square root is taken before the end: bounds are compared as squares
// with their sign.
//
// Tolerances. The distance is sandwiched by |v| and the best v . w / |v|; both stop rules are on
// their difference. `absolute` is never taken below the rounding floor of the pair, under which
// supports are noise and the search would only end by stalling.
//
//             relative  absolute  steps   why
//   query     1e-6      floor     256     float: what supports allow; polytopes end exactly anyway
//   (double)  1e-12     floor     256     three digits more than any use of a query needs
//   step      1e-4      0.05 mm   64      a hundredth of the slop of a solver; a looser one makes
//                                         normals tremble, a tighter one only costs
//
// Polytopes end after some dozen steps at most, when no point is nearer than those they have; the
// limits on steps are for curved shapes, whose bounds close by a factor per step, and are generous
// because a result that ends there still has true bounds.
#include "collide/gjk.h"

#include "collide/gjk_closed.h"
#include "collide/gjk_trace.h"
#include "collide/newton.h"

#ifdef MK_DOUBLE
#define MK_GJK_QUERY_RELATIVE 1e-12
#else
#define MK_GJK_QUERY_RELATIVE 1e-6f
#endif
#define MK_GJK_STEP_RELATIVE ((Real)1e-4)
#define MK_GJK_STEP_ABSOLUTE ((Real)5e-5)
enum { QUERY_STEPS = 256, STEP_STEPS = 64 };

// A v that is shorter than this part of the pair's size (no unit) when the search stalls is noise:
// its square is a sum of products, rounded in the 53rd bit of the size squared. Only in double
// precision is the floor of supports less.
#define MK_GJK_NOISE 0x1p-26

// Steps after which smooth pairs are handed on, and how near they must be, as part of their size:
// those that are farther apart end soon.
#define MK_GJK_SMOOTH_NEAR 0.1
enum { SMOOTH_STEPS = 6 };

GjkInput mk_gjk_query_input(const Difference *difference) {
	return (GjkInput){
		.difference = difference,
		.limit = MK_INFINITY,
		.relative = MK_GJK_QUERY_RELATIVE,
		.max_iterations = QUERY_STEPS,
	};
}

GjkInput mk_gjk_step_input(const Difference *difference, GjkCache *cache, Real limit) {
	return (GjkInput){
		.difference = difference,
		.cache = cache,
		.limit = limit,
		.absolute = MK_GJK_STEP_ABSOLUTE,
		.relative = MK_GJK_STEP_RELATIVE,
		.max_iterations = STEP_STEPS,
	};
}

typedef struct Run {
	const GjkInput *input;
	const Difference *difference;
	GjkState state;
	DifferencePoint last; // latest support, a hint for the next
	Double3 direction;    // w was asked for against this, as against v
	uint32_t iterations;
	double best;     // largest d . w / |d|, squared, with its sign
	double limit;    // where knowing more is of no use, squared the same way
	double touching; // |v|^2 that cannot be told from zero
	double noise;    // the same where nothing else proves it
	double absolute; // squared tolerance
	double relative;
	SeparationStatus status;
	bool is_straight; // v was made exact once where rounding had ended the search
	bool is_overlapping;
} Run;

static double signed_square(double x) { return x * fabs(x); }

static double signed_root(double x) { return x < 0 ? -sqrt(-x) : sqrt(x); }

static void begin(Run *run, const GjkInput *input) {
	const Difference *d = input->difference;
	double floor_size = (double)d->error;
	double absolute = (double)input->absolute;
	if (!(absolute > floor_size)) absolute = floor_size;
	// no point of the difference is farther away than all sizes together, hence the first bound
	double farthest = difference_size(d);
	run->input = input;
	run->difference = d;
	run->state.count = 0;
	run->last = difference_no_hint();
	run->direction = double3(-1, 0, 0);
	run->iterations = 0;
	run->best = -farthest * farthest;
	run->limit = signed_square((double)input->limit + (double)d->rounding + floor_size);
	run->touching = floor_size * floor_size;
	run->noise = double_max(run->touching, MK_GJK_NOISE * MK_GJK_NOISE * farthest * farthest);
	run->absolute = input->is_exact ? 0 : absolute * absolute;
	run->relative = (double)input->relative;
	run->status = SEPARATION_CONVERGED;
	run->is_straight = false;
	run->is_overlapping = false;
}

static GjkWatch watch(const Run *run) {
	return (GjkWatch){
		.trace = run->input->trace,
		.iteration = run->iterations,
		.lower = (Real)signed_root(run->best),
		.upper = run->state.count > 0 ? (Real)sqrt(run->state.squared) : MK_INFINITY,
	};
}

static void trace_support(const Run *run) {
	GjkWatch seen = watch(run);
	mk_gjk_trace_support(&seen, &run->last, run->direction);
}

static void trace_simplex(const Run *run) {
	GjkWatch seen = watch(run);
	mk_gjk_trace_simplex(&seen, &run->state);
}

// Asks for the support against a vector, takes its bound and returns their product.
static double ask(Run *run, Double3 v, double squared) {
	Vec3 direction = vec3((Real)-v.x, (Real)-v.y, (Real)-v.z);
	run->last = difference_support(run->difference, direction, run->last);
	run->direction = v;
	run->iterations++;
	double product = double3_dot(v, gjk_to_double(run->last.point));
	double bound = signed_square(product) / squared;
	run->best = bound > run->best ? bound : run->best;
	if (run->input->trace != NULL) trace_support(run);
	return product;
}

// A direction to begin with: the cached one, else from centre to centre, else any.
static Double3 first_direction(const Difference *d, const GjkCache *cache) {
	Vec3 axis = cache != NULL ? cache->axis : vec3_zero();
	// supports along a direction of any length may be beyond all numbers
	if (!vec3_is_unit(axis)) axis = vec3_normalize(axis);
	if (vec3_equals(axis, vec3_zero())) axis = gjk_way(d);
	Double3 v = gjk_to_double(vec3_negate(axis));
	return double3_dot(v, v) > 0 ? v : double3(-1, 0, 0);
}

// Puts the points of the cached simplex where they are now; false if there are none.
static bool restore(Run *run, const GjkCache *cache) {
	const Difference *d = run->difference;
	if (cache->count == 0 || cache->count > 4 || !gjk_has_corners(&d->a) || !gjk_has_corners(&d->b))
		return false;
	GjkState *state = &run->state;
	for (uint32_t i = 0; i < cache->count; i++) {
		uint32_t id_a = cache->ids_a[i];
		uint32_t id_b = cache->ids_b[i];
		if (id_a >= d->a.shape->vertex_count || id_b >= d->b.shape->vertex_count) return false;
		state->points[i] = gjk_corner_pair(d, id_a, id_b);
		state->exact[i] = gjk_to_double(state->points[i].point);
	}
	SimplexNearest nearest;
	gjk_state_solve(state, cache->count, run->input->solver, SIMPLEX_SEARCH_ALL, &nearest);
	// of a cache that somebody has forged no part may be nearest
	if (nearest.corners == 0) return false;
	gjk_state_keep(state, &nearest);
	run->last = state->points[0];
	run->direction = state->squared > 0 ? state->v : first_direction(d, cache);
	return true;
}

// The first simplex. Returns whether there is more to do.
static bool start(Run *run) {
	const GjkCache *cache = run->input->cache;
	if (cache != NULL && restore(run, cache)) return true;
	if (cache != NULL && !vec3_equals(cache->axis, vec3_zero())) {
		run->last.id_a = cache->ids_a[0];
		run->last.id_b = cache->ids_b[0];
	}
	Double3 v = first_direction(run->difference, cache);
	ask(run, v, double3_dot(v, v));
	gjk_state_begin(&run->state, &run->last);
	if (run->input->trace != NULL) trace_simplex(run);
	if (!(run->best > run->limit)) return true;
	run->status = SEPARATION_BEYOND;
	return false;
}

// One step. Returns whether there is more to do.
static bool step(Run *run) {
	GjkState *state = &run->state;
	double squared = state->squared;
	if (state->count == 4 || squared <= run->touching) {
		run->is_overlapping = true;
		return false;
	}
	if (run->iterations >= run->input->max_iterations) {
		run->status = SEPARATION_CAPPED;
		return false;
	}
	double product = ask(run, state->v, squared);
	if (run->best > run->limit) {
		run->status = SEPARATION_BEYOND;
		return false;
	}
	// |v| - v.w/|v| against the tolerances; the last one is on the place of the nearest point,
	// which is within sqrt(v.v - v.w) of v (theorem 4)
	double gap = squared - product;
	if (gap <= run->relative * squared || gap * gap <= run->absolute * squared ||
			gap <= run->absolute) {
		return false;
	}
	if (gjk_state_has(state, run->last.point) ||
			gjk_state_advance(state, &run->last, run->input->solver) == GJK_STUCK) {
		if (!run->is_straight && gjk_state_straighten(state)) {
			run->is_straight = true;
			return true;
		}
		run->status = SEPARATION_STALLED;
		run->is_overlapping = state->squared <= run->noise;
		return false;
	}
	if (run->input->trace != NULL) trace_simplex(run);
	return true;
}

// Points and segments need no search: both bounds are known at once.
static void solve_segments(Run *run) {
	GjkState *state = &run->state;
	mk_gjk_segments(run->difference, state);
	run->last = state->points[0];
	run->best = state->squared;
	run->is_overlapping = state->squared <= run->noise;
	if (state->squared > 0) run->direction = state->v;
	if (run->best > run->limit) run->status = SEPARATION_BEYOND;
	if (run->input->trace != NULL) trace_simplex(run);
}

// Smooth pairs that are apart and not found yet: Newton's method from here doubles the digits with
// each step, where GJK gains a part of one. Returns whether that ended the search. With a trace GJK
// is shown as it is known: it goes on alone, to an answer within the same bounds.
static bool finish_smooth(Run *run) {
	const GjkInput *in = run->input;
	const Difference *d = run->difference;
	bool is_plain = in->trace != NULL || in->solver != SIMPLEX_SIGNED_VOLUMES;
	double near = MK_GJK_SMOOTH_NEAR * difference_size(d);
	bool is_near = run->state.squared < near * near;
	if (is_plain || !is_near || !mk_newton_is_smooth(d)) return false;
	double limit = (double)in->limit + (double)d->rounding + (double)d->error;
	Vec3 guess = gjk_to_vec3(double3_scale(run->state.v, -1));
	NewtonResult found;
	mk_newton(&(NewtonInput){ .difference = d, .guess = guess, .limit = limit }, &found);
	run->iterations += found.iterations;
	// what the points miss by must not show in the distance, nor in the direction
	bool is_exact = found.status == NEWTON_BEYOND || found.miss <= -1e-3 * found.height;
	if (found.status == NEWTON_FAILED || !is_exact || !(found.height < -(double)d->error))
		return false;
	GjkState *state = &run->state;
	run->best = found.height * found.height;
	run->direction = double3_scale(found.normal, found.height);
	if (found.status == NEWTON_BEYOND) {
		run->status = SEPARATION_BEYOND;
		return true;
	}
	state->count = found.feature.count;
	for (uint32_t i = 0; i < state->count; i++) {
		state->points[i] = found.feature.points[i];
		state->weights[i] = found.feature.weights[i];
	}
	state->v = run->direction;
	state->squared = run->best;
	return true;
}

static void search(Run *run) {
	if (gjk_is_segments(run->difference)) {
		solve_segments(run);
		return;
	}
	bool is_running = start(run);
	bool is_tried = false;
	while (is_running) {
		is_running = step(run);
		// only if they are known to be apart: GJK is the faster one to find that they are not
		if (is_tried || run->iterations < SMOOTH_STEPS || !(run->best > 0)) continue;
		if (is_running && finish_smooth(run)) return;
		is_tried = true;
	}
}

static void remember(const Run *run, const GjkResult *result, GjkCache *cache) {
	const Difference *d = run->difference;
	bool is_kept = result->status != SEPARATION_BEYOND && gjk_has_corners(&d->a) &&
			gjk_has_corners(&d->b);
	cache->axis = result->normal;
	cache->count = is_kept ? (uint8_t)run->state.count : 0;
	cache->ids_a[0] = run->last.id_a;
	cache->ids_b[0] = run->last.id_b;
	for (uint32_t i = 0; i < cache->count; i++) {
		cache->ids_a[i] = run->state.points[i].id_a;
		cache->ids_b[i] = run->state.points[i].id_b;
	}
}

// Points beyond the count are left as they are: clearing them would take as long as a support.
static void finish(const Run *run, GjkResult *result) {
	const GjkState *state = &run->state;
	bool is_v = !run->is_overlapping && run->status != SEPARATION_BEYOND;
	double upper = sqrt(state->squared);
	// roots and divisions are most of what pairs of balls and capsules cost: none is taken twice
	double lower = run->best == state->squared ? upper : signed_root(run->best);
	bool is_plain = is_v && gjk_is_plain_square(state->squared);
	Double3 normal = is_plain ? double3_scale(state->v, -1 / upper)
							  : double3_scale(gjk_unit(is_v ? state->v : run->direction), -1);
	result->status = run->status;
	result->iterations = run->iterations;
	result->is_overlapping = run->is_overlapping;
	result->upper = upper;
	result->lower = lower < upper ? lower : upper;
	result->normal = gjk_to_vec3(normal);
	result->simplex.count = state->count;
	for (uint32_t i = 0; i < state->count; i++) {
		result->simplex.points[i] = state->points[i];
		result->simplex.weights[i] = state->weights[i];
	}
}

void mk_gjk_into(const GjkInput *input, GjkResult *result) {
	if (!mk_difference_is_finite(input->difference)) {
		*result = (GjkResult){ .status = SEPARATION_INVALID };
		return;
	}
	Run run;
	begin(&run, input);
	search(&run);
	finish(&run, result);
	if (input->cache != NULL) remember(&run, result, input->cache);
}

GjkResult mk_gjk(const GjkInput *input) {
	GjkResult result;
	mk_gjk_into(input, &result);
	return result;
}

// Writes the nearest points of the cores.
static void weigh(const GjkSimplex *simplex, Vec3 *on_a, Vec3 *on_b) {
	Double3 a = double3(0, 0, 0);
	Double3 b = double3(0, 0, 0);
	for (uint32_t i = 0; i < simplex->count; i++) {
		const DifferencePoint *p = &simplex->points[i];
		a = double3_add(a, double3_scale(gjk_to_double(p->a), simplex->weights[i]));
		b = double3_add(b, double3_scale(gjk_to_double(p->b), simplex->weights[i]));
	}
	*on_a = gjk_to_vec3(a);
	*on_b = gjk_to_vec3(b);
}

Separation mk_gjk_separation(const GjkInput *input, const GjkResult *result) {
	if (result->status == SEPARATION_INVALID) return (Separation){ .status = SEPARATION_INVALID };
	const Difference *d = input->difference;
	double rounding = (double)d->rounding;
	bool is_beyond = result->status == SEPARATION_BEYOND;
	Separation s = {
		.status = result->status,
		.iterations = result->iterations,
		.lower = (Real)(result->lower - rounding),
		.upper = (Real)(result->upper - rounding),
		.normal = result->normal,
	};
	weigh(&result->simplex, &s.point_a, &s.point_b);
	s.distance = is_beyond ? s.lower : s.upper;
	s.point_a = vec3_add_scaled(s.point_a, s.normal, d->radius_a);
	s.point_b = vec3_add_scaled(s.point_b, s.normal, -d->radius_b);
	return s;
}
