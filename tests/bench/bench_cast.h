// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What bench_cast.c and the files that call other libraries have in common.
// A moves by a way, B rests.
#pragma once

#include "bench/bench_gjk.h"

typedef struct CastRival {
	const char *name;
	void *(*create)(const BenchShape *a, const BenchShape *b);
	void (*destroy)(void *pair);
	// Returns the time of the touch, 0 to 1, or anything above 1 for none.
	double (*cast)(void *pair, const BenchPose *a, const BenchPose *b, const double motion[3]);
} CastRival;

#ifdef __cplusplus
extern "C" {
#endif
// Each writes its rivals from `rivals` on and returns how many.
uint32_t bench_cast_bullet(CastRival *rivals);
uint32_t bench_cast_fcl(CastRival *rivals);
#ifdef __cplusplus
}
#endif
