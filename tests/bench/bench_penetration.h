// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What bench_penetration.c and the files that call other libraries have in common; shapes and poses
// are those of bench_gjk.h.
#pragma once

#include "bench/bench_gjk.h"

typedef struct DepthRival {
	const char *name;
	void *(*create)(const BenchShape *a, const BenchShape *b); // NULL: it has no such shape
	void (*destroy)(void *pair);
	// Returns the depth and writes the direction of it, of either sign; negative if there is none.
	double (*depth)(void *pair, const BenchPose *a, const BenchPose *b, double normal[3]);
} DepthRival;

#ifdef __cplusplus
extern "C" {
#endif
const DepthRival *bench_penetration_ccd(void);
const DepthRival *bench_penetration_fcl(void);
const DepthRival *bench_penetration_bullet(void);
const DepthRival *bench_penetration_ode(void);
#ifdef __cplusplus
}
#endif
