// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The simplex of a running GJK: what the distance and the yes/no version have in common.
#pragma once

#include "collide/gjk.h"
#include "collide/simplex.h"

typedef struct GjkState {
	uint32_t count; // points in use; while running at most 3, since 4 hold the origin
	DifferencePoint points[4];
	Double3 exact[4];  // points[i].point
	double weights[4]; // positive
	Double3 v;         // the point of the simplex nearest to the origin
	double squared;    // |v|^2
} GjkState;

typedef enum GjkProgress {
	GJK_NEARER, // v came nearer to the origin
	GJK_INSIDE, // the simplex holds the origin
	GJK_STUCK,  // nothing gained; the state is as before
} GjkProgress;

static inline Double3 gjk_to_double(Vec3 a) {
	return double3((double)a.x, (double)a.y, (double)a.z);
}

static inline Vec3 gjk_to_vec3(Double3 a) { return vec3((Real)a.x, (Real)a.y, (Real)a.z); }

// Returns the way from A's origin to B's as a direction to ask along: at unit length where products
// with it could be zero, and supports along them any point.
static inline Vec3 gjk_way(const Difference *d) {
	bool is_plain = vec3_dot(d->offset, d->offset) >= MK_REAL_MIN;
	return is_plain ? d->offset : vec3_normalize(d->offset);
}

// Squares of lengths between these (m^2) are sure to be neither zero nor infinite for their
// factors: where one root and one division are enough. Larger and smaller by far than any
// pair that is asked about.
#define MK_GJK_LEAST_SQUARE 1e-200
#define MK_GJK_MOST_SQUARE  1e200

// Returns whether a vector with this squared length becomes a unit one by a division.
static inline bool gjk_is_plain_square(double squared) {
	return squared > MK_GJK_LEAST_SQUARE && squared < MK_GJK_MOST_SQUARE;
}

// Returns a direction at unit length, also of one whose square is no
// number; -x in the place of zero.
static inline Double3 gjk_unit(Double3 v) {
	double squared = double3_dot(v, v);
	if (gjk_is_plain_square(squared)) return double3_scale(v, 1 / sqrt(squared));
	double size = double_max(fabs(v.x), double_max(fabs(v.y), fabs(v.z)));
	if (!(size > 0 && size < (double)INFINITY)) return double3(-1, 0, 0);
	Double3 part = double3(v.x / size, v.y / size, v.z / size);
	return double3_scale(part, 1 / double3_length(part));
}

// Starts with one point.
static inline void gjk_state_begin(GjkState *state, const DifferencePoint *w) {
	state->count = 1;
	state->points[0] = *w;
	state->exact[0] = gjk_to_double(w->point);
	state->weights[0] = 1;
	state->v = state->exact[0];
	state->squared = double3_dot(state->v, state->v);
}

// Returns whether w is a point of the simplex already: there is nothing to gain.
static inline bool gjk_state_has(const GjkState *state, Vec3 w) {
	for (uint32_t i = 0; i < state->count; i++) {
		if (vec3_equals(state->points[i].point, w)) return true;
	}
	return false;
}

// Keeps the points that take part.
static inline void gjk_state_keep(GjkState *state, const SimplexNearest *nearest) {
	uint32_t kept = 0;
	for (uint32_t rest = nearest->corners; rest != 0; rest &= rest - 1) {
		uint32_t i = (uint32_t)__builtin_ctz(rest);
		state->weights[kept] = nearest->weights[i];
		if (kept != i) {
			state->points[kept] = state->points[i];
			state->exact[kept] = state->exact[i];
		}
		kept++;
	}
	state->count = kept;
	state->v = nearest->point;
	state->squared = nearest->squared;
}

static inline void gjk_state_solve(const GjkState *state, uint32_t count, SimplexSolver solver,
		SimplexSearch search, SimplexNearest *nearest) {
	if (solver == SIMPLEX_JOHNSON)
		*nearest = mk_simplex_johnson(state->exact, count, search);
	else
		mk_simplex_find(state->exact, count, search, nearest);
}

// Computes v of a triangle anew, along its normal: as the sum of weighted points it is off by their
// rounding, and so its direction, where they are far from the origin and v is short. The normal is
// off by the same rounding over the triangle's height, so that must be more than v is long: at
// needles the sum is better. Returns whether that changed it.
static inline bool gjk_state_straighten(GjkState *state) {
	if (state->count != 3) return false;
	const Double3 *p = state->exact;
	Double3 nearest = p[0];
	for (uint32_t i = 1; i < 3; i++)
		if (double3_dot(p[i], p[i]) < double3_dot(nearest, nearest)) nearest = p[i];
	Double3 edges[3] = { double3_sub(p[1], p[0]), double3_sub(p[2], p[0]),
		double3_sub(p[2], p[1]) };
	double longest = 0; // squared
	for (uint32_t i = 0; i < 3; i++)
		longest = double_max(longest, double3_dot(edges[i], edges[i]));
	Double3 area = double3_cross(edges[0], edges[1]);
	double squared = double3_dot(area, area);
	if (!(squared > state->squared * longest)) return false;
	Double3 v = double3_scale(area, double3_dot(area, nearest) / squared);
	bool is_changed = v.x != state->v.x || v.y != state->v.y || v.z != state->v.z;
	state->v = v;
	state->squared = double3_dot(v, v);
	return is_changed;
}

// Adds a point and moves v.
static inline GjkProgress gjk_state_advance(
		GjkState *state, const DifferencePoint *w, SimplexSolver solver) {
	uint32_t count = state->count + 1;
	state->points[count - 1] = *w;
	state->exact[count - 1] = gjk_to_double(w->point);
	SimplexNearest nearest;
	gjk_state_solve(state, count, solver, SIMPLEX_SEARCH_NEWEST, &nearest);
	if (!(nearest.squared < state->squared)) {
		// by theorem 5 only at the end; or rounding chose the wrong side of a thin simplex
		gjk_state_solve(state, count, solver, SIMPLEX_SEARCH_ALL, &nearest);
		if (!(nearest.squared < state->squared)) return GJK_STUCK;
	}
	gjk_state_keep(state, &nearest);
	return state->count == 4 ? GJK_INSIDE : GJK_NEARER;
}
