// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What is known of the directions beside a minimum of h, for penetration_reuse.h: `rival`, in
// metres, is a height that none of them is below. Those nearer to the normal than `near_cosine`
// belong to its minimum and are not spoken of.
#pragma once

#include <math.h>

// Directions nearer to the normal than this belong to its minimum (cosine, no unit): 18 degrees.
static const double near_cosine = 0.95;
static const double near_sine = 0.3122498999;

// The largest cosine of two normals that count as different minima: 2.6 degrees.
static const double basin_cosine = 0.999;

// Cosine and sine of the angle between the planes that a proof leaves out and the nearest direction
// that it speaks of. EPA leaves out what is tilted by less than 2.6 degrees; curved surfaces move
// its normal afterwards, to 14 together.
typedef struct Beside {
	double cosine;
	double sine;
} Beside;

static const Beside beside_epa = { 0.963, 0.2695 };
static const Beside beside_curved = { 0.9976, 0.0692 };

// Returns a depth (m) that no direction beside those near the normal is below. All planes of a
// polytope but those near the normal are at least `rival` away, so it contains a ball of that
// radius without the cap that those cut off at `lower`. A direction that passes beside the cap has
// the whole radius; one that points through it has that of the rim of the cut.
static inline double rival_beside(double lower, double rival, Beside beside) {
	double rim = rival * rival - lower * lower;
	if (!(rim > 0) || lower > beside.cosine * rival) return rival;
	return lower * beside.cosine + sqrt(rim) * beside.sine;
}
