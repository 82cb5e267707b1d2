// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The tick. Godot calls flush_queries before the game's physics code and step after it, so what a step
// did is told to the nodes at the start of the next tick.
#include "dynamics/integrate.h"
#include "report.h"
#include "server/body.h"
#include "server/server.h"
#include "server/space.h"

static SleepLimits sleep_limits(const ServerSpace *space) {
	return (SleepLimits){
		.linear_speed = (Real)space->params.sleep_linear,
		.angular_speed = (Real)space->params.sleep_angular,
		.time = (Real)space->params.time_to_sleep,
	};
}

static void step_body(ServerBody *body, const SleepLimits *limits, Real dt) {
	BodySurroundings surroundings = mk_body_surroundings(body);
	bool was_moving = body_is_moving(&body->body);
	if (!mk_body_step(&body->body, &surroundings, dt)) {
		mk_report_error("step",
				"the body with RID %llu moved beyond all numbers; it was stopped and put to sleep.",
				(unsigned long long)body->object.item.rid.id);
	}
	mk_body_update_sleep(&body->body, limits, dt);
	// the last call, in which nodes hear of the sleep or the stop, is due after the motion has ended
	if (was_moving || body_is_moving(&body->body)) mk_body_mark_due(body);
}

static void step_space(ServerSpace *space, Real dt) {
	SleepLimits limits = sleep_limits(space);
	for (uint32_t i = 0; i < space->bodies.count; i++) {
		ServerBody *body = space->bodies.data[i];
		step_body(body, &limits, dt);
		space->item.server->active_objects += body_is_moving(&body->body);
	}
}

void mk_server_step(Server *self, double step) {
	if (!self->is_active || !(step > 0)) return;
	self->step_time = step;
	self->active_objects = 0;
	for (uint32_t i = 0; i < self->spaces.count; i++) {
		if (self->spaces.data[i]->is_active) step_space(self->spaces.data[i], (Real)step);
	}
}

// moves the due bodies of all active spaces to the list that is worked off without the lock
static void collect_due(Server *self) {
	body_pointer_array_clear(&self->flushing);
	for (uint32_t s = 0; s < self->spaces.count; s++) {
		ServerSpace *space = self->spaces.data[s];
		if (!space->is_active) continue;
		for (uint32_t i = 0; i < space->due.count; i++) {
			space->due.data[i]->is_due = false;
			body_pointer_array_push(&self->flushing, space->due.data[i]);
		}
		body_pointer_array_clear(&space->due);
	}
}

// Callbacks run without the lock and may free or change anything: bodies freed on the way keep their
// memory until the end (item.h), so the list stays good.
void mk_server_flush_queries(Server *self) {
	mk_server_lock(self);
	bool is_due = self->is_active && !self->is_flushing;
	if (is_due) {
		collect_due(self);
		self->is_flushing = true;
	}
	mk_server_unlock(self);
	if (!is_due) return;
	for (uint32_t i = 0; i < self->flushing.count; i++) {
		ServerBody *body = self->flushing.data[i];
		if (!body->object.item.is_freed) mk_body_call_back(body);
	}
	mk_server_lock(self);
	self->is_flushing = false;
	mk_item_free_buried(self);
	mk_server_unlock(self);
}
