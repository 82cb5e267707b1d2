// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// EPA on random polytopes, slabs and needles among them, against the separating axis test in full:
// all normals of triples of corners of either, and all products of two edges, in double. From GJK's
// simplex and from any points of the difference.
#include "collide/epa.h"

#include "geometry/double3.h"
#include "shape/hull_shape.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

enum { SHARE = pick_count(1, 6) };

enum { CORNERS = 8 };

typedef struct Body {
	Shape *shape;
	ShapeInstance instance;
	Double3 corners[CORNERS]; // outside
	uint32_t count;
} Body;

static Double3 wide_of(Vec3 v) { return double3((double)v.x, (double)v.y, (double)v.z); }

static Double3 wide_point(const Affine *pose, Vec3 p) {
	Double3 x = double3_scale(wide_of(pose->linear.x), (double)p.x);
	Double3 y = double3_scale(wide_of(pose->linear.y), (double)p.y);
	Double3 z = double3_scale(wide_of(pose->linear.z), (double)p.z);
	return double3_add(double3_add(x, y), double3_add(z, wide_of(pose->origin)));
}

// Some are slabs and needles, some have whole numbers, with corners in line and faces in one plane.
static Body random_body(Rng *rng) {
	Body body;
	Vec3 points[CORNERS];
	uint32_t count = 4 + rng_below(rng, CORNERS - 3);
	Vec3 stretch = vec3(1, 1, 1);
	if (rng_below(rng, 4) == 0) stretch.x = (Real)1e-3;
	if (rng_below(rng, 4) == 0) stretch.y = (Real)1e-2;
	bool is_whole = rng_below(rng, 3) == 0;
	for (uint32_t i = 0; i < count; i++) {
		Vec3 p = random_vec3(rng, is_whole ? 2.5 : 1);
		if (is_whole) p = vec3(real_floor(p.x), real_floor(p.y), real_floor(p.z));
		points[i] = vec3_multiply(p, stretch);
	}
	body.shape = mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = count }, NULL);
	assert_non_null(body.shape);
	Transform pose = random_transform(rng, 0.5);
	if (is_whole && rng_below(rng, 2) == 0) pose.rotation = quat_identity();
	body.instance = instance_rigid(body.shape, pose);
	body.count = body.shape->vertex_count;
	for (uint32_t i = 0; i < body.count; i++) {
		Vec3 corner = body.shape->ops->vertex(body.shape, i);
		body.corners[i] = wide_point(&body.instance.pose, corner);
	}
	return body;
}

// h(n) of the difference.
static double height(const Body bodies[2], Double3 n) {
	double most[2] = { -1e300, -1e300 };
	for (int side = 0; side < 2; side++) {
		double sign = side == 0 ? 1 : -1;
		for (uint32_t i = 0; i < bodies[side].count; i++) {
			most[side] = fmax(most[side], sign * double3_dot(n, bodies[side].corners[i]));
		}
	}
	return most[0] + most[1];
}

// Tries a direction and its opposite. Parallel edges have no product; what they would give is among
// the others.
static void offer(const Body bodies[2], Double3 area, double *least) {
	double length = double3_length(area);
	if (!(length > 1e-8)) return;
	area = double3_scale(area, 1 / length);
	*least = fmin(*least, height(bodies, area));
	*least = fmin(*least, height(bodies, double3_scale(area, -1)));
}

static void offer_triples(const Body bodies[2], const Body *body, double *least) {
	for (uint32_t i = 2; i < body->count; i++) {
		for (uint32_t j = 1; j < i; j++) {
			Double3 first = double3_sub(body->corners[j], body->corners[i]);
			for (uint32_t k = 0; k < j; k++) {
				Double3 second = double3_sub(body->corners[k], body->corners[i]);
				offer(bodies, double3_cross(first, second), least);
			}
		}
	}
}

static void offer_products(const Body bodies[2], Double3 edge, double *least) {
	const Body *b = &bodies[1];
	for (uint32_t i = 1; i < b->count; i++) {
		for (uint32_t j = 0; j < i; j++) {
			Double3 other = double3_sub(b->corners[j], b->corners[i]);
			offer(bodies, double3_cross(edge, other), least);
		}
	}
}

static double exact_depth(const Body bodies[2]) {
	double least = 1e300;
	offer_triples(bodies, &bodies[0], &least);
	offer_triples(bodies, &bodies[1], &least);
	const Body *a = &bodies[0];
	for (uint32_t i = 1; i < a->count; i++) {
		for (uint32_t j = 0; j < i; j++) {
			offer_products(bodies, double3_sub(a->corners[j], a->corners[i]), &least);
		}
	}
	return least;
}

// Points of the difference in any number, not even around the origin.
static GjkSimplex random_simplex(const Difference *d, Rng *rng) {
	GjkSimplex simplex = { .count = 1 + rng_below(rng, 4) };
	for (uint32_t i = 0; i < simplex.count; i++) {
		simplex.points[i] = difference_support(d, random_unit(rng), difference_no_hint());
		simplex.weights[i] = 1;
	}
	return simplex;
}

static void check_epa(const Difference *d, const GjkSimplex *start, double exact) {
	double floor_size = (double)d->error + 4 * (double)MK_EPSILON;
	EpaInput input = mk_epa_query_input(d, start);
	EpaResult r = mk_epa(&input);
	assert_true(vec3_is_unit(r.normal));
	if (r.is_apart) {
		assert_true(exact <= floor_size);
		return;
	}
	double tolerance = 8 * floor_size + 1e-6 * fabs(exact);
	check_near(r.upper, fmax(exact, 0), tolerance);
	assert_true(r.lower <= fmax(exact, 0) + 4 * floor_size);
	Vec3 way = vec3_sub(r.point_a, r.point_b);
	check_vec3(way, vec3_scale(r.normal, (Real)r.upper), tolerance);
}

static void depth_is_that_of_separating_axes(Rng *rng) {
	Body bodies[2];
	bodies[0] = random_body(rng);
	bodies[1] = random_body(rng);
	Difference d = mk_difference(&bodies[0].instance, &bodies[1].instance);
	double exact = exact_depth(bodies);
	GjkInput input = mk_gjk_query_input(&d);
	GjkResult gjk = mk_gjk(&input);
	if (gjk.is_overlapping) check_epa(&d, &gjk.simplex, exact);
	// what GJK says agrees with the sign but for rounding
	if (exact > 8 * (double)d.error) assert_true(gjk.is_overlapping);
	if (exact > 0) {
		GjkSimplex start = random_simplex(&d, rng);
		check_epa(&d, &start, exact);
	}
	mk_shape_release(bodies[0].shape);
	mk_shape_release(bodies[1].shape);
}

static void test_polytopes(void **state) {
	(void)state;
	for_all(depth_is_that_of_separating_axes, 2000 / SHARE, 1);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_polytopes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
