// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The hash grid: which cells a box touches, negative coordinates, colliding hashes, large objects,
// the second grid and what it costs and saves.
#include "spatial/hash_grid.h"

#include "base/alloc.h"
#include "support/check.h"
#include "support/random.h"

enum { MAX_OBJECTS = 4096 };

typedef struct Scene {
	Aabb boxes[MAX_OBJECTS];
	uint32_t asked; // how often the bounds function was called
} Scene;

static Aabb scene_bounds(void *context, uint32_t object) {
	Scene *scene = context;
	scene->asked++;
	return scene->boxes[object];
}

typedef struct Found {
	uint32_t objects[MAX_OBJECTS];
	uint32_t count;
	uint32_t stop_after; // 0: never
} Found;

static bool note_object(void *context, uint32_t id, uint32_t object) {
	(void)id;
	Found *found = context;
	found->objects[found->count++] = object;
	return found->count != found->stop_after;
}

static uint64_t same_hash(CellKey key) {
	(void)key;
	return 42;
}

static uint64_t poor_hash(CellKey key) { return (uint64_t)(uint32_t)(key.x + key.y + key.z) & 3; }

static HashGrid make_grid(Scene *scene, Real cell_size, CellHash *hash) {
	HashGrid grid;
	HashGridOptions options = {
		.cell_size = cell_size, .bounds = scene_bounds, .context = scene, .hash = hash
	};
	mk_hash_grid_init(&grid, &options);
	return grid;
}

static uint32_t count_cells(CellRange r) {
	return (uint32_t)((r.max.x - r.min.x + 1) * (r.max.y - r.min.y + 1) * (r.max.z - r.min.z + 1));
}

// Cells of side 2, both ends by rounding down.
static void boxes_touch_the_cells_they_should(void **state) {
	(void)state;
	Scene scene = { .asked = 0 };
	HashGrid grid = make_grid(&scene, 2, NULL);
	const Real half = (Real)0.5;
	// a box around the origin: -1 to 0 along each axis
	CellRange around = mk_hash_grid_cells(&grid, (Aabb){ vec3_splat(-half), vec3_splat(half) });
	assert_int_equal(count_cells(around), 8);
	assert_int_equal(around.min.x, -1);
	assert_int_equal(around.max.z, 0);
	// within one cell
	CellRange one = mk_hash_grid_cells(&grid, (Aabb){ vec3_splat(half), vec3_splat((Real)1.5) });
	assert_int_equal(count_cells(one), 1);
	assert_int_equal(one.min.x, 0);
	// x -2..0, y -1..1, z 0..1; the border at z = 2 belongs to the upper cell
	CellRange many = mk_hash_grid_cells(
			&grid, (Aabb){ { -3, -1, (Real)0.25 }, { (Real)1.9, (Real)3.9, 2 } });
	assert_int_equal(count_cells(many), 18);
	assert_int_equal(many.min.x, -2);
	assert_int_equal(many.max.x, 0);
	assert_int_equal(many.min.y, -1);
	assert_int_equal(many.max.y, 1);
	assert_int_equal(many.min.z, 0);
	assert_int_equal(many.max.z, 1);
	mk_hash_grid_free(&grid);
}

static void objects_are_inserted_found_updated_and_removed(void **state) {
	(void)state;
	static Scene scene;
	scene.asked = 0;
	HashGrid grid = make_grid(&scene, 2, NULL);
	scene.boxes[5] = (Aabb){ { -7, -7, -7 }, { -6, -6, -6 } };
	scene.boxes[6] = (Aabb){ { 1, 1, 1 }, { 3, 3, 3 } };
	uint32_t first = mk_hash_grid_insert(&grid, 5);
	uint32_t second = mk_hash_grid_insert(&grid, 6);
	assert_int_equal(scene.asked, 2);
	Found found = { .count = 0 };
	HashGridWork work = mk_hash_grid_query(&grid, scene.boxes[5], note_object, &found);
	assert_int_equal(found.count, 1);
	assert_int_equal(found.objects[0], 5);
	assert_int_equal(work.hits, 1);
	// the other one lies in eight cells and is reported once
	found.count = 0;
	mk_hash_grid_query(&grid, (Aabb){ { 0, 0, 0 }, { 4, 4, 4 } }, note_object, &found);
	assert_int_equal(found.count, 1);
	assert_int_equal(found.objects[0], 6);
	// a small move stays in its cells, a large one does not; either is found where it is
	scene.boxes[6] = (Aabb){ { (Real)1.5, 1, 1 }, { (Real)3.5, 3, 3 } };
	assert_false(mk_hash_grid_update(&grid, second));
	scene.boxes[5] = (Aabb){ { 10, 10, 10 }, { 11, 11, 11 } };
	assert_true(mk_hash_grid_update(&grid, first));
	found.count = 0;
	mk_hash_grid_query(&grid, (Aabb){ { -9, -9, -9 }, { -5, -5, -5 } }, note_object, &found);
	assert_int_equal(found.count, 0);
	// touching at x = 3.5 counts
	Aabb touching = { { (Real)3.5, 1, 1 }, { 12, 12, 12 } };
	mk_hash_grid_query(&grid, touching, note_object, &found);
	assert_int_equal(found.count, 2);
	mk_hash_grid_remove(&grid, second);
	found.count = 0;
	mk_hash_grid_query(&grid, touching, note_object, &found);
	assert_int_equal(found.count, 1);
	assert_false(hash_grid_has(&grid, second));
	assert_int_equal(mk_hash_grid_insert(&grid, 6), second);
	mk_hash_grid_free(&grid);
	assert_int_equal(mk_alloc_stats().live_bytes, 0);
}

// Fills a scene with boxes on both sides of the origin and lists what each finds.
static Found all_neighbours(Scene *scene, CellHash *hash, uint32_t count) {
	HashGrid grid = make_grid(scene, 1, hash);
	for (uint32_t i = 0; i < count; i++) {
		mk_hash_grid_insert(&grid, i);
	}
	Found all = { .count = 0 };
	for (uint32_t i = 0; i < count; i++) {
		mk_hash_grid_query(&grid, scene->boxes[i], note_object, &all);
	}
	mk_hash_grid_free(&grid);
	return all;
}

static void colliding_hashes_change_nothing(void **state) {
	(void)state;
	enum { COUNT = 120 };
	static Scene scene;
	Rng rng = { 4 };
	for (uint32_t i = 0; i < COUNT; i++) {
		scene.boxes[i] = aabb_from_center(random_vec3(&rng, 3), vec3_splat((Real)0.4));
	}
	Found good = all_neighbours(&scene, NULL, COUNT);
	Found poor = all_neighbours(&scene, poor_hash, COUNT);
	Found same = all_neighbours(&scene, same_hash, COUNT);
	// each finds itself and some others; results and their order are the same
	assert_true(good.count > 2 * COUNT);
	assert_int_equal(poor.count, good.count);
	assert_int_equal(same.count, good.count);
	assert_memory_equal(poor.objects, good.objects, good.count * sizeof(uint32_t));
	assert_memory_equal(same.objects, good.objects, good.count * sizeof(uint32_t));
}

static void negative_coordinates_are_cells_of_their_own(void **state) {
	(void)state;
	static Scene scene;
	// mirrored around the origin: rounding towards zero would put both into cell 0
	scene.boxes[0] = (Aabb){ { (Real)0.2, (Real)0.2, (Real)0.2 },
		{ (Real)0.3, (Real)0.3, (Real)0.3 } };
	scene.boxes[1] = (Aabb){ vec3_negate(scene.boxes[0].max), vec3_negate(scene.boxes[0].min) };
	HashGrid grid = make_grid(&scene, 1, NULL);
	mk_hash_grid_insert(&grid, 0);
	mk_hash_grid_insert(&grid, 1);
	for (uint32_t i = 0; i < 2; i++) {
		Found found = { .count = 0 };
		HashGridWork work = mk_hash_grid_query(&grid, scene.boxes[i], note_object, &found);
		assert_int_equal(work.cells, 1);
		assert_int_equal(work.candidates, 1);
		assert_int_equal(found.objects[0], i);
	}
	mk_hash_grid_free(&grid);
}

static void large_empty_and_infinite_boxes_work(void **state) {
	(void)state;
	static Scene scene;
	Real inf = MK_INFINITY;
	scene.boxes[0] = (Aabb){ { -10000, -1, -10000 }, { 10000, 0, 10000 } }; // the ground
	scene.boxes[1] = (Aabb){ { 5, 0, 5 }, { 6, 1, 6 } };
	scene.boxes[2] = aabb_empty();
	scene.boxes[3] = (Aabb){ { -inf, -inf, -inf }, { inf, inf, inf } };
	scene.boxes[4] = (Aabb){ { 20000, 0, 0 }, { 20001, 1, 1 } };
	HashGrid grid = make_grid(&scene, 1, NULL);
	uint32_t ids[5];
	for (uint32_t i = 0; i < 5; i++) {
		ids[i] = mk_hash_grid_insert(&grid, i);
	}
	// four hundred million cells were not made
	assert_true(mk_hash_grid_memory(&grid) < 100000);
	Found found = { .count = 0 };
	mk_hash_grid_query(&grid, scene.boxes[1], note_object, &found);
	assert_int_equal(found.count, 3);
	// a query larger than everything ends as well, and finds all but the empty one
	found.count = 0;
	mk_hash_grid_query(&grid, scene.boxes[3], note_object, &found);
	assert_int_equal(found.count, 4);
	found = (Found){ .stop_after = 2 };
	mk_hash_grid_query(&grid, scene.boxes[3], note_object, &found);
	assert_int_equal(found.count, 2);
	found = (Found){ .count = 0 };
	mk_hash_grid_query(&grid, aabb_empty(), note_object, &found);
	assert_int_equal(found.count, 0);
	// between the kinds
	scene.boxes[0] = scene.boxes[1];
	scene.boxes[1] = aabb_empty();
	assert_true(mk_hash_grid_update(&grid, ids[0]));
	assert_true(mk_hash_grid_update(&grid, ids[1]));
	mk_hash_grid_remove(&grid, ids[3]);
	mk_hash_grid_query(&grid, scene.boxes[0], note_object, &found);
	assert_int_equal(found.count, 1);
	assert_int_equal(found.objects[0], 0);
	mk_hash_grid_free(&grid);
}

// Far out, where cells cannot be told apart, objects still find each other, and only each other.
static void far_objects_are_kept_apart(void **state) {
	(void)state;
	static Scene scene;
	const Real far_away = (Real)1e20;
	scene.boxes[0] = aabb_from_center(vec3_splat(far_away), vec3_splat(1));
	scene.boxes[1] = aabb_from_center(vec3_splat(far_away * 2), vec3_splat(1));
	scene.boxes[2] = aabb_from_center(vec3_splat(-far_away), vec3_splat(1));
	HashGrid grid = make_grid(&scene, 1, NULL);
	for (uint32_t i = 0; i < 3; i++) {
		mk_hash_grid_insert(&grid, i);
	}
	for (uint32_t i = 0; i < 3; i++) {
		Found found = { .count = 0 };
		mk_hash_grid_query(&grid, scene.boxes[i], note_object, &found);
		assert_int_equal(found.count, 1);
		assert_int_equal(found.objects[0], i);
	}
	mk_hash_grid_free(&grid);
}

typedef struct Totals {
	HashGridWork work;
	size_t memory;
} Totals;

static Totals measure(Scene *scene, uint32_t count, bool has_second_grid) {
	HashGrid grid;
	HashGridOptions options = {
		.cell_size = 2, .has_second_grid = has_second_grid, .bounds = scene_bounds, .context = scene
	};
	mk_hash_grid_init(&grid, &options);
	for (uint32_t i = 0; i < count; i++) {
		mk_hash_grid_insert(&grid, i);
	}
	Totals totals = { .memory = mk_hash_grid_memory(&grid) };
	Found found;
	for (uint32_t i = 0; i < count; i++) {
		found.count = 0;
		found.stop_after = 0;
		HashGridWork work = mk_hash_grid_query(&grid, scene->boxes[i], note_object, &found);
		totals.work.cells += work.cells;
		totals.work.candidates += work.candidates;
		totals.work.hits += work.hits;
	}
	mk_hash_grid_free(&grid);
	return totals;
}

// A box of half a cell lies across a border along an axis with probability 1/2, and in the shifted
// grid exactly when it does not in the first. So one grid is asked for (3/2)^3 = 3.375 cells, and
// the better of two for 2^min(k, 3 - k), k axes with a border: (2 * 1 + 6 * 2) / 8 = 1.75. Records
// are shared, the rest is there twice.
static void second_grid_saves_candidates_for_memory(void **state) {
	(void)state;
	enum { COUNT = 3000 };
	static Scene scene;
	Rng rng = { 8 };
	for (uint32_t i = 0; i < COUNT; i++) {
		scene.boxes[i] = aabb_from_center(random_vec3(&rng, 15), vec3_splat((Real)0.5));
	}
	Totals one = measure(&scene, COUNT, false);
	Totals two = measure(&scene, COUNT, true);
	print_message("one grid: %u cells, %u candidates, %zu bytes; two: %u, %u, %zu\n",
			one.work.cells, one.work.candidates, one.memory, two.work.cells, two.work.candidates,
			two.memory);
	assert_int_equal(two.work.hits, one.work.hits);
	// three standard deviations of the mean of 3000: 2.1 and 0.44 per box
	check_near((double)one.work.cells / COUNT, 3.375, 0.12);
	check_near((double)two.work.cells / COUNT, 1.75, 0.03);
	assert_true(two.work.candidates < one.work.candidates * 9 / 10);
	assert_true(two.memory > one.memory * 3 / 2 && two.memory < one.memory * 5 / 2);
}

// The figure of the idea: an object on the corner of four (in space eight) cells of one grid lies
// within a single cell of the other.
static void corner_of_one_grid_is_middle_of_the_other(void **state) {
	(void)state;
	static Scene scene;
	scene.boxes[0] = aabb_from_center(vec3_splat(2), vec3_splat((Real)0.25));
	for (int layers = 1; layers <= 2; layers++) {
		HashGrid grid;
		HashGridOptions options = { .cell_size = 2,
			.has_second_grid = layers == 2,
			.bounds = scene_bounds,
			.context = &scene };
		mk_hash_grid_init(&grid, &options);
		mk_hash_grid_insert(&grid, 0);
		Found found = { .count = 0 };
		HashGridWork work = mk_hash_grid_query(&grid, scene.boxes[0], note_object, &found);
		assert_int_equal(work.cells, layers == 1 ? 8 : 1);
		assert_int_equal(found.count, 1);
		mk_hash_grid_free(&grid);
	}
}

static void queries_allocate_nothing(void **state) {
	(void)state;
	static Scene scene;
	HashGrid grid = make_grid(&scene, 1, NULL);
	for (uint32_t i = 0; i < 100; i++) {
		scene.boxes[i] = aabb_from_center(vec3((Real)i, 0, 0), vec3_splat(1));
		mk_hash_grid_insert(&grid, i);
	}
	uint64_t before = mk_alloc_stats().total;
	Found found = { .count = 0 };
	mk_hash_grid_query(&grid, (Aabb){ { 0, 0, 0 }, { 50, 1, 1 } }, note_object, &found);
	assert_true(found.count > 50);
	assert_int_equal(mk_alloc_stats().total, before);
	mk_hash_grid_free(&grid);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boxes_touch_the_cells_they_should),
		cmocka_unit_test(objects_are_inserted_found_updated_and_removed),
		cmocka_unit_test(colliding_hashes_change_nothing),
		cmocka_unit_test(negative_coordinates_are_cells_of_their_own),
		cmocka_unit_test(large_empty_and_infinite_boxes_work),
		cmocka_unit_test(far_objects_are_kept_apart),
		cmocka_unit_test(second_grid_saves_candidates_for_memory),
		cmocka_unit_test(corner_of_one_grid_is_middle_of_the_other),
		cmocka_unit_test(queries_allocate_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
