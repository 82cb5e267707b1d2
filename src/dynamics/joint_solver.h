// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Joints as the solver sees them. A joint is up to two blocks and some rows, solved in the order rows,
// angular block, linear block: what matters most has the last word.
//
//   block  up to three directions at once: a symmetric matrix that is zero in directions that are free.
//          With M = J^T (J W J^T)^-1 J the same code holds a point, a line, a hinge axis or a whole turn.
//   row    one axis with everything that may act on it: spring, brake, motor, limits.
//
// Arms turn with their bodies in every sub-step. Geometry is brought up to date once per sub-step, in
// the relax pass right after the bodies have moved, and serves the next warm start and solve too.
//
// The impulse of a joint acts at one point of space, where B's frame is; so linear and angular momentum
// are kept however far the frames are apart.
#pragma once

#include "base/array.h"
#include "dynamics/graph.h"
#include "dynamics/joint.h"
#include "dynamics/softness.h"
#include "dynamics/solver_body.h"
#include "math/sym3.h"

// One of the bodies in the inner loops.
typedef struct JointSide {
	Vec3 velocity;
	Vec3 spin;
	Vec3 inverse_mass; // per world axis
	Sym3 inverse_inertia;
} JointSide;

typedef struct JointBlock {
	Sym3 mass;         // kg or kg m^2
	Vec3 push;         // mass times the error, kg m or kg m^2
	Vec3 impulse;      // N s or N m s; of a sub-step, on B, world axes
	Softness softness; // while the error is worked off
	Real most;         // how large the impulse may be
	bool is_used;
	bool is_soft; // a spring, not to be stopped by the relax pass
} JointBlock;

// One axis; impulses are of a sub-step and push B along it.
typedef struct JointRow {
	Vec3 axis; // unit; zero if it is turned about
	Vec3 turn_a;
	Vec3 turn_b;
	Real inverse_mass; // how fast it gives way
	Real mass;
	Real value; // m or rad; where it is
	Real lower;
	Real upper;
	Softness softness; // of the limits
	Real limit_most;
	Softness zone_softness;
	Real zone;
	Real bounce;
	Real approach; // m/s or rad/s; at the start of the step
	Real motor_speed;
	Real motor_most;
	Real stiffness;
	Real damping;
	Real equilibrium;
	Real brake; // part of the speed lost in a sub-step
	Real lower_impulse;
	Real upper_impulse;
	Real motor_impulse;
	Real spring_impulse;
	Real zone_impulse;
	Real limit_total; // of the step, for bouncing
	uint8_t freedom;  // JointFreedom
	bool is_limited;
	bool is_locked; // lower_impulse has either sign
	bool is_soft;
	bool has_motor;
	bool has_spring;
} JointRow;

typedef struct SolverJoint {
	uint32_t bodies[2]; // rows of bodies; 0: does not move
	bool is_moved[2];   // others are only read
	uint8_t kind;       // JointKind
	uint8_t row_count;
	uint8_t locked; // bit per JointFreedom: held by a block
	uint32_t first_row;
	// at the start of the step
	Vec3 arms[2];   // from the centre of mass to the frame, world axes
	Vec3 offset;    // from A's centre to B's
	Quat frames[2]; // to world axes
	// now
	Vec3 arm_a; // from A's centre to B's frame
	Vec3 arm_b;
	JointBlock linear;
	JointBlock angular;
	Vec3 force_total;  // N s; of the step, on B
	Vec3 torque_total; // N m s; about the frame of B
} SolverJoint;

MK_ARRAY_DECLARE(SolverJointArray, solver_joint_array, SolverJoint);
MK_ARRAY_DECLARE(JointRowArray, joint_row_array, JointRow);

// Joints lie in lists, one after the other: one list per colour of the graph, solved with the contacts
// of that colour; one that is solved before the colours (no colour was left, or a low priority) and one
// after them (a high priority), both one by one.
#define MK_JOINT_EARLY MK_GRAPH_OVERFLOW
#define MK_JOINT_LATE  MK_GRAPH_COLORS
#define MK_JOINT_LISTS (MK_GRAPH_COLORS + 1)

typedef struct SolverJoints {
	SolverJoint *joints;
	JointRow *rows;
	uint32_t first[MK_JOINT_LISTS + 1]; // list i is first[i] up to first[i + 1]
} SolverJoints;

// What all joints of a pass have in common.
typedef struct JointPass {
	SolverBodies bodies;
	JointRow *rows;
	Real h; // s; length of a sub-step
} JointPass;

// A joint at work: its parts and its bodies.
typedef struct JointWork {
	SolverJoint *joint;
	JointRow *rows;
	const JointPass *pass;
	JointSide a;
	JointSide b;
} JointWork;

// Where a joint is written from.
typedef struct JointBuild {
	SolverJoint *joint;
	JointRow *rows;
	const JointSettings *settings;
	Real h; // s
	uint32_t sub_steps;
} JointBuild;

// What differs between kinds.
typedef struct JointOps {
	const char *name;
	// how many rows a joint with these settings needs
	uint32_t (*count_rows)(const JointSettings *settings);
	// writes what is constant during a step
	void (*build)(const JointBuild *build);
	// writes blocks and rows for where the bodies are now
	void (*update)(JointWork *work);
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

// Runs one pass over some joints, which share no body unless they are run one by one.
typedef void JointKernel(const JointPass *pass, SolverJoint *joints, uint32_t count);

JointKernel mk_joints_prepare;    // masses and errors at the start of the step; approach to limits
JointKernel mk_joints_warm_start; // applies the impulses of the last sub-step
JointKernel mk_joints_solve;      // with bias: works off errors
JointKernel mk_joints_relax; // after the bodies have moved: takes the speed of the bias out again
JointKernel mk_joints_restitute; // once: speed that comes back from limits
