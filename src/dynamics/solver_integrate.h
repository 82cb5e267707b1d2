// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Motion of the solver's rows over one sub-step.
#pragma once

#include "dynamics/solver.h"

// Some rows, by their numbers.
typedef struct RowRange {
	const uint32_t *rows;
	uint32_t count;
	float h; // s
} RowRange;

typedef void RowKernel(
		const SolverBodies *bodies, const SolverMotion *motions, const RowRange *range);

// Changes velocities by damping, forces, and the gyroscopic torque of bodies that have a SolverMotion
// with moments: implicit, so that a body keeps its energy or loses some at any spin.
RowKernel mk_rows_integrate_velocities;

// Moves rows by their velocities.
RowKernel mk_rows_integrate_poses;
