// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bodies that would go through something within one step are stopped at it.
//
// A body that moves less than half of its thickness cannot bring its middle through a surface:
// contacts push it out again. Of every faster one the inner part, the shape without a layer of that
// depth, is swept from where the step began to where it ended, with its turn (collide/toi.h). If it
// meets something, the body goes back to where its surface touches; its velocity stays, and the
// next step has a contact (stopped.c has the exception). Only the inner part counts: a ball that
// rolls, a box that slides over seams and a graze cost no time.
//
// Fast bodies are swept against what is static or moves on its own; those with the host's flag also
// against other bodies; ContinuousPolicy makes it more or less. What moves on its own and is fast
// makes bodies in its way fast, and takes along what it meets for the rest of the step. A body that
// was stopped stands still for the rest, so those that meet it are looked at again, until nothing
// changes. Each one is stopped by a minimum over all it meets, computed from the last round:
// neither the order nor the number of workers matters. Stops only fall; and since others need not
// know where one stands more exactly than it keeps its distance, each round takes a millimetre from
// the way of one of them at least, so that there is a last one.
#include "collide/toi.h"
#include "shape/convex.h"
#include "shape/thickness.h"
#include "world/sweep.h"

// The layers that are left away, as parts of the thickness, one after the other if something is
// deeper in than the last. No unit.
#define MK_STOP_CORES 3
static const Real core_parts[MK_STOP_CORES] = { MK_FAST_PART, (Real)0.75, (Real)0.9 };

// The parts of a shape, about its middle, that count if something is deeper in than that, largest
// first: of a long rod an end may be in a wall, and the rest must not follow. No unit.
#define MK_STOP_HEARTS 5
static const Real heart_parts[MK_STOP_HEARTS] = { (Real)0.8, (Real)0.5, (Real)0.25, (Real)0.1,
	(Real)0.02 };

// How far in front of what it meets a body is stopped, as a part of the margin of contacts:
// within it, so that the next step has one, and not touching, so that the way there is not
// part of a bounce. No unit.
#define MK_STOP_GAP ((Real)0.25)

// How exact the place of the touch is, as a part of the same: what is left of
// the gap above must be seen.
#define MK_STOP_TOLERANCE (MK_STOP_GAP / 4)

// Distance queries of one pair: what needs more is stopped a little early.
#define MK_STOP_QUERIES 64

#define MK_FAST_PER_BLOCK 4

// One body in one round.
typedef struct Stop {
	const World *world;
	WorldObject *object;
	const Collider *collider;
	Real dt;
	uint32_t round;
	Sweep sweep;                // of an inner part of the collider
	Real depth;                 // m; of the layer around it
	WorldObject *other;         // what it is swept against
	Real time;                  // earliest stop so far ...
	const WorldObject *carrier; // ... what it is stopped by, if that moves ...
	ObjectMeeting meeting;      // ... and how
} Stop;

static bool is_moving(const WorldObject *object) {
	return object->is_awake && !object->sweep.is_jump;
}

static Sweep sweep_of(const WorldObject *object, ShapeInstance start, Real dt) {
	Sweep sweep = { .shape = start, .center = object->sweep.center };
	if (!is_moving(object)) return sweep_still(start);
	sweep.motion = mk_object_motion(object);
	sweep.turn = mk_object_turn(object, dt);
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

static ToiResult find_impact(const Stop *stop, const Sweep *b, Real time_max) {
	ToiInput input = {
		.a = &stop->sweep,
		.b = b,
		.tolerance = MK_STOP_TOLERANCE * stop->world->settings.contact_margin,
		.time_max = time_max,
		.max_queries = MK_STOP_QUERIES,
	};
	return mk_toi(&input);
}

static Vec3 velocity_at(const Sweep *sweep, Vec3 point, Real time) {
	Vec3 arm = vec3_sub(point, vec3_add_scaled(sweep->center, sweep->motion, time));
	return vec3_add(sweep->motion, vec3_cross(sweep->turn, arm));
}

// The time at which the surface, not the inner part, is where it should stop: earlier by the way
// through the layer and the gap. But never before half of the time: a body that spins beside a wall
// must get on, and its layer may go in, so that there is a contact which turns it round.
static Real surface_time(const Stop *stop, const Sweep *a, const Sweep *b, const ToiResult *hit) {
	if (hit->status == TOI_CAPPED) return hit->time;
	Vec3 closing = vec3_sub(
			velocity_at(a, hit->point_a, hit->time), velocity_at(b, hit->point_b, hit->time));
	Real speed = vec3_dot(hit->normal, closing);
	Real back = stop->depth + MK_STOP_GAP * stop->world->settings.contact_margin;
	return speed * hit->time > 2 * back ? hit->time - back / speed : hit->time / 2;
}

static void note_stop(Stop *stop, const Sweep *b, const ToiResult *hit) {
	const Sweep *a = &stop->sweep;
	Real time = surface_time(stop, a, b, hit);
	if (!(time < stop->time)) return;
	Vec3 center = vec3_add_scaled(a->center, a->motion, hit->time);
	stop->time = time;
	stop->meeting.other = stop->other;
	stop->meeting.arm = vec3_sub(hit->point_a, center);
	stop->meeting.normal = vec3_negate(hit->normal);
}

// One of the inner parts of a body against something, over a part of the step. Returns false if
// they touch from the start, which says nothing about where the body goes.
static bool meet(Stop *stop, const Sweep *b, Real until) {
	ToiResult hit = find_impact(stop, b, until);
	if (!toi_status_is_hit(hit.status)) return true;
	if (hit.status == TOI_OVERLAPPING || hit.time == 0) return false;
	note_stop(stop, b, &hit);
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
	Real time = until + (1 - until) * rest.time;
	if (rest.time < 1 && time < stop->time) {
		stop->time = time;
		stop->meeting = rest.meeting;
	}
	return is_apart;
}

// A body that is in something deeper than the layer is not let through either: then thinner parts
// count, and at last smaller ones about its middle.
static void meet_deeper(Stop *stop, const Collider *other) {
	const ShapeInstance *whole = &stop->collider->instance;
	for (int i = 0; i < MK_STOP_CORES; i++) {
		stop->depth = core_parts[i] * stop->object->sweep.thickness;
		ShapeInstance core = mk_instance_core(whole, stop->depth);
		stop->sweep = sweep_of(stop->object, core, stop->dt);
		if (meet_collider(stop, other)) return;
	}
	for (int i = 0; i < MK_STOP_HEARTS; i++) {
		ShapeInstance heart = mk_instance_shrunk(whole, heart_parts[i]);
		stop->sweep = sweep_of(stop->object, heart, stop->dt);
		if (meet_collider(stop, other)) return;
	}
}

static bool has_flag(const World *world, const WorldObject *object) {
	return object->is_continuous || world->settings.continuous == CONTINUOUS_ALL;
}

// Bodies that forces move are met only by those with the flag.
static bool is_met(const Stop *stop, const WorldObject *other) {
	const WorldObject *object = stop->object;
	if (!object_sees(object, other)) return false;
	if (body_is_rigid(other->body) && !has_flag(stop->world, object)) return false;
	return mk_world_can_meet(stop->world, object, other);
}

// Returns how high a shape is over the face of a box with a normal along one of its axes, m.
static Real height_over(const ShapeInstance *shape, const ShapeInstance *box, int axis, Vec3 up) {
	Vec3 low = instance_support(shape, vec3_negate(up), MK_SHAPE_NO_ID);
	Real half = vec3_get(((const BoxShape *)box->shape)->half, axis);
	return vec3_dot(vec3_sub(low, box->pose.origin), up) - half - box->rounding;
}

// Whether the inner part of a body begins and ends over the same face of a box that stands still,
// as limbs that land on a floor do: no point of it leaves the way between by more than the arc, so
// nothing has to be searched for.
static bool stays_over_face(const Stop *stop, const Collider *other) {
	const ShapeInstance *box = &other->instance;
	bool is_floor = box->shape->kind == SHAPE_BOX && box->is_rigid && !is_moving(other->object);
	const Shape *shape = stop->collider->instance.shape;
	if (!is_floor || !shape_is_convex(shape)) return false;
	ShapeInstance end = stop->collider->instance;
	end.pose = affine_multiply(stop->object->body->pose, stop->collider->local);
	Vec3 way = vec3_sub(end.pose.origin, box->pose.origin);
	Vec3 local = mat3_apply_transposed(box->pose.linear, way);
	int axis = vec3_max_axis(vec3_sub(vec3_abs(local), ((const BoxShape *)box->shape)->half));
	Vec3 column = mat3_column(box->pose.linear, axis);
	Vec3 up = vec3_get(local, axis) < 0 ? vec3_negate(column) : column;
	Real depth = core_parts[0] * stop->object->sweep.thickness;
	ShapeInstance first = mk_instance_core(&stop->collider->instance, depth);
	ShapeInstance last = mk_instance_core(&end, depth);
	// what supports and their differences round by
	Real size = shape->bound + box->shape->bound + vec3_length(way);
	Real least = mk_object_arc(stop->object) + 16 * MK_EPSILON * size;
	return height_over(&last, box, axis, up) > least && height_over(&first, box, axis, up) > least;
}

static bool visit(void *context, uint32_t id, uint32_t user) {
	(void)id;
	Stop *stop = context;
	const Collider *other = world_collider(stop->world, user);
	// what the others do is known already
	if (stop->round > 0 && other->object->sweep.fallen_round != stop->round) return true;
	if (!collider_is_solid(other) || !is_met(stop, other->object)) return true;
	Real before = stop->time;
	stop->object->sweep.meets_movers |= other->object->is_awake;
	stop->other = other->object;
	if (stays_over_face(stop, other)) return true;
	meet_deeper(stop, other);
	if (stop->time < before) stop->carrier = is_moving(other->object) ? other->object : NULL;
	return true;
}

static void stop_collider(Stop *stop, uint32_t index) {
	const Collider *collider = world_collider(stop->world, index);
	if (!collider_is_solid(collider)) return;
	stop->collider = collider;
	Aabb box = mk_object_swept_box(stop->object, collider);
	if (!aabb_is_finite(box)) return;
	mk_bvh_query(stop->world->trees + TREE_STATIC, box, LEAF_ANY, visit, stop);
	uint32_t mask = has_flag(stop->world, stop->object) ? LEAF_ANY : LEAF_DRIVEN;
	mk_bvh_query(stop->world->trees + TREE_MOVING, box, mask, visit, stop);
}

typedef struct ContinuousStage {
	World *world;
	Real dt;
	uint32_t round; // from 0
} ContinuousStage;

static void stop_block(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	const ContinuousStage *stage = context;
	World *world = stage->world;
	uint32_t first = block * MK_FAST_PER_BLOCK;
	for (uint32_t i = first; i < first + MK_FAST_PER_BLOCK && i < world->fast.count; i++) {
		WorldObject *object = world->fast.data[i];
		Stop stop = { .world = world, .object = object, .dt = stage->dt, .round = stage->round };
		stop.time = object->sweep.stop;
		for (uint32_t c = 0; c < object->colliders.count; c++)
			stop_collider(&stop, object->colliders.data[c]);
		if (stop.time < object->sweep.stop) {
			object->sweep.carrier = stop.carrier;
			object->sweep.meeting = stop.meeting;
		}
		object->sweep.next_stop = stop.time;
	}
}

// Takes over what a round has found. Returns whether others have to know: whether the object stands
// farther back than they have seen by more than what their distance from it is exact to.
static bool take_stop(const World *world, ObjectSweep *sweep, Real way) {
	Real unseen = MK_STOP_TOLERANCE * world->settings.contact_margin;
	sweep->stop = sweep->next_stop;
	if (!((sweep->seen_stop - sweep->stop) * way > unseen)) return false;
	sweep->seen_stop = sweep->stop;
	return true;
}

// Keeps those that may be stopped earlier by what others did. Returns whether there are any.
static bool prepare_round(World *world, uint32_t round) {
	bool is_changed = false;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < world->fast.count; i++) {
		WorldObject *object = world->fast.data[i];
		Real way = vec3_length(mk_object_motion(object)) +
				object->sweep.angle * object->sweep.reach;
		if (take_stop(world, &object->sweep, way)) {
			object->sweep.fallen_round = round;
			is_changed = true;
		}
		if (object->sweep.meets_movers) world->fast.data[kept++] = object;
	}
	world->fast.count = kept;
	return is_changed && kept > 0;
}

static void box_way(World *world, WorldObject *object) {
	for (uint32_t i = 0; i < object->colliders.count; i++) {
		Collider *collider = world_collider(world, object->colliders.data[i]);
		Aabb box = mk_object_swept_box(object, collider);
		Bvh *tree = world->trees + collider->tree;
		if (!aabb_is_finite(box)) continue;
		if (!mk_bvh_move(tree, collider->leaf, box, 0)) continue;
		mk_world_note_room(world, collider);
		object->sweep.is_boxed = true;
	}
}

// Lets fast bodies find those that come their way: boxes of moving ones hold their way. Without the
// flag they look only for those that move on their own.
static void box_ways(World *world, bool is_any_flagged) {
	for (uint32_t i = 0; i < world->awake.count; i++) {
		WorldObject *object = world->awake.data[i];
		if (!is_moving(object)) continue;
		if (is_any_flagged || !body_is_rigid(object->body)) box_way(world, object);
	}
}

static void add_fast(World *world, WorldObject *object) {
	object->sweep.is_fast = true;
	object->sweep.meets_movers = false;
	object_pointers_push(&world->fast, object);
}

// Finds the fast ones. Returns whether one of them has the flag.
static bool find_fast(World *world) {
	bool is_any_flagged = false;
	object_pointers_clear(&world->fast);
	for (uint32_t i = 0; i < world->awake.count; i++) {
		WorldObject *object = world->awake.data[i];
		if (!object->sweep.is_fast || !body_is_rigid(object->body)) continue;
		if (!object_is_swept(world, object)) continue;
		add_fast(world, object);
		is_any_flagged |= has_flag(world, object);
	}
	return is_any_flagged;
}

// Who is in the way of something that moves on its own.
typedef struct Press {
	World *world;
	const WorldObject *object;
	Real dt;
} Press;

static bool press(void *context, uint32_t id, uint32_t user) {
	(void)id;
	const Press *way = context;
	World *world = way->world;
	WorldObject *other = world_collider(world, user)->object;
	bool is_new = !other->is_awake || !other->sweep.is_fast;
	if (!is_new || !object_sees(other, way->object) || !object_is_swept(world, other)) return true;
	if (!mk_world_can_meet(world, other, way->object)) return true;
	uint32_t first = world->awake.count;
	if (!other->is_awake) mk_world_wake(world, other);
	for (uint32_t i = first; i < world->awake.count; i++) {
		mk_object_begin_sweep(world->awake.data[i]);
		mk_object_end_sweep(world->awake.data[i], way->dt);
	}
	add_fast(world, other);
	return true;
}

// A bat that is fast makes everything fast that is in its way.
static void find_pressed(World *world, Real dt) {
	for (uint32_t i = 0; i < world->awake.count; i++) {
		const WorldObject *object = world->awake.data[i];
		if (!object->sweep.is_fast || body_is_rigid(object->body)) continue;
		Press way = { world, object, dt };
		for (uint32_t c = 0; c < object->colliders.count; c++) {
			const Collider *collider = world_collider(world, object->colliders.data[c]);
			Aabb box = mk_object_swept_box(object, collider);
			if (!aabb_is_finite(box)) continue;
			mk_bvh_query(world->trees + TREE_MOVING, box, LEAF_ANY, press, &way);
		}
	}
}

void mk_world_stop_fast(World *world, Real dt) {
	world->counters.fast_count = world->counters.stopped_count = 0;
	if (!world->has_fast) return;
	bool is_any_flagged = find_fast(world);
	find_pressed(world, dt);
	world->counters.fast_count = world->fast.count;
	if (world->fast.count == 0) return;
	box_ways(world, is_any_flagged);
	ContinuousStage stage = { world, dt, 0 };
	do {
		uint32_t blocks = (world->fast.count + MK_FAST_PER_BLOCK - 1) / MK_FAST_PER_BLOCK;
		mk_job_team_run(&world->team, blocks, stop_block, &stage);
		stage.round++;
	} while (prepare_round(world, stage.round));
	for (uint32_t i = 0; i < world->awake.count; i++) {
		WorldObject *object = world->awake.data[i];
		if (!(object->sweep.stop < 1)) continue;
		mk_object_put_back(world, object, dt);
		world->counters.stopped_count++;
	}
}
