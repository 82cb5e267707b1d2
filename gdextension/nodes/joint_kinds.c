// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/joint_kinds.h"

#include "convert.h"

// m, N/m and N s/m; what can be set at most
#define MK_MOST_LENGTH    100000.0
#define MK_MOST_STIFFNESS 1e9

// The methods of all of them.
static const Method joint_methods[] = {
	{ .name = "attach", .call = mk_joint_node_attach },
	{ .name = "detach", .call = mk_joint_node_detach },
	{ .name = "get_problem",
			.call = mk_joint_node_get_problem,
			.result = { .type = VALUE_STRING },
			.is_const = true },
	{ .name = "is_attached",
			.call = mk_joint_node_is_attached,
			.result = { .type = VALUE_BOOL },
			.is_const = true },
};

// The path of a body, as the inspector shows it.
#define MK_BODY_PATH(side)                                               \
	.type = VALUE_NODE_PATH, .offset = offsetof(JointNode, paths[side]), \
	.hint = GD_PROPERTY_HINT_NODE_PATH_VALID_TYPES, .hint_text = "PhysicsBody3D"

#define MK_PRIORITY                                                                   \
	.type = VALUE_INT, .offset = offsetof(JointNode, priority), .low = 1, .high = 32, \
	.hint = GD_PROPERTY_HINT_RANGE, .hint_text = "1,8,1,or_greater"

// A 6DOF joint of another server: one number, or one switch, for all three axes.
static void set_all(const JointPlan *plan, int64_t param, double value) {
	for (int64_t axis = 0; axis < 3; axis++)
		gd_physics_server3d_generic_6dof_joint_set_param(
				mk_joint_node_server(), plan->joint, axis, param, value);
}

static void switch_all(const JointPlan *plan, int64_t flag, bool is_on) {
	for (int64_t axis = 0; axis < 3; axis++)
		gd_physics_server3d_generic_6dof_joint_set_flag(
				mk_joint_node_server(), plan->joint, axis, flag, is_on);
}

static void make_6dof(const JointPlan *plan) {
	GdTransform3D frames[2] = { affine_to_godot(plan->frames[0]),
		affine_to_godot(plan->frames[1]) };
	gd_physics_server3d_joint_make_generic_6dof(mk_joint_node_server(), plan->joint,
			plan->bodies[0], &frames[0], plan->bodies[1], &frames[1]);
}

static void limit_6dof(const JointPlan *plan, double reach) {
	make_6dof(plan);
	switch_all(plan, GD_G6DOF_JOINT_FLAG_ENABLE_LINEAR_LIMIT, true);
	set_all(plan, GD_G6DOF_JOINT_LINEAR_LOWER_LIMIT, -reach);
	set_all(plan, GD_G6DOF_JOINT_LINEAR_UPPER_LIMIT, reach);
}

typedef struct FixedJointNode {
	JointNode base;
} FixedJointNode;

static const Property fixed_properties[] = {
	{ .name = "node_a", MK_BODY_PATH(0) },
	{ .name = "node_b", MK_BODY_PATH(1) },
	{ .name = "solver_priority", MK_PRIORITY },
	{ .name = "exclude_nodes_from_collision",
			.type = VALUE_BOOL,
			.offset = offsetof(JointNode, excludes_collision) },
};

static JointSettings describe_fixed(const JointNode *self, const JointPlan *plan) {
	(void)self, (void)plan;
	return mk_joint_settings(JOINT_FIXED);
}

static void fix_6dof(const JointNode *self, const JointPlan *plan) {
	(void)self;
	limit_6dof(plan, 0);
	switch_all(plan, GD_G6DOF_JOINT_FLAG_ENABLE_ANGULAR_LIMIT, true);
	set_all(plan, GD_G6DOF_JOINT_ANGULAR_LOWER_LIMIT, 0);
	set_all(plan, GD_G6DOF_JOINT_ANGULAR_UPPER_LIMIT, 0);
}

const JointNodeKind mk_fixed_joint_kind = { &mk_fixed_joint_class, NULL, describe_fixed, fix_6dof };

Class mk_fixed_joint_class = {
	.name = "FixedJoint3D",
	.parent = "Node3D",
	.virtuals = gd_overrides_joint_node,
	.virtual_count = GD_OVERRIDE_COUNT_JOINT_NODE,
	.instance_size = sizeof(FixedJointNode),
	.init = mk_joint_node_init,
	.end = mk_joint_node_end,
	.changed = mk_joint_node_changed,
	.notify = mk_joint_node_notify,
	.methods = MK_TABLE(joint_methods),
	.properties = MK_TABLE(fixed_properties),
};

typedef enum DistanceMode { DISTANCE_ROPE, DISTANCE_ROD, DISTANCE_SPRING } DistanceMode;

typedef struct DistanceJointNode {
	JointNode base;
	GdVector3 anchors[2]; // in the space of the node
	int64_t mode;
	double length; // m; 0: as far apart as the anchors are
	double stiffness;
	double damping;
} DistanceJointNode;

static const Constant distance_constants[] = {
	{ "MODE_ROPE", DISTANCE_ROPE, "Mode", false },
	{ "MODE_ROD", DISTANCE_ROD, "Mode", false },
	{ "MODE_SPRING", DISTANCE_SPRING, "Mode", false },
};

static const Property distance_properties[] = {
	{ .name = "node_a", MK_BODY_PATH(0) },
	{ .name = "node_b", MK_BODY_PATH(1) },
	{ .name = "solver_priority", MK_PRIORITY },
	{ .name = "exclude_nodes_from_collision",
			.type = VALUE_BOOL,
			.offset = offsetof(JointNode, excludes_collision) },
	{ .name = "mode",
			.type = VALUE_INT,
			.class_name = "DistanceJoint3D.Mode",
			.offset = offsetof(DistanceJointNode, mode),
			.high = DISTANCE_SPRING,
			.hint = GD_PROPERTY_HINT_ENUM,
			.hint_text = "Rope,Rod,Spring" },
	{ .name = "anchor_a",
			.type = VALUE_VECTOR3,
			.offset = offsetof(DistanceJointNode, anchors[0]),
			.hint = GD_PROPERTY_HINT_NONE,
			.hint_text = "suffix:m" },
	{ .name = "anchor_b",
			.type = VALUE_VECTOR3,
			.offset = offsetof(DistanceJointNode, anchors[1]),
			.hint = GD_PROPERTY_HINT_NONE,
			.hint_text = "suffix:m" },
	{ .name = "length",
			.type = VALUE_REAL,
			.offset = offsetof(DistanceJointNode, length),
			.high = MK_MOST_LENGTH,
			.hint = GD_PROPERTY_HINT_RANGE,
			.hint_text = "0,100,0.001,or_greater,suffix:m" },
	{ .name = "stiffness",
			.type = VALUE_REAL,
			.offset = offsetof(DistanceJointNode, stiffness),
			.high = MK_MOST_STIFFNESS,
			.hint = GD_PROPERTY_HINT_RANGE,
			.hint_text = "0,10000,0.1,or_greater,exp,suffix:N/m" },
	{ .name = "damping",
			.type = VALUE_REAL,
			.offset = offsetof(DistanceJointNode, damping),
			.high = MK_MOST_STIFFNESS,
			.hint = GD_PROPERTY_HINT_RANGE,
			.hint_text = "0,1000,0.1,or_greater,exp,suffix:N s/m" },
};

static void init_distance(void *self) {
	DistanceJointNode *joint = self;
	mk_joint_node_init(self);
	joint->anchors[1] = (GdVector3){ 0, -1, 0 };
	joint->stiffness = 100;
	joint->damping = 1;
}

// Only a spring has a stiffness and a damping.
static bool is_distance_idle(const void *self, const Property *property) {
	const DistanceJointNode *joint = self;
	bool is_of_spring = property->offset == offsetof(DistanceJointNode, stiffness) ||
			property->offset == offsetof(DistanceJointNode, damping);
	return is_of_spring && joint->mode != DISTANCE_SPRING;
}

static void change_distance(void *self, const Property *property) {
	const DistanceJointNode *joint = self;
	mk_joint_node_changed(self, property);
	if (property->offset == offsetof(DistanceJointNode, mode))
		gd_object_notify_property_list_changed(joint->base.instance.object);
}

static void place_distance(const JointNode *self, GdVector3 anchors[2]) {
	const DistanceJointNode *joint = (const DistanceJointNode *)self;
	anchors[0] = joint->anchors[0];
	anchors[1] = joint->anchors[1];
}

static Real find_length(const DistanceJointNode *joint, const JointPlan *plan) {
	return joint->length > 0 ? (Real)joint->length : vec3_length(plan->line);
}

static JointSettings describe_distance(const JointNode *self, const JointPlan *plan) {
	const DistanceJointNode *joint = (const DistanceJointNode *)self;
	JointSettings settings = mk_joint_settings(JOINT_DISTANCE);
	JointAxis *axis = settings.axes + JOINT_ALONG_X;
	Real length = find_length(joint, plan);
	axis->has_limit = joint->mode != DISTANCE_SPRING;
	axis->lower = joint->mode == DISTANCE_ROD ? length : 0;
	axis->upper = length;
	axis->has_spring = joint->mode == DISTANCE_SPRING;
	axis->stiffness = (Real)joint->stiffness;
	axis->damping = (Real)joint->damping;
	axis->equilibrium = length;
	return settings;
}

// The line from the first anchor to the second, as long as the joint wants it.
static Vec3 wanted_line(const DistanceJointNode *joint, const JointPlan *plan) {
	Real length = vec3_length(plan->line);
	if (length == 0) return vec3(0, -find_length(joint, plan), 0);
	return vec3_scale(plan->line, find_length(joint, plan) / length);
}

// The first anchor is held in a cube instead of a ball.
static void box_rope(const DistanceJointNode *joint, const JointPlan *plan) {
	limit_6dof(plan, (double)find_length(joint, plan));
	switch_all(plan, GD_G6DOF_JOINT_FLAG_ENABLE_ANGULAR_LIMIT, false);
}

// One body turns with the rod, the second where there are two: it is pinned
// where the other's anchor is.
static void pin_rod(const DistanceJointNode *joint, const JointPlan *plan) {
	Vec3 line = wanted_line(joint, plan);
	Vec3 ends[2] = { plan->frames[0].origin, plan->frames[1].origin };
	if (plan->bodies[1].id) {
		ends[1] = affine_point(plan->frames[1], vec3_negate(line));
	} else {
		ends[0] = affine_point(plan->frames[0], line);
	}
	gd_physics_server3d_joint_make_pin(mk_joint_node_server(), plan->joint, plan->bodies[0],
			vec3_to_godot(ends[0]), plan->bodies[1], vec3_to_godot(ends[1]));
}

// The spring pulls towards a place instead of a distance.
static void spring_6dof(const DistanceJointNode *joint, const JointPlan *plan) {
	make_6dof(plan);
	switch_all(plan, GD_G6DOF_JOINT_FLAG_ENABLE_LINEAR_LIMIT, false);
	switch_all(plan, GD_G6DOF_JOINT_FLAG_ENABLE_ANGULAR_LIMIT, false);
	switch_all(plan, GD_G6DOF_JOINT_FLAG_ENABLE_LINEAR_SPRING, true);
	set_all(plan, GD_G6DOF_JOINT_LINEAR_SPRING_STIFFNESS, joint->stiffness);
	set_all(plan, GD_G6DOF_JOINT_LINEAR_SPRING_DAMPING, joint->damping);
	Vec3 line = wanted_line(joint, plan);
	// where there is one body only, Jolt sees it from the world
	if (!plan->bodies[1].id) line = vec3_negate(line);
	const Real places[3] = { line.x, line.y, line.z };
	for (int64_t axis = 0; axis < 3; axis++)
		gd_physics_server3d_generic_6dof_joint_set_param(mk_joint_node_server(), plan->joint, axis,
				GD_G6DOF_JOINT_LINEAR_SPRING_EQUILIBRIUM_POINT, (double)places[axis]);
}

static void stand_in_distance(const JointNode *self, const JointPlan *plan) {
	static void (*const makers[])(const DistanceJointNode *, const JointPlan *) = {
		[DISTANCE_ROPE] = box_rope,
		[DISTANCE_ROD] = pin_rod,
		[DISTANCE_SPRING] = spring_6dof,
	};
	const DistanceJointNode *joint = (const DistanceJointNode *)self;
	makers[joint->mode](joint, plan);
}

const JointNodeKind mk_distance_joint_kind = { &mk_distance_joint_class, place_distance,
	describe_distance, stand_in_distance };

Class mk_distance_joint_class = {
	.name = "DistanceJoint3D",
	.parent = "Node3D",
	.virtuals = gd_overrides_joint_node,
	.virtual_count = GD_OVERRIDE_COUNT_JOINT_NODE,
	.instance_size = sizeof(DistanceJointNode),
	.init = init_distance,
	.end = mk_joint_node_end,
	.changed = change_distance,
	.is_idle = is_distance_idle,
	.notify = mk_joint_node_notify,
	.methods = MK_TABLE(joint_methods),
	.properties = MK_TABLE(distance_properties),
	.constants = MK_TABLE(distance_constants),
};
