// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/joint_lane.h"

static void write3(Lane3 *rows, uint32_t lane, Vec3 v) {
	rows->x[lane] = (float)v.x;
	rows->y[lane] = (float)v.y;
	rows->z[lane] = (float)v.z;
}

static Vec3 read3(const Lane3 *rows, uint32_t lane) {
	return vec3((Real)rows->x[lane], (Real)rows->y[lane], (Real)rows->z[lane]);
}

static void write_bit(uint8_t *bits, uint32_t lane, bool value) {
	*bits = (uint8_t)((*bits & ~(1u << lane)) | (uint32_t)value << lane);
}

static void write_block(JointBlockLanes *lanes, uint32_t lane, const JointBlock *block) {
	write3(&lanes->impulse, lane, block->impulse);
	lanes->bias_rate[lane] = block->softness.bias_rate;
	lanes->mass_scale[lane] = block->softness.mass_scale;
	lanes->most[lane] = (float)block->most;
}

static void write_row_flags(
		JointRowLanes *lanes, uint32_t lane, const JointRow *row, const JointAxis *axis) {
	write_bit(&lanes->limited, lane, row->is_limited);
	write_bit(&lanes->locked, lane, row->is_locked);
	write_bit(&lanes->soft, lane, row->is_soft);
	write_bit(&lanes->driven, lane, axis->has_motor);
	write_bit(&lanes->sprung, lane, axis->has_spring);
	write_bit(&lanes->braked, lane, row->brake > 0);
	write_bit(&lanes->zoned, lane, row->zone > 0);
	write_bit(&lanes->bouncing, lane, axis->bounce > 0 && row->is_limited && !row->is_locked);
}

static void write_row(
		JointRowLanes *lanes, uint32_t lane, const JointRow *row, const JointAxis *axis) {
	lanes->lower[lane] = (float)row->lower;
	lanes->upper[lane] = (float)row->upper;
	lanes->bias_rate[lane] = row->softness.bias_rate;
	lanes->mass_scale[lane] = row->softness.mass_scale;
	lanes->limit_most[lane] = (float)row->limit_most;
	lanes->zone[lane] = (float)row->zone;
	lanes->bounce[lane] = (float)axis->bounce;
	lanes->motor_speed[lane] = (float)axis->motor_speed;
	lanes->motor_most[lane] = (float)row->motor_most;
	lanes->stiffness[lane] = (float)axis->stiffness;
	lanes->damping[lane] = (float)axis->damping;
	lanes->equilibrium[lane] = (float)axis->equilibrium;
	lanes->brake[lane] = (float)row->brake;
	lanes->lower_impulse[lane] = (float)row->memory.lower;
	lanes->upper_impulse[lane] = (float)row->memory.upper;
	lanes->motor_impulse[lane] = (float)row->memory.motor;
	lanes->spring_impulse[lane] = (float)row->memory.spring;
	lanes->zone_impulse[lane] = (float)row->memory.zone;
	write_row_flags(lanes, lane, row, axis);
}

void mk_joint_lane_write(const SolverJoints *joints, JointSlot slot, const PlainJoint *parts,
		const JointSettings *settings) {
	JointBundle *bundle = joints->bundles + slot.bundle;
	uint32_t lane = slot.lane;
	bundle->a[lane] = row_place(parts->bodies[0]);
	bundle->b[lane] = row_place(parts->bodies[1]);
	write_bit(&bundle->used, lane, true);
	write_bit(&bundle->moved_a, lane, parts->is_moved[0]);
	write_bit(&bundle->moved_b, lane, parts->is_moved[1]);
	write_bit(&bundle->soft_linear, lane, parts->linear.is_soft);
	write_bit(&bundle->soft_angular, lane, parts->angular.is_soft);
	write_block(&bundle->linear, lane, &parts->linear);
	if (joint_plan_has_turning(bundle->plan)) {
		write_block(&joints->turnings[bundle->turning].block, lane, &parts->angular);
	}
	for (uint32_t i = 0; i < bundle->row_count; i++) {
		JointFreedom freedom = joint_measure_freedom(joint_plan_measure(bundle->plan, i));
		write_row(joints->rows + bundle->first_row + i, lane, parts->rows + i,
				settings->axes + freedom);
	}
}

void mk_joint_lane_place(const SolverJoints *joints, JointSlot slot, const JointPlace *place) {
	JointBundle *bundle = joints->bundles + slot.bundle;
	write3(bundle->arms, slot.lane, place->arms[0]);
	write3(bundle->arms + 1, slot.lane, place->arms[1]);
	write3(&bundle->offset, slot.lane, place->offset);
	if (!joint_plan_has_turning(bundle->plan)) return;
	JointTurning *turning = joints->turnings + bundle->turning;
	for (uint32_t i = 0; i < 2; i++) {
		Quat q = place->frames[i];
		const Real numbers[4] = { q.x, q.y, q.z, q.w };
		for (uint32_t k = 0; k < 4; k++)
			turning->frames[i][k][slot.lane] = (float)numbers[k];
	}
}

static JointMemory read_row(const JointRowLanes *lanes, uint32_t lane) {
	return (JointMemory){ (Real)lanes->lower_impulse[lane], (Real)lanes->upper_impulse[lane],
		(Real)lanes->motor_impulse[lane], (Real)lanes->spring_impulse[lane],
		(Real)lanes->zone_impulse[lane] };
}

JointResult mk_joint_lane_read(
		const SolverJoints *joints, JointSlot slot, JointMemory memories[JOINT_AXES]) {
	const JointBundle *bundle = joints->bundles + slot.bundle;
	uint32_t lane = slot.lane;
	JointResult result = {
		.impulse = read3(&bundle->linear.impulse, lane),
		.arms = { vec3_length(read3(bundle->arms, lane)),
				vec3_length(read3(bundle->arms + 1, lane)) },
		.force_total = read3(&bundle->force_total, lane),
		.torque_total = read3(&bundle->torque_total, lane),
	};
	if (joint_plan_has_turning(bundle->plan)) {
		result.angular_impulse = read3(&joints->turnings[bundle->turning].block.impulse, lane);
	}
	result.pull = result.impulse;
	for (uint32_t i = 0; i < bundle->row_count; i++) {
		const JointRowLanes *row = joints->rows + bundle->first_row + i;
		JointMeasure measure = joint_plan_measure(bundle->plan, i);
		JointMemory memory = read_row(row, lane);
		memories[joint_measure_freedom(measure)] = memory;
		if (joint_measure_is_turn(measure)) continue;
		result.pull = vec3_add_scaled(
				result.pull, read3(&row->axis, lane), memory.lower - memory.upper);
	}
	return result;
}
