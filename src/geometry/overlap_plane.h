// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Solids against planes and half-spaces (Ericson, Real-Time Collision Detection, 5.2.2 to 5.2.4).
// One axis decides, the plane's normal: each solid gives the interval of its signed distances, and
// every question is a comparison of that interval with zero. Normals may have any length; the
// interval is then in lengths of the normal, and the answers stay right. Touching is crossing:
// exactly one of "crosses", "behind", "in front" holds, and none for NaN.
#pragma once

#include "geometry/primitive.h"

// Signed distances of the nearest and farthest point, times the length of the normal.
typedef struct PlaneExtent {
	Real low;
	Real high;
} PlaneExtent;

static inline bool plane_extent_crosses(PlaneExtent e) { return e.low <= 0 && e.high >= 0; }
static inline bool plane_extent_is_behind(PlaneExtent e) { return e.low <= e.high && e.high < 0; }
static inline bool plane_extent_is_in_front(PlaneExtent e) { return e.low > 0 && e.low <= e.high; }

// Returns whether the solid meets the half-space behind the plane, which is filled and closed.
static inline bool plane_extent_meets_half_space(PlaneExtent e) {
	return e.low <= 0 && e.low <= e.high;
}

// Returns middle - radius .. middle + radius; a negative radius makes an extent that meets nothing.
static inline PlaneExtent plane_extent_around(Real middle, Real radius) {
	return (PlaneExtent){ middle - radius, middle + radius };
}

static inline PlaneExtent plane_extent_sphere(Plane plane, Sphere sphere) {
	Real radius = sphere.radius * vec3_length(plane.normal);
	return plane_extent_around(plane_distance(plane, sphere.center), radius);
}

static inline PlaneExtent plane_extent_aabb(Plane plane, Aabb box) {
	Real radius = vec3_dot(vec3_abs(plane.normal), aabb_half_extents(box));
	return plane_extent_around(plane_distance(plane, aabb_center(box)), radius);
}

static inline PlaneExtent plane_extent_obb(Plane plane, Obb box) {
	Vec3 along = vec3_abs(mat3_apply_transposed(box.axes, plane.normal));
	return plane_extent_around(plane_distance(plane, box.center), vec3_dot(along, box.half));
}

// The box of all points corner + s u + t v + r w with s, t, r in 0..1: any parallelepiped.
PlaneExtent mk_plane_extent_corner_box(Plane plane, Vec3 corner, const Vec3 edges[3]);

// A cone; cone_from_angle makes one from its half angle.
PlaneExtent mk_plane_extent_cone(Plane plane, Cone cone);

// Returns the point of the rim of a cone's base that is farthest along a direction of any length;
// the middle of the base if the direction is along the axis.
Vec3 mk_cone_rim_point(Cone cone, Vec3 direction);
