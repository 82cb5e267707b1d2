// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Boxes and casts through the dynamic tree. A small stack holds the nodes still to visit. Height
// has no limit that would be known here, so when the stack is full the subtree at hand is walked by
// its parent links instead, which needs no memory at all: slower, same answers.
#include "spatial/bvh.h"

#include "spatial/bvh_node.h"

// Balanced trees need one entry per level: 64 is beyond any tree that insertion makes of a million
// boxes. The hostile build makes every second node overflow.
#ifdef MK_HOSTILE
enum { STACK_SIZE = 2 };
#else
enum { STACK_SIZE = 64 };
#endif

typedef struct BoxSearch {
	const Bvh *bvh;
	BoxRows box;
	uint32_t mask;
	BvhVisit *visit;
	void *context;
} BoxSearch;

static bool is_box_wanted(const BoxSearch *s, const BoxRef *record) {
	return box_rows_overlap(s->box, box_rows_load(record)) && (record->mask & s->mask) != 0;
}

static bool report_box(const BoxSearch *s, const BoxRef *record) {
	uint32_t id = ref_leaf(record->ref);
	return s->visit(s->context, id, bvh_user(s->bvh, id));
}

// Walks all below a node without a stack; returns false if stopped.
static bool search_by_links(const BoxSearch *s, uint32_t node) {
	uint32_t top = s->bvh->links.data[node].place;
	uint32_t place = node * 2;
	while (place != MK_BVH_NONE) {
		const BoxRef *record = bvh_at(s->bvh, place);
		bool is_wanted = is_box_wanted(s, record);
		if (is_wanted && !ref_is_leaf(record->ref)) {
			place = record->ref * 2;
			continue;
		}
		if (is_wanted && !report_box(s, record)) return false;
		place = bvh_next_place(s->bvh, place, top);
	}
	return true;
}

static bool search_by_stack(const BoxSearch *s) {
	uint32_t stack[STACK_SIZE];
	uint32_t count = 0;
	uint32_t node = s->bvh->root;
	for (;;) {
		const BoxRef *child = s->bvh->nodes.data[node].child;
		bool goes_on[2];
		for (int slot = 0; slot < 2; slot++) {
			bool is_wanted = is_box_wanted(s, &child[slot]);
			goes_on[slot] = is_wanted && !ref_is_leaf(child[slot].ref);
			if (is_wanted && !goes_on[slot] && !report_box(s, &child[slot])) return false;
		}
		if (goes_on[0] && goes_on[1]) {
			if (count < STACK_SIZE)
				stack[count++] = child[1].ref;
			else if (!search_by_links(s, child[1].ref))
				return false;
		}
		if (goes_on[0])
			node = child[0].ref;
		else if (goes_on[1])
			node = child[1].ref;
		else if (count > 0)
			node = stack[--count];
		else
			return true;
	}
}

bool mk_bvh_query(const Bvh *bvh, Aabb box, uint32_t mask, BvhVisit *visit, void *context) {
	if (bvh->count == 0 || aabb_is_empty(box)) return true;
	BoxSearch search = { bvh, box_rows(aabb_storable(box)), mask, visit, context };
	return search_by_stack(&search);
}

typedef struct CastSearch {
	const Bvh *bvh;
	CastTest test;
	Real max_t;
	uint32_t mask;
	BvhCastVisit *visit;
	void *context;
} CastSearch;

typedef struct CastEntry {
	uint32_t node;
	Real t; // where the cast enters it
} CastEntry;

static Real entry_of(const CastSearch *s, const BoxRef *record) {
	if ((record->mask & s->mask) == 0) return MK_INFINITY;
	return cast_test_entry(&s->test, record);
}

// Visits a leaf and takes over the new limit; returns false if stopped.
static bool report_cast(CastSearch *s, const BoxRef *record) {
	uint32_t id = ref_leaf(record->ref);
	Real max_t = s->visit(s->context, id, bvh_user(s->bvh, id), s->max_t);
	// a visit cannot lengthen a cast: what was passed by is gone
	s->max_t = max_t < s->max_t ? max_t : s->max_t;
	cast_test_limit(&s->test, s->max_t);
	return s->max_t >= 0;
}

// Walks all below a node without a stack and without order; returns false if stopped.
static bool cast_by_links(CastSearch *s, uint32_t node) {
	uint32_t top = s->bvh->links.data[node].place;
	uint32_t place = node * 2;
	while (place != MK_BVH_NONE) {
		const BoxRef *record = bvh_at(s->bvh, place);
		bool is_hit = entry_of(s, record) < MK_INFINITY;
		if (is_hit && !ref_is_leaf(record->ref)) {
			place = record->ref * 2;
			continue;
		}
		if (is_hit && !report_cast(s, record)) return false;
		place = bvh_next_place(s->bvh, place, top);
	}
	return true;
}

// Visits the children of a node that are leaves and are hit, the nearer one first; returns false if
// stopped. What is left to enter has a finite t.
static bool visit_children(CastSearch *s, const BoxRef child[2], Real t[2]) {
	cast_test_entries(&s->test, child, t);
	for (int slot = 0; slot < 2; slot++) {
		if ((child[slot].mask & s->mask) == 0) t[slot] = MK_INFINITY;
	}
	int near_slot = t[1] < t[0] ? 1 : 0;
	for (int i = 0; i < 2; i++) {
		int slot = i == 0 ? near_slot : 1 - near_slot;
		if (!ref_is_leaf(child[slot].ref)) continue;
		if (t[slot] <= s->test.limit && t[slot] < MK_INFINITY && !report_cast(s, &child[slot])) {
			return false;
		}
		t[slot] = MK_INFINITY;
	}
	return true;
}

static bool cast_by_stack(CastSearch *s) {
	CastEntry stack[STACK_SIZE];
	uint32_t count = 0;
	uint32_t node = s->bvh->root;
	for (;;) {
		const BoxRef *child = s->bvh->nodes.data[node].child;
		Real t[2];
		if (!visit_children(s, child, t)) return false;
		int near_slot = t[1] < t[0] ? 1 : 0;
		CastEntry later = { child[1 - near_slot].ref, t[1 - near_slot] };
		if (later.t < MK_INFINITY) {
			if (count < STACK_SIZE)
				stack[count++] = later;
			else if (!cast_by_links(s, later.node))
				return false;
		}
		if (t[near_slot] < MK_INFINITY) {
			node = child[near_slot].ref;
			continue;
		}
		// entries that a shorter limit has cut off are skipped
		while (count > 0 && stack[count - 1].t > s->test.limit) {
			count--;
		}
		if (count == 0) return true;
		node = stack[--count].node;
	}
}

Real mk_bvh_cast(
		const Bvh *bvh, const BoxCast *cast, uint32_t mask, BvhCastVisit *visit, void *context) {
	if (bvh->count == 0 || !box_cast_is_valid(cast)) return cast->max_t;
	CastSearch search = { bvh, cast_test(cast), cast->max_t, mask, visit, context };
	cast_by_stack(&search);
	return search.max_t;
}

void mk_bvh_walk(const Bvh *bvh, BvhWalkVisit *visit, void *context) {
	if (bvh->count == 0) return;
	BoxRef whole = bvh_node_record(bvh, bvh->root);
	visit(context, box_ref_box(&whole), 0);
	uint32_t level = 1;
	for (uint32_t place = bvh->root * 2; place != MK_BVH_NONE;) {
		const BoxRef *record = bvh_at(bvh, place);
		if (record->ref != MK_BVH_NONE) visit(context, box_ref_box(record), level);
		if (!ref_is_leaf(record->ref)) {
			place = record->ref * 2;
			level++;
			continue;
		}
		for (; place != MK_BVH_NONE && (place & 1) != 0; level--)
			place = bvh->links.data[place >> 1].place;
		if (place != MK_BVH_NONE) place++;
	}
}
