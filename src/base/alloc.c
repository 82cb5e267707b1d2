// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The allocator over the C library, and its counters. A realloc is always a new block and a copy:
// the C library has no aligned realloc, and growth happens in warm-up, not in the steps that count.
#include "base/alloc.h"

#include "base/assert.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <malloc.h>
#endif

static _Atomic size_t live_bytes;
static _Atomic size_t live_blocks;
static _Atomic uint64_t total_allocations;

static void *allocate_aligned(size_t size) {
#ifdef _WIN32
	return _aligned_malloc(size, MK_ALIGNMENT);
#else
	return aligned_alloc(MK_ALIGNMENT, size);
#endif
}

static void free_aligned(void *block) {
#ifdef _WIN32
	_aligned_free(block);
#else
	free(block);
#endif
}

size_t mk_alloc_size(size_t count, size_t stride) {
	if (stride != 0 && count > PTRDIFF_MAX / stride) {
		mk_assert_fail("out of memory: size overflow", __FILE__, __LINE__);
	}
	return count * stride;
}

size_t mk_alloc_round_up(size_t size) {
	if (size > PTRDIFF_MAX) {
		mk_assert_fail("out of memory: size overflow", __FILE__, __LINE__);
	}
	return (size + (MK_ALIGNMENT - 1)) & ~(size_t)(MK_ALIGNMENT - 1);
}

void mk_alloc_poison(void *memory, size_t size) {
#ifdef MK_HOSTILE
	if (size > 0) memset(memory, 0xFF, size);
#else
	(void)memory;
	(void)size;
#endif
}

void *mk_alloc(size_t size) {
	if (size == 0) return NULL;
	void *block = allocate_aligned(mk_alloc_round_up(size));
	if (block == NULL) mk_assert_fail("out of memory", __FILE__, __LINE__);
	atomic_fetch_add_explicit(&live_bytes, size, memory_order_relaxed);
	atomic_fetch_add_explicit(&live_blocks, 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&total_allocations, 1, memory_order_relaxed);
	mk_alloc_poison(block, size);
	return block;
}

void mk_free(void *block, size_t size) {
	MK_ASSERT((block == NULL) == (size == 0));
	if (block == NULL) return;
	mk_alloc_poison(block, size);
	free_aligned(block);
	atomic_fetch_sub_explicit(&live_bytes, size, memory_order_relaxed);
	atomic_fetch_sub_explicit(&live_blocks, 1, memory_order_relaxed);
}

void *mk_realloc(void *block, size_t old_size, size_t new_size) {
	void *moved = mk_alloc(new_size);
	size_t kept = old_size < new_size ? old_size : new_size;
	if (kept > 0) memcpy(moved, block, kept);
	mk_free(block, old_size);
	return moved;
}

AllocStats mk_alloc_stats(void) {
	return (AllocStats){
		.live_bytes = atomic_load_explicit(&live_bytes, memory_order_relaxed),
		.live_blocks = atomic_load_explicit(&live_blocks, memory_order_relaxed),
		.total = atomic_load_explicit(&total_allocations, memory_order_relaxed),
	};
}
