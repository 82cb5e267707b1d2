// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A tree of boxes that change: the broad phase. A leaf is a box with 32 bits of user data and a
// mask of category bits; it is named by an id that stays while it lives and is used again after.
//
// A node holds the boxes of its two children, 64 bytes in single precision: a query reads one cache
// line per node and decides about both children there. What only edits need (parents, heights) lies
// in a second array. A box is found through its "place": node * 2 + slot.
//
// Insertion goes down by the surface area cost with a lower bound (Bittner, Hapala, Havran 2013;
// Catto, Dynamic Bounding Volume Hierarchies, 2019), rotations on the way up improve the tree and
// keep sibling heights near each other. Moving only enlarges boxes; mk_bvh_rebuild then builds the
// enlarged part anew by binned surface areas (Wald 2007), mk_bvh_refit only makes it tight.
//
// The same edits give the same tree, bit for bit. Queries change nothing and allocate
// nothing: any number of threads may query while nobody edits. They report in an order that
// depends on the tree. Boxes are closed; an empty box, or one with a NaN (a contract
// violation), is kept and never found.
#pragma once

#include "base/array.h"
#include "spatial/box_cast.h"
#include "spatial/box_ref.h"

#define MK_BVH_NONE UINT32_MAX // no node, no place, no leaf

typedef struct BvhNode {
	BoxRef child[2]; // ref: node index, or id | MK_BVH_LEAF; MK_BVH_NONE in a tree of one leaf
} BvhNode;

typedef struct BvhLink {
	uint32_t place;   // where the node hangs; MK_BVH_NONE for the root; next free node if free
	uint32_t height;  // levels of nodes below, 0 if both children are leaves
	Real built_area;  // of its box when it was last built; 0 if it was only inserted
	bool is_enlarged; // a leaf below has moved since the last rebuild; then so in all nodes above
} BvhLink;

typedef struct BvhLeaf {
	uint32_t place; // MK_BVH_NONE if the id is free
	uint32_t user;  // next free id if free
} BvhLeaf;

MK_ARRAY_DECLARE(BvhNodeArray, bvh_node_array, BvhNode);
MK_ARRAY_DECLARE(BvhLinkArray, bvh_link_array, BvhLink);
MK_ARRAY_DECLARE(BvhLeafArray, bvh_leaf_array, BvhLeaf);
MK_ARRAY_DECLARE(BoxRefArray, box_ref_array, BoxRef);
MK_ARRAY_DECLARE(BvhIndexArray, bvh_index_array, uint32_t);

// A zeroed tree is a valid empty one.
typedef struct Bvh {
	BvhNodeArray nodes;
	BvhLinkArray links; // one per node
	BvhLeafArray leaves;
	uint32_t count;      // leaves in the tree
	uint32_t root;       // node index, valid if count > 0
	uint32_t free_node;  // 1 + head of the list of free nodes, 0 if none
	uint32_t free_leaf;  // 1 + head of the list of free ids, 0 if none
	uint32_t refits;     // since the last rebuild
	bool is_loose;       // a leaf has moved since the last refit or rebuild
	BoxRefArray items;   // scratch of rebuild, kept so that a step allocates nothing
	BvhIndexArray spare; // scratch of rebuild
} Bvh;

typedef struct BvhItem {
	Aabb box;
	uint32_t user;
	uint32_t mask;
} BvhItem;

// Called for a leaf that a query found; returns false to stop the query.
typedef bool BvhVisit(void *context, uint32_t id, uint32_t user);

// Called for a leaf whose box a cast enters at or before max_t; returns the new max_t: the same to
// go on, a smaller one to cut the cast, a negative one to stop it.
typedef Real BvhCastVisit(void *context, uint32_t id, uint32_t user, Real max_t);

// Called once for each pair of leaves with overlapping boxes; returns false to stop.
typedef bool BvhPairVisit(void *context, uint32_t id_a, uint32_t id_b);

// Called for each box of a tree with its level: 0 for the whole.
typedef void BvhWalkVisit(void *context, Aabb box, uint32_t level);

// Adds a leaf and returns its id. A mask of 0 hides the leaf from all queries but pairs.
uint32_t mk_bvh_insert(Bvh *bvh, Aabb box, uint32_t user, uint32_t mask);

// Removes a leaf; its id may be given to a later one.
void mk_bvh_remove(Bvh *bvh, uint32_t id);

// Tells the tree that the content of a leaf now has this tight box. If the stored box does not hold
// it, stores it grown by margin (m, at least 0) and enlarges the boxes above; O(height). Returns
// whether the stored box changed. After many moves the tree wants mk_bvh_rebuild.
bool mk_bvh_move(Bvh *bvh, uint32_t id, Aabb box, Real margin);

// Gives a leaf exactly this box and enlarges the boxes above, as mk_bvh_move does.
void mk_bvh_shift(Bvh *bvh, uint32_t id, Aabb box);

// Gives a leaf exactly this box and finds the best place for it again: for teleports and for shapes
// that change their size.
void mk_bvh_place(Bvh *bvh, uint32_t id, Aabb box);

// Changes the category bits of a leaf; O(height).
void mk_bvh_set_mask(Bvh *bvh, uint32_t id, uint32_t mask);

// Replaces the whole content by `count` leaves with ids 0 to count - 1 in the order given, built at
// once: much faster than insertion and a better tree.
void mk_bvh_build(Bvh *bvh, const BvhItem *items, uint32_t count);

// Builds the part that mk_bvh_move enlarged anew over the untouched subtrees below it; returns how
// many subtrees and leaves were sorted, 0 if nothing had moved. Ids stay.
uint32_t mk_bvh_rebuild(Bvh *bvh);

// To be called after the moves of a step: makes the boxes of the enlarged part tight. If they are
// much larger than they were built, or after so many calls, it is rebuilt. What moves with its
// neighbours keeps the tree good for some steps, and this takes a tenth of the time.
void mk_bvh_refit(Bvh *bvh);

// Builds the whole tree anew from its leaves; ids stay.
void mk_bvh_rebuild_all(Bvh *bvh);

// Removes everything and keeps the memory.
void mk_bvh_clear(Bvh *bvh);

// Gives the memory back and leaves an empty tree.
void mk_bvh_free(Bvh *bvh);

// Visits the leaves whose boxes overlap or touch the box and that share a bit with the mask.
// Returns false if a visit stopped it.
bool mk_bvh_query(const Bvh *bvh, Aabb box, uint32_t mask, BvhVisit *visit, void *context);

// Visits the leaves whose boxes a ray or a moving box meets, roughly nearest first, and that share
// a bit with the mask. Returns max_t as the visits left it, negative if one stopped the cast; a
// cast that is not finite visits nothing.
Real mk_bvh_cast(
		const Bvh *bvh, const BoxCast *cast, uint32_t mask, BvhCastVisit *visit, void *context);

// The same for a valid cast that goes on from tree to tree: the test is what
// the visits have left of it.
void mk_bvh_cast_on(
		const Bvh *bvh, CastTest *test, uint32_t mask, BvhCastVisit *visit, void *context);

// Visits each pair of leaves of the tree with overlapping or touching boxes once. Returns
// false if a visit stopped it.
bool mk_bvh_find_pairs(const Bvh *bvh, BvhPairVisit *visit, void *context);

// Visits each pair of a leaf of a and a leaf of b with overlapping or touching boxes; ids in that
// order. Returns false if a visit stopped it.
bool mk_bvh_find_pairs_between(const Bvh *a, const Bvh *b, BvhPairVisit *visit, void *context);

// Visits the box of the whole tree at level 0, then every box below, level by level
// deeper; no memory is needed.
void mk_bvh_walk(const Bvh *bvh, BvhWalkVisit *visit, void *context);

// Returns the areas of all nodes relative to the root's: the expected number of nodes that a random
// ray through the tree reads; 0 for less than three leaves. Lower is better. O(n).
Real mk_bvh_cost(const Bvh *bvh);

// Returns whether every box holds what is below it, with O(n) checks of all links; tests and
// MK_VALIDATE builds ask.
bool mk_bvh_is_valid(const Bvh *bvh);

// Returns a hash of structure and boxes: equal for equal edit sequences.
uint64_t mk_bvh_hash(const Bvh *bvh);

// Returns the bytes of heap memory the tree holds.
size_t mk_bvh_memory(const Bvh *bvh);

static inline bool bvh_has(const Bvh *bvh, uint32_t id) {
	return id < bvh->leaves.count && bvh->leaves.data[id].place != MK_BVH_NONE;
}

// Returns the number of levels of nodes; 0 for an empty tree.
static inline uint32_t bvh_height(const Bvh *bvh) {
	return bvh->count == 0 ? 0 : bvh->links.data[bvh->root].height + 1;
}

// Returns the record at a place.
static inline BoxRef *bvh_at(const Bvh *bvh, uint32_t place) {
	return &bvh->nodes.data[place >> 1].child[place & 1];
}

static inline uint32_t bvh_user(const Bvh *bvh, uint32_t id) { return bvh->leaves.data[id].user; }

// Returns the stored box of a leaf, which holds the box last given.
static inline Aabb bvh_box(const Bvh *bvh, uint32_t id) {
	MK_ASSERT(bvh_has(bvh, id));
	return box_ref_box(bvh_at(bvh, bvh->leaves.data[id].place));
}

static inline uint32_t bvh_mask(const Bvh *bvh, uint32_t id) {
	MK_ASSERT(bvh_has(bvh, id));
	return bvh_at(bvh, bvh->leaves.data[id].place)->mask;
}
