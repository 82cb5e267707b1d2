// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The step arena: a stack of chunks. All sizes are multiples of MK_ALIGNMENT, so `live` does not
// depend on how blocks fell into chunks, and one chunk of `peak` bytes can hold the same step.
#include "base/arena.h"

#include "base/alloc.h"
#include "base/assert.h"

#include <stdint.h>

struct ArenaChunk {
	_Alignas(MK_ALIGNMENT) ArenaChunk *below; // NULL in the first chunk
	size_t capacity;                          // bytes after this header
	size_t used;                              // bytes handed out
};

static unsigned char *chunk_memory(ArenaChunk *chunk) { return (unsigned char *)(chunk + 1); }

static void push_chunk(Arena *arena, size_t capacity) {
	ArenaChunk *chunk = mk_alloc(mk_alloc_round_up(capacity) + sizeof(ArenaChunk));
	*chunk = (ArenaChunk){ .below = arena->top, .capacity = mk_alloc_round_up(capacity) };
	arena->top = chunk;
}

static void pop_chunk(Arena *arena) {
	ArenaChunk *chunk = arena->top;
	arena->top = chunk->below;
	mk_free(chunk, chunk->capacity + sizeof(ArenaChunk));
}

// an overflow chunk is as large as all before it: a step that needs n bytes makes O(log n) of them
static void push_overflow(Arena *arena, size_t size) {
	size_t capacity = size;
#ifndef MK_HOSTILE
	if (capacity < arena->live) capacity = arena->live;
	if (capacity < (size_t)64 * MK_ALIGNMENT) capacity = (size_t)64 * MK_ALIGNMENT;
#endif
	push_chunk(arena, capacity);
}

void *mk_arena_alloc(Arena *arena, size_t count, size_t stride) {
	size_t size = mk_alloc_round_up(mk_alloc_size(count, stride));
	if (size == 0) return NULL;
	if (arena->top == NULL || size > arena->top->capacity - arena->top->used) {
		push_overflow(arena, size);
	}
	ArenaChunk *chunk = arena->top;
	void *memory = chunk_memory(chunk) + chunk->used;
	chunk->used += size;
	arena->live += size;
	if (arena->peak < arena->live) arena->peak = arena->live;
	return memory;
}

ArenaMark mk_arena_mark(const Arena *arena) {
	size_t used = arena->top == NULL ? 0 : arena->top->used;
	return (ArenaMark){ .chunk = arena->top, .used = used, .live = arena->live };
}

void mk_arena_rewind(Arena *arena, ArenaMark mark) {
	MK_ASSERT(mark.live <= arena->live);
	if (arena->top == NULL) return;

	// the first chunk stays even if the mark is older than it
	while (arena->top != mark.chunk && arena->top->below != NULL)
		pop_chunk(arena);
	ArenaChunk *chunk = arena->top;
	MK_ASSERT(mark.used <= chunk->used);
	mk_alloc_poison(chunk_memory(chunk) + mark.used, chunk->used - mark.used);
	chunk->used = mark.used;
	arena->live = mark.live;
}

void mk_arena_reset(Arena *arena) {
	mk_arena_rewind(arena, (ArenaMark){ 0 });
	if (arena->top == NULL || arena->peak <= arena->top->capacity) return;

	// a quarter more than the peak, so that a slowly growing scene does not reallocate every step
	size_t capacity = arena->peak;
#ifndef MK_HOSTILE
	capacity += capacity / 4;
#endif
	pop_chunk(arena);
	push_chunk(arena, capacity);
}

void mk_arena_free(Arena *arena) {
	while (arena->top != NULL)
		pop_chunk(arena);
	*arena = (Arena){ 0 };
}
