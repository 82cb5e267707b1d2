// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The slot pool. Generations live in one dense array (a lookup touches it and the element),
// elements in fixed pages. A generation that reaches its end wraps to 1: a handle kept over 2^32
// removals of the same slot would be believed, which no game reaches; the hostile build wraps at 3
// to exercise the code.
#include "base/pool.h"

// Slots per page, a power of two. 256 keeps page tables short and a small pool within a few pages
// of memory; the hostile build gives every element its own page.
#ifdef MK_HOSTILE
#define MK_PAGE_BITS       0
#define MK_LAST_GENERATION 3
#else
#define MK_PAGE_BITS       8
#define MK_LAST_GENERATION UINT32_MAX
#endif
#define MK_PAGE_SLOTS (1u << MK_PAGE_BITS)

static size_t page_size(const Pool *pool) { return mk_alloc_size(MK_PAGE_SLOTS, pool->stride); }

static bool is_live(const Pool *pool, uint32_t index) {
	return index < pool->slots.count && pool->slots.data[index].next_free == MK_POOL_LIVE;
}

static void *element_at(const Pool *pool, uint32_t index) {
	unsigned char *page = pool->pages.data[index >> MK_PAGE_BITS];
	return page + (index & (MK_PAGE_SLOTS - 1)) * pool->stride;
}

static uint32_t add_slot(Pool *pool) {
	uint32_t index = pool->slots.count;
	if (index == MK_POOL_LIVE) {
		mk_assert_fail("out of memory: more than 2^32 pool slots", __FILE__, __LINE__);
	}
	pool_slot_array_push(&pool->slots, (PoolSlot){ .generation = 1 });
	if (index >> MK_PAGE_BITS == pool->pages.count) {
		pool_page_array_push(&pool->pages, mk_alloc(page_size(pool)));
	}
	return index;
}

static uint32_t take_slot(Pool *pool) {
	uint32_t index = pool->first_free;
	if (index == MK_POOL_NONE) return add_slot(pool);
	pool->first_free = pool->slots.data[index].next_free;
	return index;
}

void mk_pool_init(Pool *pool, size_t element_size) {
	MK_ASSERT(element_size > 0);
	*pool = (Pool){ .stride = element_size, .first_free = MK_POOL_NONE };
}

void mk_pool_free(Pool *pool) {
	for (uint32_t i = 0; i < pool->pages.count; i++)
		mk_free(pool->pages.data[i], page_size(pool));
	pool_page_array_free(&pool->pages);
	pool_slot_array_free(&pool->slots);
	mk_pool_init(pool, pool->stride);
}

Handle mk_pool_add(Pool *pool) {
	uint32_t index = take_slot(pool);
	pool->slots.data[index].next_free = MK_POOL_LIVE;
	pool->count++;
	memset(element_at(pool, index), 0, pool->stride);
	return mk_pool_handle(pool, index);
}

void mk_pool_remove(Pool *pool, Handle handle) {
	MK_ASSERT(mk_pool_get(pool, handle) != NULL);
	PoolSlot *slot = &pool->slots.data[handle.index];
	slot->generation = slot->generation == MK_LAST_GENERATION ? 1 : slot->generation + 1;
	slot->next_free = pool->first_free;
	pool->first_free = handle.index;
	pool->count--;
	mk_alloc_poison(element_at(pool, handle.index), pool->stride);
}

void *mk_pool_get(const Pool *pool, Handle handle) {
	if (!is_live(pool, handle.index)) return NULL;
	if (pool->slots.data[handle.index].generation != handle.generation) return NULL;
	return element_at(pool, handle.index);
}

void *mk_pool_at(const Pool *pool, uint32_t index) {
	MK_ASSERT(is_live(pool, index));
	return element_at(pool, index);
}

Handle mk_pool_handle(const Pool *pool, uint32_t index) {
	MK_ASSERT(is_live(pool, index));
	return (Handle){ .index = index, .generation = pool->slots.data[index].generation };
}

uint32_t mk_pool_next(const Pool *pool, uint32_t index) {
	while (index < pool->slots.count) {
		if (pool->slots.data[index].next_free == MK_POOL_LIVE) return index;
		index++;
	}
	return MK_POOL_NONE;
}
