// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Spheres around points, by three ways that can be compared: the smallest one by Welzl's
// method, the smallest one by trying all sets of up to four points, and the one around the
// bounding box. Every sphere holds all its points: the centre is rounded first, then the radius
// is measured from it and widened by its own rounding errors, so that each point passes
// distance^2 <= radius^2 in Real.
#pragma once

#include "geometry/primitive.h"

typedef enum SphereStatus {
	SPHERE_OK,
	SPHERE_EMPTY,      // no points; the sphere is zero
	SPHERE_NOT_FINITE, // a coordinate is NaN or infinite; the sphere is zero
} SphereStatus;

typedef struct BoundingSphere {
	Sphere sphere;
	SphereStatus status;
	uint32_t support_count; // points that fix the sphere, 1 to 4; 0 for the one from a box
	uint32_t support[4];    // their indices
} BoundingSphere;

// Returns the smallest sphere (Welzl 1991, with move-to-front, in expected linear time; the order
// is shuffled always alike, so the result depends on nothing but the points). The radius is
// larger than the smallest possible by at most 1e-12 and 4 epsilon of itself and half an epsilon
// of the centre's coordinates; sizes whose squares overflow double give an infinite radius.
// Allocates memory while it runs.
BoundingSphere mk_bounding_sphere(const Vec3 *points, uint32_t count);

// Returns the smallest sphere by trying the spheres through each 2, 3 and 4 of the points, in
// O(n^5): the definition turned into a program, to compare with and to show.
BoundingSphere mk_bounding_sphere_exhaustive(const Vec3 *points, uint32_t count);

// Returns the sphere around the axis-aligned box of the points, whose diameter is the diagonal:
// linear, and at most sqrt(3) times as large as the smallest one.
BoundingSphere mk_bounding_sphere_from_box(const Vec3 *points, uint32_t count);

// Returns the sphere through the corners of a box, zero if the box is empty.
static inline Sphere sphere_around_box(Aabb box) {
	if (aabb_is_empty(box)) return (Sphere){ 0 };
	return (Sphere){ aabb_center(box), vec3_length(aabb_half_extents(box)) };
}
