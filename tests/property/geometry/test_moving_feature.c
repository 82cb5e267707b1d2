// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Vertex against face and edge against edge, compared with exact arithmetic. Points are small
// integers, times are fractions with a power of two below: every quantity below is an integer of at
// most 120 bits and has no rounding error.
// - No false negative: pairs made to touch exactly at a known time, and pairs of which signs of
//   integers prove that they touch between two times.
// - No false positive beyond the tolerance: when reported, features are as near as promised.
// Integers are scaled by powers of two, moved and pushed along, which Real holds without rounding.
#include "geometry/moving_feature.h"

#include "support/budget.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"
#include "support/wide_distance.h"

// 128 bits in software are slow
#define CASES(count) pick_count(pick_tolerance(count, (count) / 8), (count) / 10)

__extension__ typedef __int128 Int;

typedef struct Int3 {
	Int x;
	Int y;
	Int z;
} Int3;

// Four points from start to end, integers.
typedef struct Exact {
	Int3 start[4];
	Int3 end[4];
	bool is_edges;
} Exact;

static Int3 int3_sub(Int3 a, Int3 b) { return (Int3){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static Int3 int3_cross(Int3 a, Int3 b) {
	return (Int3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}
static Int int3_dot(Int3 a, Int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// point i at time k / n, times n
static Int3 point_at(const Exact *e, int i, Int k, Int n) {
	Int3 a = e->start[i];
	Int3 b = e->end[i];
	return (Int3){ (n - k) * a.x + k * b.x, (n - k) * a.y + k * b.y, (n - k) * a.z + k * b.z };
}

static int sign_of(Int x) { return (x > 0) - (x < 0); }

static Real to_real(Int x, int exponent) { return (Real)ldexp((double)(int64_t)x, exponent); }

static Vec3 to_vec3(Int3 p, int exponent) {
	return vec3(to_real(p.x, exponent), to_real(p.y, exponent), to_real(p.z, exponent));
}

static FeatureInput to_input(const Exact *e, int exponent) {
	FeatureInput input = { .time_max = 1 };
	for (int i = 0; i < 4; i++) {
		input.points[i].start = to_vec3(e->start[i], exponent);
		input.points[i].end = to_vec3(e->end[i], exponent);
	}
	return input;
}

static FeatureHit run(const Exact *e, const FeatureInput *input) {
	return e->is_edges ? mk_moving_edge_edge(input) : mk_moving_vertex_face(input);
}

static Int random_int(Rng *rng, uint32_t size) {
	return (Int)rng_below(rng, 2 * size + 1) - (Int)size;
}

static Int3 random_int3(Rng *rng, uint32_t size) {
	Int x = random_int(rng, size);
	Int y = random_int(rng, size);
	return (Int3){ x, y, random_int(rng, size) };
}

// the distance of the features at a time in at least 64 bits, m
static double distance_at(const FeatureInput *input, bool is_edges, double t) {
	Vec3 at[4];
	// in Real the interpolation is rounded: positions are taken relative to the first point
	for (int i = 0; i < 4; i++) {
		at[i] = vec3_zero();
		for (int axis = 0; axis < 3; axis++) {
			double from = (double)vec3_get(input->points[i].start, axis) -
					(double)vec3_get(input->points[0].start, axis);
			double to = (double)vec3_get(input->points[i].end, axis) -
					(double)vec3_get(input->points[0].end, axis);
			Real value = (Real)((1 - t) * from + t * to);
			at[i] = vec3_add(at[i], vec3_scale(vec3_axis(axis), value));
		}
	}
	if (is_edges)
		return wide_distance_of_segments((Segment){ at[0], at[1] }, (Segment){ at[2], at[3] });
	return wide_distance_to_triangle((Triangle){ at[1], at[2], at[3] }, at[0]);
}

static double pair_size(const FeatureInput *input) {
	Real size = 0;
	for (int i = 1; i < 4; i++) {
		Vec3 from = vec3_sub(input->points[i].start, input->points[0].start);
		Vec3 to = vec3_sub(input->points[i].end, input->points[0].end);
		size = real_max(size, vec3_max_element(vec3_max(vec3_abs(from), vec3_abs(to))));
	}
	return (double)size;
}

// What a hit promises: within separation + 2 tolerances at its time. Sizes are rounded up to a
// power of two inside; the time and the positions of this check are rounded to Real.
static void check_is_near(const FeatureInput *input, bool is_edges, FeatureHit hit) {
	if (hit.status != MOVING_HIT) return;
	double size = pair_size(input);
	double tolerance = fmax((double)input->tolerance, 2e-6 * size);
	double allowed = fmax((double)input->separation, 0) + 2 * tolerance +
			8 * (double)MK_EPSILON * size;
	double distance = distance_at(input, is_edges, (double)hit.time);
	if (distance > allowed)
		print_message("distance %g, allowed %g, size %g\n", distance, allowed, size);
	assert_true(distance <= allowed);
	assert_true(vec3_is_finite(hit.normal) && vec3_is_finite(hit.point));
	assert_true(hit.u >= 0 && hit.u <= 1 && hit.v >= 0 && hit.v <= 1);
}

static void check_not_late(const FeatureInput *input, bool is_edges, FeatureHit hit, double time) {
	assert_true(moving_status_is_hit(hit.status));
	assert_true((double)hit.time <= time);
	check_is_near(input, is_edges, hit);
}

// --- pairs made to touch

enum { WEIGHT_ONE = 16 }; // weights of the touching points are sixteenths

// Weights for the four points with sum(weights * points) = 0 where they touch: +- 16 each side.
static void random_weights(Rng *rng, bool is_edges, Int weights[4]) {
	// corners, borders and insides alike
	Int u = rng_below(rng, 3) == 0 ? (Int)rng_below(rng, 2) * WEIGHT_ONE
								   : (Int)rng_below(rng, WEIGHT_ONE + 1);
	Int v = rng_below(rng, 3) == 0 ? 0 : (Int)rng_below(rng, WEIGHT_ONE + 1);
	if (is_edges) {
		weights[0] = WEIGHT_ONE - u;
		weights[1] = u;
		weights[2] = -(WEIGHT_ONE - v);
		weights[3] = -v;
		return;
	}
	if (u + v > WEIGHT_ONE) v = WEIGHT_ONE - u;
	weights[0] = -WEIGHT_ONE;
	weights[1] = WEIGHT_ONE - u - v;
	weights[2] = u;
	weights[3] = v;
}

// adversarial arrangements of the points at the time of touch, and of their motions
static void arrange(Rng *rng, Exact *e, Int3 at[4], Int3 motion[4]) {
	for (int i = 0; i < 4; i++) {
		at[i] = random_int3(rng, 20);
		motion[i] = random_int3(rng, 12);
	}
	uint32_t kind = rng_below(rng, 8);
	if (kind == 0) { // all in one plane for ever
		for (int i = 0; i < 4; i++) {
			at[i].z = motion[i].z = 0;
		}
	}
	if (kind == 1) { // in one plane at the touch, moving across it
		for (int i = 0; i < 4; i++) {
			at[i].z = 0;
		}
	}
	if (kind == 2 && e->is_edges) { // parallel edges
		Int3 side = int3_sub(at[1], at[0]);
		at[3] = (Int3){ at[2].x + side.x, at[2].y + side.y, at[2].z + side.z };
		motion[1] = motion[0];
		motion[3] = motion[2];
	}
	if (kind == 3) at[2] = at[3]; // collapsed
	if (kind == 4) {              // pure translation
		motion[1] = e->is_edges ? motion[0] : motion[2];
		motion[3] = motion[2];
	}
	if (kind == 5) { // grazing: the relative motion is along a side
		motion[1] = motion[2] = motion[3] = (Int3){ 0, 0, 0 };
		motion[0] = int3_sub(at[3], at[2]);
		if (e->is_edges) motion[1] = motion[0];
	}
	if (kind == 6) { // everything on one line
		for (int i = 0; i < 4; i++) {
			at[i].y = at[i].z = motion[i].y = motion[i].z = 0;
		}
	}
}

// Moves point 0 so that the weighted sum vanishes; all points times 16, so
// that this stays an integer.
static void close_gap(Int3 at[4], const Int weights[4]) {
	for (int i = 0; i < 4; i++) {
		at[i] = (Int3){ at[i].x * WEIGHT_ONE, at[i].y * WEIGHT_ONE, at[i].z * WEIGHT_ONE };
	}
	Int3 sum = { 0, 0, 0 };
	for (int i = 0; i < 4; i++) {
		sum.x += weights[i] * at[i].x;
		sum.y += weights[i] * at[i].y;
		sum.z += weights[i] * at[i].z;
	}
	// the whole first feature: its weights add up to +-16
	Int sign = weights[0] < 0 || weights[1] < 0 ? 1 : -1;
	int count = sign > 0 ? 1 : 2;
	for (int i = 0; i < count; i++) {
		at[i].x += sign * sum.x / WEIGHT_ONE;
		at[i].y += sign * sum.y / WEIGHT_ONE;
		at[i].z += sign * sum.z / WEIGHT_ONE;
	}
}

// Touching at time k / 16: start = at - k motion, end = at + (16 - k) motion.
static Exact random_touch(Rng *rng, bool is_edges, Int *k) {
	Exact e = { .is_edges = is_edges };
	Int3 at[4];
	Int3 motion[4];
	Int weights[4];
	arrange(rng, &e, at, motion);
	random_weights(rng, is_edges, weights);
	close_gap(at, weights);
	*k = (Int)rng_below(rng, 17);
	// a common motion and place, which must not matter
	Int3 common = random_int3(rng, rng_below(rng, 4) == 0 ? 4000 : 1);
	Int3 place = random_int3(rng, rng_below(rng, 4) == 0 ? 60000 : 1);
	for (int i = 0; i < 4; i++) {
		Int3 m = { motion[i].x + common.x, motion[i].y + common.y, motion[i].z + common.z };
		Int3 p = { at[i].x + place.x, at[i].y + place.y, at[i].z + place.z };
		e.start[i] = (Int3){ p.x - *k * m.x, p.y - *k * m.y, p.z - *k * m.z };
		Int rest = 16 - *k;
		e.end[i] = (Int3){ p.x + rest * m.x, p.y + rest * m.y, p.z + rest * m.z };
	}
	return e;
}

// from 1e-30 to 1e30 of single precision; the integers have at most 18 bits
static int random_exponent(Rng *rng) { return (int)rng_below(rng, 180) - 100; }

static void known_touch_is_found(Rng *rng, bool is_edges) {
	Int k;
	Exact e = random_touch(rng, is_edges, &k);
	FeatureInput input = to_input(&e, random_exponent(rng));
	FeatureHit hit = run(&e, &input);
	check_not_late(&input, is_edges, hit, (double)(int)k / 16);
	// few cells may make it early, never late
	input.max_cells = 1 + rng_below(rng, 8);
	FeatureHit capped = run(&e, &input);
	assert_true(moving_status_is_hit(capped.status) && capped.cells <= input.max_cells);
	assert_true((double)capped.time <= (double)(int)k / 16);
}

static void known_vertex_face_touch(Rng *rng) { known_touch_is_found(rng, false); }
static void known_edge_edge_touch(Rng *rng) { known_touch_is_found(rng, true); }

// a separation can only make it earlier; at the touch of the bare features it is long there
static void separated_touch(Rng *rng, bool is_edges) {
	Int k;
	Exact e = random_touch(rng, is_edges, &k);
	FeatureInput input = to_input(&e, 0);
	input.separation = random_size(rng, -3, 1);
	FeatureHit hit = run(&e, &input);
	check_not_late(&input, is_edges, hit, (double)(int)k / 16);
	if (hit.status != MOVING_HIT || hit.time == 0) return;
	// nothing before the time reported is nearer than the separation
	double slack = 8 * (double)MK_EPSILON * pair_size(&input);
	for (int i = 0; i < 32; i++) {
		double t = (double)hit.time * i / 32;
		assert_true(distance_at(&input, is_edges, t) >= (double)input.separation - slack);
	}
}

static void separated_vertex_face_touch(Rng *rng) { separated_touch(rng, false); }
static void separated_edge_edge_touch(Rng *rng) { separated_touch(rng, true); }

// --- pairs proven to touch

// six times the signed volume of the four points at time k / n, times n^3:
// zero if they are in one plane
static Int volume_at(const Exact *e, Int k, Int n) {
	Int3 a = point_at(e, 0, k, n);
	Int3 x = int3_sub(point_at(e, 1, k, n), a);
	Int3 y = int3_sub(point_at(e, 2, k, n), a);
	return int3_dot(x, int3_cross(y, int3_sub(point_at(e, 3, k, n), a)));
}

// A plane through two of the points and a fixed direction: which side a third one is on,
// as a quadratic in time. Its Bernstein coefficients over [k, k + 1] / n, all of one
// sign, fix the sign in between.
static int side_between(const Exact *e, const int points[3], Int3 direction, Int k, Int n) {
	Int3 sides[2][2];
	for (int end = 0; end < 2; end++) {
		Int3 a = point_at(e, points[0], k + end, n);
		sides[end][0] = int3_sub(point_at(e, points[1], k + end, n), a);
		sides[end][1] = int3_sub(point_at(e, points[2], k + end, n), a);
	}
	Int first = int3_dot(direction, int3_cross(sides[0][0], sides[0][1]));
	Int last = int3_dot(direction, int3_cross(sides[1][0], sides[1][1]));
	Int middle = int3_dot(direction, int3_cross(sides[0][0], sides[1][1])) +
			int3_dot(direction, int3_cross(sides[1][0], sides[0][1]));
	int sign = sign_of(first);
	return sign == sign_of(middle) && sign == sign_of(last) ? sign : 0;
}

// Seen along the direction, is the vertex inside the triangle, or do the edges cross, during all of
// [k, k + 1] / n? Then a change of sign of the volume is a touch.
static bool cross_during(const Exact *e, Int3 direction, Int k, Int n) {
	static const int of_face[3][3] = { { 1, 2, 0 }, { 2, 3, 0 }, { 3, 1, 0 } };
	static const int of_edges[4][3] = { { 0, 1, 2 }, { 0, 1, 3 }, { 2, 3, 0 }, { 2, 3, 1 } };
	int s[4];
	for (int i = 0; i < (e->is_edges ? 4 : 3); i++) {
		s[i] = side_between(e, e->is_edges ? of_edges[i] : of_face[i], direction, k, n);
	}
	if (e->is_edges) return s[0] * s[1] < 0 && s[2] * s[3] < 0;
	return s[0] != 0 && s[0] == s[1] && s[1] == s[2];
}

// across both features in the middle of the part
static Int3 view_of(const Exact *e, Int k, Int n) {
	Int3 at[4];
	for (int i = 0; i < 4; i++) {
		at[i] = point_at(e, i, 2 * k + 1, 2 * n);
	}
	Int3 first = e->is_edges ? int3_sub(at[1], at[0]) : int3_sub(at[2], at[1]);
	Int3 normal = int3_cross(first, e->is_edges ? int3_sub(at[3], at[2]) : int3_sub(at[3], at[1]));
	// a few bits are enough for a direction
	double size = fmax(
			fabs((double)normal.x), fmax(fabs((double)normal.y), fabs((double)normal.z)));
	if (!(size > 0)) return (Int3){ 0, 0, 1 };
	return (Int3){ (Int)((double)normal.x / size * 4096), (Int)((double)normal.y / size * 4096),
		(Int)((double)normal.z / size * 4096) };
}

// returns the end of the first part of the time with a proven touch; 2 if there is none
static double proven_touch(const Exact *e) {
	const int parts = 256;
	int before = sign_of(volume_at(e, 0, parts));
	for (int k = 0; k < parts; k++) {
		int after = sign_of(volume_at(e, k + 1, parts));
		bool changes = before * after < 0;
		if (changes && cross_during(e, view_of(e, k, parts), k, parts))
			return (k + 1) / (double)parts;
		before = after;
	}
	return 2;
}

static void random_pair(Rng *rng, bool is_edges, uint32_t *proven) {
	Exact e = { .is_edges = is_edges };
	bool is_thin = rng_below(rng, 4) == 0;
	for (int i = 0; i < 4; i++) {
		e.start[i] = random_int3(rng, 500);
		e.end[i] = random_int3(rng, 500);
		if (is_thin) {
			e.start[i].y /= 100;
			e.end[i].y /= 100;
		}
	}
	FeatureInput input = to_input(&e, random_exponent(rng));
	FeatureHit hit = run(&e, &input);
	assert_true(hit.status == MOVING_HIT || hit.status == MOVING_FREE);
	check_is_near(&input, is_edges, hit);
	double time = proven_touch(&e);
	if (time > 1) return;
	(*proven)++;
	check_not_late(&input, is_edges, hit, time);
}

static void proven_touches_are_found(void **state) {
	(void)state;
	for (int is_edges = 0; is_edges < 2; is_edges++) {
		uint32_t proven = 0;
		uint32_t cases = CASES(8000);
		Rng rng = { 901 };
		for (uint32_t i = 0; i < cases; i++) {
			random_pair(&rng, is_edges != 0, &proven);
		}
		// the proof must not be empty: random pairs touch about once in ten or five
		assert_true(proven > cases / 25);
	}
}

// --- anything

static Real fuzzed_real(Rng *rng) {
	for (;;) {
#ifdef MK_DOUBLE
		uint64_t bits = rng_u64(rng);
#else
		uint32_t bits = rng_u32(rng);
#endif
		Real value;
		memcpy(&value, &bits, sizeof(value));
		// the tame ones at another rate, so that they meet
		if (rng_below(rng, 4) == 0) return (Real)(int)(rng_below(rng, 5)) - 2;
		if (rng_below(rng, 8) == 0) return 0;
		return value;
	}
}

static Vec3 fuzzed_vec3(Rng *rng) {
	Real x = fuzzed_real(rng);
	Real y = fuzzed_real(rng);
	return vec3(x, y, fuzzed_real(rng));
}

static void fuzzed_bits_give_numbers(Rng *rng) {
	FeatureInput input = { .max_cells = 512 };
	bool is_finite = true;
	for (int i = 0; i < 4; i++) {
		input.points[i].start = fuzzed_vec3(rng);
		input.points[i].end = fuzzed_vec3(rng);
		is_finite = is_finite && vec3_is_finite(input.points[i].start) &&
				vec3_is_finite(input.points[i].end);
	}
	input.separation = rng_below(rng, 2) ? 0 : fuzzed_real(rng);
	input.tolerance = rng_below(rng, 2) ? 0 : fuzzed_real(rng);
	input.time_max = rng_below(rng, 4) ? 1 : fuzzed_real(rng);
	bool is_edges = rng_below(rng, 2) != 0;
	FeatureHit hit = is_edges ? mk_moving_edge_edge(&input) : mk_moving_vertex_face(&input);
	bool is_valid = is_finite && real_is_finite(input.separation) && input.time_max >= 0;
	assert_int_equal(hit.status == MOVING_INVALID, !is_valid);
	assert_true(hit.time >= 0 && hit.time <= 1);
	assert_true(hit.cells <= 512);
	assert_true(vec3_is_finite(hit.normal));
}

// --- coordinates of any kind, in Real

// the promise of a hit, and of a miss by sampling
static void scattered_pairs(Rng *rng) {
	FeatureInput input = { .time_max = 1 };
	Real size = random_size(rng, -4, 4);
	Vec3 place = random_vec3(rng, rng_below(rng, 2) ? 100 * (double)size : 0);
	Vec3 common = random_vec3(rng, rng_below(rng, 2) ? 10 * (double)size : 0);
	for (int i = 0; i < 4; i++) {
		Vec3 at = random_vec3(rng, (double)size);
		// slivers: the last point near the one before
		if (i == 3 && rng_below(rng, 4) == 0) {
			Vec3 thin = random_vec3(rng, (double)size * (double)random_size(rng, -8, -2));
			at = vec3_add(vec3_sub(input.points[2].start, place), thin);
		}
		input.points[i].start = vec3_add(at, place);
		Vec3 end = vec3_add(at, random_vec3(rng, (double)size));
		input.points[i].end = vec3_add(vec3_add(end, place), common);
	}
	bool is_edges = rng_below(rng, 2) != 0;
	FeatureHit hit = is_edges ? mk_moving_edge_edge(&input) : mk_moving_vertex_face(&input);
	assert_true(hit.status == MOVING_HIT || hit.status == MOVING_FREE);
	check_is_near(&input, is_edges, hit);
	if (hit.status == MOVING_HIT) return;
	for (int i = 0; i <= 16; i++)
		assert_true(distance_at(&input, is_edges, i / 16.0) > 0);
}

static void known_touches_are_never_missed_or_late(void **state) {
	(void)state;
	for_all(known_vertex_face_touch, CASES(20000), 911);
	for_all(known_edge_edge_touch, CASES(20000), 912);
}

static void separations_are_kept(void **state) {
	(void)state;
	for_all(separated_vertex_face_touch, CASES(2000), 913);
	for_all(separated_edge_edge_touch, CASES(2000), 914);
}

static void raw_bits_end_with_an_answer(void **state) {
	(void)state;
	for_all(fuzzed_bits_give_numbers, CASES(40000), 915);
}

static void hits_are_as_near_as_promised(void **state) {
	(void)state;
	for_all(scattered_pairs, CASES(20000), 916);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_touches_are_never_missed_or_late),
		cmocka_unit_test(separations_are_kept),
		cmocka_unit_test(proven_touches_are_found),
		cmocka_unit_test(raw_bits_end_with_an_answer),
		cmocka_unit_test(hits_are_as_near_as_promised),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
