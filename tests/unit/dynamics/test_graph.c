// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Colours, lanes and parts of the constraint graph: no colour has a moving body twice, lanes stay
// dense, and what a lane holds moves with it.
#include "dynamics/contact_lane.h"

#include "support/check.h"
#include "support/rng.h"

static GraphPair both(uint32_t a, uint32_t b) { return (GraphPair){ a, b, true, true }; }
static GraphPair with_world(uint32_t a) { return (GraphPair){ a, 0, true, false }; }

static void chain_of_bodies_takes_two_colours(void **state) {
	(void)state;
	Graph graph = { 0 };
	for (uint32_t i = 1; i < 10; i++)
		assert_int_equal(mk_graph_color(&graph, both(i, i + 1)), (i + 1) % 2);
	mk_graph_free(&graph);
}

static void contacts_with_the_world_take_the_highest_colour(void **state) {
	(void)state;
	Graph graph = { 0 };
	for (uint32_t i = 1; i < 10; i++)
		assert_int_equal(mk_graph_color(&graph, with_world(i)), MK_GRAPH_OVERFLOW - 1);
	assert_int_equal(mk_graph_color(&graph, with_world(3)), MK_GRAPH_OVERFLOW - 2);
	mk_graph_free(&graph);
}

static void hub_with_too_many_partners_overflows_and_comes_back(void **state) {
	(void)state;
	Graph graph = { 0 };
	GraphSlot slots[64];
	for (uint32_t i = 0; i < 64; i++)
		slots[i] = mk_graph_add(&graph, both(1, 2 + i), 0, i);
	assert_int_equal(slots[MK_GRAPH_DYNAMIC - 1].color, MK_GRAPH_DYNAMIC - 1);
	assert_int_equal(slots[MK_GRAPH_DYNAMIC].color, MK_GRAPH_OVERFLOW);
	assert_int_equal(graph.colors[MK_GRAPH_OVERFLOW].bundle_count, 64 - MK_GRAPH_DYNAMIC);
	// each of them has a bundle of its own, and a place that becomes free is filled by the last one
	assert_int_equal(slots[MK_GRAPH_DYNAMIC + 1].lane, MK_BUNDLE_LANES);
	assert_int_equal(
			mk_graph_remove(&graph, both(1, 2 + MK_GRAPH_DYNAMIC), slots[MK_GRAPH_DYNAMIC]), 63);
	assert_int_equal(mk_graph_remove(&graph, both(1, 2), slots[0]), UINT32_MAX);
	assert_int_equal(mk_graph_add(&graph, both(1, 90), 0, 90).color, 0);
	mk_graph_free(&graph);
}

static ContactLane make_lane(uint32_t owner) {
	ContactLane lane = { .normal = vec3(0, 1, 0), .friction = (Real)owner, .count = owner % 5 };
	lane.is_fixed_b = owner % 2 == 1;
	lane.restitution = (Real)(owner % 3);
	for (uint32_t i = 0; i < lane.count; i++)
		lane.points[i].impulse = (Real)(owner + i);
	return lane;
}

static void check_lane(const Graph *graph, GraphSlot slot, uint32_t owner) {
	uint32_t lane = slot.lane % MK_BUNDLE_LANES;
	const ContactBundle *bundle = graph_bundle(graph, slot);
	const ContactBundleCold *cold = graph_cold(graph, slot);
	assert_int_equal(cold->owner[lane], owner);
	check_near(bundle->friction[lane], owner, 0);
	assert_int_equal(cold->counts[lane], owner % 5);
	assert_int_equal(cold->used >> lane & 1, 1);
	assert_int_equal(cold->fixed_b >> lane & 1, owner % 2);
	assert_int_equal(cold->bouncing >> lane & 1, owner % 3 != 0);
	for (uint32_t i = 0; i < owner % 5; i++)
		check_near(contact_lane_impulse(graph, slot, i), owner + i, 0);
}

typedef struct Model {
	GraphPair pairs[400];
	GraphSlot slots[400];
	bool is_there[400];
} Model;

static void add(Graph *graph, Model *model, uint32_t owner) {
	uint32_t part = owner % MK_GRAPH_PARTS;
	GraphSlot slot = mk_graph_add(graph, model->pairs[owner], part, owner);
	assert_int_equal(graph_slot_part(slot), graph_slot_is_serial(slot) ? 0 : part);
	model->slots[owner] = slot;
	ContactLane lane = make_lane(owner);
	mk_contact_lane_write(graph, model->slots[owner], &lane);
	model->is_there[owner] = true;
}

static void move(Graph *graph, Model *model, uint32_t owner, uint32_t part) {
	GraphSlot old = model->slots[owner];
	if (graph_slot_is_serial(old)) return;
	uint32_t moved = mk_graph_move(graph, model->slots + owner, part);
	assert_int_equal(graph_slot_part(model->slots[owner]), part);
	assert_int_equal(model->slots[owner].color % MK_GRAPH_COLORS, old.color % MK_GRAPH_COLORS);
	if (moved != UINT32_MAX) model->slots[moved] = old;
}

static void remove_one(Graph *graph, Model *model, uint32_t owner) {
	GraphSlot slot = model->slots[owner];
	uint32_t moved = mk_graph_remove(graph, model->pairs[owner], slot);
	if (moved != UINT32_MAX) model->slots[moved] = slot;
	model->is_there[owner] = false;
}

// no moving body twice in a colour, every contact where the model says, no lane left over
static void check_graph(const Graph *graph, const Model *model) {
	static uint32_t colors_of[64];
	memset(colors_of, 0, sizeof(colors_of));
	uint32_t lanes = 0;
	for (uint32_t i = 0; i < 400; i++) {
		if (!model->is_there[i]) continue;
		check_lane(graph, model->slots[i], i);
		uint32_t bit = 1u << model->slots[i].color % MK_GRAPH_COLORS;
		if (graph_slot_is_serial(model->slots[i])) bit = 0;
		GraphPair pair = model->pairs[i];
		assert_int_equal(colors_of[pair.a] & bit, 0);
		colors_of[pair.a] |= bit;
		if (!pair.is_moving_b) continue;
		assert_int_equal(colors_of[pair.b] & bit, 0);
		colors_of[pair.b] |= bit;
	}
	for (uint32_t c = 0; c < MK_GRAPH_PARTS * MK_GRAPH_COLORS; c++)
		lanes += graph->colors[c].lane_count;
	uint32_t expected = 0;
	for (uint32_t i = 0; i < 400; i++)
		expected += model->is_there[i];
	assert_int_equal(lanes, expected);
}

// Any order of the lanes of a colour will do.
static void shuffle(Graph *graph, Model *model, Rng *rng) {
	static uint64_t order[400];
	uint32_t color = rng_below(rng, MK_GRAPH_PARTS) * MK_GRAPH_COLORS;
	color += rng_below(rng, MK_GRAPH_OVERFLOW);
	uint32_t count = graph->colors[color].lane_count;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t other = rng_below(rng, i + 1);
		order[i] = order[other];
		// the upper half is the caller's
		order[other] = (uint64_t)rng_below(rng, 9) << 32 | i;
	}
	mk_graph_reorder(graph, color, order);
	assert_int_equal(graph->colors[color].lane_count, count);
	for (uint32_t i = 0; i < count; i++) {
		GraphSlot slot = { color, i };
		model->slots[graph_cold(graph, slot)->owner[i % MK_BUNDLE_LANES]] = slot;
	}
}

static void lanes_follow_any_order_of_adding_moving_and_removing(void **state) {
	(void)state;
	Rng rng = { 7 };
	Graph graph = { 0 };
	static Model model;
	for (uint32_t i = 0; i < 400; i++) {
		uint32_t a = 1 + rng_below(&rng, 60);
		uint32_t b = 1 + (a + rng_below(&rng, 59)) % 60;
		model.pairs[i] = rng_below(&rng, 4) == 0 ? with_world(a) : both(a, b);
	}
	for (uint32_t round = 0; round < 3000; round++) {
		uint32_t owner = rng_below(&rng, 400);
		if (model.is_there[owner] && rng_below(&rng, 2) == 0) {
			move(&graph, &model, owner, rng_below(&rng, MK_GRAPH_PARTS));
		} else if (model.is_there[owner]) {
			remove_one(&graph, &model, owner);
		} else {
			add(&graph, &model, owner);
		}
		if (round % 10 == 0) shuffle(&graph, &model, &rng);
		if (round % 50 == 0) check_graph(&graph, &model);
	}
	for (uint32_t i = 0; i < 400; i++)
		if (model.is_there[i]) remove_one(&graph, &model, i);
	for (uint32_t c = 0; c < MK_GRAPH_PARTS * MK_GRAPH_COLORS; c++)
		assert_int_equal(graph.colors[c].bundle_count, 0);
	for (uint32_t row = 0; row < graph.masks.count; row++)
		assert_int_equal(graph.masks.data[row], 0);
	mk_graph_free(&graph);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chain_of_bodies_takes_two_colours),
		cmocka_unit_test(contacts_with_the_world_take_the_highest_colour),
		cmocka_unit_test(hub_with_too_many_partners_overflows_and_comes_back),
		cmocka_unit_test(lanes_follow_any_order_of_adding_moving_and_removing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
