// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Finds the trees of joints that dynamics/joint_tree.h solves: joints that connect bodies without
// a loop, and at most one of them to what nothing moves; that one is the root, or else the body
// that came first into the world. The order of the nodes is by the numbers of objects, so that it
// is the same in whatever order joints are listed.
#include "world/parts.h"

// A body with more joints than that is left to the passes: they would all feel each other.
#define MK_TREE_BRANCHES 8

// Numbers of the walks that meet the joints of a tree: once to see what it is, once from its root.
#define MK_WALK_SEARCH 1
#define MK_WALK_ROOT   2

// What a walk has met.
typedef struct TreeWalk {
	WorldJoints *joints;
	uint32_t number;
	bool is_tree;
	WorldJoint *anchor;       // the joint to what nothing moves; NULL: none
	const WorldObject *first; // of the bodies that are moved
} TreeWalk;

static bool is_firm(const JointHold *hold) {
	return joint_hold_is_rigid(hold) && hold->force == MK_INFINITY && hold->impulse == MK_INFINITY;
}

static JointLayout plan_of(const WorldJoints *joints, const WorldJoint *joint) {
	return joints->bundles.data[joint->slot.bundle].plan;
}

static bool holds_linear(const WorldJoints *joints, const WorldJoint *joint) {
	return joint_plan_linear(plan_of(joints, joint)) != 0 && is_firm(&joint->settings.linear);
}

static bool holds_angular(const WorldJoints *joints, const WorldJoint *joint) {
	return joint_plan_angular(plan_of(joints, joint)) != 0 && is_firm(&joint->settings.angular);
}

// Whether a joint may be part of a tree. One with a priority has its own place in the order.
static bool is_branch(const WorldJoints *joints, const WorldJoint *joint) {
	if (!joint->is_active || joint->settings.priority != 1) return false;
	return holds_linear(joints, joint) || holds_angular(joints, joint);
}

static bool is_moved(const WorldObject *object) {
	return object != NULL && body_is_rigid(object->body);
}

static WorldObject *lower_of(const TreeVisit *visit) {
	return visit->joint->objects[1 - visit->upper];
}

static void push_visit(TreeWalk *walk, TreeVisit visit) {
	visit.joint->tree_walk = walk->number;
	const WorldObject *lower = lower_of(&visit);
	if (!is_moved(lower)) {
		walk->is_tree &= walk->anchor == NULL;
		walk->anchor = visit.joint;
	}
	TreeVisitArray *visits = &walk->joints->tree_visits;
	tree_visit_array_push(visits, visit);
	if (!walk->is_tree) return;
	// siblings by the numbers of what they hold
	for (uint32_t i = visits->count - 1; i > visit.first_sibling; i--) {
		const WorldObject *before = lower_of(visits->data + i - 1);
		if (!is_moved(lower) || !is_moved(before) || before->index < lower->index) break;
		visits->data[i] = visits->data[i - 1];
		visits->data[i - 1] = visit;
	}
}

// Goes on to all joints of a body but the one by which it was met.
static void visit_body(
		TreeWalk *walk, const WorldObject *object, const WorldJoint *from, uint32_t parent) {
	uint32_t first = walk->joints->tree_visits.count;
	if (walk->first == NULL || object->index < walk->first->index) walk->first = object;
	for (const JointEdge *edge = object->first_joint; edge != NULL; edge = edge->next) {
		WorldJoint *joint = edge->joint;
		if (joint == from || !is_branch(walk->joints, joint)) continue;
		if (joint->tree_walk == walk->number) {
			walk->is_tree = false;
			continue;
		}
		uint32_t upper = edge == joint->edges ? 0 : 1;
		push_visit(walk, (TreeVisit){ joint, upper, parent, first, 0, 0 });
	}
	walk->is_tree &= walk->joints->tree_visits.count - first < MK_TREE_BRANCHES;
}

static void visit_rest(TreeWalk *walk) {
	const TreeVisitArray *visits = &walk->joints->tree_visits;
	for (uint32_t i = 0; i < visits->count; i++) {
		TreeVisit visit = visits->data[i];
		const WorldObject *lower = lower_of(&visit);
		if (is_moved(lower)) visit_body(walk, lower, visit.joint, i);
	}
}

// Meets everything that a joint is connected with.
static TreeWalk search(WorldJoints *joints, const WorldJoint *joint) {
	TreeWalk walk = { .joints = joints, .number = MK_WALK_SEARCH, .is_tree = true };
	tree_visit_array_clear(&joints->tree_visits);
	visit_body(&walk, joint->objects[is_moved(joint->objects[0]) ? 0 : 1], NULL, MK_WORLD_NONE);
	visit_rest(&walk);
	return walk;
}

static void walk_from_root(WorldJoints *joints, const TreeWalk *found) {
	TreeWalk walk = { .joints = joints, .number = MK_WALK_ROOT, .is_tree = true };
	tree_visit_array_clear(&joints->tree_visits);
	if (found->anchor == NULL) {
		visit_body(&walk, found->first, NULL, MK_WORLD_NONE);
	} else {
		uint32_t upper = is_moved(found->anchor->objects[0]) ? 1 : 0;
		push_visit(&walk, (TreeVisit){ found->anchor, upper, MK_WORLD_NONE, 0, 0, 0 });
	}
	visit_rest(&walk);
}

static void add_node(WorldJoints *joints, TreeVisit *visit, bool is_angular) {
	TreeNode node = {
		.slot = visit->joint->slot, .is_angular = is_angular, .lower = (uint8_t)(1 - visit->upper)
	};
	tree_node_array_push(&joints->tree_nodes, node);
	visit->node_count++;
}

static void add_links(
		WorldJoints *joints, const TreeVisit *later, uint32_t side, uint32_t later_side) {
	for (uint32_t i = 0; i < later->node_count; i++) {
		TreeLink link = { later->first_node + i, (uint8_t)side, (uint8_t)later_side };
		tree_link_array_push(&joints->tree_links, link);
	}
}

// Links to the other block of the joint, then to siblings that come later, then to the parent.
static void link_visit(WorldJoints *joints, const JointTree *tree, uint32_t index) {
	const TreeVisit *visits = joints->tree_visits.data;
	const TreeVisit *visit = visits + index;
	for (uint32_t i = 0; i < visit->node_count; i++) {
		TreeNode *node = joints->tree_nodes.data + tree->first + visit->first_node + i;
		node->first_link = joints->tree_links.count;
		if (i + 1 < visit->node_count) {
			TreeLink own = { visit->first_node + i + 1, MK_TREE_BOTH, MK_TREE_BOTH };
			tree_link_array_push(&joints->tree_links, own);
		}
		for (uint32_t k = index; k-- > visit->first_sibling;)
			add_links(joints, visits + k, visit->upper, visits[k].upper);
		if (visit->parent != MK_WORLD_NONE) {
			const TreeVisit *parent = visits + visit->parent;
			add_links(joints, parent, visit->upper, 1 - parent->upper);
		}
		node->link_count = joints->tree_links.count - node->first_link;
	}
}

// What is farthest from the root is eliminated first.
static void add_tree(WorldJoints *joints, bool is_anchored) {
	JointTree *tree = joint_tree_array_add(&joints->trees);
	*tree = (JointTree){ .first = joints->tree_nodes.count, .is_anchored = is_anchored };
	for (uint32_t i = joints->tree_visits.count; i-- > 0;) {
		TreeVisit *visit = joints->tree_visits.data + i;
		visit->joint->tree = joints->trees.count;
		tree->is_direct |= visit->joint->is_direct;
		tree->is_welded |= joint_plan_angular(plan_of(joints, visit->joint)) == 7;
		visit->first_node = joints->tree_nodes.count - tree->first;
		if (holds_angular(joints, visit->joint)) add_node(joints, visit, true);
		if (holds_linear(joints, visit->joint)) add_node(joints, visit, false);
	}
	tree->count = joints->tree_nodes.count - tree->first;
	for (uint32_t i = joints->tree_visits.count; i-- > 0;)
		link_visit(joints, tree, i);
}

static void find_tree(WorldJoints *joints, WorldJoint *joint) {
	if (joint->tree_walk != 0 || !is_branch(joints, joint)) return;
	TreeWalk found = search(joints, joint);
	if (!found.is_tree) return;
	walk_from_root(joints, &found);
	add_tree(joints, found.anchor != NULL);
}

void mk_world_find_trees(World *world) {
	WorldJoints *joints = &world->joints;
	const OrderedJointArray *order = &joints->order;
	joint_tree_array_clear(&joints->trees);
	tree_node_array_clear(&joints->tree_nodes);
	tree_link_array_clear(&joints->tree_links);
	for (uint32_t i = 0; i < order->count; i++)
		order->data[i].joint->tree_walk = order->data[i].joint->tree = 0;
	uint32_t part = 0;
	for (uint32_t i = 0; i < order->count; i++) {
		WorldJoint *joint = order->data[i].joint;
		while (part < joint->part)
			joints->first_tree[++part] = joints->trees.count;
		find_tree(joints, joint);
	}
	while (part < MK_GRAPH_PARTS)
		joints->first_tree[++part] = joints->trees.count;
	tree_state_array_resize(&joints->tree_states, joints->tree_nodes.count);
	precise33_array_resize(&joints->tree_couplings, joints->tree_links.count);
}

JointTrees mk_world_trees_of(const WorldJoints *joints, uint32_t part) {
	uint32_t first = joints->first_tree[part];
	uint32_t count = joints->first_tree[part + 1] - first;
	return (JointTrees){ count > 0 ? joints->trees.data + first : NULL, count,
		joints->tree_nodes.data, joints->tree_links.data, joints->tree_states.data,
		joints->tree_couplings.data };
}
