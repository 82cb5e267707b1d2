// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A stream of bytes becomes edits of a pool, a pair map, an array or an arena; after each edit the
// answers must be those of a plain record of what was done. All memory is given back at the end.
#include "base/arena.h"
#include "base/array.h"
#include "base/pair_set.h"
#include "base/pool.h"
#include "fuzz/input.h"

enum { RECORDS = 512, PAIR_IDS = 24, MAX_EDITS = 2000 };

MK_ARRAY_DECLARE(WordArray, word_array, uint32_t);

typedef struct PoolRecord {
	Handle handle;
	uint64_t *element;
	uint64_t value; // 0 once removed
} PoolRecord;

static void check_pool(const Pool *pool, const PoolRecord *records, uint32_t count) {
	uint32_t live = 0;
	for (uint32_t i = 0; i < count; i++) {
#ifdef MK_HOSTILE // generations that wrap at 3 make old handles valid again
		if (records[i].value == 0) continue;
#endif
		uint64_t *found = mk_pool_get(pool, records[i].handle);
		live += records[i].value != 0;
		require(found == (records[i].value ? records[i].element : NULL));
		require(!found || *found == records[i].value);
		require(!found || mk_pool_at(pool, records[i].handle.index) == found);
	}
	require(pool->count == live);
	uint32_t next = mk_pool_next(pool, 0);
	for (; next != MK_POOL_NONE; next = mk_pool_next(pool, next + 1))
		require(live-- > 0);
	require(live == 0);
}

static void edit_pool(Input *input) {
	Pool pool;
	PoolRecord records[RECORDS];
	uint32_t count = 0;
	mk_pool_init(&pool, sizeof(uint64_t));
	while (input->left > 0 && count < RECORDS) {
		uint32_t edit = input_byte(input);
		PoolRecord *chosen = count > 0 ? &records[(edit >> 1) % count] : NULL;
		if (edit & 1u && chosen && chosen->value) {
			mk_pool_remove(&pool, chosen->handle);
			chosen->value = 0;
		} else {
			Handle handle = mk_pool_add(&pool);
			uint64_t *element = mk_pool_get(&pool, handle);
			require(element && *element == 0);
			*element = (uint64_t)count + 1;
			records[count] = (PoolRecord){ handle, element, *element };
			count++;
		}
	}
	check_pool(&pool, records, count);
	require(!mk_pool_get(&pool, (Handle){ 0 }));
	mk_pool_free(&pool);
}

// the plain record: a table of all pairs
typedef struct PairRecord {
	bool is_present[PAIR_IDS][PAIR_IDS];
	uint32_t values[PAIR_IDS][PAIR_IDS];
	uint32_t count;
} PairRecord;

// ids whose keys differ in high and in low bits, and reach the ends of the range
static uint32_t spread_id(uint32_t i) {
	return i % 3 == 0 ? i : i % 3 == 1 ? i << 24 : UINT32_MAX - i;
}

static void check_pairs(const PairSet *set, const PairRecord *record) {
	require(set->count == record->count);
	require(2 * set->count <= set->capacity);
	for (uint32_t a = 0; a < PAIR_IDS; a++) {
		for (uint32_t b = a + 1; b < PAIR_IDS; b++) {
			uint32_t *value = mk_pair_set_find(set, pair_key(spread_id(b), spread_id(a)));
			require((value != NULL) == record->is_present[a][b]);
			require(!value || *value == record->values[a][b]);
		}
	}
}

static void insert_pair(PairSet *set, PairRecord *record, const uint32_t ids[2]) {
	uint32_t value = record->count + 1;
	bool *is_present = &record->is_present[ids[0]][ids[1]];
	bool is_new = mk_pair_set_insert(set, pair_key(spread_id(ids[0]), spread_id(ids[1])), value);
	require(is_new == !*is_present);
	if (!is_new) return;
	*is_present = true;
	record->values[ids[0]][ids[1]] = value;
	record->count++;
}

static void remove_pair(PairSet *set, PairRecord *record, const uint32_t ids[2]) {
	bool *is_present = &record->is_present[ids[0]][ids[1]];
	bool was_present = mk_pair_set_remove(set, pair_key(spread_id(ids[1]), spread_id(ids[0])));
	require(was_present == *is_present);
	record->count -= was_present;
	*is_present = false;
}

static void edit_pair_set(Input *input) {
	PairSet set = { 0 };
	PairRecord record = { .count = 0 };
	for (int edits = 0; input->left > 0 && edits < MAX_EDITS; edits++) {
		uint32_t edit = input_byte(input);
		uint32_t ids[2] = { input_byte(input) % PAIR_IDS, 0 };
		ids[1] = (ids[0] + 1 + input_byte(input) % (PAIR_IDS - 1)) % PAIR_IDS;
		if (ids[0] > ids[1]) {
			uint32_t larger = ids[0];
			ids[0] = ids[1];
			ids[1] = larger;
		}
		if (edit == 255) {
			mk_pair_set_clear(&set);
			record = (PairRecord){ .count = 0 };
		} else if (edit == 254) {
			mk_pair_set_reserve(&set, ids[0] * ids[1]);
		} else if (edit % 5 < 3) {
			insert_pair(&set, &record, ids);
		} else {
			remove_pair(&set, &record, ids);
		}
		if (edit % 16 == 0) check_pairs(&set, &record);
	}
	check_pairs(&set, &record);
	mk_pair_set_free(&set);
}

static void edit_array(Input *input) {
	WordArray array = { 0 };
	uint32_t record[RECORDS] = { 0 };
	uint32_t count = 0;
	for (int edits = 0; input->left > 0 && edits < MAX_EDITS; edits++) {
		uint32_t edit = input_byte(input);
		uint32_t number = input_byte(input);
		if (edit % 8 < 3 && count < RECORDS) {
			word_array_push(&array, record[count++] = number);
		} else if (edit % 8 == 3 && count < RECORDS) {
			require(*word_array_add(&array) == 0);
			record[count++] = 0;
		} else if (edit % 8 == 4 && count > 0) {
			require(word_array_pop(&array) == record[--count]);
		} else if (edit % 8 == 5 && count > 0) {
			uint32_t index = number % count--;
			require(word_array_swap_remove(&array, index) == count);
			record[index] = record[count];
		} else if (edit % 8 == 6) {
			word_array_resize(&array, number);
			for (; count < number; count++)
				record[count] = 0;
			count = number;
		} else if (edit == 255) {
			word_array_clear(&array);
			count = 0;
		} else {
			word_array_reserve(&array, number);
			require(array.capacity >= number);
		}
		require(array.count == count && array.capacity >= count);
		for (uint32_t i = 0; i < count; i++)
			require(*word_array_at(&array, i) == record[i]);
	}
	word_array_free(&array);
}

typedef struct Block {
	uint8_t *memory;
	size_t size;
	uint8_t fill;
} Block;

static void check_blocks(const Block *blocks, uint32_t count) {
	for (uint32_t i = 0; i < count; i++) {
		for (size_t byte = 0; byte < blocks[i].size; byte++)
			require(blocks[i].memory[byte] == blocks[i].fill);
	}
}

static Block take_block(Arena *arena, size_t count, size_t stride, uint8_t fill) {
	Block block = { mk_arena_alloc(arena, count, stride), count * stride, fill };
	require((block.memory == NULL) == (block.size == 0));
	require((uintptr_t)block.memory % MK_ALIGNMENT == 0);
	if (block.size > 0) memset(block.memory, fill, block.size);
	return block;
}

static void rewind_arena(Arena *arena, ArenaMark mark) {
	mk_arena_rewind(arena, mark);
	ArenaMark now = mk_arena_mark(arena);
	require(now.live == mark.live && now.used == mark.used);
}

static void edit_arena(Input *input) {
	Arena arena = { 0 };
	Block blocks[RECORDS];
	ArenaMark marks[RECORDS];
	uint32_t counts[RECORDS];
	uint32_t count = 0;
	uint32_t mark_count = 0;
	while (input->left > 0 && count < RECORDS && mark_count < RECORDS) {
		uint32_t edit = input_byte(input);
		if (edit % 4 < 2) {
			uint32_t stride = edit >> 2 & 7u;
			blocks[count] = take_block(
					&arena, input_byte(input) & 127u, stride, (uint8_t)(count + 1));
			count++;
		} else if (edit % 4 == 2) {
			marks[mark_count] = mk_arena_mark(&arena);
			counts[mark_count++] = count;
		} else if (edit > 250) {
			mk_arena_reset(&arena);
			count = mark_count = 0;
			require(arena.live == 0);
		} else if (mark_count > 0) {
			mark_count = (edit >> 2) % mark_count;
			rewind_arena(&arena, marks[mark_count]);
			count = counts[mark_count];
			check_blocks(blocks, count);
		}
		require(arena.live <= arena.peak);
	}
	check_blocks(blocks, count);
	mk_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	static void (*const edits[])(Input *) = { edit_pool, edit_pair_set, edit_array, edit_arena };
	Input input = { data, size };
	size_t live = mk_alloc_stats().live_bytes;
	edits[input_byte(&input) % 4](&input);
	require(mk_alloc_stats().live_bytes == live);
	return 0;
}
