// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The failure handler. It is one of the two globals of the engine (the other is the allocation
// counter): a failure can happen on any thread and below any object, so it has no owner to ask.
#include "base/assert.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static FailureHandler *_Atomic current_handler;

static void print_failure(const char *message, const char *file, int line) {
	fprintf(stderr, "%s:%d: failed: %s\n", file, line, message);
}

void mk_assert_set_handler(FailureHandler *handler) { atomic_store(&current_handler, handler); }

_Noreturn void mk_assert_fail(const char *message, const char *file, int line) {
	FailureHandler *handler = atomic_load(&current_handler);
	if (handler != NULL) {
		handler(message, file, line);
	} else {
		print_failure(message, file, line);
	}
	abort();
}
