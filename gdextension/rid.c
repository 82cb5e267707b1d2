// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Free slots are reused last in, first out; a slot whose generations are used up is retired, so a
// stale RID can never name a new item.
#include "rid.h"

#define MK_RID_MARK         (UINT64_C(1) << 62)
#define MK_KIND_SHIFT       58
#define MK_GENERATION_SHIFT 32
#ifdef MK_HOSTILE
#define MK_LAST_GENERATION 3u
#else
#define MK_LAST_GENERATION ((1u << (MK_KIND_SHIFT - MK_GENERATION_SHIFT)) - 1)
#endif

static const struct {
	const char *living;
	const char *freed;
} kind_names[RID_KIND_COUNT] = {
	[RID_NONE] = { "nothing", "nothing" },
	[RID_SHAPE] = { "a shape", "a freed shape" },
	[RID_SPACE] = { "a space", "a freed space" },
	[RID_AREA] = { "an area", "a freed area" },
	[RID_BODY] = { "a body", "a freed body" },
	[RID_SOFT_BODY] = { "a soft body", "a freed soft body" },
	[RID_JOINT] = { "a joint", "a freed joint" },
};

static uint32_t slot_of(GdRID rid) { return (uint32_t)rid.id; }

static uint32_t kind_of(GdRID rid) { return (uint32_t)(rid.id >> MK_KIND_SHIFT) & 15u; }

static bool is_ours(GdRID rid) {
	return rid.id >> 62 == 1 && kind_of(rid) > RID_NONE && kind_of(rid) < RID_KIND_COUNT;
}

static GdRID compose(uint32_t slot, uint32_t generation, RidKind kind) {
	uint64_t id = MK_RID_MARK | (uint64_t)kind << MK_KIND_SHIFT |
			(uint64_t)generation << MK_GENERATION_SHIFT;
	return (GdRID){ id | slot };
}

GdRID mk_rid_create(RidTable *table, RidKind kind, void *item) {
	uint32_t index = table->slots.count;
	if (table->first_free) {
		index = table->first_free - 1;
		table->first_free = table->slots.data[index].next_free;
	} else {
		rid_slot_array_add(&table->slots);
	}
	RidSlot *slot = rid_slot_array_at(&table->slots, index);
	slot->item = item;
	slot->kind = kind;
	table->counts[kind]++;
	return compose(index, slot->generation, kind);
}

RidKind mk_rid_kind(const RidTable *table, GdRID rid) {
	if (!is_ours(rid) || slot_of(rid) >= table->slots.count) return RID_NONE;
	const RidSlot *slot = &table->slots.data[slot_of(rid)];
	GdRID living = compose(slot_of(rid), slot->generation, (RidKind)slot->kind);
	return living.id == rid.id ? (RidKind)slot->kind : RID_NONE;
}

void *mk_rid_find(const RidTable *table, GdRID rid, RidKind kind) {
	RidKind found = mk_rid_kind(table, rid);
	if (found == RID_NONE || (kind != RID_NONE && kind != found)) return NULL;
	return table->slots.data[slot_of(rid)].item;
}

void mk_rid_release(RidTable *table, GdRID rid) {
	MK_ASSERT(mk_rid_kind(table, rid) != RID_NONE);
	RidSlot *slot = rid_slot_array_at(&table->slots, slot_of(rid));
	table->counts[slot->kind]--;
	slot->item = NULL;
	slot->kind = RID_NONE;
	if (slot->generation++ == MK_LAST_GENERATION) return;
	slot->next_free = table->first_free;
	table->first_free = slot_of(rid) + 1;
}

const char *mk_rid_kind_name(RidKind kind) { return kind_names[kind].living; }

const char *mk_rid_describe(const RidTable *table, GdRID rid) {
	if (rid.id == 0) return "the null RID";
	RidKind kind = mk_rid_kind(table, rid);
	if (kind != RID_NONE) return kind_names[kind].living;
	if (is_ours(rid) && slot_of(rid) < table->slots.count) return kind_names[kind_of(rid)].freed;
	return "not a RID of this server";
}

void mk_rid_table_free(RidTable *table) {
	rid_slot_array_free(&table->slots);
	*table = (RidTable){ 0 };
}
