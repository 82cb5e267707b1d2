// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The numbers of a body: parameters, states, flags and forces.
#include "convert.h"
#include "dynamics/integrate.h"
#include "report.h"
#include "server/body.h"
#include "server/describe.h"
#include "variant.h"

#define MK_ROW(number, text, kind, modes, field) \
	[number] = { text, kind, modes, offsetof(BodyParams, field) }

static const Param body_params[] = {
	MK_ROW(GD_BODY_PARAM_BOUNCE, "the bounce", PARAM_REAL, 0, bounce),
	MK_ROW(GD_BODY_PARAM_FRICTION, "the friction", PARAM_REAL, 0, friction),
	MK_ROW(GD_BODY_PARAM_MASS, "the mass", PARAM_POSITIVE, 0, mass),
	MK_ROW(GD_BODY_PARAM_INERTIA, "the inertia", PARAM_MOMENTS, 0, inertia),
	MK_ROW(GD_BODY_PARAM_CENTER_OF_MASS, "the centre of mass", PARAM_VECTOR, 0, center_of_mass),
	MK_ROW(GD_BODY_PARAM_GRAVITY_SCALE, "the gravity scale", PARAM_REAL, 0, gravity_scale),
	MK_ROW(GD_BODY_PARAM_LINEAR_DAMP_MODE, "the linear damp mode", PARAM_MODE, 2, linear_damp_mode),
	MK_ROW(GD_BODY_PARAM_ANGULAR_DAMP_MODE, "the angular damp mode", PARAM_MODE, 2,
			angular_damp_mode),
	MK_ROW(GD_BODY_PARAM_LINEAR_DAMP, "the linear damping", PARAM_NOT_NEGATIVE, 0, linear_damp),
	MK_ROW(GD_BODY_PARAM_ANGULAR_DAMP, "the angular damping", PARAM_NOT_NEGATIVE, 0, angular_damp),
};

const ParamTable mk_body_param_table = { body_params, sizeof body_params / sizeof *body_params };

const BodyParams mk_body_default_params = { .friction = 1, .mass = 1, .gravity_scale = 1 };

static bool has_part_in_mass(int64_t param) {
	return param == GD_BODY_PARAM_MASS || param == GD_BODY_PARAM_INERTIA ||
			param == GD_BODY_PARAM_CENTER_OF_MASS;
}

void mk_server_body_set_param(Server *self, GdRID body, int64_t param, const GdVariant *value) {
	ServerBody *found = body_find(self, body, __func__);
	if (!found) return;
	const ParamOwner owner = { &found->params, &found->object.item, __func__ };
	if (!mk_param_set(mk_body_param_table, &owner, param, value)) return;
	if (param == GD_BODY_PARAM_CENTER_OF_MASS) found->has_center = true;
	if (has_part_in_mass(param)) mk_body_mark_mass(found);
	mk_body_wake(&found->body);
	mk_body_touch(found);
	if (param <= GD_BODY_PARAM_FRICTION) mk_body_tell_world(found, OBJECT_SURFACE_CHANGED);
}

void mk_server_body_get_param(Server *self, GdRID body, int64_t param, GdVariant *ret) {
	ServerBody *found = body_find(self, body, __func__);
	if (!found) return;
	const ParamOwner owner = { &found->params, &found->object.item, __func__ };
	mk_param_get(mk_body_param_table, &owner, param, ret);
}

void mk_server_body_reset_mass_properties(Server *self, GdRID body) {
	ServerBody *found = body_find(self, body, __func__);
	if (!found) return;
	found->params.inertia = found->params.center_of_mass = (GdVector3){ 0, 0, 0 };
	found->has_center = false;
	mk_body_mark_mass(found);
}

void mk_server_body_set_mode(Server *self, GdRID body, int64_t mode) {
	ServerBody *found = body_find(self, body, __func__);
	if (!found) return;
	if (mode >= GD_BODY_MODE_STATIC && mode <= GD_BODY_MODE_RIGID_LINEAR) {
		mk_body_set_mode(&found->body, (BodyMode)mode);
		if (mode == GD_BODY_MODE_STATIC) mk_body_end_motion(found);
		mk_body_tell_world(found, OBJECT_MODE_CHANGED);
	} else {
		mk_item_report(
				&found->object.item, __func__, "there is no body mode %lld.", (long long)mode);
	}
}

int64_t mk_server_body_get_mode(Server *self, GdRID body) {
	const ServerBody *found = body_find(self, body, __func__);
	return found ? (int64_t)found->body.mode : GD_BODY_MODE_STATIC;
}

static void put(ServerBody *body, Affine pose) {
	bool is_scaled = mk_object_put(&body->body, pose);
	if (is_scaled) mk_body_mark_mass(body);
	mk_body_tell_world(body, is_scaled ? OBJECT_SHAPES_CHANGED : OBJECT_POSE_CHANGED);
}

// What a kinematic body moves to; a new scale it has at once.
static void aim(ServerBody *body, Affine target) {
	Mat3 stretch;
	affine_split(target, &stretch);
	if (mk_object_is_stretched(body->body.stretch, stretch)) {
		Mat3 scaled = mat3_multiply(quat_to_mat3(body->body.rotation), stretch);
		put(body, (Affine){ scaled, body->body.pose.origin });
	}
	mk_body_set_target(&body->body, target);
	mk_body_touch(body);
}

void mk_body_set_transform(ServerBody *body, const GdTransform3D *transform) {
	Affine pose = affine_from_godot(transform);
	if (body->body.mode == BODY_KINEMATIC && body->object.space && body->has_pose) {
		aim(body, pose);
	} else {
		put(body, pose);
	}
	body->has_pose = true;
}

// The velocity of a static body is that of its surface.
static void tell_velocity(ServerBody *body) {
	mk_body_touch(body);
	if (body->body.mode == BODY_STATIC) mk_body_tell_world(body, OBJECT_MODE_CHANGED);
}

static bool set_state(ServerBody *body, int64_t state, const GdVariant *value) {
	GdTransform3D transform;
	GdVector3 velocity;
	switch (state) {
		case GD_BODY_STATE_TRANSFORM:
			if (!mk_variant_read_transform(value, &transform)) return false;
			mk_body_set_transform(body, &transform);
			return true;
		case GD_BODY_STATE_LINEAR_VELOCITY:
			if (!mk_variant_read_vector3(value, &velocity)) return false;
			mk_body_set_linear_velocity(&body->body, vec3_from_godot(velocity));
			tell_velocity(body);
			return true;
		case GD_BODY_STATE_ANGULAR_VELOCITY:
			if (!mk_variant_read_vector3(value, &velocity)) return false;
			mk_body_set_angular_velocity(&body->body, vec3_from_godot(velocity));
			tell_velocity(body);
			return true;
		default: return false;
	}
}

static bool set_sleep_state(ServerBody *body, int64_t state, const GdVariant *value) {
	bool flag;
	if (!mk_variant_read_bool(value, &flag)) return false;
	if (state == GD_BODY_STATE_CAN_SLEEP) {
		body->body.can_sleep = flag;
		if (!flag) mk_body_wake(&body->body);
		mk_body_touch(body);
	} else {
		mk_body_set_sleeping(body, flag);
	}
	return true;
}

void mk_body_set_sleeping(ServerBody *body, bool is_sleeping) {
	if (!body_is_rigid(&body->body)) return;
	if (is_sleeping) {
		mk_body_sleep(&body->body);
	} else {
		mk_body_wake(&body->body);
	}
	mk_body_touch(body);
}

static const char *const state_values[] = {
	[GD_BODY_STATE_TRANSFORM] = "the transform must be a Transform3D of finite numbers",
	[GD_BODY_STATE_LINEAR_VELOCITY] = "the linear velocity must be a Vector3 of finite numbers",
	[GD_BODY_STATE_ANGULAR_VELOCITY] = "the angular velocity must be a Vector3 of finite numbers",
	[GD_BODY_STATE_SLEEPING] = "whether it sleeps must be true or false",
	[GD_BODY_STATE_CAN_SLEEP] = "whether it can sleep must be true or false",
};

static bool is_state(const ServerBody *body, int64_t state, const char *where) {
	if (state >= GD_BODY_STATE_TRANSFORM && state <= GD_BODY_STATE_CAN_SLEEP) return true;
	mk_item_report(&body->object.item, where, "there is no body state %lld.", (long long)state);
	return false;
}

void mk_server_body_set_state(Server *self, GdRID body, int64_t state, const GdVariant *value) {
	ServerBody *found = body_find(self, body, __func__);
	if (!found || !is_state(found, state, __func__)) return;
	bool is_set = state >= GD_BODY_STATE_SLEEPING ? set_sleep_state(found, state, value)
												  : set_state(found, state, value);
	if (is_set) return;
	char text[MK_VARIANT_TEXT_SIZE];
	char who[MK_OBJECT_TEXT_SIZE];
	mk_report_error(__func__, "%s, not %s; %s stays as it is.", state_values[state],
			mk_variant_describe(value, text), mk_object_describe(&found->object, who));
}

static void write_vector(GdVariant *ret, Vec3 vector) {
	GdVector3 value = vec3_to_godot(vector);
	gd_variant_from_vector3(ret, &value);
}

static void write_bool(GdVariant *ret, bool flag) {
	uint8_t value = flag;
	gd_variant_from_bool(ret, &value);
}

void mk_server_body_get_state(Server *self, GdRID body, int64_t state, GdVariant *ret) {
	const ServerBody *found = body_find(self, body, __func__);
	if (!found || !is_state(found, state, __func__)) return;
	GdTransform3D transform;
	switch (state) {
		case GD_BODY_STATE_TRANSFORM:
			transform = affine_to_godot(found->body.pose);
			gd_variant_from_transform3d(ret, &transform);
			return;
		case GD_BODY_STATE_LINEAR_VELOCITY: write_vector(ret, found->body.linear_velocity); return;
		case GD_BODY_STATE_ANGULAR_VELOCITY:
			write_vector(ret, found->body.angular_velocity);
			return;
		case GD_BODY_STATE_SLEEPING: write_bool(ret, found->body.is_sleeping); return;
		default: write_bool(ret, found->body.can_sleep);
	}
}

void mk_server_body_set_enable_continuous_collision_detection(
		Server *self, GdRID body, bool enable) {
	ServerBody *found = body_find(self, body, __func__);
	if (!found) return;
	found->is_continuous = enable;
	found->world.is_continuous = enable;
}

bool mk_server_body_is_continuous_collision_detection_enabled(Server *self, GdRID body) {
	const ServerBody *found = body_find(self, body, __func__);
	return found && found->is_continuous;
}

void mk_server_body_set_collision_priority(Server *self, GdRID body, double priority) {
	ServerBody *found = body_find(self, body, __func__);
	if (!found) return;
	if (priority > 0 && priority - priority == 0) {
		found->collision_priority = priority;
	} else {
		mk_item_report(&found->object.item, __func__,
				"the priority must be a finite number above 0, not %g.", priority);
	}
}

double mk_server_body_get_collision_priority(Server *self, GdRID body) {
	const ServerBody *found = body_find(self, body, __func__);
	return found ? found->collision_priority : 0;
}

void mk_server_body_set_user_flags(Server *self, GdRID body, uint32_t flags) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) found->user_flags = flags;
}

uint32_t mk_server_body_get_user_flags(Server *self, GdRID body) {
	const ServerBody *found = body_find(self, body, __func__);
	return found ? found->user_flags : 0;
}

static bool is_axis(const ServerBody *body, int64_t axis, const char *where) {
	bool is_one_bit = axis > 0 && axis <= GD_BODY_AXIS_ANGULAR_Z && (axis & (axis - 1)) == 0;
	if (!is_one_bit)
		mk_item_report(&body->object.item, where, "there is no body axis %lld.", (long long)axis);
	return is_one_bit;
}

void mk_server_body_set_axis_lock(Server *self, GdRID body, int64_t axis, bool lock) {
	ServerBody *found = body_find(self, body, __func__);
	if (!found || !is_axis(found, axis, __func__)) return;
	uint8_t bit = (uint8_t)axis;
	found->body.locks = (uint8_t)(lock ? found->body.locks | bit : found->body.locks & ~bit);
	mk_body_wake(&found->body);
	mk_body_touch(found);
}

bool mk_server_body_is_axis_locked(Server *self, GdRID body, int64_t axis) {
	const ServerBody *found = body_find(self, body, __func__);
	return found && is_axis(found, axis, __func__) && (found->body.locks & axis) != 0;
}

void mk_server_body_set_max_contacts_reported(Server *self, GdRID body, int32_t amount) {
	ServerBody *found = body_find(self, body, __func__);
	if (!found) return;
	if (amount >= 0) {
		found->max_contacts = amount;
		if (found->contacts.count > (uint32_t)amount) found->contacts.count = (uint32_t)amount;
		// whether a kinematic body has contacts at all depends on it
		bool is_pushed = body_is_rigid(&found->body);
		mk_body_tell_world(found, is_pushed ? OBJECT_SURFACE_CHANGED : OBJECT_FILTER_CHANGED);
	} else {
		mk_item_report(&found->object.item, __func__,
				"the number of contacts must be 0 or above, not %d.", amount);
	}
}

int32_t mk_server_body_get_max_contacts_reported(Server *self, GdRID body) {
	const ServerBody *found = body_find(self, body, __func__);
	return found ? found->max_contacts : 0;
}

void mk_server_body_set_contacts_reported_depth_threshold(
		Server *self, GdRID body, double threshold) {
	ServerBody *found = body_find(self, body, __func__);
	if (!found) return;
	if (threshold - threshold == 0) {
		found->contact_depth_threshold = threshold;
	} else {
		mk_item_report(&found->object.item, __func__,
				"the threshold must be a finite number, not %g.", threshold);
	}
}

double mk_server_body_get_contacts_reported_depth_threshold(Server *self, GdRID body) {
	const ServerBody *found = body_find(self, body, __func__);
	return found ? found->contact_depth_threshold : 0;
}

void mk_server_body_set_omit_force_integration(Server *self, GdRID body, bool enable) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) found->body.omits_forces = enable;
}

bool mk_server_body_is_omitting_force_integration(Server *self, GdRID body) {
	const ServerBody *found = body_find(self, body, __func__);
	return found && found->body.omits_forces;
}
