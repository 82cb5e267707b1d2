// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Nearest points of planes, lines, segments, boxes and rectangles; sizes of zero; NaN.
#include "geometry/closest.h"

#include "support/check.h"

static const Real tolerance = 16 * MK_EPSILON;

// a box turned by the 3-4-5 angle about z
static const Obb turned_box = {
	.center = { 1, 2, 3 },
	.axes = { { (Real)0.6, (Real)0.8, 0 }, { (Real)-0.8, (Real)0.6, 0 }, { 0, 0, 1 } },
	.half = { 2, 1, (Real)0.5 },
};

static void scalar_projection_is_signed_and_ignores_the_length(void **state) {
	(void)state;
	check_near(scalar_projection(vec3(3, 4, 0), vec3(10, 0, 0)), 3, tolerance);
	check_near(scalar_projection(vec3(3, 4, 0), vec3(0, -2, 0)), -4, tolerance);
	check_near(scalar_projection(vec3(3, 4, 0), vec3_zero()), 0, 0);
}

static void plane_foot_with_a_normal_of_any_length(void **state) {
	(void)state;
	// the plane z = 2 by the normals (0,0,1), (0,0,4) and (0,0,-0.5)
	const Real lengths[] = { 1, 4, (Real)-0.5 };
	for (int i = 0; i < 3; i++) {
		LinePoint foot = closest_on_plane(vec3(0, 0, lengths[i]), vec3(7, 7, 2), vec3(1, -3, 5));
		check_vec3(foot.point, vec3(1, -3, 2), tolerance);
		check_near(foot.t, 3 / lengths[i], tolerance);
	}
	// n = (1,2,2), n.n = 9, p - q = (9,0,0): t = 1, foot (9,0,0) - (1,2,2)
	LinePoint oblique = closest_on_plane(vec3(1, 2, 2), vec3_zero(), vec3(9, 0, 0));
	check_vec3(oblique.point, vec3(8, -2, -2), 8 * tolerance);
	check_near(oblique.t, 1, tolerance);
	Plane unit = plane_normalize((Plane){ vec3(1, 2, 2), 0 });
	check_vec3(plane_project(unit, vec3(9, 0, 0)), oblique.point, 16 * tolerance);
}

static void plane_with_a_zero_normal_leaves_the_point(void **state) {
	(void)state;
	LinePoint foot = closest_on_plane(vec3_zero(), vec3(1, 1, 1), vec3(5, 6, 7));
	check_vec3(foot.point, vec3(5, 6, 7), 0);
	check_near(foot.t, 0, 0);
}

static void line_has_no_ends(void **state) {
	(void)state;
	Ray line = { vec3(0, 1, 0), vec3(2, 0, 0) };
	LinePoint before = closest_on_line(line, vec3(-5, 4, 3));
	check_vec3(before.point, vec3(-5, 1, 0), 0);
	check_near(before.t, -2.5, 0);
	check_near(closest_on_line(line, vec3(9, 0, 0)).t, 4.5, 0);
	LinePoint none = closest_on_line((Ray){ vec3(1, 2, 3), vec3_zero() }, vec3(9, 9, 9));
	check_vec3(none.point, vec3(1, 2, 3), 0);
	check_near(none.t, 0, 0);
}

static void segment_before_between_and_beyond(void **state) {
	(void)state;
	Segment s = { vec3(1, 0, 0), vec3(5, 0, 0) };
	LinePoint before = closest_on_segment(s, vec3(-1, 2, 0));
	check_vec3(before.point, vec3(1, 0, 0), 0);
	check_near(before.t, 0, 0);
	LinePoint between = closest_on_segment(s, vec3(2, 3, -4));
	check_vec3(between.point, vec3(2, 0, 0), 0);
	check_near(between.t, 0.25, 0);
	LinePoint beyond = closest_on_segment(s, vec3(6, -1, 1));
	check_vec3(beyond.point, vec3(5, 0, 0), 0);
	check_near(beyond.t, 1, 0);
	// exactly level with the ends
	check_near(closest_on_segment(s, vec3(1, 7, 0)).t, 0, 0);
	check_near(closest_on_segment(s, vec3(5, 7, 0)).t, 1, 0);
}

static void segment_without_length_is_its_point(void **state) {
	(void)state;
	Segment s = { vec3(1, 2, 3), vec3(1, 2, 3) };
	LinePoint foot = closest_on_segment(s, vec3(9, 9, 9));
	check_vec3(foot.point, vec3(1, 2, 3), 0);
	assert_true(foot.t >= 0 && foot.t <= 1);
}

static void segment_end_is_hit_exactly_far_from_the_origin(void **state) {
	(void)state;
	Segment s = { vec3((Real)1234.567, 0, 0), vec3((Real)9876.543, (Real)0.1, (Real)0.3) };
	check_vec3(closest_on_segment(s, vec3(20000, 1, 1)).point, s.end, 0);
}

static void aabb_clamps_each_coordinate(void **state) {
	(void)state;
	Aabb box = { vec3(-1, -2, -3), vec3(1, 2, 3) };
	check_vec3(closest_on_aabb(box, vec3(5, 0, -9)), vec3(1, 0, -3), 0);
	check_vec3(closest_on_aabb(box, vec3((Real)0.5, -1, 2)), vec3((Real)0.5, -1, 2), 0);
	check_vec3(closest_on_aabb(box, vec3(1, 2, 3)), vec3(1, 2, 3), 0);
}

static void obb_local_coordinates_are_dots_with_the_axes(void **state) {
	(void)state;
	// (4,3,2) . axes: 4.8, -1.4, 2
	Vec3 local = obb_to_local(turned_box, vec3(5, 5, 5));
	check_vec3(local, vec3((Real)4.8, (Real)-1.4, 2), 4 * tolerance);
	check_vec3(obb_to_world(turned_box, local), vec3(5, 5, 5), 4 * tolerance);
	check_vec3(closest_on_obb_local(turned_box, vec3(5, 5, 5)), vec3(2, -1, (Real)0.5), 0);
}

static void obb_outside_and_inside(void **state) {
	(void)state;
	Vec3 outside = closest_on_obb(turned_box, vec3(5, 5, 5));
	check_vec3(outside, vec3(3, 3, (Real)3.5), 4 * tolerance);
	check_near(vec3_distance_squared(outside, vec3(5, 5, 5)), 10.25, 32 * tolerance);
	Vec3 inside = vec3((Real)1.5, (Real)2.5, (Real)3.25);
	check_vec3(closest_on_obb(turned_box, inside), inside, 4 * tolerance);
}

static void obb_with_zero_extents_is_flat_thin_or_a_point(void **state) {
	(void)state;
	Obb box = { vec3(1, 1, 1), mat3_identity(), vec3(2, 1, 0) };
	check_vec3(closest_on_obb(box, vec3(9, 9, 9)), vec3(3, 2, 1), 0);
	box.half = vec3(2, 0, 0);
	check_vec3(closest_on_obb(box, vec3(2, 9, 9)), vec3(2, 1, 1), 0);
	box.half = vec3_zero();
	check_vec3(closest_on_obb(box, vec3(9, 9, 9)), vec3(1, 1, 1), 0);
}

static void rectangle_clamps_both_coordinates_on_both_sides(void **state) {
	(void)state;
	Rectangle r = { vec3_zero(), vec3(1, 0, 0), vec3(0, 1, 0), 2, 1 };
	check_vec3(closest_on_rectangle(r, vec3(3, -4, 5)), vec3(2, -1, 0), 0);
	// the second coordinate is clamped on its negative side too
	check_vec3(closest_on_rectangle(r, vec3(0, -9, 0)), vec3(0, -1, 0), 0);
	check_vec3(closest_on_rectangle(r, vec3(-9, 9, 0)), vec3(-2, 1, 0), 0);
	check_vec3(closest_on_rectangle(r, vec3(1, (Real)0.5, 7)), vec3(1, (Real)0.5, 0), 0);
}

static void rectangle_by_three_corners(void **state) {
	(void)state;
	Triangle corners = { vec3_zero(), vec3(4, 0, 0), vec3(0, 2, 0) };
	check_vec3(closest_on_rectangle_corners(corners, vec3(5, 1, 7)), vec3(4, 1, 0), 0);
	check_vec3(closest_on_rectangle_corners(corners, vec3(-1, 5, 7)), vec3(0, 2, 0), 0);
	// the same set of points in both forms
	Rectangle r = rectangle_from_points(corners.a, corners.b, corners.c);
	check_vec3(closest_on_rectangle(r, vec3(5, 1, 7)), vec3(4, 1, 0), tolerance);
	// a side without length needs no division
	corners.c = corners.a;
	check_vec3(closest_on_rectangle_corners(corners, vec3(1, 1, 1)), vec3(1, 0, 0), 0);
	corners.b = corners.a;
	check_vec3(closest_on_rectangle_corners(corners, vec3(1, 1, 1)), vec3_zero(), 0);
}

static void nan_gives_a_point_of_the_object(void **state) {
	(void)state;
	Vec3 bad = vec3((Real)NAN, 0, 0);
	Segment s = { vec3(1, 0, 0), vec3(5, 0, 0) };
	check_vec3(closest_on_segment(s, bad).point, s.start, 0);
	Aabb box = { vec3(-1, -2, -3), vec3(1, 2, 3) };
	assert_true(aabb_contains_point(box, closest_on_aabb(box, bad)));
	Rectangle r = { vec3_zero(), vec3(1, 0, 0), vec3(0, 1, 0), 2, 1 };
	assert_true(vec3_is_finite(closest_on_rectangle(r, bad)));
	assert_true(vec3_is_finite(closest_on_obb(turned_box, bad)));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scalar_projection_is_signed_and_ignores_the_length),
		cmocka_unit_test(plane_foot_with_a_normal_of_any_length),
		cmocka_unit_test(plane_with_a_zero_normal_leaves_the_point),
		cmocka_unit_test(line_has_no_ends),
		cmocka_unit_test(segment_before_between_and_beyond),
		cmocka_unit_test(segment_without_length_is_its_point),
		cmocka_unit_test(segment_end_is_hit_exactly_far_from_the_origin),
		cmocka_unit_test(aabb_clamps_each_coordinate),
		cmocka_unit_test(obb_local_coordinates_are_dots_with_the_axes),
		cmocka_unit_test(obb_outside_and_inside),
		cmocka_unit_test(obb_with_zero_extents_is_flat_thin_or_a_point),
		cmocka_unit_test(rectangle_clamps_both_coordinates_on_both_sides),
		cmocka_unit_test(rectangle_by_three_corners),
		cmocka_unit_test(nan_gives_a_point_of_the_object),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
