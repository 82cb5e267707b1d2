// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The allocator: alignment, counters that balance, contents over realloc, and stopping when a size
// cannot be met.
#include "base/alloc.h"

#include "base/assert.h"
#include "support/check.h"

#include <string.h>

static void fail_by_cmocka(const char *message, const char *file, int line) {
	mock_assert(0, message, file, line);
}

static void blocks_start_on_a_cache_line(void **state) {
	(void)state;
	for (size_t size = 1; size < 300; size += 7) {
		void *block = mk_alloc(size);
		assert_int_equal((uintptr_t)block % MK_ALIGNMENT, 0);
		mk_free(block, size);
	}
}

static void counters_follow_live_memory(void **state) {
	(void)state;
	AllocStats before = mk_alloc_stats();
	void *a = mk_alloc(100);
	void *b = mk_alloc(28);
	AllocStats during = mk_alloc_stats();
	assert_int_equal(during.live_bytes - before.live_bytes, 128);
	assert_int_equal(during.live_blocks - before.live_blocks, 2);
	assert_int_equal(during.total - before.total, 2);
	mk_free(a, 100);
	mk_free(b, 28);
	AllocStats after = mk_alloc_stats();
	assert_int_equal(after.live_bytes, before.live_bytes);
	assert_int_equal(after.live_blocks, before.live_blocks);
	assert_int_equal(after.total, during.total);
}

static void empty_block_is_null_and_counts_nothing(void **state) {
	(void)state;
	AllocStats before = mk_alloc_stats();
	assert_null(mk_alloc(0));
	mk_free(NULL, 0);
	assert_null(mk_realloc(NULL, 0, 0));
	assert_int_equal(mk_alloc_stats().total, before.total);
}

static void realloc_keeps_the_common_part(void **state) {
	(void)state;
	size_t live = mk_alloc_stats().live_bytes;
	unsigned char *block = mk_realloc(NULL, 0, 3);
	memcpy(block, "abc", 3);
	block = mk_realloc(block, 3, 200);
	assert_memory_equal(block, "abc", 3);
	block = mk_realloc(block, 200, 2);
	assert_memory_equal(block, "ab", 2);
	assert_int_equal(mk_alloc_stats().live_bytes, live + 2);
	assert_null(mk_realloc(block, 2, 0));
	assert_int_equal(mk_alloc_stats().live_bytes, live);
}

static void sizes_are_rounded_up_to_whole_lines(void **state) {
	(void)state;
	assert_int_equal(mk_alloc_round_up(0), 0);
	assert_int_equal(mk_alloc_round_up(1), 64);
	assert_int_equal(mk_alloc_round_up(64), 64);
	assert_int_equal(mk_alloc_round_up(65), 128);
}

static void size_product_is_exact_up_to_the_largest_object(void **state) {
	(void)state;
	assert_int_equal(mk_alloc_size(12, 5), 60);
	assert_int_equal(mk_alloc_size(0, 5), 0);
	assert_int_equal(mk_alloc_size(5, 0), 0);
	assert_true(mk_alloc_size(PTRDIFF_MAX / 8, 8) == PTRDIFF_MAX / 8 * (size_t)8);
}

static void impossible_size_stops(void **state) {
	(void)state;
	mk_assert_set_handler(fail_by_cmocka);
	expect_assert_failure(mk_alloc_size(PTRDIFF_MAX / 8 + 1, 8));
	expect_assert_failure(mk_alloc_size(SIZE_MAX, SIZE_MAX));
	expect_assert_failure(mk_alloc(SIZE_MAX));
	expect_assert_failure(mk_alloc_round_up((size_t)PTRDIFF_MAX + 1));
	mk_assert_set_handler(NULL);
}

static void poison_writes_only_in_the_hostile_build(void **state) {
	(void)state;
	unsigned char bytes[3] = { 1, 2, 3 };
	mk_alloc_poison(bytes, 2);
#ifdef MK_HOSTILE
	assert_memory_equal(bytes, "\xFF\xFF\x03", 3);
#else
	assert_memory_equal(bytes, "\x01\x02\x03", 3);
#endif
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks_start_on_a_cache_line),
		cmocka_unit_test(counters_follow_live_memory),
		cmocka_unit_test(empty_block_is_null_and_counts_nothing),
		cmocka_unit_test(realloc_keeps_the_common_part),
		cmocka_unit_test(sizes_are_rounded_up_to_whole_lines),
		cmocka_unit_test(size_product_is_exact_up_to_the_largest_object),
		cmocka_unit_test(impossible_size_stops),
		cmocka_unit_test(poison_writes_only_in_the_hostile_build),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
