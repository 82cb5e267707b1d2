// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/space_query.h"

#include "nodes/arrays.h"
#include "report.h"
#include "server/space.h"
#include "server/space_snapshot.h"
#include "variant.h"
#include "world/profile.h"

Server *mk_query_server(const char *where) {
	Server *server = mk_server_running();
	if (!server)
		mk_report_error(where, "Minkowski Physics is not the physics engine of this project.");
	return server;
}

static void write_profile(const WorldProfile *profile, GdDictionary *dictionary) {
	for (uint32_t stage = 0; stage < STAGE_COUNT; stage++)
		mk_dictionary_put_real(
				dictionary, mk_world_stage_name(stage), 1e3 * profile->seconds[stage]);
	mk_dictionary_put_real(dictionary, "total", 1e3 * mk_profile_sum(profile));
}

void mk_query_profile(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const char *where = "MinkowskiPhysics.profile";
	Server *server = mk_query_server(where);
	gd_dictionary_create(&ret->dictionary);
	if (!server) return;
	mk_server_lock(server);
	const ServerSpace *space = mk_item_find(server, arg_rid(args, 0), RID_SPACE, where);
	if (space) write_profile(&space->world.profile, &ret->dictionary);
	mk_server_unlock(server);
}

void mk_query_space_contacts(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const char *where = "MinkowskiPhysics.space_contacts";
	Server *server = mk_query_server(where);
	gd_packed_vector3_array_create(&ret->points);
	if (!server) return;
	mk_server_lock(server);
	const ServerSpace *space = mk_item_find(server, arg_rid(args, 0), RID_SPACE, where);
	if (space) mk_space_write_contacts(space, mk_space_count_contacts(space), &ret->points);
	mk_server_unlock(server);
}

void mk_query_save_state(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	Server *server = mk_query_server("MinkowskiPhysics.save_state");
	gd_packed_byte_array_create(&ret->bytes);
	size_t size = server ? mk_space_save(server, arg_rid(args, 0), NULL, 0) : 0;
	if (size == 0) return;
	gd_packed_byte_array_resize(&ret->bytes, (int64_t)size);
	void *buffer = gd.packed_byte_array_operator_index(&ret->bytes, 0);
	// another thread may have added something meanwhile
	if (mk_space_save(server, arg_rid(args, 0), buffer, size) <= size) return;
	gd_packed_byte_array_resize(&ret->bytes, 0);
	mk_report_error("MinkowskiPhysics.save_state", "the space was changed while it was saved.");
}

void mk_query_restore_state(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const GdPackedByteArray *state = args[1];
	Server *server = mk_query_server("MinkowskiPhysics.restore_state");
	int64_t size = gd_packed_byte_array_size(state);
	const void *bytes = size ? gd.packed_byte_array_operator_index_const(state, 0) : NULL;
	ret->boolean = server && mk_space_restore(server, arg_rid(args, 0), bytes, (size_t)size);
}

void mk_query_state_hash(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	Server *server = mk_query_server("MinkowskiPhysics.state_hash");
	ret->integer = server ? (int64_t)mk_space_hash(server, arg_rid(args, 0)) : 0;
}

void mk_query_step(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	Server *server = mk_query_server("MinkowskiPhysics.step");
	ret->boolean = server && mk_space_step(server, arg_rid(args, 0), arg_real(args, 1));
}
