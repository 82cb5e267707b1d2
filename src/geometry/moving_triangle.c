// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Fifteen feature tests, each only up to the earliest touch found before it.
#include "geometry/moving_triangle.h"

#include "geometry/closest_pair_triangle.h"
#include "geometry/triangle_triangle.h"

typedef struct Corners {
	MovingPoint at[3];
} Corners;

static Corners corners_of(const MovingTriangle *t) {
	return (Corners){ {
			{ t->start.a, t->end.a },
			{ t->start.b, t->end.b },
			{ t->start.c, t->end.c },
	} };
}

static Aabb path_bounds(const Corners *t) {
	Aabb box = aabb_empty();
	for (int i = 0; i < 3; i++) {
		box = aabb_add_point(aabb_add_point(box, t->at[i].start), t->at[i].end);
	}
	return box;
}

static bool are_finite(const Corners *a, const Corners *b) {
	return aabb_is_finite(path_bounds(a)) && aabb_is_finite(path_bounds(b));
}

// Keeps the touch if it is the first so far, and searches no farther than that from now on.
static void take_hit(
		MovingTriangleHit *all, FeatureInput *input, FeatureHit hit, TriangleTouch touch) {
	all->cells += hit.cells;
	if (!moving_status_is_hit(hit.status)) return;
	if (all->hit.hit && hit.time >= all->hit.time) return;
	all->hit.hit = true;
	all->hit.time = hit.time;
	all->hit.point = hit.point;
	bool is_turned = touch == TRIANGLE_TOUCH_FACE_VERTEX;
	all->hit.normal = is_turned ? vec3_negate(hit.normal) : hit.normal;
	all->status = hit.status;
	all->touch = touch;
	input->time_max = hit.time;
}

static void try_vertices(MovingTriangleHit *all, FeatureInput *input, const Corners *a,
		const Corners *b, TriangleTouch touch) {
	for (int i = 0; i < 3; i++) {
		input->points[0] = a->at[i];
		memcpy(&input->points[1], b->at, sizeof(b->at));
		take_hit(all, input, mk_moving_vertex_face(input), touch);
	}
}

static void try_edges(
		MovingTriangleHit *all, FeatureInput *input, const Corners *a, const Corners *b) {
	for (int i = 0; i < 9; i++) {
		int on_a = i / 3;
		int on_b = i % 3;
		input->points[0] = a->at[on_a];
		input->points[1] = a->at[(on_a + 1) % 3];
		input->points[2] = b->at[on_b];
		input->points[3] = b->at[(on_b + 1) % 3];
		take_hit(all, input, mk_moving_edge_edge(input), TRIANGLE_TOUCH_EDGES);
	}
}

static MovingTriangleHit hit_at_start(const MovingTriangleInput *input) {
	MovingTriangleHit answer = { .status = MOVING_HIT };
	Vec3 normal;
	Real separation = mk_triangles_separation(input->a.start, input->b.start, &normal);
	ClosestPair pair = mk_closest_triangles(input->a.start, input->b.start);
	answer.hit = moving_hit_from_overlap(
			(Overlap){ true, real_max(-separation, 0), normal, pair.point_b });
	return answer;
}

MovingTriangleHit mk_moving_triangles_touch(const MovingTriangleInput *input) {
	Corners a = corners_of(&input->a);
	Corners b = corners_of(&input->b);
	MovingTriangleHit answer = { .status = MOVING_INVALID };
	if (!are_finite(&a, &b) || !real_is_finite(input->separation)) return answer;
	answer.status = MOVING_FREE;
	// with a separation the feature tests do this one by one
	bool may_touch = input->separation > 0 || aabb_overlaps(path_bounds(&a), path_bounds(&b));
	if (!may_touch) return answer;
	if (mk_triangles_overlap_exact(input->a.start, input->b.start)) return hit_at_start(input);
	FeatureInput feature = {
		.separation = input->separation,
		.tolerance = input->tolerance,
		.time_max = 1,
		.max_cells = input->max_cells,
	};
	try_vertices(&answer, &feature, &a, &b, TRIANGLE_TOUCH_VERTEX_FACE);
	try_vertices(&answer, &feature, &b, &a, TRIANGLE_TOUCH_FACE_VERTEX);
	try_edges(&answer, &feature, &a, &b);
	return answer;
}

MovingTriangleHit mk_moving_triangle_hit_triangle(Triangle a, Vec3 motion, Triangle b) {
	Triangle moved = { vec3_add(a.a, motion), vec3_add(a.b, motion), vec3_add(a.c, motion) };
	MovingTriangleInput input = { .a = { a, moved }, .b = { b, b } };
	return mk_moving_triangles_touch(&input);
}
