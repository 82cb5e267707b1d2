// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Keeps the contacts of each colour in the order of their bodies. Nothing depends on it but time:
// passes over bundles, and the narrow phase that writes to lanes, then go through memory from one
// end to the other, and a worker meets the bodies that it had in the colour before.
#include "world/parts.h"

// Colours of fewer contacts fit into a cache as they are.
#define MK_LEAST_LANES 256

// A colour is due when as many contacts have come and gone as it has, so that sorting costs each of
// them a few copies in all. One per step: the one that has changed most for its size.
static uint32_t find_due(const Graph *graph) {
	uint32_t due = MK_WORLD_NONE;
	uint64_t most = 0;
	uint64_t lanes = 1;
	for (uint32_t i = 0; i < MK_GRAPH_PARTS * MK_GRAPH_COLORS; i++) {
		const GraphColor *color = graph->colors + i;
		if (i == MK_GRAPH_OVERFLOW || color->lane_count < MK_LEAST_LANES) continue;
		if (color->change_count < color->lane_count) continue;
		if (color->change_count * lanes <= most * color->lane_count) continue;
		due = i;
		most = color->change_count;
		lanes = color->lane_count;
	}
	return due;
}

// The first of its bodies that moves; no colour has it twice.
static uint32_t first_row(const GraphColor *color, uint32_t i) {
	const ContactBundle *bundle = color->bundles + i / MK_BUNDLE_LANES;
	uint32_t a = place_row(bundle->a[i % MK_BUNDLE_LANES]);
	uint32_t b = place_row(bundle->b[i % MK_BUNDLE_LANES]);
	if (a == 0 || b == 0) return a + b;
	return a < b ? a : b;
}

void mk_world_order_lanes(World *world) {
	uint32_t due = find_due(&world->graph);
	if (due == MK_WORLD_NONE) return;
	const GraphColor *color = world->graph.colors + due;
	pair_key_array_clear(&world->new_keys);
	for (uint32_t i = 0; i < color->lane_count; i++)
		pair_key_array_push(&world->new_keys, (uint64_t)first_row(color, i) << 32 | i);
	mk_world_sort_keys(world);
	mk_graph_reorder(&world->graph, due, world->new_keys.data);
	for (uint32_t i = 0; i < color->lane_count; i++) {
		uint32_t owner = color->cold[i / MK_BUNDLE_LANES].owner[i % MK_BUNDLE_LANES];
		contact_patch_array_at(&world->patches, owner)->slot.lane = i;
	}
}
