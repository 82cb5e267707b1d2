// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// ODE: overlap only, asking for one contact of no importance.
#include "bench/bench_gjk.h"
#include "bench/plain_ode.h"

typedef struct Pair {
	OdeShape a;
	OdeShape b;
} Pair;

static void *create(const BenchShape *a, const BenchShape *b) {
	if (!ode_has_shape(a) || !ode_has_shape(b)) return NULL;
	static bool is_ready = false;
	if (!is_ready) dInitODE();
	is_ready = true;
	Pair *pair = malloc(sizeof(*pair));
	if (pair == NULL) abort();
	*pair = (Pair){ ode_shape(a), ode_shape(b) };
	return pair;
}

static void destroy(void *object) {
	Pair *pair = object;
	ode_shape_free(&pair->a);
	ode_shape_free(&pair->b);
	free(pair);
}

static bool overlaps(void *object, const BenchPose *a, const BenchPose *b) {
	Pair *pair = object;
	ode_place(&pair->a, a);
	ode_place(&pair->b, b);
	dContactGeom contact;
	return dCollide(pair->a.geom, pair->b.geom, 1 | (int)CONTACTS_UNIMPORTANT, &contact,
				   sizeof(contact)) > 0;
}

const BenchRival *bench_gjk_ode(void) {
	static const BenchRival rival = {
		.name = "ODE",
		.create = create,
		.destroy = destroy,
		.overlaps = overlaps,
	};
	return &rival;
}
