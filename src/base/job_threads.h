// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A job host with threads of its own, for C programs and tests. A game engine gives its own pool
// instead (see JobHost). The threads sleep between steps and live as long as the host.
#pragma once

#include "base/job.h"

typedef struct JobThreads JobThreads;

// Starts worker_count - 1 threads (the caller of a team is the remaining worker), or as many as the
// system allows; owned by the caller.
JobThreads *mk_job_threads_create(uint32_t worker_count);

// Ends the threads; every team using them must have been freed.
void mk_job_threads_destroy(JobThreads *threads);

// Returns the host to give to mk_job_team_init; valid as long as the threads. Several
// teams may have it if they are not open at the same time.
JobHost mk_job_threads_host(JobThreads *threads);
