// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The search for the tightest box. For a fixed direction of one box axis the other two come from
// the smallest rectangle around the shadow of the hull along it, which has a side on an edge of
// the shadow (Freeman and Shapira 1975), and those are the edges between faces turned towards and
// away from the direction. So a direction costs one pass over the edges. Directions tried: the
// normals of all hull faces; for small hulls also the cross products of all pairs of edges,
// because the smallest box need not lie on any face (O'Rourke 1985: the one of a regular
// tetrahedron lies on edges only); and then again and again the axes of the best box itself, until
// none of them gives a better one.
#include "geometry/obb_fit.h"

#include "base/alloc.h"
#include "geometry/hull_build.h"
#include "geometry/tolerance.h"

// Up to this many edges all pairs are tried: 2016 directions, a few ms. Corner cases of
// few edges (tetrahedra, wedges) are the ones that need it; on finer hulls some face is
// near every good direction.
#define MK_OBB_PAIR_EDGES 64

// The search ends when a round over the three axes gains less than this part of the volume.
#define MK_OBB_GAIN ((Real)1e-4)

// Rounds of the descent. It gains by its own rule, so this only bounds the time; 3 to 5 are usual.
#define MK_OBB_ROUNDS 16

typedef struct TightSearch {
	const Hull *hull;
	Obb best;
	Real best_cost;
	uint32_t *rim; // half-edges of the present shadow's outline; room for all
	uint32_t rim_count;
} TightSearch;

// volume, or for sets without volume the surface: it is smallest for the smallest rectangle
static Real box_cost(const Hull *hull, Obb box) {
	return hull->dimension == HULL_SOLID ? obb_volume(box) : obb_area(box);
}

static void try_axes(TightSearch *search, Mat3 axes) {
	Obb box = mk_obb_around(search->hull->vertices, search->hull->vertex_count, axes);
	Real cost = box_cost(search->hull, box);
	if (!(cost < search->best_cost)) return;
	search->best = box;
	search->best_cost = cost;
}

static void find_rim(TightSearch *search, Vec3 direction) {
	const Hull *hull = search->hull;
	search->rim_count = 0;
	for (uint32_t i = 0; i < hull->half_edge_count; i++) {
		const HullHalfEdge *edge = &hull->half_edges[i];
		if (edge->face == MK_HULL_NONE) continue;
		bool is_towards = vec3_dot(hull->planes[edge->face].normal, direction) > 0;
		uint32_t other = hull->half_edges[edge->twin].face;
		bool is_other_towards = vec3_dot(hull->planes[other].normal, direction) > 0;
		if (is_towards && !is_other_towards) search->rim[search->rim_count++] = i;
	}
}

// A lower bound of the extents of the shadow along two axes, from the vertices of the outline only.
static Vec2 measure_rim(const TightSearch *search, Vec3 axis_u, Vec3 axis_v) {
	Vec2 low = { MK_INFINITY, MK_INFINITY };
	Vec2 high = { -MK_INFINITY, -MK_INFINITY };
	for (uint32_t i = 0; i < search->rim_count; i++) {
		uint32_t vertex = search->hull->half_edges[search->rim[i]].origin;
		Vec3 p = vec3_sub(search->hull->vertices[vertex], search->hull->center);
		Real u = vec3_dot(axis_u, p);
		Real v = vec3_dot(axis_v, p);
		low = (Vec2){ real_min(low.x, u), real_min(low.y, v) };
		high = (Vec2){ real_max(high.x, u), real_max(high.y, v) };
	}
	return (Vec2){ high.x - low.x, high.y - low.y };
}

// the distance of the two planes across a direction that enclose the hull
static Real measure_height(const Hull *hull, Vec3 direction) {
	Real low = MK_INFINITY;
	Real high = -MK_INFINITY;
	for (uint32_t i = 0; i < hull->vertex_count; i++) {
		Real height = vec3_dot(direction, vec3_sub(hull->vertices[i], hull->center));
		low = real_min(low, height);
		high = real_max(high, height);
	}
	return high - low;
}

// tries the boxes with one axis along a unit direction that have a side on an edge of the shadow
static void try_direction(TightSearch *search, Vec3 direction) {
	const Hull *hull = search->hull;
	find_rim(search, direction);
	Real height = measure_height(hull, direction);
	for (uint32_t i = 0; i < search->rim_count; i++) {
		uint32_t edge = search->rim[i];
		Vec3 from = hull->vertices[hull->half_edges[edge].origin];
		Vec3 side = vec3_sub(hull->vertices[hull_edge_end(hull, edge)], from);
		Vec3 v = vec3_cross(direction, side);
		// an edge seen end on has no direction in the shadow
		if (vec3_cross_is_negligible(v, direction, side)) continue;
		v = vec3_normalize(v);
		Vec3 u = vec3_cross(v, direction);
		Vec2 size = measure_rim(search, u, v);
		Obb guess = { .half = vec3(size.x / 2, size.y / 2, height / 2) };
		if (box_cost(hull, guess) < search->best_cost) try_axes(search, (Mat3){ u, v, direction });
	}
}

static Vec3 edge_direction(const Hull *hull, uint32_t half_edge) {
	Vec3 from = hull->vertices[hull->half_edges[half_edge].origin];
	return vec3_normalize(vec3_sub(hull->vertices[hull_edge_end(hull, half_edge)], from));
}

static void try_edge_pairs(TightSearch *search) {
	const Hull *hull = search->hull;
	if (hull->half_edge_count > 2 * MK_OBB_PAIR_EDGES) return;
	for (uint32_t i = 0; i < hull->half_edge_count; i++) {
		if (hull->half_edges[i].twin < i) continue;
		Vec3 first = edge_direction(hull, i);
		for (uint32_t k = i + 1; k < hull->half_edge_count; k++) {
			if (hull->half_edges[k].twin < k) continue;
			Vec3 second = edge_direction(hull, k);
			Vec3 cross = vec3_cross(first, second);
			if (vec3_cross_is_negligible(cross, first, second)) continue;
			try_direction(search, vec3_normalize(cross));
		}
	}
}

static void descend(TightSearch *search) {
	for (int round = 0; round < MK_OBB_ROUNDS; round++) {
		Real before = search->best_cost;
		const Mat3 axes = search->best.axes;
		try_direction(search, axes.x);
		try_direction(search, axes.y);
		try_direction(search, axes.z);
		if (!(search->best_cost < before - MK_OBB_GAIN * before)) return;
	}
}

static void search_directions(TightSearch *search) {
	const Hull *hull = search->hull;
	size_t size = mk_alloc_size(hull->half_edge_count, sizeof(uint32_t));
	search->rim = mk_alloc(size);
	for (uint32_t i = 0; i < hull->face_count; i++)
		try_direction(search, hull->planes[i].normal);
	if (hull->dimension == HULL_SOLID) try_edge_pairs(search);
	descend(search);
	mk_free(search->rim, size);
}

static Mat3 principal_axes(Covariance covariance) {
	return mk_mat3_eigen(covariance.matrix).vectors;
}

// replaces the axes if those of `rival` make a smaller box around all points
static void keep_better(
		const Hull *hull, const Vec3 *points, uint32_t count, Mat3 rival, Obb *best) {
	Obb box = mk_obb_around(points, count, rival);
	if (box_cost(hull, box) < box_cost(hull, *best)) *best = box;
}

ObbFit mk_obb_fit_tight(const Vec3 *points, uint32_t count) {
	ObbFit fit = mk_obb_fit(points, count, OBB_OF_POINTS);
	if (fit.status != OBB_OK) return fit;
	HullInput input = { .points = points, .count = count };
	Hull hull = mk_hull_build(&input);
	for (int mode = OBB_OF_HULL_POINTS; mode < OBB_MODE_COUNT; mode++) {
		Covariance covariance = mk_covariance_of_hull(&hull, (ObbMode)mode);
		keep_better(&hull, points, count, principal_axes(covariance), &fit.box);
	}
	keep_better(&hull, points, count, mat3_identity(), &fit.box);
	if (hull.vertex_count > MK_OBB_TIGHT_VERTICES) {
		mk_hull_free(&hull);
		input.max_vertices = MK_OBB_TIGHT_VERTICES;
		hull = mk_hull_build(&input);
	}
	if (hull.vertex_count > 0) {
		TightSearch search = { .hull = &hull, .best_cost = MK_INFINITY };
		try_axes(&search, fit.box.axes);
		search_directions(&search);
		keep_better(&hull, points, count, search.best.axes, &fit.box);
	}
	mk_hull_free(&hull);
	return fit;
}
