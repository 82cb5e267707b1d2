// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Points for tests of hulls, of all the kinds that are hard for one reason or another. All fit into
// a cube of side 4 around the origin before they are scaled and moved.
#pragma once

#include "math/vec3.h"
#include "support/rng.h"

typedef enum HullPointsKind {
	HULL_POINTS_BOX,         // anywhere in a cube
	HULL_POINTS_SPHERE,      // all are vertices, but for rounding
	HULL_POINTS_GRID,        // few values for each coordinate
	HULL_POINTS_TURNED_GRID, // the same, flat only within rounding
	HULL_POINTS_NOISY_GRID,  // the same, off by a few epsilon
	HULL_POINTS_NOISY_SHEET, // a square with heights of zero to two epsilon
	HULL_POINTS_SHEET,       // in one plane exactly
	HULL_POINTS_LINE,        // on one line exactly
	HULL_POINTS_NEEDLE,      // 30 epsilon wide and high
	HULL_POINTS_SLIVER,      // 1/100 wide, 20 epsilon high
	HULL_POINTS_REPEATING,   // half of them copies of earlier ones
	HULL_POINTS_FEW_PLACES,  // nearly all of them copies
	HULL_POINTS_CYLINDER,    // on two circles
	HULL_POINTS_KIND_COUNT,
} HullPointsKind;

// Fills all points with one kind.
void fill_hull_points(Rng *rng, HullPointsKind kind, Vec3 *points, uint32_t count);

// Fills 1 to `max_count` points (40 or more) of any kind, scaled by 1e-4 to 1e4, sometimes moved up
// to 1e4 m away; returns how many.
uint32_t random_hull_points(Rng *rng, Vec3 *points, uint32_t max_count);
