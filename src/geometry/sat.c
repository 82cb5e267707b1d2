// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The reference for convex polyhedra: every axis, every vertex. Vertices are projected relative to
// one of them, so that no digits are lost far from the origin.
#include "geometry/sat.h"

// One search through the axes of a pair.
typedef struct AxisSearch {
	const SatHull *a;
	const SatHull *b;
	Vec3 origin; // what vertices are projected relative to
	Real slack;  // m: gaps up to this are touching
	SatResult best;
	bool is_bool; // stop at the first gap
} AxisSearch;

SatRange mk_sat_project(const SatHull *hull, Vec3 origin, Vec3 axis) {
	SatRange range = { MK_INFINITY, -MK_INFINITY };
	for (uint32_t i = 0; i < hull->vertex_count; i++) {
		Real at = vec3_dot(axis, vec3_sub(hull->vertices[i], origin));
		range.min = real_min(at, range.min);
		range.max = real_max(at, range.max);
	}
	return range;
}

Real mk_sat_size(const SatHull *hull, Vec3 origin) {
	Real size = 0;
	for (uint32_t i = 0; i < hull->vertex_count; i++) {
		Vec3 offset = vec3_abs(vec3_sub(hull->vertices[i], origin));
		if (!vec3_is_finite(offset)) return MK_INFINITY;
		size = real_max(vec3_max_element(offset), size);
	}
	return size;
}

static Segment edge_of(const SatHull *hull, uint32_t index) {
	SatEdge edge = hull->edges[index];
	return (Segment){ hull->vertices[edge.start], hull->vertices[edge.end] };
}

Vec3 mk_sat_edge_axis(Segment ab, Segment cd) {
	Vec3 way_a = vec3_sub(ab.end, ab.start);
	Vec3 way_b = vec3_sub(cd.end, cd.start);
	Vec3 axis = vec3_cross(way_a, way_b);
	if (!vec3_cross_is_negligible(axis, way_a, way_b)) return axis;
	Vec3 between = vec3_sub(cd.start, ab.start);
	Vec3 normal = vec3_cross(way_a, between);
	if (vec3_cross_is_negligible(normal, way_a, between)) return vec3_zero();
	return vec3_cross(way_a, normal);
}

static Vec3 axis_vector(const AxisSearch *search, SatAxis axis) {
	switch (axis.kind) {
		case SAT_AXIS_FACE_A: return search->a->normals[axis.index_a];
		case SAT_AXIS_FACE_B: return search->b->normals[axis.index_b];
		case SAT_AXIS_EDGES:
			return mk_sat_edge_axis(
					edge_of(search->a, axis.index_a), edge_of(search->b, axis.index_b));
		case SAT_AXIS_NONE: break;
	}
	return vec3_zero();
}

// tests one axis; returns true if the search is over
static bool try_axis(AxisSearch *search, SatAxis axis) {
	search->best.axes_tested++;
	Vec3 unit = vec3_normalize(axis_vector(search, axis));
	if (vec3_equals(unit, vec3_zero())) return false;
	SatRange on_a = mk_sat_project(search->a, search->origin, unit);
	SatRange on_b = mk_sat_project(search->b, search->origin, unit);
	Real up = on_b.max - on_a.min;
	Real down = on_a.max - on_b.min;
	Real depth = up <= down ? up : down;
	bool is_apart = !(depth >= -search->slack);
	// edges must win clearly, or rounding lets them replace the face they lie on
	Real margin = axis.kind == SAT_AXIS_EDGES ? search->slack : 0;
	if (depth < search->best.depth - margin || (is_apart && search->is_bool)) {
		search->best.depth = depth;
		search->best.axis = axis;
		search->best.normal = up <= down ? unit : vec3_negate(unit);
	}
	if (is_apart) search->best.hit = false;
	return is_apart && search->is_bool;
}

static bool try_faces(AxisSearch *search, SatAxisKind kind, uint32_t count) {
	for (uint32_t i = 0; i < count; i++) {
		if (try_axis(search, (SatAxis){ kind, i, i })) return true;
	}
	return false;
}

static bool try_edges(AxisSearch *search) {
	for (uint32_t i = 0; i < search->a->edge_axes; i++) {
		for (uint32_t j = 0; j < search->b->edge_axes; j++) {
			if (try_axis(search, (SatAxis){ SAT_AXIS_EDGES, i, j })) return true;
		}
	}
	return false;
}

static AxisSearch start_search(const SatHull *a, const SatHull *b) {
	AxisSearch search = { .a = a, .b = b };
	search.best = (SatResult){ .hit = a->vertex_count > 0 && b->vertex_count > 0 };
	search.best.depth = MK_INFINITY;
	if (!search.best.hit) return search;
	search.origin = a->vertices[0];
	Real size = real_max(mk_sat_size(a, search.origin), mk_sat_size(b, search.origin));
	search.best.hit = real_is_finite(size);
	search.slack = MK_NEGLIGIBLE * size;
	return search;
}

static void run_search(AxisSearch *search) {
	if (!search->best.hit) return;
	if (try_faces(search, SAT_AXIS_FACE_A, search->a->normal_axes)) return;
	if (try_faces(search, SAT_AXIS_FACE_B, search->b->normal_axes)) return;
	try_edges(search);
}

// does the remembered axis name features that these hulls have?
static bool is_known(const AxisSearch *search, SatAxis axis) {
	bool has_faces_a = axis.index_a < search->a->normal_count;
	bool has_faces_b = axis.index_b < search->b->normal_count;
	if (axis.kind == SAT_AXIS_FACE_A) return has_faces_a;
	if (axis.kind == SAT_AXIS_FACE_B) return has_faces_b;
	return axis.kind == SAT_AXIS_EDGES && axis.index_a < search->a->edge_count &&
			axis.index_b < search->b->edge_count;
}

SatResult mk_sat_overlap(const SatHull *a, const SatHull *b, SatAxis *cache) {
	AxisSearch search = start_search(a, b);
	search.is_bool = true;
	bool has_cache = search.best.hit && cache != NULL && is_known(&search, *cache);
	if (!(has_cache && try_axis(&search, *cache))) run_search(&search);
	if (cache != NULL && !search.best.hit) *cache = search.best.axis;
	return search.best;
}

// the part of an edge in a hull: behind all planes, which touch the hull's extreme vertices
static SatRange clip_edge(Segment edge, const SatHull *hull, Real slack) {
	SatRange inside = { 0, 1 };
	for (uint32_t i = 0; i < hull->normal_count; i++) {
		Vec3 normal = vec3_normalize(hull->normals[i]);
		Real high = mk_sat_project(hull, edge.start, normal).max + slack;
		Real speed = vec3_dot(normal, vec3_sub(edge.end, edge.start));
		if (speed > 0) inside.max = real_min(inside.max, high / speed);
		if (speed < 0) inside.min = real_max(inside.min, high / speed);
		if (speed == 0 && high < 0) return (SatRange){ 1, 0 };
	}
	return inside;
}

// adds the ends of the parts of a's edges that are in b; returns how many there are
static uint32_t add_corners(const SatHull *a, const SatHull *b, Real slack, Vec3 *sum) {
	uint32_t count = 0;
	for (uint32_t i = 0; i < a->edge_count; i++) {
		Segment edge = edge_of(a, i);
		SatRange inside = clip_edge(edge, b, slack);
		if (!(inside.min <= inside.max)) continue;
		*sum = vec3_add(*sum, vec3_sub(segment_at(edge, inside.min), a->vertices[0]));
		*sum = vec3_add(*sum, vec3_sub(segment_at(edge, inside.max), a->vertices[0]));
		count += 2;
	}
	return count;
}

// The corners of the common part of two polyhedra are where edges of one enter, leave or end in the
// other; their mean is a point of both.
static Vec3 find_point(const AxisSearch *search) {
	Vec3 sum_a = vec3_zero();
	Vec3 sum_b = vec3_zero();
	uint32_t count_a = add_corners(search->a, search->b, search->slack, &sum_a);
	uint32_t count_b = add_corners(search->b, search->a, search->slack, &sum_b);
	if (count_a + count_b == 0) return search->origin;
	// sums are relative to a vertex of the hull whose edges they are
	Vec3 shift = vec3_sub(search->b->vertices[0], search->origin);
	Vec3 sum = vec3_add(sum_a, vec3_add_scaled(sum_b, shift, (Real)count_b));
	return vec3_add_scaled(search->origin, sum, 1 / (Real)(count_a + count_b));
}

SatResult mk_sat_contact(const SatHull *a, const SatHull *b) {
	AxisSearch search = start_search(a, b);
	run_search(&search);
	if (!search.best.hit) return search.best;
	search.best.depth = real_max(search.best.depth, 0);
	search.best.point = find_point(&search);
	return search.best;
}
