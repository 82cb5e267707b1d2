// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What can be said about a whole mesh tree: validity, quality, identity, memory.
#include "spatial/mesh_bvh.h"

#include "base/hash.h"
#include "spatial/mesh_bvh_node.h"

static bool is_same_box(const GridBox *a, const GridBox *b) {
	return memcmp(a, b, sizeof(*a)) == 0;
}

bool mk_mesh_bvh_is_valid(const MeshBvh *tree) {
	uint64_t triangles = 0;
	uint32_t children = 0;
	for (uint32_t index = 0; index < tree->node_count; index++) {
		const MeshBvhNode *node = &tree->nodes[index];
		for (int slot = 0; slot < MK_MESH_BVH_WIDTH; slot++) {
			uint32_t ref = node->refs[slot];
			if (ref == MK_MESH_NONE) continue;
			if (mesh_is_leaf(ref)) {
				MeshBvhRange range = mesh_leaf_range(ref);
				bool is_inside = (uint64_t)range.first + range.count <= tree->count;
				if (!is_inside || range.count == 0) return false;
				triangles += range.count;
				continue;
			}
			if (ref <= index || ref >= tree->node_count) return false;
			GridBox stored = mesh_child_box(node, slot);
			GridBox below = mesh_node_box(&tree->nodes[ref]);
			if (!is_same_box(&stored, &below)) return false;
			children++;
		}
	}
	for (uint32_t i = 0; i < tree->count; i++) {
		if (tree->order[i] >= tree->count) return false;
	}
	return triangles == tree->count && children + (tree->count > 0) == tree->node_count;
}

// The area of a box of the grid in square metres; unused slots are empty.
static Real grid_area(const MeshGrid *grid, const GridBox *box) {
	Real size[3];
	for (int axis = 0; axis < 3; axis++) {
		int32_t steps = box->max[axis] + 1 - box->min[axis];
		size[axis] = steps <= 0 ? 0 : 2 * (Real)steps / vec3_get(grid->scale, axis);
	}
	return size[0] * (size[1] + size[2]) + size[1] * size[2];
}

Real mk_mesh_bvh_cost(const MeshBvh *tree) {
	if (tree->count == 0) return 0;
	GridBox root = mesh_node_box(&tree->nodes[0]);
	Real root_area = grid_area(&tree->grid, &root);
	Real sum = root_area;
	for (uint32_t index = 0; index < tree->node_count; index++) {
		const MeshBvhNode *node = &tree->nodes[index];
		for (int slot = 0; slot < MK_MESH_BVH_WIDTH; slot++) {
			if (node->refs[slot] == MK_MESH_NONE) continue;
			GridBox box = mesh_child_box(node, slot);
			sum += grid_area(&tree->grid, &box);
		}
	}
	return root_area > 0 ? sum / root_area : 0;
}

uint64_t mk_mesh_bvh_hash(const MeshBvh *tree) {
	uint64_t hash = hash_u64(MK_HASH_SEED, tree->count);
	for (uint32_t index = 0; index < tree->node_count; index++) {
		const MeshBvhNode *node = &tree->nodes[index];
		for (int slot = 0; slot < MK_MESH_BVH_WIDTH; slot++) {
			hash = hash_u64(hash, node->refs[slot]);
			for (int axis = 0; axis < 3; axis++) {
				hash = hash_u64(hash, (uint32_t)node->rows[axis][slot]);
			}
		}
	}
	for (uint32_t i = 0; i < tree->count; i++) {
		hash = hash_u64(hash, tree->order[i]);
	}
	return hash;
}

size_t mk_mesh_bvh_memory(const MeshBvh *tree) {
	return tree->node_count * sizeof(MeshBvhNode) + tree->count * sizeof(uint32_t);
}
