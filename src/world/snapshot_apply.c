// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A world becomes what its shadow is. Arrays change places with those of the shadow; what belongs
// to hosts is written into their memory; rows and lanes of the solver are written anew.
#include "world/snapshot_parts.h"

static void apply_object(const WorldShadow *shadow, World *world, uint32_t index) {
	const SnapObject *saved = shadow->objects.data + index;
	WorldObject *object = world->objects.data[index];
	*object->body = saved->body;
	object->layer = saved->layer;
	object->mask = saved->mask;
	object->max_contacts = saved->max_contacts;
	object->friction = saved->friction;
	object->bounce = saved->bounce;
	object->rolling = saved->rolling;
	object->is_continuous = saved->is_continuous;
	object->row = saved->row;
	object->changes = 0;
	object->report_index = object->touched_index = MK_WORLD_NONE;
	object->first_edge = saved->first_edge;
	object->first_overlap = saved->first_overlap;
	object->is_awake = saved->is_awake;
	object->is_lost = saved->is_lost;
	object->awake_index = saved->awake_index;
	object->mover_index = saved->mover_index;
	object->sweep = (ObjectSweep){ .thickness = saved->thickness, .size = saved->size };
	number_array_resize(&object->colliders, saved->collider_count);
	if (saved->collider_count > 0) {
		memcpy(object->colliders.data, shadow->numbers.data + saved->collider_first,
				saved->collider_count * sizeof(uint32_t));
	}
	if (object->mover_index != MK_WORLD_NONE) world->movers.data[object->mover_index] = object;
	if (object->is_awake) world->awake.data[object->awake_index] = object;
	if (saved->is_touched) mk_world_touch(world, object);
	if (!object->is_area) return;
	WorldArea *area = object_area(object);
	area->rules = saved->rules;
	area->is_monitorable = saved->is_monitorable;
	area->number = saved->number;
}

static void apply_objects(const WorldShadow *shadow, World *world) {
	uint32_t movers = 0;
	uint32_t awake = 0;
	for (uint32_t i = 0; i < shadow->objects.count; i++) {
		movers += shadow->objects.data[i].mover_index != MK_WORLD_NONE;
		awake += shadow->objects.data[i].is_awake;
	}
	object_pointers_resize(&world->movers, movers);
	object_pointers_resize(&world->awake, awake);
	object_pointers_clear(&world->touched);
	object_pointers_clear(&world->rested);
	object_pointers_clear(&world->reporters);
	for (uint32_t i = 0; i < shadow->objects.count; i++)
		apply_object(shadow, world, i);
	// any of them may have other contacts now
	for (uint32_t i = 0; i < world->objects.count; i++)
		mk_world_report(world, world->objects.data[i]);
}

static void apply_exceptions(const WorldShadow *shadow, World *world) {
	mk_pair_set_clear(&world->exceptions);
	for (uint32_t i = 0; i < world->objects.count; i++)
		object_pointers_clear(&world->objects.data[i]->exceptions);
	for (uint32_t i = 0; i < shadow->exceptions.count; i++) {
		uint64_t key = shadow->exceptions.data[i];
		WorldObject *a = world->objects.data[key >> 32];
		WorldObject *b = world->objects.data[(uint32_t)key];
		mk_pair_set_insert(&world->exceptions, key, 0);
		object_pointers_push(&a->exceptions, b);
		object_pointers_push(&b->exceptions, a);
	}
}

#define MK_SWAP(a, b)             \
	do {                          \
		__typeof__(a) kept = (a); \
		(a) = (b);                \
		(b) = kept;               \
	} while (0)

static void swap_arrays(WorldShadow *shadow, World *world) {
	AreaSet *areas = &world->areas;
	MK_SWAP(shadow->free_rows, world->free_rows);
	MK_SWAP(shadow->colliders, world->colliders);
	MK_SWAP(shadow->free_collider, world->free_collider);
	for (uint32_t t = 0; t < TREE_COUNT; t++)
		MK_SWAP(shadow->trees[t], world->trees[t]);
	MK_SWAP(shadow->moved, world->moved);
	MK_SWAP(shadow->contacts, world->contacts);
	MK_SWAP(shadow->caches, world->caches);
	MK_SWAP(shadow->free_contact, world->free_contact);
	MK_SWAP(shadow->active, world->active);
	MK_SWAP(shadow->patches, world->patches);
	MK_SWAP(shadow->free_patch, world->free_patch);
	MK_SWAP(shadow->pairs, world->pairs);
	MK_SWAP(shadow->rules, areas->rules);
	MK_SWAP(shadow->overlaps, areas->overlaps);
	MK_SWAP(shadow->free_overlap, areas->free_overlap);
	MK_SWAP(shadow->area_pairs, areas->pairs);
	MK_SWAP(shadow->areas_moved, areas->moved);
	MK_SWAP(shadow->pass, areas->pass);
	MK_SWAP(shadow->last_number, areas->last_number);
	MK_SWAP(shadow->pending, areas->pending);
	MK_SWAP(shadow->events, areas->events);
}

// The instance keeps what it was made with; its shape and its place are those of its object.
static void place_colliders(const WorldShadow *shadow, World *world) {
	for (uint32_t i = 0; i < world->colliders.count; i++) {
		Collider *collider = world->colliders.data + i;
		if (collider->object == NULL) continue;
		const ObjectShape *shape = collider->object->shapes.data + shadow->shape_slots.data[i];
		mk_collider_set_local(collider, shape->local);
		collider->shape_index = shape->index;
		collider->instance.shape = shape->shape;
		mk_world_pose_collider(world, collider);
		mk_world_note_room(world, collider);
	}
}

static void apply_rows(const WorldShadow *shadow, World *world) {
	solver_body_array_resize(&world->rows, shadow->row_count);
	solver_inertia_array_resize(&world->inertias, shadow->row_count);
	solver_motion_array_resize(&world->motions, shadow->row_count);
	solver_untouched_array_resize(&world->untouched, shadow->row_count);
	for (uint32_t i = 0; i < world->objects.count; i++) {
		world->objects.data[i]->part = 0;
		mk_world_rest_row(world, world->objects.data[i]);
	}
	world->parts = (WorldParts){ 0 };
}

// From the last to the first: a contact that is in both worlds then gets its own cache again, with
// memory for as many manifolds as it needs.
static void give_caches(World *world) {
	for (uint32_t i = world->contacts.count; i-- > 0;) {
		Contact *contact = world->contacts.data + i;
		if (contact->colliders[0] != MK_WORLD_NONE)
			mk_contact_give_cache(world, contact_cache(world, contact)->concave);
	}
}

static void apply_concave(const WorldShadow *shadow, World *world, Contact *contact) {
	const SnapConcave *saved = shadow->concaves.data + contact->found_first;
	ConcaveCache *cache = mk_contact_take_cache(world, contact);
	contact_cache(world, contact)->concave = cache;
	cache->is_known = saved->is_known;
	cache->poses[0] = saved->poses[0];
	cache->poses[1] = saved->poses[1];
	cache->margin = saved->margin;
	for (uint32_t i = 0; i < saved->count; i++)
		manifold_array_push(&cache->last, shadow->manifolds.data[saved->first + i]);
	for (uint32_t i = 0; i < saved->part_count; i++)
		cache->parts.parts[i] = shadow->part_caches.data[saved->first_part + i];
	cache->parts.count = saved->part_count;
}

static void apply_contacts(const WorldShadow *shadow, World *world) {
	mk_graph_reset(&world->graph, shadow->lane_counts);
	for (uint32_t i = 0; i < world->contacts.count; i++) {
		Contact *contact = world->contacts.data + i;
		if (contact->colliders[0] == MK_WORLD_NONE) continue;
		contact->is_closed = mk_contact_is_closed(world, contact);
		if (contact->found_first != MK_WORLD_NONE) apply_concave(shadow, world, contact);
		if (!contact->is_active) continue;
		for (uint32_t p = contact->first_patch; p != MK_WORLD_NONE; p = world->patches.data[p].next)
			mk_contact_restore_patch(world, p);
	}
}

static void apply_joint(const WorldJoint *saved, World *world, WorldJoint *joint) {
	joint->settings = saved->settings;
	joint->reaction_force = saved->reaction_force;
	joint->reaction_torque = saved->reaction_torque;
	joint->is_active = saved->is_active;
	joint->is_ignoring = saved->is_ignoring;
	joint->is_direct = saved->is_direct;
	joint->list = saved->list;
	joint->list_index = saved->list_index;
	joint->edges[0].load = saved->edges[0].load;
	joint->edges[1].load = saved->edges[1].load;
	joint->impulse = saved->impulse;
	joint->angular_impulse = saved->angular_impulse;
	memcpy(joint->axes, saved->axes, sizeof(joint->axes));
	if (joint->is_active) mk_joint_restore(world, joint);
}

static void apply_joints(const WorldShadow *shadow, World *world) {
	uint32_t counts[MK_JOINT_LISTS] = { 0 };
	for (uint32_t i = 0; i < shadow->joints.count; i++) {
		const WorldJoint *joint = &shadow->joints.data[i].joint;
		counts[joint->list] += joint->is_active;
	}
	for (uint32_t i = 0; i < MK_GRAPH_PARTS * MK_JOINT_LISTS; i++)
		joint_entry_array_resize(world->joints.lists + i, i < MK_JOINT_LISTS ? counts[i] : 0);
	for (uint32_t i = 0; i < shadow->joints.count; i++)
		apply_joint(&shadow->joints.data[i].joint, world, shadow->found_joints.data[i]);
	world->joints.is_changed = true;
	world->joints.sub_step = shadow->sub_step;
	world->joints.is_put = shadow->are_joints_put;
}

static void apply_softs(const WorldShadow *shadow, World *world) {
	const SoftPoint *points = shadow->points.data;
	for (uint32_t i = 0; i < shadow->softs.count; i++) {
		const SnapSoft *saved = shadow->softs.data + i;
		WorldSoft *soft = world->softs.data[i];
		SoftBody *body = soft->body;
		soft->layer = saved->layer;
		soft->mask = saved->mask;
		soft->friction = saved->friction;
		soft->is_lost = saved->is_lost;
		soft_partner_array_clear(&soft->partners);
		soft_contact_array_clear(&soft->contacts);
		body->material = saved->material;
		body->still_time = saved->still_time;
		body->is_sleeping = saved->is_sleeping;
		body->can_sleep = saved->can_sleep;
		if (saved->point_count == 0) continue;
		memcpy(body->points.data, points, saved->point_count * sizeof(SoftPoint));
		points += saved->point_count;
	}
}

void mk_shadow_apply(WorldShadow *shadow, World *world) {
	give_caches(world);
	apply_objects(shadow, world);
	apply_exceptions(shadow, world);
	swap_arrays(shadow, world);
	place_colliders(shadow, world);
	apply_rows(shadow, world);
	apply_contacts(shadow, world);
	apply_joints(shadow, world);
	apply_softs(shadow, world);
	object_pointers_clear(&world->changed);
	object_pointers_clear(&world->fast);
}
