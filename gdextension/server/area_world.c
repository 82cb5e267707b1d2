// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// An area in the world of its space, and how its node hears of what comes in and leaves.
#include "convert.h"
#include "server/area.h"

AreaRules mk_area_rules(const AreaParams *params) {
	return (AreaRules){
		.priority = params->priority,
		.gravity_mode = (AreaMode)params->gravity_mode,
		.linear_damp_mode = (AreaMode)params->linear_damp_mode,
		.angular_damp_mode = (AreaMode)params->angular_damp_mode,
		.is_point = params->gravity_is_point,
		.gravity = (Real)params->gravity,
		.gravity_vector = vec3_from_godot(params->gravity_vector),
		.unit_distance = (Real)params->point_unit_distance,
		.linear_damp = (Real)params->linear_damp,
		.angular_damp = (Real)params->angular_damp,
		.wind = {
			.force = (Real)params->wind_magnitude,
			.source = vec3_from_godot(params->wind_source),
			.direction = vec3_from_godot(params->wind_direction),
			.attenuation = (Real)params->wind_attenuation,
		},
	};
}

static bool is_in_world(const ServerArea *area) {
	return area->world.object.index != MK_WORLD_NONE;
}

static void copy_parameters(ServerArea *area) {
	WorldObject *object = &area->world.object;
	object->tag = area->object.instance_id;
	object->layer = area->object.layer;
	object->mask = area->object.mask;
}

void mk_area_tell_world(ServerArea *area, uint32_t changes) {
	if (!is_in_world(area)) return;
	WorldObject *object = &area->world.object;
	World *world = &area->object.space->world;
	// the world lets go of the old shapes at once: they may be freed before it looks again
	if (changes & OBJECT_SHAPES_CHANGED) {
		mk_world_take_shapes(world, object);
		mk_object_copy_shapes(&area->object, &object->shapes);
	}
	copy_parameters(area);
	mk_world_change(world, object, changes);
}

void mk_area_tell_rules(ServerArea *area) {
	AreaRules rules = mk_area_rules(&area->params);
	if (is_in_world(area)) {
		mk_area_set_rules(&area->object.space->world, &area->world, &rules);
	} else {
		area->world.rules = rules;
	}
}

void mk_area_set_transform(ServerArea *area, const GdTransform3D *transform) {
	area->transform = *transform;
	bool is_scaled = mk_object_put(&area->world.body, affine_from_godot(transform));
	mk_area_tell_world(area, is_scaled ? OBJECT_SHAPES_CHANGED : OBJECT_POSE_CHANGED);
}

void mk_area_move_to_space(ServerArea *area, ServerSpace *space) {
	WorldObject *object = &area->world.object;
	if (is_in_world(area)) mk_world_remove(&area->object.space->world, object);
	mk_object_move_to_space(&area->object, space);
	if (!space) return;
	mk_object_copy_shapes(&area->object, &object->shapes);
	copy_parameters(area);
	mk_world_add(&space->world, object);
}

void mk_area_set_callback(ServerArea *area, bool is_area, const GdCallable *callback) {
	Callback *stored = is_area ? &area->area_callback : &area->body_callback;
	mk_callback_keep(stored, callback);
	if (is_in_world(area) && callback_is_set(stored)) {
		mk_area_tell_again(&area->object.space->world, &area->world, is_area);
	}
}

// Status, RID, id of the node, shape of the other, own shape: the order in
// which Godot's nodes take them.
void mk_area_call_back(const AreaCall *call) {
	ServerArea *area = call->area;
	const AreaEvent *event = &call->event;
	Callback *callback = event->is_area ? &area->area_callback : &area->body_callback;
	GdVariant lent;
	if (!mk_callback_lend(callback, &lent)) return;
	const GdRID other = { event->other };
	const int64_t numbers[] = { event->is_begin ? GD_AREA_BODY_ADDED : GD_AREA_BODY_REMOVED,
		(int64_t)event->other_tag, event->other_shape, event->shape };
	GdVariant values[5];
	gd_variant_from_int(&values[0], &numbers[0]);
	gd_variant_from_rid(&values[1], &other);
	for (int i = 2; i < 5; i++)
		gd_variant_from_int(&values[i], &numbers[i - 1]);
	const GDExtensionConstVariantPtr arguments[] = { &values[0], &values[1], &values[2], &values[3],
		&values[4] };
	const CallbackCall made = { arguments, 5, "area", area->object.item.rid };
	mk_callback_call(callback, &lent, &made);
	for (int i = 0; i < 5; i++)
		gd.variant_destroy(&values[i]);
}
