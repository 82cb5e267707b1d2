// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// How functions of the pair matrix hand out their results.
#include "collide/pair.h"

void mk_pair_emit_point(const CollideInput *input, const PairPoint *point) {
	ContactPoint contact = pair_contact(input, point);
	// a NaN or an infinity anywhere makes one of these false
	if (!(contact.separation <= input->margin) || !vec3_is_finite(contact.position)) return;
	Manifold *manifold = manifold_array_add(input->manifolds);
	*manifold = (Manifold){ .normal = point->normal, .kind = point->kind, .count = 1 };
	manifold->points[0] = contact;
}

void mk_pair_emit(const CollideInput *input, const Mat3 *axes, const Manifold *manifold) {
	Manifold *added = manifold_array_add(input->manifolds);
	*added = *manifold;
	added->normal = mat3_apply(*axes, manifold->normal);
	for (uint32_t i = 0; i < manifold->count; i++)
		added->points[i].position = mat3_apply(*axes, manifold->points[i].position);
}
