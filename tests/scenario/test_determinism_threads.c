// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The same calls give the same bits for any number of workers, and of lanes in the solver. The
// hashes are printed: test_determinism.py compares those of builds by other compilers and at
// other levels of optimisation.
#include "base/hash.h"
#include "support/check.h"
#include "support/replay.h"
#include "world/parts.h"

#include <stdio.h>

#ifdef __SANITIZE_THREAD__
enum { TICKS = 12 }; // every access is watched
#else
enum { TICKS = 60 };
#endif

static const uint32_t worker_counts[] = { 1, 2, 4, 8 };

// What is to be seen of a scene besides its bits.
static struct {
	uint32_t most_parts; // of the graph, that a worker had to itself
	uint32_t changes;    // how often parts came or went
} seen;

static void look(const World *world, uint32_t *last_parts) {
	uint32_t parts = world->parts.count;
	assert_true(mk_world_parts_are_sound(world));
	seen.most_parts = parts > seen.most_parts ? parts : seen.most_parts;
	seen.changes += (parts > 0) != (*last_parts > 0);
	*last_parts = parts;
}

// Workers that come and go from tick to tick.
#define CHANGING 0

// A hash over all ticks of a scene; 0 lanes: as many as the processor has.
static uint64_t play(const ReplayScene *scene, uint32_t workers, int lanes) {
	uint32_t parts = 0;
	uint64_t hash = MK_HASH_SEED;
	Replay *replay = replay_make(scene, workers == CHANGING ? 8 : workers);
	// also where there is too little to do for so many
	replay->make->world.settings.worker_count = workers;
	replay->make->world.settings.solver.lanes = lanes;
	for (uint32_t i = 0; i < TICKS; i++) {
		if (workers == CHANGING) replay->make->world.settings.worker_count = 1 + i / 3 * 5 % 8;
		replay_step(replay);
		look(&replay->make->world, &parts);
		hash = hash_u64(hash, replay_hash(replay));
	}
	replay_free(replay);
	return hash;
}

static void worlds_are_the_same_bits_with_1_2_4_and_8_workers(void **state) {
	(void)state;
	for (uint32_t i = 0; i < replay_scene_count; i++) {
		uint64_t first = play(replay_scenes + i, worker_counts[0], 0);
		for (int k = 1; k < 4; k++)
			assert_int_equal(play(replay_scenes + i, worker_counts[k], 0), first);
		printf("# hash %s %016llx\n", replay_scenes[i].name, (unsigned long long)first);
	}
}

static void worlds_are_the_same_bits_when_workers_come_and_go(void **state) {
	(void)state;
	for (uint32_t i = 0; i < replay_scene_count; i++)
		assert_int_equal(play(replay_scenes + i, CHANGING, 0), play(replay_scenes + i, 1, 0));
}

// Or the tests above would not be about them: islands are shared out among
// workers, and not for ever.
static void workers_have_islands_to_themselves_as_long_as_there_are_any(void **state) {
	(void)state;
	memset(&seen, 0, sizeof(seen));
	play(replay_scenes + replay_scene_count - 1, 1, 0);
	assert_int_equal(seen.most_parts, 0);
	play(replay_scenes + replay_scene_count - 1, 2, 0);
	assert_true(seen.most_parts > 1);
	// too few ticks for them all to end in one heap
	if (TICKS >= 60) assert_true(seen.changes > 1);
}

// All with contacts, one with every kind of joint.
static void worlds_are_the_same_bits_in_1_4_and_8_lanes(void **state) {
	(void)state;
	for (uint32_t i = 0; i < replay_scene_count; i++) {
		uint64_t first = play(replay_scenes + i, 1, 1);
		assert_int_equal(play(replay_scenes + i, 1, 4), first);
		assert_int_equal(play(replay_scenes + i, 1, 8), first);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(worlds_are_the_same_bits_with_1_2_4_and_8_workers),
		cmocka_unit_test(worlds_are_the_same_bits_when_workers_come_and_go),
		cmocka_unit_test(workers_have_islands_to_themselves_as_long_as_there_are_any),
		cmocka_unit_test(worlds_are_the_same_bits_in_1_4_and_8_lanes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
