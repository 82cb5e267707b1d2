// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What games use rays for, as small examples: a shot that finds the first thing in its way, a line
// of sight, feet and hands that look for a surface, and the wheel of a car on its spring (Ericson,
// Real-Time Collision Detection, 5.3).
#include "shape/convex.h"
#include "shape/height_field.h"
#include "shape/instance.h"
#include "support/check.h"

// Things that stand around.
typedef struct Place {
	Shape *shapes[3];
	ShapeInstance things[3];
} Place;

// a ball at x = 4, a wall at x = 8 and a capsule at x = 12, all on the x axis
static Place make_place(void) {
	Place place;
	place.shapes[0] = mk_sphere_create(1, NULL);
	place.shapes[1] = mk_box_create(vec3((Real)0.25, 3, 3), NULL);
	place.shapes[2] = mk_capsule_create((Real)0.5, 3, NULL);
	for (int i = 0; i < 3; i++) {
		Transform pose = { quat_identity(), vec3((Real)(4 * (i + 1)), 0, 0) };
		place.things[i] = instance_rigid(place.shapes[i], pose);
	}
	return place;
}

static void free_place(Place *place) {
	for (int i = 0; i < 3; i++)
		mk_shape_release(place->shapes[i]);
}

// Returns the number of the first thing that a shot meets, -1 for none, and the hit.
static int shoot(const Place *place, Ray ray, RayHit *first) {
	int found = -1;
	ShapeRay query = { ray, ray_range_ray(), RAY_SIDES_BOTH };
	for (int i = 0; i < 3; i++) {
		RayHit hit = mk_instance_ray(&place->things[i], &query).hit;
		if (!hit.hit) continue;
		// what is behind it does not matter any more
		query.range.max = hit.t;
		*first = hit;
		found = i;
	}
	return found;
}

static void shot_hits_the_first_thing_in_its_way(void **state) {
	(void)state;
	Place place = make_place();
	RayHit hit;
	Ray level = { vec3_zero(), vec3(1, 0, 0) };
	assert_int_equal(shoot(&place, level, &hit), 0);
	check_near(hit.t, 3, 4 * MK_EPSILON);
	check_vec3(hit.normal, vec3(-1, 0, 0), 4 * MK_EPSILON);
	// from behind, the capsule comes first; with a direction of 2 m, t counts in steps of 2 m
	Ray back = { vec3(20, 0, 0), vec3(-2, 0, 0) };
	assert_int_equal(shoot(&place, back, &hit), 2);
	check_near(hit.t, (20 - 12.5) / 2, 8 * MK_EPSILON);
	// above the ball, the wall is met; above the wall nothing is
	Ray high = { vec3(0, 2, 0), vec3(1, 0, 0) };
	assert_int_equal(shoot(&place, high, &hit), 1);
	check_near(hit.t, 7.75, 8 * MK_EPSILON);
	Ray over = { vec3(0, 4, 0), vec3(1, 0, 0) };
	assert_int_equal(shoot(&place, over, &hit), -1);
	free_place(&place);
}

static bool can_see(const Place *place, Vec3 from, Vec3 to) {
	ShapeRay query = { ray_from_segment((Segment){ from, to }), ray_range_segment(),
		RAY_SIDES_BOTH };
	for (int i = 0; i < 3; i++)
		if (mk_instance_ray(&place->things[i], &query).hit.hit) return false;
	return true;
}

static void line_of_sight_ends_at_what_is_looked_at(void **state) {
	(void)state;
	Place place = make_place();
	assert_false(can_see(&place, vec3(6, 0, 0), vec3(10, 0, 0)));
	assert_false(can_see(&place, vec3(10, 0, 0), vec3(6, 0, 0)));
	// over the edge of the wall
	assert_true(can_see(&place, vec3(6, 4, 0), vec3(10, 4, 0)));
	// the wall is behind the one that is looked at: a segment ends, a ray would not
	assert_true(can_see(&place, vec3(6, 0, 0), vec3(7, 0, 0)));
	free_place(&place);
}

// A ramp that rises by 1 m over 2 m of x; samples are 1 m apart.
static Shape *make_ramp(void) {
	Real heights[25];
	for (int i = 0; i < 25; i++)
		heights[i] = (Real)0.5 * (Real)(i % 5);
	return mk_height_field_create(&(HeightFieldInput){ heights, 5, 5 }, NULL);
}

static void foot_and_hand_find_their_surface(void **state) {
	(void)state;
	Shape *ramp = make_ramp();
	ShapeInstance ground = instance_local(ramp);
	// the ankle is 0.6 m above the ramp, whose height at x = 1 is 1.5 m; the leg reaches 1 m down
	Ray leg = { vec3(1, (Real)2.1, (Real)0.3), vec3(0, -1, 0) };
	ShapeRay query = { leg, { 0, 1 }, RAY_SIDES_FRONT };
	RayHit foot = mk_instance_ray(&ground, &query).hit;
	assert_true(foot.hit);
	check_near(foot.t, 0.6, 32 * MK_EPSILON);
	// the sole is set on the slope: its normal is (-1, 2, 0) / sqrt 5
	check_vec3(foot.normal, vec3((Real)(-1 / sqrt(5)), (Real)(2 / sqrt(5)), 0), 8 * MK_EPSILON);
	// a leg in the air finds nothing within its length
	query.ray.origin.y = (Real)3.1;
	assert_false(mk_instance_ray(&ground, &query).hit.hit);
	// a hand reaches forward to a wall half a metre away
	Shape *wall = mk_box_create(vec3((Real)0.25, 3, 3), NULL);
	ShapeInstance side = instance_rigid(
			wall, (Transform){ quat_identity(), vec3((Real)0.75, 0, 0) });
	ShapeRay arm = { { vec3(0, 1, 0), vec3(1, 0, 0) }, { 0, (Real)0.8 }, RAY_SIDES_BOTH };
	RayHit hand = mk_instance_ray(&side, &arm).hit;
	assert_true(hand.hit);
	check_near(hand.t, 0.5, 4 * MK_EPSILON);
	mk_shape_release(wall);
	mk_shape_release(ramp);
}

// A wheel of radius 0.3 m on a spring of 0.4 m: the ray starts where the spring is fixed and is as
// long as both. What is left of it is how far the spring is pressed together.
static void wheel_presses_its_spring_together(void **state) {
	(void)state;
	const Real reach = (Real)0.7;
	Shape *ramp = make_ramp();
	ShapeInstance ground = instance_local(ramp);
	const Real expected[] = { (Real)0.2, (Real)0.1, 0 };
	for (int i = 0; i < 3; i++) {
		// the ramp is 1 m high at x = 0; the car stands on level springs and is lifted
		Ray strut = { vec3(0, (Real)1.5 + (Real)0.1 * (Real)i, 0), vec3(0, -1, 0) };
		ShapeRay query = { strut, { 0, reach }, RAY_SIDES_FRONT };
		RayHit hit = mk_instance_ray(&ground, &query).hit;
		Real pressed = hit.hit ? reach - hit.t : 0;
		check_near(pressed, expected[i], 16 * MK_EPSILON);
	}
	mk_shape_release(ramp);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shot_hits_the_first_thing_in_its_way),
		cmocka_unit_test(line_of_sight_ends_at_what_is_looked_at),
		cmocka_unit_test(foot_and_hand_find_their_surface),
		cmocka_unit_test(wheel_presses_its_spring_together),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
