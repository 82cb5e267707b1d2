// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The signed separation of any two convex shapes: apart (GJK), shallow (GJK on the cores, minus the
// radii; no EPA) or deep (EPA, or a descent from the pair's last normal that is proven to be still
// the best, or the axes of two boxes or hulls). Curved pairs by Newton's method on directions, if
// it can prove its answer. One entry for everybody who wants one normal and one distance.
#pragma once

#include "collide/epa.h"

typedef enum PenetrationState {
	PENETRATION_APART,
	PENETRATION_SHALLOW, // the rounded shapes overlap, the cores do not
	PENETRATION_DEEP,    // the cores overlap
} PenetrationState;

// What is kept of a pair to start from, and to prove that an old normal is still the best. Zeroed:
// nothing is known.
typedef struct PenetrationCache {
	GjkCache gjk;  // after EPA its axis is the normal and its corners are those that touch
	Real lower;    // m; depth of the cores at the pose below, from below; 0: no certificate
	Real rival;    // m; the same of directions that are not near the normal (rival.h)
	Vec3 offset;   // of the difference when they were found
	Mat3 linear_b; // its B
} PenetrationCache;

// How often which way was taken, for monitors; a caller adds them up over pairs.
typedef struct PenetrationCounters {
	uint32_t gjk_calls;
	uint32_t gjk_iterations;
	uint32_t epa_calls;
	uint32_t epa_iterations;
	uint32_t newton_calls;
	uint32_t newton_iterations;
	uint32_t descents;   // pairs settled without GJK or EPA, by their last answer
	uint32_t box_calls;  // deep pairs settled without EPA, by the axes of two boxes
	uint32_t hull_calls; // pairs settled without GJK or EPA, by the axes of two hulls
	uint32_t face_calls; // pairs settled without GJK or EPA, by one face of a box
	uint32_t axis_hits;  // pairs found apart by the cached axis alone
} PenetrationCounters;

// Adds the counts of `more` to a sum.
void mk_penetration_count(PenetrationCounters *sum, const PenetrationCounters *more);

typedef struct PenetrationInput {
	const Difference *difference;
	PenetrationCache *cache;       // NULL: cold
	PenetrationCounters *counters; // NULL: not counted
	Real limit;                    // m; as in GjkInput
	bool is_query;                 // tight tolerances; false: those of a step
	Trace *trace;
} PenetrationInput;

typedef struct Penetration {
	Separation separation; // in the frame of the pair
	PenetrationState state;
	bool has_corners; // of both cores a corner is known that is farthest along the normal: ...
	uint32_t corner_a;
	uint32_t corner_b;
} Penetration;

// Returns the signed separation of two convex shapes with their roundings.
Penetration mk_penetration(const PenetrationInput *input);

// Returns an answer of the frame in the space of the instances.
Separation mk_separation_outside(const Difference *difference, const Separation *inside);

// Returns the signed separation of two convex instances, in their space, cold and tight.
Separation mk_separation(const ShapeInstance *a, const ShapeInstance *b);
