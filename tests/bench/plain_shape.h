// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Shapes and poses in plain numbers, so that C and C++ can read them: what a bench and the files
// that call other libraries tell each other.
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum BenchKind {
	BENCH_BOX,
	BENCH_SPHERE,
	BENCH_CAPSULE,
	BENCH_CYLINDER,
	BENCH_CONE,
	BENCH_ELLIPSOID,
	BENCH_HULL,
} BenchKind;

typedef struct BenchShape {
	BenchKind kind;
	double half[3];     // of a box or an ellipsoid
	double radius;      // of a ball; of a capsule, cylinder or cone, whose axis is y
	double half_height; // of its segment; the tip of a cone is on top
	double *points;     // of a hull, three numbers each
	uint32_t point_count;
	uint32_t *faces; // of a hull: count, corners counter-clockwise, count, corners...
	uint32_t face_count;
	double *planes; // of its faces: normal and offset
} BenchShape;

typedef struct BenchPose {
	double rows[9];
	double position[3];
} BenchPose;

// The farthest point of a curved shape, for libraries that have none of their own.
static inline void bench_support_round(const BenchShape *s, const double d[3], double p[3]) {
	const double *half = s->half;
	double scaled[3] = { half[0] * d[0], half[1] * d[1], half[2] * d[2] };
	bool is_ellipsoid = s->kind == BENCH_ELLIPSOID;
	bool is_ball = s->kind == BENCH_SPHERE || s->kind == BENCH_CAPSULE;
	double rise = is_ball ? d[1] : 0;
	double across = d[0] * d[0] + d[2] * d[2];
	double squared = is_ellipsoid
			? scaled[0] * scaled[0] + scaled[1] * scaled[1] + scaled[2] * scaled[2]
			: across + rise * rise;
	double scale = squared > 0 ? (is_ellipsoid ? 1 : s->radius) / sqrt(squared) : 0;
	double top = s->kind == BENCH_SPHERE ? 0 : s->half_height;
	for (int k = 0; k < 3 && is_ellipsoid; k++)
		p[k] = half[k] * scaled[k] * scale;
	if (is_ellipsoid) return;
	// the tip of a cone is farther than its rim if the direction is steeper than the side
	bool is_tip = s->kind == BENCH_CONE && 2 * top * d[1] > s->radius * sqrt(across);
	bool is_up = s->kind == BENCH_CONE ? is_tip : d[1] >= 0;
	p[0] = is_tip ? 0 : d[0] * scale;
	p[1] = (is_up ? top : -top) + rise * scale;
	p[2] = is_tip ? 0 : d[2] * scale;
}
