// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The ray cast of van den Bergen (2004) against the Minkowski difference C = A - B. While A moves
// by t motion, the point x = -t motion moves towards C; the pair touches when x is in C. GJK finds
// the point of C nearest to x; whenever the support in the direction from there to x shows a plane
// between x and C, x goes on to that plane. Planes are all that moves x, so it never enters C.
//
// The plane of a support is known up to a rounding floor, which depends on its direction: across
// a wide, thin plate it is small. x stops that much before the plane. Points of C are kept when
// x moves, and seen from the new x (the original drops them). Rounded shapes: the cores, and
// planes moved out by the radii.
//
// What ends it. x is near C: GJK's upper bound of its distance is within the tolerance. Cores with
// sharp edges have no direction left there; the normal is that of the last plane, or of the face of
// C that three points span if it is one, which then cuts the ray exactly. Else GJK goes on at the
// same x until the direction is as good as that of a distance query.
#include "collide/cast_job.h"

// Polytopes need some dozen at most. Curved shapes come nearer by a factor per step, but
// for grazes, where the rest of the way is as long as the root of the distance: there
// the limit ends it, early.
enum { MAX_STEPS = 128 };

// How many floors of distance count as near, no unit: one is lost in the plane, one in the point of
// C, and what is left must be larger than what GJK's own rounding hides.
#define MK_CAST_NEAR_FLOORS 4

// The same relative to the sizes of the pair; no unit. In double the simplices are no more
// exact than the supports, and what is left of a distance this short is noise; smaller, and
// some touches end as CAPPED.
#define MK_CAST_NEAR_SIZES 1e-10

// Cores that touch at this many floors of distance have a direction; no unit.
// Its error is the inverse.
#define MK_CAST_BLUNT_FLOORS 64

// When a direction is settled: bounds of the distance agree to this part, as
// in queries of GJK; no unit.
#ifdef MK_DOUBLE
#define MK_CAST_SETTLED 1e-12
#else
#define MK_CAST_SETTLED 1e-6
#endif

typedef struct Run {
	const CastRay *ray;
	GjkState state; // points of C relative to x
	DifferencePoint last;
	Double3 x;
	double time;
	double reach;    // m; distance of the cores that counts as a touch
	double close;    // m; distance that counts as there, if no floor is larger
	bool is_sharp;   // touching cores have no direction of their own
	bool is_settled; // or they have, and it is known
	Double3 tried;   // unit; the last direction, from A to B
	double ahead;    // m; distance of x from the last plane of C
	Double3 normal;  // unit; of the last plane that moved x
	bool has_moved;
	bool has_restarted; // at this x
	uint32_t iterations;
	CastStatus status;
} Run;

typedef enum Move { MOVE_NONE, MOVE_DONE, MOVE_FREE } Move;

// Where a point of C is at time 0, when A has not moved yet.
static Vec3 at_time_0(const Run *run, Vec3 point) {
	const CastRay *ray = run->ray;
	return gjk_to_vec3(double3_add_scaled(gjk_to_double(point), ray->motion, -ray->start));
}

static void trace_point(const Run *run, TraceStep *step, const DifferencePoint *from) {
	uint32_t i = step->count++;
	step->points[i] = at_time_0(run, from->point);
	step->points_a[i] = from->a;
	step->points_b[i] = vec3_sub(from->a, step->points[i]);
}

static void trace_step(const Run *run, TraceKind kind) {
	const GjkState *state = &run->state;
	TraceStep step = { .kind = kind, .iteration = run->iterations };
	step.direction = gjk_to_vec3(kind == TRACE_SIMPLEX ? state->v : run->tried);
	step.lower = (Real)run->time;
	step.upper = (Real)run->ray->max_time;
	uint32_t count = kind == TRACE_SIMPLEX ? state->count : 1;
	for (uint32_t i = 0; i < count; i++)
		trace_point(run, &step, kind == TRACE_SIMPLEX ? &state->points[i] : &run->last);
	if (kind == TRACE_ADVANCE) step.points[0] = at_time_0(run, gjk_to_vec3(run->x));
	trace_add(run->ray->trace, &step);
}

// Rounding of a plane along a unit direction, m.
static double floor_along(const Run *run, Double3 n) {
	double along = double3_dot(double3_abs(n), run->ray->floors);
	return along < run->ray->floor ? along : run->ray->floor;
}

// Finds the plane of C in a direction. All that is said of it is about the rounded direction.
static void ask(Run *run, Vec3 direction) {
	run->last = difference_support(run->ray->difference, direction, run->last);
	Double3 n = gjk_to_double(direction);
	run->tried = double3_scale(n, 1 / double3_length(n));
	run->ahead = double3_dot(run->tried, double3_sub(run->x, gjk_to_double(run->last.point)));
	run->iterations++;
	if (run->ray->trace != NULL) trace_step(run, TRACE_SUPPORT);
}

static Double3 place_at(const CastRay *ray, double time) {
	return double3_add_scaled(ray->rest, ray->motion, ray->start - time);
}

// Moves x to the last plane if that is ahead.
static Move move(Run *run) {
	const CastRay *ray = run->ray;
	double way = run->ahead - run->reach - floor_along(run, run->tried);
	if (!(way > 0)) return MOVE_NONE;
	double rate = double3_dot(run->tried, ray->motion);
	if (!(rate > 0)) return MOVE_FREE;
	double time = run->time + way / rate;
	if (!(time <= ray->max_time)) return MOVE_FREE;
	if (!(time > run->time)) return MOVE_NONE;
	run->time = time;
	run->x = place_at(ray, time);
	run->normal = run->tried;
	run->has_moved = true;
	run->has_restarted = false;
	if (ray->trace != NULL) trace_step(run, TRACE_ADVANCE);
	return MOVE_DONE;
}

// Puts the points of the simplex where they are seen from x.
static void see_from_x(Run *run) {
	GjkState *state = &run->state;
	for (uint32_t i = 0; i < state->count; i++)
		state->exact[i] = double3_sub(gjk_to_double(state->points[i].point), run->x);
}

static void solve(Run *run, uint32_t count, SimplexSearch search, SimplexNearest *nearest) {
	mk_simplex_find(run->state.exact, count, search, nearest);
}

// Adds the last support to the simplex and finds the point nearest to x.
static GjkProgress advance(Run *run, bool has_moved) {
	GjkState *state = &run->state;
	if (has_moved) see_from_x(run);
	bool is_new = !gjk_state_has(state, run->last.point);
	if (!is_new && !has_moved) return GJK_STUCK;
	uint32_t count = state->count;
	if (is_new) {
		state->points[count] = run->last;
		state->exact[count] = double3_sub(gjk_to_double(run->last.point), run->x);
		count++;
	}
	SimplexNearest nearest;
	solve(run, count, has_moved ? SIMPLEX_SEARCH_ALL : SIMPLEX_SEARCH_NEWEST, &nearest);
	if (!has_moved && !(nearest.squared < state->squared)) {
		solve(run, count, SIMPLEX_SEARCH_ALL, &nearest);
		if (!(nearest.squared < state->squared)) return GJK_STUCK;
	}
	gjk_state_keep(state, &nearest);
	if (run->ray->trace != NULL) trace_step(run, TRACE_SIMPLEX);
	return state->count == 4 ? GJK_INSIDE : GJK_NEARER;
}

// Starts again from the last support alone.
static void restart(Run *run) {
	gjk_state_begin(&run->state, &run->last);
	run->state.exact[0] = double3_sub(gjk_to_double(run->last.point), run->x);
	run->state.v = run->state.exact[0];
	run->state.squared = double3_dot(run->state.v, run->state.v);
}

static bool end_with(Run *run, CastStatus status) {
	run->status = status;
	return false;
}

static Vec3 against_v(const Run *run) { return gjk_to_vec3(double3_scale(run->state.v, -1)); }

// One step. Returns whether there is more to do.
static bool step(Run *run) {
	const GjkState *state = &run->state;
	double upper = sqrt(state->squared);
	double floor = floor_along(run, double3_scale(state->v, upper > 0 ? 1 / upper : 0));
	bool is_near = upper <= run->reach + double_max(run->close, MK_CAST_NEAR_FLOORS * floor);
	// in the cores there is no direction either
	bool is_inside = state->count == 4 || upper <= floor;
	if (is_near && (run->is_sharp || is_inside)) return false;
	if (run->iterations >= MAX_STEPS) return end_with(run, is_near ? CAST_HIT : CAST_CAPPED);
	ask(run, against_v(run));
	Move moved = move(run);
	if (moved == MOVE_FREE) return end_with(run, CAST_FREE);
	double settled = double_max(floor, MK_CAST_SETTLED * upper);
	run->is_settled = moved == MOVE_NONE && is_near && upper - run->ahead <= settled;
	if (run->is_settled) return false;
	if (advance(run, moved == MOVE_DONE) != GJK_STUCK) return true;
	if (is_near) return false;
	if (run->has_restarted) return end_with(run, CAST_CAPPED);
	run->has_restarted = true;
	restart(run);
	return true;
}

// A direction to begin with. Returns whether there is more to do.
static bool start(Run *run) {
	Vec3 direction = run->ray->guess;
	if (vec3_equals(direction, vec3_zero())) direction = run->ray->difference->offset;
	if (vec3_equals(direction, vec3_zero())) direction = vec3_axis(0);
	ask(run, direction);
	if (move(run) == MOVE_FREE) return end_with(run, CAST_FREE);
	restart(run);
	return true;
}

// Three points at the end may span a face of C: its plane cuts the ray
// better than the last one did.
static void try_face(Run *run) {
	GjkState *state = &run->state;
	Double3 side = double3_sub(state->exact[1], state->exact[0]);
	Double3 n = double3_cross(side, double3_sub(state->exact[2], state->exact[0]));
	bool is_against = double3_dot(n, run->ray->motion) < 0;
	Vec3 direction = vec3_normalize(gjk_to_vec3(double3_scale(n, is_against ? -1 : 1)));
	if (vec3_equals(direction, vec3_zero())) return;
	ask(run, direction);
	if (run->ahead < -2 * floor_along(run, run->tried)) return;
	Move moved = move(run);
	run->normal = run->tried;
	if (moved == MOVE_FREE) run->status = CAST_FREE;
	if (moved != MOVE_DONE) return;
	SimplexNearest nearest;
	see_from_x(run);
	solve(run, state->count, SIMPLEX_SEARCH_ALL, &nearest);
	gjk_state_keep(state, &nearest);
}

// The best direction known: GJK's if it is settled, else that of the last plane, which x is on.
static Double3 choose_normal(const Run *run, double upper) {
	if (run->has_moved && !run->is_settled) return run->normal;
	Double3 v = double3_scale(run->state.v, upper > 0 ? -1 / upper : 0);
	return upper > floor_along(run, v) ? v : run->tried;
}

static void finish(const Run *run, CastRayResult *result) {
	const GjkState *state = &run->state;
	double upper = sqrt(state->squared);
	result->status = run->status;
	result->iterations = run->iterations;
	result->time = run->time;
	result->upper = upper;
	if (run->status == CAST_FREE) return;
	if (run->status == CAST_HIT && !run->has_moved && run->time == 0) result->status = CAST_OVERLAP;
	result->normal = choose_normal(run, upper);
	result->floor = floor_along(run, result->normal);
	result->on_a = double3(0, 0, 0);
	for (uint32_t i = 0; i < state->count; i++) {
		Double3 a = gjk_to_double(state->points[i].a);
		result->on_a = double3_add_scaled(result->on_a, a, state->weights[i]);
	}
}

void mk_cast_ray(const CastRay *ray, CastRayResult *result) {
	// not cleared as a whole: that would take as long as a support
	Run run;
	run.ray = ray;
	run.last = difference_no_hint();
	run.x = ray->rest;
	run.time = ray->start;
	run.reach = (double)ray->difference->rounding + ray->target;
	double sizes = difference_size(ray->difference);
	run.close = double_max(ray->tolerance, MK_CAST_NEAR_SIZES * sizes);
	run.is_sharp = run.reach <= MK_CAST_BLUNT_FLOORS * ray->floor;
	run.is_settled = false;
	run.has_moved = false;
	run.has_restarted = false;
	run.iterations = 0;
	run.status = CAST_HIT;
	bool is_running = start(&run);
	if (!is_running) run.state.squared = 0;
	while (is_running)
		is_running = step(&run);
	bool is_edge = run.status == CAST_HIT && run.is_sharp && run.has_moved;
	if (is_edge && run.state.count == 3) try_face(&run);
	finish(&run, result);
}
