// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The dynamic tree beside a plain list of boxes. Edits go to both; each question is asked of both
// and answered with whether they agree: the same leaves, each once. Used with random edits and by
// the fuzzer, so it reports by return values.
#pragma once

#include "spatial/bvh.h"

#include <string.h>

enum { MODEL_MAX = 96 };

typedef struct ModelLeaf {
	bool is_live;
	Aabb box; // as the tree should store it
	uint32_t user;
	uint32_t mask;
} ModelLeaf;

typedef struct BvhModel {
	Bvh bvh;
	ModelLeaf leaves[MODEL_MAX];
	uint32_t edits;
} BvhModel;

// How often each leaf was visited.
typedef struct Tally {
	uint32_t counts[MODEL_MAX];
	const BvhModel *model;
	bool is_sound; // ids and users belong together
} Tally;

static inline bool tally_visit(void *context, uint32_t id, uint32_t user) {
	Tally *tally = context;
	tally->is_sound = tally->is_sound && id < MODEL_MAX && tally->model->leaves[id].user == user;
	if (id < MODEL_MAX) tally->counts[id]++;
	return true;
}

static inline Real tally_cast(void *context, uint32_t id, uint32_t user, Real max_t) {
	tally_visit(context, id, user);
	return max_t;
}

static inline bool tally_equals(const Tally *tally, const bool expected[MODEL_MAX]) {
	for (uint32_t i = 0; i < MODEL_MAX; i++) {
		if (tally->counts[i] != (expected[i] ? 1 : 0)) return false;
	}
	return tally->is_sound;
}

static inline bool model_is_full(const BvhModel *model) { return model->bvh.count == MODEL_MAX; }

static inline bool model_insert(BvhModel *model, Aabb box, uint32_t mask) {
	uint32_t user = model->edits++ * 7919;
	uint32_t id = mk_bvh_insert(&model->bvh, box, user, mask);
	if (id >= MODEL_MAX || model->leaves[id].is_live) return false;
	model->leaves[id] = (ModelLeaf){ true, aabb_storable(box), user, mask };
	return true;
}

static inline void model_remove(BvhModel *model, uint32_t id) {
	mk_bvh_remove(&model->bvh, id);
	model->leaves[id].is_live = false;
}

static inline bool model_move(BvhModel *model, uint32_t id, Aabb box, Real margin) {
	Aabb tight = aabb_storable(box);
	bool should_change = !aabb_contains(model->leaves[id].box, tight);
	if (should_change) model->leaves[id].box = aabb_storable(aabb_grow(tight, margin));
	return mk_bvh_move(&model->bvh, id, box, margin) == should_change;
}

static inline void model_place(BvhModel *model, uint32_t id, Aabb box) {
	mk_bvh_place(&model->bvh, id, box);
	model->leaves[id].box = aabb_storable(box);
}

static inline void model_set_mask(BvhModel *model, uint32_t id, uint32_t mask) {
	mk_bvh_set_mask(&model->bvh, id, mask);
	model->leaves[id].mask = mask;
}

// Replaces the content of the tree by the list, built at once; ids change to places in the list.
static inline void model_build(BvhModel *model) {
	BvhItem items[MODEL_MAX];
	ModelLeaf leaves[MODEL_MAX] = { 0 };
	uint32_t count = 0;
	for (uint32_t i = 0; i < MODEL_MAX; i++) {
		if (!model->leaves[i].is_live) continue;
		leaves[count] = model->leaves[i];
		items[count] = (BvhItem){ leaves[count].box, leaves[count].user, leaves[count].mask };
		count++;
	}
	memcpy(model->leaves, leaves, sizeof(leaves));
	mk_bvh_build(&model->bvh, items, count);
}

static inline bool model_boxes_agree(const BvhModel *model) {
	for (uint32_t i = 0; i < MODEL_MAX; i++) {
		const ModelLeaf *leaf = &model->leaves[i];
		if (bvh_has(&model->bvh, i) != leaf->is_live) return false;
		if (!leaf->is_live) continue;
		Aabb box = bvh_box(&model->bvh, i);
		if (!vec3_equals(box.min, leaf->box.min) || !vec3_equals(box.max, leaf->box.max))
			return false;
		if (bvh_mask(&model->bvh, i) != leaf->mask) return false;
	}
	return true;
}

static inline bool model_agrees_on_box(const BvhModel *model, Aabb box, uint32_t mask) {
	Aabb stored = aabb_storable(box);
	bool expected[MODEL_MAX] = { false };
	for (uint32_t i = 0; i < MODEL_MAX; i++) {
		const ModelLeaf *leaf = &model->leaves[i];
		expected[i] = leaf->is_live && (leaf->mask & mask) != 0 && aabb_overlaps(stored, leaf->box);
	}
	Tally tally = { .model = model, .is_sound = true };
	return mk_bvh_query(&model->bvh, box, mask, tally_visit, &tally) &&
			tally_equals(&tally, expected);
}

// Where a cast enters the box of a leaf, by the test that the tree uses; infinity if it does not.
static inline Real model_entry(const ModelLeaf *leaf, const BoxCast *cast, uint32_t mask) {
	if (!leaf->is_live || (leaf->mask & mask) == 0 || !box_cast_is_valid(cast)) return MK_INFINITY;
	CastTest test = cast_test(cast);
	BoxRef record = { leaf->box.min, 0, leaf->box.max, 0 };
	return cast_test_entry(&test, &record);
}

static inline bool model_agrees_on_cast(const BvhModel *model, const BoxCast *cast, uint32_t mask) {
	bool expected[MODEL_MAX] = { false };
	for (uint32_t i = 0; i < MODEL_MAX; i++) {
		expected[i] = model_entry(&model->leaves[i], cast, mask) < MK_INFINITY;
	}
	Tally tally = { .model = model, .is_sound = true };
	mk_bvh_cast(&model->bvh, cast, mask, tally_cast, &tally);
	return tally_equals(&tally, expected);
}

typedef struct Closest {
	const BvhModel *model;
	const BoxCast *cast;
} Closest;

static inline Real cut_at_entry(void *context, uint32_t id, uint32_t user, Real max_t) {
	(void)user;
	const Closest *closest = context;
	Real t = model_entry(&closest->model->leaves[id], closest->cast, ~0u);
	return t < max_t ? t : max_t;
}

// Shortening at each leaf ends at the nearest one, in whatever order leaves come.
static inline bool model_agrees_on_closest(const BvhModel *model, const BoxCast *cast) {
	Real nearest = cast->max_t;
	for (uint32_t i = 0; i < MODEL_MAX; i++) {
		Real t = model_entry(&model->leaves[i], cast, ~0u);
		if (t < nearest) nearest = t;
	}
	Closest closest = { model, cast };
	Real found = mk_bvh_cast(&model->bvh, cast, ~0u, cut_at_entry, &closest);
	// masks of zero hide from the tree, and so they do above
	return found == nearest || !box_cast_is_valid(cast);
}

typedef struct PairTally {
	uint8_t counts[MODEL_MAX][MODEL_MAX];
} PairTally;

static inline bool tally_pair(void *context, uint32_t id_a, uint32_t id_b) {
	PairTally *tally = context;
	if (id_a < MODEL_MAX && id_b < MODEL_MAX) tally->counts[id_a][id_b]++;
	return true;
}

static inline bool leaves_overlap(const ModelLeaf *a, const ModelLeaf *b) {
	return a->is_live && b->is_live && aabb_overlaps(a->box, b->box);
}

static inline bool model_agrees_on_pairs(const BvhModel *model) {
	PairTally tally = { .counts = { { 0 } } };
	mk_bvh_find_pairs(&model->bvh, tally_pair, &tally);
	for (uint32_t a = 0; a < MODEL_MAX; a++) {
		if (tally.counts[a][a] != 0) return false;
		for (uint32_t b = 0; b < a; b++) {
			int expected = leaves_overlap(&model->leaves[a], &model->leaves[b]) ? 1 : 0;
			if (tally.counts[a][b] + tally.counts[b][a] != expected) return false;
		}
	}
	return true;
}

static inline bool models_agree_on_pairs(const BvhModel *first, const BvhModel *second) {
	PairTally tally = { .counts = { { 0 } } };
	mk_bvh_find_pairs_between(&first->bvh, &second->bvh, tally_pair, &tally);
	for (uint32_t a = 0; a < MODEL_MAX; a++) {
		for (uint32_t b = 0; b < MODEL_MAX; b++) {
			int expected = leaves_overlap(&first->leaves[a], &second->leaves[b]) ? 1 : 0;
			if (tally.counts[a][b] != expected) return false;
		}
	}
	return true;
}
