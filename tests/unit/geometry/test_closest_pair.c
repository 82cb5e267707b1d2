// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Nearest points of lines and segments: every way of being clamped, parallel, collinear, points.
#include "geometry/closest_pair.h"

#include "support/check.h"

static const Real tolerance = 32 * MK_EPSILON;

typedef SegmentPair Closest(Segment a, Segment b);
static Closest *const forms[] = { mk_closest_segments, mk_closest_segments_delayed };

static void skew_lines(void **state) {
	(void)state;
	// a, b, c, e, f, D = 1, 0, -3, 4, 4, 4: s = 12/4, t = 4/4
	Ray a = { vec3(1, 2, 3), vec3(1, 0, 0) };
	Ray b = { vec3(4, 0, 7), vec3(0, 2, 0) };
	SegmentPair pair = mk_closest_lines(a, b);
	check_near(pair.s, 3, tolerance);
	check_near(pair.t, 1, tolerance);
	check_vec3(pair.point_a, vec3(4, 2, 3), tolerance);
	check_vec3(pair.point_b, vec3(4, 2, 7), tolerance);
	check_near(pair.distance_squared, 16, 8 * tolerance);

	// 1, 1, -2, 2, -3, 1: s = 1, t = -1
	a = (Ray){ vec3_zero(), vec3(1, 0, 0) };
	b = (Ray){ vec3(2, 1, 3), vec3(1, 1, 0) };
	pair = mk_closest_lines(a, b);
	check_near(pair.s, 1, tolerance);
	check_near(pair.t, -1, tolerance);
	check_vec3(pair.point_b, vec3(1, 0, 3), tolerance);
	check_near(pair.distance_squared, 9, 8 * tolerance);
}

static void the_sign_of_the_second_parameter_follows_its_line(void **state) {
	(void)state;
	// with the wrong sign in the system t comes out as -0.75
	Ray a = { vec3(0, 0, 1), vec3(1, 0, 0) };
	Ray b = { vec3(0, -3, 0), vec3(0, 4, 0) };
	check_near(mk_closest_lines(a, b).t, 0.75, tolerance);
	check_near(mk_closest_lines(b, a).s, 0.75, tolerance);
}

static void parallel_lines_use_the_origin_of_the_first(void **state) {
	(void)state;
	Ray a = { vec3(5, 0, 0), vec3(2, 0, 0) };
	Ray b = { vec3(1, 3, 4), vec3(-1, 0, 0) };
	SegmentPair pair = mk_closest_lines(a, b);
	check_near(pair.s, 0, 0);
	check_vec3(pair.point_b, vec3(5, 3, 4), tolerance);
	check_near(pair.distance_squared, 25, 8 * tolerance);
	// the same within the rounding of the direction, at any length of the vectors
	b.direction = vec3(-1000, 1000 * MK_EPSILON, 0);
	pair = mk_closest_lines(a, b);
	check_near(pair.s, 0, 0);
	check_near(pair.distance_squared, 25, 8 * tolerance);
}

static void lines_without_direction_are_points(void **state) {
	(void)state;
	Ray point = { vec3(1, 3, 4), vec3_zero() };
	Ray line = { vec3_zero(), vec3(2, 0, 0) };
	SegmentPair pair = mk_closest_lines(line, point);
	check_near(pair.s, 0.5, tolerance);
	check_near(pair.distance_squared, 25, 8 * tolerance);
	pair = mk_closest_lines(point, line);
	check_near(pair.t, 0.5, tolerance);
	check_near(pair.distance_squared, 25, 8 * tolerance);
	check_near(mk_closest_lines(point, point).distance_squared, 0, 0);
}

static void lines_meet_within_a_threshold(void **state) {
	(void)state;
	Ray a = { vec3_zero(), vec3(1, 0, 0) };
	Ray b = { vec3(3, -5, (Real)0.25), vec3(0, 1, 0) };
	assert_true(mk_lines_meet(a, b, (Real)0.25));
	assert_false(mk_lines_meet(a, b, (Real)0.249));
	assert_false(mk_lines_meet(a, b, -1));
	assert_false(mk_lines_meet(a, b, (Real)NAN));
	// lines that meet on paper do not meet exactly in numbers: the threshold decides
	Vec3 meeting = vec3((Real)0.1, (Real)0.2, (Real)0.3);
	Ray c = { vec3_sub(meeting, vec3(1, 1, 3)), vec3(1, 1, 3) };
	Ray d = { vec3_sub(meeting, vec3(-2, 5, 7)), vec3(-2, 5, 7) };
	assert_true(mk_lines_meet(c, d, 16 * tolerance));
	assert_false(
			mk_lines_meet(c, (Ray){ vec3_add(d.origin, vec3(1, 0, 0)), d.direction }, (Real)0.1));
}

typedef struct SegmentCase {
	Segment a;
	Segment b;
	Real s;
	Real t;
	Real distance_squared;
} SegmentCase;

static const SegmentCase segment_cases[] = {
	// both inside
	{ { { -1, 0, 0 }, { 1, 0, 0 } }, { { 0, -1, 1 }, { 0, 1, 1 } }, (Real)0.5, (Real)0.5, 1 },
	// s clamped
	{ { { 0, 0, 0 }, { 1, 0, 0 } }, { { 2, -1, 0 }, { 2, 1, 0 } }, 1, (Real)0.5, 1 },
	// t clamped, s found again: clamping both on their own gives 1.25
	{ { { 0, 0, 0 }, { 4, 0, 0 } }, { { 2, 3, 0 }, { (Real)3.5, 1, 0 } }, (Real)0.875, 1, 1 },
	// both clamped
	{ { { 0, 0, 0 }, { 1, 0, 0 } }, { { 3, 1, 0 }, { 4, 2, 0 } }, 1, 0, 5 },
	// parallel and side by side, the same against each other, parallel apart, collinear
	{ { { 0, 0, 0 }, { 4, 0, 0 } }, { { 1, 1, 0 }, { 3, 1, 0 } }, (Real)0.25, 0, 1 },
	{ { { 0, 0, 0 }, { 4, 0, 0 } }, { { 3, 1, 0 }, { 1, 1, 0 } }, (Real)0.25, 1, 1 },
	{ { { 0, 0, 0 }, { 1, 0, 0 } }, { { 3, 1, 0 }, { 5, 1, 0 } }, 1, 0, 5 },
	{ { { 0, 0, 0 }, { 4, 0, 0 } }, { { 1, 0, 0 }, { 6, 0, 0 } }, (Real)0.25, 0, 0 },
	// points
	{ { { 1, 2, 3 }, { 1, 2, 3 } }, { { 4, 6, 3 }, { 4, 6, 3 } }, 0, 0, 25 },
	{ { { 0, 3, 0 }, { 0, 3, 0 } }, { { -1, 0, 0 }, { 3, 0, 0 } }, 0, (Real)0.25, 9 },
	{ { { -1, 0, 0 }, { 3, 0, 0 } }, { { 0, 3, 0 }, { 0, 3, 0 } }, (Real)0.25, 0, 9 },
	// crossing lines, ends of both
	{ { { 0, 0, 0 }, { 4, 0, 0 } }, { { 1, -1, 2 }, { 1, 3, 2 } }, (Real)0.25, (Real)0.25, 4 },
	{ { { 0, 0, 0 }, { 1, 1, 0 } }, { { 2, 0, 3 }, { 0, 1, 4 } }, 1, 0, 11 },
};

static void segments_in_all_positions(void **state) {
	(void)state;
	for (size_t i = 0; i < sizeof(segment_cases) / sizeof(segment_cases[0]); i++) {
		const SegmentCase *c = &segment_cases[i];
		for (int form = 0; form < 2; form++) {
			SegmentPair pair = forms[form](c->a, c->b);
			check_near(pair.s, c->s, tolerance);
			check_near(pair.t, c->t, tolerance);
			check_near(pair.distance_squared, c->distance_squared, 32 * tolerance);
			check_vec3(pair.point_a, segment_at(c->a, c->s), 4 * tolerance);
			check_vec3(pair.point_b, segment_at(c->b, c->t), 4 * tolerance);
			check_near(
					forms[form](c->b, c->a).distance_squared, c->distance_squared, 32 * tolerance);
		}
	}
}

static void segments_keep_their_shape_at_every_scale(void **state) {
	(void)state;
	// a fixed tolerance for squared lengths would call these segments points
	for (int exponent = -6; exponent <= 6; exponent++) {
		Real scale = (Real)pow(10, exponent);
		for (size_t i = 0; i < sizeof(segment_cases) / sizeof(segment_cases[0]); i++) {
			const SegmentCase *c = &segment_cases[i];
			Segment a = { vec3_scale(c->a.start, scale), vec3_scale(c->a.end, scale) };
			Segment b = { vec3_scale(c->b.start, scale), vec3_scale(c->b.end, scale) };
			for (int form = 0; form < 2; form++) {
				SegmentPair pair = forms[form](a, b);
				Real distance_squared = pair.distance_squared / (scale * scale);
				check_near(distance_squared, c->distance_squared, 64 * tolerance);
			}
		}
	}
}

static void nearly_parallel_segments_keep_their_distance(void **state) {
	(void)state;
	// two rods of 10 m that cross at 0.001 m in the middle, at smaller and smaller angles; a e -
	// b^2 is noise here in single precision, and negative for some of them
	for (int exponent = 1; exponent <= 8; exponent++) {
		Real angle = (Real)pow(10, -exponent);
		Segment a = { vec3(-5, -7, 1), vec3(5, 3, 1) };
		Vec3 middle = vec3(0, -2, (Real)1.001);
		Vec3 half = vec3(5, 5 + 5 * angle, 5 * angle);
		Segment b = { vec3_sub(middle, half), vec3_add(middle, half) };
		for (int form = 0; form < 2; form++) {
			// height 0.001 at the crossing, up to the rounding of the coordinates
			Real distance = real_sqrt(forms[form](a, b).distance_squared);
			assert_true(distance <= (Real)0.001 + 64 * MK_EPSILON);
		}
	}
}

static void nan_and_infinity_give_parameters_in_range(void **state) {
	(void)state;
	const Vec3 bad[] = { { (Real)NAN, 0, 0 }, { MK_INFINITY, 0, 0 },
		{ 0, -MK_INFINITY, (Real)NAN } };
	Segment good = { vec3_zero(), vec3(1, 0, 0) };
	for (int i = 0; i < 3; i++) {
		Segment broken = { bad[i], vec3(1, 1, 1) };
		for (int form = 0; form < 2; form++) {
			SegmentPair pair = forms[form](good, broken);
			assert_true(pair.s >= 0 && pair.s <= 1 && pair.t >= 0 && pair.t <= 1);
			pair = forms[form](broken, good);
			assert_true(pair.s >= 0 && pair.s <= 1 && pair.t >= 0 && pair.t <= 1);
		}
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(skew_lines),
		cmocka_unit_test(the_sign_of_the_second_parameter_follows_its_line),
		cmocka_unit_test(parallel_lines_use_the_origin_of_the_first),
		cmocka_unit_test(lines_without_direction_are_points),
		cmocka_unit_test(lines_meet_within_a_threshold),
		cmocka_unit_test(segments_in_all_positions),
		cmocka_unit_test(segments_keep_their_shape_at_every_scale),
		cmocka_unit_test(nearly_parallel_segments_keep_their_distance),
		cmocka_unit_test(nan_and_infinity_give_parameters_in_range),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
