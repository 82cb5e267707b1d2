// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Boxes and casts through the mesh tree. Casts are brought to the grid too, where the boxes are
// small integers, and are tested against four children at once in float in both precisions.
#include "spatial/mesh_bvh.h"

#include "spatial/mesh_bvh_node.h"

// Each node replaces its own entry by at most four.
enum { STACK_SIZE = (MK_MESH_BVH_WIDTH - 1) * MK_MESH_BVH_MAX_DEPTH + 1 };

bool mk_mesh_bvh_query(const MeshBvh *tree, Aabb box, MeshBvhVisit *visit, void *context) {
	if (tree->count == 0 || aabb_is_empty(box)) return true;
	GridBox steps = grid_box(&tree->grid, box);
	GridProbe probe = grid_probe(&steps);
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
		uint32_t touching = mesh_touching(node, &probe);
		// backwards, so that the first child comes off the stack first; without branches,
		// which chance would decide
		for (int slot = MK_MESH_BVH_WIDTH - 1; slot >= 0; slot--) {
			uint32_t child = node->refs[slot];
			stack[count] = child;
			count += touching >> slot & (uint32_t)(child != MK_MESH_NONE);
		}
	}
	return true;
}

// A cast on the grid, each number in all lanes. Lengths are steps, t is that of the cast.
typedef struct GridCast {
	Wide near_origin[3];
	Wide far_origin[3];
	Wide inverse[3];
	Int4 flip[3]; // all bits where the motion is negative
	float limit;  // max_t with slack
} GridCast;

// Steps. Places on the grid are known to about 0.02, because three numbers up to 65536 are rounded;
// a sixteenth is three times that and still nothing beside the step that boxes are rounded by.
#define MK_MESH_CAST_PADDING (1.0f / 16)

// No unit. The motion in steps has three roundings more than in box_cast.h, on both sides.
#define MK_MESH_CAST_SLACK (1 + 16 * FLT_EPSILON)

static void set_limit(GridCast *cast, Real max_t) {
	cast->limit = real_round_up(max_t) * MK_MESH_CAST_SLACK;
}

// Fills one axis from numbers in steps.
static void set_axis(GridCast *cast, int axis, const float steps[3]) {
	float origin = steps[0];
	float motion = steps[1];
	float half = steps[2] + MK_MESH_CAST_PADDING + 4 * FLT_EPSILON * (fabsf(origin) + steps[2]);
	bool is_negative = motion <= -FLT_MIN;
	float shift = is_negative ? -half : half;
	float inverse = fabsf(motion) < FLT_MIN ? (float)INFINITY : 1 / motion;
	int32_t flip = is_negative ? -1 : 0;
	cast->near_origin[axis] = wide_splat(origin + shift);
	cast->far_origin[axis] = wide_splat(origin - shift);
	cast->inverse[axis] = wide_splat(inverse);
	cast->flip[axis] = (Int4){ flip, flip, flip, flip };
}

static GridCast make_grid_cast(const MeshGrid *grid, const BoxCast *cast) {
	const Real half = (Real)0.5;
	GridCast result;
	for (int axis = 0; axis < 3; axis++) {
		Real scale = vec3_get(grid->scale, axis);
		Real origin = vec3_get(cast->origin, axis) * half - vec3_get(grid->base, axis);
		const float steps[3] = { (float)(origin * scale - MK_MESH_GRID_HALF),
			(float)(vec3_get(cast->motion, axis) * half * scale),
			(float)(vec3_get(cast->half, axis) * half * scale) };
		set_axis(&result, axis, steps);
	}
	set_limit(&result, cast->max_t);
	return result;
}

// Returns a bit for each child that is hit before the limit, and where the cast enters it; also for
// unused slots. NaN is dropped as in cast_test_entry.
static uint32_t cast_at_node(
		const GridCast *cast, const MeshBvhNode *node, float entries[MK_MESH_BVH_WIDTH]) {
	Wide first = wide_zero();
	Wide last = wide_splat((float)INFINITY);
	for (int axis = 0; axis < 3; axis++) {
		Int4 low;
		Int4 high;
		mesh_child_spans(node, axis, &low, &high);
		Int4 swapped = (low ^ high) & cast->flip[axis];
		Wide entry = wide_sub(int4_to_wide(low ^ swapped), cast->near_origin[axis]);
		Wide exit = wide_sub(int4_to_wide(high ^ swapped), cast->far_origin[axis]);
		first = wide_max(wide_multiply(entry, cast->inverse[axis]), first);
		last = wide_min(wide_multiply(exit, cast->inverse[axis]), last);
	}
	last = wide_min(wide_multiply(last, wide_splat(MK_MESH_CAST_SLACK)), wide_splat(cast->limit));
	wide_store(entries, first);
	return mask_bits(wide_less_equal(first, last));
}

typedef struct CastEntry {
	uint32_t ref;
	float t;
} CastEntry;

// Puts the children that were hit on the stack, the nearest on top; returns the new size.
static uint32_t push_hits(const GridCast *cast, const MeshBvhNode *node, CastEntry *stack) {
	_Alignas(16) float entries[MK_MESH_BVH_WIDTH];
	uint32_t hits = cast_at_node(cast, node, entries);
	uint32_t count = 0;
	for (int slot = 0; slot < MK_MESH_BVH_WIDTH; slot++) {
		if ((hits >> slot & 1) == 0 || node->refs[slot] == MK_MESH_NONE) continue;
		uint32_t place = count++;
		for (; place > 0 && stack[place - 1].t <= entries[slot]; place--) {
			stack[place] = stack[place - 1];
		}
		stack[place] = (CastEntry){ node->refs[slot], entries[slot] };
	}
	return count;
}

Real mk_mesh_bvh_cast(
		const MeshBvh *tree, const BoxCast *cast, MeshBvhCastVisit *visit, void *context) {
	Real max_t = cast->max_t;
	if (tree->count == 0 || !box_cast_is_valid(cast)) return max_t;
	GridCast grid_cast = make_grid_cast(&tree->grid, cast);
	CastEntry stack[STACK_SIZE];
	uint32_t count = 0;
	stack[count++] = (CastEntry){ 0, 0 };
	while (count > 0) {
		CastEntry entry = stack[--count];
		if (entry.t > grid_cast.limit) continue;
		if (!mesh_is_leaf(entry.ref)) {
			count += push_hits(&grid_cast, &tree->nodes[entry.ref], stack + count);
			continue;
		}
		MeshBvhRange range = mesh_leaf_range(entry.ref);
		Real shorter = visit(context, range.first, range.count, max_t);
		// a visit cannot lengthen a cast: what was passed by is gone
		max_t = shorter < max_t ? shorter : max_t;
		if (max_t < 0) return max_t;
		set_limit(&grid_cast, max_t);
	}
	return max_t;
}
