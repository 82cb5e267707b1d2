// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// All heap memory of the engine. The caller gives the size back on free (as in Lua), so the
// counters need no header per block and a leak is a number that is not zero at the end.
// Every block starts on a cache line: SIMD rows are aligned and two threads that own two blocks
// never share a line. The engine makes few and large blocks, so the padding is small change.
// Running out of memory calls the failure handler and stops; no caller checks for NULL.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Bytes; the cache line of x86-64 and of most ARM cores, and the size of a solver body row. Smaller
// values break aligned 32-byte loads, larger ones only waste memory.
#define MK_ALIGNMENT 64

// The hostile build makes hidden assumptions fail early: containers start with one element and grow
// to exactly what is needed (every growth moves them), freed memory is overwritten, and generations
// wrap at once.
#ifdef MK_HOSTILE
#define MK_FIRST_CAPACITY 1
#else
#define MK_FIRST_CAPACITY 8
#endif

typedef struct AllocStats {
	size_t live_bytes;  // allocated and not freed
	size_t live_blocks; // allocated and not freed
	uint64_t total;     // allocations since the start of the process, never decreases
} AllocStats;

// Returns a block of `size` bytes aligned to MK_ALIGNMENT, contents undefined; NULL for size 0.
void *mk_alloc(size_t size);

// Moves a block to a new size and keeps the common part; NULL with size 0 is an empty block.
void *mk_realloc(void *block, size_t old_size, size_t new_size);

// Frees a block of mk_alloc; `size` must be the size it was allocated with. NULL with 0 is allowed.
void mk_free(void *block, size_t size);

// Returns count * stride in bytes; more than PTRDIFF_MAX, which no object can have, is treated as
// out of memory. So the sum of two such sizes cannot overflow.
size_t mk_alloc_size(size_t count, size_t stride);

// Returns the bytes rounded up to a multiple of MK_ALIGNMENT; more than PTRDIFF_MAX is treated as
// out of memory.
size_t mk_alloc_round_up(size_t size);

// Overwrites memory that nobody may read any more, in the hostile build only. The bytes are 0xFF:
// a NaN for a float, the largest value for an index.
void mk_alloc_poison(void *memory, size_t size);

// Returns the counters of the process; exact when no other thread is allocating.
AllocStats mk_alloc_stats(void);
