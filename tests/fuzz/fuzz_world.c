// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A stream of bytes becomes calls on a world, with any numbers that a border lets through, and
// steps. After each step every body is finite, and a snapshot of the world goes back in.
#include "fuzz/input.h"
#include "shape/convex.h"
#include "world/snapshot.h"

enum { BODIES = 8, JOINTS = 4, MAX_CALLS = 60, MAX_STEPS = 6, CAPACITY = 1 << 17 };

typedef struct Small {
	World world;
	WorldObject objects[BODIES];
	Body bodies[BODIES];
	WorldJoint joints[JOINTS];
	Vec3 gravity;
	uint32_t name;
	int steps;
	unsigned char saved[CAPACITY];
} Small;

static void add_gravity(void *user, const WorldObject *object, BodySurroundings *out) {
	(void)object;
	out->gravity = ((const Small *)user)->gravity;
}

// One number in four is any, the others are of the size of things.
static Real some_real(Input *input) {
	return input_byte(input) % 4 == 0 ? input_real(input) : input_ordinary(input);
}

static Vec3 some_vec3(Input *input) {
	Real x = some_real(input);
	Real y = some_real(input);
	return vec3(x, y, some_real(input));
}

// A place among the others, or any.
static Vec3 some_place(Input *input) {
	if (input_byte(input) % 8 == 0) return some_vec3(input);
	uint32_t bits = input_u32(input);
	return vec3((Real)(bits & 15) / 4, (Real)(bits >> 4 & 15) / 4, (Real)(bits >> 8 & 15) / 4);
}

static Real some_mass(Input *input) {
	Real mass = real_abs(some_real(input));
	return mass >= MK_REAL_MIN ? mass : 1;
}

static Shape *some_shape(Input *input) {
	switch (input_byte(input) % 4) {
		case 0: return mk_sphere_create((Real)0.5, NULL);
		case 1: return mk_box_create(vec3(1, (Real)0.25, (Real)0.5), NULL);
		case 2: return mk_cylinder_create((Real)0.5, 1, NULL);
		default: return mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	}
}

static void take(Small *small, uint32_t i) {
	WorldObject *object = small->objects + i;
	if (object->shapes.count == 0) return;
	mk_world_remove(&small->world, object);
	mk_shape_release(object->shapes.data[0].shape);
	object_shape_array_free(&object->shapes);
}

static void put(Small *small, Input *input, uint32_t i) {
	take(small, i);
	Body *body = small->bodies + i;
	WorldObject *object = small->objects + i;
	mk_body_init(body);
	mk_body_set_mode(body, (BodyMode)(input_byte(input) % 4));
	mk_body_set_pose(body, (Affine){ mat3_identity(), some_place(input) });
	*object = (WorldObject){ .body = body, .name = ++small->name, .layer = 1, .mask = 1 };
	object->friction = some_real(input);
	object->bounce = some_real(input);
	object->is_continuous = input_byte(input) % 2;
	Shape *shape = some_shape(input);
	object_shape_array_push(
			&object->shapes, (ObjectShape){ .shape = shape, .local = affine_identity() });
	mk_world_add(&small->world, object);
}

static void change_numbers(Small *small, Input *input, uint32_t i) {
	Body *body = small->bodies + i;
	switch (input_byte(input) % 7) {
		case 0: body->mass = some_mass(input); break;
		case 1:
			body->moments.x = some_mass(input);
			body->moments.z = some_mass(input);
			break;
		case 2: body->local_center = some_vec3(input); break;
		case 3: body->constant_force = some_vec3(input); break;
		case 4: body->constant_torque = some_vec3(input); break;
		case 5: body->locks = (uint8_t)(input_byte(input) & 63u); break;
		default: small->gravity = some_vec3(input);
	}
	mk_world_change(&small->world, small->objects + i, OBJECT_POSE_CHANGED);
}

static void push(Small *small, Input *input, uint32_t i) {
	Body *body = small->bodies + i;
	Vec3 first = some_vec3(input);
	switch (input_byte(input) % 6) {
		case 0: mk_body_apply_impulse(body, first, some_vec3(input)); break;
		case 1: mk_body_apply_force(body, first, some_vec3(input)); break;
		case 2: mk_body_set_linear_velocity(body, first); break;
		case 3: mk_body_set_angular_velocity(body, first); break;
		case 4:
			if (body->mode != BODY_KINEMATIC) break;
			mk_body_set_target(body, (Affine){ mat3_identity(), some_place(input) });
			break;
		default:
			mk_body_set_pose(body, (Affine){ mat3_identity(), some_place(input) });
			mk_world_change(&small->world, small->objects + i, OBJECT_POSE_CHANGED);
	}
	mk_world_touch(&small->world, small->objects + i);
}

// Numbers of a joint may be any: what is wrong with them is said, and it stays outside.
static void join(Small *small, Input *input, uint32_t i) {
	WorldJoint *joint = small->joints + input_byte(input) % JOINTS;
	mk_world_remove_joint(&small->world, joint);
	JointSettings settings = mk_joint_settings((JointKind)(input_byte(input) % JOINT_KIND_COUNT));
	uint32_t k = input_byte(input) % BODIES;
	*joint = (WorldJoint){ .settings = settings, .objects = { small->objects + i, NULL } };
	if (small->objects[k].shapes.count > 0) joint->objects[1] = small->objects + k;
	joint->settings.frames[0].position = some_place(input);
	joint->settings.frames[1].position = some_place(input);
	JointAxis *axis = joint->settings.axes + input_byte(input) % JOINT_AXES;
	axis->has_limit = input_byte(input) % 2;
	axis->lower = some_real(input);
	axis->upper = some_real(input);
	axis->has_motor = input_byte(input) % 2;
	axis->motor_speed = some_real(input);
	mk_world_add_joint(&small->world, joint);
}

static bool is_sound(const Small *small) {
	for (uint32_t i = 0; i < BODIES; i++) {
		const Body *body = small->bodies + i;
		if (small->objects[i].shapes.count == 0) continue;
		if (!affine_is_finite(body->pose) || !quat_is_unit(body->rotation)) return false;
		if (!vec3_is_finite(body->linear_velocity)) return false;
		if (!vec3_is_finite(body->angular_velocity)) return false;
	}
	return true;
}

static void step(Small *small, Input *input) {
	if (small->steps++ >= MAX_STEPS) return;
	mk_world_step(&small->world, (Real)1 / 60);
	require(is_sound(small));
	if (input_byte(input) % 2 == 0) return;
	size_t size = mk_world_save(&small->world, small->saved, CAPACITY);
	require(size <= CAPACITY);
	require(mk_world_restore(&small->world, small->saved, size).status == SNAPSHOT_OK);
}

static void call(Small *small, Input *input) {
	uint32_t i = input_byte(input) % BODIES;
	uint32_t kind = input_byte(input) % 8;
	if (kind >= 6) {
		step(small, input);
	} else if (kind == 0 || small->objects[i].shapes.count == 0) {
		put(small, input, i);
	} else if (kind == 1) {
		join(small, input, i);
	} else if (kind == 2) {
		change_numbers(small, input, i);
	} else if (kind == 3) {
		take(small, i);
	} else {
		push(small, input, i);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	static Small small;
	Input input = { data, size };
	memset(&small, 0, offsetof(Small, saved));
	mk_world_init(&small.world, NULL);
	small.world.surroundings = add_gravity;
	small.world.user = &small;
	small.gravity = vec3(0, -10, 0);
	for (int calls = 0; input.left > 0 && calls < MAX_CALLS; calls++)
		call(&small, &input);
	for (uint32_t i = 0; i < BODIES; i++)
		take(&small, i);
	mk_world_free(&small.world);
	return 0;
}
