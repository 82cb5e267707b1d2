// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What bench_world asks of every engine: fill itself from the lists of a scene, make steps, tell
// the time of each and where the bodies are in the end. Each engine is used as it comes, with its
// own defaults. To be included before all others: it asks for the POSIX functions of <time.h>.
#pragma once

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include "support/scene_list.h"

#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct WorldRun {
	int warm_steps;  // before the clock runs
	int steps;       //
	double *ms;      // of each step; only lower ones are written: runs are repeated
	ListPose *poses; // of all bodies after the last step
	double spent;    // ms; on the steps of this run so far
} WorldRun;

// An engine that has not finished after this time, ms, is stopped: the other scenes are waiting.
#define MOST_MS 60e3

// Time, ms: of the processor on one thread, as in the other benches, because other programs do not
// count in it; on several threads by the clock on the wall.
static inline double now_ms(int threads) {
	struct timespec t;
	clock_gettime(threads > 1 ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

// Notes how long a step took; those before the first do not count. Returns false if
// it has to be the last one.
static inline bool keep_step(WorldRun *run, int step, double ms) {
	if (step >= 0 && ms < run->ms[step]) run->ms[step] = ms;
	run->spent += ms;
	if (run->spent < MOST_MS) return true;
	run->steps = step < 0 ? 0 : step + 1;
	return false;
}

// Each runs a scene once; false if the engine lacks something that the scene needs.
bool bench_world_bullet(const SceneList *list, WorldRun *run);
bool bench_world_ode(const SceneList *list, WorldRun *run);

#ifdef __cplusplus
}
#endif
