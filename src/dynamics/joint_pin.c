// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The pin joint: one point of A and one of B stay together, all turning is free.
#include "dynamics/joint_part.h"

static uint32_t count_rows(const JointSettings *settings) {
	(void)settings;
	return 0;
}

static void build_pin(const JointBuild *build) {
	mk_joint_build_block(&build->joint->linear, &build->settings->linear, build);
}

static void update(JointWork *work) { mk_joint_hold_point(work, mk_joint_place(work)); }

const JointOps mk_joint_pin_ops = { "pin", count_rows, build_pin, update };
