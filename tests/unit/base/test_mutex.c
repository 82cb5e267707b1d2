// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The recursive lock: the owner may lock again, others wait until the last unlock.
#include "base/mutex.h"

#include "support/check.h"

enum { THREADS = 4, ROUNDS = 5000 };

typedef struct Counter {
	Mutex mutex;
	int value; // protected by the mutex
} Counter;

// the nested lock would deadlock if the mutex were not recursive, and the plain increment would
// lose counts if the inner unlock released it
static void *count_under_two_locks(void *user) {
	Counter *counter = user;
	for (int i = 0; i < ROUNDS; i++) {
		mk_mutex_lock(&counter->mutex);
		mk_mutex_lock(&counter->mutex);
		counter->value++;
		mk_mutex_unlock(&counter->mutex);
		counter->value++;
		mk_mutex_unlock(&counter->mutex);
	}
	return NULL;
}

static void nested_locks_exclude_other_threads(void **state) {
	(void)state;
	Counter counter = { .value = 0 };
	mk_mutex_init(&counter.mutex);
	pthread_t threads[THREADS];
	for (int i = 0; i < THREADS; i++) {
		assert_int_equal(pthread_create(&threads[i], NULL, count_under_two_locks, &counter), 0);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
	}
	assert_int_equal(counter.value, 2 * THREADS * ROUNDS);
	mk_mutex_free(&counter.mutex);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nested_locks_exclude_other_threads),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
