// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two mesh trees, one of them moved, turned or stretched against the other. Both are gone down at
// once: each child of b becomes a box on the grid of a (its half extents go through the absolute
// values of the map, Arvo 1990), and is compared with the four children of a as any query box is.
#include "spatial/mesh_bvh.h"

#include "base/assert.h"
#include "spatial/mesh_bvh_node.h"

// Every entry goes down in at least one of the trees, and is replaced by at most 16.
enum { STACK_SIZE = (MK_MESH_BVH_WIDTH * MK_MESH_BVH_WIDTH - 1) * 2 * MK_MESH_BVH_MAX_DEPTH + 1 };

enum { ALL_SLOTS = (1 << MK_MESH_BVH_WIDTH) - 1 };

// Some children of a node of a against some of a node of b. A leaf that waits for the other side to
// come down is a node with one slot.
typedef struct NodePair {
	uint32_t node_a;
	uint32_t node_b;
	uint16_t slots_a; // a bit each
	uint16_t slots_b;
} NodePair;

// From steps of b to steps of a.
typedef struct GridMap {
	float linear[3][3]; // [row][column]
	float sizes[3][3];  // absolute values
	float origin[3];
	float slack[3]; // margin and what rounding can do, steps of a
} GridMap;

typedef struct PairSearch {
	const MeshBvh *a;
	const MeshBvh *b;
	GridMap map;
	MeshBvhPairVisit *visit;
	void *context;
	uint32_t count;
	NodePair stack[STACK_SIZE];
} PairSearch;

// Steps: what the place of a box on its own grid may be off by; see MK_MESH_CAST_PADDING.
#define MK_MESH_STEP_ERROR (1.0f / 16)

// u_a = scale_a (L ((u_b + H) / scale_b + base_b) + o / 2 - base_a) - H with H = MK_MESH_GRID_HALF,
// row by row and in double, because the terms of the origin may cancel.
static void set_map_row(GridMap *map, int row, const MeshBvhPairQuery *query) {
	const MeshGrid *grid_a = &query->a->grid;
	const MeshGrid *grid_b = &query->b->grid;
	const Mat3 *linear = &query->b_to_a.linear;
	double scale = (double)vec3_get(grid_a->scale, row);
	const double coefficients[3] = { (double)vec3_get(linear->x, row),
		(double)vec3_get(linear->y, row), (double)vec3_get(linear->z, row) };
	double origin = (double)vec3_get(query->b_to_a.origin, row) * 0.5;
	origin -= (double)vec3_get(grid_a->base, row);
	float reach = 0;
	for (int column = 0; column < 3; column++) {
		double coefficient = coefficients[column];
		double scale_b = (double)vec3_get(grid_b->scale, column);
		origin += coefficient *
				((double)vec3_get(grid_b->base, column) + MK_MESH_GRID_HALF / scale_b);
		double entry = scale * coefficient / scale_b;
		map->linear[row][column] = (float)entry;
		map->sizes[row][column] = fabsf((float)entry);
		reach += map->sizes[row][column] * 32768;
	}
	map->origin[row] = (float)(scale * origin - MK_MESH_GRID_HALF);
	float rounding = 8 * FLT_EPSILON * (reach + fabsf(map->origin[row]));
	map->slack[row] = (float)((double)query->margin * 0.5 * scale) + MK_MESH_STEP_ERROR + rounding;
}

static int32_t clamped_step(float x) {
	x = x > -32768 ? x : -32768;
	return (int32_t)floorf(x < 32767 ? x : 32767);
}

// Returns the box of a child of b as steps of a, never too small.
static GridBox map_box(const GridMap *map, const GridBox *box) {
	float center[3];
	float half[3];
	for (int axis = 0; axis < 3; axis++) {
		center[axis] = (float)(box->min[axis] + box->max[axis] + 1) * 0.5f;
		half[axis] = (float)(box->max[axis] + 1 - box->min[axis]) * 0.5f + MK_MESH_STEP_ERROR;
	}
	GridBox image;
	for (int row = 0; row < 3; row++) {
		const float *m = map->linear[row];
		const float *s = map->sizes[row];
		float c = m[0] * center[0] + m[1] * center[1] + m[2] * center[2] + map->origin[row];
		float h = s[0] * half[0] + s[1] * half[1] + s[2] * half[2] + map->slack[row];
		image.min[row] = clamped_step(c - h);
		image.max[row] = clamped_step(c + h);
	}
	return image;
}

// Reports two leaves, or keeps the pair for later; returns false if stopped.
static bool take_pair(PairSearch *s, NodePair pair, int slot_a, int slot_b) {
	uint32_t ref_a = s->a->nodes[pair.node_a].refs[slot_a];
	uint32_t ref_b = s->b->nodes[pair.node_b].refs[slot_b];
	bool is_leaf_a = mesh_is_leaf(ref_a);
	bool is_leaf_b = mesh_is_leaf(ref_b);
	if (is_leaf_a && is_leaf_b) {
		return s->visit(s->context, mesh_leaf_range(ref_a), mesh_leaf_range(ref_b));
	}
	NodePair below = {
		.node_a = is_leaf_a ? pair.node_a : ref_a,
		.node_b = is_leaf_b ? pair.node_b : ref_b,
		.slots_a = (uint16_t)(is_leaf_a ? 1 << slot_a : ALL_SLOTS),
		.slots_b = (uint16_t)(is_leaf_b ? 1 << slot_b : ALL_SLOTS),
	};
	MK_ASSERT(s->count < STACK_SIZE);
	s->stack[s->count++] = below;
	return true;
}

static bool expand_pair(PairSearch *s, NodePair pair) {
	const MeshBvhNode *node_a = &s->a->nodes[pair.node_a];
	const MeshBvhNode *node_b = &s->b->nodes[pair.node_b];
	for (int slot_b = 0; slot_b < MK_MESH_BVH_WIDTH; slot_b++) {
		if ((pair.slots_b >> slot_b & 1) == 0 || node_b->refs[slot_b] == MK_MESH_NONE) continue;
		GridBox box = mesh_child_box(node_b, slot_b);
		GridBox image = map_box(&s->map, &box);
		GridProbe probe = grid_probe(&image);
		uint32_t touching = mesh_touching(node_a, &probe) & pair.slots_a;
		for (int slot_a = 0; slot_a < MK_MESH_BVH_WIDTH; slot_a++) {
			if ((touching >> slot_a & 1) == 0 || node_a->refs[slot_a] == MK_MESH_NONE) continue;
			if (!take_pair(s, pair, slot_a, slot_b)) return false;
		}
	}
	return true;
}

bool mk_mesh_bvh_find_pairs(const MeshBvhPairQuery *query, MeshBvhPairVisit *visit, void *context) {
	MK_ASSERT(query->margin >= 0);
	bool is_finite = affine_is_finite(query->b_to_a) && real_is_finite(query->margin);
	if (query->a->count == 0 || query->b->count == 0 || !is_finite) return true;
	PairSearch search; // not zeroed: the stack is large
	search.a = query->a;
	search.b = query->b;
	search.visit = visit;
	search.context = context;
	for (int row = 0; row < 3; row++) {
		set_map_row(&search.map, row, query);
	}
	search.count = 0;
	search.stack[search.count++] = (NodePair){ 0, 0, ALL_SLOTS, ALL_SLOTS };
	while (search.count > 0) {
		if (!expand_pair(&search, search.stack[--search.count])) return false;
	}
	return true;
}
