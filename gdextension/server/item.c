// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Items are made, found and freed here; what a kind must do when it ends
// is in its row of the table.
#include "server/item.h"

#include "report.h"
#include "server/area.h"
#include "server/body.h"
#include "server/joint.h"
#include "server/server.h"
#include "server/soft_body.h"

#include <string.h>

typedef struct ItemKind {
	const char *one;
	const char *many;
	size_t size;
	void (*detach)(void *item);  // nothing of the simulation refers to it afterwards
	void (*destroy)(void *item); // gives back what it owns, not the item itself
} ItemKind;

static void detach_shape(void *item) { mk_shape_detach(item); }
static void destroy_shape(void *item) { mk_shape_destroy(item); }
static void detach_space(void *item) { mk_space_detach(item); }
static void destroy_space(void *item) { mk_space_destroy(item); }
static void detach_area(void *item) { mk_area_detach(item); }
static void destroy_area(void *item) { mk_area_destroy(item); }
static void detach_body(void *item) { mk_body_detach(item); }
static void destroy_body(void *item) { mk_body_destroy(item); }
static void detach_soft_body(void *item) { mk_soft_body_detach(item); }
static void destroy_soft_body(void *item) { mk_soft_body_destroy(item); }
static void detach_joint(void *item) { mk_joint_release(item); }
static void destroy_joint(void *item) { (void)item; }

static const ItemKind item_kinds[RID_KIND_COUNT] = {
	[RID_SHAPE] = { "shape was", "shapes were", sizeof(ServerShape), detach_shape, destroy_shape },
	[RID_SPACE] = { "space was", "spaces were", sizeof(ServerSpace), detach_space, destroy_space },
	[RID_AREA] = { "area was", "areas were", sizeof(ServerArea), detach_area, destroy_area },
	[RID_BODY] = { "body was", "bodies were", sizeof(ServerBody), detach_body, destroy_body },
	[RID_SOFT_BODY] = { "soft body was", "soft bodies were", sizeof(ServerSoftBody),
			detach_soft_body, destroy_soft_body },
	[RID_JOINT] = { "joint was", "joints were", sizeof(ServerJoint), detach_joint, destroy_joint },
};

void *mk_item_create(Server *server, RidKind kind) {
	Item *item = mk_alloc(item_kinds[kind].size);
	memset(item, 0, item_kinds[kind].size);
	item->server = server;
	item->kind = kind;
	item->rid = mk_rid_create(&server->rids, kind, item);
	return item;
}

void *mk_item_find(Server *server, GdRID rid, RidKind kind, const char *where) {
	void *item = mk_rid_find(&server->rids, rid, kind);
	if (item) return item;
	mk_report_error(where, "RID %llu is %s, not %s; nothing was changed.",
			(unsigned long long)rid.id, mk_rid_describe(&server->rids, rid),
			kind == RID_NONE ? "a living one" : mk_rid_kind_name(kind));
	return NULL;
}

static void destroy(Item *item) {
	item_kinds[item->kind].destroy(item);
	mk_free(item, item_kinds[item->kind].size);
}

void mk_item_free(Item *item) {
	Server *server = item->server;
	item_kinds[item->kind].detach(item);
	mk_rid_release(&server->rids, item->rid);
	item->is_freed = true;
	if (server->is_flushing) {
		item_array_push(&server->buried, item);
	} else {
		destroy(item);
	}
}

void mk_item_free_buried(Server *server) {
	while (server->buried.count)
		destroy(item_array_pop(&server->buried));
}

// spaces last: their members leave them first, as in an orderly shutdown
static void free_all_of(Server *server, RidKind kind) {
	for (uint32_t i = 0; i < server->rids.slots.count; i++) {
		RidSlot *slot = rid_slot_array_at(&server->rids.slots, i);
		if (slot->kind == kind) mk_item_free(slot->item);
	}
}

void mk_item_free_leaked(Server *server) {
	static const RidKind order[] = { RID_JOINT, RID_SOFT_BODY, RID_BODY, RID_AREA, RID_SHAPE,
		RID_SPACE };
	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		uint32_t count = server->rids.counts[order[i]];
		if (!count) continue;
		mk_report_error("finish", "%u %s never freed with free_rid.", count,
				count == 1 ? item_kinds[order[i]].one : item_kinds[order[i]].many);
		free_all_of(server, order[i]);
	}
}

// Returns where a RID is, or would be, in the order of their numbers.
static uint32_t place_of(const RidArray *array, GdRID rid) {
	uint32_t first = 0;
	uint32_t end = array->count;
	while (first < end) {
		uint32_t middle = first + (end - first) / 2;
		if (array->data[middle].id < rid.id) {
			first = middle + 1;
		} else {
			end = middle;
		}
	}
	return first;
}

bool mk_rid_array_has(const RidArray *array, GdRID rid) {
	uint32_t place = place_of(array, rid);
	return place < array->count && array->data[place].id == rid.id;
}

void mk_rid_array_set(RidArray *array, GdRID rid, bool is_in) {
	if (mk_rid_array_has(array, rid) == is_in) return;
	uint32_t place = place_of(array, rid);
	uint32_t behind = array->count - place;
	if (is_in) {
		rid_array_push(array, rid);
		memmove(array->data + place + 1, array->data + place, behind * sizeof(GdRID));
		array->data[place] = rid;
	} else {
		memmove(array->data + place, array->data + place + 1, (behind - 1) * sizeof(GdRID));
		array->count--;
	}
}

void mk_rid_array_write(const RidArray *array, GdArray *ret) {
	for (uint32_t i = 0; i < array->count; i++) {
		GdVariant variant;
		gd_variant_from_rid(&variant, &array->data[i]);
		gd_array_push_back(ret, &variant);
		gd.variant_destroy(&variant);
	}
}
