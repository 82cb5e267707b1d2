// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Faces with more than three corners. A face grows from a large triangle over neighbours
// whose far corner is within the margin of the triangle's plane, as long as its outline
// stays convex. It keeps the plane of that first triangle, which no vertex is above because
// the hull is exactly convex; a plane fitted to all corners would be nearer to them but
// could cut off vertices far away.
#include "geometry/hull_work.h"

#include <stdlib.h>

typedef struct Seed {
	double area2;
	uint32_t face;
} Seed;

MK_ARRAY_DECLARE(SeedArray, seed_array, Seed);

typedef struct Merging {
	const HullWork *work;
	HullRegions *regions;
	uint32_t *next;     // of each half-edge on the outline of its region
	uint32_t *previous; //
	uint32_t *region_of_point;
	uint32_t *degree_of_point; // edges that are still there
	HullIndices queue;         // half-edges to grow over
	const HullPlane *plane;
	uint32_t region;
} Merging;

static int compare_seeds(const void *first, const void *second) {
	const Seed *a = first;
	const Seed *b = second;
	if (a->area2 != b->area2) return a->area2 > b->area2 ? -1 : 1;
	return a->face < b->face ? -1 : a->face > b->face;
}

static double doubled_area2(const HullWork *work, const WorkFace *face) {
	Double3 a = work->points[face->corners[0]];
	Double3 cross = double3_cross(double3_sub(work->points[face->corners[1]], a),
			double3_sub(work->points[face->corners[2]], a));
	return double3_dot(cross, cross);
}

// Collects the faces that have a neighbour in their plane, the largest first.
static void find_seeds(const HullWork *work, SeedArray *seeds) {
	for (uint32_t i = 0; i < work->faces.count; i++) {
		const WorkFace *face = &work->faces.data[i];
		if (!work_is_used(face) || face->flat_edges == 0) continue;
		seed_array_push(seeds, (Seed){ doubled_area2(work, face), i });
	}
	if (seeds->count > 1) qsort(seeds->data, seeds->count, sizeof(Seed), compare_seeds);
}

// Returns whether the outline may turn at b on its way from a to c: to the left, or to the right by
// less than the margin.
static bool may_turn(const Merging *merging, uint32_t a, uint32_t b, uint32_t c) {
	const HullWork *work = merging->work;
	Double3 ac = double3_sub(work->points[c], work->points[a]);
	Double3 ab = double3_sub(work->points[b], work->points[a]);
	double turn = double3_dot(double3_cross(ab, ac), merging->plane->normal);
	return turn >= 0 || turn * turn <= work->margin * work->margin * double3_dot(ac, ac);
}

// Returns whether the triangle behind a half-edge of the outline may join the region.
static bool may_join(const Merging *merging, uint32_t half_edge) {
	const HullWork *work = merging->work;
	uint32_t twin = work_twin(work, half_edge);
	uint32_t face = half_edge_face(twin);
	if (merging->regions->of_face[face] != MK_HULL_NONE) return false;
	uint32_t start = work_origin(work, half_edge);
	uint32_t end = work_origin(work, twin);
	// with two edges a vertex would lie on a straight edge, and a tiny solid could lose its faces
	if (merging->degree_of_point[start] <= 3 || merging->degree_of_point[end] <= 3) return false;
	uint32_t apex = work_apex(work, twin);
	// a corner that is there already would close the outline around a hole
	if (merging->region_of_point[apex] == merging->region) return false;
	if (hull_plane_distance(merging->plane, work->points[apex]) < -work->margin) return false;
	Double3 normal = work->faces.data[face].plane.normal;
	if (!(double3_dot(normal, merging->plane->normal) > 0)) return false;
	uint32_t before = work_origin(work, merging->previous[half_edge]);
	uint32_t after = work_origin(work, merging->next[merging->next[half_edge]]);
	return may_turn(merging, before, start, apex) && may_turn(merging, apex, end, after);
}

static void link_outline(Merging *merging, uint32_t first, uint32_t second) {
	merging->next[first] = second;
	merging->previous[second] = first;
}

static void add_to_region(Merging *merging, uint32_t face) {
	merging->regions->of_face[face] = merging->region;
	for (int i = 0; i < 3; i++) {
		uint32_t corner = merging->work->faces.data[face].corners[i];
		merging->region_of_point[corner] = merging->region;
	}
}

static void join(Merging *merging, uint32_t half_edge) {
	uint32_t twin = work_twin(merging->work, half_edge);
	uint32_t to_apex = half_edge_next(twin);
	uint32_t from_apex = half_edge_next(to_apex);
	link_outline(merging, merging->previous[half_edge], to_apex);
	link_outline(merging, to_apex, from_apex);
	link_outline(merging, from_apex, merging->next[half_edge]);
	add_to_region(merging, half_edge_face(twin));
	merging->degree_of_point[work_origin(merging->work, half_edge)]--;
	merging->degree_of_point[work_origin(merging->work, twin)]--;
	hull_indices_push(&merging->queue, to_apex);
	hull_indices_push(&merging->queue, from_apex);
}

static void grow_region(Merging *merging, uint32_t seed) {
	merging->region = merging->regions->planes.count;
	merging->plane = &merging->work->faces.data[seed].plane;
	hull_indices_push(&merging->regions->planes, seed);
	add_to_region(merging, seed);
	hull_indices_clear(&merging->queue);
	for (uint32_t edge = 0; edge < 3; edge++) {
		link_outline(merging, 4 * seed + edge, 4 * seed + (edge + 1) % 3);
		hull_indices_push(&merging->queue, 4 * seed + edge);
	}
	for (uint32_t i = 0; i < merging->queue.count; i++) {
		if (may_join(merging, merging->queue.data[i])) join(merging, merging->queue.data[i]);
	}
}

static void count_degrees(Merging *merging) {
	const HullWork *work = merging->work;
	memset(merging->degree_of_point, 0, work->input->count * sizeof(uint32_t));
	for (uint32_t i = 0; i < work->faces.count; i++) {
		const WorkFace *face = &work->faces.data[i];
		for (int k = 0; work_is_used(face) && k < 3; k++)
			merging->degree_of_point[face->corners[k]]++;
	}
}

static void grow_regions(const HullWork *work, HullRegions *regions, const SeedArray *seeds) {
	size_t half_edge_bytes = mk_alloc_size(work->faces.count, 4 * sizeof(uint32_t));
	size_t point_bytes = mk_alloc_size(work->input->count, sizeof(uint32_t));
	Merging merging = { .work = work, .regions = regions };
	merging.next = mk_alloc(half_edge_bytes);
	merging.previous = mk_alloc(half_edge_bytes);
	merging.region_of_point = mk_alloc(point_bytes);
	memset(merging.region_of_point, 0xFF, point_bytes);
	merging.degree_of_point = work->next; // the lists are empty by now
	count_degrees(&merging);
	for (uint32_t i = 0; i < seeds->count; i++) {
		uint32_t face = seeds->data[i].face;
		if (regions->of_face[face] == MK_HULL_NONE) grow_region(&merging, face);
	}
	mk_free(merging.next, half_edge_bytes);
	mk_free(merging.previous, half_edge_bytes);
	mk_free(merging.region_of_point, point_bytes);
	hull_indices_free(&merging.queue);
}

void mk_hull_work_merge(HullWork *work, HullRegions *regions) {
	*regions = (HullRegions){ .capacity = work->faces.count };
	regions->of_face = mk_alloc(mk_alloc_size(work->faces.count, sizeof(uint32_t)));
	memset(regions->of_face, 0xFF, work->faces.count * sizeof(uint32_t));
	SeedArray seeds = { 0 };
	find_seeds(work, &seeds);
	if (seeds.count > 0) grow_regions(work, regions, &seeds);
	seed_array_free(&seeds);
	for (uint32_t i = 0; i < work->faces.count; i++) {
		if (!work_is_used(&work->faces.data[i]) || regions->of_face[i] != MK_HULL_NONE) continue;
		regions->of_face[i] = regions->planes.count;
		hull_indices_push(&regions->planes, i);
	}
}

void mk_hull_regions_free(HullRegions *regions) {
	mk_free(regions->of_face, mk_alloc_size(regions->capacity, sizeof(uint32_t)));
	hull_indices_free(&regions->planes);
}
