// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "support/world_make.h"

#include "base/hash.h"
#include "shape/convex.h"

static void add_gravity(void *user, const WorldObject *object, BodySurroundings *out) {
	(void)object;
	out->gravity = ((const WorldMake *)user)->gravity;
}

WorldMake *world_make(uint32_t workers) {
	WorldMake *make = mk_alloc(sizeof(*make));
	memset(make, 0, sizeof(*make));
	make->threads = workers > 1 ? mk_job_threads_create(workers) : NULL;
	JobHost host = { 0 };
	if (make->threads != NULL) host = mk_job_threads_host(make->threads);
	mk_world_init(&make->world, &host);
	make->world.surroundings = add_gravity;
	make->world.user = make;
	// also where there is so little to do that a world would not ask for help
	make->world.settings.worker_count = workers;
	make->gravity = vec3(0, (Real)-9.8, 0);
	return make;
}

static void free_shapes(ObjectShapeArray *shapes) {
	for (uint32_t s = 0; s < shapes->count; s++)
		mk_shape_release(shapes->data[s].shape);
	object_shape_array_free(shapes);
}

void world_make_free(WorldMake *make) {
	mk_world_free(&make->world);
	for (uint32_t i = 0; i < make->count; i++)
		free_shapes(&make->bodies[i].object.shapes);
	for (uint32_t i = 0; i < make->area_count; i++)
		free_shapes(&make->areas[i].object.shapes);
	for (uint32_t i = 0; i < make->joint_count; i++)
		mk_free(make->joints[i], sizeof(WorldJoint));
	if (make->threads != NULL) mk_job_threads_destroy(make->threads);
	mk_free(make, sizeof(*make));
}

static void set_mass(Body *body, const Shape *shape, Real density) {
	MassProperties mass = mass_scale(mk_shape_mass(shape, affine_identity()), density);
	Mat3 inertia = mass_inertia(mass);
	body->mass = mass.mass;
	body->local_center = mass.center;
	body->moments = vec3(inertia.x.x, inertia.y.y, inertia.z.z);
}

MadeBody *make_body(WorldMake *make, BodyMode mode, Shape *shape, Transform pose, Real density) {
	MK_ASSERT(make->count < MAKE_BODIES && shape != NULL);
	MadeBody *made = make->bodies + make->count++;
	mk_body_init(&made->body);
	mk_body_set_mode(&made->body, mode);
	mk_body_set_pose(&made->body, affine_from_transform(pose));
	if (body_is_rigid(&made->body)) set_mass(&made->body, shape, density);
	made->object = (WorldObject){
		.body = &made->body,
		.name = make->count,
		.layer = 1,
		.mask = 1,
		.friction = (Real)0.6,
	};
	object_shape_array_push(
			&made->object.shapes, (ObjectShape){ .shape = shape, .local = affine_identity() });
	mk_world_add(&make->world, &made->object);
	return made;
}

static MadeBody *make_upright(WorldMake *make, Shape *shape, Vec3 position) {
	return make_body(make, BODY_RIGID, shape, (Transform){ quat_identity(), position }, 1000);
}

MadeBody *make_box(WorldMake *make, Vec3 half, Vec3 position) {
	return make_upright(make, mk_box_create(half, NULL), position);
}

MadeBody *make_ball(WorldMake *make, Real radius, Vec3 position) {
	return make_upright(make, mk_sphere_create(radius, NULL), position);
}

MadeBody *make_cylinder(WorldMake *make, Real radius, Real height, Vec3 position) {
	return make_upright(make, mk_cylinder_create(radius, height, NULL), position);
}

WorldArea *make_area(WorldMake *make, Shape *shape, Vec3 position) {
	MK_ASSERT(make->area_count < MAKE_AREAS && shape != NULL);
	WorldArea *area = make->areas + make->area_count++;
	mk_area_init(area);
	area->object.layer = area->object.mask = 1;
	area->object.name = MAKE_BODIES + make->area_count;
	Affine pose = affine_identity();
	pose.origin = position;
	mk_body_set_pose(&area->body, pose);
	object_shape_array_push(
			&area->object.shapes, (ObjectShape){ .shape = shape, .local = affine_identity() });
	mk_world_add(&make->world, &area->object);
	return area;
}

MadeBody *make_floor(WorldMake *make) {
	Shape *plane = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	return make_body(make, BODY_STATIC, plane, transform_identity(), 0);
}

static Transform frame_in(const MadeBody *made, Transform place) {
	if (made == NULL) return place;
	Transform pose = { made->body.rotation, made->body.pose.origin };
	return transform_relative(pose, place);
}

WorldJoint *make_joint(
		WorldMake *make, JointSettings settings, MadeBody *a, MadeBody *b, Transform place) {
	MK_ASSERT(make->joint_count < MAKE_JOINTS);
	WorldJoint *joint = mk_alloc(sizeof(*joint));
	make->joints[make->joint_count++] = joint;
	settings.frames[0] = frame_in(a, place);
	settings.frames[1] = frame_in(b, place);
	*joint = (WorldJoint){ .settings = settings };
	joint->objects[0] = &a->object;
	joint->objects[1] = b == NULL ? NULL : &b->object;
	const char *problem = mk_world_add_joint(&make->world, joint);
	if (problem != NULL) mk_assert_fail(problem, __FILE__, __LINE__);
	return joint;
}

WorldJoint *make_joint_at(
		WorldMake *make, JointSettings settings, MadeBody *a, MadeBody *b, Vec3 place) {
	return make_joint(make, settings, a, b, (Transform){ quat_identity(), place });
}

static Transform frame_now(const WorldJoint *joint, int side) {
	const WorldObject *object = joint->objects[side];
	Transform frame = joint->settings.frames[side];
	if (object == NULL) return frame;
	Transform pose = { object->body->rotation, object->body->pose.origin };
	return transform_multiply(pose, frame);
}

Real made_joint_gap(const WorldJoint *joint) {
	return vec3_distance(frame_now(joint, 0).position, frame_now(joint, 1).position);
}

Quat made_joint_turn(const WorldJoint *joint) {
	return transform_relative(frame_now(joint, 0), frame_now(joint, 1)).rotation;
}

// Tests write to bodies as they like; a host tells its world.
static void touch_woken(WorldMake *make) {
	for (uint32_t i = 0; i < make->count; i++) {
		MadeBody *made = make->bodies + i;
		bool is_here = made->object.index != MK_WORLD_NONE;
		if (is_here && body_is_moving(&made->body)) mk_world_touch(&make->world, &made->object);
	}
}

void world_make_run(WorldMake *make, uint32_t steps) {
	touch_woken(make);
	for (uint32_t i = 0; i < steps; i++) {
		area_event_array_clear(&make->world.areas.events);
		mk_world_step(&make->world, (Real)1 / 60);
	}
}

static uint64_t hash_vec3(uint64_t hash, Vec3 v) {
	hash = hash_f64(hash, (double)v.x);
	hash = hash_f64(hash, (double)v.y);
	return hash_f64(hash, (double)v.z);
}

uint64_t world_make_hash(const WorldMake *make) {
	uint64_t hash = MK_HASH_SEED;
	for (uint32_t i = 0; i < make->count; i++) {
		const Body *body = &make->bodies[i].body;
		hash = hash_vec3(hash, body->pose.origin);
		hash = hash_vec3(hash, body->pose.linear.x);
		hash = hash_vec3(hash, body->pose.linear.y);
		hash = hash_vec3(hash, body->linear_velocity);
		hash = hash_vec3(hash, body->angular_velocity);
	}
	return hash;
}
