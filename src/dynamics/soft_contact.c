// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/soft_contact.h"

// How fast points leave a body that they are in when a sub-step begins, m/s. Faster: cloth that a
// level designer put into a wall jumps out of it; slower: fast bodies drag points along.
#define MK_SOFT_PUSH_SPEED ((Real)2)

static SoftPoint *point_of(const SoftBody *soft, const SoftContact *contact, uint32_t k) {
	return soft->points.data + contact->points[k];
}

static Vec3 arm_of(const SoftContact *contact, const SoftPartner *partner) {
	return vec3_sub(contact->anchor, partner->center);
}

static Vec3 partner_velocity(const SoftContact *contact, const SoftPartner *partner) {
	return vec3_add(partner->velocity, vec3_cross(partner->spin, arm_of(contact, partner)));
}

// 1/kg: how much the distance, or the velocity along a unit direction,
// changes by an impulse of 1 N s.
static Real softness_along(
		const SoftBody *soft, const SoftContact *contact, const SoftPartner *partner, Vec3 along) {
	Real sum = partner->inverse_mass;
	if (sum > 0) {
		Vec3 turn = vec3_cross(arm_of(contact, partner), along);
		sum += vec3_dot(turn, mat3_apply(partner->inverse_inertia, turn));
	}
	for (uint32_t k = 0; k < 3; k++)
		sum += real_square(contact->weights[k]) * point_of(soft, contact, k)->inverse_mass;
	return sum;
}

// The reaction on the partner.
static void push_partner(const SoftContact *contact, SoftPartner *partner, Vec3 impulse) {
	if (partner->inverse_mass == 0) return;
	Vec3 turn = vec3_cross(arm_of(contact, partner), impulse);
	partner->velocity = vec3_add_scaled(partner->velocity, impulse, -partner->inverse_mass);
	partner->spin = vec3_sub(partner->spin, mat3_apply(partner->inverse_inertia, turn));
}

// How far the contact's point was from its plane when the sub-step began, m.
static Real start_distance(const SoftBody *soft, const SoftContact *contact) {
	Vec3 sum = vec3_zero();
	for (uint32_t k = 0; k < 3; k++) {
		Vec3 place = vec3_sub(point_of(soft, contact, k)->position, contact->anchor);
		sum = vec3_add_scaled(sum, place, contact->weights[k]);
	}
	return vec3_dot(sum, contact->normal) - contact->offset;
}

// How far it has gone along the normal since then, m.
static Real way_out(const SoftBody *soft, const SoftContact *contact) {
	Vec3 sum = vec3_zero();
	for (uint32_t k = 0; k < 3; k++)
		sum = vec3_add_scaled(sum, point_of(soft, contact, k)->shift, contact->weights[k]);
	return vec3_dot(sum, contact->normal);
}

// Part of the overlap that was there before: points are put elsewhere without gaining speed.
static void leave_overlap(const SoftBody *soft, const SoftContact *contact, Real h) {
	Real depth = -start_distance(soft, contact);
	Real squares = 0;
	for (uint32_t k = 0; k < 3; k++) {
		if (point_of(soft, contact, k)->inverse_mass == 0) continue;
		squares += real_square(contact->weights[k]);
	}
	if (!(depth > 0) || squares == 0) return;
	Real way = real_min(depth, MK_SOFT_PUSH_SPEED * h);
	for (uint32_t k = 0; k < 3; k++) {
		SoftPoint *point = point_of(soft, contact, k);
		if (point->inverse_mass == 0) continue;
		Vec3 shift = vec3_scale(contact->normal, way * contact->weights[k] / squares);
		point->position = vec3_add(point->position, shift);
	}
}

// An impulse out of the partner on the points, and back on the partner.
static void apply_push(
		const SoftBody *soft, const SoftContact *contact, SoftPartner *partner, Real push, Real h) {
	for (uint32_t k = 0; k < 3; k++) {
		SoftPoint *point = point_of(soft, contact, k);
		Real part = push * h * contact->weights[k] * point->inverse_mass;
		point->shift = vec3_add_scaled(point->shift, contact->normal, part);
	}
	push_partner(contact, partner, vec3_scale(contact->normal, push));
}

void mk_soft_start_contacts(SoftBody *soft, const SoftInput *input, Real h) {
	for (uint32_t i = 0; i < input->contacts->count; i++) {
		SoftContact *contact = input->contacts->data + i;
		leave_overlap(soft, contact, h);
		contact->impulse = 0;
	}
}

static void push_contact(SoftBody *soft, SoftContact *contact, SoftPartner *partner, Real h) {
	Real ahead = h * vec3_dot(partner_velocity(contact, partner), contact->normal);
	Real start = start_distance(soft, contact);
	Real distance = start + way_out(soft, contact) - ahead;
	// what is left of an old overlap is worked off in later sub-steps, not by an impulse
	Real left = real_min(0, start);
	Real softness = softness_along(soft, contact, partner, contact->normal);
	if (softness == 0) return;
	Real impulse = real_max(0, contact->impulse + (left - distance) / (softness * h));
	apply_push(soft, contact, partner, impulse - contact->impulse, h);
	contact->impulse = impulse;
}

void mk_soft_push_contacts(SoftBody *soft, const SoftInput *input, Real h) {
	for (uint32_t i = 0; i < input->contacts->count; i++) {
		SoftContact *contact = input->contacts->data + i;
		push_contact(soft, contact, input->partners->data + contact->partner, h);
	}
}

// A point that friction holds does not keep the way that it slipped in the sub-step
// either: cloth would creep down whatever it lies on. One that slides keeps it, and the
// lengths of its edges with it.
static void rub_contact(SoftBody *soft, const SoftContact *contact, SoftPartner *partner, Real h) {
	if (!(contact->impulse > 0)) return;
	Vec3 slip = vec3_negate(partner_velocity(contact, partner));
	for (uint32_t k = 0; k < 3; k++)
		slip = vec3_add_scaled(slip, point_of(soft, contact, k)->velocity, contact->weights[k]);
	slip = vec3_add_scaled(slip, contact->normal, -vec3_dot(slip, contact->normal));
	Real speed = vec3_length(slip);
	if (!(speed > 0)) return;
	Vec3 along = vec3_scale(slip, 1 / speed);
	Real softness = softness_along(soft, contact, partner, along);
	Real most = contact->friction * contact->impulse;
	Real braked = real_min(most, speed / softness);
	Real held = braked < most ? h : 0;
	for (uint32_t k = 0; k < 3; k++) {
		SoftPoint *point = point_of(soft, contact, k);
		Real part = -braked * contact->weights[k] * point->inverse_mass;
		point->velocity = vec3_add_scaled(point->velocity, along, part);
		point->shift = vec3_add_scaled(point->shift, along, part * held);
	}
	push_partner(contact, partner, vec3_scale(along, -braked));
}

void mk_soft_rub_contacts(SoftBody *soft, const SoftInput *input, Real h) {
	for (uint32_t i = 0; i < input->contacts->count; i++) {
		SoftContact *contact = input->contacts->data + i;
		SoftPartner *partner = input->partners->data + contact->partner;
		rub_contact(soft, contact, partner, h);
		contact->offset += h * vec3_dot(partner_velocity(contact, partner), contact->normal);
	}
}
