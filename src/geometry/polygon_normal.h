// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The normal of a polygon with any number of corners, by Newell's sum: also if the first corners
// are collinear or repeated, where the normal of three corners fails (Ericson, Real-Time Collision
// Detection, 12.4.2; Sutherland, Sproull, Schumacker 1974).
#pragma once

#include "geometry/primitive.h"

// Returns the normal with the length of twice the area (m^2); zero without area.
static inline Vec3 polygon_normal_area(Polygon polygon) {
	Vec3 sum = vec3_zero();
	for (uint32_t i = 2; i < polygon.count; i++) {
		// from the first corner, so that no digits are lost far from the origin
		Vec3 side = vec3_sub(polygon.points[i - 1], polygon.points[0]);
		sum = vec3_add(sum, vec3_cross(side, vec3_sub(polygon.points[i], polygon.points[0])));
	}
	return sum;
}

// Returns the edge that ends at corner `index`; the edge before the first
// corner closes the polygon.
static inline Segment polygon_edge_to(Polygon polygon, uint32_t index) {
	uint32_t before = index == 0 ? polygon.count - 1 : index - 1;
	return (Segment){ polygon.points[before], polygon.points[index] };
}
