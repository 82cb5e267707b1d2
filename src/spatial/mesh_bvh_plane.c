// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What of a mesh reaches below a plane. The plane is brought to the grid once: on it, the lowest
// corner of a box is at one end along each axis, the same end for all boxes.
#include "spatial/mesh_bvh.h"

#include "spatial/mesh_bvh_node.h"

enum { STACK_SIZE = (MK_MESH_BVH_WIDTH - 1) * MK_MESH_BVH_MAX_DEPTH + 1 };

// Steps per axis. Sums of three places on the grid are known to about 0.02, as in casts; smaller:
// what touches the plane is missed; larger: costs the boxes that are that much above it.
#define MK_MESH_PLANE_PADDING ((Real)1 / 16)

// A plane on the grid, each number in all lanes. Heights are in steps along its steepest axis.
typedef struct GridPlane {
	Wide weights[3];    // height per step
	Int4 is_falling[3]; // all bits where the weight is negative: the last step is the lowest
	Wide limit;         // height of the plane, with slack
} GridPlane;

static GridPlane make_grid_plane(const MeshGrid *grid, Plane plane) {
	// two metres per `scale` steps, see MeshGrid
	Vec3 weights = vec3(2 * plane.normal.x / grid->scale.x, 2 * plane.normal.y / grid->scale.y,
			2 * plane.normal.z / grid->scale.z);
	Real steepest = vec3_max_element(vec3_abs(weights));
	Vec3 lengths = vec3_multiply(vec3_abs(plane.normal), vec3_abs(grid->base));
	Real rounding = 8 * MK_EPSILON *
			(real_abs(plane.offset) + 2 * vec3_dot(lengths, vec3_splat(1)));
	Real limit = plane.offset - 2 * vec3_dot(plane.normal, grid->base) + rounding;
	GridPlane result;
	limit /= steepest;
	for (int axis = 0; axis < 3; axis++) {
		Real weight = vec3_get(weights, axis) / steepest;
		limit += MK_MESH_PLANE_PADDING * real_abs(weight) - MK_MESH_GRID_HALF * weight;
		int32_t is_falling = weight < 0 ? -1 : 0;
		result.weights[axis] = wide_splat((float)weight);
		result.is_falling[axis] = (Int4){ is_falling, is_falling, is_falling, is_falling };
	}
	result.limit = wide_splat(real_round_up(limit));
	return result;
}

// Returns a bit for each child whose lowest corner is not above the plane; also for unused slots.
// A plane that is no number is above all.
static uint32_t below_plane(const GridPlane *plane, const MeshBvhNode *node) {
	Wide height = wide_zero();
	for (int axis = 0; axis < 3; axis++) {
		Int4 low;
		Int4 high;
		mesh_child_spans(node, axis, &low, &high);
		Int4 lowest = low ^ ((low ^ high) & plane->is_falling[axis]);
		height = wide_multiply_add(plane->weights[axis], int4_to_wide(lowest), height);
	}
	return ~mask_bits(wide_less(plane->limit, height));
}

bool mk_mesh_bvh_query_plane(const MeshBvh *tree, Plane plane, MeshBvhVisit *visit, void *context) {
	if (tree->count == 0) return true;
	GridPlane grid_plane = make_grid_plane(&tree->grid, plane);
	uint32_t stack[STACK_SIZE];
	uint32_t count = 0;
	stack[count++] = 0;
	while (count > 0) {
		uint32_t ref = stack[--count];
		if (mesh_is_leaf(ref)) {
			MeshBvhRange range = mesh_leaf_range(ref);
			if (!visit(context, range.first, range.count)) return false;
			continue;
		}
		const MeshBvhNode *node = &tree->nodes[ref];
		uint32_t below = below_plane(&grid_plane, node);
		// backwards, so that the first child comes off the stack first
		for (int slot = MK_MESH_BVH_WIDTH - 1; slot >= 0; slot--) {
			uint32_t child = node->refs[slot];
			stack[count] = child;
			count += below >> slot & (uint32_t)(child != MK_MESH_NONE);
		}
	}
	return true;
}
