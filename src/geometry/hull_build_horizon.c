// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Adding a point to a hull: the faces it sees go, and a fan of new faces joins it to their
// border, the horizon. A face in whose plane the point lies exactly is not seen. Moved a little
// towards the inside the point sees the same faces, so the seen ones are always one patch with
// one border, and no new face is without area: the point is above the seen face at each border
// edge, hence not on the line of the edge.
#include "geometry/hull_work.h"

bool mk_hull_work_sees(const HullWork *work, uint32_t point, uint32_t face_index) {
	const WorkFace *face = &work->faces.data[face_index];
	Double3 p = work->points[point];
	double distance = hull_plane_distance(&face->plane, p);
	if (distance > MK_GRID_ROUNDING) return true;
	if (distance < -MK_GRID_ROUNDING) return false;
	return mk_hull_orientation(work->points[face->corners[0]], work->points[face->corners[1]],
				   work->points[face->corners[2]], p) > 0;
}

// Marks a face as seen and lets the search go round its edges from `half_edge` on.
static void enter_face(HullWork *work, uint32_t half_edge, uint32_t edge_count) {
	WorkFace *face = &work->faces.data[half_edge_face(half_edge)];
	face->mark = work->mark;
	face->is_seen = 1;
	hull_indices_push(&work->seen, half_edge_face(half_edge));
	horizon_frame_array_push(&work->frames, (HorizonFrame){ half_edge, edge_count });
}

// Crosses an edge of a seen face: into another seen face, or it is part of the horizon.
static void cross_edge(HullWork *work, uint32_t point, uint32_t half_edge) {
	uint32_t twin = work_twin(work, half_edge);
	WorkFace *other = &work->faces.data[half_edge_face(twin)];
	if (other->mark == work->mark) {
		if (!other->is_seen) hull_indices_push(&work->horizon, twin);
		return;
	}
	if (mk_hull_work_sees(work, point, half_edge_face(twin))) {
		enter_face(work, half_edge_next(twin), 2);
		return;
	}
	other->mark = work->mark;
	other->is_seen = 0;
	hull_indices_push(&work->horizon, twin);
}

// Finds the seen faces depth first, edges counter-clockwise, which gives the horizon in order.
static void find_horizon(HullWork *work, uint32_t point, uint32_t first_face) {
	work->mark++;
	hull_indices_clear(&work->seen);
	hull_indices_clear(&work->horizon);
	horizon_frame_array_clear(&work->frames);
	enter_face(work, 4 * first_face, 3);
	while (work->frames.count > 0) {
		HorizonFrame *top = &work->frames.data[work->frames.count - 1];
		if (top->left == 0) {
			work->frames.count--;
			continue;
		}
		uint32_t half_edge = top->half_edge;
		top->half_edge = half_edge_next(half_edge);
		top->left--;
		cross_edge(work, point, half_edge);
	}
	work->comparisons += work->seen.count + work->horizon.count;
}

// Makes the new faces, each with the horizon edge first and the point last, and joins them.
static void make_fan(HullWork *work, uint32_t point) {
	hull_indices_clear(&work->fan);
	uint32_t count = work->horizon.count;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t outer = work->horizon.data[i];
		uint32_t end = work_origin(work, outer);
		uint32_t start = work_origin(work, half_edge_next(outer));
		uint32_t face = mk_hull_work_add_face(work, start, end, point);
		work->faces.data[face].twins[0] = outer;
		work->faces.data[half_edge_face(outer)].twins[outer & 3] = 4 * face;
		hull_indices_push(&work->fan, face);
	}
	for (uint32_t i = 0; i < count; i++) {
		uint32_t face = work->fan.data[i];
		uint32_t following = work->fan.data[i + 1 < count ? i + 1 : 0];
		MK_ASSERT(work->faces.data[face].corners[1] == work->faces.data[following].corners[0]);
		work->faces.data[face].twins[1] = 4 * following + 2;
		work->faces.data[following].twins[2] = 4 * face + 1;
	}
}

static void remove_seen(HullWork *work) {
	for (uint32_t i = 0; i < work->seen.count; i++) {
		uint32_t face = work->seen.data[i];
		work->faces.data[face].corners[0] = MK_HULL_NONE;
		hull_indices_push(&work->free_faces, face);
	}
	work->used_faces -= work->seen.count;
}

void mk_hull_work_add_point(HullWork *work, uint32_t face) {
	uint32_t point = work->faces.data[face].farthest;
	find_horizon(work, point, face);
	make_fan(work, point);
	mk_hull_work_partition_seen(work, point);
	remove_seen(work);
}
