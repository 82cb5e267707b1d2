// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// After any sequence of edits the hash grid answers as a list does that is searched from end to
// end, each object once: with good and with colliding hashes, one grid or two, cells from much
// smaller to much larger than objects, near and far from the origin.
#include "spatial/hash_grid.h"

#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

enum { MAX_OBJECTS = 64, EDITS = 200 };

typedef struct Model {
	HashGrid grid;
	Aabb boxes[MAX_OBJECTS];
	uint32_t ids[MAX_OBJECTS];
	bool is_live[MAX_OBJECTS];
	uint32_t counts[MAX_OBJECTS]; // visits of the last query
	Vec3 origin;
	double spread; // m
	double size;   // m
} Model;

static Aabb model_bounds(void *context, uint32_t object) {
	return ((const Model *)context)->boxes[object];
}

static bool count_object(void *context, uint32_t id, uint32_t object) {
	Model *model = context;
	assert_true(object < MAX_OBJECTS && model->ids[object] == id);
	model->counts[object]++;
	return true;
}

static uint64_t same_hash(CellKey key) {
	(void)key;
	return 0;
}

static Aabb random_box(Rng *rng, const Model *model) {
	Vec3 center = vec3_add(model->origin, random_vec3(rng, model->spread));
	Vec3 half = vec3_abs(random_vec3(rng, model->size));
	switch (rng_below(rng, 16)) {
		case 0: return aabb_empty();
		case 1: return (Aabb){ center, center };
		case 2: return aabb_from_center(center, vec3_splat((Real)(100 * model->spread)));
		case 3: return (Aabb){ vec3_splat(-MK_INFINITY), center };
		// on whole numbers: exact touches, also with the borders of cells
		case 4: {
			Vec3 low = vec3(real_floor(center.x), real_floor(center.y), real_floor(center.z));
			return (Aabb){ low, vec3_add(low, vec3_splat(1)) };
		}
		default: return aabb_from_center(center, half);
	}
}

static void edit(Rng *rng, Model *model) {
	uint32_t object = rng_below(rng, MAX_OBJECTS);
	if (!model->is_live[object]) {
		model->boxes[object] = random_box(rng, model);
		model->ids[object] = mk_hash_grid_insert(&model->grid, object);
		model->is_live[object] = true;
	} else if (rng_below(rng, 3) == 0) {
		mk_hash_grid_remove(&model->grid, model->ids[object]);
		model->is_live[object] = false;
	} else {
		model->boxes[object] = random_box(rng, model);
		mk_hash_grid_update(&model->grid, model->ids[object]);
	}
}

static bool touches(Aabb a, Aabb b) {
	return !aabb_is_empty(a) && !aabb_is_empty(b) && aabb_overlaps(a, b);
}

static void check_query(Rng *rng, Model *model) {
	Aabb box = random_box(rng, model);
	memset(model->counts, 0, sizeof(model->counts));
	HashGridWork work = mk_hash_grid_query(&model->grid, box, count_object, model);
	uint32_t hits = 0;
	for (uint32_t i = 0; i < MAX_OBJECTS; i++) {
		bool is_expected = model->is_live[i] && touches(model->boxes[i], box);
		assert_int_equal(model->counts[i], is_expected ? 1 : 0);
		hits += is_expected;
	}
	assert_int_equal(work.hits, hits);
	assert_true(work.candidates >= work.hits && work.candidates <= model->grid.count);
}

static void grid_agrees_with_a_list(Rng *rng) {
	static Model model;
	memset(&model, 0, sizeof(model));
	double scale = (double)random_size(rng, -3, 3);
	model.spread = 8 * scale;
	model.size = scale;
	if (rng_below(rng, 3) == 0) model.origin = random_vec3(rng, 1000 * scale);
	HashGridOptions options = {
		.cell_size = (Real)(scale * (double)random_size(rng, -0.5, 1.5)),
		.bounds = model_bounds,
		.context = &model,
	};
	options.has_second_grid = rng_below(rng, 2) == 0;
	options.hash = rng_below(rng, 4) == 0 ? same_hash : NULL;
	mk_hash_grid_init(&model.grid, &options);
	for (uint32_t i = 0; i < EDITS; i++) {
		edit(rng, &model);
		if (i % 4 == 0) check_query(rng, &model);
	}
	// all out again: no cell and no entry stays
	for (uint32_t i = 0; i < MAX_OBJECTS; i++) {
		if (model.is_live[i]) mk_hash_grid_remove(&model.grid, model.ids[i]);
	}
	assert_int_equal(model.grid.count, 0);
	assert_int_equal(model.grid.layers[0].cells.count, 0);
	assert_int_equal(model.grid.layers[1].cells.count, 0);
	assert_int_equal(model.grid.large.count, 0);
	mk_hash_grid_free(&model.grid);
}

static void grid_agrees_with_a_list_over_random_edits(void **state) {
	(void)state;
	for_all(grid_agrees_with_a_list, 100, 1);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(grid_agrees_with_a_list_over_random_edits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
