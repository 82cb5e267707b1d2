// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// For the kernels of the contact solver: a group of lanes of a bundle in registers, with the bodies of
// each lane. Included by kernels in lanes only.
#pragma once

#include "dynamics/contact_solver.h"
#include "math/wide.h"

// A body per lane.
typedef struct LaneBody {
	WideVec3 velocity;
	WideVec3 spin;
	WideVec3 inverse_mass;
	Wide xx, xy, xz, yy, yz, zz; // inverse inertia
} LaneBody;

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

// How B moves against A, as the points of a manifold see it: a point opens by `along` + arm . `tilt`.
typedef struct LaneOpening {
	Wide along;
	WideVec3 tilt;
} LaneOpening;

MK_WIDE_INLINE WideVec3 lanes_load3(const Lane3 *rows, uint32_t first) {
	return (WideVec3){ wide_load(rows->x + first), wide_load(rows->y + first),
		wide_load(rows->z + first) };
}

MK_WIDE_INLINE void lanes_store3(Lane3 *rows, uint32_t first, WideVec3 v) {
	wide_store(rows->x + first, v.x);
	wide_store(rows->y + first, v.y);
	wide_store(rows->z + first, v.z);
}

// Returns the lanes of this group whose bit is set.
MK_WIDE_INLINE WideMask lanes_mask(const Lanes *lanes, uint32_t bits) {
	return mask_from_bits(bits >> lanes->first & MK_ALL_LANES);
}

// Returns the inverse inertia of a body times a vector.
MK_WIDE_INLINE WideVec3 lane_body_turn(const LaneBody *body, WideVec3 v) {
	return (WideVec3){
		wide_multiply_add(
				body->xz, v.z, wide_multiply_add(body->xy, v.y, wide_multiply(body->xx, v.x))),
		wide_multiply_add(
				body->yz, v.z, wide_multiply_add(body->yy, v.y, wide_multiply(body->xy, v.x))),
		wide_multiply_add(
				body->zz, v.z, wide_multiply_add(body->yz, v.y, wide_multiply(body->xz, v.x))),
	};
}

MK_WIDE_INLINE WideVec3 lanes_scale3(WideVec3 a, WideVec3 b) {
	return (WideVec3){ wide_multiply(a.x, b.x), wide_multiply(a.y, b.y), wide_multiply(a.z, b.z) };
}

// Applies an impulse and an angular impulse.
MK_WIDE_INLINE void lane_body_push(LaneBody *body, WideVec3 impulse, WideVec3 twist) {
	body->velocity = wide_vec3_add(body->velocity, lanes_scale3(body->inverse_mass, impulse));
	body->spin = wide_vec3_add(body->spin, lane_body_turn(body, twist));
}

// Takes them back, or applies them to the other body.
MK_WIDE_INLINE void lane_body_pull(LaneBody *body, WideVec3 impulse, WideVec3 twist) {
	body->velocity = wide_vec3_sub(body->velocity, lanes_scale3(body->inverse_mass, impulse));
	body->spin = wide_vec3_sub(body->spin, lane_body_turn(body, twist));
}

// Returns what motions of the centres and turns make of the points: n . (b - a) + ((arm + offset) x n) .
// turn_b - (arm x n) . turn_a, with (r x n) . w = r . (n x w).
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

// Applies impulses along the normal whose sum and moment (impulse x arm, about A's centre) are given.
MK_WIDE_INLINE void lanes_apply_normals(Lanes *lanes, Wide sum, WideVec3 moment) {
	WideVec3 push = wide_vec3_scale(lanes->normal, sum);
	WideVec3 turn_a = wide_vec3_cross(moment, lanes->normal);
	WideVec3 turn_b = wide_vec3_add(turn_a, wide_vec3_cross(lanes->offset, push));
	lane_body_pull(&lanes->a, push, turn_a);
	lane_body_push(&lanes->b, push, turn_b);
}

MK_WIDE_INLINE LaneBody lane_body_load(const SolverBodies *bodies, const uint32_t *rows) {
	Wide linear[4];
	Wide angular[4];
	Wide inertia[8];
	wide_gather4(bodies->bodies->velocity, MK_SOLVER_BODY_STRIDE, rows, linear);
	wide_gather4(bodies->bodies->spin, MK_SOLVER_BODY_STRIDE, rows, angular);
	wide_gather8(&bodies->inertias->xx, MK_SOLVER_INERTIA_STRIDE, rows, inertia);
	return (LaneBody){
		.velocity = { linear[0], linear[1], linear[2] },
		.spin = { angular[0], angular[1], angular[2] },
		.inverse_mass = { linear[3], angular[3], inertia[6] },
		.xx = inertia[0],
		.xy = inertia[1],
		.xz = inertia[2],
		.yy = inertia[3],
		.yz = inertia[4],
		.zz = inertia[5],
	};
}

// Writes the velocities of some lanes back; the inverse masses beside them are what they were.
MK_WIDE_INLINE void lane_body_store(
		const SolverBodies *bodies, const uint32_t *rows, const LaneBody *body, uint32_t lanes) {
	Wide linear[4] = { body->velocity.x, body->velocity.y, body->velocity.z, body->inverse_mass.x };
	Wide angular[4] = { body->spin.x, body->spin.y, body->spin.z, body->inverse_mass.y };
	wide_scatter4(bodies->bodies->velocity, MK_SOLVER_BODY_STRIDE, rows, linear, lanes);
	wide_scatter4(bodies->bodies->spin, MK_SOLVER_BODY_STRIDE, rows, angular, lanes);
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
