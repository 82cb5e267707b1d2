// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Oriented planes: the points p with normal . p = offset. Positive distances are on the side the
// normal points to; a half-space shape is the other side.
#pragma once

#include "math/transform.h"
#include "math/vec3.h"

typedef struct Plane {
	Vec3 normal; // unit
	Real offset; // m along the normal
} Plane;

static inline Plane plane_from_point(Vec3 normal, Vec3 point) {
	return (Plane){ normal, vec3_dot(normal, point) };
}

// Returns the plane through three points, seen counter-clockwise from its positive side; a zero
// normal if the points are on one line.
static inline Plane plane_from_triangle(Vec3 a, Vec3 b, Vec3 c) {
	return plane_from_point(vec3_normalize(vec3_cross(vec3_sub(b, a), vec3_sub(c, a))), a);
}

// Returns the same plane with a unit normal; zero if the normal is zero or not finite.
static inline Plane plane_normalize(Plane plane) {
	Vec3 unit = vec3_normalize(plane.normal);
	Real length = vec3_dot(unit, plane.normal);
	return (Plane){ unit, length > 0 ? plane.offset / length : 0 };
}

static inline Plane plane_flip(Plane plane) {
	return (Plane){ vec3_negate(plane.normal), -plane.offset };
}

// Returns the signed distance in m.
static inline Real plane_distance(Plane plane, Vec3 p) {
	return vec3_dot(plane.normal, p) - plane.offset;
}

// Returns the point of the plane nearest to p.
static inline Vec3 plane_project(Plane plane, Vec3 p) {
	return vec3_add_scaled(p, plane.normal, -plane_distance(plane, p));
}

// Returns the image of a plane under a rigid map.
static inline Plane plane_transform(Plane plane, Transform t) {
	Vec3 normal = quat_rotate(t.rotation, plane.normal);
	return (Plane){ normal, plane.offset + vec3_dot(normal, t.position) };
}

// Returns the image under any map that does not flatten the plane; points in front stay in front,
// also if the map mirrors.
static inline Plane plane_affine(Plane plane, Affine map) {
	Vec3 area = mat3_apply(mat3_cofactor(map.linear), plane.normal);
	if (mat3_determinant(map.linear) < 0) area = vec3_negate(area);
	Vec3 point = affine_point(map, vec3_scale(plane.normal, plane.offset));
	return plane_from_point(vec3_normalize(area), point);
}
