// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Which trees of joints are solved directly.
#include "dynamics/joint_tree_node.h"

#include <float.h>

// How heavy a load must be to be worth the work, beside the lightest body of the tree, no unit: the
// heaviest body of one that hangs, and all its bodies; all of one that is welded, where levers make
// a load of its own weight; and the heaviest of one that flies, where only a blow is a load, and
// ragdolls with small hands are many.
#define MK_TREE_HEAVY  8.0f
#define MK_TREE_TOTAL  100.0f
#define MK_TREE_WELDED 1.5f
#define MK_TREE_FLYING 32.0f
// How long a lever must be whose joint holds turning as well, no unit: how much more readily the
// body at its end turns by forces at the joint than it moves, along all axes together. The two
// blocks of such a joint are solved one after the other, which takes the more passes the longer the
// lever is: a ball at five times its radius (125) sinks by 4 mm, and pulls by 38 % more until it is
// there; at 8 that is 2 %.
#define MK_TREE_LEVER 8.0f
// A tree that was solved so in the last step is once more while what a joint gave there would move
// the lightest body so fast, m/s^2: when a hook lets go, its chain must not fly off with what it
// has carried.
#define MK_TREE_PULL 500.0f
// How far a joint that was torn apart turns a body in a sub-step to bring it back, rad, for its
// tree to be solved so, and for it to go on: of that speed the passes leave a part that grows with
// its square, and a body that was put 3 m away came back to its pin with 60 rad/s.
#define MK_TREE_TORN   0.02f
#define MK_TREE_MENDED 0.002f

static float larger(float a, float b) { return a < b ? b : a; }

// Returns how light a body is, 1/kg; 0 if it cannot be moved along any axis.
static float lightness_of(const SolverBodies *bodies, uint32_t row) {
	const SolverBody *body = bodies->bodies + row;
	float most = larger(body->inverse_mass_x, body->inverse_mass_y);
	return larger(most, bodies->inertias[row].inverse_mass_z);
}

// What a tree is made of and carries.
typedef struct TreeLoad {
	float lightest; // 1/kg
	float heaviest;
	float total; // kg; of one that hangs
	float lever; // no unit; see MK_TREE_LEVER
} TreeLoad;

// Of the body that is farther from the root, with the arm r of its joint and its inverse inertia A:
// the trace of A (r^2 E - r r^T) over the inverse mass.
static float lever_of(const TreePass *pass, const NodeView *view) {
	uint32_t lower = view->node->lower;
	uint32_t row = node_row(view, lower);
	float lightness = lightness_of(&pass->bodies, row);
	if (!node_is_moved(view, lower) || lightness == 0) return 0;
	const SolverInertia *a = pass->bodies.inertias + row;
	const Lane3 *arms = view->bundle->arms + lower;
	float x = arms->x[view->lane];
	float y = arms->y[view->lane];
	float z = arms->z[view->lane];
	float plain = a->xx * (y * y + z * z) + a->yy * (x * x + z * z) + a->zz * (x * x + y * y);
	float mixed = a->xy * x * y + a->xz * x * z + a->yz * y * z;
	return (plain - 2 * mixed) / lightness;
}

static void add_load(
		TreeLoad *load, const TreePass *pass, const JointTree *tree, const NodeView *view) {
	// of one that flies no lever is asked for
	if (view->node->is_angular && tree->is_anchored)
		load->lever = larger(load->lever, lever_of(pass, view));
	for (uint32_t side = 0; side < 2; side++) {
		if (!node_is_moved(view, side)) continue;
		float lightness = lightness_of(&pass->bodies, node_row(view, side));
		if (lightness == 0) continue;
		load->lightest = larger(load->lightest, lightness);
		load->heaviest = lightness < load->heaviest ? lightness : load->heaviest;
		if (!tree->is_anchored || side != view->node->lower || view->node->is_angular) continue;
		load->total += 1 / lightness;
	}
}

// Whether a joint of a tree gave so much, N s.
static bool has_pulled(const TreePass *pass, const JointTree *tree, float impulse) {
	for (uint32_t i = 0; i < tree->count; i++) {
		NodeView node = view_node(pass, tree, i);
		Precise3 given = lane_precise3(&node.block->impulse, node.lane);
		bool is_more = precise3_dot(given, given) > (double)(impulse * impulse);
		if (!node.node->is_angular && is_more) return true;
	}
	return false;
}

static bool is_torn(const TreePass *pass, const JointTree *tree) {
	float turn = tree->is_direct ? MK_TREE_MENDED : MK_TREE_TORN;
	const TreeNode *nodes = pass->trees.nodes + tree->first;
	for (uint32_t i = 0; i < tree->count; i++) {
		const JointBundle *bundle = pass->bundles + nodes[i].slot.bundle;
		if (!nodes[i].is_angular && bundle->torn[nodes[i].slot.lane] > turn * turn) return true;
	}
	return false;
}

static bool is_worth_it(const TreePass *pass, const JointTree *tree) {
	if (is_torn(pass, tree)) return true;
	// alone it is solved exactly by the passes
	if (tree->count == 1) return false;
	TreeLoad load = { .heaviest = FLT_MAX };
	for (uint32_t i = 0; i < tree->count; i++) {
		NodeView node = view_node(pass, tree, i);
		add_load(&load, pass, tree, &node);
	}
	if (load.lightest == 0) return false;
	float pull = MK_TREE_PULL * pass->h / load.lightest;
	if (tree->is_direct && has_pulled(pass, tree, pull)) return true;
	if (!tree->is_anchored) return load.lightest > MK_TREE_FLYING * load.heaviest;
	if (load.lever > MK_TREE_LEVER) return true;
	float most = tree->is_welded ? MK_TREE_WELDED : MK_TREE_TOTAL;
	return load.lightest > MK_TREE_HEAVY * load.heaviest || load.total * load.lightest > most;
}

bool mk_joint_trees_choose(const TreePass *pass) {
	bool is_any = false;
	for (uint32_t i = 0; i < pass->trees.count; i++) {
		JointTree *tree = pass->trees.trees + i;
		tree->is_direct = is_worth_it(pass, tree);
		is_any |= tree->is_direct;
	}
	return is_any;
}
