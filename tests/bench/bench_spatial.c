// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the spatial structures cost: "structure,operation,n,ns,what" per line, ns per element or
// query, the least of several runs in processor time of this thread. Boxes of 0.2 to 1 m in a
// cube with 3.4 cubic metres for each; a terrain for the mesh tree. With an argument, the
// largest n: 1e6 is the most.
#include "bench/bench.h"
#include "spatial/bvh.h"
#include "spatial/hash_grid.h"
#include "spatial/mesh_bvh.h"
#include "support/random.h"

#include <stdio.h>
#include <stdlib.h>

enum { REPEATS = 5 };

typedef struct World {
	uint32_t count;
	BvhItem *items;
	Bvh bvh;
	HashGrid grid;
	uint64_t found; // by the last query
} World;

// One thing to measure, and how many elements or queries it is.
typedef uint32_t Operation(World *world);

static void print_line(const char *structure, const char *operation, uint32_t n, double ns) {
	printf("%s,%s,%u,%.1f,", structure, operation, n, ns);
}

// Runs `before` outside of the clock and `operation` inside.
static void measure(World *world, const char *name, Operation *before, Operation *operation) {
	double best = 1e30;
	uint32_t count = 1;
	for (int i = 0; i < REPEATS; i++) {
		if (before != NULL) before(world);
		world->found = 0;
		double start = now_ns();
		count = operation(world);
		double time = now_ns() - start;
		best = time < best ? time : best;
	}
	print_line("bvh", name, world->count, best / count);
	printf("found %.2f each\n", (double)world->found / count);
}

static bool count_visit(void *context, uint32_t id, uint32_t user) {
	(void)id;
	(void)user;
	++*(uint64_t *)context;
	return true;
}

static Real count_cast(void *context, uint32_t id, uint32_t user, Real max_t) {
	count_visit(context, id, user);
	return max_t;
}

// Every hit is taken as the nearest so far: what a closest-hit ray does.
static Real cut_cast(void *context, uint32_t id, uint32_t user, Real max_t) {
	count_visit(context, id, user);
	return max_t * (Real)0.75;
}

static uint32_t clear(World *world) {
	mk_bvh_clear(&world->bvh);
	return 1;
}

static uint32_t insert_all(World *world) {
	for (uint32_t i = 0; i < world->count; i++) {
		mk_bvh_insert(&world->bvh, world->items[i].box, i, 1);
	}
	return world->count;
}

static uint32_t insert_afresh(World *world) {
	clear(world);
	return insert_all(world);
}

static uint32_t build_all(World *world) {
	mk_bvh_build(&world->bvh, world->items, world->count);
	return world->count;
}

static uint32_t remove_all(World *world) {
	for (uint32_t i = 0; i < world->count; i++) {
		mk_bvh_remove(&world->bvh, i);
	}
	return world->count;
}

// Every box leaves its fat box.
static uint32_t move_all(World *world) {
	for (uint32_t i = 0; i < world->count; i++) {
		Vec3 motion = vec3((Real)0.11, (Real)0.02 * (Real)(i % 3), 0);
		Aabb box = world->items[i].box;
		mk_bvh_move(&world->bvh, i, (Aabb){ vec3_add(box.min, motion), vec3_add(box.max, motion) },
				(Real)0.05);
	}
	return world->count;
}

static uint32_t build_and_move(World *world) {
	build_all(world);
	return move_all(world);
}

static uint32_t rebuild(World *world) {
	mk_bvh_rebuild(&world->bvh);
	return world->count;
}

static uint32_t query_all(World *world) {
	for (uint32_t i = 0; i < world->count; i++) {
		mk_bvh_query(&world->bvh, world->items[i].box, 1, count_visit, &world->found);
	}
	return world->count;
}

static uint32_t find_pairs(World *world) {
	mk_bvh_find_pairs(&world->bvh, count_visit, &world->found);
	return world->count;
}

static BoxCast long_cast(const World *world, uint32_t i) {
	Vec3 from = world->items[i].box.min;
	Vec3 to = world->items[(i * 7 + 1) % world->count].box.min;
	return (BoxCast){ .origin = from, .motion = vec3_sub(to, from), .max_t = 1 };
}

static uint32_t cast_all(World *world, BvhCastVisit *visit, Real half) {
	uint32_t count = world->count / 10;
	for (uint32_t i = 0; i < count; i++) {
		BoxCast cast = long_cast(world, i);
		cast.half = vec3_splat(half);
		mk_bvh_cast(&world->bvh, &cast, 1, visit, &world->found);
	}
	return count;
}

static uint32_t cast_rays(World *world) { return cast_all(world, count_cast, 0); }
static uint32_t cast_nearest(World *world) { return cast_all(world, cut_cast, 0); }
static uint32_t cast_boxes(World *world) { return cast_all(world, cut_cast, (Real)0.5); }

static void make_world(World *world, uint32_t count) {
	*world = (World){ .count = count, .items = malloc(count * sizeof(BvhItem)) };
	if (world->items == NULL) abort();
	Rng rng = { 1 };
	double half_side = 0.75 * cbrt((double)count);
	for (uint32_t i = 0; i < count; i++) {
		Vec3 center = random_vec3(&rng, half_side);
		Vec3 half = vec3_add(random_vec3(&rng, 0.2), vec3_splat((Real)0.3)); // 0.1 to 0.5
		world->items[i] = (BvhItem){ aabb_from_center(center, half), i, 1 };
	}
}

static void bench_bvh(uint32_t count) {
	World world;
	make_world(&world, count);
	measure(&world, "insert", clear, insert_all);
	printf("bvh,inserted tree,%u,0,height %u cost %.1f\n", count, bvh_height(&world.bvh),
			(double)mk_bvh_cost(&world.bvh));
	measure(&world, "query inserted", NULL, query_all);
	measure(&world, "remove", insert_afresh, remove_all);
	measure(&world, "build", NULL, build_all);
	printf("bvh,built tree,%u,0,height %u cost %.1f bytes %.1f each\n", count,
			bvh_height(&world.bvh), (double)mk_bvh_cost(&world.bvh),
			(double)mk_bvh_memory(&world.bvh) / count);
	measure(&world, "query built", NULL, query_all);
	measure(&world, "pairs", NULL, find_pairs);
	measure(&world, "ray all hits", NULL, cast_rays);
	measure(&world, "ray nearest", NULL, cast_nearest);
	measure(&world, "swept box", NULL, cast_boxes);
	measure(&world, "move", build_all, move_all);
	measure(&world, "rebuild", build_and_move, rebuild);
	mk_bvh_free(&world.bvh);
	free(world.items);
}

// A terrain of size x size quads of 1 m with hills of 1 m.
typedef struct Terrain {
	Vec3 *vertices;
	uint32_t *indices;
	MeshBvhInput input;
} Terrain;

static Terrain make_terrain(uint32_t size) {
	uint32_t side = size + 1;
	Terrain t = { .vertices = malloc((size_t)side * side * sizeof(Vec3)),
		.indices = malloc((size_t)size * size * 6 * sizeof(uint32_t)) };
	if (t.vertices == NULL || t.indices == NULL) abort();
	Rng rng = { 3 };
	for (uint32_t i = 0; i < side * side; i++) {
		uint32_t row = i / side;
		t.vertices[i] = vec3((Real)(i % side), random_real(&rng, 0, 1), (Real)row);
	}
	for (uint32_t quad = 0; quad < size * size; quad++) {
		uint32_t corner = quad / size * side + quad % size;
		const uint32_t corners[6] = { corner, corner + 1, corner + side + 1, corner,
			corner + side + 1, corner + side };
		memcpy(t.indices + (size_t)quad * 6, corners, sizeof(corners));
	}
	t.input = (MeshBvhInput){
		.vertices = t.vertices, .indices = t.indices, .count = 2 * size * size
	};
	return t;
}

static bool count_range(void *context, uint32_t first, uint32_t count) {
	(void)first;
	*(uint64_t *)context += count;
	return true;
}

static Real count_cast_range(void *context, uint32_t first, uint32_t count, Real max_t) {
	count_range(context, first, count);
	return max_t;
}

static bool count_range_pair(void *context, MeshBvhRange a, MeshBvhRange b) {
	return count_range(context, 0, a.count * b.count);
}

typedef struct MeshBench {
	Terrain terrain;
	MeshBvh tree;
	uint32_t size;
	uint64_t found;
} MeshBench;

typedef uint32_t MeshOperation(MeshBench *bench);

static void measure_mesh(MeshBench *bench, const char *name, MeshOperation *operation) {
	double best = 1e30;
	uint32_t count = 1;
	for (int i = 0; i < REPEATS; i++) {
		bench->found = 0;
		double start = now_ns();
		count = operation(bench);
		double time = now_ns() - start;
		best = time < best ? time : best;
	}
	print_line("mesh_bvh", name, bench->tree.count, best / count);
	printf("found %.2f each, %.1f ms in all\n", (double)bench->found / count, best * 1e-6);
}

static uint32_t build_mesh(MeshBench *bench) {
	mk_mesh_bvh_free(&bench->tree);
	mk_mesh_bvh_build(&bench->tree, &bench->terrain.input);
	return bench->tree.count;
}

static uint32_t refit_mesh(MeshBench *bench) {
	mk_mesh_bvh_refit(&bench->tree, &bench->terrain.input);
	return bench->tree.count;
}

enum { MESH_QUERIES = 20000 };

static Vec3 place_on(const MeshBench *bench, Rng *rng) {
	Real x = random_real(rng, 0, bench->size);
	return vec3(x, (Real)0.5, random_real(rng, 0, bench->size));
}

static uint32_t query_mesh(MeshBench *bench) {
	Rng rng = { 1 };
	for (uint32_t i = 0; i < MESH_QUERIES; i++) {
		Aabb box = aabb_from_center(place_on(bench, &rng), vec3_splat((Real)0.5));
		mk_mesh_bvh_query(&bench->tree, box, count_range, &bench->found);
	}
	return MESH_QUERIES;
}

static uint32_t cast_mesh(MeshBench *bench, Vec3 motion, Real half) {
	Rng rng = { 2 };
	for (uint32_t i = 0; i < MESH_QUERIES; i++) {
		Vec3 origin = vec3_sub(place_on(bench, &rng), vec3_scale(motion, (Real)0.5));
		BoxCast cast = { origin, motion, vec3_splat(half), 1 };
		mk_mesh_bvh_cast(&bench->tree, &cast, count_cast_range, &bench->found);
	}
	return MESH_QUERIES;
}

static uint32_t ray_down(MeshBench *bench) { return cast_mesh(bench, vec3(0, -4, 0), 0); }
static uint32_t ray_slanted(MeshBench *bench) { return cast_mesh(bench, vec3(20, -4, 7), 0); }
static uint32_t box_slanted(MeshBench *bench) {
	return cast_mesh(bench, vec3(2, -4, 1), (Real)0.5);
}

// The mesh against itself, turned and lifted so that only hills touch.
static uint32_t pair_mesh(MeshBench *bench) {
	Quat turn = quat_from_axis_angle(vec3(0, 1, 0), (Real)0.3);
	MeshBvhPairQuery query = { .a = &bench->tree, .b = &bench->tree };
	query.b_to_a = (Affine){ quat_to_mat3(turn), vec3(0, (Real)0.9, 0) };
	mk_mesh_bvh_find_pairs(&query, count_range_pair, &bench->found);
	return 1;
}

static void bench_mesh(uint32_t count) {
	MeshBench bench = { .size = (uint32_t)sqrt(count / 2.0) };
	bench.terrain = make_terrain(bench.size);
	measure_mesh(&bench, "build", build_mesh);
	printf("mesh_bvh,tree,%u,0,cost %.1f bytes %.1f each, valid %d\n", bench.tree.count,
			(double)mk_mesh_bvh_cost(&bench.tree),
			(double)mk_mesh_bvh_memory(&bench.tree) / bench.tree.count,
			mk_mesh_bvh_is_valid(&bench.tree));
	measure_mesh(&bench, "refit", refit_mesh);
	measure_mesh(&bench, "query 1 m", query_mesh);
	measure_mesh(&bench, "ray down", ray_down);
	measure_mesh(&bench, "ray slanted 21 m", ray_slanted);
	measure_mesh(&bench, "swept box 4.6 m", box_slanted);
	measure_mesh(&bench, "pairs", pair_mesh);
	mk_mesh_bvh_free(&bench.tree);
	free(bench.terrain.vertices);
	free(bench.terrain.indices);
}

static Aabb item_box(void *context, uint32_t object) {
	return ((const World *)context)->items[object].box;
}

static void print_grid_line(const World *world, const char *name, double ns) {
	char operation[64];
	const HashGridOptions *options = &world->grid.options;
	snprintf(operation, sizeof(operation), "%s cell %.2f%s", name, (double)options->cell_size,
			options->has_second_grid ? " two grids" : "");
	print_line("hash_grid", operation, world->count, ns / world->count);
}

static void query_grid(World *world) {
	HashGridWork sum = { 0 };
	double best = 1e30;
	for (int repeat = 0; repeat < REPEATS; repeat++) {
		sum = (HashGridWork){ 0 };
		double start = now_ns();
		for (uint32_t i = 0; i < world->count; i++) {
			HashGridWork work = mk_hash_grid_query(
					&world->grid, world->items[i].box, count_visit, &world->found);
			sum.cells += work.cells;
			sum.candidates += work.candidates;
			sum.hits += work.hits;
		}
		double time = now_ns() - start;
		best = time < best ? time : best;
	}
	double n = (double)world->count;
	print_grid_line(world, "query", best);
	printf("cells %.2f candidates %.2f hits %.2f bytes %.0f each\n", sum.cells / n,
			sum.candidates / n, sum.hits / n, (double)mk_hash_grid_memory(&world->grid) / n);
}

static void update_grid(World *world) {
	double start = now_ns();
	uint32_t changed = 0;
	for (uint32_t i = 0; i < world->count; i++) {
		Vec3 motion = vec3((Real)0.1, 0, 0);
		Aabb *box = &world->items[i].box;
		*box = (Aabb){ vec3_add(box->min, motion), vec3_add(box->max, motion) };
		changed += mk_hash_grid_update(&world->grid, i);
	}
	print_grid_line(world, "update by 0.1 m", now_ns() - start);
	printf("changed cells %.2f\n", (double)changed / world->count);
}

static void bench_grid(uint32_t count, Real cell_size, bool has_second_grid) {
	World world;
	make_world(&world, count);
	HashGridOptions options = { .cell_size = cell_size,
		.has_second_grid = has_second_grid,
		.bounds = item_box,
		.context = &world };
	mk_hash_grid_init(&world.grid, &options);
	double start = now_ns();
	for (uint32_t i = 0; i < count; i++) {
		mk_hash_grid_insert(&world.grid, i);
	}
	print_grid_line(&world, "insert", now_ns() - start);
	printf("\n");
	query_grid(&world);
	update_grid(&world);
	mk_hash_grid_free(&world.grid);
	free(world.items);
}

int main(int argc, char **argv) {
	double most = argc > 1 ? strtod(argv[1], NULL) : 1e5;
	printf("# trees and grids over n boxes or triangles: ns per element or query\n");
	printf("structure,operation,n,ns,what\n");
	for (double n = 1e3; n <= most && n <= 1e6; n *= 10) {
		bench_bvh((uint32_t)n);
	}
	for (double n = 1e3; n <= most && n <= 1e6; n *= 10) {
		bench_mesh((uint32_t)n);
	}
	const Real cell_sizes[] = { (Real)0.25, (Real)0.5, 1, 2, 4, 8 };
	for (size_t i = 0; i < sizeof(cell_sizes) / sizeof(cell_sizes[0]); i++) {
		bench_grid(10000, cell_sizes[i], false);
		bench_grid(10000, cell_sizes[i], true);
	}
	return 0;
}
