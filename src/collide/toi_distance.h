// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The distance of two cores at poses in double: GJK (gjk.h) for shapes on their way. It differs in
// three things. Points are kept in the shapes' own spaces, so the simplex of one time is a simplex
// of the next one, for curved shapes, too. It ends as soon as the pair is known to be within reach.
// And it returns the axis of its best lower bound: what a motion bound starts from is a separation
// along an axis that was really measured.
#pragma once

#include "collide/toi_motion.h"

// Points of both cores, in the spaces of their shapes.
typedef struct FineSimplex {
	uint32_t count; // 0: nothing is known
	Vec3 locals_a[4];
	Vec3 locals_b[4];
	double weights[4]; // of the nearest points, as of the last query
} FineSimplex;

// Two sides with their poses at one time.
typedef struct FinePair {
	const FineSide *a;
	const FineSide *b;
	FinePose pose_a;
	FinePose pose_b;
} FinePair;

typedef struct FineQuery {
	double within;   // m; cores this near are all that is to be known
	double absolute; // m; stop when the bounds differ by less ...
	double relative; // ... or by less than this part of what is above `within`
} FineQuery;

typedef struct FineDistance {
	bool is_within; // the cores are at most `within` apart
	double upper;   // m; of the cores
	double lower;   // m; along the axis; not meaningful if is_within
	Double3 axis;   // unit, from A to B
	Double3 on_a;   // the points next to each other along it, as in FineGap
	Double3 on_b;
} FineDistance;

// Where along an axis the two cores are next to each other.
typedef struct FineGap {
	double gap;   // m; negative: they overlap along it
	Double3 on_a; // farthest point of A along the axis ...
	Double3 on_b; // ... and of B against it
	Vec3 local_a;
	Vec3 local_b;
} FineGap;

// Puts both sides where they are at a time.
static inline void fine_pair_place(FinePair *pair, double time) {
	pair->pose_a = mk_fine_pose(pair->a, time);
	pair->pose_b = mk_fine_pose(pair->b, time);
}

// Returns the gap between the cores along a unit axis from A to B. If B is a half-space the axis is
// that against its normal, whatever is asked.
FineGap mk_fine_gap(const FinePair *pair, Double3 axis);

// What the nearest points lie on.
typedef enum FineFeature {
	FINE_FEATURE_NONE,  // a corner and an edge, or two corners
	FINE_FEATURE_A,     // a face of A
	FINE_FEATURE_B,     // a face of B
	FINE_FEATURE_EDGES, // an edge of each
} FineFeature;

// Returns what was nearest in the last query.
FineFeature mk_fine_feature(const FineSimplex *simplex);

// Writes an edge of each side at these poses; only for FINE_FEATURE_EDGES.
void mk_fine_edges(const FinePair *pair, const FineSimplex *simplex, Double3 edges[2]);

// Returns the distance of the cores; the simplex is read and written.
FineDistance mk_fine_distance(const FinePair *pair, const FineQuery *query, FineSimplex *simplex);

// Writes the nearest points of the cores as of the last query at these poses.
void mk_fine_witness(
		const FinePair *pair, const FineSimplex *simplex, Double3 *on_a, Double3 *on_b);
