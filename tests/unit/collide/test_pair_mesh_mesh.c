// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Meshes on meshes and on height fields: fixed cases.
#include "math/trig.h"
#include "shape/convex.h"
#include "support/budget.h"
#include "support/contact_scene.h"
#include "support/random.h"

static const Real margin_of_all = (Real)0.02;

static Shape *make_cube(Real half) {
	return scene_mesh(mesh_make_box(vec3_splat(-half), vec3_splat(half)), false);
}

static void test_cube_on_cube_is_box_on_box(void **state) {
	(void)state;
	ContactScene meshes = { 0 };
	ContactScene boxes = { 0 };
	Shape *cube = make_cube((Real)0.5);
	Shape *box = mk_box_create(vec3_splat((Real)0.5), NULL);
	static const Real heights[3] = { (Real)0.999, (Real)0.995, (Real)1.01 };
	for (int i = 0; i < 9; i++) {
		// shifted and turned about the vertical: faces overlap in a quadrangle to an octagon
		Quat turn = quat_from_axis_angle(vec3(0, 1, 0), (Real)0.3 * (Real)(i % 3));
		Transform at = { turn, vec3((Real)0.1 * (Real)i, heights[i / 3], (Real)0.05) };
		ShapeInstance a = instance_rigid(cube, at);
		ShapeInstance b = instance_local(cube);
		scene_collide(&meshes, &a, &b, margin_of_all);
		scene_check(&meshes, margin_of_all);
		ShapeInstance box_a = instance_rigid(box, at);
		ShapeInstance box_b = instance_local(box);
		scene_collide(&boxes, &box_a, &box_b, margin_of_all);
		assert_int_equal(boxes.manifolds.count, 1);
		if (meshes.manifolds.count != 1) scene_print(&meshes);
		assert_int_equal(meshes.manifolds.count, 1);
		const Manifold *m = &meshes.manifolds.data[0];
		check_vec3(m->normal, vec3(0, -1, 0), 1e-5);
		check_vec3(m->normal, boxes.manifolds.data[0].normal, 1e-5);
		assert_int_equal(m->count, 4);
		Real depth = heights[i / 3] - 1;
		for (uint32_t k = 0; k < 4; k++) {
			check_near(m->points[k].separation, depth, 1e-5);
			check_near(m->points[k].position.y, (Real)-0.5 - depth / 2, 1e-5);
		}
		// corners of the same overlap: the same extent along both axes
		Aabb own = aabb_empty();
		Aabb other = aabb_empty();
		for (uint32_t k = 0; k < 4; k++) {
			own = aabb_add_point(own, m->points[k].position);
			other = aabb_add_point(other, boxes.manifolds.data[0].points[k].position);
		}
		if (i % 3 == 0) {
			check_vec3(own.min, other.min, 1e-4);
			check_vec3(own.max, other.max, 1e-4);
		}
	}
	mk_shape_release(cube);
	mk_shape_release(box);
	scene_free(&meshes);
	scene_free(&boxes);
}

// Corners of a cube that stands on another one are pressed in by depths that differ by up to twice
// what counts as the same. The sides of the two overlap by as much, and must not be felt.
static void test_cube_that_trembles_on_a_cube_has_one_contact(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Rng rng = { 9 };
	Shape *cube = make_cube((Real)0.5);
	for (uint32_t i = 0; i < pick_count(3000, 300); i++) {
		Vec3 axis = random_unit(&rng);
		Quat turn = quat_from_axis_angle(axis, (Real)rng_range(&rng, 0, 2e-4));
		Real height = 1 - (Real)rng_range(&rng, 0, 1e-4);
		ShapeInstance a = instance_rigid(
				cube, (Transform){ turn, vec3((Real)0.1015, height, (Real)0.1013) });
		ShapeInstance b = instance_local(cube);
		scene_collide(&scene, &a, &b, margin_of_all);
		if (scene.manifolds.count != 1) scene_print(&scene);
		assert_int_equal(scene.manifolds.count, 1);
		check_vec3(scene.manifolds.data[0].normal, vec3(0, -1, 0), 2e-4);
		assert_int_equal(scene.manifolds.data[0].count, 4);
	}
	mk_shape_release(cube);
	scene_free(&scene);
}

static void test_crossed_edges_touch_in_one_point(void **state) {
	(void)state;
	// two cubes on their edges, crosswise: 45 degrees about z below, about x above
	ContactScene scene = { 0 };
	Shape *cube = make_cube((Real)0.5);
	Real half = (Real)0.70710678;
	Quat below = quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 4);
	Quat above = quat_from_axis_angle(vec3(1, 0, 0), MK_PI / 4);
	ShapeInstance b = instance_rigid(cube, (Transform){ below, vec3_zero() });
	Transform at = { above, vec3((Real)0.1, 2 * half - (Real)0.004, (Real)0.2) };
	ShapeInstance a = instance_rigid(cube, at);
	scene_collide(&scene, &a, &b, margin_of_all);
	scene_check(&scene, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	const Manifold *m = &scene.manifolds.data[0];
	assert_int_equal(m->kind, CONTACT_EDGE_EDGE);
	check_vec3(m->normal, vec3(0, -1, 0), 1e-4);
	assert_int_equal(m->count, 1);
	check_near(m->points[0].separation, (Real)-0.004, 1e-5);
	// 0.15 deep, far beyond the margin, the triangles cross
	a.pose.origin.y = 2 * half - (Real)0.15;
	scene_collide(&scene, &a, &b, margin_of_all);
	m = scene_deepest_manifold(&scene);
	check_vec3(m->normal, vec3(0, -1, 0), 1e-4);
	check_near(scene_deepest(&scene), (Real)-0.15, 1e-4);
	mk_shape_release(cube);
	scene_free(&scene);
}

static void test_deep_corner_is_pushed_out(void **state) {
	(void)state;
	// a cube on its corner, 0.1 deep in a large one
	ContactScene scene = { 0 };
	Shape *cube = make_cube((Real)0.5);
	Shape *large = make_cube(2);
	Vec3 diagonal = vec3_normalize(vec3(1, 1, 1));
	Vec3 axis = vec3_normalize(vec3_cross(diagonal, vec3(0, -1, 0)));
	Real angle = real_acos(-diagonal.y);
	Quat turn = quat_from_axis_angle(axis, angle);
	Real reach = real_sqrt(3) / 2;
	ShapeInstance a = instance_rigid(
			cube, (Transform){ turn, vec3((Real)0.3, 2 + reach - (Real)0.1, (Real)0.4) });
	ShapeInstance b = instance_local(large);
	scene_collide(&scene, &a, &b, margin_of_all);
	scene_check(&scene, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	check_vec3(scene.manifolds.data[0].normal, vec3(0, -1, 0), 1e-4);
	check_near(scene_deepest(&scene), (Real)-0.1, 1e-4);
	mk_shape_release(cube);
	mk_shape_release(large);
	scene_free(&scene);
}

static void test_mesh_inside_a_closed_mesh_is_pushed_out(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *cube = make_cube((Real)0.2);
	Shape *large = make_cube(2);
	ShapeInstance b = instance_local(large);
	ShapeInstance a = scene_at(cube, (Real)0.1, (Real)1.5, (Real)0.3);
	scene_collide(&scene, &a, &b, margin_of_all);
	scene_check(&scene, margin_of_all);
	assert_true(scene.manifolds.count >= 1);
	const Manifold *up = NULL;
	for (uint32_t i = 0; i < scene.manifolds.count; i++) {
		if (scene.manifolds.data[i].normal.y < (Real)-0.99) up = &scene.manifolds.data[i];
	}
	// its bottom is 0.7 below the top of the large one
	assert_non_null(up);
	check_near(up->points[0].separation, (Real)-0.7, 1e-4);
	// outside of a mesh that is not closed, or beside it, there is nothing
	a = scene_at(cube, (Real)2.5, 0, 0);
	scene_collide(&scene, &a, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 0);
	mk_shape_release(cube);
	mk_shape_release(large);
	scene_free(&scene);
}

static void test_linked_rings_hold_each_other(void **state) {
	(void)state;
	// two rings, one around z and one around y, through each other; pulled apart along x
	ContactScene scene = { 0 };
	Shape *ring = scene_mesh(mesh_make_torus(1, (Real)0.25, 40, 20), false);
	Quat turn = quat_from_axis_angle(vec3(1, 0, 0), MK_PI / 2);
	ShapeInstance b = instance_local(ring);
	int touching = 0;
	for (int i = 0; i <= 60; i++) {
		// tubes are in touch at a distance of 2 - 2 * 0.25 = 1.5
		Real x = 1 + (Real)i / 100;
		ShapeInstance a = instance_rigid(ring, (Transform){ turn, vec3(x, 0, 0) });
		scene_collide(&scene, &a, &b, margin_of_all);
		scene_check(&scene, margin_of_all);
		if (x > (Real)1.49) {
			if (scene.manifolds.count == 0) print_message("x %g\n", (double)x);
			assert_true(scene.manifolds.count >= 1);
			const Manifold *m = scene_deepest_manifold(&scene);
			// from A to B: what pulls A to +x must be pushed to -x, so the normal is along +x
			assert_true(m->normal.x > (Real)0.95);
			Real depth = (Real)1.5 - x;
			// facets of 20 corners lie inside the tube by 1 - cos(9 degrees) of its radius
			check_near(scene_deepest(&scene), depth, (Real)0.01);
			touching++;
		}
		if (x < (Real)1.47) assert_int_equal(scene.manifolds.count, 0);
	}
	assert_true(touching > 5);
	mk_shape_release(ring);
	scene_free(&scene);
}

static Shape *make_plain(Real height) {
	Real heights[20 * 20];
	for (int i = 0; i < 20 * 20; i++)
		heights[i] = height;
	Shape *field = mk_height_field_create(&(HeightFieldInput){ heights, 20, 20 }, NULL);
	assert_non_null(field);
	return field;
}

static void test_mesh_on_a_height_field(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *cube = make_cube((Real)0.7);
	Shape *field = make_plain(1);
	ShapeInstance a = scene_at(cube, (Real)0.3, (Real)1.698, (Real)0.4);
	ShapeInstance b = instance_local(field);
	scene_collide(&scene, &a, &b, margin_of_all);
	scene_check(&scene, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	const Manifold *m = &scene.manifolds.data[0];
	check_vec3(m->normal, vec3(0, -1, 0), 1e-5);
	assert_int_equal(m->count, 4);
	for (uint32_t k = 0; k < 4; k++) {
		check_near(m->points[k].separation, (Real)-0.002, 1e-5);
		check_near(real_abs(m->points[k].position.x), (Real)0.7, 1e-4);
		check_near(real_abs(m->points[k].position.z), (Real)0.7, 1e-4);
	}
	mk_shape_release(cube);
	mk_shape_release(field);
	scene_free(&scene);
}

// A cube that a scale made a plate thinner than the inverse of its map can be told, on another:
// contacts are at its plane, also without a margin. Found by fuzzing.
static void test_a_plate_too_thin_for_its_inverse_holds(void **state) {
	(void)state;
	Shape *cube = make_cube(1);
	const Real margins[] = { 0, margin_of_all };
	for (int i = 0; i < 2; i++) {
		ContactScene scene = { 0 };
		Mat3 thin = mat3_identity();
		thin.y.y = (Real)pick_tolerance(1e-22, 1e-160);
		ShapeInstance a = mk_instance(cube, (Affine){ thin, vec3((Real)0.2, (Real)0.999, 0) });
		ShapeInstance b = instance_local(cube);
		scene_collide(&scene, &a, &b, margins[i]);
		scene_check(&scene, margins[i]);
		assert_int_equal(scene.manifolds.count, 1);
		check_vec3(scene.manifolds.data[0].normal, vec3(0, -1, 0), 1e-5);
		check_near(scene.manifolds.data[0].points[0].separation, -0.001, 1e-5);
		scene_free(&scene);
	}
	mk_shape_release(cube);
}

static void test_half_space_holds_the_lowest_vertices(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *ball = scene_mesh(mesh_make_ball(31, 60), false);
	Shape *cube = make_cube((Real)0.5);
	Shape *plane = mk_half_space_create((Plane){ vec3(0, 1, 0), (Real)0.25 }, NULL);
	ShapeInstance b = instance_local(plane);
	ShapeInstance a = scene_at(cube, 3, (Real)0.748, 2);
	scene_collide(&scene, &a, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	assert_int_equal(scene.manifolds.data[0].count, 4);
	check_vec3(scene.manifolds.data[0].normal, vec3(0, -1, 0), 1e-6);
	check_near(scene_deepest(&scene), (Real)-0.002, 1e-5);
	// a ball of 1860 vertices half below the plane: the deepest stays, the others are far apart.
	// Its pole is along z, so the lowest of 60 points of the equator is at -1
	a = scene_at(ball, 0, (Real)0.25, 0);
	scene_collide(&scene, &a, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	check_near(scene_deepest(&scene), -1, (Real)0.01);
	assert_int_equal(scene.manifolds.data[0].count, 4);
	mk_shape_release(ball);
	mk_shape_release(cube);
	mk_shape_release(plane);
	scene_free(&scene);
}

// 441 vertices in the plane, more than are weighed against each other at once: the four
// corners of the square stay.
static void test_half_space_holds_a_flat_mesh_by_its_corners(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *sheet = scene_mesh(scene_floor(4, 20, 0, 0), true);
	// looks along x, so that no axis of the points is the normal's by chance
	Shape *plane = mk_half_space_create((Plane){ vec3(1, 0, 0), 0 }, NULL);
	ShapeInstance b = instance_local(plane);
	Transform upright = { quat_from_axis_angle(vec3(0, 0, 1), -MK_PI / 2), vec3_zero() };
	ShapeInstance a = instance_rigid(sheet, upright);
	scene_collide(&scene, &a, &b, margin_of_all);
	assert_int_equal(scene.manifolds.count, 1);
	const Manifold *m = &scene.manifolds.data[0];
	assert_int_equal(m->count, 4);
	for (uint32_t i = 0; i < 4; i++) {
		check_near(real_abs(m->points[i].position.y), 2, 1e-4);
		check_near(real_abs(m->points[i].position.z), 2, 1e-4);
	}
	mk_shape_release(sheet);
	mk_shape_release(plane);
	scene_free(&scene);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cube_on_cube_is_box_on_box),
		cmocka_unit_test(test_cube_that_trembles_on_a_cube_has_one_contact),
		cmocka_unit_test(test_crossed_edges_touch_in_one_point),
		cmocka_unit_test(test_deep_corner_is_pushed_out),
		cmocka_unit_test(test_mesh_inside_a_closed_mesh_is_pushed_out),
		cmocka_unit_test(test_linked_rings_hold_each_other),
		cmocka_unit_test(test_mesh_on_a_height_field),
		cmocka_unit_test(test_a_plate_too_thin_for_its_inverse_holds),
		cmocka_unit_test(test_half_space_holds_the_lowest_vertices),
		cmocka_unit_test(test_half_space_holds_a_flat_mesh_by_its_corners),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
