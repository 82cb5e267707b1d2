// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// libccd: overlap only.
#include "bench/bench_gjk.h"
#include "bench/plain_ccd.h"

static void *create(const BenchShape *a, const BenchShape *b) { return ccd_pair(a, b, 100); }

static bool overlaps(void *object, const BenchPose *a, const BenchPose *b) {
	CcdPair *pair = object;
	pair->a.pose = a;
	pair->b.pose = b;
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
