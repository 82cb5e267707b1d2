// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The motion test of characters: what move_and_slide and move_and_collide stand on.
#include "convert.h"
#include "server/body.h"
#include "server/describe.h"
#include "world/motion.h"

#include <string.h>

_Static_assert(sizeof(((GdPhysicsServer3DExtensionMotionResult *)0)->collisions) /
						sizeof(GdPhysicsServer3DExtensionMotionCollision) ==
				MK_MOTION_COLLISIONS,
		"Godot has room for as many collisions as the engine");

// Leaves out what the script has excluded, by RID or by node.
static bool is_asked(void *user, const WorldObject *object) {
	const Server *server = user;
	const ServerObject *found = object->user;
	return !gd_physics_server3d_extension_body_test_motion_is_excluding_body(
				   server->object, found->item.rid) &&
			!gd_physics_server3d_extension_body_test_motion_is_excluding_object(
					server->object, found->instance_id);
}

static Real priority_of(void *user, const WorldObject *object) {
	(void)user;
	return (Real)((const ServerBody *)object->user)->collision_priority;
}

static void write_collision(
		const MotionCollision *in, GdPhysicsServer3DExtensionMotionCollision *out) {
	const ServerObject *object = in->object->user;
	*out = (GdPhysicsServer3DExtensionMotionCollision){
		.position = vec3_to_godot(in->position),
		.normal = vec3_to_godot(in->normal),
		.collider_velocity = vec3_to_godot(in->velocity),
		.collider_angular_velocity = vec3_to_godot(in->angular_velocity),
		.depth = (gd_real)in->depth,
		.local_shape = (int)in->own_shape,
		.collider_id = object->instance_id,
		.collider = object->item.rid,
		.collider_shape = (int)in->shape_index,
	};
}

static void write_result(const MotionResult *in, GdPhysicsServer3DExtensionMotionResult *out) {
	out->travel = vec3_to_godot(in->travel);
	out->remainder = vec3_to_godot(in->remainder);
	out->collision_safe_fraction = (gd_real)in->safe;
	out->collision_unsafe_fraction = (gd_real)in->unsafe;
	out->collision_depth = in->count > 0 ? (gd_real)in->collisions[0].depth : 0;
	out->collision_count = (int)in->count;
	for (uint32_t i = 0; i < in->count; i++)
		write_collision(&in->collisions[i], &out->collisions[i]);
}

// Against the gravity of the space. Scripts may walk on planets, but nobody tells a server which
// way up a character is.
static Vec3 up_of(const ServerSpace *space) {
	if (space->area.gravity_is_point) return vec3_zero();
	return vec3_normalize(vec3_negate(vec3_from_godot(space->area.gravity_vector)));
}

bool mk_server_body_test_motion(Server *self, GdRID body, const GdTransform3D *from,
		GdVector3 motion, double margin, int32_t max_collisions, bool collide_separation_ray,
		bool recovery_as_collision, GdPhysicsServer3DExtensionMotionResult *result) {
	// the caller reuses the result between calls, so all of it is written
	if (result) {
		memset(result, 0, sizeof *result);
		result->travel = motion;
		result->collision_safe_fraction = result->collision_unsafe_fraction = 1;
	}
	ServerBody *found = body_find(self, body, __func__);
	if (!found) return false;
	if (!found->object.space) {
		mk_item_report(
				&found->object.item, __func__, "the body is in no space, so nothing can stop it.");
		return false;
	}
	MotionInput input = {
		.object = &found->world,
		.from = affine_from_godot(from),
		.motion = vec3_from_godot(motion),
		.margin = (Real)margin,
		.up = up_of(found->object.space),
		.max_collisions = (uint32_t)(max_collisions > 0 ? max_collisions : 0),
		.casts_rays = collide_separation_ray,
		.reports_recovery = recovery_as_collision,
		.filter = is_asked,
		.priority = priority_of,
		.user = self,
	};
	if (!affine_is_finite(input.from) || !vec3_is_finite(input.motion)) {
		mk_item_report(&found->object.item, __func__, "the pose and the motion must be finite.");
		return false;
	}
	MotionResult tested;
	mk_space_fresh_masses(found->object.space);
	bool is_hit = mk_world_test_motion(&found->object.space->world, &input, &tested);
	if (result) write_result(&tested, result);
	return is_hit;
}
