// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// One cell of the parameters (t, u, v) of two moving features: can they touch in it, and in which
// part of it? Used by moving_feature.c only, which says how cells are chosen; what is proven here
// is said in moving_feature.h.
#pragma once

#include "geometry/double3.h"

// How far comparisons are widened in scaled coordinates (size 1); see moving_feature.h.
#define MK_FEATURE_ROUNDING (40 * 0x1p-53)

// What rounding can do to the sides of a cell when it is cut; they are at most 1.
#define MK_FEATURE_OUTWARD (16 * 0x1p-53)

enum { FEATURE_TIME, FEATURE_U, FEATURE_V, FEATURE_VARIABLES };

typedef struct FeatureCell {
	double low[FEATURE_VARIABLES];
	double high[FEATURE_VARIABLES];
} FeatureCell;

// Two features in scaled coordinates. The first point is zero at all times.
typedef struct FeaturePair {
	Double3 start[3]; // points 1 to 3 at time 0
	Double3 end[3];   // and at time 1
	bool is_edges;    // else a vertex and a triangle
	double reach;     // touching is being this near
	double accept;    // being this near may be called touching
} FeaturePair;

typedef enum FeatureCellState {
	FEATURE_CELL_FREE,  // no touch in it
	FEATURE_CELL_TOUCH, // within `accept` at its first time
	FEATURE_CELL_OPEN,  // undecided
} FeatureCellState;

typedef struct FeatureCellAnswer {
	FeatureCellState state;
	int widest; // the variable that moves the features most over an open cell
	double u;   // of a touch: where
	double v;
} FeatureCellAnswer;

static inline Double3 double3_lerp(Double3 a, Double3 b, double t) {
	return double3_add(double3_scale(a, 1 - t), double3_scale(b, t));
}

static inline Double3 double3_longer(Double3 a, Double3 b) {
	return double3_dot(a, a) >= double3_dot(b, b) ? a : b;
}

// Returns the weights of points 1 to 3 in F, the difference of the features: the point of the
// triangle, or that of the first edge minus that of the second.
static inline Double3 feature_weights(const FeaturePair *pair, double u, double v) {
	return pair->is_edges ? double3(u, -(1 - v), -v) : double3(1 - u - v, u, v);
}

// Cuts a cell down to a part that holds all touches in it, or decides it.
FeatureCellAnswer mk_feature_cell_examine(const FeaturePair *pair, FeatureCell *cell);

// Returns the greatest length of the change of F over the whole time, in scaled coordinates.
double mk_feature_greatest_motion(const FeaturePair *pair);
