// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two balls of 3968 triangles each, from apart to one inside the other:
// "way,inner,distance,us,candidates, hits" per line, microseconds for all triangle pairs. A box
// hierarchy is at its best when the meshes are apart and at its worst when one surface runs along
// the other; the sweep shows how much is lost. Ways: the boxes of all pairs of triangles, and the
// pairs of two trees; both test the triangles of the boxes that meet.
#include "bench/bench.h"
#include "geometry/triangle_triangle.h"
#include "spatial/mesh_bvh.h"
#include "support/mesh_make.h"

#include <stdio.h>
#include <stdlib.h>

enum { RINGS = 32, AROUND = 62, COUNT = 2 * RINGS * AROUND };

typedef struct Ball {
	TestMesh mesh;
	MeshBvh tree;
	Aabb boxes[COUNT];
	Triangle triangles[COUNT];
} Ball;

typedef struct Pair {
	Ball *a;
	Ball *b;
	uint64_t candidates;
	uint64_t hits;
} Pair;

static void make_ball(Ball *ball, Real radius, Real x) {
	ball->mesh = mesh_make_ball(RINGS, AROUND);
	// turned a little: no vertex of one is above a vertex of the other
	Quat turn = quat_from_axis_angle(vec3_axis(2), x > 0 ? (Real)0.1 : 0);
	mesh_map(&ball->mesh, (Affine){ mat3_scale(quat_to_mat3(turn), radius), vec3(x, 0, 0) });
	TriangleMesh view = mesh_view(&ball->mesh);
	if (view.triangle_count != COUNT) abort();
	for (uint32_t i = 0; i < COUNT; i++) {
		Triangle t = triangle_mesh_get(view, i);
		ball->triangles[i] = t;
		ball->boxes[i] = (Aabb){ vec3_min(vec3_min(t.a, t.b), t.c),
			vec3_max(vec3_max(t.a, t.b), t.c) };
	}
	MeshBvhInput input = { .vertices = view.points, .indices = view.indices, .count = COUNT };
	mk_mesh_bvh_build(&ball->tree, &input);
}

static void free_ball(Ball *ball) {
	mk_mesh_bvh_free(&ball->tree);
	mesh_free(&ball->mesh);
}

static void test_pair(Pair *pair, uint32_t i, uint32_t j) {
	if (!aabb_overlaps(pair->a->boxes[i], pair->b->boxes[j])) return;
	pair->candidates++;
	TrianglePair found = mk_triangles_meet(pair->a->triangles[i], pair->b->triangles[j]);
	pair->hits += found.meeting != TRIANGLES_APART;
}

static void all_pairs(void *context) {
	Pair *pair = context;
	pair->candidates = 0;
	pair->hits = 0;
	for (uint32_t i = 0; i < COUNT; i++) {
		for (uint32_t j = 0; j < COUNT; j++)
			test_pair(pair, i, j);
	}
}

static bool test_ranges(void *context, MeshBvhRange a, MeshBvhRange b) {
	Pair *pair = context;
	for (uint32_t i = a.first; i < a.first + a.count; i++) {
		for (uint32_t j = b.first; j < b.first + b.count; j++)
			test_pair(pair, pair->a->tree.order[i], pair->b->tree.order[j]);
	}
	return true;
}

static void tree_pairs(void *context) {
	Pair *pair = context;
	pair->candidates = 0;
	pair->hits = 0;
	MeshBvhPairQuery query = { .a = &pair->a->tree, .b = &pair->b->tree };
	query.b_to_a = affine_identity();
	mk_mesh_bvh_find_pairs(&query, test_ranges, pair);
}

static void measure(Pair *pair, Real radius, Real distance) {
	static const struct {
		const char *name;
		BenchRun *run;
	} ways[] = { { "all pairs", all_pairs }, { "trees", tree_pairs } };
	for (int i = 0; i < 2; i++) {
		double ns = bench_least_ns(ways[i].run, pair);
		printf("%s,%.2f,%.2f,%.1f,%llu,%llu\n", ways[i].name, (double)radius, (double)distance,
				ns * 1e-3, (unsigned long long)pair->candidates, (unsigned long long)pair->hits);
		fflush(stdout);
	}
}

int main(void) {
	static Ball outer;
	static Ball inner;
	const Real radii[] = { 1, (Real)0.99, (Real)0.5 };
	const Real distances[] = { (Real)2.5, 2, (Real)1.5, 1, (Real)0.5, (Real)0.2, (Real)0.05, 0 };
	make_ball(&outer, 1, 0);
	printf("# two balls of %d triangles, the second one smaller and nearer each time\n", COUNT);
	printf("way,inner,distance,us,candidates,hits\n");
	for (size_t i = 0; i < sizeof(radii) / sizeof(radii[0]); i++) {
		for (size_t k = 0; k < sizeof(distances) / sizeof(distances[0]); k++) {
			make_ball(&inner, radii[i], distances[k]);
			measure(&(Pair){ .a = &outer, .b = &inner }, radii[i], distances[k]);
			free_ball(&inner);
		}
	}
	free_ball(&outer);
	return 0;
}
