// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Separating axes for symmetric solids and for polyhedra: radii, axes of
// edges, counts, cache, contacts.
#include "geometry/sat.h"

#include "support/check.h"
#include "support/sat_hulls.h"

static Obb turned(Vec3 center, Vec3 axis, Real angle) {
	return (Obb){ center, quat_to_mat3(quat_from_axis_angle(axis, angle)), { 1, 1, 1 } };
}

static void radius_of_symmetric_solids(void **state) {
	(void)state;
	// 3-4-5 turn: along x 2 * 0.6 + 1 * 0.8
	Obb box = { { 1, 2, 3 },
		{ { (Real)0.6, (Real)0.8, 0 }, { (Real)-0.8, (Real)0.6, 0 }, { 0, 0, 1 } },
		{ 2, 1, (Real)0.5 } };
	SatSymmetric solid = sat_from_obb(box);
	check_near(sat_radius(&solid, vec3(1, 0, 0)), 2, 2 * MK_EPSILON);
	check_near(sat_radius(&solid, vec3(0, 1, 0)), 2.2, 4 * MK_EPSILON);
	check_near(sat_radius(&solid, vec3(0, 0, -4)), 2, 0);
	SatSymmetric sphere = { .radius = 3 };
	check_near(sat_radius(&sphere, vec3(0, 2, 0)), 6, 0);
	SatSymmetric capsule = { .half = { { 0, 2, 0 } }, .radius = 1 };
	check_near(sat_radius(&capsule, vec3(0, 1, 0)), 3, 0);
	check_near(sat_radius(&capsule, vec3(1, 0, 0)), 1, 0);
}

static void symmetric_solids_are_apart_by_their_centres(void **state) {
	(void)state;
	SatSymmetric sphere = { .center = { 5, 0, 0 }, .radius = 1 };
	SatSymmetric segment = { .half = { { 2, 1, 0 } } };
	check_near(sat_symmetric_gap(&sphere, &segment, vec3(1, 0, 0)), 2, 0);
	check_near(sat_symmetric_gap(&segment, &sphere, vec3(-2, 0, 0)), 4, 0);
	assert_true(sat_symmetric_gap(&sphere, &segment, vec3(0, 1, 0)) < 0);
	sphere.center.x = 3;
	check_near(sat_symmetric_gap(&sphere, &segment, vec3(1, 0, 0)), 0, 0);
}

static void axis_of_two_edges(void **state) {
	(void)state;
	Segment x = { { 0, 0, 0 }, { 1, 0, 0 } };
	Segment along_y = { { 0, 2, 3 }, { 0, 3, 3 } };
	check_vec3(mk_sat_edge_axis(x, along_y), vec3(0, 0, 1), 0);
	// parallel: across them in their common plane
	Segment parallel = { { 0, 2, 0 }, { 1, 2, 0 } };
	check_vec3(mk_sat_edge_axis(x, parallel), vec3(0, -2, 0), 0);
	// on one line, or no edge at all: nothing
	Segment collinear = { { 2, 0, 0 }, { 3, 0, 0 } };
	check_vec3(mk_sat_edge_axis(x, collinear), vec3_zero(), 0);
	Segment point = { { 5, 0, 0 }, { 5, 0, 0 } };
	check_vec3(mk_sat_edge_axis(x, point), vec3_zero(), 0);
	check_vec3(mk_sat_edge_axis(point, x), vec3_zero(), 0);
}

static void axis_of_two_edges_does_not_depend_on_their_size(void **state) {
	(void)state;
	// an angle of 0.01 is no rounding, an angle of one epsilon is, whatever the lengths
	const Real sizes[] = { (Real)1e-8, 1, (Real)1e8 };
	for (int i = 0; i < 3; i++) {
		Real size = sizes[i];
		Segment a = { { 0, 0, 0 }, { size, 0, 0 } };
		Segment slanted = { { 0, 0, size }, { size, size * (Real)0.01, size } };
		Vec3 axis = vec3_normalize(mk_sat_edge_axis(a, slanted));
		check_vec3(axis, vec3(0, 0, 1), 4 * MK_EPSILON);
		Segment rounded = { { 0, 0, size }, { size, size * MK_EPSILON, size } };
		axis = vec3_normalize(mk_sat_edge_axis(a, rounded));
		check_vec3(axis, vec3(0, 0, -1), 4 * MK_EPSILON);
	}
}

static void tetrahedra_have_forty_four_axes(void **state) {
	(void)state;
	const Vec3 one[4] = { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2 } };
	const Vec3 other[4] = { { 0, 0, 0 }, { 3, 0, 1 }, { 0, 3, 0 }, { 1, 0, 3 } };
	TestHull a;
	TestHull b;
	test_hull_tetrahedron(&a, one);
	test_hull_tetrahedron(&b, other);
	SatResult result = mk_sat_overlap(&a.hull, &b.hull, NULL);
	assert_true(result.hit);
	// 4 + 4 normals, 6 * 6 pairs of edges
	assert_int_equal(result.axes_tested, 44);
}

static void boxes_have_fifteen_axes_and_stop_at_the_first(void **state) {
	(void)state;
	TestHull a;
	TestHull b;
	test_hull_box(&a, turned(vec3_zero(), vec3(0, 0, 1), 0));
	test_hull_box(&b, turned(vec3(1, 1, 1), vec3(1, 0, 0), 1));
	assert_int_equal(mk_sat_overlap(&a.hull, &b.hull, NULL).axes_tested, 15);
	test_hull_box(&b, turned(vec3(0, 9, 0), vec3(1, 0, 0), 1));
	SatResult result = mk_sat_overlap(&a.hull, &b.hull, NULL);
	assert_false(result.hit);
	// x does not separate, y does
	assert_int_equal(result.axes_tested, 2);
	assert_int_equal(result.axis.kind, SAT_AXIS_FACE_A);
	assert_int_equal(result.axis.index_a, 1);
}

static void face_axes_alone_miss_edge_against_edge(void **state) {
	(void)state;
	TestHull a;
	TestHull b;
	test_hull_box(&a, turned(vec3_zero(), vec3(0, 0, 1), MK_PI / 4));
	test_hull_box(&b, turned(vec3(3, 0, 0), vec3(0, 1, 0), MK_PI / 4));
	SatResult all = mk_sat_contact(&a.hull, &b.hull);
	assert_false(all.hit);
	assert_int_equal(all.axis.kind, SAT_AXIS_EDGES);
	check_near(all.depth, -0.1715728752538099, 8 * MK_EPSILON);
	a.hull.edge_axes = 0;
	SatResult faces = mk_sat_contact(&a.hull, &b.hull);
	assert_true(faces.hit);
	check_near(faces.depth, 0.5857864376269049, 8 * MK_EPSILON);
}

static void cached_axis_ends_the_search_at_once(void **state) {
	(void)state;
	TestHull a;
	TestHull b;
	test_hull_box(&a, turned(vec3_zero(), vec3(0, 0, 1), MK_PI / 4));
	test_hull_box(&b, turned(vec3(3, 0, 0), vec3(0, 1, 0), MK_PI / 4));
	SatAxis cache = { .kind = SAT_AXIS_NONE };
	SatResult first = mk_sat_overlap(&a.hull, &b.hull, &cache);
	assert_false(first.hit);
	assert_true(first.axes_tested > 6);
	assert_int_equal(cache.kind, SAT_AXIS_EDGES);
	// a little later, a little turned: one axis is enough
	test_hull_box(&b, turned(vec3((Real)3.05, (Real)0.01, 0), vec3(0, 1, 0), (Real)0.8));
	SatResult second = mk_sat_overlap(&a.hull, &b.hull, &cache);
	assert_false(second.hit);
	assert_int_equal(second.axes_tested, 1);
	// no longer apart: all axes are tried, the cached one once more
	test_hull_box(&b, turned(vec3(2, 0, 0), vec3(0, 1, 0), MK_PI / 4));
	assert_true(mk_sat_overlap(&a.hull, &b.hull, &cache).hit);
	// a cache of other hulls names features that these do not have
	cache = (SatAxis){ SAT_AXIS_EDGES, 1000, 1000 };
	assert_true(mk_sat_overlap(&a.hull, &b.hull, &cache).hit);
}

static void contact_depth_is_per_unit_of_the_axis(void **state) {
	(void)state;
	TestHull a;
	TestHull b;
	test_hull_box(&a, turned(vec3_zero(), vec3(0, 0, 1), 0));
	test_hull_box(&b, turned(vec3((Real)1.5, (Real)0.2, 0), vec3(0, 0, 1), 0));
	// short normals and edges must not win by their length
	for (int i = 0; i < 6; i++) {
		a.normals[i] = vec3_scale(a.normals[i], i == 0 ? 100 : (Real)0.01);
	}
	SatResult result = mk_sat_contact(&a.hull, &b.hull);
	assert_true(result.hit);
	check_near(result.depth, 0.5, 2 * MK_EPSILON);
	check_vec3(result.normal, vec3(-1, 0, 0), 0);
	// the common part is 0.5 .. 1, -0.8 .. 1, -1 .. 1
	check_vec3(result.point, vec3((Real)0.75, (Real)0.1, 0), 8 * MK_EPSILON);
}

static void edges_of_tetrahedra_cross_with_no_corner_inside(void **state) {
	(void)state;
	const Real half = (Real)0.5;
	const Real low = (Real)-0.1;
	const Vec3 one[4] = { { -1, 0, 0 }, { 1, 0, 0 }, { 0, -half, -1 }, { 0, half, -1 } };
	const Vec3 other[4] = { { 0, -1, low }, { 0, 1, low }, { -half, 0, (Real)0.9 },
		{ half, 0, (Real)0.9 } };
	TestHull a;
	TestHull b;
	test_hull_tetrahedron(&a, one);
	test_hull_tetrahedron(&b, other);
	SatResult result = mk_sat_contact(&a.hull, &b.hull);
	assert_true(result.hit);
	assert_int_equal(result.axis.kind, SAT_AXIS_EDGES);
	check_near(result.depth, 0.1, 4 * MK_EPSILON);
	check_vec3(result.normal, vec3(0, 0, -1), 4 * MK_EPSILON);
	// between the edges, by symmetry on the z axis
	check_vec3(result.point, vec3(0, 0, (Real)-0.05), 4 * MK_EPSILON);
}

static void contact_point_of_touching_boxes_is_between_them(void **state) {
	(void)state;
	TestHull a;
	TestHull b;
	test_hull_box(&a, turned(vec3_zero(), vec3(0, 0, 1), 0));
	test_hull_box(&b, turned(vec3(0, 2, 0), vec3(0, 0, 1), 0));
	SatResult result = mk_sat_contact(&a.hull, &b.hull);
	assert_true(result.hit);
	check_near(result.depth, 0, 0);
	check_vec3(result.normal, vec3(0, -1, 0), 0);
	check_vec3(result.point, vec3(0, 1, 0), 64 * MK_EPSILON);
}

static void empty_and_nan_hulls_meet_nothing(void **state) {
	(void)state;
	TestHull a;
	TestHull b;
	test_hull_box(&a, turned(vec3_zero(), vec3(0, 0, 1), 0));
	test_hull_box(&b, turned(vec3_zero(), vec3(0, 0, 1), 0));
	b.vertices[3].y = (Real)NAN;
	assert_false(mk_sat_overlap(&a.hull, &b.hull, NULL).hit);
	assert_false(mk_sat_contact(&b.hull, &a.hull).hit);
	SatHull empty = { 0 };
	assert_false(mk_sat_overlap(&a.hull, &empty, NULL).hit);
	assert_false(mk_sat_contact(&empty, &a.hull).hit);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(radius_of_symmetric_solids),
		cmocka_unit_test(symmetric_solids_are_apart_by_their_centres),
		cmocka_unit_test(axis_of_two_edges),
		cmocka_unit_test(axis_of_two_edges_does_not_depend_on_their_size),
		cmocka_unit_test(tetrahedra_have_forty_four_axes),
		cmocka_unit_test(boxes_have_fifteen_axes_and_stop_at_the_first),
		cmocka_unit_test(face_axes_alone_miss_edge_against_edge),
		cmocka_unit_test(cached_axis_ends_the_search_at_once),
		cmocka_unit_test(contact_depth_is_per_unit_of_the_axis),
		cmocka_unit_test(edges_of_tetrahedra_cross_with_no_corner_inside),
		cmocka_unit_test(contact_point_of_touching_boxes_is_between_them),
		cmocka_unit_test(empty_and_nan_hulls_meet_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
