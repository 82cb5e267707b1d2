// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The server object: its making, its lock, its life cycle and its monitors.
#include "server/server.h"

#include "report.h"
#include "server/body.h"
#include "server/space.h"

#include <string.h>

// Godot has one server at a time; any thread may ask for it.
static _Atomic(Server *) running;

Server *mk_server_running(void) { return running; }

static void free_server(void *class_data, GDExtensionClassInstancePtr instance) {
	(void)class_data;
	Server *self = instance;
	if (running == self) running = NULL;
	if (self->threads) mk_job_threads_destroy(self->threads);
	mk_rid_table_free(&self->rids);
	space_pointer_array_free(&self->spaces);
	body_pointer_array_free(&self->flushing);
	area_call_array_free(&self->area_calls);
	item_array_free(&self->buried);
	mk_mutex_free(&self->mutex);
	mk_free(self, sizeof *self);
}

Class mk_server_class = {
	.name = "MinkowskiPhysicsServer3D",
	.parent = "PhysicsServer3DExtension",
	.virtuals = gd_virtuals_physics_server3d_extension,
	.virtual_count = GD_VIRTUAL_COUNT_PHYSICS_SERVER3D_EXTENSION,
	.free_instance = free_server,
};

Class mk_body_state_class = {
	.name = "MinkowskiPhysicsDirectBodyState3D",
	.parent = "PhysicsDirectBodyState3DExtension",
	.virtuals = gd_virtuals_physics_direct_body_state3d_extension,
	.virtual_count = GD_VIRTUAL_COUNT_PHYSICS_DIRECT_BODY_STATE3D_EXTENSION,
	.free_instance = mk_body_state_free_instance,
};

Class mk_space_state_class = {
	.name = "MinkowskiPhysicsDirectSpaceState3D",
	.parent = "PhysicsDirectSpaceState3DExtension",
	.virtuals = gd_virtuals_physics_direct_space_state3d_extension,
	.virtual_count = GD_VIRTUAL_COUNT_PHYSICS_DIRECT_SPACE_STATE3D_EXTENSION,
	.free_instance = mk_space_state_free_instance,
};

GDExtensionObjectPtr mk_server_create(
		GDExtensionClassLibraryPtr library, void (*first_tick)(void)) {
	Server *self = mk_alloc(sizeof *self);
	memset(self, 0, sizeof *self);
	mk_mutex_init(&self->mutex);
	self->is_active = true;
	self->library = library;
	self->first_tick = first_tick;
	self->object = mk_class_create(&mk_server_class, self);
	running = self;
	return self->object;
}

void mk_server_lock(Server *self) { mk_mutex_lock(&self->mutex); }

void mk_server_unlock(Server *self) { mk_mutex_unlock(&self->mutex); }

void mk_server_init(Server *self) { self->is_active = true; }

void mk_server_set_active(Server *self, bool active) { self->is_active = active; }

// The step runs on the calling thread, so there is nothing to wait for before nodes look at states.
void mk_server_sync(Server *self) { (void)self; }

void mk_server_end_sync(Server *self) { (void)self; }

void mk_server_finish(Server *self) {
	mk_monitors_hide(self);
	mk_item_free_leaked(self);
	mk_report_reset();
}

void mk_server_free_rid(Server *self, GdRID rid) {
	Item *item = mk_item_find(self, rid, RID_NONE, __func__);
	if (item) mk_item_free(item);
}

bool mk_server_is_flushing_queries(Server *self) { return self->is_flushing; }

// What is paused moves nothing, whatever its last step was.
static int32_t count_active(const Server *self) {
	uint32_t count = 0;
	for (uint32_t i = 0; i < self->spaces.count; i++) {
		const ServerSpace *space = self->spaces.data[i];
		bool is_running = (self->is_active && space->is_active) || space->is_stepped_by_hand;
		if (is_running) count += space->active_count;
	}
	return (int32_t)count;
}

static int32_t count_pairs(const Server *self) {
	uint32_t count = 0;
	for (uint32_t i = 0; i < self->spaces.count; i++)
		count += self->spaces.data[i]->world.counters.contact_count;
	return (int32_t)count;
}

static int32_t count_islands(const Server *self) {
	uint32_t count = 0;
	for (uint32_t i = 0; i < self->spaces.count; i++)
		count += mk_world_count_islands(&self->spaces.data[i]->world);
	return (int32_t)count;
}

int32_t mk_server_get_process_info(Server *self, int64_t process_info) {
	switch (process_info) {
		case GD_INFO_ACTIVE_OBJECTS: return count_active(self);
		case GD_INFO_COLLISION_PAIRS: return count_pairs(self);
		case GD_INFO_ISLAND_COUNT: return count_islands(self);
		default:
			mk_report_error(__func__, "there is no process info %lld.", (long long)process_info);
			return 0;
	}
}
