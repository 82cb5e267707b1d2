// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The pair map against an array searched from end to end, over random edits.
#include "base/pair_set.h"

#include "support/check.h"
#include "support/property.h"

enum { MAX_KEYS = 64, EDITS = 400 };

typedef struct Oracle {
	uint64_t keys[MAX_KEYS];
	uint32_t values[MAX_KEYS];
	uint32_t count;
} Oracle;

static uint32_t find_in_oracle(const Oracle *oracle, uint64_t key) {
	uint32_t i = 0;
	while (i < oracle->count && oracle->keys[i] != key) {
		i++;
	}
	return i;
}

static void insert_into_both(PairSet *set, Oracle *oracle, uint64_t key, uint32_t value) {
	bool is_new = find_in_oracle(oracle, key) == oracle->count;
	if (is_new && oracle->count == MAX_KEYS) return;
	assert_int_equal(mk_pair_set_insert(set, key, value), is_new);
	if (!is_new) return;
	oracle->keys[oracle->count] = key;
	oracle->values[oracle->count] = value;
	oracle->count++;
}

static void remove_from_both(PairSet *set, Oracle *oracle, uint64_t key) {
	uint32_t place = find_in_oracle(oracle, key);
	assert_int_equal(mk_pair_set_remove(set, key), place < oracle->count);
	if (place == oracle->count) return;
	oracle->count--;
	oracle->keys[place] = oracle->keys[oracle->count];
	oracle->values[place] = oracle->values[oracle->count];
}

static void check_same_contents(const PairSet *set, const Oracle *oracle, uint32_t id_count) {
	assert_int_equal(set->count, oracle->count);
	for (uint32_t a = 0; a < id_count; a++) {
		for (uint32_t b = a + 1; b < id_count; b++) {
			uint64_t key = pair_key(a, b);
			uint32_t place = find_in_oracle(oracle, key);
			const uint32_t *value = mk_pair_set_find(set, key);
			assert_int_equal(value != NULL, place < oracle->count);
			if (value != NULL) assert_int_equal(*value, oracle->values[place]);
		}
	}
}

static void set_agrees_with_a_list(Rng *rng) {
	PairSet set = { 0 };
	Oracle oracle = { .count = 0 };
	// few ids, so that the same keys come back again and again
	uint32_t id_count = 2 + rng_below(rng, 12);
	for (uint32_t edit = 0; edit < EDITS; edit++) {
		uint32_t a = rng_below(rng, id_count);
		uint32_t b = (a + 1 + rng_below(rng, id_count - 1)) % id_count;
		if (rng_below(rng, 2) == 0) {
			insert_into_both(&set, &oracle, pair_key(a, b), edit);
		} else {
			remove_from_both(&set, &oracle, pair_key(a, b));
		}
		if (edit % 16 == 0) check_same_contents(&set, &oracle, id_count);
	}
	check_same_contents(&set, &oracle, id_count);
	mk_pair_set_free(&set);
}

static void set_agrees_with_a_list_over_random_edits(void **state) {
	(void)state;
	for_all(set_agrees_with_a_list, 200, 1);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(set_agrees_with_a_list_over_random_edits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
