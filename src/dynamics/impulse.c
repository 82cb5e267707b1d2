// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/impulse.h"

#include "base/assert.h"

static Vec3 offset_of(const Body *body, const ImpulseContact *contact) {
	return vec3_sub(contact->point, body->pose.origin);
}

// 1/m + n . ((I^-1 (r x n)) x r), written so that it cannot become negative
static Real mobility_of(const Body *body, const ImpulseContact *contact) {
	Vec3 arm = vec3_sub(offset_of(body, contact), body_center(body));
	Vec3 turn = vec3_cross(arm, contact->normal);
	if (body->locks >> 3 != 0) {
		Vec3 turned = mat3_apply(body_free_inverse_inertia(body), turn);
		return body_inverse_mass(body) + real_max(0, vec3_dot(turn, turned));
	}
	Vec3 local = quat_rotate_inverse(body_principal_axes(body), turn);
	Vec3 squares = vec3_multiply(local, local);
	return body_inverse_mass(body) + vec3_dot(squares, body_inverse_moments(body));
}

Impulse mk_impulse_between(const Body *a, const Body *b, const ImpulseContact *contact) {
	MK_ASSERT(vec3_is_unit(contact->normal));
	MK_ASSERT(contact->restitution >= 0 && contact->restitution <= 1);
	Vec3 velocity_a = body_velocity_at(a, offset_of(a, contact));
	Vec3 velocity_b = body_velocity_at(b, offset_of(b, contact));
	Impulse impulse = {
		.speed = vec3_dot(vec3_sub(velocity_a, velocity_b), contact->normal),
		.mobility = mobility_of(a, contact) + mobility_of(b, contact),
	};
	if (impulse.speed < 0 && impulse.mobility > 0)
		impulse.size = -(1 + contact->restitution) * impulse.speed / impulse.mobility;
	return impulse;
}

Impulse mk_impulse_resolve(Body *a, Body *b, const ImpulseContact *contact) {
	Impulse impulse = mk_impulse_between(a, b, contact);
	if (!(impulse.size > 0)) return impulse;
	Vec3 push = vec3_scale(contact->normal, impulse.size);
	mk_body_apply_impulse(a, push, offset_of(a, contact));
	mk_body_apply_impulse(b, vec3_negate(push), offset_of(b, contact));
	return impulse;
}
