// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Compounds: every leaf as if it were alone, with its number.
#include "shape/compound.h"
#include "shape/convex.h"
#include "support/contact_scene.h"

static const Real margin_of_all = (Real)0.02;

static Affine move(Real x, Real y, Real z) { return (Affine){ mat3_identity(), vec3(x, y, z) }; }

// A table: a plate at height 1 on four legs; leaf 0 is the plate.
static Shape *make_table(void) {
	Shape *plate = mk_box_create(vec3(1, (Real)0.05, 1), NULL);
	Shape *leg = mk_box_create(vec3((Real)0.05, (Real)0.5, (Real)0.05), NULL);
	CompoundChild children[5] = { { plate, move(0, (Real)1.05, 0) } };
	for (int i = 0; i < 4; i++) {
		Real x = i % 2 == 0 ? (Real)-0.9 : (Real)0.9;
		children[1 + i] = (CompoundChild){ leg,
			move(x, (Real)0.5, i < 2 ? (Real)-0.9 : (Real)0.9) };
	}
	Shape *table = mk_compound_create(children, 5, NULL);
	assert_non_null(table);
	mk_shape_release(plate);
	mk_shape_release(leg);
	return table;
}

static void test_table_stands_on_four_legs(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *table = make_table();
	Shape *plane = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	Shape *floor = scene_mesh(scene_floor(4, 9, (Real)0.2, 3), false);
	const Shape *grounds[2] = { plane, floor };
	for (int ground = 0; ground < 2; ground++) {
		ShapeInstance a = scene_at(table, 0, (Real)-0.003, 0);
		ShapeInstance b = instance_local(grounds[ground]);
		scene_collide(&scene, &a, &b, margin_of_all);
		scene_check(&scene, margin_of_all);
		assert_int_equal(scene.manifolds.count, 4);
		bool is_found[5] = { false };
		for (uint32_t i = 0; i < 4; i++) {
			const Manifold *m = &scene.manifolds.data[i];
			check_vec3(m->normal, vec3(0, -1, 0), 1e-5);
			assert_int_equal(m->count, 4);
			assert_true(m->child_a >= 1 && m->child_a <= 4);
			assert_int_equal(m->child_b, 0);
			is_found[m->child_a] = true;
			check_near(m->points[0].separation, (Real)-0.003, 1e-5);
			// under its own leg, relative to the table
			Real x = m->child_a % 2 == 1 ? (Real)-0.9 : (Real)0.9;
			assert_true(real_abs(m->points[0].position.x - x) < (Real)0.06);
		}
		assert_true(is_found[1] && is_found[2] && is_found[3] && is_found[4]);
	}
	mk_shape_release(table);
	mk_shape_release(plane);
	mk_shape_release(floor);
	scene_free(&scene);
}

static void test_table_on_table(void **state) {
	(void)state;
	// one table stands on the other, 10 km from the origin: four legs on one plate
	ContactScene scene = { 0 };
	Shape *table = make_table();
	ShapeInstance a = scene_at(table, 8192 + (Real)0.0625, (Real)1.09375, 8192);
	ShapeInstance b = scene_at(table, 8192, 0, 8192);
	scene_collide(&scene, &a, &b, margin_of_all);
	scene_check(&scene, margin_of_all);
	// plate top at 1.1: 6.25 mm deep; two legs overhang in x, but all stand on the plate
	assert_int_equal(scene.manifolds.count, 4);
	for (uint32_t i = 0; i < 4; i++) {
		const Manifold *m = &scene.manifolds.data[i];
		check_vec3(m->normal, vec3(0, -1, 0), 1e-5);
		assert_true(m->child_a >= 1);
		assert_int_equal(m->child_b, 0);
		check_near(m->points[0].separation, (Real)-0.00625, 1e-5);
	}
	mk_shape_release(table);
	scene_free(&scene);
}

static void test_nested_compounds_and_meshes_have_leaf_numbers(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	Shape *cube = scene_mesh(mesh_make_box(vec3_splat((Real)-0.5), vec3_splat((Real)0.5)), false);
	CompoundChild inner_children[2] = { { ball, move(-1, 0, 0) }, { cube, move(1, 0, 0) } };
	Shape *inner = mk_compound_create(inner_children, 2, NULL);
	CompoundChild outer_children[2] = { { ball, move(0, 0, 5) }, { inner, move(0, 0, 0) } };
	Shape *outer = mk_compound_create(outer_children, 2, NULL);
	assert_non_null(outer);
	// leaves: 0 the ball at z = 5, 1 the ball at x = -1, 2 the cube at x = 1
	Shape *box = mk_box_create(vec3_splat((Real)0.5), NULL);
	ShapeInstance b = instance_local(outer);
	ShapeInstance a = scene_at(box, 1, (Real)0.998, 0);
	scene_collide(&scene, &a, &b, margin_of_all);
	scene_check(&scene, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	const Manifold *m = &scene.manifolds.data[0];
	assert_int_equal(m->child_b, 2);
	assert_int_equal(m->count, 4);
	check_vec3(m->normal, vec3(0, -1, 0), 1e-5);
	check_near(scene_deepest(&scene), (Real)-0.002, 1e-5);
	// two of them, one on the other: cube on cube and ball on ball
	a = scene_at(outer, 0, (Real)0.998, 0);
	scene_collide(&scene, &a, &b, margin_of_all);
	scene_check(&scene, margin_of_all);
	assert_int_equal(scene.manifolds.count, 3);
	for (uint32_t i = 0; i < 3; i++) {
		assert_int_equal(scene.manifolds.data[i].child_a, scene.manifolds.data[i].child_b);
		check_vec3(scene.manifolds.data[i].normal, vec3(0, -1, 0), 1e-4);
		check_near(scene.manifolds.data[i].points[0].separation, (Real)-0.002, 1e-5);
	}
	// and in the other order
	ShapeInstance box_at = scene_at(box, 1, (Real)0.998, 0);
	scene_collide(&scene, &b, &box_at, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	assert_int_equal(scene.manifolds.data[0].child_a, 2);
	check_vec3(scene.manifolds.data[0].normal, vec3(0, 1, 0), 1e-5);
	mk_shape_release(ball);
	mk_shape_release(cube);
	mk_shape_release(inner);
	mk_shape_release(outer);
	mk_shape_release(box);
	scene_free(&scene);
}

static void test_scaled_compound_and_separation_ray(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *table = make_table();
	// twice as wide, half as high: the plate's top is at 0.55
	ShapeInstance b = mk_instance(
			table, (Affine){ mat3_diagonal(vec3(2, (Real)0.5, 2)), vec3_zero() });
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	ShapeInstance a = scene_at(ball, (Real)1.9, (Real)1.04, 0);
	scene_collide(&scene, &a, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	check_near(scene_deepest(&scene), (Real)-0.01, 1e-5);
	check_vec3(scene.manifolds.data[0].normal, vec3(0, -1, 0), 1e-4);
	// a ray of 1 m from 1.2 m down meets the plate after 0.65 m
	Shape *ray = mk_separation_ray_create(1, false, NULL);
	Quat down = quat_from_axis_angle(vec3(1, 0, 0), MK_PI / 2);
	ShapeInstance foot = instance_rigid(ray, (Transform){ down, vec3(0, (Real)1.2, 0) });
	scene_collide(&scene, &foot, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	check_near(scene_deepest(&scene), (Real)-0.35, 1e-4);
	check_vec3(scene.manifolds.data[0].normal, vec3(0, -1, 0), 1e-4);
	// the same on a mesh
	Shape *floor = scene_mesh(scene_floor(4, 9, (Real)0.2, 3), false);
	ShapeInstance ground = instance_local(floor);
	foot.pose.origin.y = (Real)0.9;
	scene_collide(&scene, &foot, &ground, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	check_near(scene_deepest(&scene), (Real)-0.1, 1e-4);
	mk_shape_release(table);
	mk_shape_release(ball);
	mk_shape_release(ray);
	mk_shape_release(floor);
	scene_free(&scene);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table_stands_on_four_legs),
		cmocka_unit_test(test_table_on_table),
		cmocka_unit_test(test_nested_compounds_and_meshes_have_leaf_numbers),
		cmocka_unit_test(test_scaled_compound_and_separation_ray),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
