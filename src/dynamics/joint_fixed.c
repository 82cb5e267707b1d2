// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The fixed joint: two frames stay one.
#include "dynamics/joint_part.h"

static JointLayout plan_fixed(const JointSettings *settings) {
	(void)settings;
	return joint_plan_of(7, 7);
}

const JointOps mk_joint_fixed_ops = { "fixed", plan_fixed, NULL, NULL };
