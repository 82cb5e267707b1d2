// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The slider joint: B's frame moves on the X axis of A's and may turn about it, both within limits.
#include "dynamics/joint_part.h"

static uint32_t count_rows(const JointSettings *settings) {
	return (uint32_t)joint_axis_is_active(settings->axes + JOINT_ALONG_X) +
			(uint32_t)joint_axis_is_active(settings->axes + JOINT_ABOUT_X);
}

static void build_slider(const JointBuild *build) {
	mk_joint_build_block(&build->joint->linear, &build->settings->linear, build);
	mk_joint_build_block(&build->joint->angular, &build->settings->angular, build);
	JointRow *row = build->rows;
	if (joint_axis_is_active(build->settings->axes + JOINT_ALONG_X)) {
		mk_joint_build_row(row++, JOINT_ALONG_X, build);
	}
	if (joint_axis_is_active(build->settings->axes + JOINT_ABOUT_X)) {
		mk_joint_build_row(row, JOINT_ABOUT_X, build);
	}
}

static void update(JointWork *work) {
	Vec3 gap = mk_joint_place(work);
	JointTurn turn = mk_joint_turn(work);
	Vec3 along = quat_rotate(turn.a, vec3(1, 0, 0));
	for (uint32_t i = 0; i < work->joint->row_count; i++) {
		JointRow *row = work->rows + i;
		if (row->freedom == JOINT_ALONG_X) {
			mk_joint_aim_along(work, row, along, vec3_dot(along, gap));
		} else {
			mk_joint_aim_about(work, row, mk_joint_twist(&turn, 0));
		}
	}
	mk_joint_hold_axis(work, &turn, 0);
	mk_joint_hold_line(work, gap, along);
}

const JointOps mk_joint_slider_ops = { "slider", count_rows, build_slider, update };
