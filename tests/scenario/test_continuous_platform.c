// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What moves on its own and fast takes along what is in its way; what is put somewhere else does
// not.
#include "shape/convex.h"
#include "support/check.h"
#include "support/world_make.h"

// A press comes at 100 m/s; a ball without the flag flies towards it at 300, another one sleeps.
static void balls_do_not_pass_a_moving_press(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	Shape *plate = mk_box_create(vec3((Real)0.005, 5, 5), NULL);
	Transform pose = { quat_identity(), vec3(30, 0, 0) };
	MadeBody *press = make_body(make, BODY_KINEMATIC, plate, pose, 0);
	MadeBody *ball = make_ball(make, (Real)0.05, vec3_zero());
	MadeBody *resting = make_ball(make, (Real)0.05, vec3(20, 3, 0));
	mk_body_set_linear_velocity(&ball->body, vec3(300, 0, 0));
	mk_body_sleep(&resting->body);
	for (int step = 0; step < 12; step++) {
		pose.position.x -= (Real)(100.0 / 60);
		mk_body_set_target(&press->body, affine_from_transform(pose));
		world_make_run(make, 1);
		assert_true(ball->body.pose.origin.x < press->body.pose.origin.x);
		assert_true(resting->body.pose.origin.x < press->body.pose.origin.x);
	}
	// they were met and are pushed along
	assert_true(ball->body.linear_velocity.x < -90);
	assert_true(resting->body.linear_velocity.x < -90);
	world_make_free(make);
}

// A platform that is put 100 m away takes nothing along from between.
static void jumps_of_platforms_meet_nothing(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	Shape *plate = mk_box_create(vec3(1, 1, 1), NULL);
	Transform pose = { quat_identity(), vec3(-50, 0, 0) };
	MadeBody *platform = make_body(make, BODY_KINEMATIC, plate, pose, 0);
	MadeBody *ball = make_ball(make, (Real)0.05, vec3_zero());
	world_make_run(make, 1);
	pose.position.x = 50;
	mk_body_set_target(&platform->body, affine_from_transform(pose));
	world_make_run(make, 2);
	check_vec3(ball->body.pose.origin, vec3_zero(), 0);
	world_make_free(make);
}

// One that is put there and back again does not, either, though it went as far the step before.
static void jumps_there_and_back_meet_nothing(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	Transform pose = { quat_identity(), vec3(-50, 0, 0) };
	MadeBody *platform = make_body(
			make, BODY_KINEMATIC, mk_box_create(vec3(1, 1, 1), NULL), pose, 0);
	MadeBody *ball = make_ball(make, (Real)0.05, vec3_zero());
	for (int step = 0; step < 6; step++) {
		pose.position.x = -pose.position.x;
		mk_body_set_target(&platform->body, affine_from_transform(pose));
		mk_world_touch(&make->world, &platform->object);
		world_make_run(make, 1);
	}
	check_vec3(ball->body.pose.origin, vec3_zero(), 0);
	world_make_free(make);
}

// 5 cm and 60 to 300 m/s: 10 to 50 times its size in a step.
static void small_fast_platform_meets_what_is_in_its_way(void **state) {
	(void)state;
	for (int speed = 60; speed <= 300; speed += 60) {
		WorldMake *make = world_make(1);
		make->gravity = vec3_zero();
		Transform pose = { quat_identity(), vec3_zero() };
		Shape *shape = mk_sphere_create((Real)0.05, NULL);
		MadeBody *platform = make_body(make, BODY_KINEMATIC, shape, pose, 0);
		MadeBody *box = make_box(make, vec3_splat((Real)0.1), vec3(45, 0, 0));
		Real step_speed = 0;
		while (pose.position.x < 60) {
			// it is thrown, so it has some steps to reach its speed
			step_speed = real_min(step_speed + 20, (Real)speed);
			pose.position.x += step_speed / 60;
			mk_body_set_target(&platform->body, affine_from_transform(pose));
			mk_world_touch(&make->world, &platform->object);
			world_make_run(make, 1);
		}
		assert_true(box->body.linear_velocity.x > (Real)0.9 * (Real)speed);
		assert_true(box->body.pose.origin.x > pose.position.x);
		world_make_free(make);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(balls_do_not_pass_a_moving_press),
		cmocka_unit_test(jumps_of_platforms_meet_nothing),
		cmocka_unit_test(jumps_there_and_back_meet_nothing),
		cmocka_unit_test(small_fast_platform_meets_what_is_in_its_way),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
