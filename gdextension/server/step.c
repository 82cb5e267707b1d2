// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The tick. Godot calls flush_queries before the game's physics code and step after it, so what a
// step did is told to the nodes at the start of the next tick.
#include "dynamics/integrate.h"
#include "report.h"
#include "server/area.h"
#include "server/body.h"
#include "server/empty.h"
#include "server/server.h"
#include "server/soft_body.h"
#include "server/space.h"

static SleepLimits sleep_limits(const ServerSpace *space) {
	return (SleepLimits){
		.linear_speed = (Real)space->params.sleep_linear,
		.angular_speed = (Real)space->params.sleep_angular,
		.time = space->can_sleep ? (Real)space->params.time_to_sleep : MK_INFINITY,
	};
}

// Godot's iterations are passes over all contacts; its 16 are worth as many
// sub-steps as are the default.
static uint32_t sub_steps(const ServerSpace *space) {
	if (space->sub_steps > 0) return space->sub_steps;
	double wanted = space->params.solver_iterations * MK_SOLVER_SUB_STEPS / 16;
	return wanted < 1 ? 1 : wanted > 16 ? 16 : (uint32_t)wanted;
}

static void add_moving(ServerSpace *space, ServerBody *body) {
	mk_body_report_no_shape(body);
	body->was_moving = true;
	body->moving_index = space->moving.count;
	body_pointer_array_push(&space->moving, body);
}

// Those that moved before: the list keeps the ones that still do, in their order.
// Mostly all of them do, so that nothing but the body itself, which the step has just
// had in its hands, is looked at.
static void keep_moving(ServerSpace *space) {
	BodyPointerArray *moving = &space->moving;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < moving->count; i++) {
		ServerBody *body = moving->data[i];
		if (!body) continue;
		if (!body_is_moving(&body->body)) {
			body->was_moving = false;
			mk_body_mark_due(body);
			continue;
		}
		if (kept != i) {
			body->moving_index = kept;
			moving->data[kept] = body;
		}
		kept++;
	}
	moving->count = kept;
}

// Nodes of bodies that moved, or stopped in this step, are told. What sleeps is not looked at.
void mk_space_mark_due(ServerSpace *space) {
	const ObjectPointers *awake = &space->world.awake;
	keep_moving(space);
	// mostly the same as in the step before
	for (uint32_t i = 0; i < awake->count && space->moving.count < awake->count; i++) {
		ServerBody *body = awake->data[i]->user;
		if (!body->was_moving && body_is_moving(&body->body)) add_moving(space, body);
	}
	space->has_moved = true;
	space->active_count = space->moving.count;
}

// One that was stopped for its numbers sleeps.
static void report_lost(const ServerSpace *space) {
	const ObjectPointers *rested = &space->world.rested;
	for (uint32_t i = 0; i < rested->count; i++) {
		if (!rested->data[i]->is_lost) continue;
		const ServerBody *body = rested->data[i]->user;
		char text[MK_OBJECT_TEXT_SIZE];
		mk_report_error("step", "%s moved beyond all numbers; it was stopped and put to sleep.",
				mk_object_describe(&body->object, text));
	}
}

static void report_lost_softs(const ServerSpace *space) {
	const SoftPointers *softs = &space->world.softs;
	for (uint32_t i = 0; i < softs->count; i++) {
		if (!softs->data[i]->is_lost) continue;
		const ServerSoftBody *body = softs->data[i]->user;
		char text[MK_OBJECT_TEXT_SIZE];
		mk_report_error("step", "%s moved beyond all numbers; it was stopped.",
				mk_object_describe(&body->object, text));
	}
}

// Also static bodies report, and those that a partner keeps awake.
void mk_space_collect_contacts(ServerSpace *space) {
	if (space->reporter_count > 0) mk_world_find_reporters(&space->world);
	for (;;) {
		const WorldObject *object = mk_world_next_reporter(&space->world);
		if (!object) return;
		mk_body_collect_contacts(object->user);
	}
}

void mk_space_run(ServerSpace *space, Real dt) {
	space->world.settings.sleep = sleep_limits(space);
	space->world.settings.solver.sub_steps = sub_steps(space);
	space->step_count++;
	mk_space_fresh_masses(space);
	mk_world_step(&space->world, dt);
	mk_space_collect_contacts(space);
	mk_space_mark_due(space);
	report_lost(space);
	report_lost_softs(space);
	mk_space_report_empty(space);
}

void mk_server_step(Server *self, double step) {
	if (!self->is_active || !(step > 0)) return;
	self->step_time = step;
	for (uint32_t i = 0; i < self->spaces.count; i++) {
		if (self->spaces.data[i]->is_active) mk_space_run(self->spaces.data[i], (Real)step);
	}
}

static void collect_area_calls(Server *self, ServerSpace *space) {
	AreaEventArray *events = &space->world.areas.events;
	for (uint32_t i = 0; i < events->count; i++) {
		AreaEvent event = events->data[i];
		area_call_array_push(
				&self->area_calls, (AreaCall){ event.area->object.user, space, event });
	}
	area_event_array_clear(events);
}

// Those that moved in the last step, and those that are due besides: they have stopped, or were put
// somewhere. With a new round no body is in the list of those any more, without a look at each.
static void collect_bodies(Server *self, ServerSpace *space) {
	for (uint32_t i = 0; space->has_moved && i < space->moving.count; i++) {
		ServerBody *body = space->moving.data[i];
		if (body) body_pointer_array_push(&self->flushing, body);
	}
	for (uint32_t i = 0; i < space->due.count; i++) {
		ServerBody *body = space->due.data[i];
		bool is_taken = body && space->has_moved && body->was_moving;
		if (body && !is_taken) body_pointer_array_push(&self->flushing, body);
	}
	space->has_moved = false;
	body_pointer_array_clear(&space->due);
	space->due_round++;
}

// moves what is due in all active spaces to the lists that are worked off without the lock
static void collect_due(Server *self) {
	body_pointer_array_clear(&self->flushing);
	area_call_array_clear(&self->area_calls);
	for (uint32_t s = 0; s < self->spaces.count; s++) {
		ServerSpace *space = self->spaces.data[s];
		if (!space->is_active && !space->is_stepped_by_hand) continue;
		collect_area_calls(self, space);
		collect_bodies(self, space);
	}
}

// Bodies come first, then areas.
static void make_calls(Server *self) {
	for (uint32_t i = 0; i < self->flushing.count; i++) {
		ServerBody *body = self->flushing.data[i];
		// one that a callback before took out of its space has no state to be told of
		if (!body->object.item.is_freed && body->object.space) mk_body_call_back(body);
	}
	for (uint32_t i = 0; i < self->area_calls.count; i++) {
		const AreaCall *call = self->area_calls.data + i;
		const ServerObject *object = &call->area->object;
		if (!object->item.is_freed && object->space == call->space) mk_area_call_back(call);
	}
}

static void start(Server *self) {
	void (*first_tick)(void) = self->first_tick;
	self->first_tick = NULL;
	if (first_tick) first_tick();
}

// Callbacks run without the lock and may free or change anything: what is freed on the way keeps
// its memory until the end (item.h), so the lists stay good.
void mk_server_flush_queries(Server *self) {
	mk_server_lock(self);
	bool is_due = self->is_active && !self->is_flushing;
	if (is_due) {
		collect_due(self);
		self->is_flushing = true;
	}
	mk_server_unlock(self);
	if (!is_due) return;
	mk_monitors_show(self);
	start(self);
	make_calls(self);
	mk_monitors_profile(self);
	mk_server_lock(self);
	self->is_flushing = false;
	mk_item_free_buried(self);
	mk_server_unlock(self);
}
