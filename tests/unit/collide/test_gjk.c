// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// GJK on pairs with known distances, its statuses and warm starts; how it ends: test_gjk_end.c.
#include "collide/gjk.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"

#include "support/check.h"

#include <stdlib.h>

static ShapeInstance at(const Shape *shape, Real x, Real y, Real z) {
	return instance_rigid(shape, (Transform){ quat_identity(), vec3(x, y, z) });
}

static Separation separation_of(const ShapeInstance *a, const ShapeInstance *b) {
	Difference d = mk_difference(a, b);
	GjkInput input = mk_gjk_query_input(&d);
	GjkResult result = mk_gjk(&input);
	return mk_gjk_separation(&input, &result);
}

static bool overlap(const ShapeInstance *a, const ShapeInstance *b) {
	Difference d = mk_difference(a, b);
	return mk_gjk_overlaps(&d, NULL, NULL);
}

// Poses and supports are exact or nearly so at these sizes of some m.
static const double tolerance = 40 * (double)MK_EPSILON;

typedef struct Known {
	Vec3 position; // of B
	Vec3 nearest;  // of A - B; points from B to A
	double distance;
} Known;

static void check_known(const Shape *a, const Shape *b, const Known *known) {
	ShapeInstance first = at(a, 0, 0, 0);
	ShapeInstance second = at(b, known->position.x, known->position.y, known->position.z);
	Separation s = separation_of(&first, &second);
	assert_int_equal(s.status, SEPARATION_CONVERGED);
	check_near(s.distance, known->distance, tolerance);
	check_vec3(vec3_sub(s.point_a, s.point_b), known->nearest, 4 * tolerance);
	check_vec3(vec3_scale(s.normal, -s.distance), known->nearest, 4 * tolerance);
	assert_true(s.lower <= s.upper);
	assert_false(overlap(&first, &second));
}

static void balls_are_apart_by_their_centres_minus_radii(void **state) {
	(void)state;
	Shape *ball = mk_sphere_create(1, NULL);
	check_known(ball, ball, &(Known){ vec3(4, 0, 0), vec3(-2, 0, 0), 2 });
	mk_shape_release(ball);
}

static void boxes_are_apart_by_face_edge_and_corner(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	static const Known cases[] = {
		{ { 4, 0, 0 }, { -2, 0, 0 }, 2 },
		{ { 4, 5, 0 }, { -2, -3, 0 }, 3.605551275463989 },  // sqrt 13
		{ { 4, 5, 6 }, { -2, -3, -4 }, 5.385164807134504 }, // sqrt 29
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_known(box, box, &cases[i]);
	mk_shape_release(box);
}

static void an_edge_of_a_turned_box_is_nearest(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	Quat turn = quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 4);
	ShapeInstance a = instance_rigid(box, (Transform){ turn, vec3_zero() });
	ShapeInstance b = at(box, 4, 0, 0);
	check_near(separation_of(&a, &b).distance, 3 - sqrt(2), tolerance);
	mk_shape_release(box);
}

static void a_cylinder_is_nearest_with_cap_side_and_rim(void **state) {
	(void)state;
	// along y here: the cap faces y
	Shape *cylinder = mk_cylinder_create(1, 2, NULL);
	Shape *ball = mk_sphere_create(1, NULL);
	static const Known cases[] = {
		{ { 0, 5, 0 }, { 0, -3, 0 }, 3 },
		{ { 3, 0, 4 }, { (Real)-1.8, 0, (Real)-2.4 }, 3 },
		// 4 along the radius and 3 along the axis from the rim: 5 minus the ball
		{ { 3, 4, 4 }, { (Real)-1.92, (Real)-2.4, (Real)-2.56 }, 4 },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_known(cylinder, ball, &cases[i]);
	mk_shape_release(cylinder);
	mk_shape_release(ball);
}

static void an_ellipsoid_is_apart_along_its_axis(void **state) {
	(void)state;
	Shape *ellipsoid = mk_ellipsoid_create(vec3(3, 1, 1), NULL);
	Shape *ball = mk_sphere_create(1, NULL);
	check_known(ellipsoid, ball, &(Known){ vec3(6, 0, 0), vec3(-2, 0, 0), 2 });
	mk_shape_release(ellipsoid);
	mk_shape_release(ball);
}

static void overlapping_boxes_end_with_four_points(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = at(box, 0, 0, 0);
	ShapeInstance b = at(box, 1, (Real)0.3, (Real)0.2);
	Difference d = mk_difference(&a, &b);
	GjkInput input = mk_gjk_query_input(&d);
	GjkResult r = mk_gjk(&input);
	assert_true(r.is_overlapping);
	assert_int_equal(r.simplex.count, 4);
	check_near(r.upper, 0, 0);
	assert_true(overlap(&a, &b));
	mk_shape_release(box);
}

// Sets are closed: touching is contact for every version of the test, and the distance is zero.
static void touching_counts_as_overlap(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	Shape *ball = mk_sphere_create(1, NULL);
	Shape *capsule = mk_capsule_create((Real)0.5, 2, NULL);
	Shape *cylinder = mk_cylinder_create(1, 2, NULL);
	const Shape *shapes[] = { box, ball, cylinder };
	for (int i = 0; i < 3; i++) {
		ShapeInstance a = at(shapes[i], 0, 0, 0);
		ShapeInstance face = at(box, 2, 0, 0);
		ShapeInstance round = at(capsule, 0, 2, 0);
		ShapeInstance off = at(box, (Real)2.001, 0, 0);
		assert_true(overlap(&a, &face) && overlap(&face, &a));
		assert_true(overlap(&a, &round) && overlap(&round, &a));
		assert_false(overlap(&a, &off) || overlap(&off, &a));
		check_near(separation_of(&a, &face).distance, 0, tolerance);
		check_near(separation_of(&a, &round).distance, 0, tolerance);
		check_near(separation_of(&a, &off).distance, 0.001, tolerance);
	}
	// boxes that share an edge and a corner only
	ShapeInstance a = at(box, 0, 0, 0);
	ShapeInstance edge = at(box, 2, 2, 0);
	ShapeInstance corner = at(box, 2, -2, 2);
	assert_true(overlap(&a, &edge) && overlap(&a, &corner));
	mk_shape_release(box);
	mk_shape_release(ball);
	mk_shape_release(capsule);
	mk_shape_release(cylinder);
}

// Offsets from -1.5 to 1.5 in quarters, all exact: 2197 cases, of which 386 touch exactly.
static void unit_cubes_on_a_grid_are_all_decided(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3((Real)0.5, (Real)0.5, (Real)0.5), NULL);
	ShapeInstance a = at(box, 0, 0, 0);
	int touching = 0;
	for (int i = 0; i < 13 * 13 * 13; i++) {
		int steps[3] = { i % 13 - 6, i / 13 % 13 - 6, i / 169 - 6 };
		int most = 0;
		for (int k = 0; k < 3; k++)
			most = abs(steps[k]) > most ? abs(steps[k]) : most;
		touching += most == 4;
		ShapeInstance b = at(box, (Real)steps[0] / 4, (Real)steps[1] / 4, (Real)steps[2] / 4);
		assert_int_equal(overlap(&a, &b), most <= 4);
		Difference d = mk_difference(&a, &b);
		GjkInput input = mk_gjk_query_input(&d);
		assert_int_equal(mk_gjk(&input).is_overlapping, most <= 4);
	}
	assert_int_equal(touching, 386);
	mk_shape_release(box);
}

static Shape *hull_of(const Vec3 *points, uint32_t count) {
	return mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = count }, NULL);
}

// Four-point cases that leave the first front face for an edge without a look at its neighbour come
// back to the same simplex every 7 steps here, for ever. The distance is 0.581976.
static void integer_tetrahedra_that_make_voronoi_walks_cycle_end(void **state) {
	(void)state;
	static const Vec3 a[4] = { { 1, -4, 4 }, { 2, 3, 1 }, { 0, 2, 3 }, { 1, -3, 1 } };
	static const Vec3 b[4] = { { 4, 2, -2 }, { 0, 3, -4 }, { 2, -1, 1 }, { 0, -4, -3 } };
	Shape *first = hull_of(a, 4);
	Shape *second = hull_of(b, 4);
	ShapeInstance one = instance_local(first);
	ShapeInstance two = instance_local(second);
	for (uint32_t i = 0; i < 4; i++) {
		for (uint32_t j = 0; j < 4; j++) {
			GjkCache cache = { .count = 1, .ids_a = { i }, .ids_b = { j } };
			Difference d = mk_difference(&one, &two);
			GjkInput input = mk_gjk_query_input(&d);
			input.cache = &cache;
			GjkResult r = mk_gjk(&input);
			assert_int_equal(r.status, SEPARATION_CONVERGED);
			assert_true(r.iterations <= 9);
			check_near(r.upper, 0.581976, 1e-5);
			Vec3 axis = d.offset;
			uint32_t steps;
			assert_false(mk_gjk_overlaps(&d, &axis, &steps));
			assert_true(steps <= 9);
		}
	}
	mk_shape_release(first);
	mk_shape_release(second);
}

static void octahedra_and_cubes_are_told_apart_in_few_steps(void **state) {
	(void)state;
	static const Vec3 corners[6] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 },
		{ 0, 0, 1 }, { 0, 0, -1 } };
	Shape *octahedron = hull_of(corners, 6);
	ShapeInstance a = at(octahedron, 0, 0, 0);
	ShapeInstance hit = at(octahedron, (Real)0.5, (Real)0.3, (Real)0.2);
	ShapeInstance miss = at(octahedron, (Real)1.5, 1, (Real)0.5);
	assert_true(overlap(&a, &hit));
	Separation s = separation_of(&a, &miss);
	check_near(s.distance, 1 / sqrt(3), tolerance); // face to face
	Difference d = mk_difference(&a, &miss);
	Vec3 axis = vec3_zero();
	uint32_t steps;
	assert_false(mk_gjk_overlaps(&d, &axis, &steps));
	assert_int_equal(steps, 1);
	mk_shape_release(octahedron);
}

// From the far end of a plate the first support is farther than the start: no progress is
// measured only from there on.
static void a_first_step_away_from_the_origin_does_not_end_the_search(void **state) {
	(void)state;
	Shape *plate = mk_box_create(vec3(1, 10, 1), NULL);
	Shape *dot = mk_segment_create(vec3_zero(), vec3_zero(), 0, NULL);
	ShapeInstance a = at(plate, 2, 0, 0);
	ShapeInstance b = at(dot, 0, 0, 0);
	Difference d = mk_difference(&a, &b);
	GjkCache cache = { .axis = vec3(-2, 0, 0) };
	TraceStep steps[16];
	Trace trace = { .steps = steps, .capacity = 16 };
	GjkInput input = mk_gjk_query_input(&d);
	input.cache = &cache;
	input.trace = &trace;
	check_near(mk_gjk(&input).upper, 1, 0);
	check_near(steps[1].upper, sqrt(102), tolerance); // the corner (1, 10, 1)
	mk_shape_release(plate);
	mk_shape_release(dot);
}

static void apart_by_more_than_the_limit_is_all_that_is_told(void **state) {
	(void)state;
	Shape *box = mk_rounded_box_create(vec3(1, 1, 1), (Real)0.25, NULL);
	ShapeInstance a = at(box, 0, 0, 0);
	ShapeInstance b = at(box, 4, (Real)1.5, 0); // 1.5 between the surfaces
	Difference d = mk_difference(&a, &b);
	GjkCache cache = { 0 };
	GjkInput input = mk_gjk_step_input(&d, &cache, 1);
	GjkResult r = mk_gjk(&input);
	assert_int_equal(r.status, SEPARATION_BEYOND);
	Separation s = mk_gjk_separation(&input, &r);
	assert_true(s.distance > 1 && (double)s.distance <= 1.5 + tolerance);
	check_near(s.distance, s.lower, 0);
	// the axis is remembered: one pair of supports next time
	assert_int_equal(mk_gjk(&input).iterations, 1);
	input.limit = 2;
	r = mk_gjk(&input);
	assert_int_equal(r.status, SEPARATION_CONVERGED);
	check_near(mk_gjk_separation(&input, &r).distance, 1.5, tolerance);
	mk_shape_release(box);
}

static void rounded_shapes_that_overlap_less_than_their_radii_have_exact_depth(void **state) {
	(void)state;
	Shape *box = mk_rounded_box_create(vec3(1, 1, 1), (Real)0.25, NULL);
	ShapeInstance a = at(box, 0, 0, 0);
	ShapeInstance b = at(box, (Real)2.25, (Real)0.5, 0);
	Separation s = separation_of(&a, &b);
	check_near(s.distance, -0.25, tolerance);
	check_vec3(s.normal, vec3(1, 0, 0), tolerance);
	check_near(s.point_a.x, 1.25, tolerance);
	check_near(s.point_b.x, 1, tolerance);
	assert_true(overlap(&a, &b));
	mk_shape_release(box);
}

static void numbers_that_are_not_finite_are_refused(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = at(box, 0, 0, 0);
	const Real bad[] = { (Real)NAN, MK_INFINITY, -MK_INFINITY, MK_REAL_MAX };
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		ShapeInstance b = at(box, 0, bad[i], 0);
		Separation s = separation_of(&a, &b);
		assert_int_equal(s.status, SEPARATION_INVALID);
		check_near(s.distance, 0, 0);
		check_vec3(s.normal, vec3_zero(), 0);
		assert_false(overlap(&a, &b));
		assert_false(mk_gjk_contains(&a, vec3(bad[i], 0, 0), 0));
	}
	mk_shape_release(box);
}

// A cache may hold anything: it is where to begin, not what to believe.
static void a_broken_cache_changes_nothing(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = at(box, 0, 0, 0);
	ShapeInstance b = at(box, 4, 5, 6);
	Difference d = mk_difference(&a, &b);
	GjkCache caches[] = {
		{ .count = 4, .ids_a = { 99, 1, 2, 3 } },
		{ .count = 200 },
		{ .count = 4 }, // four times the same point
		{ .axis = { (Real)NAN, 0, 0 } },
		{ .axis = { MK_INFINITY, 0, 0 } },
		{ .axis = { 0, 0, MK_REAL_MAX } },
		{ .axis = { -1, -1, -1 }, .ids_a = { 77 }, .ids_b = { UINT32_MAX } },
	};
	for (size_t i = 0; i < sizeof(caches) / sizeof(caches[0]); i++) {
		GjkInput input = mk_gjk_query_input(&d);
		input.cache = &caches[i];
		GjkResult r = mk_gjk(&input);
		assert_int_equal(r.status, SEPARATION_CONVERGED);
		check_near(r.upper, sqrt(29), tolerance);
	}
	mk_shape_release(box);
}

static void a_pair_that_rests_is_confirmed_by_one_support(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	Quat turn = quat_from_axis_angle(vec3_normalize(vec3(1, 2, 3)), (Real)0.7);
	ShapeInstance a = at(box, 0, 0, 0);
	ShapeInstance b = instance_rigid(box, (Transform){ turn, vec3(3, 1, (Real)0.5) });
	Difference d = mk_difference(&a, &b);
	GjkCache cache = { 0 };
	GjkInput input = mk_gjk_query_input(&d);
	input.cache = &cache;
	GjkResult cold = mk_gjk(&input);
	assert_true(cold.iterations > 2);
	GjkResult warm = mk_gjk(&input);
	assert_int_equal(warm.iterations, 1);
	check_near(warm.upper, cold.upper, tolerance);
	// overlapping: the cached simplex still holds the origin, which needs no support at all
	ShapeInstance c = instance_rigid(box, (Transform){ turn, vec3(1, (Real)0.25, 0) });
	d = mk_difference(&a, &c);
	assert_true(mk_gjk(&input).is_overlapping);
	warm = mk_gjk(&input);
	assert_true(warm.is_overlapping);
	assert_int_equal(warm.iterations, 0);
	// also where no direction is known
	cache.axis = vec3_zero();
	assert_true(vec3_is_unit(mk_gjk(&input).normal));
	mk_shape_release(box);
}

static void a_cached_axis_tells_apart_with_one_support(void **state) {
	(void)state;
	Shape *can = mk_cylinder_create(1, 2, NULL);
	Quat turn = quat_from_axis_angle(vec3_normalize(vec3(1, 2, 3)), (Real)0.7);
	ShapeInstance a = at(can, 0, 0, 0);
	Vec3 axis = vec3_zero();
	for (int i = 0; i < 20; i++) {
		// falls past the corner; always apart
		Real y = (Real)3 - (Real)i * (Real)0.01;
		ShapeInstance b = instance_rigid(can, (Transform){ turn, vec3((Real)2.5, y, 0) });
		Difference d = mk_difference(&a, &b);
		uint32_t steps;
		assert_false(mk_gjk_overlaps(&d, &axis, &steps));
		if (i > 0) assert_int_equal(steps, 1);
		// the axis proves it
		DifferencePoint p = difference_support(&d, axis, difference_no_hint());
		assert_true(vec3_dot(axis, p.point) < 0);
	}
	mk_shape_release(can);
}

// A direction may be of any length; the one that is given back is of length 1.
static void an_axis_of_any_length_comes_back_as_a_unit_vector(void **state) {
	(void)state;
	Shape *shapes[] = { mk_box_create(vec3(1, 1, 1), NULL), mk_sphere_create(1, NULL),
		mk_capsule_create(1, 3, NULL), mk_cylinder_create(1, 2, NULL) };
	static const Real lengths[] = { (Real)1e-30, (Real)0.5, 2, (Real)1e16, (Real)1e30 };
	for (size_t s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++) {
		ShapeInstance a = at(shapes[s], 0, 0, 0);
		ShapeInstance b = at(shapes[s], (Real)0.3, 5, 0);
		Difference d = mk_difference(&a, &b);
		for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
			Vec3 axis = vec3_scale(vec3((Real)0.6, (Real)0.8, 0), lengths[i]);
			assert_false(mk_gjk_overlaps(&d, &axis, NULL));
			assert_true(vec3_is_unit(axis));
			assert_true(axis.y > 0);
		}
		mk_shape_release(shapes[s]);
	}
}

// Boxes need no support: a direction stays while it separates them, is replaced where another does,
// and is left alone where none does.
static void a_cached_axis_of_boxes_stays_while_it_separates(void **state) {
	(void)state;
	Shape *box = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = at(box, 0, 0, 0);
	ShapeInstance above = at(box, (Real)0.3, 3, 0);
	ShapeInstance beside = at(box, 3, (Real)0.3, 0);
	Quat turn = quat_from_axis_angle(vec3_normalize(vec3(1, 2, 3)), (Real)0.7);
	ShapeInstance inside = instance_rigid(box, (Transform){ turn, vec3((Real)0.5, (Real)0.5, 0) });
	Difference d = mk_difference(&a, &above);
	Vec3 slanted = vec3_normalize(vec3((Real)0.1, 1, 0));
	Vec3 axis = slanted;
	uint32_t steps;
	assert_false(mk_gjk_overlaps(&d, &axis, &steps));
	assert_true(vec3_equals(axis, slanted));
	assert_int_equal(steps, 0);
	d = mk_difference(&a, &beside);
	assert_false(mk_gjk_overlaps(&d, &axis, &steps));
	assert_true(vec3_equals(axis, vec3(1, 0, 0)));
	d = mk_difference(&a, &inside);
	assert_true(mk_gjk_overlaps(&d, &axis, &steps));
	assert_true(vec3_equals(axis, vec3(1, 0, 0)));
	// turned round it would say nothing of boxes that are apart
	d = mk_difference(&a, &beside);
	axis = vec3(-1, 0, 0);
	assert_false(mk_gjk_overlaps(&d, &axis, &steps));
	assert_true(vec3_equals(axis, vec3(1, 0, 0)));
	mk_shape_release(box);
}

static void a_point_is_in_a_convex_or_within_reach(void **state) {
	(void)state;
	Shape *cylinder = mk_cylinder_create(1, 2, NULL);
	ShapeInstance c = at(cylinder, 10, 0, 0);
	assert_true(mk_gjk_contains(&c, vec3(10, 0, 0), 0));
	assert_true(mk_gjk_contains(&c, vec3((Real)10.5, (Real)0.9, (Real)0.5), 0));
	assert_true(mk_gjk_contains(&c, vec3(10, 1, 0), 0)); // on the cap
	assert_true(mk_gjk_contains(&c, vec3(11, 0, 0), 0)); // on the side
	assert_false(mk_gjk_contains(&c, vec3(10, (Real)1.001, 0), 0));
	assert_false(mk_gjk_contains(&c, vec3((Real)11.001, 0, 0), 0));
	assert_true(mk_gjk_contains(&c, vec3(10, (Real)1.001, 0), (Real)0.0011));
	assert_false(mk_gjk_contains(&c, vec3(10, (Real)1.001, 0), (Real)0.0009));
	// 3 and 4 beyond the rim
	assert_true(mk_gjk_contains(&c, vec3(14, 4, 0), (Real)5.0001));
	assert_false(mk_gjk_contains(&c, vec3(14, 5, 0), (Real)4.9999));
	mk_shape_release(cylinder);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(balls_are_apart_by_their_centres_minus_radii),
		cmocka_unit_test(boxes_are_apart_by_face_edge_and_corner),
		cmocka_unit_test(an_edge_of_a_turned_box_is_nearest),
		cmocka_unit_test(a_cylinder_is_nearest_with_cap_side_and_rim),
		cmocka_unit_test(an_ellipsoid_is_apart_along_its_axis),
		cmocka_unit_test(overlapping_boxes_end_with_four_points),
		cmocka_unit_test(touching_counts_as_overlap),
		cmocka_unit_test(unit_cubes_on_a_grid_are_all_decided),
		cmocka_unit_test(integer_tetrahedra_that_make_voronoi_walks_cycle_end),
		cmocka_unit_test(octahedra_and_cubes_are_told_apart_in_few_steps),
		cmocka_unit_test(a_first_step_away_from_the_origin_does_not_end_the_search),
		cmocka_unit_test(apart_by_more_than_the_limit_is_all_that_is_told),
		cmocka_unit_test(rounded_shapes_that_overlap_less_than_their_radii_have_exact_depth),
		cmocka_unit_test(numbers_that_are_not_finite_are_refused),
		cmocka_unit_test(a_broken_cache_changes_nothing),
		cmocka_unit_test(a_pair_that_rests_is_confirmed_by_one_support),
		cmocka_unit_test(a_cached_axis_tells_apart_with_one_support),
		cmocka_unit_test(an_axis_of_any_length_comes_back_as_a_unit_vector),
		cmocka_unit_test(a_cached_axis_of_boxes_stays_while_it_separates),
		cmocka_unit_test(a_point_is_in_a_convex_or_within_reach),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
