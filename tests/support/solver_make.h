// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bodies and contacts for tests of the solver alone: rows with mass and inertia, contacts whose
// points are given by hand, on one thread.
#pragma once

#include "dynamics/contact_lane.h"
#include "dynamics/solver.h"

#define MAKE_ROWS 512

typedef struct SolverMake {
	Graph graph;
	SolverBody bodies[MAKE_ROWS]; // row 0 is the world
	SolverInertia inertias[MAKE_ROWS];
	SolverMotion motions[MAKE_ROWS];
	SolverUntouched untouched[MAKE_ROWS];
	uint32_t awake[MAKE_ROWS];
	uint32_t count; // rows, the world included
} SolverMake;

// Empties it but for the world.
void solver_make_init(SolverMake *make);

// Adds a moving body with a mass (kg) and moments about the world's axes, and returns its row.
uint32_t solver_make_body(SolverMake *make, Real mass, Vec3 moments);

// Adds a contact; row 0 is fixed. Returns its slot.
GraphSlot solver_make_contact(SolverMake *make, uint32_t a, uint32_t b, const ContactLane *lane);

// Runs a step of dt seconds with gravity g (m/s^2) on all bodies and starts a new one: shifts and
// turns are added to nothing, they are the caller's to read before the next step.
void solver_make_step(SolverMake *make, Real dt, Vec3 gravity);

// Gives back the graph's memory.
void solver_make_free(SolverMake *make);
