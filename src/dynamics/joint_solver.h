// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The passes of the solver over bundles of joints, in as many lanes as the processor has.
//
// Arms turn with their bodies in every sub-step. Geometry is brought up to date once per sub-step,
// in the relax pass right after the bodies have moved, and serves the next solve too. From one
// sub-step to the next impulses go on by themselves (SolverUntouched), so that only what the
// turning changes has to be told.
//
// The impulse of a joint acts at one point of space, where B's frame is; so linear and angular
// momentum are kept however far the frames are apart.
#pragma once

#include "dynamics/graph.h"
#include "dynamics/joint_bundle.h"
#include "dynamics/joint_tree.h"
#include "dynamics/softness.h"
#include "dynamics/solver_body.h"

// Bundles lie in lists, one after the other: one list per colour of the graph, solved with the
// contacts of that colour; one that is solved before the colours (no colour was left, or a low
// priority) and one after them (a high priority), both with one joint per bundle and one by one.
#define MK_JOINT_EARLY MK_GRAPH_OVERFLOW
#define MK_JOINT_LATE  MK_GRAPH_COLORS
#define MK_JOINT_LISTS (MK_GRAPH_COLORS + 1)

typedef struct SolverJoints {
	JointBundle *bundles;
	JointTurning *turnings;
	JointRowLanes *rows;
	uint32_t first[MK_JOINT_LISTS + 1]; // list i is bundle first[i] up to first[i + 1]
	JointTrees trees;
} SolverJoints;

// What all joints of a pass have in common.
typedef struct JointPass {
	SolverBodies bodies;
	JointTurning *turnings;
	JointRowLanes *rows;
	float h;       // s; length of a sub-step
	Softness zone; // of the spring before a limit
} JointPass;

// Runs one pass over some bundles; no body is moved by two of them unless they are run one by one.
typedef void JointKernel(const JointPass *pass, JointBundle *bundles, uint32_t count);

// The passes, in the order of a step.
typedef struct JointKernels {
	JointKernel *prepare;    // masses and errors at the start of the step; approach to limits
	JointKernel *warm_start; // once: applies the impulses of the last step
	JointKernel *solve;      // with bias: works off errors
	JointKernel *relax;      // after the bodies have moved: takes the speed of the bias out again
	JointKernel *restitute;  // once: speed that comes back from limits
} JointKernels;

// Returns what the joints of a step have in common, with sub-steps of h seconds.
JointPass mk_joint_pass(const SolverJoints *joints, SolverBodies bodies, float h);

// Returns the passes for the widest lanes that this processor has.
const JointKernels *mk_joint_kernels(void);

// Returns the passes for 1 (reference, loops), 4 or 8 lanes, or NULL if this machine has no such
// variant. All give the same bits.
const JointKernels *mk_joint_kernels_for(int lanes);
