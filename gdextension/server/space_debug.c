// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Where things touch, for games that run with visible collision shapes (--debug-collisions). Godot
// asks after a step and draws a dot per point; both surfaces of a contact have one. Nothing is kept
// for it: the points are those of the contacts that the world has.
#include "convert.h"
#include "server/describe.h"
#include "server/space.h"

// Where the points go; `out` may be NULL to count them.
typedef struct DebugPoints {
	GdVector3 *out;
	int32_t count;
	int32_t most;
} DebugPoints;

static void add(DebugPoints *points, Vec3 point) {
	if (points->count >= points->most) return;
	if (points->out) points->out[points->count] = vec3_to_godot(point);
	points->count++;
}

static void add_manifold(DebugPoints *points, const Manifold *manifold, Vec3 origin) {
	for (uint32_t i = 0; i < manifold->count; i++) {
		const ContactPoint *point = manifold->points + i;
		// those that are only near are for the solver
		if (point->separation > MK_CONTACT_SLOP) continue;
		Vec3 middle = vec3_add(origin, point->position);
		add(points, vec3_add_scaled(middle, manifold->normal, -point->separation / 2));
		add(points, vec3_add_scaled(middle, manifold->normal, point->separation / 2));
	}
}

static void collect(const World *world, DebugPoints *points) {
	for (uint32_t i = 0; i < world->contacts.count && points->count < points->most; i++) {
		const Contact *contact = world->contacts.data + i;
		if (contact->colliders[0] == MK_WORLD_NONE) continue;
		const Collider *a = collider_array_at(&world->colliders, contact->colliders[0]);
		for (uint32_t p = contact->first_patch; p != MK_WORLD_NONE; p = world->patches.data[p].next)
			add_manifold(points, &world->patches.data[p].manifold, a->instance.pose.origin);
	}
}

void mk_server_space_set_debug_contacts(Server *self, GdRID space, int32_t max_contacts) {
	ServerSpace *found = mk_item_find(self, space, RID_SPACE, __func__);
	if (!found) return;
	if (max_contacts >= 0) {
		found->debug_contacts = max_contacts;
	} else {
		mk_item_report(&found->item, __func__, "the number of contacts must be 0 or above, not %d.",
				max_contacts);
	}
}

// Godot draws the first space_get_contact_count of these points.
void mk_server_space_get_contacts(Server *self, GdRID space, GdPackedVector3Array *ret) {
	const ServerSpace *found = mk_item_find(self, space, RID_SPACE, __func__);
	if (found) mk_space_write_contacts(found, found->debug_contacts, ret);
}

void mk_space_write_contacts(const ServerSpace *space, int32_t size, GdPackedVector3Array *ret) {
	if (size == 0) return;
	gd_packed_vector3_array_resize(ret, size);
	DebugPoints points = { gd.packed_vector3_array_operator_index(ret, 0), 0, size };
	collect(&space->world, &points);
}

int32_t mk_space_count_contacts(const ServerSpace *space) {
	DebugPoints points = { NULL, 0, INT32_MAX };
	collect(&space->world, &points);
	return points.count;
}

int32_t mk_server_space_get_contact_count(Server *self, GdRID space) {
	const ServerSpace *found = mk_item_find(self, space, RID_SPACE, __func__);
	if (!found) return 0;
	DebugPoints points = { NULL, 0, found->debug_contacts };
	collect(&found->world, &points);
	return points.count;
}
