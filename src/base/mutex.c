// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The recursive lock over POSIX threads. A failing call means a broken contract (not initialised,
// unlocked by another thread): the calls cannot fail otherwise, so failure stops in every build.

// strict C17 hides recursive mutexes; the C library asks for this very name
#define _POSIX_C_SOURCE 200809L
#include "base/mutex.h"

#include "base/assert.h"

static void require_success(int error) {
	if (error != 0) mk_assert_fail("mutex used against its contract", __FILE__, __LINE__);
}

void mk_mutex_init(Mutex *mutex) {
	pthread_mutexattr_t attributes;
	require_success(pthread_mutexattr_init(&attributes));
	require_success(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE));
	require_success(pthread_mutex_init(&mutex->native, &attributes));
	require_success(pthread_mutexattr_destroy(&attributes));
}

void mk_mutex_free(Mutex *mutex) { require_success(pthread_mutex_destroy(&mutex->native)); }

void mk_mutex_lock(Mutex *mutex) { require_success(pthread_mutex_lock(&mutex->native)); }

void mk_mutex_unlock(Mutex *mutex) { require_success(pthread_mutex_unlock(&mutex->native)); }
