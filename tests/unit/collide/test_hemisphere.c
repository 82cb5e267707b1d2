// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Vectors in one hemisphere: plain cases, the poles, ties and vectors along the normal of the plane
// that others are projected on.
#include "collide/hemisphere.h"

#include "support/check.h"

static const Double3 x = { 1, 0, 0 };
static const Double3 y = { 0, 1, 0 };
static const Double3 z = { 0, 0, 1 };

static Double3 minus(Double3 a) { return double3_scale(a, -1); }
static Double3 unit(double a, double b, double c) {
	return double3_scale(double3(a, b, c), 1 / sqrt(a * a + b * b + c * c));
}

static bool fits(const Double3 *vectors, uint32_t count, Hemisphere *h) {
	hemisphere_init(h);
	for (uint32_t i = 0; i < count; i++) {
		if (!mk_hemisphere_add(h, vectors[i])) return false;
		for (uint32_t j = 0; j <= i; j++)
			assert_true(double3_dot(h->w, vectors[j]) > 0);
		check_near(double3_length(h->w), 1, 1e-12);
	}
	return true;
}

static void test_axes_fit(void **state) {
	(void)state;
	Hemisphere h;
	const Double3 axes[3] = { x, y, z };
	assert_true(fits(axes, 3, &h));
	assert_true(h.count == 3);
}

static void test_opposite_vectors_do_not_fit(void **state) {
	(void)state;
	Hemisphere h;
	const Double3 pairs[6][2] = { { x, minus(x) }, { minus(x), x }, { y, minus(y) },
		{ z, minus(z) }, { minus(z), z }, { unit(1, 2, 3), unit(-1, -2, -3) } };
	for (int i = 0; i < 6; i++)
		assert_false(fits(pairs[i], 2, &h));
}

// the matrix that is printed for the projection does not exist for these
static void test_poles_are_no_special_case(void **state) {
	(void)state;
	Hemisphere h;
	const Double3 up[4] = { unit(1, 0, -0.1), unit(0, 1, -0.1), unit(1, 1, -1), z };
	const Double3 down[4] = { unit(1, 0, 0.1), unit(0, 1, 0.1), unit(1, 1, 1), minus(z) };
	assert_true(fits(up, 4, &h));
	assert_true(fits(down, 4, &h));
}

static void test_four_corners_of_a_tetrahedron_do_not_fit(void **state) {
	(void)state;
	Hemisphere h;
	const Double3 corners[4] = { unit(1, 1, 1), unit(1, -1, -1), unit(-1, 1, -1), unit(-1, -1, 1) };
	assert_true(fits(corners, 3, &h));
	assert_false(fits(corners, 4, &h));
}

static void test_three_in_a_plane_around_zero_do_not_fit(void **state) {
	(void)state;
	Hemisphere h;
	// exactly: -x -y and the two axes
	const Double3 flat[3] = { x, y, unit(-1, -1, 0) };
	assert_false(fits(flat, 3, &h));
	const Double3 four[4] = { x, y, minus(x), minus(y) };
	assert_false(fits(four, 4, &h));
}

static void test_repeated_vectors_change_nothing(void **state) {
	(void)state;
	Hemisphere h;
	const Double3 same[6] = { x, x, y, y, x, y };
	assert_true(fits(same, 6, &h));
	const Double3 back[5] = { x, x, y, y, minus(x) };
	assert_false(fits(back, 5, &h));
}

// the projection of x on the plane across the third vector is zero up to rounding
static void test_vectors_along_the_new_one_say_nothing(void **state) {
	(void)state;
	Hemisphere h;
	const Double3 near[3] = { unit(1, 1e-17, 0), unit(-0.2, 1, 0), x };
	assert_true(fits(near, 3, &h));
}

static void test_a_narrow_cone_is_found(void **state) {
	(void)state;
	Hemisphere h;
	// what is left lies within a hundred thousandth around z
	const double e = 1e-5;
	const Double3 narrow[4] = { unit(1, 0, e), unit(-1, 0, e), unit(0, 1, e), unit(0, -1, e) };
	assert_true(fits(narrow, 4, &h));
	assert_true(h.w.z > 1 - 1e-9);
}

// In one plane, all in half of it: seen along the last one they are one direction, and which is the
// leftmost is a matter of rounding. From a ball beside a segment.
static void test_what_fits_in_a_plane_fits(void **state) {
	(void)state;
	Hemisphere h;
	const Double3 flat[4] = { { -0.0037678886432088127, 0.99998934652316007,
									  0.0026664312021025143 },
		{ 0.11892752301172409, -0.99023050271059199, 0.072799696234420799 },
		{ -0.022286746864988407, 0.999706836188481, -0.0094626947638471529 },
		{ -0.067718824341101949, 0.99693289581143285, -0.039229607172257715 } };
	assert_true(fits(flat, 4, &h));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_axes_fit),
		cmocka_unit_test(test_opposite_vectors_do_not_fit),
		cmocka_unit_test(test_poles_are_no_special_case),
		cmocka_unit_test(test_four_corners_of_a_tetrahedron_do_not_fit),
		cmocka_unit_test(test_three_in_a_plane_around_zero_do_not_fit),
		cmocka_unit_test(test_repeated_vectors_change_nothing),
		cmocka_unit_test(test_vectors_along_the_new_one_say_nothing),
		cmocka_unit_test(test_a_narrow_cone_is_found),
		cmocka_unit_test(test_what_fits_in_a_plane_fits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
