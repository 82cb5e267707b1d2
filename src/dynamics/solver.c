// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/solver.h"

#include "dynamics/solver_integrate.h"
#include "math/wide_lanes.h"

// Work per block, so that claiming one costs little beside it and the last block is soon done.
#define MK_ROWS_PER_BLOCK    64
#define MK_BUNDLES_PER_BLOCK 8
#define MK_JOINTS_PER_BLOCK  4 // bundles

// At most this part of a sub-step's rate, no unit: a spring that swings faster than
// the steps sees only noise.
#define MK_FREQUENCY_PART 0.25f
// Contacts with bodies that do not move are this much stiffer, no unit.
#define MK_FIXED_STIFFNESS 2.0f

SolverSettings mk_solver_default_settings(void) {
	return (SolverSettings){
		.sub_steps = MK_SOLVER_SUB_STEPS,
		// a tower of 20 boxes gives by 1.3 mm per box before contacts have made up for it
		// (contact_prepare_wide.c); overdamped, so that overlap leaves without bounce. Twice as
		// stiff needs twice the sub-steps, or high stacks fall.
		.contact_frequency = 60,
		.contact_damping_ratio = 10,
		.push_limit = 3,
		// a body that falls for a tenth of a second arrives with it
		.bounce_speed = 1,
	};
}

// A pass over all constraints.
typedef struct SolverPass {
	const SolverInput *input;
	const GraphColor *colors; // of the part
	ContactPass contact;
	JointPass joint;
	TreePass tree;
	bool has_trees; // that are solved directly
} SolverPass;

// What a pass does to contacts, to joints, and to trees of joints; NULL: nothing.
typedef struct PassKernels {
	ContactKernel *contact;
	JointKernel *joint;
	TreeKernel *tree;
} PassKernels;

// A stage that is the same for all blocks.
typedef struct Stage {
	const SolverPass *pass;
	PassKernels kernels;
	const GraphColor *color;
	JointBundle *joints; // of the colour
	uint32_t joint_count;
	uint32_t bundle_blocks; // blocks from here on are of joints
	RowKernel *integrate;
	bool is_first; // sub-step
} Stage;

static uint32_t block_count(uint32_t items, uint32_t per_block) {
	return (items + per_block - 1) / per_block;
}

static void run_rows(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	const Stage *stage = context;
	const SolverInput *input = stage->pass->input;
	uint32_t first = block * MK_ROWS_PER_BLOCK;
	uint32_t left = input->awake_count - first;
	uint32_t count = left < MK_ROWS_PER_BLOCK ? left : MK_ROWS_PER_BLOCK;
	RowRange range = { input->awake + first, count, stage->pass->contact.h, stage->is_first };
	stage->integrate(&stage->pass->contact.bodies, input->motions, &range);
}

static void run_bundles(const Stage *stage, uint32_t block) {
	uint32_t first = block * MK_BUNDLES_PER_BLOCK;
	uint32_t left = stage->color->bundle_count - first;
	ContactBundles bundles = { stage->color->bundles + first, stage->color->cold + first,
		left < MK_BUNDLES_PER_BLOCK ? left : MK_BUNDLES_PER_BLOCK };
	stage->kernels.contact(&stage->pass->contact, &bundles);
}

// Contacts and joints of a colour share no body, so their blocks may run side by side.
static void run_color_block(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	const Stage *stage = context;
	if (block < stage->bundle_blocks) {
		run_bundles(stage, block);
		return;
	}
	uint32_t first = (block - stage->bundle_blocks) * MK_JOINTS_PER_BLOCK;
	uint32_t left = stage->joint_count - first;
	stage->kernels.joint(&stage->pass->joint, stage->joints + first,
			left < MK_JOINTS_PER_BLOCK ? left : MK_JOINTS_PER_BLOCK);
}

static void run_integration(const SolverPass *pass, RowKernel *kernel, bool is_first) {
	Stage stage = { .pass = pass, .integrate = kernel, .is_first = is_first };
	uint32_t blocks = block_count(pass->input->awake_count, MK_ROWS_PER_BLOCK);
	mk_job_team_run(pass->input->team, blocks, run_rows, &stage);
}

static uint32_t joint_count(const SolverJoints *joints, uint32_t list) {
	return joints->first[list + 1] - joints->first[list];
}

// Joints that share bodies, one by one.
static void run_joint_list(const SolverPass *pass, JointKernel *kernel, uint32_t list) {
	const SolverJoints *joints = &pass->input->joints;
	uint32_t count = joint_count(joints, list);
	if (count > 0) kernel(&pass->joint, joints->bundles + joints->first[list], count);
}

static void run_color(const SolverPass *pass, PassKernels kernels, uint32_t index) {
	const SolverJoints *joints = &pass->input->joints;
	const GraphColor *color = pass->colors + index;
	Stage stage = { .pass = pass, .kernels = kernels, .color = color };
	stage.joint_count = joint_count(joints, index);
	if (stage.joint_count > 0) stage.joints = joints->bundles + joints->first[index];
	stage.bundle_blocks = block_count(color->bundle_count, MK_BUNDLES_PER_BLOCK);
	uint32_t blocks = stage.bundle_blocks + block_count(stage.joint_count, MK_JOINTS_PER_BLOCK);
	if (blocks > 0) mk_job_team_run(pass->input->team, blocks, run_color_block, &stage);
}

static void run_tree(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	const Stage *stage = context;
	const JointTree *tree = stage->pass->tree.trees.trees + block;
	if (tree->is_direct) stage->kernels.tree(&stage->pass->tree, tree);
}

static void run_trees(const SolverPass *pass, PassKernels kernels) {
	if (!pass->has_trees || kernels.tree == NULL) return;
	Stage stage = { .pass = pass, .kernels = kernels };
	mk_job_team_run(pass->input->team, pass->tree.trees.count, run_tree, &stage);
}

// Overflow first, then the colours; the highest, with the bodies that nothing moves, have the last
// word but for trees of joints under a load, and joints of a high priority.
static void run_constraints(const SolverPass *pass, PassKernels kernels) {
	const GraphColor *overflow = pass->colors + MK_GRAPH_OVERFLOW;
	run_joint_list(pass, kernels.joint, MK_JOINT_EARLY);
	for (uint32_t i = 0; i < overflow->bundle_count; i++) {
		ContactBundles one = { overflow->bundles + i, overflow->cold + i, 1 };
		kernels.contact(&pass->contact, &one);
	}
	for (uint32_t i = 0; i < MK_GRAPH_OVERFLOW; i++)
		run_color(pass, kernels, i);
	run_trees(pass, kernels);
	run_joint_list(pass, kernels.joint, MK_JOINT_LATE);
}

static ContactPass make_contact_pass(const SolverInput *input) {
	const SolverSettings *settings = &input->settings;
	float h = (float)input->dt / (float)settings->sub_steps;
	float limit = MK_FREQUENCY_PART / h;
	float frequency = settings->contact_frequency < limit ? settings->contact_frequency : limit;
	float ratio = settings->contact_damping_ratio;
	return (ContactPass){
		.bodies = input->bodies,
		.accelerations = input->motions->acceleration,
		.step = (float)input->dt,
		.h = h,
		.dynamic = softness_from_frequency(frequency, ratio, h),
		.fixed = softness_from_frequency(
				MK_FIXED_STIFFNESS * frequency, ratio / MK_FIXED_STIFFNESS, h),
		.push_limit = settings->push_limit,
		.bounce_speed = settings->bounce_speed,
	};
}

static int lanes_of(const SolverSettings *settings) {
	bool has_variant = mk_contact_kernels_for(settings->lanes) != NULL;
	return has_variant ? settings->lanes : mk_wide_lanes();
}

static const GraphColor *colors_of(const SolverInput *input) {
	return input->graph->colors + input->part * MK_GRAPH_COLORS;
}

static bool has_contacts(const GraphColor *colors) {
	uint32_t lanes = 0;
	for (uint32_t i = 0; i < MK_GRAPH_COLORS; i++)
		lanes += colors[i].lane_count;
	return lanes > 0;
}

static bool has_constraints(const SolverInput *input) {
	const uint32_t *first = input->joints.first;
	return first[MK_JOINT_LISTS] > first[0] || has_contacts(colors_of(input));
}

void mk_solver_run(const SolverInput *input) {
	bool is_constrained = has_constraints(input);
	// a world that sleeps, or whose bodies fly by themselves
	if (!is_constrained && input->awake_count == 0) return;
	int lanes = lanes_of(&input->settings);
	const ContactKernels *kernels = mk_contact_kernels_for(lanes);
	ContactPass contact = make_contact_pass(input);
	if (!is_constrained) contact.bodies.untouched = NULL;
	JointPass joint = mk_joint_pass(&input->joints, contact.bodies, contact.h);
	const RowKernels *rows = mk_row_kernels_for(lanes);
	const JointKernels *joints = mk_joint_kernels_for(lanes);
	const TreePass tree = { input->joints.trees, input->joints.bundles, input->joints.turnings,
		contact.bodies, contact.h };
	SolverPass pass = { input, colors_of(input), contact, joint, tree, false };
	run_constraints(&pass, (PassKernels){ kernels->prepare, joints->prepare, NULL });
	pass.has_trees = mk_joint_trees_choose(&tree);
	run_trees(&pass, (PassKernels){ .tree = mk_joint_tree_prepare });
	for (uint32_t i = 0; i < input->settings.sub_steps; i++) {
		run_integration(&pass, rows->integrate_velocities, i == 0);
		// impulses go on by themselves from then on
		if (i == 0)
			run_constraints(&pass, (PassKernels){ kernels->warm_start, joints->warm_start, NULL });
		run_constraints(&pass, (PassKernels){ kernels->solve, joints->solve, mk_joint_tree_solve });
		run_integration(&pass, rows->integrate_poses, i == 0);
		run_trees(&pass, (PassKernels){ .tree = mk_joint_tree_unbias });
		run_constraints(&pass, (PassKernels){ kernels->relax, joints->relax, mk_joint_tree_relax });
	}
	run_constraints(&pass, (PassKernels){ kernels->restitute, joints->restitute, NULL });
}
