// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
#include "support/pair_methods.h"

#include "collide/newton.h"
#include "collide/penetration_box.h"
#include "collide/separating_plane.h"

const char *const method_names[METHOD_COUNT] = {
	[METHOD_PENETRATION] = "penetration",
	[METHOD_GJK] = "gjk",
	[METHOD_GJK_JOHNSON] = "gjk-johnson",
	[METHOD_EPA] = "epa",
	[METHOD_NEWTON] = "newton",
	[METHOD_SAT] = "sat",
	[METHOD_PLANES] = "planes",
	[METHOD_BOXES] = "box-axes",
	[METHOD_STEP] = "step",
	[METHOD_REUSE] = "reuse",
};

static MethodAnswer from_separation(const Separation *s) {
	return (MethodAnswer){
		.is_known = true,
		.has_value = true,
		.status = s->status,
		.steps = s->iterations,
		.value = (double)s->distance,
		.lower = (double)s->lower,
		.upper = (double)s->upper,
	};
}

// Of cores that overlap GJK says no more than that.
static MethodAnswer ask_gjk(const Difference *d, SimplexSolver solver) {
	GjkInput input = mk_gjk_query_input(d);
	input.solver = solver;
	GjkResult r = mk_gjk(&input);
	double rounding = (double)d->rounding;
	return (MethodAnswer){
		.is_known = true,
		.has_value = !r.is_overlapping,
		.status = r.status,
		.steps = r.iterations,
		.value = r.upper - rounding,
		.lower = r.is_overlapping ? -(double)INFINITY : r.lower - rounding,
		.upper = r.upper - rounding,
	};
}

static MethodAnswer ask_epa(const Difference *d) {
	GjkInput gjk = mk_gjk_query_input(d);
	GjkResult start = mk_gjk(&gjk);
	if (!start.is_overlapping) return (MethodAnswer){ 0 };
	EpaInput input = mk_epa_query_input(d, &start.simplex);
	EpaResult r = mk_epa(&input);
	double rounding = (double)d->rounding;
	return (MethodAnswer){
		.is_known = true,
		.has_value = !r.is_apart,
		.status = r.status,
		.steps = r.iterations,
		.value = -r.upper - rounding,
		.lower = -r.upper - rounding,
		.upper = (r.is_apart ? start.upper : -r.lower) - rounding,
	};
}

static MethodAnswer ask_newton(const Difference *d) {
	if (!mk_newton_knows(d)) return (MethodAnswer){ 0 };
	NewtonInput input = { .difference = d, .limit = (double)INFINITY };
	input.is_proof_wanted = true;
	NewtonResult r;
	mk_newton(&input, &r);
	double rounding = (double)d->rounding;
	return (MethodAnswer){
		.is_known = r.status == NEWTON_FOUND,
		.has_value = true,
		.steps = r.iterations,
		.value = -r.height - rounding,
		.lower = -r.height - rounding,
		.upper = (r.height > 0 ? -r.lower : sqrt(r.height * r.height + r.miss * r.miss)) - rounding,
	};
}

// Axes and planes that separate give a bound, also if by so little that it counts as touching:
// corners that face each other are farther apart. All of them together give the depth.
static MethodAnswer from_axes(bool is_supported, bool is_overlapping, Real separation) {
	double value = (double)separation;
	bool is_depth = is_overlapping && separation <= 0;
	return (MethodAnswer){
		.is_known = is_supported,
		.has_value = is_depth,
		.value = value,
		.lower = value,
		.upper = is_depth ? value : (double)INFINITY,
	};
}

static MethodAnswer ask_sat(const Difference *d) {
	SatHullInput input = { .difference = d };
	SatHullResult r = mk_sat_hull(&input);
	return from_axes(r.is_supported, r.is_overlapping, r.separation);
}

static MethodAnswer ask_planes(const Difference *d) {
	SeparatingPlane r = mk_separating_plane(d, SEPARATING_PLANE_COMPLETE, NULL);
	return from_axes(r.is_supported, r.is_overlapping, r.separation);
}

static MethodAnswer ask_boxes(const Difference *d) {
	BoxDepth found;
	if (!mk_penetration_boxes(d, &found)) return (MethodAnswer){ 0 };
	double value = -found.depth - (double)d->rounding;
	return (MethodAnswer){ .is_known = true, .has_value = true, 0, 0, value, value, value };
}

static MethodAnswer ask_penetration(const Difference *d, PenetrationCache *cache, bool is_query) {
	PenetrationInput input = {
		.difference = d, .cache = cache, .limit = MK_INFINITY, .is_query = is_query
	};
	Penetration p = mk_penetration(&input);
	return from_separation(&p.separation);
}

static MethodAnswer ask_reuse(const Difference *d, const Difference *near) {
	PenetrationCache cache = { 0 };
	ask_penetration(near, &cache, false);
	return ask_penetration(d, &cache, false);
}

MethodAnswer method_answer(Method method, const Difference *d, const Difference *near) {
	switch (method) {
		case METHOD_PENETRATION: return ask_penetration(d, NULL, true);
		case METHOD_GJK: return ask_gjk(d, SIMPLEX_SIGNED_VOLUMES);
		case METHOD_GJK_JOHNSON: return ask_gjk(d, SIMPLEX_JOHNSON);
		case METHOD_EPA: return ask_epa(d);
		case METHOD_NEWTON: return ask_newton(d);
		case METHOD_SAT: return ask_sat(d);
		case METHOD_PLANES: return ask_planes(d);
		case METHOD_BOXES: return ask_boxes(d);
		case METHOD_STEP: return ask_penetration(d, NULL, false);
		default: return ask_reuse(d, near);
	}
}
