// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Leaves of compounds with what is known of them.
#include "collide/part_cache.h"

uint32_t mk_part_caches_wanted(const Shape *a, const Shape *b) {
	if (a->kind != SHAPE_COMPOUND && b->kind != SHAPE_COMPOUND) return 0;
	uint64_t pairs = (uint64_t)a->leaf_count * b->leaf_count;
	uint32_t wanted = MK_PART_CACHES_LEAST;
	while (wanted < pairs && wanted < MK_PART_CACHES)
		wanted *= 4;
	return wanted;
}

void mk_part_caches_reserve(PartCaches *caches, uint32_t capacity) {
	if (capacity <= caches->capacity) return;
	size_t old_size = caches->capacity * sizeof(PartCache);
	caches->parts = mk_realloc(caches->parts, old_size, capacity * sizeof(PartCache));
	caches->capacity = capacity;
}

void mk_part_caches_free(PartCaches *caches) {
	mk_free(caches->parts, caches->capacity * sizeof(PartCache));
	*caches = (PartCaches){ 0 };
}

void mk_part_caches_begin(PartCaches *caches, uint32_t first, const ManifoldArray *last) {
	caches->next = 0;
	caches->first = first;
	caches->last = last;
	for (uint32_t i = 0; i < caches->count; i++)
		caches->parts[i].is_used = false;
}

void mk_part_caches_end(PartCaches *caches) {
	uint32_t count = 0;
	for (uint32_t i = 0; i < caches->count; i++) {
		if (!caches->parts[i].is_used) continue;
		if (count < i) caches->parts[count] = caches->parts[i];
		count++;
	}
	caches->count = count;
	caches->last = NULL;
}

// The entry of two leaves; NULL if it is new and there is no room.
static PartCache *find(PartCaches *caches, uint32_t leaf_a, uint32_t leaf_b) {
	for (uint32_t i = 0; i < caches->count; i++) {
		uint32_t place = (caches->next + i) % caches->count;
		PartCache *part = &caches->parts[place];
		if (part->leaf_a != leaf_a || part->leaf_b != leaf_b) continue;
		caches->next = place + 1;
		return part;
	}
	if (caches->count == caches->capacity) return NULL;
	PartCache *part = &caches->parts[caches->count++];
	memset(part, 0, sizeof(*part));
	part->leaf_a = leaf_a;
	part->leaf_b = leaf_b;
	return part;
}

void mk_part_caches_collide(const CollideInput *input) {
	PartCaches *caches = input->parts;
	PartCache *part = caches != NULL ? find(caches, input->leaf_a, input->leaf_b) : NULL;
	if (part == NULL) {
		mk_collide(input);
		return;
	}
	// what it showed the last time, as a list of its own
	ManifoldArray last = { .count = part->count };
	if (part->count > 0) last.data = caches->last->data + part->first;
	CollideInput known = *input;
	known.cache = &part->cache;
	known.last = &last;
	uint32_t before = input->manifolds->count;
	mk_collide(&known);
	part->is_used = true;
	part->first = before - caches->first;
	part->count = input->manifolds->count - before;
}
