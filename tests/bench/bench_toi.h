// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What bench_toi.c and the files that call other libraries have in common: plain numbers, so
// that C and C++ can read them.
#pragma once

#include "bench/bench_gjk.h"

// Two boxes at both ends of their sweeps; turns are below half a turn.
typedef struct ToiSweep {
	BenchPose start_a;
	BenchPose end_a;
	BenchPose start_b;
	BenchPose end_b;
} ToiSweep;

typedef struct ToiRival {
	const char *name;
	void *(*create)(const BenchShape *a, const BenchShape *b);
	void (*destroy)(void *pair);
	// Returns the time of impact from 0 to 1, above 1 if there is none.
	double (*time)(void *pair, const ToiSweep *sweep);
} ToiRival;

#ifdef __cplusplus
extern "C" {
#endif
const ToiRival *bench_toi_fcl(void);
const ToiRival *bench_toi_bullet(void);
#ifdef __cplusplus
}
#endif
