// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Times of impact with rotation beside other libraries, where they are installed, on rods of 2 m x
// 2 cm and plates of 1 cm:
// "row,sweeps,touching,who,ns,missed,late,early,false,worst_late,worst_early" per line. ns per
// query, the least of several runs; missed: touches that were not found; late and early: found more
// than 1e-4 of the sweep after or before the true time; false: told where there is no touch. The
// truth is that of support/rod_sweep.h. The last row has boxes of all sizes, with both turning.
//   bench_toi [sweeps per row]
#define _POSIX_C_SOURCE 200809L
#include "bench/bench_toi.h"
#include "bench/bench.h"

#include "support/rod_sweep.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_RIVALS = 2, REPEATS = 5, DEFAULT_SWEEPS = 500 };

typedef struct Bench {
	int count;
	RodPair *pairs;
	ToiSweep *sweeps; // the same for rivals
	double *truths;
	double *found;
	const ToiRival *rival;
	void *rival_pair;
} Bench;

typedef struct Score {
	int missed;
	int late;
	int early;
	int wrong; // no touch, but told
	double worst_late;
	double worst_early;
} Score;

static void run_ours(void *context) {
	Bench *bench = context;
	for (int i = 0; i < bench->count; i++) {
		ToiInput input = { .a = &bench->pairs[i].rod, .b = &bench->pairs[i].plate, .time_max = 1 };
		ToiResult r = mk_toi(&input);
		bench->found[i] = toi_status_is_hit(r.status) ? (double)r.time : 2;
	}
}

static void run_rival(void *context) {
	Bench *bench = context;
	for (int i = 0; i < bench->count; i++)
		bench->found[i] = bench->rival->time(bench->rival_pair, &bench->sweeps[i]);
}

static Score judge(const Bench *bench) {
	const double tolerance = 1e-4;
	Score score = { 0 };
	for (int i = 0; i < bench->count; i++) {
		double truth = bench->truths[i];
		double found = bench->found[i];
		if (truth > 1) {
			score.wrong += found <= 1;
			continue;
		}
		if (!(found <= 1)) {
			score.missed++;
			continue;
		}
		score.late += found - truth > tolerance;
		score.early += truth - found > tolerance;
		score.worst_late = fmax(score.worst_late, found - truth);
		score.worst_early = fmax(score.worst_early, truth - found);
	}
	return score;
}

static void report(Bench *bench, const char *row, const char *who, BenchRun *run) {
	int touching = 0;
	for (int i = 0; i < bench->count; i++)
		touching += bench->truths[i] <= 1;
	double least = 1e30;
	for (int i = 0; i < REPEATS; i++) {
		double start = now_ns();
		run(bench);
		least = fmin(least, now_ns() - start);
	}
	Score s = judge(bench);
	printf("%s,%d,%d,%s,%.0f,%d,%d,%d,%d,%.2g,%.2g\n", row, bench->count, touching, who,
			least / bench->count, s.missed, s.late, s.early, s.wrong, s.worst_late, s.worst_early);
}

static BenchPose plain_pose(const Sweep *sweep, double time) {
	BruteBox box = oracle_box(sweep, time);
	const BoxShape *shape = (const BoxShape *)sweep->shape.shape;
	BenchPose pose;
	for (int k = 0; k < 3; k++) {
		pose.position[k] = box.center[k];
		for (int axis = 0; axis < 3; axis++)
			pose.rows[3 * k + axis] = box.half_axes[axis][k] / (double)vec3_get(shape->half, axis);
	}
	return pose;
}

static BenchShape plain_box(const Shape *shape) {
	Vec3 half = ((const BoxShape *)shape)->half;
	return (BenchShape){ .kind = BENCH_BOX,
		.half = { (double)half.x, (double)half.y, (double)half.z } };
}

static void run_rivals(Bench *bench, const char *row, const RodShapes *shapes) {
	const ToiRival *rivals[MAX_RIVALS] = { NULL };
	int count = 0;
#ifdef MK_BENCH_BULLET
	rivals[count++] = bench_toi_bullet();
#endif
#ifdef MK_BENCH_FCL
	rivals[count++] = bench_toi_fcl();
#endif
	BenchShape rod = plain_box(shapes->rod);
	BenchShape plate = plain_box(shapes->plate);
	for (int r = 0; r < count; r++) {
		bench->rival = rivals[r];
		bench->rival_pair = rivals[r]->create(&rod, &plate);
		report(bench, row, rivals[r]->name, run_rival);
		rivals[r]->destroy(bench->rival_pair);
	}
}

static void run_row(Bench *bench, const RodShapes *shapes, const RodRow *row) {
	Rng rng = { 77 };
	for (int i = 0; i < bench->count; i++) {
		RodPair *pair = &bench->pairs[i];
		*pair = rod_pair(&rng, shapes, row);
		bench->truths[i] = oracle_touch(&pair->rod, &pair->plate, oracle_samples(row));
		bench->sweeps[i] = (ToiSweep){ plain_pose(&pair->rod, 0), plain_pose(&pair->rod, 1),
			plain_pose(&pair->plate, 0), plain_pose(&pair->plate, 1) };
	}
	report(bench, row->name, "ours", run_ours);
	// others are told both ends: half a turn is all that can be said that way
	if (row->rod_turn < 3.14) run_rivals(bench, row->name, shapes);
}

// Boxes of half sizes from 5 cm to 1 m that turn up to half a turn, about half of them touching.
static void run_boxes(Bench *bench) {
	enum { SHAPES = 32 };
	Shape *shapes[SHAPES];
	Rng rng = { 99 };
	for (int i = 0; i < SHAPES; i++)
		shapes[i] = mk_box_create(random_sizes(&rng, -1.3, 0), NULL);
	for (int i = 0; i < bench->count; i++) {
		RodPair *pair = &bench->pairs[i];
		RodShapes two = { shapes[i % SHAPES], shapes[(i + 7) % SHAPES] };
		*pair = rod_pair(&rng, &two, &(RodRow){ "boxes", 3, 3 });
		bench->truths[i] = oracle_touch(&pair->rod, &pair->plate, 512);
	}
	report(bench, "boxes", "ours", run_ours);
	for (int i = 0; i < SHAPES; i++)
		mk_shape_release(shapes[i]);
}

int main(int argc, char **argv) {
	Bench bench = { .count = argc > 1 ? atoi(argv[1]) : DEFAULT_SWEEPS };
	if (bench.count < 1) return 1;
	size_t count = (size_t)bench.count;
	bench.pairs = calloc(count, sizeof(RodPair));
	bench.sweeps = calloc(count, sizeof(ToiSweep));
	bench.truths = calloc(count, sizeof(double));
	bench.found = calloc(count, sizeof(double));
	if (bench.pairs == NULL || bench.sweeps == NULL || bench.truths == NULL || bench.found == NULL)
		return 1;
	RodShapes shapes = rod_shapes();
	puts("row,sweeps,touching,who,ns,missed,late,early,false,worst_late,worst_early");
	for (int row = 0; row < ROD_ROWS; row++)
		run_row(&bench, &shapes, &rod_rows[row]);
	run_boxes(&bench);
	rod_shapes_free(&shapes);
	free(bench.pairs);
	free(bench.sweeps);
	free(bench.truths);
	free(bench.found);
	return 0;
}
