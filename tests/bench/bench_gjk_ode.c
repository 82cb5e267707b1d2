// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// ODE: overlap only, asking for one contact of no importance. Capsules and
// cylinders are along z there.
#include "bench/bench_gjk.h"

#include <ode/ode.h>

#include <stdlib.h>

typedef struct Geometry {
	dGeomID geom;
	dReal *planes;
	dReal *points;
	unsigned *polygons;
	bool is_along_z;
} Geometry;

typedef struct Pair {
	Geometry a;
	Geometry b;
} Pair;

static void make_hull(Geometry *g, const BenchShape *s) {
	size_t corners = 0;
	const uint32_t *f = s->faces;
	for (uint32_t i = 0; i < s->face_count; i++, f += *f + 1)
		corners += *f + 1;
	g->planes = malloc(s->face_count * 4 * sizeof(dReal));
	g->points = malloc(s->point_count * 3 * sizeof(dReal));
	g->polygons = malloc(corners * sizeof(unsigned));
	for (size_t i = 0; i < (size_t)s->face_count * 4; i++)
		g->planes[i] = (dReal)s->planes[i];
	for (size_t i = 0; i < (size_t)s->point_count * 3; i++)
		g->points[i] = (dReal)s->points[i];
	for (size_t i = 0; i < corners; i++)
		g->polygons[i] = s->faces[i];
	g->geom = dCreateConvex(0, g->planes, s->face_count, g->points, s->point_count, g->polygons);
}

static Geometry make(const BenchShape *s) {
	Geometry g = { 0 };
	dReal radius = (dReal)s->radius;
	dReal length = (dReal)(2 * s->half_height);
	g.is_along_z = s->kind == BENCH_CAPSULE || s->kind == BENCH_CYLINDER;
	if (s->kind == BENCH_BOX)
		g.geom = dCreateBox(
				0, (dReal)(2 * s->half[0]), (dReal)(2 * s->half[1]), (dReal)(2 * s->half[2]));
	else if (s->kind == BENCH_SPHERE)
		g.geom = dCreateSphere(0, radius);
	else if (s->kind == BENCH_CAPSULE)
		g.geom = dCreateCapsule(0, radius, length);
	else if (s->kind == BENCH_CYLINDER)
		g.geom = dCreateCylinder(0, radius, length);
	else
		make_hull(&g, s);
	return g;
}

static void *create(const BenchShape *a, const BenchShape *b) {
	if (a->kind == BENCH_CONE || a->kind == BENCH_ELLIPSOID) return NULL;
	static bool is_ready = false;
	if (!is_ready) dInitODE();
	is_ready = true;
	Pair *pair = malloc(sizeof(*pair));
	pair->a = make(a);
	pair->b = make(b);
	return pair;
}

static void destroy(void *object) {
	Pair *pair = object;
	Geometry *both[2] = { &pair->a, &pair->b };
	for (int i = 0; i < 2; i++) {
		dGeomDestroy(both[i]->geom);
		free(both[i]->planes);
		free(both[i]->points);
		free(both[i]->polygons);
	}
	free(pair);
}

static void place(const Geometry *g, const BenchPose *pose) {
	dMatrix3 m = { 0 };
	for (int row = 0; row < 3; row++) {
		for (int column = 0; column < 3; column++) {
			int from = g->is_along_z ? (column + 2) % 3 : column;
			m[4 * row + column] = (dReal)pose->rows[3 * row + from];
		}
	}
	dGeomSetRotation(g->geom, m);
	const double *p = pose->position;
	dGeomSetPosition(g->geom, (dReal)p[0], (dReal)p[1], (dReal)p[2]);
}

static bool overlaps(void *object, const BenchPose *a, const BenchPose *b) {
	Pair *pair = object;
	place(&pair->a, a);
	place(&pair->b, b);
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
