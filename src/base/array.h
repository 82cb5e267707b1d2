// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Growable arrays. MK_ARRAY_DECLARE(BodyArray, body_array, Body) makes the type BodyArray and the
// typed inline functions body_array_push and so on; what does not depend on the type is in array.c.
// A zeroed array is a valid empty one. Data starts on a cache line. Growth moves the elements:
// keep indices, not pointers, across anything that may add. Elements are plain bytes and are copied
// by assignment; order changes only in swap_remove.
#pragma once

#include "base/alloc.h"
#include "base/assert.h"

#include <stdint.h>
#include <string.h>

// Returns `data` moved to a capacity of at least `wanted` elements and writes that capacity; grows
// by doubling, so n pushes copy O(n) elements. `count` elements are kept.
void *mk_array_grow(void *data, uint32_t count, uint32_t *capacity, size_t wanted, size_t stride);

// The functions of a typed array:
//   reserve      makes room for `capacity` elements in all
//   resize       sets the count; new elements are zero
//   add          appends a zeroed element and returns it, valid until the next growth
//   push         appends a copy; the value may come from the same array. Large elements, and those
//                aligned to more than 16 bytes, are better filled in place after add
//   pop          removes and returns the last element; the array must not be empty
//   at           returns the element at an index, checked by MK_ASSERT
//   swap_remove  fills the hole with the last element and returns the index that element had,
//                which equals `index` when the last one itself was removed
//   clear        sets the count to 0 and keeps the memory
//   free         gives the memory back and leaves an empty array
#define MK_ARRAY_INLINE __attribute__((unused)) static inline // not every type uses every function

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are types and names, not expressions
#define MK_ARRAY_DECLARE(Name, prefix, Type)                                              \
	typedef struct Name {                                                                 \
		Type *data;                                                                       \
		uint32_t count;                                                                   \
		uint32_t capacity;                                                                \
	} Name;                                                                               \
	MK_ARRAY_INLINE void prefix##_reserve(Name *array, size_t capacity) {                 \
		if (capacity <= array->capacity) return;                                          \
		array->data = mk_array_grow(                                                      \
				array->data, array->count, &array->capacity, capacity, sizeof(Type));     \
	}                                                                                     \
	MK_ARRAY_INLINE void prefix##_resize(Name *array, uint32_t count) {                   \
		prefix##_reserve(array, count);                                                   \
		if (count > array->count) {                                                       \
			memset(array->data + array->count, 0, (count - array->count) * sizeof(Type)); \
		}                                                                                 \
		array->count = count;                                                             \
	}                                                                                     \
	MK_ARRAY_INLINE Type *prefix##_add(Name *array) {                                     \
		prefix##_reserve(array, (size_t)array->count + 1);                                \
		Type *added = array->data + array->count++;                                       \
		memset(added, 0, sizeof(Type));                                                   \
		return added;                                                                     \
	}                                                                                     \
	MK_ARRAY_INLINE void prefix##_push(Name *array, Type value) {                         \
		prefix##_reserve(array, (size_t)array->count + 1);                                \
		array->data[array->count++] = value;                                              \
	}                                                                                     \
	MK_ARRAY_INLINE Type prefix##_pop(Name *array) {                                      \
		MK_ASSERT(array->count > 0);                                                      \
		return array->data[--array->count];                                               \
	}                                                                                     \
	MK_ARRAY_INLINE Type *prefix##_at(const Name *array, uint32_t index) {                \
		MK_ASSERT(index < array->count);                                                  \
		return array->data + index;                                                       \
	}                                                                                     \
	MK_ARRAY_INLINE uint32_t prefix##_swap_remove(Name *array, uint32_t index) {          \
		MK_ASSERT(index < array->count);                                                  \
		array->data[index] = array->data[--array->count];                                 \
		return array->count;                                                              \
	}                                                                                     \
	MK_ARRAY_INLINE void prefix##_clear(Name *array) { array->count = 0; }                \
	MK_ARRAY_INLINE void prefix##_free(Name *array) {                                     \
		mk_free(array->data, array->capacity * sizeof(Type));                             \
		*array = (Name){ 0 };                                                             \
	}                                                                                     \
	_Static_assert(_Alignof(Type) <= MK_ALIGNMENT, "more aligned than memory blocks are")
// NOLINTEND(bugprone-macro-parentheses)
