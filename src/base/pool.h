// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Slots addressed by handles. A handle is an index and the generation of the slot when it was
// taken; removing an element advances the generation, so a stale handle finds nothing. Elements
// live in pages that never move: a pointer stays valid until its element is removed, which hosts
// rely on. Deterministic: the slot freed last is used first, otherwise the lowest never used one,
// and iteration goes in index order. Not locked: the owner serialises changes.
#pragma once

#include "base/array.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Zero is the null handle, never valid.
typedef struct Handle {
	uint32_t index;
	uint32_t generation;
} Handle;

typedef struct PoolSlot {
	uint32_t generation; // of the present or the next element, never 0
	uint32_t next_free;  // MK_POOL_LIVE while in use, else the next free slot or MK_POOL_NONE
} PoolSlot;

#define MK_POOL_NONE UINT32_MAX
#define MK_POOL_LIVE (UINT32_MAX - 1)

MK_ARRAY_DECLARE(PoolSlotArray, pool_slot_array, PoolSlot);
MK_ARRAY_DECLARE(PoolPageArray, pool_page_array, void *);

typedef struct Pool {
	size_t stride;       // bytes from one element to the next
	uint32_t count;      // live elements
	uint32_t first_free; // head of the list of free slots, or MK_POOL_NONE
	PoolSlotArray slots; // every slot ever used; live indices are below its count
	PoolPageArray pages; // the elements
} Pool;

// Makes an empty pool of elements of `element_size` bytes; allocates nothing. An element is aligned
// to the largest power of two that divides its size, at most MK_ALIGNMENT.
void mk_pool_init(Pool *pool, size_t element_size);

// Gives all memory back; handles and pointers become invalid.
void mk_pool_free(Pool *pool);

// Takes a slot, zeroes its element and returns its handle.
Handle mk_pool_add(Pool *pool);

// Frees the slot of a valid handle.
void mk_pool_remove(Pool *pool, Handle handle);

// Returns the element, or NULL when the handle is null, stale or not of this pool.
void *mk_pool_get(const Pool *pool, Handle handle);

// Returns the element at a live index.
void *mk_pool_at(const Pool *pool, uint32_t index);

// Returns the handle of a live index.
Handle mk_pool_handle(const Pool *pool, uint32_t index);

// Returns the first live index that is not below `index`, or MK_POOL_NONE; to visit all elements:
// for (uint32_t i = mk_pool_next(p, 0); i != MK_POOL_NONE; i = mk_pool_next(p, i + 1))
uint32_t mk_pool_next(const Pool *pool, uint32_t index);

static inline bool handle_is_null(Handle handle) { return handle.generation == 0; }

static inline bool handle_equals(Handle a, Handle b) {
	return a.index == b.index && a.generation == b.generation;
}
