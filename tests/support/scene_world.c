// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "support/scene_world.h"

#include <stdlib.h>

static void add_gravity(void *user, const WorldObject *object, BodySurroundings *out) {
	(void)user;
	(void)object;
	out->gravity = vec3(0, (Real)-LIST_GRAVITY, 0);
}

static Vec3 vec3_of(const double v[3]) { return vec3((Real)v[0], (Real)v[1], (Real)v[2]); }

static Transform pose_of(const double position[3], const double rotation[4]) {
	Quat turn = { (Real)rotation[0], (Real)rotation[1], (Real)rotation[2], (Real)rotation[3] };
	return (Transform){ quat_normalize(turn), vec3_of(position) };
}

static void add_body(SceneWorld *made, const SceneList *list, int index) {
	const ListBody *from = list->bodies + index;
	const ListShape *shape = list->shapes + from->shape;
	MadeBody *to = made->bodies + index;
	mk_body_init(&to->body);
	mk_body_set_mode(&to->body, from->density > 0 ? BODY_RIGID : BODY_STATIC);
	mk_body_set_pose(&to->body, affine_from_transform(pose_of(from->position, from->rotation)));
	to->body.can_sleep = list->can_sleep;
	if (from->density > 0) {
		to->body.mass = (Real)(from->density * shape->volume);
		to->body.moments = vec3_scale(vec3_of(shape->moments), (Real)from->density);
	}
	to->object = (WorldObject){ .body = &to->body, .name = (uint64_t)index + 1 };
	to->object.layer = to->object.mask = 1;
	to->object.friction = (Real)LIST_FRICTION;
	mk_shape_retain(shape->shape);
	ObjectShape one = { .shape = shape->shape, .local = affine_identity() };
	object_shape_array_push(&to->object.shapes, one);
	mk_world_add(&made->world, &to->object);
}

static void add_joint(SceneWorld *made, const SceneList *list, int index) {
	const ListJoint *from = list->joints + index;
	WorldJoint *to = made->joints + index;
	bool is_hinge = from->kind == LIST_HINGE;
	*to = (WorldJoint){ .settings = mk_joint_settings(is_hinge ? JOINT_HINGE : JOINT_PIN) };
	to->settings.ignores_contacts = true;
	JointAxis *axis = to->settings.axes + JOINT_ABOUT_Z;
	axis->has_limit = is_hinge;
	axis->upper = (Real)from->limit;
	Quat turn = mk_quat_between(vec3(0, 0, 1), vec3_of(from->axis));
	for (int i = 0; i < 2; i++) {
		const ListBody *body = list->bodies + from->bodies[i];
		Transform place = { turn, vec3_of(from->place) };
		to->objects[i] = &made->bodies[from->bodies[i]].object;
		to->settings.frames[i] = transform_relative(pose_of(body->position, body->rotation), place);
	}
	if (mk_world_add_joint(&made->world, to) != NULL) abort();
}

void scene_world_init(SceneWorld *made, const SceneList *list, uint32_t workers) {
	*made = (SceneWorld){ .body_count = list->body_count, .joint_count = list->joint_count };
	made->threads = workers > 1 ? mk_job_threads_create(workers) : NULL;
	JobHost host = { 0 };
	if (made->threads != NULL) host = mk_job_threads_host(made->threads);
	mk_world_init(&made->world, &host);
	made->world.surroundings = add_gravity;
	made->bodies = mk_alloc((size_t)list->body_count * sizeof(MadeBody));
	made->joints = mk_alloc((size_t)list->joint_count * sizeof(WorldJoint));
	for (int i = 0; i < list->body_count; i++)
		add_body(made, list, i);
	for (int i = 0; i < list->joint_count; i++)
		add_joint(made, list, i);
}

void scene_world_free(SceneWorld *made) {
	mk_world_free(&made->world);
	for (int i = 0; i < made->body_count; i++) {
		ObjectShapeArray *shapes = &made->bodies[i].object.shapes;
		mk_shape_release(shapes->data[0].shape);
		object_shape_array_free(shapes);
	}
	mk_free(made->bodies, (size_t)made->body_count * sizeof(MadeBody));
	mk_free(made->joints, (size_t)made->joint_count * sizeof(WorldJoint));
	if (made->threads != NULL) mk_job_threads_destroy(made->threads);
}

void scene_world_step(SceneWorld *made) { mk_world_step(&made->world, (Real)LIST_DT); }

void scene_world_poses(const SceneWorld *made, ListPose *poses) {
	for (int i = 0; i < made->body_count; i++) {
		const Body *body = &made->bodies[i].body;
		Vec3 p = body->pose.origin;
		Quat q = body->rotation;
		poses[i] = (ListPose){ { (double)p.x, (double)p.y, (double)p.z },
			{ (double)q.x, (double)q.y, (double)q.z, (double)q.w } };
	}
}

static double distance(const double a[3], const double b[3]) {
	return (double)vec3_distance(vec3_of(a), vec3_of(b));
}

static double joint_gap(const SceneList *list, const ListPose *poses, int index) {
	const ListJoint *joint = list->joints + index;
	Vec3 ends[2];
	for (int i = 0; i < 2; i++) {
		const ListBody *start = list->bodies + joint->bodies[i];
		const ListPose *now = poses + joint->bodies[i];
		Transform was = pose_of(start->position, start->rotation);
		Vec3 local = transform_point_inverse(was, vec3_of(joint->place));
		ends[i] = transform_point(pose_of(now->position, now->rotation), local);
	}
	return (double)vec3_distance(ends[0], ends[1]);
}

// Contacts of a world with bodies at the poses, before anything has moved: a step
// of no length to speak of.
static double find_deepest(const SceneList *list, const ListPose *poses) {
	SceneList moved = *list;
	moved.bodies = mk_alloc((size_t)list->body_count * sizeof(ListBody));
	memcpy(moved.bodies, list->bodies, (size_t)list->body_count * sizeof(ListBody));
	moved.joint_count = 0;
	for (int i = 0; i < list->body_count; i++) {
		memcpy(moved.bodies[i].position, poses[i].position, sizeof(poses[i].position));
		memcpy(moved.bodies[i].rotation, poses[i].rotation, sizeof(poses[i].rotation));
	}
	SceneWorld made;
	scene_world_init(&made, &moved, 1);
	for (int i = 0; i < list->joint_count; i++)
		mk_world_set_exception(&made.world, &made.bodies[list->joints[i].bodies[0]].object,
				&made.bodies[list->joints[i].bodies[1]].object, true);
	mk_world_step(&made.world, (Real)1e-6);
	double deepest = 0;
	for (uint32_t i = 0; i < made.world.patches.count; i++) {
		const ContactPatch *patch = made.world.patches.data + i;
		for (uint32_t k = 0; k < patch->manifold.count; k++) {
			double depth = -(double)patch->manifold.points[k].separation;
			deepest = depth > deepest ? depth : deepest;
		}
	}
	scene_world_free(&made);
	mk_free(moved.bodies, (size_t)list->body_count * sizeof(ListBody));
	return deepest;
}

SceneError scene_measure(const SceneList *list, const ListPose *poses) {
	SceneError error = { .deepest = find_deepest(list, poses) };
	for (int i = 0; i < list->joint_count; i++) {
		double gap = joint_gap(list, poses, i);
		error.gap = gap > error.gap ? gap : error.gap;
	}
	if (list->top >= 0) {
		error.drift = distance(poses[list->top].position, list->bodies[list->top].position);
	}
	return error;
}
