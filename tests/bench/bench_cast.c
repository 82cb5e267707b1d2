// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Casts of convex shapes beside other libraries, where they are installed:
// "pair,ours_ns,other,other_ns,ratio,hits,other_missed,other_late,other_early,other_false" per
// line, ns per cast from two poses and a motion to the time, the least of several runs; a ratio
// above 1 means that we are faster. The casts are the same for all: 512 random pairs some sizes
// apart, motions towards each other with a random aim, about half of them hits. The truth is
// bisection on the signed separation of the static test. Missed: no hit though the shapes overlap
// by more than 1 mm on the way. Late: at the time given they overlap by more than 1 mm. Early: they
// are still more than 1 cm apart. False: a hit though they stay 1 cm apart. All casts end within
// 0.1 mm of the touch, which is the tolerance that the others have. Then "mesh,shape,triangles,ns":
// shapes falling on a hilly ground.
#define _POSIX_C_SOURCE 200809L
#include "bench/bench_cast.h"
#include "bench/bench.h"
#include "bench/plain_make.h"

#include "collide/cast.h"
#include "collide/penetration.h"
#include "shape/convex.h"
#include "shape/height_field.h"
#include "shape/mesh.h"

#include <stdio.h>
#include <stdlib.h>

enum { PAIRS = 512, MAX_RIVALS = 8, HULL_POINTS = 32, GROUND = 23 };

typedef struct Truth {
	bool is_hit;   // overlap by more than 1 mm on the way
	bool is_apart; // never nearer than 1 cm
	double first;  // of touch, if there is one
} Truth;

typedef struct Bench {
	const char *name;
	Shape *shape;
	BenchShape plain;
	ShapeInstance a[PAIRS];
	ShapeInstance b[PAIRS];
	Vec3 motions[PAIRS];
	BenchPose pose_a[PAIRS];
	BenchPose pose_b[PAIRS];
	double plain_motions[PAIRS][3];
	Truth truths[PAIRS];
	const CastRival *rival;
	void *rival_pair;
	double sum; // so that nothing is optimised away
} Bench;

static CastResult our_cast(const Bench *bench, int i) {
	CastInput input = cast_input(&bench->a[i], &bench->b[i], bench->motions[i]);
	input.tolerance = (Real)1e-4;
	return mk_cast(&input);
}

static void run_ours(void *context) {
	Bench *bench = context;
	for (int i = 0; i < PAIRS; i++)
		bench->sum += (double)our_cast(bench, i).time;
}

static double rival_cast(Bench *bench, int i) {
	return bench->rival->cast(
			bench->rival_pair, &bench->pose_a[i], &bench->pose_b[i], bench->plain_motions[i]);
}

static void run_rival(void *context) {
	Bench *bench = context;
	for (int i = 0; i < PAIRS; i++)
		bench->sum += rival_cast(bench, i);
}

static double apart_at(const Bench *bench, int i, double time) {
	ShapeInstance there = bench->a[i];
	there.pose.origin = vec3_add_scaled(there.pose.origin, bench->motions[i], (Real)time);
	return (double)mk_separation(&there, &bench->b[i]).distance;
}

// The separation is a convex function of time until the shapes overlap: its least by thirds, then
// the first zero by halves.
static Truth find_truth(const Bench *bench, int i) {
	double low = 0;
	double high = 1;
	for (int k = 0; k < 40; k++) {
		double one = low + (high - low) / 3;
		double two = high - (high - low) / 3;
		if (apart_at(bench, i, one) < apart_at(bench, i, two))
			high = two;
		else
			low = one;
	}
	double nearest = apart_at(bench, i, low);
	Truth truth = { .is_hit = nearest<-0.001, .is_apart = nearest> 0.01, .first = 2 };
	if (nearest > 0) return truth;
	double inside = low;
	double outside = 0;
	for (int k = 0; k < 40; k++) {
		double middle = (inside + outside) / 2;
		if (apart_at(bench, i, middle) > 0)
			outside = middle;
		else
			inside = middle;
	}
	truth.first = inside;
	return truth;
}

typedef struct Faults {
	int missed;
	int late;
	int early;
	int false_hits;
} Faults;

static void judge(const Bench *bench, int i, double time, Faults *faults) {
	const Truth *truth = &bench->truths[i];
	bool is_hit = time <= 1;
	faults->missed += truth->is_hit && !is_hit;
	faults->false_hits += truth->is_apart && is_hit;
	if (!is_hit || truth->is_apart) return;
	double apart = apart_at(bench, i, time);
	faults->late += time > truth->first && apart < -0.001;
	faults->early += apart > 0.01;
}

static void place_pair(Bench *bench, int i, Rng *rng) {
	Transform a = random_transform(rng, 10);
	Quat turn = random_quat(rng);
	Real distance = random_real(rng, 2, 5);
	Vec3 way = vec3_scale(random_unit(rng), distance);
	Transform b = { turn, vec3_add(a.position, way) };
	Real size = bench->shape->bound;
	Real aside = size * random_real(rng, 0, 2.4);
	Vec3 off = vec3_scale(random_unit(rng), aside);
	Real reach = random_real(rng, 0.8, 2);
	bench->a[i] = instance_rigid(bench->shape, a);
	bench->b[i] = instance_rigid(bench->shape, b);
	bench->motions[i] = vec3_scale(vec3_add(way, off), reach);
	bench->pose_a[i] = plain_pose(a);
	bench->pose_b[i] = plain_pose(b);
	for (int k = 0; k < 3; k++)
		bench->plain_motions[i][k] = (double)vec3_get(bench->motions[i], k);
}

static void print_rival(Bench *bench, const CastRival *rival, double ours) {
	bench->rival = rival;
	bench->rival_pair = rival->create(&bench->plain, &bench->plain);
	if (bench->rival_pair == NULL) return;
	double other = bench_least_ns(run_rival, bench) / PAIRS;
	Faults faults = { 0 };
	int hits = 0;
	for (int i = 0; i < PAIRS; i++) {
		judge(bench, i, rival_cast(bench, i), &faults);
		hits += bench->truths[i].is_hit;
	}
	rival->destroy(bench->rival_pair);
	printf("%s,%.0f,%s,%.0f,%.2f,%d,%d,%d,%d,%d\n", bench->name, ours, rival->name, other,
			other / ours, hits, faults.missed, faults.late, faults.early, faults.false_hits);
}

// Our own faults by the same judge.
static void print_ours(Bench *bench, double ours) {
	Faults faults = { 0 };
	int hits = 0;
	for (int i = 0; i < PAIRS; i++) {
		CastResult r = our_cast(bench, i);
		judge(bench, i, cast_is_hit(&r) ? (double)r.time : 2, &faults);
		hits += bench->truths[i].is_hit;
	}
	printf("%s,%.0f,ours,%.0f,1.00,%d,%d,%d,%d,%d\n", bench->name, ours, ours, hits, faults.missed,
			faults.late, faults.early, faults.false_hits);
}

static uint32_t find_rivals(CastRival *rivals) {
	uint32_t count = 0;
#ifdef MK_BENCH_BULLET
	count += bench_cast_bullet(rivals + count);
#endif
#ifdef MK_BENCH_FCL
	count += bench_cast_fcl(rivals + count);
#endif
	(void)rivals;
	return count;
}

static void run_pairs(const char *name, Shape *shape, const BenchShape *plain) {
	Bench *bench = malloc(sizeof(*bench));
	*bench = (Bench){ .name = name, .shape = shape, .plain = *plain };
	Rng rng = { 1 };
	for (int i = 0; i < PAIRS; i++) {
		place_pair(bench, i, &rng);
		bench->truths[i] = find_truth(bench, i);
	}
	CastRival rivals[MAX_RIVALS];
	uint32_t count = find_rivals(rivals);
	double ours = bench_least_ns(run_ours, bench) / PAIRS;
	print_ours(bench, ours);
	for (uint32_t i = 0; i < count; i++)
		print_rival(bench, &rivals[i], ours);
	mk_shape_release(shape);
	free(bench);
}

static void run_shape(const char *name, const BenchShape *plain) {
	run_pairs(name, plain_shape_make(plain), plain);
}

// A ground of GROUND x GROUND squares of 1 m, about a thousand triangles, as
// a mesh and a height field.
static void make_ground(Rng *rng, Shape **mesh, Shape **field) {
	enum { SIDE = GROUND + 1 };
	Vec3 points[SIDE * SIDE];
	Real heights[SIDE * SIDE];
	uint32_t indices[6 * GROUND * GROUND];
	for (uint32_t i = 0; i < SIDE * SIDE; i++) {
		heights[i] = random_real(rng, -0.3, 0.3);
		Real half = (Real)GROUND / 2;
		uint32_t row = i / SIDE;
		points[i] = vec3((Real)(i % SIDE) - half, heights[i], (Real)row - half);
	}
	uint32_t *next = indices;
	for (uint32_t i = 0; i < GROUND * GROUND; i++) {
		uint32_t corner = i / GROUND * SIDE + i % GROUND;
		const uint32_t square[6] = { corner, corner + SIDE, corner + 1, corner + SIDE + 1,
			corner + 1, corner + SIDE };
		for (int k = 0; k < 6; k++)
			*next++ = square[k];
	}
	TriangleMesh plain = { points, SIDE * SIDE, indices, 2 * GROUND * GROUND };
	*mesh = mk_mesh_create(&(MeshInput){ .mesh = plain }, NULL);
	*field = mk_height_field_create(&(HeightFieldInput){ heights, SIDE, SIDE }, NULL);
}

static void run_ground(const char *name, const Shape *shape, const Shape *ground) {
	Bench *bench = malloc(sizeof(*bench));
	*bench = (Bench){ .name = name };
	Rng rng = { 2 };
	for (int i = 0; i < PAIRS; i++) {
		Transform a = random_transform(&rng, 9);
		a.position.y = 3;
		bench->a[i] = instance_rigid(shape, a);
		bench->b[i] = instance_local(ground);
		Vec3 way = random_vec3(&rng, 2);
		bench->motions[i] = vec3(way.x, -4, way.z);
	}
	double ours = bench_least_ns(run_ours, bench) / PAIRS;
	printf("%s,%s,%d,%.0f\n", ground->ops->name, name, 2 * GROUND * GROUND, ours);
	free(bench);
}

int main(void) {
	printf("pair,ours_ns,other,other_ns,ratio,hits,missed,late,early,false\n");
	Rng rng = { 3 };
	run_shape("box", &(BenchShape){ .kind = BENCH_BOX, .half = { 0.5, 0.35, 0.7 } });
	run_shape("capsule", &(BenchShape){ .kind = BENCH_CAPSULE, .radius = 0.3, .half_height = 0.5 });
	run_shape(
			"cylinder", &(BenchShape){ .kind = BENCH_CYLINDER, .radius = 0.4, .half_height = 0.5 });
	BenchShape plain;
	Shape *hull = plain_hull_make(&rng, HULL_POINTS, (Real)0.6, &plain);
	run_pairs("hull32", hull, &plain);
	plain_shape_free(&plain);
	Shape *mesh;
	Shape *field;
	make_ground(&rng, &mesh, &field);
	Shape *box = mk_box_create(vec3((Real)0.4, (Real)0.4, (Real)0.4), NULL);
	Shape *ball = mk_sphere_create((Real)0.4, NULL);
	Shape *capsule = mk_capsule_create((Real)0.3, (Real)1.6, NULL);
	printf("ground,shape,triangles,ns\n");
	run_ground("box", box, mesh);
	run_ground("sphere", ball, mesh);
	run_ground("capsule", capsule, mesh);
	run_ground("box", box, field);
	mk_shape_release(mesh);
	mk_shape_release(field);
	mk_shape_release(box);
	mk_shape_release(ball);
	mk_shape_release(capsule);
	return 0;
}
