// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two boxes under any map: parallelepipeds. On every axis the middle of the projection
// is that of the centre and its half length a sum of three absolute values, so there
// are no corners to look at.
#include "collide/sat_hull.h"

// Faces of A, faces of B, pairs of edges.
#define MK_SAT_BOX_AXES 15

typedef struct BoxSearch {
	const SatBoxInput *input;
	Vec3 offset; // from A to B
	SatHullResult best;
} BoxSearch;

static SatAxis axis_at(uint32_t index) {
	if (index < 3) return (SatAxis){ SAT_AXIS_FACE_A, index, 0 };
	if (index < 6) return (SatAxis){ SAT_AXIS_FACE_B, 0, index - 3 };
	return (SatAxis){ SAT_AXIS_EDGES, (index - 6) / 3, (index - 6) % 3 };
}

// The two vectors whose cross product is the axis.
static void factors_of(const SatBoxInput *input, SatAxis axis, Vec3 factors[2]) {
	const SatSymmetric *first = axis.kind == SAT_AXIS_FACE_B ? &input->b : &input->a;
	const SatSymmetric *second = axis.kind == SAT_AXIS_FACE_A ? &input->a : &input->b;
	uint32_t face = axis.kind == SAT_AXIS_FACE_A ? axis.index_a : axis.index_b;
	bool is_edges = axis.kind == SAT_AXIS_EDGES;
	factors[0] = first->half[is_edges ? axis.index_a : (face + 1) % 3];
	factors[1] = second->half[is_edges ? axis.index_b : (face + 2) % 3];
}

static void add_trace(const BoxSearch *search, Vec3 normal, Real separation) {
	TraceStep step = { .kind = TRACE_AXIS, .iteration = search->best.axes };
	step.direction = normal;
	step.lower = separation;
	trace_add(search->input->trace, &step);
}

// Returns true if the search is over.
static bool try_axis(BoxSearch *search, SatAxis axis) {
	const SatBoxInput *input = search->input;
	Vec3 factors[2];
	factors_of(input, axis, factors);
	Vec3 v = vec3_cross(factors[0], factors[1]);
	search->best.axes++;
	if (vec3_cross_is_negligible(v, factors[0], factors[1])) return false;
	Real scale = 1 / vec3_length(v);
	Real along = vec3_dot(search->offset, v);
	Real gap = real_abs(along) - sat_radius(&input->a, v) - sat_radius(&input->b, v);
	Real separation = gap * scale;
	Vec3 normal = vec3_scale(v, along < 0 ? -scale : scale);
	if (input->trace != NULL) add_trace(search, normal, separation);
	// edges must win clearly, or rounding lets them replace the face they lie on
	bool is_over = input->is_bool && separation > input->slack;
	Real margin = axis.kind == SAT_AXIS_EDGES ? input->slack : 0;
	if (separation > search->best.separation + margin || is_over) {
		search->best.separation = separation;
		search->best.axis = axis;
		search->best.normal = normal;
	}
	return is_over;
}

static bool try_cached(BoxSearch *search) {
	const SatAxis *cache = search->input->cache;
	if (!search->input->is_bool || cache == NULL || cache->kind == SAT_AXIS_NONE) return false;
	return cache->index_a < 3 && cache->index_b < 3 && try_axis(search, *cache);
}

SatHullResult mk_sat_boxes(const SatBoxInput *input) {
	BoxSearch search = { input, vec3_sub(input->b.center, input->a.center), { 0 } };
	search.best.is_supported = true;
	search.best.separation = -MK_INFINITY;
	bool is_over = try_cached(&search);
	for (uint32_t i = 0; i < MK_SAT_BOX_AXES && !is_over; i++)
		is_over = try_axis(&search, axis_at(i));
	search.best.is_overlapping = search.best.separation <= input->slack;
	if (input->cache != NULL) *input->cache = search.best.axis;
	return search.best;
}
