// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// libccd: its GJK and EPA, with supports written as its own examples do, hulls by a scan.
#include "bench/bench_penetration.h"

#include <ccd/ccd.h>
#include <ccd/vec3.h>

#include <stdlib.h>

typedef struct Body {
	const BenchShape *shape;
	const BenchPose *pose;
} Body;

typedef struct Pair {
	Body a;
	Body b;
	ccd_t ccd;
} Pair;

static void hull_support(const BenchShape *s, const ccd_real_t d[3], ccd_real_t p[3]) {
	ccd_real_t most = -CCD_REAL_MAX;
	for (uint32_t i = 0; i < s->point_count; i++) {
		const double *q = s->points + 3 * (size_t)i;
		ccd_real_t along = q[0] * d[0] + q[1] * d[1] + q[2] * d[2];
		if (!(along > most)) continue;
		most = along;
		for (int k = 0; k < 3; k++)
			p[k] = q[k];
	}
}

static void box_support(const BenchShape *s, const ccd_real_t d[3], ccd_real_t p[3]) {
	for (int k = 0; k < 3; k++)
		p[k] = d[k] < 0 ? -s->half[k] : s->half[k];
}

static void support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *out) {
	const Body *body = object;
	const ccd_real_t *d = direction->v;
	const double *r = body->pose->rows;
	ccd_real_t local[3];
	ccd_real_t p[3] = { 0, 0, 0 };
	for (int k = 0; k < 3; k++)
		local[k] = r[k] * d[0] + r[3 + k] * d[1] + r[6 + k] * d[2];
	if (body->shape->kind == BENCH_BOX)
		box_support(body->shape, local, p);
	else if (body->shape->kind == BENCH_HULL)
		hull_support(body->shape, local, p);
	else
		bench_support_round(body->shape, local, p);
	for (int k = 0; k < 3; k++)
		out->v[k] = r[3 * k] * p[0] + r[3 * k + 1] * p[1] + r[3 * k + 2] * p[2] +
				body->pose->position[k];
}

static void *create(const BenchShape *a, const BenchShape *b) {
	Pair *pair = calloc(1, sizeof(*pair));
	pair->a.shape = a;
	pair->b.shape = b;
	CCD_INIT(&pair->ccd);
	pair->ccd.support1 = support;
	pair->ccd.support2 = support;
	pair->ccd.max_iterations = 500;
	return pair;
}

static double depth(void *object, const BenchPose *a, const BenchPose *b, double normal[3]) {
	Pair *pair = object;
	ccd_real_t found;
	ccd_vec3_t direction;
	ccd_vec3_t point;
	pair->a.pose = a;
	pair->b.pose = b;
	if (ccdGJKPenetration(&pair->a, &pair->b, &pair->ccd, &found, &direction, &point) != 0)
		return -1;
	for (int k = 0; k < 3; k++)
		normal[k] = direction.v[k];
	return found;
}

const DepthRival *bench_penetration_ccd(void) {
	static const DepthRival rival = { "libccd", create, free, depth };
	return &rival;
}
