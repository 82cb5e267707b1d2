// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Manifolds of curved and rounded shapes where they stand, lie and lean.
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "shape/minkowski_sum.h"
#include "support/collide_pair.h"

// Step tolerances of distance and depth searches, m, on shapes of 1 m.
static const Real step_length = (Real)2e-4;

static Shape *slab(void) { return mk_box_create(vec3(3, (Real)0.5, 3), NULL); }

static Shape *hull_slab(void) {
	Vec3 points[12];
	for (int i = 0; i < 6; i++) {
		const Real x[] = { 3, (Real)1.5, (Real)-1.5, -3, (Real)-1.5, (Real)1.5 };
		const Real z[] = { 0, (Real)2.6, (Real)2.6, 0, (Real)-2.6, (Real)-2.6 };
		points[i] = vec3(x[i], (Real)0.5, z[i]);
		points[i + 6] = vec3(x[i], (Real)-0.5, z[i]);
	}
	return mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = 12 }, NULL);
}

static void check_rim(const Manifold *m, Real radius, Real depth) {
	assert_int_equal(m->count, 4);
	check_vec3(m->normal, vec3(0, 1, 0), 1e-3);
	for (uint32_t i = 0; i < 4; i++) {
		Vec3 p = m->points[i].position;
		check_near(vec3_length(vec3(p.x, 0, p.z)), radius, 1e-4);
		check_near(m->points[i].separation, -depth, 1e-4);
	}
	// a square on the rim has twice the area of the triangle of its three corners
	check_near(spread_of(m), 2 * radius * radius, 1e-3);
}

static void a_standing_cylinder_touches_with_four_points_of_its_rim(void **state) {
	(void)state;
	Shape *cylinder = mk_cylinder_create((Real)0.5, 1, NULL);
	Shape *floors[] = { slab(), hull_slab(), mk_cylinder_create(2, 1, NULL),
		mk_rounded_box_create(vec3(3, (Real)0.25, 3), (Real)0.25, NULL) };
	for (int i = 0; i < 4; i++) {
		Collided c = collide_at(floors[i], at(0, 0, 0), cylinder, at(0, 0.99, 0));
		assert_int_equal(c.manifold.kind, CONTACT_FACE_FACE);
		check_rim(&c.manifold, (Real)0.5, (Real)0.01);
		mk_shape_release(floors[i]);
	}
	Shape *plane = mk_half_space_create((Plane){ vec3(0, 1, 0), (Real)0.5 }, NULL);
	Collided c = collide_at(plane, at(0, 0, 0), cylinder, at(0, 0.99, 0));
	check_rim(&c.manifold, (Real)0.5, (Real)0.01);
	mk_shape_release(plane);
	mk_shape_release(cylinder);
}

static void equal_cylinders_stand_on_each_other_on_four_points(void **state) {
	(void)state;
	Shape *cylinder = mk_cylinder_create((Real)0.5, 1, NULL);
	Collided c = collide_at(
			cylinder, at(0, 0, 0), cylinder, turned(at(0, 0.99, 0), vec3(0, 1, 0), 10));
	check_rim(&c.manifold, (Real)0.5, (Real)0.01);
	mk_shape_release(cylinder);
}

// Discs of radius 0.5 whose centres are 0.6 apart: a lens with tips at (0.3, +-0.4).
static void overhanging_cylinders_touch_in_a_lens(void **state) {
	(void)state;
	Shape *cylinder = mk_cylinder_create((Real)0.5, 1, NULL);
	Collided c = collide_at(cylinder, at(0, 0, 0), cylinder, at(0.6, 0.99, 0));
	assert_int_equal(c.manifold.count, 4);
	Vec3 tips[] = { vec3((Real)0.3, (Real)0.495, (Real)0.4),
		vec3((Real)0.3, (Real)0.495, (Real)-0.4) };
	assert_true(has_point_near(&c.manifold, tips[0], step_length) ||
			has_point_near(&c.manifold, tips[1], step_length));
	// the largest triangle in the lens is 0.8 long and 0.2 high
	assert_true(spread_of(&c.manifold) > (Real)0.15);
	// narrow: centres 0.98 apart, tips at +-0.0995
	Collided narrow = collide_at(cylinder, at(0, 0, 0), cylinder, at(0.98, 1.001, 0.02));
	assert_true(narrow.manifold.count >= 3);
	for (uint32_t i = 0; i < narrow.manifold.count; i++) {
		Vec3 p = narrow.manifold.points[i].position;
		assert_true(vec3_length(vec3(p.x, 0, p.z)) <= (Real)0.5 + step_length);
		assert_true(vec3_length(vec3(p.x - (Real)0.98, 0, p.z - (Real)0.02)) <=
				(Real)0.5 + step_length);
	}
	mk_shape_release(cylinder);
}

static void a_cylinder_over_the_edge_of_a_box_is_cut_by_it(void **state) {
	(void)state;
	Shape *cylinder = mk_cylinder_create((Real)0.5, 1, NULL);
	Shape *box = mk_box_create(vec3((Real)0.5, (Real)0.5, 2), NULL);
	Collided c = collide_at(box, at(0, 0, 0), cylinder, at(0.8, 0.99, 0));
	assert_int_equal(c.manifold.count, 4);
	// the edge x = 0.5 crosses the rim at z = +-0.4
	assert_true(has_point_near(&c.manifold, vec3((Real)0.5, (Real)0.495, (Real)0.4), step_length));
	assert_true(has_point_near(&c.manifold, vec3((Real)0.5, (Real)0.495, (Real)-0.4), step_length));
	for (uint32_t i = 0; i < 4; i++)
		assert_true(c.manifold.points[i].position.x <= (Real)0.5 + step_length);
	mk_shape_release(cylinder);
	mk_shape_release(box);
}

static void a_small_box_on_a_cylinder_touches_with_its_corners(void **state) {
	(void)state;
	Shape *cylinder = mk_cylinder_create((Real)0.5, 1, NULL);
	Shape *box = mk_box_create(vec3((Real)0.2, (Real)0.5, (Real)0.2), NULL);
	Collided c = collide_at(cylinder, at(0, 0, 0), box, at(0, 0.99, 0));
	assert_int_equal(c.manifold.count, 4);
	for (int i = 0; i < 4; i++) {
		Vec3 corner = vec3(
				i & 1 ? (Real)0.2 : (Real)-0.2, (Real)0.495, i & 2 ? (Real)0.2 : (Real)-0.2);
		assert_true(has_point_near(&c.manifold, corner, step_length));
	}
	mk_shape_release(cylinder);
	mk_shape_release(box);
}

static void a_leaning_cylinder_rolls_on_its_rim(void **state) {
	(void)state;
	Shape *cylinder = mk_cylinder_create((Real)0.5, 1, NULL);
	Shape *floor = slab();
	// leaning by 20 degrees about z, the lowest point of the rim 1 cm in the floor
	const double lean = 0.3490658503988659;
	const double height = 0.5 * cos(lean) + 0.5 * sin(lean);
	Transform pose = turned(at(0, 0.49 + height, 0), vec3(0, 0, 1), 20);
	Collided c = collide_at(floor, at(0, 0, 0), cylinder, pose);
	assert_true(c.hit);
	check_near(deepest_of(&c.manifold), -0.01, step_length);
	Real x = (Real)(0.5 * sin(lean) - 0.5 * cos(lean));
	assert_true(has_point_near(&c.manifold, vec3(x, (Real)0.495, 0), (Real)0.003));
	mk_shape_release(cylinder);
	mk_shape_release(floor);
}

static void a_lying_cylinder_touches_with_two_points(void **state) {
	(void)state;
	Shape *cylinder = mk_cylinder_create((Real)0.5, 1, NULL);
	Shape *floor = slab();
	Collided c = collide_at(
			floor, at(0, 0, 0), cylinder, turned(at(0, 0.99, 0), vec3(0, 0, 1), 90));
	assert_int_equal(c.manifold.count, 2);
	assert_int_equal(c.manifold.kind, CONTACT_EDGE_FACE);
	assert_true(has_point_near(&c.manifold, vec3((Real)0.5, (Real)0.495, 0), step_length));
	assert_true(has_point_near(&c.manifold, vec3((Real)-0.5, (Real)0.495, 0), step_length));
	mk_shape_release(cylinder);
	mk_shape_release(floor);
}

// Side by side, crossed, and a cap against a wall of the other.
static void cylinders_touch_with_wall_and_cap(void **state) {
	(void)state;
	Shape *cylinder = mk_cylinder_create((Real)0.5, 1, NULL);
	Collided beside = collide_at(cylinder, at(0, 0, 0), cylinder, at(0.99, 0.25, 0));
	assert_int_equal(beside.manifold.count, 2);
	check_vec3(beside.manifold.normal, vec3(1, 0, 0), 2e-3);
	assert_true(has_point_near(&beside.manifold, vec3((Real)0.495, (Real)-0.25, 0), (Real)0.002));
	assert_true(has_point_near(&beside.manifold, vec3((Real)0.495, (Real)0.5, 0), (Real)0.002));
	Transform across = turned(at(0.99, 0, 0), vec3(1, 0, 0), 90);
	Collided crossed = collide_at(cylinder, at(0, 0, 0), cylinder, across);
	assert_int_equal(crossed.manifold.count, 1);
	check_near(deepest_of(&crossed.manifold), -0.01, step_length);
	Transform lying = turned(at(0.99, 0, 0), vec3(0, 0, 1), 90);
	Collided cap = collide_at(cylinder, at(0, 0, 0), cylinder, lying);
	// the line of the wall across the disc of the cap
	assert_int_equal(cap.manifold.count, 2);
	check_vec3(cap.manifold.normal, vec3(1, 0, 0), 2e-3);
	assert_true(has_point_near(&cap.manifold, vec3((Real)0.495, (Real)0.5, 0), (Real)0.002));
	assert_true(has_point_near(&cap.manifold, vec3((Real)0.495, (Real)-0.5, 0), (Real)0.002));
	mk_shape_release(cylinder);
}

static void a_cone_stands_on_its_base_and_on_its_tip(void **state) {
	(void)state;
	Shape *cone = mk_cone_create((Real)0.5, 1, NULL);
	Shape *floor = slab();
	Collided base = collide_at(floor, at(0, 0, 0), cone, at(0, 0.99, 0));
	check_rim(&base.manifold, (Real)0.5, (Real)0.01);
	Collided tip = collide_at(floor, at(0, 0, 0), cone, turned(at(0, 0.99, 0), vec3(1, 0, 0), 180));
	assert_int_equal(tip.manifold.count, 1);
	assert_int_equal(tip.manifold.kind, CONTACT_VERTEX_FACE);
	check_near(deepest_of(&tip.manifold), -0.01, step_length);
	mk_shape_release(cone);
	mk_shape_release(floor);
}

static void a_lying_capsule_touches_with_two_points_a_leaning_one_with_one(void **state) {
	(void)state;
	Shape *capsule = mk_capsule_create((Real)0.25, (Real)1.5, NULL);
	Shape *floor = slab();
	Transform lying = turned(at(0, 0.74, 0), vec3(0, 0, 1), 90);
	Collided two = collide_at(floor, at(0, 0, 0), capsule, lying);
	assert_int_equal(two.manifold.count, 2);
	assert_true(has_point_near(&two.manifold, vec3((Real)0.5, (Real)0.495, 0), step_length));
	assert_true(has_point_near(&two.manifold, vec3((Real)-0.5, (Real)0.495, 0), step_length));
	// 10 degrees: the upper end is 17 cm above
	Transform leaning = turned(at(0, 0.74 + 0.5 * sin(0.17453292519943295), 0), vec3(0, 0, 1), 80);
	Collided one = collide_at(floor, at(0, 0, 0), capsule, leaning);
	assert_int_equal(one.manifold.count, 1);
	check_near(deepest_of(&one.manifold), -0.01, step_length);
	mk_shape_release(capsule);
	mk_shape_release(floor);
}

static void balls_and_ellipsoids_touch_in_one_point(void **state) {
	(void)state;
	Shape *floor = slab();
	Shape *shapes[] = { mk_sphere_create((Real)0.5, NULL),
		mk_ellipsoid_create(vec3(1, (Real)0.5, (Real)0.25), NULL) };
	for (int i = 0; i < 2; i++) {
		Collided c = collide_at(floor, at(0, 0, 0), shapes[i], at(1, 0.99, 1));
		assert_int_equal(c.manifold.count, 1);
		check_vec3(c.manifold.normal, vec3(0, 1, 0), 1e-6);
		check_vec3(c.manifold.points[0].position, vec3(1, (Real)0.495, 1), (Real)1e-3);
		check_near(c.manifold.points[0].separation, -0.01, step_length);
		mk_shape_release(shapes[i]);
	}
	mk_shape_release(floor);
}

static void a_rounded_box_touches_where_its_core_has_corners(void **state) {
	(void)state;
	Shape *rounded = mk_rounded_box_create(vec3((Real)0.4, (Real)0.4, (Real)0.4), (Real)0.1, NULL);
	Shape *floor = slab();
	Collided c = collide_at(floor, at(0, 0, 0), rounded, at(0, 0.99, 0));
	assert_int_equal(c.manifold.count, 4);
	for (int i = 0; i < 4; i++) {
		Vec3 corner = vec3(
				i & 1 ? (Real)0.4 : (Real)-0.4, (Real)0.495, i & 2 ? (Real)0.4 : (Real)-0.4);
		assert_true(has_point_near(&c.manifold, corner, step_length));
		check_near(c.manifold.points[i].separation, -0.01, step_length);
	}
	mk_shape_release(rounded);
	mk_shape_release(floor);
}

static void a_sum_known_by_supports_only_stands_on_a_face(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3((Real)0.3, (Real)0.3, (Real)0.3), NULL);
	Shape *cylinder = mk_cylinder_create((Real)0.2, (Real)0.4, NULL);
	Shape *sum = mk_minkowski_sum_create(
			&(MinkowskiSumInput){ box, cylinder, affine_identity(), affine_identity() }, NULL);
	Shape *floor = slab();
	Collided c = collide_at(floor, at(0, 0, 0), sum, at(0, 0.99, 0));
	assert_int_equal(c.manifold.count, 4);
	check_near(deepest_of(&c.manifold), -0.01, step_length);
	// at least the square of the box
	assert_true(spread_of(&c.manifold) > (Real)0.36);
	mk_shape_release(sum);
	mk_shape_release(box);
	mk_shape_release(cylinder);
	mk_shape_release(floor);
}

// Stretched to 2 x 1 x 4 with a shear along x: the standing face becomes a parallelogram.
static void a_sheared_box_stands_on_its_sheared_corners(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3((Real)0.5, (Real)0.5, (Real)0.5), NULL);
	Shape *floor = mk_box_create(vec3(9, (Real)0.5, 9), NULL);
	ShapeInstance a = instance_rigid(floor, at(0, 0, 0));
	for (int mirror = 0; mirror < 2; mirror++) {
		Mat3 map = { vec3(mirror ? -2 : 2, 0, 0), vec3(0, 1, 0), vec3(1, 0, 4) };
		ShapeInstance b = mk_instance(box, (Affine){ map, vec3(0, (Real)0.99, 0) });
		Collided c = collide_pair(&a, &b);
		assert_int_equal(c.manifold.count, 4);
		check_near(deepest_of(&c.manifold), -0.01, step_length);
		for (int i = 0; i < 4; i++) {
			Real z = i & 2 ? 2 : -2;
			Vec3 corner = vec3((i & 1 ? 1 : -1) + z / 4, (Real)0.495, z);
			assert_true(has_point_near(&c.manifold, corner, step_length));
		}
	}
	mk_shape_release(box);
	mk_shape_release(floor);
}

// A cylinder stretched along x: its cap is an ellipse with half axes 1.5 and 0.5.
static void a_stretched_cylinder_stands_on_an_ellipse(void **state) {
	(void)state;
	Shape *cylinder = mk_cylinder_create((Real)0.5, 1, NULL);
	Shape *floor = slab();
	ShapeInstance a = instance_rigid(floor, at(0, 0, 0));
	ShapeInstance b = mk_instance(
			cylinder, (Affine){ mat3_diagonal(vec3(3, 1, 1)), vec3(0, (Real)0.99, 0) });
	Collided c = collide_pair(&a, &b);
	assert_int_equal(c.manifold.count, 4);
	for (uint32_t i = 0; i < 4; i++) {
		Vec3 p = c.manifold.points[i].position;
		check_near(real_square(p.x / 3) + real_square(p.z), 0.25, 1e-3);
		check_near(c.manifold.points[i].separation, -0.01, step_length);
	}
	assert_true(spread_of(&c.manifold) > (Real)1.4);
	mk_shape_release(cylinder);
	mk_shape_release(floor);
}

// As on the ground, 10 km away: only the poses' own rounding counts, which is a millimetre there.
static void contacts_far_from_the_origin_are_as_good(void **state) {
	(void)state;
	Shape *cylinder = mk_cylinder_create((Real)0.5, 1, NULL);
	Shape *floor = slab();
	Collided c = collide_at(
			floor, at(8192, 4096, -8192), cylinder, at(8192, 4096 + 0.9921875, -8192));
	check_rim(&c.manifold, (Real)0.5, (Real)0.0078125);
	mk_shape_release(cylinder);
	mk_shape_release(floor);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_standing_cylinder_touches_with_four_points_of_its_rim),
		cmocka_unit_test(equal_cylinders_stand_on_each_other_on_four_points),
		cmocka_unit_test(overhanging_cylinders_touch_in_a_lens),
		cmocka_unit_test(a_cylinder_over_the_edge_of_a_box_is_cut_by_it),
		cmocka_unit_test(a_small_box_on_a_cylinder_touches_with_its_corners),
		cmocka_unit_test(a_leaning_cylinder_rolls_on_its_rim),
		cmocka_unit_test(a_lying_cylinder_touches_with_two_points),
		cmocka_unit_test(cylinders_touch_with_wall_and_cap),
		cmocka_unit_test(a_cone_stands_on_its_base_and_on_its_tip),
		cmocka_unit_test(a_lying_capsule_touches_with_two_points_a_leaning_one_with_one),
		cmocka_unit_test(balls_and_ellipsoids_touch_in_one_point),
		cmocka_unit_test(a_rounded_box_touches_where_its_core_has_corners),
		cmocka_unit_test(a_sum_known_by_supports_only_stands_on_a_face),
		cmocka_unit_test(a_sheared_box_stands_on_its_sheared_corners),
		cmocka_unit_test(a_stretched_cylinder_stands_on_an_ellipse),
		cmocka_unit_test(contacts_far_from_the_origin_are_as_good),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
