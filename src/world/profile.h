// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Where the time of a step goes, for monitors and benches. The engine has no clock: the host gives
// one if it wants to know. Nothing else of a step depends on it, and without one nothing is asked.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Stages of a step, in the order of the table that names them.
typedef enum WorldStage {
	STAGE_CHANGES,     // what the host has changed since the last step
	STAGE_SOFT,        // soft bodies
	STAGE_BROADPHASE,  // new pairs of boxes, trees
	STAGE_NARROWPHASE, // manifolds of all active contacts
	STAGE_CONTACTS,    // begin and end of contacts, and who wakes by it
	STAGE_PREPARE,     // bodies and joints to rows of the solver
	STAGE_SOLVE,       // sub-steps
	STAGE_MOVEMENT,    // bodies to their new poses, boxes to theirs
	STAGE_CONTINUOUS,  // fast bodies back to their impacts
	STAGE_AREAS,       // who is in which area
	STAGE_SLEEP,       // who is awake
	STAGE_COUNT
} WorldStage;

// Returns a time in seconds, from any beginning; it must not go back.
typedef double WorldClock(void *user);

typedef struct WorldProfile {
	WorldClock *clock;           // NULL: nobody wants to know
	void *user;                  // handed to it
	bool is_running;             // within a step that is worth a look at the clock
	double last;                 // s; when the stage before ended
	double seconds[STAGE_COUNT]; // of the last step
} WorldProfile;

// Sets all times to zero and, unless the step has nothing to do, begins to measure: to ask the
// clock at the end of every stage would take longer than such a step.
void mk_profile_begin(WorldProfile *profile, bool has_work);

// Adds the time since the last call to a stage.
void mk_profile_end_stage(WorldProfile *profile, WorldStage stage);

// Returns the time of all stages of the last step, s.
double mk_profile_sum(const WorldProfile *profile);

// Returns the name of a stage in lower case, in English; NULL if there is none of that number.
const char *mk_world_stage_name(uint32_t stage);
