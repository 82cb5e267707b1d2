// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Spheres against spheres, boxes, triangles and polygons: plain answers and
// contacts at known places.
#include "geometry/overlap_sphere.h"

#include "support/check.h"

static const Real nan_real = (Real)NAN;

static Sphere sphere(Real x, Real y, Real z, Real radius) {
	return (Sphere){ { x, y, z }, radius };
}

static void check_contact(Overlap contact, double depth, Vec3 normal) {
	assert_true(contact.hit);
	check_near(contact.depth, depth, 8 * MK_EPSILON);
	check_vec3(contact.normal, normal, 4 * MK_EPSILON);
}

static void spheres_overlap_touch_and_miss(void **state) {
	(void)state;
	assert_true(sphere_overlaps_sphere(sphere(0, 0, 0, 1), sphere((Real)1.5, 0, 0, 1)));
	assert_true(sphere_overlaps_sphere(sphere(0, 0, 0, 1), sphere(2, 0, 0, 1)));
	assert_false(sphere_overlaps_sphere(sphere(0, 0, 0, 1), sphere((Real)2.001, 0, 0, 1)));
	assert_true(sphere_overlaps_sphere(sphere(3, 4, 0, 4), sphere(0, 0, 0, 3)));
	assert_true(sphere_overlaps_sphere(sphere(3, 4, 0, 0), sphere(3, 4, 0, 0)));
	// squares alone would call this a hit
	assert_false(sphere_overlaps_sphere(sphere(0, 0, 0, -1), sphere(0, 0, 0, -1)));
	assert_false(sphere_overlaps_sphere(sphere(nan_real, 0, 0, 1), sphere(0, 0, 0, 1)));
}

static void sphere_contact_moves_the_first_one(void **state) {
	(void)state;
	check_contact(mk_sphere_contact_sphere(sphere(0, 0, 0, 1), sphere((Real)1.5, 0, 0, 1)), 0.5,
			vec3(-1, 0, 0));
	check_contact(
			mk_sphere_contact_sphere(sphere(0, 0, 0, 1), sphere(2, 0, 0, 1)), 0, vec3(-1, 0, 0));
	Overlap contact = mk_sphere_contact_sphere(sphere(3, 4, 0, 4), sphere(0, 0, 0, 3));
	check_contact(contact, 2, vec3((Real)0.6, (Real)0.8, 0));
	check_vec3(vec3_scale(contact.normal, contact.depth), vec3((Real)1.2, (Real)1.6, 0),
			8 * MK_EPSILON);
	// surfaces at 1 and 3 along (0.6, 0.8): the point is at 2
	check_vec3(contact.point, vec3((Real)1.2, (Real)1.6, 0), 8 * MK_EPSILON);
	assert_false(mk_sphere_contact_sphere(sphere(0, 0, 0, 1), sphere(3, 0, 0, 1)).hit);
}

static void coincident_spheres_part_upwards(void **state) {
	(void)state;
	Overlap contact = mk_sphere_contact_sphere(sphere(5, 5, 5, 1), sphere(5, 5, 5, 1));
	check_contact(contact, 2, vec3(0, 1, 0));
	// a difference whose square is zero still has a direction
	Real tiny = MK_REAL_MIN * 4;
	check_contact(
			mk_sphere_contact_sphere(sphere(tiny, 0, 0, 1), sphere(0, 0, 0, 1)), 2, vec3(1, 0, 0));
}

static void sphere_near_a_box_edge_crosses_both_face_planes_but_misses(void **state) {
	(void)state;
	Aabb box = { { 0, 0, 0 }, { 1, 1, 1 } };
	assert_false(sphere_overlaps_aabb(sphere(2, 2, (Real)0.5, (Real)1.2), box));
	assert_true(sphere_overlaps_aabb(sphere(2, 2, (Real)0.5, (Real)1.5), box));
	assert_false(mk_sphere_contact_aabb(sphere(2, 2, (Real)0.5, (Real)1.2), box).hit);
	Overlap contact = mk_sphere_contact_aabb(sphere(2, 2, (Real)0.5, (Real)1.5), box);
	Real half = real_sqrt((Real)0.5);
	check_contact(contact, 1.5 - 1.4142135623730951, vec3(half, half, 0));
	check_vec3(contact.point, vec3(1, 1, (Real)0.5), 0);
}

static void sphere_touches_a_box_face_exactly(void **state) {
	(void)state;
	Aabb box = { { 0, 0, 0 }, { 1, 1, 1 } };
	assert_true(sphere_overlaps_aabb(sphere(3, (Real)0.5, (Real)0.5, 2), box));
	check_contact(
			mk_sphere_contact_aabb(sphere(3, (Real)0.5, (Real)0.5, 2), box), 0, vec3(1, 0, 0));
	assert_false(sphere_overlaps_aabb(sphere((Real)3.001, (Real)0.5, (Real)0.5, 2), box));
	assert_false(sphere_overlaps_aabb(sphere(0, 0, 0, -1), box));
	assert_false(sphere_overlaps_aabb(sphere(nan_real, 0, 0, 1), box));
	assert_false(sphere_overlaps_aabb(sphere(0, 0, 0, 1), aabb_empty()));
	assert_false(mk_sphere_contact_aabb(sphere(0, 0, 0, 1), aabb_empty()).hit);
}

static void sphere_inside_a_box_leaves_by_the_nearest_face(void **state) {
	(void)state;
	Aabb box = { { 0, 0, 0 }, { 10, 6, 4 } };
	Overlap contact = mk_sphere_contact_aabb(sphere(5, 5, 2, (Real)0.5), box);
	check_contact(contact, 1.5, vec3(0, 1, 0));
	check_vec3(contact.point, vec3(5, 5, 2), 0);
	check_contact(mk_sphere_contact_aabb(sphere(9, 3, 1, 1), box), 2, vec3(1, 0, 0));
	// ties: first axis, positive side
	Aabb cube = { { -1, -1, -1 }, { 1, 1, 1 } };
	check_contact(mk_sphere_contact_aabb(sphere(0, 0, 0, 1), cube), 2, vec3(1, 0, 0));
	// a centre on a face leaves through it
	check_contact(mk_sphere_contact_aabb(sphere(0, -1, 0, 1), cube), 1, vec3(0, -1, 0));
}

static void sphere_against_a_turned_box(void **state) {
	(void)state;
	Obb box = { { 1, 2, 3 },
		{ { (Real)0.6, (Real)0.8, 0 }, { (Real)-0.8, (Real)0.6, 0 }, { 0, 0, 1 } },
		{ 2, 1, (Real)0.5 } };
	// distance sqrt(10.25) = 3.20156, nearest point (3, 3, 3.5)
	assert_false(sphere_overlaps_obb(sphere(5, 5, 5, (Real)3.2), box));
	assert_true(sphere_overlaps_obb(sphere(5, 5, 5, (Real)3.21), box));
	assert_false(mk_sphere_contact_obb(sphere(5, 5, 5, (Real)3.2), box).hit);
	Overlap contact = mk_sphere_contact_obb(sphere(5, 5, 5, (Real)3.21), box);
	check_near(contact.depth, 3.21 - 3.2015621187164243, 16 * MK_EPSILON);
	check_vec3(contact.point, vec3(3, 3, (Real)3.5), 16 * MK_EPSILON);
	// inside: 0.25 of half 0.5 along z
	contact = mk_sphere_contact_obb(sphere((Real)1.5, (Real)2.5, (Real)3.25, (Real)0.1), box);
	check_contact(contact, 0.35, vec3(0, 0, 1));
	assert_false(sphere_overlaps_obb(sphere(1, nan_real, 3, 1), box));
}

static void sphere_touches_an_edge_of_a_triangle(void **state) {
	(void)state;
	Triangle t = { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 3, 0 } };
	// squared distance 6.76
	assert_true(mk_sphere_overlaps_triangle(sphere(4, 3, 1, (Real)2.6 * (1 + 2 * MK_EPSILON)), t));
	assert_false(mk_sphere_overlaps_triangle(sphere(4, 3, 1, (Real)2.599), t));
	Overlap contact = mk_sphere_contact_triangle(sphere(4, 3, 1, (Real)2.7), t);
	check_near(contact.depth, 0.1, 16 * MK_EPSILON);
	check_vec3(contact.point, vec3((Real)2.56, (Real)1.08, 0), 16 * MK_EPSILON);
}

static void sphere_against_face_edge_and_corner_of_a_triangle(void **state) {
	(void)state;
	Triangle t = { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 0, 4 } };
	check_contact(mk_sphere_contact_triangle(sphere(1, (Real)0.75, 1, 1), t), 0.25, vec3(0, 1, 0));
	check_contact(
			mk_sphere_contact_triangle(sphere(1, (Real)-0.75, 1, 1), t), 0.25, vec3(0, -1, 0));
	Overlap edge = mk_sphere_contact_triangle(sphere(2, (Real)0.3, (Real)-0.4, 1), t);
	check_contact(edge, 0.5, vec3(0, (Real)0.6, (Real)-0.8));
	check_vec3(edge.point, vec3(2, 0, 0), 0);
	Overlap corner = mk_sphere_contact_triangle(sphere((Real)-0.6, 0, (Real)-0.8, (Real)1.25), t);
	check_contact(corner, 0.25, vec3((Real)-0.6, 0, (Real)-0.8));
	Overlap hypotenuse = mk_sphere_contact_triangle(sphere(3, 0, 3, (Real)1.5), t);
	check_near(hypotenuse.depth, 0.08578643762690485, 8 * MK_EPSILON);
	check_vec3(hypotenuse.point, vec3(2, 0, 2), 8 * MK_EPSILON);
	assert_false(mk_sphere_contact_triangle(sphere(3, 0, 3, 1), t).hit);
}

static void sphere_centred_on_flat_things_leaves_across(void **state) {
	(void)state;
	Triangle t = { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 0, 4 } };
	// (b - a) x (c - a) points down
	check_contact(mk_sphere_contact_triangle(sphere(1, 0, 1, 1), t), 1, vec3(0, -1, 0));
	Triangle segment = { { 0, 0, 0 }, { 4, 0, 0 }, { 2, 0, 0 } };
	Overlap contact = mk_sphere_contact_triangle(sphere(1, 0, 0, 1), segment);
	assert_true(contact.hit);
	check_near(vec3_dot(contact.normal, vec3(1, 0, 0)), 0, 0);
	check_near(vec3_length(contact.normal), 1, 2 * MK_EPSILON);
	Triangle point = { { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 } };
	check_contact(mk_sphere_contact_triangle(sphere(1, 1, 1, 1), point), 1, vec3(0, 1, 0));
	assert_false(mk_sphere_overlaps_triangle(sphere(nan_real, 0, 1, 1), t));
}

static void check_polygon(Sphere s, Polygon polygon, bool expected) {
	assert_int_equal(mk_sphere_overlaps_polygon(s, polygon), expected);
	assert_int_equal(mk_sphere_contact_polygon(s, polygon).hit, expected);
}

static void sphere_against_a_square_off_the_origin(void **state) {
	(void)state;
	const Vec3 points[] = { { 0, 0, 2 }, { 4, 0, 2 }, { 4, 4, 2 }, { 0, 4, 2 } };
	Polygon square = { points, 4 };
	// a plane offset of the wrong sign would put the square at z = -2
	check_polygon(sphere(2, 2, 3, (Real)1.5), square, true);
	check_polygon(sphere(5, 2, 2, (Real)0.5), square, false);
	check_polygon(sphere(5, 2, 2, 1), square, true);
	check_polygon(sphere(5, 5, 2, (Real)1.4), square, false);
	check_polygon(sphere(5, 5, 2, (Real)1.42), square, true);
	check_polygon(sphere(2, 2, 2, 100), square, true);
	check_polygon(sphere(2, 2, 4, (Real)1.9), square, false);
	check_polygon(sphere(2, 2, 4, 2), square, true);
	check_polygon(sphere(2, 2, 2, -1), square, false);
	check_polygon(sphere(2, 2, nan_real, 1), square, false);
	check_polygon(sphere(0, 0, 0, 1), (Polygon){ points, 0 }, false);
}

static void sphere_against_an_oblique_polygon_is_measured_in_space(void **state) {
	(void)state;
	// projected on the coordinate plane the distance would be 1
	const Vec3 points[] = { { 1, -1, 1 }, { 3, -1, 3 }, { 3, 1, 3 }, { 1, 1, 1 } };
	check_polygon(sphere(0, 0, 0, (Real)1.2), (Polygon){ points, 4 }, false);
	check_polygon(sphere(0, 0, 0, (Real)1.42), (Polygon){ points, 4 }, true);
}

static void sphere_against_concave_and_irregular_polygons(void **state) {
	(void)state;
	// a U: the centre is over the gap between the arms; the first three corners are collinear, one
	// is repeated
	const Vec3 points[] = { { 0, 0, 0 }, { 3, 0, 0 }, { 6, 0, 0 }, { 6, 5, 0 }, { 6, 5, 0 },
		{ 5, 5, 0 }, { 5, 1, 0 }, { 1, 1, 0 }, { 1, 5, 0 }, { 0, 5, 0 } };
	Polygon cup = { points, 10 };
	check_polygon(sphere(3, 4, 0, (Real)1.9), cup, false);
	check_polygon(sphere(3, 4, 0, (Real)2.1), cup, true);
	check_polygon(sphere((Real)0.5, 4, (Real)0.2, (Real)0.3), cup, true);
	check_polygon(sphere((Real)0.5, 4, (Real)0.2, (Real)0.1), cup, false);
}

static void sphere_against_a_polygon_with_many_corners(void **state) {
	(void)state;
	enum { COUNT = 256 };
	Vec3 points[COUNT];
	for (int i = 0; i < COUNT; i++) {
		double angle = 2 * 3.14159265358979323846 * i / COUNT;
		points[i] = vec3((Real)(10 * cos(angle)), 5, (Real)(10 * sin(angle)));
	}
	Polygon disc = { points, COUNT };
	check_polygon(sphere(3, 6, 4, (Real)1.01), disc, true);
	check_polygon(sphere(3, 6, 4, (Real)0.99), disc, false);
	check_polygon(sphere(12, 5, 0, (Real)1.99), disc, false);
	check_polygon(sphere(12, 5, 0, (Real)2.01), disc, true);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spheres_overlap_touch_and_miss),
		cmocka_unit_test(sphere_contact_moves_the_first_one),
		cmocka_unit_test(coincident_spheres_part_upwards),
		cmocka_unit_test(sphere_near_a_box_edge_crosses_both_face_planes_but_misses),
		cmocka_unit_test(sphere_touches_a_box_face_exactly),
		cmocka_unit_test(sphere_inside_a_box_leaves_by_the_nearest_face),
		cmocka_unit_test(sphere_against_a_turned_box),
		cmocka_unit_test(sphere_touches_an_edge_of_a_triangle),
		cmocka_unit_test(sphere_against_face_edge_and_corner_of_a_triangle),
		cmocka_unit_test(sphere_centred_on_flat_things_leaves_across),
		cmocka_unit_test(sphere_against_a_square_off_the_origin),
		cmocka_unit_test(sphere_against_an_oblique_polygon_is_measured_in_space),
		cmocka_unit_test(sphere_against_concave_and_irregular_polygons),
		cmocka_unit_test(sphere_against_a_polygon_with_many_corners),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
