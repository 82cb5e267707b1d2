// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What bench_gjk.c and the files that call other libraries have in common. A library that cannot
// answer a question has NULL for it.
#pragma once

#include "bench/plain_shape.h"

// What a library keeps of a pair from query to query.
typedef struct BenchMemory {
	double axis[3];
	bool is_set;
} BenchMemory;

typedef struct BenchRival {
	const char *name;
	void *(*create)(const BenchShape *a, const BenchShape *b); // NULL: it has no such shape
	void (*destroy)(void *pair);
	// Returns the distance, or anything not above 0 if the shapes overlap; memory may be NULL.
	double (*distance)(void *pair, const BenchPose *a, const BenchPose *b, BenchMemory *memory);
	bool has_memory;
	bool (*overlaps)(void *pair, const BenchPose *a, const BenchPose *b);
} BenchRival;

#ifdef __cplusplus
extern "C" {
#endif
const BenchRival *bench_gjk_ccd(void);
const BenchRival *bench_gjk_fcl(void);
const BenchRival *bench_gjk_bullet(void);
const BenchRival *bench_gjk_ode(void);
#ifdef __cplusplus
}
#endif
