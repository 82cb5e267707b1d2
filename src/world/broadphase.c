// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "world/parts.h"

// Colliders whose neighbours one block looks for.
#define MK_QUERIES_PER_BLOCK 32

typedef struct PairSearch {
	const World *world;
	PairKeyArray *keys;
	uint32_t collider;
} PairSearch;

bool mk_world_can_meet(const World *world, const WorldObject *a, const WorldObject *b) {
	if (a == b) return false;
	bool is_of_use = object_sees(a, b) || object_sees(b, a) || object_watches(a, b) ||
			object_watches(b, a);
	if (!is_of_use) return false;
	if (a->first_joint != NULL && mk_object_is_joined(a, b)) return false;
	return !mk_world_is_exception(world, a, b);
}

static bool visit(void *context, uint32_t id, uint32_t user) {
	(void)id;
	PairSearch *search = context;
	const World *world = search->world;
	uint32_t other = user;
	if (other == search->collider) return true;
	const Collider *a = world_collider(world, search->collider);
	const Collider *b = world_collider(world, other);
	// if both have moved, the lower one reports the pair
	if (b->is_moved && other < search->collider) return true;
	if (!mk_world_can_meet(world, a->object, b->object)) return true;
	uint64_t key = pair_key(search->collider, other);
	if (mk_pair_set_find(&world->pairs, key) == NULL) pair_key_array_push(search->keys, key);
	return true;
}

static void query_block(void *context, uint32_t block, uint32_t worker) {
	World *world = context;
	uint32_t first = block * MK_QUERIES_PER_BLOCK;
	uint32_t end = first + MK_QUERIES_PER_BLOCK;
	if (end > world->moved.count) end = world->moved.count;
	for (uint32_t i = first; i < end; i++) {
		uint32_t index = world->moved.data[i];
		const Collider *collider = world_collider(world, index);
		if (collider->object == NULL || collider->tree == TREE_AREA) continue;
		PairSearch search = { world, &world->workers[worker].keys, index };
		Aabb box = bvh_box(world->trees + collider->tree, collider->leaf);
		mk_bvh_query(world->trees + TREE_MOVING, box, LEAF_ANY, visit, &search);
		if (collider->tree == TREE_STATIC) continue;
		mk_bvh_query(world->trees + TREE_STATIC, box, LEAF_ANY, visit, &search);
	}
}

// Moves the keys to `to`, in the order of one of their bytes and otherwise as they were.
static void sort_by_byte(
		const PairKeyArray *from, uint64_t *to, uint32_t places[256], uint32_t byte) {
	uint32_t sum = 0;
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t count = places[i];
		places[i] = sum;
		sum += count;
	}
	for (uint32_t i = 0; i < from->count; i++)
		to[places[from->data[i] >> 8 * byte & 255]++] = from->data[i];
}

// Byte by byte from the lowest; those that all keys share, which most are, cost nothing.
void mk_world_sort_keys(World *world) {
	PairKeyArray *keys = &world->new_keys;
	if (keys->count < 2) return;
	uint32_t counts[8][256] = { 0 };
	for (uint32_t i = 0; i < keys->count; i++)
		for (uint32_t byte = 0; byte < 8; byte++)
			counts[byte][keys->data[i] >> 8 * byte & 255]++;
	pair_key_array_reserve(&world->spare_keys, keys->count);
	for (uint32_t byte = 0; byte < 8; byte++) {
		if (counts[byte][keys->data[0] >> 8 * byte & 255] == keys->count) continue;
		sort_by_byte(keys, world->spare_keys.data, counts[byte], byte);
		world->spare_keys.count = keys->count;
		PairKeyArray sorted = world->spare_keys;
		world->spare_keys = *keys;
		*keys = sorted;
	}
}

void mk_world_collect_keys(World *world) {
	pair_key_array_clear(&world->new_keys);
	for (uint32_t w = 0; w < world->worker_limit; w++) {
		PairKeyArray *keys = &world->workers[w].keys;
		for (uint32_t i = 0; i < keys->count; i++)
			pair_key_array_push(&world->new_keys, keys->data[i]);
		pair_key_array_clear(keys);
	}
	mk_world_sort_keys(world);
}

void mk_world_find_pairs(World *world) {
	uint32_t blocks = (world->moved.count + MK_QUERIES_PER_BLOCK - 1) / MK_QUERIES_PER_BLOCK;
	mk_job_team_run(&world->team, blocks, query_block, world);
	mk_world_collect_keys(world);
	for (uint32_t i = 0; i < world->new_keys.count; i++) {
		uint64_t key = world->new_keys.data[i];
		mk_contact_create(world, (uint32_t)(key >> 32), (uint32_t)key);
	}
	for (uint32_t i = 0; i < world->moved.count; i++)
		world_collider(world, world->moved.data[i])->is_moved = false;
	number_array_clear(&world->moved);
}
