// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Surfaces of triangles so small that each edge is nearly flat: many of them are round all the
// same, and hold what lies on them. Those that are flat but for rounding hold it, too.
#include "math/trig.h"
#include "shape/convex.h"
#include "support/contact_scene.h"
#include "support/random.h"

// A ball of 3 m whose faces meet at half a degree or less.
static Shape *make_dome(void) {
	TestMesh mesh = mesh_make_ball(320, 640);
	mesh_map(&mesh, (Affine){ mat3_diagonal(vec3_splat(3)), vec3_zero() });
	return scene_mesh(mesh, false);
}

// Puts a body, whose origin is over the surface by some height, on the dome,
// a millimetre deep, in any direction from its middle.
static void lie_on_dome(const Shape *dome, const Shape *shape, Quat turn, Real height) {
	ContactScene scene = { 0 };
	Rng rng = { 3 };
	for (int i = 0; i < 200; i++) {
		Quat place = random_quat(&rng);
		Vec3 up = quat_rotate(place, vec3(0, 1, 0));
		Transform pose = { quat_normalize(quat_multiply(place, turn)),
			vec3_scale(up, 3 + height - (Real)0.001) };
		ShapeInstance a = instance_rigid(shape, pose);
		ShapeInstance b = instance_local(dome);
		scene_collide(&scene, &a, &b, (Real)0.02);
		scene_check(&scene, (Real)0.02);
		// the middle of a face is low by 3 (1 - cos(0.28 degrees)), 0.04 mm, in both directions;
		// so is the vertex that is nearest to it, for a flat side
		check_near(scene_deepest(&scene), (Real)-0.001, 0.00015);
		const Manifold *deepest = scene_deepest_manifold(&scene);
		// where faces meet at half a degree in two directions, no normal is farther off
		assert_true(vec3_dot(deepest->normal, up) < -real_cos((Real)0.012));
		mk_arena_reset(&scene.arena);
	}
	scene_free(&scene);
}

static void what_lies_on_a_dome_of_small_triangles_is_held(void **state) {
	(void)state;
	Shape *dome = make_dome();
	Quat lying = quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 2);
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	Shape *box = mk_box_create(vec3((Real)0.5, (Real)0.25, (Real)0.5), NULL);
	Shape *capsule = mk_capsule_create((Real)0.2, (Real)1.4, NULL);
	Shape *cylinder = mk_cylinder_create((Real)0.5, (Real)0.5, NULL);
	lie_on_dome(dome, ball, quat_identity(), (Real)0.5);
	lie_on_dome(dome, box, quat_identity(), (Real)0.25);
	lie_on_dome(dome, capsule, lying, (Real)0.2);
	lie_on_dome(dome, cylinder, quat_identity(), (Real)0.25);
	lie_on_dome(dome, cylinder, lying, (Real)0.5);
	mk_shape_release(ball);
	mk_shape_release(box);
	mk_shape_release(capsule);
	mk_shape_release(cylinder);
	mk_shape_release(dome);
}

// A slope of cells of 0.1 m, a kilometre from the origin of the mesh: in single precision its
// points are out of their plane by a part in a thousand of a cell.
static Shape *make_far_slope(Affine *slope) {
	Quat lean = quat_from_axis_angle(vec3_normalize(vec3(3, 1, 2)), (Real)0.4);
	*slope = (Affine){ quat_to_mat3(lean), vec3(700, -200, 650) };
	TestMesh mesh = scene_floor(6, 60, (Real)0.2, 5);
	mesh_map(&mesh, *slope);
	return scene_mesh(mesh, false);
}

static void lie_on_slope(const Shape *slope, Affine frame, const Shape *shape, Mat3 turn) {
	ContactScene scene = { 0 };
	Rng rng = { 4 };
	for (int i = 0; i < 500; i++) {
		Real x = random_real(&rng, -1, 1);
		Real z = random_real(&rng, -1, 1);
		ShapeInstance a = instance_local(shape);
		a.pose.linear = mat3_multiply(frame.linear, turn);
		a.pose.origin = affine_point(frame, vec3(x, (Real)0.999, z));
		ShapeInstance b = instance_local(slope);
		scene_collide(&scene, &a, &b, (Real)0.02);
		// coordinates are rounded to 0.06 mm, in all three directions
		check_near(scene_deepest(&scene), (Real)-0.001, 0.0005);
		mk_arena_reset(&scene.arena);
	}
	scene_free(&scene);
}

static void round_bodies_find_no_gap_between_triangles_far_from_the_origin(void **state) {
	(void)state;
	Affine frame;
	Shape *slope = make_far_slope(&frame);
	Shape *ball = mk_sphere_create(1, NULL);
	Shape *capsule = mk_capsule_create(1, 3, NULL);
	Shape *cylinder = mk_cylinder_create(1, 1, NULL);
	Mat3 lying = quat_to_mat3(quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 2));
	lie_on_slope(slope, frame, ball, mat3_identity());
	lie_on_slope(slope, frame, capsule, lying);
	lie_on_slope(slope, frame, cylinder, lying);
	mk_shape_release(ball);
	mk_shape_release(capsule);
	mk_shape_release(cylinder);
	mk_shape_release(slope);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_lies_on_a_dome_of_small_triangles_is_held),
		cmocka_unit_test(round_bodies_find_no_gap_between_triangles_far_from_the_origin),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
