// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Records of contacts: what the narrow phase keeps of a pair, its manifolds, and what their lanes
// remember. Geometry in the lanes is left out: the next step writes it before it reads it.
#include "world/snapshot_parts.h"

static void snap_manifold(SnapStream *s, Manifold *manifold) {
	snap_vec3(s, &manifold->normal);
	uint32_t both = (uint32_t)manifold->kind | manifold->count << 4;
	both = snap_bits(s, both);
	manifold->kind = (ContactKind)(both & 15);
	manifold->count = both >> 4;
	if (manifold->kind >= CONTACT_KIND_COUNT || manifold->count > MK_MANIFOLD_POINTS) {
		snap_fail(s, SNAPSHOT_BAD_NUMBER);
		*manifold = (Manifold){ 0 };
	}
	for (uint32_t i = 0; i < manifold->count; i++) {
		snap_reals(s, &manifold->points[i].position.x, 3);
		snap_reals(s, &manifold->points[i].separation, 1);
		snap_u32(s, &manifold->points[i].id);
	}
	snap_u32s(s, &manifold->child_a, 4);
}

// What of a cache is written, a bit each; a cleared one has none of it.
enum {
	CACHE_HAS_LAST = 1 << 0,
	CACHE_HAS_PAIR = 1 << 1,
	CACHE_HAS_PROOF = 1 << 2,
};

static bool is_empty(const void *data, size_t size) {
	static const unsigned char none[sizeof(PenetrationCache)];
	return !snap_differs(data, none, size);
}

static uint32_t groups_of(const PairCache *cache) {
	const PenetrationCache *deep = &cache->penetration;
	uint32_t groups = cache->last.count > 0 ? CACHE_HAS_LAST : 0;
	if (!is_empty(&deep->gjk, sizeof(deep->gjk))) groups |= CACHE_HAS_PAIR;
	bool has_proof = !is_empty(&deep->lower, 2 * sizeof(Real)) ||
			!is_empty(&deep->offset, sizeof(Vec3)) || !is_empty(&deep->linear_b, sizeof(Mat3));
	return has_proof ? groups | CACHE_HAS_PROOF : groups;
}

static void snap_pair(SnapStream *s, GjkCache *pair) {
	snap_bytes(s, &pair->count, 1);
	snap_u32s(s, pair->ids_a, 4);
	snap_u32s(s, pair->ids_b, 4);
	snap_bounds(s, &pair->axis.x, 3);
}

static void snap_cache(SnapStream *s, PairCache *cache) {
	uint32_t groups = snap_is_reading(s) ? 0 : groups_of(cache);
	groups = snap_choice(s, groups, 1 << 3);
	cache->reference = (ContactReference)snap_choice(s, cache->reference, REFERENCE_B + 1);
	snap_bounds(s, &cache->gap, 2);
	snap_affine(s, &cache->relative);
	snap_bounds(s, &cache->margin, 1);
	if (groups & CACHE_HAS_LAST) snap_manifold(s, &cache->last);
	if (groups & CACHE_HAS_PAIR) snap_pair(s, &cache->penetration.gjk);
	if (!(groups & CACHE_HAS_PROOF)) return;
	snap_bounds(s, &cache->penetration.lower, 2);
	snap_vec3(s, &cache->penetration.offset);
	snap_mat3(s, &cache->penetration.linear_b);
}

// All of a contact but its ends, which come first.
static void snap_contact(SnapStream *s, Contact *contact, PairCache *cache) {
	snap_u32s(s, &contact->edges[0].previous, 4);
	uint32_t bits = (uint32_t)contact->is_pushed[0] | (uint32_t)contact->is_pushed[1] << 1 |
			(uint32_t)contact->is_active << 2;
	bits = snap_choice(s, bits, 1 << 3);
	contact->is_pushed[0] = bits & 1;
	contact->is_pushed[1] = bits >> 1 & 1;
	contact->is_active = bits >> 2 & 1;
	snap_u32(s, &contact->active_index);
	snap_cache(s, cache);
}

// Nothing known of it, something, or no cache at all.
enum { CONCAVE_EMPTY, CONCAVE_KNOWN, CONCAVE_NONE, CONCAVE_COUNT };

static void snap_part(SnapStream *s, PartCache *part) {
	snap_u32s(s, &part->leaf_a, 4);
	snap_cache(s, &part->cache);
}

static void write_concave(SnapStream *s, const ConcaveCache *cache) {
	uint32_t state = cache == NULL ? CONCAVE_NONE : (uint32_t)cache->is_known;
	if (snap_choice(s, state, CONCAVE_COUNT) != CONCAVE_KNOWN) return;
	Affine poses[2] = { cache->poses[0], cache->poses[1] };
	snap_affine(s, poses);
	snap_affine(s, poses + 1);
	Real margin = cache->margin;
	snap_bounds(s, &margin, 1);
	snap_count(s, cache->last.count, 1);
	for (uint32_t i = 0; i < cache->last.count; i++)
		snap_manifold(s, cache->last.data + i);
	snap_count(s, cache->parts.count, 1);
	for (uint32_t i = 0; i < cache->parts.count; i++) {
		PartCache part = cache->parts.parts[i];
		snap_part(s, &part);
	}
}

static void read_concave(SnapStream *s, WorldShadow *shadow, Contact *contact) {
	uint32_t state = snap_choice(s, 0, CONCAVE_COUNT);
	contact->found_first = state == CONCAVE_NONE ? MK_WORLD_NONE : shadow->concaves.count;
	if (state == CONCAVE_NONE) return;
	SnapConcave *concave = snap_concave_array_add(&shadow->concaves);
	concave->first = shadow->manifolds.count;
	concave->is_known = state == CONCAVE_KNOWN;
	if (!concave->is_known) return;
	snap_affine(s, concave->poses);
	snap_affine(s, concave->poses + 1);
	snap_bounds(s, &concave->margin, 1);
	concave->count = snap_count(s, 0, 3 * sizeof(Real));
	for (uint32_t i = 0; i < concave->count; i++)
		snap_manifold(s, manifold_array_add(&shadow->manifolds));
	concave->first_part = shadow->part_caches.count;
	concave->part_count = snap_count(s, 0, 4 * sizeof(uint32_t));
	for (uint32_t i = 0; i < concave->part_count; i++)
		snap_part(s, part_cache_array_add(&shadow->part_caches));
}

static void snap_memory(SnapStream *s, ContactMemory *memory) {
	snap_floats(s, memory->tangent, MK_MEMORY_LASTING);
	if (memory->lift < 0) snap_fail(s, SNAPSHOT_BAD_NUMBER);
	uint32_t groups = (uint32_t)!is_empty(memory->rolling, sizeof(memory->rolling)) |
			(uint32_t)!is_empty(memory->total, MK_MEMORY_TOTALS * sizeof(float)) << 1;
	groups = snap_choice(s, snap_is_reading(s) ? 0 : groups, 1 << 2);
	if (groups & 1) snap_floats(s, memory->rolling, 3);
	if (groups & 2) snap_floats(s, memory->total, MK_MEMORY_TOTALS);
}

// A patch; what it starts from is in its lane while the contact is looked at.
static void snap_patch(SnapStream *s, ContactPatch *patch, bool is_active) {
	snap_manifold(s, &patch->manifold);
	snap_vec3(s, &patch->frame.from_a);
	snap_vec3(s, &patch->frame.from_b);
	snap_reals(s, patch->impulses, patch->manifold.count);
	snap_memory(s, &patch->memory);
	if (!is_active) return;
	patch->slot.color = snap_choice(s, patch->slot.color, MK_GRAPH_COLORS);
	snap_u32(s, &patch->slot.lane);
}

// A place in the graph as it is saved: all in its common part, and the lanes of a colour
// in the order of the contacts, since neither changes what comes of them. `lanes`: how
// many each colour has so far.
static GraphSlot plain_slot(GraphSlot slot, uint32_t lanes[MK_GRAPH_OVERFLOW]) {
	if (graph_slot_is_serial(slot)) return slot;
	uint32_t color = slot.color % MK_GRAPH_COLORS;
	return (GraphSlot){ color, lanes[color]++ };
}

// The patches of a contact, in the order of its list.
static void write_patches(SnapStream *s, const World *world, const Contact *contact,
		uint32_t lanes[MK_GRAPH_OVERFLOW]) {
	snap_count(s, contact->patch_count, 1);
	for (uint32_t p = contact->first_patch; p != MK_WORLD_NONE; p = world->patches.data[p].next) {
		ContactPatch patch = world->patches.data[p];
		for (uint32_t i = 0; contact->is_active && i < patch.manifold.count; i++)
			patch.impulses[i] = contact_lane_impulse(&world->graph, patch.slot, i);
		if (contact->is_active) {
			patch.memory = mk_contact_lane_memory(&world->graph, patch.slot);
			patch.slot = plain_slot(patch.slot, lanes);
		}
		uint32_t number = p;
		snap_u32(s, &number);
		snap_patch(s, &patch, contact->is_active);
	}
}

// Puts what is read at the end of its contact's list; each patch may come once.
static void read_patches(SnapStream *s, WorldShadow *shadow, uint32_t index) {
	Contact *contact = shadow->contacts.data + index;
	uint32_t count = snap_count(s, 0, 4 + 8 * sizeof(Real));
	uint32_t *link = &contact->first_patch;
	contact->patch_count = count;
	*link = MK_WORLD_NONE;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t number = MK_WORLD_NONE;
		snap_u32(s, &number);
		bool is_free = number < shadow->patches.count &&
				shadow->patches.data[number].contact == MK_WORLD_NONE;
		if (!is_free) snap_fail(s, SNAPSHOT_BAD_LINK);
		if (!snap_is_good(s)) return;
		ContactPatch *patch = shadow->patches.data + number;
		*patch = (ContactPatch){ .contact = index, .next = MK_WORLD_NONE };
		snap_patch(s, patch, contact->is_active);
		*link = number;
		link = &patch->next;
	}
}

static void write_free_patches(SnapStream *s, const World *world) {
	uint32_t count = 0;
	for (uint32_t p = world->free_patch; p != MK_WORLD_NONE; p = world->patches.data[p].next)
		count++;
	snap_count(s, count, 1);
	for (uint32_t p = world->free_patch; p != MK_WORLD_NONE; p = world->patches.data[p].next) {
		uint32_t number = p;
		snap_u32(s, &number);
	}
}

// What is free says so by a contact that no patch can have.
#define MK_FREE_PATCH (MK_WORLD_NONE - 1)

static void read_free_patches(SnapStream *s, WorldShadow *shadow) {
	uint32_t count = snap_count(s, 0, sizeof(uint32_t));
	uint32_t *link = &shadow->free_patch;
	for (uint32_t i = 0; i < count && snap_is_good(s); i++) {
		uint32_t number = MK_WORLD_NONE;
		snap_u32(s, &number);
		bool is_left = number < shadow->patches.count &&
				shadow->patches.data[number].contact == MK_WORLD_NONE;
		if (!is_left) {
			snap_fail(s, SNAPSHOT_BAD_LINK);
			break;
		}
		shadow->patches.data[number].contact = MK_FREE_PATCH;
		*link = number;
		link = &shadow->patches.data[number].next;
	}
	*link = MK_WORLD_NONE;
	for (uint32_t i = 0; i < shadow->patches.count; i++)
		if (shadow->patches.data[i].contact == MK_WORLD_NONE) snap_fail(s, SNAPSHOT_BAD_LINK);
}

static void write_contact(
		SnapStream *s, const World *world, const Contact *from, uint32_t lanes[MK_GRAPH_OVERFLOW]) {
	Contact contact = *from;
	bool is_free = contact.colliders[0] == MK_WORLD_NONE;
	uint32_t ends[2] = { contact.colliders[0],
		is_free ? contact.found_first : contact.colliders[1] };
	snap_u32s(s, ends, 2);
	if (is_free) return;
	PairCache cache = *contact_cache(world, from);
	snap_contact(s, &contact, &cache);
	write_concave(s, cache.concave);
	write_patches(s, world, &contact, lanes);
}

static void read_contact(SnapStream *s, WorldShadow *shadow, uint32_t index) {
	Contact *contact = shadow->contacts.data + index;
	snap_u32s(s, contact->colliders, 2);
	if (contact->colliders[0] == MK_WORLD_NONE) {
		contact->found_first = contact->colliders[1];
		return;
	}
	snap_contact(s, contact, shadow->caches.data + index);
	read_concave(s, shadow, contact);
	read_patches(s, shadow, index);
}

void mk_snap_write_contacts(SnapStream *s, const World *world) {
	snap_count(s, world->patches.count, 1);
	snap_count(s, world->contacts.count, 1);
	uint32_t lanes[MK_GRAPH_OVERFLOW] = { 0 };
	for (uint32_t i = 0; i < world->contacts.count; i++)
		write_contact(s, world, world->contacts.data + i, lanes);
	uint32_t head = world->free_contact;
	snap_u32(s, &head);
	write_free_patches(s, world);
	uint32_t active = world->active.count;
	snap_u32(s, &active);
}

static void make_patches(WorldShadow *shadow, uint32_t count) {
	contact_patch_array_resize(&shadow->patches, count);
	for (uint32_t i = 0; i < count; i++)
		shadow->patches.data[i].contact = MK_WORLD_NONE;
}

void mk_snap_read_contacts(SnapStream *s, WorldShadow *shadow) {
	make_patches(shadow, snap_count(s, 0, sizeof(uint32_t)));
	uint32_t count = snap_count(s, 0, 2 * sizeof(uint32_t));
	snap_concave_array_clear(&shadow->concaves);
	manifold_array_clear(&shadow->manifolds);
	part_cache_array_clear(&shadow->part_caches);
	contact_array_clear(&shadow->contacts);
	contact_array_resize(&shadow->contacts, count);
	pair_cache_array_clear(&shadow->caches);
	pair_cache_array_resize(&shadow->caches, count);
	for (uint32_t i = 0; i < count && snap_is_good(s); i++)
		read_contact(s, shadow, i);
	snap_u32(s, &shadow->free_contact);
	read_free_patches(s, shadow);
	uint32_t active = 0;
	snap_u32(s, &active);
	if (active > count) {
		snap_fail(s, SNAPSHOT_BAD_LINK);
		active = 0;
	}
	number_array_resize(&shadow->active, active);
}
