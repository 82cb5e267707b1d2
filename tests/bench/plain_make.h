// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Our shapes and poses of plain numbers, and plain numbers of ours.
#pragma once

#include "bench/plain_shape.h"
#include "shape/shape.h"
#include "support/random.h"

// A pair of equal shapes that a bench asks about.
typedef struct PlainRow {
	const char *name;
	BenchKind kind;
	uint32_t points; // of a hull, random on a ball
} PlainRow;

enum { PLAIN_ROWS = 10 };

extern const PlainRow plain_rows[PLAIN_ROWS];

// Makes the shape of a row, half a metre large, and tells its numbers.
Shape *plain_row_make(const PlainRow *row, BenchShape *plain);

// Makes a shape that is no hull.
Shape *plain_shape_make(const BenchShape *plain);

// Makes a hull of random points on a ball and tells its numbers.
Shape *plain_hull_make(Rng *rng, uint32_t count, Real radius, BenchShape *plain);

// Gives back what the numbers of a hull take; the shape is not touched.
void plain_shape_free(BenchShape *plain);

BenchPose plain_pose(Transform t);
