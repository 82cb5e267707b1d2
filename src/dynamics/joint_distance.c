// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The distance joint: the length between the origins of the frames lies within limits. A longest
// length alone is a rope, an equal shortest and longest one a rod, a spring a spring.
#include "dynamics/joint_part.h"

static JointLayout plan_distance(const JointSettings *settings) {
	(void)settings;
	return joint_plan_add(joint_plan_of(0, 0), JOINT_LENGTH);
}

// No length is below zero: the limit would only push along an axis that is not known there.
static void adjust_shortest(PlainJoint *parts, const JointBuild *build) {
	(void)build;
	JointRow *row = parts->rows;
	if (!row->is_locked && row->lower <= 0) row->lower = -MK_INFINITY;
}

const JointOps mk_joint_distance_ops = { "distance", plan_distance, adjust_shortest, NULL };
