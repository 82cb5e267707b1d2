// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// One joint's lane of a bundle, written and read as plain structs.
#pragma once

#include "dynamics/joint_part.h"
#include "dynamics/joint_solver.h"

// What a step leaves of a joint.
typedef struct JointResult {
	Vec3 impulse;         // N s; of a sub-step, on B
	Vec3 angular_impulse; // N m s
	Vec3 pull;            // N s; what holds the frames together, with that of limits along axes
	Real arms[2];         // m; from the centres of mass to the frames
	Vec3 force_total;     // N s; of the step
	Vec3 torque_total;    // N m s
} JointResult;

// Writes a joint into a lane; its plan is that of the bundle.
void mk_joint_lane_write(const SolverJoints *joints, JointSlot slot, const PlainJoint *parts,
		const JointSettings *settings);

// Writes where it is.
void mk_joint_lane_place(const SolverJoints *joints, JointSlot slot, const JointPlace *place);

// Returns what the step has left of a joint; of its rows by axis to `memories`, JOINT_AXES.
JointResult mk_joint_lane_read(
		const SolverJoints *joints, JointSlot slot, JointMemory memories[JOINT_AXES]);
