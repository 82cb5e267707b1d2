// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Parallel work inside one step. A dispatch to a host's thread pool costs 10 to 80 us and a step
// has over a hundred stages, so the engine asks its host for helpers once, between begin and end,
// and runs all stages inside that team: a stage costs well under 1 us.
//
//   caller  begin | serial | stage 1: blocks 0 3 4 | serial | stage 2: blocks 0 1 | end
//   helper        .  late . . . . . . blocks 1 2 5 | spins  | stage 2: blocks 2 3 | leaves
//
// The caller is worker 0, starts at once and never waits for a helper to arrive, only for blocks a
// helper has taken. A helper that comes late joins the stage that is running; one that never comes
// costs nothing. What a block computes must be a function of its index only; the worker number may
// choose scratch memory, never a result. Then results do not depend on the number of workers.
#pragma once

#include "base/alloc.h"
#include "base/float_mode.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// Workers of a team, the caller included. More would only fight for the same claims: a step does
// not scale that far.
#define MK_JOB_MAX_WORKERS 64

// Where helpers come from. A zeroed host is the serial one: no helpers, nothing is ever called.
typedef struct JobHost {
	void *user;            // handed to both functions
	uint32_t worker_count; // workers a team can have, the caller included; 0 and 1 mean serial
	// Asks for `run(argument)` to be called on up to `helper_count` other threads and returns at
	// once. Calls may start late, be fewer, or happen one after the other; all must have started or
	// been dropped when `wait` returns.
	void (*start)(void *user, uint32_t helper_count, void (*run)(void *argument), void *argument);
	// Returns when every call begun by the last `start` has returned.
	void (*wait)(void *user);
} JobHost;

// One block of a stage, run on one of the team's workers (0 is the caller).
typedef void JobBlock(void *context, uint32_t block, uint32_t worker);

// The blocks a worker takes first. Each worker has its own, so in every sub-step it meets the same
// blocks and finds their data in its cache; when it has finished it takes from the others.
typedef struct JobShare {
	_Alignas(MK_ALIGNMENT) _Atomic uint32_t left; // blocks not taken
	uint32_t end;                                 // the block after the last one of the share
} JobShare;

// A team; the fields are private to job.c. Must not move while helpers may be inside.
typedef struct JobTeam {
	JobHost host;
	uint32_t worker_count; // since the last begin; helpers read it, so end leaves it alone
	bool is_open;          // between begin and end
	bool is_dispatched;    // helpers may be inside until the host has been waited for
	bool is_in_stage;
	JobBlock *run_block; // of the stage that is running
	void *context;
	FloatMode outer_mode; // of the caller, restored by end

	// on lines of their own: helpers spin on `stage` while others write `unfinished`
	_Alignas(MK_ALIGNMENT) _Atomic uint32_t stage;      // number of the newest stage, 0 when closed
	_Alignas(MK_ALIGNMENT) _Atomic uint32_t unfinished; // blocks of the stage not yet done
	_Alignas(MK_ALIGNMENT) _Atomic uint32_t arrived;    // helpers that have come in
	JobShare shares[MK_JOB_MAX_WORKERS];
} JobTeam;

// Makes a team that gets its helpers from `host` (copied; NULL means serial), which must outlive
// it.
void mk_job_team_init(JobTeam *team, const JobHost *host);

// Waits for helpers still on their way out; the team must not be between begin and end.
void mk_job_team_free(JobTeam *team);

// Opens the team with at most `worker_count` workers, in one dispatch; 1 or a serial host means no
// dispatch at all, which is right for steps shorter than about 150 us. Also puts the caller into
// the engine's floating-point mode (helpers are in it too).
void mk_job_team_begin(JobTeam *team, uint32_t worker_count);

// Runs blocks 0 .. block_count - 1 and returns when all are done; their writes are then visible to
// the caller and to all later stages. Not from inside a block.
void mk_job_team_run(JobTeam *team, uint32_t block_count, JobBlock *run_block, void *context);

// Closes the team and returns without waiting for helpers to leave: they touch nothing but the team
// any more. The next begin, or free, waits for them.
void mk_job_team_end(JobTeam *team);
