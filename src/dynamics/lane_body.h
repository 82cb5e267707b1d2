// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// For kernels in lanes: a body per lane, in registers.
#pragma once

#include "dynamics/lane3.h"
#include "dynamics/solver_body.h"
#include "math/wide.h"

// A body per lane.
typedef struct LaneBody {
	WideVec3 velocity;
	WideVec3 spin;
	WideVec3 inverse_mass;
	Wide xx, xy, xz, yy, yz, zz; // inverse inertia
} LaneBody;

MK_WIDE_INLINE WideVec3 lanes_load3(const Lane3 *rows, uint32_t first) {
	return (WideVec3){ wide_load(rows->x + first), wide_load(rows->y + first),
		wide_load(rows->z + first) };
}

MK_WIDE_INLINE void lanes_store3(Lane3 *rows, uint32_t first, WideVec3 v) {
	wide_store(rows->x + first, v.x);
	wide_store(rows->y + first, v.y);
	wide_store(rows->z + first, v.z);
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
