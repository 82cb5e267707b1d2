// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Nearest points on planes, lines and rectangles against brute force: random points of the object
// are never nearer, and the distance is the one that arithmetic with twice the digits gives.
// Bounds are 16 epsilon of the sizes and distances involved: sums of three products, one
// quotient, one more product.
#include "geometry/distance.h"

#include "support/check.h"
#include "support/property.h"
#include "support/random_geometry.h"
#include "support/wide_distance.h"

enum { SAMPLES = 32 };

typedef struct FlatCase {
	Real size; // m
	Vec3 origin;
	Vec3 direction; // of any length
	Vec3 p;
	double bound; // m
} FlatCase;

static FlatCase random_case(Rng *rng) {
	FlatCase c = { .size = random_size(rng, -4, 4) };
	c.origin = random_vec3(rng, (double)c.size);
	Real length = random_size(rng, -4, 4);
	c.direction = vec3_scale(random_unit(rng), length);
	c.p = random_around(rng, c.origin, c.size);
	double far = (double)vec3_distance(c.p, c.origin) + (double)vec3_length(c.origin);
	c.bound = 16 * (double)MK_EPSILON * (far + (double)c.size);
	return c;
}

static void plane_foot_is_the_nearest_point(Rng *rng) {
	FlatCase c = random_case(rng);
	LinePoint foot = closest_on_plane(c.direction, c.origin, c.p);
	Wide3 n = wide3(c.direction);
	Wide height = wide3_dot(n, wide3_sub(wide3(c.p), wide3(c.origin)));
	double distance = fabs((double)height) / wide3_length(n);
	check_near(vec3_distance(foot.point, c.p), distance, c.bound);
	// on the plane
	Wide off = wide3_dot(n, wide3_sub(wide3(foot.point), wide3(c.origin)));
	check_near((double)off / wide3_length(n), 0, c.bound);
	Vec3 u = vec3_perpendicular(vec3_normalize(c.direction));
	Vec3 v = vec3_cross(vec3_normalize(c.direction), u);
	for (int i = 0; i < SAMPLES; i++) {
		// around the foot: there, others are nearest
		Real reach = c.size * random_size(rng, -6, 1);
		Real along_u = reach * random_real(rng, -1, 1);
		Real along_v = reach * random_real(rng, -1, 1);
		Vec3 other = vec3_add_scaled(vec3_add_scaled(foot.point, u, along_u), v, along_v);
		double slack = c.bound + 8 * (double)MK_EPSILON * (double)reach;
		assert_true((double)vec3_distance(other, c.p) >= distance - slack);
	}
}

static void line_foot_is_the_nearest_point(Rng *rng) {
	FlatCase c = random_case(rng);
	Ray line = { c.origin, c.direction };
	LinePoint foot = closest_on_line(line, c.p);
	Wide3 d = wide3(c.direction);
	Wide3 way = wide3_sub(wide3(c.p), wide3(c.origin));
	double distance = wide3_length(wide3_cross(d, way)) / wide3_length(d);
	check_near(vec3_distance(foot.point, c.p), distance, c.bound);
	check_near(real_sqrt(distance_squared_to_line(line, c.p)), distance, c.bound);
	Vec3 unit = vec3_normalize(c.direction);
	for (int i = 0; i < SAMPLES; i++) {
		Real reach = c.size * random_size(rng, -6, 1);
		Real along = reach * random_real(rng, -1, 1);
		Vec3 other = vec3_add_scaled(foot.point, unit, along);
		double slack = c.bound + 8 * (double)MK_EPSILON * (double)reach;
		assert_true((double)vec3_distance(other, c.p) >= distance - slack);
	}
}

static void no_point_of_a_rectangle_is_nearer(Rng *rng) {
	FlatCase c = random_case(rng);
	Mat3 axes = quat_to_mat3(random_quat(rng));
	Rectangle r = { .center = c.origin, .axis_u = axes.x, .axis_v = axes.y };
	r.half_u = c.size * random_real(rng, 0, 1);
	r.half_v = c.size * random_real(rng, 0, 1);
	Vec3 nearest = closest_on_rectangle(r, c.p);
	double distance = (double)vec3_distance(nearest, c.p);
	check_near(real_sqrt(distance_squared_to_rectangle(r, c.p)), distance, c.bound);
	for (int i = 0; i < SAMPLES; i++) {
		Real u = r.half_u * random_real(rng, -1, 1);
		Real v = r.half_v * random_real(rng, -1, 1);
		Vec3 other = vec3_add_scaled(vec3_add_scaled(r.center, r.axis_u, u), r.axis_v, v);
		assert_true((double)vec3_distance(other, c.p) >= distance - c.bound);
	}
	// in it: behind all four sides
	Vec3 way = vec3_sub(nearest, r.center);
	assert_true((double)real_abs(vec3_dot(way, r.axis_u)) <= (double)r.half_u + c.bound);
	assert_true((double)real_abs(vec3_dot(way, r.axis_v)) <= (double)r.half_v + c.bound);
	check_near(vec3_dot(way, axes.z), 0, c.bound);
}

static void planes_hold(void **state) {
	(void)state;
	for_all(plane_foot_is_the_nearest_point, 10000, 211);
}

static void lines_hold(void **state) {
	(void)state;
	for_all(line_foot_is_the_nearest_point, 10000, 212);
}

static void rectangles_hold(void **state) {
	(void)state;
	for_all(no_point_of_a_rectangle_is_nearer, 10000, 213);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(planes_hold),
		cmocka_unit_test(lines_hold),
		cmocka_unit_test(rectangles_hold),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
