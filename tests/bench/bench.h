// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The clock of the benches, in processor time of this thread: what other programs do beside it does not
// count. To be included before all others: it asks for the POSIX functions of <time.h>.
#pragma once

#define _POSIX_C_SOURCE 200809L

#include <time.h>

static inline double now_ns(void) {
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// Something to measure.
typedef void BenchRun(void *context);

// Returns the least time of one run, in ns, out of at least five and as many as fit into 20 ms: the least
// is what the code takes, all else is what disturbed it.
static inline double bench_least_ns(BenchRun *run, void *context) {
	double least = 1e30;
	double begin = now_ns();
	for (int i = 0; i < 5 || now_ns() - begin < 2e7; i++) {
		double start = now_ns();
		run(context);
		double time = now_ns() - start;
		least = time < least ? time : least;
	}
	return least;
}
