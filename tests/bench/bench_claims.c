// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What Ericson's Real-Time Collision Detection, chapter 5, says about costs, measured:
// "claim,variant,n, ns,what" per line, the two sides of a claim under one name. Claims about
// functions that stand side by side anyway are in bench_geometry.c (rectangles, boxes with and
// without the point, tetrahedra, delayed division, plain and informative tests, three triangle
// tests), growth is in bench_geometry_build.c (nearest point of a polyhedron by faces and by
// supports), moving tests are in benches of their own.
//
// Not measured, because there is no second side to compare: quadratic minimisation on a triangle
// (5.1.5) and segment-triangle by it (5.1.10), six segment-triangle tests for a pair (5.1.11),
// projection of polygons to 2D for the edge step (5.2.8; it is wrong for oblique ones) and ERIT and
// Devillers beside the interval test (5.2.10): the engine has one way each, checked against brute
// force. The half angle of a cone (5.2.4) is turned into a radius where it comes in. Parallel
// segments and planes without a branch (5.3.1) would be NaN for segments in the plane. The order of
// axes of triangle and box (5.2.9) is fixed by the book's own advice. Precision (5.1.8, 5.2.1.1) is
// tested, not timed: test_closest_pair.c, test_overlap_box.c.
#include "bench/bench.h"
#include "geometry/closest_pair.h"
#include "geometry/closest_triangle.h"
#include "geometry/orientation.h"
#include "geometry/overlap_box.h"
#include "geometry/overlap_sphere.h"
#include "geometry/sat.h"
#include "support/random.h"
#include "support/sat_hulls.h"

#include <stdio.h>

enum { COUNT = 1024, MAX_CORNERS = 256 };

typedef struct Inputs {
	Vec3 points[COUNT];
	Triangle triangles[COUNT];
	Segment2 chords[COUNT];
	Segment segments[COUNT];
	Sphere spheres[COUNT];
	Obb boxes[COUNT];
	int axes[COUNT]; // remembered, per pair of boxes
	Vec3 corners[MAX_CORNERS];
	uint32_t n; // what a line is about: corners, or percent
	Real sum;   // so that nothing is optimised away
} Inputs;

static void print_line(const char *claim, const char *variant, uint32_t n, double ns) {
	printf("%s,%s,%u,%.1f,\n", claim, variant, n, ns);
	fflush(stdout);
}

static void measure(Inputs *in, const char *claim, const char *variant, BenchRun *run) {
	print_line(claim, variant, in->n, bench_least_ns(run, in) / COUNT);
}

// 5.1.5: the nearest point by three segments and the face, or by regions
static Vec3 naive_on_triangle(Triangle t, Vec3 p) {
	TriangleWeights at = mk_triangle_weights(t, p);
	if (at.is_valid && vec3_min_element(at.weights) >= 0) {
		Vec3 normal = triangle_normal_area(t);
		return closest_on_plane(normal, t.a, p).point;
	}
	const Segment sides[3] = { { t.a, t.b }, { t.b, t.c }, { t.c, t.a } };
	Vec3 best = t.a;
	for (int i = 0; i < 3; i++) {
		Vec3 candidate = closest_on_segment(sides[i], p).point;
		if (vec3_distance_squared(candidate, p) < vec3_distance_squared(best, p)) best = candidate;
	}
	return best;
}

static void triangle_naive(void *context) {
	Inputs *in = context;
	for (int i = 0; i < COUNT; i++)
		in->sum += naive_on_triangle(in->triangles[i], in->points[i]).x;
}

static void triangle_regions(void *context) {
	Inputs *in = context;
	for (int i = 0; i < COUNT; i++)
		in->sum += mk_closest_on_triangle(in->triangles[i], in->points[i]).point.x;
}

// 5.1.9.1: boxes before the crossing test; how often they meet is the reach of the chords
static void cross_directly(void *context) {
	Inputs *in = context;
	for (int i = 0; i < COUNT; i++)
		in->sum += mk_segments_cross_2d(in->chords[i], in->chords[COUNT - 1 - i]).t;
}

static void cross_after_boxes(void *context) {
	Inputs *in = context;
	for (int i = 0; i < COUNT; i++) {
		Segment2 a = in->chords[i];
		Segment2 b = in->chords[COUNT - 1 - i];
		if (segment_boxes_overlap_2d(a, b)) in->sum += mk_segments_cross_2d(a, b).t;
	}
}

static void make_chords(Inputs *in, double length) {
	Rng rng = { 5 };
	for (int i = 0; i < COUNT; i++) {
		Vec3 a = random_vec3(&rng, 1);
		Vec3 way = random_vec3(&rng, length);
		in->chords[i] = (Segment2){ { a.x, a.y }, { a.x + way.x, a.y + way.y } };
	}
}

static void measure_boxes_first(Inputs *in) {
	static const double lengths[] = { 0.05, 0.2, 0.8, 3.2 };
	for (size_t k = 0; k < sizeof(lengths) / sizeof(lengths[0]); k++) {
		make_chords(in, lengths[k]);
		uint32_t meeting = 0;
		for (int i = 0; i < COUNT; i++)
			meeting += segment_boxes_overlap_2d(in->chords[i], in->chords[COUNT - 1 - i]);
		in->n = meeting * 100 / COUNT;
		measure(in, "boxes first (n: % that meet)", "without", cross_directly);
		measure(in, "boxes first (n: % that meet)", "with", cross_after_boxes);
	}
	in->n = 0;
}

// 5.2.1: the axis of the last frame first
static void boxes_afresh(void *context) {
	Inputs *in = context;
	for (int i = 0; i < COUNT; i++)
		in->sum += (Real)mk_obb_separating_axis(
				&in->boxes[i], &in->boxes[COUNT - 1 - i], MK_AXIS_NONE);
}

static void boxes_cached(void *context) {
	Inputs *in = context;
	for (int i = 0; i < COUNT; i++) {
		in->axes[i] = mk_obb_separating_axis(&in->boxes[i], &in->boxes[COUNT - 1 - i], in->axes[i]);
		in->sum += (Real)in->axes[i];
	}
}

// 5.2.1: all axes of two polyhedra, 2 F + E^2
static void measure_axes(void) {
	static TestHull boxes[2];
	static TestHull tetrahedra[2];
	const Vec3 corners[4] = { { 1, 1, 1 }, { -1, -1, 1 }, { -1, 1, -1 }, { 1, -1, -1 } };
	Rng rng = { 6 };
	for (int i = 0; i < 2; i++) {
		Mat3 turn = quat_to_mat3(random_quat(&rng));
		Vec3 turned[4];
		for (int k = 0; k < 4; k++)
			turned[k] = mat3_apply(turn, corners[k]);
		test_hull_box(&boxes[i], (Obb){ vec3_zero(), turn, vec3_splat(1) });
		test_hull_tetrahedron(&tetrahedra[i], turned);
	}
	printf("axes,box and box,15,0,%u tested\n",
			mk_sat_overlap(&boxes[0].hull, &boxes[1].hull, NULL).axes_tested);
	printf("axes,tetrahedron and tetrahedron,44,0,%u tested\n",
			mk_sat_overlap(&tetrahedra[0].hull, &tetrahedra[1].hull, NULL).axes_tested);
}

// 5.2.5: squares or roots
static void spheres_squared(void *context) {
	Inputs *in = context;
	for (int i = 0; i < COUNT; i++)
		in->sum += (Real)sphere_overlaps_sphere(in->spheres[i], in->spheres[COUNT - 1 - i]);
}

static void spheres_rooted(void *context) {
	Inputs *in = context;
	for (int i = 0; i < COUNT; i++) {
		Sphere a = in->spheres[i];
		Sphere b = in->spheres[COUNT - 1 - i];
		in->sum += (Real)(vec3_distance(a.center, b.center) <= a.radius + b.radius);
	}
}

// 5.2.8: a polygon at once, or as a fan of triangles
static void polygon_at_once(void *context) {
	Inputs *in = context;
	Polygon polygon = { in->corners, in->n };
	for (int i = 0; i < COUNT; i++)
		in->sum += (Real)mk_sphere_overlaps_polygon(in->spheres[i], polygon);
}

static void polygon_as_fan(void *context) {
	Inputs *in = context;
	for (int i = 0; i < COUNT; i++) {
		bool is_hit = false;
		for (uint32_t k = 2; k < in->n && !is_hit; k++) {
			Triangle t = { in->corners[0], in->corners[k - 1], in->corners[k] };
			is_hit = mk_sphere_overlaps_triangle(in->spheres[i], t);
		}
		in->sum += (Real)is_hit;
	}
}

static void measure_polygons(Inputs *in) {
	for (uint32_t n = 3; n <= MAX_CORNERS; n = n == 3 ? 4 : 4 * n) {
		in->n = n;
		for (uint32_t i = 0; i < n; i++) {
			double angle = 2 * 3.14159265358979323846 * i / n;
			in->corners[i] = vec3((Real)cos(angle), 0, (Real)sin(angle));
		}
		measure(in, "polygon (n: corners)", "at once", polygon_at_once);
		measure(in, "polygon (n: corners)", "fan", polygon_as_fan);
	}
	in->n = 0;
}

// 5.1.9: both parameters clamped on their own give the wrong points; how often, in percent
static void count_wrong_clamps(Inputs *in) {
	uint32_t wrong = 0;
	for (int i = 0; i < COUNT; i++) {
		Segment a = in->segments[i];
		Segment b = in->segments[COUNT - 1 - i];
		Ray line_a = { a.start, vec3_sub(a.end, a.start) };
		Ray line_b = { b.start, vec3_sub(b.end, b.start) };
		SegmentPair lines = mk_closest_lines(line_a, line_b);
		Vec3 on_a = ray_at(line_a, real_clamp(lines.s, 0, 1));
		Vec3 on_b = ray_at(line_b, real_clamp(lines.t, 0, 1));
		Real clamped = vec3_distance_squared(on_a, on_b);
		wrong += clamped > mk_closest_segments(a, b).distance_squared * (Real)1.001;
	}
	printf("clamping both on their own,wrong pairs,%d,0,%.1f %%\n", COUNT, 100.0 * wrong / COUNT);
}

static void make_inputs(Inputs *in) {
	Rng rng = { 1 };
	for (int i = 0; i < COUNT; i++) {
		in->points[i] = random_vec3(&rng, 2);
		in->triangles[i].a = random_vec3(&rng, 1);
		in->triangles[i].b = random_vec3(&rng, 1);
		in->triangles[i].c = random_vec3(&rng, 1);
		in->segments[i] = (Segment){ in->triangles[i].a, in->triangles[i].b };
		Vec3 center = random_vec3(&rng, 1.5);
		in->spheres[i] = (Sphere){ center, random_real(&rng, 0.2, 0.6) };
		Mat3 axes = quat_to_mat3(random_quat(&rng));
		in->boxes[i] = (Obb){ center, axes, vec3_splat((Real)0.4) };
		in->axes[i] = MK_AXIS_NONE;
	}
}

int main(void) {
	static Inputs inputs;
	make_inputs(&inputs);
	printf("# claims about the cost of primitive tests: ns per call of each variant\n");
	printf("claim,variant,n,ns,what\n");
	measure(&inputs, "nearest point of a triangle", "sides and face", triangle_naive);
	measure(&inputs, "nearest point of a triangle", "regions", triangle_regions);
	measure_boxes_first(&inputs);
	measure(&inputs, "separating axis of boxes", "afresh", boxes_afresh);
	measure(&inputs, "separating axis of boxes", "remembered", boxes_cached);
	measure_axes();
	measure(&inputs, "spheres", "squared", spheres_squared);
	measure(&inputs, "spheres", "rooted", spheres_rooted);
	measure_polygons(&inputs);
	count_wrong_clamps(&inputs);
	return inputs.sum == (Real)0.5 ? 1 : 0;
}
