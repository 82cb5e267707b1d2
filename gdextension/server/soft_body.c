// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Soft bodies: their parameters and points. Godot's node keeps no values of its own, so the getters
// are what the inspector shows.
#include "server/soft_body.h"

#include "convert.h"
#include "server/body.h"
#include "server/describe.h"
#include "variant.h"

static const SoftBodyParams default_params = {
	.simulation_precision = 5,
	.total_mass = 1,
	.linear_stiffness = 0.5,
	.damping_coefficient = 0.01,
};

static void move_to_space(ServerSoftBody *body, ServerSpace *space) {
	if (body->object.space) mk_world_remove_soft(&body->object.space->world, &body->world);
	mk_object_move_to_space(&body->object, space);
	if (space) mk_world_add_soft(&space->world, &body->world);
}

static void leave_space(ServerObject *object) { move_to_space((ServerSoftBody *)object, NULL); }

// Godot's stiffness goes from 0 to 1; its cube gives soft cloth as much room as stiff cloth, up to
// 100 kN/m. Its damping is what the motion loses in a tick, of which there are 60 a second.
static SoftMaterial material_of(const SoftBodyParams *params) {
	SoftMaterial material = mk_soft_default_material();
	Real stiffness = (Real)params->linear_stiffness;
	material.mass = (Real)params->total_mass;
	material.stiffness = stiffness * stiffness * stiffness * (Real)1e5;
	material.shrink = (Real)params->shrinking_factor;
	material.pressure = (Real)params->pressure_coefficient;
	material.damping = (Real)params->damping_coefficient * 60;
	material.drag = (Real)params->drag_coefficient;
	material.sub_steps = (uint32_t)params->simulation_precision;
	return material;
}

void mk_soft_body_changed(ServerSoftBody *body) {
	body->soft.material = material_of(&body->params);
	body->world.layer = body->object.layer;
	body->world.mask = body->object.mask;
	mk_soft_share_mass(&body->soft);
	soft_wake(&body->soft);
}

bool mk_soft_body_ignores(void *user, const WorldSoft *soft, const WorldObject *object) {
	(void)user;
	const ServerSoftBody *body = soft->user;
	const ServerBody *other = object->user;
	return mk_rid_array_has(&body->exceptions, other->object.item.rid) ||
			mk_rid_array_has(&other->exceptions, body->object.item.rid);
}

GdRID mk_server_soft_body_create(Server *self) {
	ServerSoftBody *body = mk_item_create(self, RID_SOFT_BODY);
	body->params = default_params;
	body->transform = mk_identity_transform;
	body->soft.can_sleep = true;
	// friction is the other body's alone: the smaller of the two counts
	body->world = (WorldSoft){ .body = &body->soft,
		.user = body,
		.name = body->object.item.rid.id,
		.friction = MK_INFINITY,
		.index = MK_WORLD_NONE };
	body->object.layer = body->object.mask = 1;
	body->object.is_pickable = true;
	body->object.leave_space = leave_space;
	mk_soft_body_changed(body);
	return body->object.item.rid;
}

void mk_soft_body_detach(ServerSoftBody *body) { move_to_space(body, NULL); }

void mk_soft_body_destroy(ServerSoftBody *body) {
	rid_array_free(&body->exceptions);
	mk_soft_free(&body->soft);
	index_array_free(&body->vertex_points);
	index_array_free(&body->pinned);
}

void mk_server_soft_body_set_space(Server *self, GdRID body, GdRID space) {
	ServerSoftBody *found = soft_body_find(self, body, __func__);
	ServerSpace *destination;
	if (!found || !mk_object_find_space(self, space, &destination, __func__)) return;
	if (found->object.space != destination) move_to_space(found, destination);
}

GdRID mk_server_soft_body_get_space(Server *self, GdRID body) {
	const ServerSoftBody *found = soft_body_find(self, body, __func__);
	return found && found->object.space ? found->object.space->item.rid : (GdRID){ 0 };
}

void mk_server_soft_body_set_ray_pickable(Server *self, GdRID body, bool enable) {
	ServerSoftBody *found = soft_body_find(self, body, __func__);
	if (found) found->object.is_pickable = enable;
}

void mk_server_soft_body_set_collision_layer(Server *self, GdRID body, uint32_t layer) {
	ServerSoftBody *found = soft_body_find(self, body, __func__);
	if (!found) return;
	found->object.layer = layer;
	mk_soft_body_changed(found);
}

uint32_t mk_server_soft_body_get_collision_layer(Server *self, GdRID body) {
	const ServerSoftBody *found = soft_body_find(self, body, __func__);
	return found ? found->object.layer : 0;
}

void mk_server_soft_body_set_collision_mask(Server *self, GdRID body, uint32_t mask) {
	ServerSoftBody *found = soft_body_find(self, body, __func__);
	if (!found) return;
	found->object.mask = mask;
	mk_soft_body_changed(found);
}

uint32_t mk_server_soft_body_get_collision_mask(Server *self, GdRID body) {
	const ServerSoftBody *found = soft_body_find(self, body, __func__);
	return found ? found->object.mask : 0;
}

void mk_server_soft_body_add_collision_exception(Server *self, GdRID body, GdRID body_b) {
	ServerSoftBody *found = soft_body_find(self, body, __func__);
	if (!found) return;
	mk_rid_array_set(&found->exceptions, body_b, true);
	soft_wake(&found->soft);
}

void mk_server_soft_body_remove_collision_exception(Server *self, GdRID body, GdRID body_b) {
	ServerSoftBody *found = soft_body_find(self, body, __func__);
	if (!found) return;
	mk_rid_array_set(&found->exceptions, body_b, false);
	soft_wake(&found->soft);
}

void mk_server_soft_body_get_collision_exceptions(Server *self, GdRID body, GdArray *ret) {
	const ServerSoftBody *found = soft_body_find(self, body, __func__);
	if (found) mk_rid_array_write(&found->exceptions, ret);
}

void mk_server_soft_body_set_mesh(Server *self, GdRID body, GdRID mesh) {
	mk_server_lock(self);
	bool is_known = soft_body_find(self, body, __func__) != NULL;
	mk_server_unlock(self);
	if (!is_known) return;
	GdArray surface;
	gd_array_create(&surface);
	mk_soft_mesh_fetch(mesh, &surface);
	mk_server_lock(self);
	ServerSoftBody *found = mk_rid_find(&self->rids, body, RID_SOFT_BODY);
	if (found) mk_soft_body_read_mesh(found, mesh, &surface, __func__);
	mk_server_unlock(self);
	gd_array_destroy(&surface);
}

GdAABB mk_server_soft_body_get_bounds(Server *self, GdRID body) {
	const ServerSoftBody *found = soft_body_find(self, body, __func__);
	return found ? mk_soft_body_bounds(found) : (GdAABB){ { 0, 0, 0 }, { 0, 0, 0 } };
}

void mk_server_soft_body_update_rendering_server(
		Server *self, GdRID body, GDExtensionObjectPtr rendering_server_handler) {
	const ServerSoftBody *found = soft_body_find(self, body, __func__);
	if (found && rendering_server_handler) mk_soft_body_draw(found, rendering_server_handler);
}

void mk_server_soft_body_set_transform(Server *self, GdRID body, const GdTransform3D *transform) {
	ServerSoftBody *found = soft_body_find(self, body, __func__);
	if (!found) return;
	if (mk_transform_is_finite(transform)) {
		mk_soft_body_transform(found, transform);
	} else {
		mk_item_report(&found->object.item, __func__,
				"the transform is not finite; it stays where it is.");
	}
}

// the same velocity for all free points
static void set_velocity(ServerSoftBody *body, GdVector3 velocity) {
	for (uint32_t i = 0; i < body->soft.points.count; i++) {
		SoftPoint *point = body->soft.points.data + i;
		if (!point->is_pinned) point->velocity = vec3_from_godot(velocity);
	}
	soft_wake(&body->soft);
}

// the mean of the points' velocities; taken from the first one so that equal
// velocities give exactly it
static GdVector3 mean_velocity(const ServerSoftBody *body) {
	const SoftPointArray *points = &body->soft.points;
	if (!points->count) return (GdVector3){ 0, 0, 0 };
	Vec3 first = points->data[0].velocity;
	Vec3 sum = vec3_zero();
	for (uint32_t i = 1; i < points->count; i++)
		sum = vec3_add(sum, vec3_sub(points->data[i].velocity, first));
	return vec3_to_godot(vec3_add_scaled(first, sum, 1 / (Real)points->count));
}

static bool set_state(ServerSoftBody *body, int64_t state, const GdVariant *value) {
	GdTransform3D transform;
	GdVector3 velocity;
	switch (state) {
		case GD_BODY_STATE_TRANSFORM:
			if (!mk_variant_read_transform(value, &transform)) return false;
			mk_soft_body_transform(body, &transform);
			return true;
		case GD_BODY_STATE_LINEAR_VELOCITY:
			if (!mk_variant_read_vector3(value, &velocity)) return false;
			set_velocity(body, velocity);
			return true;
		case GD_BODY_STATE_SLEEPING: return mk_variant_read_bool(value, &body->soft.is_sleeping);
		case GD_BODY_STATE_CAN_SLEEP: return mk_variant_read_bool(value, &body->soft.can_sleep);
		default: return false;
	}
}

void mk_server_soft_body_set_state(
		Server *self, GdRID body, int64_t state, const GdVariant *variant) {
	ServerSoftBody *found = soft_body_find(self, body, __func__);
	if (!found || set_state(found, state, variant)) return;
	char text[MK_VARIANT_TEXT_SIZE];
	mk_item_report(&found->object.item, __func__,
			"state %lld of a soft body cannot be %s; it stays as it is.", (long long)state,
			mk_variant_describe(variant, text));
}

void mk_server_soft_body_get_state(Server *self, GdRID body, int64_t state, GdVariant *ret) {
	const ServerSoftBody *found = soft_body_find(self, body, __func__);
	if (!found) return;
	GdVector3 velocity = { 0, 0, 0 };
	uint8_t flag = state == GD_BODY_STATE_SLEEPING ? found->soft.is_sleeping
												   : found->soft.can_sleep;
	switch (state) {
		case GD_BODY_STATE_TRANSFORM: gd_variant_from_transform3d(ret, &found->transform); return;
		case GD_BODY_STATE_LINEAR_VELOCITY:
			velocity = mean_velocity(found);
			gd_variant_from_vector3(ret, &velocity);
			return;
		case GD_BODY_STATE_ANGULAR_VELOCITY: // points have none, and the body turns with them
			gd_variant_from_vector3(ret, &velocity);
			return;
		case GD_BODY_STATE_SLEEPING:
		case GD_BODY_STATE_CAN_SLEEP: gd_variant_from_bool(ret, &flag); return;
		default:
			mk_item_report(&found->object.item, __func__, "there is no body state %lld.",
					(long long)state);
	}
}

void mk_server_soft_body_set_simulation_precision(
		Server *self, GdRID body, int32_t simulation_precision) {
	ServerSoftBody *found = soft_body_find(self, body, __func__);
	if (!found) return;
	if (simulation_precision > 0) {
		found->params.simulation_precision = simulation_precision;
		mk_soft_body_changed(found);
	} else {
		mk_item_report(&found->object.item, __func__, "the precision must be above 0, not %d.",
				simulation_precision);
	}
}

int32_t mk_server_soft_body_get_simulation_precision(Server *self, GdRID body) {
	const ServerSoftBody *found = soft_body_find(self, body, __func__);
	return found ? found->params.simulation_precision : 0;
}

// The coefficients of a soft body; numbered only here, Godot has a method for each.
enum { TOTAL_MASS, LINEAR_STIFFNESS, SHRINKING_FACTOR, PRESSURE, DAMPING, DRAG };

#define MK_ROW(number, text, kind, field) \
	[number] = { text, kind, 0, offsetof(SoftBodyParams, field) }

static const Param soft_body_params[] = {
	MK_ROW(TOTAL_MASS, "the total mass", PARAM_POSITIVE, total_mass),
	MK_ROW(LINEAR_STIFFNESS, "the linear stiffness", PARAM_NOT_NEGATIVE, linear_stiffness),
	MK_ROW(SHRINKING_FACTOR, "the shrinking factor", PARAM_REAL, shrinking_factor),
	MK_ROW(PRESSURE, "the pressure coefficient", PARAM_REAL, pressure_coefficient),
	MK_ROW(DAMPING, "the damping coefficient", PARAM_NOT_NEGATIVE, damping_coefficient),
	MK_ROW(DRAG, "the drag coefficient", PARAM_NOT_NEGATIVE, drag_coefficient),
};

static const ParamTable soft_body_param_table = {
	soft_body_params,
	sizeof soft_body_params / sizeof *soft_body_params,
};

static void set_param(Server *self, GdRID body, int64_t param, double value, const char *where) {
	ServerSoftBody *found = soft_body_find(self, body, where);
	if (!found) return;
	const ParamOwner owner = { &found->params, &found->object.item, where };
	mk_param_set_real(soft_body_param_table, &owner, param, value);
	mk_soft_body_changed(found);
}

static double get_param(Server *self, GdRID body, int64_t param, const char *where) {
	ServerSoftBody *found = soft_body_find(self, body, where);
	if (!found) return 0;
	const ParamOwner owner = { &found->params, &found->object.item, where };
	return mk_param_get_real(soft_body_param_table, &owner, param);
}

void mk_server_soft_body_set_total_mass(Server *self, GdRID body, double total_mass) {
	set_param(self, body, TOTAL_MASS, total_mass, __func__);
}

double mk_server_soft_body_get_total_mass(Server *self, GdRID body) {
	return get_param(self, body, TOTAL_MASS, __func__);
}

void mk_server_soft_body_set_linear_stiffness(Server *self, GdRID body, double linear_stiffness) {
	set_param(self, body, LINEAR_STIFFNESS, linear_stiffness, __func__);
}

double mk_server_soft_body_get_linear_stiffness(Server *self, GdRID body) {
	return get_param(self, body, LINEAR_STIFFNESS, __func__);
}

void mk_server_soft_body_set_shrinking_factor(Server *self, GdRID body, double shrinking_factor) {
	set_param(self, body, SHRINKING_FACTOR, shrinking_factor, __func__);
}

double mk_server_soft_body_get_shrinking_factor(Server *self, GdRID body) {
	return get_param(self, body, SHRINKING_FACTOR, __func__);
}

void mk_server_soft_body_set_pressure_coefficient(
		Server *self, GdRID body, double pressure_coefficient) {
	set_param(self, body, PRESSURE, pressure_coefficient, __func__);
}

double mk_server_soft_body_get_pressure_coefficient(Server *self, GdRID body) {
	return get_param(self, body, PRESSURE, __func__);
}

void mk_server_soft_body_set_damping_coefficient(
		Server *self, GdRID body, double damping_coefficient) {
	set_param(self, body, DAMPING, damping_coefficient, __func__);
}

double mk_server_soft_body_get_damping_coefficient(Server *self, GdRID body) {
	return get_param(self, body, DAMPING, __func__);
}

void mk_server_soft_body_set_drag_coefficient(Server *self, GdRID body, double drag_coefficient) {
	set_param(self, body, DRAG, drag_coefficient, __func__);
}

double mk_server_soft_body_get_drag_coefficient(Server *self, GdRID body) {
	return get_param(self, body, DRAG, __func__);
}
