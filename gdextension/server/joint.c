// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Joints. The parameters of each type are a row of the table: how many there are, where they start
// and what Godot's nodes document as their defaults, since nodes send only what differs from them.
#include "server/joint.h"

#include "convert.h"
#include "server/body.h"
#include "server/describe.h"
#include "variant.h"

#include <string.h>

typedef struct ServerJointKind {
	const char *name;
	uint32_t axis_count;
	uint32_t param_count;
	uint32_t flag_count;
	ServerJointAxis defaults;
} ServerJointKind;

#define MK_JOINT_PI   3.14159265358979323846
#define MK_JOINT_PI_2 (MK_JOINT_PI / 2)
#define MK_JOINT_PI_4 (MK_JOINT_PI / 4)

static const ServerJointKind joint_kinds[] = {
	[GD_JOINT_TYPE_PIN] = { "a pin", 1, 3, 0,
			{ .params = { [GD_PIN_JOINT_BIAS] = 0.3, [GD_PIN_JOINT_DAMPING] = 1 } } },
	[GD_JOINT_TYPE_HINGE] = { "a hinge", 1, 8, 2,
			{ .params = {
					  [GD_HINGE_JOINT_BIAS] = 0.3,
					  [GD_HINGE_JOINT_LIMIT_UPPER] = MK_JOINT_PI_2,
					  [GD_HINGE_JOINT_LIMIT_LOWER] = -MK_JOINT_PI_2,
					  [GD_HINGE_JOINT_LIMIT_BIAS] = 0.3,
					  [GD_HINGE_JOINT_LIMIT_SOFTNESS] = 0.9,
					  [GD_HINGE_JOINT_LIMIT_RELAXATION] = 1,
					  [GD_HINGE_JOINT_MOTOR_TARGET_VELOCITY] = 1,
					  [GD_HINGE_JOINT_MOTOR_MAX_IMPULSE] = 1,
			  } } },
	[GD_JOINT_TYPE_SLIDER] = { "a slider", 1, GD_SLIDER_JOINT_MAX, 0,
			{ .params = {
					  [GD_SLIDER_JOINT_LINEAR_LIMIT_UPPER] = 1,
					  [GD_SLIDER_JOINT_LINEAR_LIMIT_LOWER] = -1,
					  [GD_SLIDER_JOINT_LINEAR_LIMIT_SOFTNESS] = 1,
					  [GD_SLIDER_JOINT_LINEAR_LIMIT_RESTITUTION] = 0.7,
					  [GD_SLIDER_JOINT_LINEAR_LIMIT_DAMPING] = 1,
					  [GD_SLIDER_JOINT_LINEAR_MOTION_SOFTNESS] = 1,
					  [GD_SLIDER_JOINT_LINEAR_MOTION_RESTITUTION] = 0.7,
					  [GD_SLIDER_JOINT_LINEAR_ORTHOGONAL_SOFTNESS] = 1,
					  [GD_SLIDER_JOINT_LINEAR_ORTHOGONAL_RESTITUTION] = 0.7,
					  [GD_SLIDER_JOINT_LINEAR_ORTHOGONAL_DAMPING] = 1,
					  [GD_SLIDER_JOINT_ANGULAR_LIMIT_SOFTNESS] = 1,
					  [GD_SLIDER_JOINT_ANGULAR_LIMIT_RESTITUTION] = 0.7,
					  [GD_SLIDER_JOINT_ANGULAR_MOTION_SOFTNESS] = 1,
					  [GD_SLIDER_JOINT_ANGULAR_MOTION_RESTITUTION] = 0.7,
					  [GD_SLIDER_JOINT_ANGULAR_MOTION_DAMPING] = 1,
					  [GD_SLIDER_JOINT_ANGULAR_ORTHOGONAL_SOFTNESS] = 1,
					  [GD_SLIDER_JOINT_ANGULAR_ORTHOGONAL_RESTITUTION] = 0.7,
					  [GD_SLIDER_JOINT_ANGULAR_ORTHOGONAL_DAMPING] = 1,
			  } } },
	[GD_JOINT_TYPE_CONE_TWIST] = { "a cone twist", 1, 5, 0,
			{ .params = {
					  [GD_CONE_TWIST_JOINT_SWING_SPAN] = MK_JOINT_PI_4,
					  [GD_CONE_TWIST_JOINT_TWIST_SPAN] = MK_JOINT_PI,
					  [GD_CONE_TWIST_JOINT_BIAS] = 0.3,
					  [GD_CONE_TWIST_JOINT_SOFTNESS] = 0.8,
					  [GD_CONE_TWIST_JOINT_RELAXATION] = 1,
			  } } },
	[GD_JOINT_TYPE_6DOF] = { "a 6DOF", 3, GD_G6DOF_JOINT_MAX, GD_G6DOF_JOINT_FLAG_MAX,
			{ .params = {
					  [GD_G6DOF_JOINT_LINEAR_LIMIT_SOFTNESS] = 0.7,
					  [GD_G6DOF_JOINT_LINEAR_RESTITUTION] = 0.5,
					  [GD_G6DOF_JOINT_LINEAR_DAMPING] = 1,
					  [GD_G6DOF_JOINT_LINEAR_SPRING_STIFFNESS] = 0.01,
					  [GD_G6DOF_JOINT_LINEAR_SPRING_DAMPING] = 0.01,
					  [GD_G6DOF_JOINT_ANGULAR_LIMIT_SOFTNESS] = 0.5,
					  [GD_G6DOF_JOINT_ANGULAR_DAMPING] = 1,
					  [GD_G6DOF_JOINT_ANGULAR_ERP] = 0.5,
					  [GD_G6DOF_JOINT_ANGULAR_MOTOR_FORCE_LIMIT] = 300,
			  },
					.flags = {
							[GD_G6DOF_JOINT_FLAG_ENABLE_LINEAR_LIMIT] = true,
							[GD_G6DOF_JOINT_FLAG_ENABLE_ANGULAR_LIMIT] = true,
					} } },
	[GD_JOINT_TYPE_MAX] = { "no joint yet", 0, 0, 0, { .params = { 0 } } },
	[MK_JOINT_TYPE_OWN] = { "a joint that only its node knows", 0, 0, 0, { .params = { 0 } } },
};

static ServerJoint *find_joint(Server *self, GdRID joint, const char *where) {
	return mk_item_find(self, joint, RID_JOINT, where);
}

// A joint of one type; asking a joint of another type for its parameters is a mistake
// worth a word. Not so the parameters that follow on a joint that could not be made:
// nodes send them all the same.
static ServerJoint *find_joint_of(Server *self, GdRID joint, int64_t type, const char *where) {
	ServerJoint *found = find_joint(self, joint, where);
	if (!found || found->type == type) return found;
	if (found->is_refused) return NULL;
	mk_item_report(&found->item, where, "this is %s, not %s.", joint_kinds[found->type].name,
			joint_kinds[type].name);
	return NULL;
}

static bool is_param(const ServerJoint *joint, int64_t param, const char *where) {
	if (param >= 0 && param < joint_kinds[joint->type].param_count) return true;
	mk_item_report(&joint->item, where, "%s joint has no parameter %lld.",
			joint_kinds[joint->type].name, (long long)param);
	return false;
}

static bool is_flag(const ServerJoint *joint, int64_t flag, const char *where) {
	if (flag >= 0 && flag < joint_kinds[joint->type].flag_count) return true;
	mk_item_report(&joint->item, where, "%s joint has no flag %lld.", joint_kinds[joint->type].name,
			(long long)flag);
	return false;
}

static bool is_axis(const ServerJoint *joint, int64_t axis, const char *where) {
	if (axis >= 0 && axis < 3) return true;
	mk_item_report(&joint->item, where, "there is no axis %lld.", (long long)axis);
	return false;
}

static void set_param(
		ServerJoint *joint, int64_t axis, int64_t param, double value, const char *where) {
	if (!is_param(joint, param, where)) return;
	if (value - value == 0) {
		joint->axes[axis].params[param] = value;
		mk_joint_update(joint);
	} else {
		mk_item_report(&joint->item, where, "parameter %lld must be a finite number, not %g.",
				(long long)param, value);
	}
}

static double get_param(const ServerJoint *joint, int64_t axis, int64_t param, const char *where) {
	return is_param(joint, param, where) ? joint->axes[axis].params[param] : 0;
}

static void reset(ServerJoint *joint, int64_t type) {
	mk_joint_release(joint);
	joint->is_refused = false;
	joint->type = type;
	joint->frame_a = joint->frame_b = mk_identity_transform;
	for (uint32_t i = 0; i < 3; i++)
		joint->axes[i] = joint_kinds[type].defaults;
}

GdRID mk_server_joint_create(Server *self) {
	ServerJoint *joint = mk_item_create(self, RID_JOINT);
	reset(joint, GD_JOINT_TYPE_MAX);
	joint->solver_priority = 1;
	return joint->item.rid;
}

void mk_server_joint_clear(Server *self, GdRID joint) {
	ServerJoint *found = find_joint(self, joint, __func__);
	if (found) reset(found, GD_JOINT_TYPE_MAX);
}

// Turns a joint into one of a type, with default parameters; body b may be the world (null).
static void make(
		Server *self, GdRID joint, int64_t type, const JointParts *parts, const char *where) {
	ServerJoint *found = find_joint(self, joint, where);
	if (!found) return;
	// until it is made; one that works already goes on as what it is
	found->is_refused = found->type == GD_JOINT_TYPE_MAX;
	ServerBody *body_a = body_find(self, parts->body_a, where);
	if (!body_a) return;
	ServerBody *body_b = parts->body_b.id ? body_find(self, parts->body_b, where) : NULL;
	if (parts->body_b.id && !body_b) return;
	if (body_a == body_b) {
		mk_item_report(&body_a->object.item, where,
				"a joint needs two different bodies; this one is given twice.");
	} else if (mk_transform_is_finite(&parts->frame_a) && mk_transform_is_finite(&parts->frame_b)) {
		reset(found, type);
		found->frame_a = parts->frame_a;
		found->frame_b = parts->frame_b;
		if (parts->own) found->own = *parts->own;
		mk_joint_bind(found, body_a, body_b);
	} else {
		mk_item_report(&body_a->object.item, where,
				"the frames of its joint are not finite; the joint stays as it was.");
	}
}

void mk_joint_make_own(Server *self, GdRID joint, const JointParts *parts) {
	mk_server_lock(self);
	make(self, joint, MK_JOINT_TYPE_OWN, parts, __func__);
	mk_server_unlock(self);
}

static GdTransform3D frame_at(GdVector3 origin) {
	GdTransform3D frame = mk_identity_transform;
	frame.origin = origin;
	return frame;
}

// a frame whose Z axis lies along the hinge
static GdTransform3D frame_along(GdVector3 origin, GdVector3 axis) {
	Quat turn = mk_quat_between(vec3(0, 0, 1), vec3_normalize(vec3_from_godot(axis)));
	return affine_to_godot((Affine){ quat_to_mat3(turn), vec3_from_godot(origin) });
}

void mk_server_joint_make_pin(Server *self, GdRID joint, GdRID body_a, GdVector3 local_a,
		GdRID body_b, GdVector3 local_b) {
	JointParts parts = { body_a, body_b, frame_at(local_a), frame_at(local_b), NULL };
	make(self, joint, GD_JOINT_TYPE_PIN, &parts, __func__);
}

void mk_server_pin_joint_set_param(Server *self, GdRID joint, int64_t param, double value) {
	ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_PIN, __func__);
	if (found) set_param(found, 0, param, value, __func__);
}

double mk_server_pin_joint_get_param(Server *self, GdRID joint, int64_t param) {
	const ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_PIN, __func__);
	return found ? get_param(found, 0, param, __func__) : 0;
}

static void set_pin_point(
		ServerJoint *joint, GdVector3 *origin, GdVector3 point, const char *where) {
	if (mk_vector3_is_finite(point)) {
		*origin = point;
		mk_joint_update(joint);
	} else {
		mk_item_report(&joint->item, where, "the point is not finite; it stays as it was.");
	}
}

void mk_server_pin_joint_set_local_a(Server *self, GdRID joint, GdVector3 local_a) {
	ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_PIN, __func__);
	if (found) set_pin_point(found, &found->frame_a.origin, local_a, __func__);
}

GdVector3 mk_server_pin_joint_get_local_a(Server *self, GdRID joint) {
	const ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_PIN, __func__);
	return found ? found->frame_a.origin : (GdVector3){ 0, 0, 0 };
}

void mk_server_pin_joint_set_local_b(Server *self, GdRID joint, GdVector3 local_b) {
	ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_PIN, __func__);
	if (found) set_pin_point(found, &found->frame_b.origin, local_b, __func__);
}

GdVector3 mk_server_pin_joint_get_local_b(Server *self, GdRID joint) {
	const ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_PIN, __func__);
	return found ? found->frame_b.origin : (GdVector3){ 0, 0, 0 };
}

void mk_server_joint_make_hinge(Server *self, GdRID joint, GdRID body_a,
		const GdTransform3D *hinge_a, GdRID body_b, const GdTransform3D *hinge_b) {
	JointParts parts = { body_a, body_b, *hinge_a, *hinge_b, NULL };
	make(self, joint, GD_JOINT_TYPE_HINGE, &parts, __func__);
}

void mk_server_joint_make_hinge_simple(Server *self, GdRID joint, GdRID body_a, GdVector3 pivot_a,
		GdVector3 axis_a, GdRID body_b, GdVector3 pivot_b, GdVector3 axis_b) {
	JointParts parts = { body_a, body_b, frame_along(pivot_a, axis_a), frame_along(pivot_b, axis_b),
		NULL };
	make(self, joint, GD_JOINT_TYPE_HINGE, &parts, __func__);
}

void mk_server_hinge_joint_set_param(Server *self, GdRID joint, int64_t param, double value) {
	ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_HINGE, __func__);
	if (found) set_param(found, 0, param, value, __func__);
}

double mk_server_hinge_joint_get_param(Server *self, GdRID joint, int64_t param) {
	const ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_HINGE, __func__);
	return found ? get_param(found, 0, param, __func__) : 0;
}

void mk_server_hinge_joint_set_flag(Server *self, GdRID joint, int64_t flag, bool enabled) {
	ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_HINGE, __func__);
	if (!found || !is_flag(found, flag, __func__)) return;
	found->axes[0].flags[flag] = enabled;
	mk_joint_update(found);
}

bool mk_server_hinge_joint_get_flag(Server *self, GdRID joint, int64_t flag) {
	const ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_HINGE, __func__);
	return found && is_flag(found, flag, __func__) && found->axes[0].flags[flag];
}

void mk_server_joint_make_slider(Server *self, GdRID joint, GdRID body_a,
		const GdTransform3D *local_ref_a, GdRID body_b, const GdTransform3D *local_ref_b) {
	JointParts parts = { body_a, body_b, *local_ref_a, *local_ref_b, NULL };
	make(self, joint, GD_JOINT_TYPE_SLIDER, &parts, __func__);
}

void mk_server_slider_joint_set_param(Server *self, GdRID joint, int64_t param, double value) {
	ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_SLIDER, __func__);
	if (found) set_param(found, 0, param, value, __func__);
}

double mk_server_slider_joint_get_param(Server *self, GdRID joint, int64_t param) {
	const ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_SLIDER, __func__);
	return found ? get_param(found, 0, param, __func__) : 0;
}

void mk_server_joint_make_cone_twist(Server *self, GdRID joint, GdRID body_a,
		const GdTransform3D *local_ref_a, GdRID body_b, const GdTransform3D *local_ref_b) {
	JointParts parts = { body_a, body_b, *local_ref_a, *local_ref_b, NULL };
	make(self, joint, GD_JOINT_TYPE_CONE_TWIST, &parts, __func__);
}

void mk_server_cone_twist_joint_set_param(Server *self, GdRID joint, int64_t param, double value) {
	ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_CONE_TWIST, __func__);
	if (found) set_param(found, 0, param, value, __func__);
}

double mk_server_cone_twist_joint_get_param(Server *self, GdRID joint, int64_t param) {
	const ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_CONE_TWIST, __func__);
	return found ? get_param(found, 0, param, __func__) : 0;
}

void mk_server_joint_make_generic_6dof(Server *self, GdRID joint, GdRID body_a,
		const GdTransform3D *local_ref_a, GdRID body_b, const GdTransform3D *local_ref_b) {
	JointParts parts = { body_a, body_b, *local_ref_a, *local_ref_b, NULL };
	make(self, joint, GD_JOINT_TYPE_6DOF, &parts, __func__);
}

void mk_server_generic_6dof_joint_set_param(
		Server *self, GdRID joint, int64_t axis, int64_t param, double value) {
	ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_6DOF, __func__);
	if (found && is_axis(found, axis, __func__)) set_param(found, axis, param, value, __func__);
}

double mk_server_generic_6dof_joint_get_param(
		Server *self, GdRID joint, int64_t axis, int64_t param) {
	const ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_6DOF, __func__);
	return found && is_axis(found, axis, __func__) ? get_param(found, axis, param, __func__) : 0;
}

void mk_server_generic_6dof_joint_set_flag(
		Server *self, GdRID joint, int64_t axis, int64_t flag, bool enable) {
	ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_6DOF, __func__);
	if (!found || !is_axis(found, axis, __func__) || !is_flag(found, flag, __func__)) return;
	found->axes[axis].flags[flag] = enable;
	mk_joint_update(found);
}

bool mk_server_generic_6dof_joint_get_flag(Server *self, GdRID joint, int64_t axis, int64_t flag) {
	const ServerJoint *found = find_joint_of(self, joint, GD_JOINT_TYPE_6DOF, __func__);
	return found && is_axis(found, axis, __func__) && is_flag(found, flag, __func__) &&
			found->axes[axis].flags[flag];
}

int64_t mk_server_joint_get_type(Server *self, GdRID joint) {
	const ServerJoint *found = find_joint(self, joint, __func__);
	return found && found->type != MK_JOINT_TYPE_OWN ? found->type : GD_JOINT_TYPE_MAX;
}

void mk_server_joint_set_solver_priority(Server *self, GdRID joint, int32_t priority) {
	ServerJoint *found = find_joint(self, joint, __func__);
	if (!found) return;
	found->solver_priority = priority;
	mk_joint_update(found);
}

int32_t mk_server_joint_get_solver_priority(Server *self, GdRID joint) {
	const ServerJoint *found = find_joint(self, joint, __func__);
	return found ? found->solver_priority : 0;
}

void mk_server_joint_disable_collisions_between_bodies(Server *self, GdRID joint, bool disable) {
	ServerJoint *found = find_joint(self, joint, __func__);
	if (!found) return;
	found->disables_collisions = disable;
	mk_joint_update(found);
}

bool mk_server_joint_is_disabled_collisions_between_bodies(Server *self, GdRID joint) {
	const ServerJoint *found = find_joint(self, joint, __func__);
	return found && found->disables_collisions;
}
