// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A convex hull as it is used by queries: read-only, one block of memory, indices instead of
// pointers. Built by hull_build.h, checked by hull_validate.h. Half-edges of one face lie one after
// the other, counter-clockwise seen from outside. A flat hull is a polygon with two faces back to
// back, so that every edge has two faces there too; a segment has two half-edges without a face; a
// point has only its vertex. Two graphs join the vertices. The half-edges bound the faces, in which
// triangles that are coplanar within the tolerance are merged. The neighbour lists are the edges of
// the exact hull of the vertices, which also has an edge across a merged face that is not quite
// flat: with them climbing never ends below the farthest vertex, however thin or noisy the solid.
// Those of a polygon are its outline.
#pragma once

#include "math/plane.h"
#include "math/vec3.h"

#include <stddef.h>

#define MK_HULL_NONE UINT32_MAX // no face, no vertex

// The coordinate rows are padded to a multiple of this by copies of vertex 0, for scans in lanes.
#define MK_HULL_PADDING 8

// Up to this many vertices a scan of all beats climbing, because it has no dependent loads.
#define MK_HULL_SCAN_LIMIT 64

typedef enum HullStatus {
	HULL_OK,
	HULL_NO_POINTS,  // count 0
	HULL_NOT_FINITE, // a coordinate is NaN or infinite
	HULL_TOO_MANY,   // more points than indices can address
} HullStatus;

// What the points span within the tolerance; the value is the dimension.
typedef enum HullDimension {
	HULL_POINT,
	HULL_SEGMENT,
	HULL_POLYGON,
	HULL_SOLID,
} HullDimension;

typedef struct HullHalfEdge {
	uint32_t twin;   // the same edge seen from the other face
	uint32_t next;   // the following one of the same face
	uint32_t origin; // vertex where it starts
	uint32_t face;   // on its left seen from outside; MK_HULL_NONE in a segment
} HullHalfEdge;

typedef struct HullFace {
	uint32_t first_edge; // half-edges first_edge ... first_edge + edge_count - 1
	uint32_t edge_count; // at least 3
} HullFace;

typedef struct Hull {
	HullStatus status; // anything but HULL_OK: all counts are 0 and all pointers NULL
	HullDimension dimension;

	uint32_t vertex_count;
	uint32_t padded_count; // of the coordinate rows
	uint32_t half_edge_count;
	uint32_t face_count;

	const Vec3 *vertices;    // bit for bit as they came in, no two equal; ascending input index
	const uint32_t *sources; // their index in the input, the lowest one of equal points
	const Real *x;           // the same coordinates as three rows
	const Real *y;
	const Real *z;

	const uint32_t *neighbour_starts; // vertex v: neighbours[starts[v]] to [starts[v + 1] - 1]
	const uint32_t *neighbours;       // ascending for each vertex

	const HullHalfEdge *half_edges;
	const HullFace *faces;
	const Plane *planes; // of the faces, outward unit normals

	Vec3 center;          // mean of the vertices, inside
	Real tolerance;       // m; see hull_build.h
	Real error;           // m; no point of the input is farther from the hull than this
	uint64_t comparisons; // of a point with a plane or an edge: what the build took, by count

	void *block; // owns all of the above
	size_t block_size;
} Hull;

// Returns the vertex at a corner of a face; corners count from 0 counter-clockwise.
static inline uint32_t hull_face_vertex(const Hull *hull, uint32_t face, uint32_t corner) {
	return hull->half_edges[hull->faces[face].first_edge + corner].origin;
}

// Returns the vertex where a half-edge ends.
static inline uint32_t hull_edge_end(const Hull *hull, uint32_t half_edge) {
	return hull->half_edges[hull->half_edges[half_edge].twin].origin;
}

// Returns how many neighbours a vertex has.
static inline uint32_t hull_degree(const Hull *hull, uint32_t vertex) {
	return hull->neighbour_starts[vertex + 1] - hull->neighbour_starts[vertex];
}

// Returns how many triangles the faces make when each is cut into a fan from its first corner.
static inline uint32_t hull_triangle_count(const Hull *hull) {
	return hull->half_edge_count - 2 * hull->face_count;
}

// Returns how far a vertex lies along a direction, in units of its length.
static inline Real hull_vertex_along(const Hull *hull, uint32_t vertex, Vec3 direction) {
	return vec3_dot(hull->vertices[vertex], direction);
}

// Returns the vertex farthest along a direction by looking at all; the lowest index among equals,
// 0 for a zero or NaN direction.
static inline uint32_t hull_support_scan(const Hull *hull, Vec3 direction) {
	uint32_t best = 0;
	Real best_along = hull_vertex_along(hull, 0, direction);
	for (uint32_t i = 1; i < hull->vertex_count; i++) {
		Real along = hull_vertex_along(hull, i, direction);
		if (along > best_along) {
			best_along = along;
			best = i;
		}
	}
	return best;
}

// Returns how far a vertex lies along a direction, for climbing. On a face with many corners that
// is nearly level, neighbours can differ by less than the rounding of a float where corners far
// away differ by a thousand times that: a false summit. In double the products of floats are exact.
static inline double hull_vertex_height(const Hull *hull, uint32_t vertex, Vec3 direction) {
	Vec3 p = hull->vertices[vertex];
	return (double)p.x * (double)direction.x + (double)p.y * (double)direction.y +
			(double)p.z * (double)direction.z;
}

// Returns a vertex of a solid farthest along a direction by walking over neighbours from `start`.
// The walk goes on only while it climbs, so it ends for every direction. A polygon with noise
// across its plane has false summits: for it scan.
static inline uint32_t hull_support_climb(const Hull *hull, Vec3 direction, uint32_t start) {
	uint32_t best = start;
	double best_height = hull_vertex_height(hull, best, direction);
	for (;;) {
		uint32_t from = best;
		for (uint32_t i = hull->neighbour_starts[from]; i < hull->neighbour_starts[from + 1]; i++) {
			double height = hull_vertex_height(hull, hull->neighbours[i], direction);
			if (height > best_height) {
				best_height = height;
				best = hull->neighbours[i];
			}
		}
		if (best == from) return best;
	}
}

// Returns a vertex farthest along a direction by the faster way; `start` is a guess, such as the
// answer to the last direction.
static inline uint32_t hull_support(const Hull *hull, Vec3 direction, uint32_t start) {
	bool is_small = hull->vertex_count <= MK_HULL_SCAN_LIMIT;
	if (is_small || hull->dimension != HULL_SOLID) return hull_support_scan(hull, direction);
	return hull_support_climb(hull, direction, start);
}
