// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The support mapping of the Minkowski difference A - B = {a - b}: S(A - B, d) = S(A, d) - S(B,
// -d). The difference itself is never built. Both source points are kept: a point of the difference
// nearest to the origin, written as a weighted sum of such points, gives with the same weights the
// witness points on A and on B.
#pragma once

#include "shape/instance.h"

typedef struct CsoPoint {
	Vec3 point; // a - b
	Vec3 a;     // on A
	Vec3 b;     // on B
	uint32_t id_a;
	uint32_t id_b;
} CsoPoint;

// Returns the farthest point of the difference of the cores, in the common outside space; `hint` is
// an earlier answer or NULL.
static inline CsoPoint cso_support_core(
		const ShapeInstance *a, const ShapeInstance *b, Vec3 direction, const CsoPoint *hint) {
	SupportPoint on_a = instance_support_core(
			a, direction, hint != NULL ? hint->id_a : MK_SHAPE_NO_ID);
	SupportPoint on_b = instance_support_core(
			b, vec3_negate(direction), hint != NULL ? hint->id_b : MK_SHAPE_NO_ID);
	return (CsoPoint){ vec3_sub(on_a.point, on_b.point), on_a.point, on_b.point, on_a.id, on_b.id };
}

// Returns the farthest point of the difference of the whole shapes, with rounding and margins.
static inline CsoPoint cso_support(
		const ShapeInstance *a, const ShapeInstance *b, Vec3 direction, const CsoPoint *hint) {
	CsoPoint s = cso_support_core(a, b, direction, hint);
	if (a->rounding == 0 && b->rounding == 0) return s;
	Vec3 unit = support_unit(direction);
	Vec3 back = support_unit(vec3_negate(direction));
	s.a = vec3_add_scaled(s.a, unit, a->rounding);
	s.b = vec3_add_scaled(s.b, back, b->rounding);
	s.point = vec3_sub(s.a, s.b);
	return s;
}
