// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// How the files of the mesh tree read a node, and how lengths get onto its grid.
//
// A lane of a row holds two 16-bit numbers: the smallest step of a child, and the complement of the
// largest one. The complement turns the order round, so one signed comparison per axis says for
// both ends at once whether the child lies beyond a query that is packed the other way round.
#pragma once

#include "math/wide.h"
#include "spatial/mesh_bvh.h"

#include <string.h>

#define MK_MESH_LEAF        UINT32_C(0x80000000) // set in the ref of a leaf
#define MK_MESH_NONE        UINT32_MAX           // an unused slot
#define MK_MESH_COUNT_SHIFT 28                   // three bits of count, then 28 bits of place

// Steps from the middle of the grid to the ends of the mesh. Two less than there are, because the
// computed place of the last vertex may be a rounding error beyond the end.
#define MK_MESH_GRID_HALF 32766

typedef int16_t Short8 __attribute__((vector_size(16)));
typedef int32_t Int4 __attribute__((vector_size(16)));
typedef uint32_t Unsigned4 __attribute__((vector_size(16)));

static inline bool mesh_is_leaf(uint32_t ref) { return (ref & MK_MESH_LEAF) != 0; }
static inline uint32_t mesh_leaf_ref(uint32_t first, uint32_t count) {
	return MK_MESH_LEAF | count << MK_MESH_COUNT_SHIFT | first;
}
static inline MeshBvhRange mesh_leaf_range(uint32_t ref) {
	return (MeshBvhRange){ ref & (MK_MESH_BVH_MAX_COUNT - 1), ref >> MK_MESH_COUNT_SHIFT & 7 };
}

// A box in steps of the grid: the steps that it touches, first and last.
typedef struct GridBox {
	int32_t min[3];
	int32_t max[3];
} GridBox;

// Three rows to compare with those of nodes.
typedef struct GridProbe {
	Short8 rows[3];
} GridProbe;

static inline int32_t grid_pack(int32_t low, int32_t not_high) {
	return (int32_t)(((uint32_t)low & 0xFFFFu) | (uint32_t)not_high << 16);
}

// Returns the step of a coordinate. Every operation is monotonic and so is the whole; what lies
// outside of the mesh goes to an end. NaN goes to the low end.
static inline int32_t grid_step(Real x, Real base, Real scale) {
	Real step = (x * (Real)0.5 - base) * scale - MK_MESH_GRID_HALF;
	return (int32_t)real_floor(real_clamp(step, -32768, 32767));
}

static inline GridBox grid_box(const MeshGrid *grid, Aabb box) {
	Vec3 base = grid->base;
	Vec3 scale = grid->scale;
	return (GridBox){
		.min = { grid_step(box.min.x, base.x, scale.x), grid_step(box.min.y, base.y, scale.y),
				grid_step(box.min.z, base.z, scale.z) },
		.max = { grid_step(box.max.x, base.x, scale.x), grid_step(box.max.y, base.y, scale.y),
				grid_step(box.max.z, base.z, scale.z) },
	};
}

static inline GridProbe grid_probe(const GridBox *box) {
	GridProbe probe;
	for (int axis = 0; axis < 3; axis++) {
		int32_t lane = grid_pack(box->max[axis], ~box->min[axis]);
		Int4 row = { lane, lane, lane, lane };
		memcpy(&probe.rows[axis], &row, sizeof(row));
	}
	return probe;
}

// Returns a bit for each child that touches the box; also for unused slots, which the caller skips.
static inline uint32_t mesh_touching(const MeshBvhNode *node, const GridProbe *probe) {
	Short8 rows[3];
	memcpy(rows, node->rows, sizeof(rows));
	// a child is missed if it begins after the end, or ends before the beginning
	Short8 missed = (Short8)(rows[0] > probe->rows[0]) | (Short8)(rows[1] > probe->rows[1]) |
			(Short8)(rows[2] > probe->rows[2]);
	Int4 lanes;
	memcpy(&lanes, &missed, sizeof(lanes));
	return mask_bits((WideMask)(lanes == 0));
}

// Reads where the boxes of all four children begin and end along an axis: steps in between.
static inline void mesh_child_spans(const MeshBvhNode *node, int axis, Int4 *low, Int4 *high) {
	Int4 lanes;
	memcpy(&lanes, node->rows[axis], sizeof(lanes));
	*low = (Int4)((Unsigned4)lanes << 16) >> 16;
	// a box ends where its last step ends: not(n) + 1 = -n
	*high = -(lanes >> 16);
}

static inline Wide int4_to_wide(Int4 a) { return __builtin_convertvector(a, Wide); }

static inline GridBox mesh_child_box(const MeshBvhNode *node, int slot) {
	GridBox box;
	for (int axis = 0; axis < 3; axis++) {
		uint32_t lane = (uint32_t)node->rows[axis][slot];
		box.min[axis] = (int16_t)(uint16_t)lane;
		box.max[axis] = ~(int32_t)(int16_t)(uint16_t)(lane >> 16);
	}
	return box;
}

static inline void mesh_set_child_box(MeshBvhNode *node, int slot, const GridBox *box) {
	for (int axis = 0; axis < 3; axis++) {
		node->rows[axis][slot] = grid_pack(box->min[axis], ~box->max[axis]);
	}
}

static inline GridBox grid_box_empty(void) {
	return (GridBox){ { 32767, 32767, 32767 }, { -32768, -32768, -32768 } };
}

static inline GridBox grid_box_merge(const GridBox *a, const GridBox *b) {
	GridBox box;
	for (int axis = 0; axis < 3; axis++) {
		box.min[axis] = a->min[axis] < b->min[axis] ? a->min[axis] : b->min[axis];
		box.max[axis] = a->max[axis] > b->max[axis] ? a->max[axis] : b->max[axis];
	}
	return box;
}

// Returns the box around all children of a node.
static inline GridBox mesh_node_box(const MeshBvhNode *node) {
	GridBox sum = grid_box_empty();
	for (int slot = 0; slot < MK_MESH_BVH_WIDTH; slot++) {
		if (node->refs[slot] == MK_MESH_NONE) continue;
		GridBox child = mesh_child_box(node, slot);
		sum = grid_box_merge(&sum, &child);
	}
	return sum;
}

static inline Aabb mesh_triangle_box(const MeshBvhInput *input, uint32_t triangle) {
	if (input->boxes != NULL) return input->boxes[triangle];
	const uint32_t *corner = input->indices + (size_t)triangle * 3;
	Vec3 a = input->vertices[corner[0]];
	Vec3 b = input->vertices[corner[1]];
	Vec3 c = input->vertices[corner[2]];
	return (Aabb){ vec3_min(a, vec3_min(b, c)), vec3_max(a, vec3_max(b, c)) };
}
