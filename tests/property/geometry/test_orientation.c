// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Exact signs against integer arithmetic and against each other, and segments on a small grid
// against fractions: all ways of touching are frequent there.
#include "geometry/orientation.h"

#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

static int sign(double x) { return (x > 0) - (x < 0); }

static int64_t random_integer(Rng *rng, int64_t limit) {
	return (int64_t)rng_range(rng, (double)-limit, (double)limit + 1);
}

// Three points near or on a line of the integer grid; the third is off by at most one step.
static void area_sign_is_that_of_integers(Rng *rng) {
	int64_t u = random_integer(rng, 1000);
	int64_t v = random_integer(rng, 1000);
	int64_t x = random_integer(rng, 1000000);
	int64_t y = random_integer(rng, 1000000);
	int64_t near = random_integer(rng, 4000);
	int64_t far = random_integer(rng, 4000);
	int64_t ax = x + near * u;
	int64_t ay = y + near * v;
	int64_t bx = x + far * u + random_integer(rng, 1);
	int64_t by = y + far * v + random_integer(rng, 1);
	int64_t area = (ax - x) * (by - y) - (ay - y) * (bx - x);
	int expected = (area > 0) - (area < 0);
	// all values are below 2^24, so exact as Real; the common scale is a power of two
	Real scale = (Real)ldexp(1, (int)rng_below(rng, 40) - 20);
	Vec2 a = { (Real)ax * scale, (Real)ay * scale };
	Vec2 b = { (Real)bx * scale, (Real)by * scale };
	Vec2 c = { (Real)x * scale, (Real)y * scale };
	assert_int_equal(sign(mk_orientation_2d(a, b, c)), expected);
	GridPoint grid_a = { (int32_t)ax, (int32_t)ay };
	GridPoint grid_b = { (int32_t)bx, (int32_t)by };
	GridPoint grid_c = { (int32_t)x, (int32_t)y };
	assert_int_equal(mk_orientation_grid(grid_a, grid_b, grid_c), expected);
}

// Points on one plane of the integer grid, one of them off by at most one step.
static void volume_sign_is_that_of_integers(Rng *rng) {
	int64_t p[4][3];
	int64_t u[3];
	int64_t v[3];
	for (int k = 0; k < 3; k++) {
		u[k] = random_integer(rng, 500);
		v[k] = random_integer(rng, 500);
		p[0][k] = random_integer(rng, 100000);
	}
	for (int i = 1; i < 4; i++) {
		int64_t s = random_integer(rng, 400);
		int64_t t = random_integer(rng, 400);
		for (int k = 0; k < 3; k++) {
			p[i][k] = p[0][k] + s * u[k] + t * v[k] + (i == 3 ? random_integer(rng, 1) : 0);
		}
	}
	int64_t d[3][3];
	for (int i = 0; i < 3; i++) {
		for (int k = 0; k < 3; k++) {
			d[i][k] = p[i][k] - p[3][k];
		}
	}
	// differences below 2^20, so products of three below 2^60
	int64_t volume = d[0][0] * (d[1][1] * d[2][2] - d[1][2] * d[2][1]) +
			d[0][1] * (d[1][2] * d[2][0] - d[1][0] * d[2][2]) +
			d[0][2] * (d[1][0] * d[2][1] - d[1][1] * d[2][0]);
	Real scale = (Real)ldexp(1, (int)rng_below(rng, 40) - 20);
	Vec3 q[4];
	for (int i = 0; i < 4; i++) {
		q[i] = vec3_scale(vec3((Real)p[i][0], (Real)p[i][1], (Real)p[i][2]), scale);
	}
	int expected = (volume > 0) - (volume < 0);
	assert_int_equal(sign(mk_orientation_3d(q[0], q[1], q[2], q[3])), expected);
}

static Vec2 random_vec2(Rng *rng, double size) {
	Real x = random_real(rng, -size, size);
	return (Vec2){ x, random_real(rng, -size, size) };
}

// Nearly collinear points: every order of them must tell the same story.
static void area_sign_follows_the_permutation(Rng *rng) {
	double size = (double)random_size(rng, -4, 4);
	Vec2 a = random_vec2(rng, size);
	Vec2 b = random_vec2(rng, size);
	Real t = random_real(rng, -3, 3);
	Vec2 c = { a.x + t * (b.x - a.x), a.y + t * (b.y - a.y) };
	int expected = sign(mk_orientation_2d(a, b, c));
	assert_int_equal(sign(mk_orientation_2d(b, c, a)), expected);
	assert_int_equal(sign(mk_orientation_2d(c, a, b)), expected);
	assert_int_equal(sign(mk_orientation_2d(b, a, c)), -expected);
	assert_int_equal(sign(mk_orientation_2d(a, c, b)), -expected);
	assert_int_equal(sign(mk_orientation_2d(c, b, a)), -expected);
}

static void volume_sign_follows_the_permutation(Rng *rng) {
	double size = (double)random_size(rng, -4, 4);
	Vec3 p[4];
	for (int i = 0; i < 3; i++) {
		p[i] = random_vec3(rng, size);
	}
	Vec3 along = vec3_lerp(p[0], p[1], random_real(rng, -2, 2));
	p[3] = vec3_lerp(along, p[2], random_real(rng, -2, 2));
	int expected = sign(mk_orientation_3d(p[0], p[1], p[2], p[3]));
	// random exchanges of two points, each of which turns the sign
	for (int i = 0; i < 6; i++) {
		uint32_t first = rng_below(rng, 4);
		uint32_t second = (first + 1 + rng_below(rng, 3)) % 4;
		Vec3 kept = p[first];
		p[first] = p[second];
		p[second] = kept;
		expected = -expected;
		assert_int_equal(sign(mk_orientation_3d(p[0], p[1], p[2], p[3])), expected);
	}
}

static void values_are_right_to_rounding(Rng *rng) {
	// differences are exact, and products of numbers below 2^12 too
	int64_t v[4][3];
	Vec3 p[4];
	for (int i = 0; i < 4; i++) {
		for (int k = 0; k < 3; k++) {
			v[i][k] = random_integer(rng, 4000);
		}
		p[i] = vec3((Real)v[i][0], (Real)v[i][1], (Real)v[i][2]);
	}
	int64_t d[3][3];
	for (int i = 0; i < 3; i++) {
		for (int k = 0; k < 3; k++) {
			d[i][k] = v[i][k] - v[3][k];
		}
	}
	int64_t volume = d[0][0] * (d[1][1] * d[2][2] - d[1][2] * d[2][1]) +
			d[0][1] * (d[1][2] * d[2][0] - d[1][0] * d[2][2]) +
			d[0][2] * (d[1][0] * d[2][1] - d[1][1] * d[2][0]);
	assert_true(mk_orientation_3d(p[0], p[1], p[2], p[3]) == (double)volume);
	int64_t area = d[0][0] * d[1][1] - d[0][1] * d[1][0];
	Vec2 flat[3] = { { p[0].x, p[0].y }, { p[1].x, p[1].y }, { p[3].x, p[3].y } };
	assert_true(mk_orientation_2d(flat[0], flat[1], flat[2]) == (double)area);
}

static GridPoint random_grid_point(Rng *rng, uint32_t size) {
	int32_t x = (int32_t)rng_below(rng, size);
	return (GridPoint){ x, (int32_t)rng_below(rng, size) };
}

static int32_t grid_cross(GridPoint a, GridPoint b) { return a.x * b.y - a.y * b.x; }
static GridPoint grid_between(GridPoint a, GridPoint b) {
	return (GridPoint){ b.x - a.x, b.y - a.y };
}

// Number of grid steps common to two intervals: -1 apart, 0 a point.
static int32_t common_length(int32_t a, int32_t b, int32_t c, int32_t d) {
	int32_t low = (a < b ? a : b) > (c < d ? c : d) ? (a < b ? a : b) : (c < d ? c : d);
	int32_t high = (a > b ? a : b) < (c > d ? c : d) ? (a > b ? a : b) : (c > d ? c : d);
	return high - low;
}

// The kind of meeting by fractions with a common denominator.
static CrossingKind expected_kind(GridSegment a, GridSegment b) {
	GridPoint u = grid_between(a.start, a.end);
	GridPoint v = grid_between(b.start, b.end);
	GridPoint r = grid_between(a.start, b.start);
	int32_t below = grid_cross(u, v);
	if (below != 0) {
		// s = (r x v) / (u x v) on a, t = (r x u) / (u x v) on b
		int32_t s = grid_cross(r, v) * (below > 0 ? 1 : -1);
		int32_t t = grid_cross(r, u) * (below > 0 ? 1 : -1);
		int32_t one = below > 0 ? below : -below;
		if (s < 0 || s > one || t < 0 || t > one) return SEGMENTS_APART;
		return s > 0 && s < one && t > 0 && t < one ? SEGMENTS_CROSS : SEGMENTS_TOUCH;
	}
	if (grid_cross(r, u) != 0 || grid_cross(r, v) != 0) return SEGMENTS_APART;
	// two points at different places are on every common line
	int32_t x = common_length(a.start.x, a.end.x, b.start.x, b.end.x);
	int32_t y = common_length(a.start.y, a.end.y, b.start.y, b.end.y);
	if (x < 0 || y < 0) return SEGMENTS_APART;
	return x > 0 || y > 0 ? SEGMENTS_OVERLAP : SEGMENTS_TOUCH;
}

static Vec2 vec2_from_grid(GridPoint p) { return (Vec2){ (Real)p.x, (Real)p.y }; }

// Distance of a point from a segment, in double.
static double distance_2d(Vec2 p, Segment2 s) {
	double x = (double)s.end.x - (double)s.start.x;
	double y = (double)s.end.y - (double)s.start.y;
	double px = (double)p.x - (double)s.start.x;
	double py = (double)p.y - (double)s.start.y;
	double length_squared = x * x + y * y;
	double t = length_squared > 0 ? (px * x + py * y) / length_squared : 0;
	t = fmin(fmax(t, 0), 1);
	return hypot(px - t * x, py - t * y);
}

static void grid_segments_meet_as_fractions_say(Rng *rng) {
	GridPoint p[4];
	for (int i = 0; i < 4; i++) {
		p[i] = random_grid_point(rng, 7);
	}
	GridSegment a = { p[0], p[1] };
	GridSegment b = { p[2], p[3] };
	CrossingKind expected = expected_kind(a, b);
	Segment2 flat_a = { vec2_from_grid(a.start), vec2_from_grid(a.end) };
	Segment2 flat_b = { vec2_from_grid(b.start), vec2_from_grid(b.end) };
	SegmentCrossing on_grid = mk_segments_cross_grid(a, b);
	SegmentCrossing flat = mk_segments_cross_2d(flat_a, flat_b);
	SegmentCrossing implicit = mk_segments_cross_implicit(flat_a, flat_b);
	assert_int_equal(on_grid.kind, expected);
	assert_int_equal(flat.kind, expected);
	assert_int_equal(implicit.kind != SEGMENTS_APART, expected != SEGMENTS_APART);
	if (expected == SEGMENTS_APART) return;
	assert_true(segment_boxes_overlap_2d(flat_a, flat_b));
	// the common point is on both; coordinates up to 6 are rounded
	const double bound = 32.0 * (double)MK_EPSILON;
	const SegmentCrossing found[3] = { on_grid, flat, implicit };
	for (int i = 0; i < 3; i++) {
		assert_true(distance_2d(found[i].point, flat_a) <= bound);
		assert_true(distance_2d(found[i].point, flat_b) <= bound);
		assert_true(found[i].t >= 0 && found[i].t <= 1);
	}
}

static void signs_are_exact(void **state) {
	(void)state;
	for_all(area_sign_is_that_of_integers, 50000, 301);
	for_all(volume_sign_is_that_of_integers, 20000, 302);
	for_all(values_are_right_to_rounding, 20000, 303);
}

static void signs_do_not_contradict_each_other(void **state) {
	(void)state;
	for_all(area_sign_follows_the_permutation, 50000, 304);
	for_all(volume_sign_follows_the_permutation, 5000, 305);
}

static void segments_hold(void **state) {
	(void)state;
	for_all(grid_segments_meet_as_fractions_say, 200000, 306);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(signs_are_exact),
		cmocka_unit_test(signs_do_not_contradict_each_other),
		cmocka_unit_test(segments_hold),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
