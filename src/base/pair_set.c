// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The pair map. Invariant: from the home of a key to its entry there is no empty place. Insertion
// fills the first empty place, removal closes the hole by moving back entries that may use it.
#include "base/pair_set.h"

#include "base/alloc.h"
#include "base/assert.h"
#include "base/hash.h"

#include <string.h>

// The smallest table: room for one key at half load in the hostile build.
#define MK_FIRST_TABLE (2 * MK_FIRST_CAPACITY)

static uint32_t home_of(const PairSet *set, uint64_t key) {
	return (uint32_t)hash_mix(key) & (set->capacity - 1);
}

// returns the place of the key, or the empty place where it belongs
static uint32_t probe(const PairSet *set, uint64_t key) {
	uint32_t place = home_of(set, key);
	while (set->entries[place].key != 0 && set->entries[place].key != key) {
		place = (place + 1) & (set->capacity - 1);
	}
	return place;
}

static void rehash(PairSet *set, uint32_t capacity) {
	PairSet old = *set;
	size_t size = mk_alloc_size(capacity, sizeof(PairEntry));
	set->entries = mk_alloc(size);
	set->capacity = capacity;
	memset(set->entries, 0, size);
	for (uint32_t i = 0; i < old.capacity; i++) {
		uint64_t key = old.entries[i].key;
		if (key != 0) set->entries[probe(set, key)] = old.entries[i];
	}
	mk_free(old.entries, old.capacity * sizeof(PairEntry));
}

void mk_pair_set_reserve(PairSet *set, uint32_t count) {
	if (count > UINT32_MAX / 4) {
		mk_assert_fail("out of memory: more than 2^30 pairs", __FILE__, __LINE__);
	}
	uint32_t capacity = set->capacity == 0 ? MK_FIRST_TABLE : set->capacity;
	while (capacity < 2 * count)
		capacity *= 2;
	if (capacity > set->capacity) rehash(set, capacity);
}

bool mk_pair_set_insert(PairSet *set, uint64_t key, uint32_t value) {
	MK_ASSERT(key != 0);
	mk_pair_set_reserve(set, set->count + 1);
	PairEntry *entry = &set->entries[probe(set, key)];
	if (entry->key == key) return false;
	*entry = (PairEntry){ .key = key, .value = value };
	set->count++;
	return true;
}

uint32_t *mk_pair_set_find(const PairSet *set, uint64_t key) {
	MK_ASSERT(key != 0);
	if (set->count == 0) return NULL;
	PairEntry *entry = &set->entries[probe(set, key)];
	return entry->key == key ? &entry->value : NULL;
}

// moves entries after the hole back, until a place where the chain ends anyway
static void close_hole(PairSet *set, uint32_t hole) {
	uint32_t mask = set->capacity - 1;
	uint32_t place = (hole + 1) & mask;
	for (; set->entries[place].key != 0; place = (place + 1) & mask) {
		// an entry may move back if the hole is not before its home, seen along the probe path
		uint32_t from_home = (place - home_of(set, set->entries[place].key)) & mask;
		uint32_t from_hole = (place - hole) & mask;
		if (from_home < from_hole) continue;
		set->entries[hole] = set->entries[place];
		hole = place;
	}
	set->entries[hole] = (PairEntry){ 0 };
}

bool mk_pair_set_remove(PairSet *set, uint64_t key) {
	MK_ASSERT(key != 0);
	if (set->count == 0) return false;
	uint32_t place = probe(set, key);
	if (set->entries[place].key != key) return false;
	close_hole(set, place);
	set->count--;
	return true;
}

void mk_pair_set_clear(PairSet *set) {
	if (set->capacity > 0) memset(set->entries, 0, set->capacity * sizeof(PairEntry));
	set->count = 0;
}

void mk_pair_set_free(PairSet *set) {
	mk_free(set->entries, set->capacity * sizeof(PairEntry));
	*set = (PairSet){ 0 };
}
