// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The hash map of grid cells.
#include "spatial/cell_map.h"

#include "base/alloc.h"
#include "base/assert.h"
#include "base/hash.h"

#include <string.h>

// Two primes of 32 bits and one of 64 keep the axes apart, hash_mix does the rest.
static uint64_t default_hash(CellKey key) {
	uint64_t xy = (uint64_t)(uint32_t)key.x << 32 | (uint32_t)key.y;
	return hash_mix(xy ^ (uint64_t)(uint32_t)key.z * UINT64_C(0xD6E8FEB86659FD93));
}

static uint32_t home_of(const CellMap *map, CellKey key) {
	uint64_t hash = map->hash == NULL ? default_hash(key) : map->hash(key);
	return (uint32_t)hash & (map->capacity - 1);
}

// Returns the place of a key, or the unused place where it would go.
static uint32_t probe(const CellMap *map, CellKey key) {
	uint32_t place = home_of(map, key);
	while (map->cells[place].head != 0 && !cell_key_equals(map->cells[place].key, key)) {
		place = (place + 1) & (map->capacity - 1);
	}
	return place;
}

static void grow(CellMap *map) {
	CellMap larger = { .hash = map->hash, .count = map->count };
	larger.capacity = map->capacity == 0 ? 2 * MK_FIRST_CAPACITY : 2 * map->capacity;
	size_t size = mk_alloc_size(larger.capacity, sizeof(Cell));
	larger.cells = mk_alloc(size);
	memset(larger.cells, 0, size);
	for (uint32_t i = 0; i < map->capacity; i++) {
		Cell cell = map->cells[i];
		if (cell.head != 0) larger.cells[probe(&larger, cell.key)] = cell;
	}
	mk_free(map->cells, map->capacity * sizeof(Cell));
	*map = larger;
}

Cell *mk_cell_map_find(const CellMap *map, CellKey key) {
	if (map->count == 0) return NULL;
	Cell *cell = &map->cells[probe(map, key)];
	return cell->head == 0 ? NULL : cell;
}

Cell *mk_cell_map_add(CellMap *map, CellKey key) {
	if (map->count >= map->capacity / 2) grow(map);
	Cell *cell = &map->cells[probe(map, key)];
	if (cell->head == 0) {
		cell->key = key;
		map->count++;
	}
	return cell;
}

void mk_cell_map_remove(CellMap *map, Cell *cell) {
	uint32_t last = map->capacity - 1;
	uint32_t hole = (uint32_t)(cell - map->cells);
	MK_ASSERT(hole <= last);
	for (uint32_t place = (hole + 1) & last; map->cells[place].head != 0;
			place = (place + 1) & last) {
		// a cell may move back only as far as its home
		uint32_t home = home_of(map, map->cells[place].key);
		if (((place - home) & last) < ((place - hole) & last)) continue;
		map->cells[hole] = map->cells[place];
		hole = place;
	}
	map->cells[hole].head = 0;
	map->count--;
}

void mk_cell_map_free(CellMap *map) {
	mk_free(map->cells, map->capacity * sizeof(Cell));
	*map = (CellMap){ .hash = map->hash };
}
