// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A moving sphere against solids and surfaces (Ericson, Real-Time Collision Detection,
// 5.5.3 and 5.5.5 to 5.5.7). The sphere's centre goes along a segment; the other object
// grows by the radius: the set of all differences is never built, but met by rays.
// Conventions are in moving.h; a negative radius touches nothing (two spheres: a negative
// sum). Normals point from the nearest point of the other object to the centre; against the
// motion if the centre itself is on the object.
#pragma once

#include "geometry/distance.h"
#include "geometry/moving.h"

// Returns whether two spheres touch on the way: the segment of one centre comes within the sum of
// the radii of the other. The plain form, without a root or a time.
static inline bool moving_sphere_meets_sphere(Sphere a, Vec3 motion, Sphere b) {
	Segment path = { a.center, vec3_add(a.center, motion) };
	return segment_is_within(path, b.center, a.radius + b.radius);
}

// Hits another sphere; with time_last.
MovingHit mk_moving_sphere_hit_sphere(Sphere a, Vec3 motion, Sphere b);

// Hits a plane from either side; its normal may have any length, a zero normal is never hit. With
// time_last, when the sphere leaves the plane on the other side.
MovingHit mk_moving_sphere_hit_plane(Sphere sphere, Vec3 motion, Plane plane);

// Hits a triangle from any side, which is a surface: the offset face, or the capsule about an edge;
// corners may coincide.
MovingHit mk_moving_sphere_hit_triangle(Sphere sphere, Vec3 motion, Triangle triangle);

// Hits a flat simple polygon, convex or not, with any number of corners.
MovingHit mk_moving_sphere_hit_polygon(Sphere sphere, Vec3 motion, Polygon polygon);

// Hits a filled box; an empty one never.
MovingHit mk_moving_sphere_hit_aabb(Sphere sphere, Vec3 motion, Aabb box);

// The same answer; at a corner of the box the ball about the corner is tried before the
// capsules about its three edges, which saves two of them where it decides and costs
// one test where it does not.
MovingHit mk_moving_sphere_hit_aabb_vertex_first(Sphere sphere, Vec3 motion, Aabb box);

// Hits a filled box of any orientation.
MovingHit mk_moving_sphere_hit_obb(Sphere sphere, Vec3 motion, Obb box);

// Hits a capsule; start = end is a sphere.
MovingHit mk_moving_sphere_hit_capsule(Sphere sphere, Vec3 motion, Capsule capsule);
