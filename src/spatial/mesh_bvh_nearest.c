// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What is nearest to a point, through the mesh tree: nearer boxes first, until all that is left is
// farther than what was found (Roussopoulos, Kelley, Vincent, Nearest Neighbor Queries, 1995).
#include "spatial/mesh_bvh.h"

#include "spatial/mesh_bvh_node.h"

#include <float.h>
#include <math.h>

// Each node replaces its own entry by at most four.
enum { STACK_SIZE = (MK_MESH_BVH_WIDTH - 1) * MK_MESH_BVH_MAX_DEPTH + 1 };

// Steps. Places on the grid are known to about 0.02, because three numbers up to 65536 are rounded;
// a sixteenth is three times that. Smaller: the nearest triangle could be passed by.
#define MK_MESH_NEAREST_PADDING (1.0f / 16)

// No unit. Squares of distances have six roundings more on the way from steps to metres.
#define MK_MESH_NEAREST_SLACK (1 + 8 * FLT_EPSILON)

// The point on the grid, each number in all lanes; in float in both precisions.
typedef struct GridPoint3 {
	Wide steps[3];
	Wide padding[3]; // steps
	Wide length[3];  // of a step, m; 0 along an axis without extent
} GridPoint3;

static GridPoint3 place_point(const MeshGrid *grid, Vec3 p) {
	GridPoint3 point;
	for (int axis = 0; axis < 3; axis++) {
		Real scale = vec3_get(grid->scale, axis);
		Real half = vec3_get(p, axis) * (Real)0.5 - vec3_get(grid->base, axis);
		float steps = (float)(half * scale - MK_MESH_GRID_HALF);
		point.steps[axis] = wide_splat(steps);
		point.padding[axis] = wide_splat(MK_MESH_NEAREST_PADDING + 4 * FLT_EPSILON * fabsf(steps));
		point.length[axis] = wide_splat(scale > 0 ? (float)(2 / scale) : 0);
	}
	return point;
}

// Returns lower bounds of the squared distances to the children, m^2.
static Wide child_distances(const GridPoint3 *point, const MeshBvhNode *node) {
	Wide sum = wide_zero();
	for (int axis = 0; axis < 3; axis++) {
		Int4 low;
		Int4 high;
		mesh_child_spans(node, axis, &low, &high);
		Wide below = wide_sub(int4_to_wide(low), point->steps[axis]);
		Wide above = wide_sub(point->steps[axis], int4_to_wide(high));
		Wide excess = wide_sub(wide_max(below, above), point->padding[axis]);
		Wide way = wide_multiply(wide_max(excess, wide_zero()), point->length[axis]);
		sum = wide_add(sum, wide_multiply(way, way));
	}
	return sum;
}

typedef struct NearestEntry {
	uint32_t ref;
	float squared;
} NearestEntry;

// Puts the children that are near enough on the stack, the nearest on top; returns how many.
static uint32_t push_near(
		const GridPoint3 *point, const MeshBvhNode *node, float limit, NearestEntry *stack) {
	_Alignas(16) float squared[MK_MESH_BVH_WIDTH];
	Wide distances = child_distances(point, node);
	uint32_t bits = mask_bits(wide_less_equal(distances, wide_splat(limit)));
	wide_store(squared, distances);
	uint32_t count = 0;
	for (; bits != 0; bits &= bits - 1) {
		int slot = __builtin_ctz(bits);
		if (node->refs[slot] == MK_MESH_NONE) continue;
		uint32_t place = count++;
		for (; place > 0 && stack[place - 1].squared <= squared[slot]; place--) {
			stack[place] = stack[place - 1];
		}
		stack[place] = (NearestEntry){ node->refs[slot], squared[slot] };
	}
	return count;
}

void mk_mesh_bvh_nearest(const MeshBvh *tree, Vec3 p, MeshBvhNearestVisit *visit, void *context) {
	if (tree->count == 0 || !vec3_is_finite(p)) return;
	GridPoint3 point = place_point(&tree->grid, p);
	float limit = (float)INFINITY;
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
		limit = real_round_up(visit(context, range.first, range.count)) * MK_MESH_NEAREST_SLACK;
	}
}
