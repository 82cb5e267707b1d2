// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Whole steps of worlds: ours on one and two threads, stage by stage, beside Bullet and ODE
// on the same scenes with the same masses, friction and length of step, each with its
// default number of iterations.
//
//   bench_world [repeats=N] [threads=N] [scene ...]
//
// What is fair: each engine moves the same bodies by the same 1/60 s a step, on one thread, and
// nothing may sleep but in the scene of sleepers, where all may. Iterations are those that each
// engine comes with (Bullet 10, ODE 20, ours 6 sub-steps), because that is what a user gets; they
// are not worth the same. ODE has contacts only where shapes overlap already, and gives up on
// some pairs of hulls: in the pile they end up in each other by most of their size, and what is
// not found costs no time. More iterations do not mend that. So times are to be read together
// with the errors on the same line.
//
// A line per scene and engine: times in ms per step (mean and least over the steps; each step's
// time is the least of all repeats, in which the engines take turns), how many times as long as
// ours on one thread, then what is wrong in the end in mm: the deepest overlap, the widest gap of a
// joint, how far the top of a pyramid has moved. All three are measured by the same code from the
// poses that the engine left. The last lines name what is slower than it should be; none: nothing.
#include "bench/bench_world.h"

#include "support/scene_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STEPS   512
#define MAX_THREADS 16

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

// An engine that runs a scene, and what is known of it after some runs.
typedef struct Contender {
	const char *name;
	RunEngine *run; // NULL: ours
	uint32_t workers;
	bool is_out; // it lacks something that the scene needs
	double ms[MAX_STEPS];
	WorldRun best;
	double stages[STAGE_COUNT]; // of ours, ms; sums over all steps, least of all repeats
} Contender;

// What a scene of those that are compared should come to. A step that is shorter than WORTH ms asks
// no second thread for help.
#define WANTED_RIVAL  3.0  // times as long as ours on one thread: any other engine
#define WANTED_THREAD 1.6  // times as fast as on one thread: ours on two
#define WANTED_MS     10.0 // of the pyramid of 5050 boxes, on one thread
#define WORTH         0.3
#define MOST_MISSES   64

// What was not reached.
typedef struct Miss {
	const char *scene;
	const char *what;
	double value;
	double wanted;
} Miss;

static struct {
	Miss data[MOST_MISSES];
	int count;
} misses;

static void note_miss(Miss miss, bool is_missed) {
	if (is_missed && misses.count < MOST_MISSES) misses.data[misses.count++] = miss;
}

static void print_misses(void) {
	for (int i = 0; i < misses.count; i++) {
		const Miss *miss = misses.data + i;
		printf("# missed: %s, %s: %.2f, wanted %.2f\n", miss->scene, miss->what, miss->value,
				miss->wanted);
	}
}

typedef struct Times {
	double mean;
	double least;
} Times;

static double clock_seconds(void *user) {
	const Contender *ours = user;
	return 1e-3 * now_ms((int)ours->workers);
}

static void run_ours(const SceneList *list, Contender *ours) {
	SceneWorld made;
	WorldRun *run = &ours->best;
	double stages[STAGE_COUNT] = { 0 };
	scene_world_init(&made, list, ours->workers);
	mk_world_set_clock(&made.world, clock_seconds, ours);
	for (int i = -run->warm_steps; i < run->steps; i++) {
		double start = now_ms((int)ours->workers);
		scene_world_step(&made);
		if (!keep_step(run, i, now_ms((int)ours->workers) - start)) break;
		for (int s = 0; i >= 0 && s < STAGE_COUNT; s++)
			stages[s] += 1e3 * made.world.profile.seconds[s];
	}
	for (int s = 0; s < STAGE_COUNT; s++)
		ours->stages[s] = stages[s] < ours->stages[s] ? stages[s] : ours->stages[s];
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

// How long a line of the cache takes to the other core and back, ns: what the second thread can
// gain depends on it, and on a virtual machine it may change from minute to minute.
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

static void print_errors(const SceneList *list, const WorldRun *run) {
	SceneError error = scene_measure(list, run->poses);
	printf("%.2f,%.2f,%.2f", 1e3 * error.deepest, 1e3 * error.gap, 1e3 * error.drift);
}

static void print_contender(
		const BenchScene *scene, const SceneList *list, const Contender *who, double ours) {
	if (who->is_out) {
		printf("# %s lacks something that %s needs\n", who->name, scene->name);
		return;
	}
	if (who->best.steps < scene->steps) {
		printf("# %s was stopped after %d s: %d steps of %s instead of %d\n", who->name,
				(int)(1e-3 * MOST_MS), who->best.steps, scene->name, scene->steps);
	}
	if (who->best.steps == 0) return;
	Times times = times_of(&who->best);
	printf("%s,%s,%u,%d,%.3f,%.3f,%.2f,", scene->name, who->name, who->workers, list->body_count,
			times.mean, times.least, times.mean / ours);
	print_errors(list, &who->best);
	for (int s = 0; who->run == NULL && s < STAGE_COUNT; s++)
		printf(",%.3f", who->stages[s] / who->best.steps);
	printf("\n");
	fflush(stdout);
}

// Ours on one, two and so on threads, then the others.
static uint32_t make_contenders(Contender *made, const BenchScene *scene, BenchPlan plan) {
	static const Contender rivals[] = {
#ifdef MK_BENCH_BULLET
		{ .name = "bullet", .run = bench_world_bullet },
#endif
#ifdef MK_BENCH_ODE
		{ .name = "ode", .run = bench_world_ode },
#endif
		{ .name = NULL },
	};
	uint32_t count = 0;
	for (; count < (uint32_t)plan.threads; count++)
		made[count] = (Contender){ .name = "ours", .workers = count + 1 };
	for (const Contender *rival = rivals; scene->is_compared && rival->name != NULL; rival++) {
		made[count] = *rival;
		made[count++].workers = 1;
	}
	return count;
}

static void start(Contender *who, const BenchScene *scene, int body_count) {
	who->best = (WorldRun){ .warm_steps = scene->warm_steps, .steps = scene->steps };
	who->best.ms = who->ms;
	who->best.poses = mk_alloc((size_t)body_count * sizeof(ListPose));
	for (int i = 0; i < MAX_STEPS; i++)
		who->ms[i] = 1e9;
	for (int s = 0; s < STAGE_COUNT; s++)
		who->stages[s] = 1e9;
}

static void run(Contender *who, const SceneList *list) {
	who->best.spent = 0;
	if (who->run == NULL) {
		run_ours(list, who);
	} else if (!who->is_out) {
		who->is_out = !who->run(list, &who->best);
	}
}

// Compares one contender with ours on one thread, which took so many ms.
static void judge(const BenchScene *scene, const Contender *who, double ours) {
	if (!scene->is_compared || who->is_out || who->best.steps == 0) return;
	double mean = times_of(&who->best).mean;
	if (who->run != NULL) {
		double ratio = mean / ours;
		note_miss((Miss){ scene->name, who->name, ratio, WANTED_RIVAL }, ratio < WANTED_RIVAL);
	} else if (who->workers == 2 && ours >= WORTH) {
		double ratio = ours / mean;
		note_miss(
				(Miss){ scene->name, "two threads", ratio, WANTED_THREAD }, ratio < WANTED_THREAD);
	} else if (who->workers == 1 && scene->fill == list_pyramid) {
		note_miss((Miss){ scene->name, "ms", mean, WANTED_MS }, mean > WANTED_MS);
	}
}

// All take turns, so that what else the machine has to do meets them alike.
static void bench(const BenchScene *scene, BenchPlan plan) {
	SceneList list;
	Contender contenders[MAX_THREADS + 2];
	scene->fill(&list, scene->size);
	uint32_t count = make_contenders(contenders, scene, plan);
	for (uint32_t i = 0; i < count; i++)
		start(contenders + i, scene, list.body_count);
	for (int k = 0; k < plan.repeats; k++)
		for (uint32_t i = 0; i < count; i++)
			run(contenders + i, &list);
	double ours = times_of(&contenders[0].best).mean;
	if (plan.threads > 1) printf("# to the other core and back: %.0f ns\n", measure_distance());
	for (uint32_t i = 0; i < count; i++) {
		print_contender(scene, &list, contenders + i, ours);
		judge(scene, contenders + i, ours);
		mk_free(contenders[i].best.poses, (size_t)list.body_count * sizeof(ListPose));
	}
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
	if (plan.repeats < 1 || plan.threads < 1 || plan.threads > MAX_THREADS) {
		fprintf(stderr, "bench_world: at least one repeat, and 1 to %d threads\n", MAX_THREADS);
		return EXIT_FAILURE;
	}
	printf("# scene,engine,threads,bodies,ms,least_ms,times_ours,deepest_mm,gap_mm,drift_mm");
	for (uint32_t s = 0; s < STAGE_COUNT; s++)
		printf(",%s", mk_world_stage_name(s));
	printf("\n");
	for (size_t i = 0; i < sizeof(scenes) / sizeof(scenes[0]); i++)
		if (is_asked(scenes[i].name, count, arguments)) bench(scenes + i, plan);
	print_misses();
	return EXIT_SUCCESS;
}
