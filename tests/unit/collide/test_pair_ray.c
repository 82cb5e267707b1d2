// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Separation rays against everything.
#include "shape/convex.h"
#include "support/collide_pair.h"

static const Real small_error = (Real)pick_tolerance(1e-5, 1e-12);

// A ray of 1 m looks down: its own +z turned to -y.
static Transform looking_down(double x, double y, double z) {
	return turned(at(x, y, z), vec3(1, 0, 0), 90);
}

static void a_ray_in_a_box_pushes_back_along_itself(void **state) {
	(void)state;
	Shape *ray = mk_separation_ray_create(1, false, NULL);
	Shape *box = mk_box_create(vec3(2, (Real)0.5, 2), NULL);
	// starts 0.7 above the top: 0.3 of it are inside
	Collided c = collide_at(ray, looking_down(0.1, 1.2, 0.2), box, at(0, 0, 0));
	assert_true(c.hit);
	assert_int_equal(c.manifold.count, 1);
	check_vec3(c.manifold.normal, vec3(0, -1, 0), small_error);
	check_near(c.manifold.points[0].separation, -0.3, small_error);
	// the ray's tip and the place where it enters
	check_vec3(on_a(&c.manifold, 0), vec3(0, -1, 0), small_error);
	check_vec3(on_b(&c.manifold, 0), vec3(0, (Real)-0.7, 0), small_error);
	mk_shape_release(ray);
	mk_shape_release(box);
}

// On a slope of 30 degrees.
static void a_ray_acts_along_itself_or_slides_on_slopes(void **state) {
	(void)state;
	Shape *plane = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	Transform slope = turned(at(0, 0, 0), vec3(0, 0, 1), 30);
	for (int slides = 0; slides < 2; slides++) {
		Shape *ray = mk_separation_ray_create(1, slides != 0, NULL);
		Collided c = collide_at(ray, looking_down(0, 0.75, 0), plane, slope);
		assert_true(c.hit);
		Vec3 normal = slides ? vec3((Real)0.5, (Real)-0.86602540378443864676, 0) : vec3(0, -1, 0);
		check_vec3(c.manifold.normal, normal, small_error);
		check_near(c.manifold.points[0].separation, -0.25, small_error);
		check_vec3(on_a(&c.manifold, 0), vec3(0, -1, 0), small_error);
		mk_shape_release(ray);
	}
	mk_shape_release(plane);
}

static void a_ray_reaches_as_far_as_the_margin(void **state) {
	(void)state;
	Shape *ray = mk_separation_ray_create(1, false, NULL);
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	Collided near = collide_at(ray, looking_down(0, 1.51, 0), ball, at(0, 0, 0));
	assert_true(near.hit);
	check_near(near.manifold.points[0].separation, 0.01, small_error);
	assert_false(collide_at(ray, looking_down(0, 1.53, 0), ball, at(0, 0, 0)).hit);
	mk_shape_release(ray);
	mk_shape_release(ball);
}

static void a_ray_that_starts_inside_or_looks_away_gives_nothing(void **state) {
	(void)state;
	Shape *ray = mk_separation_ray_create(1, false, NULL);
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	assert_false(collide_at(ray, looking_down(0, 0.5, 0), box, at(0, 0, 0)).hit);
	assert_false(collide_at(ray, at(0, 0, 1.001), box, at(0, 0, 0)).hit);
	mk_shape_release(ray);
	mk_shape_release(box);
}

static void rays_do_not_see_each_other(void **state) {
	(void)state;
	Shape *ray = mk_separation_ray_create(1, false, NULL);
	assert_false(collide_at(ray, at(0, 0, 0), ray, looking_down(0, 0.5, 0.5)).hit);
	mk_shape_release(ray);
}

static void a_scaled_ray_is_longer(void **state) {
	(void)state;
	Shape *ray = mk_separation_ray_create(1, false, NULL);
	Shape *ball = mk_sphere_create((Real)0.5, NULL);
	ShapeInstance a = mk_instance(ray, (Affine){ mat3_diagonal(vec3(1, 1, 3)), vec3_zero() });
	ShapeInstance b = instance_rigid(ball, at(0, 0, 3));
	Collided c = collide_pair(&a, &b);
	assert_true(c.hit);
	check_near(c.manifold.points[0].separation, -0.5, small_error);
	mk_shape_release(ray);
	mk_shape_release(ball);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_ray_in_a_box_pushes_back_along_itself),
		cmocka_unit_test(a_ray_acts_along_itself_or_slides_on_slopes),
		cmocka_unit_test(a_ray_reaches_as_far_as_the_margin),
		cmocka_unit_test(a_ray_that_starts_inside_or_looks_away_gives_nothing),
		cmocka_unit_test(rays_do_not_see_each_other),
		cmocka_unit_test(a_scaled_ray_is_longer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
