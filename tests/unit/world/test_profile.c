// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Times of the stages of a step, by a clock that the test turns by hand.
#include "world/profile.h"

#include "support/check.h"
#include "support/world_make.h"

// A clock that is a second later each time it is asked.
typedef struct TestClock {
	double now;
	uint32_t asked;
} TestClock;

static double tick(void *user) {
	TestClock *clock = user;
	clock->asked++;
	return clock->now += 1;
}

static void every_stage_has_a_name_of_its_own(void **state) {
	(void)state;
	for (uint32_t i = 0; i < STAGE_COUNT; i++) {
		assert_non_null(mk_world_stage_name(i));
		for (uint32_t j = 0; j < i; j++)
			assert_string_not_equal(mk_world_stage_name(i), mk_world_stage_name(j));
	}
	assert_null(mk_world_stage_name(STAGE_COUNT));
	assert_null(mk_world_stage_name(UINT32_MAX));
}

static void without_a_clock_nothing_is_measured(void **state) {
	(void)state;
	WorldProfile profile = { .seconds[STAGE_SOLVE] = 3 };
	mk_profile_begin(&profile, true);
	mk_profile_end_stage(&profile, STAGE_SOLVE);
	assert_true(profile.seconds[STAGE_SOLVE] == 3);
}

static void time_goes_to_the_stage_that_ends(void **state) {
	(void)state;
	TestClock clock = { 0 };
	WorldProfile profile = { .clock = tick, .user = &clock, .seconds[STAGE_SOFT] = 7 };
	mk_profile_begin(&profile, true);
	clock.now += 10;
	mk_profile_end_stage(&profile, STAGE_SOLVE);
	mk_profile_end_stage(&profile, STAGE_SLEEP);
	mk_profile_end_stage(&profile, STAGE_SOLVE);
	assert_true(profile.seconds[STAGE_SOLVE] == 12);
	assert_true(profile.seconds[STAGE_SLEEP] == 1);
	assert_true(profile.seconds[STAGE_SOFT] == 0);
	assert_true(mk_profile_sum(&profile) == 13);
}

// All time between the first and the last question is in some stage, and every stage gets some.
static void a_step_gives_all_its_time_to_stages(void **state) {
	(void)state;
	TestClock clock = { 0 };
	WorldMake *make = world_make(1);
	make_floor(make);
	make_ball(make, 1, vec3(0, 1, 0));
	mk_world_set_clock(&make->world, tick, &clock);
	for (int step = 0; step < 3; step++) {
		double start = clock.now;
		world_make_run(make, 1);
		assert_true(mk_profile_sum(&make->world.profile) == clock.now - start - 1);
		for (uint32_t i = 0; i < STAGE_COUNT; i++)
			assert_true(make->world.profile.seconds[i] >= 1);
	}
	mk_world_set_clock(&make->world, NULL, NULL);
	assert_true(mk_profile_sum(&make->world.profile) == 0);
	uint32_t asked = clock.asked;
	world_make_run(make, 1);
	assert_int_equal(clock.asked, asked);
	world_make_free(make);
}

// The ball lies on the floor from the start and sleeps after half a second; a push wakes it.
static void a_step_that_has_nothing_to_do_asks_no_clock(void **state) {
	(void)state;
	TestClock clock = { 0 };
	WorldMake *make = world_make(1);
	make_floor(make);
	Body *ball = &make_ball(make, 1, vec3(0, 1, 0))->body;
	mk_world_set_clock(&make->world, tick, &clock);
	world_make_run(make, 120);
	assert_true(ball->is_sleeping);
	uint32_t asked = clock.asked;
	world_make_run(make, 1);
	assert_int_equal(clock.asked, asked);
	assert_true(mk_profile_sum(&make->world.profile) == 0);
	mk_body_apply_central_impulse(ball, vec3(0, 5, 0));
	mk_world_touch(&make->world, make->world.movers.data[0]);
	world_make_run(make, 1);
	assert_true(clock.asked > asked);
	assert_true(mk_profile_sum(&make->world.profile) > 0);
	world_make_free(make);
}

static uint64_t hash_after(WorldClock *clock, void *user) {
	WorldMake *make = world_make(2);
	make_floor(make);
	for (uint32_t i = 0; i < 30; i++)
		make_box(make, vec3_splat((Real)0.5), vec3((Real)(i % 3) * (Real)0.3, (Real)i, 0));
	mk_world_set_clock(&make->world, clock, user);
	world_make_run(make, 60);
	uint64_t hash = world_make_hash(make);
	world_make_free(make);
	return hash;
}

static void a_clock_changes_no_bit_of_the_result(void **state) {
	(void)state;
	TestClock clock = { 0 };
	assert_int_equal(hash_after(NULL, NULL), hash_after(tick, &clock));
	assert_true(clock.asked > 60);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_stage_has_a_name_of_its_own),
		cmocka_unit_test(without_a_clock_nothing_is_measured),
		cmocka_unit_test(time_goes_to_the_stage_that_ends),
		cmocka_unit_test(a_step_gives_all_its_time_to_stages),
		cmocka_unit_test(a_step_that_has_nothing_to_do_asks_no_clock),
		cmocka_unit_test(a_clock_changes_no_bit_of_the_result),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
