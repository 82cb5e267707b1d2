// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// ODE's side of bench_manifold: dCollide on two geoms. It keeps nothing between calls, so warm is
// cold, and it reports only what touches.
#define _POSIX_C_SOURCE 200809L
#include "bench/bench_manifold.h"

#include "bench/bench.h"
#include "bench/plain_ode.h"

enum { MAX_CONTACTS = 8 };

typedef struct World {
	const Scene *scene;
	OdeShape shapes[2];
	long contacts;
} World;

// One pair of one frame; returns the number of contacts.
static int process(World *world, int frame, int pair, dContactGeom contacts[MAX_CONTACTS]) {
	const Scene *scene = world->scene;
	for (int k = 0; k < 2; k++)
		ode_place(&world->shapes[k], &scene->poses[frame][pair][k]);
	int most = scene->is_single ? 1 : MAX_CONTACTS;
	return dCollide(
			world->shapes[0].geom, world->shapes[1].geom, most, contacts, (int)sizeof(contacts[0]));
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
	if (!ode_has_shape(&scene->shape) || scene->shape.point_count > 200)
		return (SceneTimes){ -1, -1, 0, 0 };
	dInitODE2(0);
	World world = { scene, { ode_shape(&scene->shape), ode_shape(&scene->shape) }, 0 };
	SceneTimes times;
	times.cold = bench_least_ns(run, &world) / (SCENE_FRAMES * SCENE_PAIRS);
	times.warm = times.cold;
	times.contacts = (double)world.contacts / (SCENE_FRAMES * SCENE_PAIRS);
	times.wrong = count_wrong(&world);
	for (int k = 0; k < 2; k++)
		ode_shape_free(&world.shapes[k]);
	dCloseODE();
	return times;
}
