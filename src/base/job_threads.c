// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Persistent POSIX threads behind a JobHost: one lock, one condition for "there are calls to make"
// and one for "all calls have returned".
#include "base/job_threads.h"

#include "base/alloc.h"
#include "base/assert.h"

#include <pthread.h>

struct JobThreads {
	pthread_mutex_t lock;
	pthread_cond_t work_added;
	pthread_cond_t work_done;
	void (*run)(void *argument);
	void *argument;
	uint32_t waiting_calls; // asked for and not begun
	uint32_t running_calls; // begun and not returned
	bool is_closing;
	uint32_t thread_count;
	uint32_t thread_capacity;
	pthread_t *threads;
};

static void make_one_call(JobThreads *threads) {
	threads->waiting_calls--;
	threads->running_calls++;
	pthread_mutex_unlock(&threads->lock);
	threads->run(threads->argument);
	pthread_mutex_lock(&threads->lock);
	threads->running_calls--;
	if (threads->waiting_calls + threads->running_calls == 0) {
		pthread_cond_broadcast(&threads->work_done);
	}
}

static void *thread_main(void *user) {
	JobThreads *threads = user;
	pthread_mutex_lock(&threads->lock);
	while (!threads->is_closing) {
		if (threads->waiting_calls > 0) {
			make_one_call(threads);
		} else {
			pthread_cond_wait(&threads->work_added, &threads->lock);
		}
	}
	pthread_mutex_unlock(&threads->lock);
	return NULL;
}

static void start_calls(
		void *user, uint32_t helper_count, void (*run)(void *argument), void *argument) {
	JobThreads *threads = user;
	pthread_mutex_lock(&threads->lock);
	// another team's helpers may still be on their way out
	threads->waiting_calls = 0;
	while (threads->running_calls > 0)
		pthread_cond_wait(&threads->work_done, &threads->lock);
	threads->run = run;
	threads->argument = argument;
	threads->waiting_calls = helper_count;
	pthread_cond_broadcast(&threads->work_added);
	pthread_mutex_unlock(&threads->lock);
}

// drops calls that no thread has begun: the stages they were wanted for are over
static void wait_for_calls(void *user) {
	JobThreads *threads = user;
	pthread_mutex_lock(&threads->lock);
	threads->waiting_calls = 0;
	while (threads->running_calls > 0)
		pthread_cond_wait(&threads->work_done, &threads->lock);
	pthread_mutex_unlock(&threads->lock);
}

JobThreads *mk_job_threads_create(uint32_t worker_count) {
	JobThreads *threads = mk_alloc(sizeof(JobThreads));
	*threads = (JobThreads){ .thread_capacity = worker_count > 1 ? worker_count - 1 : 0 };
	threads->threads = mk_alloc(mk_alloc_size(threads->thread_capacity, sizeof(pthread_t)));
	pthread_mutex_init(&threads->lock, NULL);
	pthread_cond_init(&threads->work_added, NULL);
	pthread_cond_init(&threads->work_done, NULL);
	while (threads->thread_count < threads->thread_capacity) {
		pthread_t *thread = &threads->threads[threads->thread_count];
		if (pthread_create(thread, NULL, thread_main, threads) != 0) break;
		threads->thread_count++;
	}
	return threads;
}

void mk_job_threads_destroy(JobThreads *threads) {
	pthread_mutex_lock(&threads->lock);
	threads->is_closing = true;
	pthread_cond_broadcast(&threads->work_added);
	pthread_mutex_unlock(&threads->lock);
	for (uint32_t i = 0; i < threads->thread_count; i++)
		pthread_join(threads->threads[i], NULL);
	pthread_cond_destroy(&threads->work_done);
	pthread_cond_destroy(&threads->work_added);
	pthread_mutex_destroy(&threads->lock);
	mk_free(threads->threads, threads->thread_capacity * sizeof(pthread_t));
	mk_free(threads, sizeof(JobThreads));
}

JobHost mk_job_threads_host(JobThreads *threads) {
	return (JobHost){
		.user = threads,
		.worker_count = threads->thread_count + 1,
		.start = start_calls,
		.wait = wait_for_calls,
	};
}
