// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Forces and impulses on bodies, by RID and through the state object; both check that the numbers
// are finite and then do the same.
#include "convert.h"
#include "report.h"
#include "server/body.h"
#include "variant.h"

typedef void CentralAction(Body *body, Vec3 value);
typedef void OffsetAction(Body *body, Vec3 value, Vec3 offset);

static void act(ServerBody *body, GdVector3 value, CentralAction *action, const char *where) {
	if (mk_vector3_is_finite(value)) {
		mk_body_fresh_mass(body);
		action(&body->body, vec3_from_godot(value));
		mk_body_touch(body);
	} else {
		char text[MK_OBJECT_TEXT_SIZE];
		mk_report_error(where, "the vector is not finite; %s stays as it is.",
				mk_object_describe(&body->object, text));
	}
}

static void act_at(
		ServerBody *body, const GdVector3 vectors[2], OffsetAction *action, const char *where) {
	if (mk_vector3_is_finite(vectors[0]) && mk_vector3_is_finite(vectors[1])) {
		mk_body_fresh_mass(body);
		action(&body->body, vec3_from_godot(vectors[0]), vec3_from_godot(vectors[1]));
		mk_body_touch(body);
	} else {
		char text[MK_OBJECT_TEXT_SIZE];
		mk_report_error(where, "the vector or the position is not finite; %s stays as it is.",
				mk_object_describe(&body->object, text));
	}
}

static void set_constant_force(Body *body, Vec3 force) {
	body->constant_force = force;
	mk_body_wake(body);
}

static void set_constant_torque(Body *body, Vec3 torque) {
	body->constant_torque = torque;
	mk_body_wake(body);
}

static void add_constant_force(Body *body, Vec3 force) {
	set_constant_force(body, vec3_add(body->constant_force, force));
}

static void add_constant_torque(Body *body, Vec3 torque) {
	set_constant_torque(body, vec3_add(body->constant_torque, torque));
}

static void add_constant_force_at(Body *body, Vec3 force, Vec3 offset) {
	add_constant_force(body, force);
	add_constant_torque(body, vec3_cross(vec3_sub(offset, body_center(body)), force));
}

// replaces the part of the velocity that lies along the given vector
static void set_axis_velocity(Body *body, Vec3 velocity) {
	Vec3 axis = vec3_normalize(velocity);
	Real along = vec3_dot(body->linear_velocity, axis);
	Vec3 rest = vec3_add_scaled(body->linear_velocity, axis, -along);
	mk_body_set_linear_velocity(body, vec3_add(rest, velocity));
}

void mk_server_body_apply_central_impulse(Server *self, GdRID body, GdVector3 impulse) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) act(found, impulse, mk_body_apply_central_impulse, __func__);
}

void mk_server_body_apply_impulse(Server *self, GdRID body, GdVector3 impulse, GdVector3 position) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) act_at(found, (GdVector3[]){ impulse, position }, mk_body_apply_impulse, __func__);
}

void mk_server_body_apply_torque_impulse(Server *self, GdRID body, GdVector3 impulse) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) act(found, impulse, mk_body_apply_torque_impulse, __func__);
}

void mk_server_body_apply_central_force(Server *self, GdRID body, GdVector3 force) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) act(found, force, mk_body_apply_central_force, __func__);
}

void mk_server_body_apply_force(Server *self, GdRID body, GdVector3 force, GdVector3 position) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) act_at(found, (GdVector3[]){ force, position }, mk_body_apply_force, __func__);
}

void mk_server_body_apply_torque(Server *self, GdRID body, GdVector3 torque) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) act(found, torque, mk_body_apply_torque, __func__);
}

void mk_server_body_add_constant_central_force(Server *self, GdRID body, GdVector3 force) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) act(found, force, add_constant_force, __func__);
}

void mk_server_body_add_constant_force(
		Server *self, GdRID body, GdVector3 force, GdVector3 position) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) act_at(found, (GdVector3[]){ force, position }, add_constant_force_at, __func__);
}

void mk_server_body_add_constant_torque(Server *self, GdRID body, GdVector3 torque) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) act(found, torque, add_constant_torque, __func__);
}

void mk_server_body_set_constant_force(Server *self, GdRID body, GdVector3 force) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) act(found, force, set_constant_force, __func__);
}

GdVector3 mk_server_body_get_constant_force(Server *self, GdRID body) {
	const ServerBody *found = body_find(self, body, __func__);
	return found ? vec3_to_godot(found->body.constant_force) : (GdVector3){ 0, 0, 0 };
}

void mk_server_body_set_constant_torque(Server *self, GdRID body, GdVector3 torque) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) act(found, torque, set_constant_torque, __func__);
}

GdVector3 mk_server_body_get_constant_torque(Server *self, GdRID body) {
	const ServerBody *found = body_find(self, body, __func__);
	return found ? vec3_to_godot(found->body.constant_torque) : (GdVector3){ 0, 0, 0 };
}

void mk_server_body_set_axis_velocity(Server *self, GdRID body, GdVector3 axis_velocity) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) act(found, axis_velocity, set_axis_velocity, __func__);
}

void mk_body_state_apply_central_impulse(ServerBody *self, GdVector3 impulse) {
	act(self, impulse, mk_body_apply_central_impulse, __func__);
}

void mk_body_state_apply_impulse(ServerBody *self, GdVector3 impulse, GdVector3 position) {
	act_at(self, (GdVector3[]){ impulse, position }, mk_body_apply_impulse, __func__);
}

void mk_body_state_apply_torque_impulse(ServerBody *self, GdVector3 impulse) {
	act(self, impulse, mk_body_apply_torque_impulse, __func__);
}

void mk_body_state_apply_central_force(ServerBody *self, GdVector3 force) {
	act(self, force, mk_body_apply_central_force, __func__);
}

void mk_body_state_apply_force(ServerBody *self, GdVector3 force, GdVector3 position) {
	act_at(self, (GdVector3[]){ force, position }, mk_body_apply_force, __func__);
}

void mk_body_state_apply_torque(ServerBody *self, GdVector3 torque) {
	act(self, torque, mk_body_apply_torque, __func__);
}

void mk_body_state_add_constant_central_force(ServerBody *self, GdVector3 force) {
	act(self, force, add_constant_force, __func__);
}

void mk_body_state_add_constant_force(ServerBody *self, GdVector3 force, GdVector3 position) {
	act_at(self, (GdVector3[]){ force, position }, add_constant_force_at, __func__);
}

void mk_body_state_add_constant_torque(ServerBody *self, GdVector3 torque) {
	act(self, torque, add_constant_torque, __func__);
}

void mk_body_state_set_constant_force(ServerBody *self, GdVector3 force) {
	act(self, force, set_constant_force, __func__);
}

GdVector3 mk_body_state_get_constant_force(ServerBody *self) {
	return vec3_to_godot(self->body.constant_force);
}

void mk_body_state_set_constant_torque(ServerBody *self, GdVector3 torque) {
	act(self, torque, set_constant_torque, __func__);
}

GdVector3 mk_body_state_get_constant_torque(ServerBody *self) {
	return vec3_to_godot(self->body.constant_torque);
}

void mk_body_state_set_linear_velocity(ServerBody *self, GdVector3 velocity) {
	act(self, velocity, mk_body_set_linear_velocity, __func__);
}

void mk_body_state_set_angular_velocity(ServerBody *self, GdVector3 velocity) {
	act(self, velocity, mk_body_set_angular_velocity, __func__);
}
