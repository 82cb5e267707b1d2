// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bodies that fall come to rest on each other, stay there, and fall asleep.
#include "shape/convex.h"
#include "support/check.h"
#include "support/world_make.h"

static const Real half = (Real)0.5;

static Vec3 cube(void) { return vec3(half, half, half); }

static void check_resting(const MadeBody *made, Vec3 place) {
	Vec3 p = made->body.pose.origin;
	// corners hit the floor one after the other, as the solver sees it, which
	// turns a falling body a bit
	check_near(p.x, place.x, 0.01);
	check_near(p.z, place.z, 0.01);
	check_near(p.y, place.y, 0.012);
	assert_true(made->body.is_sleeping);
}

static void box_falls_on_the_floor_and_sleeps(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *box = make_box(make, cube(), vec3(0, 2, 0));
	world_make_run(make, 180);
	check_resting(box, vec3(0, half, 0));
	assert_int_equal(make->world.counters.awake_count, 0);
	world_make_free(make);
}

static void every_round_body_rests_on_the_floor(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *ball = make_ball(make, half, vec3(0, 1, 0));
	MadeBody *cylinder = make_cylinder(make, half, 1, vec3(3, 1, 0));
	world_make_run(make, 240);
	check_resting(ball, vec3(0, half, 0));
	check_resting(cylinder, vec3(3, half, 0));
	world_make_free(make);
}

static void tower_of_twenty_boxes_stands_and_sleeps(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *boxes[20];
	for (int i = 0; i < 20; i++)
		boxes[i] = make_box(make, cube(), vec3(0, half + (Real)i, 0));
	world_make_run(make, 600);
	assert_int_equal(make->world.counters.awake_count, 0);
	for (int i = 0; i < 20; i++)
		check_vec3(boxes[i]->body.pose.origin, vec3(0, half + (Real)i, 0), 0.005);
	// what carried it is not forgotten in its sleep
	mk_world_wake(&make->world, &boxes[19]->object);
	world_make_run(make, 1);
	assert_int_equal(make->world.counters.awake_count, 20);
	for (int k = 0; k < 20; k++) {
		world_make_run(make, 1);
		check_vec3(boxes[19]->body.pose.origin, vec3(0, half + 19, 0), 0.005);
	}
	world_make_free(make);
}

// Nothing is left of a load once it is taken off, and what carried it does not jump.
static void box_stays_where_it_is_when_its_load_is_taken_off(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *boxes[3];
	for (int i = 0; i < 3; i++) {
		Transform pose = { quat_identity(), vec3(0, half + (Real)i, 0) };
		boxes[i] = make_body(
				make, BODY_RIGID, mk_box_create(cube(), NULL), pose, i < 2 ? 1000 : 20000);
	}
	world_make_run(make, 120);
	mk_world_remove(&make->world, &boxes[2]->object);
	for (int k = 0; k < 60; k++) {
		world_make_run(make, 1);
		// 21 t on a contact of two boxes of 1 t give 2.9 mm: no more than that is let go
		check_near(boxes[0]->body.pose.origin.y, half, 0.0005);
		check_near(boxes[1]->body.pose.origin.y, half + 1, 0.0029);
	}
	check_near(boxes[1]->body.pose.origin.y, half + 1, 0.0003);
	world_make_free(make);
}

static void pyramid_of_fifteen_rows_stands_and_sleeps(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	for (int row = 0; row < 15; row++)
		for (int i = 0; i < 15 - row; i++)
			make_box(make, cube(), vec3((Real)i + half * (Real)row, (Real)row + half, 0));
	world_make_run(make, 600);
	assert_int_equal(make->world.counters.awake_count, 0);
	const MadeBody *box = make->bodies + 1;
	for (int row = 0; row < 15; row++)
		for (int i = 0; i < 15 - row; i++, box++) {
			Vec3 expected = vec3((Real)i + half * (Real)row, (Real)row + half, 0);
			check_vec3(box->body.pose.origin, expected, 0.005);
		}
	world_make_free(make);
}

static void box_pushed_from_sleep_wakes_what_rests_on_it(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *low = make_box(make, cube(), vec3(0, half, 0));
	MadeBody *high = make_box(make, cube(), vec3(0, half + 1, 0));
	world_make_run(make, 240);
	assert_true(low->body.is_sleeping && high->body.is_sleeping);
	mk_body_apply_central_impulse(&low->body, vec3(2000, 0, 0));
	world_make_run(make, 1);
	assert_false(low->body.is_sleeping);
	assert_false(high->body.is_sleeping);
	world_make_free(make);
}

static void removing_the_floor_lets_sleepers_fall(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *floor = make_floor(make);
	MadeBody *box = make_box(make, cube(), vec3(0, half, 0));
	world_make_run(make, 120);
	assert_true(box->body.is_sleeping);
	mk_world_remove(&make->world, &floor->object);
	world_make_run(make, 60);
	assert_true(box->body.pose.origin.y < -3);
	world_make_free(make);
}

static void masks_decide_who_is_pushed(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *seeing = make_ball(make, half, vec3(0, 0, 0));
	MadeBody *blind = make_ball(make, half, vec3((Real)1.5, 0, 0));
	blind->object.mask = 0;
	mk_world_change(&make->world, &blind->object, OBJECT_FILTER_CHANGED);
	blind->body.linear_velocity = vec3(-2, 0, 0);
	world_make_run(make, 60);
	// the one that sees the other is pushed ahead, the blind one goes on as if alone
	check_near(blind->body.linear_velocity.x, -2, 1e-6);
	check_near(seeing->body.linear_velocity.x, -2, 0.05);
	world_make_free(make);
}

static void exceptions_pass_through_each_other(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *floor = make_floor(make);
	MadeBody *box = make_box(make, cube(), vec3(0, 1, 0));
	mk_world_set_exception(&make->world, &floor->object, &box->object, true);
	world_make_run(make, 60);
	assert_true(box->body.pose.origin.y < -1);
	world_make_free(make);
}

static void platform_carries_a_box(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	Shape *plate = mk_box_create(vec3(2, (Real)0.25, 2), NULL);
	MadeBody *platform = make_body(make, BODY_KINEMATIC, plate, transform_identity(), 0);
	MadeBody *box = make_box(make, cube(), vec3(0, (Real)0.75, 0));
	for (int i = 1; i <= 120; i++) {
		Affine target = affine_identity();
		target.origin.x = (Real)i / 60;
		mk_body_set_target(&platform->body, target);
		world_make_run(make, 1);
	}
	check_near(platform->body.pose.origin.x, 2, 1e-5);
	// it slips only while it gathers the platform's 1 m/s: v^2 / (2 mu g) with mu = 0
	assert_true(box->body.pose.origin.x > (Real)1.8);
	check_near(box->body.linear_velocity.x, 1, 0.01);
	world_make_free(make);
}

static void conveyor_belt_moves_what_lies_on_it(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *floor = make_floor(make);
	mk_body_set_linear_velocity(&floor->body, vec3(1, 0, 0));
	mk_world_change(&make->world, &floor->object, OBJECT_MODE_CHANGED);
	MadeBody *box = make_box(make, cube(), vec3(0, half, 0));
	world_make_run(make, 60);
	check_near(box->body.linear_velocity.x, 1, 0.01);
	check_near(floor->body.pose.origin.x, 0, 0);
	world_make_free(make);
}

static void number_of_workers_does_not_change_a_bit(void **state) {
	(void)state;
	uint64_t hashes[3];
	for (uint32_t i = 0; i < 3; i++) {
		WorldMake *make = world_make(1u << i);
		make_floor(make);
		for (int k = 0; k < 60; k++) {
			int layer = k / 4;
			Vec3 place = vec3(
					(Real)(k % 4) * (Real)0.9, (Real)layer + half, (Real)(k % 3) * (Real)0.8);
			if (k % 3 == 0) make_ball(make, half, place);
			if (k % 3 == 1) make_box(make, cube(), place);
			if (k % 3 == 2) make_cylinder(make, half, 1, place);
		}
		world_make_run(make, 120);
		hashes[i] = world_make_hash(make);
		world_make_free(make);
	}
	assert_true(hashes[0] == hashes[1]);
	assert_true(hashes[0] == hashes[2]);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(box_falls_on_the_floor_and_sleeps),
		cmocka_unit_test(every_round_body_rests_on_the_floor),
		cmocka_unit_test(tower_of_twenty_boxes_stands_and_sleeps),
		cmocka_unit_test(box_stays_where_it_is_when_its_load_is_taken_off),
		cmocka_unit_test(pyramid_of_fifteen_rows_stands_and_sleeps),
		cmocka_unit_test(box_pushed_from_sleep_wakes_what_rests_on_it),
		cmocka_unit_test(removing_the_floor_lets_sleepers_fall),
		cmocka_unit_test(masks_decide_who_is_pushed),
		cmocka_unit_test(exceptions_pass_through_each_other),
		cmocka_unit_test(platform_carries_a_box),
		cmocka_unit_test(conveyor_belt_moves_what_lies_on_it),
		cmocka_unit_test(number_of_workers_does_not_change_a_bit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
