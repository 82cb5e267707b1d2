// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The direct state of a body: what nodes and _integrate_forces read and write. Godot calls some of
// these several times per body and tick, so they only return fields.
#include "convert.h"
#include "report.h"
#include "server/body.h"
#include "variant.h"

void mk_body_state_lock(ServerBody *self) { mk_server_lock(self->object.item.server); }

void mk_body_state_unlock(ServerBody *self) { mk_server_unlock(self->object.item.server); }

BodySurroundings mk_body_surroundings(const ServerBody *body) {
	const BodyParams *params = &body->params;
	BodySurroundings result = { 0 };
	if (body->object.space) {
		result = mk_area_surroundings(&body->object.space->world, &body->world);
	}
	result.gravity = vec3_scale(result.gravity, (Real)params->gravity_scale);
	if (params->linear_damp_mode == GD_BODY_DAMP_MODE_REPLACE) result.linear_damp = 0;
	if (params->angular_damp_mode == GD_BODY_DAMP_MODE_REPLACE) result.angular_damp = 0;
	result.linear_damp += (Real)params->linear_damp;
	result.angular_damp += (Real)params->angular_damp;
	return result;
}

GdVector3 mk_body_state_get_total_gravity(ServerBody *self) {
	return vec3_to_godot(mk_body_surroundings(self).gravity);
}

double mk_body_state_get_total_linear_damp(ServerBody *self) {
	return (double)mk_body_surroundings(self).linear_damp;
}

double mk_body_state_get_total_angular_damp(ServerBody *self) {
	return (double)mk_body_surroundings(self).angular_damp;
}

GdVector3 mk_body_state_get_center_of_mass(ServerBody *self) {
	mk_body_fresh_mass(self);
	return vec3_to_godot(body_center(&self->body));
}

GdVector3 mk_body_state_get_center_of_mass_local(ServerBody *self) {
	mk_body_fresh_mass(self);
	return vec3_to_godot(self->body.local_center);
}

void mk_body_state_get_principal_inertia_axes(ServerBody *self, GdBasis *ret) {
	mk_body_fresh_mass(self);
	*ret = mat3_to_godot(quat_to_mat3(body_principal_axes(&self->body)));
}

double mk_body_state_get_inverse_mass(ServerBody *self) {
	mk_body_fresh_mass(self);
	return (double)body_inverse_mass(&self->body);
}

GdVector3 mk_body_state_get_inverse_inertia(ServerBody *self) {
	mk_body_fresh_mass(self);
	return vec3_to_godot(body_inverse_moments(&self->body));
}

void mk_body_state_get_inverse_inertia_tensor(ServerBody *self, GdBasis *ret) {
	mk_body_fresh_mass(self);
	*ret = mat3_to_godot(body_inverse_inertia(&self->body));
}

GdVector3 mk_body_state_get_linear_velocity(ServerBody *self) {
	return vec3_to_godot(self->body.linear_velocity);
}

GdVector3 mk_body_state_get_angular_velocity(ServerBody *self) {
	return vec3_to_godot(self->body.angular_velocity);
}

void mk_body_state_set_transform(ServerBody *self, const GdTransform3D *transform) {
	if (mk_transform_is_finite(transform)) {
		mk_body_set_transform(self, transform);
	} else {
		char text[MK_OBJECT_TEXT_SIZE];
		mk_report_error(__func__, "the transform is not finite; %s stays as it is.",
				mk_object_describe(&self->object, text));
	}
}

void mk_body_state_get_transform(ServerBody *self, GdTransform3D *ret) {
	affine_store(&self->body.pose, ret);
}

GdVector3 mk_body_state_get_velocity_at_local_position(ServerBody *self, GdVector3 local_position) {
	mk_body_fresh_mass(self);
	return vec3_to_godot(body_velocity_at(&self->body, vec3_from_godot(local_position)));
}

void mk_body_state_set_sleep_state(ServerBody *self, bool enabled) {
	mk_body_set_sleeping(self, enabled);
}

bool mk_body_state_is_sleeping(ServerBody *self) { return self->body.is_sleeping; }

void mk_body_state_set_collision_layer(ServerBody *self, uint32_t layer) {
	self->object.layer = layer;
	mk_body_tell_world(self, OBJECT_FILTER_CHANGED);
}

uint32_t mk_body_state_get_collision_layer(ServerBody *self) { return self->object.layer; }

void mk_body_state_set_collision_mask(ServerBody *self, uint32_t mask) {
	self->object.mask = mask;
	mk_body_tell_world(self, OBJECT_FILTER_CHANGED);
}

uint32_t mk_body_state_get_collision_mask(ServerBody *self) { return self->object.mask; }

double mk_body_state_get_step(ServerBody *self) { return self->object.item.server->step_time; }

// what the step would do, for scripts that integrate by themselves and want the usual as a start
void mk_body_state_integrate_forces(ServerBody *self) {
	mk_body_fresh_mass(self);
	BodySurroundings surroundings = mk_body_surroundings(self);
	mk_body_integrate_forces(&self->body, &surroundings, (Real)self->object.item.server->step_time);
}

GDExtensionObjectPtr mk_body_state_get_space_state(ServerBody *self) {
	const ServerSpace *space = self->object.space;
	return space ? mk_server_space_get_direct_state(space->item.server, space->item.rid) : NULL;
}
