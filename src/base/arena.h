// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Memory for one step: allocation moves a pointer, everything is released at once by reset.
// Inside a step an arena that is full continues in overflow chunks, so nothing has a fixed
// capacity; between steps reset replaces all chunks by one that holds the largest step seen so
// far. After warm-up a step allocates nothing from the heap. Blocks never move and start on a cache
// line. An arena belongs to one thread; parallel work uses one arena per worker.
// A zeroed arena is a valid empty one.
#pragma once

#include <stddef.h>

typedef struct ArenaChunk ArenaChunk;

typedef struct Arena {
	ArenaChunk *top; // the chunk being filled; older chunks hang below it
	size_t live;     // bytes handed out and not released, over all chunks
	size_t peak;     // the largest `live` ever, bytes
} Arena;

// A point to go back to; valid until the arena is rewound below it or reset.
typedef struct ArenaMark {
	ArenaChunk *chunk;
	size_t used;
	size_t live;
} ArenaMark;

// Returns memory for `count` elements of `stride` bytes, contents undefined, aligned to
// MK_ALIGNMENT, owned by the arena; NULL when count or stride is 0.
void *mk_arena_alloc(Arena *arena, size_t count, size_t stride);

// Returns the present state, for mk_arena_rewind.
ArenaMark mk_arena_mark(const Arena *arena);

// Releases everything allocated after the mark was taken.
void mk_arena_rewind(Arena *arena, ArenaMark mark);

// Releases everything and grows the arena to its peak; to be called between steps.
void mk_arena_reset(Arena *arena);

// Gives all memory back to the heap and leaves an empty arena.
void mk_arena_free(Arena *arena);
