// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bodies that would go through something within one step are stopped at it.
//
// A body that moves less than half of its thickness cannot bring its middle through a surface: contacts
// push it out again. Of every faster one the inner part, the shape without a layer of that depth, is swept
// from where the step began to where it ended, with its turn (collide/toi.h). If it meets something, the
// body goes back to where its surface touches; its velocity stays, and the next step has a contact. Only
// the inner part counts: a ball that rolls, a box that slides over seams and a graze cost no time.
//
// Fast bodies are swept against what is static or moves on its own; those with the host's flag also
// against other bodies. One that was stopped stands still for the rest of the step, so others are looked
// at again, until nothing changes. Each body is stopped by a minimum over all it meets, computed from the
// last round: neither the order nor the number of workers matters.
#include "collide/toi.h"
#include "shape/thickness.h"
#include "world/parts.h"

// A body is swept if it moves farther than this part of its thickness; so deep is also the layer that is
// left away. No unit.
#define MK_FAST_PART ((Real)0.5)

// What is thinner counts as this thick, m: flat things would be fast at any speed, and the inner part of a
// grain of sand is a grain of sand.
#define MK_THIN ((Real)0.005)

// The layers that are left away, as parts of the thickness, one after the other if something is deeper in
// than the last. No unit.
#define MK_STOP_CORES 3
static const Real core_parts[MK_STOP_CORES] = { MK_FAST_PART, (Real)0.75, (Real)0.9 };

// The part of a shape, about its middle, that counts if something is deeper in than that. No unit.
#define MK_HEART_PART ((Real)0.1)

// How far in front of what it meets a body is stopped, m: within the margin of contacts, so that the next
// step has one, and not touching, so that the way there is not part of a bounce.
#define MK_STOP_GAP (MK_WORLD_MARGIN / 4)

// How exact the place of the touch is, m: what is left of the gap above must be seen.
#define MK_STOP_TOLERANCE (MK_STOP_GAP / 4)

// Distance queries of one pair: what needs more is stopped a little early.
#define MK_STOP_QUERIES 64

// Rounds in which bodies that were stopped stop others. Only a queue of bullets has more than two.
#define MK_STOP_ROUNDS 8

#define MK_FAST_PER_BLOCK 4

// How far a shape reaches from the origin of the body.
static Real reach_of(const ShapeInstance *in, Vec3 origin) {
	Mat3 m = in->pose.linear;
	Real squares = vec3_length_squared(m.x) + vec3_length_squared(m.y) + vec3_length_squared(m.z);
	Real stretch = in->is_rigid ? 1 : real_sqrt(squares);
	return vec3_distance(in->pose.origin, origin) + in->shape->bound * stretch;
}

// Rays that keep a body off the ground are not part of what may pass through something.
static bool is_solid(const Collider *collider) {
	return collider->instance.shape->kind != SHAPE_SEPARATION_RAY;
}

void mk_object_measure(const World *world, WorldObject *object) {
	ObjectSweep *sweep = &object->sweep;
	sweep->thickness = MK_INFINITY;
	sweep->size = 0;
	if (object->body->mode == BODY_STATIC) return;
	for (uint32_t i = 0; i < object->colliders.count; i++) {
		const Collider *collider = world_collider(world, object->colliders.data[i]);
		const ShapeInstance *in = &collider->instance;
		if (!is_solid(collider)) continue;
		Real thickness = real_max(mk_instance_thickness(in), MK_THIN);
		sweep->thickness = real_min(sweep->thickness, thickness);
		sweep->size = real_max(sweep->size, reach_of(in, object->body->pose.origin));
	}
}

void mk_object_begin_sweep(WorldObject *object) {
	ObjectSweep *sweep = &object->sweep;
	sweep->rotation = object->body->rotation;
	sweep->center = vec3_add(object->body->pose.origin, body_center(object->body));
	sweep->stop = sweep->next_stop = 1;
	sweep->is_boxed = false;
}

static Vec3 motion_of(const WorldObject *object) {
	Vec3 end = vec3_add(object->body->pose.origin, body_center(object->body));
	return vec3_sub(end, object->sweep.center);
}

// How far it has turned: by the chord, which is exact for the small turns that decide, or by its spin,
// which counts whole turns.
static Real turned_angle(const WorldObject *object, Real dt) {
	Real dot = real_abs(quat_dot(object->sweep.rotation, object->body->rotation));
	Real chord = 2 * real_sqrt(real_max(0, 2 * (1 - dot)));
	return real_max(chord, vec3_length(object->body->angular_velocity) * dt);
}

void mk_object_end_sweep(WorldObject *object, Real dt) {
	ObjectSweep *sweep = &object->sweep;
	sweep->angle = turned_angle(object, dt);
	// the centre of mass may be set anew at any time
	sweep->reach = sweep->size + vec3_length(object->body->local_center);
	Real way = vec3_length(motion_of(object)) + sweep->angle * sweep->reach;
	sweep->is_fast = body_is_rigid(object->body) && !object->is_lost &&
			way > MK_FAST_PART * sweep->thickness;
}

// The turn of a step, in the direction of its spin if that makes more than half a turn.
static Vec3 turn_of(const WorldObject *object, Real dt) {
	const Body *body = object->body;
	Vec3 turn = quat_difference(object->sweep.rotation, body->rotation);
	Vec3 spun = vec3_scale(body->angular_velocity, dt);
	if (vec3_length_squared(spun) < real_square(MK_PI)) return turn;
	// the same end after some more whole turns about the same axis
	Real angle = vec3_length(turn);
	Vec3 axis = angle > 0 ? vec3_scale(turn, 1 / angle) : vec3_normalize(spun);
	Real turns = real_floor((vec3_dot(spun, axis) - angle) / (2 * MK_PI) + (Real)0.5);
	return vec3_scale(axis, angle + 2 * MK_PI * turns);
}

// One body in one round.
typedef struct Stop {
	const World *world;
	WorldObject *object;
	const Collider *collider;
	Real dt;
	Sweep sweep; // of an inner part of the collider
	Real depth;  // m; of the layer around it
	Real time;   // earliest stop so far
} Stop;

static Sweep sweep_of(const WorldObject *object, ShapeInstance start, Real dt) {
	Sweep sweep = { .shape = start, .center = object->sweep.center };
	if (!object->is_awake) return sweep_still(start);
	sweep.motion = motion_of(object);
	sweep.turn = turn_of(object, dt);
	return sweep;
}

// What is left of a sweep after a time.
static Sweep sweep_after(const Sweep *sweep, Real time) {
	Sweep rest = *sweep;
	rest.shape = mk_sweep_instance(sweep, (double)time);
	rest.center = vec3_add_scaled(sweep->center, sweep->motion, time);
	rest.motion = vec3_scale(sweep->motion, 1 - time);
	rest.turn = vec3_scale(sweep->turn, 1 - time);
	return rest;
}

static ToiResult find_impact(const Sweep *a, const Sweep *b, Real time_max) {
	ToiInput input = {
		.a = a,
		.b = b,
		.tolerance = MK_STOP_TOLERANCE,
		.time_max = time_max,
		.max_queries = MK_STOP_QUERIES,
	};
	return mk_toi(&input);
}

static Vec3 velocity_at(const Sweep *sweep, Vec3 point, Real time) {
	Vec3 arm = vec3_sub(point, vec3_add_scaled(sweep->center, sweep->motion, time));
	return vec3_add(sweep->motion, vec3_cross(sweep->turn, arm));
}

// The time at which the surface, not the inner part, is where it should stop: earlier by the way through
// the layer and the gap. But never before half of the time: a body that spins beside a wall must get on,
// and its layer may go in, so that there is a contact which turns it round.
static Real surface_time(const Stop *stop, const Sweep *a, const Sweep *b, const ToiResult *hit) {
	if (hit->status == TOI_CAPPED) return hit->time;
	Vec3 closing = vec3_sub(
			velocity_at(a, hit->point_a, hit->time), velocity_at(b, hit->point_b, hit->time));
	Real speed = vec3_dot(hit->normal, closing);
	Real back = stop->depth + MK_STOP_GAP;
	return speed * hit->time > 2 * back ? hit->time - back / speed : hit->time / 2;
}

// One of the inner parts of a body against something, over a part of the step. Returns false if they
// touch from the start, which says nothing about where the body goes.
static bool meet(Stop *stop, const Sweep *b, Real until) {
	const Sweep *a = &stop->sweep;
	ToiResult hit = find_impact(a, b, until);
	if (!toi_status_is_hit(hit.status)) return true;
	if (hit.status == TOI_OVERLAPPING || hit.time == 0) return false;
	stop->time = real_min(stop->time, surface_time(stop, a, b, &hit));
	return true;
}

// The other one moves up to its own stop, then it stands.
static bool meet_collider(Stop *stop, const Collider *other) {
	const WorldObject *object = other->object;
	Sweep b = sweep_of(object, other->instance, stop->dt);
	Real until = object->is_awake ? object->sweep.stop : 1;
	Real end = stop->object->sweep.stop;
	if (!meet(stop, &b, real_min(until, end))) return false;
	if (until >= end) return true;
	Stop rest = *stop;
	rest.sweep = sweep_after(&stop->sweep, until);
	rest.time = 1;
	Sweep still = sweep_still(mk_sweep_instance(&b, (double)until));
	bool is_apart = meet(&rest, &still, (end - until) / (1 - until));
	if (rest.time < 1) stop->time = real_min(stop->time, until + (1 - until) * rest.time);
	return is_apart;
}

// A body that is in something deeper than the layer is not let through either: then thinner parts count,
// and at last its heart.
static void meet_deeper(Stop *stop, const Collider *other) {
	const ShapeInstance *whole = &stop->collider->instance;
	for (int i = 0; i < MK_STOP_CORES; i++) {
		stop->depth = core_parts[i] * stop->object->sweep.thickness;
		ShapeInstance core = mk_instance_core(whole, stop->depth);
		stop->sweep = sweep_of(stop->object, core, stop->dt);
		if (meet_collider(stop, other)) return;
	}
	ShapeInstance heart = mk_instance_shrunk(whole, MK_HEART_PART);
	stop->sweep = sweep_of(stop->object, heart, stop->dt);
	meet_collider(stop, other);
}

// Bodies that forces move are met only by those with the flag.
static bool is_met(const Stop *stop, const WorldObject *other) {
	const WorldObject *object = stop->object;
	if (!object_sees(object, other)) return false;
	if (body_is_rigid(other->body) && !object->is_continuous) return false;
	return mk_world_can_meet(stop->world, object, other);
}

static bool visit(void *context, uint32_t id, uint32_t user) {
	(void)id;
	Stop *stop = context;
	const Collider *other = world_collider(stop->world, user);
	if (is_solid(other) && is_met(stop, other->object)) {
		stop->object->sweep.meets_movers |= other->object->is_awake;
		meet_deeper(stop, other);
	}
	return true;
}

// Around all that a shape of a body passes: the boxes at both ends, and how far an arc reaches out of
// its chord.
static Aabb swept_box(const WorldObject *object, const ShapeInstance *start, Affine end) {
	Aabb box = aabb_merge(mk_instance_bounds(start), mk_shape_bounds(start->shape, end));
	// an arc of angle x and radius 1 is 1 - cos(x / 2) away from its chord; a tenth more, because what is
	// known of x may be the chord
	Real angle = object->sweep.angle * (Real)1.12;
	return aabb_grow(box, object->sweep.reach * real_min(2, angle * angle / 8));
}

static void stop_collider(Stop *stop, uint32_t index) {
	const Collider *collider = world_collider(stop->world, index);
	if (!is_solid(collider)) return;
	stop->collider = collider;
	Affine end = affine_multiply(stop->object->body->pose, collider->local);
	Aabb box = swept_box(stop->object, &collider->instance, end);
	if (!aabb_is_finite(box)) return;
	mk_bvh_query(stop->world->trees + TREE_STATIC, box, 1, visit, stop);
	mk_bvh_query(stop->world->trees + TREE_MOVING, box, 1, visit, stop);
}

typedef struct ContinuousStage {
	World *world;
	Real dt;
} ContinuousStage;

static void stop_block(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	const ContinuousStage *stage = context;
	World *world = stage->world;
	uint32_t first = block * MK_FAST_PER_BLOCK;
	for (uint32_t i = first; i < first + MK_FAST_PER_BLOCK && i < world->fast.count; i++) {
		WorldObject *object = world->fast.data[i];
		Stop stop = { .world = world, .object = object, .dt = stage->dt };
		stop.time = object->sweep.stop;
		for (uint32_t c = 0; c < object->colliders.count; c++)
			stop_collider(&stop, object->colliders.data[c]);
		object->sweep.next_stop = stop.time;
	}
}

// Keeps those that may be stopped earlier by what others did. Returns whether there are any.
static bool prepare_round(World *world) {
	bool is_changed = false;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < world->fast.count; i++) {
		WorldObject *object = world->fast.data[i];
		is_changed |= object->sweep.next_stop < object->sweep.stop;
		object->sweep.stop = object->sweep.next_stop;
		if (object->sweep.meets_movers) world->fast.data[kept++] = object;
	}
	world->fast.count = kept;
	return is_changed && kept > 0;
}

// Puts a body where it was at a part of the step.
static void put_back(WorldObject *object, Real dt) {
	const ObjectSweep *sweep = &object->sweep;
	Body *body = object->body;
	Vec3 center = vec3_add_scaled(sweep->center, motion_of(object), sweep->stop);
	Vec3 turn = vec3_scale(turn_of(object, dt), sweep->stop);
	// one that has not turned keeps its matrix bit for bit
	if (sweep->angle > 0) {
		Quat rotation = quat_multiply(mk_quat_from_rotation_vector(turn), sweep->rotation);
		body->rotation = quat_normalize(rotation);
		body->pose.linear = mat3_multiply(quat_to_mat3(body->rotation), body->stretch);
	}
	body->pose.origin = vec3_sub(center, body_center(body));
}

static void box_way(World *world, WorldObject *object) {
	for (uint32_t i = 0; i < object->colliders.count; i++) {
		const Collider *collider = world_collider(world, object->colliders.data[i]);
		Affine end = affine_multiply(object->body->pose, collider->local);
		Aabb box = swept_box(object, &collider->instance, end);
		Bvh *tree = world->trees + collider->tree;
		if (!aabb_is_finite(box)) continue;
		object->sweep.is_boxed |= mk_bvh_move(tree, collider->leaf, box, 0);
	}
}

// Lets fast bodies find those that come their way: boxes of moving ones hold their way. Without the flag
// they look only for those that move on their own.
static void box_ways(World *world, bool has_flag) {
	for (uint32_t i = 0; i < world->awake.count; i++) {
		WorldObject *object = world->awake.data[i];
		if (has_flag || !body_is_rigid(object->body)) box_way(world, object);
	}
}

// Finds the fast ones. Returns whether one of them has the flag.
static bool find_fast(World *world) {
	bool has_flag = false;
	object_pointers_clear(&world->fast);
	for (uint32_t i = 0; i < world->awake.count; i++) {
		WorldObject *object = world->awake.data[i];
		if (!object->sweep.is_fast) continue;
		object->sweep.meets_movers = false;
		object_pointers_push(&world->fast, object);
		has_flag |= object->is_continuous;
	}
	return has_flag;
}

void mk_world_stop_fast(World *world, Real dt) {
	bool has_flag = find_fast(world);
	world->counters.fast_count = world->fast.count;
	world->counters.stopped_count = 0;
	if (world->fast.count == 0) return;
	box_ways(world, has_flag);
	ContinuousStage stage = { world, dt };
	for (uint32_t round = 0; round < MK_STOP_ROUNDS; round++) {
		uint32_t blocks = (world->fast.count + MK_FAST_PER_BLOCK - 1) / MK_FAST_PER_BLOCK;
		mk_job_team_run(&world->team, blocks, stop_block, &stage);
		if (!prepare_round(world)) break;
	}
	for (uint32_t i = 0; i < world->awake.count; i++) {
		WorldObject *object = world->awake.data[i];
		if (!(object->sweep.stop < 1)) continue;
		put_back(object, dt);
		world->counters.stopped_count++;
	}
}
