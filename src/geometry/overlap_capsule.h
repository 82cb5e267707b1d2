// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Capsules with capsules and spheres (Ericson, Real-Time Collision Detection, 4.5.1), any
// orientation: the distance of their segments against the sum of the radii. Cylinders with
// cylinders only if the axes are parallel: then the set of all differences is a cylinder too, and
// the way out is through a cap or through the wall, whichever is shorter. For other cylinders that
// shortcut is wrong, and the answer says so instead of guessing. Touching counts; NaN meets
// nothing.
#pragma once

#include "geometry/closest_pair.h"
#include "geometry/distance.h"
#include "geometry/overlap.h"

// Sine of the angle up to which the axes of two cylinders count as parallel; no unit. The error it
// admits is this times the height of the cylinders. Rotations that have been composed a few dozen
// times differ by about 100 epsilon in parallel directions.
#define MK_CYLINDER_PARALLEL (256 * MK_EPSILON)

typedef struct CylinderOverlap {
	bool is_parallel; // false: not answered; overlap is zero
	Overlap overlap;
} CylinderOverlap;

static inline bool sphere_overlaps_capsule(Sphere sphere, Capsule capsule) {
	Segment core = { capsule.start, capsule.end };
	return segment_is_within(core, sphere.center, sphere.radius + capsule.radius);
}

static inline bool capsule_overlaps_capsule(Capsule a, Capsule b) {
	Segment core_a = { a.start, a.end };
	Segment core_b = { b.start, b.end };
	return is_within(mk_closest_segments(core_a, core_b).distance_squared, a.radius + b.radius);
}

// Returns how to part the sphere from the capsule; across the capsule if the centre is on its axis.
Overlap mk_sphere_contact_capsule(Sphere sphere, Capsule capsule);

// Returns how to part a from b; if the axes cross, along their common normal.
Overlap mk_capsule_contact_capsule(Capsule a, Capsule b);

// Returns how to part a from b if the axes are parallel (either way round): depth is the smaller of
// the depths through the caps and through the wall; of equals the cap.
CylinderOverlap mk_cylinder_contact_cylinder(Cylinder a, Cylinder b);
