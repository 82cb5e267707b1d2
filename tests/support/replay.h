// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Worlds that are played by a script: the same scene and the same tick always make the same calls.
// Between them they have everything that a world can have; for snapshots, rollback and determinism.
#pragma once

#include "support/soft_make.h"

#define REPLAY_SOFTS 2

typedef struct Replay Replay;

// One scene: how it begins, and what a player does in a tick (NULL: nothing).
typedef struct ReplayScene {
	const char *name;
	void (*build)(Replay *replay);
	void (*play)(Replay *replay, uint32_t tick);
	uint32_t ticks; // that show all there is to see
} ReplayScene;

struct Replay {
	const ReplayScene *scene;
	WorldMake *make;
	MadeSoft softs[REPLAY_SOFTS];
	uint32_t soft_count;
	uint32_t tick;
	uint64_t events; // a hash of all events of areas so far
};

extern const ReplayScene replay_scenes[];
extern const uint32_t replay_scene_count;

// Returns a scene at its beginning, for so many workers; to be freed.
Replay *replay_make(const ReplayScene *scene, uint32_t workers);
void replay_free(Replay *replay);

// Plays one tick of 1/60 s.
void replay_step(Replay *replay);

// Returns a hash of the world and of what it has told.
uint64_t replay_hash(const Replay *replay);
