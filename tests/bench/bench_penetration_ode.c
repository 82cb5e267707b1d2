// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// ODE: the depth and normal of the one contact that is asked for.
#include "bench/bench_penetration.h"
#include "bench/plain_ode.h"

static void *create(const BenchShape *a, const BenchShape *b) {
	// its hulls are compared edge by edge: a large one would take minutes
	if (a->point_count > 200 || b->point_count > 200) return NULL;
	return ode_pair_make(a, b);
}

static double depth(void *object, const BenchPose *a, const BenchPose *b, double normal[3]) {
	OdePair *pair = object;
	ode_pair_place(pair, a, b);
	dContactGeom contact;
	if (dCollide(pair->a.geom, pair->b.geom, 1, &contact, sizeof(contact)) == 0) return -1;
	for (int k = 0; k < 3; k++)
		normal[k] = (double)contact.normal[k];
	return (double)contact.depth;
}

const DepthRival *bench_penetration_ode(void) {
	static const DepthRival rival = { "ODE", create, ode_pair_free, depth };
	return &rival;
}
