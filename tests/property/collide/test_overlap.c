// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Whether shapes overlap, against the signed distance of the same pairs: at rest under any map, and
// on a straight way, along which the distance of convex shapes is a convex function.
#include "collide/overlap.h"

#include "collide/penetration.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"
#include "support/shape_make.h"

enum { CASES = pick_count(20000, 500), WAYS = pick_count(1000, 50) };

// Part of the sizes below which the answer may be either, no unit: some hundred rounding errors.
static const Real band = (Real)256 * MK_EPSILON;

static Real size_of(const ShapeInstance *in) {
	return vec3_length(aabb_half_extents(mk_instance_bounds(in)));
}

// Two shapes whose middles are apart by up to their sizes; one in three is mapped by any matrix.
static void make_pair(Rng *rng, Shape *shapes[2], ShapeInstance pair[2]) {
	for (int i = 0; i < 2; i++) {
		shapes[i] = make_shape(rng, convex_kind(rng), -1, 1);
		pair[i] = instance_rigid(shapes[i], random_transform(rng, 1));
		if (rng_below(rng, 3) == 0) pair[i] = mk_instance(shapes[i], random_affine(rng, 1));
	}
	Real reach = size_of(&pair[0]) + size_of(&pair[1]);
	Vec3 middle = aabb_center(mk_instance_bounds(&pair[0]));
	Vec3 offset = vec3_sub(middle, aabb_center(mk_instance_bounds(&pair[1])));
	Real share = random_real(rng, 0, 1);
	Vec3 way = vec3_scale(random_unit(rng), reach * share);
	pair[1].pose.origin = vec3_add(pair[1].pose.origin, vec3_add(offset, way));
}

static void release(Shape *shapes[2]) {
	mk_shape_release(shapes[0]);
	mk_shape_release(shapes[1]);
}

static void overlap_is_a_distance_that_is_not_positive(Rng *rng) {
	Shape *shapes[2];
	ShapeInstance pair[2];
	make_pair(rng, shapes, pair);
	Separation separation = mk_separation(&pair[0], &pair[1]);
	Real slack = band * (size_of(&pair[0]) + size_of(&pair[1]));
	Vec3 axis = vec3_zero();
	bool is_overlapping = mk_overlap(&pair[0], &pair[1], &axis);
	assert_int_equal(mk_overlap(&pair[0], &pair[1], &axis), is_overlapping);
	if (separation.lower > slack) assert_false(is_overlapping);
	if (separation.upper < -slack) assert_true(is_overlapping);
	release(shapes);
}

// The part of the way at which the pair is nearest, by thirds.
static Real least_distance(const ShapeInstance pair[2], Vec3 way) {
	Real from = 0;
	Real to = 1;
	ShapeInstance a = pair[0];
	Vec3 end = a.pose.origin;
	Real least = MK_INFINITY;
	for (int i = 0; i < 30; i++) {
		Real parts[2] = { from + (to - from) / 3, to - (to - from) / 3 };
		Real distances[2];
		for (int k = 0; k < 2; k++) {
			a.pose.origin = vec3_add_scaled(end, way, parts[k] - 1);
			distances[k] = mk_separation(&a, &pair[1]).distance;
			least = real_min(least, distances[k]);
		}
		if (distances[0] < distances[1]) {
			to = parts[1];
		} else {
			from = parts[0];
		}
	}
	return least;
}

static void swept_shapes_meet_where_the_least_distance_is_not_positive(Rng *rng) {
	Shape *shapes[2];
	ShapeInstance pair[2];
	make_pair(rng, shapes, pair);
	Real sizes = size_of(&pair[0]) + size_of(&pair[1]);
	Real share = random_real(rng, 0, 3);
	Vec3 way = vec3_scale(random_unit(rng), share * sizes);
	bool is_met = mk_overlap_swept(&pair[0], way, &pair[1]);
	Real least = least_distance(pair, way);
	// thirds end within a millionth of the way
	Real slack = (4 * band + (Real)1e-5) * sizes;
	if (least > slack) assert_false(is_met);
	if (least < -slack) assert_true(is_met);
	release(shapes);
}

static void test_overlap(void **state) {
	(void)state;
	for_all(overlap_is_a_distance_that_is_not_positive, CASES, 1);
}

static void test_swept(void **state) {
	(void)state;
	for_all(swept_shapes_meet_where_the_least_distance_is_not_positive, WAYS, 2);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_overlap),
		cmocka_unit_test(test_swept),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
