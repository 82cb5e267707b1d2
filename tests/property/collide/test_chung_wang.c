// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Chung and Wang's algorithm: the theorem about spheres, hemispheres against the definition, no
// errors against GJK for any number of mirrored directions, and pairs a few rounding errors from
// touching (against a proof by one pair of supports).
#include "collide/chung_wang.h"

#include "collide/gjk.h"
#include "collide/hemisphere.h"
#include "collide/penetration.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/pair_make.h"
#include "support/polytope_make.h"
#include "support/property.h"

enum { CASES = pick_count(20000, 1000) };

static void separate_spheres_end_in_two_steps(Rng *rng) {
	Shape *a = mk_sphere_create(random_size(rng, -2, 2), NULL);
	Shape *b = mk_sphere_create(random_size(rng, -2, 2), NULL);
	Real touching = a->rounding + b->rounding;
	Vec3 way = random_unit(rng);
	way = vec3_scale(way, touching * (1 + random_size(rng, -4, 1)));
	HullPair pair = pair_of_shapes(a, b, way);
	Vec3 start = random_unit(rng);
	ChungWangInput input = mk_chung_wang_input(&pair.difference);
	input.axis = &start;
	ChungWangResult result = mk_chung_wang(&input);
	assert_true(!result.is_overlapping && result.iterations <= 2);
	hull_pair_free(&pair);
}

static Double3 random_unit_double(Rng *rng) {
	for (;;) {
		double x = rng_range(rng, -1, 1);
		double y = rng_range(rng, -1, 1);
		double z = rng_range(rng, -1, 1);
		Double3 v = { x, y, z };
		double squared = double3_dot(v, v);
		if (squared > 0.01 && squared <= 1) return double3_scale(v, 1 / sqrt(squared));
	}
}

// Vectors in general position are in a hemisphere if and only if all are on one side of the plane
// of some two of them and zero.
static bool fit_by_definition(const Double3 *r, uint32_t count) {
	for (uint32_t i = 0; i < count; i++) {
		for (uint32_t j = 0; j < i; j++) {
			Double3 normal = double3_cross(r[i], r[j]);
			bool is_positive = true;
			bool is_negative = true;
			for (uint32_t k = 0; k < count; k++) {
				if (k == i || k == j) continue;
				is_positive = is_positive && double3_dot(normal, r[k]) > 0;
				is_negative = is_negative && double3_dot(normal, r[k]) < 0;
			}
			if (is_positive || is_negative) return true;
		}
	}
	return false;
}

static void hemispheres_are_found_if_and_only_if_they_exist(Rng *rng) {
	Double3 r[12];
	uint32_t count = 3 + rng_below(rng, 10);
	// some sets flat, some bent to one side, so that both answers occur at all counts
	double flat = pow(10, rng_range(rng, -4, 0));
	double bend = rng_range(rng, -0.5, 0.8);
	Hemisphere h;
	hemisphere_init(&h);
	bool fits = true;
	for (uint32_t i = 0; i < count; i++) {
		Double3 v = random_unit_double(rng);
		v = double3(v.x, v.y, v.z * flat + bend * flat);
		r[i] = double3_scale(v, 1 / double3_length(v));
		if (fits) fits = mk_hemisphere_add(&h, r[i]);
	}
	assert_true(fits == fit_by_definition(r, count));
	for (uint32_t i = 0; i < count && fits; i++)
		assert_true(double3_dot(h.w, r[i]) > 0);
}

static double distance_of(const TestPair *pair) {
	return (double)mk_separation(&pair->a, &pair->b).distance;
}

static void check_same_as_gjk(const TestPair *pair, Vec3 start, uint32_t mirrors) {
	Difference d = mk_difference(&pair->a, &pair->b);
	ChungWangInput input = mk_chung_wang_input(&d);
	input.axis = &start;
	input.mirrors = mirrors;
	ChungWangResult result = mk_chung_wang(&input);
	assert_true(result.status == SEPARATION_CONVERGED || result.status == SEPARATION_STALLED);
	bool by_gjk = mk_gjk_overlaps(&d, NULL, NULL);
	if (result.is_overlapping == by_gjk) return;
	assert_true(fabs(distance_of(pair)) <= 2 * (double)d.error);
}

static void boxes_have_no_errors_with_any_number_of_mirrors(Rng *rng) {
	static const uint32_t mirrors[] = { 0, 3, 5, 8, 1000 };
	Shape *a = make_shape(rng, SHAPE_BOX, -0.5, 0.5);
	Shape *b = make_shape(rng, SHAPE_BOX, -0.5, 0.5);
	TestPair pair;
	pair.a = instance_rigid(a, random_transform(rng, 1.5));
	pair.b = instance_rigid(b, random_transform(rng, 1.5));
	check_same_as_gjk(&pair, vec3(1, 0, 0), mirrors[rng_below(rng, 5)]);
	mk_shape_release(a);
	mk_shape_release(b);
}

// Needles and slabs of 1:1000, sizes from 1 mm to 1 km.
static void extreme_sizes_have_no_errors(Rng *rng) {
	double size = 3 * ((double)rng_below(rng, 3) - 1);
	double low = rng_below(rng, 2) ? size - 1.5 : size;
	double high = rng_below(rng, 2) ? size + 1.5 : size;
	Shape *a = make_shape(rng, convex_kind(rng), low, high);
	Shape *b = make_shape(rng, convex_kind(rng), low, high);
	TestPair pair;
	pair.a = instance_rigid(a, random_transform(rng, 10000));
	pair.b = instance_rigid(b, random_transform(rng, 0));
	Real reach = real_min(a->bound, b->bound);
	Vec3 way = random_unit(rng);
	way = vec3_scale(way, reach * random_real(rng, 0, 2));
	pair.b.pose.origin = vec3_add(pair.a.pose.origin, way);
	check_same_as_gjk(&pair, vec3(1, 0, 0), MK_CHUNG_WANG_MIRRORS);
	mk_shape_release(a);
	mk_shape_release(b);
}

// How many floors apart a pair must be to be called so, as the header says. The search ends
// where the directions left are within rounding of each other; what that costs in distance was
// measured over 100000 pairs: the largest gap that was called touching is 4.7 floors, those
// above 2.6 are one in 50000.
static const double sure_floors = 8;

// Moves B along the normal until the pair is apart by a few floors, as one pair of supports proves:
// the slowest pairs there are.
static void pairs_that_nearly_touch_are_told_apart(Rng *rng) {
	Shape *a = make_shape(rng, convex_kind(rng), -0.5, 0.5);
	Shape *b = make_shape(rng, convex_kind(rng), -0.5, 0.5);
	ShapeInstance in_a = instance_rigid(a, (Transform){ random_quat(rng), vec3_zero() });
	ShapeInstance in_b = instance_rigid(b, random_transform(rng, 2));
	Separation s = mk_separation(&in_a, &in_b);
	Difference d = mk_difference(&in_a, &in_b);
	Real wanted = d.error * random_size(rng, 0, 4);
	in_b.pose.origin = vec3_add_scaled(in_b.pose.origin, s.normal, wanted - s.distance);
	d = mk_difference(&in_a, &in_b);
	Vec3 normal = mat3_apply_transposed(d.pose.linear, s.normal);
	DifferencePoint p = difference_support(&d, normal, difference_no_hint());
	double gap = -(double)vec3_dot(normal, p.point) - (double)d.rounding;
	Vec3 start = random_unit(rng);
	ChungWangInput input = mk_chung_wang_input(&d);
	input.axis = &start;
	ChungWangResult result = mk_chung_wang(&input);
	assert_true(result.status != SEPARATION_CAPPED);
	assert_true(result.iterations <= pick_tolerance(48, 80));
	if (gap > sure_floors * (double)d.error) assert_false(result.is_overlapping);
	mk_shape_release(a);
	mk_shape_release(b);
}

static void test_spheres(void **state) {
	(void)state;
	for_all(separate_spheres_end_in_two_steps, CASES, 1);
}

static void test_hemispheres(void **state) {
	(void)state;
	for_all(hemispheres_are_found_if_and_only_if_they_exist, 4 * CASES, 2);
}

static void test_boxes(void **state) {
	(void)state;
	for_all(boxes_have_no_errors_with_any_number_of_mirrors, 2 * CASES, 3);
}

static void test_extremes(void **state) {
	(void)state;
	for_all(extreme_sizes_have_no_errors, CASES / 2, 4);
}

static void test_near_touching(void **state) {
	(void)state;
	for_all(pairs_that_nearly_touch_are_told_apart, CASES / 2, 5);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_spheres),
		cmocka_unit_test(test_hemispheres),
		cmocka_unit_test(test_boxes),
		cmocka_unit_test(test_extremes),
		cmocka_unit_test(test_near_touching),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
