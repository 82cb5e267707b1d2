// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Joints to the solver before it runs, and impulses back from it afterwards.
#include "world/parts.h"

#define MK_JOINTS_PER_BLOCK 32

typedef struct JointStage {
	World *world;
	Real h; // s
	Real dt;
	Real kept; // part of the old impulses that fits a sub-step of another length
} JointStage;

static const Body *body_of(const WorldJoint *joint, int side) {
	return joint->objects[side] == NULL ? NULL : joint->objects[side]->body;
}

// Arms are from the centres of mass, in world axes; where there is no body, from the world's origin.
static void build_frames(SolverJoint *built, const WorldJoint *joint) {
	Vec3 centers[2];
	for (int i = 0; i < 2; i++) {
		const Body *body = body_of(joint, i);
		Transform frame = joint->settings.frames[i];
		centers[i] = vec3_zero();
		built->arms[i] = frame.position;
		built->frames[i] = frame.rotation;
		if (body == NULL) {
			// near its own origin the world is as exact as a body
			centers[i] = frame.position;
			built->arms[i] = vec3_zero();
			continue;
		}
		Vec3 center = body_center(body);
		centers[i] = vec3_add(body->pose.origin, center);
		built->arms[i] = vec3_sub(mat3_apply(body->pose.linear, frame.position), center);
		built->frames[i] = quat_multiply(body->rotation, frame.rotation);
	}
	built->offset = vec3_sub(centers[1], centers[0]);
}

static void load_memory(JointRow *row, const WorldJoint *joint, Real kept) {
	const JointMemory *memory = joint->axes + row->freedom;
	row->lower_impulse = kept * memory->lower;
	row->upper_impulse = kept * memory->upper;
	row->motor_impulse = kept * memory->motor;
	row->spring_impulse = kept * memory->spring;
	row->zone_impulse = kept * memory->zone;
}

static void build_joint(const JointStage *stage, uint32_t index) {
	World *world = stage->world;
	const WorldJoint *joint = world->joints.order.data[index].joint;
	uint32_t first_row = world->joints.order.data[index].row_count;
	uint32_t end = index + 1 < world->joints.order.count
			? world->joints.order.data[index + 1].row_count
			: world->joints.solver_rows.count;
	SolverJoint *built = world->joints.solver_joints.data + index;
	JointRow *rows = world->joints.solver_rows.data + first_row;
	*built = (SolverJoint){
		.kind = (uint8_t)joint->settings.kind,
		.row_count = (uint8_t)(end - first_row),
		.first_row = first_row,
		.linear.impulse = vec3_scale(joint->impulse, stage->kept),
		.angular.impulse = vec3_scale(joint->angular_impulse, stage->kept),
	};
	for (int i = 0; i < 2; i++) {
		const WorldObject *object = joint->objects[i];
		bool is_still = object == NULL || object->body->mode == BODY_STATIC;
		built->bodies[i] = is_still ? 0 : object->row;
		built->is_moved[i] = !is_still && body_is_rigid(object->body);
	}
	build_frames(built, joint);
	memset(rows, 0, built->row_count * sizeof(*rows));
	const JointBuild build = { built, rows, &joint->settings, stage->h,
		world->settings.solver.sub_steps };
	mk_joint_ops(joint->settings.kind)->build(&build);
	for (uint32_t r = 0; r < built->row_count; r++)
		load_memory(rows + r, joint, stage->kept);
}

static void build_block(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	const JointStage *stage = context;
	uint32_t first = block * MK_JOINTS_PER_BLOCK;
	uint32_t end = first + MK_JOINTS_PER_BLOCK;
	uint32_t count = stage->world->joints.order.count;
	for (uint32_t i = first; i < end && i < count; i++)
		build_joint(stage, i);
}

// All lists one behind the other; rows in the same order.
static void give_out_places(WorldJoints *joints, SolverJoints *solver) {
	uint32_t rows = 0;
	joint_entry_array_clear(&joints->order);
	for (uint32_t list = 0; list < MK_JOINT_LISTS; list++) {
		solver->first[list] = joints->order.count;
		for (uint32_t i = 0; i < joints->lists[list].count; i++) {
			JointEntry entry = joints->lists[list].data[i];
			joint_entry_array_push(&joints->order, (JointEntry){ entry.joint, rows });
			rows += entry.row_count;
		}
	}
	solver->first[MK_JOINT_LISTS] = joints->order.count;
	joints->solver_joints.count = joints->solver_rows.count = 0;
	solver_joint_array_reserve(&joints->solver_joints, joints->order.count);
	// one more: joints without rows point at the end
	joint_row_array_reserve(&joints->solver_rows, (size_t)rows + 1);
	joints->solver_joints.count = joints->order.count;
	joints->solver_rows.count = rows;
	solver->joints = joints->solver_joints.data;
	solver->rows = joints->solver_rows.data;
}

static JointStage make_stage(World *world, Real dt) {
	Real h = dt / (Real)world->settings.solver.sub_steps;
	Real last = world->joints.sub_step;
	return (JointStage){ world, h, dt, last > 0 ? h / last : 1 };
}

static uint32_t block_count(const World *world) {
	return (world->joints.order.count + MK_JOINTS_PER_BLOCK - 1) / MK_JOINTS_PER_BLOCK;
}

SolverJoints mk_world_load_joints(World *world, Real dt) {
	SolverJoints solver = { 0 };
	give_out_places(&world->joints, &solver);
	JointStage stage = make_stage(world, dt);
	mk_job_team_run(&world->team, block_count(world), build_block, &stage);
	world->joints.sub_step = stage.h;
	return solver;
}

static void store_joint(const JointStage *stage, uint32_t index) {
	const WorldJoints *joints = &stage->world->joints;
	const SolverJoint *solved = joints->solver_joints.data + index;
	WorldJoint *joint = joints->order.data[index].joint;
	joint->impulse = solved->linear.impulse;
	joint->angular_impulse = solved->angular.impulse;
	Vec3 pull = joint->impulse;
	for (uint32_t r = 0; r < solved->row_count; r++) {
		const JointRow *row = joints->solver_rows.data + solved->first_row + r;
		joint->axes[row->freedom] = (JointMemory){ row->lower_impulse, row->upper_impulse,
			row->motor_impulse, row->spring_impulse, row->zone_impulse };
		pull = vec3_add_scaled(pull, row->axis, row->lower_impulse - row->upper_impulse);
	}
	Real strength = vec3_length(pull);
	for (int i = 0; i < 2; i++)
		joint->edges[i].load = strength * vec3_length(solved->arms[i]);
	joint->reaction_force = vec3_scale(solved->force_total, 1 / stage->dt);
	joint->reaction_torque = vec3_scale(solved->torque_total, 1 / stage->dt);
	const JointSettings *settings = &joint->settings;
	joint->is_broken = vec3_length(joint->reaction_force) > settings->break_force ||
			vec3_length(joint->reaction_torque) > settings->break_torque;
}

static void store_block(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	const JointStage *stage = context;
	uint32_t first = block * MK_JOINTS_PER_BLOCK;
	uint32_t end = first + MK_JOINTS_PER_BLOCK;
	uint32_t count = stage->world->joints.order.count;
	for (uint32_t i = first; i < end && i < count; i++)
		store_joint(stage, i);
}

void mk_world_store_joints(World *world, Real dt) {
	WorldJoints *joints = &world->joints;
	JointStage stage = make_stage(world, dt);
	mk_job_team_run(&world->team, block_count(world), store_block, &stage);
	joints->broken_count = 0;
	for (uint32_t i = 0; i < joints->order.count; i++) {
		WorldJoint *joint = joints->order.data[i].joint;
		if (!joint->is_broken) continue;
		joints->broken_count++;
		mk_world_remove_joint(world, joint);
	}
}

// A joint under tension T at an arm r is a spring that turns the body, of stiffness T r, integrated
// explicitly; a light body under a heavy load would shake itself apart. Inertia h^2 T r more treats it
// implicitly (Tournier et al., "Stable Constrained Dynamics", 2015, section 3). Where the load is small
// beside the inertia nothing is added.
Real mk_object_load_inertia(const WorldObject *object, Real h) {
	const Real harmless = (Real)0.05; // no unit; part of the smallest moment
	Real load = 0;
	for (const JointEdge *edge = object->first_joint; edge != NULL; edge = edge->next)
		load += edge->load;
	if (load == 0) return 0;
	Real least = harmless * vec3_min_element(object->body->moments);
	return real_max(0, h * load - least);
}
