// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The team. Why it is free of races: the description of a stage (function, context, ends of the
// shares) is written by worker 0 only when the blocks of the stage before are all done, and read by
// a helper only after it has taken a block of the present stage, which is then not done. Taking a
// block is an acquire on a counter that worker 0 published with a release, so a helper that slept
// through any number of stages sees the newest description, whatever it had seen before.
#include "base/job.h"

#include "base/assert.h"

#include <sched.h>

// Pauses before a waiting worker gives its core away: some 50 us, longer than nearly all serial
// sections between stages, shorter than a scheduler slice. Fewer would pay system calls in every
// step, more would waste the core of a helper that has been preempted.
#define MK_JOB_SPIN_COUNT 2000

static void pause_processor(void) {
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

static void wait_a_little(uint32_t *spins) {
	if (*spins < MK_JOB_SPIN_COUNT) {
		++*spins;
		pause_processor();
	} else {
		sched_yield();
	}
}

static bool take_block(JobShare *share, uint32_t *block) {
	uint32_t left = atomic_load_explicit(&share->left, memory_order_acquire);
	while (left > 0) {
		if (atomic_compare_exchange_weak_explicit(
					&share->left, &left, left - 1, memory_order_acq_rel, memory_order_acquire)) {
			*block = share->end - left;
			return true;
		}
	}
	return false;
}

// Runs blocks of the own share, then of the others, until none is left to take. Only then it says
// how many it has done: the counter goes from core to core once per worker and not once per block.
static void work(JobTeam *team, uint32_t worker) {
	uint32_t done = 0;
	for (uint32_t i = 0; i < team->worker_count; i++) {
		JobShare *share = &team->shares[(worker + i) % team->worker_count];
		uint32_t block;
		while (take_block(share, &block)) {
			team->run_block(team->context, block, worker);
			done++;
		}
	}
	if (done > 0) atomic_fetch_sub_explicit(&team->unfinished, done, memory_order_release);
}

// what a helper thread does from its arrival until the team is closed
static void help(void *argument) {
	JobTeam *team = argument;
	uint32_t worker = 1 + atomic_fetch_add_explicit(&team->arrived, 1, memory_order_relaxed);
	uint32_t done_stage = 0;
	uint32_t spins = 0;
	FloatMode outer_mode = mk_float_mode_enter();
	for (;;) {
		uint32_t stage = atomic_load_explicit(&team->stage, memory_order_acquire);
		if (stage == 0 || worker >= team->worker_count) break;
		if (stage == done_stage) {
			wait_a_little(&spins);
			continue;
		}
		work(team, worker);
		done_stage = stage;
		spins = 0;
	}
	mk_float_mode_restore(outer_mode);
}

static void wait_for_helpers(JobTeam *team) {
	if (team->is_dispatched) team->host.wait(team->host.user);
	team->is_dispatched = false;
}

static uint32_t clamp_worker_count(const JobTeam *team, uint32_t wanted) {
	uint32_t limit = team->host.worker_count;
	if (limit > MK_JOB_MAX_WORKERS) limit = MK_JOB_MAX_WORKERS;
	if (wanted > limit) wanted = limit;
	return wanted > 0 ? wanted : 1;
}

void mk_job_team_init(JobTeam *team, const JobHost *host) {
	*team = (JobTeam){ .host = host != NULL ? *host : (JobHost){ 0 } };
}

void mk_job_team_free(JobTeam *team) {
	MK_ASSERT(!team->is_open);
	wait_for_helpers(team);
}

void mk_job_team_begin(JobTeam *team, uint32_t worker_count) {
	MK_ASSERT(!team->is_open);
	wait_for_helpers(team);
	team->outer_mode = mk_float_mode_enter();
	team->worker_count = clamp_worker_count(team, worker_count);
	team->is_open = true;
	if (team->worker_count == 1) return;

	atomic_store_explicit(&team->arrived, 0, memory_order_relaxed);
	atomic_store_explicit(&team->stage, 1, memory_order_release);
	team->is_dispatched = true;
	team->host.start(team->host.user, team->worker_count - 1, help, team);
}

static void publish(JobTeam *team, uint32_t block_count) {
	atomic_store_explicit(&team->unfinished, block_count, memory_order_relaxed);
	uint32_t start = 0;
	for (uint32_t i = 0; i < team->worker_count; i++) {
		uint32_t end = (uint32_t)((uint64_t)block_count * (i + 1) / team->worker_count);
		team->shares[i].end = end;
		atomic_store_explicit(&team->shares[i].left, end - start, memory_order_release);
		start = end;
	}
	atomic_fetch_add_explicit(&team->stage, 1, memory_order_release);
}

void mk_job_team_run(JobTeam *team, uint32_t block_count, JobBlock *run_block, void *context) {
	MK_ASSERT(team->is_open && !team->is_in_stage);
	team->is_in_stage = true;
	if (team->worker_count == 1 || block_count <= 1) {
		for (uint32_t block = 0; block < block_count; block++)
			run_block(context, block, 0);
	} else {
		team->run_block = run_block;
		team->context = context;
		publish(team, block_count);
		work(team, 0);
		uint32_t spins = 0;
		while (atomic_load_explicit(&team->unfinished, memory_order_acquire) > 0) {
			wait_a_little(&spins);
		}
	}
	team->is_in_stage = false;
}

void mk_job_team_end(JobTeam *team) {
	MK_ASSERT(team->is_open && !team->is_in_stage);
	atomic_store_explicit(&team->stage, 0, memory_order_release);
	mk_float_mode_restore(team->outer_mode);
	team->is_open = false;
}
