// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Queries of a space that are asked with a shape. The shape may be of any kind,
// under any scale and shear.
#include "convert.h"
#include "report.h"
#include "server/body.h"
#include "server/describe.h"
#include "server/soft_body.h"
#include "server/space_query.h"
#include "world/query_shape.h"

// A question with a shape, ready for the world.
typedef struct ShapeQuestion {
	QueryAsked asked;
	WorldShape shape;
	bool with_softs;
	bool is_known; // there is a shape with that RID
} ShapeQuestion;

// What a question is made of, in Godot's form.
typedef struct ShapeArguments {
	GdRID shape;
	const GdTransform3D *transform;
	double margin;
	uint32_t mask;
	bool with_bodies;
	bool with_areas;
} ShapeArguments;

// Writes the question and returns true; false if nothing is asked, or
// nothing sensible, which is said.
static bool ask(
		ServerSpace *space, const ShapeArguments *in, const char *where, ShapeQuestion *out) {
	QueryTargets targets;
	const ServerShape *shape = mk_item_find(space->item.server, in->shape, RID_SHAPE, where);
	out->is_known = shape != NULL;
	if (!shape || !mk_query_targets(in->with_bodies, in->with_areas, &targets)) return false;
	Affine pose = affine_from_godot(in->transform);
	bool is_finite = affine_is_finite(pose) && in->margin - in->margin == 0;
	if (!is_finite) mk_report_error(where, "the transform and the margin must be finite.");
	if (mk_shape_is_broken(shape->status)) {
		mk_item_report(
				&shape->item, where, "it finds nothing: %s.", mk_shape_status_text(shape->status));
	}
	if (!is_finite || !shape->built) return false;
	Real margin = real_max((Real)in->margin, 0);
	// answers tell how things move about their centres of mass
	mk_space_fresh_masses(space);
	out->asked = (QueryAsked){ space, false };
	out->with_softs = in->with_bodies;
	out->shape = (WorldShape){
		.shape = instance_grow(mk_instance(shape->built, pose), margin),
		.mask = in->mask,
		.targets = targets,
		.filter = mk_query_is_asked,
		.user = &out->asked,
	};
	return true;
}

int32_t mk_space_state_intersect_shape(ServerSpace *self, GdRID shape_rid,
		const GdTransform3D *transform, GdVector3 motion, double margin, uint32_t collision_mask,
		bool collide_with_bodies, bool collide_with_areas,
		GdPhysicsServer3DExtensionShapeResult *result_count, int32_t max_results) {
	(void)motion;
	QueryShapes found = { result_count, 0, max_results };
	ShapeArguments in = { shape_rid, transform, margin, collision_mask, collide_with_bodies,
		collide_with_areas };
	ShapeQuestion question;
	mk_server_lock(self->item.server);
	if (ask(self, &in, __func__, &question) && max_results > 0) {
		mk_world_overlaps(&self->world, &question.shape, mk_query_write_shape, &found);
		if (question.with_softs && found.count < max_results) {
			mk_world_overlaps_softs(&self->world, &question.shape, mk_query_is_soft_asked,
					mk_query_write_soft, &found);
		}
	}
	mk_server_unlock(self->item.server);
	return found.count;
}

// What was met, where, and how it moves there; the object or the soft body of the contact.
static void write_rest(const WorldContact *met, GdPhysicsServer3DExtensionShapeRestInfo *info) {
	const ServerSoftBody *soft = met->soft ? met->soft->user : NULL;
	const ServerObject *found = soft ? &soft->object : met->object->user;
	Vec3 velocity = soft ? mk_soft_velocity_at(met->soft, met->face, met->point)
						 : mk_world_velocity_at(met->object, met->point);
	*info = (GdPhysicsServer3DExtensionShapeRestInfo){
		.point = vec3_to_godot(met->point),
		.normal = vec3_to_godot(met->normal),
		.rid = found->item.rid,
		.collider_id = found->instance_id,
		.shape = (int)met->shape_index,
		.linear_velocity = vec3_to_godot(velocity),
	};
}

static WorldCastHit cast_at_all(ServerSpace *space, const ShapeQuestion *question, Vec3 motion) {
	WorldCast cast = { .shape = question->shape, .motion = motion };
	WorldCastHit hit = mk_world_cast(&space->world, &cast);
	if (!question->with_softs) return hit;
	Real max_time = hit.object ? hit.touch.time : 1;
	WorldCastHit soft = mk_world_cast_softs(&space->world, &cast, mk_query_is_soft_asked, max_time);
	return soft.soft ? soft : hit;
}

// Deepest first; to be freed.
static WorldContactArray find_contacts(ServerSpace *space, const ShapeQuestion *question) {
	WorldContactArray contacts = { 0 };
	mk_world_contacts(&space->world, &question->shape, 0, &contacts);
	if (question->with_softs) {
		mk_world_contacts_softs(
				&space->world, &question->shape, 0, mk_query_is_soft_asked, &contacts);
	}
	mk_world_contacts_sort(&contacts);
	return contacts;
}

// Where the shape still is free, and where it touches for certain: a rest_info
// from there finds the same.
static void write_fractions(const WorldCastHit *hit, Vec3 motion, gd_real *safe, gd_real *unsafe) {
	Real beyond = MK_CAST_TOUCH / vec3_length(motion);
	*safe = (gd_real)hit->touch.time;
	*unsafe = (gd_real)real_min(1, hit->touch.time + beyond);
}

bool mk_space_state_cast_motion(ServerSpace *self, GdRID shape_rid, const GdTransform3D *transform,
		GdVector3 motion, double margin, uint32_t collision_mask, bool collide_with_bodies,
		bool collide_with_areas, gd_real *closest_safe, gd_real *closest_unsafe,
		GdPhysicsServer3DExtensionShapeRestInfo *info) {
	*closest_safe = *closest_unsafe = 1;
	ShapeArguments in = { shape_rid, transform, margin, collision_mask, collide_with_bodies,
		collide_with_areas };
	ShapeQuestion question;
	mk_server_lock(self->item.server);
	if (ask(self, &in, __func__, &question)) {
		WorldCastHit hit = cast_at_all(self, &question, vec3_from_godot(motion));
		if (hit.object || hit.soft) {
			write_fractions(&hit, vec3_from_godot(motion), closest_safe, closest_unsafe);
			WorldContact met = { .object = hit.object,
				.soft = hit.soft,
				.face = hit.face,
				.shape_index = hit.shape_index,
				.point = hit.touch.point_b,
				.normal = vec3_negate(hit.touch.normal) };
			if (info) write_rest(&met, info);
		}
	}
	mk_server_unlock(self->item.server);
	return question.is_known;
}

bool mk_space_state_collide_shape(ServerSpace *self, GdRID shape_rid,
		const GdTransform3D *transform, GdVector3 motion, double margin, uint32_t collision_mask,
		bool collide_with_bodies, bool collide_with_areas, void *results, int32_t max_results,
		int32_t *result_count) {
	(void)motion;
	GdVector3 *points = results;
	*result_count = 0;
	ShapeArguments in = { shape_rid, transform, margin, collision_mask, collide_with_bodies,
		collide_with_areas };
	ShapeQuestion question;
	WorldContactArray contacts = { 0 };
	mk_server_lock(self->item.server);
	if (ask(self, &in, __func__, &question)) contacts = find_contacts(self, &question);
	mk_server_unlock(self->item.server);
	for (uint32_t i = 0; i < contacts.count && *result_count < max_results; i++) {
		// surfaces that only touch have no two points
		if (!(contacts.data[i].separation < 0)) break;
		*points++ = vec3_to_godot(contacts.data[i].own_point);
		*points++ = vec3_to_godot(contacts.data[i].point);
		(*result_count)++;
	}
	world_contact_array_free(&contacts);
	return *result_count > 0;
}

bool mk_space_state_rest_info(ServerSpace *self, GdRID shape_rid, const GdTransform3D *transform,
		GdVector3 motion, double margin, uint32_t collision_mask, bool collide_with_bodies,
		bool collide_with_areas, GdPhysicsServer3DExtensionShapeRestInfo *rest_info) {
	(void)motion;
	// a shape that a cast has brought to a touch must find what it touches
	double reach = margin > (double)MK_CAST_TOUCH ? margin : (double)MK_CAST_TOUCH;
	ShapeArguments in = { shape_rid, transform, reach, collision_mask, collide_with_bodies,
		collide_with_areas };
	ShapeQuestion question;
	WorldContactArray contacts = { 0 };
	mk_server_lock(self->item.server);
	if (ask(self, &in, __func__, &question)) contacts = find_contacts(self, &question);
	bool is_found = contacts.count > 0;
	if (is_found) write_rest(contacts.data, rest_info);
	mk_server_unlock(self->item.server);
	world_contact_array_free(&contacts);
	return is_found;
}
