// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Moving capsules and cylinders. Two capsules: the differences of their segments are a
// parallelogram, and the path of one point meets all points within the sum of the radii of it.
// Two cylinders only if their axes are parallel: then the differences are a cylinder.
// Conventions are in moving.h.
#pragma once

#include "geometry/moving.h"

typedef struct MovingCylinderHit {
	bool is_parallel; // false: not answered; hit is zero
	MovingHit hit;
} MovingCylinderHit;

// Hits another capsule, any orientation; start = end is a sphere. A negative sum of
// the radii touches nothing.
MovingHit mk_moving_capsule_hit_capsule(Capsule a, Vec3 motion, Capsule b);

// Hits another cylinder if the axes are parallel, either way round, up to MK_CYLINDER_PARALLEL; the
// bound of rounding then grows by that times the heights.
MovingCylinderHit mk_moving_cylinder_hit_cylinder(Cylinder a, Vec3 motion, Cylinder b);
