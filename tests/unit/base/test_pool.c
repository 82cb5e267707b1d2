// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The slot pool: handles, reuse of slots, stable addresses, iteration order.
#include "base/pool.h"

#include "support/check.h"

static void null_handle_finds_nothing(void **state) {
	(void)state;
	Pool pool;
	mk_pool_init(&pool, sizeof(int));
	assert_null(mk_pool_get(&pool, (Handle){ 0 }));
	mk_pool_add(&pool);
	assert_null(mk_pool_get(&pool, (Handle){ 0 }));
	assert_true(handle_is_null((Handle){ 0 }));
	mk_pool_free(&pool);
}

static void handle_of_a_removed_element_finds_nothing(void **state) {
	(void)state;
	Pool pool;
	mk_pool_init(&pool, sizeof(int));
	Handle first = mk_pool_add(&pool);
	assert_false(handle_is_null(first));
	mk_pool_remove(&pool, first);
	assert_null(mk_pool_get(&pool, first));
	Handle second = mk_pool_add(&pool);
	assert_int_equal(second.index, first.index);
	assert_false(handle_equals(first, second));
	assert_null(mk_pool_get(&pool, first));
	assert_non_null(mk_pool_get(&pool, second));
	mk_pool_free(&pool);
}

static void handle_beyond_the_pool_finds_nothing(void **state) {
	(void)state;
	Pool pool;
	mk_pool_init(&pool, sizeof(int));
	mk_pool_add(&pool);
	assert_null(mk_pool_get(&pool, (Handle){ .index = 1, .generation = 1 }));
	assert_null(mk_pool_get(&pool, (Handle){ .index = UINT32_MAX, .generation = 1 }));
	mk_pool_free(&pool);
}

static void last_freed_slot_is_used_first(void **state) {
	(void)state;
	Pool pool;
	mk_pool_init(&pool, sizeof(int));
	Handle handles[4];
	for (uint32_t i = 0; i < 4; i++) {
		handles[i] = mk_pool_add(&pool);
		assert_int_equal(handles[i].index, i);
	}
	mk_pool_remove(&pool, handles[2]);
	mk_pool_remove(&pool, handles[0]);
	assert_int_equal(mk_pool_add(&pool).index, 0);
	assert_int_equal(mk_pool_add(&pool).index, 2);
	assert_int_equal(mk_pool_add(&pool).index, 4);
	mk_pool_free(&pool);
}

static void elements_stay_in_place_and_start_as_zero(void **state) {
	(void)state;
	Pool pool;
	mk_pool_init(&pool, sizeof(uint64_t));
	uint64_t *elements[2000];
	for (uint32_t i = 0; i < 2000; i++) {
		Handle handle = mk_pool_add(&pool);
		elements[i] = mk_pool_get(&pool, handle);
		assert_int_equal(*elements[i], 0);
		*elements[i] = i + 1;
	}
	for (uint32_t i = 0; i < 2000; i++) {
		assert_ptr_equal(mk_pool_at(&pool, i), elements[i]);
		assert_int_equal(*elements[i], i + 1);
	}
	mk_pool_remove(&pool, mk_pool_handle(&pool, 5));
	assert_int_equal(*(uint64_t *)mk_pool_get(&pool, mk_pool_add(&pool)), 0);
	mk_pool_free(&pool);
}

static void iteration_visits_live_indices_in_order(void **state) {
	(void)state;
	Pool pool;
	mk_pool_init(&pool, 4);
	assert_int_equal(mk_pool_next(&pool, 0), MK_POOL_NONE);
	for (int i = 0; i < 6; i++) {
		mk_pool_add(&pool);
	}
	mk_pool_remove(&pool, mk_pool_handle(&pool, 0));
	mk_pool_remove(&pool, mk_pool_handle(&pool, 3));
	mk_pool_remove(&pool, mk_pool_handle(&pool, 5));
	assert_int_equal(pool.count, 3);
	assert_int_equal(mk_pool_next(&pool, 0), 1);
	assert_int_equal(mk_pool_next(&pool, 2), 2);
	assert_int_equal(mk_pool_next(&pool, 3), 4);
	assert_int_equal(mk_pool_next(&pool, 5), MK_POOL_NONE);
	mk_pool_free(&pool);
}

static void generation_is_never_zero(void **state) {
	(void)state;
	Pool pool;
	mk_pool_init(&pool, 4);
	// the hostile build wraps after 3, so ten rounds pass the end several times
	for (int i = 0; i < 10; i++) {
		Handle handle = mk_pool_add(&pool);
		assert_int_equal(handle.index, 0);
		assert_int_not_equal(handle.generation, 0);
		mk_pool_remove(&pool, handle);
	}
	// and set just before the end, so does the normal build
	pool.slots.data[0].generation = UINT32_MAX;
#ifndef MK_HOSTILE
	mk_pool_remove(&pool, mk_pool_add(&pool));
	assert_int_equal(mk_pool_add(&pool).generation, 1);
#endif
	mk_pool_free(&pool);
}

static void free_gives_all_memory_back(void **state) {
	(void)state;
	size_t live = mk_alloc_stats().live_bytes;
	Pool pool;
	mk_pool_init(&pool, 24);
	for (int i = 0; i < 1000; i++) {
		mk_pool_add(&pool);
	}
	mk_pool_free(&pool);
	assert_int_equal(mk_alloc_stats().live_bytes, live);
	assert_int_equal(mk_pool_add(&pool).index, 0);
	mk_pool_free(&pool);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(null_handle_finds_nothing),
		cmocka_unit_test(handle_of_a_removed_element_finds_nothing),
		cmocka_unit_test(handle_beyond_the_pool_finds_nothing),
		cmocka_unit_test(last_freed_slot_is_used_first),
		cmocka_unit_test(elements_stay_in_place_and_start_as_zero),
		cmocka_unit_test(iteration_visits_live_indices_in_order),
		cmocka_unit_test(generation_is_never_zero),
		cmocka_unit_test(free_gives_all_memory_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
