// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What is nearest to a point, through the mesh tree: nearer boxes first, until all that is left is
// farther than what was found (Roussopoulos, Kelley, Vincent, Nearest Neighbor Queries, 1995).
#include "spatial/mesh_bvh.h"

#include "spatial/mesh_bvh_node.h"

// Each node replaces its own entry by at most four.
enum { STACK_SIZE = (MK_MESH_BVH_WIDTH - 1) * MK_MESH_BVH_MAX_DEPTH + 1 };

// Steps. Places on the grid are known to about 0.02, because three numbers up to 65536 are rounded; a
// sixteenth is three times that. Smaller: the nearest triangle could be passed by.
#define MK_MESH_NEAREST_PADDING ((Real)0.0625)

// No unit. Squares of distances have six roundings more on the way from steps to metres.
#define MK_MESH_NEAREST_SLACK (1 + 8 * MK_EPSILON)

// The point on the grid.
typedef struct GridPoint3 {
	Real steps[3];
	Real padding[3]; // steps
	Real length[3];  // of a step, m; 0 along an axis without extent
} GridPoint3;

static GridPoint3 place_point(const MeshGrid *grid, Vec3 p) {
	GridPoint3 point;
	for (int axis = 0; axis < 3; axis++) {
		Real scale = vec3_get(grid->scale, axis);
		Real half = vec3_get(p, axis) * (Real)0.5 - vec3_get(grid->base, axis);
		Real steps = half * scale - MK_MESH_GRID_HALF;
		point.steps[axis] = steps;
		point.padding[axis] = MK_MESH_NEAREST_PADDING + 4 * MK_EPSILON * real_abs(steps);
		point.length[axis] = scale > 0 ? 2 / scale : 0;
	}
	return point;
}

// Returns a lower bound of the squared distance to a child, m^2.
static Real child_distance_squared(const GridPoint3 *point, const MeshBvhNode *node, int slot) {
	GridBox box = mesh_child_box(node, slot);
	Real sum = 0;
	for (int axis = 0; axis < 3; axis++) {
		Real below = (Real)box.min[axis] - point->steps[axis];
		Real above = point->steps[axis] - (Real)(box.max[axis] + 1);
		Real excess = real_max(below, above) - point->padding[axis];
		sum += real_square(real_max(excess, 0) * point->length[axis]);
	}
	return sum;
}

typedef struct NearestEntry {
	uint32_t ref;
	Real squared;
} NearestEntry;

// Puts the children that are near enough on the stack, the nearest on top; returns how many.
static uint32_t push_near(
		const GridPoint3 *point, const MeshBvhNode *node, Real limit, NearestEntry *stack) {
	uint32_t count = 0;
	for (int slot = 0; slot < MK_MESH_BVH_WIDTH; slot++) {
		if (node->refs[slot] == MK_MESH_NONE) continue;
		Real squared = child_distance_squared(point, node, slot);
		if (squared > limit) continue;
		uint32_t place = count++;
		for (; place > 0 && stack[place - 1].squared <= squared; place--) {
			stack[place] = stack[place - 1];
		}
		stack[place] = (NearestEntry){ node->refs[slot], squared };
	}
	return count;
}

void mk_mesh_bvh_nearest(const MeshBvh *tree, Vec3 p, MeshBvhNearestVisit *visit, void *context) {
	if (tree->count == 0 || !vec3_is_finite(p)) return;
	GridPoint3 point = place_point(&tree->grid, p);
	Real limit = MK_INFINITY;
	NearestEntry stack[STACK_SIZE];
	uint32_t count = 0;
	stack[count++] = (NearestEntry){ 0, 0 };
	while (count > 0) {
		NearestEntry entry = stack[--count];
		if (entry.squared > limit) continue;
		if (!mesh_is_leaf(entry.ref)) {
			count += push_near(&point, &tree->nodes[entry.ref], limit, stack + count);
			continue;
		}
		MeshBvhRange range = mesh_leaf_range(entry.ref);
		limit = visit(context, range.first, range.count) * MK_MESH_NEAREST_SLACK;
	}
}
