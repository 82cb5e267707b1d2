// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The primitives that the functions of this folder work on, as plain values. Lengths in m, angles
// in rad. Where a form has a condition (unit axis, positive size) the functions that take it assume
// it; shapes check it where data comes in. Planes are in math/plane.h (n . x = offset), boxes in
// min/max form in math/aabb.h.
//
// Touching. Sets are closed: an overlap test says yes to objects that touch exactly, a ray
// that ends on a surface hits it. A family that needs another convention says so in its
// header. NaN. A comparison with NaN is false, and every test is written so that false means
// "no hit": NaN in, no hit out.
#pragma once

#include "math/aabb.h"
#include "math/plane.h"
#include "math/vec3.h"

typedef struct Vec2 {
	Real x;
	Real y;
} Vec2;

// The points start + t (end - start), 0 <= t <= 1; start = end is a point.
typedef struct Segment {
	Vec3 start;
	Vec3 end;
} Segment;

// The points origin + t direction: a line for all t, a ray for t >= 0. The direction need not be
// unit; t counts in its lengths.
typedef struct Ray {
	Vec3 origin;
	Vec3 direction;
} Ray;

typedef struct Sphere {
	Vec3 center;
	Real radius;
} Sphere;

// Corners counter-clockwise seen from the side of the normal (b - a) x (c - a).
typedef struct Triangle {
	Vec3 a;
	Vec3 b;
	Vec3 c;
} Triangle;

// Faces abc, acd, adb and bdc are counter-clockwise from outside if (b -
// a) x (c - a) . (d - a) < 0.
typedef struct Tetrahedron {
	Vec3 a;
	Vec3 b;
	Vec3 c;
	Vec3 d;
} Tetrahedron;

// A box with any orientation.
typedef struct Obb {
	Vec3 center;
	Mat3 axes; // unit columns, a rotation
	Vec3 half; // half extents along the axes
} Obb;

// A flat rectangle: center + s axis_u + t axis_v, |s| <= half_u, |t| <= half_v.
typedef struct Rectangle {
	Vec3 center;
	Vec3 axis_u; // unit
	Vec3 axis_v; // unit, perpendicular to axis_u
	Real half_u;
	Real half_v;
} Rectangle;

// All points within radius of a segment.
typedef struct Capsule {
	Vec3 start;
	Vec3 end;
	Real radius;
} Capsule;

// Flat ends at start and end, start != end.
typedef struct Cylinder {
	Vec3 start;
	Vec3 end;
	Real radius;
} Cylinder;

// A right circular cone from its tip; base at apex + height axis.
typedef struct Cone {
	Vec3 apex;
	Vec3 axis; // unit, from the tip to the base
	Real height;
	Real radius; // of the base; height tan(half angle)
} Cone;

// A flat convex or simple polygon in space, counter-clockwise seen from its normal.
typedef struct Polygon {
	const Vec3 *points;
	uint32_t count;
} Polygon;

// A convex polyhedron as the intersection of half-spaces plane_distance <= 0.
typedef struct HalfSpaces {
	const Plane *planes;
	uint32_t count;
} HalfSpaces;

// The two other forms of boxes and rectangles in use: corner and edges.
static inline Obb obb_from_corner(Vec3 corner, Vec3 edge_u, Vec3 edge_v, Vec3 edge_w) {
	const Real half = (Real)0.5;
	Vec3 center = vec3_add(corner, vec3_scale(vec3_add(vec3_add(edge_u, edge_v), edge_w), half));
	Mat3 axes = { vec3_normalize(edge_u), vec3_normalize(edge_v), vec3_normalize(edge_w) };
	Vec3 lengths = vec3(vec3_length(edge_u), vec3_length(edge_v), vec3_length(edge_w));
	return (Obb){ center, axes, vec3_scale(lengths, half) };
}

static inline Obb obb_from_aabb(Aabb box) {
	return (Obb){ aabb_center(box), mat3_identity(), aabb_half_extents(box) };
}

static inline Rectangle rectangle_from_points(Vec3 a, Vec3 b, Vec3 c) {
	const Real half = (Real)0.5;
	Vec3 side_u = vec3_sub(b, a);
	Vec3 side_v = vec3_sub(c, a);
	return (Rectangle){
		.center = vec3_add(a, vec3_scale(vec3_add(side_u, side_v), half)),
		.axis_u = vec3_normalize(side_u),
		.axis_v = vec3_normalize(side_v),
		.half_u = vec3_length(side_u) * half,
		.half_v = vec3_length(side_v) * half,
	};
}

static inline Cone cone_from_angle(Vec3 apex, Vec3 axis, Real height, Real tangent_of_half_angle) {
	return (Cone){ apex, axis, height, height * tangent_of_half_angle };
}

static inline Vec3 segment_at(Segment s, Real t) { return vec3_lerp(s.start, s.end, t); }
static inline Vec3 ray_at(Ray r, Real t) { return vec3_add_scaled(r.origin, r.direction, t); }

static inline Vec3 triangle_normal_area(Triangle t) {
	return vec3_cross(vec3_sub(t.b, t.a), vec3_sub(t.c, t.a));
}

// Returns a point in the box's own axes, relative to its centre; and back.
static inline Vec3 obb_to_local(Obb box, Vec3 p) {
	return mat3_apply_transposed(box.axes, vec3_sub(p, box.center));
}
static inline Vec3 obb_to_world(Obb box, Vec3 local) {
	return vec3_add(box.center, mat3_apply(box.axes, local));
}
