// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What a support query costs: "hull,way,n,ns,what" per line, ns per query, the least of several
// runs in processor time of this thread. Hulls of points on a sphere, and cones of n rim
// vertices with a tip that is joined to all of them. Ways: plain scan, scan in lanes, climbing
// from the last answer (near: directions that turn by two degrees; far: random ones), hierarchy.
// Then the shapes themselves.
#include "bench/bench.h"
#include "geometry/hull_build.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "shape/instance.h"
#include "shape/minkowski_sum.h"
#include "support/random.h"

#include <stdio.h>

enum { REPEATS = 7, QUERIES = 4096, MAX_POINTS = 1 << 20 };
enum { MANY_POINTS = 16384, FEW_QUERIES = 64 }; // with more vertices scans are asked less often

typedef struct Bench {
	const char *name;
	Hull hull;
	HullHierarchy hierarchy;
	Vec3 near[QUERIES]; // each a little off the one before
	Vec3 far[QUERIES];
	int queries;
	uint64_t evaluations;
	Real sum; // so that nothing is optimised away
} Bench;

typedef void Way(Bench *bench);

static double least_time(Bench *bench, Way *way) {
	double best = 1e30;
	for (int i = 0; i < REPEATS; i++) {
		bench->evaluations = 0;
		double start = now_ns();
		way(bench);
		double time = now_ns() - start;
		best = time < best ? time : best;
	}
	return best / bench->queries;
}

static void scan(Bench *b) {
	for (int i = 0; i < b->queries; i++)
		b->sum += b->hull.vertices[hull_support_scan(&b->hull, b->far[i])].x;
}

static void scan_lanes(Bench *b) {
	for (int i = 0; i < b->queries; i++)
		b->sum += b->hull.vertices[mk_hull_support_scan(&b->hull, b->far[i])].x;
}

static void climb_near(Bench *b) {
	uint32_t vertex = 0;
	for (int i = 0; i < b->queries; i++) {
		vertex = hull_support_climb(&b->hull, b->near[i], vertex);
		b->sum += b->hull.vertices[vertex].x;
	}
}

static void climb_far(Bench *b) {
	uint32_t vertex = 0;
	for (int i = 0; i < b->queries; i++) {
		vertex = hull_support_climb(&b->hull, b->far[i], vertex);
		b->sum += b->hull.vertices[vertex].x;
	}
}

static void descend(Bench *b) {
	for (int i = 0; i < b->queries; i++) {
		HierarchyAnswer answer = mk_hull_hierarchy_support(&b->hierarchy, &b->hull, b->far[i]);
		b->evaluations += answer.evaluations;
		b->sum += b->hull.vertices[answer.vertex].x;
	}
}

static void measure_hull(Bench *bench, const Vec3 *points, uint32_t count) {
	static const struct {
		const char *name;
		Way *way;
	} ways[] = { { "scan", scan }, { "scan lanes", scan_lanes }, { "climb near", climb_near },
		{ "climb far", climb_far }, { "hierarchy", descend } };
	bench->hull = mk_hull_build(&(HullInput){ .points = points, .count = count });
	double start = now_ns();
	bench->hierarchy = mk_hull_hierarchy_build(&bench->hull);
	printf("%s,build hierarchy,%u,%.1f,ns per vertex\n", bench->name, bench->hull.vertex_count,
			(now_ns() - start) / bench->hull.vertex_count);
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		bool is_scan = ways[i].way == scan || ways[i].way == scan_lanes;
		bench->queries = is_scan && count > MANY_POINTS ? FEW_QUERIES : QUERIES;
		double ns = least_time(bench, ways[i].way);
		printf("%s,%s,%u,%.1f,", bench->name, ways[i].name, bench->hull.vertex_count, ns);
		if (bench->evaluations == 0) {
			printf("\n");
		} else {
			printf("%.1f evaluations on %u levels\n", (double)bench->evaluations / bench->queries,
					bench->hierarchy.level_count);
		}
	}
	mk_hull_hierarchy_free(&bench->hierarchy);
	mk_hull_free(&bench->hull);
}

static void make_directions(Bench *bench, Rng *rng) {
	Vec3 d = random_unit(rng);
	for (int i = 0; i < QUERIES; i++) {
		d = vec3_normalize(vec3_add_scaled(d, random_unit(rng), (Real)0.035));
		bench->near[i] = d;
		bench->far[i] = random_unit(rng);
	}
}

static void measure_shape(Bench *bench, const Shape *shape, Affine pose) {
	double best = 1e30;
	ShapeInstance in = mk_instance(shape, pose);
	for (int k = 0; k < REPEATS; k++) {
		uint32_t hint = MK_SHAPE_NO_ID;
		double start = now_ns();
		for (int i = 0; i < QUERIES; i++) {
			SupportPoint s = instance_support_core(&in, bench->near[i], hint);
			hint = s.id;
			bench->sum += s.point.x;
		}
		double time = now_ns() - start;
		best = time < best ? time : best;
	}
	printf("%s,support,%u,%.1f,%s\n", shape->ops->name, shape->vertex_count, best / QUERIES,
			in.is_similar ? "turned" : "stretched");
}

static void measure_shapes(Bench *bench, Rng *rng) {
	Vec3 points[32];
	for (int i = 0; i < 32; i++)
		points[i] = random_unit(rng);
	Shape *shapes[] = {
		mk_sphere_create(1, NULL),
		mk_box_create(vec3(1, 2, 3), NULL),
		mk_capsule_create(1, 3, NULL),
		mk_cylinder_create(1, 2, NULL),
		mk_cone_create(1, 2, NULL),
		mk_tapered_capsule_create(1, 2, 3, NULL),
		mk_ellipsoid_create(vec3(1, 2, 3), NULL),
		mk_triangle_create((Triangle){ points[0], points[1], points[2] }, 0, NULL),
		mk_hull_shape_create(&(HullShapeInput){ points, 32, 0, 0 }, NULL),
		NULL,
	};
	MinkowskiSumInput sum = { shapes[1], shapes[3], affine_identity(), affine_identity() };
	shapes[9] = mk_minkowski_sum_create(&sum, NULL);
	Affine turn = affine_from_transform(random_transform(rng, 1));
	Affine stretch = { mat3_multiply(turn.linear, mat3_diagonal(vec3(1, 2, 3))), turn.origin };
	for (int i = 0; i < 10; i++) {
		measure_shape(bench, shapes[i], turn);
		measure_shape(bench, shapes[i], stretch);
		mk_shape_release(shapes[i]);
	}
}

int main(void) {
	static Bench bench;
	static Vec3 points[MAX_POINTS];
	Rng rng = { 1 };
	make_directions(&bench, &rng);
	printf("# support queries on hulls of n vertices: ns per query\nhull,way,n,ns,what\n");
	for (uint32_t n = 8; n <= MAX_POINTS; n *= n < 16384 ? 2 : 4) {
		for (uint32_t i = 0; i < n; i++)
			points[i] = random_unit(&rng);
		bench.name = "sphere";
		measure_hull(&bench, points, n);
	}
	for (uint32_t n = 64; n <= 4096; n *= 4) {
		for (uint32_t i = 0; i < n; i++) {
			double angle = 2 * 3.14159265358979323846 * i / n;
			points[i] = vec3((Real)cos(angle), 0, (Real)sin(angle));
		}
		points[n] = vec3(0, 1, 0);
		points[n + 1] = vec3(0, -1, 0);
		bench.name = "double cone";
		measure_hull(&bench, points, n + 2);
	}
	measure_shapes(&bench, &rng);
	return bench.sum == (Real)0.5 ? 1 : 0;
}
