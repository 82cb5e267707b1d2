// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The one place where the algorithm that answers "do they overlap?" is chosen, at run time, for any
// two shapes. All of them answer the same question with the same convention; they differ in which
// shapes they know and in how their cost grows.
//
// Touching. Sets are closed, touching counts as overlap, for every detector. Coordinates are
// rounded: pairs whose distance or depth is within twice the rounding floor (Difference.error, some
// 1e-6 of the sizes and distance in single precision; in double, where squares of lengths are less
// exact than supports, 3e-8 of them) may be told either way, and detectors may differ there; shapes
// that touch exactly are overlapping. Those of axes and planes measure the gap along their best
// axis, which is less than the distance where sharp corners face each other. The baseline of
// separating planes is the exception: it is kept as it is often printed, and calls pairs
// overlapping that are not.
#pragma once

#include "collide/mesh_overlap.h"
#include "collide/sat_hull.h"
#include "collide/separation.h"
#include "collide/trace.h"

typedef enum Detector {
	DETECTOR_GJK,              // convex; concave shapes by their hulls
	DETECTOR_GJK_JOHNSON,      // the same with Johnson's sub-algorithm
	DETECTOR_CHUNG_WANG,       // the same shapes
	DETECTOR_PLANES_BASELINE,  // faces of A only: incomplete
	DETECTOR_PLANES,           // polytopes without rounding
	DETECTOR_SAT,              // polytopes without rounding
	DETECTOR_TRIANGLES,        // all pairs of triangles of polytopes and meshes
	DETECTOR_SPHERE_TRIANGLES, // bounding spheres first
	DETECTOR_COUNT
} Detector;

// What is done about a pair whose convex detector says "overlap".
typedef enum DetectFollow {
	DETECT_FOLLOW_NONE,
	DETECT_FOLLOW_DEPTH,     // depth and normal of the (hulls of the) shapes, by EPA where needed
	DETECT_FOLLOW_TRIANGLES, // triangle against triangle: the truth about concave meshes
} DetectFollow;

typedef enum DetectStatus {
	DETECT_OK,
	DETECT_UNSUPPORTED, // the detector does not know one of the shapes
	DETECT_UNDECIDED,   // steps ended the search; the answer is the likelier one
	DETECT_INVALID,     // a number is NaN or infinite: no overlap
	DETECT_STATUS_COUNT
} DetectStatus;

// What is kept of a pair from step to step. Zeroed: nothing is known.
typedef struct DetectCache {
	Vec3 axis;   // last direction tried, from A to B, in the frame of the pair
	SatAxis sat; // the same, by features
} DetectCache;

typedef struct DetectInput {
	const ShapeInstance *a;
	const ShapeInstance *b;
	Detector detector;
	DetectFollow follow;
	DetectCache *cache; // NULL: cold
	Trace *trace;       // NULL: none; those on triangles have no steps to show
} DetectInput;

typedef struct DetectResult {
	DetectStatus status;
	bool is_overlapping; // false unless the status is OK or UNDECIDED
	bool is_hull;        // a mesh was replaced by its hull: an overlap may be one of the hulls only
	uint32_t iterations; // directions, planes, axes or pairs of triangles that were looked at
	Vec3 axis;           // if apart: unit, from A to B, outside; zero if the detector gives none
	Separation separation; // of DETECT_FOLLOW_DEPTH, outside; zero otherwise
} DetectResult;

// Returns whether two shapes overlap. A mesh needs its hull for the convex detectors (MeshInput's
// is_moving); half-spaces, height fields and compounds are not supported by any.
DetectResult mk_detect(const DetectInput *input);

// Returns a short name: "chung-wang".
const char *mk_detector_name(Detector detector);
