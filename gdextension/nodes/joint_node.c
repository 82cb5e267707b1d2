// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/joint_node.h"

#include "convert.h"
#include "nodes/joint_kinds.h"
#include "report.h"
#include "server/joint.h"
#include "server/server.h"

// Godot's numbers of what happens to a node.
#define MK_EXIT_TREE       11
#define MK_POST_ENTER_TREE 27

static const JointNodeKind *const kinds[] = { &mk_fixed_joint_kind, &mk_distance_joint_kind };

static const JointNodeKind *find_kind(const JointNode *self) {
	size_t i = 0;
	while (kinds[i]->type != self->instance.type)
		i++;
	return kinds[i];
}

static GDExtensionObjectPtr singleton(const char *text) {
	GdStringName name;
	gd.string_name_new_with_latin1_chars(&name, text, true);
	return gd.global_get_singleton(&name);
}

GDExtensionObjectPtr mk_joint_node_server(void) { return singleton("PhysicsServer3D"); }

static bool is_class(GDExtensionObjectPtr object, const char *text) {
	GdString name;
	gd.string_new_with_utf8_chars(&name, text);
	bool is_one = gd_object_is_class(object, &name);
	gd_string_destroy(&name);
	return is_one;
}

static bool is_set(const GdNodePath *path) { return !gd_node_path_is_empty(path); }

// The node that a path leads to, if it is a body.
static GDExtensionObjectPtr find_body(const JointNode *self, uint32_t side) {
	if (!is_set(&self->paths[side])) return NULL;
	GDExtensionObjectPtr node = gd_node_get_node_or_null(self->instance.object, &self->paths[side]);
	return node && is_class(node, "PhysicsBody3D") ? node : NULL;
}

// What is wrong with the two paths, as a sentence without an end; NULL: nothing. In the tree only.
static const char *find_problem(const JointNode *self, GDExtensionObjectPtr bodies[2]) {
	static const char *const lost[2] = { "node_a leads to no PhysicsBody3D",
		"node_b leads to no PhysicsBody3D" };
	for (uint32_t i = 0; i < 2; i++) {
		bodies[i] = find_body(self, i);
		if (is_set(&self->paths[i]) && !bodies[i]) return lost[i];
	}
	if (!bodies[0] && !bodies[1]) return "it joins nothing: set node_a, node_b or both";
	return bodies[0] == bodies[1] ? "node_a and node_b are the same body" : NULL;
}

static const char *problem_now(const JointNode *self) {
	GDExtensionObjectPtr bodies[2];
	return gd_node_is_inside_tree(self->instance.object) ? find_problem(self, bodies) : NULL;
}

void mk_joint_node_get_configuration_warnings(JointNode *self, GdPackedStringArray *ret) {
	const char *problem = problem_now(self);
	if (!problem) return;
	GdString text;
	gd.string_new_with_utf8_chars(&text, problem);
	gd_packed_string_array_push_back(ret, &text);
	gd_string_destroy(&text);
}

// A body that leaves the tree takes its joint with it.
static void follow(JointNode *self, uint32_t side, GDExtensionObjectPtr body) {
	GDExtensionObjectPtr old = gd.object_get_instance_from_id(self->followed[side]);
	uint64_t id = body ? gd.object_get_instance_id(body) : 0;
	if (self->followed[side] == id) return;
	GdStringName signal;
	gd.string_name_new_with_latin1_chars(&signal, "tree_exiting", true);
	GdCallable detach = mk_class_callable(self->instance.object, "detach");
	if (old) gd_object_disconnect(old, &signal, &detach);
	if (body) gd_object_connect(body, &signal, &detach, 0);
	gd_callable_destroy(&detach);
	self->followed[side] = id;
}

static bool is_attached(const JointNode *self) { return self->followed[0] || self->followed[1]; }

static void detach(JointNode *self) {
	if (is_attached(self)) gd_physics_server3d_joint_clear(mk_joint_node_server(), self->joint);
	follow(self, 0, NULL);
	follow(self, 1, NULL);
}

// A place of the node, seen from a body. Only turns count: a frame has no scale.
static Affine see_from(GDExtensionObjectPtr body, Affine place) {
	GdTransform3D global = { 0 };
	Affine inverse = affine_identity();
	Mat3 stretch;
	if (body) {
		gd_node3d_get_global_transform(body, &global);
		if (!affine_invert(affine_from_godot(&global), &inverse)) inverse = affine_identity();
	}
	return affine_from_transform(affine_split(affine_multiply(inverse, place), &stretch));
}

static void find_places(const JointNode *self, GDExtensionObjectPtr bodies[2], JointPlan *plan) {
	GdVector3 anchors[2] = { { 0, 0, 0 }, { 0, 0, 0 } };
	const JointNodeKind *kind = find_kind(self);
	if (kind->place) kind->place(self, anchors);
	GdTransform3D global;
	gd_node3d_get_global_transform(self->instance.object, &global);
	Affine node = affine_from_godot(&global);
	Mat3 stretch;
	Transform unscaled = affine_split(node, &stretch);
	uint32_t first = bodies[0] ? 0 : 1; // every server wants a first body; the world is the second
	for (uint32_t i = 0; i < 2; i++) {
		GDExtensionObjectPtr body = bodies[i ^ first];
		Vec3 point = affine_point(node, vec3_from_godot(anchors[i ^ first]));
		plan->frames[i] = see_from(body, (Affine){ node.linear, point });
		if (body) plan->bodies[i] = gd_collision_object3d_get_rid(body);
		Vec3 place = transform_point_inverse(unscaled, point);
		plan->line = i ? vec3_sub(place, plan->line) : place;
	}
}

static void make(const JointNode *self, const JointPlan *plan) {
	const JointNodeKind *kind = find_kind(self);
	Server *server = mk_server_running();
	if (server) {
		JointSettings settings = kind->describe(self, plan);
		JointParts parts = { plan->bodies[0], plan->bodies[1], affine_to_godot(plan->frames[0]),
			affine_to_godot(plan->frames[1]), &settings };
		mk_joint_make_own(server, plan->joint, &parts);
	} else {
		kind->stand_in(self, plan);
	}
	GDExtensionObjectPtr running = mk_joint_node_server();
	gd_physics_server3d_joint_set_solver_priority(running, plan->joint, (int32_t)self->priority);
	gd_physics_server3d_joint_disable_collisions_between_bodies(
			running, plan->joint, self->excludes_collision);
}

// In the editor nothing moves, and nothing need be held. A joint without bodies is no mistake yet.
static void attach(JointNode *self) {
	detach(self);
	GDExtensionObjectPtr bodies[2];
	if (!gd_node_is_inside_tree(self->instance.object)) return;
	if (gd_engine_is_editor_hint(singleton("Engine"))) return;
	const char *problem = find_problem(self, bodies);
	if (problem) {
		if (is_set(&self->paths[0]) || is_set(&self->paths[1]))
			mk_report_error(self->instance.type->name, "%s; it holds nothing.", problem);
		return;
	}
	if (!self->joint.id) self->joint = gd_physics_server3d_joint_create(mk_joint_node_server());
	JointPlan plan = { .joint = self->joint };
	find_places(self, bodies, &plan);
	make(self, &plan);
	follow(self, 0, bodies[0]);
	follow(self, 1, bodies[1]);
}

void mk_joint_node_init(void *self) {
	JointNode *node = self;
	node->excludes_collision = true;
	node->priority = 1;
	for (uint32_t i = 0; i < 2; i++)
		gd_node_path_create(&node->paths[i]);
}

void mk_joint_node_end(void *self) {
	JointNode *node = self;
	if (node->joint.id) gd_physics_server3d_free_rid(mk_joint_node_server(), node->joint);
	for (uint32_t i = 0; i < 2; i++)
		gd_node_path_destroy(&node->paths[i]);
}

void mk_joint_node_changed(void *self, const Property *property) {
	(void)property;
	const JointNode *node = self;
	attach(self);
	gd_node_update_configuration_warnings(node->instance.object);
	gd_node3d_update_gizmos(node->instance.object);
}

void mk_joint_node_notify(void *self, int32_t what) {
	if (what == MK_POST_ENTER_TREE) attach(self);
	if (what == MK_EXIT_TREE) detach(self);
}

void mk_joint_node_attach(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args, (void)ret;
	attach(self);
}

void mk_joint_node_detach(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args, (void)ret;
	detach(self);
}

void mk_joint_node_get_problem(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args;
	const char *problem = problem_now(self);
	gd.string_new_with_utf8_chars(&ret->string, problem ? problem : "");
}

void mk_joint_node_is_attached(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args;
	ret->boolean = is_attached(self);
}
