// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A world that is put back goes the same way again, bit for bit: in the same world and in another
// one that the same calls have built, with any number of workers, wherever the snapshot was taken.
#include "support/budget.h"
#include "support/check.h"
#include "support/replay.h"
#include "world/snapshot.h"

enum { MOST_TICKS = 256 };

typedef struct Saved {
	unsigned char *bytes;
	size_t size;
	uint32_t tick;
	uint64_t events;
} Saved;

static Saved save(Replay *replay) {
	Saved saved = { .tick = replay->tick, .events = replay->events };
	saved.size = mk_world_save(&replay->make->world, NULL, 0);
	saved.bytes = mk_alloc(saved.size);
	assert_int_equal(mk_world_save(&replay->make->world, saved.bytes, saved.size), saved.size);
	return saved;
}

static void restore(Replay *replay, const Saved *saved) {
	SnapshotResult result = mk_world_restore(&replay->make->world, saved->bytes, saved->size);
	if (result.status != SNAPSHOT_OK) {
		fail_msg("%s: the snapshot %s (%llu)", replay->scene->name,
				mk_snapshot_status_text(result.status), (unsigned long long)result.name);
	}
	replay->tick = saved->tick;
	replay->events = saved->events;
}

static void check_tick(const Replay *replay, uint64_t expected) {
	if (replay_hash(replay) == expected) return;
	fail_msg("%s: tick %u differs", replay->scene->name, (unsigned)replay->tick);
}

// How the scene goes if nobody ever saves it.
static void play(const ReplayScene *scene, uint32_t workers, uint64_t hashes[MOST_TICKS]) {
	Replay *replay = replay_make(scene, workers);
	while (replay->tick < scene->ticks) {
		replay_step(replay);
		hashes[replay->tick] = replay_hash(replay);
	}
	replay_free(replay);
}

// Plays to the end, goes back to where it was saved, and plays to the end again.
static void roll_back(Replay *replay, uint32_t at, const uint64_t hashes[MOST_TICKS]) {
	while (replay->tick < at)
		replay_step(replay);
	Saved saved = save(replay);
	for (int round = 0; round < 2; round++) {
		while (replay->tick < replay->scene->ticks) {
			replay_step(replay);
			check_tick(replay, hashes[replay->tick]);
		}
		restore(replay, &saved);
	}
	mk_free(saved.bytes, saved.size);
}

static void run_scene(const ReplayScene *scene, uint32_t workers) {
	assert_true(scene->ticks < MOST_TICKS);
	uint64_t hashes[MOST_TICKS];
	play(scene, 1, hashes);
	Replay *replay = replay_make(scene, workers);
	replay->make->world.settings.worker_count = workers;
	// in the thick of it, before the first step, near the end; going back each time
	const uint32_t ticks[] = { scene->ticks / 3, 0, scene->ticks - 10 };
	for (int i = 0; i < pick_count(3, 1); i++)
		roll_back(replay, ticks[i], hashes);
	replay_free(replay);
}

// One test per scene, so that each has its name.
#define ROLLBACK_TEST(name, index, workers)            \
	static void name(void **state) {                   \
		(void)state;                                   \
		run_scene(replay_scenes + (index), (workers)); \
	}

ROLLBACK_TEST(rolled_back_piles_go_the_same_way, 0, 1)
ROLLBACK_TEST(rolled_back_meshes_go_the_same_way, 1, 1)
ROLLBACK_TEST(rolled_back_joints_go_the_same_way, 2, 1)
ROLLBACK_TEST(rolled_back_areas_tell_the_same_events, 3, 1)
ROLLBACK_TEST(rolled_back_soft_bodies_go_the_same_way, 4, 1)
ROLLBACK_TEST(rolled_back_sleepers_wake_the_same_way, 5, 1)
ROLLBACK_TEST(rolled_back_bullets_hit_the_same_places, 6, 1)
ROLLBACK_TEST(rolled_back_nets_of_joints_go_the_same_way, 7, 1)
ROLLBACK_TEST(rolled_back_crates_go_the_same_way, 8, 1)
ROLLBACK_TEST(rolled_back_cranes_let_go_the_same_way, 9, 1)
ROLLBACK_TEST(rolled_back_crowds_that_are_shared_out_go_the_same_way, 10, 2)

// The end of one world is played by another one, which has been elsewhere.
static void another_world_of_the_same_calls_goes_on_where_one_was_saved(void **state) {
	(void)state;
	for (uint32_t i = 0; i < replay_scene_count; i++) {
		const ReplayScene *scene = replay_scenes + i;
		Replay *first = replay_make(scene, 1);
		Replay *second = replay_make(scene, 1);
		while (first->tick < scene->ticks / 2)
			replay_step(first);
		while (second->tick < 7)
			replay_step(second);
		Saved saved = save(first);
		restore(second, &saved);
		while (first->tick < scene->ticks) {
			replay_step(first);
			replay_step(second);
			check_tick(second, replay_hash(first));
		}
		mk_free(saved.bytes, saved.size);
		replay_free(first);
		replay_free(second);
	}
}

// What a step leaves behind and a snapshot does not hold must not matter to the
// next step, whatever it is.
static void worlds_that_are_restored_before_every_step_go_the_same_way(void **state) {
	(void)state;
	for (uint32_t i = 0; i < replay_scene_count; i++) {
		const ReplayScene *scene = replay_scenes + i;
		Replay *straight = replay_make(scene, 1);
		Replay *restored = replay_make(scene, 1);
		while (straight->tick < scene->ticks) {
			Saved saved = save(restored);
			restore(restored, &saved);
			mk_free(saved.bytes, saved.size);
			replay_step(straight);
			replay_step(restored);
			check_tick(restored, replay_hash(straight));
		}
		replay_free(straight);
		replay_free(restored);
	}
}

static void snapshots_of_any_number_of_workers_are_the_same_bytes(void **state) {
	(void)state;
	const uint32_t workers[] = { 1, 2, 4, 8 };
	for (uint32_t i = 0; i < replay_scene_count; i++) {
		const ReplayScene *scene = replay_scenes + i;
		Saved all[4];
		uint64_t ends[4];
		for (int k = 0; k < 4; k++) {
			Replay *replay = replay_make(scene, workers[k]);
			replay->make->world.settings.worker_count = workers[k];
			while (replay->tick < scene->ticks / 3)
				replay_step(replay);
			all[k] = save(replay);
			// goes on from the bytes of one worker
			restore(replay, all);
			while (replay->tick < scene->ticks / 2)
				replay_step(replay);
			ends[k] = replay_hash(replay);
			replay_free(replay);
			assert_int_equal(all[k].size, all[0].size);
			assert_memory_equal(all[k].bytes, all[0].bytes, all[0].size);
			assert_int_equal(ends[k], ends[0]);
		}
		for (int k = 0; k < 4; k++)
			mk_free(all[k].bytes, all[k].size);
	}
}

// Saving and restoring every tick, as a game with rollback does, allocates
// nothing once it has begun.
static void rollback_every_tick_allocates_nothing(void **state) {
	(void)state;
	for (uint32_t i = 0; i < 4; i++) {
		Replay *replay = replay_make(replay_scenes + i, 1);
		while (replay->tick < replay->scene->ticks - 30)
			replay_step(replay);
		size_t capacity = 2 * mk_world_save(&replay->make->world, NULL, 0);
		Saved saved = { mk_alloc(capacity), 0, 0, 0 };
		uint64_t before = 0;
		for (int round = 0; round < 10; round++) {
			saved.size = mk_world_save(&replay->make->world, saved.bytes, capacity);
			assert_true(saved.size <= capacity);
			saved.tick = replay->tick;
			saved.events = replay->events;
			for (int k = 0; k < 3; k++)
				replay_step(replay);
			restore(replay, &saved);
			// shadow and world have changed places often enough for everything to have its memory
			if (round == 5) before = mk_alloc_stats().total;
		}
		// the hostile build grows by one element at a time
		if (pick_count(true, false)) assert_int_equal(mk_alloc_stats().total, before);
		mk_free(saved.bytes, capacity);
		replay_free(replay);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rolled_back_piles_go_the_same_way),
		cmocka_unit_test(rolled_back_meshes_go_the_same_way),
		cmocka_unit_test(rolled_back_joints_go_the_same_way),
		cmocka_unit_test(rolled_back_areas_tell_the_same_events),
		cmocka_unit_test(rolled_back_soft_bodies_go_the_same_way),
		cmocka_unit_test(rolled_back_sleepers_wake_the_same_way),
		cmocka_unit_test(rolled_back_bullets_hit_the_same_places),
		cmocka_unit_test(rolled_back_nets_of_joints_go_the_same_way),
		cmocka_unit_test(rolled_back_crates_go_the_same_way),
		cmocka_unit_test(rolled_back_cranes_let_go_the_same_way),
		cmocka_unit_test(rolled_back_crowds_that_are_shared_out_go_the_same_way),
		cmocka_unit_test(another_world_of_the_same_calls_goes_on_where_one_was_saved),
		cmocka_unit_test(worlds_that_are_restored_before_every_step_go_the_same_way),
		cmocka_unit_test(snapshots_of_any_number_of_workers_are_the_same_bytes),
		cmocka_unit_test(rollback_every_tick_allocates_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
