// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The joint with six degrees of freedom, each locked, limited, driven or sprung on its own.
// Rigid locks are blocks where they can be: three linear ones a point, two a line, one a
// plane; three angular ones a whole turn, two an axis. All other axes are rows, along A's axes
// and about twist and swing.
#include "dynamics/joint_part.h"

static bool is_rigid_lock(const JointAxis *axis) {
	bool is_unlimited = axis->hold.force == MK_INFINITY && axis->hold.impulse == MK_INFINITY;
	return joint_axis_is_locked(axis) && joint_hold_is_rigid(&axis->hold) && is_unlimited;
}

static uint32_t find_linear(const JointSettings *settings) {
	uint32_t held = 0;
	for (uint32_t i = 0; i < 3; i++)
		held |= (uint32_t)is_rigid_lock(settings->axes + JOINT_ALONG_X + i) << i;
	return held;
}

// They must be locked at zero, two at least: a single one has no block of its own.
static uint32_t find_angular(const JointSettings *settings) {
	uint32_t held = 0;
	for (uint32_t i = 0; i < 3; i++) {
		const JointAxis *axis = settings->axes + JOINT_ABOUT_X + i;
		held |= (uint32_t)(is_rigid_lock(axis) && axis->lower == 0) << i;
	}
	bool is_single = (held & (held - 1)) == 0;
	return is_single ? 0 : held;
}

static JointLayout plan_generic(const JointSettings *settings) {
	uint32_t linear = find_linear(settings);
	uint32_t angular = find_angular(settings);
	JointLayout plan = joint_plan_of(linear, angular);
	static const JointMeasure places[3] = { JOINT_PLACE_X, JOINT_PLACE_Y, JOINT_PLACE_Z };
	for (uint32_t i = 0; i < 3; i++)
		if (!(linear >> i & 1)) plan = joint_plan_add_active(plan, settings, places[i]);
	// if a block leaves one axis free, turning about it is a plain twist
	static const JointMeasure twists[3] = { JOINT_TWIST_X, JOINT_TWIST_Y, JOINT_TWIST_Z };
	static const JointMeasure swings[3] = { JOINT_TWIST_X, JOINT_SWING_Y, JOINT_SWING_Z };
	const JointMeasure *turns = angular != 0 ? twists : swings;
	for (uint32_t i = 0; i < 3; i++)
		if (!(angular >> i & 1)) plan = joint_plan_add_active(plan, settings, turns[i]);
	return plan;
}

// What is locked elsewhere than at zero is held there.
static Vec3 find_rest(const JointSettings *settings, JointLayout plan) {
	Real rest[3];
	for (uint32_t i = 0; i < 3; i++)
		rest[i] = joint_plan_linear(plan) >> i & 1 ? settings->axes[JOINT_ALONG_X + i].lower : 0;
	return vec3(rest[0], rest[1], rest[2]);
}

const JointOps mk_joint_generic_ops = { "generic", plan_generic, NULL, find_rest };
