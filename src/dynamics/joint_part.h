// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A joint as plain numbers: the door between settings, of which each kind makes its own parts,
// and the lanes of the solver.
#pragma once

#include "dynamics/joint_bundle.h"
#include "dynamics/softness.h"
#include "math/transform.h"

// How fast what is far apart comes together at most, m/s or rad/s: a joint made far from
// its place pulls, it does not explode. Below 100 it would also let go of loads a thousand
// times heavier than a link.
#define MK_JOINT_PUSH_LIMIT 1000.0f

typedef struct JointBlock {
	Softness softness; // while the error is worked off
	Real most;
	bool is_soft;
	Vec3 impulse;
} JointBlock;

// Impulses of one axis that go on from step to step, of a sub-step.
typedef struct JointMemory {
	Real lower;
	Real upper;
	Real motor;
	Real spring;
	Real zone;
} JointMemory;

typedef struct JointRow {
	Real lower;
	Real upper;
	Softness softness; // of the limits
	Real limit_most;
	Real zone;
	Real motor_most;
	Real brake; // part of the speed lost in a sub-step
	bool is_limited;
	bool is_locked;
	bool is_soft;
	JointMemory memory;
} JointRow;

// Where a joint is at the start of a step.
typedef struct JointPlace {
	Vec3 arms[2];
	Vec3 offset;
	Quat frames[2];
} JointPlace;

// What a joint is during a step.
typedef struct PlainJoint {
	uint32_t bodies[2];
	bool is_moved[2];
	JointBlock linear;
	JointBlock angular;
	JointRow rows[JOINT_AXES];
} PlainJoint;

// Where parts are made from.
typedef struct JointBuild {
	const JointSettings *settings;
	JointLayout plan;
	Real h; // s
	uint32_t sub_steps;
} JointBuild;

// What differs between kinds.
typedef struct JointOps {
	const char *name;
	JointLayout (*plan)(const JointSettings *settings);
	// changes what is not as the settings say; NULL: nothing
	void (*adjust)(PlainJoint *parts, const JointBuild *build);
	// returns where along A's axes B's frame is held; NULL: at the origin
	Vec3 (*find_rest)(const JointSettings *settings, JointLayout plan);
} JointOps;

// One per JointKind, each in its file.
extern const JointOps mk_joint_pin_ops;
extern const JointOps mk_joint_hinge_ops;
extern const JointOps mk_joint_slider_ops;
extern const JointOps mk_joint_cone_twist_ops;
extern const JointOps mk_joint_generic_ops;
extern const JointOps mk_joint_fixed_ops;
extern const JointOps mk_joint_distance_ops;

// Returns what a kind does.
const JointOps *mk_joint_ops(JointKind kind);

// Returns how a hold acts over steps of h seconds.
Softness mk_joint_softness(const JointHold *hold, Real h);

// Writes blocks and rows, without impulses.
void mk_joint_build(PlainJoint *parts, const JointBuild *build);

// Returns a plan without rows: the linear block holds along these axes of A, bit per axis,
// the angular one about those.
static inline JointLayout joint_plan_of(uint32_t linear, uint32_t angular) {
	return linear | angular << MK_PLAN_ANGULAR_SHIFT;
}

// Returns the plan with a row for an axis if anything acts on it.
static inline JointLayout joint_plan_add_active(
		JointLayout plan, const JointSettings *settings, JointMeasure measure) {
	bool is_active = joint_axis_is_active(settings->axes + joint_measure_freedom(measure));
	return is_active ? joint_plan_add(plan, measure) : plan;
}
