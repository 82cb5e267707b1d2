// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// ODE's side of bench_manifold: dCollide on two geoms. It keeps nothing between calls, so warm is
// cold, and it reports only what touches.
#define _POSIX_C_SOURCE 200809L
#include "bench/bench_manifold.h"

#include "bench/bench.h"

#include <math.h>
#include <ode/ode.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MAX_CONTACTS = 8 };

typedef struct World {
	const Scene *scene;
	dGeomID geoms[2];
	dReal *points;
	dReal *planes;
	long contacts;
} World;

static dGeomID make_geom(World *world, const SceneShape *s) {
	switch (s->kind) {
		case SCENE_BOX:
			return dCreateBox(NULL, (dReal)(2 * s->size[0]), (dReal)(2 * s->size[1]),
					(dReal)(2 * s->size[2]));
		case SCENE_CAPSULE:
			return dCreateCapsule(NULL, (dReal)s->size[0], (dReal)(s->size[1] - 2 * s->size[0]));
		case SCENE_SPHERE: return dCreateSphere(NULL, (dReal)s->size[0]);
		case SCENE_CYLINDER: return dCreateCylinder(NULL, (dReal)s->size[0], (dReal)s->size[1]);
		case SCENE_CONE:
		case SCENE_HULL: break;
	}
	for (int i = 0; i < 3 * s->count; i++)
		world->points[i] = (dReal)s->points[i];
	for (int i = 0; i < 4 * s->faces; i++)
		world->planes[i] = (dReal)s->planes[i];
	return dCreateConvex(NULL, world->planes, (unsigned)s->faces, world->points, (unsigned)s->count,
			s->polygons);
}

// ODE's round shapes have their axis along z, ours along y: columns x, -z, y.
static void set_pose(dGeomID geom, const SceneShape *shape, const ScenePose *pose) {
	bool is_round = shape->kind == SCENE_CAPSULE || shape->kind == SCENE_CYLINDER;
	dMatrix3 m = { 0 };
	for (int row = 0; row < 3; row++) {
		const double *r = pose->rotation + 3 * row;
		m[4 * row] = (dReal)r[0];
		m[4 * row + 1] = (dReal)(is_round ? -r[2] : r[1]);
		m[4 * row + 2] = (dReal)(is_round ? r[1] : r[2]);
	}
	dGeomSetRotation(geom, m);
	dGeomSetPosition(
			geom, (dReal)pose->position[0], (dReal)pose->position[1], (dReal)pose->position[2]);
}

// One pair of one frame; returns the number of contacts.
static int process(World *world, int frame, int pair, dContactGeom contacts[MAX_CONTACTS]) {
	const Scene *scene = world->scene;
	for (int k = 0; k < 2; k++)
		set_pose(world->geoms[k], &scene->shapes[k], &scene->poses[frame][pair][k]);
	int most = scene->is_single ? 1 : MAX_CONTACTS;
	return dCollide(world->geoms[0], world->geoms[1], most, contacts, (int)sizeof(contacts[0]));
}

static void run(void *context) {
	World *world = context;
	world->contacts = 0;
	for (int f = 0; f < SCENE_FRAMES; f++) {
		for (int i = 0; i < SCENE_PAIRS; i++) {
			dContactGeom contacts[MAX_CONTACTS];
			world->contacts += process(world, f, i, contacts);
		}
	}
}

static int count_wrong(World *world) {
	int wrong = 0;
	for (int f = 0; f < SCENE_FRAMES; f++) {
		for (int i = 0; i < SCENE_PAIRS; i++) {
			dContactGeom contacts[MAX_CONTACTS];
			int count = process(world, f, i, contacts);
			double deepest = (double)INFINITY;
			for (int k = 0; k < count; k++)
				deepest = fmin(deepest, -(double)contacts[k].depth);
			wrong += scene_is_wrong(world->scene, f, i, deepest);
		}
	}
	return wrong;
}

SceneTimes bench_manifold_ode(const Scene *scene) {
	// its hulls are compared edge by edge: a large one would take minutes
	if (scene->shapes[0].kind == SCENE_CONE || scene->shapes[0].count > 200)
		return (SceneTimes){ -1, -1, 0, 0 };
	dInitODE2(0);
	World world = { .scene = scene };
	world.points = malloc((size_t)(3 * scene->shapes[0].count + 1) * sizeof(dReal));
	world.planes = malloc((size_t)(4 * scene->shapes[0].faces + 1) * sizeof(dReal));
	if (world.points == NULL || world.planes == NULL) abort();
	for (int k = 0; k < 2; k++)
		world.geoms[k] = make_geom(&world, &scene->shapes[k]);
	SceneTimes times;
	times.cold = bench_least_ns(run, &world) / (SCENE_FRAMES * SCENE_PAIRS);
	times.warm = times.cold;
	times.contacts = (double)world.contacts / (SCENE_FRAMES * SCENE_PAIRS);
	times.wrong = count_wrong(&world);
	for (int k = 0; k < 2; k++)
		dGeomDestroy(world.geoms[k]);
	free(world.planes);
	free(world.points);
	dCloseODE();
	return times;
}
