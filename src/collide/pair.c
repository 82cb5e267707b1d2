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
	// field by field: a copy of what was just written would have to wait for memory
	Manifold *added = manifold_array_add_raw(input->manifolds);
	added->normal = mat3_apply(*axes, manifold->normal);
	added->kind = manifold->kind;
	added->count = manifold->count;
	added->child_a = manifold->child_a;
	added->child_b = manifold->child_b;
	added->index_a = manifold->index_a;
	added->index_b = manifold->index_b;
	for (uint32_t i = 0; i < MK_MANIFOLD_POINTS; i++) {
		const ContactPoint *from = &manifold->points[i];
		ContactPoint *point = &added->points[i];
		if (i >= manifold->count) {
			*point = (ContactPoint){ .id = 0 };
			continue;
		}
		point->position = mat3_apply(*axes, from->position);
		point->separation = from->separation;
		point->id = from->id;
	}
}
