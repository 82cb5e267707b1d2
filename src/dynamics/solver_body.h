// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the solver's inner loops see of a body: two rows of 16 bytes that change with every
// impulse, two that change once per sub-step, and 32 bytes that are constant during a
// step. Rows are gathered for several bodies at once by transposes (math/wide.h), so their
// order is part of the kernels.
//
// Only differences are in here: motion since the start of the step. Nothing in the inner loops sees
// an absolute position, so floats are enough in both precisions, anywhere in the world.
//
// Row 0 of the array is the world: all zero, no turn, read by every contact with a static body and
// never written.
#pragma once

#include "base/alloc.h"
#include "base/array.h"

#include <stdint.h>

typedef struct SolverBody {
	_Alignas(64) float velocity[3]; // m/s, of the centre of mass
	float inverse_mass_x;           // 1/kg; per axis, 0 where the body is kept from moving
	float spin[3];                  // rad/s
	float inverse_mass_y;
	float shift[3]; // m; of the centre of mass since the start of the step
	float spare;
	float turn[4]; // rotation since the start of the step, x y z w
} SolverBody;

// The inverse inertia in world axes at the start of the step, symmetric, 1/(kg m^2).
typedef struct SolverInertia {
	_Alignas(32) float xx;
	float xy;
	float xz;
	float yy;
	float yz;
	float zz;
	float inverse_mass_z; // here because every pass reads this record anyway
	float spare;
} SolverInertia;

// The velocities without what contacts and joints have added to them since the start of the
// sub-step. The difference is what all their impulses do together, and the next sub-step starts
// from it. The arms of contacts stay as they are during a step; those of joints turn, so joints
// change what is in here by what their impulses do at the old arms and not at the new ones, and by
// what must not go on at all.
typedef struct SolverUntouched {
	_Alignas(32) float velocity[3]; // m/s
	float spare;
	float spin[3]; // rad/s
	float spare_too;
} SolverUntouched;

_Static_assert(sizeof(SolverBody) == 64, "one cache line");
_Static_assert(sizeof(SolverInertia) == 32, "half a cache line");
_Static_assert(sizeof(SolverUntouched) == 32, "half a cache line");

// Bundles name a row by its place: so many times its number. An address is then a sum with a place
// times four or eight, which costs nothing; a shift for each lane in every pass costs a tenth of
// it.
#define MK_ROW_PLACE 8

static inline uint32_t row_place(uint32_t row) { return row * MK_ROW_PLACE; }
static inline uint32_t place_row(uint32_t place) { return place / MK_ROW_PLACE; }

// Floats per place, for gather and scatter of rows of each kind.
#define MK_SOLVER_BODY_STRIDE      2
#define MK_SOLVER_INERTIA_STRIDE   1
#define MK_SOLVER_UNTOUCHED_STRIDE 1

_Static_assert(sizeof(SolverBody) == MK_ROW_PLACE * MK_SOLVER_BODY_STRIDE * sizeof(float), "");
_Static_assert(
		sizeof(SolverInertia) == MK_ROW_PLACE * MK_SOLVER_INERTIA_STRIDE * sizeof(float), "");

MK_ARRAY_DECLARE(SolverBodyArray, solver_body_array, SolverBody);
MK_ARRAY_DECLARE(SolverInertiaArray, solver_inertia_array, SolverInertia);
MK_ARRAY_DECLARE(SolverUntouchedArray, solver_untouched_array, SolverUntouched);

// The bodies of a step, as all passes get them.
typedef struct SolverBodies {
	SolverBody *bodies;
	SolverInertia *inertias;
	uint32_t count;
	SolverUntouched *untouched; // scratch; NULL: no contacts and no joints
} SolverBodies;
