// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "world/profile.h"

#include <stddef.h>

static const char *const names[STAGE_COUNT] = {
	[STAGE_CHANGES] = "changes",
	[STAGE_SOFT] = "soft bodies",
	[STAGE_BROADPHASE] = "broad phase",
	[STAGE_NARROWPHASE] = "narrow phase",
	[STAGE_CONTACTS] = "contacts",
	[STAGE_PREPARE] = "prepare",
	[STAGE_SOLVE] = "solve",
	[STAGE_MOVEMENT] = "movement",
	[STAGE_CONTINUOUS] = "continuous",
	[STAGE_AREAS] = "areas",
	[STAGE_SLEEP] = "sleep",
};

void mk_profile_begin(WorldProfile *profile, bool has_work) {
	profile->is_running = profile->clock != NULL && has_work;
	if (profile->clock == NULL) return;
	for (uint32_t i = 0; i < STAGE_COUNT; i++)
		profile->seconds[i] = 0;
	if (has_work) profile->last = profile->clock(profile->user);
}

void mk_profile_end_stage(WorldProfile *profile, WorldStage stage) {
	if (!profile->is_running) return;
	double now = profile->clock(profile->user);
	profile->seconds[stage] += now - profile->last;
	profile->last = now;
}

double mk_profile_sum(const WorldProfile *profile) {
	double sum = 0;
	for (uint32_t i = 0; i < STAGE_COUNT; i++)
		sum += profile->seconds[i];
	return sum;
}

const char *mk_world_stage_name(uint32_t stage) {
	return stage < STAGE_COUNT ? names[stage] : NULL;
}
