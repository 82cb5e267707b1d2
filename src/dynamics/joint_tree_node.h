// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A node of a tree of joints with everything that belongs to it.
#pragma once

#include "dynamics/joint_tree.h"

// A node as a pass sees it.
typedef struct NodeView {
	const TreeNode *node;
	TreeState *state;
	JointBundle *bundle;
	JointBlockLanes *block;
	uint32_t lane;
} NodeView;

static inline NodeView view_node(const TreePass *pass, const JointTree *tree, uint32_t i) {
	const TreeNode *node = pass->trees.nodes + tree->first + i;
	JointBundle *bundle = pass->bundles + node->slot.bundle;
	return (NodeView){ node, pass->trees.states + tree->first + i, bundle,
		node->is_angular ? &pass->turnings[bundle->turning].block : &bundle->linear,
		node->slot.lane };
}

static inline uint32_t node_row(const NodeView *view, uint32_t side) {
	return place_row((side == 0 ? view->bundle->a : view->bundle->b)[view->lane]);
}

static inline bool node_is_moved(const NodeView *view, uint32_t side) {
	uint32_t bits = side == 0 ? view->bundle->moved_a : view->bundle->moved_b;
	return bits >> view->lane & 1;
}

static inline Precise3 lane_precise3(const Lane3 *rows, uint32_t lane) {
	return precise3((double)rows->x[lane], (double)rows->y[lane], (double)rows->z[lane]);
}
