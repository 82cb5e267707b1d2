// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/solver.h"

#include "dynamics/solver_integrate.h"

// Work per block, so that claiming one costs little beside it and the last block is soon done.
#define MK_ROWS_PER_BLOCK    64
#define MK_BUNDLES_PER_BLOCK 8

// At most this part of a sub-step's rate, no unit: a spring that swings faster than the steps sees only
// noise.
#define MK_FREQUENCY_PART 0.25f
// Contacts with bodies that do not move are this much stiffer, no unit.
#define MK_FIXED_STIFFNESS 2.0f

SolverSettings mk_solver_default_settings(void) {
	return (SolverSettings){
		.sub_steps = 4,
		// a tower of 20 boxes gives by 1.3 mm per box; overdamped, so that overlap leaves without
		// bounce. Twice as stiff needs twice the sub-steps, or high stacks fall.
		.contact_frequency = 60,
		.contact_damping_ratio = 10,
		.push_limit = 3,
		// a body that falls for a tenth of a second arrives with it
		.bounce_speed = 1,
	};
}

// A stage that is the same for all blocks.
typedef struct Stage {
	const SolverInput *input;
	const ContactPass *pass;
	ContactKernel *kernel;
	const GraphColor *color;
	RowKernel *integrate;
} Stage;

static uint32_t block_count(uint32_t items, uint32_t per_block) {
	return (items + per_block - 1) / per_block;
}

static void run_rows(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	const Stage *stage = context;
	uint32_t first = block * MK_ROWS_PER_BLOCK;
	uint32_t left = stage->input->awake_count - first;
	uint32_t count = left < MK_ROWS_PER_BLOCK ? left : MK_ROWS_PER_BLOCK;
	RowRange range = { stage->input->awake + first, count, stage->pass->h };
	stage->integrate(&stage->input->bodies, stage->input->motions, &range);
}

static void run_bundles(void *context, uint32_t block, uint32_t worker) {
	(void)worker;
	const Stage *stage = context;
	uint32_t first = block * MK_BUNDLES_PER_BLOCK;
	uint32_t left = stage->color->bundle_count - first;
	ContactBundles bundles = { stage->color->bundles + first, stage->color->cold + first,
		left < MK_BUNDLES_PER_BLOCK ? left : MK_BUNDLES_PER_BLOCK };
	stage->kernel(stage->pass, &bundles);
}

static void run_integration(const SolverInput *input, const ContactPass *pass, RowKernel *kernel) {
	Stage stage = { .input = input, .pass = pass, .integrate = kernel };
	uint32_t blocks = block_count(input->awake_count, MK_ROWS_PER_BLOCK);
	mk_job_team_run(input->team, blocks, run_rows, &stage);
}

// Overflow first, then the colours; the highest, with the bodies that nothing moves, have the last word.
static void run_contacts(const SolverInput *input, const ContactPass *pass, ContactKernel *kernel) {
	const GraphColor *overflow = input->graph->colors + MK_GRAPH_OVERFLOW;
	for (uint32_t i = 0; i < overflow->bundle_count; i++) {
		ContactBundles one = { overflow->bundles + i, overflow->cold + i, 1 };
		kernel(pass, &one);
	}
	for (uint32_t i = 0; i < MK_GRAPH_OVERFLOW; i++) {
		const GraphColor *color = input->graph->colors + i;
		if (color->bundle_count == 0) continue;
		Stage stage = { .input = input, .pass = pass, .kernel = kernel, .color = color };
		uint32_t blocks = block_count(color->bundle_count, MK_BUNDLES_PER_BLOCK);
		mk_job_team_run(input->team, blocks, run_bundles, &stage);
	}
}

static ContactPass make_pass(const SolverInput *input) {
	const SolverSettings *settings = &input->settings;
	float h = (float)input->dt / (float)settings->sub_steps;
	float limit = MK_FREQUENCY_PART / h;
	float frequency = settings->contact_frequency < limit ? settings->contact_frequency : limit;
	float ratio = settings->contact_damping_ratio;
	return (ContactPass){
		.bodies = input->bodies,
		.h = h,
		.dynamic = softness_from_frequency(frequency, ratio, h),
		.fixed = softness_from_frequency(
				MK_FIXED_STIFFNESS * frequency, ratio / MK_FIXED_STIFFNESS, h),
		.push_limit = settings->push_limit,
		.bounce_speed = settings->bounce_speed,
	};
}

void mk_solver_run(const SolverInput *input) {
	const ContactKernels *kernels = mk_contact_kernels();
	ContactPass pass = make_pass(input);
	run_contacts(input, &pass, kernels->prepare);
	for (uint32_t i = 0; i < input->settings.sub_steps; i++) {
		run_integration(input, &pass, mk_rows_integrate_velocities);
		run_contacts(input, &pass, kernels->warm_start);
		run_contacts(input, &pass, kernels->solve);
		run_integration(input, &pass, mk_rows_integrate_poses);
		run_contacts(input, &pass, kernels->relax);
	}
	run_contacts(input, &pass, kernels->restitute);
}
