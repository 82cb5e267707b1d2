// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The distance of two convex shapes by the algorithm of Gilbert, Johnson and Keerthi (1988), as
// van den Bergen, "A Fast and Robust GJK Implementation" (1999), gives it: the nearest point v of a
// growing simplex inside the difference of the cores, and v . w / |v| of the next support w as a
// lower bound. Works on cores: |v| > 0 means that the rounded shapes are apart or overlap less than
// their radii, and needs no other algorithm.
#pragma once

#include "collide/difference.h"
#include "collide/separation.h"
#include "collide/trace.h"

// Which algorithm finds the nearest point of a simplex; both give the same answers.
typedef enum SimplexSolver {
	SIMPLEX_SIGNED_VOLUMES, // Montanari, Petrinic, Barbieri 2017; the default
	SIMPLEX_JOHNSON,        // Gilbert, Johnson, Keerthi 1988, with a backup
	SIMPLEX_SOLVER_COUNT
} SimplexSolver;

// What is kept of a pair from step to step to start from. Zeroed: nothing is known.
typedef struct GjkCache {
	uint8_t count; // corners of the last simplex, 0 to 4; 0 if a core is curved
	uint32_t ids_a[4];
	uint32_t ids_b[4];
	Vec3 axis; // last separating direction or normal in A's frame, from A to B; zero if unknown
} GjkCache;

typedef struct GjkInput {
	const Difference *difference;
	GjkCache *cache; // read and written; NULL: cold
	Real limit;      // m; apart (surfaces) by more than this is all that is to be known; usually
					 // MK_INFINITY for queries, the speculative margin in a step
	Real absolute;   // m; stop when upper - lower is below this ...
	Real relative;   // ... or below this part of the distance; no unit
	uint32_t max_iterations;
	SimplexSolver solver;
	bool is_exact; // corners are taken as they are, without the rounding floor: for normals of polytopes
	Trace *trace; // NULL: none
} GjkInput;

// A simplex of up to four points of the difference with the weights of its nearest point.
typedef struct GjkSimplex {
	uint32_t count;
	DifferencePoint points[4];
	double weights[4]; // positive, sum 1
} GjkSimplex;

typedef struct GjkResult {
	SeparationStatus status;
	uint32_t iterations;
	bool is_overlapping; // the cores have a common point as far as can be told: v is zero or noise
	double upper;        // m; |v|: distance of the cores from above
	double lower;        // m; and from below, the largest of v . w / |v|; may be negative
	Vec3 normal; // unit, from A to B, in the frame; if is_overlapping the last direction tried
	GjkSimplex simplex; // v = sum of weights times points; what EPA starts from
} GjkResult;

// Tolerances for queries, tight, and for a step of a game. Absolute ones are in m and are raised to
// the rounding floor of the pair; see the table in gjk.c for why they have this size.
GjkInput mk_gjk_query_input(const Difference *difference);
GjkInput mk_gjk_step_input(const Difference *difference, GjkCache *cache, Real limit);

// Returns the distance of the cores. Ends on every input; all results are finite.
GjkResult mk_gjk(const GjkInput *input);

// The same, written where it is wanted: the result is large, and a copy costs as much as a support.
void mk_gjk_into(const GjkInput *input, GjkResult *result);

// Returns the distance of the whole shapes, in the frame: the cores' minus the radii. Only
// meaningful if the cores do not overlap; rounded shapes that overlap less than their radii give
// their exact depth.
Separation mk_gjk_separation(const GjkInput *input, const GjkResult *result);

// Returns whether two rounded shapes have a common point, by the same iteration ended at the first
// separating axis (ISA-GJK, van den Bergen 1999); touching counts. `axis` (frame, from A to B, in
// of any length, also zero, and out of length 1) is tried first: a pair that stays apart costs one
// pair of supports.
bool mk_gjk_overlaps(const Difference *difference, Vec3 *axis, uint32_t *iterations);

// The same with its steps shown, also where a closed form would answer: boxes and segments.
bool mk_gjk_overlaps_shown(
		const Difference *difference, Vec3 *axis, uint32_t *iterations, Trace *trace);

// Returns whether a point of the instance's space is in a convex instance or within `reach` (m, not
// negative) of it, by the same test; on the surface counts.
bool mk_gjk_contains(const ShapeInstance *convex, Vec3 point, Real reach);
