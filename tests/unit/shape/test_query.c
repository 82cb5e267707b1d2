// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Rays, nearest points, boxes and masses of shapes, with numbers worked out by hand.
#include "base/alloc.h"
#include "shape/compound.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "shape/instance.h"
#include "shape/minkowski_sum.h"

#include "support/check.h"
#include "support/random.h"
#include "support/shape_make.h"

static ShapeRay ray_from(Vec3 origin, Vec3 direction) {
	return (ShapeRay){ { origin, direction }, ray_range_ray(), RAY_SIDES_BOTH };
}

static void stretched_ball_is_hit_where_it_is(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create(1, NULL);
	ShapeInstance in = mk_instance(ball, (Affine){ mat3_diagonal(vec3(2, 1, 1)), vec3_zero() });
	ShapeRay x = ray_from(vec3(5, 0, 0), vec3(-1, 0, 0));
	ShapeRay y = ray_from(vec3(0, 5, 0), vec3(0, -1, 0));
	check_near(mk_instance_ray(&in, &x).hit.t, 3, 8 * MK_EPSILON);
	check_near(mk_instance_ray(&in, &y).hit.t, 4, 8 * MK_EPSILON);
	check_vec3(mk_instance_ray(&in, &x).hit.normal, vec3(1, 0, 0), 2 * MK_EPSILON);
	// nearest point of an ellipsoid, by supports
	check_vec3(mk_instance_closest(&in, vec3(5, 0, 0)).point, vec3(2, 0, 0), 8 * MK_EPSILON);
	check_vec3(mk_instance_closest(&in, vec3(0, 4, 0)).point, vec3(0, 1, 0), 1e-3);
	assert_true(mk_instance_closest(&in, vec3((Real)1.9, 0, 0)).is_inside);
	mk_shape_release(ball);
}

static void flattened_shape_is_never_hit(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create(1, NULL);
	ShapeInstance in = mk_instance(ball, (Affine){ mat3_diagonal(vec3(2, 0, 1)), vec3_zero() });
	ShapeRay down = ray_from(vec3(0, 5, 0), vec3(0, -1, 0));
	assert_false(mk_instance_ray(&in, &down).hit.hit);
	// it still is where it is: a disc
	check_vec3(mk_instance_closest(&in, vec3(0, 3, 0)).point, vec3_zero(), 1e-3);
	check_vec3(mk_instance_closest(&in, vec3(5, 0, 0)).point, vec3(2, 0, 0), 8 * MK_EPSILON);
	mk_shape_release(ball);
}

// At y = 1.6 the corner ball (centre 1, 1, 1, radius 1) is entered at x = 1 + sqrt(1 - 0.36 - 0.16)
// for z = 1.4.
static void rounded_box_is_hit_at_its_corner_ball(void **state) {
	(void)state;
	Shape *box = mk_rounded_box_create(vec3(1, 1, 1), 1, NULL);
	ShapeRay ray = ray_from(vec3(5, (Real)1.6, (Real)1.4), vec3(-2, 0, 0));
	RayHit hit = mk_shape_ray(box, &ray).hit;
	double x = 1 + sqrt(0.48);
	check_near(hit.t, (5 - x) / 2, 32 * MK_EPSILON);
	check_vec3(hit.normal, vec3((Real)(x - 1), (Real)0.6, (Real)0.4), 64 * MK_EPSILON);
	// past the corner, though through the box around it
	ray.ray.origin = vec3(5, (Real)1.9, (Real)1.9);
	assert_false(mk_shape_ray(box, &ray).hit.hit);
	// a flat part
	ray.ray.origin = vec3(5, 0, (Real)0.5);
	check_near(mk_shape_ray(box, &ray).hit.t, 1.5, 16 * MK_EPSILON);
	mk_shape_release(box);
}

static void rays_that_start_inside_say_so(void **state) {
	(void)state;
	Shape *box = mk_rounded_box_create(vec3(1, 1, 1), 1, NULL);
	ShapeRay inside = ray_from(vec3(0, (Real)1.5, 0), vec3(1, 0, 0));
	RayHit hit = mk_shape_ray(box, &inside).hit;
	assert_true(hit.hit && hit.started_inside);
	check_near(hit.t, 0, 0);
	// the same from the other end of a line: entered at x = -2
	inside.range = ray_range_line();
	hit = mk_shape_ray(box, &inside).hit;
	assert_true(hit.hit && !hit.started_inside);
	check_near(hit.t, -1 - sqrt(0.75), 64 * MK_EPSILON);
	mk_shape_release(box);
}

static void margin_counts_for_rays_and_nearest_points(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance in = instance_grow(mk_instance(box, affine_identity()), (Real)0.5);
	ShapeRay down = ray_from(vec3(0, 5, 0), vec3(0, -1, 0));
	check_near(mk_instance_ray(&in, &down).hit.t, 3.5, 16 * MK_EPSILON);
	check_vec3(
			mk_instance_closest(&in, vec3(0, 5, 0)).point, vec3(0, (Real)1.5, 0), 4 * MK_EPSILON);
	assert_true(mk_instance_closest(&in, vec3(0, (Real)1.4, 0)).is_inside);
	mk_shape_release(box);
}

static void half_space_is_everything_behind(void **state) {
	(void)state;
	Shape *floor = mk_half_space_create((Plane){ vec3(0, 2, 0), 4 }, NULL);
	ShapeRay down = ray_from(vec3(7, 5, 7), vec3(0, -1, 0));
	check_near(mk_shape_ray(floor, &down).hit.t, 3, 0);
	check_vec3(mk_shape_ray(floor, &down).hit.normal, vec3(0, 1, 0), 0);
	ShapeRay below = ray_from(vec3(7, 1, 7), vec3(0, -1, 0));
	assert_true(mk_shape_ray(floor, &below).hit.started_inside);
	check_vec3(mk_shape_closest(floor, vec3(1, 5, 1)).point, vec3(1, 2, 1), 0);
	assert_true(mk_shape_closest(floor, vec3(1, 1, 1)).is_inside);
	check_near(floor->box.max.y, 2, 16 * MK_EPSILON);
	assert_true(floor->box.max.x == MK_INFINITY && floor->box.min.y == -MK_INFINITY);
	// on its side, and stretched: the plane is x = 4
	Affine map = { { vec3(0, 1, 0), vec3(2, 0, 0), vec3(0, 0, 1) }, vec3_zero() };
	ShapeInstance wall = mk_instance(floor, map);
	check_near(mk_instance_bounds(&wall).max.x, 4, 32 * MK_EPSILON);
	check_vec3(mk_instance_closest(&wall, vec3(9, 1, 1)).point, vec3(4, 1, 1), 4 * MK_EPSILON);
	assert_true(mk_shape_mass(floor, affine_identity()).mass == 0);
	mk_shape_release(floor);
}

static void separation_ray_is_no_target_and_no_weight(void **state) {
	(void)state;
	Shape *shape = mk_separation_ray_create(2, true, NULL);
	ShapeRay along = ray_from(vec3(0, 0, -1), vec3(0, 0, 1));
	assert_false(mk_shape_ray(shape, &along).hit.hit);
	assert_true(mk_shape_mass(shape, affine_identity()).mass == 0);
	check_vec3(shape_support(shape, vec3(0, 0, 1), MK_SHAPE_NO_ID).point, vec3(0, 0, 2), 0);
	check_vec3(shape_support(shape, vec3(0, 0, -1), MK_SHAPE_NO_ID).point, vec3_zero(), 0);
	mk_shape_release(shape);
}

static void check_inertia(Shape *shape, Affine map, Vec3 expected) {
	MassProperties mass = mass_with_total(mk_shape_mass(shape, map), 1);
	Mat3 inertia = mass_inertia(mass);
	check_vec3(vec3(inertia.x.x, inertia.y.y, inertia.z.z), expected, 1e-4);
	mk_shape_release(shape);
}

// Mass 1: box 2 x 4 x 6: (4^2 + 6^2) / 12 and so on; capsule r 0.5, height 2; cylinder r 1, height
// 2: (3 + 4) / 12 and 1 / 2; a unit box scaled by 2.
static void masses_of_common_shapes(void **state) {
	(void)state;
	Affine id = affine_identity();
	check_inertia(mk_box_create(vec3(1, 2, 3), NULL), id,
			vec3((Real)4.33333333, (Real)3.33333333, (Real)1.66666667));
	check_inertia(mk_sphere_create(1, NULL), id, vec3_splat((Real)0.4));
	check_inertia(mk_capsule_create((Real)0.5, 2, NULL), id,
			vec3((Real)0.3025, (Real)0.115, (Real)0.3025));
	check_inertia(mk_cylinder_create(1, 2, NULL), id,
			vec3((Real)0.58333333, (Real)0.5, (Real)0.58333333));
	check_inertia(mk_box_create(vec3_splat((Real)0.5), NULL),
			(Affine){ mat3_diagonal(vec3_splat(2)), vec3_zero() }, vec3_splat((Real)0.66666667));
	const Vec3 corner[] = { { 5, 0, 0 }, { 6, 0, 0 }, { 5, 1, 0 }, { 5, 0, 1 } };
	Shape *tetrahedron = mk_hull_shape_create(&(HullShapeInput){ corner, 4, 0, 0 }, NULL);
	MassProperties mass = mk_shape_mass(tetrahedron, id);
	check_vec3(mass.center, vec3((Real)5.25, (Real)0.25, (Real)0.25), 1e-5);
	mk_shape_release(tetrahedron);
}

// Boxes of volume 1 at x = -1 and 3 at x = 1, mass 10: centre 0.5. About it, with 1 x 1 x 1 and
// 1 x 1 x 3 along x: Iy = 2.5 (2 / 12) + 2.5 1.5^2 + 7.5 (1 + 9) / 12 + 7.5 0.5^2 = 14.1667.
static void compound_weighs_by_volume(void **state) {
	(void)state;
	Shape *small = mk_box_create(vec3_splat((Real)0.5), NULL);
	Shape *large = mk_box_create(vec3((Real)1.5, (Real)0.5, (Real)0.5), NULL);
	CompoundChild children[] = { { small, { mat3_identity(), vec3(-1, 0, 0) } },
		{ large, { mat3_identity(), vec3(1, 0, 0) } } };
	Shape *compound = mk_compound_create(children, 2, NULL);
	MassProperties mass = mass_with_total(mk_shape_mass(compound, affine_identity()), 10);
	check_vec3(mass.center, vec3((Real)0.5, 0, 0), 1e-6);
	check_near(mass_inertia(mass).y.y, 14.16666667, 1e-5);
	// a leaf by its number
	ShapeRay down = ray_from(vec3(2, 5, 0), vec3(0, -1, 0));
	assert_int_equal(mk_shape_ray(compound, &down).child, 1);
	assert_int_equal(mk_shape_closest(compound, vec3(-5, 0, 0)).child, 0);
	mk_shape_release(small);
	mk_shape_release(large);
	mk_shape_release(compound);
}

static void queries_allocate_nothing(void **state) {
	(void)state;
	Shape *box = mk_rounded_box_create(vec3(1, 2, 3), 1, NULL);
	CompoundChild children[] = { { box, affine_identity() },
		{ box, { mat3_diagonal(vec3(1, 2, 3)), vec3(9, 0, 0) } } };
	Shape *compound = mk_compound_create(children, 2, NULL);
	uint64_t before = mk_alloc_stats().total;
	ShapeInstance in = mk_instance(compound, (Affine){ mat3_diagonal(vec3(3, 2, 1)), vec3_zero() });
	ShapeRay down = ray_from(vec3(0, 50, 0), vec3(0, -1, 0));
	ShapeInstance part = mk_instance(box, in.pose);
	ShapeFace face;
	assert_true(mk_instance_ray(&in, &down).hit.hit);
	assert_false(mk_instance_closest(&in, vec3(100, 0, 0)).is_inside);
	mk_instance_face(&part, vec3(1, 2, 3), &face);
	assert_false(aabb_is_empty(mk_instance_bounds(&in)));
	assert_true(mk_alloc_stats().total == before);
	mk_shape_release(box);
	mk_shape_release(compound);
}

static void nan_is_no_hit(void **state) {
	(void)state;
	Shape *box = mk_rounded_box_create(vec3(1, 2, 3), 1, NULL);
	CompoundChild child = { box, affine_identity() };
	Shape *compound = mk_compound_create(&child, 1, NULL);
	ShapeRay ray = ray_from(vec3(0, (Real)NAN, 0), vec3(0, -1, 0));
	assert_false(mk_shape_ray(box, &ray).hit.hit);
	assert_false(mk_shape_ray(compound, &ray).hit.hit);
	ray = ray_from(vec3(0, 9, 0), vec3(0, (Real)NAN, 0));
	assert_false(mk_shape_ray(box, &ray).hit.hit);
	assert_false(mk_shape_ray(compound, &ray).hit.hit);
	mk_shape_release(box);
	mk_shape_release(compound);
}

static void expect_outside(const Shape *shape, Affine map) {
	const Real bad[] = { (Real)NAN, MK_INFINITY, -MK_INFINITY };
	ShapeInstance in = mk_instance(shape, map);
	for (int i = 0; i < 9; i++) {
		Vec3 p = vec3(i % 3 == 0 ? bad[i / 3] : 0, i % 3 == 1 ? bad[i / 3] : 0,
				i % 3 == 2 ? bad[i / 3] : 0);
		assert_false(mk_instance_closest(&in, p).is_inside);
	}
}

static void nan_is_inside_of_nothing(void **state) {
	(void)state;
	Rng rng = { 1 };
	Affine maps[3] = { affine_identity(), random_affine(&rng, 5),
		{ mat3_diagonal(vec3(1, 0, 1)), vec3_zero() } };
	for (int i = 0; i < 3 * (LAST_CONVEX_KIND + 1); i++) {
		Shape *shape = make_shape(&rng, (ShapeKind)(i / 3), -1, 1);
		expect_outside(shape, maps[i % 3]);
		CompoundChild child = { shape, affine_identity() };
		Shape *compound = mk_compound_create(&child, 1, NULL);
		expect_outside(compound, maps[i % 3]);
		mk_shape_release(compound);
		mk_shape_release(shape);
	}
	Shape *floor = mk_half_space_create((Plane){ { 0, 1, 0 }, 0 }, NULL);
	for (int i = 0; i < 3; i++)
		expect_outside(floor, maps[i]);
	mk_shape_release(floor);
}

// Flattened to y = 0, two balls are discs around x = 0 and x = 5.
static void flattened_compound_is_still_where_it_is(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create(1, NULL);
	CompoundChild children[2] = { { ball, affine_identity() }, { ball, affine_identity() } };
	children[1].pose.origin = vec3(5, 0, 0);
	Shape *compound = mk_compound_create(children, 2, NULL);
	ShapeInstance in = mk_instance(compound, (Affine){ mat3_diagonal(vec3(1, 0, 1)), vec3_zero() });
	ShapePoint found = mk_instance_closest(&in, vec3(9, 4, 0));
	check_vec3(found.point, vec3(6, 0, 0), 1e-3);
	assert_int_equal(found.child, 1);
	check_vec3(mk_instance_closest(&in, vec3(-4, 0, 0)).point, vec3(-1, 0, 0), 1e-3);
	mk_shape_release(compound);
	mk_shape_release(ball);
}

// The box around a point has no size to step by.
static void compound_of_a_point_is_found_from_afar(void **state) {
	(void)state;
	Vec3 place = vec3((Real)0.1, (Real)0.2, (Real)0.3);
	Shape *point = mk_segment_create(place, place, 0, NULL);
	Shape *origin = mk_segment_create(vec3_zero(), vec3_zero(), 0, NULL);
	CompoundChild children[2] = { { point, affine_identity() }, { origin, affine_identity() } };
	Rng rng = { 3 };
	for (int i = 0; i < 2; i++) {
		Shape *compound = mk_compound_create(&children[i], 1, NULL);
		Vec3 expected = i == 0 ? place : vec3_zero();
		for (int k = 0; k < 1000; k++) {
			Vec3 p = random_sized(&rng, -3, 4);
			check_vec3(mk_shape_closest(compound, p).point, expected, 0);
		}
		mk_shape_release(compound);
	}
	mk_shape_release(point);
	mk_shape_release(origin);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stretched_ball_is_hit_where_it_is),
		cmocka_unit_test(flattened_shape_is_never_hit),
		cmocka_unit_test(rounded_box_is_hit_at_its_corner_ball),
		cmocka_unit_test(rays_that_start_inside_say_so),
		cmocka_unit_test(margin_counts_for_rays_and_nearest_points),
		cmocka_unit_test(half_space_is_everything_behind),
		cmocka_unit_test(separation_ray_is_no_target_and_no_weight),
		cmocka_unit_test(masses_of_common_shapes),
		cmocka_unit_test(compound_weighs_by_volume),
		cmocka_unit_test(queries_allocate_nothing),
		cmocka_unit_test(nan_is_no_hit),
		cmocka_unit_test(nan_is_inside_of_nothing),
		cmocka_unit_test(flattened_compound_is_still_where_it_is),
		cmocka_unit_test(compound_of_a_point_is_found_from_afar),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
