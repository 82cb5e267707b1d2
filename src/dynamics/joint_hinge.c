// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The hinge joint: the frames share their origin and their Z axis. The angle about it can be limited,
// driven and sprung.
#include "dynamics/joint_part.h"

static uint32_t count_rows(const JointSettings *settings) {
	return joint_axis_is_active(settings->axes + JOINT_ABOUT_Z);
}

static void build_hinge(const JointBuild *build) {
	mk_joint_build_block(&build->joint->linear, &build->settings->linear, build);
	mk_joint_build_block(&build->joint->angular, &build->settings->angular, build);
	if (build->joint->row_count > 0) mk_joint_build_row(build->rows, JOINT_ABOUT_Z, build);
}

static void update(JointWork *work) {
	Vec3 gap = mk_joint_place(work);
	JointTurn turn = mk_joint_turn(work);
	if (work->joint->row_count > 0) mk_joint_aim_about(work, work->rows, mk_joint_twist(&turn, 2));
	mk_joint_hold_axis(work, &turn, 2);
	mk_joint_hold_point(work, gap);
}

const JointOps mk_joint_hinge_ops = { "hinge", count_rows, build_hinge, update };
