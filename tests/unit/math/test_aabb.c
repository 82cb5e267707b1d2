// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Boxes: small integers, and the empty box everywhere it can appear.
#include "math/aabb.h"

#include "support/check.h"

static const Aabb box = { { 0, 0, 0 }, { 2, 4, 6 } };

static void check_aabb(Aabb actual, Aabb expected, Real tolerance) {
	check_vec3(actual.min, expected.min, tolerance);
	check_vec3(actual.max, expected.max, tolerance);
}

static void empty_box_is_neutral_for_merging(void **state) {
	(void)state;
	assert_true(aabb_is_empty(aabb_empty()));
	assert_false(aabb_is_empty(box));
	check_aabb(aabb_merge(aabb_empty(), box), box, 0);
	check_aabb(aabb_add_point(aabb_empty(), vec3(1, 2, 3)), (Aabb){ { 1, 2, 3 }, { 1, 2, 3 } }, 0);
	assert_true(aabb_is_empty(aabb_grow(aabb_empty(), 5)));
	assert_true(aabb_is_empty(aabb_transform(aabb_empty(), affine_identity())));
	assert_false(aabb_overlaps(aabb_empty(), box));
	assert_true(aabb_contains(box, aabb_empty()));
	assert_false(aabb_contains(aabb_empty(), box));
	check_near(aabb_half_area(aabb_empty()), 0, 0);
	assert_false(aabb_is_finite(aabb_empty()));
}

static void merge_grow_sweep_and_intersect(void **state) {
	(void)state;
	Aabb other = { { 1, -1, 2 }, { 3, 1, 3 } };
	check_aabb(aabb_merge(box, other), (Aabb){ { 0, -1, 0 }, { 3, 4, 6 } }, 0);
	check_aabb(aabb_intersect(box, other), (Aabb){ { 1, 0, 2 }, { 2, 1, 3 } }, 0);
	check_aabb(aabb_grow(box, 1), (Aabb){ { -1, -1, -1 }, { 3, 5, 7 } }, 0);
	check_aabb(aabb_sweep(box, vec3(1, -2, 0)), (Aabb){ { 0, -2, 0 }, { 3, 4, 6 } }, 0);
	Aabb apart = { { 5, 0, 0 }, { 6, 1, 1 } };
	assert_true(aabb_is_empty(aabb_intersect(box, apart)));
}

static void center_extents_and_area(void **state) {
	(void)state;
	check_vec3(aabb_center(box), vec3(1, 2, 3), 0);
	check_vec3(aabb_half_extents(box), vec3(1, 2, 3), 0);
	check_aabb(aabb_from_center(vec3(1, 2, 3), vec3(1, 2, 3)), box, 0);
	// 2*4 + 4*6 + 6*2
	check_near(aabb_half_area(box), 44, 0);
	// the centre of the largest box does not overflow
	Aabb world = { vec3_splat(-MK_REAL_MAX), vec3_splat(MK_REAL_MAX) };
	check_vec3(aabb_center(world), vec3_zero(), 0);
}

static void touching_boxes_overlap(void **state) {
	(void)state;
	for (int axis = 0; axis < 3; axis++) {
		Vec3 offset = vec3_multiply(vec3_axis(axis), box.max);
		Aabb touching = { vec3_add(box.min, offset), vec3_add(box.max, offset) };
		assert_true(aabb_overlaps(box, touching));
		assert_true(aabb_overlaps(touching, box));
		Vec3 gap = vec3_scale(vec3_axis(axis), (Real)0.001);
		Aabb apart = { vec3_add(touching.min, gap), vec3_add(touching.max, gap) };
		assert_false(aabb_overlaps(box, apart));
		assert_false(aabb_overlaps(apart, box));
	}
}

static void containment_is_closed(void **state) {
	(void)state;
	assert_true(aabb_contains_point(box, vec3(2, 4, 6)));
	assert_true(aabb_contains_point(box, vec3(0, 0, 0)));
	assert_false(aabb_contains_point(box, vec3(1, 1, (Real)6.001)));
	assert_false(aabb_contains_point(box, vec3(1, (Real)-0.001, 1)));
	assert_false(aabb_contains_point(box, vec3((Real)NAN, 1, 1)));
	assert_true(aabb_contains(box, box));
	assert_true(aabb_contains(box, (Aabb){ { 1, 1, 1 }, { 2, 2, 2 } }));
	assert_false(aabb_contains(box, (Aabb){ { 1, 1, 1 }, { 3, 2, 2 } }));
}

static void transform_follows_turn_scale_and_move(void **state) {
	(void)state;
	// a quarter turn about z carries (x, y) to (-y, x); then twice the size, then a move
	Affine map = { { { 0, 2, 0 }, { -2, 0, 0 }, { 0, 0, 2 } }, { 10, 0, 0 } };
	Aabb expected = { { 2, 0, 0 }, { 10, 4, 12 } };
	Aabb image = aabb_transform(box, map);
	check_aabb(image, expected, 200 * MK_EPSILON);
	assert_true(aabb_contains(image, expected));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty_box_is_neutral_for_merging),
		cmocka_unit_test(merge_grow_sweep_and_intersect),
		cmocka_unit_test(center_extents_and_area),
		cmocka_unit_test(touching_boxes_overlap),
		cmocka_unit_test(containment_is_closed),
		cmocka_unit_test(transform_follows_turn_scale_and_move),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
