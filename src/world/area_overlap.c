// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Who is in which area. Pairs are looked for around the colliders that have moved out of their
// boxes, tests are made for those of objects that have moved at all; both on all workers, with
// results that are applied in an order that does not depend on them.
#include "collide/overlap.h"
#include "world/parts.h"

#define MK_SEARCHES_PER_BLOCK 32
#define MK_TESTS_PER_BLOCK    8

static OverlapEdge *edge_at(const World *world, uint32_t edge) {
	return overlap_array_at(&world->areas.overlaps, edge / 2)->edges + edge % 2;
}

static void link_edge(World *world, uint32_t edge, WorldObject *object) {
	*edge_at(world, edge) = (OverlapEdge){ MK_WORLD_NONE, object->first_overlap };
	if (object->first_overlap != MK_WORLD_NONE) {
		edge_at(world, object->first_overlap)->previous = edge;
	}
	object->first_overlap = edge;
}

static void unlink_edge(World *world, uint32_t edge, WorldObject *object) {
	const OverlapEdge *links = edge_at(world, edge);
	if (links->previous == MK_WORLD_NONE) {
		object->first_overlap = links->next;
	} else {
		edge_at(world, links->previous)->next = links->next;
	}
	if (links->next != MK_WORLD_NONE) edge_at(world, links->next)->previous = links->previous;
}

bool mk_area_sees(const WorldObject *object, const WorldObject *other) {
	if (!object->is_area || (object->mask & other->layer) == 0) return false;
	return !other->is_area || ((const WorldArea *)other)->is_monitorable;
}

static uint32_t take_overlap(AreaSet *areas) {
	uint32_t index = areas->free_overlap;
	if (index == MK_WORLD_NONE) {
		overlap_array_add(&areas->overlaps);
		return areas->overlaps.count - 1;
	}
	areas->free_overlap = areas->overlaps.data[index].edges[0].next;
	return index;
}

static void create(World *world, uint64_t key) {
	AreaSet *areas = &world->areas;
	// two areas that moved have found each other twice
	if (mk_pair_set_find(&areas->pairs, key) != NULL) return;
	uint32_t index = take_overlap(areas);
	mk_pair_set_insert(&areas->pairs, key, index);
	uint32_t colliders[2] = { (uint32_t)(key >> 32), (uint32_t)key };
	WorldObject *a = world_collider(world, colliders[0])->object;
	WorldObject *b = world_collider(world, colliders[1])->object;
	*overlap_array_at(&areas->overlaps, index) = (Overlap){
		.colliders = { colliders[0], colliders[1] },
		.sees = { mk_area_sees(a, b), mk_area_sees(b, a) },
		.last_pass = areas->pass,
	};
	link_edge(world, 2 * index, a);
	link_edge(world, 2 * index + 1, b);
	number_array_push(&areas->due, index);
}

// A body that an area with rules lets go of, or takes in, has another gravity from now on.
static void wake_affected(World *world, const Overlap *overlap) {
	for (int side = 0; side < 2; side++) {
		if (!overlap->sees[side]) continue;
		WorldObject *other = overlap_object(world, overlap, 1 - side);
		const WorldArea *area = object_area(overlap_object(world, overlap, side));
		if (other->body->is_sleeping && mk_area_wakes(area)) mk_world_wake(world, other);
	}
}

static void destroy(World *world, uint32_t index) {
	AreaSet *areas = &world->areas;
	Overlap *overlap = overlap_array_at(&areas->overlaps, index);
	if (overlap->is_touching) {
		mk_area_tell(world, overlap, false);
		wake_affected(world, overlap);
	}
	mk_pair_set_remove(&areas->pairs, pair_key(overlap->colliders[0], overlap->colliders[1]));
	unlink_edge(world, 2 * index, overlap_object(world, overlap, 0));
	unlink_edge(world, 2 * index + 1, overlap_object(world, overlap, 1));
	overlap->colliders[0] = MK_WORLD_NONE;
	overlap->edges[0].next = areas->free_overlap;
	areas->free_overlap = index;
}

void mk_overlap_destroy_all(World *world, WorldObject *object) {
	while (object->first_overlap != MK_WORLD_NONE)
		destroy(world, object->first_overlap / 2);
}

void mk_overlap_filter(World *world, const WorldObject *object) {
	for (uint32_t e = object->first_overlap; e != MK_WORLD_NONE;) {
		const Overlap *overlap = overlap_array_at(&world->areas.overlaps, e / 2);
		const WorldObject *a = overlap_object(world, overlap, 0);
		const WorldObject *b = overlap_object(world, overlap, 1);
		bool is_same = overlap->sees[0] == mk_area_sees(a, b) &&
				overlap->sees[1] == mk_area_sees(b, a);
		uint32_t next = overlap->edges[e % 2].next;
		if (!is_same) destroy(world, e / 2);
		e = next;
	}
}

void mk_area_mark_moved(World *world, uint32_t index) {
	Collider *collider = world_collider(world, index);
	if (world->areas.count == 0 || collider->is_area_due) return;
	collider->is_area_due = true;
	number_array_push(&world->areas.moved, index);
}

typedef struct OverlapSearch {
	const World *world;
	PairKeyArray *keys;
	uint32_t collider;
} OverlapSearch;

static bool visit(void *context, uint32_t id, uint32_t other) {
	(void)id;
	const OverlapSearch *search = context;
	const World *world = search->world;
	const WorldObject *a = world_collider(world, search->collider)->object;
	const WorldObject *b = world_collider(world, other)->object;
	if (a == b || (!mk_area_sees(a, b) && !mk_area_sees(b, a))) return true;
	uint64_t key = pair_key(search->collider, other);
	if (mk_pair_set_find(&world->areas.pairs, key) == NULL) pair_key_array_push(search->keys, key);
	return true;
}

// Only areas look for bodies; bodies look for areas alone.
static void search_block(void *context, uint32_t block, uint32_t worker) {
	World *world = context;
	const NumberArray *moved = &world->areas.moved;
	uint32_t first = block * MK_SEARCHES_PER_BLOCK;
	uint32_t end = first + MK_SEARCHES_PER_BLOCK;
	if (end > moved->count) end = moved->count;
	for (uint32_t i = first; i < end; i++) {
		const Collider *collider = world_collider(world, moved->data[i]);
		if (collider->object == NULL) continue;
		OverlapSearch search = { world, &world->workers[worker].keys, moved->data[i] };
		Aabb box = bvh_box(world->trees + collider->tree, collider->leaf);
		mk_bvh_query(world->trees + TREE_AREA, box, LEAF_ANY, visit, &search);
		if (collider->tree != TREE_AREA) continue;
		mk_bvh_query(world->trees + TREE_MOVING, box, LEAF_ANY, visit, &search);
		mk_bvh_query(world->trees + TREE_STATIC, box, LEAF_ANY, visit, &search);
	}
}

static void find_pairs(World *world) {
	uint32_t count = world->areas.moved.count;
	uint32_t blocks = (count + MK_SEARCHES_PER_BLOCK - 1) / MK_SEARCHES_PER_BLOCK;
	mk_job_team_run(&world->team, blocks, search_block, world);
	mk_world_collect_keys(world);
	for (uint32_t i = 0; i < world->new_keys.count; i++)
		create(world, world->new_keys.data[i]);
}

static void add_due(World *world, const WorldObject *object) {
	AreaSet *areas = &world->areas;
	for (uint32_t e = object->first_overlap; e != MK_WORLD_NONE;) {
		Overlap *overlap = overlap_array_at(&areas->overlaps, e / 2);
		if (overlap->last_pass != areas->pass) number_array_push(&areas->due, e / 2);
		overlap->last_pass = areas->pass;
		e = overlap->edges[e % 2].next;
	}
}

// The pull of a point changes with the place of its area.
static void add_moved(World *world) {
	NumberArray *moved = &world->areas.moved;
	for (uint32_t i = 0; i < moved->count; i++) {
		Collider *collider = world_collider(world, moved->data[i]);
		collider->is_area_due = false;
		WorldObject *object = collider->object;
		if (object == NULL) continue;
		add_due(world, object);
		if (!object->is_area) continue;
		const WorldArea *area = object_area(object);
		if (area->rules.is_point && mk_area_wakes(area)) mk_area_wake_inside(world, area);
	}
	number_array_clear(moved);
}

static void test_block(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	World *world = context;
	const NumberArray *due = &world->areas.due;
	uint32_t first = block * MK_TESTS_PER_BLOCK;
	uint32_t end = first + MK_TESTS_PER_BLOCK;
	if (end > due->count) end = due->count;
	for (uint32_t i = first; i < end; i++) {
		Overlap *overlap = overlap_array_at(&world->areas.overlaps, due->data[i]);
		const Collider *a = world_collider(world, overlap->colliders[0]);
		const Collider *b = world_collider(world, overlap->colliders[1]);
		overlap->is_over = !aabb_overlaps(
				bvh_box(world->trees + a->tree, a->leaf), bvh_box(world->trees + b->tree, b->leaf));
		overlap->is_found = !overlap->is_over &&
				mk_overlap(&a->instance, &b->instance, &overlap->axis);
	}
}

static void test_due(World *world) {
	uint32_t count = world->areas.due.count;
	uint32_t blocks = (count + MK_TESTS_PER_BLOCK - 1) / MK_TESTS_PER_BLOCK;
	mk_job_team_run(&world->team, blocks, test_block, world);
}

static void apply_due(World *world) {
	NumberArray *due = &world->areas.due;
	for (uint32_t i = 0; i < due->count; i++) {
		Overlap *overlap = overlap_array_at(&world->areas.overlaps, due->data[i]);
		if (overlap->is_found != overlap->is_touching) {
			overlap->is_touching = overlap->is_found;
			mk_area_tell(world, overlap, overlap->is_found);
			wake_affected(world, overlap);
		}
		if (overlap->is_over) destroy(world, due->data[i]);
	}
	number_array_clear(due);
}

static void begin_pass(World *world) {
	world->areas.pass++;
	find_pairs(world);
	add_moved(world);
}

void mk_world_enter_areas(World *world) {
	if (world->areas.moved.count == 0) return;
	begin_pass(world);
	test_due(world);
	apply_due(world);
}

void mk_world_cross_areas(World *world, Real dt) {
	if (world->areas.count == 0) return;
	begin_pass(world);
	for (uint32_t i = 0; i < world->awake.count; i++)
		add_due(world, world->awake.data[i]);
	test_due(world);
	mk_area_find_crossings(world, dt);
	apply_due(world);
	mk_area_tell_crossings(world);
}
