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
	CastTest *test;
	uint32_t mask;
	BvhCastVisit *visit;
	void *context;
} CastSearch;

typedef struct CastEntry {
	uint32_t node;
	Real t; // where the cast enters it
} CastEntry;

// Visits a leaf and takes over the new limit; returns false if stopped.
static bool report_cast(CastSearch *s, const BoxRef *record) {
	uint32_t id = ref_leaf(record->ref);
	Real max_t = s->visit(s->context, id, bvh_user(s->bvh, id), s->test->max_t);
	// a visit cannot lengthen a cast: what was passed by is gone
	if (!(max_t < s->test->max_t)) return true;
	cast_test_limit(s->test, max_t);
	return max_t >= 0;
}

// Walks all below a node without a stack and without order; returns false if stopped.
static bool cast_by_links(CastSearch *s, uint32_t node) {
	uint32_t top = s->bvh->links.data[node].place;
	uint32_t place = node * 2;
	while (place != MK_BVH_NONE) {
		const BoxRef *record = bvh_at(s->bvh, place);
		bool is_hit = (record->mask & s->mask) != 0 &&
				cast_test_entry(s->test, record) < MK_INFINITY;
		if (is_hit && !ref_is_leaf(record->ref)) {
			place = record->ref * 2;
			continue;
		}
		if (is_hit && !report_cast(s, record)) return false;
		place = bvh_next_place(s->bvh, place, top);
	}
	return true;
}

typedef struct CastStack {
	CastEntry entries[STACK_SIZE];
	uint32_t count;
} CastStack;

// Visits a child that is a leaf, or puts it on the stack; returns false if stopped.
static bool enter_child(CastSearch *s, const BoxRef *child, Real t, CastStack *stack) {
	// the limit may be shorter than it was when the child was tested
	if (!(t <= s->test->limit && t < MK_INFINITY) || (child->mask & s->mask) == 0) return true;
	if (ref_is_leaf(child->ref)) return report_cast(s, child);
	if (stack->count == STACK_SIZE) return cast_by_links(s, child->ref);
	stack->entries[stack->count++] = (CastEntry){ child->ref, t };
	return true;
}

// Without branches: which children of a node are hit is hard to predict.
static void push_node(const CastSearch *s, const BoxRef *child, Real t, CastStack *stack) {
	stack->entries[stack->count] = (CastEntry){ child->ref, t };
	stack->count += (uint32_t)(t < MK_INFINITY) & (uint32_t)((child->mask & s->mask) != 0);
}

// Leaves come before nodes, and what is nearer before what is not.
static bool cast_by_stack(CastSearch *s) {
	CastStack stack;
	stack.entries[0] = (CastEntry){ s->bvh->root, 0 };
	stack.count = 1;
	while (stack.count > 0) {
		CastEntry next = stack.entries[--stack.count];
		if (next.t > s->test->limit) continue;
		const BoxRef *child = s->bvh->nodes.data[next.node].child;
		Real t[2];
		cast_test_entries(s->test, child, t);
		int first = t[1] < t[0];
		bool is_inner = !ref_is_leaf(child[0].ref) && !ref_is_leaf(child[1].ref);
		if (is_inner && stack.count + 2 <= STACK_SIZE) {
			push_node(s, &child[1 - first], t[1 - first], &stack);
			push_node(s, &child[first], t[first], &stack);
			continue;
		}
		// of two nodes the nearer one goes on top
		first ^= !ref_is_leaf(child[first].ref);
		if (!enter_child(s, &child[first], t[first], &stack)) return false;
		if (!enter_child(s, &child[1 - first], t[1 - first], &stack)) return false;
	}
	return true;
}

void mk_bvh_cast_on(
		const Bvh *bvh, CastTest *test, uint32_t mask, BvhCastVisit *visit, void *context) {
	CastSearch search = { bvh, test, mask, visit, context };
	if (bvh->count > 0 && test->max_t >= 0) cast_by_stack(&search);
}

Real mk_bvh_cast(
		const Bvh *bvh, const BoxCast *cast, uint32_t mask, BvhCastVisit *visit, void *context) {
	if (bvh->count == 0 || !box_cast_is_valid(cast)) return cast->max_t;
	CastTest test = cast_test(cast);
	mk_bvh_cast_on(bvh, &test, mask, visit, context);
	return test.max_t;
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
