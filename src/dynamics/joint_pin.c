// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The pin joint: one point of A and one of B stay together, all turning is free.
#include "dynamics/joint_part.h"

static JointLayout plan_pin(const JointSettings *settings) {
	(void)settings;
	return joint_plan_of(7, 0);
}

const JointOps mk_joint_pin_ops = { "pin", plan_pin, NULL, NULL };
