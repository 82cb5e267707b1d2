// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The step arena: overflow inside a step, growth between steps, marks.
#include "base/arena.h"

#include "base/alloc.h"
#include "support/check.h"

#include <string.h>

static void arena_blocks_are_aligned_and_disjoint(void **state) {
	(void)state;
	Arena arena = { 0 };
	unsigned char *blocks[50];
	for (size_t i = 0; i < 50; i++) {
		blocks[i] = mk_arena_alloc(&arena, i + 1, 37);
		assert_int_equal((uintptr_t)blocks[i] % MK_ALIGNMENT, 0);
		memset(blocks[i], (int)i, (i + 1) * 37);
	}
	for (size_t i = 0; i < 50; i++) {
		assert_int_equal(blocks[i][0], i);
		assert_int_equal(blocks[i][(i + 1) * 37 - 1], i);
	}
	mk_arena_free(&arena);
}

static void arena_empty_block_is_null(void **state) {
	(void)state;
	Arena arena = { 0 };
	assert_null(mk_arena_alloc(&arena, 0, 8));
	assert_null(mk_arena_alloc(&arena, 8, 0));
	assert_int_equal(arena.live, 0);
	mk_arena_free(&arena);
}

// a step with nested scratch memory; returns the heap allocations it caused
static uint64_t run_step(Arena *arena, size_t count) {
	uint64_t total = mk_alloc_stats().total;
	mk_arena_alloc(arena, count, 100);
	for (size_t i = 0; i < 10; i++) {
		ArenaMark mark = mk_arena_mark(arena);
		mk_arena_alloc(arena, count * (i + 1), 64);
		mk_arena_rewind(arena, mark);
	}
	mk_arena_alloc(arena, 1, 1);
	return mk_alloc_stats().total - total;
}

static void same_step_allocates_nothing_the_second_time(void **state) {
	(void)state;
	Arena arena = { 0 };
	assert_true(run_step(&arena, 1000) > 0);
	mk_arena_reset(&arena);
	uint64_t total = mk_alloc_stats().total;
	assert_int_equal(run_step(&arena, 1000), 0);
	mk_arena_reset(&arena);
	assert_int_equal(run_step(&arena, 500), 0);
	mk_arena_reset(&arena);
	assert_int_equal(run_step(&arena, 1000), 0);
	assert_int_equal(mk_alloc_stats().total, total);
	mk_arena_free(&arena);
}

static void overflow_keeps_earlier_blocks_in_place(void **state) {
	(void)state;
	Arena arena = { 0 };
	mk_arena_alloc(&arena, 1, 64);
	mk_arena_reset(&arena);
	unsigned char *first = mk_arena_alloc(&arena, 3, 1);
	memcpy(first, "abc", 3);
	for (int i = 0; i < 20; i++) {
		mk_arena_alloc(&arena, 1000, 10);
	}
	assert_memory_equal(first, "abc", 3);
	mk_arena_free(&arena);
}

static void rewind_gives_the_same_address_again(void **state) {
	(void)state;
	Arena arena = { 0 };
	mk_arena_alloc(&arena, 1, 10000);
	mk_arena_reset(&arena);
	mk_arena_alloc(&arena, 5, 5);
	ArenaMark mark = mk_arena_mark(&arena);
	void *a = mk_arena_alloc(&arena, 7, 7);
	mk_arena_rewind(&arena, mark);
	assert_ptr_equal(mk_arena_alloc(&arena, 7, 7), a);
	mk_arena_free(&arena);
}

static void rewind_over_overflow_frees_it(void **state) {
	(void)state;
	Arena arena = { 0 };
	mk_arena_alloc(&arena, 1, 64);
	mk_arena_reset(&arena);
	size_t blocks = mk_alloc_stats().live_blocks;
	ArenaMark mark = mk_arena_mark(&arena);
	mk_arena_alloc(&arena, 1, 100000);
	assert_int_equal(mk_alloc_stats().live_blocks, blocks + 1);
	mk_arena_rewind(&arena, mark);
	assert_int_equal(mk_alloc_stats().live_blocks, blocks);
	assert_int_equal(arena.live, 0);
	mk_arena_free(&arena);
}

static void mark_of_an_empty_arena_rewinds_to_empty(void **state) {
	(void)state;
	Arena arena = { 0 };
	ArenaMark mark = mk_arena_mark(&arena);
	mk_arena_rewind(&arena, mark);
	mk_arena_alloc(&arena, 1, 10);
	mk_arena_alloc(&arena, 1, 100000);
	mk_arena_rewind(&arena, mark);
	assert_int_equal(arena.live, 0);
	mk_arena_free(&arena);
}

static void free_gives_all_memory_back(void **state) {
	(void)state;
	size_t live = mk_alloc_stats().live_bytes;
	Arena arena = { 0 };
	run_step(&arena, 3000);
	mk_arena_free(&arena);
	assert_int_equal(mk_alloc_stats().live_bytes, live);
	mk_arena_free(&arena);
}

#ifdef MK_HOSTILE
static void released_memory_is_overwritten(void **state) {
	(void)state;
	Arena arena = { 0 };
	mk_arena_alloc(&arena, 2, 64);
	mk_arena_reset(&arena);
	unsigned char *memory = mk_arena_alloc(&arena, 1, 64);
	memset(memory, 1, 64);
	mk_arena_rewind(&arena, (ArenaMark){ 0 });
	assert_int_equal(memory[0], 0xFF);
	assert_int_equal(memory[63], 0xFF);
	mk_arena_free(&arena);
}
#endif

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arena_blocks_are_aligned_and_disjoint),
		cmocka_unit_test(arena_empty_block_is_null),
		cmocka_unit_test(same_step_allocates_nothing_the_second_time),
		cmocka_unit_test(overflow_keeps_earlier_blocks_in_place),
		cmocka_unit_test(rewind_gives_the_same_address_again),
		cmocka_unit_test(rewind_over_overflow_frees_it),
		cmocka_unit_test(mark_of_an_empty_arena_rewinds_to_empty),
		cmocka_unit_test(free_gives_all_memory_back),
#ifdef MK_HOSTILE
		cmocka_unit_test(released_memory_is_overwritten),
#endif
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
