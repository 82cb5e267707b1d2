// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bodies that pass edges of convex shapes without a bump, and those that do meet something.
#include "support/check.h"
#include "support/world_make.h"

#define TILES 24

// A floor of boxes of 1 m side by side, its top at y = 0.
static void make_tiles(WorldMake *make) {
	for (uint32_t i = 0; i < TILES; i++) {
		Shape *tile = mk_box_create(vec3((Real)0.5, (Real)0.5, 2), NULL);
		Transform pose = transform_identity();
		pose.position = vec3((Real)i, (Real)-0.5, 0);
		make_body(make, BODY_STATIC, tile, pose, 0);
	}
}

typedef struct Ride {
	Real highest; // m above where it rests
	Real speed;   // m/s at the end
} Ride;

// Lets a body rest, pushes it along the tiles, and watches it.
static Ride ride(WorldMake *make, MadeBody *body, Real speed, bool is_rolling, Real radius) {
	world_make_run(make, 30);
	Real rest = body->body.pose.origin.y;
	mk_body_set_linear_velocity(&body->body, vec3(speed, 0, 0));
	if (is_rolling) mk_body_set_angular_velocity(&body->body, vec3(0, 0, -speed / radius));
	mk_world_wake(&make->world, &body->object);
	Ride seen = { 0 };
	for (int i = 0; body->body.pose.origin.x < TILES - 4; i++) {
		assert_true(i < 3000); // or something has stopped it
		world_make_run(make, 1);
		seen.highest = real_max(seen.highest, body->body.pose.origin.y - rest);
	}
	seen.speed = body->body.linear_velocity.x;
	return seen;
}

static void ball_rolls_over_seams_without_a_hop(void **state) {
	(void)state;
	const Real speeds[] = { 2, 8, 20 };
	for (uint32_t i = 0; i < 3; i++) {
		WorldMake *make = world_make(1);
		make_tiles(make);
		MadeBody *ball = make_ball(make, (Real)0.25, vec3((Real)0.3, (Real)0.25, 0));
		Ride seen = ride(make, ball, speeds[i], true, (Real)0.25);
		// a millimetre: what the ball sinks in at rest and may come up again
		assert_true(seen.highest < (Real)0.001);
		check_near(seen.speed, speeds[i], (Real)0.01 * speeds[i]);
		world_make_free(make);
	}
}

static void box_slides_over_seams_without_a_stop(void **state) {
	(void)state;
	const Real speeds[] = { (Real)0.5, 2, 6, 20 };
	for (uint32_t i = 0; i < 4; i++) {
		WorldMake *make = world_make(1);
		make_tiles(make);
		MadeBody *box = make_box(
				make, vec3((Real)0.3, (Real)0.2, (Real)0.3), vec3((Real)0.2, (Real)0.2, 0));
		box->object.friction = 0;
		Ride seen = ride(make, box, speeds[i], false, 1);
		assert_true(seen.highest < (Real)0.002);
		check_near(seen.speed, speeds[i], (Real)0.01 * speeds[i]);
		world_make_free(make);
	}
}

// 2 mm above a tile, at a speed that takes it 0.5 mm down in a step: it would not
// arrive, but gravity takes it another 2.7 mm. Without a contact it would be in the tile
// by more than a millimetre.
static void box_that_gravity_brings_down_does_not_sink_in(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_tiles(make);
	Vec3 half = vec3((Real)0.25, (Real)0.25, (Real)0.25);
	MadeBody *box = make_box(make, half, vec3(3, (Real)0.252, 0));
	mk_body_set_linear_velocity(&box->body, vec3(0, (Real)-0.03, 0));
	world_make_run(make, 1);
	assert_true(box->body.pose.origin.y < (Real)0.2505);
	assert_true(box->body.pose.origin.y > (Real)0.2499);
	world_make_free(make);
}

static void ball_is_stopped_by_a_wall_all_the_same(void **state) {
	(void)state;
	const Real speeds[] = { (Real)0.2, 2, 8, 20 };
	for (uint32_t i = 0; i < 4; i++) {
		WorldMake *make = world_make(1);
		make_tiles(make);
		Transform pose = transform_identity();
		pose.position = vec3(3, 1, 0);
		make_body(make, BODY_STATIC, mk_box_create(vec3((Real)0.005, 1, 2), NULL), pose, 0);
		MadeBody *ball = make_ball(make, (Real)0.25, vec3((Real)0.3, (Real)0.25, 0));
		world_make_run(make, 30);
		mk_body_set_linear_velocity(&ball->body, vec3(speeds[i], 0, 0));
		mk_world_wake(&make->world, &ball->object);
		for (uint32_t k = 0; k < 900; k++) {
			world_make_run(make, 1);
			assert_true(ball->body.pose.origin.x < 3 - (Real)0.24);
		}
		world_make_free(make);
	}
}

// A contact that has begun stays until the bodies are apart, but it must not hold a ball at the
// edge of a table: at 3 m/s, where v^2 > g r, it leaves the edge at once and falls as a thrown one
// does, by g x^2 / (2 v^2).
static void ball_that_rolls_off_a_table_falls_from_its_edge(void **state) {
	(void)state;
	const Real speed = 3;
	WorldMake *make = world_make(1);
	make_tiles(make);
	MadeBody *ball = make_ball(make, (Real)0.25, vec3(TILES - 3, (Real)0.25, 0));
	world_make_run(make, 30);
	mk_body_set_linear_velocity(&ball->body, vec3(speed, 0, 0));
	mk_body_set_angular_velocity(&ball->body, vec3(0, 0, -speed / (Real)0.25));
	mk_world_wake(&make->world, &ball->object);
	Real beyond = 0;
	while (beyond < 1) {
		world_make_run(make, 1);
		beyond = ball->body.pose.origin.x - (TILES - (Real)0.5);
	}
	check_near(ball->body.linear_velocity.x, speed, (Real)0.01 * speed);
	Real fallen = (Real)0.25 - ball->body.pose.origin.y;
	// a step before or after the edge is 5 cm of way
	Real early = (Real)9.8 * real_square(beyond + (Real)0.05) / (2 * speed * speed);
	Real late = (Real)9.8 * real_square(beyond - (Real)0.05) / (2 * speed * speed);
	assert_true(fallen > late && fallen < early);
	world_make_free(make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ball_rolls_over_seams_without_a_hop),
		cmocka_unit_test(box_slides_over_seams_without_a_stop),
		cmocka_unit_test(box_that_gravity_brings_down_does_not_sink_in),
		cmocka_unit_test(ball_is_stopped_by_a_wall_all_the_same),
		cmocka_unit_test(ball_that_rolls_off_a_table_falls_from_its_edge),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
