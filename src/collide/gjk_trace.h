// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the distance and the yes/no version of GJK show of themselves.
#pragma once

#include "collide/gjk_state.h"

typedef struct GjkWatch {
	Trace *trace;
	uint32_t iteration;
	Real lower; // m; bounds of the distance that are known
	Real upper;
} GjkWatch;

// Adds the support that was asked for against a vector.
void mk_gjk_trace_support(const GjkWatch *watch, const DifferencePoint *w, Double3 against);

// Adds a simplex; its v is the upper bound.
void mk_gjk_trace_simplex(const GjkWatch *watch, const GjkState *state);
