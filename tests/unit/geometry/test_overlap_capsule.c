// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Capsules, and cylinders with parallel axes.
#include "geometry/overlap_capsule.h"

#include "support/check.h"

static Cylinder upright(Vec3 center, Real height, Real radius) {
	Vec3 half = vec3(0, height / 2, 0);
	return (Cylinder){ vec3_sub(center, half), vec3_add(center, half), radius };
}

static void check_contact(Overlap contact, double depth, Vec3 normal) {
	assert_true(contact.hit);
	check_near(contact.depth, depth, 8 * MK_EPSILON);
	check_vec3(contact.normal, normal, 8 * MK_EPSILON);
}

static void capsules_side_by_side_and_end_to_end(void **state) {
	(void)state;
	Capsule a = { { 0, -2, 0 }, { 0, 2, 0 }, 1 };
	Capsule beside = { { (Real)1.5, -1, 0 }, { (Real)1.5, 5, 0 }, 1 };
	assert_true(capsule_overlaps_capsule(a, beside));
	check_contact(mk_capsule_contact_capsule(a, beside), 0.5, vec3(-1, 0, 0));
	Capsule above = { { 0, (Real)3.75, 0 }, { 0, 8, 0 }, 1 };
	check_contact(mk_capsule_contact_capsule(a, above), 0.25, vec3(0, -1, 0));
	Capsule touching = { { 0, 4, 0 }, { 0, 8, 0 }, 1 };
	assert_true(capsule_overlaps_capsule(a, touching));
	check_contact(mk_capsule_contact_capsule(a, touching), 0, vec3(0, -1, 0));
	Capsule away = { { 0, (Real)4.001, 0 }, { 0, 8, 0 }, 1 };
	assert_false(capsule_overlaps_capsule(a, away));
	assert_false(mk_capsule_contact_capsule(a, away).hit);
}

static void turned_capsules_meet_between_their_ends(void **state) {
	(void)state;
	// no ball of one is near a ball of the other, and the walls are not parallel
	Capsule a = { { -5, 0, 0 }, { 5, 0, 0 }, (Real)0.5 };
	Capsule b = { { 0, (Real)0.75, -5 }, { 0, (Real)0.75, 5 }, (Real)0.5 };
	Overlap contact = mk_capsule_contact_capsule(a, b);
	check_contact(contact, 0.25, vec3(0, -1, 0));
	check_vec3(contact.point, vec3(0, (Real)0.375, 0), 4 * MK_EPSILON);
}

static void crossing_cores_part_along_their_common_normal(void **state) {
	(void)state;
	Capsule a = { { -5, 0, 0 }, { 5, 0, 0 }, (Real)0.5 };
	Capsule b = { { 0, 0, -5 }, { 0, 0, 5 }, 1 };
	Overlap contact = mk_capsule_contact_capsule(a, b);
	assert_true(contact.hit);
	check_near(contact.depth, 1.5, 0);
	check_vec3(vec3_abs(contact.normal), vec3(0, 1, 0), 0);
}

static void coincident_capsules_part_across_the_axis(void **state) {
	(void)state;
	Capsule a = { { 0, -2, 0 }, { 0, 2, 0 }, 1 };
	Overlap contact = mk_capsule_contact_capsule(a, a);
	assert_true(contact.hit);
	check_near(contact.depth, 2, 0);
	check_near(contact.normal.y, 0, 0);
	check_near(vec3_length(contact.normal), 1, 2 * MK_EPSILON);
	Capsule point = { { 1, 1, 1 }, { 1, 1, 1 }, 1 };
	check_contact(mk_capsule_contact_capsule(point, point), 2, vec3(0, 1, 0));
}

static void sphere_against_a_capsule(void **state) {
	(void)state;
	Capsule capsule = { { 0, -2, 0 }, { 0, 2, 0 }, 1 };
	assert_true(sphere_overlaps_capsule((Sphere){ { 2, 0, 0 }, 1 }, capsule));
	assert_false(sphere_overlaps_capsule((Sphere){ { (Real)2.001, 0, 0 }, 1 }, capsule));
	assert_false(sphere_overlaps_capsule((Sphere){ { 0, (Real)4.001, 0 }, 1 }, capsule));
	check_contact(mk_sphere_contact_capsule((Sphere){ { (Real)1.5, 1, 0 }, 1 }, capsule), 0.5,
			vec3(1, 0, 0));
	Overlap inside = mk_sphere_contact_capsule((Sphere){ { 0, 1, 0 }, 1 }, capsule);
	assert_true(inside.hit);
	check_near(inside.depth, 2, 0);
	check_near(inside.normal.y, 0, 0);
	assert_false(sphere_overlaps_capsule((Sphere){ { (Real)NAN, 0, 0 }, 1 }, capsule));
}

static void negative_radii_and_nan_meet_nothing(void **state) {
	(void)state;
	Capsule a = { { 0, -2, 0 }, { 0, 2, 0 }, 1 };
	Capsule inside_out = { { 0, -2, 0 }, { 0, 2, 0 }, -3 };
	Capsule bad = { { (Real)NAN, 0, 0 }, { 0, 2, 0 }, 1 };
	assert_false(capsule_overlaps_capsule(a, inside_out));
	assert_false(mk_capsule_contact_capsule(a, inside_out).hit);
	assert_false(capsule_overlaps_capsule(a, bad));
	assert_false(mk_capsule_contact_capsule(a, bad).hit);
}

static void cylinders_part_by_wall_or_cap(void **state) {
	(void)state;
	// wall: 0.5 against 2 through the caps; the axes are 1.5 apart along (0.6, 0.8)
	CylinderOverlap wall = mk_cylinder_contact_cylinder(
			upright(vec3_zero(), 4, 1), upright(vec3((Real)0.9, 1, (Real)1.2), 2, 1));
	assert_true(wall.is_parallel);
	check_contact(wall.overlap, 0.5, vec3((Real)-0.6, 0, (Real)-0.8));
	// cap: 0.1 against 1.5 through the wall
	CylinderOverlap cap = mk_cylinder_contact_cylinder(
			upright(vec3_zero(), 2, 1), upright(vec3((Real)0.3, (Real)1.9, (Real)0.4), 2, 1));
	assert_true(cap.is_parallel);
	check_contact(cap.overlap, 0.1, vec3(0, -1, 0));
	assert_true(cap.overlap.point.y >= (Real)0.9 && cap.overlap.point.y <= 1);
}

static void cylinders_apart_by_either_measure(void **state) {
	(void)state;
	Cylinder a = upright(vec3_zero(), 2, 1);
	assert_false(
			mk_cylinder_contact_cylinder(a, upright(vec3(0, (Real)2.001, 0), 2, 1)).overlap.hit);
	assert_true(mk_cylinder_contact_cylinder(a, upright(vec3(0, 2, 0), 2, 1)).overlap.hit);
	assert_false(
			mk_cylinder_contact_cylinder(a, upright(vec3((Real)2.001, 0, 0), 2, 1)).overlap.hit);
	assert_true(mk_cylinder_contact_cylinder(a, upright(vec3(2, 0, 0), 2, 1)).overlap.hit);
	// near in both, yet beside the rounded corner of a box
	assert_false(mk_cylinder_contact_cylinder(a, upright(vec3((Real)1.5, 0, (Real)1.5), 2, 1))
						 .overlap.hit);
}

static void coaxial_and_turned_around_cylinders(void **state) {
	(void)state;
	Cylinder a = upright(vec3_zero(), 8, 1);
	Cylinder b = upright(vec3_zero(), 8, (Real)0.5);
	CylinderOverlap same = mk_cylinder_contact_cylinder(a, b);
	assert_true(same.overlap.hit);
	check_near(same.overlap.depth, 1.5, 0);
	check_near(same.overlap.normal.y, 0, 0);
	check_near(vec3_length(same.overlap.normal), 1, 2 * MK_EPSILON);
	// the ends of b the other way round
	Cylinder flipped = { b.end, b.start, b.radius };
	CylinderOverlap other = mk_cylinder_contact_cylinder(a, flipped);
	assert_true(other.is_parallel);
	check_near(other.overlap.depth, 1.5, 0);
}

static void cylinders_that_are_not_parallel_are_not_answered(void **state) {
	(void)state;
	Cylinder a = upright(vec3_zero(), 2, 1);
	Cylinder tilted = { { 0, -1, 0 }, { (Real)0.01, 1, 0 }, 1 };
	Cylinder none = { { 0, 0, 0 }, { 0, 0, 0 }, 1 };
	assert_false(mk_cylinder_contact_cylinder(a, tilted).is_parallel);
	assert_false(mk_cylinder_contact_cylinder(a, tilted).overlap.hit);
	assert_false(mk_cylinder_contact_cylinder(a, none).is_parallel);
	Cylinder bad = { { 0, -1, (Real)NAN }, { 0, 1, (Real)NAN }, 1 };
	assert_false(mk_cylinder_contact_cylinder(a, bad).overlap.hit);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(capsules_side_by_side_and_end_to_end),
		cmocka_unit_test(turned_capsules_meet_between_their_ends),
		cmocka_unit_test(crossing_cores_part_along_their_common_normal),
		cmocka_unit_test(coincident_capsules_part_across_the_axis),
		cmocka_unit_test(sphere_against_a_capsule),
		cmocka_unit_test(negative_radii_and_nan_meet_nothing),
		cmocka_unit_test(cylinders_part_by_wall_or_cap),
		cmocka_unit_test(cylinders_apart_by_either_measure),
		cmocka_unit_test(coaxial_and_turned_around_cylinders),
		cmocka_unit_test(cylinders_that_are_not_parallel_are_not_answered),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
