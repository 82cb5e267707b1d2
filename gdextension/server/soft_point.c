// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Single points of soft bodies. Godot names a point by the number of a render vertex.
#include "convert.h"
#include "server/describe.h"
#include "server/soft_body.h"
#include "variant.h"

static SoftPoint *point_at(const ServerSoftBody *body, uint32_t vertex) {
	return soft_point_array_at(&body->soft.points, body->vertex_points.data[vertex]);
}

// the point of a render vertex; reports and returns NULL if the mesh has no such vertex
static SoftPoint *find_point(const ServerSoftBody *body, int32_t vertex, const char *where) {
	if (!body) return NULL; // which was said
	if (vertex >= 0 && (uint32_t)vertex < body->vertex_points.count) {
		return point_at(body, (uint32_t)vertex);
	}
	mk_item_report(&body->object.item, where, "it has %u vertices, so there is no point %d.",
			body->vertex_points.count, vertex);
	return NULL;
}

static bool is_finite(const ServerSoftBody *body, GdVector3 vector, const char *where) {
	if (mk_vector3_is_finite(vector)) return true;
	mk_item_report(&body->object.item, where, "the vector is not finite; nothing was changed.");
	return false;
}

void mk_server_soft_body_move_point(
		Server *self, GdRID body, int32_t point_index, GdVector3 global_position) {
	ServerSoftBody *found = soft_body_find(self, body, __func__);
	SoftPoint *point = find_point(found, point_index, __func__);
	if (!point || !is_finite(found, global_position, __func__)) return;
	Vec3 place = vec3_from_godot(global_position);
	if (!vec3_equals(point->position, place)) soft_wake(&found->soft);
	point->position = place;
}

GdVector3 mk_server_soft_body_get_point_global_position(
		Server *self, GdRID body, int32_t point_index) {
	const ServerSoftBody *found = soft_body_find(self, body, __func__);
	const SoftPoint *point = find_point(found, point_index, __func__);
	return point ? vec3_to_godot(point->position) : (GdVector3){ 0, 0, 0 };
}

void mk_server_soft_body_remove_all_pinned_points(Server *self, GdRID body) {
	ServerSoftBody *found = soft_body_find(self, body, __func__);
	if (!found) return;
	index_array_clear(&found->pinned);
	for (uint32_t i = 0; i < found->soft.points.count; i++)
		found->soft.points.data[i].is_pinned = false;
	mk_soft_body_changed(found);
}

// the place of a vertex in the list of pinned ones, or the list's length
static uint32_t find_pin(const ServerSoftBody *body, uint32_t vertex) {
	uint32_t i = 0;
	while (i < body->pinned.count && body->pinned.data[i] != vertex)
		i++;
	return i;
}

// Vertices that a mesh to come may have stay in the list; of the others
// those whose points are pinned.
void mk_soft_body_recall_pins(ServerSoftBody *body) {
	uint32_t vertex_count = body->vertex_points.count;
	for (uint32_t i = body->pinned.count; i-- > 0;) {
		uint32_t vertex = body->pinned.data[i];
		bool is_stale = vertex < vertex_count && !point_at(body, vertex)->is_pinned;
		if (is_stale) index_array_swap_remove(&body->pinned, i);
	}
	for (uint32_t vertex = 0; vertex < vertex_count; vertex++) {
		bool is_missing = point_at(body, vertex)->is_pinned &&
				find_pin(body, vertex) == body->pinned.count;
		if (is_missing) index_array_push(&body->pinned, vertex);
	}
}

// Nodes pin points before they set the mesh, so the number is only checked for its sign.
void mk_server_soft_body_pin_point(Server *self, GdRID body, int32_t point_index, bool pin) {
	ServerSoftBody *found = soft_body_find(self, body, __func__);
	if (!found) return;
	if (point_index < 0) {
		mk_item_report(&found->object.item, __func__, "there is no point %d.", point_index);
		return;
	}
	uint32_t vertex = (uint32_t)point_index;
	uint32_t place = find_pin(found, vertex);
	if (pin && place == found->pinned.count) index_array_push(&found->pinned, vertex);
	if (!pin && place < found->pinned.count) index_array_swap_remove(&found->pinned, place);
	if (vertex < found->vertex_points.count) {
		mk_soft_pin(&found->soft, found->vertex_points.data[vertex], pin);
	}
	soft_wake(&found->soft);
}

bool mk_server_soft_body_is_point_pinned(Server *self, GdRID body, int32_t point_index) {
	const ServerSoftBody *found = soft_body_find(self, body, __func__);
	if (!found || point_index < 0) return false;
	uint32_t vertex = (uint32_t)point_index;
	if (vertex >= found->vertex_points.count) return find_pin(found, vertex) < found->pinned.count;
	return point_at(found, vertex)->is_pinned;
}

void mk_server_soft_body_apply_point_impulse(
		Server *self, GdRID body, int32_t point_index, GdVector3 impulse) {
	ServerSoftBody *found = soft_body_find(self, body, __func__);
	SoftPoint *point = find_point(found, point_index, __func__);
	if (!point || !is_finite(found, impulse, __func__)) return;
	point->velocity = vec3_add_scaled(
			point->velocity, vec3_from_godot(impulse), point->inverse_mass);
	soft_wake(&found->soft);
}

void mk_server_soft_body_apply_point_force(
		Server *self, GdRID body, int32_t point_index, GdVector3 force) {
	ServerSoftBody *found = soft_body_find(self, body, __func__);
	SoftPoint *point = find_point(found, point_index, __func__);
	if (!point || !is_finite(found, force, __func__)) return;
	point->force = vec3_add(point->force, vec3_from_godot(force));
	soft_wake(&found->soft);
}

// every free point gets the velocity that the whole mass would get
void mk_server_soft_body_apply_central_impulse(Server *self, GdRID body, GdVector3 impulse) {
	ServerSoftBody *found = soft_body_find(self, body, __func__);
	if (!found || !is_finite(found, impulse, __func__)) return;
	Vec3 change = vec3_scale(vec3_from_godot(impulse), 1 / found->soft.material.mass);
	for (uint32_t i = 0; i < found->soft.points.count; i++) {
		SoftPoint *point = found->soft.points.data + i;
		if (!point->is_pinned) point->velocity = vec3_add(point->velocity, change);
	}
	soft_wake(&found->soft);
}

void mk_server_soft_body_apply_central_force(Server *self, GdRID body, GdVector3 force) {
	ServerSoftBody *found = soft_body_find(self, body, __func__);
	if (!found || !is_finite(found, force, __func__)) return;
	Real share = 1 / (Real)found->soft.points.count;
	for (uint32_t i = 0; i < found->soft.points.count; i++) {
		SoftPoint *point = found->soft.points.data + i;
		point->force = vec3_add_scaled(point->force, vec3_from_godot(force), share);
	}
	soft_wake(&found->soft);
}
