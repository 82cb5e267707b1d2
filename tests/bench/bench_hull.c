// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Convex hulls beside qhull (Barber, Dobkin, Huhdanpaa; libqhull_r), on the same points in one run.
// Prints one line per case: family,points,vertices,ours_ns,qhull_ns,ratio; the times are the least
// of several repeats, in processor time; a ratio below 1 means that we are faster. qhull gets the
// points as doubles and its standard options (merged facets, as ours).
#include "bench/bench.h"
#include "geometry/hull_build.h"
#include "support/random.h"

#include <libqhull_r/libqhull_r.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN_REPEATS 3
#define MIN_NS      3e8 // spent on each measurement at least

typedef Vec3 Sample(Rng *rng, uint32_t index, uint32_t count);

typedef struct Family {
	const char *name;
	Sample *sample;
} Family;

typedef struct Points {
	Vec3 *reals;
	double *doubles;
	uint32_t count;
} Points;

static Vec3 in_ball(Rng *rng, uint32_t index, uint32_t count) {
	(void)index;
	(void)count;
	for (;;) {
		Vec3 p = random_vec3(rng, 1);
		if (vec3_length_squared(p) <= 1) return p;
	}
}

static Vec3 on_sphere(Rng *rng, uint32_t index, uint32_t count) {
	(void)index;
	(void)count;
	return random_unit(rng);
}

static Vec3 in_cube(Rng *rng, uint32_t index, uint32_t count) {
	(void)index;
	(void)count;
	return random_vec3(rng, 1);
}

// a regular grid, turned so that its faces are flat only within rounding
static Vec3 on_grid(Rng *rng, uint32_t index, uint32_t count) {
	(void)rng;
	uint32_t side = 1;
	while (side * side * side < count)
		side++;
	uint32_t row = index / side % side;
	uint32_t layer = index / side / side;
	Vec3 p = vec3((Real)(index % side), (Real)row, (Real)layer);
	Quat turn = quat_normalize((Quat){ (Real)0.1, (Real)0.2, (Real)0.3, (Real)0.9 });
	return quat_rotate(turn, vec3_scale(p, 1 / (Real)side));
}

// the corners of a triangle soup: each place of a sphere six times
static Vec3 in_soup(Rng *rng, uint32_t index, uint32_t count) {
	(void)rng;
	uint32_t places = count / 6 + 1;
	Rng place = { index % places };
	return random_unit(&place);
}

static const Family families[] = {
	{ "ball", in_ball },
	{ "sphere", on_sphere },
	{ "cube", in_cube },
	{ "grid", on_grid },
	{ "soup", in_soup },
};

static void run_ours(const Points *points, uint32_t *vertex_count) {
	HullInput input = { .points = points->reals, .count = points->count };
	Hull hull = mk_hull_build(&input);
	*vertex_count = hull.vertex_count;
	mk_hull_free(&hull);
}

static void run_qhull(const Points *points, uint32_t *vertex_count) {
	qhT qhull;
	qh_zero(&qhull, stderr);
	char command[] = "qhull";
	int failed = qh_new_qhull(
			&qhull, 3, (int)points->count, points->doubles, False, command, NULL, stderr);
	*vertex_count = failed ? 0 : (uint32_t)qhull.num_vertices;
	qh_freeqhull(&qhull, !qh_ALL);
	int kept = 0;
	int total = 0;
	qh_memfreeshort(&qhull, &kept, &total);
}

static double least_ns(
		void run(const Points *, uint32_t *), const Points *points, uint32_t *vertices) {
	double least = HUGE_VAL;
	double begin = now_ns();
	for (int i = 0; i < MIN_REPEATS || now_ns() - begin < MIN_NS; i++) {
		double start = now_ns();
		run(points, vertices);
		least = fmin(least, now_ns() - start);
	}
	return least;
}

static void compare(const Family *family, uint32_t count) {
	Rng rng = { count };
	Points points = { malloc(count * sizeof(Vec3)), malloc(count * 3 * sizeof(double)), count };
	for (uint32_t i = 0; i < count; i++) {
		Vec3 p = family->sample(&rng, i, count);
		points.reals[i] = p;
		points.doubles[3 * i] = (double)p.x;
		points.doubles[3 * i + 1] = (double)p.y;
		points.doubles[3 * i + 2] = (double)p.z;
	}
	uint32_t our_vertices = 0;
	uint32_t qhull_vertices = 0;
	double ours = least_ns(run_ours, &points, &our_vertices);
	double theirs = least_ns(run_qhull, &points, &qhull_vertices);
	printf("%s,%u,%u,%.0f,%.0f,%.3f\n", family->name, count, our_vertices, ours, theirs,
			ours / theirs);
	fflush(stdout);
	free(points.reals);
	free(points.doubles);
}

int main(void) {
	printf("family,points,vertices,ours_ns,qhull_ns,ratio\n");
	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
		for (uint32_t count = 100; count <= 100000; count *= 10)
			compare(&families[i], count);
	}
	return 0;
}
