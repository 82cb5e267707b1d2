// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Is a point in a triangle, polygon, convex polyhedron or closed mesh? (Ericson, Real-Time
// Collision Detection, 5.4.1 to 5.4.3.) Sets are closed: their boundary belongs to them, exactly in
// the plane, up to rounding in space. Both windings are accepted everywhere. NaN is nowhere inside,
// and a polygon or mesh with a corner that is not finite holds nothing.
#pragma once

#include "geometry/primitive.h"
#include "geometry/triangle_mesh.h"

// A polygon in the plane, either winding, convex where a function says so.
typedef struct Polygon2 {
	const Vec2 *points;
	uint32_t count;
} Polygon2;

// Returns whether p is in the triangle abc of the plane. Collinear corners make a segment.
bool mk_triangle_contains_2d(const Vec2 corners[3], Vec2 p);

// Returns whether the projection of p along the normal is in the triangle: for a p in its
// plane, whether it is in the triangle. A triangle without area contains what is on its
// longest side up to rounding.
bool mk_triangle_contains(Triangle t, Vec3 p);

// Returns whether p is in a simple polygon, by counting crossings; fewer than one point:
// false. For a polygon that crosses itself: whether p is on its outline or has an odd
// number of windings around it.
bool mk_polygon_contains_2d(Polygon2 polygon, Vec2 p);

// The same for a convex polygon with finite corners in O(log n). Points may repeat or be collinear
// with their neighbours; two points are a segment, one is a point.
bool mk_convex_polygon_contains_2d(Polygon2 polygon, Vec2 p);

// Returns whether the projection of p on a flat polygon's plane is in the simple polygon; decided
// in the coordinate plane where its area is largest. Without area: false.
bool mk_polygon_contains(Polygon polygon, Vec3 p);

// Returns whether p is behind or on all planes; without planes, true.
bool mk_half_spaces_contain(HalfSpaces convex, Vec3 p);

// Returns whether p is in the solid bounded by a closed mesh, convex or not, or within rounding of
// its surface. Every edge must belong to an even number of triangles; the winding does not matter;
// indices must be valid. The answer does not depend on which features a ray would meet: no edge or
// vertex can be counted twice or lost (see containment.c).
bool mk_triangle_mesh_contains(TriangleMesh mesh, Vec3 p);
