// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Mass properties of a body: what Godot gives counts, the rest follows from the shapes, whose
// masses are to each other as their volumes.
//
// Everything that uses them asks for fresh ones: the step and questions for those of all bodies of
// the space, impulses and the direct state for their own.
#include "convert.h"
#include "server/body.h"
#include "shape/instance.h"

// Products of inertia below this part of the moments, no unit, are rounding: the body's own axes
// are its principal ones then, and stay what a script expects them to be.
#define MK_PRODUCT_PART (64 * MK_EPSILON)

// The stretch of the body's pose is part of its geometry.
static MassProperties mass_of_shapes(const ServerBody *body) {
	MassProperties sum = { 0 };
	for (uint32_t i = 0; i < body->object.shapes.count; i++) {
		const ShapeSlot *slot = body->object.shapes.data + i;
		if (slot->is_disabled || !slot->shape->built) continue;
		Affine stretch = { body->body.stretch, vec3_zero() };
		Affine map = affine_multiply(stretch, affine_from_godot(&slot->transform));
		MassProperties parts[2] = { sum, mk_shape_mass(slot->shape->built, map) };
		sum = mk_mass_combine(parts, 2);
	}
	return mass_with_total(sum, (Real)body->params.mass);
}

static bool has_products(Mat3 inertia) {
	Vec3 products = vec3(inertia.x.y, inertia.x.z, inertia.y.z);
	Vec3 moments = vec3(inertia.x.x, inertia.y.y, inertia.z.z);
	return vec3_max_element(vec3_abs(products)) > MK_PRODUCT_PART * vec3_max_element(moments);
}

static void set_inertia(Body *body, MassProperties mass) {
	Mat3 inertia = mass_inertia_about(mass, body->local_center);
	body->principal = quat_identity();
	body->moments = vec3(inertia.x.x, inertia.y.y, inertia.z.z);
	if (!has_products(inertia)) return;
	mass.moments = mass_moments_about(mass, body->local_center);
	mass.center = body->local_center;
	PrincipalInertia principal = mk_mass_principal(mass);
	body->moments = principal.inertia;
	body->principal = mk_quat_from_mat3(principal.axes);
}

// A body without shapes that have an inside has moments of 1 kg m^2, as in Godot's own servers.
static void update(ServerBody *body) {
	MassProperties mass = mass_of_shapes(body);
	body->body.mass = (Real)body->params.mass;
	Vec3 center = mass.mass > 0 ? mass.center : vec3_zero();
	if (body->has_center) center = vec3_from_godot(body->params.center_of_mass);
	body->body.local_center = center;
	body->body.principal = quat_identity();
	body->body.moments = vec3(1, 1, 1);
	if (mass.mass > 0) set_inertia(&body->body, mass);
	GdVector3 given = body->params.inertia;
	if (!(given.x > 0) && !(given.y > 0) && !(given.z > 0)) return;
	// a given moment is about an axis of the body
	Mat3 own = mass_inertia_about(mass, center);
	body->body.principal = quat_identity();
	body->body.moments = vec3(given.x > 0 ? given.x
					: own.x.x > 0         ? own.x.x
										  : 1,
			given.y > 0           ? given.y
					: own.y.y > 0 ? own.y.y
								  : 1,
			given.z > 0           ? given.z
					: own.z.z > 0 ? own.z.z
								  : 1);
}

void mk_body_mark_mass(ServerBody *body) {
	if (body->is_mass_stale) return;
	body->is_mass_stale = true;
	if (!body->object.space) return;
	body->stale_index = body->object.space->stale.count;
	body_pointer_array_push(&body->object.space->stale, body);
}

void mk_body_fresh_mass(ServerBody *body) {
	if (!body->is_mass_stale) return;
	// the direct state may come here without the lock
	mk_server_lock(body->object.item.server);
	if (body->object.space) body->object.space->stale.data[body->stale_index] = NULL;
	body->is_mass_stale = false;
	update(body);
	mk_server_unlock(body->object.item.server);
}

void mk_space_fresh_masses(ServerSpace *space) {
	for (uint32_t i = 0; i < space->stale.count; i++)
		if (space->stale.data[i]) mk_body_fresh_mass(space->stale.data[i]);
	body_pointer_array_clear(&space->stale);
}
