// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Areas over many steps: orbits, water, swarms that pass through dozens of areas with
// any number of threads and without a single allocation, and what an area far away costs.
#include "base/hash.h"
#include "math/trig.h"
#include "shape/convex.h"
#include "support/check.h"
#include "support/world_make.h"

static void ask_areas(void *user, const WorldObject *object, BodySurroundings *out) {
	*out = mk_area_surroundings(&((const WorldMake *)user)->world, object);
}

static WorldMake *make_world(uint32_t workers) {
	WorldMake *make = world_make(workers);
	make->world.surroundings = ask_areas;
	return make;
}

// Where a moon is on its circle; v^2 / r = g u^2 / r^2.
static const Real orbit = 4;
static const Real orbit_speed = (Real)3.16227766;

static void moon_keeps_its_orbit(void **state) {
	(void)state;
	WorldMake *make = make_world(1);
	WorldArea *planet = make_area(make, mk_sphere_create(20, NULL), vec3(7, 0, 0));
	planet->rules = (AreaRules){
		.gravity_mode = AREA_REPLACE, .is_point = true, .gravity = 10, .unit_distance = 2
	};
	MadeBody *moon = make_ball(make, (Real)0.1, vec3(7 + orbit, 0, 0));
	moon->body.linear_velocity = vec3(0, 0, orbit_speed);
	// one round takes 2 pi r / v = 7.948 s, 477 steps; the radius stays within a hundredth for ten
	for (int i = 0; i < 4770; i++) {
		world_make_run(make, 1);
		Real radius = vec3_length(vec3_sub(moon->body.pose.origin, vec3(7, 0, 0)));
		check_near(radius, orbit, 0.04);
	}
	assert_false(moon->body.is_sleeping);
	world_make_free(make);
}

// Damping of 3 per second takes 3/60 of the speed in each step: in a pool, a
// falling ball ends at g / 3.
static void ball_sinks_through_water_at_its_final_speed(void **state) {
	(void)state;
	WorldMake *make = make_world(1);
	make->world.areas.rules = (AreaRules){ .gravity = 9, .gravity_vector = vec3(0, -1, 0) };
	WorldArea *pool = make_area(make, mk_box_create(vec3(5, 50, 5), NULL), vec3(0, -50, 0));
	pool->rules = (AreaRules){ .linear_damp_mode = AREA_COMBINE, .linear_damp = 3 };
	MadeBody *ball = make_ball(make, (Real)0.5, vec3(0, 5, 0));
	world_make_run(make, 30);
	// free fall: 9 m/s^2 for half a second
	check_near(ball->body.linear_velocity.y, -4.5, 1e-4);
	world_make_run(make, 300);
	// v = (1 - 3 dt) v - g dt
	check_near(ball->body.linear_velocity.y, -3, 1e-3);
	world_make_free(make);
}

static uint64_t hash_events(uint64_t hash, const AreaEventArray *events) {
	for (uint32_t i = 0; i < events->count; i++) {
		const AreaEvent *event = events->data + i;
		hash = hash_u64(hash, event->area->number);
		hash = hash_u64(hash, event->other * 4 + event->is_area * 2u + event->is_begin);
	}
	return hash;
}

enum { SWARM = 300 };

// Balls that pass through each other swing about the origin, through a cloud
// of areas that pull at them.
static void fill_swarm(WorldMake *make) {
	for (uint32_t i = 0; i < MAKE_AREAS; i++) {
		Real angle = (Real)i * (Real)0.7;
		Vec3 place = vec3(9 * real_cos(angle), (Real)(i % 5) - 2, 9 * real_sin(angle));
		if (i == 0) place = vec3_zero();
		Real radius = i == 0 ? 60 : 1 + (Real)(i % 3);
		WorldArea *area = make_area(make, mk_sphere_create(radius, NULL), place);
		area->rules = (AreaRules){
			.priority = i % 4,
			.gravity_mode = i % 2 == 0 ? AREA_COMBINE : AREA_REPLACE_COMBINE,
			.is_point = true,
			.gravity = 10,
		};
	}
	for (uint32_t i = 0; i < SWARM; i++) {
		Real angle = (Real)i * (Real)1.3;
		Vec3 place = vec3(10 * real_cos(angle), (Real)(i % 7) - 3, 10 * real_sin(angle));
		MadeBody *ball = make_ball(make, (Real)0.3, place);
		ball->object.mask = 0;
		ball->body.can_sleep = false;
		mk_world_change(&make->world, &ball->object, OBJECT_FILTER_CHANGED);
	}
}

static void workers_change_no_bit_and_steps_allocate_nothing(void **state) {
	(void)state;
	const uint32_t workers[] = { 1, 2, 4 };
	uint64_t hashes[3];
	for (int w = 0; w < 3; w++) {
		WorldMake *make = make_world(workers[w]);
		fill_swarm(make);
		hashes[w] = MK_HASH_SEED;
		uint32_t event_count = 0;
		for (int i = 0; i < 300; i++) {
			world_make_run(make, 1);
			hashes[w] = hash_events(hashes[w], &make->world.areas.events);
			event_count += make->world.areas.events.count;
		}
		hashes[w] = hash_u64(hashes[w], world_make_hash(make));
		assert_true(event_count > 1000);
		uint64_t before = mk_alloc_stats().total;
		world_make_run(make, 60);
		// more workers than one find pairs by chance: any of them may need a longer list
		if (workers[w] == 1) assert_true(mk_alloc_stats().total == before);
		world_make_free(make);
	}
	assert_true(hashes[0] == hashes[1]);
	assert_true(hashes[0] == hashes[2]);
}

static void an_area_far_away_is_never_looked_at(void **state) {
	(void)state;
	WorldMake *make = make_world(1);
	make_floor(make);
	for (int i = 0; i < 100; i++)
		make_box(make, vec3((Real)0.5, (Real)0.5, (Real)0.5), vec3((Real)(2 * i), 1, 0));
	make_area(make, mk_sphere_create(1, NULL), vec3(0, 500, 0));
	world_make_run(make, 60);
	assert_int_equal(make->world.areas.pairs.count, 0);
	assert_int_equal(make->world.areas.overlaps.count, 0);
	world_make_free(make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moon_keeps_its_orbit),
		cmocka_unit_test(ball_sinks_through_water_at_its_final_speed),
		cmocka_unit_test(workers_change_no_bit_and_steps_allocate_nothing),
		cmocka_unit_test(an_area_far_away_is_never_looked_at),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
