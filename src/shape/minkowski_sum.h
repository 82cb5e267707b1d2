// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The Minkowski sum of two convex shapes, {a + b}: a shape swept along another. Supports add, so
// does rounding: S(A + B, d) = S(A, d) + S(B, d). Sums of sums are allowed, up to MK_SUM_MAX_DEPTH.
#pragma once

#include "shape/instance.h"

// Sums of sums of sums...: the cost of a support can double with every level.
#define MK_SUM_MAX_DEPTH 8

typedef struct MinkowskiSumShape {
	Shape shape;
	ShapeInstance parts[2];
	Shape *owned[2];
	uint32_t depth;      // 1 if no part is a sum
	MassProperties mass; // density 1
} MinkowskiSumShape;

typedef struct MinkowskiSumInput {
	Shape *a; // bounded and convex; the sum takes references of its own
	Shape *b;
	Affine pose_a;
	Affine pose_b;
} MinkowskiSumInput;

// Returns the sum of two mapped shapes with one reference, or NULL and the reason. If both cores
// have corners its mass is exact; with curved cores it is that of a polyhedron inside with some
// thousand vertices, short by less than half a percent.
Shape *mk_minkowski_sum_create(const MinkowskiSumInput *input, ShapeStatus *status);
