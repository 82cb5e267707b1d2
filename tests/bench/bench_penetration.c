// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Depth and normal of overlapping convex shapes beside other libraries, where they are installed:
// "pair,case,ours_ns,other,other_ns,ratio,other_wrong" per line, ns per query from two poses to
// the answer, the least of several runs; a ratio above 1 means that we are faster; other_wrong
// counts answers that are off by more than 1 mm. Cases: shallow = 1 cm deep, deep = centres near
// each other; query = tight tolerances, step = those of a step; warm = a step with what is kept of
// the last one, about 0.1 mm and 0.2 mrad ago; epa alone = without GJK, and the mean steps of
// both. A word chooses a row.
#define _POSIX_C_SOURCE 200809L
#include "bench/bench_penetration.h"
#include "bench/bench.h"
#include "bench/plain_make.h"

#include "collide/penetration.h"

#include <stdio.h>

enum { REPEATS = 9, LEAST_NS = 4000000, PAIRS = 256, MAX_RIVALS = 4 };

typedef struct Bench {
	const char *name;
	Shape *shape;
	BenchShape plain;
	ShapeInstance a[PAIRS];
	ShapeInstance b[2][PAIRS]; // two sets of poses, a little apart
	BenchPose pose_a[PAIRS];
	BenchPose pose_b[2][PAIRS];
	PenetrationCache caches[PAIRS];
	Difference differences[PAIRS]; // of the first set, for EPA alone ...
	GjkResult gjk[PAIRS];          // ... and where it starts from
	const DepthRival *rival;
	void *rival_pair;
	int turn;
	double sum; // so that nothing is optimised away
} Bench;

typedef void Way(Bench *bench);

static double least_time(Bench *bench, Way *way) {
	double best = 1e30;
	double begin = now_ns();
	for (int i = 0; i < REPEATS || now_ns() - begin < LEAST_NS; i++) {
		bench->turn = i & 1;
		double start = now_ns();
		way(bench);
		double time = now_ns() - start;
		best = time < best ? time : best;
	}
	return best / PAIRS;
}

static void run_ours(Bench *bench, bool is_query, bool is_warm) {
	for (int i = 0; i < PAIRS; i++) {
		Difference d = mk_difference(&bench->a[i], &bench->b[bench->turn][i]);
		PenetrationInput input = {
			.difference = &d,
			.cache = is_warm ? &bench->caches[i] : NULL,
			.limit = (Real)0.02,
			.is_query = is_query,
		};
		bench->sum += (double)mk_penetration(&input).separation.distance;
	}
}

static void ours_query(Bench *bench) { run_ours(bench, true, false); }
static void ours_step(Bench *bench) { run_ours(bench, false, false); }
static void ours_warm(Bench *bench) { run_ours(bench, false, true); }

// EPA alone, from the simplex that GJK left; nothing for pairs that GJK settles.
static void ours_epa(Bench *bench) {
	for (int i = 0; i < PAIRS; i++) {
		if (!bench->gjk[i].is_overlapping) continue;
		EpaInput input = mk_epa_query_input(&bench->differences[i], &bench->gjk[i].simplex);
		bench->sum += mk_epa(&input).upper;
	}
}

// Time and steps of EPA alone, per pair that needs it.
static void run_epa(Bench *bench, const char *place) {
	int count = 0;
	uint64_t gjk_steps = 0;
	uint64_t epa_steps = 0;
	for (int i = 0; i < PAIRS; i++) {
		bench->differences[i] = mk_difference(&bench->a[i], &bench->b[0][i]);
		GjkInput gjk = mk_gjk_query_input(&bench->differences[i]);
		mk_gjk_into(&gjk, &bench->gjk[i]);
		if (!bench->gjk[i].is_overlapping) continue;
		EpaInput input = mk_epa_query_input(&bench->differences[i], &bench->gjk[i].simplex);
		gjk_steps += bench->gjk[i].iterations;
		epa_steps += mk_epa(&input).iterations;
		count++;
	}
	if (count == 0) return;
	double time = least_time(bench, ours_epa) * PAIRS / count;
	printf("%s,epa alone %s,%.0f,none,0,0,0,%.1f gjk and %.1f epa steps\n", bench->name, place,
			time, (double)gjk_steps / count, (double)epa_steps / count);
}

static void theirs(Bench *bench) {
	double normal[3];
	for (int i = 0; i < PAIRS; i++)
		bench->sum += bench->rival->depth(
				bench->rival_pair, &bench->pose_a[i], &bench->pose_b[bench->turn][i], normal);
}

static void set_b(Bench *bench, int set, int i, Transform pose) {
	bench->b[set][i] = instance_rigid(bench->shape, pose);
	bench->pose_b[set][i] = plain_pose(pose);
}

// Shallow pairs are moved along their normal until they are 1 cm deep.
static void place_pair(Bench *bench, int i, bool is_shallow, Rng *rng) {
	Transform a = random_transform(rng, 10);
	Transform b = random_transform(rng, 0.2);
	b.position = vec3_add(a.position, b.position);
	bench->a[i] = instance_rigid(bench->shape, a);
	bench->pose_a[i] = plain_pose(a);
	for (int k = 0; k < 3 && is_shallow; k++) {
		ShapeInstance in = instance_rigid(bench->shape, b);
		Separation s = mk_separation(&bench->a[i], &in);
		b.position = vec3_add_scaled(b.position, s.normal, (Real)-0.01 - s.distance);
	}
	set_b(bench, 0, i, b);
	Vec3 spin = random_vec3(rng, 0.0002);
	b.position = vec3_add(b.position, random_vec3(rng, 0.0001));
	b.rotation = quat_normalize(quat_multiply(mk_quat_from_rotation_vector(spin), b.rotation));
	set_b(bench, 1, i, b);
	bench->caches[i] = (PenetrationCache){ 0 };
}

static int count_wrong(Bench *bench) {
	int wrong = 0;
	double normal[3];
	for (int i = 0; i < PAIRS; i++) {
		Separation s = mk_separation(&bench->a[i], &bench->b[0][i]);
		double found = bench->rival->depth(
				bench->rival_pair, &bench->pose_a[i], &bench->pose_b[0][i], normal);
		wrong += !(fabs(found + (double)s.distance) <= 1e-3);
	}
	return wrong;
}

typedef struct Question {
	const char *name;
	Way *ours;
} Question;

static const Question questions[] = {
	{ "query", ours_query },
	{ "step", ours_step },
	{ "warm", ours_warm },
};

static void run_case(Bench *bench, bool is_shallow, const DepthRival *const *rivals, int count) {
	Rng rng = { 7 };
	const char *place = is_shallow ? "shallow" : "deep";
	double others[MAX_RIVALS];
	int wrong[MAX_RIVALS];
	for (int i = 0; i < PAIRS; i++)
		place_pair(bench, i, is_shallow, &rng);
	for (int r = 0; r < count; r++) {
		bench->rival = rivals[r];
		bench->rival_pair = rivals[r]->create(&bench->plain, &bench->plain);
		others[r] = 0;
		if (bench->rival_pair == NULL) continue;
		others[r] = least_time(bench, theirs);
		wrong[r] = count_wrong(bench);
		rivals[r]->destroy(bench->rival_pair);
	}
	for (size_t q = 0; q < sizeof(questions) / sizeof(questions[0]); q++) {
		double ours = least_time(bench, questions[q].ours);
		for (int r = 0; r < count; r++) {
			if (others[r] == 0) continue;
			printf("%s,%s %s,%.0f,%s,%.0f,%.2f,%d\n", bench->name, questions[q].name, place, ours,
					rivals[r]->name, others[r], others[r] / ours, wrong[r]);
		}
		if (count == 0)
			printf("%s,%s %s,%.0f,none,0,0,0\n", bench->name, questions[q].name, place, ours);
		fflush(stdout);
	}
	run_epa(bench, place);
}

int main(int argc, char **argv) {
	const DepthRival *rivals[MAX_RIVALS] = { NULL };
	int count = 0;
#ifdef MK_BENCH_CCD
	rivals[count++] = bench_penetration_ccd();
#endif
#ifdef MK_BENCH_FCL
	rivals[count++] = bench_penetration_fcl();
#endif
#ifdef MK_BENCH_BULLET
	rivals[count++] = bench_penetration_bullet();
#endif
#ifdef MK_BENCH_ODE
	rivals[count++] = bench_penetration_ode();
#endif
	static Bench bench;
	printf("pair,case,ours_ns,other,other_ns,ratio,other_wrong\n");
	for (size_t r = 0; r < PLAIN_ROWS; r++) {
		// a word on the command line chooses one row
		if (argc > 1 && strcmp(argv[1], plain_rows[r].name) != 0) continue;
		bench.name = plain_rows[r].name;
		bench.shape = plain_row_make(&plain_rows[r], &bench.plain);
		run_case(&bench, true, rivals, count);
		run_case(&bench, false, rivals, count);
		mk_shape_release(bench.shape);
		plain_shape_free(&bench.plain);
	}
	return bench.sum == 0.5;
}
