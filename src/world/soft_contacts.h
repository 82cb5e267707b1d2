// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What a soft body can touch within a step; for soft.c. Safe on any worker: writes only the soft
// body's own notes and the worker's scratch memory.
#pragma once

#include "world/parts.h"
#include "world/soft.h"

typedef struct SoftSearch {
	World *world;
	WorldSoft *soft;
	WorldWorker *worker;
	Vec3 gravity;
	Real dt;
} SoftSearch;

// Notes where the middle of a soft body is and which areas hold it.
void mk_soft_find_areas(const World *world, WorldSoft *soft);

// Whether something that moves has come near a sleeping soft body.
bool mk_soft_is_disturbed(const SoftSearch *search);

// Fills in the partners and contacts of the step.
void mk_soft_find_contacts(const SoftSearch *search);
