// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The forms in which primitives come: each pair of forms describes the same points.
#include "geometry/primitive.h"

#include "geometry/closest.h"
#include "geometry/containment.h"
#include "geometry/distance.h"
#include "geometry/hull_build.h"
#include "geometry/overlap_plane.h"
#include "geometry/ray.h"
#include "geometry/sat.h"
#include "support/check.h"
#include "support/random.h"

static void box_by_corners_and_by_centre(void **state) {
	(void)state;
	Aabb box = { { -1, 2, 3 }, { 3, 4, 8 } };
	check_vec3(aabb_center(box), vec3(1, 3, (Real)5.5), 0);
	check_vec3(aabb_half_extents(box), vec3(2, 1, (Real)2.5), 0);
	Aabb again = aabb_from_center(aabb_center(box), aabb_half_extents(box));
	check_vec3(again.min, box.min, 0);
	check_vec3(again.max, box.max, 0);
}

static void turned_box_by_centre_and_by_corner(void **state) {
	(void)state;
	// edges along (0.6, 0.8, 0), (-0.8, 0.6, 0) and z, half extents 2, 1 and 0.5
	Vec3 edges[3] = { { (Real)2.4, (Real)3.2, 0 }, { (Real)-1.6, (Real)1.2, 0 }, { 0, 0, 1 } };
	Vec3 corner = { 1, 2, 3 };
	Obb box = obb_from_corner(corner, edges[0], edges[1], edges[2]);
	check_vec3(box.center, vec3((Real)1.4, (Real)4.2, (Real)3.5), 8 * MK_EPSILON);
	check_vec3(box.half, vec3(2, 1, (Real)0.5), 4 * MK_EPSILON);
	check_vec3(box.axes.x, vec3((Real)0.6, (Real)0.8, 0), 2 * MK_EPSILON);
	check_vec3(obb_to_local(box, corner), vec3(-2, -1, (Real)-0.5), 16 * MK_EPSILON);
	check_vec3(obb_to_world(box, vec3(2, 1, (Real)0.5)), vec3((Real)1.8, (Real)6.4, 4),
			16 * MK_EPSILON);
}

static void rectangle_by_centre_and_by_points(void **state) {
	(void)state;
	Triangle corners = { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 2, 0 } };
	Rectangle r = rectangle_from_points(corners.a, corners.b, corners.c);
	check_vec3(r.center, vec3(2, 1, 0), 0);
	check_near(r.half_u, 2, 0);
	check_near(r.half_v, 1, 0);
	Rng rng = { 1 };
	for (int i = 0; i < 100; i++) {
		Vec3 p = random_vec3(&rng, 6);
		check_vec3(closest_on_rectangle(r, p), closest_on_rectangle_corners(corners, p),
				8 * MK_EPSILON);
	}
}

static void plane_by_normal_and_offset(void **state) {
	(void)state;
	// normal . x = offset, positive in front
	Plane plane = plane_from_point(vec3(0, 0, 1), vec3(7, 8, 3));
	check_near(plane.offset, 3, 0);
	check_near(plane_distance(plane, vec3(1, 1, 5)), 2, 0);
	Plane by_points = plane_from_triangle(vec3(0, 0, 3), vec3(1, 0, 3), vec3(0, 1, 3));
	check_vec3(by_points.normal, plane.normal, 0);
	check_near(by_points.offset, 3, 0);
}

static void segment_ray_and_line_share_their_points(void **state) {
	(void)state;
	Segment segment = { { 1, 2, 3 }, { 5, 2, 3 } };
	Ray ray = ray_from_segment(segment);
	check_vec3(segment_at(segment, (Real)0.25), vec3(2, 2, 3), 0);
	check_vec3(ray_at(ray, (Real)0.25), vec3(2, 2, 3), 0);
	check_near(closest_on_segment(segment, vec3(9, 0, 0)).t, 1, 0);
	check_near(closest_on_line(ray, vec3(9, 0, 0)).t, 2, 0);
}

static void cone_by_radius_and_by_angle(void **state) {
	(void)state;
	// tan = 3/4
	Cone cone = cone_from_angle(vec3(0, 0, 5), vec3(0, 0, -1), 4, (Real)0.75);
	check_near(cone.radius, 3, 0);
	check_vec3(mk_cone_rim_point(cone, vec3(2, 0, 0)), vec3(3, 0, 1), 0);
}

static void solids_with_a_centre_are_one_form(void **state) {
	(void)state;
	// box, segment, capsule and ball differ only in their half vectors and radius
	Obb box = obb_from_aabb((Aabb){ { -1, -2, -3 }, { 1, 2, 3 } });
	SatSymmetric solids[4] = { sat_from_obb(box), { .half = { { 0, 2, 0 } } },
		{ .half = { { 0, 2, 0 } }, .radius = 1 }, { .radius = 1 } };
	const Real radii[4] = { 2, 2, 3, 1 };
	for (int i = 0; i < 4; i++)
		check_near(sat_radius(&solids[i], vec3(0, 1, 0)), radii[i], 0);
}

// A k-DOP is a list of half-spaces with fixed normals; here the 14 of faces and corners of a cube.
static void k_dop_is_a_list_of_half_spaces(void **state) {
	(void)state;
	Rng rng = { 2 };
	Vec3 points[50];
	for (int i = 0; i < 50; i++)
		points[i] = random_vec3(&rng, 3);
	Plane planes[14];
	for (int i = 0; i < 14; i++) {
		Vec3 axis = i < 6 ? vec3_axis(i / 2) : vec3(1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
		planes[i].normal = i % 2 == 0 ? axis : vec3_negate(axis);
		planes[i].offset = -MK_INFINITY;
		for (int k = 0; k < 50; k++)
			planes[i].offset = real_max(planes[i].offset, vec3_dot(planes[i].normal, points[k]));
	}
	HalfSpaces dop = { planes, 14 };
	for (int i = 0; i < 50; i++)
		assert_true(mk_half_spaces_contain(dop, points[i]));
	assert_false(mk_half_spaces_contain(dop, vec3(3, 3, 3)));
	RayHit hit = mk_ray_hit_half_spaces((Ray){ { 9, 0, 0 }, { -1, 0, 0 } }, ray_range_ray(), dop);
	assert_true(hit.hit && hit.t >= 6);
}

// A tetrahedron and a hull as vertices: the same support and the same planes.
static void tetrahedron_is_a_hull(void **state) {
	(void)state;
	Tetrahedron t = { { 0, 0, 0 }, { 0, 2, 0 }, { 2, 0, 0 }, { 0, 0, 2 } };
	Hull hull = mk_hull_build(&(HullInput){ .points = &t.a, .count = 4 });
	assert_int_equal(hull.face_count, 4);
	assert_int_equal(hull.vertex_count, 4);
	assert_true(mk_half_spaces_contain((HalfSpaces){ hull.planes, 4 }, vec3_splat((Real)0.5)));
	mk_hull_free(&hull);
}

_Static_assert(sizeof(Tetrahedron) == 4 * sizeof(Vec3), "corners are read as an array");

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(box_by_corners_and_by_centre),
		cmocka_unit_test(turned_box_by_centre_and_by_corner),
		cmocka_unit_test(rectangle_by_centre_and_by_points),
		cmocka_unit_test(plane_by_normal_and_offset),
		cmocka_unit_test(segment_ray_and_line_share_their_points),
		cmocka_unit_test(cone_by_radius_and_by_angle),
		cmocka_unit_test(solids_with_a_centre_are_one_form),
		cmocka_unit_test(k_dop_is_a_list_of_half_spaces),
		cmocka_unit_test(tetrahedron_is_a_hull),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
