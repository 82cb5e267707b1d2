// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Queries of a space: rays and points ask its world. Those with a shape do not yet: they answer that the
// way is free, and motions are carried out in full.
#include "convert.h"
#include "report.h"
#include "server/area.h"
#include "server/body.h"
#include "server/soft_body.h"
#include "world/query.h"

#include <string.h>

// What a query looks at.
typedef struct Asked {
	ServerSpace *space;
	bool is_pick; // only what the mouse may pick
} Asked;

static bool is_object_asked(const Asked *asked, const ServerObject *found) {
	if (asked->is_pick && !found->is_pickable) return false;
	// outside of a query, as in a test of the engine's own, there is no state object
	if (!asked->space->state) return true;
	return !gd_physics_direct_space_state3d_extension_is_body_excluded_from_query(
			asked->space->state, found->item.rid);
}

static bool is_asked(void *user, const WorldObject *object) {
	return is_object_asked(user, object->user);
}

static bool is_soft_asked(void *user, const WorldSoft *soft) {
	const ServerSoftBody *body = soft->user;
	return is_object_asked(user, &body->object);
}

static void *node_of(const ServerObject *object) {
	return object->instance_id ? gd.object_get_instance_from_id(object->instance_id) : NULL;
}

// False if neither is asked for.
static bool choose_targets(bool with_bodies, bool with_areas, QueryTargets *targets) {
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
		.collider = node_of(object),
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
		.collider = node_of(&body->object),
		.face_index = (int)hit->face,
	};
}

bool mk_space_state_intersect_ray(ServerSpace *self, GdVector3 from, GdVector3 to,
		uint32_t collision_mask, bool collide_with_bodies, bool collide_with_areas,
		bool hit_from_inside, bool hit_back_faces, bool pick_ray,
		GdPhysicsServer3DExtensionRayResult *result) {
	QueryTargets targets;
	if (!choose_targets(collide_with_bodies, collide_with_areas, &targets)) return false;
	Asked asked = { self, pick_ray };
	WorldRay ray = {
		.from = vec3_from_godot(from),
		.to = vec3_from_godot(to),
		.mask = collision_mask,
		.targets = targets,
		.hits_from_inside = hit_from_inside,
		.hits_back_faces = hit_back_faces,
		.filter = is_asked,
		.user = &asked,
	};
	mk_server_lock(self->item.server);
	WorldRayHit hit = mk_world_ray(&self->world, &ray);
	if (hit.object) write_hit(&hit, result);
	SoftRayHit soft = { 0 };
	if (collide_with_bodies) soft = mk_world_ray_softs(&self->world, &ray, is_soft_asked);
	if (soft.soft && (!hit.object || soft.t < hit.t)) write_soft_hit(&soft, &ray, result);
	mk_server_unlock(self->item.server);
	return hit.object != NULL || soft.soft != NULL;
}

// Where the shapes at a point are written.
typedef struct ShapeResults {
	GdPhysicsServer3DExtensionShapeResult *results;
	int32_t count;
	int32_t most;
} ShapeResults;

static bool write_shape(void *user, WorldObject *object, uint32_t shape_index) {
	ShapeResults *found = user;
	const ServerObject *at = object->user;
	found->results[found->count++] = (GdPhysicsServer3DExtensionShapeResult){
		.rid = at->item.rid,
		.collider_id = at->instance_id,
		.collider = node_of(at),
		.shape = (int)shape_index,
	};
	return found->count < found->most;
}

int32_t mk_space_state_intersect_point(ServerSpace *self, GdVector3 position,
		uint32_t collision_mask, bool collide_with_bodies, bool collide_with_areas,
		GdPhysicsServer3DExtensionShapeResult *results, int32_t max_results) {
	QueryTargets targets;
	ShapeResults found = { results, 0, max_results };
	if (!choose_targets(collide_with_bodies, collide_with_areas, &targets) || max_results <= 0) {
		return 0;
	}
	Asked asked = { self, false };
	WorldPoint query = { .point = vec3_from_godot(position),
		.mask = collision_mask,
		.targets = targets,
		.filter = is_asked,
		.user = &asked };
	mk_server_lock(self->item.server);
	mk_world_point(&self->world, &query, write_shape, &found);
	mk_server_unlock(self->item.server);
	return found.count;
}

// says so if the shape of a query does not exist
static bool is_shape(ServerSpace *space, GdRID shape, const char *where) {
	Server *server = space->item.server;
	mk_server_lock(server);
	bool is_found = mk_item_find(server, shape, RID_SHAPE, where) != NULL;
	mk_server_unlock(server);
	return is_found;
}

int32_t mk_space_state_intersect_shape(ServerSpace *self, GdRID shape_rid,
		const GdTransform3D *transform, GdVector3 motion, double margin, uint32_t collision_mask,
		bool collide_with_bodies, bool collide_with_areas,
		GdPhysicsServer3DExtensionShapeResult *result_count, int32_t max_results) {
	(void)transform, (void)motion, (void)margin, (void)collision_mask, (void)collide_with_bodies;
	(void)collide_with_areas, (void)result_count, (void)max_results;
	is_shape(self, shape_rid, __func__);
	return 0;
}

bool mk_space_state_cast_motion(ServerSpace *self, GdRID shape_rid, const GdTransform3D *transform,
		GdVector3 motion, double margin, uint32_t collision_mask, bool collide_with_bodies,
		bool collide_with_areas, gd_real *closest_safe, gd_real *closest_unsafe,
		GdPhysicsServer3DExtensionShapeRestInfo *info) {
	(void)transform, (void)motion, (void)margin, (void)collision_mask, (void)collide_with_bodies;
	(void)collide_with_areas, (void)info;
	*closest_safe = *closest_unsafe = 1;
	return is_shape(self, shape_rid, __func__);
}

bool mk_space_state_collide_shape(ServerSpace *self, GdRID shape_rid,
		const GdTransform3D *transform, GdVector3 motion, double margin, uint32_t collision_mask,
		bool collide_with_bodies, bool collide_with_areas, void *results, int32_t max_results,
		int32_t *result_count) {
	(void)transform, (void)motion, (void)margin, (void)collision_mask, (void)collide_with_bodies;
	(void)collide_with_areas, (void)results, (void)max_results;
	*result_count = 0;
	is_shape(self, shape_rid, __func__);
	return false;
}

bool mk_space_state_rest_info(ServerSpace *self, GdRID shape_rid, const GdTransform3D *transform,
		GdVector3 motion, double margin, uint32_t collision_mask, bool collide_with_bodies,
		bool collide_with_areas, GdPhysicsServer3DExtensionShapeRestInfo *rest_info) {
	(void)transform, (void)motion, (void)margin, (void)collision_mask, (void)collide_with_bodies;
	(void)collide_with_areas, (void)rest_info;
	is_shape(self, shape_rid, __func__);
	return false;
}

// Soft bodies have no volume that is known yet; theirs is their origin, as it is for all that are in another
// space or in none.
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

// the caller reuses the result between calls, so all of it is written
bool mk_server_body_test_motion(Server *self, GdRID body, const GdTransform3D *from,
		GdVector3 motion, double margin, int32_t max_collisions, bool collide_separation_ray,
		bool recovery_as_collision, GdPhysicsServer3DExtensionMotionResult *result) {
	(void)from, (void)margin, (void)max_collisions, (void)collide_separation_ray;
	(void)recovery_as_collision;
	if (result) {
		memset(result, 0, sizeof *result);
		result->travel = motion;
		result->collision_safe_fraction = result->collision_unsafe_fraction = 1;
	}
	mk_item_find(self, body, RID_BODY, __func__);
	return false;
}
