// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "collide/ball_pairs.h"

#include "base/alloc.h"
#include "spatial/bvh.h"
#include "spatial/hash_grid.h"

#include <stdlib.h>

typedef struct Search {
	const BallPairsInput *input;
	BallPairs found;
	uint32_t visitor;
} Search;

static void test_two(Search *search, uint32_t i, uint32_t j) {
	const BallPairsInput *input = search->input;
	BallPairs *found = &search->found;
	found->tests++;
	Vec3 way = vec3_sub(input->centers[i], input->centers[j]);
	if (vec3_length_squared(way) > real_square(2 * input->radius)) return;
	found->is_full = found->pairs.count >= input->limit;
	if (found->is_full) return;
	uint32_t low = i < j ? i : j;
	uint32_t high = i < j ? j : i;
	ball_pair_array_push(&found->pairs, (uint64_t)low << 32 | high);
}

static void find_all(Search *search) {
	uint32_t count = search->input->count;
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t j = i + 1; j < count && !search->found.is_full; j++)
			test_two(search, i, j);
}

static Aabb bounds_of(void *context, uint32_t object) {
	const BallPairsInput *input = ((const Search *)context)->input;
	Vec3 center = input->centers[object];
	return aabb_grow((Aabb){ center, center }, input->radius);
}

static bool meet_in_grid(void *context, uint32_t id, uint32_t object) {
	(void)id;
	Search *search = context;
	if (object > search->visitor) test_two(search, search->visitor, object);
	return !search->found.is_full;
}

static void find_by_grid(Search *search) {
	const BallPairsInput *input = search->input;
	HashGrid grid;
	HashGridOptions options = { .cell_size = input->cell_size, .bounds = bounds_of };
	options.context = search;
	options.has_second_grid = input->method == BALL_PAIRS_TWO_GRIDS;
	mk_hash_grid_init(&grid, &options);
	for (uint32_t i = 0; i < input->count; i++)
		mk_hash_grid_insert(&grid, i);
	for (uint32_t i = 0; i < input->count && !search->found.is_full; i++) {
		search->visitor = i;
		mk_hash_grid_query(&grid, bounds_of(search, i), meet_in_grid, search);
	}
	search->found.bytes = mk_hash_grid_memory(&grid);
	mk_hash_grid_free(&grid);
}

static bool meet_in_tree(void *context, uint32_t id_a, uint32_t id_b) {
	Search *search = context;
	test_two(search, id_a, id_b);
	return !search->found.is_full;
}

static void find_by_tree(Search *search) {
	uint32_t count = search->input->count;
	Bvh bvh = { 0 };
	BvhItem *items = mk_alloc(count * sizeof *items);
	for (uint32_t i = 0; i < count; i++)
		items[i] = (BvhItem){ bounds_of(search, i), i, 1 };
	mk_bvh_build(&bvh, items, count);
	mk_bvh_find_pairs(&bvh, meet_in_tree, search);
	search->found.bytes = mk_bvh_memory(&bvh);
	mk_free(items, count * sizeof *items);
	mk_bvh_free(&bvh);
}

typedef void FindPairs(Search *search);

static FindPairs *const methods[BALL_PAIRS_METHOD_COUNT] = {
	[BALL_PAIRS_ALL] = find_all,
	[BALL_PAIRS_GRID] = find_by_grid,
	[BALL_PAIRS_TWO_GRIDS] = find_by_grid,
	[BALL_PAIRS_TREE] = find_by_tree,
};

static int compare_pairs(const void *a, const void *b) {
	uint64_t x = *(const uint64_t *)a;
	uint64_t y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

BallPairs mk_ball_pairs(const BallPairsInput *input) {
	MK_ASSERT(input->method < BALL_PAIRS_METHOD_COUNT);
	Search search = { .input = input };
	methods[input->method](&search);
	BallPairArray *pairs = &search.found.pairs;
	if (pairs->count > 1) qsort(pairs->data, pairs->count, sizeof(uint64_t), compare_pairs);
	return search.found;
}
