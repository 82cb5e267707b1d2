// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "world/loop.h"

#include "support/check.h"
#include "support/world_make.h"

// Units of a step in, units and steps out; with the limit of 6 at most 7 steps.
static void frames_become_sub_steps_up_to_the_limit(void **state) {
	(void)state;
	const struct {
		double units;
		double simulated;
		uint32_t steps;
	} cases[] = { { 0.5, 0.5, 1 }, { 1, 1, 1 }, { 2.5, 2.5, 3 }, { 7, 7, 7 }, { 10, 7, 7 } };
	// a power of two: units are exact
	const Real step = (Real)1 / 64;
	StepLoop loop = { LOOP_DYNAMIC, step, mk_loop_default().limit };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		LoopPlan plan = mk_loop_plan(&loop, (Real)cases[i].units * step);
		double units = plan.whole_count + (double)(plan.rest / step);
		check_near(units, cases[i].simulated, 0);
		assert_int_equal(plan.whole_count + (plan.rest > 0), cases[i].steps);
	}
}

static void the_default_is_60_steps_and_a_limit_of_6(void **state) {
	(void)state;
	StepLoop loop = mk_loop_default();
	assert_int_equal(loop.mode, LOOP_DYNAMIC);
	assert_int_equal(loop.limit, 6);
	check_near(loop.step, 1.0 / 60, 1e-9);
}

static void a_frame_that_is_no_time_makes_no_step(void **state) {
	(void)state;
	StepLoop loop = mk_loop_default();
	const Real times[] = { 0, -1, MK_INFINITY - MK_INFINITY };
	for (int mode = LOOP_DYNAMIC; mode <= LOOP_FIXED; mode++)
		for (int i = 0; i < 3; i++) {
			loop.mode = (LoopMode)mode;
			LoopPlan plan = mk_loop_plan(&loop, times[i]);
			assert_int_equal(plan.whole_count, 0);
			check_near(plan.rest, 0, 0);
		}
	loop.mode = LOOP_DYNAMIC;
	// endless: only what the limit allows
	assert_int_equal(mk_loop_plan(&loop, MK_INFINITY).whole_count, 6);
	check_near(mk_loop_plan(&loop, MK_INFINITY).rest, loop.step, 0);
}

// A ball without gravity moves by its speed times the time that was simulated.
static void the_mode_is_switched_while_the_world_runs(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *ball = make_ball(make, 1, vec3_zero());
	ball->body.can_sleep = false;
	ball->body.linear_velocity = vec3(64, 0, 0);
	StepLoop loop = { LOOP_DYNAMIC, (Real)1 / 64, 6 };
	assert_int_equal(mk_loop_run(&loop, &make->world, (Real)2.5 / 64), 3);
	check_near(ball->body.pose.origin.x, 2.5, 1e-5);
	loop.mode = LOOP_FIXED;
	assert_int_equal(mk_loop_run(&loop, &make->world, (Real)2.5 / 64), 1);
	check_near(ball->body.pose.origin.x, 3.5, 1e-5);
	assert_int_equal(mk_loop_run(&loop, &make->world, (Real)0.25 / 64), 1);
	check_near(ball->body.pose.origin.x, 4.5, 1e-5);
	loop.mode = LOOP_DYNAMIC;
	assert_int_equal(mk_loop_run(&loop, &make->world, (Real)0.25 / 64), 1);
	check_near(ball->body.pose.origin.x, 4.75, 1e-5);
	world_make_free(make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames_become_sub_steps_up_to_the_limit),
		cmocka_unit_test(the_default_is_60_steps_and_a_limit_of_6),
		cmocka_unit_test(a_frame_that_is_no_time_makes_no_step),
		cmocka_unit_test(the_mode_is_switched_while_the_world_runs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
