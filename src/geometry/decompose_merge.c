// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Decomposition by merging. It starts from the cells of a grid that the mesh meets, each with the
// part of the mesh in it: small groups that have volume, also where a wall has triangles on its two
// sides only. Every group knows the partner with which it would waste the least space, so a merge
// costs one pass over the groups and, for the few whose partner is gone, one more.
#include "base/alloc.h"
#include "geometry/decompose_piece.h"
#include "geometry/obb_fit.h"

// Cells along the longest side of the mesh. Finer grids find thinner features, at the sixth power
// of the time: merging takes the square of the number of groups, at most 12^3 = 1728.
#define MK_MERGE_CELLS 12

// How much of the work is done when all cells are there; merging them is the rest. Measured: a fine
// mesh takes longer to cut than its cells to merge.
#define MK_MERGE_CUT_SHARE ((Real)0.8)

// Boxes count as thicker by this fraction of the longest side of the mesh. Without it flat groups
// have no volume and cost nothing to merge; with it, groups that share a large face come together
// first, which makes compact parts. Half a cell would drown the waste of small hollows.
#define MK_MERGE_THICKNESS ((Real)1 / 256)

typedef struct Group {
	Aabb box;
	Real volume;      // of the thickened box
	uint32_t partner; // the group with the smallest waste
	Real waste;       // volume of the common box less that of both
} Group;

MK_ARRAY_DECLARE(GroupArray, groups, Group);
MK_ARRAY_DECLARE(BoxArray, boxes, Aabb);

// Groups, and which of them the cells belong to.
typedef struct Merging {
	GroupArray groups;
	uint32_t *group_of; // by cell
	uint32_t cell_count;
	Real thickness; // m
} Merging;

// Regions of the grid that are still to be split; the box is the region,
// inside the bounds of the mesh.
typedef struct CellStack {
	PieceArray cells;
	BoxArray regions;
} CellStack;

static void push_region(CellStack *stack, Piece piece, Aabb region) {
	pieces_push(&stack->cells, piece);
	boxes_push(&stack->regions, region);
}

// splits a region at the plane of the grid next to the middle of its longest side; the halves that
// hold something go back to the stack
static void split_region(CellStack *stack, Aabb bounds, Real cell_size, const PieceRules *rules) {
	Piece piece = pieces_pop(&stack->cells);
	Aabb region = boxes_pop(&stack->regions);
	Vec3 size = vec3_sub(region.max, region.min);
	int axis = vec3_max_axis(size);
	Vec3 normal = vec3_axis(axis);
	Real start = vec3_get(bounds.min, axis);
	Real middle = vec3_get(aabb_center(region), axis) - start;
	Real place = start + cell_size * real_floor(middle / cell_size + (Real)0.5);
	Piece sides[2];
	mk_piece_split(&piece, (Plane){ normal, place }, rules, sides);
	Vec3 beyond = vec3_scale(normal, place - vec3_get(region.min, axis));
	Vec3 before = vec3_scale(normal, place - vec3_get(region.max, axis));
	const Aabb halves[2] = { { vec3_add(region.min, beyond), region.max },
		{ region.min, vec3_add(region.max, before) } };
	for (int i = 0; i < 2; i++) {
		if (mk_piece_is_empty(&sides[i], rules))
			mk_piece_free(&sides[i]);
		else
			push_region(stack, sides[i], halves[i]);
	}
	mk_piece_free(&piece);
}

static bool tell_cells(const PieceRules *rules, uint32_t count) {
	const Real most = (Real)(MK_MERGE_CELLS * MK_MERGE_CELLS * MK_MERGE_CELLS);
	return piece_rules_tell(rules, MK_MERGE_CUT_SHARE * real_min((Real)count / most, 1));
}

// returns what the cells of the grid hold of the mesh, with hulls
static PieceArray make_cells(const PieceRules *rules, Aabb bounds) {
	PieceArray cells = { 0 };
	CellStack stack = { 0 };
	Real cell_size = vec3_max_element(vec3_sub(bounds.max, bounds.min)) / MK_MERGE_CELLS;
	push_region(&stack, mk_piece_whole(rules), bounds);
	while (stack.cells.count > 0 && tell_cells(rules, cells.count)) {
		Aabb region = stack.regions.data[stack.regions.count - 1];
		Real size = vec3_max_element(vec3_sub(region.max, region.min));
		// a half more than a cell cannot be split at a plane of the grid without leaving a sliver
		if (cell_size > 0 && size > cell_size * (Real)1.5) {
			split_region(&stack, bounds, cell_size, rules);
			continue;
		}
		stack.regions.count--;
		Piece cell = pieces_pop(&stack.cells);
		mk_piece_build_hull(&cell, rules, 0);
		// a cell next to the surface may lose all its corners to rounding
		if (cell.hull.vertex_count > 0)
			pieces_push(&cells, cell);
		else
			mk_piece_free(&cell);
	}
	while (stack.cells.count > 0) {
		Piece rest = pieces_pop(&stack.cells);
		mk_piece_free(&rest);
	}
	pieces_free(&stack.cells);
	boxes_free(&stack.regions);
	return cells;
}

static Real thick_volume(const Merging *merging, Aabb box) {
	Vec3 size = vec3_add(vec3_sub(box.max, box.min), vec3_splat(merging->thickness));
	return size.x * size.y * size.z;
}

static Real merge_waste(const Merging *merging, const Group *a, const Group *b) {
	return thick_volume(merging, aabb_merge(a->box, b->box)) - a->volume - b->volume;
}

static void find_partner(Merging *merging, uint32_t index) {
	Group *group = &merging->groups.data[index];
	// some partner even if all wastes overflow
	group->waste = MK_INFINITY;
	group->partner = index == 0 ? 1 : 0;
	for (uint32_t i = 0; i < merging->groups.count; i++) {
		if (i == index) continue;
		Real waste = merge_waste(merging, group, &merging->groups.data[i]);
		if (!(waste < group->waste)) continue;
		group->waste = waste;
		group->partner = i;
	}
}

static uint32_t find_best_pair(const Merging *merging) {
	uint32_t best = 0;
	for (uint32_t i = 1; i < merging->groups.count; i++) {
		if (merging->groups.data[i].waste < merging->groups.data[best].waste) best = i;
	}
	return best;
}

// puts group b into a, and the last group into the place of b; returns where a is then
static uint32_t join(Merging *merging, uint32_t a, uint32_t b) {
	Group *groups = merging->groups.data;
	groups[a].box = aabb_merge(groups[a].box, groups[b].box);
	groups[a].volume = thick_volume(merging, groups[a].box);
	uint32_t last = groups_swap_remove(&merging->groups, b);
	for (uint32_t i = 0; i < merging->cell_count; i++) {
		uint32_t *group = &merging->group_of[i];
		if (*group == b) *group = a;
		if (*group == last) *group = b;
	}
	for (uint32_t i = 0; i < merging->groups.count; i++) {
		uint32_t *partner = &groups[i].partner;
		// gone or grown: to be looked for again
		if (*partner == a || *partner == b) *partner = UINT32_MAX;
		if (*partner == last) *partner = b;
	}
	return a == last ? b : a;
}

static void merge_pair(Merging *merging, uint32_t a, uint32_t b) {
	uint32_t joint = join(merging, a, b);
	Group *groups = merging->groups.data;
	for (uint32_t i = 0; i < merging->groups.count; i++) {
		if (i == joint || groups[i].partner == UINT32_MAX) {
			find_partner(merging, i);
			continue;
		}
		Real waste = merge_waste(merging, &groups[i], &groups[joint]);
		if (!(waste < groups[i].waste)) continue;
		groups[i].waste = waste;
		groups[i].partner = joint;
	}
}

static bool tell_groups(const PieceRules *rules, const Merging *merging) {
	Real merged = 1 - (Real)merging->groups.count / (Real)merging->cell_count;
	return piece_rules_tell(rules, MK_MERGE_CUT_SHARE + (1 - MK_MERGE_CUT_SHARE) * merged);
}

static void merge_down_to(Merging *merging, uint32_t count, const PieceRules *rules) {
	for (uint32_t i = 0; i < merging->groups.count; i++)
		find_partner(merging, i);
	while (merging->groups.count > count && tell_groups(rules, merging)) {
		uint32_t best = find_best_pair(merging);
		merge_pair(merging, best, merging->groups.data[best].partner);
	}
}

static void start_groups(Merging *merging, const PieceArray *cells) {
	for (uint32_t i = 0; i < cells->count; i++) {
		const Hull *hull = &cells->data[i].hull;
		Group *group = groups_add(&merging->groups);
		group->box = mk_aabb_around(hull->vertices, hull->vertex_count);
		group->volume = thick_volume(merging, group->box);
		merging->group_of[i] = i;
	}
}

// moves everything a cell has into the piece of its group
static void move_into(Piece *piece, Piece *cell) {
	for (uint32_t i = 0; i < cell->triangles.count; i++)
		piece_triangles_push(&piece->triangles, cell->triangles.data[i]);
	for (uint32_t i = 0; i < cell->inner.count; i++)
		piece_points_push(&piece->inner, cell->inner.data[i]);
	mk_piece_free(cell);
}

PieceArray mk_decompose_by_merging(const PieceRules *rules, uint32_t count) {
	Aabb bounds = mk_triangle_mesh_bounds(rules->mesh);
	PieceArray cells = make_cells(rules, bounds);
	size_t bytes = mk_alloc_size(cells.count, sizeof(uint32_t));
	Merging merging = { .group_of = mk_alloc(bytes), .cell_count = cells.count };
	merging.thickness = vec3_max_element(vec3_sub(bounds.max, bounds.min)) * MK_MERGE_THICKNESS;
	start_groups(&merging, &cells);
	merge_down_to(&merging, count, rules);
	PieceArray parts = { 0 };
	while (parts.count < merging.groups.count) {
		uint32_t group = parts.count;
		Piece *piece = pieces_add(&parts);
		for (uint32_t i = 0; i < cells.count; i++) {
			if (merging.group_of[i] == group) move_into(piece, &cells.data[i]);
		}
	}
	groups_free(&merging.groups);
	mk_free(merging.group_of, bytes);
	pieces_free(&cells);
	return parts;
}
