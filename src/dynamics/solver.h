// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The solver: velocities and poses of all awake bodies over one step. Sub-steps with one collision
// pass; every pass goes through the contacts and joints of the colours of the graph and may run on
// a team of workers. The result is the same for any number of workers and lanes.
#pragma once

#include "base/job.h"
#include "dynamics/contact_solver.h"
#include "dynamics/graph.h"
#include "dynamics/joint_solver.h"

// What moves a body besides constraints, constant during a step; one per row of bodies.
typedef struct SolverMotion {
	_Alignas(64) float acceleration[3]; // m/s^2; gravity and forces
	float linear_keep;                  // part of the velocity left by damping after a sub-step
	float angular_acceleration[3];      // rad/s^2
	float angular_keep;
	float moments[3]; // kg m^2; principal ones; x = 0: no gyroscopic torque worth its cost
	float spare;
	float rotation[4]; // from the principal axes to the world at the start of the step, x y z w
} SolverMotion;

_Static_assert(sizeof(SolverMotion) == MK_ROW_PLACE * MK_ACCELERATION_STRIDE * sizeof(float),
		"as kernels read it");

MK_ARRAY_DECLARE(SolverMotionArray, solver_motion_array, SolverMotion);
MK_ARRAY_DECLARE(RowArray, row_array, uint32_t);

// Sub-steps of a step of 1/60 s. A load that is far heavier than what carries it is held by a
// spring that the passes wind up from sub-step to sub-step: M x'' = M g - F, F' = m / h^2 (b x + 2
// x') - l / h F, with the bias b and the leak l of a soft contact. It dies out if 2 l > h b, which
// is (2 pi f h)^2 < 2: at 60 Hz from 5 sub-steps on; 6 leave a margin. With 4, high piles that may
// not sleep tremble for ever.
#define MK_SOLVER_SUB_STEPS 6

// How contacts are solved; the defaults say why.
typedef struct SolverSettings {
	uint32_t sub_steps;
	float contact_frequency;     // 1/s; of the spring that works off overlap between moving bodies
	float contact_damping_ratio; // no unit
	float push_limit;            // m/s
	float bounce_speed;          // m/s
	int lanes; // 1, 4 or 8; 0, or what it lacks: as many as the processor has. Changes no result
} SolverSettings;

typedef struct SolverInput {
	JobTeam *team; // open
	Graph *graph;
	uint32_t part; // of the graph, that is solved: its constraints and the bodies that they move
	SolverJoints joints; // of that part; all zero: none
	SolverBodies bodies;
	const SolverMotion *motions; // per row
	const uint32_t *awake;       // rows that move in this step
	uint32_t awake_count;
	Real dt; // s
	SolverSettings settings;
} SolverInput;

// Returns settings for a game at 60 steps a second.
SolverSettings mk_solver_default_settings(void);

// Moves the awake rows by one step: velocities, shift and turn.
void mk_solver_run(const SolverInput *input);
