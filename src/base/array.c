// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Growth of arrays: the part that does not depend on the element type.
#include "base/array.h"

static size_t choose_capacity(uint32_t capacity, size_t wanted) {
#ifdef MK_HOSTILE
	// no room to spare, so that every push moves; a long array has moved often enough, and n pushes
	// would copy n^2 elements
	(void)capacity;
	return wanted < 1024 ? wanted : wanted + wanted / 32;
#else
	size_t doubled = 2 * (size_t)capacity;
	if (doubled < MK_FIRST_CAPACITY) doubled = MK_FIRST_CAPACITY;
	if (doubled > UINT32_MAX) doubled = UINT32_MAX;
	return wanted > doubled ? wanted : doubled;
#endif
}

void *mk_array_grow(void *data, uint32_t count, uint32_t *capacity, size_t wanted, size_t stride) {
	MK_ASSERT(wanted > *capacity && count <= *capacity);
	if (wanted > UINT32_MAX) {
		mk_assert_fail("out of memory: more than 2^32 array elements", __FILE__, __LINE__);
	}
	size_t grown = choose_capacity(*capacity, wanted);

	// only live elements are copied: the tail has no defined contents
	void *moved = mk_alloc(mk_alloc_size(grown, stride));
	if (count > 0) memcpy(moved, data, count * stride);
	mk_free(data, *capacity * stride);
	*capacity = (uint32_t)grown;
	return moved;
}
