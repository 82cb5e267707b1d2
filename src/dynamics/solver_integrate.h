// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Motion of the solver's rows over one sub-step, in as many lanes as the processor has.
#pragma once

#include "dynamics/solver.h"

// Some rows, by their numbers.
typedef struct RowRange {
	const uint32_t *rows;
	uint32_t count;
	float h;       // s
	bool is_first; // sub-step of a step: contacts and joints have not done anything yet
} RowRange;

typedef void RowKernel(
		const SolverBodies *bodies, const SolverMotion *motions, const RowRange *range);

typedef struct RowKernels {
	// changes velocities by damping, forces, and the gyroscopic torque of bodies that have a
	// SolverMotion with moments; then by what contacts and joints did in the sub-step before
	RowKernel *integrate_velocities;
	// moves rows by their velocities
	RowKernel *integrate_poses;
} RowKernels;

// Returns the passes for 1 (reference, loops), 4 or 8 lanes, or NULL if this machine has no such
// variant. All give the same bits.
const RowKernels *mk_row_kernels_for(int lanes);
