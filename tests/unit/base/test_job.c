// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Teams of workers: every block runs exactly once whatever the host does, results do not depend on
// the number of workers, and small work never reaches the host. Meant to be run under the thread
// sanitizer as well.
#include "base/job_threads.h"

#include "base/hash.h"
#include "support/check.h"

#include <fenv.h>
#include <pthread.h>
#include <sched.h>

enum { BLOCKS = 97, STAGES = 60, MAX_TESTED_WORKERS = 8 };

typedef struct Work {
	uint64_t values[BLOCKS];
	uint32_t run_count[BLOCKS];
	uint64_t scratch[MAX_TESTED_WORKERS]; // one per worker: a race if two workers share a number
} Work;

static void transform_block(void *context, uint32_t block, uint32_t worker) {
	Work *work = context;
	work->scratch[worker] = block;
	work->values[block] = hash_u64(work->values[block], block);
	work->run_count[block]++;
	work->scratch[worker] += work->values[block];
}

// stages that each depend on all blocks of the one before, through the serial part between them
static uint64_t run_stages(JobTeam *team, Work *work, uint32_t workers) {
	uint64_t hash = MK_HASH_SEED;
	mk_job_team_begin(team, workers);
	for (uint32_t stage = 0; stage < STAGES; stage++) {
		mk_job_team_run(team, 1 + (stage * 31) % BLOCKS, transform_block, work);
		for (uint32_t i = 0; i < BLOCKS; i++) {
			hash = hash_u64(hash, work->values[i]);
		}
		work->values[stage % BLOCKS] ^= hash;
	}
	mk_job_team_end(team);
	return hash;
}

static uint64_t run_with_host(const JobHost *host, uint32_t workers) {
	JobTeam team;
	Work work = { 0 };
	mk_job_team_init(&team, host);
	uint64_t hash = run_stages(&team, &work, workers);
	mk_job_team_free(&team);
	return hash;
}

static void results_do_not_depend_on_the_number_of_workers(void **state) {
	(void)state;
	uint64_t serial = run_with_host(NULL, 1);
	for (uint32_t workers = 1; workers <= MAX_TESTED_WORKERS; workers++) {
		JobThreads *threads = mk_job_threads_create(workers);
		JobHost host = mk_job_threads_host(threads);
		assert_int_equal(host.worker_count, workers);
		for (int repeat = 0; repeat < 20; repeat++) {
			assert_true(run_with_host(&host, workers) == serial);
		}
		mk_job_threads_destroy(threads);
	}
}

static void every_block_runs_exactly_once(void **state) {
	(void)state;
	JobThreads *threads = mk_job_threads_create(4);
	JobHost host = mk_job_threads_host(threads);
	JobTeam team;
	mk_job_team_init(&team, &host);
	Work work = { 0 };
	for (uint32_t repeat = 1; repeat <= 50; repeat++) {
		mk_job_team_begin(&team, 4);
		mk_job_team_run(&team, BLOCKS, transform_block, &work);
		mk_job_team_end(&team);
		for (uint32_t i = 0; i < BLOCKS; i++) {
			assert_int_equal(work.run_count[i], repeat);
		}
	}
	mk_job_team_free(&team);
	mk_job_threads_destroy(threads);
}

static void stage_without_blocks_returns(void **state) {
	(void)state;
	JobThreads *threads = mk_job_threads_create(3);
	JobHost host = mk_job_threads_host(threads);
	JobTeam team;
	Work work = { 0 };
	mk_job_team_init(&team, &host);
	mk_job_team_begin(&team, 3);
	mk_job_team_run(&team, 0, transform_block, &work);
	mk_job_team_run(&team, 2, transform_block, &work);
	mk_job_team_end(&team);
	mk_job_team_free(&team);
	mk_job_threads_destroy(threads);
	assert_int_equal(work.run_count[0], 1);
	assert_int_equal(work.run_count[1], 1);
	assert_int_equal(work.run_count[2], 0);
}

// hosts that do not behave well

typedef struct OddHost {
	uint32_t start_count;
	uint32_t wait_count;
	void (*run)(void *argument);
	void *argument;
	pthread_t thread;
	atomic_bool may_arrive;
	uint32_t extra_calls; // beyond what was asked for
} OddHost;

static void start_nobody(
		void *user, uint32_t helper_count, void (*run)(void *argument), void *argument) {
	OddHost *odd = user;
	assert_true(helper_count > 0);
	odd->start_count++;
	odd->run = run;
	odd->argument = argument;
}

static void count_wait(void *user) {
	OddHost *odd = user;
	odd->wait_count++;
}

static void team_finishes_when_no_helper_ever_comes(void **state) {
	(void)state;
	OddHost odd = { 0 };
	JobHost host = { .user = &odd, .worker_count = 6, .start = start_nobody, .wait = count_wait };
	assert_true(run_with_host(&host, 6) == run_with_host(NULL, 1));
	assert_int_equal(odd.start_count, 1);
	assert_int_equal(odd.wait_count, 1);
}

static void one_worker_needs_no_dispatch(void **state) {
	(void)state;
	OddHost odd = { 0 };
	JobHost host = { .user = &odd, .worker_count = 6, .start = start_nobody, .wait = count_wait };
	run_with_host(&host, 1);
	run_with_host(&host, 0);
	host.worker_count = 1;
	run_with_host(&host, 6);
	assert_int_equal(odd.start_count, 0);
	assert_int_equal(odd.wait_count, 0);
}

// calls the helper only in , when the team is closed, and more often than asked for
static void call_at_last(void *user) {
	OddHost *odd = user;
	for (uint32_t i = 0; i < 10; i++) {
		odd->run(odd->argument);
	}
}

static void helper_that_comes_after_the_end_leaves_at_once(void **state) {
	(void)state;
	OddHost odd = { 0 };
	JobHost host = { .user = &odd, .worker_count = 2, .start = start_nobody, .wait = call_at_last };
	assert_true(run_with_host(&host, 2) == run_with_host(NULL, 1));
}

static void *arrive_late(void *user) {
	OddHost *odd = user;
	while (!atomic_load(&odd->may_arrive)) {
		sched_yield();
	}
	// too many calls: the surplus must leave without a worker number
	for (uint32_t i = 0; i < 1 + odd->extra_calls; i++) {
		odd->run(odd->argument);
	}
	return NULL;
}

static void start_late(
		void *user, uint32_t helper_count, void (*run)(void *argument), void *argument) {
	OddHost *odd = user;
	start_nobody(user, helper_count, run, argument);
	assert_int_equal(pthread_create(&odd->thread, NULL, arrive_late, odd), 0);
}

static void join_late(void *user) {
	OddHost *odd = user;
	atomic_store(&odd->may_arrive, true);
	pthread_join(odd->thread, NULL);
}

static void helper_that_comes_late_joins_a_later_stage(void **state) {
	(void)state;
	OddHost odd = { .extra_calls = 3 };
	JobHost host = { .user = &odd, .worker_count = 2, .start = start_late, .wait = join_late };
	JobTeam team;
	Work work = { 0 };
	mk_job_team_init(&team, &host);
	mk_job_team_begin(&team, 2);
	for (uint32_t stage = 1; stage <= 2000; stage++) {
		if (stage == 100) atomic_store(&odd.may_arrive, true);
		mk_job_team_run(&team, 8, transform_block, &work);
		for (uint32_t i = 0; i < 8; i++) {
			assert_int_equal(work.run_count[i], stage);
		}
	}
	mk_job_team_end(&team);
	mk_job_team_free(&team);
}

typedef struct Meeting {
	atomic_uint present;
	uint32_t worker_of[2];
} Meeting;

// returns only when both blocks are running, so two workers must share the stage
static void meet(void *context, uint32_t block, uint32_t worker) {
	Meeting *meeting = context;
	meeting->worker_of[block] = worker;
	atomic_fetch_add(&meeting->present, 1);
	while (atomic_load(&meeting->present) < 2) {
		sched_yield();
	}
}

static void blocks_of_a_stage_run_at_the_same_time(void **state) {
	(void)state;
	JobThreads *threads = mk_job_threads_create(2);
	JobHost host = mk_job_threads_host(threads);
	JobTeam team;
	Meeting meeting = { 0 };
	mk_job_team_init(&team, &host);
	mk_job_team_begin(&team, 2);
	mk_job_team_run(&team, 2, meet, &meeting);
	mk_job_team_end(&team);
	mk_job_team_free(&team);
	mk_job_threads_destroy(threads);
	assert_int_equal(meeting.worker_of[0] + meeting.worker_of[1], 1);
}

static volatile double one = 1.0;
static volatile double three = 3.0;

static void divide_block(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	double *results = context;
	results[block] = one / three;
}

static void workers_compute_in_the_mode_of_the_engine(void **state) {
	(void)state;
	double nearest = one / three;
	double results[64] = { 0 };
	JobThreads *threads = mk_job_threads_create(2);
	JobHost host = mk_job_threads_host(threads);
	JobTeam team;
	mk_job_team_init(&team, &host);
	fesetround(FE_UPWARD);
	mk_job_team_begin(&team, 2);
	mk_job_team_run(&team, 64, divide_block, results);
	mk_job_team_end(&team);
	int outer_rounding = fegetround();
	fesetround(FE_TONEAREST);
	mk_job_team_free(&team);
	mk_job_threads_destroy(threads);
	assert_int_equal(outer_rounding, FE_UPWARD);
	for (int i = 0; i < 64; i++) {
		assert_true(results[i] == nearest);
	}
}

static void teams_that_share_threads_take_turns(void **state) {
	(void)state;
	JobThreads *threads = mk_job_threads_create(4);
	JobHost host = mk_job_threads_host(threads);
	JobTeam teams[3];
	for (int i = 0; i < 3; i++)
		mk_job_team_init(teams + i, &host);
	for (int turn = 0; turn < 300; turn++) {
		JobTeam *team = teams + turn % 3;
		Work work = { 0 };
		mk_job_team_begin(team, 4);
		mk_job_team_run(team, BLOCKS, transform_block, &work);
		mk_job_team_end(team);
		for (uint32_t i = 0; i < BLOCKS; i++)
			assert_int_equal(work.run_count[i], 1);
	}
	for (int i = 0; i < 3; i++)
		mk_job_team_free(teams + i);
	mk_job_threads_destroy(threads);
}

static void open_team_allocates_nothing(void **state) {
	(void)state;
	JobThreads *threads = mk_job_threads_create(3);
	JobHost host = mk_job_threads_host(threads);
	uint64_t total = mk_alloc_stats().total;
	run_with_host(&host, 3);
	assert_int_equal(mk_alloc_stats().total, total);
	mk_job_threads_destroy(threads);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_do_not_depend_on_the_number_of_workers),
		cmocka_unit_test(every_block_runs_exactly_once),
		cmocka_unit_test(stage_without_blocks_returns),
		cmocka_unit_test(team_finishes_when_no_helper_ever_comes),
		cmocka_unit_test(one_worker_needs_no_dispatch),
		cmocka_unit_test(helper_that_comes_after_the_end_leaves_at_once),
		cmocka_unit_test(helper_that_comes_late_joins_a_later_stage),
		cmocka_unit_test(blocks_of_a_stage_run_at_the_same_time),
		cmocka_unit_test(workers_compute_in_the_mode_of_the_engine),
		cmocka_unit_test(teams_that_share_threads_take_turns),
		cmocka_unit_test(open_team_allocates_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
