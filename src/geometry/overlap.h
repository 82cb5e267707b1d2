// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The informative answer of the overlap tests. For each pair there is a plain question ("overlaps",
// bool, squared distances, no root) and a form that says how to part the two ("contact").
// Touching counts as overlap, with depth 0.
#pragma once

#include "geometry/primitive.h"

typedef struct Overlap {
	bool hit;    // all else is zero if false
	Real depth;  // m, not negative
	Vec3 normal; // unit: moving the first object by depth * normal makes the two just touch
	Vec3 point;  // a point of both objects, up to rounding
} Overlap;

// The normal of last resort, for objects whose centres coincide: up, so that the answer is the same
// on every run and gravity does the rest.
static inline Vec3 overlap_default_normal(void) { return vec3(0, 1, 0); }

// Returns the middle of what two balls on a line have in common, measured from the
// centre of the first towards that of the second, `distance` away. It is inside both,
// also if one contains the other.
static inline Real overlap_middle(Real distance, Real radius_first, Real radius_second) {
	Real near = real_max(-radius_first, distance - radius_second);
	Real far = real_min(radius_first, distance + radius_second);
	return (near + far) * (Real)0.5;
}
