// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Joints as the solver keeps them: bundles of joints that are made of the same parts, one per lane.
// A joint is up to two blocks and some rows, solved in the order rows, angular block, linear block:
// what matters most has the last word.
//
//   block  up to three directions at once: a symmetric matrix that is zero in directions that are free.
//          With M = J^T (J W J^T)^-1 J the same code holds a point, a line, a hinge axis or a whole turn.
//   row    one axis with everything that may act on it: spring, brake, motor, limits.
//
// A bundle has what every joint has; its JointTurning is there if anything depends on how the
// frames are turned, its rows lie one behind the other. An unused lane is all zero.
#pragma once

#include "base/array.h"
#include "dynamics/joint.h"
#include "dynamics/lane3.h"

#include <stdbool.h>
#include <stdint.h>

// What the place on an axis is, of B's frame as seen from A's.
typedef enum JointMeasure {
	JOINT_NO_MEASURE,
	JOINT_PLACE_X, // along an axis of A's frame
	JOINT_PLACE_Y,
	JOINT_PLACE_Z,
	JOINT_LENGTH,  // between the origins
	JOINT_TWIST_X, // about an axis of A's frame, when the lean of the axis is undone
	JOINT_TWIST_Y,
	JOINT_TWIST_Z,
	JOINT_SWING_Y, // the part about an axis of the lean of X
	JOINT_SWING_Z,
	JOINT_LEAN, // how far B's X axis leans from A's
	JOINT_MEASURE_COUNT,
} JointMeasure;

// What a joint is made of, as one number: 3 bits for the axes of A's frame along which the
// linear block holds, 3 for those about which the angular block does (none, two or three), 4
// for the measure of each row.
typedef uint32_t JointLayout;

#define MK_PLAN_ANGULAR_SHIFT 3
#define MK_PLAN_ROW_SHIFT     6
#define MK_PLAN_ROW_BITS      4

static inline uint32_t joint_plan_linear(JointLayout plan) { return plan & 7; }
static inline uint32_t joint_plan_angular(JointLayout plan) {
	return plan >> MK_PLAN_ANGULAR_SHIFT & 7;
}
static inline JointMeasure joint_plan_measure(JointLayout plan, uint32_t row) {
	return (JointMeasure)(plan >> (MK_PLAN_ROW_SHIFT + MK_PLAN_ROW_BITS * row) & 15);
}

static inline uint32_t joint_plan_rows(JointLayout plan) {
	uint32_t count = 0;
	while (count < JOINT_AXES && joint_plan_measure(plan, count) != JOINT_NO_MEASURE)
		count++;
	return count;
}

// Returns a plan with one more row.
static inline JointLayout joint_plan_add(JointLayout plan, JointMeasure measure) {
	uint32_t row = joint_plan_rows(plan);
	return plan | (uint32_t)measure << (MK_PLAN_ROW_SHIFT + MK_PLAN_ROW_BITS * row);
}

// Whether a measure is an angle.
static inline bool joint_measure_is_turn(JointMeasure measure) { return measure >= JOINT_TWIST_X; }

// Returns the axis whose settings a row has.
static inline JointFreedom joint_measure_freedom(JointMeasure measure) {
	static const uint8_t freedoms[JOINT_MEASURE_COUNT] = {
		[JOINT_PLACE_X] = JOINT_ALONG_X,
		[JOINT_PLACE_Y] = JOINT_ALONG_Y,
		[JOINT_PLACE_Z] = JOINT_ALONG_Z,
		[JOINT_LENGTH] = JOINT_ALONG_X,
		[JOINT_TWIST_X] = JOINT_ABOUT_X,
		[JOINT_TWIST_Y] = JOINT_ABOUT_Y,
		[JOINT_TWIST_Z] = JOINT_ABOUT_Z,
		[JOINT_SWING_Y] = JOINT_ABOUT_Y,
		[JOINT_SWING_Z] = JOINT_ABOUT_Z,
		[JOINT_LEAN] = JOINT_ABOUT_Y,
	};
	return (JointFreedom)freedoms[measure];
}

// Whether anything depends on how the frames are turned.
static inline bool joint_plan_has_turning(JointLayout plan) {
	bool is_bare = joint_plan_measure(plan, 0) == JOINT_LENGTH || joint_plan_rows(plan) == 0;
	uint32_t linear = joint_plan_linear(plan);
	return !is_bare || joint_plan_angular(plan) != 0 || (linear != 0 && linear != 7);
}

typedef struct JointBlockLanes {
	float mass[6][MK_BUNDLE_LANES]; // kg or kg m^2; xx xy xz yy yz zz
	Lane3 push;                     // mass times the error, kg m or kg m^2
	Lane3 impulse;                  // N s or N m s; of a sub-step, on B, world axes
	float bias_rate[MK_BUNDLE_LANES];
	float mass_scale[MK_BUNDLE_LANES];
	float most[MK_BUNDLE_LANES]; // how large the impulse may be
} JointBlockLanes;

typedef struct JointTurning {
	_Alignas(MK_ALIGNMENT) float frames[2][4][MK_BUNDLE_LANES]; // to world axes, at the start
	JointBlockLanes block;
} JointTurning;

// One axis of each joint; impulses are of a sub-step and push B along it.
typedef struct JointRowLanes {
	_Alignas(MK_ALIGNMENT) Lane3 axis;   // unit; not used if it is turned about
	Lane3 turn_a;                        // how it turns the bodies
	Lane3 turn_b;                        // not used if it is turned about: as turn_a
	float inverse_mass[MK_BUNDLE_LANES]; // how fast it gives way
	float mass[MK_BUNDLE_LANES];
	float value[MK_BUNDLE_LANES]; // m or rad; where it is
	float lower[MK_BUNDLE_LANES];
	float upper[MK_BUNDLE_LANES];
	float bias_rate[MK_BUNDLE_LANES]; // of the limits
	float mass_scale[MK_BUNDLE_LANES];
	float limit_most[MK_BUNDLE_LANES];
	float zone[MK_BUNDLE_LANES];
	float bounce[MK_BUNDLE_LANES];
	float approach[MK_BUNDLE_LANES]; // m/s or rad/s; at the start of the step
	float motor_speed[MK_BUNDLE_LANES];
	float motor_most[MK_BUNDLE_LANES];
	float stiffness[MK_BUNDLE_LANES];
	float damping[MK_BUNDLE_LANES];
	float equilibrium[MK_BUNDLE_LANES];
	float brake[MK_BUNDLE_LANES]; // part of the speed lost in a sub-step
	float lower_impulse[MK_BUNDLE_LANES];
	float upper_impulse[MK_BUNDLE_LANES];
	float motor_impulse[MK_BUNDLE_LANES];
	float spring_impulse[MK_BUNDLE_LANES];
	float zone_impulse[MK_BUNDLE_LANES];
	float limit_total[MK_BUNDLE_LANES]; // of the step, for bouncing
	uint8_t limited;                    // bit per lane, as all of these
	uint8_t locked;                     // lower_impulse has either sign
	uint8_t soft;                       // the relax pass leaves the limits alone
	uint8_t driven;                     // by a motor
	uint8_t sprung;
	uint8_t braked;
	uint8_t zoned;
	uint8_t bouncing;
} JointRowLanes;

typedef struct JointBundle {
	_Alignas(MK_ALIGNMENT) uint32_t a[MK_BUNDLE_LANES]; // places of bodies' rows, 0: does not move
	uint32_t b[MK_BUNDLE_LANES];
	// at the start of the step
	Lane3 arms[2]; // m; from the centre of mass to the frame, world axes
	Lane3 offset;  // m; from A's centre to B's
	// now
	Lane3 arm_a; // from A's centre to B's frame
	Lane3 arm_b;
	JointBlockLanes linear;
	Lane3 force_total;  // N s; of the step, on B
	Lane3 torque_total; // N m s; about the frame of B
	// rad, squared; how far what works off the error of the linear block turns a body in the first
	// sub-step, the larger of both
	float torn[MK_BUNDLE_LANES];
	JointLayout plan;
	uint32_t turning;   // index, if there is one
	uint32_t first_row; // index of the first of joint_plan_rows
	uint8_t row_count;
	uint8_t used;         // bit per lane, as all of these
	uint8_t moved_a;      // others are only read
	uint8_t moved_b;      //
	uint8_t soft_linear;  // springs, not to be stopped by the relax pass
	uint8_t soft_angular; //
} JointBundle;

// Where a joint is: a lane of a bundle.
typedef struct JointSlot {
	uint32_t bundle;
	uint32_t lane;
} JointSlot;

MK_ARRAY_DECLARE(JointBundleArray, joint_bundle_array, JointBundle);
MK_ARRAY_DECLARE(JointTurningArray, joint_turning_array, JointTurning);
MK_ARRAY_DECLARE(JointRowArray, joint_row_array, JointRowLanes);
