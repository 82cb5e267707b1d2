// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Overlapping pairs of leaves within one dynamic tree or between two: both sides are gone down at
// once. As in the queries, a full stack is no limit: then one side is walked by its parent links,
// and each of its leaves is compared with the other side in the same way.
#include "spatial/bvh.h"

#include "spatial/bvh_node.h"

// A step takes one entry and adds at most four, so three per level of both trees are needed.
#ifdef MK_HOSTILE
enum { STACK_SIZE = 3 };
#else
enum { STACK_SIZE = 256 };
#endif

typedef struct PlacePair {
	uint32_t place_a;
	uint32_t place_b;
} PlacePair;

typedef struct PairSearch {
	const Bvh *a;
	const Bvh *b;
	BvhPairVisit *visit;
	void *context;
	PlacePair stack[STACK_SIZE];
	uint32_t count;
} PairSearch;

static bool do_overlap(const BoxRef *a, const BoxRef *b) {
	return box_rows_overlap(box_rows_load(a), box_rows_load(b));
}

static bool report_pair(const PairSearch *s, const BoxRef *a, const BoxRef *b) {
	return s->visit(s->context, ref_leaf(a->ref), ref_leaf(b->ref));
}

// Compares one box with all that hangs at a place, without a stack; returns false if stopped.
static bool pair_leaf_by_links(const PairSearch *s, const BoxRef *leaf, uint32_t top) {
	BoxRows box = box_rows_load(leaf);
	uint32_t place = top;
	while (place != MK_BVH_NONE) {
		const BoxRef *record = bvh_at(s->b, place);
		bool does_overlap = box_rows_overlap(box, box_rows_load(record));
		if (does_overlap && !ref_is_leaf(record->ref)) {
			place = record->ref * 2;
			continue;
		}
		if (does_overlap && !report_pair(s, leaf, record)) return false;
		place = bvh_next_place(s->b, place, top);
	}
	return true;
}

// Compares all that hangs at two places without a stack; returns false if stopped.
static bool pair_by_links(const PairSearch *s, PlacePair pair) {
	BoxRows box = box_rows_load(bvh_at(s->b, pair.place_b));
	uint32_t place = pair.place_a;
	while (place != MK_BVH_NONE) {
		const BoxRef *record = bvh_at(s->a, place);
		bool does_overlap = box_rows_overlap(box, box_rows_load(record));
		if (does_overlap && !ref_is_leaf(record->ref)) {
			place = record->ref * 2;
			continue;
		}
		if (does_overlap && !pair_leaf_by_links(s, record, pair.place_b)) return false;
		place = bvh_next_place(s->a, place, pair.place_a);
	}
	return true;
}

// Reports a pair of leaves that overlap, or keeps a pair of subtrees for later.
static bool take_pair(PairSearch *s, uint32_t place_a, uint32_t place_b) {
	const BoxRef *a = bvh_at(s->a, place_a);
	const BoxRef *b = bvh_at(s->b, place_b);
	if (!do_overlap(a, b)) return true;
	if (ref_is_leaf(a->ref) && ref_is_leaf(b->ref)) return report_pair(s, a, b);
	PlacePair pair = { place_a, place_b };
	if (s->count == STACK_SIZE) return pair_by_links(s, pair);
	s->stack[s->count++] = pair;
	return true;
}

// Takes the pairs of what is directly below two places; a leaf stands for itself.
static bool expand_pair(PairSearch *s, PlacePair pair) {
	uint32_t ref_a = bvh_at(s->a, pair.place_a)->ref;
	uint32_t ref_b = bvh_at(s->b, pair.place_b)->ref;
	uint32_t first_a = ref_is_leaf(ref_a) ? pair.place_a : ref_a * 2;
	uint32_t first_b = ref_is_leaf(ref_b) ? pair.place_b : ref_b * 2;
	uint32_t last_a = ref_is_leaf(ref_a) ? first_a : first_a + 1;
	uint32_t last_b = ref_is_leaf(ref_b) ? first_b : first_b + 1;
	for (uint32_t a = first_a; a <= last_a; a++) {
		for (uint32_t b = first_b; b <= last_b; b++) {
			if (!take_pair(s, a, b)) return false;
		}
	}
	return true;
}

static bool empty_stack(PairSearch *s) {
	while (s->count > 0) {
		if (!expand_pair(s, s->stack[--s->count])) return false;
	}
	return true;
}

// Every node has the pairs between its two children; nodes follow each other by their links.
bool mk_bvh_find_pairs(const Bvh *bvh, BvhPairVisit *visit, void *context) {
	if (bvh->count < 2) return true;
	PairSearch search;
	search.a = bvh;
	search.b = bvh;
	search.visit = visit;
	search.context = context;
	search.count = 0;
	uint32_t place = bvh->root * 2;
	while (place != MK_BVH_NONE) {
		if ((place & 1) == 0) {
			if (!take_pair(&search, place, place + 1) || !empty_stack(&search)) return false;
		}
		uint32_t ref = bvh_at(bvh, place)->ref;
		place = ref_is_leaf(ref) ? bvh_next_place(bvh, place, MK_BVH_NONE) : ref * 2;
	}
	return true;
}

bool mk_bvh_find_pairs_between(const Bvh *a, const Bvh *b, BvhPairVisit *visit, void *context) {
	if (a->count == 0 || b->count == 0) return true;
	PairSearch search;
	search.a = a;
	search.b = b;
	search.visit = visit;
	search.context = context;
	search.count = 0;
	for (uint32_t slots = 0; slots < 4; slots++) {
		bool goes_on = take_pair(&search, a->root * 2 + (slots & 1), b->root * 2 + (slots >> 1));
		if (!goes_on) return false;
	}
	return empty_stack(&search);
}
