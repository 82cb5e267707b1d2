// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Mass properties of primitives: textbook values, the inertias a Godot user knows, limits in which
// one primitive becomes another, and sizes that make no sense.
#include "geometry/mass.h"

#include "support/check.h"

static void check_inertia(MassProperties m, Vec3 expected, Real tolerance) {
	check_mat3(mass_inertia(mass_with_total(m, 1)), mat3_diagonal(expected), tolerance);
}

static void check_same(MassProperties a, MassProperties b) {
	double tolerance = 8 * (double)MK_EPSILON;
	check_near(a.mass, b.mass, tolerance * (double)b.mass);
	check_vec3(a.center, b.center, tolerance);
	check_mat3(a.moments, b.moments,
			tolerance *
					(double)vec3_max_element(vec3(b.moments.x.x, b.moments.y.y, b.moments.z.z)));
}

static void box_has_its_inertia(void **state) {
	(void)state;
	MassProperties m = mk_mass_of_box(vec3(1, 2, 3));
	check_near(m.mass, 48, 0);
	// (b^2 + c^2) / 12 of the sides 2, 4, 6
	check_inertia(m, vec3((Real)(52.0 / 12), (Real)(40.0 / 12), (Real)(20.0 / 12)), 8 * MK_EPSILON);
}

static void sphere_has_its_inertia(void **state) {
	(void)state;
	MassProperties m = mk_mass_of_sphere(1);
	check_near(m.mass, 4.18879020478639098, 4 * MK_EPSILON);
	check_inertia(m, vec3_splat((Real)0.4), MK_EPSILON);
}

static void ellipsoid_has_its_inertia(void **state) {
	(void)state;
	MassProperties m = mk_mass_of_ellipsoid(vec3(1, 2, 3));
	check_near(m.mass, 6 * 4.18879020478639098, 16 * MK_EPSILON);
	check_inertia(m, vec3((Real)2.6, 2, 1), 4 * MK_EPSILON);
	// it is the ball under a scale
	Affine scale = { mat3_diagonal(vec3(1, 2, 3)), vec3_zero() };
	check_same(m, mk_mass_map(mk_mass_of_sphere(1), scale));
}

static void capsule_has_its_inertia(void **state) {
	(void)state;
	// radius 0.5, height 2 with the caps, so the segment is from -0.5 to 0.5. V = pi / 4 + pi / 6.
	// About y: (pi / 4 * 0.125 + pi / 6 * 0.1) / V = 0.115. Across: the cylinder 0.6 (1/16 + 1/12),
	// the half balls 0.4 (0.1 + (0.5)^2 + 2 * 0.5 * 3/8 * 0.5)
	MassProperties m = mk_mass_of_capsule((Real)0.5, (Real)0.5);
	check_near(m.mass, 1.30899693899574718, 2 * MK_EPSILON);
	double across = 0.6 * (0.0625 + 1.0 / 12) + 0.4 * (0.1 + 0.25 + 0.1875);
	check_near(across, 0.3025, 1e-12);
	check_inertia(m, vec3((Real)across, (Real)0.115, (Real)across), 2 * MK_EPSILON);
}

static void cylinder_has_its_inertia(void **state) {
	(void)state;
	MassProperties m = mk_mass_of_cylinder(1, 1);
	check_near(m.mass, 6.28318530717958648, 8 * MK_EPSILON);
	// r^2 / 4 + h^2 / 12 across, r^2 / 2 along
	check_inertia(m, vec3((Real)(7.0 / 12), (Real)0.5, (Real)(7.0 / 12)), 2 * MK_EPSILON);
}

static void cone_has_its_centre_and_inertia(void **state) {
	(void)state;
	// height 4, radius 2: centre a quarter above the base, 3/10 r^2 along,
	// 3/80 (4 r^2 + h^2) across
	MassProperties m = mk_mass_of_cone(2, 2);
	check_near(m.mass, 16.7551608191455639, 32 * MK_EPSILON);
	check_vec3(m.center, vec3(0, -1, 0), 2 * MK_EPSILON);
	check_inertia(m, vec3((Real)1.2, (Real)1.2, (Real)1.2), 4 * MK_EPSILON);
	m = mk_mass_of_cone(1, 3);
	check_inertia(m, vec3((Real)1.5, (Real)0.3, (Real)1.5), 4 * MK_EPSILON);
}

static void tapered_cylinder_is_a_cone_without_its_tip(void **state) {
	(void)state;
	// a cone of height 6 and radius 3, without the upper third: base 3, top 1, height 4
	MassProperties whole = mass_translate(mk_mass_of_cone(3, 3), vec3(0, 1, 0));
	MassProperties tip = mass_translate(mk_mass_of_cone(1, 1), vec3(0, 3, 0));
	const MassProperties parts[2] = { whole, mass_scale(tip, -1) };
	MassProperties m = mk_mass_of_tapered_cylinder(3, 1, 2);
	check_same(m, mk_mass_combine(parts, 2));
	MassProperties turned = mk_mass_of_tapered_cylinder(1, 3, 2);
	check_near(turned.center.y, -m.center.y, 0);
	check_mat3(turned.moments, m.moments, 0);
	check_same(mk_mass_of_tapered_cylinder(2, 2, 1), mk_mass_of_cylinder(2, 1));
}

static void tapered_capsule_with_equal_radii_is_a_capsule(void **state) {
	(void)state;
	check_same(mk_mass_of_tapered_capsule(2, 2, 3), mk_mass_of_capsule(2, 3));
}

static void tapered_capsule_with_one_ball_inside_the_other_is_a_ball(void **state) {
	(void)state;
	MassProperties ball = mk_mass_of_sphere(3);
	check_same(mk_mass_of_tapered_capsule(3, 1, 1), mass_translate(ball, vec3(0, -1, 0)));
	check_same(mk_mass_of_tapered_capsule(1, 3, (Real)0.5),
			mass_translate(ball, vec3(0, (Real)0.5, 0)));
	check_same(mk_mass_of_tapered_capsule(3, 3, 0), ball);
	check_same(mk_mass_of_tapered_capsule(3, 0, 0), ball);
}

static void tapered_capsule_with_a_point_is_a_ball_with_a_cone(void **state) {
	(void)state;
	// ball of radius 3 at y = -2.5, point at 2.5: k = 3 / 5, the cone starts 1.8 above the centre
	// with radius 2.4 and is 3.2 high; the rest of the ball is a cap of height 4.8: V = pi 4.8^2
	// (9 - 4.8) / 3 + pi / 3 2.4^2 3.2
	MassProperties m = mk_mass_of_tapered_capsule(3, 0, (Real)2.5);
	double pi = 3.14159265358979324;
	check_near(m.mass, pi * (4.8 * 4.8 * 1.4 + 2.4 * 2.4 * 3.2 / 3), 128 * MK_EPSILON);
	// mirrored it is the same
	MassProperties turned = mk_mass_of_tapered_capsule(0, 3, (Real)2.5);
	check_near(turned.center.y, -m.center.y, 0);
	check_mat3(turned.moments, m.moments, 0);
}

static void rounded_bodies_become_their_limits(void **state) {
	(void)state;
	check_same(mk_mass_of_rounded_box(vec3(1, 2, 3), 0), mk_mass_of_box(vec3(1, 2, 3)));
	check_same(mk_mass_of_rounded_box(vec3_zero(), 2), mk_mass_of_sphere(2));
	check_same(mk_mass_of_rounded_box(vec3(0, 3, 0), 2), mk_mass_of_tapered_capsule(2, 2, 3));
	check_same(mk_mass_of_rounded_cylinder(1, 2, 0), mk_mass_of_tapered_cylinder(1, 1, 2));
	check_same(mk_mass_of_rounded_cylinder(0, 3, 2), mk_mass_of_capsule(2, 3));
	check_same(mk_mass_of_rounded_cylinder(0, 0, 2), mk_mass_of_sphere(2));
}

static void rounded_box_is_the_sum_of_its_pieces(void **state) {
	(void)state;
	// Steiner's formula for a cube of side 2 and radius 1: V + A r + pi / 4 * 24 r^2 + 4 pi / 3
	double pi = 3.14159265358979324;
	MassProperties m = mk_mass_of_rounded_box(vec3_splat(1), 1);
	check_near(m.mass, 8 + 24 + 6 * pi + 4 * pi / 3, 64 * MK_EPSILON);
}

static void bodies_without_extent_have_no_mass(void **state) {
	(void)state;
	const MassProperties bodies[] = {
		mk_mass_of_sphere(0),
		mk_mass_of_sphere(-1),
		mk_mass_of_sphere((Real)NAN),
		mk_mass_of_sphere(MK_INFINITY),
		mk_mass_of_box(vec3(1, 0, 1)),
		mk_mass_of_box(vec3(1, -2, 1)),
		mk_mass_of_ellipsoid(vec3(1, (Real)NAN, 1)),
		mk_mass_of_capsule(0, 1),
		mk_mass_of_cylinder(1, 0),
		mk_mass_of_cylinder(-1, 1),
		mk_mass_of_cone(1, MK_INFINITY),
		mk_mass_of_cone(0, 1),
		mk_mass_of_tapered_cylinder(0, 0, 1),
		mk_mass_of_tapered_capsule(0, 0, 1),
		mk_mass_of_tapered_capsule((Real)NAN, -1, 1),
		mk_mass_of_rounded_box(vec3(0, 1, 1), 0),
		mk_mass_of_rounded_cylinder(1, 0, 0),
	};
	for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
		check_near(bodies[i].mass, 0, 0);
		check_vec3(bodies[i].center, vec3_zero(), 0);
		check_mat3(bodies[i].moments, mat3_zero(), 0);
	}
	// a bad half of a capsule leaves the ball
	check_same(mk_mass_of_capsule(1, -3), mk_mass_of_sphere(1));
	check_same(mk_mass_of_capsule(1, (Real)NAN), mk_mass_of_sphere(1));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(box_has_its_inertia),
		cmocka_unit_test(sphere_has_its_inertia),
		cmocka_unit_test(ellipsoid_has_its_inertia),
		cmocka_unit_test(capsule_has_its_inertia),
		cmocka_unit_test(cylinder_has_its_inertia),
		cmocka_unit_test(cone_has_its_centre_and_inertia),
		cmocka_unit_test(tapered_cylinder_is_a_cone_without_its_tip),
		cmocka_unit_test(tapered_capsule_with_equal_radii_is_a_capsule),
		cmocka_unit_test(tapered_capsule_with_one_ball_inside_the_other_is_a_ball),
		cmocka_unit_test(tapered_capsule_with_a_point_is_a_ball_with_a_cone),
		cmocka_unit_test(rounded_bodies_become_their_limits),
		cmocka_unit_test(rounded_box_is_the_sum_of_its_pieces),
		cmocka_unit_test(bodies_without_extent_have_no_mass),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
