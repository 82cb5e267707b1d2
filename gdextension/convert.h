// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Between Godot's types and the engine's. Both are the same numbers in another order: Godot stores
// the rows of a basis, the engine its columns.
#pragma once

#include "math/quat.h"
#include "math/transform.h"

#include <godot_api.h>

_Static_assert(
		sizeof(gd_real) == sizeof(Real), "the engine and Godot must have the same precision");

static const GdTransform3D mk_identity_transform = {
	{ { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
	{ 0, 0, 0 },
};

static inline Vec3 vec3_from_godot(GdVector3 v) { return vec3(v.x, v.y, v.z); }
static inline GdVector3 vec3_to_godot(Vec3 v) { return (GdVector3){ v.x, v.y, v.z }; }

static inline Mat3 mat3_from_godot(const GdBasis *basis) {
	const GdVector3 *rows = basis->rows;
	return (Mat3){
		{ rows[0].x, rows[1].x, rows[2].x },
		{ rows[0].y, rows[1].y, rows[2].y },
		{ rows[0].z, rows[1].z, rows[2].z },
	};
}

static inline GdBasis mat3_to_godot(Mat3 m) {
	return (GdBasis){ {
			{ m.x.x, m.y.x, m.z.x },
			{ m.x.y, m.y.y, m.z.y },
			{ m.x.z, m.y.z, m.z.z },
	} };
}

static inline Affine affine_from_godot(const GdTransform3D *transform) {
	return (Affine){ mat3_from_godot(&transform->basis), vec3_from_godot(transform->origin) };
}

// Four numbers that lie side by side in any structure.
typedef Real ConvertRow
		__attribute__((vector_size(4 * sizeof(Real)), aligned(sizeof(Real)), may_alias));

_Static_assert(
		sizeof(Affine) == 3 * sizeof(ConvertRow) && sizeof(GdTransform3D) == 3 * sizeof(ConvertRow),
		"both are twelve numbers, and the place is the last three");

// Writes a pose for Godot: all nodes that move ask for it in each tick. Godot copies it from there
// by four numbers at a time, which would have to wait for single ones.
static inline void affine_store(const Affine *affine, GdTransform3D *out) {
	const ConvertRow *in = (const ConvertRow *)affine;
	ConvertRow *rows = (ConvertRow *)out;
	ConvertRow first = in[0];
	ConvertRow second = in[1];
	rows[0] = __builtin_shufflevector(first, second, 0, 3, 6, 1);
	rows[1] = __builtin_shufflevector(first, second, 4, 7, 2, 5);
	rows[2] = in[2];
}

static inline GdTransform3D affine_to_godot(Affine affine) {
	return (GdTransform3D){ mat3_to_godot(affine.linear), vec3_to_godot(affine.origin) };
}
