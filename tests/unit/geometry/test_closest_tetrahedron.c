// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Nearest points of tetrahedra in the three forms: inside, each of the 14
// regions, both windings, flat.
#include "geometry/closest_tetrahedron.h"

#include "support/check.h"

static const Real tolerance = 32 * MK_EPSILON;

typedef SimplexPoint Closest(Tetrahedron t, Vec3 p);
static Closest *const forms[] = { mk_closest_on_tetrahedron, mk_closest_on_tetrahedron_wound,
	mk_closest_on_tetrahedron_regions };

// faces counter-clockwise from outside
static const Tetrahedron corner = { { 0, 0, 0 }, { 0, 2, 0 }, { 2, 0, 0 }, { 0, 0, 2 } };
static const Tetrahedron mirrored = { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2 } };

static void check_weights(Tetrahedron t, SimplexPoint result) {
	const Vec3 v[4] = { t.a, t.b, t.c, t.d };
	Vec3 rebuilt = vec3_zero();
	Real sum = 0;
	for (int i = 0; i < 4; i++) {
		assert_true(result.weights[i] >= 0);
		assert_true(result.weights[i] == 0 || (result.corners >> i & 1));
		rebuilt = vec3_add_scaled(rebuilt, v[i], result.weights[i]);
		sum += result.weights[i];
	}
	check_near(sum, 1, tolerance);
	check_vec3(rebuilt, result.point, tolerance);
}

typedef struct TetrahedronCase {
	Vec3 p;
	Vec3 expected;
	uint32_t corners;
} TetrahedronCase;

static const Real third2 = (Real)2 / 3;

static void inside_face_vertex_and_edge(void **state) {
	(void)state;
	const TetrahedronCase cases[] = {
		{ { (Real)0.2, (Real)0.2, (Real)0.2 }, { (Real)0.2, (Real)0.2, (Real)0.2 }, 15 },
		{ { (Real)0.5, (Real)0.5, -3 }, { (Real)0.5, (Real)0.5, 0 },
				CORNER_A | CORNER_B | CORNER_C },
		{ { 3, 3, 3 }, { third2, third2, third2 }, CORNER_B | CORNER_C | CORNER_D },
		{ { -1, -1, -1 }, { 0, 0, 0 }, CORNER_A },
		{ { -1, -1, 1 }, { 0, 0, 1 }, CORNER_A | CORNER_D },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		for (int form = 0; form < 3; form++) {
			SimplexPoint result = forms[form](corner, cases[i].p);
			check_vec3(result.point, cases[i].expected, tolerance);
			assert_int_equal(result.corners, cases[i].corners);
			check_weights(corner, result);
		}
	}
}

static void both_windings_without_knowing_it(void **state) {
	(void)state;
	const Vec3 points[] = { { (Real)0.2, (Real)0.2, (Real)0.2 }, { (Real)0.5, (Real)0.5, -3 },
		{ 3, 3, 3 }, { -1, -1, -1 }, { -1, -1, 1 } };
	for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++) {
		Vec3 expected = mk_closest_on_tetrahedron(corner, points[i]).point;
		SimplexPoint by_faces = mk_closest_on_tetrahedron(mirrored, points[i]);
		SimplexPoint by_regions = mk_closest_on_tetrahedron_regions(mirrored, points[i]);
		check_vec3(by_faces.point, expected, tolerance);
		check_vec3(by_regions.point, expected, tolerance);
		check_weights(mirrored, by_faces);
		check_weights(mirrored, by_regions);
		assert_int_equal(by_faces.corners, by_regions.corners);
	}
}

static void wrong_winding_turns_the_inside_out(void **state) {
	(void)state;
	// why the form for known winding must not be used for unknown ones
	Vec3 inside = vec3((Real)0.2, (Real)0.2, (Real)0.2);
	Vec3 wrong = mk_closest_on_tetrahedron_wound(mirrored, inside).point;
	check_near(vec3_distance(wrong, inside), 0.2, tolerance);
	check_vec3(mk_closest_on_tetrahedron(mirrored, inside).point, inside, 0);
}

static void all_fourteen_regions_and_the_inside(void **state) {
	(void)state;
	// a regular tetrahedron around zero; the feature with these corners is nearest to a point far
	// out along the sum of the corners
	const Vec3 v[4] = { { 1, 1, 1 }, { -1, -1, 1 }, { -1, 1, -1 }, { 1, -1, -1 } };
	Tetrahedron t = { v[0], v[1], v[2], v[3] };
	uint32_t seen = 0;
	for (uint32_t corners = 1; corners < 16; corners++) {
		Vec3 middle = vec3_zero();
		Real count = 0;
		for (int i = 0; i < 4; i++) {
			if (!(corners >> i & 1)) continue;
			middle = vec3_add(middle, v[i]);
			count += 1;
		}
		middle = vec3_scale(middle, 1 / count);
		Vec3 p = corners == 15 ? vec3((Real)0.1, (Real)0.05, 0) : vec3_scale(middle, 8);
		Vec3 expected = corners == 15 ? p : middle;
		SimplexPoint by_regions = mk_closest_on_tetrahedron_regions(t, p);
		assert_int_equal(by_regions.corners, corners);
		check_vec3(by_regions.point, expected, tolerance);
		check_weights(t, by_regions);
		SimplexPoint by_faces = mk_closest_on_tetrahedron(t, p);
		assert_int_equal(by_faces.corners, corners);
		check_vec3(by_faces.point, expected, tolerance);
		seen |= 1u << by_regions.corners;
	}
	assert_int_equal(seen, 0xFFFE);
}

static void flat_tetrahedron_is_not_all_of_space(void **state) {
	(void)state;
	// no face has the fourth corner on either side; a product of signs calls everything inside
	Tetrahedron flat = { vec3_zero(), vec3(2, 0, 0), vec3(0, 2, 0), vec3(1, 1, 0) };
	Vec3 p = vec3((Real)0.3, (Real)0.3, 5);
	Vec3 expected = vec3((Real)0.3, (Real)0.3, 0);
	check_vec3(mk_closest_on_tetrahedron(flat, p).point, expected, tolerance);
	check_vec3(mk_closest_on_tetrahedron_regions(flat, p).point, expected, tolerance);
	// the fourth corner outside the first face
	flat.d = vec3(3, 3, 0);
	Vec3 far_corner = mk_closest_on_tetrahedron(flat, vec3(4, 4, 1)).point;
	check_vec3(far_corner, vec3(3, 3, 0), tolerance);
	// collinear corners, and one point four times
	Tetrahedron line = { vec3_zero(), vec3(1, 0, 0), vec3(2, 0, 0), vec3(3, 0, 0) };
	check_vec3(mk_closest_on_tetrahedron(line, vec3((Real)2.5, 1, 0)).point, vec3((Real)2.5, 0, 0),
			tolerance);
	Tetrahedron point = { vec3(1, 2, 3), vec3(1, 2, 3), vec3(1, 2, 3), vec3(1, 2, 3) };
	check_vec3(mk_closest_on_tetrahedron(point, vec3(9, 9, 9)).point, vec3(1, 2, 3), 0);
}

static void tiny_tetrahedron_does_not_lose_its_sides(void **state) {
	(void)state;
	// volumes of 1e-18 m^3 and their products, far below what a product of two signs could hold
	Real s = (Real)1e-6;
	Tetrahedron t = { vec3_zero(), vec3(0, s, 0), vec3(s, 0, 0), vec3(0, 0, s) };
	for (int form = 0; form < 3; form++) {
		Vec3 outside = vec3(s / 4, s / 4, -s);
		SimplexPoint result = forms[form](t, outside);
		check_vec3(vec3_scale(result.point, 1 / s), vec3((Real)0.25, (Real)0.25, 0), tolerance);
		Vec3 inside = vec3(s / 5, s / 5, s / 5);
		assert_int_equal(forms[form](t, inside).corners, 15);
	}
}

static void far_point_beside_a_nearly_flat_one_is_outside(void **state) {
	(void)state;
	// all heights of p are rounding; it must not be called inside because of that
	Real h = pick_tolerance((Real)1e-4, (Real)1e-11);
	Tetrahedron t = { vec3_zero(), vec3(0, 1, h), vec3(1, 0, -h), vec3(1, 1, h) };
	Vec3 p = vec3(-3000, -2000, 0);
	for (int form = 0; form < 3; form++) {
		check_vec3(forms[form](t, p).point, vec3_zero(), tolerance);
	}
}

static void points_of_the_surface_are_their_own(void **state) {
	(void)state;
	const Vec3 points[] = { { 0, 0, 0 }, { 0, 0, 1 }, { (Real)0.5, (Real)0.5, 0 }, { 1, 0, 1 },
		{ (Real)0.5, (Real)0.5, 1 } };
	for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++) {
		for (int form = 0; form < 3; form++) {
			check_vec3(forms[form](corner, points[i]).point, points[i], tolerance);
		}
	}
}

static void nan_gives_some_corner(void **state) {
	(void)state;
	for (int form = 0; form < 3; form++) {
		Vec3 q = forms[form](corner, vec3((Real)NAN, 1, 1)).point;
		assert_true(vec3_is_finite(q));
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(inside_face_vertex_and_edge),
		cmocka_unit_test(both_windings_without_knowing_it),
		cmocka_unit_test(wrong_winding_turns_the_inside_out),
		cmocka_unit_test(all_fourteen_regions_and_the_inside),
		cmocka_unit_test(flat_tetrahedron_is_not_all_of_space),
		cmocka_unit_test(tiny_tetrahedron_does_not_lose_its_sides),
		cmocka_unit_test(far_point_beside_a_nearly_flat_one_is_outside),
		cmocka_unit_test(points_of_the_surface_are_their_own),
		cmocka_unit_test(nan_gives_some_corner),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
