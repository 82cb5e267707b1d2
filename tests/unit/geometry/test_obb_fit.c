// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Boxes around points: covariances and boxes computed by hand, the sets on which principal
// components fail, degenerate sets, and the three forms of a box.
#include "geometry/obb_fit.h"

#include "geometry/hull_build.h"
#include "math/trig.h"
#include "support/check.h"
#include "support/mesh_make.h"

static const ObbMode all_modes[] = { OBB_OF_POINTS, OBB_OF_HULL_POINTS, OBB_OF_HULL_EDGES,
	OBB_OF_HULL_SURFACE };

// four corners of a 4 x 2 rectangle, then points inside on a line of slope 1/2
static const Vec3 dense_rectangle[12] = { { -2, -1, 0 }, { 2, -1, 0 }, { 2, 1, 0 }, { -2, 1, 0 },
	{ (Real)0.45, (Real)0.225, 0 }, { (Real)-0.45, (Real)-0.225, 0 }, { (Real)0.9, (Real)0.45, 0 },
	{ (Real)-0.9, (Real)-0.45, 0 }, { (Real)1.35, (Real)0.675, 0 },
	{ (Real)-1.35, (Real)-0.675, 0 }, { (Real)1.8, (Real)0.9, 0 }, { (Real)-1.8, (Real)-0.9, 0 } };

static Obb fit(const Vec3 *points, uint32_t count, ObbMode mode) {
	ObbFit result = mk_obb_fit(points, count, mode);
	assert_int_equal(result.status, OBB_OK);
	return result.box;
}

static Obb fit_tight(const Vec3 *points, uint32_t count) {
	ObbFit result = mk_obb_fit_tight(points, count);
	assert_int_equal(result.status, OBB_OK);
	return result.box;
}

static void check_box(Obb box, const Vec3 *points, uint32_t count) {
	check_mat3(mat3_multiply_transposed(box.axes, box.axes), mat3_identity(), 16 * MK_EPSILON);
	check_near(mat3_determinant(box.axes), 1, 16 * MK_EPSILON);
	for (uint32_t i = 0; i < count; i++) {
		Vec3 local = vec3_abs(obb_to_local(box, points[i]));
		assert_true(local.x <= box.half.x && local.y <= box.half.y && local.z <= box.half.z);
	}
}

static void make_corners(Vec3 half, Affine pose, Vec3 corners[8]) {
	mk_obb_corners((Obb){ .axes = mat3_identity(), .half = half }, corners);
	for (int i = 0; i < 8; i++)
		corners[i] = affine_point(pose, corners[i]);
}

static void covariance_divides_by_the_number_of_points(void **state) {
	(void)state;
	const Vec3 points[2] = { { 4, 1, 1 }, { 6, 1, 1 } };
	Covariance covariance = mk_covariance_of_points(points, 2);
	check_vec3(covariance.mean, vec3(5, 1, 1), 0);
	check_mat3(covariance.matrix, mat3_diagonal(vec3(1, 0, 0)), 0);
}

static void box_corners_have_their_covariance(void **state) {
	(void)state;
	Vec3 corners[8];
	make_corners(vec3(3, 2, 1), affine_identity(), corners);
	check_mat3(mk_covariance_of_points(corners, 8).matrix, mat3_diagonal(vec3(9, 4, 1)), 0);
	Obb box = fit(corners, 8, OBB_OF_POINTS);
	check_vec3(box.half, vec3(3, 2, 1), 0);
	check_near(obb_volume(box), 48, 0);
	check_near(obb_area(box), 88, 0);
}

static void covariance_survives_a_large_offset(void **state) {
	(void)state;
	Vec3 corners[8];
	make_corners(vec3(3, 2, 1), (Affine){ mat3_identity(), vec3_splat(8192) }, corners);
	Covariance covariance = mk_covariance_of_points(corners, 8);
	check_vec3(covariance.mean, vec3_splat(8192), 0);
	check_mat3(covariance.matrix, mat3_diagonal(vec3(9, 4, 1)), 0);
}

static void box_keeps_its_volume_under_rigid_motion(void **state) {
	(void)state;
	Quat turn = quat_normalize(quat((Real)0.3, (Real)-0.5, (Real)0.7, (Real)0.2));
	Affine pose = affine_from_transform((Transform){ turn, vec3(1, -2, 3) });
	Vec3 corners[8];
	make_corners(vec3(3, 2, 1), pose, corners);
	for (int i = 0; i < 4; i++) {
		Obb box = fit(corners, 8, all_modes[i]);
		check_box(box, corners, 8);
		check_near(obb_volume(box), 48, 48 * 32 * MK_EPSILON);
		check_vec3(box.center, pose.origin, 16 * MK_EPSILON);
		check_vec3(box.half, vec3(3, 2, 1), 64 * MK_EPSILON);
		check_near(real_abs(vec3_dot(box.axes.x, pose.linear.x)), 1, 16 * MK_EPSILON);
	}
}

static void centre_is_the_middle_of_the_extents_and_not_the_mean(void **state) {
	(void)state;
	const Vec3 points[5] = { { 0, 0, 0 }, { 10, 0, 0 }, { 10, 1, 0 }, { 10, 0, 1 }, { 10, 1, 1 } };
	Obb box = mk_obb_around(points, 5, mat3_identity());
	check_vec3(box.center, vec3(5, (Real)0.5, (Real)0.5), 0);
	check_vec3(mk_covariance_of_points(points, 5).mean, vec3(8, (Real)0.4, (Real)0.4), MK_EPSILON);
}

static void points_inside_turn_the_box_of_all_points(void **state) {
	(void)state;
	Obb even = fit(dense_rectangle, 4, OBB_OF_POINTS);
	check_near(4 * even.half.x * even.half.y, 8, 8 * 4 * MK_EPSILON);
	Covariance covariance = mk_covariance_of_points(dense_rectangle, 12);
	check_near(covariance.matrix.x.x, 2.3458333333, 1e-6);
	check_near(covariance.matrix.x.y, 0.50625, 1e-6);
	check_near(covariance.matrix.y.y, 0.5864583333, 1e-6);
	Obb turned = fit(dense_rectangle, 12, OBB_OF_POINTS);
	check_box(turned, dense_rectangle, 12);
	check_near(4 * turned.half.x * turned.half.y, 12.9878925, 2e-5);
	check_near(real_abs(turned.axes.x.x), 0.9661064, 1e-6);
	check_near(real_abs(turned.axes.x.y), 0.2581440, 1e-6);
}

static void hull_modes_do_not_see_points_inside(void **state) {
	(void)state;
	for (int i = 1; i < 4; i++) {
		Obb box = fit(dense_rectangle, 12, all_modes[i]);
		check_box(box, dense_rectangle, 12);
		check_near(4 * box.half.x * box.half.y, 8, 8 * 8 * MK_EPSILON);
	}
}

static void points_inside_a_solid_do_the_same(void **state) {
	(void)state;
	// the same rectangle as a prism from z = -3 to 3: volume = 6 area
	Vec3 points[24];
	for (int i = 0; i < 24; i++)
		points[i] = vec3_add(dense_rectangle[i / 2], vec3(0, 0, i % 2 ? 3 : -3));
	check_near(obb_volume(fit(points, 24, OBB_OF_POINTS)), 6 * 12.9878925, 2e-4);
	check_near(obb_volume(fit(points, 24, OBB_OF_HULL_POINTS)), 48, 48 * 8 * MK_EPSILON);
	check_near(obb_volume(fit(points, 24, OBB_OF_HULL_EDGES)), 48, 48 * 8 * MK_EPSILON);
	check_near(obb_volume(fit(points, 24, OBB_OF_HULL_SURFACE)), 48, 48 * 8 * MK_EPSILON);
	check_near(obb_volume(fit_tight(points, 24)), 48, 48 * 8 * MK_EPSILON);
}

static void crowded_hull_vertices_turn_the_box_but_not_that_of_the_surface(void **state) {
	(void)state;
	// a box 8 x 4 x 2 whose corners +++ and -+- are cut into many small facets: extreme points,
	// unevenly spread; the surface hardly changes
	Vec3 points[8 + 2 * 25];
	make_corners(vec3(4, 2, 1), affine_identity(), points);
	for (int i = 0; i < 25; i++) {
		// on a sphere of radius 1/32 around a point 1/32 inside of the corner
		int row = i / 5;
		Real u = MK_PI / 2 * (Real)row / 4;
		Real v = MK_PI / 2 * (Real)(i % 5) / 4;
		Vec3 d = vec3(real_cos(u) * real_cos(v), real_sin(u) * real_cos(v), real_sin(v));
		Vec3 p = vec3_add_scaled(
				vec3((Real)3.96875, (Real)1.96875, (Real)0.96875), d, (Real)0.03125);
		points[8 + 2 * i] = p;
		points[9 + 2 * i] = vec3_negate(p);
	}
	points[7] = points[8];
	points[0] = points[9];
	Real of_vertices = obb_volume(fit(points, 58, OBB_OF_HULL_POINTS));
	Real of_surface = obb_volume(fit(points, 58, OBB_OF_HULL_SURFACE));
	assert_true(of_vertices > 64 * (Real)1.5);
	assert_true(of_surface < 64 * (Real)1.02);
	check_near(obb_volume(fit_tight(points, 58)), 64, 64 * 16 * MK_EPSILON);
}

static void hull_covariances_are_those_of_edges_and_faces(void **state) {
	(void)state;
	// the cube with half extent 1. Edges: 4 of 12 along x with x^2 = 1/3, 8 with x^2 = 1. Faces: 2
	// of 6 with x^2 = 1, 4 with 1/3
	Vec3 corners[8];
	make_corners(vec3_splat(1), (Affine){ mat3_identity(), vec3(7, 8, 9) }, corners);
	Hull hull = mk_hull_build(&(HullInput){ .points = corners, .count = 8 });
	Covariance points = mk_covariance_of_hull(&hull, OBB_OF_HULL_POINTS);
	Covariance edges = mk_covariance_of_hull(&hull, OBB_OF_HULL_EDGES);
	Covariance surface = mk_covariance_of_hull(&hull, OBB_OF_HULL_SURFACE);
	check_mat3(points.matrix, mat3_identity(), 2 * MK_EPSILON);
	check_mat3(edges.matrix, mat3_diagonal(vec3_splat((Real)(7.0 / 9))), 2 * MK_EPSILON);
	check_mat3(surface.matrix, mat3_diagonal(vec3_splat((Real)(5.0 / 9))), 2 * MK_EPSILON);
	check_vec3(surface.mean, vec3(7, 8, 9), 16 * MK_EPSILON);
	mk_hull_free(&hull);
	check_mat3(mk_covariance_of_hull(&hull, OBB_OF_HULL_SURFACE).matrix, mat3_zero(), 0);
}

static void empty_and_non_finite_sets_are_reported(void **state) {
	(void)state;
	const Vec3 bad[2] = { { 1, 2, 3 }, { 0, (Real)NAN, 0 } };
	const Vec3 infinite[1] = { { 0, 0, MK_INFINITY } };
	for (int i = 0; i < 4; i++) {
		ObbFit empty = mk_obb_fit(NULL, 0, all_modes[i]);
		assert_int_equal(empty.status, OBB_EMPTY);
		check_mat3(empty.box.axes, mat3_identity(), 0);
		check_near(obb_volume(empty.box), 0, 0);
		assert_int_equal(mk_obb_fit(bad, 2, all_modes[i]).status, OBB_NOT_FINITE);
		assert_int_equal(mk_obb_fit(infinite, 1, all_modes[i]).status, OBB_NOT_FINITE);
	}
	assert_int_equal(mk_obb_fit_tight(NULL, 0).status, OBB_EMPTY);
	assert_int_equal(mk_obb_fit_tight(bad, 2).status, OBB_NOT_FINITE);
	check_mat3(mk_covariance_of_points(NULL, 0).matrix, mat3_zero(), 0);
	assert_true(aabb_is_empty(mk_aabb_around(NULL, 0)));
}

static void one_point_is_a_box_without_extent(void **state) {
	(void)state;
	const Vec3 points[3] = { { 1, 2, 3 }, { 1, 2, 3 }, { 1, 2, 3 } };
	for (int i = 0; i < 4; i++) {
		Obb box = fit(points, 3, all_modes[i]);
		check_vec3(box.center, points[0], 0);
		check_vec3(box.half, vec3_zero(), 0);
		check_box(box, points, 3);
	}
	check_vec3(fit_tight(points, 3).half, vec3_zero(), 0);
}

static void collinear_points_have_a_box_without_width(void **state) {
	(void)state;
	// points t (2, 3, 6), length 7 each
	Vec3 points[5];
	for (int i = 0; i < 5; i++)
		points[i] = vec3_scale(vec3(2, 3, 6), (Real)(i - 2));
	for (int i = 0; i < 5; i++) {
		Obb box = i < 4 ? fit(points, 5, all_modes[i]) : fit_tight(points, 5);
		check_box(box, points, 5);
		check_vec3(box.half, vec3(14, 0, 0), 14 * 8 * MK_EPSILON);
		check_near(real_abs(vec3_dot(box.axes.x, vec3(2, 3, 6))), 7, 7 * 4 * MK_EPSILON);
	}
}

static void planar_points_have_a_box_without_thickness(void **state) {
	(void)state;
	// a rectangle 6 x 4 in the plane of (1, 2, 2) / 3 and (2, 1, -2) / 3
	Vec3 u = vec3_scale(vec3(1, 2, 2), (Real)(1.0 / 3));
	Vec3 v = vec3_scale(vec3(2, 1, -2), (Real)(1.0 / 3));
	Vec3 points[4];
	for (int i = 0; i < 4; i++)
		points[i] = vec3_add(vec3_scale(u, i & 1 ? 3 : -3), vec3_scale(v, i & 2 ? 2 : -2));
	for (int i = 0; i < 5; i++) {
		Obb box = i < 4 ? fit(points, 4, all_modes[i]) : fit_tight(points, 4);
		check_box(box, points, 4);
		check_near(vec3_max_element(box.half), 3, 16 * MK_EPSILON);
		check_near(vec3_min_element(box.half), 0, 8 * MK_EPSILON);
		check_near(obb_area(box), 8 * 3 * 2, 48 * 16 * MK_EPSILON);
	}
}

static void repeated_eigenvalues_still_give_a_frame(void **state) {
	(void)state;
	Vec3 corners[8];
	make_corners(vec3_splat(1), affine_identity(), corners);
	Obb cube = fit(corners, 8, OBB_OF_HULL_SURFACE);
	check_box(cube, corners, 8);
	check_near(obb_volume(cube), 8, 8 * 8 * MK_EPSILON);
	TestMesh octahedron = mesh_make_octahedron(1);
	check_box(fit(octahedron.points.data, 6, OBB_OF_POINTS), octahedron.points.data, 6);
	mesh_free(&octahedron);
	// two of three equal
	make_corners(vec3(1, 1, 5), affine_identity(), corners);
	Obb rod = fit(corners, 8, OBB_OF_POINTS);
	check_near(obb_volume(rod), 40, 40 * 8 * MK_EPSILON);
}

static void box_corners_and_planes_round_trip(void **state) {
	(void)state;
	Quat turn = quat_normalize(quat((Real)0.1, (Real)0.9, (Real)-0.3, (Real)0.4));
	Obb box = { vec3(4, -5, 6), quat_to_mat3(turn), vec3(3, (Real)0.25, 1) };
	Vec3 corners[8];
	mk_obb_corners(box, corners);
	Obb again = mk_obb_from_corners(corners);
	check_vec3(again.center, box.center, 16 * MK_EPSILON);
	check_vec3(again.half, box.half, 32 * MK_EPSILON);
	// the axis of a short edge is as exact as its length against the coordinates
	check_mat3(again.axes, box.axes, 64 * MK_EPSILON);
	Plane planes[6];
	mk_obb_planes(box, planes);
	again = mk_obb_from_planes(planes);
	check_vec3(again.center, box.center, 32 * MK_EPSILON);
	check_vec3(again.half, box.half, 16 * MK_EPSILON);
	check_mat3(again.axes, box.axes, 0);
	// every corner is on three planes and behind the others
	for (int i = 0; i < 8; i++) {
		for (int k = 0; k < 6; k++) {
			bool is_on = (i >> k / 2 & 1) == 1 - k % 2;
			Real size = 2 * vec3_get(box.half, k / 2);
			check_near(plane_distance(planes[k], corners[i]), is_on ? 0 : -size, 32 * MK_EPSILON);
		}
	}
}

static void corners_of_a_fit_give_the_fit_again(void **state) {
	(void)state;
	Obb box = fit(dense_rectangle, 12, OBB_OF_POINTS);
	Vec3 corners[8];
	mk_obb_corners(box, corners);
	Obb again = mk_obb_from_corners(corners);
	check_vec3(again.center, box.center, 8 * MK_EPSILON);
	check_vec3(again.half, box.half, 16 * MK_EPSILON);
	check_mat3(again.axes, box.axes, 16 * MK_EPSILON);
}

static void flat_corners_get_a_whole_frame(void **state) {
	(void)state;
	for (int flat = 0; flat < 8; flat++) {
		Vec3 half = vec3(flat & 1 ? 0 : 3, flat & 2 ? 0 : 2, flat & 4 ? 0 : 1);
		Obb box = { vec3(1, 2, 3), mat3_identity(), half };
		Vec3 corners[8];
		mk_obb_corners(box, corners);
		Obb again = mk_obb_from_corners(corners);
		assert_true(mat3_is_rotation(again.axes));
		check_vec3(again.half, half, 0);
		check_vec3(again.center, box.center, 0);
	}
}

static void eigenvalues_of_two_by_two_are_the_roots(void **state) {
	(void)state;
	// [2 1; 1 2]: 3 along (1, 1), 1 along (1, -1)
	Eigen2 eigen = mk_eigen2(2, 1, 2);
	check_near(eigen.values[0], 3, 2 * MK_EPSILON);
	check_near(eigen.values[1], 1, 2 * MK_EPSILON);
	check_near(eigen.vectors[0].y / eigen.vectors[0].x, 1, 4 * MK_EPSILON);
	check_near(eigen.vectors[1].y / eigen.vectors[1].x, -1, 4 * MK_EPSILON);
	// [4 -2; -2 1] is singular; l^2 - l (a + d) + a d - c^2 = 0 and the vector is (1, (l - a) / c)
	const Real cases[][3] = { { 4, -2, 1 }, { 1, 3, -2 }, { -5, (Real)0.5, 7 },
		{ 1, (Real)1e-3, 1 } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		Real a = cases[i][0];
		Real c = cases[i][1];
		Real d = cases[i][2];
		eigen = mk_eigen2(a, c, d);
		assert_true(eigen.values[0] >= eigen.values[1]);
		for (int k = 0; k < 2; k++) {
			Real l = eigen.values[k];
			check_near(l * l - l * (a + d) + a * d - c * c, 0, 200 * MK_EPSILON);
			Vec2 v = eigen.vectors[k];
			check_near(v.x * v.x + v.y * v.y, 1, 4 * MK_EPSILON);
			check_near(v.y * c, v.x * (l - a), 32 * MK_EPSILON);
		}
	}
}

static void eigenvectors_without_coupling_are_the_axes(void **state) {
	(void)state;
	Eigen2 first = mk_eigen2(5, 0, 2);
	check_near(first.values[0], 5, 0);
	check_near(first.values[1], 2, 0);
	check_near(real_abs(first.vectors[0].x), 1, 0);
	check_near(first.vectors[0].y, 0, 0);
	Eigen2 second = mk_eigen2(2, 0, 5);
	check_near(second.values[0], 5, 0);
	check_near(second.vectors[0].x, 0, 0);
	check_near(real_abs(second.vectors[0].y), 1, 0);
	Eigen2 equal = mk_eigen2(3, 0, 3);
	check_near(equal.values[1], 3, 0);
	check_near(equal.vectors[0].x, 1, 0);
	check_near(equal.vectors[1].y, 1, 0);
}

static void two_by_two_agrees_with_the_density_fixture(void **state) {
	(void)state;
	Eigen2 eigen = mk_eigen2((Real)2.3458333333, (Real)0.50625, (Real)0.5864583333);
	check_near(eigen.values[0], 2.4811035, 1e-6);
	check_near(eigen.values[1], 0.4511881, 1e-6);
	check_near(eigen.vectors[0].x, 0.9661064, 1e-6);
	check_near(eigen.vectors[0].y, 0.2581440, 1e-6);
}

static void tightest_box_of_a_tetrahedron_is_the_cube_around_it(void **state) {
	(void)state;
	// no face of the cube holds a face of the tetrahedron, only edges: volume 8, while the best box
	// on a face has sqrt(8) sqrt(6) 4 / sqrt(3) = 16
	Quat turn = quat_normalize(quat((Real)0.3, (Real)0.5, (Real)-0.7, (Real)0.2));
	Vec3 points[4] = { { 1, 1, 1 }, { 1, -1, -1 }, { -1, 1, -1 }, { -1, -1, 1 } };
	for (int i = 0; i < 4; i++)
		points[i] = vec3_add(quat_rotate(turn, points[i]), vec3(3, 2, 1));
	Obb box = fit_tight(points, 4);
	check_box(box, points, 4);
	check_near(obb_volume(box), 8, 8 * 64 * MK_EPSILON);
}

static void tightest_box_of_an_octahedron_is_known(void **state) {
	(void)state;
	// with a face down: the height is 2 / sqrt(3), the shadow a regular hexagon of radius sqrt(2 /
	// 3), whose rectangle is 2 r x sqrt(3) r: volume 4 r^2 = 8 / 3; the box along the axes has 8
	TestMesh mesh = mesh_make_octahedron(1);
	Obb box = fit_tight(mesh.points.data, 6);
	check_box(box, mesh.points.data, 6);
	assert_true(obb_volume(box) <= (Real)(8.0 / 3) * (1 + 64 * MK_EPSILON));
	mesh_free(&mesh);
}

static void axis_aligned_box_is_the_range_of_the_points(void **state) {
	(void)state;
	Aabb box = mk_aabb_around(dense_rectangle, 12);
	check_vec3(box.min, vec3(-2, -1, 0), 0);
	check_vec3(box.max, vec3(2, 1, 0), 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(covariance_divides_by_the_number_of_points),
		cmocka_unit_test(box_corners_have_their_covariance),
		cmocka_unit_test(covariance_survives_a_large_offset),
		cmocka_unit_test(box_keeps_its_volume_under_rigid_motion),
		cmocka_unit_test(centre_is_the_middle_of_the_extents_and_not_the_mean),
		cmocka_unit_test(points_inside_turn_the_box_of_all_points),
		cmocka_unit_test(hull_modes_do_not_see_points_inside),
		cmocka_unit_test(points_inside_a_solid_do_the_same),
		cmocka_unit_test(crowded_hull_vertices_turn_the_box_but_not_that_of_the_surface),
		cmocka_unit_test(hull_covariances_are_those_of_edges_and_faces),
		cmocka_unit_test(empty_and_non_finite_sets_are_reported),
		cmocka_unit_test(one_point_is_a_box_without_extent),
		cmocka_unit_test(collinear_points_have_a_box_without_width),
		cmocka_unit_test(planar_points_have_a_box_without_thickness),
		cmocka_unit_test(repeated_eigenvalues_still_give_a_frame),
		cmocka_unit_test(box_corners_and_planes_round_trip),
		cmocka_unit_test(corners_of_a_fit_give_the_fit_again),
		cmocka_unit_test(flat_corners_get_a_whole_frame),
		cmocka_unit_test(eigenvalues_of_two_by_two_are_the_roots),
		cmocka_unit_test(eigenvectors_without_coupling_are_the_axes),
		cmocka_unit_test(two_by_two_agrees_with_the_density_fixture),
		cmocka_unit_test(tightest_box_of_a_tetrahedron_is_the_cube_around_it),
		cmocka_unit_test(tightest_box_of_an_octahedron_is_known),
		cmocka_unit_test(axis_aligned_box_is_the_range_of_the_points),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
