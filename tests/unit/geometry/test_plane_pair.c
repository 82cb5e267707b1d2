// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Lines of two planes and points of three: known values, normals of any
// length, parallel and equal ones.
#include "geometry/plane_pair.h"

#include "support/check.h"

static const Real tolerance = 32 * MK_EPSILON;

static void two_planes_meet_in_a_line(void **state) {
	(void)state;
	PlaneLine found = mk_plane_line((Plane){ vec3(1, 0, 0), 2 }, (Plane){ vec3(0, 1, 0), 3 });
	assert_int_equal(found.meeting, PLANES_MEET);
	check_vec3(found.line.origin, vec3(2, 3, 0), tolerance);
	check_vec3(found.line.direction, vec3(0, 0, 1), tolerance);
	found = mk_plane_line(plane_from_point(vec3(0, 1, 0), vec3(0, 2, 0)),
			plane_from_point(vec3(1, 0, 0), vec3(3, 0, 0)));
	check_vec3(found.line.origin, vec3(3, 2, 0), tolerance);
	check_vec3(found.line.direction, vec3(0, 0, -1), tolerance);
}

static void normals_need_not_be_unit(void **state) {
	(void)state;
	// u = (2,4,-5), u.u = 45, origin (19/45, 128/45, 22/9)
	Plane a = plane_from_point(vec3(1, 2, 2), vec3(1, 2, 3));
	Plane b = plane_from_point(vec3(2, -1, 0), vec3(-1, 0, 2));
	PlaneLine found = mk_plane_line(a, b);
	assert_int_equal(found.meeting, PLANES_MEET);
	check_vec3(found.line.direction, vec3(2, 4, -5), tolerance);
	Vec3 origin = vec3((Real)(19.0 / 45), (Real)(128.0 / 45), (Real)(22.0 / 9));
	check_vec3(found.line.origin, origin, 4 * tolerance);
}

static void parallel_is_relative_to_the_lengths(void **state) {
	(void)state;
	const Real lengths[] = { (Real)1e-4, 1, (Real)1e4 };
	for (int i = 0; i < 9; i++) {
		Real first = lengths[i / 3];
		Real second = lengths[i % 3];
		Plane a = { vec3(0, 0, first), first };
		Plane apart = { vec3(0, 0, -second), second };
		assert_int_equal(mk_plane_line(a, apart).meeting, PLANES_PARALLEL);
		Plane same = { vec3(0, 0, -second), -second };
		assert_int_equal(mk_plane_line(a, same).meeting, PLANES_EQUAL);
		// an angle of 1e-3 is no rounding, whatever the lengths
		Plane tilted = { vec3(second / 1000, 0, second), second };
		PlaneLine found = mk_plane_line(a, tilted);
		assert_int_equal(found.meeting, PLANES_MEET);
		check_vec3(found.line.origin, vec3(0, 0, 1), pick_tolerance(1e-3, 1e-11));
	}
}

static void planes_that_differ_by_rounding_are_parallel(void **state) {
	(void)state;
	Plane a = { vec3(0, 0, 1), 5 };
	Plane b = { vec3(4 * MK_EPSILON, 0, 1), 7 };
	assert_int_equal(mk_plane_line(a, b).meeting, PLANES_PARALLEL);
	b.offset = 5;
	assert_int_equal(mk_plane_line(a, b).meeting, PLANES_EQUAL);
	b.normal = vec3(64 * MK_EPSILON, 0, 1);
	assert_int_equal(mk_plane_line(a, b).meeting, PLANES_MEET);
}

static void planes_without_a_normal_meet_nothing(void **state) {
	(void)state;
	Plane good = { vec3(1, 0, 0), 2 };
	const Plane bad[] = { { { 0, 0, 0 }, 0 }, { { (Real)NAN, 0, 0 }, 1 },
		{ { MK_INFINITY, 0, 0 }, 1 } };
	for (int i = 0; i < 3; i++) {
		assert_int_equal(mk_plane_line(good, bad[i]).meeting, PLANES_PARALLEL);
		assert_int_equal(mk_plane_line(bad[i], good).meeting, PLANES_PARALLEL);
		Plane other = { vec3(0, 1, 0), 0 };
		assert_int_equal(mk_plane_point(good, other, bad[i]).meeting, PLANES_PARALLEL);
	}
}

static void three_planes_meet_in_a_point(void **state) {
	(void)state;
	PlanePoint found = mk_plane_point(
			(Plane){ vec3(1, 0, 0), 2 }, (Plane){ vec3(0, 1, 0), 3 }, (Plane){ vec3(0, 0, 1), 4 });
	assert_int_equal(found.meeting, PLANES_MEET);
	check_vec3(found.point, vec3(2, 3, 4), tolerance);
	// x + y = 5, y + z = 7, x + z = 6
	found = mk_plane_point(
			(Plane){ vec3(1, 1, 0), 5 }, (Plane){ vec3(0, 1, 1), 7 }, (Plane){ vec3(1, 0, 1), 6 });
	assert_int_equal(found.meeting, PLANES_MEET);
	check_vec3(found.point, vec3(2, 3, 4), tolerance);
}

static void three_planes_without_a_single_point(void **state) {
	(void)state;
	Plane x = { vec3(1, 0, 0), 2 };
	Plane y = { vec3(0, 1, 0), 3 };
	// a prism, a common line, and parallel ones
	PlanePoint found = mk_plane_point(x, y, (Plane){ vec3(1, 1, 0), 9 });
	assert_int_equal(found.meeting, PLANES_PARALLEL);
	check_vec3(found.point, vec3_zero(), 0);
	assert_int_equal(mk_plane_point(x, y, (Plane){ vec3(1, 1, 0), 5 }).meeting, PLANES_PARALLEL);
	assert_int_equal(mk_plane_point(x, y, plane_flip(x)).meeting, PLANES_PARALLEL);
	// lengths do not matter here either
	Real small = (Real)1e-4;
	found = mk_plane_point((Plane){ vec3(small, 0, 0), 2 * small },
			(Plane){ vec3(0, 1000, 0), 3000 }, (Plane){ vec3(0, 0, small), 4 * small });
	assert_int_equal(found.meeting, PLANES_MEET);
	check_vec3(found.point, vec3(2, 3, 4), tolerance);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_planes_meet_in_a_line),
		cmocka_unit_test(normals_need_not_be_unit),
		cmocka_unit_test(parallel_is_relative_to_the_lengths),
		cmocka_unit_test(planes_that_differ_by_rounding_are_parallel),
		cmocka_unit_test(planes_without_a_normal_meet_nothing),
		cmocka_unit_test(three_planes_meet_in_a_point),
		cmocka_unit_test(three_planes_without_a_single_point),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
