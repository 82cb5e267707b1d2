// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Queries of a space by rays and points, which ask its world; those with a
// shape are in space_shape.c.
#include "server/space_query.h"

#include "convert.h"
#include "server/area.h"
#include "server/body.h"
#include "server/soft_body.h"
#include "world/query_shape.h"

static bool is_object_asked(const QueryAsked *asked, const ServerObject *found) {
	if (asked->is_pick && !found->is_pickable) return false;
	// outside of a query, as in a test of the engine's own, there is no state object
	if (!asked->space->state) return true;
	return !gd_physics_direct_space_state3d_extension_is_body_excluded_from_query(
			asked->space->state, found->item.rid);
}

bool mk_query_is_asked(void *user, const WorldObject *object) {
	return is_object_asked(user, object->user);
}

bool mk_query_is_soft_asked(void *user, const WorldSoft *soft) {
	const ServerSoftBody *body = soft->user;
	return is_object_asked(user, &body->object);
}

void *mk_query_node(const ServerObject *object) {
	return object->instance_id ? gd.object_get_instance_from_id(object->instance_id) : NULL;
}

bool mk_query_targets(bool with_bodies, bool with_areas, QueryTargets *targets) {
	*targets = with_bodies && with_areas ? QUERY_BOTH : with_areas ? QUERY_AREAS : QUERY_BODIES;
	return with_bodies || with_areas;
}

static void write_hit(const WorldRayHit *hit, GdPhysicsServer3DExtensionRayResult *result) {
	const ServerObject *object = hit->object->user;
	*result = (GdPhysicsServer3DExtensionRayResult){
		.position = vec3_to_godot(hit->position),
		.normal = vec3_to_godot(hit->normal),
		.rid = object->item.rid,
		.collider_id = object->instance_id,
		.collider = mk_query_node(object),
		.shape = (int)hit->shape_index,
		.face_index = hit->face == MK_WORLD_NONE ? -1 : (int)hit->face,
	};
}

static void write_soft_hit(
		const SoftRayHit *hit, const WorldRay *ray, GdPhysicsServer3DExtensionRayResult *result) {
	const ServerSoftBody *body = hit->soft->user;
	*result = (GdPhysicsServer3DExtensionRayResult){
		.position = vec3_to_godot(vec3_lerp(ray->from, ray->to, hit->t)),
		.normal = vec3_to_godot(hit->normal),
		.rid = body->object.item.rid,
		.collider_id = body->object.instance_id,
		.collider = mk_query_node(&body->object),
		.face_index = (int)hit->face,
	};
}

bool mk_space_state_intersect_ray(ServerSpace *self, GdVector3 from, GdVector3 to,
		uint32_t collision_mask, bool collide_with_bodies, bool collide_with_areas,
		bool hit_from_inside, bool hit_back_faces, bool pick_ray,
		GdPhysicsServer3DExtensionRayResult *result) {
	QueryTargets targets;
	if (!mk_query_targets(collide_with_bodies, collide_with_areas, &targets)) return false;
	QueryAsked asked = { self, pick_ray };
	WorldRay ray = {
		.from = vec3_from_godot(from),
		.to = vec3_from_godot(to),
		.mask = collision_mask,
		.targets = targets,
		.hits_from_inside = hit_from_inside,
		.hits_back_faces = hit_back_faces,
		.filter = mk_query_is_asked,
		.user = &asked,
	};
	mk_server_lock(self->item.server);
	WorldRayHit hit = mk_world_ray(&self->world, &ray);
	if (hit.object) write_hit(&hit, result);
	SoftRayHit soft = { 0 };
	if (collide_with_bodies) soft = mk_world_ray_softs(&self->world, &ray, mk_query_is_soft_asked);
	if (soft.soft && (!hit.object || soft.t < hit.t)) write_soft_hit(&soft, &ray, result);
	mk_server_unlock(self->item.server);
	return hit.object != NULL || soft.soft != NULL;
}

static bool write_shape(QueryShapes *found, const ServerObject *at, uint32_t shape_index) {
	found->results[found->count++] = (GdPhysicsServer3DExtensionShapeResult){
		.rid = at->item.rid,
		.collider_id = at->instance_id,
		.collider = mk_query_node(at),
		.shape = (int)shape_index,
	};
	return found->count < found->most;
}

bool mk_query_write_shape(void *user, WorldObject *object, uint32_t shape_index) {
	return write_shape(user, object->user, shape_index);
}

bool mk_query_write_soft(void *user, WorldSoft *soft) {
	const ServerSoftBody *body = soft->user;
	return write_shape(user, &body->object, 0);
}

int32_t mk_space_state_intersect_point(ServerSpace *self, GdVector3 position,
		uint32_t collision_mask, bool collide_with_bodies, bool collide_with_areas,
		GdPhysicsServer3DExtensionShapeResult *results, int32_t max_results) {
	QueryTargets targets;
	QueryShapes found = { results, 0, max_results };
	if (!mk_query_targets(collide_with_bodies, collide_with_areas, &targets) || max_results <= 0) {
		return 0;
	}
	QueryAsked asked = { self, false };
	WorldPoint query = { .point = vec3_from_godot(position),
		.mask = collision_mask,
		.targets = targets,
		.filter = mk_query_is_asked,
		.user = &asked };
	mk_server_lock(self->item.server);
	mk_world_point(&self->world, &query, mk_query_write_shape, &found);
	mk_server_unlock(self->item.server);
	return found.count;
}

// The volume of what is in another space, or in none, is its origin.
static Vec3 closest_of(const Item *item, ServerSpace *space, Vec3 point) {
	const ServerObject *object = (const ServerObject *)item;
	bool is_here = object->space == space;
	if (item->kind == RID_BODY) {
		const ServerBody *body = (const ServerBody *)item;
		if (is_here) return mk_world_closest(&space->world, &body->world, point);
		return body->body.pose.origin;
	}
	if (item->kind == RID_AREA) {
		const ServerArea *area = (const ServerArea *)item;
		if (is_here) return mk_world_closest(&space->world, &area->world.object, point);
		return area->world.body.pose.origin;
	}
	if (item->kind == RID_SOFT_BODY) {
		const ServerSoftBody *body = (const ServerSoftBody *)item;
		if (is_here) return mk_soft_closest(&body->world, point);
		return vec3_from_godot(body->transform.origin);
	}
	return vec3_zero();
}

GdVector3 mk_space_state_get_closest_point_to_object_volume(
		ServerSpace *self, GdRID object, GdVector3 point) {
	Server *server = self->item.server;
	mk_server_lock(server);
	const Item *item = mk_item_find(server, object, RID_NONE, __func__);
	Vec3 found = item ? closest_of(item, self, vec3_from_godot(point)) : vec3_zero();
	mk_server_unlock(server);
	return vec3_to_godot(found);
}
