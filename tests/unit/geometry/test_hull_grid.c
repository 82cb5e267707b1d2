// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Orientations and planes on the grid: the sign is exact where doubles cannot decide.
#include "geometry/hull_grid.h"

#include "support/check.h"

// one step of the grid
static const double unit = 0x1p-50;

static void a_point_above_a_counter_clockwise_triangle_is_positive(void **state) {
	(void)state;
	Double3 a = double3(0, 0, 0);
	Double3 b = double3(1, 0, 0);
	Double3 c = double3(0, 1, 0);
	assert_int_equal(mk_hull_orientation(a, b, c, double3(0, 0, 1)), 1);
	assert_int_equal(mk_hull_orientation(a, b, c, double3(0, 0, -1)), -1);
	assert_int_equal(mk_hull_orientation(a, b, c, double3(0.3, 0.3, 0)), 0);
	assert_int_equal(mk_hull_orientation(a, c, b, double3(0, 0, 1)), -1);
	assert_int_equal(mk_hull_orientation(a, b, c, double3(1, 1, unit)), 1);
}

// Points a, a + u, a + v, a + u + v are in one plane exactly; one step of the grid takes the last
// out of it. In doubles the determinant of these vectors is about 2^-50 beside terms of size 1.
static void one_step_off_a_slanted_plane_is_seen(void **state) {
	(void)state;
	Double3 a = double3(-0.7 + 3 * unit, -0.3, -0.9);
	a = double3((a.x + 6) - 6, (a.y + 6) - 6, (a.z + 6) - 6);
	Double3 u = double3(1 - 3 * unit, 0.25 + 5 * unit, 0.5 + unit);
	Double3 v = double3(0.125 + 7 * unit, 0.75 - unit, 0.875 - 9 * unit);
	Double3 b = double3_add(a, u);
	Double3 c = double3_add(a, v);
	Double3 d = double3_add(b, v);
	assert_int_equal(mk_hull_orientation(a, b, c, d), 0);
	// the normal u x v has components of signs -, -, + and sizes above 1/10
	assert_int_equal(mk_hull_orientation(a, b, c, double3_add(d, double3(0, 0, unit))), 1);
	assert_int_equal(mk_hull_orientation(a, b, c, double3_sub(d, double3(0, 0, unit))), -1);
	assert_int_equal(mk_hull_orientation(a, b, c, double3_add(d, double3(unit, 0, 0))), -1);
	assert_int_equal(mk_hull_orientation(a, b, c, double3_add(d, double3(0, unit, 0))), -1);
}

static void the_extreme_corners_of_the_grid_do_not_overflow(void **state) {
	(void)state;
	// with e one step: (2, 2, 2-e) x (2, 2-e, 2) = (4e - e^2, -2e, -2e), times (2, 2, 2) is -2 e^2
	Double3 a = double3(-1, -1, -1);
	Double3 b = double3(1, 1, 1 - unit);
	Double3 c = double3(1, 1 - unit, 1);
	assert_int_equal(mk_hull_orientation(a, b, c, double3(1, 1, 1)), -1);
	assert_int_equal(mk_hull_orientation(a, c, b, double3(1, 1, 1)), 1);
	assert_int_equal(mk_hull_orientation(a, b, c, double3(1, 1 - unit, 1)), 0);
}

// the mean of four corners of a parallelogram is in its plane; with one corner a step higher it is
// a quarter of a step above
static void means_of_four_points_are_exact(void **state) {
	(void)state;
	Double3 a = double3(-0.75 + 3 * unit, -0.25, -0.875);
	Double3 u = double3(1 - 3 * unit, 0.25 + 5 * unit, 0.5 + unit);
	Double3 v = double3(0.125 + 7 * unit, 0.75 - unit, 0.875 - 9 * unit);
	Double3 b = double3_add(a, u);
	Double3 c = double3_add(a, v);
	Double3 d = double3_add(b, v);
	for (int steps = -1; steps <= 1; steps++) {
		Double3 moved = double3(d.x, d.y, d.z + steps * unit);
		Double3 sum = double3_add(double3_add(a, b), double3_add(c, moved));
		assert_int_equal(mk_hull_orientation(a, b, c, double3_scale(sum, 0.25)), steps);
	}
}

// differences of exactly 2^16 steps of 2^-15, the most that are decided without digits
static void coarse_points_are_exact(void **state) {
	(void)state;
	const double step = 0x1p-15;
	// with e one step: (2, 2, 2-e) x (2, 2-e, 2) = (4e - e^2, -2e, -2e), times (2, 2, 2) is -2 e^2
	Double3 a = double3(-1, -1, -1);
	Double3 b = double3(1, 1, 1 - step);
	Double3 c = double3(1, 1 - step, 1);
	assert_int_equal(mk_hull_orientation(a, b, c, double3(1, 1, 1)), -1);
	assert_int_equal(mk_hull_orientation(a, c, b, double3(1, 1, 1)), 1);
	assert_int_equal(mk_hull_orientation(a, b, c, double3(1 - step, 1 - step, 1 - step)), -1);
	assert_int_equal(mk_hull_orientation(a, b, c, double3_scale(double3_add(b, c), 0.5)), 0);
}

// three points within 2^-48 of one line: the cross product of the rounded sides would be noise
static void planes_of_needles_are_accurate(void **state) {
	(void)state;
	Double3 a = double3(-1, -1, -1);
	Double3 b = double3(1, 1 - unit, 1);
	Double3 c = double3(0, 0, 4 * unit);
	HullPlane plane = mk_hull_plane(a, b, c);
	// with u = (2, 2 - e, 2) and v = (1, 1, 1 + 4 e): u x v = (7 e, -8 e, e) up to e^2
	double length = sqrt(49.0 + 64.0 + 1.0);
	check_near(plane.normal.x, 7 / length, 1e-14);
	check_near(plane.normal.y, -8 / length, 1e-14);
	check_near(plane.normal.z, 1 / length, 1e-14);
	check_near(hull_plane_distance(&plane, b), 0, MK_GRID_ROUNDING);
	check_near(hull_plane_distance(&plane, c), 0, MK_GRID_ROUNDING);
}

static void collinear_points_have_no_plane(void **state) {
	(void)state;
	HullPlane plane = mk_hull_plane(
			double3(-1, -0.5, 0), double3(0, 0, 0.25), double3(1, 0.5, 0.5));
	check_near(plane.normal.x, 0, 0);
	check_near(plane.normal.y, 0, 0);
	check_near(plane.normal.z, 0, 0);
}

static void every_extent_is_scaled_to_one(void **state) {
	(void)state;
	const Real sizes[5] = { MK_REAL_MIN * MK_EPSILON * 64, MK_REAL_MIN, 1, (Real)1e30,
		MK_REAL_MAX };
	for (int i = 0; i < 5; i++) {
		const Vec3 points[2] = { { -sizes[i], 0, 0 }, { sizes[i], sizes[i], -sizes[i] } };
		HullGrid grid;
		assert_int_equal(mk_hull_grid_fit(points, 2, &grid), HULL_OK);
		Double3 low = hull_grid_snap(&grid, points[0]);
		Double3 high = hull_grid_snap(&grid, points[1]);
		check_near(high.x, -low.x, 0);
		assert_true(high.x > 0.5 && high.x <= 1);
		check_near(high.y - low.y, high.x, unit);
		check_near(high.z - low.z, low.x, unit);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_point_above_a_counter_clockwise_triangle_is_positive),
		cmocka_unit_test(one_step_off_a_slanted_plane_is_seen),
		cmocka_unit_test(the_extreme_corners_of_the_grid_do_not_overflow),
		cmocka_unit_test(means_of_four_points_are_exact),
		cmocka_unit_test(coarse_points_are_exact),
		cmocka_unit_test(planes_of_needles_are_accurate),
		cmocka_unit_test(collinear_points_have_no_plane),
		cmocka_unit_test(every_extent_is_scaled_to_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
