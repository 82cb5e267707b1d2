// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Eleven measurements of a published comparison of collision tests, on the same sizes:
// "measure,what,n,ms, tests,hits,bytes" per line, milliseconds for one frame, the least of several
// runs in processor time of this thread. M1 to M4: spheres, all pairs and a hash grid with cells
// that fit, that are too large and too small. M5 to M8: a cube of 12 triangles and balls of 3968 by
// separating axes and by all pairs of triangles. M9 and M10: the balls by trees of boxes, apart and
// one in the other. M11: separating axes of 100 triangles each.
#include "bench/bench.h"
#include "collide/detector.h"
#include "collide/overlap.h"
#include "shape/hull_shape.h"
#include "shape/mesh.h"
#include "spatial/hash_grid.h"
#include "support/mesh_make.h"
#include "support/rng.h"

#include <stdio.h>

enum { SPHERES = 10000 };

static const Real radius = (Real)0.25; // m

typedef struct Spheres {
	Vec3 centers[SPHERES];
	uint32_t count;
	Real cell; // m
	uint64_t tests;
	uint64_t hits;
	size_t bytes;
	uint32_t visitor;
} Spheres;

// Half a cubic metre for each.
static void fill(Spheres *spheres, uint32_t count) {
	Rng rng = { 1 };
	double half = 0.5;
	while (8 * half * half * half < 0.5 * count)
		half *= 1.01;
	spheres->count = count;
	for (uint32_t i = 0; i < count; i++) {
		spheres->centers[i].x = (Real)rng_range(&rng, -half, half);
		spheres->centers[i].y = (Real)rng_range(&rng, -half, half);
		spheres->centers[i].z = (Real)rng_range(&rng, -half, half);
	}
}

static void test_two(Spheres *spheres, uint32_t i, uint32_t j) {
	Vec3 way = vec3_sub(spheres->centers[i], spheres->centers[j]);
	spheres->tests++;
	spheres->hits += vec3_length_squared(way) <= real_square(2 * radius);
}

static void all_spheres(void *context) {
	Spheres *spheres = context;
	spheres->tests = spheres->hits = 0;
	for (uint32_t i = 0; i < spheres->count; i++)
		for (uint32_t j = i + 1; j < spheres->count; j++)
			test_two(spheres, i, j);
}

static Aabb bounds_of(void *context, uint32_t object) {
	const Spheres *spheres = context;
	Vec3 center = spheres->centers[object];
	return aabb_grow((Aabb){ center, center }, radius);
}

static bool meet(void *context, uint32_t id, uint32_t object) {
	(void)id;
	Spheres *spheres = context;
	if (object > spheres->visitor) test_two(spheres, spheres->visitor, object);
	return true;
}

// The grid is built anew in every frame.
static void grid_spheres(void *context) {
	Spheres *spheres = context;
	HashGrid grid;
	mk_hash_grid_init(&grid,
			&(HashGridOptions){
					.cell_size = spheres->cell, .bounds = bounds_of, .context = spheres });
	for (uint32_t i = 0; i < spheres->count; i++)
		mk_hash_grid_insert(&grid, i);
	spheres->tests = spheres->hits = 0;
	for (uint32_t i = 0; i < spheres->count; i++) {
		spheres->visitor = i;
		mk_hash_grid_query(&grid, bounds_of(spheres, i), meet, spheres);
	}
	spheres->bytes = mk_hash_grid_memory(&grid);
	mk_hash_grid_free(&grid);
}

static void measure_spheres(Spheres *spheres, const char *name, const char *what, BenchRun *run) {
	spheres->bytes = 0;
	double ns = bench_least_ns(run, spheres);
	printf("%s,%s,%u,%.3f,%llu,%llu,%zu\n", name, what, spheres->count, ns / 1e6,
			(unsigned long long)spheres->tests, (unsigned long long)spheres->hits, spheres->bytes);
	fflush(stdout);
}

typedef struct Solids {
	DetectInput input;
	DetectResult result;
} Solids;

static void detect(void *context) {
	Solids *solids = context;
	solids->result = mk_detect(&solids->input);
}

static void overlap(void *context) {
	Solids *solids = context;
	Vec3 axis = vec3_zero();
	solids->result.is_overlapping = mk_overlap(solids->input.a, solids->input.b, &axis);
	solids->result.iterations = 0;
}

// Two shapes at a distance along a slanted line.
static void measure_solids(
		const char *name, const char *what, Shape *const shapes[2], Real distance, int detector) {
	Vec3 way = vec3_scale(vec3_normalize(vec3(3, 2, 1)), distance);
	ShapeInstance a = instance_rigid(shapes[0], transform_identity());
	ShapeInstance b = instance_rigid(shapes[1], (Transform){ quat_identity(), way });
	Solids solids = { .input = { .a = &a, .b = &b } };
	if (detector >= 0) solids.input.detector = (Detector)detector;
	double ns = bench_least_ns(detector >= 0 ? detect : overlap, &solids);
	printf("%s,%s,2,%.6f,%u,%d,0\n", name, what, ns / 1e6, (unsigned)solids.result.iterations,
			solids.result.is_overlapping);
	fflush(stdout);
}

static Shape *hull_of(const TestMesh *mesh) {
	HullShapeInput input = { .points = mesh->points.data, .count = mesh->points.count };
	return mk_hull_shape_create(&input, NULL);
}

static Shape *mesh_of(const TestMesh *mesh) {
	return mk_mesh_create(&(MeshInput){ .mesh = mesh_view(mesh), .is_moving = true }, NULL);
}

static void run_spheres(void) {
	static Spheres spheres;
	fill(&spheres, 5000);
	measure_spheres(&spheres, "M1", "all pairs", all_spheres);
	fill(&spheres, SPHERES);
	spheres.cell = 4 * radius;
	measure_spheres(&spheres, "M2", "hash grid", grid_spheres);
	spheres.cell = 1000;
	measure_spheres(&spheres, "M3", "one cell", grid_spheres);
	spheres.cell = radius;
	measure_spheres(&spheres, "M4", "small cells", grid_spheres);
}

static void run_solids(void) {
	TestMesh cube = mesh_make_box(vec3_splat(-1), vec3_splat(1));
	TestMesh ball = mesh_make_ball(32, 62);
	TestMesh coarse = mesh_make_ball(5, 10);
	Shape *hulls[3] = { hull_of(&cube), hull_of(&ball), hull_of(&coarse) };
	Shape *meshes[2] = { mesh_of(&cube), mesh_of(&ball) };
	Shape *const cubes[2] = { hulls[0], hulls[0] };
	Shape *const balls[2] = { meshes[1], meshes[1] };
	Shape *const coarse_balls[2] = { hulls[2], hulls[2] };
	// overlapping: no detector may stop at the first gap
	measure_solids("M5", "axes of cubes", cubes, 1, DETECTOR_SAT);
	measure_solids("M6", "axes of cube and ball", hulls, 1, DETECTOR_SAT);
	measure_solids("M7", "triangles of cube and ball", meshes, 1, DETECTOR_TRIANGLES);
	measure_solids("M8", "triangles of balls", balls, (Real)2.5, DETECTOR_TRIANGLES);
	measure_solids("M9", "trees of balls apart", balls, (Real)2.5, -1);
	measure_solids("M10", "trees of balls in each other", balls, (Real)0.01, -1);
	measure_solids("M11", "axes of 100 triangles", coarse_balls, 1, DETECTOR_SAT);
	for (int i = 0; i < 3; i++)
		mk_shape_release(hulls[i]);
	for (int i = 0; i < 2; i++)
		mk_shape_release(meshes[i]);
	mesh_free(&cube);
	mesh_free(&ball);
	mesh_free(&coarse);
}

int main(void) {
	printf("measure,what,n,ms,tests,hits,bytes\n");
	run_spheres();
	run_solids();
	return 0;
}
