// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Every plane, every corner.
#include "collide/separating_plane.h"

#include "collide/polytope.h"
#include "geometry/tolerance.h"

// Corners that are mapped to the frame once, not at every plane.
#define MK_CORNERS_KEPT 64

typedef struct Corners {
	const Polytope *polytope;
	uint32_t kept;
	Vec3 points[MK_CORNERS_KEPT];
} Corners;

typedef struct Search {
	PolytopePair pair;
	Corners corners_a;
	Corners corners_b;
	Real slack; // m; gaps up to this count as touching
	SeparatingPlane best;
	Trace *trace;
} Search;

static void keep_corners(Corners *corners, const Polytope *polytope) {
	uint32_t count = polytope->vertex_count;
	corners->polytope = polytope;
	corners->kept = count < MK_CORNERS_KEPT ? count : MK_CORNERS_KEPT;
	for (uint32_t i = 0; i < corners->kept; i++)
		corners->points[i] = polytope_vertex(polytope, i);
}

// Returns the largest product of a direction with the corners.
static Real reach_of(Search *search, const Corners *corners, Vec3 direction) {
	const Polytope *p = corners->polytope;
	Real reach = -MK_INFINITY;
	for (uint32_t i = 0; i < corners->kept; i++)
		reach = real_max(vec3_dot(direction, corners->points[i]), reach);
	for (uint32_t i = corners->kept; i < p->vertex_count; i++)
		reach = real_max(vec3_dot(direction, polytope_vertex(p, i)), reach);
	search->best.corners += p->vertex_count;
	return reach;
}

// Takes note of a plane; returns true if it separates.
static bool take(Search *search, Vec3 normal, Real separation) {
	search->best.planes++;
	if (search->trace != NULL) {
		TraceStep step = { .kind = TRACE_AXIS, .iteration = search->best.planes };
		step.direction = normal;
		step.lower = separation;
		trace_add(search->trace, &step);
	}
	if (separation > search->best.separation) {
		search->best.separation = separation;
		search->best.normal = normal;
	}
	return separation > search->slack;
}

// Is the other shape in front of a face? `sign` is 1 for faces of A, -1 for those of B.
static bool try_faces(Search *search, const Corners *own, const Corners *other, Real sign) {
	const Polytope *p = own->polytope;
	for (uint32_t i = 0; i < p->face_count; i++) {
		PolytopeFace face = mk_polytope_face(p, i);
		if (vec3_equals(face.normal, vec3_zero())) continue;
		Real level = vec3_dot(face.normal, polytope_vertex(p, face.vertex));
		Real gap = -reach_of(search, other, vec3_negate(face.normal)) - level;
		// the normal of a sliver may be any: its own corners have to be behind it
		if (gap > search->slack) gap -= real_max(reach_of(search, own, face.normal) - level, 0);
		if (take(search, vec3_scale(face.normal, sign), gap)) return true;
	}
	return false;
}

static bool try_both_sides(Search *search, Vec3 normal) {
	for (int i = 0; i < 2; i++) {
		Real gap = -reach_of(search, &search->corners_a, normal);
		gap -= reach_of(search, &search->corners_b, vec3_negate(normal));
		if (take(search, normal, gap)) return true;
		normal = vec3_negate(normal);
	}
	return false;
}

// All edges of B with one of A.
static bool try_edge(Search *search, Vec3 direction_a) {
	const Polytope *b = &search->pair.b;
	for (uint32_t i = 0; i < b->edge_slots; i++) {
		PolytopeEdge edge;
		if (!mk_polytope_edge(b, i, &edge)) continue;
		Vec3 direction_b = vec3_normalize(edge.direction);
		Vec3 normal = vec3_cross(direction_a, direction_b);
		// parallel edges: their plane is that of a face
		if (vec3_cross_is_negligible(normal, direction_a, direction_b)) continue;
		if (try_both_sides(search, vec3_normalize(normal))) return true;
	}
	return false;
}

static bool try_edges(Search *search) {
	const Polytope *a = &search->pair.a;
	for (uint32_t i = 0; i < a->edge_slots; i++) {
		PolytopeEdge edge;
		if (!mk_polytope_edge(a, i, &edge)) continue;
		if (try_edge(search, vec3_normalize(edge.direction))) return true;
	}
	return false;
}

static bool is_separated(Search *search, SeparatingPlaneLevel level) {
	if (try_faces(search, &search->corners_a, &search->corners_b, 1)) return true;
	if (level == SEPARATING_PLANE_FACES_A) return false;
	if (try_faces(search, &search->corners_b, &search->corners_a, -1)) return true;
	return level == SEPARATING_PLANE_COMPLETE && try_edges(search);
}

SeparatingPlane mk_separating_plane(
		const Difference *difference, SeparatingPlaneLevel level, Trace *trace) {
	Search search; // not zeroed as a whole: the corners are large
	search.slack = difference->error;
	search.trace = trace;
	if (!mk_polytope_pair(difference, &search.pair)) return (SeparatingPlane){ 0 };
	keep_corners(&search.corners_a, &search.pair.a);
	keep_corners(&search.corners_b, &search.pair.b);
	search.best = (SeparatingPlane){ .is_supported = true, .separation = -MK_INFINITY };
	search.best.is_overlapping = !is_separated(&search, level);
	return search.best;
}
