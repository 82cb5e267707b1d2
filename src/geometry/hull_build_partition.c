// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Points outside are kept in lists of the faces that they are above. When faces go, their points
// need only be compared with the new ones: between such a point and the removed face lie only new
// faces, because the old hull is on the other side of that face. Copies of a new vertex are above
// the same faces, so they are all in the lists that are given away then. They are left out there:
// as doubtful points they would be looked at again and again.
#include "geometry/hull_work.h"

void mk_hull_work_assign(HullWork *work, uint32_t point, uint32_t face, double distance) {
	WorkFace *owner = &work->faces.data[face];
	bool is_farther = distance > owner->farthest_distance ||
			(distance == owner->farthest_distance && point < owner->farthest);
	if (is_farther) {
		owner->farthest = point;
		owner->farthest_distance = distance;
	}
	work->next[point] = owner->outside;
	owner->outside = point;
}

// Gives a point to the first face of the fan that it is above.
static void partition_point(HullWork *work, uint32_t point) {
	Double3 p = work->points[point];
	const HullPlane *planes = work->fan_planes.data;
	double best = -HUGE_VAL;
	uint32_t best_face = 0;
	for (uint32_t i = 0; i < work->fan_planes.count; i++) {
		double distance = hull_plane_distance(&planes[i], p);
		if (distance > work->margin) {
			work->comparisons += i + 1;
			mk_hull_work_assign(work, point, work->fan.data[i], distance);
			return;
		}
		if (distance > best) {
			best = distance;
			best_face = i;
		}
	}
	work->comparisons += work->fan_planes.count;
	if (best > -MK_GRID_ROUNDING) {
		// the last corner of a fan's face is the new vertex, from which the point lies not far
		uint32_t near = work->faces.data[work->fan.data[best_face]].corners[2];
		doubtful_array_push(&work->doubtful, (DoubtfulPoint){ point, near });
	}
}

static void copy_fan_planes(HullWork *work) {
	hull_plane_array_reserve(&work->fan_planes, work->fan.count);
	work->fan_planes.count = work->fan.count;
	for (uint32_t i = 0; i < work->fan.count; i++)
		work->fan_planes.data[i] = work->faces.data[work->fan.data[i]].plane;
}

static void queue_fan(HullWork *work) {
	for (uint32_t i = 0; i < work->fan.count; i++) {
		uint32_t face = work->fan.data[i];
		if (work->faces.data[face].outside != MK_HULL_NONE) mk_hull_work_queue(work, face);
	}
}

// Returns whether two points of the input are equal; on the grid others may be too.
static bool is_copy(const HullWork *work, uint32_t a, uint32_t b) {
	if (work->points[a].x != work->points[b].x) return false;
	return vec3_equals(work->input->points[a], work->input->points[b]);
}

static bool is_copy_of_start(const HullWork *work, uint32_t point) {
	return is_copy(work, point, work->start[0]) || is_copy(work, point, work->start[1]) ||
			is_copy(work, point, work->start[2]) || is_copy(work, point, work->start[3]);
}

void mk_hull_work_partition_all(HullWork *work) {
	copy_fan_planes(work);
	for (uint32_t i = 0; i < work->active.count; i++) {
		uint32_t point = work->active.data[i];
		if (!is_copy_of_start(work, point)) partition_point(work, point);
	}
	queue_fan(work);
}

void mk_hull_work_partition_seen(HullWork *work, uint32_t vertex) {
	copy_fan_planes(work);
	for (uint32_t i = 0; i < work->seen.count; i++) {
		uint32_t point = work->faces.data[work->seen.data[i]].outside;
		while (point != MK_HULL_NONE) {
			uint32_t following = work->next[point];
			if (!is_copy(work, point, vertex)) partition_point(work, point);
			point = following;
		}
	}
	queue_fan(work);
}

void mk_hull_work_give_up_lists(HullWork *work) {
	for (uint32_t i = 0; i < work->faces.count; i++) {
		WorkFace *face = &work->faces.data[i];
		if (!work_is_used(face)) continue;
		for (uint32_t p = face->outside; p != MK_HULL_NONE; p = work->next[p])
			doubtful_array_push(&work->doubtful, (DoubtfulPoint){ p, face->corners[0] });
		face->outside = MK_HULL_NONE;
	}
	mk_hull_work_clear_queue(work);
}
