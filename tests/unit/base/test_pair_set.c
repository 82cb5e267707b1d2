// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The pair map: keys, values, removal, and that it stays at most half full. Long random edits are
// in the property test of the same name.
#include "base/pair_set.h"

#include "base/alloc.h"
#include "support/check.h"

static void pair_key_ignores_order_and_is_never_zero(void **state) {
	(void)state;
	assert_true(pair_key(3, 9) == pair_key(9, 3));
	assert_true(pair_key(3, 9) == ((uint64_t)3 << 32 | 9));
	assert_true(pair_key(0, 1) == 1);
	assert_true(pair_key(UINT32_MAX, 0) == UINT32_MAX);
}

static void empty_set_has_no_keys(void **state) {
	(void)state;
	PairSet set = { 0 };
	assert_null(mk_pair_set_find(&set, 1));
	assert_false(mk_pair_set_remove(&set, 1));
	mk_pair_set_clear(&set);
	mk_pair_set_free(&set);
}

static void inserted_key_has_its_value(void **state) {
	(void)state;
	PairSet set = { 0 };
	assert_true(mk_pair_set_insert(&set, 42, 7));
	assert_int_equal(*mk_pair_set_find(&set, 42), 7);
	assert_null(mk_pair_set_find(&set, 43));
	*mk_pair_set_find(&set, 42) = 8;
	assert_int_equal(*mk_pair_set_find(&set, 42), 8);
	mk_pair_set_free(&set);
}

static void second_insert_changes_nothing(void **state) {
	(void)state;
	PairSet set = { 0 };
	assert_true(mk_pair_set_insert(&set, 42, 7));
	assert_false(mk_pair_set_insert(&set, 42, 9));
	assert_int_equal(*mk_pair_set_find(&set, 42), 7);
	assert_int_equal(set.count, 1);
	mk_pair_set_free(&set);
}

static void removed_key_is_gone_and_others_stay(void **state) {
	(void)state;
	PairSet set = { 0 };
	for (uint32_t i = 1; i <= 1000; i++) {
		mk_pair_set_insert(&set, i, i);
	}
	for (uint32_t i = 1; i <= 1000; i += 2) {
		assert_true(mk_pair_set_remove(&set, i));
	}
	assert_int_equal(set.count, 500);
	for (uint32_t i = 1; i <= 1000; i++) {
		const uint32_t *value = mk_pair_set_find(&set, i);
		if (i % 2 == 1) {
			assert_null(value);
		} else {
			assert_int_equal(*value, i);
		}
	}
	mk_pair_set_free(&set);
}

static void table_is_at_most_half_full(void **state) {
	(void)state;
	PairSet set = { 0 };
	for (uint32_t i = 1; i <= 5000; i++) {
		mk_pair_set_insert(&set, i, 0);
		assert_true(2 * set.count <= set.capacity);
		assert_int_equal(set.capacity & (set.capacity - 1), 0);
	}
	mk_pair_set_free(&set);
}

static void reserve_prevents_growth(void **state) {
	(void)state;
	PairSet set = { 0 };
	mk_pair_set_reserve(&set, 1000);
	uint64_t total = mk_alloc_stats().total;
	for (uint32_t i = 1; i <= 1000; i++) {
		mk_pair_set_insert(&set, i, 0);
	}
	assert_int_equal(mk_alloc_stats().total, total);
	mk_pair_set_free(&set);
}

static void clear_removes_all_and_keeps_the_memory(void **state) {
	(void)state;
	PairSet set = { 0 };
	mk_pair_set_insert(&set, 5, 5);
	uint64_t total = mk_alloc_stats().total;
	mk_pair_set_clear(&set);
	assert_null(mk_pair_set_find(&set, 5));
	assert_true(mk_pair_set_insert(&set, 5, 6));
	assert_int_equal(*mk_pair_set_find(&set, 5), 6);
	assert_int_equal(mk_alloc_stats().total, total);
	mk_pair_set_free(&set);
	assert_int_equal(set.capacity, 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pair_key_ignores_order_and_is_never_zero),
		cmocka_unit_test(empty_set_has_no_keys),
		cmocka_unit_test(inserted_key_has_its_value),
		cmocka_unit_test(second_insert_changes_nothing),
		cmocka_unit_test(removed_key_is_gone_and_others_stay),
		cmocka_unit_test(table_is_at_most_half_full),
		cmocka_unit_test(reserve_prevents_growth),
		cmocka_unit_test(clear_removes_all_and_keeps_the_memory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
