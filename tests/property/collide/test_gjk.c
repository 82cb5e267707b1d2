// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// GJK against closed forms and brute force in double: boxes of all sizes and proportions near
// and far from the origin, spheres, capsules, cylinders; and what must hold for every pair of
// convex shapes under any maps.
#include "collide/gjk.h"
#include "collide/penetration.h"
#include "shape/convex.h"

#include "support/box_distance.h"
#include "support/brute_depth.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/gjk_pair.h"
#include "support/property.h"
#include "support/random.h"
#include "support/shape_make.h"
#include "support/wide_distance.h"

static GjkResult distance_of(const Difference *d) {
	GjkInput input = mk_gjk_query_input(d);
	return mk_gjk(&input);
}

static Separation separation_of(const ShapeInstance *a, const ShapeInstance *b) {
	Difference d = mk_difference(a, b);
	GjkInput input = mk_gjk_query_input(&d);
	GjkResult result = mk_gjk(&input);
	return mk_gjk_separation(&input, &result);
}

// The floor counts for each of the two supports and for the poses, and the query stops within 1e-6
// (1e-12 in double) of the distance.
static double tolerance_of(const Difference *d, double distance) {
	return 2 * (double)d->error + distance * pick_tolerance(2e-6, 2e-12);
}

// Plain boxes, needles and slabs up to 1 : 1000.
static Shape *random_box(Rng *rng, double low, double high) {
	Real size = random_size(rng, low, high);
	Vec3 half = vec3_splat(size);
	Real thin = random_size(rng, -3, 0);
	switch (rng_below(rng, 4)) {
		case 0: half = vec3(size, size * thin, size * thin); break;
		case 1: half = vec3(size, size * thin, size); break;
		case 2: half = vec3_scale(random_sizes(rng, -1, 0), size); break;
		default: break;
	}
	return mk_box_create(half, NULL);
}

static void check_boxes(Rng *rng, double low, double high, double place) {
	Shape *first = random_box(rng, low, high);
	Shape *second = random_box(rng, low, high);
	Transform pose = random_transform(rng, place);
	ShapeInstance a = instance_rigid(first, pose);
	ShapeInstance b = instance_rigid(second, random_near(rng, first, second, pose, 1.2));
	Difference d = mk_difference(&a, &b);
	GjkResult r = distance_of(&d);
	BruteBox brute_a = brute_box(&a, a.pose.origin);
	BruteBox brute_b = brute_box(&b, a.pose.origin);
	double expected = brute_box_distance(&brute_a, &brute_b);
	double tolerance = tolerance_of(&d, expected);
	check_near(r.upper, expected, tolerance);
	assert_true(r.lower <= expected + tolerance);
	assert_true(r.status == SEPARATION_CONVERGED || r.status == SEPARATION_STALLED);
	// polytopes end long before any limit
	assert_true(r.iterations <= 24);
	// and the accuracy is what was promised of the size of the pair
	assert_true(tolerance <= 1e-5 * (double)(first->bound + second->bound + vec3_length(d.offset)));
	double gap = brute_box_axes(&brute_a, &brute_b);
	if (fabs(gap) > tolerance) assert_int_equal(r.is_overlapping, gap < 0);
	if (fabs(gap) > tolerance) assert_int_equal(mk_gjk_overlaps(&d, NULL, NULL), gap < 0);
	mk_shape_release(first);
	mk_shape_release(second);
}

static void boxes_of_one_size_are_as_far_as_brute_force_says(Rng *rng) {
	check_boxes(rng, -0.5, 0.5, 10);
}

static void boxes_of_all_sizes_are_as_far_as_brute_force_says(Rng *rng) {
	check_boxes(rng, -3, 3, 10);
}

static void boxes_ten_kilometres_off_are_as_far_as_brute_force_says(Rng *rng) {
	check_boxes(rng, -0.5, 0.5, 1e4);
}

static void capsules_and_balls_are_as_far_as_their_segments(Rng *rng) {
	Real radii[2];
	Real heights[2];
	for (int i = 0; i < 2; i++) {
		radii[i] = random_size(rng, -2, 0);
		heights[i] = 2 * radii[i] + random_size(rng, -2, 1);
	}
	if (rng_below(rng, 3) == 0) heights[1] = radii[1];
	Shape *first = mk_capsule_create(radii[0], heights[0], NULL);
	Shape *second = mk_capsule_create(radii[1], heights[1], NULL);
	Transform pose = random_transform(rng, 100);
	ShapeInstance a = instance_rigid(first, pose);
	ShapeInstance b = instance_rigid(second, random_near(rng, first, second, pose, 1));
	Difference d = mk_difference(&a, &b);
	Separation s = separation_of(&a, &b);
	// ends in the frame of A, where both are exact but for the floor
	Vec3 up_a = vec3(0, ((const CapsuleShape *)first)->half_height, 0);
	Vec3 up_b = vec3_scale(d.b.linear.y, ((const CapsuleShape *)second)->half_height);
	Segment core_a = { up_a, vec3_negate(up_a) };
	Segment core_b = { vec3_add(d.offset, up_b), vec3_sub(d.offset, up_b) };
	double expected = wide_distance_of_segments(core_a, core_b) - (double)radii[0] -
			(double)radii[1];
	check_near(s.distance, expected, tolerance_of(&d, fabs(expected)));
	mk_shape_release(first);
	mk_shape_release(second);
}

// A point against a cylinder has a closed form; so has a ball of any radius.
static void balls_are_as_far_from_cylinders_as_the_closed_form(Rng *rng) {
	Real radius = random_size(rng, -2, 1);
	Real height = radius * random_size(rng, -3, 3);
	Shape *cylinder = mk_cylinder_create(radius, height, NULL);
	Shape *ball = mk_sphere_create(random_size(rng, -2, 0), NULL);
	Transform pose = random_transform(rng, 10);
	ShapeInstance a = instance_rigid(cylinder, pose);
	ShapeInstance b = instance_rigid(ball, random_near(rng, cylinder, ball, pose, 1.5));
	Difference d = mk_difference(&a, &b);
	Separation s = separation_of(&a, &b);
	double across = hypot((double)d.offset.x, (double)d.offset.z) - (double)radius;
	double along = fabs((double)d.offset.y) - (double)height / 2;
	double expected = hypot(fmax(across, 0), fmax(along, 0)) - (double)ball->rounding;
	check_near(s.distance, expected, tolerance_of(&d, fabs(expected)));
	mk_shape_release(cylinder);
	mk_shape_release(ball);
}

static double side_excess(const ShapeInstance *in, Affine frame, Vec3 p) {
	Vec3 outside = affine_point(frame, p);
	ShapePoint nearest = mk_instance_closest(in, outside);
	return (double)vec3_distance(nearest.point, outside);
}

static void answers_of_any_pair_are_consistent(Rng *rng) {
	Pair p = make_pair(rng);
	const Difference *d = &p.difference;
	GjkInput input = mk_gjk_query_input(d);
	GjkResult r = mk_gjk(&input);
	assert_true(r.status == SEPARATION_CONVERGED || r.status == SEPARATION_STALLED);
	assert_true(r.lower <= r.upper);
	assert_true(vec3_is_unit(r.normal));
	Separation s = mk_gjk_separation(&input, &r);
	double tolerance = tolerance_of(d, fabs((double)s.distance));
	// the bound is the support's own word
	DifferencePoint w = difference_support(d, r.normal, difference_no_hint());
	if (!r.is_overlapping) {
		check_near(-(double)vec3_dot(w.point, r.normal), r.lower, tolerance + r.upper * 1e-3);
		assert_true(-(double)vec3_dot(w.point, r.normal) <= r.upper + tolerance);
		check_vec3(vec3_sub(s.point_b, s.point_a), vec3_scale(s.normal, s.distance), 4 * tolerance);
	}
	// witness points belong to their shapes; nearest points are good to the root of what moves them
	double surface = 8 * tolerance + pick_tolerance(1e-5, 1e-11) * (double)p.first->bound * 4;
	// those of sums are iterated, to 1e-7 of the sizes in double (convex_query.h)
	bool is_sum = p.first->kind == SHAPE_MINKOWSKI_SUM || p.second->kind == SHAPE_MINKOWSKI_SUM;
	if (is_sum) surface += 1e-7 * (double)(p.first->bound + p.second->bound);
	if (!r.is_overlapping && p.a.is_rigid && p.b.is_rigid) {
		assert_true(side_excess(&p.a, d->pose, s.point_a) <= surface);
		assert_true(side_excess(&p.b, d->pose, s.point_b) <= surface);
	}
	// nothing of the shapes is nearer than the lower bound
	for (int i = 0; i < 20; i++) {
		Vec3 on_a = affine_point(p.a.pose, shape_sample(p.first, rng));
		Vec3 on_b = affine_point(p.b.pose, shape_sample(p.second, rng));
		double apart = (double)vec3_distance(on_a, on_b);
		assert_true(apart >= (double)s.lower - 4 * tolerance);
	}
	release_pair(&p);
}

static void swapped_pairs_have_the_opposite_answer(Rng *rng) {
	Pair p = make_pair(rng);
	Difference swapped = mk_difference(&p.b, &p.a);
	GjkResult one = distance_of(&p.difference);
	GjkResult two = distance_of(&swapped);
	double tolerance = tolerance_of(&p.difference, one.upper) + tolerance_of(&swapped, one.upper);
	// the true value is between the bounds of both
	assert_true(one.lower <= two.upper + tolerance && two.lower <= one.upper + tolerance);
	if (one.status == SEPARATION_CONVERGED && two.status == SEPARATION_CONVERGED)
		check_near(one.upper, two.upper, tolerance);
	double sure = 4 * tolerance;
	if (one.upper > sure && one.lower > sure) {
		Vec3 outside_one = affine_direction(p.difference.pose, one.normal);
		Vec3 outside_two = affine_direction(swapped.pose, two.normal);
		// a gap g of the bounds leaves an angle of sqrt(2 g / distance), to
		// either side of the true one
		double gap = one.upper - one.lower + two.upper - two.lower + tolerance;
		double angle = 2 * sqrt(2 * gap / one.upper) + 1e-6;
		check_vec3(outside_two, vec3_negate(outside_one), angle);
	}
	release_pair(&p);
}

static void moving_both_changes_nothing(Rng *rng) {
	Pair p = make_pair(rng);
	Affine move = affine_from_transform(random_transform(rng, 1000));
	ShapeInstance a = p.a;
	ShapeInstance b = p.b;
	a.pose = affine_multiply(move, p.a.pose);
	b.pose = affine_multiply(move, p.b.pose);
	Difference moved = mk_difference(&a, &b);
	GjkResult one = distance_of(&p.difference);
	GjkResult two = distance_of(&moved);
	// poses that were moved are rounded themselves, to the last digit of their place
	double place = (double)(vec3_length(a.pose.origin) + vec3_length(b.pose.origin));
	double rounding = (double)MK_EPSILON * place + 2 * (double)moved.error;
	double tolerance = 2 * tolerance_of(&p.difference, one.upper) + rounding;
	assert_true(one.lower <= two.upper + tolerance && two.lower <= one.upper + tolerance);
	if (one.status == SEPARATION_CONVERGED && two.status == SEPARATION_CONVERGED)
		check_near(one.upper, two.upper, tolerance);
	release_pair(&p);
}

static void both_solvers_give_the_same_distance(Rng *rng) {
	Pair p = make_pair(rng);
	GjkInput input = mk_gjk_query_input(&p.difference);
	GjkResult volumes = mk_gjk(&input);
	input.solver = SIMPLEX_JOHNSON;
	GjkResult johnson = mk_gjk(&input);
	double tolerance = 2 * tolerance_of(&p.difference, volumes.upper);
	assert_true(volumes.lower <= johnson.upper + tolerance);
	assert_true(johnson.lower <= volumes.upper + tolerance);
	if (volumes.status == SEPARATION_CONVERGED && johnson.status == SEPARATION_CONVERGED)
		check_near(volumes.upper, johnson.upper, tolerance);
	release_pair(&p);
}

static void any_start_leads_to_the_same_distance(Rng *rng) {
	Pair p = make_pair(rng);
	GjkInput input = mk_gjk_query_input(&p.difference);
	GjkResult cold = mk_gjk(&input);
	double tolerance = 2 * tolerance_of(&p.difference, cold.upper);
	for (int i = 0; i < 4; i++) {
		GjkCache cache = { .axis = random_sized(rng, -3, 3) };
		cache.count = (uint8_t)rng_below(rng, 5);
		for (int k = 0; k < 4; k++) {
			cache.ids_a[k] = rng_below(rng, 8);
			cache.ids_b[k] = rng_below(rng, 8);
		}
		input.cache = &cache;
		GjkResult warm = mk_gjk(&input);
		assert_true(cold.lower <= warm.upper + tolerance && warm.lower <= cold.upper + tolerance);
		if (warm.status == SEPARATION_CONVERGED && cold.status == SEPARATION_CONVERGED)
			check_near(warm.upper, cold.upper, tolerance);
		Vec3 axis = cache.axis;
		if (cold.lower > (double)p.difference.rounding + tolerance)
			assert_false(mk_gjk_overlaps(&p.difference, &axis, NULL));
		if (cold.upper < (double)p.difference.rounding - tolerance)
			assert_true(mk_gjk_overlaps(&p.difference, &axis, NULL));
	}
	release_pair(&p);
}

// No is a proof: all points of A are on one side of all points of B.
static void an_axis_that_separates_does_so_for_every_point(Rng *rng) {
	Pair p = make_pair(rng);
	const Difference *d = &p.difference;
	Vec3 axis = vec3_zero();
	bool overlaps = mk_gjk_overlaps(d, &axis, NULL);
	assert_true(vec3_is_unit(axis));
	GjkResult r = distance_of(d);
	double tolerance = tolerance_of(d, r.upper);
	if (overlaps) {
		assert_true(r.lower <= (double)d->rounding + tolerance);
	} else {
		DifferencePoint w = difference_support(d, axis, difference_no_hint());
		assert_true(-(double)vec3_dot(axis, w.point) > (double)d->rounding);
		// found again by one pair of supports, or none where there is a closed form
		uint32_t steps;
		assert_false(mk_gjk_overlaps(d, &axis, &steps));
		assert_true(steps <= 1);
	}
	release_pair(&p);
}

enum { SHARE = pick_count(1, 8) };

// Points on a shape and a bit or a lot beside it, and within reach of it or not. A direction along
// which they are apart proves that, whoever found it; of what is inside brute force finds none.
static void a_point_is_inside_if_its_excess_is_not_positive(Rng *rng) {
	Shape *shape = make_shape(rng, convex_kind(rng), -1, 1);
	ShapeInstance in = instance_rigid(shape, random_transform(rng, 3));
	if (rng_below(rng, 2) == 0) in = mk_instance(shape, random_affine(rng, 3));
	Vec3 on = affine_point(in.pose, shape_sample(shape, rng));
	Real beside = shape->bound * random_size(rng, -6, 0);
	Vec3 p = vec3_add_scaled(on, random_unit(rng), beside);
	Real reach = rng_below(rng, 2) == 0 ? 0 : beside * random_real(rng, 0, 2);
	SphereShape dot = {
		.shape = { .ops = mk_shape_ops(SHAPE_SPHERE), .kind = SHAPE_SPHERE, .vertex_count = 1 },
	};
	ShapeInstance ball = instance_grow(instance_local(&dot.shape), reach);
	ball.pose.origin = p;
	Vec3 n = mk_separation(&in, &ball).normal;
	BruteInput brute = { &in, &ball, .directions = 200, .starts = 3 };
	brute.hint = double3((double)n.x, (double)n.y, (double)n.z);
	double depth = brute_depth(&brute).height;
	Difference d = mk_difference(&in, &ball);
	// touching is told to the rounding of supports, or to 1e-8 of the size (gjk_overlaps.c)
	double unsure = 4 * (double)d.error + 2e-8 * (double)d.error / (4 * (double)MK_EPSILON);
	bool is_inside = mk_gjk_contains(&in, p, reach);
	if (fabs(depth) > unsure) assert_true(is_inside == (depth > 0));
	mk_shape_release(shape);
}

static void test_boxes(void **state) {
	(void)state;
	for_all(boxes_of_one_size_are_as_far_as_brute_force_says, 20000 / SHARE, 1);
	for_all(boxes_of_all_sizes_are_as_far_as_brute_force_says, 20000 / SHARE, 2);
	for_all(boxes_ten_kilometres_off_are_as_far_as_brute_force_says, 10000 / SHARE, 3);
}

static void test_closed_forms(void **state) {
	(void)state;
	for_all(capsules_and_balls_are_as_far_as_their_segments, 20000 / SHARE, 4);
	for_all(balls_are_as_far_from_cylinders_as_the_closed_form, 20000 / SHARE, 5);
}

static void test_consistency(void **state) {
	(void)state;
	for_all(answers_of_any_pair_are_consistent, 4000 / SHARE, 6);
}

static void test_swap(void **state) {
	(void)state;
	for_all(swapped_pairs_have_the_opposite_answer, 4000 / SHARE, 7);
}

static void test_motion(void **state) {
	(void)state;
	for_all(moving_both_changes_nothing, 4000 / SHARE, 8);
}

static void test_solvers(void **state) {
	(void)state;
	for_all(both_solvers_give_the_same_distance, 4000 / SHARE, 9);
}

static void test_starts(void **state) {
	(void)state;
	for_all(any_start_leads_to_the_same_distance, 3000 / SHARE, 10);
}

static void test_axis(void **state) {
	(void)state;
	for_all(an_axis_that_separates_does_so_for_every_point, 4000 / SHARE, 11);
}

static void test_contains(void **state) {
	(void)state;
	for_all(a_point_is_inside_if_its_excess_is_not_positive, 3000 / SHARE, 12);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_boxes),
		cmocka_unit_test(test_closed_forms),
		cmocka_unit_test(test_consistency),
		cmocka_unit_test(test_swap),
		cmocka_unit_test(test_motion),
		cmocka_unit_test(test_solvers),
		cmocka_unit_test(test_starts),
		cmocka_unit_test(test_axis),
		cmocka_unit_test(test_contains),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
