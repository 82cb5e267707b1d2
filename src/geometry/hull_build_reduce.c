// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Vertices that turned out to be superfluous. A point in the middle of a face or edge can come in
// early, as an extreme point on an axis by an epsilon of noise, and then stay because it sticks out
// by that epsilon. Such a vertex lies within the margin of the hull of its neighbours: above a
// plane that has them all, or on a line between two. No two neighbours are dropped in one round, so
// the neighbours that a decision rests on are still there after it.
#include "geometry/hull_work.h"

// Vertices with more neighbours are not tried with all pairs: quadratic,
// and never noise on an edge.
#define MK_HULL_PAIR_LIMIT 8

// Instead of a half-edge: a vertex that must stay, at least this round.
#define MK_NO_CANDIDATE (UINT32_MAX - 1)

typedef struct Star {
	uint32_t ring[MK_HULL_PAIR_LIMIT]; // the neighbours, if there are no more than fit
	uint32_t count;
	uint32_t folds[2]; // neighbours along edges that are not flat
	uint32_t fold_count;
	uint32_t largest; // the face of the star with the largest area
} Star;

static double apex_distance(const HullWork *work, uint32_t half_edge) {
	uint32_t apex = work_apex(work, work_twin(work, half_edge));
	const WorkFace *face = &work->faces.data[half_edge_face(half_edge)];
	return hull_plane_distance(&face->plane, work->points[apex]);
}

static bool is_flat_from(const HullWork *work, uint32_t half_edge) {
	return (work->faces.data[half_edge >> 2].flat_edges >> (half_edge & 3) & 1) != 0;
}

// Returns whether one of the triangles at an edge has the other in its plane.
static bool is_flat_edge(const HullWork *work, uint32_t half_edge) {
	return is_flat_from(work, half_edge) || is_flat_from(work, work_twin(work, half_edge));
}

bool mk_hull_work_find_flat(HullWork *work) {
	bool is_any = false;
	for (uint32_t i = 0; i < work->faces.count; i++) {
		WorkFace *face = &work->faces.data[i];
		uint32_t flat = 0;
		for (uint32_t edge = 0; work_is_used(face) && edge < 3; edge++) {
			if (apex_distance(work, 4 * i + edge) >= -work->margin) flat |= 1u << edge;
		}
		face->flat_edges = (uint16_t)flat;
		is_any = is_any || flat != 0;
	}
	return is_any;
}

static double area_squared(const HullWork *work, uint32_t face) {
	const uint32_t *corners = work->faces.data[face].corners;
	Double3 ab = double3_sub(work->points[corners[1]], work->points[corners[0]]);
	Double3 ac = double3_sub(work->points[corners[2]], work->points[corners[0]]);
	Double3 cross = double3_cross(ab, ac);
	return double3_dot(cross, cross);
}

// Returns the next half-edge from the same vertex.
static uint32_t turn_around(const HullWork *work, uint32_t half_edge) {
	return work_twin(work, half_edge_previous(half_edge));
}

// Looks at all edges and faces of the vertex from which a half-edge starts.
static Star look_at_star(const HullWork *work, uint32_t first) {
	Star star = { .largest = half_edge_face(first) };
	double largest_area = -1;
	uint32_t half_edge = first;
	do {
		uint32_t neighbour = work_origin(work, work_twin(work, half_edge));
		if (star.count < MK_HULL_PAIR_LIMIT) star.ring[star.count] = neighbour;
		star.count++;
		if (!is_flat_edge(work, half_edge)) {
			if (star.fold_count < 2) star.folds[star.fold_count] = neighbour;
			star.fold_count++;
		}
		double area = area_squared(work, half_edge_face(half_edge));
		if (area > largest_area) {
			largest_area = area;
			star.largest = half_edge_face(half_edge);
		}
		half_edge = turn_around(work, half_edge);
	} while (half_edge != first);
	return star;
}

// Returns whether all neighbours lie in the plane of the largest face, and no face of the star
// turns away from it; then some mean of the neighbours is within the margin of the vertex.
static bool is_on_face(const HullWork *work, uint32_t first, uint32_t largest) {
	const HullPlane *plane = &work->faces.data[largest].plane;
	uint32_t half_edge = first;
	do {
		const WorkFace *face = &work->faces.data[half_edge_face(half_edge)];
		uint32_t neighbour = work_origin(work, half_edge_next(half_edge));
		if (hull_plane_distance(plane, work->points[neighbour]) < -work->margin) return false;
		if (!(double3_dot(face->plane.normal, plane->normal) > 0)) return false;
		half_edge = turn_around(work, half_edge);
	} while (half_edge != first);
	return true;
}

static bool is_on_segment(const HullWork *work, uint32_t vertex, uint32_t a, uint32_t b) {
	Double3 p = work->points[vertex];
	Double3 pa = double3_sub(work->points[a], p);
	Double3 ab = double3_sub(work->points[b], work->points[a]);
	double length2 = double3_dot(ab, ab);
	double along = -double3_dot(pa, ab);
	if (!(along >= 0 && along <= length2)) return false;
	Double3 cross = double3_cross(pa, ab);
	return double3_dot(cross, cross) <= work->margin * work->margin * length2;
}

static bool is_on_edge(const HullWork *work, uint32_t vertex, const Star *star) {
	if (star->fold_count == 2) return is_on_segment(work, vertex, star->folds[0], star->folds[1]);
	if (star->count > MK_HULL_PAIR_LIMIT) return false;
	for (uint32_t i = 0; i < star->count; i++) {
		for (uint32_t j = i + 1; j < star->count; j++) {
			if (is_on_segment(work, vertex, star->ring[i], star->ring[j])) return true;
		}
	}
	return false;
}

static bool is_superfluous(const HullWork *work, uint32_t half_edge) {
	Star star = look_at_star(work, half_edge);
	return is_on_face(work, half_edge, star.largest) ||
			is_on_edge(work, work_origin(work, half_edge), &star);
}

// Makes the vertices the active points, and remembers for those at a flat edge one half-edge that
// starts there.
static void find_vertices(HullWork *work, uint32_t *half_edges) {
	hull_indices_clear(&work->active);
	memset(half_edges, 0xFF, work->input->count * sizeof(uint32_t));
	for (uint32_t i = 0; i < work->faces.count; i++) {
		const WorkFace *face = &work->faces.data[i];
		for (uint32_t edge = 0; work_is_used(face) && edge < 3; edge++)
			half_edges[face->corners[edge]] = MK_NO_CANDIDATE;
	}
	for (uint32_t i = 0; i < work->input->count; i++) {
		if (half_edges[i] != MK_HULL_NONE) hull_indices_push(&work->active, i);
	}
	for (uint32_t i = 0; i < 4 * work->faces.count; i++) {
		if ((i & 3) == 3 || !work_is_used(&work->faces.data[i >> 2])) continue;
		if (is_flat_edge(work, i)) half_edges[work_origin(work, i)] = i;
	}
}

// Takes the neighbours of a vertex out of this round.
static void lock_neighbours(const HullWork *work, uint32_t first, uint32_t *half_edges) {
	uint32_t half_edge = first;
	do {
		half_edges[work_origin(work, half_edge_next(half_edge))] = MK_NO_CANDIDATE;
		half_edge = turn_around(work, half_edge);
	} while (half_edge != first);
}

uint32_t mk_hull_work_drop_vertices(HullWork *work) {
	// the lists are empty by now
	uint32_t *half_edges = work->next;
	find_vertices(work, half_edges);
	uint32_t kept = 0;
	uint32_t vertex_count = work->active.count;
	for (uint32_t i = 0; i < vertex_count; i++) {
		uint32_t vertex = work->active.data[i];
		uint32_t half_edge = half_edges[vertex];
		if (half_edge != MK_NO_CANDIDATE && is_superfluous(work, half_edge)) {
			uint32_t near = work_origin(work, half_edge_next(half_edge));
			lock_neighbours(work, half_edge, half_edges);
			doubtful_array_push(&work->doubtful, (DoubtfulPoint){ vertex, near });
		} else {
			work->active.data[kept++] = vertex;
		}
	}
	work->active.count = kept;
	return vertex_count - kept;
}
