// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A joint as Godot knows it: a type, two bodies, a frame in each, and numbered parameters.
#pragma once

#include "param.h"
#include "server/item.h"

// The largest number of parameters and flags of one axis of any joint type.
#define MK_JOINT_PARAMS 22
#define MK_JOINT_FLAGS  6

typedef struct ServerJointAxis {
	double params[MK_JOINT_PARAMS];
	bool flags[MK_JOINT_FLAGS];
} ServerJointAxis;

typedef struct ServerJoint {
	Item item;
	int64_t type;          // Godot's JointType; GD_JOINT_TYPE_MAX while it joins nothing
	GdRID body_a, body_b;  // body_b null: the world
	GdTransform3D frame_a; // in the frame of body a; for pins only the origin
	GdTransform3D frame_b;
	ServerJointAxis axes[3]; // all but the 6DOF joint use the first only
	int32_t solver_priority;
	bool disables_collisions;
} ServerJoint;
