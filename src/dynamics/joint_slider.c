// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The slider joint: B's frame moves on the X axis of A's and may turn about it, both within limits.
#include "dynamics/joint_part.h"

static JointLayout plan_slider(const JointSettings *settings) {
	JointLayout plan = joint_plan_add_active(joint_plan_of(2 | 4, 2 | 4), settings, JOINT_PLACE_X);
	return joint_plan_add_active(plan, settings, JOINT_TWIST_X);
}

const JointOps mk_joint_slider_ops = { "slider", plan_slider, NULL, NULL };
