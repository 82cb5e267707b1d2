// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Times of the moving tests. Prints one line per test: test,cases,hits,ns_per_call,cells; cells is
// the mean number of cells of the feature tests, 0 for closed forms. The times are the least of
// several repeats over the same random cases, about half of which are hits where that makes sense.
#define _POSIX_C_SOURCE 200809L
#include "geometry/moving_box.h"
#include "geometry/moving_ellipsoid.h"
#include "geometry/moving_interval.h"
#include "geometry/moving_round.h"
#include "geometry/moving_sphere.h"
#include "geometry/moving_triangle.h"

#include "support/random_geometry.h"

#include <stdio.h>
#include <time.h>

#define CASES   4096
#define REPEATS 7

// What all tests are made from.
typedef struct Case {
	Sphere sphere;
	Vec3 motion;
	Obb box;
	Obb other_box;
	Capsule capsule;
	Capsule other_capsule;
	Triangle triangle;
	Triangle other_triangle;
	FeatureInput feature;
} Case;

typedef struct Outcome {
	bool hit;
	uint32_t cells;
} Outcome;

typedef Outcome Run(const Case *c);

static Outcome closed(MovingHit hit) { return (Outcome){ hit.hit, 0 }; }

static Sphere other_sphere(const Case *c) {
	return (Sphere){ c->other_box.center, c->other_box.half.x };
}

static Outcome run_spheres(const Case *c) {
	return closed(mk_moving_sphere_hit_sphere(c->sphere, c->motion, other_sphere(c)));
}

static Outcome run_spheres_segment(const Case *c) {
	return (Outcome){ moving_sphere_meets_sphere(c->sphere, c->motion, other_sphere(c)), 0 };
}

static Outcome run_sphere_triangle(const Case *c) {
	return closed(mk_moving_sphere_hit_triangle(c->sphere, c->motion, c->other_triangle));
}

static Outcome run_sphere_aabb(const Case *c) {
	Aabb box = aabb_from_center(c->other_box.center, c->other_box.half);
	return closed(mk_moving_sphere_hit_aabb(c->sphere, c->motion, box));
}

static Outcome run_sphere_aabb_vertex(const Case *c) {
	Aabb box = aabb_from_center(c->other_box.center, c->other_box.half);
	return closed(mk_moving_sphere_hit_aabb_vertex_first(c->sphere, c->motion, box));
}

static Outcome run_sphere_obb(const Case *c) {
	return closed(mk_moving_sphere_hit_obb(c->sphere, c->motion, c->other_box));
}

static Outcome run_sphere_capsule(const Case *c) {
	return closed(mk_moving_sphere_hit_capsule(c->sphere, c->motion, c->other_capsule));
}

static Outcome run_capsules(const Case *c) {
	return closed(mk_moving_capsule_hit_capsule(c->capsule, c->motion, c->other_capsule));
}

static Outcome run_aabbs(const Case *c) {
	Aabb a = aabb_from_center(c->box.center, c->box.half);
	Aabb b = aabb_from_center(c->other_box.center, c->other_box.half);
	return closed(mk_moving_aabb_hit_aabb(a, c->motion, b));
}

static Outcome run_obbs(const Case *c) {
	return closed(mk_moving_obb_hit_obb(&c->box, c->motion, &c->other_box));
}

static Outcome run_ellipsoid_triangle(const Case *c) {
	Ellipsoid ellipsoid = { c->box.center, c->box.half };
	return closed(mk_moving_ellipsoid_hit_triangle(&ellipsoid, c->motion, c->other_triangle));
}

static Outcome run_vertex_face(const Case *c) {
	FeatureHit hit = mk_moving_vertex_face(&c->feature);
	return (Outcome){ hit.status == MOVING_HIT, hit.cells };
}

static Outcome run_edge_edge(const Case *c) {
	FeatureHit hit = mk_moving_edge_edge(&c->feature);
	return (Outcome){ hit.status == MOVING_HIT, hit.cells };
}

static Outcome run_triangles(const Case *c) {
	MovingTriangleHit hit = mk_moving_triangle_hit_triangle(
			c->triangle, c->motion, c->other_triangle);
	return (Outcome){ hit.hit.hit, hit.cells };
}

// a moving sphere and a box without the closed form, for comparison
static Real sphere_box_distance(const void *data, Real time) {
	const Case *c = data;
	Vec3 center = vec3_add_scaled(c->sphere.center, c->motion, time);
	return real_sqrt(distance_squared_to_obb(c->other_box, center)) - c->sphere.radius;
}

static Real sphere_box_reach(const void *data, Real from, Real to) {
	const Case *c = data;
	return vec3_length(c->motion) * (to - from);
}

static Outcome run_interval(const Case *c) {
	IntervalInput input = { .distance = sphere_box_distance,
		.reach = sphere_box_reach,
		.data = c,
		.tolerance = (Real)1e-4 };
	IntervalHit hit = mk_moving_interval_halve(&input);
	return (Outcome){ hit.status == MOVING_HIT, hit.queries };
}

static const struct {
	const char *name;
	Run *run;
} tests[] = {
	{ "sphere_sphere", run_spheres },
	{ "sphere_sphere_segment", run_spheres_segment },
	{ "sphere_triangle", run_sphere_triangle },
	{ "sphere_aabb", run_sphere_aabb },
	{ "sphere_aabb_vertex_first", run_sphere_aabb_vertex },
	{ "sphere_obb", run_sphere_obb },
	{ "sphere_obb_interval_halving", run_interval },
	{ "sphere_capsule", run_sphere_capsule },
	{ "capsule_capsule", run_capsules },
	{ "aabb_aabb", run_aabbs },
	{ "obb_obb", run_obbs },
	{ "ellipsoid_triangle", run_ellipsoid_triangle },
	{ "vertex_face", run_vertex_face },
	{ "edge_edge", run_edge_edge },
	{ "triangle_triangle", run_triangles },
};

static Obb random_box(Rng *rng, Vec3 center) {
	Vec3 half = vec3_add(vec3_abs(random_vec3(rng, 0.8)), vec3_splat((Real)0.2));
	return (Obb){ center, quat_to_mat3(random_quat(rng)), half };
}

static Triangle plain_triangle(Rng *rng, Vec3 center) {
	Vec3 a = random_vec3(rng, 1);
	Vec3 b = random_vec3(rng, 1);
	Vec3 c = random_vec3(rng, 1);
	return triangle_move((Triangle){ a, b, c }, center);
}

static Case random_case(Rng *rng) {
	Case c = { .feature = { .time_max = 1 } };
	Vec3 at = vec3_scale(random_unit(rng), 4);
	c.box = random_box(rng, at);
	c.other_box = random_box(rng, vec3_zero());
	c.sphere = (Sphere){ at, c.box.half.x };
	Vec3 way = vec3_scale(c.box.axes.x, c.box.half.y);
	c.capsule = (Capsule){ vec3_sub(at, way), vec3_add(at, way), c.box.half.z };
	way = vec3_scale(c.other_box.axes.x, c.other_box.half.y);
	c.other_capsule = (Capsule){ vec3_negate(way), way, c.other_box.half.z };
	c.triangle = plain_triangle(rng, at);
	c.other_triangle = plain_triangle(rng, vec3_zero());
	Vec3 target = random_vec3(rng, 2);
	c.motion = vec3_scale(vec3_sub(target, at), 2);
	for (int i = 0; i < 4; i++) {
		c.feature.points[i].start = random_vec3(rng, 1);
		c.feature.points[i].end = random_vec3(rng, 1);
	}
	return c;
}

static double now(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static Case cases[CASES];

static void measure(const char *name, Run *run) {
	double best = (double)INFINITY;
	uint32_t hits = 0;
	uint64_t cells = 0;
	for (int repeat = 0; repeat < REPEATS; repeat++) {
		hits = 0;
		cells = 0;
		double start = now();
		for (int i = 0; i < CASES; i++) {
			Outcome outcome = run(&cases[i]);
			hits += outcome.hit;
			cells += outcome.cells;
		}
		double seconds = now() - start;
		if (seconds < best) best = seconds;
	}
	printf("%s,%d,%u,%.1f,%.1f\n", name, CASES, hits, best / CASES * 1e9, (double)cells / CASES);
}

int main(void) {
	Rng rng = { 77 };
	for (int i = 0; i < CASES; i++) {
		cases[i] = random_case(&rng);
	}
	printf("test,cases,hits,ns_per_call,cells\n");
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		measure(tests[i].name, tests[i].run);
	}
	return 0;
}
