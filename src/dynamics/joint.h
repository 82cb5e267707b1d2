// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Joints: what a host says about one. A joint holds a frame on body A and a frame on body B
// together, in all directions but those that its kind leaves free. Everything is said of B as seen
// from A: a position along A's axes, an angle about them, right-handed.
//
//   kind        free                                   what of `axes` it reads
//   pin         all turning                            -
//   hinge       turning about Z                        ABOUT_Z
//   slider      moving along X, turning about X        ALONG_X, ABOUT_X
//   cone twist  turning about X, leaning of X          ABOUT_X; ABOUT_Y.upper: how far X may lean
//   generic     what its limits do not lock            all
//   fixed       nothing                                -
//   distance    the length between the two origins     ALONG_X: shortest and longest, spring, motor
//
// Angles of the generic joint are a twist about X after a swing whose parts about Y and Z
// are limited one by one; a limit on one axis alone is exact. A joint is soft-step
// constraints like contacts (softness.h): solved in every sub-step, worked off like damped
// springs where the frames are apart.
#pragma once

#include "math/transform.h"

typedef enum JointKind {
	JOINT_PIN,
	JOINT_HINGE,
	JOINT_SLIDER,
	JOINT_CONE_TWIST,
	JOINT_GENERIC,
	JOINT_FIXED,
	JOINT_DISTANCE,
	JOINT_KIND_COUNT,
} JointKind;

// Numbers of the axes of a joint.
typedef enum JointFreedom {
	JOINT_ALONG_X,
	JOINT_ALONG_Y,
	JOINT_ALONG_Z,
	JOINT_ABOUT_X,
	JOINT_ABOUT_Y,
	JOINT_ABOUT_Z,
	JOINT_AXES,
} JointFreedom;

// From this frequency on something is held rigidly, 1/s: a quarter of the rate of sub-steps at
// 60 steps a second with four each. Twice as much, and a chain under a hundred times its
// weight tears itself apart.
#define MK_JOINT_FREQUENCY ((Real)60)
// Overdamped, no unit: errors leave without swinging, and chains under load come to rest.
#define MK_JOINT_DAMPING_RATIO ((Real)5)

// How firmly something is held.
typedef struct JointHold {
	Real frequency;     // 1/s; at MK_JOINT_FREQUENCY or above rigid, below a spring, 0: not at all
	Real damping_ratio; // no unit; 1: critical
	Real force;         // N or N m; at most, infinity: any
	Real impulse;       // N s or N m s; at most in a step, infinity: any
} JointHold;

// What acts along or about one axis; lengths in m, angles in rad, forces in N or N m.
typedef struct JointAxis {
	bool has_limit; // lower > upper: free all the same; lower = upper: locked there
	bool has_motor;
	bool has_spring;
	Real lower;
	Real upper;
	JointHold hold;     // of the limits
	Real bounce;        // no unit; part of the speed that comes back from a limit
	Real soft_zone;     // m or rad; this far before the limits a soft spring brakes already
	Real motor_speed;   // m/s or rad/s
	Real motor_force;   // at most, infinity: any
	Real motor_impulse; // at most in a step, infinity: any; the smaller of both counts
	Real stiffness;     // N/m or N m/rad; of the spring
	Real damping;       // N s/m or N m s/rad
	Real equilibrium;   // where the spring rests
	Real brake;         // no unit, 0 to 1; part of the speed lost in a step, anywhere
} JointAxis;

typedef struct JointSettings {
	JointKind kind;
	// in the frames of the bodies, with their stretch; of the world if there is no body
	Transform frames[2];
	JointHold linear;  // of what the kind does not leave free
	JointHold angular; // the same for turning
	JointAxis axes[JOINT_AXES];
	// 1: solved together with everything else, on all workers. Above: after all others,
	// one by one, the highest last, so that it has the last word where not everything can
	// hold. Below: before them.
	int32_t priority;
	Real break_force;      // N; a larger reaction breaks the joint, infinity: none does
	Real break_torque;     // N m
	bool ignores_contacts; // the two bodies do not collide
} JointSettings;

// Returns a joint of a kind at the origins of its bodies: rigid, all axes free (a distance of 0 to
// infinity), unbreakable, bodies collide.
JointSettings mk_joint_settings(JointKind kind);

// Returns what is wrong with settings as a sentence without a subject ("has ..."), or NULL if they
// are usable: numbers must not be NaN, frames finite, springs and forces not negative.
const char *mk_joint_find_problem(const JointSettings *settings);

// Whether an axis is limited at all, and whether to one place.
static inline bool joint_axis_is_limited(const JointAxis *axis) {
	return axis->has_limit && axis->lower <= axis->upper;
}
static inline bool joint_axis_is_locked(const JointAxis *axis) {
	return axis->has_limit && axis->lower == axis->upper;
}

// Whether anything acts on an axis.
static inline bool joint_axis_is_active(const JointAxis *axis) {
	return joint_axis_is_limited(axis) || axis->has_motor || axis->has_spring || axis->brake > 0;
}

static inline bool joint_hold_is_rigid(const JointHold *hold) {
	return hold->frequency >= MK_JOINT_FREQUENCY;
}
