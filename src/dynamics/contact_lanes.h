// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// For the kernels of the contact solver: a group of lanes of a bundle in registers, with the bodies
// of each lane. Included by kernels in lanes only.
#pragma once

#include "dynamics/contact_solver.h"
#include "dynamics/lane_body.h"

typedef struct Lanes {
	const ContactPass *pass;
	ContactBundle *bundle;
	ContactBundleCold *cold;
	uint32_t first; // lane of the bundle in which this group begins
	LaneBody a;
	LaneBody b;
	WideVec3 normal;
	WideVec3 offset;
} Lanes;

// How B moves against A, as the points of a manifold see it: a point opens
// by `along` + arm . `tilt`.
typedef struct LaneOpening {
	Wide along;
	WideVec3 tilt;
} LaneOpening;

// Returns the lanes of this group whose bit is set.
MK_WIDE_INLINE WideMask lanes_mask(const Lanes *lanes, uint32_t bits) {
	return mask_from_bits(bits >> lanes->first & MK_ALL_LANES);
}

// Returns what motions of the centres and turns make of the points: n . (b - a) + ((arm + offset) x
// n) . turn_b - (arm x n) . turn_a, with (r x n) . w = r . (n x w).
MK_WIDE_INLINE LaneOpening lanes_opening(
		const Lanes *lanes, WideVec3 way, WideVec3 turn_a, WideVec3 turn_b) {
	WideVec3 tilt_a = wide_vec3_cross(lanes->normal, turn_a);
	WideVec3 tilt_b = wide_vec3_cross(lanes->normal, turn_b);
	Wide along = wide_vec3_dot(lanes->normal, way);
	return (LaneOpening){ wide_add(along, wide_vec3_dot(lanes->offset, tilt_b)),
		wide_vec3_sub(tilt_b, tilt_a) };
}

// Returns how fast the points open, m/s.
MK_WIDE_INLINE LaneOpening lanes_opening_speed(const Lanes *lanes) {
	WideVec3 relative = wide_vec3_sub(lanes->b.velocity, lanes->a.velocity);
	return lanes_opening(lanes, relative, lanes->a.spin, lanes->b.spin);
}

MK_WIDE_INLINE Wide lane_opening_at(const LaneOpening *opening, WideVec3 arm) {
	return wide_add(opening->along, wide_vec3_dot(arm, opening->tilt));
}

// Applies impulses along the normal whose sum and moment (impulse x arm,
// about A's centre) are given.
MK_WIDE_INLINE void lanes_apply_normals(Lanes *lanes, Wide sum, WideVec3 moment) {
	WideVec3 push = wide_vec3_scale(lanes->normal, sum);
	WideVec3 turn_a = wide_vec3_cross(moment, lanes->normal);
	WideVec3 turn_b = wide_vec3_add(turn_a, wide_vec3_cross(lanes->offset, push));
	lane_body_pull(&lanes->a, push, turn_a);
	lane_body_push(&lanes->b, push, turn_b);
}

// Takes mass and inertia from the lanes in which this contact does not move the body.
MK_WIDE_INLINE void lane_body_hold(LaneBody *body, WideMask held) {
	WideVec3 zero = { wide_zero(), wide_zero(), wide_zero() };
	body->inverse_mass = wide_vec3_select(held, zero, body->inverse_mass);
	body->xx = wide_select(held, zero.x, body->xx);
	body->xy = wide_select(held, zero.x, body->xy);
	body->xz = wide_select(held, zero.x, body->xz);
	body->yy = wide_select(held, zero.x, body->yy);
	body->yz = wide_select(held, zero.x, body->yz);
	body->zz = wide_select(held, zero.x, body->zz);
}

MK_WIDE_INLINE Lanes lanes_load(
		const ContactPass *pass, const ContactBundles *bundles, uint32_t index, uint32_t first) {
	ContactBundle *bundle = bundles->bundles + index;
	ContactBundleCold *cold = bundles->cold + index;
	Lanes lanes = { pass, bundle, cold, first,
		.a = lane_body_load(&pass->bodies, bundle->a + first),
		.b = lane_body_load(&pass->bodies, bundle->b + first),
		.normal = lanes_load3(&bundle->normal, first),
		.offset = lanes_load3(&bundle->offset, first) };
	if (cold->held != 0) {
		lane_body_hold(&lanes.a, lanes_mask(&lanes, cold->held & cold->fixed_a));
		lane_body_hold(&lanes.b, lanes_mask(&lanes, cold->held & cold->fixed_b));
	}
	return lanes;
}

// Writes the velocities of all bodies that this group's contacts move. A held body's inverse masses
// in the registers are not its own, but it is fixed, so it is not written.
MK_WIDE_INLINE void lanes_store(const Lanes *lanes) {
	const ContactBundleCold *cold = lanes->cold;
	uint32_t a = (uint32_t)(cold->used & ~cold->fixed_a) >> lanes->first;
	uint32_t b = (uint32_t)(cold->used & ~cold->fixed_b) >> lanes->first;
	const SolverBodies *bodies = &lanes->pass->bodies;
	lane_body_store(bodies, lanes->bundle->a + lanes->first, &lanes->a, a & MK_ALL_LANES);
	lane_body_store(bodies, lanes->bundle->b + lanes->first, &lanes->b, b & MK_ALL_LANES);
}
