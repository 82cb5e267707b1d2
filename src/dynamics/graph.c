// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/graph.h"

#include "dynamics/solver_body.h"

// Every member of a bundle is a row of this many numbers of four bytes, one per lane.
#define MK_ROW MK_BUNDLE_LANES
_Static_assert(sizeof(ContactBundle) % (4 * MK_ROW) == 0, "rows of lanes");

static uint32_t *mask_of(Graph *graph, uint32_t row) {
	if (row >= graph->masks.count) color_mask_array_resize(&graph->masks, row + 1);
	return graph->masks.data + row;
}

static uint32_t lowest_bit(uint32_t bits) { return (uint32_t)__builtin_ctz(bits); }
static uint32_t highest_bit(uint32_t bits) { return 31 - (uint32_t)__builtin_clz(bits); }

uint32_t mk_graph_color(Graph *graph, GraphPair pair) {
	const uint32_t all = (1u << MK_GRAPH_OVERFLOW) - 1;
	const uint32_t dynamic = (1u << MK_GRAPH_DYNAMIC) - 1;
	uint32_t used = pair.is_moving_a ? *mask_of(graph, pair.a) : 0;
	used |= pair.is_moving_b ? *mask_of(graph, pair.b) : 0;
	bool is_dynamic = pair.is_moving_a && pair.is_moving_b;
	uint32_t unused = ~used & (is_dynamic ? dynamic : all);
	uint32_t color = MK_GRAPH_OVERFLOW;
	if (unused != 0) color = is_dynamic ? lowest_bit(unused) : highest_bit(unused);
	mk_graph_mark(graph, pair, color);
	return color;
}

void mk_graph_mark(Graph *graph, GraphPair pair, uint32_t color) {
	if (color == MK_GRAPH_OVERFLOW) return;
	if (pair.is_moving_a) *mask_of(graph, pair.a) |= 1u << color;
	if (pair.is_moving_b) *mask_of(graph, pair.b) |= 1u << color;
}

void mk_graph_uncolor(Graph *graph, GraphPair pair, uint32_t color) {
	if (color == MK_GRAPH_OVERFLOW) return;
	if (pair.is_moving_a) *mask_of(graph, pair.a) &= ~(1u << color);
	if (pair.is_moving_b) *mask_of(graph, pair.b) &= ~(1u << color);
}

void mk_graph_forget(Graph *graph, uint32_t row) { *mask_of(graph, row) = 0; }

static void grow(GraphColor *color, uint32_t bundle_count) {
	if (bundle_count > color->bundle_capacity) {
		uint32_t capacity = color->bundle_capacity;
		color->cold = mk_array_grow(color->cold, color->bundle_count, &capacity, bundle_count,
				sizeof(ContactBundleCold));
		color->bundles = mk_array_grow(color->bundles, color->bundle_count, &color->bundle_capacity,
				bundle_count, sizeof(ContactBundle));
		MK_ASSERT(capacity == color->bundle_capacity);
	}
	uint32_t added = bundle_count - color->bundle_count;
	memset(color->bundles + color->bundle_count, 0, added * sizeof(ContactBundle));
	memset(color->cold + color->bundle_count, 0, added * sizeof(ContactBundleCold));
	color->bundle_count = bundle_count;
}

// Copies a lane of one block of rows into a lane of another; NULL: zeroes it.
static void copy_rows(
		void *to, uint32_t to_lane, const void *from, uint32_t from_lane, size_t size) {
	for (size_t row = 0; row < size / (4 * MK_ROW); row++) {
		char *target = (char *)to + 4 * (row * MK_ROW + to_lane);
		if (from == NULL) {
			memset(target, 0, 4);
		} else {
			memcpy(target, (const char *)from + 4 * (row * MK_ROW + from_lane), 4);
		}
	}
}

static uint8_t with_bit(uint8_t bits, uint32_t lane, uint32_t value) {
	return (uint8_t)((bits & ~(1u << lane)) | (value & 1u) << lane);
}

// Moves everything a lane has; `from` NULL empties it.
static void copy_cold(ContactBundleCold *to, uint32_t to_lane, const ContactBundleCold *from,
		uint32_t from_lane) {
	static const ContactBundleCold empty;
	copy_rows(to, to_lane, from, from_lane, offsetof(ContactBundleCold, used));
	from = from == NULL ? &empty : from;
	to->used = with_bit(to->used, to_lane, (uint32_t)from->used >> from_lane);
	to->fixed_a = with_bit(to->fixed_a, to_lane, (uint32_t)from->fixed_a >> from_lane);
	to->fixed_b = with_bit(to->fixed_b, to_lane, (uint32_t)from->fixed_b >> from_lane);
	to->held = with_bit(to->held, to_lane, (uint32_t)from->held >> from_lane);
	to->bouncing = with_bit(to->bouncing, to_lane, (uint32_t)from->bouncing >> from_lane);
	to->reporting = with_bit(to->reporting, to_lane, (uint32_t)from->reporting >> from_lane);
	to->resisting = with_bit(to->resisting, to_lane, (uint32_t)from->resisting >> from_lane);
	to->counts[to_lane] = from->counts[from_lane];
}

// Gives an empty lane to a contact.
static void occupy(Graph *graph, GraphPair pair, GraphSlot slot, uint32_t owner) {
	uint32_t lane = slot.lane % MK_BUNDLE_LANES;
	ContactBundle *bundle = graph_bundle(graph, slot);
	ContactBundleCold *cold = graph_cold(graph, slot);
	bundle->a[lane] = row_place(pair.a);
	bundle->b[lane] = row_place(pair.b);
	cold->owner[lane] = owner;
	cold->used |= (uint8_t)(1u << lane);
}

// A new lane at the end of a colour, empty: the passes run over lanes that nobody has, too, and may
// leave zeros of either sign in them.
static GraphSlot append(Graph *graph, uint32_t index) {
	GraphColor *color = graph->colors + index;
	GraphSlot slot = { index, color->lane_count };
	if (graph_slot_is_serial(slot)) slot.lane = color->bundle_count * MK_BUNDLE_LANES;
	uint32_t needed = slot.lane / MK_BUNDLE_LANES + 1;
	if (needed > color->bundle_count) grow(color, needed);
	color->lane_count++;
	color->change_count++;
	uint32_t lane = slot.lane % MK_BUNDLE_LANES;
	copy_rows(graph_bundle(graph, slot), lane, NULL, 0, sizeof(ContactBundle));
	copy_cold(graph_cold(graph, slot), lane, NULL, 0);
	return slot;
}

GraphSlot mk_graph_add(Graph *graph, GraphPair pair, uint32_t part, uint32_t owner) {
	uint32_t color = mk_graph_color(graph, pair);
	if (color != MK_GRAPH_OVERFLOW) color += part * MK_GRAPH_COLORS;
	GraphSlot slot = append(graph, color);
	occupy(graph, pair, slot, owner);
	return slot;
}

void mk_graph_reset(Graph *graph, const uint32_t lane_counts[MK_GRAPH_COLORS]) {
	uint32_t rows = graph->masks.count;
	color_mask_array_clear(&graph->masks);
	color_mask_array_resize(&graph->masks, rows);
	for (uint32_t i = 0; i < MK_GRAPH_PARTS * MK_GRAPH_COLORS; i++) {
		GraphColor *color = graph->colors + i;
		bool is_overflow = i == MK_GRAPH_OVERFLOW;
		uint32_t lanes = i < MK_GRAPH_COLORS ? lane_counts[i] : 0;
		color->bundle_count = 0;
		color->lane_count = lanes;
		color->change_count = 0;
		uint32_t needed = is_overflow ? lanes : (lanes + MK_BUNDLE_LANES - 1) / MK_BUNDLE_LANES;
		if (needed > 0) grow(color, needed);
	}
}

void mk_graph_set(Graph *graph, GraphPair pair, GraphSlot slot, uint32_t owner) {
	mk_graph_mark(graph, pair, slot.color % MK_GRAPH_COLORS);
	occupy(graph, pair, slot, owner);
}

// The last lane of a colour, or of the overflow list the only lane of its last bundle.
static GraphSlot last_slot(const GraphColor *color, GraphSlot slot) {
	slot.lane = graph_slot_is_serial(slot) ? (color->bundle_count - 1) * MK_BUNDLE_LANES
										   : color->lane_count - 1;
	return slot;
}

static void copy_lane(Graph *graph, GraphSlot to, GraphSlot from) {
	uint32_t lane = to.lane % MK_BUNDLE_LANES;
	uint32_t from_lane = from.lane % MK_BUNDLE_LANES;
	copy_rows(graph_bundle(graph, to), lane, graph_bundle(graph, from), from_lane,
			sizeof(ContactBundle));
	copy_cold(graph_cold(graph, to), lane, graph_cold(graph, from), from_lane);
}

// Lets the last lane of a colour take the place of another. Returns who had it.
static uint32_t close_gap(Graph *graph, GraphSlot slot) {
	GraphColor *color = graph->colors + slot.color;
	GraphSlot last = last_slot(color, slot);
	uint32_t last_lane = last.lane % MK_BUNDLE_LANES;
	uint32_t moved = UINT32_MAX;
	if (last.lane != slot.lane) {
		moved = graph_cold(graph, last)->owner[last_lane];
		copy_lane(graph, slot, last);
	}
	copy_rows(graph_bundle(graph, last), last_lane, NULL, 0, sizeof(ContactBundle));
	copy_cold(graph_cold(graph, last), last_lane, NULL, 0);
	color->lane_count--;
	color->change_count++;
	if (last_lane == 0) color->bundle_count--;
	return moved;
}

uint32_t mk_graph_remove(Graph *graph, GraphPair pair, GraphSlot slot) {
	mk_graph_uncolor(graph, pair, slot.color % MK_GRAPH_COLORS);
	return close_gap(graph, slot);
}

uint32_t mk_graph_move(Graph *graph, GraphSlot *slot, uint32_t part) {
	MK_ASSERT(!graph_slot_is_serial(*slot));
	GraphSlot from = *slot;
	if (graph_slot_part(from) == part) return UINT32_MAX;
	*slot = append(graph, part * MK_GRAPH_COLORS + from.color % MK_GRAPH_COLORS);
	copy_lane(graph, *slot, from);
	return close_gap(graph, from);
}

void mk_graph_reorder(Graph *graph, uint32_t index, const uint64_t *order) {
	MK_ASSERT(index % MK_GRAPH_COLORS != MK_GRAPH_OVERFLOW);
	GraphColor old = graph->colors[index];
	if (old.lane_count == 0) return;
	GraphColor *sorted = &graph->spare;
	sorted->bundle_count = 0;
	grow(sorted, old.bundle_count);
	for (uint32_t i = 0; i < old.lane_count; i++) {
		uint32_t from = (uint32_t)order[i];
		uint32_t lane = i % MK_BUNDLE_LANES;
		uint32_t from_lane = from % MK_BUNDLE_LANES;
		copy_rows(sorted->bundles + i / MK_BUNDLE_LANES, lane, old.bundles + from / MK_BUNDLE_LANES,
				from_lane, sizeof(ContactBundle));
		copy_cold(sorted->cold + i / MK_BUNDLE_LANES, lane, old.cold + from / MK_BUNDLE_LANES,
				from_lane);
	}
	sorted->lane_count = old.lane_count;
	sorted->change_count = 0;
	graph->colors[index] = *sorted;
	*sorted = old;
}

static void free_color(GraphColor *color) {
	mk_free(color->bundles, color->bundle_capacity * sizeof(ContactBundle));
	mk_free(color->cold, color->bundle_capacity * sizeof(ContactBundleCold));
}

void mk_graph_free(Graph *graph) {
	for (uint32_t i = 0; i < MK_GRAPH_PARTS * MK_GRAPH_COLORS; i++)
		free_color(graph->colors + i);
	free_color(&graph->spare);
	color_mask_array_free(&graph->masks);
	*graph = (Graph){ 0 };
}
