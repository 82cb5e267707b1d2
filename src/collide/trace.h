// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What an algorithm did, step by step, for drawing and for teaching: a list of events in memory of
// the caller. Algorithms take a Trace pointer that is NULL when nobody watches; then one
// predictable branch per step is all it costs. What does not fit is counted and left out.
#pragma once

#include "math/vec3.h"

#include <stddef.h>

typedef enum TraceKind {
	TRACE_SIMPLEX,      // GJK: the points of the simplex; direction = nearest point v
	TRACE_SUPPORT,      // a support was asked for: direction, points[0] = the answer
	TRACE_FACE_ADDED,   // EPA, hulls: a triangle of the polytope; direction = its normal
	TRACE_FACE_REMOVED, // the same triangle is gone
	TRACE_FACE_CHOSEN,  // EPA: the face nearest to the origin
	TRACE_AXIS,         // SAT: direction = the axis, lower = separation along it
	TRACE_DIRECTION,    // Chung-Wang: direction = the next one to try, points[0] = last support
	TRACE_ADVANCE,      // casts: points[0] = where the moving point is, lower = time so far;
						// the difference is that of the start, before A moves
	TRACE_KIND_COUNT
} TraceKind;

typedef struct TraceStep {
	TraceKind kind;
	uint32_t iteration;
	uint32_t count;   // of points
	Vec3 points[4];   // in the frame of the pair: points of the difference
	Vec3 points_a[4]; // where they come from, if the algorithm knows; else zero
	Vec3 points_b[4];
	Vec3 direction;
	Real lower; // bounds known at this step, m
	Real upper;
} TraceStep;

typedef struct Trace {
	TraceStep *steps;
	uint32_t capacity;
	uint32_t count;  // steps written
	uint32_t missed; // steps that did not fit
} Trace;

// Appends a step; counts it as missed if there is no room. NULL: does nothing.
static inline void trace_add(Trace *trace, const TraceStep *step) {
	if (trace == NULL) return;
	if (trace->count == trace->capacity) {
		trace->missed++;
		return;
	}
	trace->steps[trace->count++] = *step;
}
