// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Edits and queries of the hash grid.
#include "spatial/hash_grid.h"

#include "spatial/box_ref.h"

// Cells. Coordinates beyond this many cells from the origin count as this many: differences stay
// far from overflow, and what is there still finds each other.
#define MK_HASH_GRID_REACH ((Real)(1 << 30))

// Monotonic, so that boxes that touch share a cell whatever the rounding.
static int32_t cell_of(Real x, Real size, Real shift) {
	Real cell = real_floor(x / size + shift);
	return (int32_t)real_clamp(cell, -MK_HASH_GRID_REACH, MK_HASH_GRID_REACH);
}

static CellKey cell_at(const HashGrid *grid, Vec3 p, uint32_t layer) {
	Real size = grid->options.cell_size;
	Real shift = layer == 0 ? 0 : (Real)0.5;
	return (CellKey){ cell_of(p.x, size, shift), cell_of(p.y, size, shift),
		cell_of(p.z, size, shift) };
}

static CellRange cells_of(const HashGrid *grid, Aabb box, uint32_t layer) {
	return (CellRange){ cell_at(grid, box.min, layer), cell_at(grid, box.max, layer) };
}

// Returns the number of cells; in double, because it may be beyond all integers.
static double range_count(CellRange r) {
	return ((double)r.max.x - r.min.x + 1) * ((double)r.max.y - r.min.y + 1) *
			((double)r.max.z - r.min.z + 1);
}

static bool range_equals(CellRange a, CellRange b) {
	return cell_key_equals(a.min, b.min) && cell_key_equals(a.max, b.max);
}

// Goes to the next cell of a range, x first; returns false after the last one.
static bool next_cell(CellRange r, CellKey *key) {
	if (key->x++ < r.max.x) return true;
	key->x = r.min.x;
	if (key->y++ < r.max.y) return true;
	key->y = r.min.y;
	return key->z++ < r.max.z;
}

static uint32_t add_entry(GridLayer *layer) {
	uint32_t entry = layer->free_entry - 1;
	if (layer->free_entry == 0) {
		entry = layer->entries.count;
		grid_entry_array_add(&layer->entries);
	} else {
		layer->free_entry = layer->entries.data[entry].next;
	}
	return entry;
}

static void list_in_cells(GridLayer *layer, uint32_t record) {
	CellRange range = layer->ranges.data[record];
	CellKey key = range.min;
	do {
		Cell *cell = mk_cell_map_add(&layer->cells, key);
		uint32_t entry = add_entry(layer);
		layer->entries.data[entry] = (GridEntry){ record, cell->head };
		cell->head = entry + 1;
	} while (next_cell(range, &key));
}

static void unlist_from_cell(GridLayer *layer, CellKey key, uint32_t record) {
	Cell *cell = mk_cell_map_find(&layer->cells, key);
	MK_ASSERT(cell != NULL);
	uint32_t *link = &cell->head;
	while (layer->entries.data[*link - 1].record != record) {
		link = &layer->entries.data[*link - 1].next;
	}
	uint32_t entry = *link - 1;
	*link = layer->entries.data[entry].next;
	layer->entries.data[entry].next = layer->free_entry;
	layer->free_entry = entry + 1;
	if (cell->head == 0) mk_cell_map_remove(&layer->cells, cell);
}

static void unlist_from_cells(GridLayer *layer, uint32_t record) {
	CellRange range = layer->ranges.data[record];
	CellKey key = range.min;
	do {
		unlist_from_cell(layer, key, record);
	} while (next_cell(range, &key));
}

// Returns the place of a record in the sorted list of large ones, or where it would go.
static uint32_t find_large(const HashGrid *grid, uint32_t record) {
	uint32_t low = 0;
	uint32_t high = grid->large.count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (grid->large.data[middle] < record)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void list_as_large(HashGrid *grid, uint32_t record) {
	uint32_t place = find_large(grid, record);
	grid_id_array_push(&grid->large, record);
	uint32_t *data = grid->large.data;
	memmove(data + place + 1, data + place, (grid->large.count - 1 - place) * sizeof(*data));
	data[place] = record;
}

static void unlist_from_large(HashGrid *grid, uint32_t record) {
	uint32_t place = find_large(grid, record);
	uint32_t *data = grid->large.data;
	grid->large.count--;
	memmove(data + place, data + place + 1, (grid->large.count - place) * sizeof(*data));
}

static Aabb ask_bounds(const HashGrid *grid, uint32_t object) {
	return aabb_storable(grid->options.bounds(grid->options.context, object));
}

static GridState state_for(const HashGrid *grid, Aabb box) {
	if (aabb_is_empty(box)) return GRID_HIDDEN;
	double count = range_count(cells_of(grid, box, 0));
	return count > MK_HASH_GRID_MAX_CELLS ? GRID_LARGE : GRID_IN_CELLS;
}

static void list_record(HashGrid *grid, uint32_t record, Aabb box) {
	GridState state = state_for(grid, box);
	grid->records.data[record].box = box;
	grid->records.data[record].state = state;
	if (state == GRID_LARGE) list_as_large(grid, record);
	if (state != GRID_IN_CELLS) return;
	for (uint32_t i = 0; i < grid->layer_count; i++) {
		grid->layers[i].ranges.data[record] = cells_of(grid, box, i);
		list_in_cells(&grid->layers[i], record);
	}
}

static void unlist_record(HashGrid *grid, uint32_t record) {
	GridState state = grid->records.data[record].state;
	if (state == GRID_LARGE) unlist_from_large(grid, record);
	if (state != GRID_IN_CELLS) return;
	for (uint32_t i = 0; i < grid->layer_count; i++) {
		unlist_from_cells(&grid->layers[i], record);
	}
}

void mk_hash_grid_init(HashGrid *grid, const HashGridOptions *options) {
	MK_ASSERT(options->bounds != NULL);
	*grid = (HashGrid){ .options = *options };
	bool is_usable = options->cell_size > 0 && real_is_finite(options->cell_size);
	MK_ASSERT(is_usable);
	if (!is_usable) grid->options.cell_size = 1;
	grid->layer_count = options->has_second_grid ? 2 : 1;
	for (uint32_t i = 0; i < grid->layer_count; i++) {
		grid->layers[i].cells.hash = options->hash;
	}
}

void mk_hash_grid_free(HashGrid *grid) {
	for (uint32_t i = 0; i < grid->layer_count; i++) {
		mk_cell_map_free(&grid->layers[i].cells);
		grid_entry_array_free(&grid->layers[i].entries);
		cell_range_array_free(&grid->layers[i].ranges);
	}
	grid_record_array_free(&grid->records);
	grid_id_array_free(&grid->large);
	*grid = (HashGrid){ 0 };
}

uint32_t mk_hash_grid_insert(HashGrid *grid, uint32_t object) {
	uint32_t record = grid->free_record - 1;
	if (grid->free_record == 0) {
		record = grid->records.count;
		grid_record_array_add(&grid->records);
		for (uint32_t i = 0; i < grid->layer_count; i++) {
			cell_range_array_add(&grid->layers[i].ranges);
		}
	} else {
		grid->free_record = grid->records.data[record].object;
	}
	grid->records.data[record].object = object;
	grid->count++;
	list_record(grid, record, ask_bounds(grid, object));
	return record;
}

bool mk_hash_grid_update(HashGrid *grid, uint32_t id) {
	MK_ASSERT(hash_grid_has(grid, id));
	GridRecord *record = &grid->records.data[id];
	Aabb box = ask_bounds(grid, record->object);
	bool is_same = record->state == state_for(grid, box);
	if (is_same && record->state == GRID_IN_CELLS) {
		for (uint32_t i = 0; i < grid->layer_count; i++) {
			CellRange range = cells_of(grid, box, i);
			is_same = is_same && range_equals(range, grid->layers[i].ranges.data[id]);
		}
	}
	if (is_same) {
		record->box = box;
		return false;
	}
	unlist_record(grid, id);
	list_record(grid, id, box);
	return true;
}

void mk_hash_grid_remove(HashGrid *grid, uint32_t id) {
	MK_ASSERT(hash_grid_has(grid, id));
	unlist_record(grid, id);
	grid->records.data[id] = (GridRecord){ .object = grid->free_record, .state = GRID_FREE };
	grid->free_record = id + 1;
	grid->count--;
}

CellRange mk_hash_grid_cells(const HashGrid *grid, Aabb box) {
	MK_ASSERT(!aabb_is_empty(box));
	return cells_of(grid, aabb_storable(box), 0);
}

static size_t layer_memory(const GridLayer *layer) {
	return layer->cells.capacity * sizeof(Cell) + layer->entries.capacity * sizeof(GridEntry) +
			layer->ranges.capacity * sizeof(CellRange);
}

size_t mk_hash_grid_memory(const HashGrid *grid) {
	size_t sum = grid->records.capacity * sizeof(GridRecord);
	sum += grid->large.capacity * sizeof(uint32_t);
	for (uint32_t i = 0; i < grid->layer_count; i++) {
		sum += layer_memory(&grid->layers[i]);
	}
	return sum;
}

typedef struct GridSearch {
	const HashGrid *grid;
	const GridLayer *layer;
	CellRange range;
	Aabb box;
	HashGridVisit *visit;
	void *context;
	HashGridWork work;
} GridSearch;

// Compares boxes and visits; returns false if stopped.
static bool try_record(GridSearch *s, uint32_t id) {
	const GridRecord *record = &s->grid->records.data[id];
	s->work.candidates++;
	if (!aabb_overlaps(record->box, s->box)) return true;
	s->work.hits++;
	return s->visit(s->context, id, record->object);
}

static int32_t larger_of(int32_t a, int32_t b) { return a > b ? a : b; }

// Whether this is the first cell that an object and the query share: there it is reported.
static bool is_first_shared(const GridSearch *s, CellKey key, uint32_t record) {
	CellKey a = s->range.min;
	CellKey b = s->layer->ranges.data[record].min;
	return key.x == larger_of(a.x, b.x) && key.y == larger_of(a.y, b.y) &&
			key.z == larger_of(a.z, b.z);
}

static bool search_cell(GridSearch *s, CellKey key) {
	s->work.cells++;
	const Cell *cell = mk_cell_map_find(&s->layer->cells, key);
	uint32_t next = cell == NULL ? 0 : cell->head;
	while (next != 0) {
		GridEntry entry = s->layer->entries.data[next - 1];
		if (is_first_shared(s, key, entry.record) && !try_record(s, entry.record)) return false;
		next = entry.next;
	}
	return true;
}

static bool search_cells(GridSearch *s) {
	CellKey key = s->range.min;
	do {
		if (!search_cell(s, key)) return false;
	} while (next_cell(s->range, &key));
	return true;
}

// Cells. Looking up this many that are not there is never worth a walk over all objects.
#define MK_HASH_GRID_SMALL_QUERY 64

// For queries that touch more cells than there are.
static bool search_records(GridSearch *s) {
	for (uint32_t id = 0; id < s->grid->records.count; id++) {
		if (s->grid->records.data[id].state != GRID_IN_CELLS) continue;
		if (!try_record(s, id)) return false;
	}
	return true;
}

// Chooses the layer in which the query touches fewer cells.
static void choose_layer(GridSearch *s) {
	s->layer = &s->grid->layers[0];
	s->range = cells_of(s->grid, s->box, 0);
	for (uint32_t i = 1; i < s->grid->layer_count; i++) {
		CellRange range = cells_of(s->grid, s->box, i);
		if (range_count(range) >= range_count(s->range)) continue;
		s->layer = &s->grid->layers[i];
		s->range = range;
	}
}

HashGridWork mk_hash_grid_query(
		const HashGrid *grid, Aabb box, HashGridVisit *visit, void *context) {
	GridSearch search = { .grid = grid, .visit = visit, .context = context };
	search.box = aabb_storable(box);
	if (aabb_is_empty(search.box)) return search.work;
	for (uint32_t i = 0; i < grid->large.count; i++) {
		if (!try_record(&search, grid->large.data[i])) return search.work;
	}
	choose_layer(&search);
	double most_cells = (double)search.layer->cells.count + MK_HASH_GRID_SMALL_QUERY;
	bool is_wide = range_count(search.range) > most_cells;
	if (is_wide)
		search_records(&search);
	else
		search_cells(&search);
	return search.work;
}
