// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What building a tree over triangles took, by count: tests of speed that no busy machine can fail.
#pragma once

#include "spatial/mesh_bvh_node.h"

#include <stdlib.h>

// Returns how many times the build sorted a triangle into a child: once for every node above it.
static inline uint64_t mesh_bvh_work(const MeshBvh *tree) {
	uint64_t work = 0;
	uint8_t *depths = calloc((size_t)tree->node_count + 1, 1);
	for (uint32_t i = 0; i < tree->node_count; i++) {
		// parents come before children
		uint8_t depth = (uint8_t)(depths[i] + 1);
		for (int slot = 0; slot < MK_MESH_BVH_WIDTH; slot++) {
			uint32_t ref = tree->nodes[i].refs[slot];
			if (ref == MK_MESH_NONE) continue;
			if (mesh_is_leaf(ref)) {
				work += (uint64_t)depth * mesh_leaf_range(ref).count;
			} else {
				depths[ref] = depth;
			}
		}
	}
	free(depths);
	return work;
}
