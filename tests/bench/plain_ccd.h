// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Supports for libccd of plain numbers, written as its own examples do, hulls by a scan.
#pragma once

#include "bench/plain_shape.h"

#include <ccd/ccd.h>
#include <ccd/vec3.h>
#include <stdlib.h>

typedef struct CcdBody {
	const BenchShape *shape;
	const BenchPose *pose;
} CcdBody;

typedef struct CcdPair {
	CcdBody a;
	CcdBody b;
	ccd_t ccd;
} CcdPair;

static inline void ccd_hull_support(const BenchShape *s, const ccd_real_t d[3], ccd_real_t p[3]) {
	const double *best = s->points;
	ccd_real_t most = -CCD_REAL_MAX;
	for (uint32_t i = 0; i < s->point_count; i++) {
		const double *q = s->points + 3 * (size_t)i;
		ccd_real_t along = q[0] * d[0] + q[1] * d[1] + q[2] * d[2];
		if (!(along > most)) continue;
		most = along;
		best = q;
	}
	for (int k = 0; k < 3; k++)
		p[k] = best[k];
}

static inline void ccd_local_support(const BenchShape *s, const ccd_real_t d[3], ccd_real_t p[3]) {
	if (s->kind == BENCH_HULL) {
		ccd_hull_support(s, d, p);
	} else if (s->kind == BENCH_BOX) {
		for (int k = 0; k < 3; k++)
			p[k] = d[k] < 0 ? -s->half[k] : s->half[k];
	} else {
		bench_support_round(s, d, p);
	}
}

static inline void ccd_support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *out) {
	const CcdBody *body = object;
	const ccd_real_t *d = direction->v;
	const double *r = body->pose->rows;
	ccd_real_t local[3];
	ccd_real_t p[3];
	for (int k = 0; k < 3; k++)
		local[k] = r[k] * d[0] + r[3 + k] * d[1] + r[6 + k] * d[2];
	ccd_local_support(body->shape, local, p);
	for (int k = 0; k < 3; k++)
		out->v[k] = r[3 * k] * p[0] + r[3 * k + 1] * p[1] + r[3 * k + 2] * p[2] +
				body->pose->position[k];
}

// To be given back with free; the shapes must outlive it.
static inline CcdPair *ccd_pair(
		const BenchShape *a, const BenchShape *b, unsigned long max_iterations) {
	CcdPair *pair = calloc(1, sizeof(*pair));
	if (pair == NULL) abort();
	pair->a.shape = a;
	pair->b.shape = b;
	CCD_INIT(&pair->ccd);
	pair->ccd.support1 = ccd_support;
	pair->ccd.support2 = ccd_support;
	pair->ccd.max_iterations = max_iterations;
	return pair;
}
