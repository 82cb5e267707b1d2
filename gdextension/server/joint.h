// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A joint as Godot knows it: a type, two bodies, a frame in each, and numbered parameters. It works
// in the world of a space while all of its bodies are in that space.
#pragma once

#include "param.h"
#include "server/item.h"
#include "world/joint.h"

// The largest number of parameters and flags of one axis of any joint type.
#define MK_JOINT_PARAMS 22
#define MK_JOINT_FLAGS  6

// The type of joints that Godot has none for; it is behind Godot's own numbers.
#define MK_JOINT_TYPE_OWN (GD_JOINT_TYPE_MAX + 1)

typedef struct ServerJointAxis {
	double params[MK_JOINT_PARAMS];
	bool flags[MK_JOINT_FLAGS];
} ServerJointAxis;

typedef struct ServerJoint ServerJoint;

struct ServerJoint {
	Item item;
	int64_t type; // Godot's JointType; GD_JOINT_TYPE_MAX while it joins nothing; MK_JOINT_TYPE_OWN
	ServerBody *body_a;    // NULL: freed
	ServerBody *body_b;    // NULL: the world, or freed
	bool is_to_world;      // there never was a body b
	bool is_refused;       // it joins nothing since the attempt to make it was, which was said
	GdTransform3D frame_a; // in the frame of body a; for pins only the origin
	GdTransform3D frame_b;
	ServerJointAxis axes[3]; // all but the 6DOF joint use the first only
	JointSettings own;       // of MK_JOINT_TYPE_OWN: all but frames, priority and ignores_contacts
	int32_t solver_priority;
	bool disables_collisions;
	WorldJoint world; // what the space's world knows of it
};

// What a joint is made of; the frames are in the frames of the bodies. Body
// b may be the world (null).
typedef struct JointParts {
	GdRID body_a, body_b;
	GdTransform3D frame_a, frame_b;
	const JointSettings *own; // of MK_JOINT_TYPE_OWN
} JointParts;

// Makes a joint one that Godot has no type for. For callers outside of the
// server: it is locked meanwhile.
void mk_joint_make_own(Server *self, GdRID joint, const JointParts *parts);

// Returns what the engine makes of a joint's type and parameters; joint_translate.c
// says what each one means.
JointSettings mk_joint_translate(const ServerJoint *joint);

// Joins two bodies, or one and the world (NULL); the joint must be free.
void mk_joint_bind(ServerJoint *joint, ServerBody *body_a, ServerBody *body_b);

// Lets go of the bodies.
void mk_joint_release(ServerJoint *joint);

// Tells the world that a parameter has changed, or that a body has come into a space.
void mk_joint_update(ServerJoint *joint);

// A body has entered its space: its joints may start to work. A body is freed: they let go of it.
void mk_joint_enter_body(const ServerBody *body);
void mk_joint_forget_body(ServerBody *body);
