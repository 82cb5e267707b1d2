// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Ellipsoids against triangles, resting and moving: space is scaled so that the ellipsoid becomes a
// unit ball, and the tests of spheres are used. Scaling keeps times and touching, but not lengths
// and right angles: normals go back through the inverse transpose, and the way that parts the two
// in scaled space is a way that parts them, but not the shortest one. Rounding bounds grow by the
// ratio of the longest to the shortest semi-axis. A semi-axis that is not positive: no hit.
#pragma once

#include "geometry/moving.h"

typedef struct Ellipsoid {
	Vec3 center;
	Vec3 semi; // semi-axes along x, y and z
} Ellipsoid;

// Returns whether a point is in the closed ellipsoid.
bool mk_ellipsoid_contains(const Ellipsoid *ellipsoid, Vec3 p);

// Returns how to part the ellipsoid from a triangle: along the triangle's normal if it then touches
// the face, which is the shortest way out on that side; else back from scaled space.
Overlap mk_ellipsoid_contact_triangle(const Ellipsoid *ellipsoid, Triangle triangle);

// Hits a triangle from any side; the normal is that of the ellipsoid at the point, turned round.
MovingHit mk_moving_ellipsoid_hit_triangle(
		const Ellipsoid *ellipsoid, Vec3 motion, Triangle triangle);
