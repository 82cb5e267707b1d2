// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// libccd: overlap only. Supports are written as its own examples do, hulls by a scan.
#include "bench/bench_gjk.h"

#include <ccd/ccd.h>
#include <ccd/quat.h>
#include <ccd/vec3.h>

#include <stdlib.h>

typedef struct Body {
	const BenchShape *shape;
	ccd_real_t rows[9];
	ccd_vec3_t position;
} Body;

typedef struct Pair {
	Body a;
	Body b;
	ccd_t ccd;
} Pair;

static ccd_real_t sign(ccd_real_t x, ccd_real_t size) { return x < 0 ? -size : size; }

static void local_support(const BenchShape *s, const ccd_real_t d[3], ccd_real_t p[3]) {
	if (s->kind == BENCH_BOX) {
		for (int k = 0; k < 3; k++)
			p[k] = sign(d[k], (ccd_real_t)s->half[k]);
		return;
	}
	if (s->kind == BENCH_HULL) {
		const double *best = s->points;
		ccd_real_t most = -CCD_REAL_MAX;
		for (uint32_t i = 0; i < s->point_count; i++) {
			const double *q = s->points + 3 * (size_t)i;
			ccd_real_t along = q[0] * d[0] + q[1] * d[1] + q[2] * d[2];
			if (along > most) {
				most = along;
				best = q;
			}
		}
		for (int k = 0; k < 3; k++)
			p[k] = best[k];
		return;
	}
	bench_support_round(s, d, p);
}

static void support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *out) {
	const Body *body = object;
	const ccd_real_t *d = direction->v;
	const ccd_real_t *r = body->rows;
	ccd_real_t local[3];
	ccd_real_t p[3];
	for (int k = 0; k < 3; k++)
		local[k] = r[k] * d[0] + r[3 + k] * d[1] + r[6 + k] * d[2];
	local_support(body->shape, local, p);
	for (int k = 0; k < 3; k++)
		out->v[k] = r[3 * k] * p[0] + r[3 * k + 1] * p[1] + r[3 * k + 2] * p[2] +
				body->position.v[k];
}

static void *create(const BenchShape *a, const BenchShape *b) {
	Pair *pair = calloc(1, sizeof(*pair));
	pair->a.shape = a;
	pair->b.shape = b;
	CCD_INIT(&pair->ccd);
	pair->ccd.support1 = support;
	pair->ccd.support2 = support;
	pair->ccd.max_iterations = 100;
	return pair;
}

static void place(Body *body, const BenchPose *pose) {
	for (int k = 0; k < 9; k++)
		body->rows[k] = pose->rows[k];
	for (int k = 0; k < 3; k++)
		body->position.v[k] = pose->position[k];
}

static bool overlaps(void *object, const BenchPose *a, const BenchPose *b) {
	Pair *pair = object;
	place(&pair->a, a);
	place(&pair->b, b);
	return ccdGJKIntersect(&pair->a, &pair->b, &pair->ccd) != 0;
}

const BenchRival *bench_gjk_ccd(void) {
	static const BenchRival rival = {
		.name = "libccd",
		.create = create,
		.destroy = free,
		.overlaps = overlaps,
	};
	return &rival;
}
