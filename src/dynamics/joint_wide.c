// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The passes of a step over bundles of joints; joint_solver.h says what each is for.
#include "dynamics/joint_aim.h"
#include "dynamics/joint_row.h"

// Slower meetings with a limit do not bounce, m/s or rad/s: nothing would ever rest against one.
#define MK_JOINT_BOUNCE_SPEED 0.2f

MK_WIDE_INLINE WideVec3 clamp_length(WideVec3 v, Wide most) {
	Wide squared = wide_vec3_dot(v, v);
	WideMask is_over = wide_less(wide_multiply(most, most), squared);
	if (!mask_any(is_over)) return v;
	Wide scale = wide_divide(most, wide_sqrt(squared));
	return wide_vec3_scale(v, wide_select(is_over, scale, wide_splat(1)));
}

// Returns the change of a block's impulse for a velocity of B against A; soft ones
// keep theirs without bias.
MK_WIDE_INLINE WideVec3 solve_block(
		const JointLanes *lanes, JointBlockLanes *block, WideVec3 velocity, bool has_bias) {
	uint32_t first = lanes->first;
	WideVec3 old = lanes_load3(&block->impulse, first);
	WideVec3 change = wide_sym3_apply(load_mass(block, first), velocity);
	WideVec3 impulse;
	if (has_bias) {
		WideVec3 push = lanes_load3(&block->push, first);
		change = wide_vec3_add_scaled(change, push, wide_load(block->bias_rate + first));
		impulse = wide_vec3_scale(wide_vec3_sub(old, change), wide_load(block->mass_scale + first));
	} else {
		impulse = wide_vec3_sub(old, change);
	}
	impulse = clamp_length(impulse, wide_load(block->most + first));
	bool is_angular = block != &lanes->bundle->linear;
	uint32_t soft = is_angular ? lanes->bundle->soft_angular : lanes->bundle->soft_linear;
	if (!has_bias && soft != 0) {
		impulse = wide_vec3_select(joint_lanes_mask(lanes, soft), old, impulse);
	}
	lanes_store3(&block->impulse, first, impulse);
	return wide_vec3_sub(impulse, old);
}

MK_WIDE_INLINE WideVec3 relative_velocity(const JointLanes *lanes) {
	WideVec3 a = wide_vec3_add(lanes->a.velocity, wide_vec3_cross(lanes->a.spin, lanes->arm_a));
	WideVec3 b = wide_vec3_add(lanes->b.velocity, wide_vec3_cross(lanes->b.spin, lanes->arm_b));
	return wide_vec3_sub(b, a);
}

// Points of turning bodies leave the tangent within a sub-step. Half the acceleration that does it,
// as seen from A, makes the error at the end of the sub-step one of third order; without it a
// pendulum would lose its height.
MK_WIDE_INLINE WideVec3 leaving_velocity(const JointLanes *lanes, WideVec3 velocity) {
	WideVec3 wa = lanes->a.spin;
	WideVec3 wb = lanes->b.spin;
	WideVec3 towards_b = wide_vec3_cross(wb, wide_vec3_cross(wb, lanes->arm_b));
	WideVec3 towards_a = wide_vec3_cross(wa, wide_vec3_cross(wa, lanes->arm_a));
	WideVec3 acceleration = wide_vec3_sub(towards_b, towards_a);
	acceleration = wide_vec3_add_scaled(
			acceleration, wide_vec3_cross(wa, velocity), wide_splat(-2));
	float h = lanes->pass->h;
	// of no use when bodies turn by more than half a radian in a sub-step
	Wide turned = wide_multiply(
			wide_splat(h * h), wide_add(wide_vec3_dot(wa, wa), wide_vec3_dot(wb, wb)));
	Wide whole = wide_multiply_add(wide_splat(2), turned, wide_splat(2));
	return wide_vec3_scale(acceleration, wide_divide(wide_splat(h), whole));
}

MK_WIDE_INLINE void solve_linear(JointLanes *lanes, bool has_bias) {
	WideVec3 velocity = relative_velocity(lanes);
	if (has_bias) velocity = wide_vec3_add(velocity, leaving_velocity(lanes, velocity));
	WideVec3 change = solve_block(lanes, &lanes->bundle->linear, velocity, has_bias);
	JointPush push = { change, wide_vec3_cross(lanes->arm_a, change),
		wide_vec3_cross(lanes->arm_b, change) };
	joint_lanes_push(lanes, &push);
}

MK_WIDE_INLINE void solve_angular(JointLanes *lanes, bool has_bias) {
	WideVec3 spin = wide_vec3_sub(lanes->b.spin, lanes->a.spin);
	joint_lanes_twist(lanes, solve_block(lanes, &lanes->turning->block, spin, has_bias));
}

MK_WIDE_INLINE void solve_all(JointLanes *lanes, bool has_bias) {
	JointLayout plan = lanes->bundle->plan;
	for (uint32_t i = 0; i < lanes->bundle->row_count; i++)
		solve_row(lanes, i, has_bias);
	if (joint_plan_angular(plan) != 0) solve_angular(lanes, has_bias);
	if (joint_plan_linear(plan) != 0) solve_linear(lanes, has_bias);
}

MK_WIDE_INLINE void add3(Lane3 *total, uint32_t first, WideVec3 v) {
	lanes_store3(total, first, wide_vec3_add(lanes_load3(total, first), v));
}

// What the reaction and the breaking are measured by.
MK_WIDE_INLINE void add_totals(const JointLanes *lanes) {
	JointBundle *bundle = lanes->bundle;
	uint32_t first = lanes->first;
	add3(&bundle->force_total, first, lanes_load3(&bundle->linear.impulse, first));
	if (lanes->turning != NULL) {
		add3(&bundle->torque_total, first, lanes_load3(&lanes->turning->block.impulse, first));
	}
	for (uint32_t i = 0; i < bundle->row_count; i++) {
		JointRowLanes *row = lanes->rows + i;
		bool is_turn = joint_measure_is_turn(joint_plan_measure(bundle->plan, i));
		Wide impulse = row_impulse(row, first);
		Wide limits = wide_add(
				wide_load(row->lower_impulse + first), wide_load(row->upper_impulse + first));
		wide_store(row->limit_total + first, wide_add(wide_load(row->limit_total + first), limits));
		add3(is_turn ? &bundle->torque_total : &bundle->force_total, first,
				wide_vec3_scale(lanes_load3(is_turn ? &row->turn_a : &row->axis, first), impulse));
	}
}

MK_WIDE_INLINE Wide turn_squared(const LaneBody *body, WideVec3 arm, WideVec3 impulse) {
	WideVec3 turn = lane_body_turn(body, wide_vec3_cross(arm, impulse));
	return wide_vec3_dot(turn, turn);
}

// What tells a tree whether a joint of it is torn apart (joint_tree_load.c).
MK_WIDE_INLINE void prepare_torn(const JointLanes *lanes) {
	const JointBlockLanes *block = &lanes->bundle->linear;
	uint32_t first = lanes->first;
	Wide part = wide_multiply(wide_load(block->bias_rate + first), wide_splat(lanes->pass->h));
	WideVec3 impulse = wide_vec3_scale(lanes_load3(&block->push, first), part);
	wide_store(lanes->bundle->torn + first,
			wide_max(turn_squared(&lanes->a, lanes->arm_a, impulse),
					turn_squared(&lanes->b, lanes->arm_b, impulse)));
}

MK_WIDE_INLINE void prepare_lanes(JointLanes *lanes) {
	uint32_t first = lanes->first;
	aim_lanes(lanes);
	prepare_torn(lanes);
	lanes_store3(&lanes->bundle->force_total, first, wide_vec3_zero());
	lanes_store3(&lanes->bundle->torque_total, first, wide_vec3_zero());
	for (uint32_t i = 0; i < lanes->bundle->row_count; i++) {
		LaneRow row = load_row(lanes, i);
		wide_store(row.row->approach + first, row.speed);
		wide_store(row.row->limit_total + first, wide_zero());
	}
}

// Returns the sum of all impulses of a joint, at the arms it has now.
MK_WIDE_INLINE JointPush sum_impulses(const JointLanes *lanes) {
	const JointBundle *bundle = lanes->bundle;
	uint32_t first = lanes->first;
	WideVec3 impulse = lanes_load3(&bundle->linear.impulse, first);
	JointPush sum = { impulse, wide_vec3_cross(lanes->arm_a, impulse),
		wide_vec3_cross(lanes->arm_b, impulse) };
	if (lanes->turning != NULL) {
		WideVec3 twist = lanes_load3(&lanes->turning->block.impulse, first);
		sum.turn_a = wide_vec3_add(sum.turn_a, twist);
		sum.turn_b = wide_vec3_add(sum.turn_b, twist);
	}
	for (uint32_t i = 0; i < bundle->row_count; i++) {
		const JointRowLanes *row = lanes->rows + i;
		bool is_turn = joint_measure_is_turn(joint_plan_measure(bundle->plan, i));
		Wide along = row_impulse(row, first);
		WideVec3 turn_a = lanes_load3(&row->turn_a, first);
		WideVec3 turn_b = is_turn ? turn_a : lanes_load3(&row->turn_b, first);
		sum.turn_a = wide_vec3_add_scaled(sum.turn_a, turn_a, along);
		sum.turn_b = wide_vec3_add_scaled(sum.turn_b, turn_b, along);
		if (is_turn) continue;
		sum.impulse = wide_vec3_add_scaled(sum.impulse, lanes_load3(&row->axis, first), along);
	}
	return sum;
}

MK_WIDE_INLINE void warm_start_lanes(JointLanes *lanes) {
	JointPush push = sum_impulses(lanes);
	joint_lanes_push(lanes, &push);
}

MK_WIDE_INLINE void solve_lanes(JointLanes *lanes) { solve_all(lanes, true); }

// Whether the impulse is the same whatever way the frames turn, and only its moments are not.
static bool is_impulse_kept(JointLayout plan) {
	bool is_kept = joint_plan_linear(plan) == 7;
	for (uint32_t i = 0; i < joint_plan_rows(plan); i++)
		is_kept &= joint_measure_is_turn(joint_plan_measure(plan, i));
	return is_kept;
}

// What impulses have done goes on in the next sub-step, but at the arms of then.
MK_WIDE_INLINE void relax_lanes(JointLanes *lanes) {
	JointPush old = sum_impulses(lanes);
	aim_lanes(lanes);
	JointPush now = sum_impulses(lanes);
	JointPush gone = { wide_vec3_sub(old.impulse, now.impulse),
		wide_vec3_sub(old.turn_a, now.turn_a), wide_vec3_sub(old.turn_b, now.turn_b) };
	joint_lanes_forget(lanes, &gone, is_impulse_kept(lanes->bundle->plan));
	solve_all(lanes, false);
	add_totals(lanes);
}

// A limit that was met with some speed in this step gives a part of it back.
MK_WIDE_INLINE void restitute_row(JointLanes *lanes, uint32_t index) {
	LaneRow row = load_row(lanes, index);
	const JointRowLanes *r = row.row;
	Wide approach = wide_load(r->approach + row.first);
	Wide wanted = wide_negate(wide_multiply(wide_load(r->bounce + row.first), approach));
	WideMask is_hit = row_mask(&row, r->bouncing);
	is_hit = mask_and(is_hit, wide_less(wide_zero(), wide_load(r->limit_total + row.first)));
	is_hit = mask_and(
			is_hit, wide_less_equal(wide_splat(MK_JOINT_BOUNCE_SPEED), wide_abs(approach)));
	// slower than it should be, seen along the way back
	Wide missing = wide_sub(wanted, row.speed);
	is_hit = mask_and(is_hit, wide_less(wide_zero(), wide_flip_sign(missing, wanted)));
	push_row(lanes, &row, wide_select(is_hit, wide_multiply(row.mass, missing), wide_zero()));
}

static bool is_bouncing(const JointPass *pass, const JointBundle *bundle) {
	uint32_t bits = 0;
	for (uint32_t i = 0; i < bundle->row_count; i++)
		bits |= pass->rows[bundle->first_row + i].bouncing;
	return bits != 0;
}

MK_WIDE_INLINE void restitute_lanes(JointLanes *lanes) {
	for (uint32_t i = 0; i < lanes->bundle->row_count; i++)
		if (lanes->rows[i].bouncing != 0) restitute_row(lanes, i);
}

// Calls a pass for a bundle's groups of lanes that are in use.
MK_WIDE_INLINE void for_each_group(
		const JointPass *pass, JointBundle *bundle, void (*run)(JointLanes *lanes)) {
	for (uint32_t first = 0; first < MK_BUNDLE_LANES; first += MK_LANES) {
		if (((uint32_t)bundle->used >> first & MK_ALL_LANES) == 0) continue;
		JointLanes lanes = joint_lanes_load(pass, bundle, first);
		run(&lanes);
		joint_lanes_store(&lanes);
	}
}

JointKernel MK_WIDE_NAME(mk_joint_prepare);
JointKernel MK_WIDE_NAME(mk_joint_warm_start);
JointKernel MK_WIDE_NAME(mk_joint_solve);
JointKernel MK_WIDE_NAME(mk_joint_relax);
JointKernel MK_WIDE_NAME(mk_joint_restitute);

void MK_WIDE_NAME(mk_joint_prepare)(const JointPass *pass, JointBundle *bundles, uint32_t count) {
	for (uint32_t i = 0; i < count; i++)
		for_each_group(pass, bundles + i, prepare_lanes);
}

void MK_WIDE_NAME(mk_joint_warm_start)(
		const JointPass *pass, JointBundle *bundles, uint32_t count) {
	for (uint32_t i = 0; i < count; i++)
		for_each_group(pass, bundles + i, warm_start_lanes);
}

void MK_WIDE_NAME(mk_joint_solve)(const JointPass *pass, JointBundle *bundles, uint32_t count) {
	for (uint32_t i = 0; i < count; i++)
		for_each_group(pass, bundles + i, solve_lanes);
}

void MK_WIDE_NAME(mk_joint_relax)(const JointPass *pass, JointBundle *bundles, uint32_t count) {
	for (uint32_t i = 0; i < count; i++)
		for_each_group(pass, bundles + i, relax_lanes);
}

void MK_WIDE_NAME(mk_joint_restitute)(const JointPass *pass, JointBundle *bundles, uint32_t count) {
	for (uint32_t i = 0; i < count; i++)
		if (is_bouncing(pass, bundles + i)) for_each_group(pass, bundles + i, restitute_lanes);
}
