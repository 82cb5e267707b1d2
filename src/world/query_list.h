// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What is near a question, in an order in which neither the trees nor the past of the world have a
// say: by the names of objects and the numbers of their shapes. So an answer that is cut after some
// hits, and one of several that are equally good, is always the same. For the world's own files
// only.
#pragma once

#include "world/query.h"

typedef struct QueryList {
	World *world;
	uint32_t mask; // bits: layers that are looked at
	QueryTargets targets;
	QueryFilter *filter; // NULL: all
	void *user;
	NumberArray found; // colliders; empty before it is filled
} QueryList;

// Fills the list with the colliders that are wanted and have boxes that touch one, in order. Others
// may be filled meanwhile: who is told what was found may ask questions of its own.
void mk_query_list_fill(QueryList *list, Aabb box);

// Gives the memory of a list back for the next one.
void mk_query_list_end(QueryList *list);

// Returns whether a collider comes before another one.
bool mk_collider_is_before(const World *world, uint32_t a, uint32_t b);
