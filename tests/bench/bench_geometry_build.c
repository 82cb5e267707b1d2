// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What is made from n points or triangles once per shape, over n: "function,n,ns,what" per line,
// ns per point or triangle unless it says otherwise. Points fill an ellipsoid; meshes are balls
// and rings, and towers with notches for the decomposition. Linear functions keep their ns,
// others show how they grow.
#include "bench/bench.h"
#include "geometry/bounding_sphere.h"
#include "geometry/closest_polygon.h"
#include "geometry/containment.h"
#include "geometry/decompose.h"
#include "geometry/hull_build.h"
#include "geometry/mass.h"
#include "geometry/obb_fit.h"
#include "shape/hull_shape.h"
#include "shape/instance.h"
#include "support/mesh_make.h"
#include "support/random.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_POINTS = 100000, QUERIES = 256, NOTCHES = 16 };

typedef struct Build {
	Vec3 points[MAX_POINTS];
	uint32_t count;
	ObbMode mode;
	TriangleMesh mesh;
	DecomposeMethod method;
	Vec3 places[QUERIES];
	const Shape *shape;
	ConvexFaces faces;
	uint32_t parts;
	Real sum; // so that nothing is optimised away
} Build;

static void run_obb(void *context) {
	Build *b = context;
	b->sum += mk_obb_fit(b->points, b->count, b->mode).box.half.x;
}

static void run_tight(void *context) {
	Build *b = context;
	b->sum += mk_obb_fit_tight(b->points, b->count).box.half.x;
}

static void run_sphere(void *context) {
	Build *b = context;
	b->sum += mk_bounding_sphere(b->points, b->count).sphere.radius;
}

static void run_sphere_exhaustive(void *context) {
	Build *b = context;
	b->sum += mk_bounding_sphere_exhaustive(b->points, b->count).sphere.radius;
}

static void run_sphere_from_box(void *context) {
	Build *b = context;
	b->sum += mk_bounding_sphere_from_box(b->points, b->count).sphere.radius;
}

static void run_mass(void *context) {
	Build *b = context;
	b->sum += mk_mass_of_mesh(b->mesh).properties.mass;
}

static void run_shell(void *context) {
	Build *b = context;
	b->sum += mk_mass_of_shell(b->mesh, 1).properties.mass;
}

static void run_contains(void *context) {
	Build *b = context;
	for (int i = 0; i < QUERIES; i++)
		b->sum += (Real)mk_triangle_mesh_contains(b->mesh, b->places[i]);
}

static void run_decompose(void *context) {
	Build *b = context;
	DecomposeInput input = {
		.mesh = b->mesh, .method = b->method, .max_parts = NOTCHES, .max_concavity = (Real)0.01
	};
	Decomposition result = mk_decompose(&input);
	b->parts = result.parts.count;
	mk_decomposition_free(&result);
}

// the nearest point by looking at every face, and by support mappings (GJK)
static void run_closest_faces(void *context) {
	Build *b = context;
	for (int i = 0; i < QUERIES; i++)
		b->sum += mk_closest_on_polyhedron(&b->faces, b->places[i]).point.x;
}

static void run_closest_support(void *context) {
	Build *b = context;
	ShapeInstance in = mk_instance(
			b->shape, (Affine){ mat3_diagonal(vec3(1, 1, (Real)1.5)), vec3_zero() });
	for (int i = 0; i < QUERIES; i++)
		b->sum += mk_instance_closest(&in, b->places[i]).point.x;
}

static void print_line(const char *name, uint32_t n, double ns, const char *what) {
	printf("%s,%u,%.1f,%s\n", name, n, ns, what);
	fflush(stdout);
}

static void measure_points(Build *b, uint32_t count) {
	static const char *const modes[OBB_MODE_COUNT] = { "obb of points", "obb of hull points",
		"obb of hull edges", "obb of hull surface" };
	b->count = count;
	for (int mode = 0; mode < OBB_MODE_COUNT; mode++) {
		b->mode = (ObbMode)mode;
		print_line(modes[mode], count, bench_least_ns(run_obb, b) / count, "per point");
	}
	print_line("obb tight", count, bench_least_ns(run_tight, b), "in all");
	print_line("bounding sphere", count, bench_least_ns(run_sphere, b) / count, "per point");
	double ns = bench_least_ns(run_sphere_from_box, b);
	print_line("bounding sphere from box", count, ns / count, "per point");
	if (count > 32) return;
	print_line("bounding sphere exhaustive", count, bench_least_ns(run_sphere_exhaustive, b),
			"in all");
}

static void measure_mesh(Build *b, TestMesh mesh) {
	b->mesh = mesh_view(&mesh);
	uint32_t n = b->mesh.triangle_count;
	print_line("mass of mesh", n, bench_least_ns(run_mass, b) / n, "per triangle");
	print_line("mass of shell", n, bench_least_ns(run_shell, b) / n, "per triangle");
	double ns = bench_least_ns(run_contains, b) / QUERIES;
	print_line("point in mesh", n, ns / n, "per triangle and point");
	mesh_free(&mesh);
}

// a tower of `floors` floors; every other one is wider
static TestMesh make_tower(int floors) {
	char picture[4 * NOTCHES + 1];
	for (int i = 0; i < floors; i++)
		memcpy(picture + (size_t)4 * (size_t)i, i % 2 == 0 ? "###\n" : "#..\n", 4);
	picture[4 * floors - 1] = '\0';
	return mesh_make_picture(picture, 1);
}

static void measure_decompose(Build *b, TestMesh mesh) {
	static const char *const names[] = { "decompose by cutting", "decompose by merging" };
	b->mesh = mesh_view(&mesh);
	uint32_t n = b->mesh.triangle_count;
	for (int i = 0; i < 2; i++) {
		b->method = i == 0 ? DECOMPOSE_CUT : DECOMPOSE_MERGE;
		double ns = bench_least_ns(run_decompose, b);
		char what[64];
		snprintf(what, sizeof(what), "per triangle; %.2f ms for %u parts", ns * 1e-6, b->parts);
		print_line(names[i], n, ns / n, what);
	}
	mesh_free(&mesh);
}

static void measure_closest(Build *b, uint32_t count) {
	for (uint32_t i = 0; i < count; i++) {
		Rng rng = { i };
		b->points[i] = random_unit(&rng);
	}
	HullShapeInput input = { b->points, count, 0, 0 };
	Shape *shape = mk_hull_shape_create(&input, NULL);
	if (shape == NULL) abort();
	const HullShape *hull = (const HullShape *)shape;
	b->faces = (ConvexFaces){ hull->hull.vertices, hull->corners, hull->starts, hull->hull.planes,
		hull->hull.face_count };
	b->shape = shape;
	uint32_t n = b->faces.count;
	print_line("nearest point by faces", n, bench_least_ns(run_closest_faces, b) / QUERIES,
			"per point");
	print_line("nearest point by supports", n, bench_least_ns(run_closest_support, b) / QUERIES,
			"per point");
	mk_shape_release(shape);
}

int main(void) {
	static Build build;
	Rng rng = { 1 };
	for (uint32_t i = 0; i < MAX_POINTS; i++) {
		Vec3 direction = random_unit(&rng);
		Vec3 p = vec3_scale(direction, random_real(&rng, 0, 1));
		build.points[i] = vec3_multiply(p, vec3(1, 2, 3));
	}
	for (int i = 0; i < QUERIES; i++)
		build.places[i] = random_vec3(&rng, 3);
	printf("# what is built once per shape, over the number n of points, triangles or faces\n");
	printf("function,n,ns,what\n");
	const uint32_t counts[] = { 10, 32, 100, 1000, 10000, 100000 };
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
		measure_points(&build, counts[i]);
	for (uint32_t rings = 4; rings <= 256; rings *= 4)
		measure_mesh(&build, mesh_make_ball(rings, 2 * rings));
	for (int floors = 2; floors <= NOTCHES; floors *= 2)
		measure_decompose(&build, make_tower(floors));
	for (uint32_t around = 8; around <= 32; around *= 2)
		measure_decompose(&build, mesh_make_torus(2, 1, around, around));
	for (uint32_t count = 8; count <= 32768; count *= 8)
		measure_closest(&build, count);
	return build.sum == (Real)0.5 ? 1 : 0;
}
