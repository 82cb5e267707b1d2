// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What all things with a RID have in common: shapes, spaces, areas, bodies, soft bodies and joints.
//
// Life. An item that is freed while callbacks run loses its RID and its place in the simulation at
// once, but its memory and its state object stay until the callbacks are done: one of them may be
// standing on it.
#pragma once

#include "base/array.h"
#include "rid.h"

#include <stdatomic.h>

typedef struct Item {
	GdRID rid;
	RidKind kind;
	_Atomic bool is_freed;
	Server *server;
} Item;

MK_ARRAY_DECLARE(ItemArray, item_array, Item *);
MK_ARRAY_DECLARE(RidArray, rid_array, GdRID);

// Makes a zeroed item of a kind and gives it a RID; returns the item.
void *mk_item_create(Server *server, RidKind kind);

// Returns the living item of a kind behind a RID (RID_NONE: any). If there is none, says so and
// returns NULL; `where` is the caller's __func__.
void *mk_item_find(Server *server, GdRID rid, RidKind kind, const char *where);

// Frees an item; nothing refers to it afterwards.
void mk_item_free(Item *item);

// Gives back the memory of items that were freed while callbacks ran.
void mk_item_free_buried(Server *server);

// Frees all items that are left at shutdown and says how many there were of each kind.
void mk_item_free_leaked(Server *server);

// Puts a RID into a list, or takes it out. The list is in the order of their numbers, each once;
// RIDs that name nothing are kept too, they are only compared.
void mk_rid_array_set(RidArray *array, GdRID rid, bool is_in);

// Returns whether a list has a RID.
bool mk_rid_array_has(const RidArray *array, GdRID rid);

// Appends the RIDs to a Godot array.
void mk_rid_array_write(const RidArray *array, GdArray *ret);
