// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The convex hull built one point at a time, recorded for teaching and drawing: O'Rourke's
// incremental algorithm (Computational Geometry in C, 4.3). It starts from a two-sided triangle;
// the first point off its plane makes it a tetrahedron, the others follow in input order. Each
// added point sees some faces; their edges with one unseen face are the horizon; a new face joins
// every horizon edge to the point; the seen faces go.
// A point in the plane of the first triangle sees neither side. Added too early it would be lost
// for good, so the point off the plane is taken out of turn.
// Faces stay triangles, points on faces are not added. Quadratic; hull_build.h is the fast one.
#pragma once

#include "base/array.h"
#include "geometry/hull.h"

// No step: the death of a face that is part of the result.
#define MK_HULL_TRACE_NEVER UINT32_MAX

typedef enum HullTraceKind {
	HULL_TRACE_START,  // the two-sided triangle
	HULL_TRACE_ADD,    // a point became a vertex
	HULL_TRACE_INSIDE, // a point sees no face: inside, on a face, or equal to another
} HullTraceKind;

typedef struct HullTraceFace {
	uint32_t points[3]; // indices of the input, counter-clockwise from outside
	uint32_t born;      // the step that made it
	uint32_t died;      // the step whose point saw it, or MK_HULL_TRACE_NEVER
} HullTraceFace;

typedef struct HullTraceEdge {
	uint32_t points[2]; // indices of the input, in the direction of the face that was removed
} HullTraceEdge;

typedef struct HullTraceStep {
	HullTraceKind kind;
	uint32_t point;         // index of the input; MK_HULL_NONE in the first step
	uint32_t first_seen;    // in `seen`: the faces this point sees
	uint32_t seen_count;    //
	uint32_t first_horizon; // in `horizon`
	uint32_t horizon_count; // as many faces were made, face first_face + i from edge i
	uint32_t first_face;    // in `faces`
	uint32_t face_count;    // of the hull after this step
} HullTraceStep;

MK_ARRAY_DECLARE(HullTraceSteps, hull_trace_steps, HullTraceStep);
MK_ARRAY_DECLARE(HullTraceFaces, hull_trace_faces, HullTraceFace);
MK_ARRAY_DECLARE(HullTraceEdges, hull_trace_edges, HullTraceEdge);
MK_ARRAY_DECLARE(HullTraceIndices, hull_trace_indices, uint32_t);

typedef struct HullTrace {
	HullStatus status;
	HullDimension dimension; // below HULL_SOLID there are no steps: the hull is flat
	HullTraceSteps steps;
	HullTraceFaces faces;  // all that ever were, in order of birth
	HullTraceIndices seen; // into faces
	HullTraceEdges horizon;
} HullTrace;

// Returns whether a face is part of the hull after a step.
static inline bool hull_trace_has_face(const HullTrace *trace, uint32_t step, uint32_t face) {
	return trace->faces.data[face].born <= step && step < trace->faces.data[face].died;
}

// Returns the record of the whole build, to be freed by mk_hull_trace_free. Collinear or coplanar
// input gives its dimension and no steps.
HullTrace mk_hull_trace(const Vec3 *points, uint32_t count);

// Frees what a trace owns and leaves an empty one.
void mk_hull_trace_free(HullTrace *trace);
