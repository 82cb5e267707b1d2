// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The cells of a hash grid that hold something: a hash map from integer coordinates to the first
// entry of a list. Open addressing, at most half full; removal shifts later cells back (Knuth 6.4,
// algorithm R), so that there are no tombstones. A cell keeps its true coordinates and a search
// compares them: two cells with the same hash are two cells.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CellKey {
	int32_t x;
	int32_t y;
	int32_t z;
} CellKey;

typedef struct Cell {
	CellKey key;
	uint32_t head; // 1 + first entry; 0 in an unused place
} Cell;

// Returns any number that depends on nothing but the key.
typedef uint64_t CellHash(CellKey key);

// Zeroed but for the hash it is a valid empty map.
typedef struct CellMap {
	Cell *cells;
	uint32_t count;
	uint32_t capacity; // 0 or a power of two, at least twice the count
	CellHash *hash;    // NULL: a good one
} CellMap;

// Returns the cell, or NULL if it is not there; valid until the next change.
Cell *mk_cell_map_find(const CellMap *map, CellKey key);

// Returns the cell, made with head 0 if it is new; the caller gives it a head at once.
Cell *mk_cell_map_add(CellMap *map, CellKey key);

// Removes a cell that is there.
void mk_cell_map_remove(CellMap *map, Cell *cell);

// Gives the memory back and leaves an empty map with the same hash.
void mk_cell_map_free(CellMap *map);

static inline bool cell_key_equals(CellKey a, CellKey b) {
	return a.x == b.x && a.y == b.y && a.z == b.z;
}
