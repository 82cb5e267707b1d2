// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Records of where colliders are: boxes in trees with their structure, because the order in which a
// query reports follows it, and overlaps with areas.
#include "world/snapshot_parts.h"

static void snap_list(SnapStream *s, NumberArray *list) {
	uint32_t count = snap_count(s, list->count, sizeof(uint32_t));
	if (snap_is_reading(s)) number_array_resize(list, count);
	if (count > 0) snap_u32s(s, list->data, count);
}

// An instance keeps what it was made with; only its pose follows the body.
static void snap_collider(SnapStream *s, Collider *collider, uint32_t *owner, uint32_t *slot) {
	snap_u32(s, owner);
	snap_u32(s, &collider->leaf);
	uint32_t bits = (uint32_t)collider->is_moved | (uint32_t)collider->is_area_due << 1 |
			(uint32_t)collider->instance.is_similar << 2 |
			(uint32_t)collider->instance.is_rigid << 3;
	if (*owner == MK_WORLD_NONE) bits &= 3;
	bits = snap_choice(s, bits, 1 << 4);
	collider->is_moved = bits & 1;
	collider->is_area_due = bits >> 1 & 1;
	if (*owner == MK_WORLD_NONE) return;
	collider->instance.is_similar = bits >> 2 & 1;
	collider->instance.is_rigid = bits >> 3 & 1;
	collider->tree = (ColliderTree)snap_choice(s, collider->tree, TREE_COUNT);
	snap_u32(s, slot);
	snap_reals(s, &collider->instance.rounding, 1);
	if (collider->instance.rounding < 0) snap_fail(s, SNAPSHOT_BAD_NUMBER);
}

// Which of its object's shapes a collider was made of: those that are there, in their order.
static uint32_t find_slot(const WorldObject *object, uint32_t number) {
	uint32_t slot = 0;
	for (uint32_t i = 0; i < object->colliders.count; i++, slot++) {
		while (object->shapes.data[slot].shape == NULL)
			slot++;
		if (object->colliders.data[i] == number) return slot;
	}
	return MK_WORLD_NONE;
}

static void write_colliders(SnapStream *s, const World *world) {
	snap_count(s, world->colliders.count, 1);
	for (uint32_t i = 0; i < world->colliders.count; i++) {
		Collider collider = world->colliders.data[i];
		const WorldObject *object = collider.object;
		uint32_t owner = object == NULL ? MK_WORLD_NONE : object->index;
		uint32_t slot = object == NULL ? 0 : find_slot(object, i);
		snap_collider(s, &collider, &owner, &slot);
	}
	uint32_t head = world->free_collider;
	snap_u32(s, &head);
}

static void read_colliders(SnapStream *s, WorldShadow *shadow, const World *world) {
	uint32_t count = snap_count(s, 0, 9);
	collider_array_clear(&shadow->colliders);
	collider_array_resize(&shadow->colliders, count);
	number_array_resize(&shadow->shape_slots, count);
	for (uint32_t i = 0; i < count; i++) {
		Collider *collider = shadow->colliders.data + i;
		uint32_t owner = MK_WORLD_NONE;
		snap_collider(s, collider, &owner, shadow->shape_slots.data + i);
		if (owner == MK_WORLD_NONE) continue;
		if (owner < world->objects.count) {
			collider->object = world->objects.data[owner];
		} else {
			snap_fail(s, SNAPSHOT_BAD_LINK);
		}
	}
	snap_u32(s, &shadow->free_collider);
}

static void snap_box_ref(SnapStream *s, BoxRef *box) {
	snap_bounds(s, &box->min.x, 3);
	snap_u32(s, &box->ref);
	snap_bounds(s, &box->max.x, 3);
	snap_u32(s, &box->mask);
}

static void snap_node(SnapStream *s, BvhNode *node, BvhLink *link) {
	snap_u32(s, &link->place);
	snap_u32(s, &link->height);
	snap_reals(s, &link->built_area, 1);
	link->is_enlarged = snap_choice(s, link->is_enlarged, 2);
	snap_box_ref(s, node->child);
	snap_box_ref(s, node->child + 1);
}

// Free nodes and leaves have their place in the lists of free ones.
static void snap_tree(SnapStream *s, Bvh *tree) {
	const size_t node_size = 2 * (6 * sizeof(Real) + 8) + sizeof(Real) + 9;
	uint32_t nodes = snap_count(s, tree->nodes.count, node_size);
	if (snap_is_reading(s)) {
		bvh_node_array_resize(&tree->nodes, nodes);
		bvh_link_array_resize(&tree->links, nodes);
	}
	for (uint32_t i = 0; i < nodes; i++)
		snap_node(s, tree->nodes.data + i, tree->links.data + i);
	uint32_t leaves = snap_count(s, tree->leaves.count, sizeof(BvhLeaf));
	if (snap_is_reading(s)) bvh_leaf_array_resize(&tree->leaves, leaves);
	for (uint32_t i = 0; i < leaves; i++)
		snap_u32s(s, &tree->leaves.data[i].place, 2);
	snap_u32(s, &tree->count);
	snap_u32(s, &tree->root);
	snap_u32(s, &tree->free_node);
	snap_u32(s, &tree->free_leaf);
	snap_u32(s, &tree->refits);
	tree->is_loose = snap_choice(s, tree->is_loose, 2);
}

static void snap_overlap(SnapStream *s, Overlap *overlap) {
	snap_u32s(s, overlap->colliders, 2);
	snap_u32s(s, &overlap->edges[0].previous, 4);
	if (overlap->colliders[0] == MK_WORLD_NONE) return;
	uint32_t bits = (uint32_t)overlap->sees[0] | (uint32_t)overlap->sees[1] << 1 |
			(uint32_t)overlap->is_touching << 2 | (uint32_t)overlap->is_found << 3 |
			(uint32_t)overlap->is_over << 4;
	bits = snap_choice(s, bits, 1 << 5);
	overlap->sees[0] = bits & 1;
	overlap->sees[1] = bits >> 1 & 1;
	overlap->is_touching = bits >> 2 & 1;
	overlap->is_found = bits >> 3 & 1;
	overlap->is_over = bits >> 4 & 1;
	snap_u32(s, &overlap->last_pass);
	snap_vec3(s, &overlap->axis);
}

static void snap_overlaps(SnapStream *s, OverlapArray *overlaps, uint32_t *head) {
	uint32_t count = snap_count(s, overlaps->count, 6 * sizeof(uint32_t));
	if (snap_is_reading(s)) {
		overlap_array_clear(overlaps);
		overlap_array_resize(overlaps, count);
	}
	for (uint32_t i = 0; i < count; i++)
		snap_overlap(s, overlaps->data + i);
	snap_u32(s, head);
}

static void snap_event(SnapStream *s, AreaEvent *event, uint32_t *area) {
	snap_u32(s, area);
	uint32_t bits = snap_choice(
			s, (uint32_t)event->is_area | (uint32_t)event->is_begin << 1, 1 << 2);
	event->is_area = bits & 1;
	event->is_begin = bits >> 1 & 1;
	snap_u32(s, &event->shape);
	snap_u32(s, &event->other_shape);
	snap_u64(s, &event->other);
	snap_u64(s, &event->other_tag);
	snap_u32(s, &event->sequence);
}

static void write_events(SnapStream *s, const AreaEventArray *events) {
	snap_count(s, events->count, 1);
	for (uint32_t i = 0; i < events->count; i++) {
		AreaEvent event = events->data[i];
		uint32_t area = event.area->object.index;
		snap_event(s, &event, &area);
	}
}

static void read_events(SnapStream *s, AreaEventArray *events, const World *world) {
	const size_t size = 33;
	uint32_t count = snap_count(s, 0, size);
	area_event_array_clear(events);
	area_event_array_resize(events, count);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t area = 0;
		snap_event(s, events->data + i, &area);
		bool is_there = area < world->objects.count && world->objects.data[area]->is_area;
		if (is_there) {
			events->data[i].area = object_area(world->objects.data[area]);
		} else {
			snap_fail(s, SNAPSHOT_BAD_LINK);
		}
	}
}

void mk_snap_write_space(SnapStream *s, const World *world) {
	write_colliders(s, world);
	for (uint32_t t = 0; t < TREE_COUNT; t++) {
		Bvh tree = world->trees[t];
		snap_tree(s, &tree);
	}
	NumberArray moved = world->moved;
	snap_list(s, &moved);
	AreaSet areas = world->areas;
	mk_snap_rules(s, &areas.rules);
	snap_overlaps(s, &areas.overlaps, &areas.free_overlap);
	snap_list(s, &areas.moved);
	snap_u32(s, &areas.pass);
	snap_u64(s, &areas.last_number);
	write_events(s, &areas.pending);
	write_events(s, &areas.events);
}

void mk_snap_read_space(SnapStream *s, WorldShadow *shadow, const World *world) {
	read_colliders(s, shadow, world);
	for (uint32_t t = 0; t < TREE_COUNT; t++)
		snap_tree(s, shadow->trees + t);
	snap_list(s, &shadow->moved);
	mk_snap_rules(s, &shadow->rules);
	snap_overlaps(s, &shadow->overlaps, &shadow->free_overlap);
	snap_list(s, &shadow->areas_moved);
	snap_u32(s, &shadow->pass);
	snap_u64(s, &shadow->last_number);
	read_events(s, &shadow->pending, world);
	read_events(s, &shadow->events, world);
}
