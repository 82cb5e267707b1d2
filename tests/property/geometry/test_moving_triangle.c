// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Moving triangles against the exact test at rest: nothing before the time reported overlaps, a
// miss overlaps nowhere, and at the time of a hit the triangles are as near as the tolerance. And
// interval halving with rotation against dense sampling.
#include "geometry/moving_interval.h"
#include "geometry/moving_triangle.h"

#include "geometry/closest_pair_triangle.h"
#include "geometry/triangle_triangle.h"
#include "math/transform.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random_geometry.h"

#define CASES(count) pick_count(count, (count) / 10)

// Coordinates are integers below 2^8 and times sixteenths, so corners at these times are exact.
enum { STEPS = 16 };

static Vec3 grid_point(Rng *rng, uint32_t size) {
	Real x = (Real)rng_below(rng, size);
	Real y = (Real)rng_below(rng, size);
	return vec3(x, y, (Real)rng_below(rng, size));
}

// a motion of a multiple of 16, so that every sixteenth of it is an integer
static Vec3 grid_motion(Rng *rng) {
	Vec3 way = vec3_sub(grid_point(rng, 9), vec3(4, 4, 4));
	return vec3_scale(way, STEPS);
}

// small grids make coplanar, touching, collapsed and parallel triangles the rule
static MovingTriangle grid_triangle(Rng *rng, uint32_t size, bool is_rigid) {
	MovingTriangle t;
	t.start.a = grid_point(rng, size);
	t.start.b = grid_point(rng, size);
	t.start.c = grid_point(rng, size);
	Vec3 motion = grid_motion(rng);
	t.end.a = vec3_add(t.start.a, motion);
	if (!is_rigid) motion = grid_motion(rng);
	t.end.b = vec3_add(t.start.b, motion);
	if (!is_rigid) motion = grid_motion(rng);
	t.end.c = vec3_add(t.start.c, motion);
	return t;
}

static Triangle triangle_at(const MovingTriangle *t, Real time) {
	return (Triangle){ vec3_lerp(t->start.a, t->end.a, time), vec3_lerp(t->start.b, t->end.b, time),
		vec3_lerp(t->start.c, t->end.c, time) };
}

static void check_against_exact(const MovingTriangleInput *input, const MovingTriangleHit *hit) {
	for (int i = 0; i <= STEPS; i++) {
		Real time = (Real)i / STEPS;
		if (hit->hit.hit && time >= hit->hit.time) break;
		Triangle a = triangle_at(&input->a, time);
		Triangle b = triangle_at(&input->b, time);
		assert_false(mk_triangles_overlap_exact(a, b));
	}
	if (hit->status != MOVING_HIT || hit->hit.started_overlapping) return;
	Triangle a = triangle_at(&input->a, hit->hit.time);
	Triangle b = triangle_at(&input->b, hit->hit.time);
	double distance = sqrt((double)mk_closest_triangles(a, b).distance_squared);
	// sizes are at most 128 + 30, a power of two above that; positions here are rounded
	assert_true(distance <= 2 * 1e-6 * 256 + 16 * (double)MK_EPSILON * 256);
	check_near(vec3_length(hit->hit.normal), 1, 1e-5);
}

static void grid_triangles_touch_first(Rng *rng) {
	uint32_t size = rng_below(rng, 2) ? 4 : 24;
	bool is_rigid = rng_below(rng, 2) != 0;
	MovingTriangleInput input = { .separation = 0 };
	input.a = grid_triangle(rng, size, is_rigid);
	input.b = grid_triangle(rng, size, is_rigid);
	MovingTriangleHit hit = mk_moving_triangles_touch(&input);
	assert_true(hit.status == MOVING_HIT || hit.status == MOVING_FREE);
	bool starts_overlapping = mk_triangles_overlap_exact(input.a.start, input.b.start);
	assert_int_equal(hit.hit.started_overlapping, starts_overlapping);
	check_against_exact(&input, &hit);
}

// the two ways round agree
static void order_of_triangles_does_not_matter(Rng *rng) {
	MovingTriangleInput input = { .separation = 0 };
	input.a = grid_triangle(rng, 24, false);
	input.b = grid_triangle(rng, 24, false);
	MovingTriangleInput turned = { .a = input.b, .b = input.a };
	MovingTriangleHit hit = mk_moving_triangles_touch(&input);
	MovingTriangleHit other = mk_moving_triangles_touch(&turned);
	// a graze within the tolerance may be seen from one side alone
	if (!hit.hit.hit || !other.hit.hit) return;
	Triangle a = triangle_at(&input.a, real_max(hit.hit.time, other.hit.time));
	Triangle b = triangle_at(&input.b, real_max(hit.hit.time, other.hit.time));
	double distance = sqrt((double)mk_closest_triangles(a, b).distance_squared);
	if (distance > 1e-3) check_near(hit.hit.time, other.hit.time, 1e-4);
}

// any sizes, any shapes: a hit is near, a miss is apart at all samples
static void scattered_triangles(Rng *rng) {
	Real size = random_size(rng, -4, 4);
	Triangle a = random_triangle(rng, size);
	Triangle b = random_triangle(rng, size);
	b = triangle_move(b, random_vec3(rng, 4 * (double)size));
	Vec3 motion = random_vec3(rng, 8 * (double)size);
	MovingTriangleHit hit = mk_moving_triangle_hit_triangle(a, motion, b);
	assert_true(hit.status == MOVING_HIT || hit.status == MOVING_FREE);
	double slack = 64 * (double)MK_EPSILON * 16 * (double)size;
	double end = hit.hit.hit ? (double)hit.hit.time : 1;
	for (int i = 0; i < 24; i++) {
		if (hit.hit.started_overlapping) break;
		Triangle at = triangle_move(a, vec3_scale(motion, (Real)(end * i / 24)));
		// what crosses by more than rounding is a miss
		double depth = -(double)mk_triangles_separation(at, b, NULL);
		assert_true(depth <= slack);
	}
	if (!hit.hit.hit || hit.hit.started_overlapping) return;
	Triangle at = triangle_move(a, vec3_scale(motion, hit.hit.time));
	double distance = sqrt((double)mk_closest_triangles(at, b).distance_squared);
	assert_true(distance <= 2 * 1e-6 * 64 * (double)size + slack);
}

// --- interval halving

// A rod that falls and turns, and a plate below it, both as segments in space with a thickness.
typedef struct RodAndPlate {
	Segment rod; // about zero
	Vec3 start;
	Vec3 motion;
	Vec3 axis; // unit
	Real turn; // rad
	Triangle plate;
	Real thickness; // m
} RodAndPlate;

static Segment rod_at(const RodAndPlate *s, Real time) {
	Quat turn = quat_from_axis_angle(s->axis, s->turn * time);
	Transform pose = { turn, vec3_add_scaled(s->start, s->motion, time) };
	return (Segment){ transform_point(pose, s->rod.start), transform_point(pose, s->rod.end) };
}

static Real rod_distance(const void *data, Real time) {
	const RodAndPlate *s = data;
	ClosestPair pair = mk_closest_segment_triangle(rod_at(s, time), s->plate);
	return real_sqrt(pair.distance_squared) - s->thickness;
}

static Real rod_reach(const void *data, Real from, Real to) {
	const RodAndPlate *s = data;
	Real radius = vec3_length(s->rod.start);
	Real speed = vec3_length(s->motion) + real_abs(s->turn) * radius;
	return speed * (to - from) * (1 + 8 * MK_EPSILON) + 32 * MK_EPSILON;
}

static void halving_is_never_late(Rng *rng) {
	Vec3 along = random_unit(rng);
	Vec3 half = vec3_scale(along, random_real(rng, 0.2, 1));
	RodAndPlate s = { .rod = { vec3_negate(half), half }, .thickness = (Real)0.02 };
	s.start = random_vec3(rng, 3);
	s.motion = random_vec3(rng, 4);
	s.axis = random_unit(rng);
	s.turn = random_real(rng, -3, 3);
	s.plate.a = random_vec3(rng, 1);
	s.plate.b = random_vec3(rng, 1);
	s.plate.c = random_vec3(rng, 1);
	const Real tolerance = (Real)1e-4;
	IntervalInput input = {
		.distance = rod_distance, .reach = rod_reach, .data = &s, .tolerance = tolerance
	};
	IntervalHit hit = mk_moving_interval_halve(&input);
	Real end = moving_status_is_hit(hit.status) ? hit.time : 1;
	for (int i = 0; i < 64; i++) {
		Real time = end * (Real)i / 64;
		if (time < end) assert_true(rod_distance(&s, time) > -64 * MK_EPSILON);
	}
	if (hit.status != MOVING_HIT) return;
	// undecided in the middle of the last part: not farther than half of it reaches
	assert_true(rod_distance(&s, hit.time) <= 2 * rod_reach(&s, 0, tolerance));
}

static void no_touch_of_triangles_is_missed(void **state) {
	(void)state;
	for_all(grid_triangles_touch_first, CASES(6000), 931);
	for_all(order_of_triangles_does_not_matter, CASES(1000), 932);
}

static void touches_of_any_triangles_are_near(void **state) {
	(void)state;
	for_all(scattered_triangles, CASES(6000), 933);
}

static void interval_halving_never_misses_a_turning_rod(void **state) {
	(void)state;
	for_all(halving_is_never_late, CASES(3000), 934);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_touch_of_triangles_is_missed),
		cmocka_unit_test(touches_of_any_triangles_are_near),
		cmocka_unit_test(interval_halving_never_misses_a_turning_rod),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
