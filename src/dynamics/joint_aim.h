// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// For the kernels of joints: masses, errors and axes for where the bodies are now. Included
// by kernels in lanes only.
#pragma once

#include "dynamics/joint_angle.h"
#include "dynamics/joint_lanes.h"
#include "dynamics/joint_part.h"

// An error that would be worked off faster than the limit counts as a smaller one.
MK_WIDE_INLINE WideVec3 bound_error(const JointBlockLanes *block, uint32_t first, WideVec3 error) {
	const Wide limit = wide_splat(MK_JOINT_PUSH_LIMIT);
	Wide speed = wide_multiply(wide_load(block->bias_rate + first), wide_vec3_length(error));
	Wide scale = wide_select(wide_less(limit, speed), wide_divide(limit, speed), wide_splat(1));
	return wide_vec3_scale(error, scale);
}

MK_WIDE_INLINE WideSym3 load_mass(const JointBlockLanes *block, uint32_t first) {
	return (WideSym3){ wide_load(block->mass[0] + first), wide_load(block->mass[1] + first),
		wide_load(block->mass[2] + first), wide_load(block->mass[3] + first),
		wide_load(block->mass[4] + first), wide_load(block->mass[5] + first) };
}

MK_WIDE_INLINE void store_mass(JointBlockLanes *block, uint32_t first, WideSym3 mass) {
	wide_store(block->mass[0] + first, mass.xx);
	wide_store(block->mass[1] + first, mass.xy);
	wide_store(block->mass[2] + first, mass.xz);
	wide_store(block->mass[3] + first, mass.yy);
	wide_store(block->mass[4] + first, mass.yz);
	wide_store(block->mass[5] + first, mass.zz);
}

// Holds all three directions against an error, for bodies that give way by k.
MK_WIDE_INLINE void hold_three(
		const JointLanes *lanes, JointBlockLanes *block, WideSym3 k, WideVec3 error) {
	uint32_t first = lanes->first;
	WideSym3 mass = wide_sym3_invert(k, (uint32_t)lanes->bundle->used >> first & MK_ALL_LANES);
	store_mass(block, first, mass);
	lanes_store3(&block->push, first, wide_sym3_apply(mass, bound_error(block, first, error)));
}

// Takes from an impulse what it has along a unit vector.
MK_WIDE_INLINE void drop_along(JointBlockLanes *block, uint32_t first, WideVec3 n) {
	WideVec3 impulse = lanes_load3(&block->impulse, first);
	Wide along = wide_negate(wide_vec3_dot(n, impulse));
	lanes_store3(&block->impulse, first, wide_vec3_add_scaled(impulse, n, along));
}

// Two directions, and the errors along them.
typedef struct LaneTwo {
	WideVec3 u[2];
	Wide error[2];
} LaneTwo;

// Holds two directions; what the impulse has in the third is dropped.
MK_WIDE_INLINE void hold_two(
		const JointLanes *lanes, JointBlockLanes *block, WideSym3 k, const LaneTwo *two) {
	uint32_t first = lanes->first;
	WideVec3 error = bound_error(
			block, first, (WideVec3){ two->error[0], two->error[1], wide_zero() });
	WideVec3 given = wide_sym3_apply(k, two->u[0]);
	Wide xx = wide_vec3_dot(two->u[0], given);
	Wide xy = wide_vec3_dot(two->u[1], given);
	Wide yy = wide_vec3_dot(two->u[1], wide_sym3_apply(k, two->u[1]));
	Wide product = wide_multiply(xx, yy);
	Wide determinant = wide_sub(product, wide_multiply(xy, xy));
	// bodies that can turn about one axis only: one direction is all there is
	WideMask is_whole = wide_less(
			wide_multiply(wide_splat(100 * FLT_EPSILON), product), determinant);
	WideMask is_first = wide_less_equal(yy, xx);
	Wide scale = wide_divide(wide_splat(1), determinant);
	Wide zero = wide_zero();
	Wide ixx = wide_select(is_whole, wide_multiply(yy, scale),
			wide_select(is_first, wide_inverse_or_zero(xx), zero));
	Wide iyy = wide_select(is_whole, wide_multiply(xx, scale),
			wide_select(is_first, zero, wide_inverse_or_zero(yy)));
	Wide ixy = wide_select(is_whole, wide_negate(wide_multiply(xy, scale)), zero);
	WideSym3 mass = wide_sym3_add(
			wide_sym3_outer(two->u[0], two->u[0], ixx), wide_sym3_outer(two->u[1], two->u[1], iyy));
	Wide twice = wide_multiply(wide_splat(2), ixy);
	store_mass(block, first, wide_sym3_add(mass, wide_sym3_outer(two->u[0], two->u[1], twice)));
	Wide along0 = wide_multiply_add(ixy, error.y, wide_multiply(ixx, error.x));
	Wide along1 = wide_multiply_add(iyy, error.y, wide_multiply(ixy, error.x));
	WideVec3 push = wide_vec3_scale(two->u[0], along0);
	lanes_store3(&block->push, first, wide_vec3_add_scaled(push, two->u[1], along1));
	WideVec3 other = wide_vec3_cross(two->u[0], two->u[1]);
	drop_along(block, first, wide_vec3_scale(other, wide_inverse_or_zero(wide_vec3_length(other))));
}

// How fast B's frame gives way to an impulse there, against A.
MK_WIDE_INLINE WideSym3 inverse_mass_at(const JointLanes *lanes) {
	WideSym3 k = wide_sym3_add(wide_sym3_at_arm(lane_body_inertia(&lanes->a), lanes->arm_a),
			wide_sym3_at_arm(lane_body_inertia(&lanes->b), lanes->arm_b));
	WideVec3 masses = wide_vec3_add(lanes->a.inverse_mass, lanes->b.inverse_mass);
	k.xx = wide_add(k.xx, masses.x);
	k.yy = wide_add(k.yy, masses.y);
	k.zz = wide_add(k.zz, masses.z);
	return k;
}

// Holds B's frame where A's is.
MK_WIDE_INLINE void hold_point(JointLanes *lanes, WideVec3 gap) {
	hold_three(lanes, &lanes->bundle->linear, inverse_mass_at(lanes), gap);
}

// Holds B's frame on a line through A's.
MK_WIDE_INLINE void hold_line(JointLanes *lanes, WideVec3 gap, WideVec3 direction) {
	LaneTwo two;
	two.u[0] = wide_vec3_perpendicular(direction);
	two.u[1] = wide_vec3_cross(direction, two.u[0]);
	two.error[0] = wide_vec3_dot(two.u[0], gap);
	two.error[1] = wide_vec3_dot(two.u[1], gap);
	hold_two(lanes, &lanes->bundle->linear, inverse_mass_at(lanes), &two);
}

// Holds B's frame in a plane through A's.
MK_WIDE_INLINE void hold_plane(JointLanes *lanes, WideVec3 gap, WideVec3 normal) {
	JointBlockLanes *block = &lanes->bundle->linear;
	uint32_t first = lanes->first;
	Wide k = wide_vec3_dot(normal, wide_sym3_apply(inverse_mass_at(lanes), normal));
	Wide mass = wide_inverse_or_zero(k);
	store_mass(block, first, wide_sym3_outer(normal, normal, mass));
	WideVec3 error = wide_vec3_scale(normal, wide_vec3_dot(normal, gap));
	error = bound_error(block, first, error);
	lanes_store3(&block->push, first, wide_vec3_scale(error, mass));
	Wide along = wide_vec3_dot(normal, lanes_load3(&block->impulse, first));
	lanes_store3(&block->impulse, first, wide_vec3_scale(normal, along));
}

// The only axis of three that is among the bits, or the only one that is not.
static inline int single_axis(uint32_t bits) {
	bool is_single = (bits & (bits - 1)) == 0;
	uint32_t bit = is_single ? bits : 7 - bits;
	return bit == 4 ? 2 : bit == 2 ? 1 : 0;
}

MK_WIDE_INLINE void hold_linear(JointLanes *lanes, WideVec3 gap, const LaneTurn *turn) {
	uint32_t bits = joint_plan_linear(lanes->bundle->plan);
	if (bits == 0) return;
	if (bits == 7) {
		hold_point(lanes, gap);
		return;
	}
	WideVec3 axis = wide_quat_rotate(turn->a, wide_vec3_axis(single_axis(bits)));
	if ((bits & (bits - 1)) != 0) {
		hold_line(lanes, gap, axis);
	} else {
		hold_plane(lanes, gap, axis);
	}
}

MK_WIDE_INLINE void hold_angular(JointLanes *lanes, const LaneTurn *turn) {
	uint32_t bits = joint_plan_angular(lanes->bundle->plan);
	if (bits == 0) return;
	JointBlockLanes *block = &lanes->turning->block;
	WideVec3 v = wide_vec3_scale(wide_quat_vector(turn->q), wide_splat(2));
	if (bits == 7) {
		// the rotation vector, to third order
		hold_three(lanes, block, joint_lanes_inertia(lanes), wide_quat_rotate(turn->a, v));
		return;
	}
	int free_axis = single_axis(bits);
	LaneTwo two;
	for (int i = 0; i < 2; i++) {
		int axis = (free_axis + 1 + i) % 3;
		two.u[i] = wide_quat_rotate(turn->a, lane_component_rate(turn->q, axis));
		two.error[i] = wide_vec3_get(v, axis);
	}
	hold_two(lanes, block, joint_lanes_inertia(lanes), &two);
}

MK_WIDE_INLINE void set_row_mass(JointRowLanes *row, uint32_t first, Wide inverse_mass) {
	wide_store(row->inverse_mass + first, inverse_mass);
	wide_store(row->mass + first, wide_inverse_or_zero(inverse_mass));
}

MK_WIDE_INLINE void aim_along(
		const JointLanes *lanes, JointRowLanes *row, WideVec3 axis, Wide value) {
	uint32_t first = lanes->first;
	WideVec3 turn_a = wide_vec3_cross(lanes->arm_a, axis);
	WideVec3 turn_b = wide_vec3_cross(lanes->arm_b, axis);
	lanes_store3(&row->axis, first, axis);
	lanes_store3(&row->turn_a, first, turn_a);
	lanes_store3(&row->turn_b, first, turn_b);
	wide_store(row->value + first, value);
	WideVec3 masses = wide_vec3_add(lanes->a.inverse_mass, lanes->b.inverse_mass);
	Wide k = wide_vec3_dot(lanes_scale3(masses, axis), axis);
	k = wide_add(k, wide_vec3_dot(turn_a, lane_body_turn(&lanes->a, turn_a)));
	set_row_mass(row, first, wide_add(k, wide_vec3_dot(turn_b, lane_body_turn(&lanes->b, turn_b))));
}

MK_WIDE_INLINE void aim_about(const JointLanes *lanes, JointRowLanes *row, LaneAngle angle) {
	uint32_t first = lanes->first;
	lanes_store3(&row->turn_a, first, angle.axis);
	wide_store(row->value + first, angle.value);
	set_row_mass(row, first,
			wide_vec3_dot(angle.axis, wide_sym3_apply(joint_lanes_inertia(lanes), angle.axis)));
}

MK_WIDE_INLINE void aim_length(const JointLanes *lanes, JointRowLanes *row, WideVec3 gap) {
	Wide length = wide_vec3_length(gap);
	// together there is no direction; upward is as good as any
	WideVec3 axis = wide_vec3_select(wide_less(wide_splat(FLT_EPSILON), length),
			wide_vec3_scale(gap, wide_divide(wide_splat(1), length)), wide_vec3_axis(1));
	aim_along(lanes, row, axis, length);
}

static inline LaneAngle measure_angle(const LaneTurn *turn, JointMeasure measure) {
	switch (measure) {
		case JOINT_TWIST_X: return lane_twist(turn, 0);
		case JOINT_TWIST_Y: return lane_twist(turn, 1);
		case JOINT_TWIST_Z: return lane_twist(turn, 2);
		case JOINT_SWING_Y: return lane_swing(turn, 0);
		case JOINT_SWING_Z: return lane_swing(turn, 1);
		default: return lane_lean(turn, 0);
	}
}

MK_WIDE_INLINE void aim_rows(JointLanes *lanes, WideVec3 gap, const LaneTurn *turn) {
	for (uint32_t i = 0; i < lanes->bundle->row_count; i++) {
		JointRowLanes *row = lanes->rows + i;
		JointMeasure measure = joint_plan_measure(lanes->bundle->plan, i);
		if (joint_measure_is_turn(measure)) {
			aim_about(lanes, row, measure_angle(turn, measure));
		} else {
			int component = (int)measure - JOINT_PLACE_X;
			WideVec3 axis = wide_quat_rotate(turn->a, wide_vec3_axis(component));
			aim_along(lanes, row, axis, wide_vec3_dot(axis, gap));
		}
	}
}

MK_WIDE_INLINE WideQuat load_frame(const JointLanes *lanes, uint32_t side) {
	float(*frame)[MK_BUNDLE_LANES] = lanes->turning->frames[side];
	return (WideQuat){ wide_load(frame[0] + lanes->first), wide_load(frame[1] + lanes->first),
		wide_load(frame[2] + lanes->first), wide_load(frame[3] + lanes->first) };
}

// How a body has moved since the start of the step.
typedef struct LaneMotion {
	WideVec3 shift;
	WideQuat turn;
} LaneMotion;

MK_WIDE_INLINE LaneMotion load_motion(const SolverBodies *bodies, const uint32_t *rows) {
	Wide shift[4];
	Wide turn[4];
	wide_gather4(bodies->bodies->shift, MK_SOLVER_BODY_STRIDE, rows, shift);
	wide_gather4(bodies->bodies->turn, MK_SOLVER_BODY_STRIDE, rows, turn);
	return (LaneMotion){ { shift[0], shift[1], shift[2] }, { turn[0], turn[1], turn[2], turn[3] } };
}

// Brings everything up to date with where the bodies are.
MK_WIDE_INLINE void aim_lanes(JointLanes *lanes) {
	JointBundle *bundle = lanes->bundle;
	uint32_t first = lanes->first;
	LaneMotion a = load_motion(&lanes->pass->bodies, bundle->a + first);
	LaneMotion b = load_motion(&lanes->pass->bodies, bundle->b + first);
	WideVec3 own_arm = wide_quat_rotate(a.turn, lanes_load3(bundle->arms, first));
	lanes->arm_b = wide_quat_rotate(b.turn, lanes_load3(bundle->arms + 1, first));
	WideVec3 between = wide_vec3_add(
			lanes_load3(&bundle->offset, first), wide_vec3_sub(b.shift, a.shift));
	lanes->arm_a = wide_vec3_add(between, lanes->arm_b);
	lanes_store3(&bundle->arm_a, first, lanes->arm_a);
	lanes_store3(&bundle->arm_b, first, lanes->arm_b);
	WideVec3 gap = wide_vec3_sub(lanes->arm_a, own_arm);
	if (lanes->turning == NULL) {
		if (bundle->row_count > 0) aim_length(lanes, lanes->rows, gap);
		if (joint_plan_linear(bundle->plan) != 0) hold_point(lanes, gap);
		return;
	}
	LaneTurn turn = lane_turn(wide_quat_multiply(a.turn, load_frame(lanes, 0)),
			wide_quat_multiply(b.turn, load_frame(lanes, 1)));
	aim_rows(lanes, gap, &turn);
	hold_angular(lanes, &turn);
	hold_linear(lanes, gap, &turn);
}
