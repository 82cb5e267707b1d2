// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Convex shapes on height fields: fixed cases.
#include "shape/convex.h"
#include "support/contact_scene.h"

static const Real margin_of_all = (Real)0.02;

enum { WIDTH = 21, DEPTH = 17 };

typedef Real HeightAt(int x, int z);

static Real flat(int x, int z) {
	(void)x;
	(void)z;
	return 2;
}

// A roof along z, its ridge at x = 0 with slopes of 45 degrees.
static Real roof(int x, int z) {
	(void)z;
	int from_ridge = x - WIDTH / 2;
	return -real_abs((Real)from_ridge);
}

// One sample missing, at (0, 0).
static Real hole(int x, int z) { return x == WIDTH / 2 && z == DEPTH / 2 ? (Real)NAN : 0; }

// A spike of 5 m at (0, 0).
static Real spike(int x, int z) { return x == WIDTH / 2 && z == DEPTH / 2 ? 5 : 0; }

static Shape *make_field(HeightAt *height) {
	Real heights[WIDTH * DEPTH];
	for (int i = 0; i < WIDTH * DEPTH; i++)
		heights[i] = height(i % WIDTH, i / WIDTH);
	Shape *field = mk_height_field_create(&(HeightFieldInput){ heights, WIDTH, DEPTH }, NULL);
	assert_non_null(field);
	return field;
}

static void test_box_has_four_points_on_a_plain(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *field = make_field(flat);
	Shape *box = mk_box_create(vec3(3, (Real)0.5, (Real)2.5), NULL);
	ShapeInstance a = scene_at(box, (Real)0.3, (Real)2.499, (Real)-0.2);
	ShapeInstance b = instance_local(field);
	scene_collide(&scene, &a, &b, margin_of_all);
	scene_check(&scene, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	const Manifold *m = &scene.manifolds.data[0];
	assert_int_equal(m->count, 4);
	check_vec3(m->normal, vec3(0, -1, 0), 1e-6);
	for (uint32_t i = 0; i < 4; i++) {
		check_near(m->points[i].separation, (Real)-0.001, 1e-5);
		check_vec3(vec3_abs(m->points[i].position), vec3(3, (Real)0.4995, (Real)2.5), 1e-5);
	}
	// from below, the other side holds it
	a = scene_at(box, (Real)0.3, (Real)1.501, (Real)-0.2);
	scene_collide(&scene, &a, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	check_vec3(scene.manifolds.data[0].normal, vec3(0, 1, 0), 1e-6);
	mk_shape_release(box);
	mk_shape_release(field);
	scene_free(&scene);
}

static void test_ridge_and_spike_hold(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *ridge = make_field(roof);
	Shape *tip = make_field(spike);
	Shape *box = mk_box_create(vec3_splat((Real)0.5), NULL);
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	ShapeInstance b = instance_local(ridge);
	// a box on the ridge: two points along it
	ShapeInstance a = scene_at(box, (Real)0.1, (Real)0.498, (Real)0.25);
	scene_collide(&scene, &a, &b, margin_of_all);
	scene_check(&scene, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	const Manifold *m = &scene.manifolds.data[0];
	check_vec3(m->normal, vec3(0, -1, 0), 1e-4);
	check_near(scene_deepest(&scene), (Real)-0.002, 1e-5);
	// along the ridge, from end to end; a sample of the ridge in between may be one more
	assert_true(m->count == 2 || m->count == 3);
	Aabb extent = aabb_empty();
	for (uint32_t i = 0; i < m->count; i++) {
		check_near(m->points[i].position.x, (Real)-0.1, 1e-4);
		extent = aabb_add_point(extent, m->points[i].position);
	}
	check_near(extent.max.z - extent.min.z, 1, 1e-4);
	// a ball on a ridge and on a spike
	a = scene_at(ball, 0, (Real)0.49, (Real)0.3);
	scene_collide(&scene, &a, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	check_vec3(scene.manifolds.data[0].normal, vec3(0, -1, 0), 1e-4);
	check_near(scene_deepest(&scene), (Real)-0.01, 1e-5);
	b = instance_local(tip);
	a = scene_at(ball, 0, (Real)5.49, 0);
	scene_collide(&scene, &a, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	check_vec3(scene.manifolds.data[0].normal, vec3(0, -1, 0), 1e-4);
	check_near(scene_deepest(&scene), (Real)-0.01, 1e-5);
	mk_shape_release(ridge);
	mk_shape_release(tip);
	mk_shape_release(box);
	mk_shape_release(ball);
	scene_free(&scene);
}

static void test_holes_are_open(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *field = make_field(hole);
	Shape *ball = mk_sphere_create((Real)0.3, NULL);
	ShapeInstance b = instance_local(field);
	// in the middle of the hole: its nearest borders are 0.7 away
	ShapeInstance a = scene_at(ball, 0, 0, 0);
	scene_collide(&scene, &a, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 0);
	// the border holds: the long side of the triangle (1, 1), (1, 0), (0, 1) is at distance 0.7071;
	// the ball is 0.29 above it and 0.05 on the side of the hole
	Real root = (Real)0.70710678;
	Real away = (root - (Real)0.05) * root;
	a = scene_at(ball, away, (Real)0.29, away);
	scene_collide(&scene, &a, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	Real length = real_sqrt((Real)0.29 * (Real)0.29 + (Real)0.0025);
	check_near(scene_deepest(&scene), length - (Real)0.3, 1e-5);
	check_near(scene.manifolds.data[0].normal.y, (Real)-0.29 / length, 1e-4);
	mk_shape_release(field);
	mk_shape_release(ball);
	scene_free(&scene);
}

static void test_scale_and_rotation_carry_over(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *field = make_field(flat);
	Shape *box = mk_box_create(vec3_splat((Real)0.5), NULL);
	// cells of 0.1 x 0.2, heights times 3, turned
	Quat turn = quat_from_axis_angle(vec3_normalize(vec3(1, 2, 3)), (Real)0.8);
	Mat3 rotation = quat_to_mat3(turn);
	Mat3 scale = mat3_diagonal(vec3((Real)0.1, 3, (Real)0.2));
	Affine map = { mat3_multiply(rotation, scale), vec3(5, 6, 7) };
	ShapeInstance b = mk_instance(field, map);
	Vec3 place = vec3_add(
			map.origin, mat3_apply(rotation, vec3((Real)0.1, (Real)6.499, (Real)0.2)));
	ShapeInstance a = instance_rigid(box, (Transform){ turn, place });
	scene_collide(&scene, &a, &b, margin_of_all);
	scene_check(&scene, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	assert_int_equal(scene.manifolds.data[0].count, 4);
	check_vec3(scene.manifolds.data[0].normal, mat3_apply(rotation, vec3(0, -1, 0)), 1e-5);
	check_near(scene_deepest(&scene), (Real)-0.001, 2e-5);
	mk_shape_release(field);
	mk_shape_release(box);
	scene_free(&scene);
}

static void test_half_space_and_height_field(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *field = make_field(spike);
	Shape *plane = mk_half_space_create((Plane){ vec3(0, -1, 0), (Real)-4.9 }, NULL);
	// the points above y = 4.9: only the tip is in it
	ShapeInstance a = instance_local(plane);
	ShapeInstance b = instance_local(field);
	scene_collide(&scene, &a, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	assert_int_equal(scene.manifolds.data[0].count, 1);
	check_near(scene_deepest(&scene), (Real)-0.1, 1e-5);
	check_vec3(scene.manifolds.data[0].normal, vec3(0, -1, 0), 1e-6);
	mk_shape_release(field);
	mk_shape_release(plane);
	scene_free(&scene);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_box_has_four_points_on_a_plain),
		cmocka_unit_test(test_ridge_and_spike_hold),
		cmocka_unit_test(test_holes_are_open),
		cmocka_unit_test(test_scale_and_rotation_carry_over),
		cmocka_unit_test(test_half_space_and_height_field),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
