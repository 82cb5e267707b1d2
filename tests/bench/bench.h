// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The clock of the benches, in processor time of this thread: what other programs do beside it does
// not count. To be included before all others: it asks for the POSIX functions of <time.h>.
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

// Returns the processor time of so many runs, in ns.
static inline double bench_runs_ns(BenchRun *run, void *context, int runs) {
	double start = now_ns();
	for (int i = 0; i < runs; i++)
		run(context);
	return now_ns() - start;
}

// Returns the least time of one run, in ns, out of at least five and as many as fit into 20 ms: the
// least is what the code takes, all else is what disturbed it. A run that is short beside the
// clock's own reading (some 100 ns, and more where the clock ticks coarsely) is measured by the
// thousand: 10 us are 100 readings.
static inline double bench_least_ns(BenchRun *run, void *context) {
	double begin = now_ns();
	double least = bench_runs_ns(run, context, 1);
	int runs = least < 1e4 ? 1000 : 1;
	for (int i = 0; i < 5 || now_ns() - begin < 2e7; i++) {
		double time = bench_runs_ns(run, context, runs) / runs;
		least = i == 0 || time < least ? time : least;
	}
	return least;
}
