// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "collide/separation_any.h"
#include "shape/convex.h"
#include "shape/mesh.h"
#include "support/check.h"
#include "support/mesh_make.h"

// Distances of shapes of about a metre are off by some roundings of coordinates of a few metres.
#define TOLERANCE (1e-5)

static Shape *mesh_box(Vec3 half) {
	TestMesh mesh = mesh_make_box(vec3_negate(half), half);
	Shape *shape = mk_mesh_create(&(MeshInput){ .mesh = mesh_view(&mesh) }, NULL);
	mesh_free(&mesh);
	assert_non_null(shape);
	return shape;
}

static ShapeInstance at(const Shape *shape, Real x, Real y, Real z) {
	return mk_instance(shape, (Affine){ mat3_identity(), vec3(x, y, z) });
}

static void check_both_ways(
		const ShapeInstance *a, const ShapeInstance *b, double distance, Vec3 normal) {
	AnySeparation there = mk_separation_any(a, b, MK_INFINITY);
	AnySeparation back = mk_separation_any(b, a, MK_INFINITY);
	assert_true(there.is_supported && back.is_supported);
	check_near((double)there.separation.distance, distance, TOLERANCE);
	check_near((double)back.separation.distance, distance, TOLERANCE);
	check_vec3(there.separation.normal, normal, TOLERANCE);
	check_vec3(back.separation.normal, vec3_negate(normal), TOLERANCE);
	Vec3 way = vec3_sub(there.separation.point_b, there.separation.point_a);
	check_vec3(way, vec3_scale(normal, (Real)distance), 2 * TOLERANCE);
	assert_true(there.separation.lower <= there.separation.upper);
}

// A ball of 0.5 m at 3 m from the centre of a box of 1 m half extents: 3 - 1 - 0.5.
static void ball_over_a_mesh_has_the_distance_of_its_face(void **state) {
	(void)state;
	Shape *mesh = mesh_box(vec3(1, 1, 1));
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	ShapeInstance a = at(mesh, 1, 2, 3);
	ShapeInstance b = at(ball, 1, 5, (Real)3.25);
	check_both_ways(&a, &b, 1.5, vec3(0, 1, 0));
	// far away: several rounds of growing boxes
	b = at(ball, 101, 2, 3);
	check_both_ways(&a, &b, 98.5, vec3(1, 0, 0));
	// 0.2 m in the face
	b = at(ball, 1, (Real)3.3, (Real)3.25);
	check_both_ways(&a, &b, -0.2, vec3(0, 1, 0));
	mk_shape_release(mesh);
	mk_shape_release(ball);
}

// Two boxes as meshes: faces 2 - 0.5 - 1 apart; the pieces are named.
static void two_meshes_have_the_distance_of_their_nearest_triangles(void **state) {
	(void)state;
	Shape *large = mesh_box(vec3(1, 1, 1));
	Shape *small = mesh_box(vec3((Real)0.5, (Real)0.5, (Real)0.5));
	ShapeInstance a = at(large, 0, 0, 0);
	ShapeInstance b = at(small, 2, 0, 0);
	check_both_ways(&a, &b, 0.5, vec3(1, 0, 0));
	AnySeparation found = mk_separation_any(&a, &b, MK_INFINITY);
	assert_true(found.index_a < 12 && found.index_b < 12);
	// a mesh is a surface: what is inside is as far away as the wall
	b = at(small, (Real)0.25, 0, 0);
	check_both_ways(&a, &b, 0.25, vec3(-1, 0, 0));
	mk_shape_release(large);
	mk_shape_release(small);
}

// Stretched by (2, 1, 1) the wall is at x = 2.
static void stretched_mesh_has_the_distance_of_the_stretched_wall(void **state) {
	(void)state;
	Shape *mesh = mesh_box(vec3(1, 1, 1));
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	Affine pose = { mat3_identity(), vec3_zero() };
	pose.linear.x = vec3(2, 0, 0);
	ShapeInstance a = mk_instance(mesh, pose);
	ShapeInstance b = at(ball, 4, 0, 0);
	check_both_ways(&a, &b, 1.5, vec3(1, 0, 0));
	mk_shape_release(mesh);
	mk_shape_release(ball);
}

static void half_space_is_met_by_the_lowest_point(void **state) {
	(void)state;
	Shape *plane = mk_half_space_create((Plane){ vec3(0, 1, 0), 1 }, NULL);
	Shape *box = mk_box_create(vec3(1, (Real)0.5, 1), NULL);
	Shape *mesh = mesh_box(vec3(1, (Real)0.5, 1));
	ShapeInstance ground = at(plane, 0, 1, 0); // y = 2
	ShapeInstance a = at(box, 5, 3, 5);
	check_both_ways(&a, &ground, 0.5, vec3(0, -1, 0));
	a = at(mesh, 5, 2, 5);
	check_both_ways(&a, &ground, -0.5, vec3(0, -1, 0));
	assert_false(mk_separation_any(&ground, &ground, MK_INFINITY).is_supported);
	mk_shape_release(plane);
	mk_shape_release(box);
	mk_shape_release(mesh);
}

// A shape without size ends the search as well.
static void point_beside_a_mesh_has_its_distance(void **state) {
	(void)state;
	Shape *mesh = mesh_box(vec3(1, 1, 1));
	Shape *point = mk_segment_create(vec3_zero(), vec3_zero(), 0, NULL);
	assert_non_null(point);
	ShapeInstance a = at(mesh, 0, 0, 0);
	ShapeInstance b = at(point, 3, 0, 0);
	check_both_ways(&a, &b, 2, vec3(1, 0, 0));
	mk_shape_release(mesh);
	mk_shape_release(point);
}

static void pairs_beyond_the_limit_are_only_told_so(void **state) {
	(void)state;
	Shape *mesh = mesh_box(vec3(1, 1, 1));
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	const Shape *shapes[] = { mesh, ball };
	for (int i = 0; i < 2; i++) {
		ShapeInstance a = at(shapes[i], 0, 0, 0);
		ShapeInstance b = at(ball, 10, 0, 0);
		AnySeparation found = mk_separation_any(&a, &b, 1);
		assert_int_equal(found.separation.status, SEPARATION_BEYOND);
		assert_true(found.separation.distance >= 1);
	}
	mk_shape_release(mesh);
	mk_shape_release(ball);
}

static void numbers_that_are_not_finite_are_invalid(void **state) {
	(void)state;
	Shape *mesh = mesh_box(vec3(1, 1, 1));
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	ShapeInstance a = at(mesh, 0, 0, 0);
	ShapeInstance b = at(ball, 0, 0, 0);
	b.pose.origin.x = (Real)NAN;
	assert_int_equal(mk_separation_any(&a, &b, MK_INFINITY).separation.status, SEPARATION_INVALID);
	a = at(ball, 0, 0, 0);
	assert_int_equal(mk_separation_any(&a, &b, MK_INFINITY).separation.status, SEPARATION_INVALID);
	mk_shape_release(mesh);
	mk_shape_release(ball);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ball_over_a_mesh_has_the_distance_of_its_face),
		cmocka_unit_test(two_meshes_have_the_distance_of_their_nearest_triangles),
		cmocka_unit_test(stretched_mesh_has_the_distance_of_the_stretched_wall),
		cmocka_unit_test(half_space_is_met_by_the_lowest_point),
		cmocka_unit_test(point_beside_a_mesh_has_its_distance),
		cmocka_unit_test(pairs_beyond_the_limit_are_only_told_so),
		cmocka_unit_test(numbers_that_are_not_finite_are_invalid),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
