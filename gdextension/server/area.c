// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Areas. Godot also uses the RID of a space where it means the area that acts everywhere else.
#include "server/area.h"

#include "convert.h"
#include "report.h"
#include "variant.h"

#define MK_ROW(number, text, kind, modes, field) \
	[number] = { text, kind, modes, offsetof(AreaParams, field) }

static const Param area_params[] = {
	MK_ROW(GD_AREA_PARAM_GRAVITY_OVERRIDE_MODE, "the gravity override mode", PARAM_MODE, 5,
			gravity_mode),
	MK_ROW(GD_AREA_PARAM_GRAVITY, "the gravity", PARAM_REAL, 0, gravity),
	MK_ROW(GD_AREA_PARAM_GRAVITY_VECTOR, "the gravity vector", PARAM_VECTOR, 0, gravity_vector),
	MK_ROW(GD_AREA_PARAM_GRAVITY_IS_POINT, "whether gravity pulls to a point", PARAM_BOOL, 0,
			gravity_is_point),
	MK_ROW(GD_AREA_PARAM_GRAVITY_POINT_UNIT_DISTANCE, "the unit distance of point gravity",
			PARAM_NOT_NEGATIVE, 0, point_unit_distance),
	MK_ROW(GD_AREA_PARAM_LINEAR_DAMP_OVERRIDE_MODE, "the linear damp override mode", PARAM_MODE, 5,
			linear_damp_mode),
	MK_ROW(GD_AREA_PARAM_LINEAR_DAMP, "the linear damping", PARAM_REAL, 0, linear_damp),
	MK_ROW(GD_AREA_PARAM_ANGULAR_DAMP_OVERRIDE_MODE, "the angular damp override mode", PARAM_MODE,
			5, angular_damp_mode),
	MK_ROW(GD_AREA_PARAM_ANGULAR_DAMP, "the angular damping", PARAM_REAL, 0, angular_damp),
	MK_ROW(GD_AREA_PARAM_PRIORITY, "the priority", PARAM_INT, 0, priority),
	MK_ROW(GD_AREA_PARAM_WIND_FORCE_MAGNITUDE, "the wind force", PARAM_REAL, 0, wind_magnitude),
	MK_ROW(GD_AREA_PARAM_WIND_SOURCE, "the wind source", PARAM_VECTOR, 0, wind_source),
	MK_ROW(GD_AREA_PARAM_WIND_DIRECTION, "the wind direction", PARAM_VECTOR, 0, wind_direction),
	MK_ROW(GD_AREA_PARAM_WIND_ATTENUATION_FACTOR, "the wind attenuation", PARAM_REAL, 0,
			wind_attenuation),
};

const ParamTable mk_area_param_table = { area_params, sizeof area_params / sizeof *area_params };

// Godot's nodes do not send their defaults, so these are the ones their documentation names.
const AreaParams mk_area_default_params = {
	.gravity = 9.8,
	.gravity_vector = { 0, -1, 0 },
	.linear_damp = 0.1,
	.angular_damp = 0.1,
};

static ServerArea *find_area(Server *self, GdRID area, const char *where) {
	return mk_item_find(self, area, RID_AREA, where);
}

// the object of an area, or NULL
static ServerObject *find_object(Server *self, GdRID area, const char *where) {
	ServerArea *found = find_area(self, area, where);
	return found ? &found->object : NULL;
}

// the parameters of an area, or of a space in its role as an area; no values if there is none
static ParamOwner find_params(Server *self, GdRID rid, const char *where) {
	ServerSpace *space = mk_rid_find(&self->rids, rid, RID_SPACE);
	if (space) return (ParamOwner){ &space->area, &space->item, where };
	ServerArea *area = find_area(self, rid, where);
	if (!area) return (ParamOwner){ 0 };
	return (ParamOwner){ &area->params, &area->object.item, where };
}

// what the engine has to know of them
static void tell_rules(Server *self, GdRID rid) {
	ServerSpace *space = mk_rid_find(&self->rids, rid, RID_SPACE);
	if (space) {
		AreaRules rules = mk_area_rules(&space->area);
		mk_world_set_rules(&space->world, &rules);
	} else {
		mk_area_tell_rules(mk_rid_find(&self->rids, rid, RID_AREA));
	}
}

static uint64_t *find_instance_id(Server *self, GdRID rid, const char *where) {
	ServerSpace *space = mk_rid_find(&self->rids, rid, RID_SPACE);
	if (space) return &space->instance_id;
	ServerObject *object = find_object(self, rid, where);
	return object ? &object->instance_id : NULL;
}

static void leave_space(ServerObject *object) { mk_area_move_to_space((ServerArea *)object, NULL); }

static void shapes_changed(ServerObject *object) {
	mk_area_tell_world((ServerArea *)object, OBJECT_SHAPES_CHANGED);
}

GdRID mk_server_area_create(Server *self) {
	ServerArea *area = mk_item_create(self, RID_AREA);
	area->params = mk_area_default_params;
	area->transform = mk_identity_transform;
	mk_area_init(&area->world);
	area->world.rules = mk_area_rules(&area->params);
	area->world.is_monitorable = false;
	area->world.object.user = area;
	area->world.object.name = area->object.item.rid.id;
	area->object.layer = area->object.mask = 1;
	area->object.is_pickable = true;
	area->object.leave_space = leave_space;
	area->object.shapes_changed = shapes_changed;
	return area->object.item.rid;
}

void mk_area_detach(ServerArea *area) {
	mk_area_move_to_space(area, NULL);
	mk_object_clear_shapes(&area->object);
}

void mk_area_destroy(ServerArea *area) {
	mk_callback_drop(&area->body_callback);
	mk_callback_drop(&area->area_callback);
	object_shape_array_free(&area->world.object.shapes);
	shape_slot_array_free(&area->object.shapes);
}

void mk_server_area_set_space(Server *self, GdRID area, GdRID space) {
	ServerArea *found = find_area(self, area, __func__);
	ServerSpace *destination;
	if (!found || !mk_object_find_space(self, space, &destination, __func__)) return;
	if (found->object.space != destination) mk_area_move_to_space(found, destination);
}

GdRID mk_server_area_get_space(Server *self, GdRID area) {
	const ServerObject *object = find_object(self, area, __func__);
	return object && object->space ? object->space->item.rid : (GdRID){ 0 };
}

void mk_server_area_add_shape(
		Server *self, GdRID area, GdRID shape, const GdTransform3D *transform, bool disabled) {
	ServerObject *object = find_object(self, area, __func__);
	if (object) mk_object_add_shape(object, shape, transform, disabled, __func__);
}

void mk_server_area_set_shape(Server *self, GdRID area, int32_t shape_idx, GdRID shape) {
	ServerObject *object = find_object(self, area, __func__);
	if (object) mk_object_set_shape(object, shape_idx, shape, __func__);
}

void mk_server_area_set_shape_transform(
		Server *self, GdRID area, int32_t shape_idx, const GdTransform3D *transform) {
	ServerObject *object = find_object(self, area, __func__);
	if (object) mk_object_set_shape_transform(object, shape_idx, transform, __func__);
}

void mk_server_area_set_shape_disabled(Server *self, GdRID area, int32_t shape_idx, bool disabled) {
	ServerObject *object = find_object(self, area, __func__);
	if (object) mk_object_set_shape_disabled(object, shape_idx, disabled, __func__);
}

int32_t mk_server_area_get_shape_count(Server *self, GdRID area) {
	const ServerObject *object = find_object(self, area, __func__);
	return object ? (int32_t)object->shapes.count : 0;
}

GdRID mk_server_area_get_shape(Server *self, GdRID area, int32_t shape_idx) {
	const ServerObject *object = find_object(self, area, __func__);
	const ShapeSlot *slot = object ? mk_object_shape(object, shape_idx, __func__) : NULL;
	return slot ? slot->shape->item.rid : (GdRID){ 0 };
}

void mk_server_area_get_shape_transform(
		Server *self, GdRID area, int32_t shape_idx, GdTransform3D *ret) {
	const ServerObject *object = find_object(self, area, __func__);
	const ShapeSlot *slot = object ? mk_object_shape(object, shape_idx, __func__) : NULL;
	*ret = slot ? slot->transform : mk_identity_transform;
}

void mk_server_area_remove_shape(Server *self, GdRID area, int32_t shape_idx) {
	ServerObject *object = find_object(self, area, __func__);
	if (object) mk_object_remove_shape(object, shape_idx, __func__);
}

void mk_server_area_clear_shapes(Server *self, GdRID area) {
	ServerObject *object = find_object(self, area, __func__);
	if (object) mk_object_clear_shapes(object);
}

void mk_server_area_attach_object_instance_id(Server *self, GdRID area, uint64_t id) {
	uint64_t *instance_id = find_instance_id(self, area, __func__);
	if (!instance_id) return;
	*instance_id = id;
	ServerArea *found = mk_rid_find(&self->rids, area, RID_AREA);
	if (found) found->world.object.tag = id;
}

uint64_t mk_server_area_get_object_instance_id(Server *self, GdRID area) {
	const uint64_t *instance_id = find_instance_id(self, area, __func__);
	return instance_id ? *instance_id : 0;
}

void mk_server_area_set_param(Server *self, GdRID area, int64_t param, const GdVariant *value) {
	ParamOwner owner = find_params(self, area, __func__);
	if (!owner.values) return;
	if (mk_param_set(mk_area_param_table, &owner, param, value)) tell_rules(self, area);
}

void mk_server_area_get_param(Server *self, GdRID area, int64_t param, GdVariant *ret) {
	ParamOwner owner = find_params(self, area, __func__);
	if (owner.values) mk_param_get(mk_area_param_table, &owner, param, ret);
}

void mk_server_area_set_transform(Server *self, GdRID area, const GdTransform3D *transform) {
	ServerArea *found = find_area(self, area, __func__);
	if (!found) return;
	if (mk_transform_is_finite(transform)) {
		mk_area_set_transform(found, transform);
	} else {
		char text[MK_OBJECT_TEXT_SIZE];
		mk_report_error(__func__, "the transform is not finite; %s stays where it is.",
				mk_object_describe(&found->object, text));
	}
}

void mk_server_area_get_transform(Server *self, GdRID area, GdTransform3D *ret) {
	const ServerArea *found = find_area(self, area, __func__);
	*ret = found ? found->transform : mk_identity_transform;
}

void mk_server_area_set_collision_layer(Server *self, GdRID area, uint32_t layer) {
	ServerArea *found = find_area(self, area, __func__);
	if (!found) return;
	found->object.layer = layer;
	mk_area_tell_world(found, OBJECT_FILTER_CHANGED);
}

uint32_t mk_server_area_get_collision_layer(Server *self, GdRID area) {
	const ServerObject *object = find_object(self, area, __func__);
	return object ? object->layer : 0;
}

void mk_server_area_set_collision_mask(Server *self, GdRID area, uint32_t mask) {
	ServerArea *found = find_area(self, area, __func__);
	if (!found) return;
	found->object.mask = mask;
	mk_area_tell_world(found, OBJECT_FILTER_CHANGED);
}

uint32_t mk_server_area_get_collision_mask(Server *self, GdRID area) {
	const ServerObject *object = find_object(self, area, __func__);
	return object ? object->mask : 0;
}

void mk_server_area_set_monitorable(Server *self, GdRID area, bool monitorable) {
	ServerArea *found = find_area(self, area, __func__);
	if (!found || found->world.is_monitorable == monitorable) return;
	found->world.is_monitorable = monitorable;
	mk_area_tell_world(found, OBJECT_FILTER_CHANGED);
}

void mk_server_area_set_ray_pickable(Server *self, GdRID area, bool enable) {
	ServerObject *object = find_object(self, area, __func__);
	if (object) object->is_pickable = enable;
}

void mk_server_area_set_monitor_callback(Server *self, GdRID area, const GdCallable *callback) {
	ServerArea *found = find_area(self, area, __func__);
	if (found) mk_area_set_callback(found, false, callback);
}

void mk_server_area_set_area_monitor_callback(
		Server *self, GdRID area, const GdCallable *callback) {
	ServerArea *found = find_area(self, area, __func__);
	if (found) mk_area_set_callback(found, true, callback);
}
