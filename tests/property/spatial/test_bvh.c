// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// After any sequence of edits the dynamic tree answers as a list does that is searched from end to
// end: boxes, rays, moving boxes, pairs. Worlds of random boxes, of boxes on a lattice that touch
// exactly, far from the origin, and of points, flat, huge, infinite and empty boxes among others.
#include "property/spatial/bvh_model.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

enum { EDITS = 300 };

// How the boxes of a case are made.
typedef struct BoxKind {
	Vec3 origin;
	double spread;   // m
	double size;     // m, largest half extent
	bool is_lattice; // whole numbers only: many exact touches and equal boxes
	bool is_wild;    // some boxes are degenerate
} BoxKind;

static BoxKind random_kind(Rng *rng) {
	double scale = (double)random_size(rng, -4, 4);
	BoxKind kind = { .spread = 10 * scale, .size = scale * rng_range(rng, 0.1, 4) };
	kind.is_lattice = rng_below(rng, 3) == 0;
	kind.is_wild = rng_below(rng, 2) == 0;
	if (kind.is_lattice) {
		kind.spread = 6;
		kind.size = 2;
	}
	if (rng_below(rng, 4) == 0) kind.origin = random_vec3(rng, 1000 * scale);
	return kind;
}

static Vec3 on_lattice(Vec3 p) { return vec3(real_floor(p.x), real_floor(p.y), real_floor(p.z)); }

static Aabb wild_box(Rng *rng, Aabb box) {
	switch (rng_below(rng, 8)) {
		case 0: return aabb_empty();
		case 1: return (Aabb){ vec3_splat(-MK_INFINITY), vec3_splat(MK_INFINITY) };
		case 2: return (Aabb){ box.min, box.min };
		case 3: return (Aabb){ box.min, vec3(box.max.x, box.min.y, box.max.z) };
		case 4: return (Aabb){ box.max, box.min };
		case 5: return aabb_grow(box, random_size(rng, 0, 37));
		case 6: return (Aabb){ box.min, vec3(MK_INFINITY, box.max.y, box.max.z) };
		default: return (Aabb){ { 0, 0, 0 }, { 0, 0, 0 } };
	}
}

static Aabb random_box(Rng *rng, const BoxKind *kind) {
	Vec3 center = vec3_add(kind->origin, random_vec3(rng, kind->spread));
	Vec3 half = vec3_abs(random_vec3(rng, kind->size));
	if (kind->is_lattice) {
		center = on_lattice(center);
		half = on_lattice(half);
	}
	Aabb box = aabb_from_center(center, half);
	return kind->is_wild && rng_below(rng, 8) == 0 ? wild_box(rng, box) : box;
}

static BoxCast random_cast(Rng *rng, const BoxKind *kind) {
	BoxCast cast = { .origin = vec3_add(kind->origin, random_vec3(rng, 1.5 * kind->spread)) };
	cast.motion = random_vec3(rng, 3 * kind->spread);
	cast.max_t = rng_below(rng, 4) == 0 ? MK_INFINITY : random_real(rng, 0, 1.5);
	if (rng_below(rng, 2) == 0) cast.half = vec3_abs(random_vec3(rng, kind->size));
	if (kind->is_lattice) {
		cast.origin = on_lattice(cast.origin);
		cast.motion = on_lattice(cast.motion);
		cast.half = on_lattice(cast.half);
	}
	if (rng_below(rng, 3) == 0) cast.motion.x = 0;
	if (rng_below(rng, 3) == 0) cast.motion.y = 0;
	return cast;
}

static void edit_leaf(Rng *rng, BvhModel *model, uint32_t id, Aabb box) {
	switch (rng_below(rng, 5)) {
		case 0: model_remove(model, id); break;
		case 1: model_place(model, id, box); break;
		case 2: model_set_mask(model, id, rng_u32(rng)); break;
		default: assert_true(model_move(model, id, box, random_real(rng, 0, 0.5))); break;
	}
}

static void edit(Rng *rng, BvhModel *model, const BoxKind *kind) {
	Aabb box = random_box(rng, kind);
	uint32_t id = rng_below(rng, MODEL_MAX);
	uint32_t choice = rng_below(rng, 64);
	if (choice == 0)
		mk_bvh_rebuild_all(&model->bvh);
	else if (choice < 4)
		mk_bvh_rebuild(&model->bvh);
	else if (choice >= 60)
		mk_bvh_refit(&model->bvh);
	else if (choice == 4)
		model_build(model);
	else if (model->leaves[id].is_live)
		edit_leaf(rng, model, id, box);
	else if (!model_is_full(model))
		assert_true(model_insert(model, box, rng_u32(rng) | 1));
}

static void check_model(Rng *rng, const BvhModel *model, const BoxKind *kind) {
	assert_true(mk_bvh_is_valid(&model->bvh));
	assert_true(model_boxes_agree(model));
	for (int i = 0; i < 4; i++) {
		uint32_t mask = rng_below(rng, 2) == 0 ? ~0u : 1u << rng_below(rng, 32);
		assert_true(model_agrees_on_box(model, random_box(rng, kind), mask));
		BoxCast cast = random_cast(rng, kind);
		assert_true(model_agrees_on_cast(model, &cast, mask));
		assert_true(model_agrees_on_closest(model, &cast));
	}
	assert_true(model_agrees_on_pairs(model));
}

static void tree_agrees_with_a_list(Rng *rng) {
	BvhModel model = { .edits = 0 };
	BoxKind kind = random_kind(rng);
	for (uint32_t i = 0; i < EDITS; i++) {
		edit(rng, &model, &kind);
		if (i % 8 == 0) check_model(rng, &model, &kind);
	}
	mk_bvh_free(&model.bvh);
}

static void two_trees_agree_with_lists(Rng *rng) {
	BvhModel models[2] = { { .edits = 0 }, { .edits = 0 } };
	BoxKind kind = random_kind(rng);
	for (int side = 0; side < 2; side++) {
		uint32_t edits = rng_below(rng, 120);
		for (uint32_t i = 0; i < edits; i++) {
			edit(rng, &models[side], &kind);
		}
	}
	assert_true(models_agree_on_pairs(&models[0], &models[1]));
	assert_true(models_agree_on_pairs(&models[1], &models[0]));
	mk_bvh_free(&models[0].bvh);
	mk_bvh_free(&models[1].bvh);
}

// Removal and insertion keep the height near the logarithm, whatever the boxes. The bound of the
// balance rule is 5.7 log2(n); small trees may differ by a level.
static void height_is_bounded(Rng *rng) {
	Bvh bvh = { 0 };
	BoxKind kind = random_kind(rng);
	uint32_t live = 0;
	static uint32_t ids[2000];
	for (uint32_t i = 0; i < 4000; i++) {
		// sizes grow with time, which wants a list
		kind.size *= 1.002;
		if (live < 2000 && rng_below(rng, 5) < 3) {
			ids[live++] = mk_bvh_insert(&bvh, random_box(rng, &kind), i, 1);
		} else if (live > 0) {
			uint32_t which = rng_below(rng, live);
			mk_bvh_remove(&bvh, ids[which]);
			ids[which] = ids[--live];
		}
	}
	assert_int_equal(bvh.count, live);
	assert_true(mk_bvh_is_valid(&bvh));
	assert_true((double)bvh_height(&bvh) <= 5.7 * log2((double)live) + 1);
	mk_bvh_free(&bvh);
}

static void tree_agrees_with_a_list_over_random_edits(void **state) {
	(void)state;
	for_all(tree_agrees_with_a_list, 300, 1);
}

static void two_trees_agree_with_lists_over_random_edits(void **state) {
	(void)state;
	for_all(two_trees_agree_with_lists, 300, 2);
}

static void height_is_bounded_over_random_edits(void **state) {
	(void)state;
	for_all(height_is_bounded, 20, 3);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tree_agrees_with_a_list_over_random_edits),
		cmocka_unit_test(two_trees_agree_with_lists_over_random_edits),
		cmocka_unit_test(height_is_bounded_over_random_edits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
