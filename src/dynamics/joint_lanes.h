// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// For the kernels of joints: a group of lanes of a bundle with the bodies of each lane in
// registers. Included by kernels in lanes only.
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

// An impulse on B and against A, and its moments about their centres of mass.
typedef struct JointPush {
	WideVec3 impulse;
	WideVec3 turn_a;
	WideVec3 turn_b;
} JointPush;

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

MK_WIDE_INLINE void joint_lanes_push(JointLanes *lanes, const JointPush *push) {
	lane_body_pull(&lanes->a, push->impulse, push->turn_a);
	lane_body_push(&lanes->b, push->impulse, push->turn_b);
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

MK_WIDE_INLINE WideVec3 load_untouched(const float *untouched, const uint32_t *rows) {
	Wide row[4];
	wide_gather4(untouched, MK_SOLVER_UNTOUCHED_STRIDE, rows, row);
	return (WideVec3){ row[0], row[1], row[2] };
}

MK_WIDE_INLINE void store_untouched(
		float *untouched, const uint32_t *rows, WideVec3 v, uint32_t lanes) {
	const Wide row[4] = { v.x, v.y, v.z, wide_zero() };
	wide_scatter4(untouched, MK_SOLVER_UNTOUCHED_STRIDE, rows, row, lanes);
}

// Keeps what an impulse has done to the bodies from going on in the next sub-step. `is_turn`: it is
// zero, and only its moments are not.
MK_WIDE_INLINE void joint_lanes_forget(
		const JointLanes *lanes, const JointPush *push, bool is_turn) {
	const JointBundle *bundle = lanes->bundle;
	SolverUntouched *untouched = lanes->pass->bodies.untouched;
	uint32_t moved_a = (uint32_t)bundle->moved_a >> lanes->first & MK_ALL_LANES;
	uint32_t moved_b = (uint32_t)bundle->moved_b >> lanes->first & MK_ALL_LANES;
	const uint32_t *rows_a = bundle->a + lanes->first;
	const uint32_t *rows_b = bundle->b + lanes->first;
	LaneBody a = lanes->a;
	LaneBody b = lanes->b;
	a.spin = load_untouched(untouched->spin, rows_a);
	b.spin = load_untouched(untouched->spin, rows_b);
	if (!is_turn) {
		a.velocity = load_untouched(untouched->velocity, rows_a);
		b.velocity = load_untouched(untouched->velocity, rows_b);
	}
	lane_body_pull(&a, push->impulse, push->turn_a);
	lane_body_push(&b, push->impulse, push->turn_b);
	store_untouched(untouched->spin, rows_a, a.spin, moved_a);
	store_untouched(untouched->spin, rows_b, b.spin, moved_b);
	if (is_turn) return;
	store_untouched(untouched->velocity, rows_a, a.velocity, moved_a);
	store_untouched(untouched->velocity, rows_b, b.velocity, moved_b);
}
