// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bodies: their making and end, their space, their shapes, whom they meet, and their callbacks.
#include "server/body.h"

#include "convert.h"
#include "report.h"
#include "server/joint.h"

#include <string.h>

static ServerObject *find_object(Server *self, GdRID body, const char *where) {
	ServerBody *found = body_find(self, body, where);
	return found ? &found->object : NULL;
}

static void leave_space(ServerObject *object) { mk_body_move_to_space((ServerBody *)object, NULL); }

static void shapes_changed(ServerObject *object) {
	ServerBody *body = (ServerBody *)object;
	mk_body_mark_mass(body);
	mk_body_wake(&body->body);
	mk_body_tell_world(body, OBJECT_SHAPES_CHANGED);
}

GdRID mk_server_body_create(Server *self) {
	ServerBody *body = mk_item_create(self, RID_BODY);
	mk_body_init(&body->body);
	body->params = mk_body_default_params;
	body->world = (WorldObject){
		.body = &body->body,
		.user = body,
		.name = body->object.item.rid.id,
		.index = MK_WORLD_NONE,
	};
	body->collision_priority = 1;
	body->object.layer = body->object.mask = 1;
	body->object.is_pickable = true;
	body->object.leave_space = leave_space;
	body->object.shapes_changed = shapes_changed;
	gd.variant_new_nil(&body->state_variant);
	gd.variant_new_nil(&body->force_userdata);
	return body->object.item.rid;
}

void mk_body_detach(ServerBody *body) {
	mk_joint_forget_body(body);
	mk_body_forget_exceptions(body);
	mk_body_move_to_space(body, NULL);
	mk_object_clear_shapes(&body->object);
}

void mk_body_destroy(ServerBody *body) {
	if (body->state) gd.object_destroy(body->state);
	gd.variant_destroy(&body->state_variant);
	mk_callback_drop(&body->sync_callback);
	mk_callback_drop(&body->force_callback);
	gd.variant_destroy(&body->force_userdata);
	rid_array_free(&body->exceptions);
	rid_array_free(&body->excepted_by);
	object_shape_array_free(&body->world.shapes);
	body_contact_array_free(&body->contacts);
	shape_slot_array_free(&body->object.shapes);
}

static void leave_moving(ServerBody *body) {
	if (body->was_moving) body->object.space->moving.data[body->moving_index] = NULL;
	body->was_moving = false;
}

void mk_body_end_motion(ServerBody *body) {
	bool is_told = body->object.space && !body->object.space->has_moved;
	if (is_told) leave_moving(body);
}

static void leave_lists(ServerBody *body) {
	BodyPointerArray *bodies = &body->object.space->bodies;
	if (body_pointer_array_swap_remove(bodies, body->body_index) != body->body_index) {
		bodies->data[body->body_index]->body_index = body->body_index;
	}
	if (body_is_due(body)) body->object.space->due.data[body->due_index] = NULL;
	leave_moving(body);
	body->due_round = 0;
}

// A target set outside of any space, or for another one, is a place and not a motion.
void mk_body_move_to_space(ServerBody *body, ServerSpace *space) {
	// so that it is in the list of neither space
	mk_body_fresh_mass(body);
	if (body->object.space) {
		mk_body_leave_world(body);
		leave_lists(body);
	}
	mk_object_move_to_space(&body->object, space);
	body->start_step = 0;
	if (body->body.has_target) mk_body_set_pose(&body->body, body->body.target);
	if (!space) return;
	body->body_index = space->bodies.count;
	body_pointer_array_push(&space->bodies, body);
	mk_body_wake(&body->body);
	mk_body_enter_world(body);
}

void mk_server_body_set_space(Server *self, GdRID body, GdRID space) {
	ServerBody *found = body_find(self, body, __func__);
	ServerSpace *destination;
	if (!found || !mk_object_find_space(self, space, &destination, __func__)) return;
	if (found->object.space != destination) mk_body_move_to_space(found, destination);
}

GdRID mk_server_body_get_space(Server *self, GdRID body) {
	const ServerObject *object = find_object(self, body, __func__);
	return object && object->space ? object->space->item.rid : (GdRID){ 0 };
}

void mk_server_body_add_shape(
		Server *self, GdRID body, GdRID shape, const GdTransform3D *transform, bool disabled) {
	ServerObject *object = find_object(self, body, __func__);
	if (object) mk_object_add_shape(object, shape, transform, disabled, __func__);
}

void mk_server_body_set_shape(Server *self, GdRID body, int32_t shape_idx, GdRID shape) {
	ServerObject *object = find_object(self, body, __func__);
	if (object) mk_object_set_shape(object, shape_idx, shape, __func__);
}

void mk_server_body_set_shape_transform(
		Server *self, GdRID body, int32_t shape_idx, const GdTransform3D *transform) {
	ServerObject *object = find_object(self, body, __func__);
	if (object) mk_object_set_shape_transform(object, shape_idx, transform, __func__);
}

void mk_server_body_set_shape_disabled(Server *self, GdRID body, int32_t shape_idx, bool disabled) {
	ServerObject *object = find_object(self, body, __func__);
	if (object) mk_object_set_shape_disabled(object, shape_idx, disabled, __func__);
}

int32_t mk_server_body_get_shape_count(Server *self, GdRID body) {
	const ServerObject *object = find_object(self, body, __func__);
	return object ? (int32_t)object->shapes.count : 0;
}

GdRID mk_server_body_get_shape(Server *self, GdRID body, int32_t shape_idx) {
	const ServerObject *object = find_object(self, body, __func__);
	const ShapeSlot *slot = object ? mk_object_shape(object, shape_idx, __func__) : NULL;
	return slot ? slot->shape->item.rid : (GdRID){ 0 };
}

void mk_server_body_get_shape_transform(
		Server *self, GdRID body, int32_t shape_idx, GdTransform3D *ret) {
	const ServerObject *object = find_object(self, body, __func__);
	const ShapeSlot *slot = object ? mk_object_shape(object, shape_idx, __func__) : NULL;
	*ret = slot ? slot->transform : mk_identity_transform;
}

void mk_server_body_remove_shape(Server *self, GdRID body, int32_t shape_idx) {
	ServerObject *object = find_object(self, body, __func__);
	if (object) mk_object_remove_shape(object, shape_idx, __func__);
}

void mk_server_body_clear_shapes(Server *self, GdRID body) {
	ServerObject *object = find_object(self, body, __func__);
	if (object) mk_object_clear_shapes(object);
}

// Godot attaches the node of a soft body through the same call.
static ServerObject *find_any_body(Server *self, GdRID body, const char *where) {
	ServerObject *soft = mk_rid_find(&self->rids, body, RID_SOFT_BODY);
	return soft ? soft : find_object(self, body, where);
}

void mk_server_body_attach_object_instance_id(Server *self, GdRID body, uint64_t id) {
	ServerObject *object = find_any_body(self, body, __func__);
	if (!object) return;
	object->instance_id = id;
	if (object->item.kind == RID_BODY) ((ServerBody *)object)->world.tag = id;
}

uint64_t mk_server_body_get_object_instance_id(Server *self, GdRID body) {
	const ServerObject *object = find_any_body(self, body, __func__);
	return object ? object->instance_id : 0;
}

void mk_server_body_set_collision_layer(Server *self, GdRID body, uint32_t layer) {
	ServerBody *found = body_find(self, body, __func__);
	if (!found) return;
	found->object.layer = layer;
	mk_body_tell_world(found, OBJECT_FILTER_CHANGED);
}

uint32_t mk_server_body_get_collision_layer(Server *self, GdRID body) {
	const ServerObject *object = find_object(self, body, __func__);
	return object ? object->layer : 0;
}

void mk_server_body_set_collision_mask(Server *self, GdRID body, uint32_t mask) {
	ServerBody *found = body_find(self, body, __func__);
	if (!found) return;
	found->object.mask = mask;
	mk_body_tell_world(found, OBJECT_FILTER_CHANGED);
}

uint32_t mk_server_body_get_collision_mask(Server *self, GdRID body) {
	const ServerObject *object = find_object(self, body, __func__);
	return object ? object->mask : 0;
}

void mk_server_body_set_ray_pickable(Server *self, GdRID body, bool enable) {
	ServerObject *object = find_object(self, body, __func__);
	if (object) object->is_pickable = enable;
}

void mk_server_body_add_collision_exception(Server *self, GdRID body, GdRID excepted_body) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) mk_body_set_exception(found, excepted_body, true);
}

void mk_server_body_remove_collision_exception(Server *self, GdRID body, GdRID excepted_body) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) mk_body_set_exception(found, excepted_body, false);
}

void mk_server_body_get_collision_exceptions(Server *self, GdRID body, GdArray *ret) {
	const ServerBody *found = body_find(self, body, __func__);
	if (found) mk_rid_array_write(&found->exceptions, ret);
}
