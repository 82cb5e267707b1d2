// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A recursive lock. Hosts call the engine from any thread, and a callback made under the lock may
// call back into it on the same thread, so the owner may lock again.
// Nothing inside a step stage takes a lock; stages are separated by the team (job.h).
#pragma once

#include <pthread.h>

typedef struct Mutex {
	pthread_mutex_t native;
} Mutex;

// Makes an unlocked mutex; it must not be moved afterwards.
void mk_mutex_init(Mutex *mutex);

// Ends an unlocked mutex.
void mk_mutex_free(Mutex *mutex);

// Waits until the calling thread owns the mutex; the owner may lock it again.
void mk_mutex_lock(Mutex *mutex);

// Undoes one lock of the calling thread.
void mk_mutex_unlock(Mutex *mutex);
