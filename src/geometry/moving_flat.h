// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A ray against all points within a radius of a flat polygon: two faces moved out by the radius,
// and a capsule about each edge. It is what a moving sphere meets of a triangle or polygon, and
// what a moving capsule meets of another (the differences of two segments are a parallelogram).
#pragma once

#include "geometry/ray.h"

typedef struct RoundFlat {
	Polygon polygon;
	Vec3 normal;    // any length; zero if the polygon has no area
	Real radius;    // m
	bool is_convex; // true saves time
} RoundFlat;

// Returns the first t in [0, 1], infinity if there is none. The ray must start outside.
Real mk_ray_first_in_round_flat(Ray ray, const RoundFlat *flat);
