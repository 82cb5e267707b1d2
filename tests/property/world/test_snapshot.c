// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Snapshots that somebody has made up: single numbers replaced, the checksum put right. Whatever
// they say, they are refused, or the world goes on.
#include "support/budget.h"
#include "support/check.h"
#include "support/replay.h"
#include "support/rng.h"
#include "world/snapshot_parts.h"

// What a word may be replaced by.
static uint32_t any_word(Rng *rng) {
	const uint32_t words[] = { 0, 1, 2, 7, UINT32_MAX, UINT32_MAX - 1, 0x7F800000, 0xFF800000,
		0x7FC00000, 0x7F7FFFFF, 0x00000001, 0x80000000, 0x3F800000, 0xBF800000 };
	uint32_t pick = rng_below(rng, 18);
	if (pick < sizeof(words) / sizeof(*words)) return words[pick];
	uint32_t shift = rng_below(rng, 32);
	return rng_u32(rng) >> shift;
}

static Replay *make_replay(const ReplayScene *scene) {
	Replay *replay = replay_make(scene, 1);
	while (replay->tick < 40)
		replay_step(replay);
	return replay;
}

// Steps on from a forged snapshot, then goes back; a joint that has broken by it cannot, so
// the scene is played again.
static void step_and_return(Replay **replay, const unsigned char *bytes, size_t size) {
	world_make_run((*replay)->make, 2);
	SnapshotStatus status = mk_world_restore(&(*replay)->make->world, bytes, size).status;
	if (status == SNAPSHOT_OK) return;
	assert_int_equal(status, SNAPSHOT_OTHER_JOINTS);
	const ReplayScene *scene = (*replay)->scene;
	replay_free(*replay);
	*replay = make_replay(scene);
}

// Returns how many were accepted.
static uint32_t forge(Replay **replay, const unsigned char *bytes, size_t size, uint32_t count) {
	unsigned char *forged = mk_alloc(size);
	Rng rng = { 99 };
	uint32_t accepted = 0;
	for (uint32_t i = 0; i < count; i++) {
		memcpy(forged, bytes, size);
		uint32_t word = any_word(&rng);
		uint32_t length = 1 + rng_below(&rng, 4);
		size_t at = 32 + rng_below(&rng, (uint32_t)size - 36);
		memcpy(forged + at, &word, length);
		mk_snap_seal(forged, size);
		if (mk_world_restore(&(*replay)->make->world, forged, size).status != SNAPSHOT_OK) continue;
		accepted++;
		step_and_return(replay, bytes, size);
	}
	mk_free(forged, size);
	return accepted;
}

static void forged_snapshots_are_refused_or_harmless(void **state) {
	(void)state;
	for (uint32_t i = 0; i < replay_scene_count; i++) {
		Replay *replay = make_replay(replay_scenes + i);
		size_t size = mk_world_save(&replay->make->world, NULL, 0);
		unsigned char *bytes = mk_alloc(size);
		mk_world_save(&replay->make->world, bytes, size);
		uint32_t count = pick_count(300, 40);
		uint32_t accepted = forge(&replay, bytes, size, count);
		// else only the refusal was tested
		assert_true(accepted > count / 10);
		mk_free(bytes, size);
		replay_free(replay);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forged_snapshots_are_refused_or_harmless),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
