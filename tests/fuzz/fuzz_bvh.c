// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bytes become edits of the dynamic tree: numbers straight from the input, so also denormal, huge
// and infinite ones. After each edit a query, a cast and now and then all pairs must agree with a
// list. NaN is replaced, because handing it in is a contract violation that checked builds stop at.
#include "property/spatial/bvh_model.h"

#include <stdlib.h>

typedef struct Bytes {
	const uint8_t *data;
	size_t left;
} Bytes;

static uint8_t take_byte(Bytes *bytes) {
	if (bytes->left == 0) return 0;
	bytes->left--;
	return *bytes->data++;
}

// A small number from one byte, or any float from four.
static Real take_real(Bytes *bytes) {
	uint8_t first = take_byte(bytes);
	if (first < 0xF0) return (Real)((int)first - 120) / 4;
	uint8_t raw[4] = { take_byte(bytes), take_byte(bytes), take_byte(bytes), take_byte(bytes) };
	float value;
	memcpy(&value, raw, sizeof(value));
	return value == value ? (Real)value : 0;
}

static Vec3 take_vec3(Bytes *bytes) {
	Real x = take_real(bytes);
	Real y = take_real(bytes);
	return vec3(x, y, take_real(bytes));
}

// Corners in any order: some boxes are empty.
static Aabb take_box(Bytes *bytes) {
	Vec3 a = take_vec3(bytes);
	Vec3 b = take_vec3(bytes);
	if ((take_byte(bytes) & 7) == 0) return (Aabb){ a, b };
	return (Aabb){ vec3_min(a, b), vec3_max(a, b) };
}

static void require(bool holds) {
	if (!holds) abort();
}

static void edit_leaf(Bytes *bytes, BvhModel *model, uint32_t id, uint8_t command) {
	switch (command & 3) {
		case 0: model_remove(model, id); break;
		case 1: model_place(model, id, take_box(bytes)); break;
		case 2: model_set_mask(model, id, take_byte(bytes)); break;
		default: {
			Aabb box = take_box(bytes);
			require(model_move(model, id, box, real_abs(take_real(bytes))));
			break;
		}
	}
}

static void edit(Bytes *bytes, BvhModel *model) {
	uint8_t command = take_byte(bytes);
	uint32_t id = take_byte(bytes) % MODEL_MAX;
	if (command == 255)
		mk_bvh_rebuild_all(&model->bvh);
	else if (command == 254)
		model_build(model);
	else if (command > 247)
		mk_bvh_rebuild(&model->bvh);
	else if (command > 240)
		mk_bvh_refit(&model->bvh);
	else if (model->leaves[id].is_live)
		edit_leaf(bytes, model, id, command);
	else if (!model_is_full(model))
		require(model_insert(model, take_box(bytes), command));
}

static void ask(Bytes *bytes, const BvhModel *model) {
	require(mk_bvh_is_valid(&model->bvh));
	require(model_agrees_on_box(model, take_box(bytes), ~0u));
	BoxCast cast = { .origin = take_vec3(bytes), .motion = take_vec3(bytes) };
	cast.half = vec3_abs(take_vec3(bytes));
	cast.max_t = real_abs(take_real(bytes));
	require(model_agrees_on_cast(model, &cast, ~0u));
	require(model_agrees_on_closest(model, &cast));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	static BvhModel model;
	memset(&model, 0, sizeof(model));
	Bytes bytes = { data, size };
	while (bytes.left > 0) {
		edit(&bytes, &model);
		if ((take_byte(&bytes) & 3) == 0) ask(&bytes, &model);
	}
	require(model_boxes_agree(&model));
	require(model_agrees_on_pairs(&model));
	mk_bvh_free(&model.bvh);
	return 0;
}
