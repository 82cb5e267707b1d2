// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The constraint graph, coloured: constraints of one colour share no body that they move, so
// they can be solved at once, in lanes and on several threads, with the same result in any
// order. Colours are kept from step to step and given greedily. Constraints against bodies that
// nothing moves come last in every pass, because the last word counts most and the floor must
// hold; hence they take colours from the top. What finds no colour goes to the overflow list,
// which is solved first, one by one.
//
// Bodies that have nothing to do with each other need not wait for each other after every colour.
// So the graph has parts: a list of every colour in each, and no body is moved by constraints of
// two parts, so that one worker can solve a part by itself while others solve others. Which part a
// constraint is in changes no result: its colour, and with it the order of the constraints of a
// body, is the same in any. What is solved one by one is in part 0, the common one, since its
// order is that of one list.
#pragma once

#include "base/array.h"
#include "dynamics/contact_bundle.h"

#define MK_GRAPH_COLORS   24
#define MK_GRAPH_OVERFLOW 23 // not a colour: solved serially
#define MK_GRAPH_DYNAMIC  20 // colours for constraints between two moving bodies: the lowest ones

// The common part, which the whole team solves together, and those that a worker solves by itself:
// for eight workers one each, for two enough to be shared evenly. More would leave lanes empty.
#define MK_GRAPH_PARTS 9

// Where a constraint is: lane % MK_BUNDLE_LANES of bundle lane / MK_BUNDLE_LANES of a colour of a
// part. In the overflow list every constraint has a bundle of its own.
typedef struct GraphSlot {
	uint32_t color; // part * MK_GRAPH_COLORS + colour
	uint32_t lane;
} GraphSlot;

typedef struct GraphColor {
	ContactBundle *bundles;
	ContactBundleCold *cold;
	uint32_t bundle_count;
	uint32_t bundle_capacity;
	uint32_t lane_count;
	uint32_t change_count; // lanes that came or went since mk_graph_reorder
} GraphColor;

MK_ARRAY_DECLARE(ColorMaskArray, color_mask_array, uint32_t);

typedef struct Graph {
	GraphColor colors[MK_GRAPH_PARTS * MK_GRAPH_COLORS]; // part by part
	GraphColor spare;                                    // memory for reordering
	ColorMaskArray masks;                                // per body row: bit per colour in use
} Graph;

// The bodies of a constraint: rows, and whether they can be moved by anything at all (a body that
// only this constraint does not move counts as moving: others write to it).
typedef struct GraphPair {
	uint32_t a;
	uint32_t b;
	bool is_moving_a;
	bool is_moving_b;
} GraphPair;

// Returns the colour for a constraint and marks it as used by its moving bodies. Rows without a
// mask yet get one. For joints, whose lists are kept elsewhere; contacts come in by mk_graph_add.
uint32_t mk_graph_color(Graph *graph, GraphPair pair);

// Takes back what mk_graph_color marked.
void mk_graph_uncolor(Graph *graph, GraphPair pair, uint32_t color);

// Frees all colours of a row whose constraints are gone, before it is used for another body.
void mk_graph_forget(Graph *graph, uint32_t row);

// Adds a contact to a part, with an empty lane that belongs to `owner`; its bodies' rows are
// written. One that overflows comes to part 0.
GraphSlot mk_graph_add(Graph *graph, GraphPair pair, uint32_t part, uint32_t owner);

// Moves a contact to another part and writes its new slot; not one that has overflowed. Returns the
// owner whose lane was moved into the hole and now has the old slot, or UINT32_MAX if none was.
uint32_t mk_graph_move(Graph *graph, GraphSlot *slot, uint32_t part);

// Removes a contact. Returns the owner whose lane was moved into the hole and now has `slot`, or
// UINT32_MAX if none was.
uint32_t mk_graph_remove(Graph *graph, GraphPair pair, GraphSlot slot);

// Puts the lanes of a colour, by its index, into another order: lane i becomes what lane
// (uint32_t)order[i] was. The owners have to be told.
void mk_graph_reorder(Graph *graph, uint32_t index, const uint64_t *order);

// Empties the graph and makes room for so many contacts of each colour of part 0; every lane then
// gets its contact by mk_graph_set. To bring back a graph as it was, lane by lane.
void mk_graph_reset(Graph *graph, const uint32_t lane_counts[MK_GRAPH_COLORS]);
void mk_graph_set(Graph *graph, GraphPair pair, GraphSlot slot, uint32_t owner);

// Marks a colour as used by the moving bodies of a constraint, as mk_graph_color did once.
void mk_graph_mark(Graph *graph, GraphPair pair, uint32_t color);

// Gives all memory back and leaves an empty graph.
void mk_graph_free(Graph *graph);

// Whether a constraint that has a colour moves a row.
static inline bool graph_has_color(const Graph *graph, uint32_t row) {
	return row < graph->masks.count && graph->masks.data[row] != 0;
}

// Returns the part of a slot; whether it is in the overflow list.
static inline uint32_t graph_slot_part(GraphSlot slot) { return slot.color / MK_GRAPH_COLORS; }
static inline bool graph_slot_is_serial(GraphSlot slot) {
	return slot.color % MK_GRAPH_COLORS == MK_GRAPH_OVERFLOW;
}

// Returns the bundle of a slot, and its cold part.
static inline ContactBundle *graph_bundle(const Graph *graph, GraphSlot slot) {
	return graph->colors[slot.color].bundles + slot.lane / MK_BUNDLE_LANES;
}
static inline ContactBundleCold *graph_cold(const Graph *graph, GraphSlot slot) {
	return graph->colors[slot.color].cold + slot.lane / MK_BUNDLE_LANES;
}
