// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The distance joint: the length between the origins of the frames lies within limits. A longest length
// alone is a rope, an equal shortest and longest one a rod, a spring a spring.
#include "dynamics/joint_part.h"

static uint32_t count_rows(const JointSettings *settings) {
	(void)settings;
	return 1;
}

static void build_distance(const JointBuild *build) {
	mk_joint_build_row(build->rows, JOINT_ALONG_X, build);
	// no length is below zero: the limit would only push along an axis that is not known there
	if (!build->rows->is_locked && build->rows->lower <= 0) build->rows->lower = -MK_INFINITY;
}

static void update(JointWork *work) {
	Vec3 gap = mk_joint_place(work);
	Real length = vec3_length(gap);
	// together there is no direction; upward is as good as any
	Vec3 axis = length > MK_EPSILON ? vec3_scale(gap, 1 / length) : vec3(0, 1, 0);
	mk_joint_aim_along(work, work->rows, axis, length);
}

const JointOps mk_joint_distance_ops = { "distance", count_rows, build_distance, update };
