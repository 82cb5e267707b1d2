// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The cone twist joint, a shoulder: the frames share their origin; B's X axis leans from A's by at most
// ABOUT_Y.upper in any direction, a true cone, and B turns about it within ABOUT_X.
#include "dynamics/joint_part.h"

// The lean is not negative: an upper limit is all it has.
static bool has_lean_limit(const JointSettings *settings) {
	return settings->axes[JOINT_ABOUT_Y].has_limit;
}

static uint32_t count_rows(const JointSettings *settings) {
	return (uint32_t)joint_axis_is_active(settings->axes + JOINT_ABOUT_X) +
			(uint32_t)has_lean_limit(settings);
}

static void build_cone_twist(const JointBuild *build) {
	mk_joint_build_block(&build->joint->linear, &build->settings->linear, build);
	JointRow *row = build->rows;
	if (joint_axis_is_active(build->settings->axes + JOINT_ABOUT_X)) {
		mk_joint_build_row(row++, JOINT_ABOUT_X, build);
	}
	if (!has_lean_limit(build->settings)) return;
	mk_joint_build_row(row, JOINT_ABOUT_Y, build);
	// below zero there is nothing; without a way to lean the lower limit would push into itself
	row->lower = -MK_INFINITY;
	row->is_locked = false;
	row->zone = build->settings->axes[JOINT_ABOUT_Y].soft_zone;
}

static void update(JointWork *work) {
	Vec3 gap = mk_joint_place(work);
	JointTurn turn = mk_joint_turn(work);
	for (uint32_t i = 0; i < work->joint->row_count; i++) {
		JointRow *row = work->rows + i;
		bool is_lean = row->freedom == JOINT_ABOUT_Y;
		mk_joint_aim_about(work, row, is_lean ? mk_joint_lean(&turn, 0) : mk_joint_twist(&turn, 0));
	}
	mk_joint_hold_point(work, gap);
}

const JointOps mk_joint_cone_twist_ops = { "cone twist", count_rows, build_cone_twist, update };
