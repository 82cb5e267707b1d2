// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The solids whose extent along a normal takes more than one line.
#include "geometry/overlap_plane.h"

PlaneExtent mk_plane_extent_corner_box(Plane plane, Vec3 corner, const Vec3 edges[3]) {
	PlaneExtent extent = plane_extent_around(plane_distance(plane, corner), 0);
	for (int i = 0; i < 3; i++) {
		Real along = vec3_dot(plane.normal, edges[i]);
		// zero comes first: NaN must stay
		extent.low += real_min(0, along);
		extent.high += real_max(0, along);
	}
	return extent;
}

PlaneExtent mk_plane_extent_cone(Plane plane, Cone cone) {
	Real apex = plane_distance(plane, cone.apex);
	Real base = apex + cone.height * vec3_dot(plane.normal, cone.axis);
	// the base is a disc: its radius along the normal is the part of the normal across the axis
	Real radius = cone.radius * vec3_length(vec3_cross(plane.normal, cone.axis));
	return (PlaneExtent){ real_min(apex, base - radius), real_max(apex, base + radius) };
}

Vec3 mk_cone_rim_point(Cone cone, Vec3 direction) {
	Vec3 middle = vec3_add_scaled(cone.apex, cone.axis, cone.height);
	// across the axis, of unit length: without that the point would be inside the rim
	Vec3 outward = vec3_cross(cone.axis, vec3_cross(direction, cone.axis));
	return vec3_add_scaled(middle, vec3_normalize(outward), cone.radius);
}
