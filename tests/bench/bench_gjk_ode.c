// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// ODE: overlap only, asking for one contact of no importance.
#include "bench/bench_gjk.h"
#include "bench/plain_ode.h"

static bool overlaps(void *object, const BenchPose *a, const BenchPose *b) {
	OdePair *pair = object;
	ode_pair_place(pair, a, b);
	dContactGeom contact;
	return dCollide(pair->a.geom, pair->b.geom, 1 | (int)CONTACTS_UNIMPORTANT, &contact,
				   sizeof(contact)) > 0;
}

const BenchRival *bench_gjk_ode(void) {
	static const BenchRival rival = {
		.name = "ODE",
		.create = ode_pair_make,
		.destroy = ode_pair_free,
		.overlaps = overlaps,
	};
	return &rival;
}
