// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// libccd: its GJK and EPA.
#include "bench/bench_penetration.h"
#include "bench/plain_ccd.h"

static void *create(const BenchShape *a, const BenchShape *b) { return ccd_pair(a, b, 500); }

static double depth(void *object, const BenchPose *a, const BenchPose *b, double normal[3]) {
	CcdPair *pair = object;
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
