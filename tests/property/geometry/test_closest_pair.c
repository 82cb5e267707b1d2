// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Nearest points of lines, segments and triangles, against distances with twice the digits. The
// bound for segments and triangles is 16 epsilon (size + distance), for all angles and shapes, plus
// the rounding of the coordinates where points are compared.
#include "geometry/closest_pair.h"
#include "geometry/closest_pair_triangle.h"
#include "geometry/orientation.h"

#include "support/check.h"
#include "support/property.h"
#include "support/random_geometry.h"
#include "support/wide_distance.h"

static double distance_bound(Real size, double distance) {
	return 16.0 * (double)MK_EPSILON * ((double)size + distance);
}

// Returns a segment at any place and angle to the first, with the nearly parallel ones that touch,
// cross or pass it well represented.
static Segment random_partner(Rng *rng, Segment a, Real size) {
	Vec3 side = vec3_sub(a.end, a.start);
	Segment plain = random_segment(rng, size);
	Vec3 tilt = random_vec3(rng, (double)(size * random_size(rng, -9, -1)));
	Vec3 gap = random_vec3(rng, (double)(size * random_size(rng, -9, 1)));
	Vec3 other = vec3_add_scaled(tilt, side, random_real(rng, -2, 2));
	Vec3 at = vec3_add(segment_at(a, random_real(rng, -1, 2)), gap);
	Real before = random_real(rng, -1, 2);
	Segment along = { vec3_add_scaled(at, other, -before), vec3_add_scaled(at, other, 1 - before) };
	return rng_below(rng, 3) == 0 ? plain : along;
}

static void check_segment_pair(Segment a, Segment b, SegmentPair pair, double bound) {
	assert_true(pair.s >= 0 && pair.s <= 1 && pair.t >= 0 && pair.t <= 1);
	// points, parameters and distance belong together, up to the rounding of the points
	Vec3 largest = vec3_max(vec3_max(vec3_abs(a.start), vec3_abs(a.end)),
			vec3_max(vec3_abs(b.start), vec3_abs(b.end)));
	double place = bound + 8.0 * (double)MK_EPSILON * (double)vec3_max_element(largest);
	check_vec3(pair.point_a, segment_at(a, pair.s), place);
	check_vec3(pair.point_b, segment_at(b, pair.t), place);
	check_near(vec3_distance(pair.point_a, pair.point_b), real_sqrt(pair.distance_squared), place);
}

static void segment_distance_is_right_at_every_angle(Rng *rng) {
	Real size = random_size(rng, -4, 4);
	Segment a = random_segment(rng, size);
	Segment b = random_partner(rng, a, size);
	if (rng_below(rng, 4) == 0) {
		// far from the origin only the input is rounded more coarsely
		Vec3 place = random_vec3(rng, 1000 * (double)size);
		a = (Segment){ vec3_add(a.start, place), vec3_add(a.end, place) };
		b = (Segment){ vec3_add(b.start, place), vec3_add(b.end, place) };
	}
	double expected = wide_distance_of_segments(a, b);
	double bound = distance_bound(size, expected);
	SegmentPair pair = mk_closest_segments(a, b);
	check_near(real_sqrt(pair.distance_squared), expected, bound);
	check_segment_pair(a, b, pair, bound);
	SegmentPair swapped = mk_closest_segments(b, a);
	check_near(real_sqrt(swapped.distance_squared), expected, bound);
	SegmentPair delayed = mk_closest_segments_delayed(a, b);
	check_near(real_sqrt(delayed.distance_squared), expected, bound);
	check_segment_pair(a, b, delayed, bound);
}

static void line_distance_is_right_up_to_the_angle(Rng *rng) {
	Real size = random_size(rng, -4, 4);
	Vec3 origin = random_vec3(rng, (double)size);
	Ray a = { origin, random_unit(rng) };
	Vec3 tilt = random_vec3(rng, (double)random_size(rng, -4, 0));
	Ray b = { random_vec3(rng, (double)size), vec3_add(a.direction, tilt) };
	Wide3 n = wide3_cross(wide3(a.direction), wide3(b.direction));
	Wide3 r = wide3_sub(wide3(a.origin), wide3(b.origin));
	double sine = wide3_length(n) / wide3_length(wide3(b.direction));
	if (!(sine > 32 * (double)MK_EPSILON)) return;
	double expected = fabs((double)wide3_dot(r, n)) / wide3_length(n);
	SegmentPair pair = mk_closest_lines(a, b);
	// the points are size / sine away, and rounded there
	double bound = 16 * (double)MK_EPSILON * (double)size / sine;
	check_near(real_sqrt(pair.distance_squared), expected, bound);
	assert_true(mk_lines_meet(a, b, (Real)(expected + 2 * bound)));
	if (expected > 2 * bound) assert_false(mk_lines_meet(a, b, (Real)(expected - 2 * bound)));
}

static Triangle random_other_triangle(Rng *rng, Triangle a, Real size) {
	Triangle b = random_triangle(rng, size);
	Vec3 meeting = random_in_triangle(rng, a);
	Vec3 offset = vec3_sub(meeting, random_in_triangle(rng, b));
	Vec3 gap = random_vec3(rng, (double)(size * random_size(rng, -9, 1)));
	Vec3 slide = vec3_sub(meeting, random_in_triangle(rng, a));
	if (rng_below(rng, 5) == 0) {
		// above the other one in three places, at almost the same height
		Real uneven = size * random_size(rng, -16, -5);
		b.a = random_in_triangle(rng, a);
		b.a = vec3_add_scaled(b.a, random_unit(rng), uneven);
		b.b = vec3_add_scaled(meeting, random_unit(rng), uneven);
		b.c = random_in_triangle(rng, a);
		return triangle_move(b, gap);
	}
	switch (rng_below(rng, 4)) {
		case 0: return triangle_move(b, vec3_add(offset, gap));
		case 1: return triangle_move(a, vec3_add(slide, gap)); // parallel
		case 2: return triangle_move((Triangle){ a.a, a.b, b.c }, gap);
		default: return triangle_move(b, offset);
	}
}

// Whether a segment crosses the inside of a triangle or its border, by exact volumes.
static bool is_pierced(Segment s, Triangle t) {
	double start = mk_orientation_3d(t.a, t.b, t.c, s.start);
	double end = mk_orientation_3d(t.a, t.b, t.c, s.end);
	bool is_across = (start >= 0 && end <= 0) || (start <= 0 && end >= 0);
	if (!is_across || (start == 0 && end == 0)) return false;
	double ab = mk_orientation_3d(s.start, s.end, t.a, t.b);
	double bc = mk_orientation_3d(s.start, s.end, t.b, t.c);
	double ca = mk_orientation_3d(s.start, s.end, t.c, t.a);
	return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

static double expected_segment_triangle(Segment s, Triangle t) {
	if (is_pierced(s, t)) return 0;
	const Segment sides[3] = { { t.a, t.b }, { t.b, t.c }, { t.c, t.a } };
	double best = fmin(wide_distance_to_triangle(t, s.start), wide_distance_to_triangle(t, s.end));
	for (int i = 0; i < 3; i++) {
		best = fmin(best, wide_distance_of_segments(s, sides[i]));
	}
	return best;
}

static double expected_triangles(Triangle a, Triangle b) {
	const Segment sides_a[3] = { { a.a, a.b }, { a.b, a.c }, { a.c, a.a } };
	const Segment sides_b[3] = { { b.a, b.b }, { b.b, b.c }, { b.c, b.a } };
	double best = HUGE_VAL;
	for (int i = 0; i < 3; i++) {
		best = fmin(best, expected_segment_triangle(sides_a[i], b));
		best = fmin(best, expected_segment_triangle(sides_b[i], a));
	}
	return best;
}

// How far the points may be from where they should be. Where objects cross, the place is known to
// DBL_EPSILON / sine of the thin triangle's angle, and an edge is within the sine: the better of
// both is within the root of DBL_EPSILON, which matters in double precision only.
static double place_bound(Triangle t, double bound, double expected) {
	Vec3 largest = vec3_max(vec3_max(vec3_abs(t.a), vec3_abs(t.b)), vec3_abs(t.c));
	double crossing = expected == 0 ? sqrt(DBL_EPSILON) * (double)triangle_size(t) : 0;
	return 2 * bound + 8.0 * (double)MK_EPSILON * (double)vec3_max_element(largest) + crossing;
}

static void segment_triangle_distance_is_right(Rng *rng) {
	Real size = random_size(rng, -4, 4);
	Triangle t = random_triangle(rng, size);
	Triangle other = random_other_triangle(rng, t, size);
	Segment s = { other.a, other.b };
	double expected = expected_segment_triangle(s, t);
	double bound = distance_bound(size, expected);
	ClosestPair pair = mk_closest_segment_triangle(s, t);
	check_near(real_sqrt(pair.distance_squared), expected, bound);
	double place = place_bound(t, bound, expected);
	assert_true(wide_distance_to_triangle(t, pair.point_b) <= place);
	Wide3 on_segment = wide3(pair.point_a);
	assert_true(wide_distance_to_segment(wide3(s.start), wide3(s.end), on_segment) <= place);
	check_near(vec3_distance(pair.point_a, pair.point_b), real_sqrt(pair.distance_squared), place);
}

static void triangle_distance_is_right(Rng *rng) {
	Real size = random_size(rng, -4, 4);
	Triangle a = random_triangle(rng, size);
	Triangle b = random_other_triangle(rng, a, size);
	double expected = expected_triangles(a, b);
	double bound = distance_bound(size, expected);
	ClosestPair pair = mk_closest_triangles(a, b);
	check_near(real_sqrt(pair.distance_squared), expected, bound);
	check_near(real_sqrt(mk_closest_triangles(b, a).distance_squared), expected, bound);
	double place = fmax(place_bound(a, bound, expected), place_bound(b, bound, expected));
	assert_true(wide_distance_to_triangle(a, pair.point_a) <= place);
	assert_true(wide_distance_to_triangle(b, pair.point_b) <= place);
	check_near(vec3_distance(pair.point_a, pair.point_b), real_sqrt(pair.distance_squared), place);
}

static void no_pair_of_points_is_nearer(Rng *rng) {
	Triangle a = random_triangle(rng, 1);
	Triangle b = random_other_triangle(rng, a, 1);
	Segment s = { b.a, b.b };
	double triangles = sqrt((double)mk_closest_triangles(a, b).distance_squared);
	double segment = sqrt((double)mk_closest_segment_triangle(s, a).distance_squared);
	for (int i = 0; i < 50; i++) {
		Vec3 p = random_in_triangle(rng, a);
		double to_b = (double)vec3_distance(p, random_in_triangle(rng, b));
		double to_s = (double)vec3_distance(p, segment_at(s, random_real(rng, 0, 1)));
		// the sampled points are rounded too
		assert_true(to_b >= triangles - 2 * distance_bound(4, to_b));
		assert_true(to_s >= segment - 2 * distance_bound(4, to_s));
	}
}

static void segments_hold(void **state) {
	(void)state;
	for_all(segment_distance_is_right_at_every_angle, 100000, 201);
}

static void lines_hold(void **state) {
	(void)state;
	for_all(line_distance_is_right_up_to_the_angle, 20000, 202);
}

static void segment_and_triangle_hold(void **state) {
	(void)state;
	for_all(segment_triangle_distance_is_right, 50000, 203);
}

static void triangles_hold(void **state) {
	(void)state;
	for_all(triangle_distance_is_right, 20000, 204);
}

static void samples_hold(void **state) {
	(void)state;
	for_all(no_pair_of_points_is_nearer, 5000, 205);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(segments_hold),
		cmocka_unit_test(lines_hold),
		cmocka_unit_test(segment_and_triangle_hold),
		cmocka_unit_test(triangles_hold),
		cmocka_unit_test(samples_hold),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
