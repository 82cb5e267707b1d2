// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The detectors beside each other, in three tables.
// 1. Two octahedra of 8k polygons in a cube, together one hundredth of its volume, 10000 steps of 2
//    ms from one seed: seconds for the whole flight, as in a comparison published for triangles,
//    spheres and GJK, with the counts behind them. All detectors must see the same colliding steps.
// 2. "pair,n,detector,ns,steps" per line: random pairs, half of them overlapping, no coherence;
//    hulls of n points on a ball.
// 3. Steps of Chung and Wang's algorithm and of GJK over the gap of two ellipsoids, cold and warm.
//    bench_detector [k]: only the first table, up to 8k polygons
// Processor time of this thread, the least of several runs in tables 2 and 3.
#define _POSIX_C_SOURCE 200809L
#include "collide/chung_wang.h"
#include "collide/detector.h"
#include "collide/gjk.h"
#include "collide/penetration.h"
#include "support/octahedra.h"
#include "support/pair_make.h"
#include "support/polytope_make.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { FLIGHT_STEPS = 10000, PAIRS = 200, REPEATS = 5, HULL_POINTS = 512 };

static double now_s(void) {
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef struct FlightTime {
	double seconds;
	Flight flight;
} FlightTime;

static FlightTime time_flight(Shape *shape, Detector detector) {
	double start = now_s();
	Flight flight = flight_run(shape, detector, FLIGHT_STEPS);
	return (FlightTime){ now_s() - start, flight };
}

// Returns false if a detector saw other steps than the first.
static bool fly(uint32_t most) {
	static const Detector detectors[] = { DETECTOR_TRIANGLES, DETECTOR_SPHERE_TRIANGLES,
		DETECTOR_GJK, DETECTOR_CHUNG_WANG, DETECTOR_SAT };
	bool is_same = true;
	printf("polygons,triangles s,spheres s,gjk s,chung-wang s,sat s,triangles/gjk,triangles/"
		   "spheres,spheres/gjk,tests per step,with spheres,gjk steps,colliding steps\n");
	for (uint32_t k = 1; k <= most; k++) {
		Shape *shape = flight_shape(k);
		FlightTime t[5];
		for (int i = 0; i < 5; i++) {
			t[i] = time_flight(shape, detectors[i]);
			is_same = is_same && t[i].flight.hash == t[0].flight.hash;
		}
		printf("%u,%.4f,%.4f,%.4f,%.4f,%.4f,%.1f,%.1f,%.1f,%.0f,%.1f,%.2f,%u\n", 8 * k,
				t[0].seconds, t[1].seconds, t[2].seconds, t[3].seconds, t[4].seconds,
				t[0].seconds / t[2].seconds, t[0].seconds / t[1].seconds,
				t[1].seconds / t[2].seconds, (double)t[0].flight.work / FLIGHT_STEPS,
				(double)t[1].flight.work / FLIGHT_STEPS, (double)t[2].flight.work / FLIGHT_STEPS,
				t[0].flight.hits);
		mk_shape_release(shape);
	}
	printf("colliding steps of all detectors: %s\n", is_same ? "the same" : "DIFFERENT");
	return is_same;
}

static Shape *ball_of_points(Rng *rng, uint32_t count) {
	static Vec3 points[HULL_POINTS];
	for (uint32_t i = 0; i < count; i++)
		points[i] = random_unit(rng);
	return hull_from_points(points, count);
}

static void measure(const char *name, uint32_t n, const TestPair *pairs, Detector detector) {
	double best = 1e30;
	uint64_t steps = 0;
	for (int r = 0; r < REPEATS; r++) {
		double start = now_s();
		steps = 0;
		for (int i = 0; i < PAIRS; i++) {
			DetectInput input = { .a = &pairs[i].a, .b = &pairs[i].b, .detector = detector };
			DetectResult result = mk_detect(&input);
			if (result.status == DETECT_UNSUPPORTED) return;
			steps += result.iterations;
		}
		double time = now_s() - start;
		best = time < best ? time : best;
	}
	printf("%s,%u,%s,%.0f,%.1f\n", name, n, mk_detector_name(detector), best * 1e9 / PAIRS,
			(double)steps / PAIRS);
}

static void measure_pool(const char *name, uint32_t n, const ShapePool *pool) {
	// beyond these numbers of corners a query takes milliseconds
	static const uint32_t largest[DETECTOR_COUNT] = { HULL_POINTS, HULL_POINTS, HULL_POINTS, 128,
		16, 128, 64, 64 };
	static TestPair pairs[PAIRS];
	Rng rng = { n };
	for (int i = 0; i < PAIRS; i++)
		pairs[i] = pair_make(&rng, pool, pool);
	for (int i = 0; i < DETECTOR_COUNT; i++) {
		if (n <= largest[i]) measure(name, n, pairs, (Detector)i);
	}
}

static void compare_pairs(void) {
	static const uint32_t counts[] = { 4, 8, 16, 32, 64, 128, 512 };
	static const struct {
		const char *name;
		ShapeKind kind;
	} kinds[] = { { "box", SHAPE_BOX }, { "cylinder", SHAPE_CYLINDER },
		{ "ellipsoid", SHAPE_ELLIPSOID }, { "capsule", SHAPE_CAPSULE } };
	Rng rng = { 7 };
	printf("pair,n,detector,ns,steps\n");
	for (int i = 0; i < 4; i++) {
		ShapePool pool = pool_make(&rng, kinds[i].kind, -0.3, 0.3);
		measure_pool(kinds[i].name, pool.shapes[0]->vertex_count, &pool);
		pool_free(&pool);
	}
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		ShapePool pool;
		for (int k = 0; k < POOL_SIZE; k++)
			pool.shapes[k] = ball_of_points(&rng, counts[i]);
		measure_pool("hull", counts[i], &pool);
		pool_free(&pool);
	}
}

typedef struct GapSteps {
	uint32_t chung_wang;
	uint32_t chung_wang_warm;
	uint32_t gjk;
} GapSteps;

static void add_steps(const Difference *d, GapSteps *sum) {
	ChungWangInput input = mk_chung_wang_input(d);
	Vec3 axis = vec3(1, 0, 0);
	input.axis = &axis;
	sum->chung_wang += mk_chung_wang(&input).iterations;
	sum->chung_wang_warm += mk_chung_wang(&input).iterations;
	uint32_t steps;
	axis = vec3(1, 0, 0);
	mk_gjk_overlaps(d, &axis, &steps);
	sum->gjk += steps;
}

// The nearer the shapes, the more steps: how many?
static void compare_gaps(void) {
	printf("gap m,chung-wang steps,warm,gjk steps\n");
	for (int k = 0; k <= 5; k++) {
		Rng rng = { 11 };
		GapSteps sum = { 0 };
		Real gap = (Real)pow(10, -k);
		for (int i = 0; i < PAIRS; i++) {
			Shape *a = make_shape(&rng, SHAPE_ELLIPSOID, -0.3, 0.3);
			Shape *b = make_shape(&rng, SHAPE_ELLIPSOID, -0.3, 0.3);
			ShapeInstance in_a = instance_rigid(a, random_transform(&rng, 0));
			ShapeInstance in_b = instance_rigid(b, random_transform(&rng, 3));
			Separation s = mk_separation(&in_a, &in_b);
			in_b.pose.origin = vec3_add_scaled(in_b.pose.origin, s.normal, gap - s.distance);
			Difference d = mk_difference(&in_a, &in_b);
			add_steps(&d, &sum);
			mk_shape_release(a);
			mk_shape_release(b);
		}
		printf("%g,%.2f,%.2f,%.2f\n", (double)gap, (double)sum.chung_wang / PAIRS,
				(double)sum.chung_wang_warm / PAIRS, (double)sum.gjk / PAIRS);
	}
}

int main(int argc, char **argv) {
	if (argc > 1) return fly((uint32_t)strtoul(argv[1], NULL, 10)) ? 0 : 1;
	bool is_same = fly(10);
	compare_pairs();
	compare_gaps();
	return is_same ? 0 : 1;
}
