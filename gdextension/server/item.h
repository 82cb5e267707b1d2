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

// Adds a RID to a list unless it is there; RIDs that name nothing are kept too, they are only compared.
void mk_rid_array_include(RidArray *array, GdRID rid);

// Takes a RID out of a list; keeps the order of the others.
void mk_rid_array_exclude(RidArray *array, GdRID rid);

// Appends the RIDs to a Godot array.
void mk_rid_array_write(const RidArray *array, GdArray *ret);
