// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Triangles, segments and polygons against boxes: cases that one axis alone decides, the order of
// the axes, and shapes on the border.
#include "geometry/overlap_box.h"

#include "support/check.h"

static const Aabb cube = { { -1, -1, -1 }, { 1, 1, 1 } };

typedef struct TriangleCase {
	Triangle triangle;
	Vec3 box_min; // of a box with side 1
	bool overlaps;
} TriangleCase;

static void triangles_that_single_mistakes_get_wrong(void **state) {
	(void)state;
	const TriangleCase cases[] = {
		// the second projection on the axis x cross edge taken from the wrong coordinate
		{ { { 2, 2, -3 }, { 3, 1, 1 }, { -1, 0, 1 } }, { 1, 0, -1 }, true },
		{ { { 2, 1, 1 }, { 2, 0, -3 }, { 0, 2, 0 } }, { 2, -1, -1 }, false },
		// the triangle's plane taken from the centred triangle, the box not moved
		{ { { 2, 1, 3 }, { 3, -2, -2 }, { -1, 3, 1 } }, { 1, 1, 2 }, true },
		{ { { 1, 0, -3 }, { 0, 3, -2 }, { 3, 1, 1 } }, { 0, 0, -1 }, false },
		// the box's radius without absolute values
		{ { { 1, 3, 3 }, { 2, 0, -2 }, { 1, 0, 2 } }, { 1, 0, 2 }, true },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		Aabb box = { cases[i].box_min, vec3_add(cases[i].box_min, vec3_splat(1)) };
		Obb same = obb_from_aabb(box);
		assert_int_equal(triangle_overlaps_aabb(cases[i].triangle, box), cases[i].overlaps);
		assert_int_equal(triangle_overlaps_obb(cases[i].triangle, &same), cases[i].overlaps);
	}
}

static void axes_are_tried_edges_first_then_box_then_plane(void **state) {
	(void)state;
	// separated by cross products only
	Triangle by_edge = { { 3, -2, 2 }, { 1, 1, -2 }, { 3, 0, -2 } };
	int axis = mk_triangle_aabb_separating_axis(by_edge, cube);
	assert_true(axis >= 0 && axis < 9);
	// separated by its plane only
	Triangle by_plane = { { 3, -1, -1 }, { 2, 0, -3 }, { -3, -2, -1 } };
	assert_int_equal(mk_triangle_aabb_separating_axis(by_plane, cube), 12);
	// separated by cross products and by the axis x: the former are tried first
	Triangle by_both = { { 3, -2, 2 }, { 3, 2, -2 }, { 4, 0, 0 } };
	axis = mk_triangle_aabb_separating_axis(by_both, cube);
	assert_true(axis >= 0 && axis < 9);
	// beside the box with edges along its axes: their cross products with it are axes of the box
	// too; a point has no edges, so that only the box's axes are left
	Triangle point = { { 0, 3, 0 }, { 0, 3, 0 }, { 0, 3, 0 } };
	assert_int_equal(mk_triangle_aabb_separating_axis(point, cube), 10);
}

static void corner_planes_reach_the_box_or_not(void **state) {
	(void)state;
	// x + y + z = 2 passes, = 3.1 does not: the corner is at 3
	Triangle near = { { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2 } };
	assert_true(triangle_overlaps_aabb(near, cube));
	Real far = (Real)3.1;
	Triangle away = { { far, 0, 0 }, { 0, far, 0 }, { 0, 0, far } };
	assert_false(triangle_overlaps_aabb(away, cube));
	Triangle touching = { { 3, 0, 0 }, { 0, 3, 0 }, { 0, 0, 3 } };
	assert_true(triangle_overlaps_aabb(touching, cube));
}

static void triangles_inside_around_and_without_area(void **state) {
	(void)state;
	const Real big = 100;
	Triangle inside = { { 0, 0, 0 }, { (Real)0.1, 0, 0 }, { 0, (Real)0.1, 0 } };
	Triangle around = { { -big, 0, -big }, { big, 0, -big }, { 0, 0, big } };
	Triangle segment = { { -5, 0, 0 }, { 5, 0, 0 }, { 0, 0, 0 } };
	Triangle segment_away = { { -5, (Real)1.01, 0 }, { 5, (Real)1.01, 0 }, { 0, (Real)1.01, 0 } };
	Triangle corner = { { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 } };
	assert_true(triangle_overlaps_aabb(inside, cube));
	assert_true(triangle_overlaps_aabb(around, cube));
	assert_true(triangle_overlaps_aabb(segment, cube));
	assert_false(triangle_overlaps_aabb(segment_away, cube));
	assert_true(triangle_overlaps_aabb(corner, cube));
	assert_false(triangle_overlaps_aabb(inside, aabb_empty()));
}

static void triangle_against_a_turned_box(void **state) {
	(void)state;
	// turned by 45 degrees about y: its edge is at x = sqrt 2
	Obb box = { { 10, 0, 0 }, quat_to_mat3(quat_from_axis_angle(vec3(0, 1, 0), MK_PI / 4)),
		{ 1, 1, 1 } };
	Triangle wall = { { (Real)8.6, -5, -5 }, { (Real)8.6, 5, -5 }, { (Real)8.6, 0, 9 } };
	assert_true(triangle_overlaps_obb(wall, &box));
	Triangle away = { { (Real)8.58, -5, -5 }, { (Real)8.58, 5, -5 }, { (Real)8.58, 0, 9 } };
	assert_false(triangle_overlaps_obb(away, &box));
}

static void nan_triangles_meet_no_box(void **state) {
	(void)state;
	for (int i = 0; i < 9; i++) {
		Vec3 p[3] = { { 0, 0, 0 }, { (Real)0.1, 0, 0 }, { 0, (Real)0.1, 0 } };
		Vec3 bad = vec3(
				i % 3 == 0 ? (Real)NAN : 0, i % 3 == 1 ? (Real)NAN : 0, i % 3 == 2 ? (Real)NAN : 0);
		p[i / 3] = vec3_add(p[i / 3], bad);
		assert_false(triangle_overlaps_aabb((Triangle){ p[0], p[1], p[2] }, cube));
		assert_false(mk_segment_overlaps_aabb((Segment){ p[0], bad }, cube));
		assert_false(mk_polygon_overlaps_aabb((Polygon){ p, 3 }, cube));
	}
}

static void segments_against_a_box(void **state) {
	(void)state;
	assert_true(mk_segment_overlaps_aabb((Segment){ { -5, 0, 0 }, { 5, 0, 0 } }, cube));
	assert_true(mk_segment_overlaps_aabb((Segment){ { 0, 0, 0 }, { (Real)0.1, 0, 0 } }, cube));
	assert_false(mk_segment_overlaps_aabb((Segment){ { -5, 0, 0 }, { (Real)-1.01, 0, 0 } }, cube));
	assert_true(mk_segment_overlaps_aabb((Segment){ { -5, 0, 0 }, { -1, 0, 0 } }, cube));
	// past an edge: only a cross product separates
	assert_true(mk_segment_overlaps_aabb((Segment){ { 0, 2, 0 }, { 2, 0, 0 } }, cube));
	assert_false(mk_segment_overlaps_aabb(
			(Segment){ { 0, (Real)2.01, 0 }, { (Real)2.01, 0, 0 } }, cube));
	assert_true(mk_segment_overlaps_aabb((Segment){ { 1, 1, 1 }, { 1, 1, 1 } }, cube));
	assert_false(mk_segment_overlaps_aabb((Segment){ { 2, 1, 1 }, { 2, 1, 1 } }, cube));
}

static void polygon_meets_a_box_with_an_edge_or_its_inside(void **state) {
	(void)state;
	const Vec3 big[] = { { -9, 0, -9 }, { 9, 0, -9 }, { 9, 0, 9 }, { -9, 0, 9 } };
	assert_true(mk_polygon_overlaps_aabb((Polygon){ big, 4 }, cube));
	const Vec3 above[] = { { -9, (Real)1.01, -9 }, { 9, (Real)1.01, -9 }, { 9, (Real)1.01, 9 },
		{ -9, (Real)1.01, 9 } };
	assert_false(mk_polygon_overlaps_aabb((Polygon){ above, 4 }, cube));
	const Vec3 small[] = { { 0, 0, 0 }, { (Real)0.1, 0, 0 }, { 0, 0, (Real)0.1 } };
	assert_true(mk_polygon_overlaps_aabb((Polygon){ small, 3 }, cube));
	assert_false(mk_polygon_overlaps_aabb((Polygon){ small, 0 }, cube));
	assert_false(mk_polygon_overlaps_aabb((Polygon){ small, 3 }, aabb_empty()));
	assert_true(mk_polygon_overlaps_aabb((Polygon){ small, 1 }, cube));
}

static void box_in_the_gap_of_a_concave_polygon_is_free(void **state) {
	(void)state;
	// a U around the box, tilted: z = y
	const Vec3 cup[] = { { -6, -6, -6 }, { 6, -6, -6 }, { 6, 6, 6 }, { 3, 6, 6 }, { 3, -3, -3 },
		{ -3, -3, -3 }, { -3, 6, 6 }, { -6, 6, 6 } };
	Polygon polygon = { cup, 8 };
	assert_false(mk_polygon_overlaps_aabb(polygon, cube));
	Aabb in_arm = { { 4, 0, 0 }, { (Real)4.5, (Real)0.5, (Real)0.5 } };
	assert_true(mk_polygon_overlaps_aabb(polygon, in_arm));
	Aabb beside_arm = { { 4, 0, 1 }, { (Real)4.5, (Real)0.5, 2 } };
	assert_false(mk_polygon_overlaps_aabb(polygon, beside_arm));
	Aabb on_edge = { { 2, 0, 0 }, { 3, 1, 1 } };
	assert_true(mk_polygon_overlaps_aabb(polygon, on_edge));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(triangles_that_single_mistakes_get_wrong),
		cmocka_unit_test(axes_are_tried_edges_first_then_box_then_plane),
		cmocka_unit_test(corner_planes_reach_the_box_or_not),
		cmocka_unit_test(triangles_inside_around_and_without_area),
		cmocka_unit_test(triangle_against_a_turned_box),
		cmocka_unit_test(nan_triangles_meet_no_box),
		cmocka_unit_test(segments_against_a_box),
		cmocka_unit_test(polygon_meets_a_box_with_an_edge_or_its_inside),
		cmocka_unit_test(box_in_the_gap_of_a_concave_polygon_is_free),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
