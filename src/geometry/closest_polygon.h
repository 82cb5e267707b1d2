// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The point of a flat polygon, or of a solid convex polyhedron given by its faces, that is nearest
// to a given point (Ericson, Real-Time Collision Detection, 5.1.7 and 5.2.8). Linear in the number
// of corners and faces, for any number of them; nothing is allocated.
#pragma once

#include "geometry/closest.h"

// The faces of a convex polyhedron: face f has the corners points[corners[i]],
// starts[f] <= i < starts[f + 1], counter-clockwise from outside, in the plane planes[f].
typedef struct ConvexFaces {
	const Vec3 *points;
	const uint32_t *corners;
	const uint32_t *starts; // count + 1 entries
	const Plane *planes;    // unit normals, outward
	uint32_t count;
} ConvexFaces;

typedef struct PolyhedronPoint {
	Vec3 point;
	uint32_t face;  // one that holds the point; 0 inside
	bool is_inside; // p is inside or on the surface; point is p then
} PolyhedronPoint;

// Returns the nearest point of a simple polygon, convex or not, either winding; repeated
// and collinear corners are allowed. One or two corners are a point or a segment;
// without corners the answer is p.
Vec3 mk_closest_on_polygon(Polygon polygon, Vec3 p);

// Returns the nearest point of the solid; only faces that have p in front are looked at. Without
// faces p is inside. A p that is not finite is never inside.
PolyhedronPoint mk_closest_on_polyhedron(const ConvexFaces *faces, Vec3 p);
