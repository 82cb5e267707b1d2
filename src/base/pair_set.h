// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A hash map from pairs of ids to a 32-bit value, for "do these two already have a contact, and
// which". Open addressing with linear probing in a power-of-two table that is at most half full, so
// a search touches one or two cache lines. Removal shifts later entries back (Knuth 6.4, algorithm
// R): no tombstones, so speed does not decay over a long game. It offers no iteration on purpose:
// hash order must never reach a result. A zeroed set is a valid empty one.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct PairEntry {
	uint64_t key; // 0 in an empty place
	uint32_t value;
} PairEntry;

typedef struct PairSet {
	PairEntry *entries;
	uint32_t count;
	uint32_t capacity; // 0 or a power of two, at least twice the count
} PairSet;

// Returns the key of the unordered pair of two different ids; never 0.
static inline uint64_t pair_key(uint32_t a, uint32_t b) {
	return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

// Adds a key (not 0) with its value; returns false and changes nothing if the key is present.
bool mk_pair_set_insert(PairSet *set, uint64_t key, uint32_t value);

// Returns the value of a key, writable until the next insert or remove, or NULL if absent.
uint32_t *mk_pair_set_find(const PairSet *set, uint64_t key);

// Removes a key; returns whether it was present.
bool mk_pair_set_remove(PairSet *set, uint64_t key);

// Makes room so that `count` keys in all fit without growth.
void mk_pair_set_reserve(PairSet *set, uint32_t count);

// Removes all keys and keeps the memory.
void mk_pair_set_clear(PairSet *set);

// Gives the memory back and leaves an empty set.
void mk_pair_set_free(PairSet *set);
