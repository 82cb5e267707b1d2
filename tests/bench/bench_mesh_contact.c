// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Contacts of concave shapes: time per pair and per triangle that is looked at. Bodies are put down
// here and there, with nothing kept from one place to the next (cold); then they tremble where they
// are by a tenth of a millimetre, as bodies at rest do, with the cache of a pair (warm).
#include "collide/concave_cache.h"
#include "collide/mesh_surface.h"
#include "math/trig.h"
#include "shape/convex.h"
#include "support/contact_scene.h"
#include "support/random.h"

#include <stdio.h>
#include <time.h>

// Of this process: other work on the machine does not count.
static double now_ns(void) { return (double)clock() * (1e9 / CLOCKS_PER_SEC); }

typedef struct BenchPair {
	const char *name;
	const Shape *a;
	const Shape *b;
	Real height; // of A's origin over B's
	Real reach;  // steps go this far from the middle
} BenchPair;

static void count_one(void *context, const SurfaceTriangle *triangle) {
	(void)triangle;
	++*(uint64_t *)context;
}

static uint64_t count_triangles(const ShapeInstance *a, const ShapeInstance *b, Real margin) {
	uint64_t count = 0;
	Affine frame = mk_surface_frame(b, a->pose.origin);
	Surface surface = mk_surface(b, &frame);
	ShapeInstance local = *a;
	local.pose = mk_frame_pose(&frame, a);
	Aabb box = aabb_grow(mk_instance_bounds(&local), margin);
	mk_surface_visit(&surface, &(SurfaceQuery){ box, count_one, &count });
	return count;
}

// Time of a pair that trembles at some places, ns.
static double run_warm(const BenchPair *bench) {
	enum { PLACES = 20, STEPS = 200 };
	ContactScene scene = { 0 };
	PairCache cache = { .concave = mk_concave_cache_create() };
	Rng rng = { 1 };
	Vec3 place = vec3_zero();
	double start = now_ns();
	for (int i = 0; i < PLACES * STEPS; i++) {
		if (i % STEPS == 0) {
			Real x = random_real(&rng, -1, 1) * bench->reach;
			Real z = random_real(&rng, -1, 1) * bench->reach;
			place = vec3(x, bench->height, z);
		}
		Real tremble = (Real)0.0001 * (Real)(i % 3);
		ShapeInstance a = scene_at(bench->a, place.x + tremble, place.y - tremble, place.z);
		ShapeInstance b = instance_local(bench->b);
		scene_collide_cached(&scene, &a, &b, (Real)0.02, &cache);
		if (i % STEPS == 0) mk_arena_reset(&scene.arena);
	}
	double spent = (now_ns() - start) / (PLACES * STEPS);
	mk_concave_cache_free(cache.concave);
	scene_free(&scene);
	return spent;
}

static void run(const BenchPair *bench, bool is_surface) {
	enum { STEPS = 1000, ROUNDS = 5 };
	const Real margin = (Real)0.02;
	ContactScene scene = { 0 };
	double best = 1e30;
	uint64_t triangles = 0;
	uint64_t points = 0;
	for (int round = 0; round < ROUNDS; round++) {
		Rng rng = { 1 };
		triangles = 0;
		points = 0;
		double start = now_ns();
		double counting = 0;
		for (int i = 0; i < STEPS; i++) {
			Real angle = random_real(&rng, 0, 6);
			Real x = random_real(&rng, -1, 1) * bench->reach;
			Real z = random_real(&rng, -1, 1) * bench->reach;
			Transform at = { quat_from_axis_angle(vec3(0, 1, 0), angle),
				vec3(x, bench->height, z) };
			ShapeInstance a = instance_rigid(bench->a, at);
			ShapeInstance b = instance_local(bench->b);
			scene_collide(&scene, &a, &b, margin);
			for (uint32_t k = 0; k < scene.manifolds.count; k++)
				points += scene.manifolds.data[k].count;
			if (round > 0 || !is_surface) continue;
			double from = now_ns();
			triangles += count_triangles(&a, &b, margin);
			counting += now_ns() - from;
		}
		double spent = (now_ns() - start - counting) / STEPS;
		if (spent < best) best = spent;
		mk_arena_reset(&scene.arena);
		if (round == 0 && is_surface) {
			printf("%-28s %8.1f triangles", bench->name, (double)triangles / STEPS);
		}
	}
	if (!is_surface) printf("%-28s %18s", bench->name, "");
	printf(" %10.0f ns cold, %5.0f ns warm, %5.2f points\n", best, run_warm(bench),
			(double)points / STEPS);
	scene_free(&scene);
}

// A ball with bumps, about 1000 triangles.
static Shape *make_bumpy(void) {
	TestMesh mesh = mesh_make_ball(17, 30);
	for (uint32_t i = 0; i < mesh.points.count; i++) {
		Vec3 p = mesh.points.data[i];
		Real bump = 1 + (Real)0.08 * real_sin(7 * p.x) * real_sin(6 * p.y + 1) * real_sin(8 * p.z);
		mesh.points.data[i] = vec3_scale(p, bump);
	}
	return scene_mesh(mesh, false);
}

static Shape *make_terrain(Real steepness) {
	enum { N = 101 };
	Real heights[N * N];
	for (int i = 0; i < N * N; i++) {
		Real x = (Real)(i % N) / 3;
		int row = i / N;
		Real z = (Real)row / 4;
		heights[i] = steepness * real_sin(x) * real_cos(z);
	}
	return mk_height_field_create(&(HeightFieldInput){ heights, N, N }, NULL);
}

// An argument chooses the rows whose names hold it.
int main(int count, char **arguments) {
	const char *wanted = count > 1 ? arguments[1] : "";
	Shape *box = mk_box_create(vec3_splat((Real)0.5), NULL);
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	Shape *capsule = mk_capsule_create((Real)0.3, 1, NULL);
	Shape *cylinder = mk_cylinder_create((Real)0.5, 1, NULL);
	Shape *floor = scene_mesh(scene_floor(40, 100, (Real)0.24, 3), false);
	Shape *fine = scene_mesh(scene_floor(20, 200, (Real)0.24, 3), false);
	TestMesh round = mesh_make_ball(40, 80);
	mesh_map(&round, (Affine){ mat3_diagonal(vec3_splat(10)), vec3(0, -10, 0) });
	Shape *hill = scene_mesh(round, false);
	Shape *flat_field = make_terrain(0);
	Shape *terrain = make_terrain(1);
	Shape *bumpy = make_bumpy();
	const Real down = (Real)0.498;
	const BenchPair pairs[] = {
		{ "box on floor 0.4 m", box, floor, down, 18 },
		{ "box on floor 0.1 m", box, fine, down, 9 },
		{ "ball on floor 0.4 m", ball, floor, down, 18 },
		{ "capsule on floor 0.4 m", capsule, floor, down, 18 },
		{ "cylinder on floor 0.4 m", cylinder, floor, down, 18 },
		{ "box on hill", box, hill, down, (Real)0.5 },
		{ "ball on hill", ball, hill, down, (Real)0.5 },
		{ "box on flat field", box, flat_field, down, 40 },
		{ "box on terrain", box, terrain, down, 40 },
		{ "ball on terrain", ball, terrain, down, 40 },
	};
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (strstr(pairs[i].name, wanted) != NULL) run(&pairs[i], true);
	const BenchPair meshes[] = {
		{ "bumpy mesh on bumpy mesh", bumpy, bumpy, (Real)1.985, (Real)0.05 },
		{ "bumpy mesh on floor", bumpy, floor, (Real)0.985, 18 },
		{ "bumpy mesh on flat field", bumpy, flat_field, (Real)0.985, 40 },
	};
	for (size_t i = 0; i < sizeof(meshes) / sizeof(meshes[0]); i++)
		if (strstr(meshes[i].name, wanted) != NULL) run(&meshes[i], false);
	Shape *all[] = { box, ball, capsule, cylinder, floor, fine, hill, flat_field, terrain, bumpy };
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		mk_shape_release(all[i]);
	return 0;
}
