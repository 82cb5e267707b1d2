// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Which face of a hull faces a direction, and faces with more corners than fit.
#include "shape/hull_face.h"

#include "math/trig.h"
#include "shape/face.h"

// Up to this many faces looking at all is as fast as walking, and cannot end at a local best.
enum { SCAN_FACES = 64 };

typedef struct BestFace {
	uint32_t face;
	Real facing;
} BestFace;

static BestFace better(BestFace best, const Hull *hull, const FaceQuery *query, uint32_t face) {
	Real facing = face_facing(query, hull->planes[face].normal);
	return facing > best.facing ? (BestFace){ face, facing } : best;
}

static BestFace scan_faces(const Hull *hull, const FaceQuery *query) {
	BestFace best = { 0, -2 };
	for (uint32_t f = 0; f < hull->face_count; f++)
		best = better(best, hull, query, f);
	return best;
}

// The best face around a vertex, then over edges while it gets better.
static BestFace climb_faces(const HullShape *shape, const FaceQuery *query, uint32_t vertex) {
	const Hull *hull = &shape->hull;
	BestFace best = { 0, -2 };
	uint32_t first = shape->vertex_edges[vertex];
	uint32_t edge = first;
	do {
		best = better(best, hull, query, hull->half_edges[edge].face);
		edge = hull->half_edges[hull->half_edges[edge].twin].next;
	} while (edge != first);
	for (;;) {
		BestFace before = best;
		HullFace f = hull->faces[before.face];
		for (uint32_t i = 0; i < f.edge_count; i++) {
			uint32_t twin = hull->half_edges[f.first_edge + i].twin;
			best = better(best, hull, query, hull->half_edges[twin].face);
		}
		if (best.face == before.face) return best;
	}
}

static Vec3 corner_of(const Hull *hull, uint32_t face, uint32_t corner) {
	return hull->vertices[hull_face_vertex(hull, face, corner)];
}

// A face with too many corners: those farthest in directions all around, in order.
static void add_extreme_corners(const Hull *hull, uint32_t face, ShapeFace *out) {
	Vec3 u = vec3_perpendicular(out->normal);
	Vec3 v = vec3_cross(out->normal, u);
	uint32_t count = hull->faces[face].edge_count;
	for (uint32_t i = 0; i < MK_FACE_POINTS; i++) {
		Real angle = 2 * MK_PI * (Real)i / MK_FACE_POINTS;
		Vec3 direction = vec3_add(vec3_scale(u, real_cos(angle)), vec3_scale(v, real_sin(angle)));
		uint32_t best = 0;
		for (uint32_t k = 1; k < count; k++) {
			Real along = vec3_dot(corner_of(hull, face, k), direction);
			if (along > vec3_dot(corner_of(hull, face, best), direction)) best = k;
		}
		uint32_t id = hull_face_vertex(hull, face, best);
		bool is_known = out->count > 0 && (out->ids[out->count - 1] == id || out->ids[0] == id);
		if (!is_known) face_add(out, hull->vertices[id], id);
	}
}

static void write_face(const Hull *hull, uint32_t face, ShapeFace *out) {
	face_begin(out, FACE_POLYGON, hull->planes[face].normal, face);
	uint32_t count = hull->faces[face].edge_count;
	if (count > MK_FACE_POINTS) {
		add_extreme_corners(hull, face, out);
		return;
	}
	for (uint32_t i = 0; i < count; i++)
		face_add(out, corner_of(hull, face, i), hull_face_vertex(hull, face, i));
}

// The direction out of a flat hull, in its plane, at the edge from a corner.
static Vec3 rim_normal(const Hull *hull, uint32_t corner) {
	uint32_t next = corner + 1 < hull->faces[0].edge_count ? corner + 1 : 0;
	Vec3 side = vec3_sub(corner_of(hull, 0, next), corner_of(hull, 0, corner));
	return vec3_normalize(vec3_cross(side, hull->planes[0].normal));
}

static void write_flat(const Hull *hull, const FaceQuery *query, ShapeFace *face) {
	BestFace best = scan_faces(hull, query);
	uint32_t count = hull->faces[0].edge_count;
	uint32_t rim = count;
	for (uint32_t i = 0; i < count; i++) {
		Real facing = face_facing(query, rim_normal(hull, i));
		if (!(facing > best.facing)) continue;
		best.facing = facing;
		rim = i;
	}
	if (rim == count) {
		write_face(hull, best.face, face);
		return;
	}
	uint32_t a = hull_face_vertex(hull, 0, rim);
	uint32_t b = hull_face_vertex(hull, 0, rim + 1 < count ? rim + 1 : 0);
	face_begin(face, FACE_EDGE, rim_normal(hull, rim), hull->face_count + rim);
	face_add(face, hull->vertices[a], a);
	face_add(face, hull->vertices[b], b);
}

void mk_hull_face(const HullShape *shape, const FaceQuery *query, uint32_t start, ShapeFace *face) {
	const Hull *hull = &shape->hull;
	if (hull->dimension == HULL_SOLID) {
		bool is_small = hull->face_count <= SCAN_FACES ||
				shape->vertex_edges[start] == MK_HULL_NONE;
		BestFace best = is_small ? scan_faces(hull, query) : climb_faces(shape, query, start);
		write_face(hull, best.face, face);
	} else if (hull->dimension == HULL_POLYGON) {
		write_flat(hull, query, face);
	} else {
		Vec3 ends[2] = { hull->vertices[0], hull->vertices[hull->vertex_count - 1] };
		mk_face_of_segment(query, ends, 2, face);
	}
}
