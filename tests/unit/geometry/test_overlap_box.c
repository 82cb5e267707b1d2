// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Boxes against boxes: the fifteen axes, the cache, nearly parallel edges, contacts.
#include "geometry/overlap_box.h"

#include "support/check.h"

#define SQRT2 ((Real)1.41421356237309504880)

static Aabb box_at(Vec3 center, Vec3 dims) {
	return aabb_from_center(center, vec3_scale(dims, (Real)0.5));
}

static Obb turned(Vec3 center, Vec3 axis, Real angle) {
	return (Obb){ center, quat_to_mat3(quat_from_axis_angle(axis, angle)), { 1, 1, 1 } };
}

static void aligned_boxes_part_along_the_shortest_side(void **state) {
	(void)state;
	// overlaps 0.5, 2.6, 1.8
	Aabb a = box_at(vec3_zero(), vec3(2, 2, 2));
	Aabb b = box_at(vec3((Real)1.5, (Real)0.4, (Real)0.2), vec3(2, 4, 2));
	Overlap contact = mk_aabb_contact_aabb(a, b);
	assert_true(contact.hit);
	check_vec3(vec3_scale(contact.normal, contact.depth), vec3((Real)-0.5, 0, 0), 2 * MK_EPSILON);
	// common part 0.5 .. 1, -1 .. 1, -0.8 .. 1
	check_vec3(contact.point, vec3((Real)0.75, 0, (Real)0.1), 2 * MK_EPSILON);
	Overlap other = mk_aabb_contact_aabb(b, a);
	check_vec3(other.normal, vec3(1, 0, 0), 0);
}

static void aligned_boxes_touch_and_miss(void **state) {
	(void)state;
	Aabb a = { { 0, 0, 0 }, { 1, 1, 1 } };
	Aabb touching = { { 1, 0, 0 }, { 2, 1, 1 } };
	Overlap contact = mk_aabb_contact_aabb(a, touching);
	assert_true(aabb_overlaps(a, touching));
	assert_true(contact.hit);
	check_near(contact.depth, 0, 0);
	check_vec3(contact.normal, vec3(-1, 0, 0), 0);
	Aabb away = { { (Real)1.001, 0, 0 }, { 2, 1, 1 } };
	assert_false(aabb_overlaps(a, away));
	assert_false(mk_aabb_contact_aabb(a, away).hit);
	assert_false(mk_aabb_contact_aabb(a, aabb_empty()).hit);
	// empty, yet its bounds are on the right sides of a
	Aabb inverted = { { (Real)0.75, (Real)0.75, (Real)0.75 },
		{ (Real)0.25, (Real)0.25, (Real)0.25 } };
	assert_false(mk_aabb_contact_aabb(a, inverted).hit);
}

static void aligned_boxes_with_one_centre_part_along_the_first_axis(void **state) {
	(void)state;
	Aabb a = box_at(vec3(1, 2, 3), vec3(2, 2, 2));
	Overlap contact = mk_aabb_contact_aabb(a, a);
	check_near(contact.depth, 2, 0);
	check_vec3(contact.normal, vec3(1, 0, 0), 0);
	// containment: 3 to the left against 4 to the right
	Overlap inside = mk_aabb_contact_aabb(
			(Aabb){ { 1, 1, 1 }, { 3, 9, 9 } }, (Aabb){ { 0, 0, 0 }, { 5, 20, 20 } });
	check_near(inside.depth, 3, 0);
	check_vec3(inside.normal, vec3(-1, 0, 0), 0);
}

static void separating_axis_names_its_kind(void **state) {
	(void)state;
	Obb a = turned(vec3_zero(), vec3(0, 0, 1), 0);
	Obb right = turned(vec3(3, 0, 0), vec3(0, 0, 1), 0);
	assert_int_equal(mk_obb_separating_axis(&a, &right, MK_AXIS_NONE), 0);
	// corner ahead: along b's own axis, the diagonal, the gap is 2.9 - 1 - sqrt 2
	Obb corner = turned(vec3((Real)1.75, (Real)1.75, 0), vec3(0, 0, 1), MK_PI / 4);
	int axis = mk_obb_separating_axis(&a, &corner, MK_AXIS_NONE);
	assert_true(axis == 3 || axis == 4);
	assert_true(obb_overlaps_obb(&a, &a));
}

static void edges_separate_where_faces_do_not(void **state) {
	(void)state;
	// both turned by 45 degrees: contact at 2 sqrt 2, face axes alone report 2 - sqrt 2 of overlap
	Obb a = turned(vec3_zero(), vec3(0, 0, 1), MK_PI / 4);
	Obb b = turned(vec3(3, 0, 0), vec3(0, 1, 0), MK_PI / 4);
	int axis = mk_obb_separating_axis(&a, &b, MK_AXIS_NONE);
	assert_true(axis >= 6 && axis < MK_BOX_AXES);
	// a's axis z and b's axis y make the x axis
	assert_int_equal(axis, 6 + 3 * 1 + 2);
	BoxContact contact = mk_obb_contact_obb(&a, &b);
	assert_false(contact.hit);
	assert_int_equal(contact.axis, axis);
	check_near(contact.depth, -0.1715728752538099, 8 * MK_EPSILON);
	b.center.x = 2 * SQRT2 - (Real)0.001;
	assert_true(obb_overlaps_obb(&a, &b));
	contact = mk_obb_contact_obb(&a, &b);
	assert_true(contact.hit);
	check_near(contact.depth, 0.001, 8 * MK_EPSILON);
	check_vec3(contact.normal, vec3(-1, 0, 0), 4 * MK_EPSILON);
}

static void contact_of_boxes_has_the_smallest_overlap(void **state) {
	(void)state;
	// overlaps 0.5, 1.8, 2
	Obb a = turned(vec3_zero(), vec3(0, 0, 1), 0);
	Obb b = turned(vec3((Real)1.5, (Real)0.2, 0), vec3(0, 0, 1), 0);
	BoxContact contact = mk_obb_contact_obb(&a, &b);
	assert_true(contact.hit);
	check_near(contact.depth, 0.5, 2 * MK_EPSILON);
	check_vec3(contact.normal, vec3(-1, 0, 0), 0);
	assert_int_equal(contact.axis, 0);
	BoxContact same = mk_obb_contact_obb(&a, &a);
	check_near(same.depth, 2, 0);
	assert_int_equal(same.axis, 0);
}

static void cached_axis_is_tried_first_and_kept(void **state) {
	(void)state;
	// separated along x and along y: without a cache x is found, with one what it names
	Obb a = turned(vec3_zero(), vec3(0, 0, 1), 0);
	Obb b = turned(vec3(3, 3, 0), vec3(0, 0, 1), (Real)0.1);
	assert_int_equal(mk_obb_separating_axis(&a, &b, MK_AXIS_NONE), 0);
	int axis = mk_obb_separating_axis(&a, &b, 4);
	assert_true(axis == 3 || axis == 4);
	// a cache that no longer separates, or is no axis, does not hide the others
	Obb right = turned(vec3(3, 0, 0), vec3(0, 0, 1), 0);
	assert_int_equal(mk_obb_separating_axis(&a, &right, 6), 0);
	assert_int_equal(mk_obb_separating_axis(&a, &right, 99), 0);
	assert_int_equal(mk_obb_separating_axis(&a, &a, 3), MK_AXIS_NONE);
}

static void nearly_parallel_boxes_overlap_and_part(void **state) {
	(void)state;
	const Real angles[] = { 0, (Real)1e-8, (Real)1e-6, (Real)1e-4 };
	const Vec3 turns[] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	const Real offsets[] = { 0, 1000, 100000 };
	for (int i = 0; i < 36; i++) {
		Vec3 turn = turns[i % 3];
		Real angle = angles[i / 3 % 4];
		Vec3 far = vec3_splat(offsets[i / 12]);
		Obb a = turned(far, vec3(0, 0, 1), 0);
		Obb same = turned(far, turn, angle);
		assert_true(obb_overlaps_obb(&a, &same));
		assert_true(mk_obb_contact_obb(&a, &same).hit);
		// 1/64 apart and 1/64 deep: exact at the largest offset in single precision (1/128)
		Obb apart = turned(vec3_add(far, vec3(2 + (Real)0.015625, 0, 0)), turn, angle);
		Obb deep = turned(vec3_add(far, vec3(2 - (Real)0.015625, 0, 0)), turn, angle);
		assert_false(obb_overlaps_obb(&a, &apart));
		assert_false(mk_obb_contact_obb(&a, &apart).hit);
		assert_true(obb_overlaps_obb(&a, &deep));
		BoxContact contact = mk_obb_contact_obb(&a, &deep);
		// a turn moves the face by up to angle times the half extents
		check_near(contact.depth, 0.015625, 2 * (double)angle + 16 * (double)MK_EPSILON);
		check_vec3(contact.normal, vec3(-1, 0, 0), 2 * (double)angle);
	}
}

static void boxes_that_touch_exactly_overlap(void **state) {
	(void)state;
	Obb a = turned(vec3_zero(), vec3(0, 0, 1), 0);
	Obb b = turned(vec3(2, 2, 2), vec3(0, 0, 1), 0);
	assert_true(obb_overlaps_obb(&a, &b));
	assert_true(mk_obb_contact_obb(&a, &b).hit);
	check_near(mk_obb_contact_obb(&a, &b).depth, 0, 0);
	// flat boxes: a sheet on a face
	Obb sheet = { { 0, 1, 0 }, mat3_identity(), { 5, 0, 5 } };
	assert_true(obb_overlaps_obb(&a, &sheet));
	sheet.center.y = (Real)1.001;
	assert_false(obb_overlaps_obb(&a, &sheet));
}

static void boxes_with_bad_sizes_meet_nothing(void **state) {
	(void)state;
	Obb a = turned(vec3_zero(), vec3(0, 0, 1), 0);
	const Real bad[] = { -1, (Real)NAN };
	for (size_t i = 0; i < 2; i++) {
		Obb b = a;
		b.half.y = bad[i];
		assert_false(obb_overlaps_obb(&a, &b));
		assert_false(obb_overlaps_obb(&b, &a));
		assert_false(mk_obb_contact_obb(&a, &b).hit);
	}
	Obb lost = a;
	lost.center.z = (Real)NAN;
	assert_false(obb_overlaps_obb(&a, &lost));
	assert_false(mk_obb_contact_obb(&a, &lost).hit);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(aligned_boxes_part_along_the_shortest_side),
		cmocka_unit_test(aligned_boxes_touch_and_miss),
		cmocka_unit_test(aligned_boxes_with_one_centre_part_along_the_first_axis),
		cmocka_unit_test(separating_axis_names_its_kind),
		cmocka_unit_test(edges_separate_where_faces_do_not),
		cmocka_unit_test(contact_of_boxes_has_the_smallest_overlap),
		cmocka_unit_test(cached_axis_is_tried_first_and_kept),
		cmocka_unit_test(nearly_parallel_boxes_overlap_and_part),
		cmocka_unit_test(boxes_that_touch_exactly_overlap),
		cmocka_unit_test(boxes_with_bad_sizes_meet_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
