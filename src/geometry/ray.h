// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Lines, rays and segments against primitives (Ericson, Real-Time Collision Detection, 5.3.1 to
// 5.3.8). All three are a Ray with a range of its parameter t: everything for a line, t >= 0 for a
// ray, 0 <= t <= 1 for a segment (ray_from_segment). The direction may have any length whose square
// neither overflows nor vanishes. Solids (sphere, box, cylinder, capsule, cone, half-spaces) are
// closed and filled. Starting inside: if the line entered the solid before the range begins and has
// not left it, the answer is a hit at the beginning of the range with started_inside set and a zero
// normal. A start on the surface that goes inward is an ordinary hit. A zero direction is a point:
// inside or no hit. Flat things (plane, triangle, quad) have two sides; the normal is on the side
// the ray comes from. Points of a hit: ray_at(ray, hit.t).
#pragma once

#include "geometry/primitive.h"

// Which t count: min <= t <= max.
typedef struct RayRange {
	Real min;
	Real max;
} RayRange;

typedef struct RayHit {
	bool hit;
	bool started_inside; // the normal is zero then
	Real t;              // in lengths of the direction, first t of the range in the object
	Vec3 normal;         // unit, out of the surface
} RayHit;

typedef enum RaySides {
	RAY_SIDES_BOTH,
	RAY_SIDES_FRONT, // only the side of the normal; rays in the plane of the triangle miss
} RaySides;

// A ray prepared for many triangles (mk_ray_prepare).
typedef struct TriangleRay {
	Ray ray;
	Real shear_x; // moves of x and y that make the direction the z axis, per z
	Real shear_y;
	Real scale_z; // t per z
	int axis_x;   // which coordinates serve as x, y and z, a right-handed order seen along the ray
	int axis_y;
	int axis_z;
} TriangleRay;

static inline RayRange ray_range_line(void) { return (RayRange){ -MK_INFINITY, MK_INFINITY }; }
static inline RayRange ray_range_ray(void) { return (RayRange){ 0, MK_INFINITY }; }
static inline RayRange ray_range_segment(void) { return (RayRange){ 0, 1 }; }

// Returns the ray whose range 0..1 is the segment.
static inline Ray ray_from_segment(Segment s) { return (Ray){ s.start, vec3_sub(s.end, s.start) }; }

// Hits a plane from either side; its normal need not be unit, a zero normal is never hit. A ray in
// the plane, as far as rounding can tell, starts inside; a parallel one beside it misses.
RayHit mk_ray_hit_plane(Ray ray, RayRange range, Plane plane);

// The same for the plane through three points; never hit if they are on one line.
RayHit mk_ray_hit_plane_points(Ray ray, RayRange range, Triangle points);

// Prepares a ray for triangles; with a zero direction it will hit none.
TriangleRay mk_ray_prepare(Ray ray);

// Hits a triangle, its border included. Watertight: no ray passes between two triangles that share
// an edge (same corner values, any order). A ray exactly in the plane hits where it first is in the
// triangle, with started_inside by the rule of solids. Triangles without area are never hit.
// weights, if not NULL, receives the barycentric coordinates of a hit.
RayHit mk_ray_hit_triangle(
		const TriangleRay *ray, RayRange range, Triangle triangle, RaySides sides, Vec3 *weights);

// Hits the quad of the triangles abc and acd (corners in order around it): any convex planar quad.
RayHit mk_ray_hit_quad(
		const TriangleRay *ray, RayRange range, const Vec3 corners[4], RaySides sides);

// Hits a filled box; an empty one is never hit.
RayHit mk_ray_hit_aabb(Ray ray, RayRange range, Aabb box);

// Hits a filled box of any orientation; a negative half extent is never hit.
RayHit mk_ray_hit_obb(Ray ray, RayRange range, Obb box);

// Hits the common part of half-spaces; their normals need not be unit. No planes: all of space.
RayHit mk_ray_hit_half_spaces(Ray ray, RayRange range, HalfSpaces solid);

// Hits a filled ball; a negative radius is never hit, a zero radius only exactly.
RayHit mk_ray_hit_sphere(Ray ray, RayRange range, Sphere sphere);

// Hits a filled cylinder with flat ends; never hit if start = end.
RayHit mk_ray_hit_cylinder(Ray ray, RayRange range, Cylinder cylinder);

// Hits a filled capsule; start = end is a ball.
RayHit mk_ray_hit_capsule(Ray ray, RayRange range, Capsule capsule);

// Hits a filled cone with its flat base; never hit if the height is not positive.
RayHit mk_ray_hit_cone(Ray ray, RayRange range, Cone cone);
