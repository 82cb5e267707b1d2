// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The two sweeps that the benches time, by their counts instead: memory and work of the hash
// grid over cell sizes, and pairs of triangles of two balls, from apart to one inside the other,
// by trees and by all pairs.
#include "geometry/triangle_triangle.h"
#include "spatial/hash_grid.h"
#include "spatial/mesh_bvh.h"

#include "support/check.h"
#include "support/mesh_make.h"
#include "support/random.h"

#include <string.h>

enum { OBJECTS = 2000, SIZES = 6 };

static const Real cell_sizes[SIZES] = { (Real)0.25, (Real)0.5, 1, 2, 4, 8 };

// What a grid of one cell size took.
typedef struct GridSweep {
	double memory;     // bytes for each object
	double cells;      // looked up for each query
	double candidates; // for each query
	double hits;       // for each query
	double listed;     // cells that an object is in
} GridSweep;

static Aabb get_box(void *context, uint32_t object) { return ((const Aabb *)context)[object]; }

static bool go_on(void *context, uint32_t id, uint32_t object) {
	(void)context;
	(void)id;
	(void)object;
	return true;
}

static GridSweep sweep_grid(Aabb *boxes, Real cell_size, bool has_second_grid) {
	HashGrid grid;
	HashGridOptions options = { .cell_size = cell_size,
		.has_second_grid = has_second_grid,
		.bounds = get_box,
		.context = boxes };
	mk_hash_grid_init(&grid, &options);
	GridSweep sum = { 0 };
	for (uint32_t i = 0; i < OBJECTS; i++) {
		mk_hash_grid_insert(&grid, i);
		CellRange r = mk_hash_grid_cells(&grid, boxes[i]);
		sum.listed += (double)(r.max.x - r.min.x + 1) * (double)(r.max.y - r.min.y + 1) *
				(double)(r.max.z - r.min.z + 1) / OBJECTS;
	}
	for (uint32_t i = 0; i < OBJECTS; i++) {
		HashGridWork work = mk_hash_grid_query(&grid, boxes[i], go_on, NULL);
		sum.cells += (double)work.cells / OBJECTS;
		sum.candidates += (double)work.candidates / OBJECTS;
		sum.hits += (double)work.hits / OBJECTS;
	}
	sum.memory = (double)mk_hash_grid_memory(&grid) / OBJECTS;
	mk_hash_grid_free(&grid);
	return sum;
}

// Boxes of 0.2 to 1 m, 3.4 cubic metres for each.
static void make_boxes(Aabb *boxes) {
	Rng rng = { 28 };
	double reach = cbrt(3.4 * OBJECTS) / 2;
	for (uint32_t i = 0; i < OBJECTS; i++) {
		Vec3 center = random_vec3(&rng, reach);
		Real half = random_real(&rng, 0.1, 0.5);
		boxes[i] = aabb_from_center(center, vec3_splat(half));
	}
}

// Smaller cells: each object is in more of them, which costs memory, and fewer strangers share
// them. What is found is the same for all sizes. A box of side s is in (s / c + 1)^3 cells of side
// c on average: for sides from 0.2 to 1, uniformly, the mean over s, (b^4 - a^4) c / (4 0.8) with
// a = 0.2 / c + 1, b = 1 / c + 1.
static void cell_size_trades_memory_for_candidates(void **state) {
	(void)state;
	static Aabb boxes[OBJECTS];
	make_boxes(boxes);
	GridSweep last = { 0 };
	for (int i = 0; i < SIZES; i++) {
		GridSweep one = sweep_grid(boxes, cell_sizes[i], false);
		GridSweep two = sweep_grid(boxes, cell_sizes[i], true);
		double c = (double)cell_sizes[i];
		double expected = (pow(1 / c + 1, 4) - pow(0.2 / c + 1, 4)) * c / 3.2;
		check_near(one.listed, expected, 0.1 * expected);
		check_near(one.cells, one.listed, 1e-9 * one.listed);
		check_near(two.hits, one.hits, 0);
		// at least an entry of 8 bytes in every cell and a record of its box; growth by doubling
		// and cells with one object only cost some times that
		assert_true(one.memory >= 8 * one.listed + (double)sizeof(Aabb));
		assert_true(one.memory <= 80 * one.listed + 4 * (double)sizeof(GridRecord));
		assert_true(two.memory > one.memory);
		assert_true(two.candidates <= one.candidates);
		if (i > 0) {
			check_near(one.hits, last.hits, 0);
			assert_true(one.listed < last.listed && one.memory <= last.memory);
			assert_true(one.candidates >= last.candidates);
		}
		last = one;
	}
	// over the sweep, both change by more than an order of magnitude
	GridSweep first = sweep_grid(boxes, cell_sizes[0], false);
	assert_true(first.memory > 5 * last.memory && last.candidates > 10 * first.candidates);
}

enum { RINGS = 8, AROUND = 16, COUNT = 2 * RINGS * AROUND };

typedef struct Ball {
	TestMesh mesh;
	MeshBvh tree;
	Triangle triangles[COUNT];
} Ball;

typedef struct Pairs {
	const Ball *a;
	const Ball *b;
	uint32_t tests;
	uint32_t hits;
	bool met[COUNT][COUNT];
} Pairs;

static void make_ball(Ball *ball, Real radius, Real x) {
	ball->mesh = mesh_make_ball(RINGS, AROUND);
	Quat turn = quat_from_axis_angle(vec3_axis(2), x > 0 ? (Real)0.1 : 0);
	mesh_map(&ball->mesh, (Affine){ mat3_scale(quat_to_mat3(turn), radius), vec3(x, 0, 0) });
	TriangleMesh view = mesh_view(&ball->mesh);
	assert_int_equal(view.triangle_count, COUNT);
	for (uint32_t i = 0; i < COUNT; i++)
		ball->triangles[i] = triangle_mesh_get(view, i);
	MeshBvhInput input = { .vertices = view.points, .indices = view.indices, .count = COUNT };
	mk_mesh_bvh_build(&ball->tree, &input);
}

static void free_ball(Ball *ball) {
	mk_mesh_bvh_free(&ball->tree);
	mesh_free(&ball->mesh);
}

static void test_pair(Pairs *pairs, uint32_t i, uint32_t j) {
	pairs->tests++;
	TrianglePair found = mk_triangles_meet(pairs->a->triangles[i], pairs->b->triangles[j]);
	if (found.meeting == TRIANGLES_APART) return;
	pairs->hits++;
	pairs->met[i][j] = true;
}

static bool test_ranges(void *context, MeshBvhRange a, MeshBvhRange b) {
	Pairs *pairs = context;
	for (uint32_t i = a.first; i < a.first + a.count; i++) {
		for (uint32_t j = b.first; j < b.first + b.count; j++)
			test_pair(pairs, pairs->a->tree.order[i], pairs->b->tree.order[j]);
	}
	return true;
}

// Fills in what each way found; returns how many pairs the trees tested.
static uint32_t compare_ways(const Ball *outer, const Ball *inner) {
	static Pairs naive;
	static Pairs trees;
	naive = (Pairs){ .a = outer, .b = inner };
	trees = naive;
	for (uint32_t i = 0; i < COUNT * COUNT; i++)
		test_pair(&naive, i / COUNT, i % COUNT);
	MeshBvhPairQuery query = { .a = &outer->tree, .b = &inner->tree, .b_to_a = affine_identity() };
	mk_mesh_bvh_find_pairs(&query, test_ranges, &trees);
	// each pair once, and the same pairs
	assert_int_equal(trees.hits, naive.hits);
	assert_memory_equal(trees.met, naive.met, sizeof(naive.met));
	return trees.tests;
}

// Boxes spare all work for balls that are apart and less of it the more of one surface runs
// along the other: one ball just inside the other is the worst case of a hierarchy, a small one
// in the middle costs nothing.
static void nested_balls_are_the_worst_case_of_trees(void **state) {
	(void)state;
	static Ball outer;
	static Ball inner;
	const Real radii[3] = { 1, (Real)0.99, (Real)0.5 };
	const Real distances[5] = { (Real)2.5, (Real)1.5, (Real)0.5, (Real)0.05, 0 };
	uint32_t tests[3][5];
	make_ball(&outer, 1, 0);
	for (int i = 0; i < 15; i++) {
		make_ball(&inner, radii[i / 5], distances[i % 5]);
		tests[i / 5][i % 5] = compare_ways(&outer, &inner);
		free_ball(&inner);
	}
	free_ball(&outer);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(tests[i][0], 0);
		for (int k = 0; k < 5; k++)
			assert_true(tests[i][k] < COUNT * COUNT / 2);
	}
	// balls of the same size, nearer each time
	for (int k = 1; k < 5; k++)
		assert_true(tests[1][k] > tests[1][k - 1]);
	assert_true(tests[2][4] < tests[1][4] / 20);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cell_size_trades_memory_for_candidates),
		cmocka_unit_test(nested_balls_are_the_worst_case_of_trees),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
