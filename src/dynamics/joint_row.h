// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// For the kernels of joints: all that acts on an axis, one after the other on its speed. What some
// lanes do not have leaves them as they are, bit for bit. Included by kernels in lanes only.
#pragma once

#include "dynamics/joint_lanes.h"
#include "dynamics/joint_part.h"

// An axis while a pass solves it.
typedef struct LaneRow {
	JointRowLanes *row;
	uint32_t first;
	bool is_turn;
	WideVec3 axis;
	WideVec3 turn_a;
	WideVec3 turn_b;
	Wide inverse_mass;
	Wide mass;
	Wide value;
	Wide start;  // speed before
	Wide speed;  // now
	Wide change; // of the impulse
} LaneRow;

MK_WIDE_INLINE Wide row_speed(const JointLanes *lanes, const LaneRow *row) {
	if (row->is_turn) {
		return wide_vec3_dot(row->turn_a, wide_vec3_sub(lanes->b.spin, lanes->a.spin));
	}
	Wide speed = wide_vec3_dot(row->axis, wide_vec3_sub(lanes->b.velocity, lanes->a.velocity));
	speed = wide_add(speed, wide_vec3_dot(row->turn_b, lanes->b.spin));
	return wide_sub(speed, wide_vec3_dot(row->turn_a, lanes->a.spin));
}

MK_WIDE_INLINE LaneRow load_row(const JointLanes *lanes, uint32_t index) {
	JointRowLanes *row = lanes->rows + index;
	uint32_t first = lanes->first;
	LaneRow loaded = {
		.row = row,
		.first = first,
		.is_turn = joint_measure_is_turn(joint_plan_measure(lanes->bundle->plan, index)),
		.turn_a = lanes_load3(&row->turn_a, first),
		.inverse_mass = wide_load(row->inverse_mass + first),
		.mass = wide_load(row->mass + first),
		.value = wide_load(row->value + first),
		.change = wide_zero(),
	};
	loaded.axis = loaded.is_turn ? wide_vec3_zero() : lanes_load3(&row->axis, first);
	loaded.turn_b = loaded.is_turn ? loaded.turn_a : lanes_load3(&row->turn_b, first);
	loaded.start = loaded.speed = row_speed(lanes, &loaded);
	return loaded;
}

// Returns an impulse along a row.
MK_WIDE_INLINE JointPush row_push(const LaneRow *row, Wide change) {
	return (JointPush){ wide_vec3_scale(row->axis, change), wide_vec3_scale(row->turn_a, change),
		wide_vec3_scale(row->turn_b, change) };
}

MK_WIDE_INLINE void push_row(JointLanes *lanes, const LaneRow *row, Wide change) {
	if (row->is_turn) {
		joint_lanes_twist(lanes, wide_vec3_scale(row->turn_a, change));
		return;
	}
	JointPush push = row_push(row, change);
	joint_lanes_push(lanes, &push);
}

// Returns the sum of all impulses along a row.
MK_WIDE_INLINE Wide row_impulse(const JointRowLanes *row, uint32_t first) {
	Wide sum = wide_sub(
			wide_load(row->lower_impulse + first), wide_load(row->upper_impulse + first));
	sum = wide_add(sum, wide_load(row->motor_impulse + first));
	sum = wide_add(sum, wide_load(row->spring_impulse + first));
	return wide_add(sum, wide_load(row->zone_impulse + first));
}

MK_WIDE_INLINE WideMask row_mask(const LaneRow *row, uint32_t bits) {
	return mask_from_bits(bits >> row->first & MK_ALL_LANES);
}

// Adds to the impulse of the row in some lanes.
MK_WIDE_INLINE void change_row(LaneRow *row, WideMask lanes, Wide change) {
	row->change = wide_select(lanes, wide_add(row->change, change), row->change);
	row->speed = wide_multiply_add(row->inverse_mass, row->change, row->start);
}

// Gives one of the impulses a new value in some lanes.
MK_WIDE_INLINE void set_row_impulse(LaneRow *row, WideMask lanes, float *impulse, Wide value) {
	Wide old = wide_load(impulse + row->first);
	wide_store(impulse + row->first, wide_select(lanes, value, old));
	change_row(row, lanes, wide_sub(value, old));
}

// The impulse f with f = -h (k C' + c v') for where and how fast the spring is at the end of the
// sub-step. Springs that swing slowly against the sub-steps take C from the start instead, which
// keeps their energy; fast ones would explode that way.
MK_WIDE_INLINE void solve_spring(LaneRow *row, float h) {
	JointRowLanes *r = row->row;
	Wide k = wide_load(r->stiffness + row->first);
	Wide stretch = wide_sub(row->value, wide_load(r->equilibrium + row->first));
	Wide fast = wide_multiply(wide_multiply(wide_splat(4 * h * h), k), row->inverse_mass);
	Wide ahead = wide_min(wide_splat(1), fast);
	Wide hk = wide_multiply(wide_splat(h), k);
	Wide yield = wide_multiply(
			wide_splat(h), wide_multiply_add(ahead, hk, wide_load(r->damping + row->first)));
	Wide give = wide_multiply(yield, row->inverse_mass);
	Wide impulse = wide_multiply(give, wide_load(r->spring_impulse + row->first));
	impulse = wide_sub(impulse, wide_multiply(hk, stretch));
	impulse = wide_sub(impulse, wide_multiply(yield, row->speed));
	impulse = wide_divide(impulse, wide_add(wide_splat(1), give));
	set_row_impulse(row, row_mask(row, r->sprung), r->spring_impulse, impulse);
}

// No impulse of it is kept: it brakes what speed there is in each sub-step.
MK_WIDE_INLINE void solve_brake(const JointLanes *lanes, LaneRow *row) {
	WideMask is_braked = row_mask(row, row->row->braked);
	Wide lost = wide_multiply(row->mass, wide_load(row->row->brake + row->first));
	Wide change = wide_negate(wide_multiply(lost, row->speed));
	change_row(row, is_braked, change);
	JointPush push = row_push(row, wide_select(is_braked, change, wide_zero()));
	joint_lanes_forget(lanes, &push, row->is_turn);
}

// The soft spring before the limits; it pushes out of the zone and never pulls in.
MK_WIDE_INLINE void solve_zone(LaneRow *row, Softness s) {
	JointRowLanes *r = row->row;
	const Wide zero = wide_zero();
	Wide zone = wide_load(r->zone + row->first);
	Wide below = wide_sub(row->value, wide_add(wide_load(r->lower + row->first), zone));
	Wide above = wide_sub(row->value, wide_sub(wide_load(r->upper + row->first), zone));
	WideMask is_low = wide_less(below, zero);
	WideMask is_high = wide_less(zero, above);
	Wide inside = wide_select(is_low, below, wide_select(is_high, above, zero));
	Wide wanted = wide_multiply_add(wide_splat(s.bias_rate), inside, row->speed);
	wanted = wide_multiply(wide_multiply(row->mass, wide_splat(s.mass_scale)), wanted);
	Wide kept = wide_multiply(
			wide_load(r->zone_impulse + row->first), wide_splat(1 - s.impulse_scale));
	Wide impulse = wide_sub(kept, wanted);
	impulse = wide_select(
			is_low, wide_max(impulse, zero), wide_select(is_high, wide_min(impulse, zero), zero));
	set_row_impulse(row, row_mask(row, r->zoned), r->zone_impulse, impulse);
}

MK_WIDE_INLINE void solve_motor(LaneRow *row) {
	JointRowLanes *r = row->row;
	Wide missing = wide_sub(row->speed, wide_load(r->motor_speed + row->first));
	Wide impulse = wide_sub(
			wide_load(r->motor_impulse + row->first), wide_multiply(row->mass, missing));
	Wide most = wide_load(r->motor_most + row->first);
	impulse = wide_clamp(impulse, wide_negate(most), most);
	set_row_impulse(row, row_mask(row, r->driven), r->motor_impulse, impulse);
}

// How limits answer in this pass.
typedef struct LaneLimit {
	Wide bias_rate;
	Wide mass_scale;
	Wide most;
	Wide inverse_h;
	WideMask is_kept; // soft ones, which the relax pass leaves alone
} LaneLimit;

MK_WIDE_INLINE LaneLimit load_limit(const LaneRow *row, float h, bool has_bias) {
	const JointRowLanes *r = row->row;
	LaneLimit limit = { .bias_rate = wide_zero(),
		.mass_scale = wide_splat(1),
		.most = wide_load(r->limit_most + row->first),
		.inverse_h = wide_splat(1 / h),
		.is_kept = row_mask(row, has_bias ? 0 : r->soft) };
	if (has_bias) {
		limit.bias_rate = wide_load(r->bias_rate + row->first);
		limit.mass_scale = wide_load(r->mass_scale + row->first);
	}
	return limit;
}

// Returns lambda - m s (v + bias) - (1 - s) lambda.
MK_WIDE_INLINE Wide soft_impulse(const LaneRow *row, const LaneLimit *limit, Wide old, Wide speed) {
	Wide stopped = wide_sub(old, wide_multiply(row->mass, speed));
	return wide_multiply(limit->mass_scale, stopped);
}

// Returns the new impulse of a limit, which only pushes inward: `gap` is how far it is away,
// `speed` how fast it goes further.
MK_WIDE_INLINE Wide solve_limit(
		const LaneRow *row, const LaneLimit *limit, Wide old, Wide gap, Wide speed) {
	// a gap may be closed within this sub-step and no more
	Wide ahead = wide_multiply_add(gap, limit->inverse_h, speed);
	Wide apart = wide_sub(old, wide_multiply(row->mass, ahead));
	Wide bias = wide_max(wide_multiply(limit->bias_rate, gap), wide_splat(-MK_JOINT_PUSH_LIMIT));
	Wide soft = soft_impulse(row, limit, old, wide_add(speed, bias));
	soft = wide_clamp(soft, wide_zero(), limit->most);
	soft = wide_select(limit->is_kept, old, soft);
	apart = wide_clamp(apart, wide_zero(), limit->most);
	return wide_select(wide_less(wide_zero(), gap), apart, soft);
}

MK_WIDE_INLINE void solve_lock(LaneRow *row, const LaneLimit *limit) {
	JointRowLanes *r = row->row;
	const Wide most = wide_splat(MK_JOINT_PUSH_LIMIT);
	Wide old = wide_load(r->lower_impulse + row->first);
	Wide away = wide_sub(row->value, wide_load(r->lower + row->first));
	Wide bias = wide_clamp(wide_multiply(limit->bias_rate, away), wide_negate(most), most);
	Wide impulse = soft_impulse(row, limit, old, wide_add(row->speed, bias));
	impulse = wide_clamp(impulse, wide_negate(limit->most), limit->most);
	impulse = wide_select(limit->is_kept, old, impulse);
	set_row_impulse(row, row_mask(row, r->locked), r->lower_impulse, impulse);
}

// Both limits.
MK_WIDE_INLINE void solve_limits(LaneRow *row, float h, bool has_bias) {
	JointRowLanes *r = row->row;
	LaneLimit limit = load_limit(row, h, has_bias);
	if (r->locked != 0) solve_lock(row, &limit);
	uint32_t open = (uint32_t)r->limited & ~(uint32_t)r->locked;
	if (open == 0) return;
	WideMask is_open = row_mask(row, open);
	Wide lower = solve_limit(row, &limit, wide_load(r->lower_impulse + row->first),
			wide_sub(row->value, wide_load(r->lower + row->first)), row->speed);
	set_row_impulse(row, is_open, r->lower_impulse, lower);
	Wide old = wide_load(r->upper_impulse + row->first);
	Wide upper = solve_limit(row, &limit, old,
			wide_sub(wide_load(r->upper + row->first), row->value), wide_negate(row->speed));
	wide_store(r->upper_impulse + row->first, wide_select(is_open, upper, old));
	change_row(row, is_open, wide_sub(old, upper));
}

// All that acts on an axis; the bodies get the sum.
MK_WIDE_INLINE void solve_row(JointLanes *lanes, uint32_t index, bool has_bias) {
	LaneRow row = load_row(lanes, index);
	const JointRowLanes *r = row.row;
	if (has_bias && r->sprung != 0) solve_spring(&row, lanes->pass->h);
	if (has_bias && r->braked != 0) solve_brake(lanes, &row);
	if (has_bias && r->zoned != 0) solve_zone(&row, lanes->pass->zone);
	if (r->driven != 0) solve_motor(&row);
	if (r->limited != 0) solve_limits(&row, lanes->pass->h, has_bias);
	push_row(lanes, &row, row.change);
}
