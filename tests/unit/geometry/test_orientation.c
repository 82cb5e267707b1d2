// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Signed areas and volumes, and how segments in the plane meet; signs that rounding would turn.
#include "geometry/orientation.h"

#include "support/check.h"

static const Real tolerance = 16 * MK_EPSILON;

static Vec2 v2(Real x, Real y) { return (Vec2){ x, y }; }
static Segment2 seg(Real ax, Real ay, Real bx, Real by) {
	return (Segment2){ { ax, ay }, { bx, by } };
}
static GridSegment grid(Segment2 s) {
	return (GridSegment){ { (int32_t)s.start.x, (int32_t)s.start.y },
		{ (int32_t)s.end.x, (int32_t)s.end.y } };
}

static void area_is_positive_counter_clockwise(void **state) {
	(void)state;
	check_near(mk_orientation_2d(v2(0, 0), v2(4, 0), v2(0, 3)), 12, 0);
	check_near(mk_orientation_2d(v2(0, 0), v2(0, 3), v2(4, 0)), -12, 0);
	check_near(mk_orientation_2d(v2(1, 1), v2(2, 2), v2(5, 5)), 0, 0);
	check_near(mk_orientation_2d(v2(1, 1), v2(1, 1), v2(5, 7)), 0, 0);
}

static void area_of_nearly_collinear_points_has_the_exact_sign(void **state) {
	(void)state;
	// the points (1,1), (e,e) and (0.5 + one ulp, 0.5) differ from a line by one ulp only
	Real ulp = MK_EPSILON / 2;
	Vec2 a = v2(12, 12);
	Vec2 b = v2(24, 24);
	assert_true(mk_orientation_2d(a, b, v2((Real)0.5, (Real)0.5)) == 0);
	assert_true(mk_orientation_2d(a, b, v2((Real)0.5 + ulp, (Real)0.5)) < 0);
	assert_true(mk_orientation_2d(a, b, v2((Real)0.5, (Real)0.5 + ulp)) > 0);
	assert_true(mk_orientation_2d(b, a, v2((Real)0.5, (Real)0.5 + ulp)) < 0);
}

static void tiny_areas_keep_their_sign(void **state) {
	(void)state;
	// their product is zero in every precision
	Real s = pick_tolerance((Real)1e-30, (Real)1e-100);
	double left = mk_orientation_2d(v2(0, 0), v2(s, 0), v2(0, s));
	double right = mk_orientation_2d(v2(0, 0), v2(0, s), v2(s, 0));
	assert_true(left > 0 && right < 0);
	Segment2 a = seg(-s, -s, s, s);
	Segment2 b = seg(-s, s, s, -s);
	assert_int_equal(mk_segments_cross_2d(a, b).kind, SEGMENTS_CROSS);
}

static void grid_orientation_holds_for_all_integers(void **state) {
	(void)state;
	GridPoint low = { INT32_MIN, INT32_MIN };
	GridPoint high = { INT32_MAX, INT32_MAX };
	GridPoint corner = { INT32_MAX, INT32_MIN };
	GridPoint almost = { INT32_MAX, INT32_MAX - 1 };
	assert_int_equal(mk_orientation_grid(low, corner, high), 1);
	assert_int_equal(mk_orientation_grid(low, high, corner), -1);
	assert_int_equal(mk_orientation_grid(low, almost, high), 1);
	assert_int_equal(mk_orientation_grid(low, high, high), 0);
	assert_int_equal(mk_orientation_grid(low, (GridPoint){ 0, 0 }, high),
			-mk_orientation_grid(low, high, (GridPoint){ 0, 0 }));
	// 65536 * -65536 wraps to zero in 32 bits
	assert_int_equal(mk_orientation_grid((GridPoint){ 65536, 0 }, (GridPoint){ 0, -65536 },
							 (GridPoint){ 0, 0 }),
			-1);
}

static void volume_is_negative_if_the_face_is_visible(void **state) {
	(void)state;
	Vec3 a = vec3_zero();
	Vec3 b = vec3(1, 0, 0);
	Vec3 c = vec3(0, 1, 0);
	check_near(mk_orientation_3d(a, b, c, vec3(0, 0, 1)), -1, 0);
	check_near(mk_orientation_3d(a, b, c, vec3(0, 0, -1)), 1, 0);
	check_near(mk_orientation_3d(a, b, c, vec3(5, 7, 0)), 0, 0);
	// six times the volume
	check_near(mk_orientation_3d(a, vec3(2, 0, 0), vec3(0, 3, 0), vec3(0, 0, 5)), -30, 0);
	// an odd permutation turns the sign, an even one does not
	check_near(mk_orientation_3d(b, a, c, vec3(0, 0, 1)), 1, 0);
	check_near(mk_orientation_3d(b, c, a, vec3(0, 0, 1)), -1, 0);
}

static void volume_of_nearly_coplanar_points_has_the_exact_sign(void **state) {
	(void)state;
	// the plane x = y + z - 1 through points whose products need more than 53
	// bits; d moves by one ulp
	Real ulp = MK_EPSILON / 2;
	Vec3 a = vec3(12, 12, 1);
	Vec3 b = vec3(24, 12, 13);
	Vec3 c = vec3(24, 24, 1);
	Vec3 d = vec3((Real)0.5, (Real)0.5, 1);
	assert_true(mk_orientation_3d(a, b, c, d) == 0);
	double up = mk_orientation_3d(a, b, c, vec3((Real)0.5 + ulp, (Real)0.5, 1));
	double down = mk_orientation_3d(a, b, c, vec3((Real)0.5, (Real)0.5 + ulp, 1));
	assert_true(up * down < 0);
	// d above the plane on the side of (b-a) x (c-a) = (12,0,12) x (12,12,0) = (-144,144,144): it
	// sees abc counter-clockwise if it moves along that normal
	assert_true(down < 0 && up > 0);
}

static void orientation_of_nan_is_on_no_side(void **state) {
	(void)state;
	double area = mk_orientation_2d(v2((Real)NAN, 0), v2(1, 0), v2(0, 1));
	assert_false(area > 0 || area < 0 || area == 0);
	double volume = mk_orientation_3d(
			vec3(0, (Real)NAN, 0), vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1));
	assert_false(volume > 0 || volume < 0 || volume == 0);
	SegmentCrossing crossing = mk_segments_cross_2d(seg((Real)NAN, 0, 4, 4), seg(0, 4, 4, 0));
	assert_int_equal(crossing.kind, SEGMENTS_APART);
}

typedef struct CrossingCase {
	Segment2 a;
	Segment2 b;
	CrossingKind kind;
	Real t;
	Vec2 point;
} CrossingCase;

static const CrossingCase crossing_cases[] = {
	{ { { 0, 0 }, { 4, 4 } }, { { 0, 4 }, { 4, 0 } }, SEGMENTS_CROSS, (Real)0.5, { 2, 2 } },
	{ { { 0, 0 }, { 4, 0 } }, { { 1, -1 }, { 1, 3 } }, SEGMENTS_CROSS, (Real)0.25, { 1, 0 } },
	{ { { 0, 0 }, { 4, 0 } }, { { 5, -1 }, { 5, 3 } }, SEGMENTS_APART, 0, { 0, 0 } },
	// an end inside the other, ends in common, an end beyond
	{ { { 0, 0 }, { 4, 0 } }, { { 2, 0 }, { 2, 3 } }, SEGMENTS_TOUCH, (Real)0.5, { 2, 0 } },
	{ { { 0, 0 }, { 4, 0 } }, { { 4, 0 }, { 6, 3 } }, SEGMENTS_TOUCH, 1, { 4, 0 } },
	{ { { 2, 0 }, { 2, 3 } }, { { 0, 0 }, { 4, 0 } }, SEGMENTS_TOUCH, 0, { 2, 0 } },
	{ { { 0, 0 }, { 4, 0 } }, { { 5, 0 }, { 6, 3 } }, SEGMENTS_APART, 0, { 0, 0 } },
	// collinear: overlapping, holding, touching, apart
	{ { { 0, 0 }, { 4, 0 } }, { { 2, 0 }, { 6, 0 } }, SEGMENTS_OVERLAP, (Real)0.5, { 2, 0 } },
	{ { { 0, 0 }, { 4, 0 } }, { { 3, 0 }, { 1, 0 } }, SEGMENTS_OVERLAP, (Real)0.25, { 1, 0 } },
	{ { { 1, 1 }, { 2, 2 } }, { { 0, 0 }, { 3, 3 } }, SEGMENTS_OVERLAP, 0, { 1, 1 } },
	{ { { 0, 0 }, { 4, 0 } }, { { 4, 0 }, { 6, 0 } }, SEGMENTS_TOUCH, 1, { 4, 0 } },
	{ { { 0, 0 }, { 4, 0 } }, { { 5, 0 }, { 6, 0 } }, SEGMENTS_APART, 0, { 0, 0 } },
	{ { { 0, 0 }, { 4, 0 } }, { { 0, 1 }, { 4, 1 } }, SEGMENTS_APART, 0, { 0, 0 } },
	// points
	{ { { 2, 0 }, { 2, 0 } }, { { 0, 0 }, { 4, 0 } }, SEGMENTS_TOUCH, 0, { 2, 0 } },
	{ { { 0, 0 }, { 4, 0 } }, { { 3, 0 }, { 3, 0 } }, SEGMENTS_TOUCH, (Real)0.75, { 3, 0 } },
	{ { { 2, 1 }, { 2, 1 } }, { { 0, 0 }, { 4, 0 } }, SEGMENTS_APART, 0, { 0, 0 } },
	{ { { 2, 1 }, { 2, 1 } }, { { 2, 1 }, { 2, 1 } }, SEGMENTS_TOUCH, 0, { 2, 1 } },
	{ { { 2, 1 }, { 2, 1 } }, { { 2, 2 }, { 2, 2 } }, SEGMENTS_APART, 0, { 0, 0 } },
};

static void check_crossing(SegmentCrossing crossing, const CrossingCase *expected) {
	assert_int_equal(crossing.kind, expected->kind);
	check_near(crossing.t, expected->t, tolerance);
	check_near(crossing.point.x, expected->point.x, tolerance);
	check_near(crossing.point.y, expected->point.y, tolerance);
}

static void segments_meet_in_every_way(void **state) {
	(void)state;
	for (size_t i = 0; i < sizeof(crossing_cases) / sizeof(crossing_cases[0]); i++) {
		const CrossingCase *c = &crossing_cases[i];
		check_crossing(mk_segments_cross_2d(c->a, c->b), c);
		// turned round and exchanged they meet in the same way
		Segment2 turned = { c->b.end, c->b.start };
		assert_int_equal(mk_segments_cross_2d(c->a, turned).kind, c->kind);
		assert_int_equal(mk_segments_cross_2d(c->b, c->a).kind, c->kind);
	}
}

static void grid_segments_meet_in_every_way(void **state) {
	(void)state;
	for (size_t i = 0; i < sizeof(crossing_cases) / sizeof(crossing_cases[0]); i++) {
		const CrossingCase *c = &crossing_cases[i];
		check_crossing(mk_segments_cross_grid(grid(c->a), grid(c->b)), c);
		assert_int_equal(mk_segments_cross_grid(grid(c->b), grid(c->a)).kind, c->kind);
	}
	// areas of opposite sign need both of them to differ from zero
	GridSegment a = { { 0, 0 }, { 4, 0 } };
	GridSegment touching = { { 2, 0 }, { 2, -3 } };
	assert_int_equal(mk_segments_cross_grid(a, touching).kind, SEGMENTS_TOUCH);
	GridSegment longest = { { INT32_MIN, INT32_MIN }, { INT32_MAX, INT32_MAX } };
	GridSegment other = { { INT32_MIN, INT32_MAX }, { INT32_MAX, INT32_MIN } };
	SegmentCrossing crossing = mk_segments_cross_grid(longest, other);
	assert_int_equal(crossing.kind, SEGMENTS_CROSS);
	check_near(crossing.t, 0.5, tolerance);
}

static void implicit_form_agrees_where_segments_are_not_parallel(void **state) {
	(void)state;
	for (size_t i = 0; i < sizeof(crossing_cases) / sizeof(crossing_cases[0]); i++) {
		const CrossingCase *c = &crossing_cases[i];
		SegmentCrossing crossing = mk_segments_cross_implicit(c->a, c->b);
		assert_int_equal(crossing.kind != SEGMENTS_APART, c->kind != SEGMENTS_APART);
		check_near(crossing.t, c->t, tolerance);
		check_near(crossing.point.x, c->point.x, tolerance);
		check_near(crossing.point.y, c->point.y, tolerance);
	}
	// a vertical segment whose box has no width, at an x that is not representable
	Real third = (Real)1 / 3;
	SegmentCrossing crossing = mk_segments_cross_implicit(
			seg((Real)0.1, 0, (Real)0.7, 1), seg(third, -1, third, 2));
	assert_int_equal(crossing.kind, SEGMENTS_CROSS);
	// the line crosses, the segment does not: the box decides
	crossing = mk_segments_cross_implicit(seg(0, 0, 4, 0), seg(1, 1, 1, 3));
	assert_int_equal(crossing.kind, SEGMENTS_APART);
	crossing = mk_segments_cross_implicit(seg(0, 0, 4, 0), seg(5, -1, 5, 1));
	assert_int_equal(crossing.kind, SEGMENTS_APART);
}

static void boxes_of_segments_overlap_or_touch(void **state) {
	(void)state;
	assert_true(segment_boxes_overlap_2d(seg(0, 0, 4, 4), seg(4, 0, 0, 4)));
	assert_true(segment_boxes_overlap_2d(seg(0, 0, 4, 4), seg(4, 4, 9, 9)));
	assert_false(segment_boxes_overlap_2d(seg(0, 0, 4, 4), seg(5, 0, 9, 4)));
	assert_false(segment_boxes_overlap_2d(seg(0, 0, 4, 4), seg(0, 5, 4, 9)));
	// boxes that overlap although the segments do not cross
	assert_true(segment_boxes_overlap_2d(seg(0, 0, 4, 4), seg(3, 0, 4, 1)));
	assert_int_equal(mk_segments_cross_2d(seg(0, 0, 4, 4), seg(3, 0, 4, 1)).kind, SEGMENTS_APART);
	// no pair that meets is thrown away
	for (size_t i = 0; i < sizeof(crossing_cases) / sizeof(crossing_cases[0]); i++) {
		const CrossingCase *c = &crossing_cases[i];
		assert_true(c->kind == SEGMENTS_APART || segment_boxes_overlap_2d(c->a, c->b));
	}
	Aabb box = segment_bounds((Segment){ vec3(3, -1, 5), vec3(1, 2, 5) });
	check_vec3(box.min, vec3(1, -1, 5), 0);
	check_vec3(box.max, vec3(3, 2, 5), 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(area_is_positive_counter_clockwise),
		cmocka_unit_test(area_of_nearly_collinear_points_has_the_exact_sign),
		cmocka_unit_test(tiny_areas_keep_their_sign),
		cmocka_unit_test(grid_orientation_holds_for_all_integers),
		cmocka_unit_test(volume_is_negative_if_the_face_is_visible),
		cmocka_unit_test(volume_of_nearly_coplanar_points_has_the_exact_sign),
		cmocka_unit_test(orientation_of_nan_is_on_no_side),
		cmocka_unit_test(segments_meet_in_every_way),
		cmocka_unit_test(grid_segments_meet_in_every_way),
		cmocka_unit_test(implicit_form_agrees_where_segments_are_not_parallel),
		cmocka_unit_test(boxes_of_segments_overlap_or_touch),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
