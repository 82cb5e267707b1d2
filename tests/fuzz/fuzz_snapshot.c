// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A snapshot of a small world with some of its bytes replaced and the checksum put
// right, or any bytes at all. What is refused has changed nothing; what is accepted can
// be stepped and saved again.
#include "fuzz/input.h"
#include "shape/convex.h"
#include "shape/mesh.h"
#include "world/snapshot_parts.h"

enum { MAX_EDITS = 16, BODIES = 6, CAPACITY = 1 << 16 };

typedef struct Small {
	World world;
	WorldObject objects[BODIES];
	Body bodies[BODIES];
	WorldArea area;
	WorldJoint joint;
	unsigned char saved[CAPACITY];
	unsigned char forged[CAPACITY];
	size_t size;
} Small;

static void add(Small *small, uint32_t i, BodyMode mode, Shape *shape, Vec3 place) {
	Body *body = small->bodies + i;
	mk_body_init(body);
	mk_body_set_mode(body, mode);
	mk_body_set_pose(body, (Affine){ mat3_identity(), place });
	small->objects[i] = (WorldObject){
		.body = body, .name = i + 1, .layer = 1, .mask = 1, .friction = 1, .is_continuous = i == 3
	};
	object_shape_array_push(
			&small->objects[i].shapes, (ObjectShape){ .shape = shape, .local = affine_identity() });
	mk_world_add(&small->world, small->objects + i);
}

static void add_gravity(void *user, const WorldObject *object, BodySurroundings *out) {
	(void)user;
	(void)object;
	out->gravity = vec3(0, -10, 0);
}

static Shape *make_ground(void) {
	static const Vec3 points[] = { { -9, 0, -9 }, { 9, 0, -9 }, { 0, 0, 9 } };
	static const uint32_t indices[] = { 0, 2, 1 };
	MeshInput input = { .mesh = { points, 3, indices, 1 }, .is_two_sided = true };
	return mk_mesh_create(&input, NULL);
}

static void build(Small *small) {
	mk_world_init(&small->world, NULL);
	small->world.surroundings = add_gravity;
	add(small, 0, BODY_STATIC, make_ground(), vec3_zero());
	add(small, 1, BODY_RIGID, mk_box_create(vec3_splat(1), NULL), vec3(0, 1, 0));
	add(small, 2, BODY_RIGID, mk_cylinder_create(1, 2, NULL), vec3(0, 3, 0));
	add(small, 3, BODY_RIGID, mk_sphere_create(1, NULL), vec3(0, 5, 0));
	add(small, 4, BODY_KINEMATIC, mk_box_create(vec3_splat(1), NULL), vec3(2, 1, 0));
	add(small, 5, BODY_RIGID, mk_capsule_create((Real)0.5, 2, NULL), vec3(-3, 1, 0));
	small->bodies[3].linear_velocity = vec3(0, -200, 0);
	mk_area_init(&small->area);
	small->area.object.layer = small->area.object.mask = 1;
	small->area.object.name = BODIES + 1;
	Shape *box = mk_box_create(vec3_splat(2), NULL);
	object_shape_array_push(
			&small->area.object.shapes, (ObjectShape){ .shape = box, .local = affine_identity() });
	mk_world_add(&small->world, &small->area.object);
	small->joint = (WorldJoint){ .settings = mk_joint_settings(JOINT_GENERIC),
		.objects = { small->objects + 1, small->objects + 5 } };
	require(mk_world_add_joint(&small->world, &small->joint) == NULL);
	for (int i = 0; i < 4; i++)
		mk_world_step(&small->world, (Real)1 / 60);
	small->size = mk_world_save(&small->world, small->saved, CAPACITY);
	require(small->size <= CAPACITY);
}

static Small *small_world(void) {
	static Small *small;
	if (small != NULL && !small->joint.is_in_world) {
		// a forged joint broke: that world cannot go back
		mk_world_free(&small->world);
		for (int i = 0; i < BODIES; i++)
			mk_shape_release(small->objects[i].shapes.data[0].shape);
		for (int i = 0; i < BODIES; i++)
			object_shape_array_free(&small->objects[i].shapes);
		mk_shape_release(small->area.object.shapes.data[0].shape);
		object_shape_array_free(&small->area.object.shapes);
		mk_free(small, sizeof(*small));
		small = NULL;
	}
	if (small == NULL) {
		small = mk_alloc(sizeof(*small));
		memset(small, 0, sizeof(*small));
		build(small);
	}
	return small;
}

// Restores what was forged, and the true one after it.
static void try_forged(Small *small, size_t size) {
	uint64_t before = mk_world_hash(&small->world);
	SnapshotResult result = mk_world_restore(&small->world, small->forged, size);
	if (result.status != SNAPSHOT_OK) {
		require(mk_world_hash(&small->world) == before);
		return;
	}
	for (int i = 0; i < 2; i++)
		mk_world_step(&small->world, (Real)1 / 60);
	mk_world_save(&small->world, small->forged, CAPACITY);
	if (!small->joint.is_in_world) return;
	result = mk_world_restore(&small->world, small->saved, small->size);
	require(result.status == SNAPSHOT_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	Small *small = small_world();
	mk_world_restore(&small->world, data, size);
	Input input = { data, size };
	memcpy(small->forged, small->saved, small->size);
	uint32_t edits = 1 + input_byte(&input) % MAX_EDITS;
	for (uint32_t i = 0; i < edits; i++) {
		uint32_t at = input_byte(&input);
		at |= input_byte(&input) << 8;
		uint32_t length = 1 + input_byte(&input) % 4;
		at = 32 + at % (uint32_t)(small->size - 36);
		input_read(&input, small->forged + at, length);
	}
	mk_snap_seal(small->forged, small->size);
	try_forged(small, small->size);
	return 0;
}
