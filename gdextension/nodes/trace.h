// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Algorithms to watch: class MinkowskiTrace, and the methods of MinkowskiPhysics that make one.
#pragma once

#include "class.h"

extern Class mk_trace_class;

BoundFunction mk_query_trace_gjk;
BoundFunction mk_query_trace_epa;
BoundFunction mk_query_trace_chung_wang;
BoundFunction mk_query_trace_sat;
BoundFunction mk_query_trace_cast;
BoundFunction mk_query_trace_hull;

// Kinds of steps beyond those of trace.h, which are the first ones.
enum {
	TRACE_HULL_START = 8, // the first triangle
	TRACE_HULL_ADD,       // a point became a corner
	TRACE_HULL_INSIDE,    // a point is inside
};

typedef struct TraceResult {
	Instance instance;
	GdArray steps;
	GdVariant result; // a MinkowskiResult, or nil
	int64_t missed;   // steps that did not fit
} TraceResult;

TraceResult *mk_trace_result_create(void);
