// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Whole steps of worlds: ours on one and two threads, stage by stage, beside Bullet and ODE on the same
// scenes with the same masses, friction and length of step, each with its default number of iterations.
//
//   bench_world [repeats=N] [threads=N] [scene ...]
//
// A line per scene and engine: times in ms per step (mean and least over the steps; each step's time is
// the least of all repeats), how many times as long as ours on one thread, then what is wrong in the end in
// mm: the deepest overlap, the widest gap of a joint, how far the top of a pyramid has moved. All three are
// measured by the same code from the poses that the engine left.
#include "bench/bench_world.h"

#include "support/scene_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STEPS 512

// How to measure.
typedef struct BenchPlan {
	int repeats;
	int threads; // ours is run on one, two and so on; on a machine that has other work to do only one tells much
} BenchPlan;

typedef bool RunEngine(const SceneList *list, WorldRun *run);

typedef struct BenchScene {
	const char *name;
	void (*fill)(SceneList *list, int size);
	int size;
	int warm_steps;
	int steps;
	bool is_compared; // with other engines; the rest shows how ours grows with size
} BenchScene;

static const BenchScene scenes[] = {
	{ "pyramid_30", list_pyramid, 30, 60, 60, false },
	{ "pyramid_50", list_pyramid, 50, 60, 60, false },
	{ "pyramid_100", list_pyramid, 100, 60, 60, true },
	{ "pyramids_25", list_pyramids, 25, 60, 60, false },
	{ "pyramids_100", list_pyramids, 100, 60, 60, true },
	{ "hulls_640", list_hulls, 640, 60, 120, false },
	{ "hulls_5120", list_hulls, 5120, 60, 120, true },
	{ "mixed_on_mesh_250", list_mixed, 250, 30, 120, false },
	{ "mixed_on_mesh_1000", list_mixed, 1000, 30, 120, true },
	{ "spheres_750", list_spheres, 750, 60, 120, false },
	{ "spheres_3000", list_spheres, 3000, 60, 120, true },
	{ "ragdolls_20", list_ragdolls, 20, 30, 120, false },
	{ "ragdolls_80", list_ragdolls, 80, 30, 120, true },
	{ "joint_grid_900", list_grid, 30, 10, 60, false },
	{ "joint_grid_10000", list_grid, 100, 10, 60, true },
	{ "statics_10000", list_statics, 10000, 30, 60, false },
	{ "statics_100000", list_statics, 100000, 30, 60, false },
	{ "statics_1000000", list_statics, 1000000, 30, 60, true },
	{ "sleepers_2000", list_sleepers, 2000, 150, 60, false },
	{ "sleepers_8000", list_sleepers, 8000, 150, 60, true },
};

// What ours tells besides; sums over all steps, least of all repeats.
typedef struct OwnRun {
	uint32_t workers;
	double stages[STAGE_COUNT]; // ms
} OwnRun;

typedef struct Times {
	double mean;
	double least;
} Times;

static double clock_seconds(void *user) {
	const OwnRun *own = user;
	return 1e-3 * now_ms((int)own->workers);
}

static void run_ours(const SceneList *list, WorldRun *run, OwnRun *own) {
	SceneWorld made;
	double stages[STAGE_COUNT] = { 0 };
	scene_world_init(&made, list, own->workers);
	mk_world_set_clock(&made.world, clock_seconds, own);
	for (int i = -run->warm_steps; i < run->steps; i++) {
		double start = now_ms((int)own->workers);
		scene_world_step(&made);
		if (i < 0) continue;
		keep_ms(run, i, now_ms((int)own->workers) - start);
		for (int s = 0; s < STAGE_COUNT; s++)
			stages[s] += 1e3 * made.world.profile.seconds[s];
	}
	for (int s = 0; s < STAGE_COUNT; s++)
		own->stages[s] = stages[s] < own->stages[s] ? stages[s] : own->stages[s];
	scene_world_poses(&made, run->poses);
	scene_world_free(&made);
}

static Times times_of(const WorldRun *run) {
	Times times = { 0, 1e9 };
	for (int i = 0; i < run->steps; i++) {
		times.mean += run->ms[i] / run->steps;
		times.least = run->ms[i] < times.least ? run->ms[i] : times.least;
	}
	return times;
}

static void print_errors(const SceneList *list, const WorldRun *run) {
	SceneError error = scene_measure(list, run->poses);
	printf("%.2f,%.2f,%.2f", 1e3 * error.deepest, 1e3 * error.gap, 1e3 * error.drift);
}

static void forget_times(WorldRun *run) {
	for (int i = 0; i < run->steps; i++)
		run->ms[i] = 1e9;
}

// Two workers that throw a ball to each other.
typedef struct Ball {
	_Alignas(64) _Atomic uint32_t thrown;
	_Alignas(64) _Atomic uint32_t caught;
} Ball;

#define THROWS 1000

static void play(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	Ball *ball = context;
	_Atomic uint32_t *mine = block == 0 ? &ball->thrown : &ball->caught;
	_Atomic uint32_t *other = block == 0 ? &ball->caught : &ball->thrown;
	for (uint32_t i = 1; i <= THROWS; i++) {
		if (block == 0) atomic_store(mine, i);
		while (atomic_load(other) < i) {}
		if (block == 1) atomic_store(mine, i);
	}
}

// How long a line of the cache takes to the other core and back, ns: what the second thread can gain
// depends on it, and on a virtual machine it may change from minute to minute.
static double measure_distance(void) {
	Ball ball = { 0 };
	JobThreads *threads = mk_job_threads_create(2);
	JobHost host = mk_job_threads_host(threads);
	// alone nobody would throw it back
	if (host.worker_count < 2) {
		mk_job_threads_destroy(threads);
		return 0;
	}
	JobTeam team;
	mk_job_team_init(&team, &host);
	mk_job_team_begin(&team, 2);
	double start = now_ms(2);
	mk_job_team_run(&team, 2, play, &ball);
	double took = now_ms(2) - start;
	mk_job_team_end(&team);
	mk_job_team_free(&team);
	mk_job_threads_destroy(threads);
	return 1e6 * took / THROWS;
}

static double bench_ours(
		const BenchScene *scene, const SceneList *list, WorldRun *run, BenchPlan plan) {
	double single = 0;
	for (uint32_t workers = 1; workers <= (uint32_t)plan.threads; workers++) {
		OwnRun own = { .workers = workers };
		if (workers > 1) printf("# to the other core and back: %.0f ns\n", measure_distance());
		for (int s = 0; s < STAGE_COUNT; s++)
			own.stages[s] = 1e9;
		forget_times(run);
		for (int i = 0; i < plan.repeats; i++)
			run_ours(list, run, &own);
		Times times = times_of(run);
		if (workers == 1) single = times.mean;
		printf("%s,ours,%u,%d,%.3f,%.3f,%.2f,", scene->name, workers, list->body_count, times.mean,
				times.least, times.mean / single);
		print_errors(list, run);
		for (int s = 0; s < STAGE_COUNT; s++)
			printf(",%.3f", own.stages[s] / run->steps);
		printf("\n");
		fflush(stdout);
	}
	return single;
}

// An engine to compare with.
typedef struct RivalEngine {
	const char *name;
	RunEngine *run;
} RivalEngine;

static const RivalEngine rivals[] = {
#ifdef MK_BENCH_BULLET
	{ "bullet", bench_world_bullet },
#endif
#ifdef MK_BENCH_ODE
	{ "ode", bench_world_ode },
#endif
	{ NULL, NULL },
};

static void bench_rivals(
		const BenchScene *scene, const SceneList *list, WorldRun *run, double ours) {
	for (const RivalEngine *rival = rivals; rival->run != NULL; rival++) {
		forget_times(run);
		if (!rival->run(list, run)) {
			printf("# %s lacks something that %s needs\n", rival->name, scene->name);
			continue;
		}
		Times times = times_of(run);
		printf("%s,%s,1,%d,%.3f,%.3f,%.2f,", scene->name, rival->name, list->body_count, times.mean,
				times.least, times.mean / ours);
		print_errors(list, run);
		printf("\n");
		fflush(stdout);
	}
}

static void bench(const BenchScene *scene, BenchPlan plan) {
	SceneList list;
	scene->fill(&list, scene->size);
	double ms[MAX_STEPS];
	WorldRun run = { scene->warm_steps, scene->steps, ms, NULL };
	run.poses = mk_alloc((size_t)list.body_count * sizeof(ListPose));
	double ours = bench_ours(scene, &list, &run, plan);
	if (scene->is_compared) bench_rivals(scene, &list, &run, ours);
	mk_free(run.poses, (size_t)list.body_count * sizeof(ListPose));
	scene_list_free(&list);
}

static bool is_asked(const char *name, int count, char **arguments) {
	bool has_names = false;
	for (int i = 1; i < count; i++) {
		if (strchr(arguments[i], '=') != NULL) continue;
		has_names = true;
		if (strcmp(arguments[i], name) == 0) return true;
	}
	return !has_names;
}

int main(int count, char **arguments) {
	BenchPlan plan = { .repeats = 2, .threads = 2 };
	for (int i = 1; i < count; i++) {
		if (strncmp(arguments[i], "repeats=", 8) == 0) plan.repeats = atoi(arguments[i] + 8);
		if (strncmp(arguments[i], "threads=", 8) == 0) plan.threads = atoi(arguments[i] + 8);
	}
	printf("# scene,engine,threads,bodies,ms,least_ms,times_ours,deepest_mm,gap_mm,drift_mm");
	for (uint32_t s = 0; s < STAGE_COUNT; s++)
		printf(",%s", mk_world_stage_name(s));
	printf("\n");
	for (size_t i = 0; i < sizeof(scenes) / sizeof(scenes[0]); i++)
		if (is_asked(scenes[i].name, count, arguments)) bench(scenes + i, plan);
	return EXIT_SUCCESS;
}
