// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The depth of two overlapping convex shapes by the expanding polytope algorithm (van den Bergen,
// "Proximity Queries and Penetration Depth Computation on 3D Game Objects", 2001): a polytope
// inside the difference of the cores grows at its face nearest to the origin until that face is on
// the surface. The nearest face is a lower bound, the smallest h(n) of all normals tried an upper
// bound, and the answer is the normal with the smallest h(n): an early end is a loose answer, never
// a wrong one. Storage is bounded and on the stack, nothing is allocated.
#pragma once

#include "collide/gjk.h"

typedef struct EpaInput {
	const Difference *difference;
	const GjkSimplex *start; // the simplex around or near the origin; 1 to 4 points
	Vec3 guess;              // a direction to try first, from A to B; zero: none
	Real absolute;           // m; stop when upper - lower is below this ...
	Real relative;           // ... or below this part of the depth
	uint32_t max_iterations;
	Trace *trace;
} EpaInput;

typedef struct EpaResult {
	SeparationStatus status;
	uint32_t iterations;
	bool is_apart; // a direction with h(n) < -error turned up: the cores do not overlap
	double upper;  // m; depth of the cores: h(normal)
	double lower;  // m; not more than the depth; negative where the cores may be apart by that
	double rival;  // m; smallest distance of faces that are not near the normal; for the proof of
				   // penetration_reuse.h
	Vec3 normal;   // unit, from A to B, in the frame
	Vec3 point_a;  // on the cores, in the frame; point_a - point_b = upper * normal
	Vec3 point_b;
	GjkSimplex feature; // what touches: 1 to 3 points around upper * normal; weights may be zero
} EpaResult;

EpaInput mk_epa_query_input(const Difference *difference, const GjkSimplex *start);
EpaInput mk_epa_step_input(const Difference *difference, const GjkSimplex *start);

// Returns the depth of two cores. Ends on every input; all results are finite.
EpaResult mk_epa(const EpaInput *input);
