// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Spaces: parameters, activity, and the state object through which they are queried.
#include "server/space.h"

#include "server/body.h"
#include "server/soft_body.h"
#include "settings.h"

// Godot sends no defaults, so a space starts with the project's settings
static const struct {
	const char *setting;
	size_t offset;
} initial_params[] = {
	{ "physics/3d/solver/contact_recycle_radius", offsetof(SpaceParams, contact_recycle_radius) },
	{ "physics/3d/solver/contact_max_separation", offsetof(SpaceParams, contact_max_separation) },
	{ "physics/3d/solver/contact_max_allowed_penetration",
			offsetof(SpaceParams, contact_allowed_penetration) },
	{ "physics/3d/solver/default_contact_bias", offsetof(SpaceParams, contact_bias) },
	{ "physics/3d/sleep_threshold_linear", offsetof(SpaceParams, sleep_linear) },
	{ "physics/3d/sleep_threshold_angular", offsetof(SpaceParams, sleep_angular) },
	{ "physics/3d/time_before_sleep", offsetof(SpaceParams, time_to_sleep) },
	{ "physics/3d/solver/solver_iterations", offsetof(SpaceParams, solver_iterations) },
};

#define MK_ROW(number, text, kind, field) [number] = { text, kind, 0, offsetof(SpaceParams, field) }

// The first four say how Godot Physics finds contacts and works off overlap. They are kept and
// given back, but do not act: the project's settings for contacts (settings.h) do, with defaults
// that fit this solver. Godot's allowed penetration of a centimetre would let everything sink in by
// so much.
static const Param space_params[] = {
	MK_ROW(GD_SPACE_PARAM_CONTACT_RECYCLE_RADIUS, "the contact recycle radius", PARAM_NOT_NEGATIVE,
			contact_recycle_radius),
	MK_ROW(GD_SPACE_PARAM_CONTACT_MAX_SEPARATION, "the largest separation of contacts",
			PARAM_NOT_NEGATIVE, contact_max_separation),
	MK_ROW(GD_SPACE_PARAM_CONTACT_MAX_ALLOWED_PENETRATION, "the allowed penetration",
			PARAM_NOT_NEGATIVE, contact_allowed_penetration),
	MK_ROW(GD_SPACE_PARAM_CONTACT_DEFAULT_BIAS, "the contact bias", PARAM_NOT_NEGATIVE,
			contact_bias),
	MK_ROW(GD_SPACE_PARAM_BODY_LINEAR_VELOCITY_SLEEP_THRESHOLD, "the linear sleep threshold",
			PARAM_NOT_NEGATIVE, sleep_linear),
	MK_ROW(GD_SPACE_PARAM_BODY_ANGULAR_VELOCITY_SLEEP_THRESHOLD, "the angular sleep threshold",
			PARAM_NOT_NEGATIVE, sleep_angular),
	MK_ROW(GD_SPACE_PARAM_BODY_TIME_TO_SLEEP, "the time before sleep", PARAM_NOT_NEGATIVE,
			time_to_sleep),
	MK_ROW(GD_SPACE_PARAM_SOLVER_ITERATIONS, "the number of solver iterations", PARAM_POSITIVE,
			solver_iterations),
};

const ParamTable mk_space_param_table = {
	space_params,
	sizeof space_params / sizeof *space_params,
};

static ServerSpace *find_space(Server *self, GdRID space, const char *where) {
	return mk_item_find(self, space, RID_SPACE, where);
}

// Spaces are stepped one after the other and share the threads.
static JobThreads *step_threads(Server *self) {
	if (self->threads) return self->threads;
	GdStringName singleton;
	gd.string_name_new_with_latin1_chars(&singleton, "OS", true);
	int64_t processors = gd_os_get_processor_count(gd.global_get_singleton(&singleton));
	uint32_t wanted = (uint32_t)mk_settings_read(SETTING_THREADS);
	// a step hardly gains from more, and the game needs some, too
	if (wanted == 0) wanted = processors < 8 ? (uint32_t)processors : 8;
	self->threads = mk_job_threads_create(wanted);
	return self->threads;
}

// With one body Jolt's setting says which side of a joint the world is, so that a project that
// comes from there keeps its signs: 0, the default, is A.
static bool read_world_first(void) {
	switch ((JointWorldNode)mk_settings_read(SETTING_JOINT_WORLD_NODE)) {
		case WORLD_NODE_A: return true;
		case WORLD_NODE_B: return false;
		default: return mk_settings_read_real("physics/jolt_physics_3d/joints/world_node") < 0.5;
	}
}

static void read_settings(ServerSpace *space) {
	WorldSettings *settings = &space->world.settings;
	SolverSettings *solver = &settings->solver;
	space->sub_steps = (uint32_t)mk_settings_read(SETTING_SUB_STEPS);
	space->can_sleep = mk_settings_read(SETTING_CAN_SLEEP) != 0;
	space->is_world_first = read_world_first();
	settings->continuous = (ContinuousPolicy)mk_settings_read(SETTING_CONTINUOUS);
	solver->contact_frequency = (float)mk_settings_read(SETTING_CONTACT_FREQUENCY);
	solver->contact_damping_ratio = (float)mk_settings_read(SETTING_CONTACT_DAMPING_RATIO);
	solver->push_limit = (float)mk_settings_read(SETTING_PUSH_SPEED_LIMIT);
	solver->bounce_speed = (float)mk_settings_read(SETTING_BOUNCE_SPEED);
	settings->contact_margin = (Real)mk_settings_read(SETTING_CONTACT_MARGIN);
	settings->contact_slop = (Real)mk_settings_read(SETTING_CONTACT_SLOP);
	settings->recovery_passes = (uint32_t)mk_settings_read(SETTING_RECOVERY_ITERATIONS);
	settings->recovery_part = (Real)mk_settings_read(SETTING_RECOVERY_AMOUNT);
}

GdRID mk_server_space_create(Server *self) {
	ServerSpace *space = mk_item_create(self, RID_SPACE);
	space->area = mk_area_default_params;
	space->due_round = 1;
	for (size_t i = 0; i < sizeof initial_params / sizeof *initial_params; i++) {
		double *field = (double *)((char *)&space->params + initial_params[i].offset);
		*field = mk_settings_read_real(initial_params[i].setting);
	}
	JobHost host = mk_job_threads_host(step_threads(self));
	mk_world_init(&space->world, &host);
	mk_world_set_clock(&space->world, mk_monitor_clock, mk_monitor_time());
	read_settings(space);
	space->world.areas.rules = mk_area_rules(&space->area);
	space->world.surroundings = mk_body_world_surroundings;
	space->world.soft_host = (SoftHost){ .ignores = mk_soft_body_ignores };
	space_pointer_array_push(&self->spaces, space);
	return space->item.rid;
}

void mk_server_space_set_active(Server *self, GdRID space, bool active) {
	ServerSpace *found = find_space(self, space, __func__);
	if (found) found->is_active = active;
}

bool mk_server_space_is_active(Server *self, GdRID space) {
	const ServerSpace *found = find_space(self, space, __func__);
	return found && found->is_active;
}

void mk_server_space_set_param(Server *self, GdRID space, int64_t param, double value) {
	ServerSpace *found = find_space(self, space, __func__);
	if (!found) return;
	const ParamOwner owner = { &found->params, &found->item, __func__ };
	mk_param_set_real(mk_space_param_table, &owner, param, value);
}

double mk_server_space_get_param(Server *self, GdRID space, int64_t param) {
	ServerSpace *found = find_space(self, space, __func__);
	if (!found) return 0;
	const ParamOwner owner = { &found->params, &found->item, __func__ };
	return mk_param_get_real(mk_space_param_table, &owner, param);
}

GDExtensionObjectPtr mk_server_space_get_direct_state(Server *self, GdRID space) {
	ServerSpace *found = find_space(self, space, __func__);
	if (!found) return NULL;
	if (!found->state) found->state = mk_class_create(&mk_space_state_class, found);
	return found->state;
}

void mk_space_state_free_instance(void *class_data, GDExtensionClassInstancePtr instance) {
	(void)class_data;
	((ServerSpace *)instance)->state = NULL;
}

void mk_space_detach(ServerSpace *space) {
	while (space->members.count) {
		ServerObject *member = space->members.data[space->members.count - 1];
		member->leave_space(member);
	}
	SpacePointerArray *spaces = &space->item.server->spaces;
	for (uint32_t i = 0; i < spaces->count; i++) {
		if (spaces->data[i] == space) space_pointer_array_swap_remove(spaces, i);
	}
}

void mk_space_destroy(ServerSpace *space) {
	if (space->state) gd.object_destroy(space->state);
	mk_world_free(&space->world);
	object_pointer_array_free(&space->members);
	body_pointer_array_free(&space->bodies);
	body_pointer_array_free(&space->due);
	body_pointer_array_free(&space->moving);
	body_pointer_array_free(&space->stale);
	empty_watch_array_free(&space->watches);
}
