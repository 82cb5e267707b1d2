// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Queries of a space. They do not ask the world yet: every query answers that the way is free, and
// motions are carried out in full.
#include "convert.h"
#include "report.h"
#include "server/area.h"
#include "server/body.h"

#include <string.h>

bool mk_space_state_intersect_ray(ServerSpace *self, GdVector3 from, GdVector3 to,
		uint32_t collision_mask, bool collide_with_bodies, bool collide_with_areas,
		bool hit_from_inside, bool hit_back_faces, bool pick_ray,
		GdPhysicsServer3DExtensionRayResult *result) {
	(void)self, (void)from, (void)to, (void)collision_mask, (void)collide_with_bodies;
	(void)collide_with_areas, (void)hit_from_inside, (void)hit_back_faces, (void)pick_ray;
	(void)result;
	return false;
}

int32_t mk_space_state_intersect_point(ServerSpace *self, GdVector3 position,
		uint32_t collision_mask, bool collide_with_bodies, bool collide_with_areas,
		GdPhysicsServer3DExtensionShapeResult *results, int32_t max_results) {
	(void)self, (void)position, (void)collision_mask, (void)collide_with_bodies;
	(void)collide_with_areas, (void)results, (void)max_results;
	return 0;
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

// an object without a volume is nearest at its origin
GdVector3 mk_space_state_get_closest_point_to_object_volume(
		ServerSpace *self, GdRID object, GdVector3 point) {
	Server *server = self->item.server;
	(void)point;
	mk_server_lock(server);
	const Item *item = mk_item_find(server, object, RID_NONE, __func__);
	GdVector3 origin = { 0, 0, 0 };
	if (item && item->kind == RID_BODY) {
		origin = vec3_to_godot(((const ServerBody *)item)->body.pose.origin);
	} else if (item && item->kind == RID_AREA) {
		origin = ((const ServerArea *)item)->transform.origin;
	}
	mk_server_unlock(server);
	return origin;
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
