// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// ODE's geoms and poses of plain numbers. Its capsules and cylinders are along z; it has neither
// cones nor ellipsoids.
#pragma once

#include "bench/plain_shape.h"

#include <ode/ode.h>
#include <stdlib.h>

typedef struct OdeShape {
	dGeomID geom;
	dReal *planes; // of a hull, which the geom points to; so are the points
	dReal *points;
	bool is_along_z;
} OdeShape;

static inline dReal *ode_numbers(const double *numbers, size_t count) {
	dReal *copy = malloc(count * sizeof(*copy));
	if (copy == NULL) abort();
	for (size_t i = 0; i < count; i++)
		copy[i] = (dReal)numbers[i];
	return copy;
}

static inline bool ode_has_shape(const BenchShape *s) {
	return s->kind != BENCH_CONE && s->kind != BENCH_ELLIPSOID;
}

// The plain shape must outlive the one that is made.
static inline OdeShape ode_shape(const BenchShape *s) {
	OdeShape shape = { .is_along_z = s->kind == BENCH_CAPSULE || s->kind == BENCH_CYLINDER };
	dReal radius = (dReal)s->radius;
	dReal length = (dReal)(2 * s->half_height);
	if (s->kind == BENCH_BOX) {
		shape.geom = dCreateBox(
				NULL, (dReal)(2 * s->half[0]), (dReal)(2 * s->half[1]), (dReal)(2 * s->half[2]));
	} else if (s->kind == BENCH_SPHERE) {
		shape.geom = dCreateSphere(NULL, radius);
	} else if (s->kind == BENCH_CAPSULE) {
		shape.geom = dCreateCapsule(NULL, radius, length);
	} else if (s->kind == BENCH_CYLINDER) {
		shape.geom = dCreateCylinder(NULL, radius, length);
	} else {
		shape.planes = ode_numbers(s->planes, 4 * (size_t)s->face_count);
		shape.points = ode_numbers(s->points, 3 * (size_t)s->point_count);
		shape.geom = dCreateConvex(
				NULL, shape.planes, s->face_count, shape.points, s->point_count, s->faces);
	}
	return shape;
}

static inline void ode_shape_free(OdeShape *shape) {
	dGeomDestroy(shape->geom);
	free(shape->planes);
	free(shape->points);
}

static inline void ode_place(const OdeShape *shape, const BenchPose *pose) {
	dMatrix3 m = { 0 };
	for (int row = 0; row < 3; row++) {
		for (int column = 0; column < 3; column++) {
			int from = shape->is_along_z ? (column + 2) % 3 : column;
			m[4 * row + column] = (dReal)pose->rows[3 * row + from];
		}
	}
	dGeomSetRotation(shape->geom, m);
	const double *p = pose->position;
	dGeomSetPosition(shape->geom, (dReal)p[0], (dReal)p[1], (dReal)p[2]);
}

// Two geoms that benches of pairs place anew for each question.
typedef struct OdePair {
	OdeShape a;
	OdeShape b;
} OdePair;

// Returns an OdePair, or NULL if ODE lacks one of the shapes.
static inline void *ode_pair_make(const BenchShape *a, const BenchShape *b) {
	if (!ode_has_shape(a) || !ode_has_shape(b)) return NULL;
	static bool is_ready = false;
	if (!is_ready) dInitODE();
	is_ready = true;
	OdePair *pair = malloc(sizeof(*pair));
	if (pair == NULL) abort();
	*pair = (OdePair){ ode_shape(a), ode_shape(b) };
	return pair;
}

static inline void ode_pair_free(void *object) {
	OdePair *pair = object;
	ode_shape_free(&pair->a);
	ode_shape_free(&pair->b);
	free(pair);
}

static inline void ode_pair_place(OdePair *pair, const BenchPose *a, const BenchPose *b) {
	ode_place(&pair->a, a);
	ode_place(&pair->b, b);
}
