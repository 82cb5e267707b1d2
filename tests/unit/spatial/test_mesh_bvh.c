// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The mesh tree: one triangle, none, degenerate ones, equal boxes, a million; what a node looks
// like in lanes and one by one; refitting; that the same input gives the same tree everywhere.
#include "spatial/mesh_bvh.h"

#include "base/alloc.h"
#include "spatial/mesh_bvh_node.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/mesh_bvh_work.h"
#include "support/random.h"

#include <stdlib.h>

#define GOLDEN_FLOAT  UINT64_C(0x5be6d726f4abb572)
#define GOLDEN_DOUBLE UINT64_C(0x81c687829db2274d)

typedef struct Ranges {
	uint32_t leaves;
	uint32_t triangles;
	uint32_t next_first; // where the next leaf starts if leaves come in order
	bool is_in_order;
	uint32_t stop_after; // leaves; 0: never
} Ranges;

static bool note_range(void *context, uint32_t first, uint32_t count) {
	Ranges *ranges = context;
	ranges->is_in_order = ranges->is_in_order && first >= ranges->next_first;
	ranges->next_first = first + count;
	ranges->triangles += count;
	ranges->leaves++;
	return ranges->leaves != ranges->stop_after;
}

static Real note_cast(void *context, uint32_t first, uint32_t count, Real max_t) {
	return note_range(context, first, count) ? max_t : -1;
}

static bool note_pair(void *context, MeshBvhRange a, MeshBvhRange b) {
	return note_range(context, 0, a.count * b.count);
}

static Ranges query(const MeshBvh *tree, Aabb box) {
	Ranges ranges = { .is_in_order = true };
	mk_mesh_bvh_query(tree, box, note_range, &ranges);
	return ranges;
}

static const Aabb everything = { { -1000000, -1000000, -1000000 }, { 1000000, 1000000, 1000000 } };

// A terrain of size x size quads with hills, two triangles each, one metre wide.
typedef struct Terrain {
	Vec3 *vertices;
	uint32_t *indices;
	uint32_t vertex_count;
	uint32_t count;
} Terrain;

static Terrain make_terrain(uint32_t size) {
	Terrain t = { .vertex_count = (size + 1) * (size + 1), .count = 2 * size * size };
	t.vertices = malloc(t.vertex_count * sizeof(Vec3));
	t.indices = malloc(t.count * 3 * sizeof(uint32_t));
	assert_true(t.vertices != NULL && t.indices != NULL);
	Rng rng = { size };
	for (uint32_t i = 0; i < t.vertex_count; i++) {
		uint32_t row = i / (size + 1);
		t.vertices[i] = vec3((Real)(i % (size + 1)), random_real(&rng, 0, 1), (Real)row);
	}
	for (uint32_t quad = 0; quad < size * size; quad++) {
		uint32_t corner = quad / size * (size + 1) + quad % size;
		const uint32_t corners[6] = { corner, corner + 1, corner + size + 2, corner,
			corner + size + 2, corner + size + 1 };
		memcpy(t.indices + (size_t)quad * 6, corners, sizeof(corners));
	}
	return t;
}

static MeshBvhInput terrain_input(const Terrain *t) {
	return (MeshBvhInput){ .vertices = t->vertices, .indices = t->indices, .count = t->count };
}

static void free_terrain(Terrain *t) {
	free(t->vertices);
	free(t->indices);
}

static void no_triangles_give_an_empty_tree(void **state) {
	(void)state;
	MeshBvh tree = { 0 };
	mk_mesh_bvh_build(&tree, &(MeshBvhInput){ .count = 0 });
	assert_int_equal(query(&tree, everything).leaves, 0);
	BoxCast cast = { .motion = { 1, 0, 0 }, .max_t = 1 };
	Ranges ranges = { 0 };
	check_near(mk_mesh_bvh_cast(&tree, &cast, note_cast, &ranges), 1, 0);
	MeshBvhPairQuery pairs = { .a = &tree, .b = &tree, .b_to_a = affine_identity() };
	assert_true(mk_mesh_bvh_find_pairs(&pairs, note_pair, &ranges));
	assert_int_equal(ranges.leaves, 0);
	assert_true(mk_mesh_bvh_is_valid(&tree));
	check_near(mk_mesh_bvh_cost(&tree), 0, 0);
	mk_mesh_bvh_free(&tree);
}

static void one_triangle_is_found(void **state) {
	(void)state;
	const Vec3 vertices[3] = { { 1, 0, 0 }, { 3, 0, 0 }, { 1, 2, 0 } };
	const uint32_t indices[3] = { 0, 1, 2 };
	MeshBvh tree = { 0 };
	mk_mesh_bvh_build(
			&tree, &(MeshBvhInput){ .vertices = vertices, .indices = indices, .count = 1 });
	assert_true(mk_mesh_bvh_is_valid(&tree));
	check_vec3(tree.bounds.min, vec3(1, 0, 0), 0);
	check_vec3(tree.bounds.max, vec3(3, 2, 0), 0);
	// touching counts, in the flat axis too; a step is 2 / 65532
	assert_int_equal(query(&tree, (Aabb){ { 3, 2, 0 }, { 4, 4, 4 } }).triangles, 1);
	assert_int_equal(query(&tree, (Aabb){ { 0, 0, -1 }, { 1, 0, 0 } }).triangles, 1);
	assert_int_equal(query(&tree, (Aabb){ { (Real)3.0001, 0, 0 }, { 4, 4, 4 } }).triangles, 0);
	assert_int_equal(query(&tree, (Aabb){ { 0, 0, (Real)0.0001 }, { 4, 4, 4 } }).triangles, 0);
	BoxCast cast = { .origin = { 2, 1, 5 }, .motion = { 0, 0, -5 }, .max_t = 1 };
	Ranges ranges = { 0 };
	mk_mesh_bvh_cast(&tree, &cast, note_cast, &ranges);
	assert_int_equal(ranges.triangles, 1);
	cast.motion.z = (Real)-4.999;
	mk_mesh_bvh_cast(&tree, &cast, note_cast, &ranges);
	assert_int_equal(ranges.triangles, 1);
	mk_mesh_bvh_free(&tree);
	assert_int_equal(mk_alloc_stats().live_bytes, 0);
}

static void equal_and_degenerate_boxes_make_full_leaves(void **state) {
	(void)state;
	enum { COUNT = 1000 };
	static Aabb boxes[COUNT];
	for (int kind = 0; kind < 3; kind++) {
		for (uint32_t i = 0; i < COUNT; i++) {
			Real x = kind == 2 ? (Real)i : 7;
			boxes[i] = (Aabb){ { x, 7, 7 }, { kind == 0 ? 8 : x, 7, 7 } };
		}
		MeshBvh tree = { 0 };
		mk_mesh_bvh_build(&tree, &(MeshBvhInput){ .boxes = boxes, .count = COUNT });
		assert_true(mk_mesh_bvh_is_valid(&tree));
		Ranges all = query(&tree, everything);
		assert_int_equal(all.triangles, COUNT);
		assert_true(all.is_in_order);
		assert_true(all.leaves <= COUNT / 2);
		assert_int_equal(query(&tree, (Aabb){ { 7, 7, 7 }, { 7, 7, 7 } }).triangles > 0, 1);
		assert_int_equal(query(&tree, (Aabb){ { -9, 7, 7 }, { -8, 7, 7 } }).triangles, 0);
		mk_mesh_bvh_free(&tree);
	}
}

static void boxes_without_content_spoil_nothing(void **state) {
	(void)state;
	Real nan = MK_INFINITY - MK_INFINITY;
	const Aabb boxes[6] = { { { 0, 0, 0 }, { 1, 1, 1 } }, aabb_empty(),
		{ { nan, 0, 0 }, { 1, 1, 1 } }, { { 2, 2, 2 }, { 3, 3, 3 } }, { { 9, 9, 9 }, { 8, 8, 8 } },
		{ { -MK_INFINITY, 0, 0 }, { 0, 0, MK_INFINITY } } };
	MeshBvh tree = { 0 };
	mk_mesh_bvh_build(&tree, &(MeshBvhInput){ .boxes = boxes, .count = 5 });
	assert_true(mk_mesh_bvh_is_valid(&tree));
	check_vec3(tree.bounds.max, vec3(3, 3, 3), 0);
	assert_true(query(&tree, boxes[0]).triangles > 0);
	assert_true(query(&tree, boxes[3]).triangles > 0);
	assert_int_equal(query(&tree, (Aabb){ { 5, 5, 5 }, { 6, 6, 6 } }).triangles, 0);
	mk_mesh_bvh_free(&tree);
	// only empty ones
	mk_mesh_bvh_build(&tree, &(MeshBvhInput){ .boxes = boxes + 1, .count = 2 });
	assert_true(mk_mesh_bvh_is_valid(&tree));
	mk_mesh_bvh_free(&tree);
	// an infinite one is only very large
	mk_mesh_bvh_build(&tree, &(MeshBvhInput){ .boxes = boxes, .count = 6 });
	assert_true(mk_mesh_bvh_is_valid(&tree));
	assert_true(query(&tree, boxes[0]).triangles > 0);
	mk_mesh_bvh_free(&tree);
}

// Every lane says what comparing the six numbers one by one says.
static void lanes_agree_with_single_comparisons(void **state) {
	(void)state;
	Rng rng = { 9 };
	for (uint32_t round = 0; round < 2000; round++) {
		MeshBvhNode node = { .refs = { 0, 0, 0, 0 } };
		GridBox boxes[5];
		// small numbers, so that many are equal, and the ends of the range
		int32_t spread = round % 2 == 0 ? 4 : 65536;
		for (int i = 0; i < 5; i++) {
			for (int axis = 0; axis < 3; axis++) {
				int32_t low = (int32_t)rng_below(&rng, (uint32_t)spread) - spread / 2;
				int32_t high = (int32_t)rng_below(&rng, (uint32_t)spread) - spread / 2;
				boxes[i].min[axis] = low < high ? low : high;
				boxes[i].max[axis] = low < high ? high : low;
			}
			if (i < 4) mesh_set_child_box(&node, i, &boxes[i]);
		}
		GridProbe probe = grid_probe(&boxes[4]);
		uint32_t touching = mesh_touching(&node, &probe);
		for (int slot = 0; slot < 4; slot++) {
			GridBox child = mesh_child_box(&node, slot);
			assert_memory_equal(&child, &boxes[slot], sizeof(child));
			bool expected = true;
			for (int axis = 0; axis < 3; axis++) {
				expected = expected && child.min[axis] <= boxes[4].max[axis] &&
						child.max[axis] >= boxes[4].min[axis];
			}
			assert_int_equal(touching >> slot & 1, expected);
		}
	}
}

static void leaf_order_is_a_permutation(void **state) {
	(void)state;
	Terrain terrain = make_terrain(60);
	MeshBvhInput input = terrain_input(&terrain);
	MeshBvh tree = { 0 };
	mk_mesh_bvh_build(&tree, &input);
	assert_true(mk_mesh_bvh_is_valid(&tree));
	bool *seen = calloc(terrain.count, sizeof(bool));
	assert_non_null(seen);
	for (uint32_t i = 0; i < tree.count; i++) {
		assert_false(seen[tree.order[i]]);
		seen[tree.order[i]] = true;
	}
	Ranges all = query(&tree, everything);
	assert_int_equal(all.triangles, terrain.count);
	assert_true(all.is_in_order);
	// leaves are well filled, and so memory is small
	assert_true((double)all.triangles / all.leaves > 2.5);
	assert_true((double)mk_mesh_bvh_memory(&tree) / tree.count < 16);
	// a terrain of 3600 quads: a vertical ray meets few leaves
	BoxCast cast = {
		.origin = { (Real)30.5, 5, (Real)30.25 }, .motion = { 0, -10, 0 }, .max_t = 1
	};
	Ranges hits = { 0 };
	mk_mesh_bvh_cast(&tree, &cast, note_cast, &hits);
	assert_in_range(hits.triangles, 1, 12);
	Ranges stopped = { .stop_after = 2 };
	assert_false(mk_mesh_bvh_query(&tree, everything, note_range, &stopped));
	assert_int_equal(stopped.leaves, 2);
	free(seen);
	mk_mesh_bvh_free(&tree);
	free_terrain(&terrain);
}

static void refit_follows_the_vertices(void **state) {
	(void)state;
	Terrain terrain = make_terrain(20);
	MeshBvhInput input = terrain_input(&terrain);
	MeshBvh tree = { 0 };
	mk_mesh_bvh_build(&tree, &input);
	uint64_t first = mk_mesh_bvh_hash(&tree);
	mk_mesh_bvh_refit(&tree, &input);
	assert_int_equal(mk_mesh_bvh_hash(&tree), first);
	for (uint32_t i = 0; i < terrain.vertex_count; i++) {
		terrain.vertices[i].y += 100;
	}
	uint64_t allocations = mk_alloc_stats().total;
	mk_mesh_bvh_refit(&tree, &input);
	assert_int_equal(mk_alloc_stats().total, allocations);
	assert_true(mk_mesh_bvh_is_valid(&tree));
	Aabb above = { { 10, 100, 10 }, { 11, 101, 11 } };
	assert_in_range(query(&tree, above).triangles, 2, 40);
	assert_int_equal(query(&tree, (Aabb){ { 0, 0, 0 }, { 20, 99, 20 } }).triangles, 0);
	mk_mesh_bvh_free(&tree);
	free_terrain(&terrain);
}

static void queries_that_are_not_finite_find_nothing(void **state) {
	(void)state;
	Terrain terrain = make_terrain(4);
	MeshBvhInput input = terrain_input(&terrain);
	MeshBvh tree = { 0 };
	mk_mesh_bvh_build(&tree, &input);
	Real nan = MK_INFINITY - MK_INFINITY;
	assert_int_equal(query(&tree, (Aabb){ { nan, -9, -9 }, { 9, 9, 9 } }).leaves, 0);
	assert_int_equal(query(&tree, aabb_empty()).leaves, 0);
	Aabb infinite = { vec3_splat(-MK_INFINITY), vec3_splat(MK_INFINITY) };
	assert_int_equal(query(&tree, infinite).triangles, terrain.count);
	BoxCast cast = { .motion = { nan, 0, 0 }, .max_t = 1 };
	Ranges ranges = { 0 };
	mk_mesh_bvh_cast(&tree, &cast, note_cast, &ranges);
	MeshBvhPairQuery pairs = { .a = &tree, .b = &tree, .b_to_a = affine_identity() };
	pairs.b_to_a.origin.x = nan;
	mk_mesh_bvh_find_pairs(&pairs, note_pair, &ranges);
	assert_int_equal(ranges.leaves, 0);
	mk_mesh_bvh_free(&tree);
	free_terrain(&terrain);
}

typedef struct NearestNote {
	const MeshBvh *tree;
	const Terrain *terrain;
	Vec3 p;
	Real least; // m^2
	uint32_t leaves;
} NearestNote;

static Real note_nearest(void *context, uint32_t first, uint32_t count) {
	NearestNote *note = context;
	for (uint32_t i = 3 * first; i < 3 * (first + count); i++) {
		uint32_t corner = 3 * note->tree->order[i / 3] + i % 3;
		Vec3 vertex = note->terrain->vertices[note->terrain->indices[corner]];
		note->least = real_min(note->least, vec3_distance_squared(vertex, note->p));
	}
	note->leaves++;
	return note->least;
}

static void nearest_looks_at_a_few_leaves(void **state) {
	(void)state;
	Terrain terrain = make_terrain(100);
	MeshBvhInput input = terrain_input(&terrain);
	MeshBvh tree = { 0 };
	mk_mesh_bvh_build(&tree, &input);
	// above a vertex, and beside the corner of the terrain at 0, ?, 0
	const Vec3 places[2] = { { 50, 3, 50 }, { -30, 0, -40 } };
	for (int i = 0; i < 2; i++) {
		NearestNote note = { &tree, &terrain, places[i], MK_INFINITY, 0 };
		mk_mesh_bvh_nearest(&tree, places[i], note_nearest, &note);
		assert_in_range(note.leaves, 1, 60);
		if (i == 1) assert_true(note.least >= 2500 && note.least <= 2501);
	}
	NearestNote none = { &tree, &terrain, vec3_zero(), MK_INFINITY, 0 };
	mk_mesh_bvh_nearest(&tree, vec3(0, (Real)NAN, 0), note_nearest, &none);
	mk_mesh_bvh_nearest(&tree, vec3(0, MK_INFINITY, 0), note_nearest, &none);
	mk_mesh_bvh_nearest(&(MeshBvh){ 0 }, vec3_zero(), note_nearest, &none);
	assert_int_equal(none.leaves, 0);
	mk_mesh_bvh_free(&tree);
	free_terrain(&terrain);
}

static void far_trees_have_no_pairs_and_near_ones_do(void **state) {
	(void)state;
	Terrain terrain = make_terrain(10);
	MeshBvhInput input = terrain_input(&terrain);
	MeshBvh tree = { 0 };
	mk_mesh_bvh_build(&tree, &input);
	MeshBvhPairQuery pairs = { .a = &tree, .b = &tree, .b_to_a = affine_identity() };
	const struct {
		Real x;
		Real margin;
		bool is_found;
	} cases[] = {
		{ 0, 0, true },
		{ 10, 0, true }, // an edge touches
		{ (Real)10.01, 0, false },
		{ -11, 0, false },
		{ (Real)10.5, (Real)0.5, true },
		{ (Real)10.51, (Real)0.5, false },
		{ 1000000, 0, false },
		{ (Real)-1e30, 0, false },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		Ranges ranges = { 0 };
		pairs.b_to_a.origin.x = cases[i].x;
		pairs.margin = cases[i].margin;
		mk_mesh_bvh_find_pairs(&pairs, note_pair, &ranges);
		assert_int_equal(ranges.leaves > 0, cases[i].is_found);
	}
	Ranges stopped = { .stop_after = 1 };
	pairs.b_to_a.origin.x = 1;
	assert_false(mk_mesh_bvh_find_pairs(&pairs, note_pair, &stopped));
	mk_mesh_bvh_free(&tree);
	free_terrain(&terrain);
}

// Halving all the way gives log4(100 352 / 4) = 7.3 levels of nodes, that is 8. Splitting by area
// may go deeper, by one level on average. Each level sorts each triangle: less than a million
// steps, the work of some hundredths of a second, and no busy machine can change the count.
static void a_hundred_thousand_triangles_take_a_million_steps_at_most(void **state) {
	(void)state;
	Terrain terrain = make_terrain(224);
	assert_true(terrain.count > 100000);
	MeshBvhInput input = terrain_input(&terrain);
	MeshBvh tree = { 0 };
	mk_mesh_bvh_build(&tree, &input);
	assert_in_range(mesh_bvh_work(&tree), terrain.count, 9 * (uint64_t)terrain.count);
	mk_mesh_bvh_free(&tree);
	free_terrain(&terrain);
}

static void a_million_triangles_work(void **state) {
	(void)state;
	Terrain terrain = make_terrain(708);
	assert_true(terrain.count > 1000000);
	MeshBvhInput input = terrain_input(&terrain);
	MeshBvh tree = { 0 };
	mk_mesh_bvh_build(&tree, &input);
	assert_true(mk_mesh_bvh_is_valid(&tree));
	assert_int_equal(query(&tree, everything).triangles, terrain.count);
	// one quad and its neighbours, as far as steps of 1 cm tell
	assert_in_range(query(&tree, (Aabb){ { 300, 0, 300 }, { 301, 1, 301 } }).triangles, 2, 60);
	mk_mesh_bvh_free(&tree);
	free_terrain(&terrain);
}

// As for the dynamic tree: one number for all compilers, to be renewed when the rules change.
static void same_input_gives_the_same_tree(void **state) {
	(void)state;
	Terrain terrain = make_terrain(40);
	MeshBvhInput input = terrain_input(&terrain);
	MeshBvh first = { 0 };
	MeshBvh second = { 0 };
	mk_mesh_bvh_build(&first, &input);
	mk_mesh_bvh_build(&second, &input);
	assert_int_equal(mk_mesh_bvh_hash(&first), mk_mesh_bvh_hash(&second));
	assert_int_equal(mk_mesh_bvh_hash(&first), pick_tolerance(GOLDEN_FLOAT, GOLDEN_DOUBLE));
	mk_mesh_bvh_free(&first);
	mk_mesh_bvh_free(&second);
	free_terrain(&terrain);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_triangles_give_an_empty_tree),
		cmocka_unit_test(one_triangle_is_found),
		cmocka_unit_test(equal_and_degenerate_boxes_make_full_leaves),
		cmocka_unit_test(boxes_without_content_spoil_nothing),
		cmocka_unit_test(lanes_agree_with_single_comparisons),
		cmocka_unit_test(leaf_order_is_a_permutation),
		cmocka_unit_test(refit_follows_the_vertices),
		cmocka_unit_test(queries_that_are_not_finite_find_nothing),
		cmocka_unit_test(nearest_looks_at_a_few_leaves),
		cmocka_unit_test(far_trees_have_no_pairs_and_near_ones_do),
		cmocka_unit_test(a_hundred_thousand_triangles_take_a_million_steps_at_most),
		cmocka_unit_test(a_million_triangles_work),
		cmocka_unit_test(same_input_gives_the_same_tree),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
