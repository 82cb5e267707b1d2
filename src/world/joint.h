// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Joints of a world. The memory belongs to the host, which fills in the upper part; the
// world keeps its notes in the lower part. A joint leaves the world with either of its
// objects, and when it breaks.
#pragma once

#include "base/array.h"
#include "dynamics/joint_lane.h"
#include "dynamics/joint_tree.h"
#include "world/object.h"

typedef struct World World;
typedef struct WorldJoint WorldJoint;

// A side of a joint in the list of its object's joints.
struct JointEdge {
	WorldJoint *joint;
	JointEdge *previous;
	JointEdge *next;
	Real load; // N s m; impulse times arm: what makes light bodies under load unstable
};

struct WorldJoint {
	// the host's part; after a change it calls mk_world_change_joint
	JointSettings settings;
	WorldObject *objects[2]; // A and B, both in the world; one may be NULL: the world itself
	void *user;

	// results of the last step in which it was awake, on B, in world axes
	Vec3 reaction_force;  // N
	Vec3 reaction_torque; // N m, about B's frame
	bool is_broken;       // the last step broke it and took it out of the world

	// the world's part
	bool is_in_world;
	bool is_active;   // in a list
	bool is_paused;   // one of its objects is changing its mode
	bool is_lost;     // its last step ended with what is no number
	bool is_ignoring; // its objects do not collide, as of the last change
	GraphPair pair;   // as it was coloured
	uint32_t part;    // of the graph
	uint32_t list;    // of the part
	uint32_t list_index;
	JointSlot slot;     // in the lanes, while it is active
	uint32_t tree_walk; // the last one that has met it (joint_tree.c)
	uint32_t tree;      // of the world, plus 1; 0: in none
	bool is_direct;     // its tree was solved so in the last step
	JointEdge edges[2];
	Vec3 impulse;         // N s; of a sub-step
	Vec3 angular_impulse; // N m s
	JointMemory axes[JOINT_AXES];
};

// A joint in a list; its plan is here so that bundles can be filled without a look at it.
typedef struct JointEntry {
	WorldJoint *joint;
	JointLayout plan;
} JointEntry;

// A joint in its lane.
typedef struct OrderedJoint {
	WorldJoint *joint;
	JointSlot slot;
} OrderedJoint;

// A joint of a tree, by the way from the root.
typedef struct TreeVisit {
	WorldJoint *joint;
	uint32_t upper;         // side that is nearer to the root
	uint32_t parent;        // visit of the joint that the upper body hangs on
	uint32_t first_sibling; // visits from there on, up to this one, are of the same upper body
	uint32_t first_node;    // of the tree
	uint32_t node_count;
} TreeVisit;

MK_ARRAY_DECLARE(TreeVisitArray, tree_visit_array, TreeVisit);
MK_ARRAY_DECLARE(JointEntryArray, joint_entry_array, JointEntry);
MK_ARRAY_DECLARE(OrderedJointArray, ordered_joint_array, OrderedJoint);

// The joints of a world. Lanes are kept from step to step until a joint comes, goes or changes.
typedef struct WorldJoints {
	JointEntryArray lists[MK_GRAPH_PARTS * MK_JOINT_LISTS]; // awake ones, part by part of the graph
	bool is_changed;         // the lists are not what is in the lanes
	bool is_put;             // since the last step some came, woke, or have bodies put elsewhere
	OrderedJointArray order; // those of the present step, in the order of their lanes
	JointBundleArray bundles;
	JointTurningArray turnings;
	JointRowArray rows;
	uint32_t first[MK_GRAPH_PARTS * MK_JOINT_LISTS +
			1];           // list i is bundle first[i] up to first[i + 1]
	JointTreeArray trees; // part by part
	uint32_t first_tree[MK_GRAPH_PARTS + 1];
	TreeNodeArray tree_nodes;
	TreeLinkArray tree_links;
	TreeStateArray tree_states;
	Precise33Array tree_couplings;
	TreeVisitArray tree_visits; // scratch
	Real sub_step;              // s; of the last step
	uint32_t sub_steps;
	uint32_t broken_count;
	uint32_t count;
} WorldJoints;

// Puts a joint between its objects into the world and wakes them. Returns NULL, or a sentence
// without a subject that says why it stays outside: the same object twice, an object that is not in
// this world, numbers that are none.
const char *mk_world_add_joint(World *world, WorldJoint *joint);

// Takes a joint out and wakes what it held; nothing if it is not in the world.
void mk_world_remove_joint(World *world, WorldJoint *joint);

// Tells that the host has changed the settings of a joint in the world, and wakes what it holds. If
// they are wrong it leaves the world, with the sentence as for adding.
const char *mk_world_change_joint(World *world, WorldJoint *joint);
