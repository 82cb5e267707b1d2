// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Trees of joints, solved directly where loads are far heavier than what carries them, or where
// joints were torn apart.
//
// Joint by joint an impulse gets on by one joint per pass, and soft joints give under their load: a
// chain of ten links with a hundred times the weight of one sinks by a hand and swings there. So
// what the blocks of all joints of a tree hold, after each of them was solved by itself, is solved
// once more at once: A x = b with A = J W J^T. Two joints feel each other if they share a body; if
// those far from the root are eliminated first, nothing else has to be filled in, and the work
// grows as the tree does (Baraff, "Linear-Time Dynamics using Lagrange Multipliers", 1996). Loops
// are left to the passes, and so is what acts on single axes: limits, motors, springs.
//
// In doubles: the load is carried by differences that are as small as the links are light.
//
// Energy must not be won, for what a heavy load wins tears its chain apart. So the speed that works
// off an error is taken back as it was given, once the bodies have moved; by the passes a part of
// it stays, since arms have turned. And that points of turning bodies leave the tangent is not
// foreseen as the passes do: it costs a swing some height, but what a light link does between two
// heavy loads cannot be foreseen.
#pragma once

#include "base/array.h"
#include "dynamics/joint_bundle.h"
#include "dynamics/precise.h"
#include "dynamics/solver_body.h"

// Whichever of a joint's bodies, A or B, or both of them.
#define MK_TREE_BOTH 2

// How a node feels one that is eliminated after it.
typedef struct TreeLink {
	uint32_t node; // of the tree
	uint8_t side;  // of the joint: the body that they share; MK_TREE_BOTH: it is the same joint
	uint8_t later_side; // of the other joint: the same body
} TreeLink;

// A block of a joint. Those that share a body have links in the same order, each to all later
// ones, so that what eliminating one does to the links of another is found by counting.
typedef struct TreeNode {
	JointSlot slot;
	uint32_t first_link; // of all trees
	uint32_t link_count;
	bool is_angular;
	uint8_t lower; // side of the body that is farther from the root
} TreeNode;

typedef struct JointTree {
	uint32_t first; // of its nodes
	uint32_t count;
	bool is_anchored; // to something that does not move: the root
	bool is_welded;   // a joint of it holds all turning
	bool is_direct;   // of a step: its load is worth it; before it, of the last one
} JointTree;

// A symmetric matrix as L D L^T; of D the inverse, 0 where nothing can be moved.
typedef struct TreeFactor {
	double inverse[3];
	double xy;
	double xz;
	double yz;
} TreeFactor;

// What is known of a node in a sub-step.
typedef struct TreeState {
	Precise3 arms[2];         // m; from the centres of mass
	Precise3 inverse_mass[2]; // 1/kg; 0: not moved, or only turned
	Precise33 turns[2];       // the spin of the bodies by an impulse
	Precise3 axis;            // the only one that is free, or held
	uint32_t held;            // directions
	Precise33 mass; // 1/kg or 1/(kg m^2); how fast the node gives way, less what is eliminated
	double least;   // of it that is more than rounding
	TreeFactor factor;
	Precise3 bias; // m/s or rad/s; how fast the error is worked off
	Precise3 x;    // N s or N m s
} TreeState;

MK_ARRAY_DECLARE(JointTreeArray, joint_tree_array, JointTree);
MK_ARRAY_DECLARE(TreeNodeArray, tree_node_array, TreeNode);
MK_ARRAY_DECLARE(TreeLinkArray, tree_link_array, TreeLink);
MK_ARRAY_DECLARE(TreeStateArray, tree_state_array, TreeState);
MK_ARRAY_DECLARE(Precise33Array, precise33_array, Precise33);

// Some trees, with the nodes and links of all.
typedef struct JointTrees {
	JointTree *trees;
	uint32_t count;
	const TreeNode *nodes;
	const TreeLink *links;
	TreeState *states;    // one per node
	Precise33 *couplings; // one per link: speed of the later one by an impulse of the earlier
} JointTrees;

// What a pass over a tree works on.
typedef struct TreePass {
	JointTrees trees;
	JointBundle *bundles;
	JointTurning *turnings;
	SolverBodies bodies;
	float h; // s; length of a sub-step
} TreePass;

// Runs a pass over a tree; trees share nothing that they write to.
typedef void TreeKernel(const TreePass *pass, const JointTree *tree);

// Finds out which trees are solved directly in this step, once their joints know where they are.
// Returns whether any is.
bool mk_joint_trees_choose(const TreePass *pass);

// The passes; each but `unbias` comes after that of the joints (joint_solver.h).
TreeKernel mk_joint_tree_prepare; // where everything is
TreeKernel mk_joint_tree_solve;   // stops what should not open, and works off errors
TreeKernel mk_joint_tree_unbias;  // when the bodies have moved: takes the speed of the latter back
TreeKernel mk_joint_tree_relax;   // where everything is now; stops what should not open
