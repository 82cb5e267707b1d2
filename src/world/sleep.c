// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Who is awake. Bodies that touch sleep together: an island is what is connected by touching
// contacts between bodies that forces move, and by joints. Islands are looked for only in steps in
// which somebody has been still for long enough.
#include "world/parts.h"
#include "world/sweep.h"

static bool is_connecting(const World *world, const Contact *contact) {
	return contact->first_patch != MK_WORLD_NONE &&
			body_is_rigid(contact_object(world, contact, 0)->body) &&
			body_is_rigid(contact_object(world, contact, 1)->body);
}

// A contact is looked at while one of its bodies is awake and something can come of it.
void mk_world_update_contacts(World *world, const WorldObject *object) {
	for (uint32_t e = object->first_edge; e != MK_WORLD_NONE;) {
		Contact *contact = contact_array_at(&world->contacts, e / 2);
		const WorldObject *a = contact_object(world, contact, 0);
		const WorldObject *b = contact_object(world, contact, 1);
		bool is_active = a->is_awake || b->is_awake || object_watches(a, b) || object_watches(b, a);
		uint32_t next = contact->edges[e % 2].next;
		mk_contact_set_active(world, e / 2, is_active);
		e = next;
	}
}

void mk_world_set_awake(World *world, WorldObject *object, bool is_awake) {
	if (object->is_awake == is_awake) return;
	object->is_awake = is_awake;
	if (is_awake) {
		object->awake_index = world->awake.count;
		object_pointers_push(&world->awake, object);
	} else {
		object_pointers_swap_remove(&world->awake, object->awake_index);
		if (object->awake_index < world->awake.count) {
			world->awake.data[object->awake_index]->awake_index = object->awake_index;
		}
		mk_world_rest_row(world, object);
	}
	mk_world_update_contacts(world, object);
	mk_world_update_joints(world, object);
}

static void wake_one(World *world, WorldObject *object) {
	if (object == NULL || object->is_awake || !body_is_rigid(object->body)) return;
	mk_body_wake(object->body);
	object->is_tired = false;
	mk_world_set_awake(world, object, true);
}

// Wakes what is connected to an object that is awake, through all that sleeps; the list
// of awake ones is the queue.
static void wake_neighbours(World *world, uint32_t first) {
	for (uint32_t i = first; i < world->awake.count; i++) {
		const WorldObject *object = world->awake.data[i];
		for (uint32_t e = object->first_edge; e != MK_WORLD_NONE;) {
			const Contact *contact = contact_array_at(&world->contacts, e / 2);
			WorldObject *other = contact_object(world, contact, 1 - (int)(e % 2));
			if (contact->first_patch != MK_WORLD_NONE) wake_one(world, other);
			e = contact_array_at(&world->contacts, e / 2)->edges[e % 2].next;
		}
		for (const JointEdge *edge = object->first_joint; edge != NULL; edge = edge->next)
			wake_one(world, mk_joint_other(edge));
	}
}

void mk_world_wake(World *world, WorldObject *object) {
	if (!body_is_rigid(object->body)) return;
	mk_body_wake(object->body);
	object->is_tired = false;
	uint32_t first = world->awake.count;
	mk_world_set_awake(world, object, true);
	wake_neighbours(world, first);
}

// The velocity with which a platform will reach its target; it moves at the end of the step.
static void aim_kinematic(WorldObject *object, Real dt) {
	const BodySurroundings none = { 0 };
	const Body *body = object->body;
	Body moved = *body;
	mk_body_step(&moved, &none, dt);
	Vec3 from = vec3_add(body->pose.origin, body_center(body));
	Vec3 to = vec3_add(moved.pose.origin, body_center(&moved));
	object->sweep.is_jump = mk_object_is_jump(object, vec3_sub(to, from), dt);
	object->body->linear_velocity = moved.linear_velocity;
	object->body->angular_velocity = moved.angular_velocity;
}

void mk_world_touch(World *world, WorldObject *object) {
	bool is_known = object->is_awake || object->touched_index != MK_WORLD_NONE;
	if (is_known || object->mover_index == MK_WORLD_NONE) return;
	object->touched_index = world->touched.count;
	object_pointers_push(&world->touched, object);
}

void mk_world_untouch(World *world, WorldObject *object) {
	uint32_t index = object->touched_index;
	if (index == MK_WORLD_NONE) return;
	object_pointers_swap_remove(&world->touched, index);
	if (index < world->touched.count) world->touched.data[index]->touched_index = index;
	object->touched_index = MK_WORLD_NONE;
}

// Returns whether an object has begun or ceased to move since the last step.
static bool look_at_mover(WorldObject *object, Real dt) {
	bool is_moving = body_is_moving(object->body);
	if (is_moving && object->body->mode == BODY_KINEMATIC) aim_kinematic(object, dt);
	return is_moving != object->is_awake;
}

// The mark says that one in the block has ceased to move.
static void look_block(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	const AwakeStage *stage = context;
	const AwakeBlock objects = awake_block(stage->world, block);
	stage->marks[block] = false;
	for (uint32_t i = 0; i < objects.count; i++)
		stage->marks[block] |= look_at_mover(objects.data[i], stage->dt);
}

static void note_mover(World *world, const WorldObject *object) {
	pair_key_array_push(&world->new_keys, object->mover_index);
}

static void look_at_movers(World *world, Real dt) {
	pair_key_array_clear(&world->new_keys);
	AwakeStage stage = mk_world_run_awake(world, dt, look_block);
	for (uint32_t b = 0; b < awake_block_count(world); b++) {
		const AwakeBlock objects = awake_block(world, b);
		for (uint32_t i = 0; stage.marks[b] && i < objects.count; i++)
			if (!body_is_moving(objects.data[i]->body)) note_mover(world, objects.data[i]);
	}
	for (uint32_t i = 0; i < world->touched.count; i++) {
		WorldObject *object = world->touched.data[i];
		object->touched_index = MK_WORLD_NONE;
		if (!object->is_awake && look_at_mover(object, dt)) note_mover(world, object);
	}
	object_pointers_clear(&world->touched);
}

// Whether the world knows of every body that moves: the host has told of all that it woke.
bool mk_world_is_awake_known(const World *world) {
	for (uint32_t i = 0; i < world->movers.count; i++)
		if (body_is_moving(world->movers.data[i]->body) != world->movers.data[i]->is_awake) {
			return false;
		}
	return true;
}

// In the order of the movers: in which order the host has pushed them must not matter, its
// threads may have done so.
void mk_world_update_awake(World *world, Real dt) {
	uint32_t first = world->awake.count;
	bool has_left = false;
	look_at_movers(world, dt);
	mk_world_sort_keys(world);
	for (uint32_t i = 0; i < world->new_keys.count; i++) {
		WorldObject *object = world->movers.data[world->new_keys.data[i]];
		has_left |= object->is_awake;
		mk_world_set_awake(world, object, !object->is_awake);
	}
	// one that left has been replaced in the list by another, perhaps by a new one
	wake_neighbours(world, has_left ? 0 : first);
	MK_VALIDATE(mk_world_is_awake_known(world));
}

uint32_t mk_world_island_of(const World *world, uint32_t i) {
	while (world->awake.data[i]->island != i) {
		WorldObject *object = world->awake.data[i];
		object->island = world->awake.data[object->island]->island;
		i = object->island;
	}
	return i;
}

// The lower number is the root: the same islands for the same contacts in any order.
static void join(World *world, uint32_t a, uint32_t b) {
	uint32_t root_a = mk_world_island_of(world, a);
	uint32_t root_b = mk_world_island_of(world, b);
	if (root_a < root_b) {
		world->awake.data[root_b]->island = root_a;
	} else {
		world->awake.data[root_a]->island = root_b;
	}
}

// Also a platform and what hangs on it: while it moves nothing on it sleeps.
static void join_ends(World *world, const WorldJoint *joint) {
	const WorldObject *a = joint->objects[0];
	const WorldObject *b = joint->objects[1];
	if (!joint->is_in_world || a == NULL || b == NULL) return;
	if (a->is_awake && b->is_awake) join(world, a->awake_index, b->awake_index);
}

void mk_world_find_islands(World *world) {
	for (uint32_t i = 0; i < world->awake.count; i++)
		world->awake.data[i]->island = i;
	for (uint32_t i = 0; i < world->active.count; i++) {
		const Contact *contact = world->contacts.data + world->active.data[i];
		if (!is_connecting(world, contact)) continue;
		const WorldObject *a = contact_object(world, contact, 0);
		const WorldObject *b = contact_object(world, contact, 1);
		if (a->is_awake && b->is_awake) join(world, a->awake_index, b->awake_index);
	}
	// not by their order of the last step: who asks between two steps may
	// have taken joints away since
	for (uint32_t list = 0; list < MK_GRAPH_PARTS * MK_JOINT_LISTS; list++) {
		const JointEntryArray *joints = world->joints.lists + list;
		for (uint32_t i = 0; i < joints->count; i++)
			join_ends(world, joints->data[i].joint);
	}
}

// Clears the mark of every island that has somebody who is not tired;
// marks are still_time of roots.
static void put_islands_to_sleep(World *world) {
	bool *is_kept = mk_arena_alloc(&world->workers[0].arena, world->awake.count, sizeof(bool));
	memset(is_kept, 0, world->awake.count * sizeof(bool));
	for (uint32_t i = 0; i < world->awake.count; i++)
		if (!world->awake.data[i]->is_tired) is_kept[mk_world_island_of(world, i)] = true;
	for (uint32_t i = 0; i < world->awake.count; i++)
		if (!is_kept[mk_world_island_of(world, i)]) mk_body_sleep(world->awake.data[i]->body);
	for (uint32_t i = world->awake.count; i-- > 0;) {
		WorldObject *object = world->awake.data[i];
		if (!body_is_rigid(object->body) || !object->body->is_sleeping) continue;
		mk_world_set_awake(world, object, false);
		object_pointers_push(&world->rested, object);
	}
}

void mk_world_update_sleep(World *world) {
	object_pointers_clear(&world->rested);
	if (!world->has_tired && !world->is_counting_islands) return;
	mk_world_find_islands(world);
	world->counters.island_count = 0;
	for (uint32_t i = 0; i < world->awake.count; i++)
		world->counters.island_count += world->awake.data[i]->island == i;
	if (world->has_tired) put_islands_to_sleep(world);
}

uint32_t mk_world_count_islands(World *world) {
	world->is_counting_islands = true;
	return world->counters.island_count;
}
