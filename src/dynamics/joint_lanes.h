// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// For the kernels of joints: a group of lanes of a bundle with the bodies of each lane in registers.
// Included by kernels in lanes only.
#pragma once

#include "dynamics/joint_solver.h"
#include "dynamics/lane_body.h"
#include "math/wide_turn.h"

typedef struct JointLanes {
	const JointPass *pass;
	JointBundle *bundle;
	JointTurning *turning; // NULL: none
	JointRowLanes *rows;   // NULL: none
	uint32_t first;        // lane of the bundle in which this group begins
	LaneBody a;
	LaneBody b;
	WideVec3 arm_a;
	WideVec3 arm_b;
} JointLanes;

// What contacts have done to the bodies in this sub-step; joints must not change it.
typedef struct JointTouch {
	WideVec3 velocity_a;
	WideVec3 spin_a;
	WideVec3 velocity_b;
	WideVec3 spin_b;
} JointTouch;

// Returns the lanes of this group whose bit is set.
MK_WIDE_INLINE WideMask joint_lanes_mask(const JointLanes *lanes, uint32_t bits) {
	return mask_from_bits(bits >> lanes->first & MK_ALL_LANES);
}

MK_WIDE_INLINE WideSym3 lane_body_inertia(const LaneBody *body) {
	return (WideSym3){ body->xx, body->xy, body->xz, body->yy, body->yz, body->zz };
}

MK_WIDE_INLINE WideSym3 joint_lanes_inertia(const JointLanes *lanes) {
	return wide_sym3_add(lane_body_inertia(&lanes->a), lane_body_inertia(&lanes->b));
}

// Applies an impulse to B and against A, with its moments.
MK_WIDE_INLINE void joint_lanes_push(
		JointLanes *lanes, WideVec3 impulse, WideVec3 turn_a, WideVec3 turn_b) {
	lane_body_pull(&lanes->a, impulse, turn_a);
	lane_body_push(&lanes->b, impulse, turn_b);
}

// The same of an angular impulse alone.
MK_WIDE_INLINE void joint_lanes_twist(JointLanes *lanes, WideVec3 twist) {
	lanes->a.spin = wide_vec3_sub(lanes->a.spin, lane_body_turn(&lanes->a, twist));
	lanes->b.spin = wide_vec3_add(lanes->b.spin, lane_body_turn(&lanes->b, twist));
}

MK_WIDE_INLINE JointLanes joint_lanes_load(
		const JointPass *pass, JointBundle *bundle, uint32_t first) {
	return (JointLanes){
		.pass = pass,
		.bundle = bundle,
		.turning = joint_plan_has_turning(bundle->plan) ? pass->turnings + bundle->turning : NULL,
		.rows = bundle->row_count > 0 ? pass->rows + bundle->first_row : NULL,
		.first = first,
		.a = lane_body_load(&pass->bodies, bundle->a + first),
		.b = lane_body_load(&pass->bodies, bundle->b + first),
		.arm_a = lanes_load3(&bundle->arm_a, first),
		.arm_b = lanes_load3(&bundle->arm_b, first),
	};
}

// Bodies that do not move are shared between workers and never written.
MK_WIDE_INLINE void joint_lanes_store(const JointLanes *lanes) {
	const JointBundle *bundle = lanes->bundle;
	const SolverBodies *bodies = &lanes->pass->bodies;
	uint32_t a = (uint32_t)bundle->moved_a >> lanes->first & MK_ALL_LANES;
	uint32_t b = (uint32_t)bundle->moved_b >> lanes->first & MK_ALL_LANES;
	lane_body_store(bodies, bundle->a + lanes->first, &lanes->a, a);
	lane_body_store(bodies, bundle->b + lanes->first, &lanes->b, b);
}

MK_WIDE_INLINE WideVec3 touch_of(const float *untouched, const uint32_t *rows, WideVec3 velocity) {
	Wide row[4];
	wide_gather4(untouched, MK_SOLVER_UNTOUCHED_STRIDE, rows, row);
	return wide_vec3_sub(velocity, (WideVec3){ row[0], row[1], row[2] });
}

MK_WIDE_INLINE JointTouch joint_touch_load(const JointLanes *lanes) {
	const SolverUntouched *untouched = lanes->pass->bodies.untouched;
	const uint32_t *a = lanes->bundle->a + lanes->first;
	const uint32_t *b = lanes->bundle->b + lanes->first;
	return (JointTouch){
		touch_of(untouched->velocity, a, lanes->a.velocity),
		touch_of(untouched->spin, a, lanes->a.spin),
		touch_of(untouched->velocity, b, lanes->b.velocity),
		touch_of(untouched->spin, b, lanes->b.spin),
	};
}

MK_WIDE_INLINE void touch_keep(
		float *untouched, const uint32_t *rows, WideVec3 velocity, WideVec3 touch, uint32_t lanes) {
	WideVec3 v = wide_vec3_sub(velocity, touch);
	const Wide row[4] = { v.x, v.y, v.z, wide_zero() };
	wide_scatter4(untouched, MK_SOLVER_UNTOUCHED_STRIDE, rows, row, lanes);
}

MK_WIDE_INLINE void joint_touch_store(const JointLanes *lanes, const JointTouch *touch) {
	const JointBundle *bundle = lanes->bundle;
	SolverUntouched *untouched = lanes->pass->bodies.untouched;
	uint32_t moved_a = (uint32_t)bundle->moved_a >> lanes->first & MK_ALL_LANES;
	uint32_t moved_b = (uint32_t)bundle->moved_b >> lanes->first & MK_ALL_LANES;
	const uint32_t *a = bundle->a + lanes->first;
	const uint32_t *b = bundle->b + lanes->first;
	touch_keep(untouched->velocity, a, lanes->a.velocity, touch->velocity_a, moved_a);
	touch_keep(untouched->spin, a, lanes->a.spin, touch->spin_a, moved_a);
	touch_keep(untouched->velocity, b, lanes->b.velocity, touch->velocity_b, moved_b);
	touch_keep(untouched->spin, b, lanes->b.spin, touch->spin_b, moved_b);
}
