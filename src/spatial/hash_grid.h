// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A uniform grid of cubic cells in a hash table: cells exist only where something is. An
// object is listed in every cell that its box touches, a query looks into every cell that its
// box touches (Ericson, Real-Time Collision Detection, 7.1.3; Teschner et al. 2003). Access
// costs O(1) when cells are about as large as objects; much larger cells make long lists,
// much smaller ones long walks.
//
// Optionally there are two grids, the second one shifted by half a cell: a box that lies across a
// border of one may lie within a cell of the other, and a query uses the one in which it touches
// fewer cells. That looks at fewer strangers; all but the objects' own records is there twice.
//
// Every object is reported once: only in the first cell that it shares with the query. Objects
// that would fill very many cells are kept in a list of their own. The order of results depends on
// cells and on the order of edits, never on the hash. Boxes are closed; one that is empty or has a
// NaN (a contract violation) is kept and never found. Queries change nothing and allocate nothing.
#pragma once

#include "base/array.h"
#include "math/aabb.h"
#include "spatial/cell_map.h"

// Objects in more cells than this go to the list of large ones, which every query reads. Fewer make
// a ground plane slow to insert, more make it slow to find.
#define MK_HASH_GRID_MAX_CELLS 4096

// Returns the box of an object, m; the grid asks when an object is inserted or updated.
typedef Aabb HashGridBounds(void *context, uint32_t object);

typedef struct HashGridOptions {
	Real cell_size;         // side of a cell, m, > 0
	bool has_second_grid;   // also keep a grid that is shifted by half a cell
	HashGridBounds *bounds; // how to ask for the box of an object
	void *context;          // handed to bounds
	CellHash *hash;         // NULL: a good one
} HashGridOptions;

typedef struct GridEntry {
	uint32_t record;
	uint32_t next; // 1 + next entry of the cell, or of the free list; 0 at the end
} GridEntry;

// The cells that a box touches, first and last.
typedef struct CellRange {
	CellKey min;
	CellKey max;
} CellRange;

typedef enum GridState {
	GRID_FREE,   // no object; `object` is 1 + the next free record
	GRID_HIDDEN, // the box is empty
	GRID_IN_CELLS,
	GRID_LARGE,
} GridState;

typedef struct GridRecord {
	Aabb box;
	uint32_t object;
	GridState state;
} GridRecord;

MK_ARRAY_DECLARE(GridEntryArray, grid_entry_array, GridEntry);
MK_ARRAY_DECLARE(GridRecordArray, grid_record_array, GridRecord);
MK_ARRAY_DECLARE(CellRangeArray, cell_range_array, CellRange);
MK_ARRAY_DECLARE(GridIdArray, grid_id_array, uint32_t);

typedef struct GridLayer {
	CellMap cells;
	GridEntryArray entries;
	uint32_t free_entry;   // 1 + first free entry, 0 if none
	CellRangeArray ranges; // of each record
} GridLayer;

typedef struct HashGrid {
	HashGridOptions options;
	GridLayer layers[2];
	uint32_t layer_count;
	GridRecordArray records;
	GridIdArray large;    // records in GRID_LARGE, ascending
	uint32_t free_record; // 1 + first free record, 0 if none
	uint32_t count;       // objects
} HashGrid;

// Called for an object whose box touches that of the query; returns false to stop.
typedef bool HashGridVisit(void *context, uint32_t id, uint32_t object);

// What a query did; the ratio of candidates to hits says how well the cell size fits.
typedef struct HashGridWork {
	uint32_t cells;      // looked up
	uint32_t candidates; // objects whose boxes were compared, each once
	uint32_t hits;       // visited
} HashGridWork;

// Makes an empty grid. A cell size that is not positive and finite counts as 1 m.
void mk_hash_grid_init(HashGrid *grid, const HashGridOptions *options);

// Gives the memory back; the grid must be made again before use.
void mk_hash_grid_free(HashGrid *grid);

// Adds an object with the box that the bounds function returns; returns the
// id for update and remove.
uint32_t mk_hash_grid_insert(HashGrid *grid, uint32_t object);

// Asks for the box of an object again; returns whether it changed cells.
bool mk_hash_grid_update(HashGrid *grid, uint32_t id);

// Removes an object; its id may be given to a later one.
void mk_hash_grid_remove(HashGrid *grid, uint32_t id);

// Visits all objects whose boxes overlap or touch the box.
HashGridWork mk_hash_grid_query(
		const HashGrid *grid, Aabb box, HashGridVisit *visit, void *context);

// Returns the cells that a box touches in the unshifted grid; it must not be empty.
CellRange mk_hash_grid_cells(const HashGrid *grid, Aabb box);

// Returns the bytes of heap memory the grid holds.
size_t mk_hash_grid_memory(const HashGrid *grid);

static inline bool hash_grid_has(const HashGrid *grid, uint32_t id) {
	return id < grid->records.count && grid->records.data[id].state != GRID_FREE;
}
