// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Joints to the solver before it runs, and impulses back from it afterwards.
#include "world/parts.h"

#define MK_JOINTS_PER_BLOCK 32

typedef struct JointStage {
	World *world;
	SolverJoints solver;
	Real h; // s
	Real dt;
	Real kept;   // part of the old impulses that fits a sub-step of another length
	bool is_new; // the lanes are to be written as a whole; if not, they know all but the places
} JointStage;

static const Body *body_of(const WorldJoint *joint, int side) {
	return joint->objects[side] == NULL ? NULL : joint->objects[side]->body;
}

// Returns the centre of mass of the body on a side, m; near its own origin the world is as exact as
// a body. Frames are of no use to what does not depend on how they are turned.
static Vec3 place_side(JointPlace *place, const WorldJoint *joint, int side, bool has_frames) {
	const Body *body = body_of(joint, side);
	const Transform *frame = joint->settings.frames + side;
	if (body == NULL) {
		place->arms[side] = vec3_zero();
		place->frames[side] = frame->rotation;
		return frame->position;
	}
	Vec3 center = body_center(body);
	place->arms[side] = vec3_sub(mat3_apply(body->pose.linear, frame->position), center);
	place->frames[side] = has_frames ? quat_multiply(body->rotation, frame->rotation)
									 : quat_identity();
	return vec3_add(body->pose.origin, center);
}

JointPlace mk_world_joint_place(const WorldJoint *joint, JointLayout plan) {
	JointPlace place;
	const JointOps *ops = mk_joint_ops(joint->settings.kind);
	bool has_frames = joint_plan_has_turning(plan) || ops->find_rest != NULL;
	Vec3 center = place_side(&place, joint, 0, has_frames);
	place.offset = vec3_sub(place_side(&place, joint, 1, has_frames), center);
	if (ops->find_rest != NULL) {
		// A's frame moves to where B's is held
		Vec3 rest = quat_rotate(place.frames[0], ops->find_rest(&joint->settings, plan));
		place.arms[0] = vec3_add(place.arms[0], rest);
	}
	return place;
}

static JointMemory scale_memory(const JointMemory *memory, Real kept) {
	return (JointMemory){ kept * memory->lower, kept * memory->upper, kept * memory->motor,
		kept * memory->spring, kept * memory->zone };
}

static void write_joint(const JointStage *stage, const OrderedJoint *ordered) {
	const WorldJoint *joint = ordered->joint;
	JointLayout plan = stage->solver.bundles[ordered->slot.bundle].plan;
	PlainJoint parts = { 0 };
	for (int i = 0; i < 2; i++) {
		const WorldObject *object = joint->objects[i];
		bool is_still = object == NULL || object->body->mode == BODY_STATIC;
		parts.bodies[i] = is_still ? 0 : object->row;
		parts.is_moved[i] = !is_still && body_is_rigid(object->body);
	}
	const JointBuild build = { &joint->settings, plan, stage->h,
		stage->world->settings.solver.sub_steps };
	mk_joint_build(&parts, &build);
	parts.linear.impulse = vec3_scale(joint->impulse, stage->kept);
	parts.angular.impulse = vec3_scale(joint->angular_impulse, stage->kept);
	for (uint32_t i = 0; i < joint_plan_rows(plan); i++) {
		JointFreedom freedom = joint_measure_freedom(joint_plan_measure(plan, i));
		parts.rows[i].memory = scale_memory(joint->axes + freedom, stage->kept);
	}
	mk_joint_lane_write(&stage->solver, ordered->slot, &parts, &joint->settings);
}

// The joints of a colour and their bodies lie all over memory: the next ones are asked for ahead.
static void fetch_joint(const OrderedJointArray *order, uint32_t i) {
	if (i >= order->count) return;
	const WorldJoint *joint = order->data[i].joint;
	fetch_lines(&joint->settings, 2);
	fetch_lines(joint->objects, 1);
}

static void fetch_objects(const OrderedJointArray *order, uint32_t i) {
	if (i >= order->count) return;
	for (int side = 0; side < 2; side++)
		if (order->data[i].joint->objects[side] != NULL)
			fetch_lines(order->data[i].joint->objects[side], 1);
}

static void fetch_bodies(const OrderedJointArray *order, uint32_t i) {
	if (i >= order->count) return;
	for (int side = 0; side < 2; side++) {
		const Body *body = body_of(order->data[i].joint, side);
		if (body != NULL) fetch_body(body);
	}
}

// Returns where a block begins. The lanes of a bundle have their flags in the same bytes, so that
// no two workers may write to one: a bundle that begins in a block is all of that block.
static uint32_t block_start(const OrderedJointArray *order, uint32_t block) {
	uint32_t i = block * MK_JOINTS_PER_BLOCK;
	while (i < order->count && order->data[i].slot.lane != 0)
		i++;
	return i < order->count ? i : order->count;
}

static void build_block(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	const JointStage *stage = context;
	const OrderedJointArray *order = &stage->world->joints.order;
	uint32_t end = block_start(order, block + 1);
	for (uint32_t i = block_start(order, block); i < end; i++) {
		const OrderedJoint *ordered = order->data + i;
		fetch_joint(order, i + 3);
		fetch_objects(order, i + 2);
		fetch_bodies(order, i + 1);
		if (stage->is_new) write_joint(stage, ordered);
		JointLayout plan = stage->solver.bundles[ordered->slot.bundle].plan;
		JointPlace place = mk_world_joint_place(ordered->joint, plan);
		mk_joint_lane_place(&stage->solver, ordered->slot, &place);
	}
}

// Sorts the joints of a list by their plans, which fills bundles; the order inside a colour is
// nothing that results depend on.
static void sort_list(World *world, const JointEntryArray *list) {
	PairKeyArray *keys = &world->new_keys;
	pair_key_array_clear(keys);
	for (uint32_t i = 0; i < list->count; i++)
		pair_key_array_push(keys, (uint64_t)list->data[i].plan << 32 | i);
	mk_world_sort_keys(world);
}

static JointBundle *add_bundle(WorldJoints *joints, JointLayout plan) {
	JointBundle *bundle = joint_bundle_array_add(&joints->bundles);
	bundle->plan = plan;
	bundle->row_count = (uint8_t)joint_plan_rows(plan);
	bundle->turning = joints->turnings.count;
	bundle->first_row = joints->rows.count;
	if (joint_plan_has_turning(plan)) joint_turning_array_add(&joints->turnings);
	joint_row_array_resize(&joints->rows, joints->rows.count + bundle->row_count);
	return bundle;
}

// Joints of a colour that are made of the same parts share bundles; in lists that are solved
// one by one each has its own.
static void fill_bundles(WorldJoints *joints, const JointEntryArray *list, uint32_t per_bundle,
		const PairKeyArray *keys) {
	uint32_t lane = per_bundle;
	JointLayout last = 0;
	for (uint32_t i = 0; i < list->count; i++) {
		JointEntry entry = list->data[keys == NULL ? i : (uint32_t)keys->data[i]];
		if (lane == per_bundle || entry.plan != last) {
			add_bundle(joints, entry.plan);
			lane = 0;
		}
		last = entry.plan;
		JointSlot slot = { joints->bundles.count - 1, lane++ };
		entry.joint->slot = slot;
		ordered_joint_array_push(&joints->order, (OrderedJoint){ entry.joint, slot });
	}
}

void mk_world_lay_out_joints(World *world) {
	WorldJoints *joints = &world->joints;
	ordered_joint_array_clear(&joints->order);
	joint_bundle_array_clear(&joints->bundles);
	joint_turning_array_clear(&joints->turnings);
	joint_row_array_clear(&joints->rows);
	for (uint32_t i = 0; i < MK_GRAPH_PARTS * MK_JOINT_LISTS; i++) {
		const JointEntryArray *list = joints->lists + i;
		joints->first[i] = joints->bundles.count;
		if (i % MK_JOINT_LISTS < MK_GRAPH_OVERFLOW) {
			sort_list(world, list);
			fill_bundles(joints, list, MK_BUNDLE_LANES, &world->new_keys);
		} else {
			fill_bundles(joints, list, 1, NULL);
		}
	}
	joints->first[MK_GRAPH_PARTS * MK_JOINT_LISTS] = joints->bundles.count;
	mk_world_find_trees(world);
}

SolverJoints mk_world_solver_joints(const World *world, uint32_t part) {
	const WorldJoints *joints = &world->joints;
	SolverJoints solver = { joints->bundles.data, joints->turnings.data, joints->rows.data, { 0 },
		mk_world_trees_of(joints, part) };
	memcpy(solver.first, joints->first + part * MK_JOINT_LISTS, sizeof(solver.first));
	return solver;
}

static JointStage make_stage(World *world, Real dt) {
	Real h = dt / (Real)world->settings.solver.sub_steps;
	Real last = world->joints.sub_step;
	return (JointStage){ .world = world,
		.solver = mk_world_solver_joints(world, 0),
		.h = h,
		.dt = dt,
		.kept = last > 0 ? h / last : 1 };
}

static uint32_t block_count(const World *world) {
	return (world->joints.order.count + MK_JOINTS_PER_BLOCK - 1) / MK_JOINTS_PER_BLOCK;
}

void mk_world_load_joints(World *world, Real dt) {
	WorldJoints *joints = &world->joints;
	bool is_changed = joints->is_changed;
	if (is_changed) mk_world_lay_out_joints(world);
	uint32_t sub_steps = world->settings.solver.sub_steps;
	JointStage stage = make_stage(world, dt);
	stage.is_new = is_changed || stage.h != joints->sub_step || sub_steps != joints->sub_steps;
	mk_job_team_run(&world->team, block_count(world), build_block, &stage);
	joints->is_changed = false;
	joints->sub_step = stage.h;
	joints->sub_steps = sub_steps;
}

// Whether all that the solver has left of a joint is numbers; a sum is none if one of them is not.
static bool is_finite(const WorldJoint *joint) {
	Vec3 sum = vec3_add(joint->impulse, joint->angular_impulse);
	sum = vec3_add(sum, vec3_add(joint->reaction_force, joint->reaction_torque));
	return real_is_finite(joint->edges[0].load + joint->edges[1].load) && vec3_is_finite(sum);
}

static bool is_longer(Vec3 v, Real length) { return vec3_length_squared(v) > real_square(length); }

static void store_joint(const JointStage *stage, const OrderedJoint *ordered) {
	WorldJoint *joint = ordered->joint;
	JointResult result = mk_joint_lane_read(&stage->solver, ordered->slot, joint->axes);
	joint->impulse = result.impulse;
	joint->angular_impulse = result.angular_impulse;
	const JointTreeArray *trees = &stage->world->joints.trees;
	joint->is_direct = joint->tree != 0 && trees->data[joint->tree - 1].is_direct;
	Real strength = vec3_length(result.pull);
	for (int i = 0; i < 2; i++)
		joint->edges[i].load = strength * result.arms[i];
	joint->reaction_force = vec3_scale(result.force_total, 1 / stage->dt);
	joint->reaction_torque = vec3_scale(result.torque_total, 1 / stage->dt);
	const JointSettings *settings = &joint->settings;
	joint->is_broken = is_longer(joint->reaction_force, settings->break_force) ||
			is_longer(joint->reaction_torque, settings->break_torque);
	joint->is_lost = !is_finite(joint);
}

static void refit_trees(World *world) {
	for (uint32_t t = 0; t < TREE_COUNT; t++)
		mk_bvh_refit(world->trees + t);
}

// The first block is the trees: nobody can help with them, and joints have nothing to do with them.
static void store_block(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	const JointStage *stage = context;
	if (block-- == 0) {
		refit_trees(stage->world);
		return;
	}
	const OrderedJointArray *order = &stage->world->joints.order;
	uint32_t end = block_start(order, block + 1);
	for (uint32_t i = block_start(order, block); i < end; i++) {
		// what is written, up to the loads
		if (i + 3 < order->count) fetch_lines(&order->data[i + 3].joint->reaction_force, 4);
		store_joint(stage, order->data + i);
	}
}

void mk_world_store_joints(World *world, Real dt) {
	JointStage stage = make_stage(world, dt);
	mk_job_team_run(&world->team, 1 + block_count(world), store_block, &stage);
}

void mk_world_break_joints(World *world) {
	WorldJoints *joints = &world->joints;
	joints->broken_count = 0;
	for (uint32_t i = 0; i < joints->order.count; i++) {
		WorldJoint *joint = joints->order.data[i].joint;
		if (joint->is_lost) mk_joint_forget(world, joint);
		if (!joint->is_broken) continue;
		joints->broken_count++;
		mk_world_remove_joint(world, joint);
	}
}

// A joint under tension T at an arm r is a spring that turns the body, of stiffness T r, integrated
// explicitly; a light body under a heavy load would shake itself apart. Inertia h^2 T r more treats
// it implicitly (Tournier et al., "Stable Constrained Dynamics", 2015, section 3). Where the load
// is small beside the inertia nothing is added.
Real mk_object_load_inertia(const WorldObject *object, Real h) {
	const Real harmless = (Real)0.05; // no unit; part of the smallest moment
	Real load = 0;
	for (const JointEdge *edge = object->first_joint; edge != NULL; edge = edge->next)
		load += edge->load;
	if (load == 0) return 0;
	Real least = harmless * vec3_min_element(object->body->moments);
	return real_max(0, h * load - least);
}
