// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A space: bodies, areas and soft bodies that meet each other. Godot makes one per World3D.
#pragma once

#include "math/vec3.h"
#include "param.h"
#include "server/server.h"
#include "world/world.h"

typedef struct ServerObject ServerObject;

MK_ARRAY_DECLARE(ObjectPointerArray, object_pointer_array, ServerObject *);

// A member that has got an empty shape (empty.h); it may be gone meanwhile.
typedef struct EmptyWatch {
	GdRID rid;
	RidKind kind;
	uint32_t steps_left;
} EmptyWatch;

MK_ARRAY_DECLARE(EmptyWatchArray, empty_watch_array, EmptyWatch);

// The numbered parameters of an area; a space has a set of its own that acts everywhere else.
typedef struct AreaParams {
	int64_t gravity_mode;
	double gravity; // m/s^2
	GdVector3 gravity_vector;
	bool gravity_is_point;
	double point_unit_distance; // m
	int64_t linear_damp_mode;
	double linear_damp; // 1/s
	int64_t angular_damp_mode;
	double angular_damp; // 1/s
	int64_t priority;
	double wind_magnitude; // N
	GdVector3 wind_source;
	GdVector3 wind_direction;
	double wind_attenuation;
} AreaParams;

extern const ParamTable mk_area_param_table;
extern const ParamTable mk_space_param_table;
extern const AreaParams mk_area_default_params;

// The numbered parameters of a space.
typedef struct SpaceParams {
	double contact_recycle_radius;      // m
	double contact_max_separation;      // m
	double contact_allowed_penetration; // m
	double contact_bias;
	double sleep_linear;  // m/s
	double sleep_angular; // rad/s
	double time_to_sleep; // s
	double solver_iterations;
} SpaceParams;

struct ServerSpace {
	Item item;
	bool is_active;
	bool is_stepped_by_hand; // its callbacks are made although Godot does not step it
	int32_t debug_contacts;  // points asked for
	uint32_t sub_steps;      // 0: by the solver iterations
	bool can_sleep;
	bool is_world_first; // joints with one body have the world as A
	SpaceParams params;
	AreaParams area;            // acts where no area does
	uint64_t instance_id;       // attached to the space in its role as an area
	GDExtensionObjectPtr state; // made on the first question for it
	ObjectPointerArray members; // all bodies, soft bodies and areas
	BodyPointerArray bodies;
	World world;
	bool has_moved;          // a step was made since the last flush: all of `moving` is due
	BodyPointerArray due;    // other bodies whose callbacks are due in the next flush; NULL: gone
	uint64_t due_round;      // counts the flushes that have taken that list, from 1 on
	BodyPointerArray moving; // bodies that moved at the end of the last step; NULL: gone
	uint32_t active_count;   // how many those were
	BodyPointerArray
			stale; // bodies whose mass is to be worked out before the next step; NULL: gone
	uint32_t reporter_count; // bodies that want to hear of their contacts
	uint64_t step_count;     // steps and restored states; bodies note motions by it
	EmptyWatchArray watches;
};

// step.c: one step; what bodies report of their contacts; callbacks of what moves or has stopped.
void mk_space_run(ServerSpace *space, Real dt);
void mk_space_collect_contacts(ServerSpace *space);
void mk_space_mark_due(ServerSpace *space);

// space_debug.c: how many points there are where things touch; writes them to an array of that
// size, one on each of both surfaces after the other.
int32_t mk_space_count_contacts(const ServerSpace *space);
void mk_space_write_contacts(const ServerSpace *space, int32_t size, GdPackedVector3Array *ret);

// Returns the parameters in the engine's form.
AreaRules mk_area_rules(const AreaParams *params);

// Leaves the members of a space without one.
void mk_space_detach(ServerSpace *space);

// Gives back the space's memory and its state object.
void mk_space_destroy(ServerSpace *space);

// Godot deletes the state object of a space.
void mk_space_state_free_instance(void *class_data, GDExtensionClassInstancePtr instance);
