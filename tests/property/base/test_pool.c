// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The slot pool against a record of everything that was ever handed out, over random edits.
#include "base/pool.h"

#include "support/check.h"
#include "support/property.h"

enum { EDITS = 600 };

typedef struct Issued {
	Handle handle;
	uint32_t *element;
	uint32_t value;
	bool is_live;
} Issued;

static void check_all(const Pool *pool, const Issued *issued, uint32_t count) {
	uint32_t live = 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t *found = mk_pool_get(pool, issued[i].handle);
		if (issued[i].is_live) {
			live++;
			assert_ptr_equal(found, issued[i].element);
			assert_int_equal(*found, issued[i].value);
		} else {
#ifndef MK_HOSTILE // generations that wrap at 3 make old handles valid again
			assert_null(found);
#endif
		}
	}
	assert_int_equal(pool->count, live);
	uint32_t visited = 0;
	for (uint32_t i = mk_pool_next(pool, 0); i != MK_POOL_NONE; i = mk_pool_next(pool, i + 1)) {
		visited++;
	}
	assert_int_equal(visited, live);
}

static void pool_keeps_what_is_live(Rng *rng) {
	Pool pool;
	mk_pool_init(&pool, sizeof(uint32_t));
	Issued issued[EDITS];
	uint32_t count = 0;
	for (uint32_t edit = 0; edit < EDITS; edit++) {
		uint32_t victim = count > 0 ? rng_below(rng, count) : 0;
		if (count > 0 && rng_below(rng, 5) < 2 && issued[victim].is_live) {
			mk_pool_remove(&pool, issued[victim].handle);
			issued[victim].is_live = false;
			continue;
		}
		Handle handle = mk_pool_add(&pool);
		uint32_t *element = mk_pool_get(&pool, handle);
		*element = edit;
		issued[count++] = (Issued){ handle, element, edit, true };
	}
	check_all(&pool, issued, count);
	mk_pool_free(&pool);
}

static void pool_keeps_what_is_live_over_random_edits(void **state) {
	(void)state;
	for_all(pool_keeps_what_is_live, 300, 2);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pool_keeps_what_is_live_over_random_edits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
