// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Interval halving for motions without a closed form, and sampled motion, which tunnels.
#include "geometry/moving_interval.h"

#include "geometry/closest_pair.h"
#include "geometry/moving_sphere.h"
#include "math/trig.h"
#include "support/check.h"

static Vec3 v(double x, double y, double z) { return vec3((Real)x, (Real)y, (Real)z); }

typedef struct BulletAndWall {
	Sphere bullet;
	Vec3 motion;
	Aabb wall;
} BulletAndWall;

static Vec3 bullet_at(const BulletAndWall *scene, Real time) {
	return vec3_add_scaled(scene->bullet.center, scene->motion, time);
}

static Real bullet_distance(const void *data, Real time) {
	const BulletAndWall *scene = data;
	Real squared = distance_squared_to_aabb(scene->wall, bullet_at(scene, time));
	return real_sqrt(squared) - scene->bullet.radius;
}

static Real bullet_reach(const void *data, Real from, Real to) {
	const BulletAndWall *scene = data;
	return vec3_length(scene->motion) * (to - from);
}

static bool bullet_overlaps(const void *data, Real time) {
	return bullet_distance(data, time) <= 0;
}

static BulletAndWall bullet_and_wall(void) {
	return (BulletAndWall){
		.bullet = { v(-9, 0, 0), (Real)0.25 },
		.motion = v(20, 0, 0),
		.wall = aabb_from_center(v(0, 0, 0), v(0.1, 5, 5)),
	};
}

// 10 m/s tested 60 times per second
static void static_tests_are_off_by_the_way_of_one_step(void **state) {
	(void)state;
	check_near(moving_step_length(10, 60), 0.16667, 1e-5);
	check_near(moving_step_length(-10, 60), 0.16667, 1e-5);
	check_near(moving_step_length(10, 0), (double)INFINITY, 0);
}

// 20 m in the step: the wall and the bullet are 0.7 m together, so 28 steps are too few to be sure
// of, and the samples pass over it
static void few_samples_tunnel_and_many_do_not(void **state) {
	(void)state;
	BulletAndWall scene = bullet_and_wall();
	SampleHit few = mk_moving_sample(bullet_overlaps, &scene, 3);
	assert_false(few.hit);
	assert_int_equal(few.samples, 4);
	assert_false(mk_moving_sample(bullet_overlaps, &scene, 10).hit);
	SampleHit many = mk_moving_sample(bullet_overlaps, &scene, 40);
	assert_true(many.hit);
	// the first sample after 0.4325; late by less than one step
	check_near(many.time, 0.45, 1e-6);
	// twice as fast and the same number of samples is too few again
	scene.bullet.center.x = (Real)-18.5;
	scene.motion.x = 40;
	assert_false(mk_moving_sample(bullet_overlaps, &scene, 40).hit);
	// the closed form does not depend on any of this
	MovingHit hit = mk_moving_sphere_hit_aabb(scene.bullet, scene.motion, scene.wall);
	check_near(hit.time, (18.5 - 0.35) / 40, 1e-6);
}

static void zero_steps_test_the_start(void **state) {
	(void)state;
	BulletAndWall scene = bullet_and_wall();
	SampleHit hit = mk_moving_sample(bullet_overlaps, &scene, 0);
	assert_false(hit.hit);
	assert_int_equal(hit.samples, 1);
	scene.bullet.center = v(0, 0, 0);
	assert_true(mk_moving_sample(bullet_overlaps, &scene, 0).hit);
}

static IntervalInput halve(MovingDistance *distance, MovingReach *reach, const void *data) {
	return (IntervalInput){
		.distance = distance, .reach = reach, .data = data, .tolerance = (Real)1e-5
	};
}

static void halving_finds_the_bullet_in_the_wall(void **state) {
	(void)state;
	BulletAndWall scene = bullet_and_wall();
	IntervalInput input = halve(bullet_distance, bullet_reach, &scene);
	IntervalHit hit = mk_moving_interval_halve(&input);
	assert_int_equal(hit.status, MOVING_HIT);
	assert_true(hit.time <= (Real)0.4325 + 4 * MK_EPSILON);
	// the part before is undecided as long as the distance is less than its reach
	check_near(hit.time, 0.4325, 2e-5);
	assert_true(hit.queries < 60);
	scene.motion = v(8, 0, 0);
	assert_int_equal(mk_moving_interval_halve(&input).status, MOVING_FREE);
	scene.bullet.center = v(0, 0, 0);
	hit = mk_moving_interval_halve(&input);
	assert_int_equal(hit.status, MOVING_HIT);
	check_near(hit.time, 0, 0);
}

// A rod of length 2 about the origin, turning at a constant rate in the plane z = 0.
typedef struct Rod {
	Real turn; // rad over the whole time
	Sphere post;
} Rod;

static Segment rod_at(const Rod *rod, Real time) {
	Real angle = rod->turn * time;
	Vec3 end = vec3((Real)mk_cos((double)angle), (Real)mk_sin((double)angle), 0);
	return (Segment){ vec3_negate(end), end };
}

static Real rod_distance(const void *data, Real time) {
	const Rod *rod = data;
	Real squared = distance_squared_to_segment(rod_at(rod, time), rod->post.center);
	return real_sqrt(squared) - rod->post.radius;
}

static Real rod_reach(const void *data, Real from, Real to) {
	const Rod *rod = data;
	return real_abs(rod->turn) * (to - from);
}

// The post is at 0.8 m, 2 rad round the circle, 0.1 m wide: the rod, turning from 0, has its middle
// line at a distance of 0.8 sin(2 - angle). It touches at angle 2 - asin(0.1 / 0.8). At the end,
// after 6.2 rad, it is apart again.
static void halving_finds_a_turning_rod(void **state) {
	(void)state;
	Rod rod = { (Real)3.1, { v(0.8 * cos(2), 0.8 * sin(2), 0), (Real)0.1 } };
	IntervalInput input = halve(rod_distance, rod_reach, &rod);
	IntervalHit hit = mk_moving_interval_halve(&input);
	double expected = (2 - asin(0.125)) / (double)rod.turn;
	assert_int_equal(hit.status, MOVING_HIT);
	assert_true((double)hit.time <= expected + 1e-6);
	check_near(hit.time, expected, 5e-5);
	// separate at both ends: a test of the end poses sees nothing
	assert_true(rod_distance(&rod, 0) > 0 && rod_distance(&rod, 1) > 0);
}

// Falls by t^4 m and passes a thin plate 0.9 m below: slow at first, fast at the end.
static Real fall_distance(const void *data, Real time) {
	(void)data;
	return real_abs((Real)0.9 - time * time * time * time);
}

static Real fall_reach(const void *data, Real from, Real to) {
	(void)data;
	return to * to * to * to - from * from * from * from;
}

// in the middle of the time the way back is much shorter than the way ahead
static void halving_looks_ahead_of_a_motion_that_speeds_up(void **state) {
	(void)state;
	IntervalInput input = halve(fall_distance, fall_reach, NULL);
	IntervalHit hit = mk_moving_interval_halve(&input);
	assert_int_equal(hit.status, MOVING_HIT);
	double expected = sqrt(sqrt(0.9));
	assert_true((double)hit.time <= expected + 1e-6);
	check_near(hit.time, expected, 2e-5);
}

static Real graze_distance(const void *data, Real time) {
	(void)data;
	(void)time;
	return (Real)1e-4;
}

static Real no_number(const void *data, Real time) {
	(void)data;
	(void)time;
	return (Real)NAN;
}

static Real one_metre(const void *data, Real from, Real to) {
	(void)data;
	return to - from;
}

static void running_out_of_queries_is_a_safe_answer_with_a_status(void **state) {
	(void)state;
	IntervalInput input = halve(graze_distance, one_metre, NULL);
	input.tolerance = (Real)1e-6;
	input.max_queries = 100;
	IntervalHit hit = mk_moving_interval_halve(&input);
	assert_int_equal(hit.status, MOVING_CAPPED);
	assert_int_equal(hit.queries, 100);
	// freed so far: each query frees at most twice the gap
	assert_true(hit.time > 0 && hit.time < (Real)0.02);
	// enough queries free all of it: the parts are 2^-13, about 1.2e-4, half
	// of which is below the gap
	input.max_queries = 100000;
	assert_int_equal(mk_moving_interval_halve(&input).status, MOVING_FREE);
	// a contact distance above the gap makes it a touch at once
	input.contact = (Real)2e-4;
	hit = mk_moving_interval_halve(&input);
	assert_int_equal(hit.status, MOVING_HIT);
	check_near(hit.time, 0, 0);
}

static void halving_takes_not_a_number_for_a_touch(void **state) {
	(void)state;
	IntervalInput input = halve(no_number, one_metre, NULL);
	input.tolerance = (Real)NAN;
	IntervalHit hit = mk_moving_interval_halve(&input);
	assert_int_equal(hit.status, MOVING_HIT);
	check_near(hit.time, 0, 0);
	assert_int_equal(hit.queries, MK_INTERVAL_LEVELS + 1);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(static_tests_are_off_by_the_way_of_one_step),
		cmocka_unit_test(few_samples_tunnel_and_many_do_not),
		cmocka_unit_test(zero_steps_test_the_start),
		cmocka_unit_test(halving_finds_the_bullet_in_the_wall),
		cmocka_unit_test(halving_finds_a_turning_rod),
		cmocka_unit_test(halving_looks_ahead_of_a_motion_that_speeds_up),
		cmocka_unit_test(running_out_of_queries_is_a_safe_answer_with_a_status),
		cmocka_unit_test(halving_takes_not_a_number_for_a_touch),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
