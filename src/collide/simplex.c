// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Signed volumes. Seen from the newest point, the volumes (areas, lengths) that the origin's
// projection makes with the faces are the weights of the opposite corners, up to a common factor.
// All positive: the projection is inside, and the same numbers that said so are the weights.
// Otherwise the answer is on one of the faces whose opposite corner has the wrong sign.
#include "collide/simplex.h"

// The sine below which the edges of a triangle count as parallel, and the part of the product
// of its edges below which a tetrahedron counts as flat; no unit. In double, rounding leaves
// about 1e-15 of both; hundred times that keeps two digits of a normal. Larger: needles and
// slabs thinner than this would lose their inside. Smaller: signs would be noise, and noise can
// claim to hold the origin.
#define MK_SIMPLEX_FLAT 1e-13

static inline double squared_of(Double3 a) { return double3_dot(a, a); }

static inline Double3 negative_of(Double3 a) { return double3(-a.x, -a.y, -a.z); }

static void offer_corner(SimplexNearest *best, const Double3 *p, uint32_t i) {
	double squared = squared_of(p[i]);
	if (!(squared < best->squared)) return;
	best->point = p[i];
	best->squared = squared;
	best->corners = 1u << i;
	best->weights[i] = 1;
}

// Offers the segment between points i and k.
static void offer_segment(SimplexNearest *best, const Double3 *p, uint32_t i, uint32_t k) {
	Double3 edge = double3_sub(p[i], p[k]);
	double along = -double3_dot(p[k], edge);
	double length = squared_of(edge);
	if (!(along > MK_SIMPLEX_LEAST * length)) {
		offer_corner(best, p, k);
		return;
	}
	if (!(along < length)) {
		offer_corner(best, p, i);
		return;
	}
	double weight = along / length;
	Double3 point = double3_add(p[k], double3_scale(edge, weight));
	double squared = squared_of(point);
	if (squared < length) {
		// nearer than the edge is long: by cross products v keeps its direction where edges are
		// along axes; farther away, the rounding of a short edge would turn it
		point = double3_scale(double3_cross(edge, double3_cross(p[k], edge)), 1 / length);
		squared = squared_of(point);
	}
	if (!(squared < best->squared)) return;
	best->point = point;
	best->squared = squared;
	best->corners = 1u << i | 1u << k;
	best->weights[i] = weight;
	best->weights[k] = 1 - weight;
}

// A triangle i, j, k with the edges from k and their cross product.
typedef struct Face {
	uint32_t i;
	uint32_t j;
	uint32_t k;
	Double3 edge_i;
	Double3 edge_j;
	Double3 normal;
} Face;

// Offers the edges of a triangle whose inside is out of question. In a search with the newest
// point, k, both edges at it are tried where neither is called for.
static void offer_edges(SimplexNearest *best, const Double3 *p, const Face *f, const bool wanted[3],
		SimplexSearch search) {
	bool is_all = search == SIMPLEX_SEARCH_ALL;
	bool is_none = !is_all && !wanted[0] && !wanted[1];
	if (wanted[0] || is_none) offer_segment(best, p, f->j, f->k);
	if (wanted[1] || is_none) offer_segment(best, p, f->i, f->k);
	if (wanted[2] && is_all) offer_segment(best, p, f->i, f->j);
}

// The sine, squared, of the angle above which a normal is as sure as the corners that it is made
// from; no unit. Smaller: cross products of long edges that are nearly parallel would put v off its
// triangle. Larger: fewer triangles keep the direction of a short v.
#define MK_SIMPLEX_WIDE 0.01

// The point of a triangle with these weights, which sum to 1. Nearer than the triangle is wide, v
// is had from the normal: it keeps its direction however short it is. Farther away, the normal of a
// small triangle is less sure than the corners are.
static Double3 face_point(const Double3 *p, const Face *f, const double weights[2], double area) {
	double squared_i = squared_of(f->edge_i);
	double squared_j = squared_of(f->edge_j);
	double along = double3_dot(f->normal, p[f->k]);
	bool is_wide = area > MK_SIMPLEX_WIDE * squared_i * squared_j;
	if (is_wide && along * along * double_max(squared_i, squared_j) < area * area)
		return double3_scale(f->normal, along / area);
	Double3 sum = double3_scale(f->edge_i, weights[0]);
	sum = double3_add(sum, double3_scale(f->edge_j, weights[1]));
	return double3_add(p[f->k], sum);
}

static void offer_face(
		SimplexNearest *best, const Double3 *p, const Face *f, SimplexSearch search) {
	Double3 origin = negative_of(p[f->k]);
	double area = squared_of(f->normal);
	double area_i = double3_dot(f->normal, double3_cross(origin, f->edge_j));
	double area_j = double3_dot(f->normal, double3_cross(f->edge_i, origin));
	double area_k = area - area_i - area_j;
	double edges = squared_of(f->edge_i) * squared_of(f->edge_j);
	bool is_flat = !(area > MK_SIMPLEX_FLAT * MK_SIMPLEX_FLAT * edges);
	double least = MK_SIMPLEX_LEAST * area;
	bool wanted[3] = { is_flat || !(area_i > least), is_flat || !(area_j > least),
		is_flat || !(area_k > least) };
	if (wanted[0] || wanted[1] || wanted[2]) {
		offer_edges(best, p, f, wanted, search);
		return;
	}
	double weights[2] = { area_i / area, area_j / area };
	Double3 point = face_point(p, f, weights, area);
	double squared = squared_of(point);
	if (!(squared < best->squared)) return;
	best->point = point;
	best->squared = squared;
	best->corners = 1u << f->i | 1u << f->j | 1u << f->k;
	best->weights[f->i] = weights[0];
	best->weights[f->j] = weights[1];
	best->weights[f->k] = area_k / area;
}

static void offer_triangle(SimplexNearest *best, const Double3 *p, SimplexSearch search) {
	Face face = { .i = 0, .j = 1, .k = 2 };
	face.edge_i = double3_sub(p[0], p[2]);
	face.edge_j = double3_sub(p[1], p[2]);
	face.normal = double3_cross(face.edge_i, face.edge_j);
	offer_face(best, p, &face, search);
}

static void set_inside(SimplexNearest *best, const double volumes[4], double volume) {
	best->point = double3(0, 0, 0);
	best->squared = 0;
	best->corners = 15;
	double scale = 1 / volume;
	for (int i = 0; i < 4; i++)
		best->weights[i] = volumes[i] * scale;
}

// The face opposite to point i, 0 to 2, of a tetrahedron with its edges from the last point.
static Face side_of(const Double3 edges[3], const Double3 normals[3], uint32_t i) {
	uint32_t j = i == 2 ? 0 : i + 1;
	uint32_t k = i == 0 ? 2 : i - 1;
	return (Face){ j, k, 3, edges[j], edges[k], normals[i] };
}

static void offer_tetrahedron(SimplexNearest *best, const Double3 *p, SimplexSearch search) {
	const Double3 edges[3] = { double3_sub(p[0], p[3]), double3_sub(p[1], p[3]),
		double3_sub(p[2], p[3]) };
	const Double3 normals[3] = { double3_cross(edges[1], edges[2]),
		double3_cross(edges[2], edges[0]), double3_cross(edges[0], edges[1]) };
	double volume = double3_dot(normals[0], edges[0]);
	double volumes[4] = { -double3_dot(normals[0], p[3]), -double3_dot(normals[1], p[3]),
		-double3_dot(normals[2], p[3]) };
	volumes[3] = volume - volumes[0] - volumes[1] - volumes[2];
	double product = squared_of(edges[0]) * squared_of(edges[1]) * squared_of(edges[2]);
	double squared = volume * volume;
	bool is_flat = !(squared > MK_SIMPLEX_FLAT * MK_SIMPLEX_FLAT * product);
	bool is_wrong[4];
	for (int i = 0; i < 4; i++)
		is_wrong[i] = is_flat || !(volumes[i] * volume > MK_SIMPLEX_LEAST * squared);
	bool is_none = !is_wrong[0] && !is_wrong[1] && !is_wrong[2];
	if (is_none && !is_wrong[3]) {
		set_inside(best, volumes, volume);
		return;
	}
	bool is_all = search == SIMPLEX_SEARCH_ALL;
	for (uint32_t i = 0; i < 3; i++) {
		if (!is_wrong[i] && (!is_none || is_all)) continue;
		Face face = side_of(edges, normals, i);
		offer_face(best, p, &face, search);
	}
	if (is_wrong[3] && is_all) offer_triangle(best, p, search);
}

SimplexNearest mk_simplex_nearest(const Double3 *points, uint32_t count, SimplexSearch search) {
	SimplexNearest best;
	mk_simplex_find(points, count, search, &best);
	return best;
}

void mk_simplex_find(
		const Double3 *points, uint32_t count, SimplexSearch search, SimplexNearest *nearest) {
	nearest->squared = (double)INFINITY;
	nearest->corners = 0;
	nearest->tested = 0;
	switch (count) {
		case 1: offer_corner(nearest, points, 0); break;
		case 2: offer_segment(nearest, points, 0, 1); break;
		case 3: offer_triangle(nearest, points, search); break;
		default: offer_tetrahedron(nearest, points, search); break;
	}
}
