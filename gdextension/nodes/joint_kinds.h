// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The kinds of joint nodes.
#pragma once

#include "nodes/joint_node.h"

extern Class mk_fixed_joint_class;
extern Class mk_distance_joint_class;

extern const JointNodeKind mk_fixed_joint_kind;
extern const JointNodeKind mk_distance_joint_kind;
