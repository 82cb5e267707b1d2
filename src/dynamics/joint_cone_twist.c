// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The cone twist joint, a shoulder: the frames share their origin; B's X axis leans from A's by at
// most ABOUT_Y.upper in any direction, a true cone, and B turns about it within ABOUT_X.
#include "dynamics/joint_part.h"

// The lean is not negative: an upper limit is all it has.
static JointLayout plan_cone_twist(const JointSettings *settings) {
	JointLayout plan = joint_plan_add_active(joint_plan_of(7, 0), settings, JOINT_TWIST_X);
	return settings->axes[JOINT_ABOUT_Y].has_limit ? joint_plan_add(plan, JOINT_LEAN) : plan;
}

// Below zero there is nothing; without a way to lean the lower limit would push into itself.
static void adjust_lean(PlainJoint *parts, const JointBuild *build) {
	for (uint32_t i = 0; i < joint_plan_rows(build->plan); i++) {
		if (joint_plan_measure(build->plan, i) != JOINT_LEAN) continue;
		JointRow *row = parts->rows + i;
		row->lower = -MK_INFINITY;
		row->is_locked = false;
		row->zone = build->settings->axes[JOINT_ABOUT_Y].soft_zone;
	}
}

const JointOps mk_joint_cone_twist_ops = { "cone twist", plan_cone_twist, adjust_lean, NULL };
