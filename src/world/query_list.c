// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "world/query_list.h"

#include "world/parts.h"

bool mk_collider_is_before(const World *world, uint32_t a, uint32_t b) {
	const Collider *one = world_collider(world, a);
	const Collider *two = world_collider(world, b);
	if (one->object->name != two->object->name) return one->object->name < two->object->name;
	return one->shape_index < two->shape_index;
}

static bool note(void *context, uint32_t id, uint32_t index) {
	(void)id;
	QueryList *list = context;
	const WorldObject *object = world_collider(list->world, index)->object;
	if (!(object->layer & list->mask)) return true;
	if (list->filter == NULL || list->filter(list->user, object))
		number_array_push(&list->found, index);
	return true;
}

// Moves the root of a heap whose last are first down to its place.
static void sink(const World *world, uint32_t *heap, uint32_t count, uint32_t root) {
	uint32_t moved = heap[root];
	for (uint32_t child; (child = 2 * root + 1) < count; root = child) {
		if (child + 1 < count && mk_collider_is_before(world, heap[child], heap[child + 1]))
			child++;
		if (!mk_collider_is_before(world, moved, heap[child])) break;
		heap[root] = heap[child];
	}
	heap[root] = moved;
}

// By a heap: an explosion may ask for all of a large pile.
static void sort(const World *world, NumberArray *found) {
	uint32_t *heap = found->data;
	for (uint32_t root = found->count / 2; root-- > 0;)
		sink(world, heap, found->count, root);
	for (uint32_t end = found->count; end-- > 1;) {
		uint32_t last = heap[0];
		heap[0] = heap[end];
		heap[end] = last;
		sink(world, heap, end, 0);
	}
}

void mk_query_list_fill(QueryList *list, Aabb box) {
	list->found = list->world->query_found;
	list->world->query_found = (NumberArray){ 0 };
	number_array_clear(&list->found);
	for (uint32_t t = 0; t < TREE_COUNT; t++)
		if (query_has_tree(list->targets, t))
			mk_bvh_query(list->world->trees + t, box, LEAF_ANY, note, list);
	sort(list->world, &list->found);
}

void mk_query_list_end(QueryList *list) {
	if (list->found.data == NULL) return;
	number_array_free(&list->world->query_found);
	list->world->query_found = list->found;
}
