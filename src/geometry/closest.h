// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The point of a plane, line, segment, box or rectangle that is nearest to a given point (Ericson,
// Real-Time Collision Detection, 5.1.1 to 5.1.4). Solids are closed: a point inside is its own
// nearest point. Sizes may be zero (a box can be a rectangle, a segment, a point). Triangles,
// tetrahedra, polygons and polyhedra are in files of their own. NaN: the answer is some point of
// the object if the object is finite.
#pragma once

#include "geometry/primitive.h"

// A point of a line or segment.
typedef struct LinePoint {
	Vec3 point;
	Real t; // point = start + t (end - start), or origin + t direction
} LinePoint;

// A point of a segment, triangle or tetrahedron, with the smallest feature that holds it.
typedef struct SimplexPoint {
	Vec3 point;
	Real weights
			[4]; // of the corners a, b, c, d; not negative, sum 1, point = sum of weights * corners
	uint32_t
			corners; // bit i: corner i takes part. One bit: vertex, two: edge, three: face, four: inside
} SimplexPoint;

enum { CORNER_A = 1, CORNER_B = 2, CORNER_C = 4, CORNER_D = 8 };

// Returns u . v / |v|: the signed length of u along v (m, if u is in m); 0 if v is zero.
static inline Real scalar_projection(Vec3 u, Vec3 v) { return vec3_dot(u, vec3_normalize(v)); }

// Returns the nearest point of the plane through `origin` whose normal may have any length, and as
// t the signed distance in lengths of the normal. A zero normal makes a plane of all points.
// plane_project in math/plane.h is the form for unit normals.
static inline LinePoint closest_on_plane(Vec3 normal, Vec3 origin, Vec3 p) {
	Real length_squared = vec3_length_squared(normal);
	Real t = vec3_dot(normal, vec3_sub(p, origin));
	t = length_squared > 0 ? t / length_squared : 0;
	return (LinePoint){ vec3_add_scaled(p, normal, -t), t };
}

// Returns the nearest point of a line; its origin if the direction is zero.
static inline LinePoint closest_on_line(Ray line, Vec3 p) {
	Real length_squared = vec3_length_squared(line.direction);
	Real t = vec3_dot(vec3_sub(p, line.origin), line.direction);
	t = length_squared > 0 ? t / length_squared : 0;
	return (LinePoint){ ray_at(line, t), t };
}

// Returns where in [0, 1] the nearest point of the segment 0 .. `side` lies for a point given
// relative to the same end; 0 for a segment without length.
static inline Real closest_parameter(Vec3 side, Vec3 p) {
	Real along = vec3_dot(p, side);
	Real length_squared = vec3_length_squared(side);
	if (!(along > 0)) return 0;
	return along < length_squared ? along / length_squared : 1;
}

// Returns the nearest point of a segment, exactly start or end beyond its ends.
static inline LinePoint closest_on_segment(Segment s, Vec3 p) {
	Vec3 side = vec3_sub(s.end, s.start);
	Real t = closest_parameter(side, vec3_sub(p, s.start));
	return (LinePoint){ t < 1 ? vec3_add_scaled(s.start, side, t) : s.end, t };
}

// Returns the nearest point of a box; p itself inside.
static inline Vec3 closest_on_aabb(Aabb box, Vec3 p) { return vec3_clamp(p, box.min, box.max); }

// Returns the nearest point in the box's own axes, relative to its centre.
static inline Vec3 closest_on_obb_local(Obb box, Vec3 p) {
	return vec3_clamp(obb_to_local(box, p), vec3_negate(box.half), box.half);
}

// Returns the nearest point of a box; a point inside comes back up to rounding.
static inline Vec3 closest_on_obb(Obb box, Vec3 p) {
	return obb_to_world(box, closest_on_obb_local(box, p));
}

// Returns the nearest point of a rectangle.
static inline Vec3 closest_on_rectangle(Rectangle r, Vec3 p) {
	Vec3 offset = vec3_sub(p, r.center);
	Real u = real_clamp(vec3_dot(offset, r.axis_u), -r.half_u, r.half_u);
	Real v = real_clamp(vec3_dot(offset, r.axis_v), -r.half_v, r.half_v);
	return vec3_add_scaled(vec3_add_scaled(r.center, r.axis_u, u), r.axis_v, v);
}

// Returns the nearest point of the rectangle with a corner a and the neighbouring corners
// b and c. The sides must be perpendicular: for a skewed parallelogram the answer is a
// point of it, but another one.
static inline Vec3 closest_on_rectangle_corners(Triangle corners, Vec3 p) {
	Vec3 offset = vec3_sub(p, corners.a);
	Vec3 side_u = vec3_sub(corners.b, corners.a);
	Vec3 side_v = vec3_sub(corners.c, corners.a);
	Vec3 along_u = vec3_add_scaled(corners.a, side_u, closest_parameter(side_u, offset));
	return vec3_add_scaled(along_u, side_v, closest_parameter(side_v, offset));
}
