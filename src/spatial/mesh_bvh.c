// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Building and refitting the mesh tree. The structure is made first, from exact boxes; then boxes
// are put on the grid from the last node to the first, children before parents, which is also all
// that a refit does.
#include "spatial/mesh_bvh.h"

#include "base/alloc.h"
#include "base/assert.h"
#include "spatial/mesh_bvh_node.h"
#include "spatial/sah.h"

// A tree is built once and asked often: all axes, and leaves as full as their lanes.
static const SahOptions split_options = { .block = MK_MESH_BVH_LEAF_SIZE, .is_thorough = true };

// A run of items that is to become a node.
typedef struct Task {
	uint32_t first;
	uint32_t count;
	uint32_t depth;
	uint32_t *ref; // where the node's index goes; NULL for the root
} Task;

// A node replaces its task by at most four, the path to the deepest node has one per level.
enum { MAX_TASKS = (MK_MESH_BVH_WIDTH - 1) * MK_MESH_BVH_MAX_DEPTH + 1 };

typedef struct Part {
	uint32_t first;
	uint32_t count;
	Real area;
} Part;

typedef struct Builder {
	MeshBvh *tree;
	BoxRef *items;
	Task tasks[MAX_TASKS];
	uint32_t task_count;
} Builder;

// Returns how many triangles fit below a node with this many levels left, at least 2^28 at most.
static uint32_t room_below(uint32_t levels) {
	return levels >= 14 ? MK_MESH_BVH_MAX_COUNT : UINT32_C(1) << (2 * levels);
}

static Part make_part(const Builder *builder, uint32_t first, uint32_t count) {
	Aabb box = mk_sah_bounds(builder->items + first, count);
	return (Part){ first, count, area_measure(box) };
}

// Returns the part that gains most by being cut: the largest that is not a leaf; or -1.
static int pick_part(const Part parts[MK_MESH_BVH_WIDTH], uint32_t count) {
	int best = -1;
	for (uint32_t i = 0; i < count; i++) {
		if (parts[i].count <= MK_MESH_BVH_LEAF_SIZE) continue;
		if (best < 0 || parts[i].area > parts[best].area) best = (int)i;
	}
	return best;
}

// Cuts a run into up to four parts by surface area.
static uint32_t cut_by_area(Builder *builder, Task task, Part parts[MK_MESH_BVH_WIDTH]) {
	uint32_t count = 1;
	parts[0] = (Part){ task.first, task.count, 0 };
	while (count < MK_MESH_BVH_WIDTH) {
		int best = pick_part(parts, count);
		if (best < 0) break;
		Part part = parts[best];
		uint32_t head = mk_sah_split(builder->items + part.first, part.count, split_options);
		// parts stay in the order of their items, so that leaf order is the order of a walk
		for (uint32_t i = count; i > (uint32_t)best + 1; i--) {
			parts[i] = parts[i - 1];
		}
		parts[best] = make_part(builder, part.first, head);
		parts[best + 1] = make_part(builder, part.first + head, part.count - head);
		count++;
	}
	return count;
}

// Cuts a run into four parts of equal size; the run must have more than three items.
static uint32_t cut_by_count(Task task, Part parts[MK_MESH_BVH_WIDTH]) {
	uint32_t done = 0;
	for (uint32_t i = 0; i < MK_MESH_BVH_WIDTH; i++) {
		uint32_t end = (uint32_t)((uint64_t)task.count * (i + 1) / MK_MESH_BVH_WIDTH);
		parts[i] = (Part){ task.first + done, end - done, 0 };
		done = end;
	}
	return MK_MESH_BVH_WIDTH;
}

static uint32_t cut_task(Builder *builder, Task task, Part parts[MK_MESH_BVH_WIDTH]) {
	uint32_t room = room_below(MK_MESH_BVH_MAX_DEPTH - 1 - task.depth) * MK_MESH_BVH_LEAF_SIZE;
	uint32_t count = cut_by_area(builder, task, parts);
	for (uint32_t i = 0; i < count; i++) {
		if (parts[i].count > room) return cut_by_count(task, parts);
	}
	return count;
}

static void build_node(Builder *builder, Task task) {
	uint32_t index = builder->tree->node_count++;
	MeshBvhNode *node = &builder->tree->nodes[index];
	if (task.ref != NULL) *task.ref = index;
	Part parts[MK_MESH_BVH_WIDTH];
	uint32_t count = cut_task(builder, task, parts);
	// the first part is built next: tasks are taken from the end
	for (uint32_t slot = MK_MESH_BVH_WIDTH; slot-- > 0;) {
		node->refs[slot] = MK_MESH_NONE;
		if (slot >= count) continue;
		Part part = parts[slot];
		if (part.count <= MK_MESH_BVH_LEAF_SIZE) {
			node->refs[slot] = mesh_leaf_ref(part.first, part.count);
		} else {
			MK_ASSERT(builder->task_count < MAX_TASKS);
			builder->tasks[builder->task_count++] = (Task){ part.first, part.count, task.depth + 1,
				&node->refs[slot] };
		}
	}
}

static void build_structure(MeshBvh *tree, BoxRef *items) {
	Builder builder = { .tree = tree, .items = items };
	builder.tasks[builder.task_count++] = (Task){ 0, tree->count, 0, NULL };
	while (builder.task_count > 0) {
		build_node(&builder, builder.tasks[--builder.task_count]);
	}
	for (uint32_t i = 0; i < tree->count; i++) {
		tree->order[i] = items[i].ref;
	}
}

// A step is at least this part of the largest one, so that flat meshes
// have a finite scale; no unit.
#define MK_MESH_FLATNESS ((Real)1e-6)

static MeshGrid make_grid(Aabb bounds) {
	const Real steps = 2 * MK_MESH_GRID_HALF;
	Vec3 half_size = aabb_half_extents(bounds);
	Real largest = vec3_max_element(half_size);
	// what is smaller than any number of use counts as a point: the scale must not overflow
	largest = largest > MK_REAL_MIN / (MK_EPSILON * MK_EPSILON) ? largest : 1;
	Vec3 size = vec3_max(half_size, vec3_splat(largest * MK_MESH_FLATNESS));
	return (MeshGrid){
		.base = vec3_scale(bounds.min, (Real)0.5),
		.scale = vec3(steps / size.x, steps / size.y, steps / size.z),
	};
}

static GridBox leaf_box(const MeshBvh *tree, const MeshBvhInput *input, MeshBvhRange range) {
	GridBox sum = grid_box_empty();
	for (uint32_t i = 0; i < range.count; i++) {
		Aabb box = aabb_storable(mesh_triangle_box(input, tree->order[range.first + i]));
		if (aabb_is_empty(box)) continue;
		GridBox triangle = grid_box(&tree->grid, box);
		sum = grid_box_merge(&sum, &triangle);
	}
	return sum;
}

void mk_mesh_bvh_refit(MeshBvh *tree, const MeshBvhInput *input) {
	MK_ASSERT(input->count == tree->count);
	if (tree->count == 0) return;
	tree->bounds = aabb_empty();
	for (uint32_t i = 0; i < input->count; i++) {
		tree->bounds = aabb_merge(tree->bounds, aabb_storable(mesh_triangle_box(input, i)));
	}
	bool has_bounds = !aabb_is_empty(tree->bounds);
	tree->grid = make_grid(has_bounds ? tree->bounds : (Aabb){ { 0, 0, 0 }, { 0, 0, 0 } });
	for (uint32_t index = tree->node_count; index-- > 0;) {
		MeshBvhNode *node = &tree->nodes[index];
		for (int slot = 0; slot < MK_MESH_BVH_WIDTH; slot++) {
			uint32_t ref = node->refs[slot];
			GridBox box = grid_box_empty();
			if (ref != MK_MESH_NONE) {
				box = mesh_is_leaf(ref) ? leaf_box(tree, input, mesh_leaf_range(ref))
										: mesh_node_box(&tree->nodes[ref]);
			}
			mesh_set_child_box(node, slot, &box);
		}
	}
	MK_VALIDATE(mk_mesh_bvh_is_valid(tree));
}

void mk_mesh_bvh_build(MeshBvh *tree, const MeshBvhInput *input) {
	MK_ASSERT(tree->count == 0 && input->count <= MK_MESH_BVH_MAX_COUNT);
	*tree = (MeshBvh){ .count = input->count };
	if (input->count == 0) return;
	size_t items_size = mk_alloc_size(input->count, sizeof(BoxRef));
	BoxRef *items = mk_alloc(items_size);
	for (uint32_t i = 0; i < input->count; i++) {
		Aabb box = aabb_storable(mesh_triangle_box(input, i));
		items[i] = (BoxRef){ box.min, i, box.max, 0 };
	}
	// every node but a lone root has two children or more: less nodes than triangles, in general a
	// tenth; cut to size when it is known
	size_t nodes_size = mk_alloc_size(input->count, sizeof(MeshBvhNode));
	tree->nodes = mk_alloc(nodes_size);
	tree->order = mk_alloc(mk_alloc_size(input->count, sizeof(uint32_t)));
	build_structure(tree, items);
	tree->nodes = mk_realloc(tree->nodes, nodes_size, tree->node_count * sizeof(MeshBvhNode));
	mk_free(items, items_size);
	mk_mesh_bvh_refit(tree, input);
}

void mk_mesh_bvh_free(MeshBvh *tree) {
	mk_free(tree->nodes, tree->node_count * sizeof(MeshBvhNode));
	mk_free(tree->order, tree->count * sizeof(uint32_t));
	*tree = (MeshBvh){ 0 };
}
