// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The storage of a hull in the making, and the queue of faces that still have points outside.
#include "geometry/hull_work.h"

// A hull with fewer vertices is coarse. None: two circles of 50 000 points take eight times as
// long, because one is finished while the other is coarse, and its faces are then made again and
// again. Many: the work jumps about in memory, and 100 000 points of a sphere take longer.
#define MK_COARSE_VERTICES 256

// The part of the promised tolerance that a point may stick out without becoming a vertex. Vertices
// that are taken out again may stick out twice as much, and rounding planes to Real takes an
// epsilon of the coordinates: 3 + 3 + 1 of 8 units.
static const double margin_share = 3.0 / 8;

// In grid lengths; below this the doubles of the build itself are not certain.
static const double smallest_margin = 2 * MK_GRID_ROUNDING;

// Chooses the margin on the grid and the tolerance in m that it stands for.
static void choose_tolerance(HullWork *work) {
	const HullGrid *grid = &work->grid;
	double unit = 1 / margin_share;
	double tolerance = MK_HULL_TOLERANCE * (double)MK_EPSILON * grid->reach;
	if (tolerance < smallest_margin * unit) tolerance = smallest_margin * unit;
	double wanted = (double)work->input->tolerance * grid->scale * grid->scale_more;
	if (wanted > tolerance) tolerance = wanted;
	work->margin = tolerance * margin_share;
	work->tolerance = hull_grid_to_length(grid, tolerance);
}

void mk_hull_work_init(HullWork *work, const HullInput *input, const HullGrid *grid) {
	*work = (HullWork){ .input = input, .grid = *grid };
	choose_tolerance(work);
	uint32_t limit = input->max_vertices;
	work->limit = limit == 0 ? UINT32_MAX : limit < 4 ? 4 : limit;
	work->points = mk_alloc(mk_alloc_size(input->count, sizeof(Double3)));
	size_t index_bytes = mk_alloc_size(input->count, sizeof(uint32_t));
	work->next = mk_alloc(index_bytes);
	work->face_at = mk_alloc(index_bytes);
	memset(work->face_at, 0, index_bytes);
	for (uint32_t i = 0; i < input->count; i++)
		work->points[i] = hull_grid_snap(grid, input->points[i]);
	mk_hull_work_activate_all(work);
}

void mk_hull_work_activate_all(HullWork *work) {
	hull_indices_resize(&work->active, work->input->count);
	for (uint32_t i = 0; i < work->active.count; i++)
		work->active.data[i] = i;
}

void mk_hull_work_free(HullWork *work) {
	mk_free(work->points, mk_alloc_size(work->input->count, sizeof(Double3)));
	mk_free(work->next, mk_alloc_size(work->input->count, sizeof(uint32_t)));
	mk_free(work->face_at, mk_alloc_size(work->input->count, sizeof(uint32_t)));
	hull_indices_free(&work->active);
	work_face_array_free(&work->faces);
	hull_indices_free(&work->free_faces);
	heap_array_free(&work->heap);
	doubtful_array_free(&work->doubtful);
	horizon_frame_array_free(&work->frames);
	hull_indices_free(&work->seen);
	hull_indices_free(&work->horizon);
	hull_indices_free(&work->fan);
	hull_plane_array_free(&work->fan_planes);
}

void mk_hull_work_clear(HullWork *work) {
	work_face_array_clear(&work->faces);
	hull_indices_clear(&work->free_faces);
	mk_hull_work_clear_queue(work);
	work->used_faces = 0;
}

uint32_t mk_hull_work_add_face(HullWork *work, uint32_t a, uint32_t b, uint32_t c) {
	uint32_t index = work->faces.count;
	if (work->free_faces.count > 0) {
		index = hull_indices_pop(&work->free_faces);
	} else {
		work_face_array_reserve(&work->faces, (size_t)index + 1);
		work->faces.count++;
		work->faces.data[index].mark = 0;
	}
	WorkFace *face = &work->faces.data[index];
	face->plane = mk_hull_plane(work->points[a], work->points[b], work->points[c]);
	face->farthest_distance = 0;
	face->corners[0] = a;
	face->corners[1] = b;
	face->corners[2] = c;
	face->outside = MK_HULL_NONE;
	face->farthest = MK_HULL_NONE;
	work->used_faces++;
	return index;
}

// The order of the queue: farther first, then the lower face, so that ties have one answer.
static bool is_before(HeapEntry a, HeapEntry b) {
	return a.distance != b.distance ? a.distance > b.distance : a.face < b.face;
}

void mk_hull_heap_push(HeapArray *heap, HeapEntry entry) {
	heap_array_push(heap, entry);
	HeapEntry *entries = heap->data;
	uint32_t i = heap->count - 1;
	while (i > 0 && is_before(entry, entries[(i - 1) / 2])) {
		entries[i] = entries[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	entries[i] = entry;
}

HeapEntry mk_hull_heap_pop(HeapArray *heap) {
	HeapEntry *entries = heap->data;
	HeapEntry first = entries[0];
	HeapEntry last = heap_array_pop(heap);
	uint32_t i = 0;
	for (uint32_t child = 1; child < heap->count; child = 2 * i + 1) {
		if (child + 1 < heap->count && is_before(entries[child + 1], entries[child])) child++;
		if (!is_before(entries[child], last)) break;
		entries[i] = entries[child];
		i = child;
	}
	entries[i] = last;
	return first;
}

// Only a vertex limit needs the order of distance. Otherwise the faces of a coarse hull come in
// turn, so that it becomes finer everywhere; then the face made last goes on, which stays in one
// region of the hull and of memory.
static bool has_limit(const HullWork *work) { return work->limit != UINT32_MAX; }

void mk_hull_work_queue(HullWork *work, uint32_t face) {
	HeapEntry entry = { work->faces.data[face].farthest_distance, face };
	if (has_limit(work)) {
		mk_hull_heap_push(&work->heap, entry);
	} else {
		heap_array_push(&work->heap, entry);
	}
}

static HeapEntry pop_entry(HullWork *work) {
	if (has_limit(work)) return mk_hull_heap_pop(&work->heap);
	bool is_coarse = work_vertex_count(work) < MK_COARSE_VERTICES;
	return is_coarse ? work->heap.data[work->heap_start++] : heap_array_pop(&work->heap);
}

uint32_t mk_hull_work_pop(HullWork *work) {
	while (work->heap_start < work->heap.count) {
		HeapEntry entry = pop_entry(work);
		const WorkFace *face = &work->faces.data[entry.face];
		// entries of faces that went or changed since are stale
		bool is_current = work_is_used(face) && face->outside != MK_HULL_NONE &&
				face->farthest_distance == entry.distance;
		if (is_current) return entry.face;
	}
	return MK_HULL_NONE;
}

void mk_hull_work_clear_queue(HullWork *work) {
	heap_array_clear(&work->heap);
	work->heap_start = 0;
}
