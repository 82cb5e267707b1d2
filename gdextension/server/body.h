// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A body as Godot knows it: the engine's body plus what only Godot wants to have kept.
#pragma once

#include "callback.h"
#include "dynamics/integrate.h"
#include "server/object.h"
#include "server/space.h"
#include "world/world.h"

// How a body moves; its velocity is that of the centre of mass.
typedef struct BodyMotion {
	Vec3 linear;  // m/s
	Vec3 angular; // rad/s
} BodyMotion;

// The numbered parameters of a body, in full precision so that they are given back exactly.
typedef struct BodyParams {
	double bounce;            // negative: absorbent
	double friction;          // negative: rough
	double mass;              // kg
	GdVector3 inertia;        // kg m^2, about the body's axes; 0: from the shapes
	GdVector3 center_of_mass; // m, in the body's frame
	double gravity_scale;
	int64_t linear_damp_mode;
	int64_t angular_damp_mode;
	double linear_damp;  // 1/s
	double angular_damp; // 1/s
} BodyParams;

// A contact as a body reports it; positions and vectors in world axes.
typedef struct BodyContact {
	Vec3 position;       // m; on this body
	Vec3 other_position; // m; on the other
	Vec3 normal;         // unit, from the other to this one
	Vec3 impulse;        // N s, of the last step, on this body
	Vec3 velocity;       // m/s; of this body there, before the solver
	Vec3 other_velocity; // m/s
	Real depth;          // m
	uint64_t feature;    // what of the other shape and of both surfaces meets here
	int32_t shape;
	int32_t other_shape;
	GdRID other;
	uint64_t other_id; // of the node
} BodyContact;

MK_ARRAY_DECLARE(BodyContactArray, body_contact_array, BodyContact);

typedef struct ServerJoint ServerJoint;
MK_ARRAY_DECLARE(JointPointerArray, joint_pointer_array, ServerJoint *);

struct ServerBody {
	ServerObject object;

	// what the flush of a moving body takes is in one piece
	GDExtensionObjectPtr state; // made on the first question for it
	GdVariant state_variant;    // the same, ready to be handed to callbacks
	Callback sync_callback;     // told where the body is
	Callback force_callback;    // asked to integrate forces
	BodyContactArray contacts;  // of the last step in which it or a partner was awake
	Body body;

	WorldObject world; // what the space's world knows of it
	BodyParams params;
	bool is_mass_stale;   // the mass properties are to be worked out before they are used ...
	uint32_t stale_index; // ... and it is in its space's list of such bodies, if it has a space
	bool has_center;      // the centre of mass was given; else it is that of the shapes
	bool has_pose; // a transform was set; before that even a kinematic body is put, not moved
	bool is_continuous;
	double collision_priority;
	uint32_t user_flags;
	int32_t max_contacts;
	double contact_depth_threshold;
	RidArray exceptions;  // whom it was told to ignore
	RidArray excepted_by; // bodies that were told to ignore it
	JointPointerArray joints;

	BodyMotion start;    // with which it began a step, noted if there are reporters
	uint64_t start_step; // which one of its space

	uint32_t body_index;      // in the space's list of bodies
	bool was_moving;          // at the end of the last step: it is in its space's list of those
	uint32_t moving_index;    // in that list
	uint32_t due_index;       // in its space's list of callbacks to be made ...
	uint64_t due_round;       // ... if this is the round that the space collects for
	GdVariant force_userdata; // second argument of it
	bool has_userdata;        // false: it takes one
};

extern const BodyParams mk_body_default_params;
extern const ParamTable mk_body_param_table;

// Returns the body behind a RID; reports and returns NULL if there is none.
static inline ServerBody *body_find(Server *server, GdRID rid, const char *where) {
	return mk_item_find(server, rid, RID_BODY, where);
}

// Whether the body, which must be in a space, is in its list of callbacks to be made.
static inline bool body_is_due(const ServerBody *body) {
	return body->due_round == body->object.space->due_round;
}

// Takes the body out of its space and lets go of its shapes.
void mk_body_detach(ServerBody *body);

// Gives back the body's memory and its state object.
void mk_body_destroy(ServerBody *body);

// Puts the body into a space, or into none (NULL).
void mk_body_move_to_space(ServerBody *body, ServerSpace *space);

// Returns the body's state object, made if there is none.
GDExtensionObjectPtr mk_body_state_object(ServerBody *body);

// Godot deletes the state object of a body.
void mk_body_state_free_instance(void *class_data, GDExtensionClassInstancePtr instance);

// Puts the body on the list of those whose callbacks are made in the next flush.
void mk_body_mark_due(ServerBody *body);

// Ends a motion outside of a step, as by freezing: the node, which knows where the body is, keeps
// the velocity of before, as on Godot's own servers.
void mk_body_end_motion(ServerBody *body);

// Makes the body's callbacks; the lock must not be held, they may call anything.
void mk_body_call_back(ServerBody *body);

// Returns gravity, damping and the other outside influences on the body.
BodySurroundings mk_body_surroundings(const ServerBody *body);

// Notes that parameters, shapes or scale have changed and with them the mass properties. Those of
// a mesh take a pass over its triangles, so however much is changed, they are worked out once.
void mk_body_mark_mass(ServerBody *body);

// Brings the engine's mass properties in line with the parameters and the shapes, if they are not:
// for one body before they are used, for all of a space before a step and before questions.
void mk_body_fresh_mass(ServerBody *body);
void mk_space_fresh_masses(ServerSpace *space);

// Collects the contacts of the last step, at most as many as the body wants to hear of.
void mk_body_collect_contacts(ServerBody *body);

// Tells the world of the body's space, if it is in one, what has changed: ObjectChange bits.
void mk_body_tell_world(ServerBody *body, uint32_t changes);

// Tells it that velocity, forces, target or sleep have changed.
void mk_body_touch(ServerBody *body);

// Puts the body into the world of its space, and takes it out.
void mk_body_enter_world(ServerBody *body);
void mk_body_leave_world(ServerBody *body);

// Notes that a body ignores another or does so no longer, and tells their world if they share one.
void mk_body_set_exception(ServerBody *body, GdRID other, bool is_ignored);

// Takes a body that ends out of the lists of those it was told to ignore
// and of those that ignore it.
void mk_body_forget_exceptions(ServerBody *body);

// Gravity and damping for a world; `user` of the object is the ServerBody.
SurroundingsFunction mk_body_world_surroundings;

// Puts the body at a finite transform, or sends it there if it is kinematic and in a space.
void mk_body_set_transform(ServerBody *body, const GdTransform3D *transform);

// Puts a rigid body to sleep or wakes it.
void mk_body_set_sleeping(ServerBody *body, bool is_sleeping);
