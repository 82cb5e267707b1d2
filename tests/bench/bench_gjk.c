// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Distance and overlap of two convex shapes beside other libraries, where they are installed:
// "pair,case,ours_ns,other,other_ns,ratio,other_wrong" per line, ns per query from two poses, as
// matrices, to the answer, the least of several runs in processor time of this thread; a ratio
// above 1 means that we are faster; other_wrong counts answers that are off by more than 1 mm or
// have the wrong sign. Cases: far = 1 m apart, near = 2 cm, overlap = 5 cm deep along the line of
// nearest approach; cold = random orientations, nothing known; warm = the poses of the last query
// moved by about 1 mm and 2 mrad, with whatever a library can keep of it.
#define _POSIX_C_SOURCE 200809L
#include "bench/bench_gjk.h"
#include "bench/bench.h"
#include "bench/plain_make.h"

#include "collide/penetration.h"

#include <stdio.h>

enum { REPEATS = 9, LEAST_NS = 4000000, PAIRS = 512, MAX_RIVALS = 4 };

typedef enum Place { PLACE_FAR, PLACE_NEAR, PLACE_OVERLAP, PLACE_COUNT } Place;

static const char *const place_names[PLACE_COUNT] = { "far", "near", "overlap" };
static const double gaps[PLACE_COUNT] = { 1, 0.02, -0.05 };

typedef struct Bench {
	const char *name;
	Shape *shape;
	BenchShape plain;
	double gap;
	ShapeInstance a[PAIRS];
	ShapeInstance b[2][PAIRS]; // two sets of poses, a little apart
	BenchPose pose_a[PAIRS];
	BenchPose pose_b[2][PAIRS];
	GjkCache caches[PAIRS];
	Vec3 axes[PAIRS];
	BenchMemory memories[PAIRS];
	const BenchRival *rival;
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

static Difference difference_at(const Bench *bench, int i) {
	return mk_difference(&bench->a[i], &bench->b[bench->turn][i]);
}

static void distance_cold(Bench *bench) {
	for (int i = 0; i < PAIRS; i++) {
		Difference d = difference_at(bench, i);
		GjkInput input = mk_gjk_query_input(&d);
		GjkResult result;
		mk_gjk_into(&input, &result);
		bench->sum += (double)mk_gjk_separation(&input, &result).distance;
	}
}

static void distance_warm(Bench *bench) {
	for (int i = 0; i < PAIRS; i++) {
		Difference d = difference_at(bench, i);
		GjkInput input = mk_gjk_query_input(&d);
		input.cache = &bench->caches[i];
		GjkResult result;
		mk_gjk_into(&input, &result);
		bench->sum += (double)mk_gjk_separation(&input, &result).distance;
	}
}

static void overlap_cold(Bench *bench) {
	for (int i = 0; i < PAIRS; i++) {
		Difference d = difference_at(bench, i);
		bench->sum += mk_gjk_overlaps(&d, NULL, NULL);
	}
}

static void overlap_warm(Bench *bench) {
	for (int i = 0; i < PAIRS; i++) {
		Difference d = difference_at(bench, i);
		bench->sum += mk_gjk_overlaps(&d, &bench->axes[i], NULL);
	}
}

static void rival_distance_cold(Bench *bench) {
	for (int i = 0; i < PAIRS; i++)
		bench->sum += bench->rival->distance(
				bench->rival_pair, &bench->pose_a[i], &bench->pose_b[bench->turn][i], NULL);
}

static void rival_distance_warm(Bench *bench) {
	for (int i = 0; i < PAIRS; i++)
		bench->sum += bench->rival->distance(bench->rival_pair, &bench->pose_a[i],
				&bench->pose_b[bench->turn][i], &bench->memories[i]);
}

static void rival_overlap(Bench *bench) {
	for (int i = 0; i < PAIRS; i++)
		bench->sum += bench->rival->overlaps(
				bench->rival_pair, &bench->pose_a[i], &bench->pose_b[bench->turn][i]);
}

// Far away first, then along the line of nearest approach to the distance wanted: exact for convex
// shapes, whatever they are.
static void place_pair(Bench *bench, int i, Rng *rng) {
	Transform a = random_transform(rng, 10);
	Quat turn = random_quat(rng);
	Vec3 way = vec3_scale(random_unit(rng), 5);
	Transform b = { turn, vec3_add(a.position, way) };
	ShapeInstance one = instance_rigid(bench->shape, a);
	ShapeInstance two = instance_rigid(bench->shape, b);
	Difference d = mk_difference(&one, &two);
	GjkInput input = mk_gjk_query_input(&d);
	GjkResult result = mk_gjk(&input);
	Separation s = mk_gjk_separation(&input, &result);
	Vec3 normal = affine_direction(d.pose, s.normal);
	Real shift = (Real)bench->gap - s.distance;
	b.position = vec3_add_scaled(b.position, normal, shift);
	bench->a[i] = instance_rigid(bench->shape, a);
	bench->b[0][i] = instance_rigid(bench->shape, b);
	bench->pose_a[i] = plain_pose(a);
	bench->pose_b[0][i] = plain_pose(b);
	Vec3 spin = random_vec3(rng, 0.002);
	b.position = vec3_add(b.position, random_vec3(rng, 0.001));
	b.rotation = quat_normalize(quat_multiply(mk_quat_from_rotation_vector(spin), b.rotation));
	bench->b[1][i] = instance_rigid(bench->shape, b);
	bench->pose_b[1][i] = plain_pose(b);
	bench->caches[i] = (GjkCache){ 0 };
	bench->axes[i] = vec3_zero();
	bench->memories[i] = (BenchMemory){ .is_set = false };
}

// Poses of the first set are exact: the distance is the gap. Pushed into each other, a few slip
// past a corner and are apart again.
static int count_wrong(Bench *bench, bool is_distance) {
	int wrong = 0;
	for (int i = 0; i < PAIRS; i++) {
		const BenchPose *a = &bench->pose_a[i];
		const BenchPose *b = &bench->pose_b[0][i];
		double gap = bench->gap;
		if (gap < 0) gap = (double)mk_separation(&bench->a[i], &bench->b[0][i]).distance;
		if (is_distance) {
			double found = bench->rival->distance(bench->rival_pair, a, b, NULL);
			wrong += gap > 0 ? fabs(found - gap) > 1e-3 : found > 1e-3;
		} else {
			wrong += bench->rival->overlaps(bench->rival_pair, a, b) != (gap < 0);
		}
	}
	return wrong;
}

typedef struct Times {
	double ours;
	double theirs; // 0: nobody to compare with
	int wrong;
} Times;

static void print_line(const Bench *bench, const char *what, Place place, Times times) {
	const char *other = bench->rival != NULL ? bench->rival->name : "none";
	printf("%s,%s %s,%.0f,%s,%.0f,%.2f,%d\n", bench->name, what, place_names[place], times.ours,
			other, times.theirs, times.theirs / times.ours, times.wrong);
	fflush(stdout);
}

typedef struct Question {
	const char *name;
	Way *ours;
	Way *theirs;
	bool is_distance;
	bool is_warm;
} Question;

static const Question questions[] = {
	{ "distance cold", distance_cold, rival_distance_cold, true, false },
	{ "distance warm", distance_warm, rival_distance_warm, true, true },
	{ "overlap cold", overlap_cold, rival_overlap, false, false },
	{ "overlap warm", overlap_warm, rival_overlap, false, true },
};

static void run_place(Bench *bench, Place place, const BenchRival *const *rivals, int rival_count) {
	Rng rng = { 7 };
	bench->gap = gaps[place];
	for (int i = 0; i < PAIRS; i++)
		place_pair(bench, i, &rng);
	for (size_t q = 0; q < sizeof(questions) / sizeof(questions[0]); q++) {
		const Question *question = &questions[q];
		double ours = least_time(bench, question->ours);
		int answered = 0;
		for (int r = 0; r < rival_count; r++) {
			bench->rival = rivals[r];
			if (question->is_distance ? rivals[r]->distance == NULL : rivals[r]->overlaps == NULL)
				continue;
			bench->rival_pair = rivals[r]->create(&bench->plain, &bench->plain);
			if (bench->rival_pair == NULL) continue;
			double theirs = least_time(bench, question->theirs);
			int wrong = count_wrong(bench, question->is_distance);
			rivals[r]->destroy(bench->rival_pair);
			print_line(bench, question->name, place, (Times){ ours, theirs, wrong });
			answered++;
		}
		bench->rival = NULL;
		if (answered == 0) print_line(bench, question->name, place, (Times){ .ours = ours });
	}
}

int main(int argc, char **argv) {
	const BenchRival *rivals[MAX_RIVALS];
	int count = 0;
#ifdef MK_BENCH_CCD
	rivals[count++] = bench_gjk_ccd();
#endif
#ifdef MK_BENCH_FCL
	rivals[count++] = bench_gjk_fcl();
#endif
#ifdef MK_BENCH_BULLET
	rivals[count++] = bench_gjk_bullet();
#endif
#ifdef MK_BENCH_ODE
	rivals[count++] = bench_gjk_ode();
#endif
	static Bench bench;
	printf("pair,case,ours_ns,other,other_ns,ratio,other_wrong\n");
	for (size_t r = 0; r < PLAIN_ROWS; r++) {
		// a word on the command line chooses one row
		if (argc > 1 && strcmp(argv[1], plain_rows[r].name) != 0) continue;
		bench.name = plain_rows[r].name;
		bench.shape = plain_row_make(&plain_rows[r], &bench.plain);
		for (int place = 0; place < PLACE_COUNT; place++)
			run_place(&bench, (Place)place, rivals, count);
		mk_shape_release(bench.shape);
		plain_shape_free(&bench.plain);
	}
	return bench.sum == 0.5;
}
