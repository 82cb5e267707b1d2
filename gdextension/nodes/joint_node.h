// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Joints that Godot does not have, as nodes. Godot lets an extension extend none of its joints
// usefully, so these are nodes of their own with the same properties. On our server they are joints
// of their own kind; on another they are the nearest one that every server has.
//
// A further joint is a Class whose struct begins with a JointNode, and a row of
// the table in joint_node.c.
#pragma once

#include "class.h"
#include "dynamics/joint.h"

// What every joint node begins with; the type is declared by the bindings.
struct JointNode {
	Instance instance;
	GdNodePath paths[2]; // node_a and node_b
	uint8_t excludes_collision;
	int64_t priority;
	GdRID joint;          // none while it has never been attached
	uint64_t followed[2]; // ids of the bodies whose leaving is heard of; 0: none
};

// Where a joint is to be made.
typedef struct JointPlan {
	GdRID joint;
	GdRID bodies[2];
	Affine frames[2]; // in the frames of the bodies; of the world where there is none
	Vec3 line;        // m; from the origin of the first to that of the second, along their axes
} JointPlan;

// What a kind of node does: where on the bodies its frames are, in its own space; the joint of our
// engine; and the joint of another.
typedef struct JointNodeKind {
	const Class *type;
	void (*place)(const JointNode *self, GdVector3 anchors[2]); // NULL: both at the origin
	JointSettings (*describe)(const JointNode *self, const JointPlan *plan);
	void (*stand_in)(const JointNode *self, const JointPlan *plan);
} JointNodeKind;

// What every such class has in its Class, and in its table of methods.
void mk_joint_node_init(void *self);
void mk_joint_node_end(void *self);
void mk_joint_node_changed(void *self, const Property *property);
void mk_joint_node_notify(void *self, int32_t what);
BoundFunction mk_joint_node_attach;
BoundFunction mk_joint_node_detach;
BoundFunction mk_joint_node_get_problem;
BoundFunction mk_joint_node_is_attached;

// The server that runs, ours or another.
GDExtensionObjectPtr mk_joint_node_server(void);
