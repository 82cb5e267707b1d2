// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Support mappings with numbers worked out by hand: each shape, under affine maps, and of the
// difference of two shapes.
#include "geometry/hull_build.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "shape/minkowski_sum.h"
#include "shape/support.h"

#include "support/check.h"

static Affine at(Real x, Real y, Real z) { return (Affine){ mat3_identity(), vec3(x, y, z) }; }

// The support of a shape under a map; the shape is released.
static Vec3 support_of(Shape *shape, Affine map, Vec3 direction) {
	assert_non_null(shape);
	ShapeInstance in = mk_instance(shape, map);
	Vec3 s = instance_support(&in, direction, MK_SHAPE_NO_ID);
	mk_shape_release(shape);
	return s;
}

static const Vec3 minus_zero = { -(Real)0.0, -(Real)0.0, -(Real)0.0 };

static void box_takes_the_sign_of_each_component(void **state) {
	(void)state;
	Vec3 half = vec3((Real)0.5, 1, 2);
	Affine map = at(1, 2, 3);
	check_vec3(
			support_of(mk_box_create(half, NULL), map, vec3(1, -1, 0)), vec3((Real)1.5, 1, 5), 0);
	check_vec3(
			support_of(mk_box_create(half, NULL), map, vec3(-1, -1, -1)), vec3((Real)0.5, 1, 1), 0);
}

static void box_counts_zero_and_minus_zero_as_positive(void **state) {
	(void)state;
	Vec3 half = vec3((Real)0.5, 1, 2);
	Affine map = at(1, 2, 3);
	check_vec3(support_of(mk_box_create(half, NULL), map, vec3_zero()), vec3((Real)1.5, 3, 5), 0);
	check_vec3(support_of(mk_box_create(half, NULL), map, minus_zero), vec3((Real)1.5, 3, 5), 0);
	// without a map in between, -0 reaches the shape itself
	Shape *box = mk_box_create(half, NULL);
	check_vec3(shape_support(box, minus_zero, MK_SHAPE_NO_ID).point, half, 0);
	assert_int_equal(shape_support(box, minus_zero, MK_SHAPE_NO_ID).id, 0);
	mk_shape_release(box);
}

static void sphere_goes_its_radius_along_the_direction(void **state) {
	(void)state;
	// 2 (3, 0, 4) / 5
	Vec3 s = support_of(mk_sphere_create(2, NULL), at(1, 2, 3), vec3(3, 0, 4));
	check_vec3(s, vec3((Real)2.2, 2, (Real)4.6), 8 * MK_EPSILON);
	check_vec3(support_of(mk_sphere_create(2, NULL), at(1, 2, 3), vec3_zero()), vec3(3, 2, 3), 0);
	// squares of these lengths vanish or overflow in single precision
	s = support_of(mk_sphere_create(2, NULL), at(0, 0, 0), vec3(0, 0, (Real)1e-30));
	check_vec3(s, vec3(0, 0, 2), 4 * MK_EPSILON);
	s = support_of(mk_sphere_create(2, NULL), at(0, 0, 0), vec3(0, (Real)-1e30, 0));
	check_vec3(s, vec3(0, -2, 0), 4 * MK_EPSILON);
}

// The source's cylinder is along z with height 2 h; ours is along y: z and y change places.
static void cylinder_answers_with_rim_or_cap_centre(void **state) {
	(void)state;
	Affine id = affine_identity();
	Vec3 s = support_of(mk_cylinder_create(2, 6, NULL), id, vec3(3, -1, 4));
	check_vec3(s, vec3((Real)1.2, -3, (Real)1.6), 4 * MK_EPSILON);
	check_vec3(support_of(mk_cylinder_create(2, 6, NULL), id, vec3(0, 5, 0)), vec3(0, 3, 0), 0);
	check_vec3(support_of(mk_cylinder_create(2, 6, NULL), id, vec3_zero()), vec3(0, 3, 0), 0);
	check_vec3(support_of(mk_cylinder_create(2, 6, NULL), id, vec3(0, -1, 0)), vec3(0, -3, 0), 0);
	check_vec3(support_of(mk_cylinder_create(2, 6, NULL), id, vec3(1, 0, 0)), vec3(2, 3, 0), 0);
	// the square of this component vanishes, the component does not
	s = support_of(mk_cylinder_create(2, 6, NULL), id, vec3((Real)1e-30, 1, 0));
	check_vec3(s, vec3(2, 3, 0), 4 * MK_EPSILON);
	// through a map that turns y to z, it is the cylinder of the source
	Affine turn = { { vec3(1, 0, 0), vec3(0, 0, 1), vec3(0, -1, 0) }, vec3_zero() };
	s = support_of(mk_cylinder_create(2, 6, NULL), turn, vec3(3, 4, -1));
	check_vec3(s, vec3((Real)1.2, (Real)1.6, -3), 4 * MK_EPSILON);
}

static void cone_answers_with_tip_or_rim(void **state) {
	(void)state;
	Affine id = affine_identity();
	// radius 3, height 4: the side's normal is (4, 3) / 5; on it tip and rim are equally far
	check_vec3(support_of(mk_cone_create(3, 4, NULL), id, vec3(1, 1, 0)), vec3(0, 2, 0), 0);
	check_vec3(support_of(mk_cone_create(3, 4, NULL), id, vec3(2, 1, 0)), vec3(3, -2, 0), 0);
	check_vec3(support_of(mk_cone_create(3, 4, NULL), id, vec3(0, -1, 0)), vec3(0, -2, 0), 0);
	check_vec3(support_of(mk_cone_create(3, 4, NULL), id, vec3_zero()), vec3(0, 2, 0), 0);
}

static void tapered_shapes_by_hand(void **state) {
	(void)state;
	Affine id = affine_identity();
	Shape *frustum = mk_tapered_cylinder_create(1, 2, 2, NULL);
	check_vec3(support_of(frustum, id, vec3(1, 0, 0)), vec3(2, 1, 0), 0);
	frustum = mk_tapered_cylinder_create(1, 2, 2, NULL);
	// the side falls inward: below 45 degrees the lower rim is farther
	check_vec3(support_of(frustum, id, vec3(1, -1, 0)), vec3(1, -1, 0), 0);
	// balls of radius 1 and 2 at -2 and 2
	Shape *capsule = mk_tapered_capsule_create(1, 2, 4, NULL);
	check_vec3(support_of(capsule, id, vec3(0, 3, 0)), vec3(0, 4, 0), 0);
	capsule = mk_tapered_capsule_create(1, 2, 4, NULL);
	check_vec3(support_of(capsule, id, vec3(0, -1, 0)), vec3(0, -3, 0), 0);
	capsule = mk_tapered_capsule_create(1, 2, 4, NULL);
	check_vec3(support_of(capsule, id, vec3(1, 0, 0)), vec3(2, 2, 0), 0);
	// one ball inside the other: only the larger counts
	capsule = mk_tapered_capsule_create(5, 1, 2, NULL);
	check_vec3(support_of(capsule, id, vec3(0, 1, 0)), vec3(0, 4, 0), 0);
	Shape *long_capsule = mk_capsule_create(1, 6, NULL);
	check_vec3(support_of(long_capsule, id, vec3(2, 0, 0)), vec3(1, 2, 0), 0);
}

static void ellipsoid_is_a_mapped_sphere(void **state) {
	(void)state;
	Affine map = { mat3_diagonal(vec3(2, 1, (Real)0.5)), vec3(1, 0, 0) };
	Vec3 d = vec3(1, 1, 0);
	// M^T d = (2, 1, 0); M (2, 1, 0) / sqrt 5 + N
	Vec3 expected = vec3((Real)2.7888543820, (Real)0.4472135955, 0);
	double tolerance = pick_tolerance(4e-7, 1e-10);
	Vec3 s = support_of(mk_sphere_create(1, NULL), map, d);
	check_vec3(s, expected, tolerance);
	check_near(vec3_dot(s, d), 3.2360679775, 2 * tolerance);
	Shape *own = mk_ellipsoid_create(vec3(2, 1, (Real)0.5), NULL);
	check_vec3(support_of(own, at(1, 0, 0), d), expected, tolerance);
}

static void maps_go_in_by_the_transpose(void **state) {
	(void)state;
	// 90 degrees about z
	Affine turn = { { vec3(0, 1, 0), vec3(-1, 0, 0), vec3(0, 0, 1) }, vec3(10, 20, 30) };
	check_vec3(support_of(mk_box_create(vec3(1, 2, 3), NULL), turn, vec3(1, 1, 1)),
			vec3(12, 21, 33), 0);
	// shear x by y: M = columns (1,0,0), (1,1,0), (0,0,1); corners (+-1 +-1, +-1, +-1)
	Affine shear = { { vec3(1, 0, 0), vec3(1, 1, 0), vec3(0, 0, 1) }, vec3_zero() };
	check_vec3(support_of(mk_box_create(vec3(1, 1, 1), NULL), shear, vec3(1, -2, 0)),
			vec3(0, -1, 1), 0);
	// a mirror
	Affine mirror = { mat3_diagonal(vec3(-1, 1, 1)), vec3_zero() };
	check_vec3(support_of(mk_cone_create(3, 4, NULL), mirror, vec3(-2, 1, 0)), vec3(-3, -2, 0), 0);
}

static void flattened_shapes_have_supports(void **state) {
	(void)state;
	// a singular matrix; along the lost axis M^T d is zero and the shape's rule for zero holds
	Affine flat = { mat3_diagonal(vec3(1, 0, 1)), vec3(0, 7, 0) };
	check_vec3(
			support_of(mk_box_create(vec3(1, 2, 3), NULL), flat, vec3(0, 1, 0)), vec3(1, 7, 3), 0);
	check_vec3(support_of(mk_sphere_create(2, NULL), flat, vec3(0, 1, 0)), vec3(2, 7, 0), 0);
	check_vec3(support_of(mk_sphere_create(2, NULL), flat, vec3(0, 1, 1)), vec3(0, 7, 2), 0);
	Affine nothing = { mat3_zero(), vec3(1, 2, 3) };
	check_vec3(
			support_of(mk_cylinder_create(1, 2, NULL), nothing, vec3(1, 1, 1)), vec3(1, 2, 3), 0);
}

static void similar_maps_keep_the_rounding_a_radius(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create(2, NULL);
	Affine twice = { mat3_diagonal(vec3(3, -3, 3)), vec3_zero() };
	ShapeInstance similar = mk_instance(ball, twice);
	assert_true(similar.is_similar);
	check_near(similar.rounding, 6, 8 * MK_EPSILON);
	Affine stretch = { mat3_diagonal(vec3(3, 1, 3)), vec3_zero() };
	ShapeInstance other = mk_instance(ball, stretch);
	assert_false(other.is_similar);
	check_near(other.rounding, 0, 0);
	check_vec3(instance_support(&other, vec3(1, 0, 0), MK_SHAPE_NO_ID), vec3(6, 0, 0), 0);
	check_vec3(instance_support(&other, vec3(0, 1, 0), MK_SHAPE_NO_ID), vec3(0, 2, 0), 0);
	mk_shape_release(ball);
}

static void difference_keeps_both_points(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create(1, NULL);
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = mk_instance(ball, at(3, 0, 0));
	ShapeInstance b = mk_instance(box, affine_identity());
	CsoPoint s = cso_support(&a, &b, vec3(-1, 0, 0), NULL);
	check_vec3(s.point, vec3(1, -1, -1), 0);
	check_vec3(s.a, vec3(2, 0, 0), 0);
	check_vec3(s.b, vec3(1, 1, 1), 0);
	// the cores' difference, and the id as a hint for the next call
	CsoPoint core = cso_support_core(&a, &b, vec3(-1, 0, 0), &s);
	check_vec3(core.point, vec3(2, -1, -1), 0);
	assert_int_equal(core.id_b, 0);
	mk_shape_release(ball);
	mk_shape_release(box);
}

// The difference with a plus instead of a minus is another set: two boxes that overlap would have
// their supports on one side of the origin.
static void difference_of_overlapping_boxes_holds_the_origin(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = mk_instance(box, at(10, 0, 0));
	ShapeInstance b = mk_instance(box, at(11, 0, 0));
	check_near(cso_support(&a, &b, vec3(1, 0, 0), NULL).point.x, 1, 0);
	check_near(cso_support(&a, &b, vec3(-1, 0, 0), NULL).point.x, -3, 0);
	mk_shape_release(box);
}

static void margin_is_more_rounding(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 2, 3), NULL);
	ShapeInstance grown = instance_grow(mk_instance(box, affine_identity()), (Real)0.5);
	// along (0, 3, 4): corner (1, 2, 3) + 0.5 (0, 0.6, 0.8)
	Vec3 s = instance_support(&grown, vec3(0, 3, 4), MK_SHAPE_NO_ID);
	check_vec3(s, vec3(1, (Real)2.3, (Real)3.4), 4 * MK_EPSILON);
	check_near(mk_instance_bounds(&grown).max.z, 3.5, 32 * MK_EPSILON);
	mk_shape_release(box);
}

static void point_sets_take_the_lowest_index_among_equals(void **state) {
	(void)state;
	const Vec3 points[] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { -1, 0, 0 }, { 0, -1, 0 },
		{ 0, 0, -1 } };
	Shape *hull = mk_hull_shape_create(&(HullShapeInput){ points, 6, 0, 0 }, NULL);
	check_vec3(shape_support(hull, vec3(1, 1, 0), MK_SHAPE_NO_ID).point, points[0], 0);
	check_vec3(shape_support(hull, vec3(0, 1, 1), MK_SHAPE_NO_ID).point, points[1], 0);
	assert_int_equal(shape_support(hull, vec3_zero(), MK_SHAPE_NO_ID).id, 0);
	check_vec3(shape_support(hull, vec3(0, 0, -3), MK_SHAPE_NO_ID).point, points[5], 0);
	mk_shape_release(hull);
}

// A = {(1,2), (3,4)}, B = {(1,0), (1,1)}: {(0,2), (2,4), (0,1), (2,3)}, b by b.
static void explicit_difference_of_two_point_sets(void **state) {
	(void)state;
	const Vec3 a[] = { { 1, 2, 0 }, { 3, 4, 0 } };
	const Vec3 b[] = { { 1, 0, 0 }, { 1, 1, 0 } };
	const Vec3 expected[] = { { 0, 2, 0 }, { 2, 4, 0 }, { 0, 1, 0 }, { 2, 3, 0 } };
	Hull hull = mk_minkowski_difference((PointSet){ a, 2 }, (PointSet){ b, 2 });
	assert_int_equal(hull.status, HULL_OK);
	assert_int_equal(hull.dimension, HULL_POLYGON);
	assert_int_equal(hull.vertex_count, 4);
	for (uint32_t i = 0; i < 4; i++) {
		assert_int_equal(hull.sources[i], i);
		check_vec3(hull.vertices[i], expected[i], 0);
	}
	mk_hull_free(&hull);
	Hull empty = mk_minkowski_difference((PointSet){ a, 0 }, (PointSet){ b, 2 });
	assert_int_equal(empty.status, HULL_NO_POINTS);
}

static void sum_adds_supports_and_radii(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 2, 3), NULL);
	Shape *capsule = mk_capsule_create(1, 4, NULL);
	MinkowskiSumInput input = { box, capsule, at(10, 0, 0), affine_identity() };
	Shape *sum = mk_minkowski_sum_create(&input, NULL);
	check_near(sum->rounding, 1, 0);
	assert_int_equal(sum->vertex_count, 16);
	check_vec3(shape_support(sum, vec3(-1, 1, 1), MK_SHAPE_NO_ID).point, vec3(9, 3, 3), 0);
	check_vec3(support_of(sum, affine_identity(), vec3(0, 0, 1)), vec3(11, 3, 4), 0);
	mk_shape_release(box);
	mk_shape_release(capsule);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(box_takes_the_sign_of_each_component),
		cmocka_unit_test(box_counts_zero_and_minus_zero_as_positive),
		cmocka_unit_test(sphere_goes_its_radius_along_the_direction),
		cmocka_unit_test(cylinder_answers_with_rim_or_cap_centre),
		cmocka_unit_test(cone_answers_with_tip_or_rim),
		cmocka_unit_test(tapered_shapes_by_hand),
		cmocka_unit_test(ellipsoid_is_a_mapped_sphere),
		cmocka_unit_test(maps_go_in_by_the_transpose),
		cmocka_unit_test(flattened_shapes_have_supports),
		cmocka_unit_test(similar_maps_keep_the_rounding_a_radius),
		cmocka_unit_test(difference_keeps_both_points),
		cmocka_unit_test(difference_of_overlapping_boxes_holds_the_origin),
		cmocka_unit_test(margin_is_more_rounding),
		cmocka_unit_test(point_sets_take_the_lowest_index_among_equals),
		cmocka_unit_test(explicit_difference_of_two_point_sets),
		cmocka_unit_test(sum_adds_supports_and_radii),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
