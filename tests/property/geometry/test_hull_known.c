// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bodies whose hull is known, turned and moved so that no plane is left exact: rounding noise must
// not bring in vertices or split faces. And the exact orientation next to slanted planes.
#include "geometry/hull_grid.h"

#include "support/hull.h"
#include "support/property.h"
#include "support/random.h"

#define MAX_SIDE  8
#define MAX_SIDES 64

// points at all places of a grid on and in a box that may be as flat as 1 : 100
static void turned_boxes_full_of_points_have_8_vertices_and_6_faces(Rng *rng) {
	Vec3 points[MAX_SIDE * MAX_SIDE * MAX_SIDE];
	uint32_t side = 2 + rng_below(rng, MAX_SIDE - 1);
	Transform pose = random_transform(rng, rng_below(rng, 2) == 0 ? 0 : 1000);
	Real depth = random_size(rng, -2, 0);
	Vec3 size = vec3(1, random_size(rng, -2, 0), depth);
	uint32_t count = side * side * side;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t row = i / side % side;
		uint32_t layer = i / side / side;
		Vec3 p = vec3((Real)(i % side), (Real)row, (Real)layer);
		p = vec3_scale(vec3_multiply(p, size), 1 / (Real)(side - 1));
		points[i] = transform_point(pose, p);
	}
	Hull hull = build_hull(points, count);
	check_hull(&hull, points, count);
	assert_int_equal(hull.vertex_count, 8);
	assert_int_equal(hull.face_count, 6);
	assert_int_equal(hull.half_edge_count, 24);
	mk_hull_free(&hull);
}

static void turned_prisms_have_two_caps_and_quads(Rng *rng) {
	Vec3 points[2 * MAX_SIDES];
	uint32_t sides = 3 + rng_below(rng, MAX_SIDES - 2);
	Transform pose = random_transform(rng, rng_below(rng, 2) == 0 ? 0 : 1000);
	for (uint32_t i = 0; i < sides; i++) {
		double angle = 2 * 3.14159265358979 * i / sides;
		for (uint32_t k = 0; k < 2; k++) {
			Vec3 p = vec3((Real)cos(angle), (Real)sin(angle), (Real)k);
			points[2 * i + k] = transform_point(pose, p);
		}
	}
	Hull hull = build_hull(points, 2 * sides);
	check_hull(&hull, points, 2 * sides);
	assert_int_equal(hull.vertex_count, 2 * sides);
	assert_int_equal(hull.face_count, sides + 2);
	uint32_t caps = 0;
	for (uint32_t i = 0; i < hull.face_count; i++) {
		uint32_t corners = hull.faces[i].edge_count;
		assert_true(corners == 4 || corners == sides);
		caps += corners == sides;
	}
	if (sides != 4) assert_int_equal(caps, 2);
	mk_hull_free(&hull);
}

static double random_on_grid(Rng *rng, double size) {
	return (rng_range(rng, -size, size) + 6) - 6;
}

static Double3 random_grid_vector(Rng *rng, double size) {
	double x = random_on_grid(rng, size);
	double y = random_on_grid(rng, size);
	return double3(x, y, random_on_grid(rng, size));
}

// a + u + v is in the plane of a, a + u, a + v; steps along an axis leave it to the side that the
// normal's component says. That component is 1e9 times its own rounding error.
static void steps_off_a_plane_have_the_sign_of_the_normal(Rng *rng) {
	Double3 a = random_grid_vector(rng, 0.3);
	Double3 u = random_grid_vector(rng, 0.3);
	Double3 v = random_grid_vector(rng, 0.3);
	Double3 normal = double3_cross(u, v);
	Double3 b = double3_add(a, u);
	Double3 c = double3_add(a, v);
	Double3 d = double3_add(b, v);
	assert_int_equal(mk_hull_orientation(a, b, c, d), 0);
	double steps = (double)rng_below(rng, 5) - 2;
	int sign = (steps > 0) - (steps < 0);
	if (fabs(normal.x) > 1e-7) {
		Double3 moved = double3(d.x + steps * 0x1p-50, d.y, d.z);
		int expected = normal.x > 0 ? sign : -sign;
		assert_int_equal(mk_hull_orientation(a, b, c, moved), expected);
		assert_int_equal(mk_hull_orientation(b, a, c, moved), -expected);
		assert_int_equal(mk_hull_orientation(moved, c, b, a), expected);
	}
}

static void boxes_and_prisms(void **state) {
	(void)state;
	for_all(turned_boxes_full_of_points_have_8_vertices_and_6_faces, 2000, 1);
	for_all(turned_prisms_have_two_caps_and_quads, 2000, 2);
}

static void orientations(void **state) {
	(void)state;
	for_all(steps_off_a_plane_have_the_sign_of_the_normal, 20000, 3);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boxes_and_prisms),
		cmocka_unit_test(orientations),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
