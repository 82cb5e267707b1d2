// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bodies to rows of the solver before it runs, and back to poses afterwards.
#include "dynamics/gyroscopic.h"
#include "math/power.h"
#include "world/parts.h"

AwakeStage mk_world_run_awake(World *world, Real dt, JobBlock *run) {
	uint32_t blocks = awake_block_count(world);
	AwakeStage stage = { .world = world, .dt = dt };
	stage.marks = mk_arena_alloc(&world->workers[0].arena, blocks, sizeof(uint8_t));
	mk_job_team_run(&world->team, blocks, run, &stage);
	return stage;
}

bool mk_stage_is_marked(const AwakeStage *stage, unsigned bits) {
	unsigned all = 0;
	for (uint32_t b = 0; b < awake_block_count(stage->world); b++)
		all |= stage->marks[b];
	return (all & bits) != 0;
}

static void store3(float *to, Vec3 v) {
	to[0] = (float)v.x;
	to[1] = (float)v.y;
	to[2] = (float)v.z;
}

static Vec3 load3(const float *v) { return vec3((Real)v[0], (Real)v[1], (Real)v[2]); }

// What is left of a velocity after a sub-step, for the damping that was asked for last.
typedef struct Keeping {
	Real damp;
	float keep;
} Keeping;

// 1 - c dt over the whole step, as Godot damps, in equal parts. Most bodies have the
// damping of the one before them.
static float keep_of(const AwakeStage *stage, Keeping *last, Real damp) {
	if (damp == last->damp) return last->keep;
	Real kept = real_max(0, 1 - damp * stage->dt);
	Real part = 1 / (Real)stage->world->settings.solver.sub_steps;
	*last = (Keeping){ damp, (float)real_pow(kept, part) };
	return last->keep;
}

// rad; what turns its inertia farther than this in half of a step has none that goes for all of it
#define MK_MIDDLE_TURN ((Real)0.25)

// How a body lies and turns at the start of the step.
typedef struct Turning {
	Quat axes; // from the principal ones to the world
	bool is_gyroscopic;
} Turning;

static Turning turning_of(const Body *body) {
	return (Turning){ body_principal_axes(body), body_needs_gyroscopic(body) };
}

// Whether a body turns as a top: more about the axis whose moment is farthest from the others,
// which leaves its inertia nearly as it is, than that axis goes round, and that not much in a step.
static bool is_top(const Body *body, const Turning *turning, Real dt) {
	if (!turning->is_gyroscopic) return false;
	Vec3 m = body->moments;
	Vec3 spin = quat_rotate_inverse(turning->axes, body->angular_velocity);
	Vec3 apart = vec3_abs(
			vec3(m.x - (m.y + m.z) / 2, m.y - (m.z + m.x) / 2, m.z - (m.x + m.y) / 2));
	Real most = vec3_max_element(apart);
	Real own = apart.x == most ? spin.x : apart.y == most ? spin.y : spin.z;
	Real round_squared = vec3_length_squared(spin) - real_square(own);
	return round_squared < real_square(own) &&
			round_squared * real_square(dt / 2) < real_square(MK_MIDDLE_TURN);
}

static SolverInertia inertia_from(Sym3 m) {
	return (SolverInertia){
		.xx = (float)m.xx,
		.xy = (float)m.xy,
		.xz = (float)m.xz,
		.yy = (float)m.yy,
		.yz = (float)m.yz,
		.zz = (float)m.zz,
	};
}

static SolverInertia locked_inertia_of(const Body *body, Quat rotation, Vec3 moments) {
	Body turned = *body;
	turned.rotation = rotation;
	turned.moments = moments;
	Mat3 m = mk_body_locked_inverse_inertia(&turned);
	return inertia_from((Sym3){ m.x.x, m.x.y, m.x.z, m.y.y, m.y.z, m.z.z });
}

// All sub-steps have the inertia that a top has in the middle of the step, as it turns now. For
// others that of the beginning does; but a joint that holds a top and is answered by where its axis
// was wins energy: a slow one doubles its spin in seconds. `added` comes to all moments.
static SolverInertia inertia_of(const Body *body, const Turning *turning, Real added, Real dt) {
	if (body->mode != BODY_RIGID) return (SolverInertia){ 0 };
	bool is_turned = is_top(body, turning, dt);
	Vec3 moments = vec3_add(body->moments, vec3_splat(added));
	if (body->locks >> 3 != 0) {
		Quat rotation = is_turned ? quat_integrate(body->rotation, body->angular_velocity, dt / 2)
								  : body->rotation;
		return locked_inertia_of(body, rotation, moments);
	}
	Quat axes = is_turned ? quat_integrate(turning->axes, body->angular_velocity, dt / 2)
						  : turning->axes;
	Vec3 inverse = vec3(1 / moments.x, 1 / moments.y, 1 / moments.z);
	return inertia_from(body_tensor(axes, inverse));
}

// Beyond this speed, m/s, and spin, rad/s, the squares that the solver makes of them, times the
// masses of things, are not numbers any more. Larger: what such a body touches is lost with it;
// smaller: nothing is to be gained, a body at this speed crosses the orbit of the moon in a step.
#define MK_TAME_SPEED 1e12f

static float square_of(const float v[3]) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

// Whether the solver can go on from a row. A sum is no number, or none that is small enough, if one
// of its parts is not.
static bool is_row_tame(const World *world, const WorldObject *object, Real dt) {
	const SolverBody *row = world->rows.data + object->row;
	const SolverInertia *inertia = world->inertias.data + object->row;
	const SolverMotion *motion = world->motions.data + object->row;
	float speeds = square_of(row->velocity) + square_of(row->spin);
	float gains = square_of(motion->acceleration) + square_of(motion->angular_acceleration);
	// no inverse is negative, and the products inside a tensor are no larger than its diagonal
	float sum = row->inverse_mass_x + row->inverse_mass_y + inertia->inverse_mass_z + inertia->xx +
			inertia->yy + inertia->zz;
	return speeds + gains * (float)dt * (float)dt <= MK_TAME_SPEED * MK_TAME_SPEED &&
			real_is_finite((Real)sum);
}

static void load_rigid(const AwakeStage *stage, const WorldObject *object, Keeping *keeping) {
	World *world = stage->world;
	const Body *body = object->body;
	SolverBody *row = world->rows.data + object->row;
	SolverInertia *inertia = world->inertias.data + object->row;
	Real h = stage->dt / (Real)world->settings.solver.sub_steps;
	Turning turning = turning_of(body);
	*inertia = inertia_of(body, &turning, mk_object_load_inertia(object, h), stage->dt);
	float inverse = (float)body_inverse_mass(body);
	row->inverse_mass_x = body->locks & BODY_LOCK_LINEAR_X ? 0 : inverse;
	row->inverse_mass_y = body->locks & BODY_LOCK_LINEAR_Y ? 0 : inverse;
	inertia->inverse_mass_z = body->locks & BODY_LOCK_LINEAR_Z ? 0 : inverse;
	SolverMotion motion = { .linear_keep = 1, .angular_keep = 1 };
	Quat q = turning.axes;
	memcpy(motion.rotation, (float[4]){ (float)q.x, (float)q.y, (float)q.z, (float)q.w },
			sizeof(motion.rotation));
	if (!body->omits_forces) {
		const BodySurroundings *around = &object->surroundings;
		Vec3 force = vec3_add(body->force, body->constant_force);
		Vec3 torque = vec3_add(body->torque, body->constant_torque);
		Vec3 linear = vec3_add_scaled(around->gravity, force, body_inverse_mass(body));
		store3(motion.acceleration, linear);
		if (!vec3_is_zero(torque))
			store3(motion.angular_acceleration,
					mat3_apply(body_free_inverse_inertia(body), torque));
		motion.linear_keep = keep_of(stage, keeping, around->linear_damp);
		motion.angular_keep = keep_of(stage, keeping, around->angular_damp);
		if (turning.is_gyroscopic) store3(motion.moments, body->moments);
	}
	world->motions.data[object->row] = motion;
}

static bool is_touched(const World *world, const WorldObject *object) {
	if (graph_has_color(&world->graph, object->row)) return true;
	// without a colour are only those that are solved one by one
	bool has_others = world->graph.colors[MK_GRAPH_OVERFLOW].lane_count > 0 ||
			world->joints.lists[MK_JOINT_EARLY].count > 0 ||
			world->joints.lists[MK_JOINT_LATE].count > 0;
	if (!has_others) return false;
	if (mk_object_is_held(object)) return true;
	for (uint32_t e = object->first_edge; e != MK_WORLD_NONE;) {
		const Contact *contact = world->contacts.data + e / 2;
		if (contact->is_active && contact->first_patch != MK_WORLD_NONE) return true;
		e = contact->edges[e % 2].next;
	}
	return false;
}

static void ask_surroundings(const World *world, WorldObject *object) {
	object->surroundings = (BodySurroundings){ 0 };
	if (world->surroundings == NULL || !body_is_rigid(object->body)) return;
	world->surroundings(world->user, object, &object->surroundings);
}

// What cannot go on is a wall for the others in this step. A body then counts as lost; what
// moves on its own has made a jump, and pushes nothing.
static void stop_row(World *world, WorldObject *object) {
	world->rows.data[object->row] = (SolverBody){ .turn = { 0, 0, 0, 1 } };
	world->inertias.data[object->row] = (SolverInertia){ 0 };
	world->motions.data[object->row] = (SolverMotion){ .linear_keep = 1, .angular_keep = 1 };
	object->is_lost = body_is_rigid(object->body);
}

// The row starts where the body is, with its velocity, free of what locks forbid.
static void load_row(const AwakeStage *stage, const WorldObject *object, Keeping *keeping) {
	World *world = stage->world;
	const Body *body = object->body;
	SolverBody *row = world->rows.data + object->row;
	*row = (SolverBody){ .turn = { 0, 0, 0, 1 } };
	store3(row->velocity, body->linear_velocity);
	store3(row->spin, body->angular_velocity);
	if (body_is_rigid(body)) {
		load_rigid(stage, object, keeping);
	} else {
		world->inertias.data[object->row] = (SolverInertia){ 0 };
		world->motions.data[object->row] = (SolverMotion){ .linear_keep = 1, .angular_keep = 1 };
	}
	for (int k = 0; body->locks != 0 && k < 3; k++) {
		if (body->locks >> k & 1)
			row->velocity[k] = world->motions.data[object->row].acceleration[k] = 0;
		if (body->locks >> (k + 3) & 1)
			row->spin[k] = world->motions.data[object->row].angular_acceleration[k] = 0;
	}
}

enum {
	MARK_ROW = 1 << 0,  // the block has rows
	MARK_LOST = 1 << 1, // one in it is lost
	MARK_FAST = 1 << 2  // one in it is fast
};

static void load_block(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	const AwakeStage *stage = context;
	const AwakeBlock objects = awake_block(stage->world, block);
	Keeping keeping = { 0, 1 };
	uint8_t marks = 0;
	for (uint32_t i = 0; i < objects.count; i++) {
		WorldObject *object = objects.data[i];
		object->is_lost = false;
		object->is_free = body_is_rigid(object->body) && !is_touched(stage->world, object);
		if (object->is_free) continue;
		ask_surroundings(stage->world, object);
		load_row(stage, object, &keeping);
		if (!is_row_tame(stage->world, object, stage->dt)) stop_row(stage->world, object);
		marks |= object->is_lost ? MARK_ROW | MARK_LOST : MARK_ROW;
	}
	stage->marks[block] = marks;
}

// A body that nothing touches needs no sub-steps, and no row. Others read the row of a platform
// even after it has stopped.
void mk_world_load_rows(World *world, Real dt) {
	AwakeStage stage = mk_world_run_awake(world, dt, load_block);
	for (uint32_t p = 0; p < MK_GRAPH_PARTS; p++)
		row_array_clear(world->awake_rows + p);
	for (uint32_t b = 0; b < awake_block_count(world); b++) {
		const AwakeBlock objects = awake_block(world, b);
		for (uint32_t i = 0; stage.marks[b] != 0 && i < objects.count; i++)
			if (!objects.data[i]->is_free)
				row_array_push(world->awake_rows + objects.data[i]->part, objects.data[i]->row);
	}
	if (mk_stage_is_marked(&stage, MARK_LOST)) mk_world_forget_lost(world);
}

static void turn_body(Body *body, const float turn[4]) {
	Quat q = { (Real)turn[0], (Real)turn[1], (Real)turn[2], (Real)turn[3] };
	body->rotation = quat_normalize(quat_multiply(q, body->rotation));
	body->pose.linear = quat_to_mat3(body->rotation);
	// few nodes are scaled
	if (!mat3_is_identity(&body->stretch))
		body->pose.linear = mat3_multiply(body->pose.linear, body->stretch);
}

// The centre of mass has moved by the row's shift; a body that has not turned keeps its matrix.
// Returns false and leaves the body as it was if it would be nowhere. A sum is no number if one of
// its parts is none.
static bool move_body(Body *body, const SolverBody *row) {
	Vec3 velocity = load3(row->velocity);
	Vec3 spin = load3(row->spin);
	Vec3 origin = vec3_add(body->pose.origin, load3(row->shift));
	if (!vec3_is_finite(vec3_add(vec3_add(velocity, spin), origin))) return false;
	if (!vec3_is_zero(load3(row->turn))) {
		Vec3 before = body_center(body);
		turn_body(body, row->turn);
		origin = vec3_add(origin, vec3_sub(before, body_center(body)));
	}
	body->pose.origin = origin;
	body->linear_velocity = velocity;
	body->angular_velocity = spin;
	return true;
}

static void store_rigid(const World *world, WorldObject *object) {
	Body *body = object->body;
	bool is_moved = !object->is_lost && move_body(body, world->rows.data + object->row);
	body->force = body->torque = vec3_zero();
	if (is_moved) return;
	mk_body_sleep(body);
	object->is_lost = true;
}

static void move(const AwakeStage *stage, WorldObject *object) {
	mk_object_begin_sweep(object);
	if (object->is_free) ask_surroundings(stage->world, object);
	if (object->is_free || !body_is_rigid(object->body)) {
		object->is_lost = !mk_body_step(object->body, &object->surroundings, stage->dt);
	} else {
		store_rigid(stage->world, object);
	}
	mk_object_end_sweep(object, stage->dt);
}

static void store_block(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	const AwakeStage *stage = context;
	const AwakeBlock objects = awake_block(stage->world, block);
	uint8_t marks = 0;
	for (uint32_t i = 0; i < objects.count; i++) {
		move(stage, objects.data[i]);
		if (objects.data[i]->sweep.is_fast) marks |= MARK_FAST;
		if (objects.data[i]->is_lost) marks |= MARK_LOST;
	}
	stage->marks[block] = marks;
}

void mk_world_store_rows(World *world, Real dt) {
	AwakeStage stage = mk_world_run_awake(world, dt, store_block);
	world->has_fast = mk_stage_is_marked(&stage, MARK_FAST);
	world->has_lost = mk_stage_is_marked(&stage, MARK_LOST);
}

// Returns whether the body may fall asleep; one that was lost sleeps already.
static bool update_still(const AwakeStage *stage, WorldObject *object) {
	const SleepLimits *limits = &stage->world->settings.sleep;
	Body *body = object->body;
	object->is_tired = false;
	if (!body_is_rigid(body)) return false;
	mk_body_update_still(body, limits, stage->dt);
	object->is_tired = body->still_time >= limits->time;
	return object->is_tired || body->is_sleeping;
}

enum {
	MARK_BOX = 1 << 0,  // trees must be told of one in the block
	MARK_TIRED = 1 << 1 // one may fall asleep
};

static void place_block(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	const AwakeStage *stage = context;
	const AwakeBlock objects = awake_block(stage->world, block);
	uint8_t marks = 0;
	for (uint32_t i = 0; i < objects.count; i++) {
		WorldObject *object = objects.data[i];
		bool has_left = mk_world_pose_colliders(stage->world, object);
		if (has_left || object->sweep.is_boxed) marks |= MARK_BOX;
		if (update_still(stage, object)) marks |= MARK_TIRED;
	}
	stage->marks[block] = marks;
}

void mk_world_place_awake(World *world, Real dt) {
	AwakeStage stage = mk_world_run_awake(world, dt, place_block);
	for (uint32_t b = 0; b < awake_block_count(world); b++) {
		const AwakeBlock objects = awake_block(world, b);
		bool is_due = stage.marks[b] & MARK_BOX;
		for (uint32_t i = 0; is_due && i < objects.count; i++)
			// a box that held a whole way is far too large for what is left
			mk_world_box_colliders(world, objects.data[i], objects.data[i]->sweep.is_boxed);
	}
	world->has_tired = mk_stage_is_marked(&stage, MARK_TIRED);
}
