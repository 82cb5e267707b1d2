// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Triangles side by side against the box around a convex shape; mesh_cull.h says what is left out.
#include "collide/mesh_cull.h"
#include "math/wide.h"

#include <float.h>

CullKernel MK_WIDE_NAME(mk_mesh_cull);

// A triangle per lane.
typedef struct CullLanes {
	const CullShape *shape;
	WideVec3 corners[3];
	WideVec3 edges[3];
	Wide lengths[3]; // not less than those of the edges, at most by the root of three
	WideVec3 normal;
	Wide error; // m; of a coordinate along any unit direction
} CullLanes;

static WideVec3 load3(const float rows[3][MK_CULL_LANES], uint32_t first) {
	return (WideVec3){ wide_load(rows[0] + first), wide_load(rows[1] + first),
		wide_load(rows[2] + first) };
}

static WideVec3 splat3(const float v[3]) {
	return (WideVec3){ wide_splat(v[0]), wide_splat(v[1]), wide_splat(v[2]) };
}

static Wide sum_of_sizes(WideVec3 v) {
	return wide_add(wide_abs(v.x), wide_add(wide_abs(v.y), wide_abs(v.z)));
}

static CullLanes load_lanes(const CullBatch *batch, const CullShape *shape, uint32_t first) {
	CullLanes lanes;
	lanes.shape = shape;
	lanes.normal = load3(batch->normals, first);
	Wide size = wide_splat(shape->reach);
	for (int i = 0; i < 3; i++) {
		lanes.corners[i] = load3(batch->corners[i], first);
		size = wide_max(size, sum_of_sizes(lanes.corners[i]));
	}
	for (int i = 0; i < 3; i++) {
		lanes.edges[i] = wide_vec3_sub(lanes.corners[(i + 1) % 3], lanes.corners[i]);
		lanes.lengths[i] = sum_of_sizes(lanes.edges[i]);
	}
	// a dozen roundings of numbers up to the size, once more for what came in
	lanes.error = wide_multiply(size, wide_splat(32 * FLT_EPSILON));
	return lanes;
}

// How far the box reaches from its centre along a direction of any length.
static Wide reach_along(const CullShape *shape, WideVec3 direction) {
	Wide sum = wide_zero();
	for (int k = 0; k < 3; k++) {
		Wide along = wide_vec3_dot(direction, splat3(shape->axes[k]));
		sum = wide_multiply_add(wide_abs(along), wide_splat(shape->halves[k]), sum);
	}
	return sum;
}

// Lanes in which the shape is in front of the triangle's plane by more than
// the margin, or behind it.
static WideMask is_parted_by_plane(const CullLanes *lanes) {
	const CullShape *shape = lanes->shape;
	Wide offset = wide_vec3_dot(lanes->normal, lanes->corners[0]);
	Wide height = wide_sub(wide_vec3_dot(lanes->normal, splat3(shape->center)), offset);
	Wide side = wide_sub(wide_vec3_dot(lanes->normal, splat3(shape->side)), offset);
	Wide least = wide_sub(height, reach_along(shape, lanes->normal));
	Wide margin = wide_add(wide_splat(shape->margin), lanes->error);
	Wide behind = wide_sub(wide_splat(-shape->behind), lanes->error);
	return mask_or(wide_less(margin, least), wide_less(side, behind));
}

// Lanes in which the shape is beyond the plane that stands on an edge, by more than the margin.
static WideMask is_beyond(const CullLanes *lanes, int edge, WideVec3 inward) {
	WideVec3 way = wide_vec3_sub(splat3(lanes->shape->center), lanes->corners[edge]);
	Wide most = wide_add(wide_vec3_dot(inward, way), reach_along(lanes->shape, inward));
	Wide margin = wide_add(wide_splat(lanes->shape->margin), lanes->error);
	return wide_less(most, wide_negate(wide_multiply(margin, lanes->lengths[edge])));
}

// Lanes in which all corners are beyond one side of the box.
static WideMask is_parted_by_box(const CullLanes *lanes, int axis) {
	const CullShape *shape = lanes->shape;
	WideVec3 direction = splat3(shape->axes[axis]);
	Wide center = wide_vec3_dot(direction, splat3(shape->center));
	Wide a = wide_vec3_dot(direction, lanes->corners[0]);
	Wide b = wide_vec3_dot(direction, lanes->corners[1]);
	Wide c = wide_vec3_dot(direction, lanes->corners[2]);
	Wide low = wide_sub(wide_min(a, wide_min(b, c)), center);
	Wide high = wide_sub(wide_max(a, wide_max(b, c)), center);
	Wide reach = wide_add(wide_splat(shape->halves[axis] + shape->margin), lanes->error);
	return mask_or(wide_less(reach, low), wide_less(high, wide_negate(reach)));
}

// Lanes over which no corner of the face is; only for those whose normal the face is for.
static WideMask is_off_face(const CullLanes *lanes, const WideVec3 inward[3]) {
	const CullShape *shape = lanes->shape;
	Wide width = wide_add(wide_splat(shape->width), lanes->error);
	Wide limits[3];
	for (int i = 0; i < 3; i++) {
		limits[i] = wide_vec3_dot(inward[i], lanes->corners[i]);
		limits[i] = wide_sub(limits[i], wide_multiply(width, lanes->lengths[i]));
	}
	WideMask any = mask_from_bits(0);
	for (uint32_t k = 0; k < shape->point_count; k++) {
		WideVec3 p = splat3(shape->points[k]);
		WideMask over = wide_less_equal(limits[0], wide_vec3_dot(inward[0], p));
		over = mask_and(over, wide_less_equal(limits[1], wide_vec3_dot(inward[1], p)));
		over = mask_and(over, wide_less_equal(limits[2], wide_vec3_dot(inward[2], p)));
		any = mask_or(any, over);
	}
	Wide facing = wide_vec3_dot(lanes->normal, splat3(shape->facing));
	return mask_and(mask_not(any), wide_less_equal(wide_splat(shape->least_cosine), facing));
}

static uint32_t cull_lanes(const CullBatch *batch, const CullShape *shape, uint32_t first) {
	CullLanes lanes = load_lanes(batch, shape, first);
	WideVec3 inward[3];
	WideMask out = is_parted_by_plane(&lanes);
	for (int i = 0; i < 3; i++) {
		inward[i] = wide_vec3_cross(lanes.normal, lanes.edges[i]);
		out = mask_or(out, is_beyond(&lanes, i, inward[i]));
		out = mask_or(out, is_parted_by_box(&lanes, i));
	}
	uint32_t flat = batch->flat >> first & MK_ALL_LANES;
	if (flat != 0 && shape->point_count > 0) {
		out = mask_or(out, mask_and(is_off_face(&lanes, inward), mask_from_bits(flat)));
	}
	return ~mask_bits(out) & MK_ALL_LANES;
}

uint32_t MK_WIDE_NAME(mk_mesh_cull)(const CullBatch *batch, const CullShape *shape) {
	uint32_t bits = 0;
	for (uint32_t first = 0; first < MK_CULL_LANES; first += MK_LANES) {
		if (first >= batch->count) break;
		bits |= cull_lanes(batch, shape, first) << first;
	}
	return bits;
}
