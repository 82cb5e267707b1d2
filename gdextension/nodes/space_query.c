// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What only our own server can tell about a space.
#include "nodes/arrays.h"
#include "nodes/fit_query.h"
#include "report.h"
#include "server/space.h"
#include "world/profile.h"

#include <time.h>

static double read_clock(void *user) {
	struct timespec now;
	(void)user;
	timespec_get(&now, TIME_UTC);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void write_profile(WorldProfile *profile, GdDictionary *dictionary) {
	for (uint32_t stage = 0; stage < STAGE_COUNT; stage++)
		mk_dictionary_put_real(
				dictionary, mk_world_stage_name(stage), 1e3 * profile->seconds[stage]);
	mk_dictionary_put_real(dictionary, "total", 1e3 * mk_profile_sum(profile));
	// the engine measures from the first question on
	if (!profile->clock) profile->clock = read_clock;
}

void mk_query_profile(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const char *where = "MinkowskiPhysics.profile";
	Server *server = mk_server_running();
	gd_dictionary_create(&ret->dictionary);
	if (!server) {
		mk_report_error(where, "Minkowski Physics is not the physics engine of this project.");
		return;
	}
	mk_server_lock(server);
	ServerSpace *space = mk_item_find(server, arg_rid(args, 0), RID_SPACE, where);
	if (space) write_profile(&space->world.profile, &ret->dictionary);
	mk_server_unlock(server);
}
