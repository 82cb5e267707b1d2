// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What can be done with any convex instance, knowing only its support mapping: the general forms
// behind operations that a shape leaves out, and behind maps under which closed forms do not hold.
#pragma once

#include "shape/instance.h"

// Returns the nearest point of an instance's core: GJK against a single point (Gilbert, Johnson,
// Keerthi 1988). The distance is right to some epsilon of the sizes involved in single precision,
// to 1e-7 of them in double, where the last simplices on curved cores are too thin to tell more;
// the point itself, on curved cores, only to the square root of that.
ShapePoint mk_convex_nearest_core(const ShapeInstance *instance, Vec3 p);

// Returns the first hit of a ray. From a point of the ray, the plane through the nearest point of
// the shape across the way to it bounds the shape, so the ray may go on to that plane: Newton's
// method on the distance, which is a convex function of t. It cannot step into the shape and
// converges quadratically, for a grazing ray still by halves (van den Bergen 2004).
RayHit mk_convex_ray(const ShapeInstance *instance, Ray ray, RayRange range);

// Writes the points a convex shape's core has near its extreme in a direction, found by supports in
// eight directions 2 degrees off, or less where the surface is round: a polygon or an edge that the
// surface is above by no more than 0.02 mm or a fifty thousandth of the shape's size, or a point.
// Corner ids are 0 to 7, numbers of the directions.
void mk_convex_face(const Shape *shape, const FaceQuery *query, ShapeFace *face);

// Returns the smallest box around a convex shape by six supports.
Aabb mk_convex_bounds(const Shape *shape, const Affine *map);

// Returns a point in the middle of a convex shape, inside of it but for rounding, in its own space.
// That of its box may be outside: a corner of a cube that was cut off has it beyond the cut.
Vec3 mk_convex_middle(const Shape *shape);
