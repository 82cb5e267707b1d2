// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The expanding polytope algorithm in the plane (van den Bergen 2001), on any convex set that
// is given by its support mapping, usually a Minkowski difference: how deep the origin is in
// it. For queries in two dimensions and for showing how the algorithm works; the engine
// itself is three-dimensional.
#pragma once

#include "collide/separation.h"
#include "collide/trace.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Epa2dPoint {
	double x;
	double y;
} Epa2dPoint;

// Returns the farthest point of a set along a direction of any length, also zero.
typedef Epa2dPoint Epa2dSupport(const void *set, Epa2dPoint direction);

// Corners the polygon may have; a disc asked for a millionth of its size takes about thirty.
#define MK_EPA_2D_POINTS 64

typedef struct Epa2dInput {
	Epa2dSupport *support;
	const void *set;
	Epa2dPoint start[3]; // points of the set: those of GJK's last simplex
	uint32_t start_count;
	double absolute; // m; stop when upper - lower is below this; also what counts as flat
	uint32_t max_iterations;
	Trace *trace; // NULL: none; z is 0
} Epa2dInput;

typedef struct Epa2dResult {
	SeparationStatus status; // DEGENERATE: the set is a point or a segment
	uint32_t iterations;     // supports that were asked for
	bool is_apart;           // a direction with h(n) < -absolute turned up: the origin is outside
	double upper;            // m; h(normal): the depth is not more than this ...
	double lower;            // m; ... nor less than this
	Epa2dPoint normal;       // unit
	Epa2dPoint edge[2];      // the edge that the answer is on ...
	double weights[2];       // ... and where: their sum is 1
} Epa2dResult;

// Returns how deep the origin is in a set. A start that does not hold the origin is
// repaired. Ends on every input.
Epa2dResult mk_epa_2d(const Epa2dInput *input);
