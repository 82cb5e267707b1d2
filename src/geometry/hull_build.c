// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The order of the phases: start, grow, take out superfluous vertices, merge, pack.
#include "geometry/hull_build.h"

#include "geometry/hull_work.h"

// Rounds of taking out vertices. The first removes nearly all, the second what was locked by
// neighbours; what is left after these is harmless.
#define MK_HULL_REDUCE_ROUNDS 4

// Adds points while some stick out and the limit allows; afterwards no point is farther than
// `allowed` grid lengths from the hull, unless the limit stopped it.
static void grow(HullWork *work, double allowed) {
	for (;;) {
		uint32_t face = MK_HULL_NONE;
		while (work_vertex_count(work) < work->limit) {
			face = mk_hull_work_pop(work);
			if (face == MK_HULL_NONE) break;
			mk_hull_work_add_point(work, face);
		}
		if (work_vertex_count(work) >= work->limit) {
			mk_hull_work_give_up_lists(work);
			return;
		}
		if (mk_hull_work_recheck(work, allowed) == 0) return;
	}
}

// Builds from the active points; returns false, and no hull, if they do not span a solid.
static bool build_solid(HullWork *work, double allowed) {
	mk_hull_work_clear(work);
	if (mk_hull_work_start(work) != HULL_SOLID) return false;
	mk_hull_work_partition_all(work);
	grow(work, allowed);
	return true;
}

// Builds from all points again, as the first time.
static void start_again(HullWork *work) {
	doubtful_array_clear(&work->doubtful);
	mk_hull_work_activate_all(work);
	build_solid(work, work->margin);
}

// Takes out vertices that noise brought in, as long as a solid is left; finds the flat edges.
static void reduce(HullWork *work) {
	for (int round = 0; round < MK_HULL_REDUCE_ROUNDS; round++) {
		if (!mk_hull_work_find_flat(work)) return;
		if (mk_hull_work_drop_vertices(work) == 0) return;
		bool is_solid = work->active.count >= 4 && build_solid(work, 2 * work->margin);
		if (!is_solid) {
			// hardly thicker than the margin: keep what there was
			start_again(work);
			break;
		}
	}
	mk_hull_work_find_flat(work);
}

static Hull finish_solid(HullWork *work) {
	grow(work, work->margin);
	reduce(work);
	double error = mk_hull_work_error(work);
	HullRegions regions;
	mk_hull_work_merge(work, &regions);
	Hull hull = mk_hull_work_finish_solid(work, &regions, error);
	mk_hull_regions_free(&regions);
	return hull;
}

// Returns an upper bound of the distance of any point from the segment or point given by its ends.
static double thin_error(const HullWork *work, uint32_t start, uint32_t end) {
	Double3 a = work->points[start];
	Double3 along = double3_sub(work->points[end], a);
	double length2 = double3_dot(along, along);
	double worst2 = 0;
	for (uint32_t i = 0; i < work->input->count; i++) {
		Double3 offset = double3_sub(work->points[i], a);
		double t = length2 > 0 ? double3_dot(offset, along) / length2 : 0;
		t = t > 0 ? (t < 1 ? t : 1) : 0;
		Double3 d = double3_sub(offset, double3_scale(along, t));
		double d2 = double3_dot(d, d);
		if (d2 > worst2) worst2 = d2;
	}
	return worst2 > 0 ? sqrt(worst2) + 2 * MK_GRID_ROUNDING : 0;
}

static Hull finish_thin(HullWork *work, HullDimension dimension) {
	bool is_segment = dimension == HULL_SEGMENT;
	uint32_t start = work->start[0];
	uint32_t end = is_segment ? work->start[1] : start;
	double error = thin_error(work, start, end);
	hull_indices_clear(&work->active);
	hull_indices_push(&work->active, start);
	if (is_segment) hull_indices_push(&work->active, end);
	return mk_hull_work_finish_flat(work, dimension, error);
}

Hull mk_hull_build(const HullInput *input) {
	HullGrid grid;
	HullStatus status = mk_hull_grid_fit(input->points, input->count, &grid);
	if (status != HULL_OK) return (Hull){ .status = status };
	HullWork work;
	mk_hull_work_init(&work, input, &grid);
	HullDimension dimension = mk_hull_work_start(&work);
	Hull hull;
	if (dimension == HULL_SOLID) {
		mk_hull_work_partition_all(&work);
		hull = finish_solid(&work);
	} else if (dimension == HULL_POLYGON) {
		double error = mk_hull_work_outline(&work);
		hull = mk_hull_work_finish_flat(&work, dimension, error);
	} else {
		hull = finish_thin(&work, dimension);
	}
	hull.comparisons = work.comparisons;
	mk_hull_work_free(&work);
	return hull;
}

void mk_hull_free(Hull *hull) {
	mk_free(hull->block, hull->block_size);
	*hull = (Hull){ 0 };
}
