// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/joint.h"

static JointHold rigid(void) {
	return (JointHold){ MK_JOINT_FREQUENCY, MK_JOINT_DAMPING_RATIO, MK_INFINITY, MK_INFINITY };
}

JointSettings mk_joint_settings(JointKind kind) {
	JointSettings settings = {
		.kind = kind,
		.frames = { transform_identity(), transform_identity() },
		.linear = rigid(),
		.angular = rigid(),
		.priority = 1,
		.break_force = MK_INFINITY,
		.break_torque = MK_INFINITY,
	};
	for (int i = 0; i < JOINT_AXES; i++) {
		JointAxis *axis = settings.axes + i;
		axis->hold = rigid();
		axis->motor_force = axis->motor_impulse = MK_INFINITY;
	}
	JointAxis *length = settings.axes + JOINT_ALONG_X;
	if (kind == JOINT_DISTANCE) {
		length->has_limit = true;
		length->upper = MK_INFINITY;
	}
	return settings;
}

// NaN is not at least anything.
static bool is_amount(Real x) { return x >= 0; }
static bool is_finite_amount(Real x) { return x >= 0 && real_is_finite(x); }
static bool is_number(Real x) { return x <= MK_INFINITY; }

static bool is_hold_fine(const JointHold *hold) {
	return is_finite_amount(hold->frequency) && is_finite_amount(hold->damping_ratio) &&
			is_amount(hold->force) && is_amount(hold->impulse);
}

static const char *find_axis_problem(const JointAxis *axis) {
	if (!is_number(axis->lower) || !is_number(axis->upper)) return "has a limit that is no number";
	if (joint_axis_is_locked(axis) && !real_is_finite(axis->lower))
		return "is locked at an infinite place";
	if (!is_hold_fine(&axis->hold)) return "has a limit with a negative stiffness or force";
	if (!is_finite_amount(axis->soft_zone)) return "has a soft zone that is negative";
	if (!(axis->bounce >= 0 && axis->bounce <= 1)) return "has a bounce outside of 0 to 1";
	if (!(axis->brake >= 0 && axis->brake <= 1)) return "has a brake outside of 0 to 1";
	if (!real_is_finite(axis->motor_speed)) return "has a motor without a finite speed";
	if (!is_amount(axis->motor_force) || !is_amount(axis->motor_impulse))
		return "has a motor with a negative force";
	if (!is_finite_amount(axis->stiffness) || !is_finite_amount(axis->damping))
		return "has a spring with a negative stiffness or damping";
	return real_is_finite(axis->equilibrium) ? NULL : "has a spring without a finite length";
}

const char *mk_joint_find_problem(const JointSettings *settings) {
	if ((unsigned)settings->kind >= JOINT_KIND_COUNT) return "is of no known kind";
	for (int i = 0; i < 2; i++)
		if (!transform_is_valid(settings->frames[i])) return "has a frame that is not finite";
	if (!is_hold_fine(&settings->linear) || !is_hold_fine(&settings->angular))
		return "has a negative stiffness or force";
	if (!is_amount(settings->break_force) || !is_amount(settings->break_torque))
		return "has a negative force to break at";
	for (int i = 0; i < JOINT_AXES; i++) {
		const char *problem = find_axis_problem(settings->axes + i);
		if (problem != NULL) return problem;
	}
	return NULL;
}
