// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Whole steps of worlds built in C. Prints scene,bodies,touching,workers,ms_per_step,least_ms: the mean
// and the least over the steps after the first second.
#include "support/world_make.h"

#include "shape/convex.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef void BuildScene(WorldMake *make);

typedef struct Scene {
	const char *name;
	BuildScene *build;
	uint32_t steps;
} Scene;

static const Real half = (Real)0.5;

static double now_seconds(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void build_pyramid_of(WorldMake *make, uint32_t rows) {
	make_floor(make);
	for (uint32_t row = 0; row < rows; row++) {
		for (uint32_t i = 0; i < rows - row; i++) {
			Real x = (Real)i + half * (Real)row - half * (Real)rows;
			MadeBody *box = make_box(make, vec3(half, half, half), vec3(x, (Real)row + half, 0));
			box->body.can_sleep = false;
		}
	}
}

static void build_pyramid(WorldMake *make) { build_pyramid_of(make, 100); }
static void build_small_pyramid(WorldMake *make) { build_pyramid_of(make, 30); }

static void build_spheres(WorldMake *make) {
	make_floor(make);
	for (uint32_t i = 0; i < 3000; i++) {
		Real x = (Real)(i % 12) + (Real)(i % 7) * (Real)0.01;
		Real z = (Real)(i / 12 % 12) + (Real)(i % 5) * (Real)0.01;
		uint32_t layer = i / 144;
		make_ball(make, half, vec3(x, (Real)layer + 1, z))->body.can_sleep = false;
	}
}

static const Scene scenes[] = {
	{ "pyramid_100", build_pyramid, 120 },
	{ "pyramid_30", build_small_pyramid, 240 },
	{ "spheres_3000", build_spheres, 240 },
};

static void run(const Scene *scene, uint32_t workers) {
	WorldMake *make = world_make(workers);
	scene->build(make);
	double sum = 0;
	double least = 1e9;
	world_make_run(make, 60);
	for (uint32_t i = 0; i < scene->steps; i++) {
		double start = now_seconds();
		world_make_run(make, 1);
		double took = 1e3 * (now_seconds() - start);
		sum += took;
		least = took < least ? took : least;
	}
	printf("%s,%u,%u,%u,%.3f,%.3f\n", scene->name, make->count, make->world.counters.touching_count,
			workers, sum / scene->steps, least);
	world_make_free(make);
}

int main(int count, char **arguments) {
	printf("# scene,bodies,touching,workers,ms_per_step,least_ms\n");
	for (uint32_t i = 0; i < sizeof(scenes) / sizeof(scenes[0]); i++) {
		if (count > 1 && strcmp(arguments[1], scenes[i].name) != 0) continue;
		for (uint32_t workers = 1; workers <= 2; workers++)
			run(scenes + i, workers);
	}
	return EXIT_SUCCESS;
}
