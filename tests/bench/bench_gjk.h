// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What bench_gjk.c and the files that call other libraries have in common: plain numbers, so that C and
// C++ can read them. A library that cannot answer a question has NULL for it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum BenchKind { BENCH_BOX, BENCH_CAPSULE, BENCH_CYLINDER, BENCH_HULL } BenchKind;

typedef struct BenchShape {
	BenchKind kind;
	double half[3];       // of a box
	double radius;        // of a capsule or cylinder, whose axis is y
	double half_height;   // of its segment
	const double *points; // of a hull, three numbers each
	uint32_t point_count;
	const uint32_t *faces; // of a hull: count, corners counter-clockwise, count, corners...
	uint32_t face_count;
	const double *planes; // of its faces: normal and offset
} BenchShape;

typedef struct BenchPose {
	double rows[9];
	double position[3];
} BenchPose;

// What a library keeps of a pair from query to query.
typedef struct BenchMemory {
	double axis[3];
	bool is_set;
} BenchMemory;

typedef struct BenchRival {
	const char *name;
	void *(*create)(const BenchShape *a, const BenchShape *b);
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
