// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The life of contacts: created when boxes begin to overlap, given manifolds by the narrow phase,
// taken out of the solver while nobody moves, destroyed when the boxes part.
#include "collide/concave_cache.h"
#include "collide/ground.h"
#include "world/parts.h"

// How far a point may have moved along the surface and still be the same one, m; for curved shapes,
// whose points have no names that last.
#define MK_MATCH_REACH ((Real)0.01)

static ContactEdge *edge_at(const World *world, uint32_t edge) {
	return contact_array_at(&world->contacts, edge / 2)->edges + edge % 2;
}

static void link_edge(World *world, uint32_t edge, WorldObject *object) {
	*edge_at(world, edge) = (ContactEdge){ MK_WORLD_NONE, object->first_edge };
	if (object->first_edge != MK_WORLD_NONE) edge_at(world, object->first_edge)->previous = edge;
	object->first_edge = edge;
}

static void unlink_edge(World *world, uint32_t edge, WorldObject *object) {
	ContactEdge *links = edge_at(world, edge);
	if (links->previous == MK_WORLD_NONE) {
		object->first_edge = links->next;
	} else {
		edge_at(world, links->previous)->next = links->next;
	}
	if (links->next != MK_WORLD_NONE) edge_at(world, links->next)->previous = links->previous;
}

static uint32_t take_contact(World *world) {
	uint32_t index = world->free_contact;
	if (index == MK_WORLD_NONE) {
		index = world->contacts.count;
		contact_array_add(&world->contacts);
		pair_cache_array_add(&world->caches);
	} else {
		world->free_contact = world->contacts.data[index].found_first;
	}
	return index;
}

// When a contact ends, the next one that needs such a cache takes it over.
ConcaveCache *mk_contact_take_cache(World *world, const Contact *contact) {
	const Shape *a = world_collider(world, contact->colliders[0])->instance.shape;
	const Shape *b = world_collider(world, contact->colliders[1])->instance.shape;
	if (!mk_concave_cache_is_for(a, b)) return NULL;
	ConcaveCache **list = &world->free_concaves[concave_sort(mk_part_caches_wanted(a, b))];
	ConcaveCache *cache = *list;
	if (cache == NULL) {
		cache = mk_concave_cache_create();
	} else {
		*list = cache->next;
		mk_concave_cache_clear(cache);
	}
	mk_concave_cache_reserve(cache, a, b);
	return cache;
}

void mk_contact_give_cache(World *world, ConcaveCache *cache) {
	if (cache == NULL) return;
	ConcaveCache **list = &world->free_concaves[concave_sort(cache->parts.capacity)];
	cache->next = *list;
	*list = cache;
}

void mk_contact_free_caches(World *world) {
	for (int i = 0; i < MK_CONCAVE_SORTS; i++) {
		while (world->free_concaves[i] != NULL) {
			ConcaveCache *cache = world->free_concaves[i];
			world->free_concaves[i] = cache->next;
			mk_concave_cache_free(cache);
		}
	}
}

// What has come to a sleeper, as a wall that was put there, wakes it. One that has come itself may
// sleep on: scenes begin with bodies that do.
static void wake_found(World *world, uint32_t index) {
	for (int side = 0; side < 2; side++) {
		const Contact *contact = contact_array_at(&world->contacts, index);
		bool has_come = world_collider(world, contact->colliders[side])->is_moved;
		WorldObject *object = contact_object(world, contact, side);
		if (contact->is_pushed[side] && !has_come && object->body->is_sleeping)
			mk_world_wake(world, object);
	}
}

// A ball and what has a closed form with it, or two capsules, unless a scale has made them
// something else; another scale makes new contacts.
bool mk_contact_is_closed(const World *world, const Contact *contact) {
	const ShapeInstance *in_a = &world_collider(world, contact->colliders[0])->instance;
	const ShapeInstance *in_b = &world_collider(world, contact->colliders[1])->instance;
	if (!in_a->is_similar || !in_b->is_similar) return false;
	ShapeKind a = in_a->shape->kind;
	ShapeKind b = in_b->shape->kind;
	if (a == SHAPE_CAPSULE && b == SHAPE_CAPSULE) return true;
	if (a != SHAPE_SPHERE && b != SHAPE_SPHERE) return false;
	if (a == SHAPE_SPHERE ? instance_is_ground(in_a, in_b) : instance_is_ground(in_b, in_a))
		return false;
	const uint32_t kinds = 1u << SHAPE_SPHERE | 1u << SHAPE_CAPSULE | 1u << SHAPE_BOX |
			1u << SHAPE_ROUNDED_BOX | 1u << SHAPE_CYLINDER | 1u << SHAPE_ROUNDED_CYLINDER;
	return (kinds >> (a == SHAPE_SPHERE ? b : a) & 1) != 0;
}

void mk_contact_create(World *world, uint32_t collider_a, uint32_t collider_b) {
	uint64_t key = pair_key(collider_a, collider_b);
	uint32_t index = world->free_contact;
	if (index == MK_WORLD_NONE) index = world->contacts.count;
	if (!mk_pair_set_insert(&world->pairs, key, index)) return;
	take_contact(world);
	WorldObject *a = world_collider(world, collider_a)->object;
	WorldObject *b = world_collider(world, collider_b)->object;
	Contact *contact = contact_array_at(&world->contacts, index);
	*contact = (Contact){
		.colliders = { collider_a, collider_b },
		.is_pushed = { object_sees(a, b), object_sees(b, a) },
		.first_patch = MK_WORLD_NONE,
	};
	contact->is_closed = mk_contact_is_closed(world, contact);
	*contact_cache(world, contact) = (PairCache){
		.concave = mk_contact_take_cache(world, contact),
	};
	link_edge(world, 2 * index, a);
	link_edge(world, 2 * index + 1, b);
	bool is_active = (a->is_awake && contact->is_pushed[0]) ||
			(b->is_awake && contact->is_pushed[1]);
	is_active |= object_is_kinematic_mover(a) || object_is_kinematic_mover(b);
	is_active |= object_watches(a, b) || object_watches(b, a);
	if (is_active) {
		mk_contact_set_active(world, index, true);
	} else {
		wake_found(world, index);
	}
}

void mk_contact_destroy(World *world, uint32_t index) {
	mk_contact_set_manifolds(world, index, NULL, 0);
	mk_contact_set_active(world, index, false);
	Contact *contact = contact_array_at(&world->contacts, index);
	for (int side = 0; side < 2; side++)
		mk_world_report(world, contact_object(world, contact, side));
	mk_pair_set_remove(&world->pairs, pair_key(contact->colliders[0], contact->colliders[1]));
	unlink_edge(world, 2 * index, contact_object(world, contact, 0));
	unlink_edge(world, 2 * index + 1, contact_object(world, contact, 1));
	mk_contact_give_cache(world, contact_cache(world, contact)->concave);
	contact->colliders[0] = MK_WORLD_NONE;
	contact->found_first = world->free_contact;
	world->free_contact = index;
}

void mk_contact_destroy_all(World *world, const WorldObject *object) {
	while (object->first_edge != MK_WORLD_NONE)
		mk_contact_destroy(world, object->first_edge / 2);
}

// As Godot mixes them: a negative friction is rough, a negative bounce absorbs.
static Real mix_friction(Real a, Real b) { return real_abs(real_min(a, b)); }
static Real mix_bounce(Real a, Real b) { return real_clamp(a + b, 0, 1); }

static ContactLane lane_of(const World *world, const Contact *contact, const ContactPatch *patch) {
	const WorldObject *a = contact_object(world, contact, 0);
	const WorldObject *b = contact_object(world, contact, 1);
	bool is_held_a = !contact->is_pushed[0] && body_is_rigid(a->body);
	bool is_held_b = !contact->is_pushed[1] && body_is_rigid(b->body);
	ContactLane lane = { 0 };
	mk_contact_write_geometry(world, &patch->manifold, patch->frame, &lane);
	lane.friction = mix_friction(a->friction, b->friction);
	lane.restitution = mix_bounce(a->bounce, b->bounce);
	lane.rolling = real_max(a->rolling, b->rolling);
	lane.is_fixed_a = !contact->is_pushed[0];
	lane.is_fixed_b = !contact->is_pushed[1];
	lane.is_held = is_held_a || is_held_b;
	lane.is_reporting = world->is_watched || a->max_contacts > 0 || b->max_contacts > 0;
	return lane;
}

// Points that go on keep their impulses, others start with none.
static void pass_impulses(const uint32_t matches[MK_MANIFOLD_POINTS],
		const Real impulses[MK_MANIFOLD_POINTS], ContactLane *lane) {
	for (uint32_t i = 0; i < lane->count; i++)
		lane->points[i].impulse = matches[i] < MK_MANIFOLD_POINTS ? impulses[matches[i]] : 0;
}

static void read_impulses(const World *world, ContactPatch *patch) {
	for (uint32_t i = 0; i < patch->manifold.count; i++)
		patch->impulses[i] = contact_lane_impulse(&world->graph, patch->slot, i);
}

// The totals are those of a step that is over.
static void read_lane(const World *world, ContactPatch *patch) {
	read_impulses(world, patch);
	patch->memory = mk_contact_lane_memory(&world->graph, patch->slot);
	memset(patch->memory.total, 0, MK_MEMORY_TOTALS * sizeof(float));
}

// Whether all points go on, in the same order.
static bool has_same_points(const Manifold *a, const Manifold *b) {
	if (a->count != b->count) return false;
	for (uint32_t i = 0; i < a->count; i++)
		if (a->points[i].id != b->points[i].id) return false;
	return true;
}

static void match(PatchUpdate *update) {
	const Manifold *last = &update->last->manifold;
	mk_manifold_match(update->manifold, last, MK_MATCH_REACH, update->matches);
}

// Writes where the points will be in the middle of the step.
static void move_lane(
		const World *world, const Contact *contact, GraphSlot slot, const PatchUpdate *update) {
	ContactLane lane; // not zeroed: that would take as long as what is done with it
	mk_contact_write_geometry(world, update->manifold, update->frame, &lane);
	mk_contact_look_ahead(contact, update, &lane);
	mk_contact_lane_move(&world->graph, slot, &lane);
}

void mk_contact_update_patch(World *world, uint32_t index, const Manifold *manifold) {
	ContactPatch *patch = contact_patch_array_at(&world->patches, index);
	const Contact *contact = contact_array_at(&world->contacts, patch->contact);
	PatchUpdate update = { patch, manifold, mk_contact_frame(world, contact), { 0, 1, 2, 3 } };
	if (!has_same_points(manifold, &patch->manifold)) {
		match(&update);
		read_impulses(world, patch);
		ContactLane lane = { .count = manifold->count };
		pass_impulses(update.matches, patch->impulses, &lane);
		mk_contact_lane_set_impulses(&world->graph, patch->slot, &lane);
	}
	move_lane(world, contact, patch->slot, &update);
	patch->manifold = *manifold;
	patch->frame = update.frame;
}

// Everything that a lane has of its patch.
static void write_lane(const World *world, const Contact *contact, const ContactPatch *patch) {
	ContactLane lane = lane_of(world, contact, patch);
	for (uint32_t i = 0; i < lane.count; i++)
		lane.points[i].impulse = patch->impulses[i];
	mk_contact_lane_write(&world->graph, patch->slot, &lane);
	mk_contact_lane_remember(&world->graph, patch->slot, &patch->memory);
}

static void enter_graph(World *world, const Contact *contact, uint32_t index) {
	ContactPatch *patch = contact_patch_array_at(&world->patches, index);
	WorldObject *const objects[2] = { contact_object(world, contact, 0),
		contact_object(world, contact, 1) };
	GraphPair pair = contact_pair(world, contact);
	uint32_t part = mk_world_part_of(world, pair, objects);
	patch->slot = mk_graph_add(&world->graph, pair, part, index);
	world->parts.is_due |= part != 0 && graph_slot_is_serial(patch->slot);
	write_lane(world, contact, patch);
}

void mk_contact_restore_patch(World *world, uint32_t index) {
	const ContactPatch *patch = contact_patch_array_at(&world->patches, index);
	const Contact *contact = contact_array_at(&world->contacts, patch->contact);
	mk_graph_set(&world->graph, contact_pair(world, contact), patch->slot, index);
	write_lane(world, contact, patch);
}

static void leave_graph(World *world, const Contact *contact, uint32_t index) {
	ContactPatch *patch = contact_patch_array_at(&world->patches, index);
	read_lane(world, patch);
	// what wakes it has changed its load, which is to be learned fast
	patch->memory.settled = 0;
	GraphSlot slot = patch->slot;
	uint32_t moved = mk_graph_remove(&world->graph, contact_pair(world, contact), slot);
	if (moved != UINT32_MAX) contact_patch_array_at(&world->patches, moved)->slot = slot;
}

void mk_contact_set_active(World *world, uint32_t index, bool is_active) {
	Contact *contact = contact_array_at(&world->contacts, index);
	if (contact->is_active == is_active) return;
	contact->is_active = is_active;
	for (uint32_t p = contact->first_patch; p != MK_WORLD_NONE; p = world->patches.data[p].next) {
		if (is_active) {
			enter_graph(world, contact, p);
		} else {
			leave_graph(world, contact, p);
		}
	}
	if (is_active) {
		contact->active_index = world->active.count;
		number_array_push(&world->active, index);
		return;
	}
	number_array_swap_remove(&world->active, contact->active_index);
	if (contact->active_index == world->active.count) return;
	uint32_t moved = world->active.data[contact->active_index];
	contact_array_at(&world->contacts, moved)->active_index = contact->active_index;
}

static uint32_t take_patch(World *world, uint32_t contact) {
	uint32_t index = world->free_patch;
	if (index == MK_WORLD_NONE) {
		index = world->patches.count;
		contact_patch_array_add(&world->patches);
	} else {
		world->free_patch = world->patches.data[index].next;
	}
	world->patches.data[index] = (ContactPatch){ .contact = contact, .next = MK_WORLD_NONE };
	return index;
}

// The old patch whose normal is nearest to the new one's, for impulses to go on from.
static const ContactPatch *find_patch(const World *world, uint32_t first, Vec3 normal) {
	// the cosine of 25 degrees: farther off it is another contact
	Real best = (Real)0.9;
	const ContactPatch *found = NULL;
	for (uint32_t p = first; p != MK_WORLD_NONE; p = world->patches.data[p].next) {
		const ContactPatch *patch = world->patches.data + p;
		Real facing = vec3_dot(patch->manifold.normal, normal);
		if (!(facing > best)) continue;
		best = facing;
		found = patch;
	}
	return found;
}

static void free_patches(World *world, const Contact *contact, uint32_t first) {
	for (uint32_t p = first; p != MK_WORLD_NONE;) {
		uint32_t next = world->patches.data[p].next;
		if (contact->is_active) leave_graph(world, contact, p);
		world->patches.data[p].next = world->free_patch;
		world->free_patch = p;
		p = next;
	}
}

// What a new patch starts from: friction that went with the normal impulses, as far as those go on.
static void inherit(ContactPatch *patch, const PatchUpdate *update) {
	const ContactPatch *old = update->last;
	ContactLane lane = { .count = patch->manifold.count };
	pass_impulses(update->matches, old->impulses, &lane);
	Real sum = 0;
	Real old_sum = 0;
	for (uint32_t i = 0; i < MK_MANIFOLD_POINTS; i++) {
		patch->impulses[i] = lane.points[i].impulse;
		sum += patch->impulses[i];
		old_sum += i < old->manifold.count ? old->impulses[i] : 0;
	}
	float share = old_sum > 0 ? (float)(sum / old_sum) : 0;
	patch->memory = old->memory;
	for (uint32_t k = 0; k < 3; k++) {
		patch->memory.friction[k] *= share;
		patch->memory.rolling[k] *= share;
	}
}

static void add_patch(World *world, uint32_t index, const Manifold *manifold, uint32_t old_first) {
	uint32_t p = take_patch(world, index);
	const ContactPatch *old = find_patch(world, old_first, manifold->normal);
	ContactPatch *patch = world->patches.data + p;
	Contact *contact = contact_array_at(&world->contacts, index);
	patch->manifold = *manifold;
	patch->frame = mk_contact_frame(world, contact);
	PatchUpdate update = { old, &patch->manifold, patch->frame, { 0 } };
	if (old != NULL) {
		match(&update);
		inherit(patch, &update);
	}
	patch->next = contact->first_patch;
	contact->first_patch = p;
	contact->patch_count++;
	if (!contact->is_active) return;
	enter_graph(world, contact, p);
	if (old != NULL) move_lane(world, contact, patch->slot, &update);
}

void mk_contact_set_manifolds(
		World *world, uint32_t index, const Manifold *manifolds, uint32_t count) {
	Contact *contact = contact_array_at(&world->contacts, index);
	uint32_t old_first = contact->first_patch;
	for (uint32_t p = old_first; contact->is_active && p != MK_WORLD_NONE;
			p = world->patches.data[p].next)
		read_lane(world, world->patches.data + p);
	contact->first_patch = MK_WORLD_NONE;
	contact->patch_count = 0;
	for (uint32_t i = count; i-- > 0;)
		add_patch(world, index, manifolds + i, old_first);
	free_patches(world, contact_array_at(&world->contacts, index), old_first);
}

void mk_contact_forget(World *world, uint32_t index) {
	const Contact *contact = contact_array_at(&world->contacts, index);
	for (uint32_t p = contact->first_patch; p != MK_WORLD_NONE; p = world->patches.data[p].next) {
		ContactPatch *patch = world->patches.data + p;
		memset(patch->impulses, 0, sizeof(patch->impulses));
		patch->memory = (ContactMemory){ 0 };
		if (contact->is_active) write_lane(world, contact, patch);
	}
}

void mk_contact_update_material(World *world, uint32_t index) {
	const Contact *contact = contact_array_at(&world->contacts, index);
	if (!contact->is_active) return;
	for (uint32_t p = contact->first_patch; p != MK_WORLD_NONE; p = world->patches.data[p].next) {
		ContactPatch *patch = world->patches.data + p;
		read_lane(world, patch);
		write_lane(world, contact, patch);
	}
}
