// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Growable arrays: contents over growth, removal, and memory given back.
#include "base/array.h"

#include "support/check.h"

MK_ARRAY_DECLARE(IntArray, int_array, int);

typedef struct Row {
	_Alignas(MK_ALIGNMENT) float values[16];
} Row;

MK_ARRAY_DECLARE(RowArray, row_array, Row);

static IntArray make_range(int count) {
	IntArray array = { 0 };
	for (int i = 0; i < count; i++) {
		int_array_push(&array, i);
	}
	return array;
}

static void array_push_keeps_order_over_growth(void **state) {
	(void)state;
	IntArray array = make_range(1000);
	assert_int_equal(array.count, 1000);
	assert_true(array.capacity >= array.count);
	for (uint32_t i = 0; i < 1000; i++) {
		assert_int_equal(*int_array_at(&array, i), i);
	}
	int_array_free(&array);
}

static void array_push_may_copy_its_own_element(void **state) {
	(void)state;
	IntArray array = make_range(0);
	int_array_push(&array, 7);
	for (int i = 0; i < 100; i++) {
		int_array_push(&array, array.data[0]);
	}
	for (uint32_t i = 0; i < array.count; i++) {
		assert_int_equal(array.data[i], 7);
	}
	int_array_free(&array);
}

static void array_pop_returns_the_last_element(void **state) {
	(void)state;
	IntArray array = make_range(3);
	assert_int_equal(int_array_pop(&array), 2);
	assert_int_equal(int_array_pop(&array), 1);
	assert_int_equal(array.count, 1);
	int_array_free(&array);
}

static void array_swap_remove_keeps_other_elements(void **state) {
	(void)state;
	IntArray array = make_range(4);
	// 3 moves from index 3 into the hole at 1
	assert_int_equal(int_array_swap_remove(&array, 1), 3);
	assert_int_equal(array.count, 3);
	assert_int_equal(array.data[0], 0);
	assert_int_equal(array.data[1], 3);
	assert_int_equal(array.data[2], 2);
	// the last element itself: nothing moves
	assert_int_equal(int_array_swap_remove(&array, 2), 2);
	assert_int_equal(array.count, 2);
	assert_int_equal(array.data[1], 3);
	int_array_free(&array);
}

static void array_resize_zeroes_only_new_elements(void **state) {
	(void)state;
	IntArray array = { 0 };
	int_array_resize(&array, 0);
	int_array_push(&array, 5);
	int_array_push(&array, 6);
	int_array_resize(&array, 1);
	int_array_resize(&array, 4);
	assert_int_equal(array.count, 4);
	assert_int_equal(array.data[0], 5);
	for (uint32_t i = 1; i < 4; i++) {
		assert_int_equal(array.data[i], 0);
	}
	int_array_free(&array);
}

static void array_add_returns_a_zeroed_element(void **state) {
	(void)state;
	IntArray array = make_range(8);
	int_array_clear(&array);
	for (int i = 0; i < 20; i++) {
		int *added = int_array_add(&array);
		assert_int_equal(*added, 0);
		*added = i;
	}
	assert_int_equal(array.data[19], 19);
	int_array_free(&array);
}

static void array_reserve_prevents_growth(void **state) {
	(void)state;
	IntArray array = { 0 };
	int_array_reserve(&array, 100);
	uint64_t total = mk_alloc_stats().total;
	const int *data = array.data;
	for (int i = 0; i < 100; i++) {
		int_array_push(&array, i);
	}
	assert_ptr_equal(array.data, data);
	assert_int_equal(mk_alloc_stats().total, total);
	int_array_reserve(&array, 5);
	assert_ptr_equal(array.data, data);
	int_array_free(&array);
}

static void array_clear_keeps_the_memory(void **state) {
	(void)state;
	IntArray array = make_range(10);
	uint32_t capacity = array.capacity;
	int_array_clear(&array);
	assert_int_equal(array.count, 0);
	assert_int_equal(array.capacity, capacity);
	int_array_free(&array);
}

static void array_free_gives_all_memory_back(void **state) {
	(void)state;
	AllocStats before = mk_alloc_stats();
	IntArray array = make_range(1000);
	assert_int_equal(mk_alloc_stats().live_bytes - before.live_bytes, array.capacity * sizeof(int));
	int_array_free(&array);
	assert_int_equal(mk_alloc_stats().live_bytes, before.live_bytes);
	assert_null(array.data);
	int_array_free(&array);
}

static void array_elements_may_need_a_cache_line(void **state) {
	(void)state;
	RowArray array = { 0 };
	for (int i = 0; i < 10; i++) {
		row_array_add(&array)->values[0] = (float)i;
	}
	assert_int_equal((uintptr_t)array.data % MK_ALIGNMENT, 0);
	check_near(array.data[9].values[0], 9, 0);
	row_array_free(&array);
}

static void n_pushes_allocate_a_logarithmic_number_of_times(void **state) {
	(void)state;
#ifdef MK_HOSTILE
	skip(); // there every push moves, by intention
#endif
	uint64_t total = mk_alloc_stats().total;
	IntArray array = make_range(8 << 10);
	// capacities 8, 16, ... 8192
	assert_int_equal(mk_alloc_stats().total - total, 11);
	int_array_free(&array);
}

#ifdef MK_DEBUG
static void fail_by_cmocka(const char *message, const char *file, int line) {
	mock_assert(0, message, file, line);
}

static void array_index_outside_is_caught(void **state) {
	(void)state;
	IntArray array = make_range(2);
	mk_assert_set_handler(fail_by_cmocka);
	expect_assert_failure(int_array_at(&array, 2));
	expect_assert_failure(int_array_swap_remove(&array, 2));
	int_array_clear(&array);
	expect_assert_failure(int_array_pop(&array));
	mk_assert_set_handler(NULL);
	int_array_free(&array);
}
#endif

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(array_push_keeps_order_over_growth),
		cmocka_unit_test(array_push_may_copy_its_own_element),
		cmocka_unit_test(array_pop_returns_the_last_element),
		cmocka_unit_test(array_swap_remove_keeps_other_elements),
		cmocka_unit_test(array_resize_zeroes_only_new_elements),
		cmocka_unit_test(array_add_returns_a_zeroed_element),
		cmocka_unit_test(array_reserve_prevents_growth),
		cmocka_unit_test(array_clear_keeps_the_memory),
		cmocka_unit_test(array_free_gives_all_memory_back),
		cmocka_unit_test(array_elements_may_need_a_cache_line),
		cmocka_unit_test(n_pushes_allocate_a_logarithmic_number_of_times),
#ifdef MK_DEBUG
		cmocka_unit_test(array_index_outside_is_caught),
#endif
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
