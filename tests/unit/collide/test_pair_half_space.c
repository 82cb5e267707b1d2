// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Convex shapes on infinite planes.
#include "shape/convex.h"
#include "support/collide_pair.h"
#include "support/shape_make.h"

static const Real small_error = (Real)pick_tolerance(2e-6, 1e-14);

static Shape *ground(void) { return mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL); }

static void a_box_on_a_plane_touches_with_four_corners(void **state) {
	(void)state;
	Shape *plane = ground();
	Shape *box = mk_box_create(vec3(1, (Real)0.5, 2), NULL);
	Collided c = collide_at(box, at(3, 0.49, 4), plane, at(0, 0, 0));
	assert_int_equal(c.manifold.count, 4);
	assert_int_equal(c.manifold.kind, CONTACT_FACE_FACE);
	check_vec3(c.manifold.normal, vec3(0, -1, 0), 0);
	for (int i = 0; i < 4; i++) {
		Vec3 corner = vec3(i & 1 ? 1 : -1, (Real)-0.495, i & 2 ? 2 : -2);
		assert_true(has_point_near(&c.manifold, corner, small_error));
		check_near(c.manifold.points[i].separation, -0.01, small_error);
	}
	// in the other order positions are relative to the plane's origin
	Collided swapped = collide_at(plane, at(0, 0, 0), box, at(3, 0.49, 4));
	check_vec3(swapped.manifold.normal, vec3(0, 1, 0), 0);
	assert_true(has_point_near(&swapped.manifold, vec3(4, (Real)-0.005, 6), 2 * small_error));
	mk_shape_release(plane);
	mk_shape_release(box);
}

// Every convex kind under any map: the deepest point is that of the support, to rounding.
static void the_depth_of_every_convex_shape_is_that_of_its_support(void **state) {
	(void)state;
	Rng rng = { 11 };
	Shape *plane = ground();
	for (uint32_t i = 0; i < cases(2000); i++) {
		Shape *shape = make_shape(&rng, (ShapeKind)(i % SHAPE_SEPARATION_RAY), -1, 0);
		Affine map = random_affine(&rng, 0);
		ShapeInstance a = mk_instance(shape, map);
		ShapeInstance b = instance_rigid(plane, turned(at(0.1, 0.2, 0.3), vec3(0, 0, 1), 30));
		Vec3 n = vec3_negate(b.pose.linear.y);
		Vec3 lowest = instance_support(&a, n, MK_SHAPE_NO_ID);
		// the lowest point 1 cm in the ground
		Real height = vec3_dot(vec3_sub(lowest, b.pose.origin), n);
		a.pose.origin = vec3_add_scaled(a.pose.origin, n, (Real)0.01 - height);
		Collided c = collide_pair(&a, &b);
		assert_true(c.hit);
		check_vec3(c.manifold.normal, n, small_error);
		// a fiftieth of the slop when the deepest point is looked for, another when it is chosen
		check_near(deepest_of(&c.manifold), -0.01, 2e-4);
		assert_true(deepest_of(&c.manifold) >= (Real)-0.01 - small_error * 8 * (1 + size_of(&a)));
		mk_shape_release(shape);
	}
	mk_shape_release(plane);
}

static void a_plane_counts_up_to_the_margin_and_behind_it(void **state) {
	(void)state;
	Shape *plane = ground();
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	ShapeInstance b = instance_rigid(plane, at(0, 0, 0));
	ShapeInstance a = instance_rigid(ball, at(0, 0.75, 0));
	CollideInput input = { .a = &a, .b = &b, .margin = (Real)0.25 };
	assert_true(collide_input(&input).hit);
	input.margin = (Real)0.24;
	assert_false(collide_input(&input).hit);
	// all of the half-space is solid, however deep
	a = instance_rigid(ball, at(0, -1000, 0));
	check_near(collide_input(&input).manifold.points[0].separation, -1000.5, 1e-3);
	mk_shape_release(plane);
	mk_shape_release(ball);
}

static void a_ball_that_touches_a_plane_exactly_has_a_contact(void **state) {
	(void)state;
	Shape *plane = ground();
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	ShapeInstance b = instance_rigid(plane, at(0, 0, 0));
	ShapeInstance a = instance_rigid(ball, at(0, 0.5, 0));
	Collided c = collide_input(&(CollideInput){ .a = &a, .b = &b });
	assert_true(c.hit);
	check_near(c.manifold.points[0].separation, 0, 0);
	mk_shape_release(plane);
	mk_shape_release(ball);
}

static void two_planes_have_no_contact(void **state) {
	(void)state;
	Shape *plane = ground();
	assert_false(collide_at(plane, at(0, 0, 0), plane, at(0, 0, 0)).hit);
	mk_shape_release(plane);
}

static void a_plane_that_is_flattened_has_no_contact(void **state) {
	(void)state;
	Shape *plane = ground();
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	ShapeInstance a = instance_local(ball);
	ShapeInstance b = mk_instance(plane, (Affine){ mat3_diagonal(vec3(0, 1, 1)), vec3_zero() });
	assert_false(collide_pair(&a, &b).hit);
	mk_shape_release(plane);
	mk_shape_release(ball);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_box_on_a_plane_touches_with_four_corners),
		cmocka_unit_test(the_depth_of_every_convex_shape_is_that_of_its_support),
		cmocka_unit_test(a_plane_counts_up_to_the_margin_and_behind_it),
		cmocka_unit_test(a_ball_that_touches_a_plane_exactly_has_a_contact),
		cmocka_unit_test(two_planes_have_no_contact),
		cmocka_unit_test(a_plane_that_is_flattened_has_no_contact),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
