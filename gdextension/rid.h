// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The handles that Godot holds. A RID is 64 bits that the server chooses:
//
//   bit 62      always 1: RIDs of Godot's other servers never reach this far, so they are recognised
//   bits 58-61  kind of item
//   bits 32-57  generation of the slot: a freed RID is recognised when the slot is used again
//   bits 0-31   slot
//
// 0 is Godot's null RID. The table is not locked by itself; the server's lock covers it.
#pragma once

#include "base/array.h"

#include <godot_api.h>

typedef enum RidKind {
	RID_NONE, // free slot; as a wish in mk_rid_find: any kind
	RID_SHAPE,
	RID_SPACE,
	RID_AREA,
	RID_BODY,
	RID_SOFT_BODY,
	RID_JOINT,
	RID_KIND_COUNT,
} RidKind;

typedef struct RidSlot {
	void *item;
	uint32_t generation; // of the item in the slot, or of the next one
	uint32_t kind;       // RID_NONE when free
	uint32_t next_free;  // slot + 1; 0 ends the list
} RidSlot;

MK_ARRAY_DECLARE(RidSlotArray, rid_slot_array, RidSlot);

typedef struct RidTable {
	RidSlotArray slots;
	uint32_t first_free; // slot + 1; 0 means none
	uint32_t counts[RID_KIND_COUNT];
} RidTable;

// Gives an item a new RID.
GdRID mk_rid_create(RidTable *table, RidKind kind, void *item);

// Returns the item behind a RID if it is alive and of that kind (RID_NONE: any), else NULL.
void *mk_rid_find(const RidTable *table, GdRID rid, RidKind kind);

// Ends a living RID; the item itself is the caller's.
void mk_rid_release(RidTable *table, GdRID rid);

// Returns the kind of a living RID, else RID_NONE.
RidKind mk_rid_kind(const RidTable *table, GdRID rid);

// Returns a phrase that says what a RID is, e.g. "a freed body" or "not a RID of this server".
const char *mk_rid_describe(const RidTable *table, GdRID rid);

// Returns "a body" and the like.
const char *mk_rid_kind_name(RidKind kind);

// Gives the table's memory back.
void mk_rid_table_free(RidTable *table);
