// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The searches that a probe needs where closed forms do not reach, each of them counted.
#include "collide/gjk.h"
#include "collide/mesh_probe.h"

ShapeInstance mk_probe_instance(TriangleShape *shape, const SurfaceTriangle *t) {
	mk_triangle_init(shape);
	mk_triangle_set(shape, (Triangle){ t->corners[0], t->corners[1], t->corners[2] }, t->normal);
	return instance_local(&shape->shape);
}

bool mk_probe_overlaps(const Probe *probe, const SurfaceTriangle *t) {
	TriangleShape triangle;
	ShapeInstance flat = mk_probe_instance(&triangle, t);
	Difference difference = mk_difference(&probe->shape, &flat);
	Vec3 axis = vec3_negate(t->normal);
	uint32_t iterations = 0;
	bool is_overlapping = mk_gjk_overlaps(&difference, &axis, &iterations);
	if (probe->counters != NULL) {
		probe->counters->gjk_calls++;
		probe->counters->gjk_iterations += iterations;
	}
	return is_overlapping;
}

Separation mk_probe_separation(
		const Probe *probe, const ShapeInstance *shape, const ShapeInstance *other) {
	Difference difference = mk_difference(shape, other);
	Penetration found = mk_penetration(&(PenetrationInput){ .difference = &difference,
			.counters = probe->counters,
			.limit = MK_INFINITY,
			.is_query = true });
	return mk_separation_outside(&difference, &found.separation);
}
