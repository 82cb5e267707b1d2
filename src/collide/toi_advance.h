// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The time of impact of two convex pieces, or of one and a half-space, over a part of their sweeps.
//
// From a time that is proven free, the bounds of toi_bound.h lead to the next one. They hold
// backwards, too: the end of the sweep is looked at early, since most sweeps that are free are free
// from there. Near a touch, a look ahead by the time tolerance shows it, or that it is passed.
#pragma once

#include "collide/toi_distance.h"

typedef struct AdvanceInput {
	const FineSide *a;
	const FineSide *b; // may be a half-space
	double begin;      // times between which the pair is looked at
	double end;
	double target;         // m
	double tolerance;      // m; at least the rounding floor
	double time_tolerance; // positive
	uint32_t max_queries;
	Trace *trace;
	Vec3 origin; // of the pair, for the trace
} AdvanceInput;

typedef struct Advance {
	ToiStatus status; // TOI_OVERLAPPING: at `begin`
	double time;
	double late;
	double distance; // m; of the surfaces at `time`
	Double3 normal;
	Double3 point_a; // on the surfaces
	Double3 point_b;
	uint32_t queries;
	uint32_t probes;
} Advance;

// Returns the first time at which the pair is within the target.
Advance mk_toi_advance(const AdvanceInput *input);

// Returns the rounding floor of a pair over its whole sweep, m.
double mk_toi_floor(const FineSide *a, const FineSide *b);
