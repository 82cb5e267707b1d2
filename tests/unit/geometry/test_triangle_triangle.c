// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Triangle pairs: piercing, touching, coplanar, collapsed and apart, each with all methods, both
// orders and all windings.
#include "geometry/triangle_triangle.h"

#include "support/check.h"

static const Triangle unit = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } };
static const Triangle four = { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 } };

static Triangle reordered(Triangle t, int order) {
	const Vec3 p[3] = { t.a, t.b, t.c };
	Triangle turned = { p[order % 3], p[(order + 1) % 3], p[(order + 2) % 3] };
	if (order < 3) return turned;
	return (Triangle){ turned.a, turned.c, turned.b };
}

// every order of the corners and of the triangles gives the expected answer
static void check_meeting(Triangle a, Triangle b, TriangleMeeting expected) {
	for (int i = 0; i < 36; i++) {
		Triangle p = reordered(a, i / 6);
		Triangle q = reordered(b, i % 6);
		assert_int_equal(mk_triangles_meet(p, q).meeting, expected);
		assert_int_equal(mk_triangles_meet(q, p).meeting, expected);
		bool is_hit = expected != TRIANGLES_APART;
		assert_int_equal(mk_triangles_overlap_exact(p, q), is_hit);
		assert_int_equal(mk_triangles_overlap_exact(q, p), is_hit);
		assert_int_equal(mk_triangles_overlap_sat(p, q), is_hit);
		assert_int_equal(mk_triangles_overlap_sat(q, p), is_hit);
	}
}

// the common segment, in either direction
static void check_common(Triangle a, Triangle b, Vec3 one, Vec3 other) {
	TrianglePair pair = mk_triangles_meet(a, b);
	assert_int_equal(pair.meeting, TRIANGLES_CROSS);
	bool is_forward = vec3_distance(pair.common.start, one) <= vec3_distance(pair.common.end, one);
	check_vec3(is_forward ? pair.common.start : pair.common.end, one, 4 * MK_EPSILON);
	check_vec3(is_forward ? pair.common.end : pair.common.start, other, 4 * MK_EPSILON);
}

static void coplanar_triangles_apart_overlapping_and_contained(void **state) {
	(void)state;
	const Real q = (Real)0.2;
	check_meeting(unit, (Triangle){ { 5, 5, 0 }, { 6, 5, 0 }, { 5, 6, 0 } }, TRIANGLES_APART);
	check_meeting(unit, (Triangle){ { q, q, 0 }, { 2, q, 0 }, { q, 2, 0 } }, TRIANGLES_COPLANAR);
	check_meeting(unit, (Triangle){ { q, q, 0 }, { (Real)0.3, q, 0 }, { q, (Real)0.3, 0 } },
			TRIANGLES_COPLANAR);
	check_meeting(four, (Triangle){ { 1, 1, 0 }, { 2, 1, 0 }, { 1, 2, 0 } }, TRIANGLES_COPLANAR);
	// edges cross although no corner is inside
	check_meeting(four, (Triangle){ { 3, -1, 0 }, { 3, 5, 0 }, { 6, 2, 0 } }, TRIANGLES_COPLANAR);
	check_meeting(four, (Triangle){ { 1, 1, 0 }, { 5, 1, 0 }, { 1, 5, 0 } }, TRIANGLES_COPLANAR);
	// touching in a corner and along an edge
	check_meeting(four, (Triangle){ { 4, 0, 0 }, { 5, 0, 0 }, { 5, 1, 0 } }, TRIANGLES_COPLANAR);
	check_meeting(four, (Triangle){ { 1, 0, 0 }, { 3, 0, 0 }, { 2, -2, 0 } }, TRIANGLES_COPLANAR);
	check_meeting(four, four, TRIANGLES_COPLANAR);
}

static void parallel_planes_and_early_exits(void **state) {
	(void)state;
	check_meeting(unit, (Triangle){ { 0, 0, 1 }, { 1, 0, 1 }, { 0, 1, 1 } }, TRIANGLES_APART);
	// distances 16, 32, 32: all on one side of the first plane
	check_meeting(four, (Triangle){ { 1, 1, 1 }, { 1, 1, 2 }, { 3, 1, 2 } }, TRIANGLES_APART);
	// the first plane is crossed, the second is not
	check_meeting(four, (Triangle){ { 9, 0, -1 }, { 9, 0, 1 }, { 9, 9, 0 } }, TRIANGLES_APART);
	check_meeting(four, (Triangle){ { 1, 1, 1 }, { 2, 1, 1 }, { 1, 2, 3 } }, TRIANGLES_APART);
}

static void piercing_triangles_and_a_near_miss(void **state) {
	(void)state;
	const Real q = (Real)0.25;
	// one edge of each pierces the other
	check_meeting(unit, (Triangle){ { q, q, -1 }, { q, q, 1 }, { 3, 3, 0 } }, TRIANGLES_CROSS);
	// two edges of one pierce the other
	check_meeting(unit,
			(Triangle){ { (Real)0.2, (Real)0.2, -1 }, { (Real)0.2, (Real)0.2, 1 },
					{ (Real)0.4, (Real)0.4, 1 } },
			TRIANGLES_CROSS);
	const Real past = (Real)1.1;
	check_meeting(unit, (Triangle){ { past, past, -1 }, { past, past, 1 }, { 3, 3, 0 } },
			TRIANGLES_APART);
	check_meeting(four, (Triangle){ { 1, 1, -1 }, { 1, 1, 3 }, { 3, 3, 1 } }, TRIANGLES_CROSS);
	// both planes are crossed, the intervals on their line are apart
	check_meeting(four, (Triangle){ { 5, 5, -1 }, { 5, 5, 1 }, { 7, 6, 1 } }, TRIANGLES_APART);
}

static void intervals_overlap_touch_or_miss(void **state) {
	(void)state;
	// on the line y = 1, z = 0 the first triangle has x in [0, 3]
	Triangle inside = { { 1, 1, -1 }, { 1, 1, 1 }, { 3, 1, 1 } };
	check_meeting(four, inside, TRIANGLES_CROSS);
	check_common(four, inside, vec3(1, 1, 0), vec3(2, 1, 0));
	check_meeting(four, (Triangle){ { 5, 1, -1 }, { 5, 1, 1 }, { 7, 1, 1 } }, TRIANGLES_APART);
	Triangle partly = { { 1, 1, -1 }, { 1, 1, 3 }, { 9, 1, 1 } };
	check_common(four, partly, vec3(1, 1, 0), vec3(3, 1, 0));
	// ends meet at x = 3
	Triangle touching = { { 3, 1, -1 }, { 3, 1, 1 }, { 5, 1, 1 } };
	check_meeting(four, touching, TRIANGLES_CROSS);
	check_common(four, touching, vec3(3, 1, 0), vec3(3, 1, 0));
}

static void corners_and_edges_in_the_other_plane(void **state) {
	(void)state;
	// distances 0, 16, 16: touches in a point
	Triangle standing = { { 1, 1, 0 }, { 1, 1, 1 }, { 3, 1, 1 } };
	check_meeting(four, standing, TRIANGLES_CROSS);
	check_common(four, standing, vec3(1, 1, 0), vec3(1, 1, 0));
	check_meeting(four, (Triangle){ { 1, 1, 0 }, { 1, 1, 2 }, { 2, 1, 2 } }, TRIANGLES_CROSS);
	check_meeting(four, (Triangle){ { 5, 1, 0 }, { 5, 1, 1 }, { 7, 1, 1 } }, TRIANGLES_APART);
	// a corner in the plane, the others on both sides
	Triangle through = { { 1, 1, 0 }, { 2, 1, -1 }, { 2, 1, 1 } };
	check_common(four, through, vec3(1, 1, 0), vec3(2, 1, 0));
	check_meeting(four, through, TRIANGLES_CROSS);
	// an edge in the plane: inside, passing all of the other, shared, beside it
	check_meeting(four, (Triangle){ { 1, 1, 0 }, { 2, 1, 0 }, { 1, 1, 3 } }, TRIANGLES_CROSS);
	Triangle across = { { -2, 1, 0 }, { 9, 1, 0 }, { 1, 1, 3 } };
	check_meeting(four, across, TRIANGLES_CROSS);
	check_common(four, across, vec3(0, 1, 0), vec3(3, 1, 0));
	check_meeting(four, (Triangle){ { 0, 0, 0 }, { 4, 0, 0 }, { 0, 0, 4 } }, TRIANGLES_CROSS);
	check_meeting(four, (Triangle){ { 5, 1, 0 }, { 9, 1, 0 }, { 5, 1, 3 } }, TRIANGLES_APART);
	// edges on one line, overlapping and apart
	Triangle hinge = { { 2, 0, 0 }, { 6, 0, 0 }, { 3, 0, 5 } };
	check_meeting(four, hinge, TRIANGLES_CROSS);
	check_common(four, hinge, vec3(2, 0, 0), vec3(4, 0, 0));
	check_meeting(four, (Triangle){ { 5, 0, 0 }, { 6, 0, 0 }, { 5, 0, 5 } }, TRIANGLES_APART);
	// a shared corner only
	check_meeting(unit, (Triangle){ { 0, 0, 0 }, { -1, 0, 1 }, { 0, -1, 1 } }, TRIANGLES_CROSS);
}

static void collapsed_triangles_are_segments_and_points(void **state) {
	(void)state;
	Triangle piercing = { { 1, 1, -1 }, { 1, 1, 1 }, { 1, 1, 0 } };
	check_meeting(four, piercing, TRIANGLES_COLLAPSED);
	Triangle doubled = { { 1, 1, -1 }, { 1, 1, -1 }, { 1, 1, 1 } };
	check_meeting(four, doubled, TRIANGLES_COLLAPSED);
	Triangle too_short = { { 1, 1, 1 }, { 1, 1, 2 }, { 1, 1, 3 } };
	check_meeting(four, too_short, TRIANGLES_APART);
	Triangle past = { { 3, 3, -1 }, { 3, 3, 1 }, { 3, 3, 0 } };
	check_meeting(four, past, TRIANGLES_APART);
	Triangle in_plane = { { -1, 1, 0 }, { 9, 1, 0 }, { 2, 1, 0 } };
	check_meeting(four, in_plane, TRIANGLES_COLLAPSED);
	Triangle beside_in_plane = { { 5, 1, 0 }, { 9, 1, 0 }, { 6, 1, 0 } };
	check_meeting(four, beside_in_plane, TRIANGLES_APART);
	Triangle inside_point = { { 1, 1, 0 }, { 1, 1, 0 }, { 1, 1, 0 } };
	check_meeting(four, inside_point, TRIANGLES_COLLAPSED);
	Triangle outside_point = { { 3, 3, 0 }, { 3, 3, 0 }, { 3, 3, 0 } };
	check_meeting(four, outside_point, TRIANGLES_APART);
	Triangle above_point = { { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 } };
	check_meeting(four, above_point, TRIANGLES_APART);
}

static void two_collapsed_triangles(void **state) {
	(void)state;
	Triangle along_x = { { 0, 0, 0 }, { 4, 0, 0 }, { 2, 0, 0 } };
	check_meeting(
			along_x, (Triangle){ { 1, -1, 0 }, { 1, 1, 0 }, { 1, 0, 0 } }, TRIANGLES_COLLAPSED);
	check_meeting(along_x, (Triangle){ { 1, -1, 1 }, { 1, 1, 1 }, { 1, 0, 1 } }, TRIANGLES_APART);
	// parallel, on one line, coplanar beside each other
	check_meeting(along_x, (Triangle){ { 0, 1, 0 }, { 4, 1, 0 }, { 2, 1, 0 } }, TRIANGLES_APART);
	check_meeting(
			along_x, (Triangle){ { 3, 0, 0 }, { 9, 0, 0 }, { 5, 0, 0 } }, TRIANGLES_COLLAPSED);
	check_meeting(along_x, (Triangle){ { 5, 0, 0 }, { 9, 0, 0 }, { 6, 0, 0 } }, TRIANGLES_APART);
	check_meeting(along_x, (Triangle){ { 5, 1, 0 }, { 6, -1, 0 }, { 5, 1, 0 } }, TRIANGLES_APART);
	Triangle point = { { 1, 0, 0 }, { 1, 0, 0 }, { 1, 0, 0 } };
	check_meeting(along_x, point, TRIANGLES_COLLAPSED);
	check_meeting(point, point, TRIANGLES_COLLAPSED);
	Triangle other = { { 1, 0, 1 }, { 1, 0, 1 }, { 1, 0, 1 } };
	check_meeting(along_x, other, TRIANGLES_APART);
	check_meeting(point, other, TRIANGLES_APART);
}

static void one_last_bit_decides_touching(void **state) {
	(void)state;
	// a corner on the plane z = 0, one bit above it, one bit below
	const Real bit = MK_EPSILON;
	Triangle on = { { 1, 1, 0 }, { 1, 1, 1 }, { 3, 1, 1 } };
	Triangle above = { { 1, 1, bit }, { 1, 1, 1 }, { 3, 1, 1 } };
	Triangle below = { { 1, 1, -bit }, { 1, 1, 1 }, { 3, 1, 1 } };
	assert_int_equal(mk_triangles_meet(four, on).meeting, TRIANGLES_CROSS);
	assert_int_equal(mk_triangles_meet(four, above).meeting, TRIANGLES_APART);
	assert_int_equal(mk_triangles_meet(four, below).meeting, TRIANGLES_CROSS);
}

static void numbers_next_to_zero_count_as_zero(void **state) {
	(void)state;
	// products with such numbers are below the smallest one; single precision has none of them
	Triangle needle = {
		{ (Real)-4.314671513846579e-4, (Real)-3.4275563170117589e-4, (Real)-2.074e-318 },
		{ (Real)-8.8768233530191808e-7, (Real)-7.0517099299439916e-7, (Real)-7.556e-319 },
		{ (Real)-9.5099035612757676e-7, (Real)-7.5546260986537799e-7, (Real)-4.57e-321 },
	};
	check_meeting(needle, (Triangle){ { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } }, TRIANGLES_APART);
	Triangle flat = { { 1, 1, (Real)1e-308 }, { 3, 1, (Real)-1e-308 }, { 1, 3, (Real)1e-80 } };
	check_meeting(
			flat, (Triangle){ { 1, 2, (Real)-1e-308 }, { 1, 2, 1 }, { 3, 2, 1 } }, TRIANGLES_CROSS);
}

static void separation_is_the_distance_or_the_way_out(void **state) {
	(void)state;
	Vec3 axis;
	Triangle above = { { 0, 0, 3 }, { 4, 0, 3 }, { 0, 4, 3 } };
	check_near(mk_triangles_separation(four, above, &axis), 3, 0);
	check_vec3(axis, vec3(0, 0, -1), 0);
	// reaches 0.5 below the plane
	Triangle deep = { { 1, 1, (Real)-0.5 }, { 0, 1, 9 }, { 2, 1, 9 } };
	check_near(mk_triangles_separation(deep, four, &axis), -0.5, 0);
	check_vec3(axis, vec3(0, 0, 1), 0);
	Triangle point = { { 1, 0, 0 }, { 1, 0, 0 }, { 1, 0, 0 } };
	check_near(mk_triangles_separation(point, point, NULL), 0, 0);
}

static void nan_and_infinity_meet_nothing(void **state) {
	(void)state;
	const Real bad[] = { (Real)NAN, MK_INFINITY, -MK_INFINITY };
	for (int i = 0; i < 9; i++) {
		Triangle t = four;
		Vec3 *corner = i / 3 == 0 ? &t.a : i / 3 == 1 ? &t.b : &t.c;
		corner->y = bad[i % 3];
		assert_int_equal(mk_triangles_meet(four, t).meeting, TRIANGLES_APART);
		assert_int_equal(mk_triangles_meet(t, four).meeting, TRIANGLES_APART);
		assert_false(mk_triangles_overlap_exact(t, four));
		assert_false(mk_triangles_overlap_sat(t, four));
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(coplanar_triangles_apart_overlapping_and_contained),
		cmocka_unit_test(parallel_planes_and_early_exits),
		cmocka_unit_test(piercing_triangles_and_a_near_miss),
		cmocka_unit_test(intervals_overlap_touch_or_miss),
		cmocka_unit_test(corners_and_edges_in_the_other_plane),
		cmocka_unit_test(collapsed_triangles_are_segments_and_points),
		cmocka_unit_test(two_collapsed_triangles),
		cmocka_unit_test(one_last_bit_decides_touching),
		cmocka_unit_test(numbers_next_to_zero_count_as_zero),
		cmocka_unit_test(separation_is_the_distance_or_the_way_out),
		cmocka_unit_test(nan_and_infinity_meet_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
