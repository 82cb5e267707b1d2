// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The hinge joint: the frames share their origin and their Z axis. The angle about it can be
// limited, driven and sprung.
#include "dynamics/joint_part.h"

static JointLayout plan_hinge(const JointSettings *settings) {
	return joint_plan_add_active(joint_plan_of(7, 1 | 2), settings, JOINT_TWIST_Z);
}

const JointOps mk_joint_hinge_ops = { "hinge", plan_hinge, NULL, NULL };
