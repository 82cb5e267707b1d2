// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Hints that memory will be read soon. They change no result.
#pragma once

#include "base/alloc.h"

static inline void prefetch(const void *memory, size_t size) {
	for (size_t at = 0; at < size; at += MK_ALIGNMENT)
		__builtin_prefetch((const char *)memory + at);
}
