// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The fixed joint: two frames stay one.
#include "dynamics/joint_part.h"

static uint32_t count_rows(const JointSettings *settings) {
	(void)settings;
	return 0;
}

static void build_fixed(const JointBuild *build) {
	mk_joint_build_block(&build->joint->linear, &build->settings->linear, build);
	mk_joint_build_block(&build->joint->angular, &build->settings->angular, build);
}

static void update(JointWork *work) {
	Vec3 gap = mk_joint_place(work);
	JointTurn turn = mk_joint_turn(work);
	mk_joint_hold_turn(work, &turn);
	mk_joint_hold_point(work, gap);
}

const JointOps mk_joint_fixed_ops = { "fixed", count_rows, build_fixed, update };
