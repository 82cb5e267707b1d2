// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "support/replay.h"

#include "base/hash.h"
#include "shape/compound.h"
#include "shape/convex.h"
#include "shape/height_field.h"
#include "shape/hull_shape.h"
#include "shape/mesh.h"
#include "support/check.h"
#include "support/ragdoll.h"
#include "support/rng.h"
#include "world/snapshot.h"

static Real between(Rng *rng, Real low, Real high) {
	return (Real)rng_range(rng, (double)low, (double)high);
}

// One call after the other: compilers differ in the order of arguments.
static Vec3 anywhere(Rng *rng, Vec3 half) {
	Vec3 v;
	v.x = between(rng, -half.x, half.x);
	v.y = between(rng, -half.y, half.y);
	v.z = between(rng, -half.z, half.z);
	return v;
}

static Quat any_turn(Rng *rng) {
	Vec3 v = anywhere(rng, vec3_splat(1));
	Quat q = { v.x, v.y, v.z, 1 };
	return quat_normalize(q);
}

static Shape *make_hull(Rng *rng) {
	Vec3 points[12];
	for (int i = 0; i < 12; i++)
		points[i] = anywhere(rng, vec3_splat((Real)0.4));
	return mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = 12 }, NULL);
}

// Two boxes across each other.
static Shape *make_cross(void) {
	Shape *bar = mk_box_create(vec3((Real)0.5, (Real)0.12, (Real)0.12), NULL);
	Shape *post = mk_box_create(vec3((Real)0.12, (Real)0.5, (Real)0.12), NULL);
	const CompoundChild children[] = { { bar, affine_identity() }, { post, affine_identity() } };
	Shape *cross = mk_compound_create(children, 2, NULL);
	mk_shape_release(bar);
	mk_shape_release(post);
	return cross;
}

// A shape of one of eight kinds.
static Shape *make_any(Rng *rng, uint32_t kind) {
	Real size = between(rng, (Real)0.2, (Real)0.4);
	switch (kind % 8) {
		case 0: return mk_box_create(vec3(size, size / 2, size), NULL);
		case 1: return mk_sphere_create(size, NULL);
		case 2: return mk_capsule_create(size / 2, 3 * size, NULL);
		case 3: return mk_cylinder_create(size, size, NULL);
		case 4: return make_hull(rng);
		case 5: return mk_cone_create(size, 2 * size, NULL);
		case 6: return make_cross();
		default: return mk_ellipsoid_create(vec3(size, size / 2, size / 3), NULL);
	}
}

static void drop(Replay *replay, uint32_t count, Vec3 half, Real height) {
	Rng rng = { 17 };
	for (uint32_t i = 0; i < count; i++) {
		Shape *shape = make_any(&rng, i);
		Quat turn = any_turn(&rng);
		Vec3 place = anywhere(&rng, half);
		place.y += height;
		make_body(replay->make, BODY_RIGID, shape, (Transform){ turn, place }, 500);
	}
}

// Kicks one body after the other, changes what a game changes, and lets some
// of them hear of contacts.
static void kick(Replay *replay, uint32_t tick) {
	uint32_t index = 1 + tick * 7 % (replay->make->count - 1);
	MadeBody *made = replay->make->bodies + index;
	if (!body_is_rigid(&made->body) || tick % 5 != 0) return;
	Real mass = made->body.mass;
	mk_body_apply_impulse(&made->body, vec3(0, 3 * mass, mass), vec3((Real)0.1, 0, 0));
	mk_world_wake(&replay->make->world, &made->object);
	made->body.constant_force = vec3(mass, 0, 0);
	made->object.friction = tick % 2 == 0 ? (Real)0.9 : (Real)0.2;
	made->object.bounce = tick % 3 == 0 ? (Real)0.5 : 0;
	mk_world_change(&replay->make->world, &made->object, OBJECT_SURFACE_CHANGED);
}

static void build_pile(Replay *replay) {
	make_floor(replay->make);
	drop(replay, 60, vec3(1, 3, 1), 4);
	for (uint32_t i = 1; i < replay->make->count; i += 4)
		replay->make->bodies[i].object.max_contacts = 4;
}

static void build_meshes(Replay *replay) {
	enum { SIDE = 17 };
	Rng rng = { 5 };
	Real heights[SIDE * SIDE];
	for (uint32_t i = 0; i < SIDE * SIDE; i++)
		heights[i] = between(&rng, 0, (Real)0.7);
	HeightFieldInput field = { heights, SIDE, SIDE };
	Shape *ground = mk_height_field_create(&field, NULL);
	make_body(replay->make, BODY_STATIC, ground, transform_identity(), 0);
	TestMesh ring = mesh_make_torus((Real)0.6, (Real)0.2, 12, 6);
	for (int i = 0; i < 3; i++) {
		MeshInput input = { .mesh = mesh_view(&ring), .is_moving = true };
		Transform pose = { any_turn(&rng), vec3((Real)(i - 1), (Real)(2 + i), 0) };
		make_body(replay->make, BODY_RIGID, mk_mesh_create(&input, NULL), pose, 300);
	}
	mesh_free(&ring);
	drop(replay, 24, vec3(3, 1, 3), 4);
}

static void build_joints(Replay *replay) {
	make_floor(replay->make);
	make_ragdoll(replay->make, vec3(0, (Real)1.5, 0));
	make_ragdoll(replay->make, vec3((Real)0.3, 3, (Real)0.2));
	MadeBody *post = make_box(replay->make, vec3_splat((Real)0.2), vec3(3, 2, 0));
	MadeBody *wheel = make_cylinder(replay->make, (Real)0.4, (Real)0.2, vec3(3, 2, (Real)0.6));
	make_joint_at(replay->make, mk_joint_settings(JOINT_FIXED), post, NULL, vec3(3, 2, 0));
	JointSettings hinge = mk_joint_settings(JOINT_HINGE);
	hinge.axes[JOINT_ABOUT_Z] = (JointAxis){ .has_motor = true,
		.motor_speed = 5,
		.motor_force = 100,
		.motor_impulse = MK_INFINITY,
		.hold = hinge.axes[JOINT_ABOUT_Z].hold };
	make_joint_at(replay->make, hinge, post, wheel, vec3(3, 2, (Real)0.3));
}

// More joints than one worker takes at a time, in bundles that are not all full.
static void build_net(Replay *replay) {
	make_joint_grid(replay->make, 15);
	make_ragdoll(replay->make, vec3(7, 3, 7));
}

// Changes a joint in every tick, after which all are written anew.
static void retie(Replay *replay, uint32_t tick) {
	kick(replay, tick);
	WorldJoint *joint = replay->make->joints[tick * 5 % replay->make->joint_count];
	joint->settings.break_force = tick % 2 == 0 ? (Real)1e6 : MK_INFINITY;
	assert_null(mk_world_change_joint(&replay->make->world, joint));
}

// Turns the motor round, now and then.
static void steer(Replay *replay, uint32_t tick) {
	kick(replay, tick);
	if (tick % 40 != 20) return;
	WorldJoint *hinge = replay->make->joints[replay->make->joint_count - 1];
	hinge->settings.axes[JOINT_ABOUT_Z].motor_speed *= -1;
	assert_null(mk_world_change_joint(&replay->make->world, hinge));
}

// Boxes one behind the other along a direction, from what is there or from the world.
static MadeBody *hang(WorldMake *make, MadeBody *last, JointKind kind, Vec3 start, Vec3 way) {
	JointSettings settings = mk_joint_settings(kind);
	settings.ignores_contacts = true;
	for (int i = 0; i < 4; i++) {
		Vec3 place = vec3_add_scaled(start, way, (Real)i);
		Vec3 center = vec3_add_scaled(place, way, (Real)0.5);
		MadeBody *link = make_box(make, vec3_splat((Real)0.08), center);
		make_joint_at(make, settings, link, last, place);
		last = link;
	}
	return last;
}

// Loads on chains that hang from welded arms: trees of joints, one with branches, one that flies.
static void build_cranes(Replay *replay) {
	WorldMake *make = replay->make;
	make_floor(make);
	for (int i = 0; i < 3; i++) {
		Vec3 root = vec3(0, 3, (Real)(2 * i));
		MadeBody *arm = hang(make, NULL, JOINT_FIXED, root, vec3((Real)0.4, 0, 0));
		Vec3 tip = vec3_add(root, vec3((Real)1.6, 0, 0));
		MadeBody *last = hang(make, arm, JOINT_PIN, tip, vec3((Real)0.3, 0, (Real)0.1));
		Vec3 end = vec3_add(tip, vec3((Real)1.2, 0, (Real)0.4));
		if (i == 1) hang(make, arm, JOINT_HINGE, tip, vec3(0, (Real)-0.2, 0));
		MadeBody *load = make_ball(make, (Real)0.4, end);
		make_joint_at(make, mk_joint_settings(JOINT_PIN), last, load, end);
	}
	MadeBody *thrown = make_ball(make, (Real)0.4, vec3(-3, 4, 0));
	hang(make, thrown, JOINT_CONE_TWIST, vec3(-3, 4, 0), vec3((Real)-0.2, 0, 0));
	mk_body_set_linear_velocity(&thrown->body, vec3(0, 3, 5));
}

// One after the other lets go of its load.
static void let_go(Replay *replay, uint32_t tick) {
	kick(replay, tick);
	static const uint32_t loads[] = { 8, 21 };
	if (tick % 30 != 29 || tick / 30 >= 2) return;
	WorldJoint *joint = replay->make->joints[loads[tick / 30]];
	joint->settings.linear.frequency = 0;
	assert_null(mk_world_change_joint(&replay->make->world, joint));
}

static void ask_areas(void *user, const WorldObject *object, BodySurroundings *out) {
	*out = mk_area_surroundings(&((const WorldMake *)user)->world, object);
}

// A pool that damps, a lift that pulls up, a gate that only watches and a well
// that pulls to its middle.
static void build_areas(Replay *replay) {
	WorldMake *make = replay->make;
	make->world.surroundings = ask_areas;
	make->world.areas.rules = (AreaRules){ .gravity = 9, .gravity_vector = vec3(0, -1, 0) };
	make_floor(make);
	WorldArea *pool = make_area(make, mk_box_create(vec3(2, 1, 2), NULL), vec3(0, 1, 0));
	pool->rules = (AreaRules){ .linear_damp_mode = AREA_COMBINE, .linear_damp = 2 };
	WorldArea *lift = make_area(make, mk_box_create(vec3(1, 3, 1), NULL), vec3(2, 3, 0));
	lift->rules = (AreaRules){
		.gravity_mode = AREA_REPLACE, .gravity = 4, .gravity_vector = vec3(0, 1, 0), .priority = 1
	};
	make_area(make, mk_box_create(vec3(4, (Real)0.02, 4), NULL), vec3(0, 3, 0));
	WorldArea *well = make_area(make, mk_sphere_create((Real)1.5, NULL), vec3(-2, 2, 0));
	well->rules = (AreaRules){
		.gravity_mode = AREA_COMBINE, .is_point = true, .gravity = 20, .unit_distance = 1
	};
	drop(replay, 30, vec3(2, 3, 2), 6);
}

// Moves the gate, which tells of everything it meets.
static void move_gate(Replay *replay, uint32_t tick) {
	kick(replay, tick);
	if (tick % 8 != 3) return;
	WorldArea *gate = replay->make->areas + 2;
	Affine pose = gate->body.pose;
	pose.origin.y = (Real)(1 + tick / 8 % 3);
	mk_body_set_pose(&gate->body, pose);
	mk_world_change(&replay->make->world, &gate->object, OBJECT_POSE_CHANGED);
}

static void build_softs(Replay *replay) {
	make_floor(replay->make);
	drop(replay, 6, vec3((Real)0.6, (Real)0.5, (Real)0.6), 4);
	MadeSoft *cloth = replay->softs + replay->soft_count++;
	soft_make_cloth(&cloth->body, 3, 10);
	mk_soft_transform(
			&cloth->body, affine_from_transform((Transform){ quat_identity(), vec3(0, 2, 0) }));
	mk_soft_pin(&cloth->body, 0, true);
	mk_soft_pin(&cloth->body, 10, true);
	make_soft(replay->make, cloth);
	MadeSoft *balloon = replay->softs + replay->soft_count++;
	TestMesh ball = mesh_make_ball(5, 8);
	soft_make_closed(&balloon->body, &ball);
	balloon->body.material.pressure = 2;
	mk_soft_transform(
			&balloon->body, affine_from_transform((Transform){ quat_identity(), vec3(3, 2, 0) }));
	make_soft(replay->make, balloon);
}

static void blow(Replay *replay, uint32_t tick) {
	kick(replay, tick);
	if (tick % 16 == 4) replay->softs[0].body.points.data[60].force = vec3(0, 0, 20);
}

// A wall of bricks that falls asleep before something hits it.
static void build_sleepers(Replay *replay) {
	make_floor(replay->make);
	for (int row = 0; row < 5; row++)
		for (int i = 0; i < 5; i++) {
			Real shift = row % 2 == 0 ? 0 : (Real)0.25;
			make_box(replay->make, vec3((Real)0.24, (Real)0.12, (Real)0.12),
					vec3((Real)0.5 * (Real)i + shift, (Real)0.12 + (Real)0.241 * (Real)row, 0));
		}
	MadeBody *ball = make_ball(replay->make, (Real)0.2, vec3(1, 30, (Real)-0.1));
	ball->body.linear_velocity = vec3(0, (Real)-3, 0);
}

// Boxes with faces on each other that are never still.
static void build_crates(Replay *replay) {
	make_floor(replay->make);
	Rng rng = { 29 };
	for (int i = 0; i < 48; i++) {
		Vec3 half = vec3_add(vec3_splat((Real)0.25), anywhere(&rng, vec3_splat((Real)0.1)));
		int column = i % 4;
		int line = i / 4 % 4;
		int layer = i / 16;
		Vec3 place = vec3((Real)0.6 * (Real)column, (Real)0.4 + (Real)0.75 * (Real)layer,
				(Real)0.6 * (Real)line);
		make_box(replay->make, half, place);
	}
}

// Islands that meet and part: figures that fall side by side, a bat among them, and a board with
// more boxes on it than a body has colours.
static void build_crowd(Replay *replay) {
	WorldMake *make = replay->make;
	make_floor(make);
	Shape *bat = mk_box_create(vec3((Real)0.1, (Real)0.5, 2), NULL);
	make_body(make, BODY_KINEMATIC, bat, (Transform){ quat_identity(), vec3(-4, (Real)0.7, 0) }, 0);
	for (int i = 0; i < 40; i++) {
		int row = i / 8;
		Vec3 hip = vec3((Real)1.2 * (Real)(i % 8), (Real)(1.1 + 0.3 * (i % 3)), (Real)row);
		make_ragdoll(make, hip);
	}
	MadeBody *chain = hang(make, NULL, JOINT_PIN, vec3(5, 4, 8), vec3((Real)0.3, 0, 0));
	chain->body.mass *= 100;
	make_box(make, vec3(2, (Real)0.1, (Real)0.5), vec3(0, (Real)0.1, 8));
	for (int i = 0; i < 30; i++) {
		int row = i / 15;
		Vec3 place = vec3((Real)(0.25 * (i % 15) - 1.8), (Real)0.3, (Real)(7.8 + 0.4 * row));
		make_box(make, vec3_splat((Real)0.1), place);
	}
}

// Bullets at thin walls and at each other, and a bat.
static void build_bullets(Replay *replay) {
	WorldMake *make = replay->make;
	make_floor(make);
	Shape *wall = mk_box_create(vec3((Real)0.02, 2, 2), NULL);
	make_body(make, BODY_STATIC, wall, (Transform){ quat_identity(), vec3(10, 2, 0) }, 0);
	Shape *bat = mk_box_create(vec3((Real)0.1, 1, 1), NULL);
	make_body(make, BODY_KINEMATIC, bat, (Transform){ quat_identity(), vec3(-4, 1, 0) }, 0);
	Rng rng = { 23 };
	for (int i = 0; i < 12; i++) {
		Vec3 place = anywhere(&rng, vec3(1, (Real)0.5, 1));
		place.y += 1;
		MadeBody *made = i % 2 == 0 ? make_ball(make, (Real)0.1, place)
									: make_box(make, vec3_splat((Real)0.08), place);
		made->object.is_continuous = i % 3 != 0;
		made->body.linear_velocity = vec3(i < 6 ? 90 : -40, 2, 0);
		made->body.angular_velocity = vec3(0, 0, (Real)(10 * i));
	}
}

// Moves a bat there and back.
static void strike(Replay *replay, MadeBody *bat, uint32_t tick) {
	Affine target = bat->body.pose;
	if (tick % 20 < 10) return;
	target.origin.x += tick / 20 % 2 == 0 ? (Real)0.9 : (Real)-0.9;
	mk_body_set_target(&bat->body, target);
	mk_world_touch(&replay->make->world, &bat->object);
}

static void swing(Replay *replay, uint32_t tick) { strike(replay, replay->make->bodies + 2, tick); }

static void shove(Replay *replay, uint32_t tick) {
	strike(replay, replay->make->bodies + 1, tick);
	kick(replay, tick);
}

const ReplayScene replay_scenes[] = {
	{ "pile", build_pile, kick, 120 },
	{ "meshes", build_meshes, kick, 120 },
	{ "joints", build_joints, steer, 120 },
	{ "areas", build_areas, move_gate, 120 },
	{ "softs", build_softs, blow, 90 },
	{ "sleepers", build_sleepers, NULL, 200 },
	{ "bullets", build_bullets, swing, 90 },
	{ "net", build_net, retie, 60 },
	{ "crates", build_crates, kick, 120 },
	{ "cranes", build_cranes, let_go, 120 },
	{ "crowd", build_crowd, shove, 90 },
};
const uint32_t replay_scene_count = sizeof(replay_scenes) / sizeof(*replay_scenes);

Replay *replay_make(const ReplayScene *scene, uint32_t workers) {
	Replay *replay = mk_alloc(sizeof(*replay));
	*replay = (Replay){ .scene = scene, .make = world_make(workers), .events = MK_HASH_SEED };
	scene->build(replay);
	return replay;
}

void replay_free(Replay *replay) {
	for (uint32_t i = 0; i < replay->soft_count; i++)
		make_soft_free(replay->make, replay->softs + i);
	world_make_free(replay->make);
	mk_free(replay, sizeof(*replay));
}

static uint64_t hash_event(uint64_t hash, const AreaEvent *event) {
	hash = hash_u64(hash, event->area->object.name);
	hash = hash_u64(hash, event->other);
	hash = hash_u64(hash, (uint64_t)event->shape << 32 | event->other_shape);
	return hash_u64(hash, (uint64_t)event->is_area << 1 | event->is_begin);
}

void replay_step(Replay *replay) {
	if (replay->scene->play != NULL) replay->scene->play(replay, replay->tick);
	replay->tick++;
	world_make_run(replay->make, 1);
	const AreaEventArray *events = &replay->make->world.areas.events;
	for (uint32_t i = 0; i < events->count; i++)
		replay->events = hash_event(replay->events, events->data + i);
}

uint64_t replay_hash(const Replay *replay) {
	return hash_u64(mk_world_hash(&replay->make->world), replay->events);
}
