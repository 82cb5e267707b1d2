// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Squared distances, and "is it within reach?", without the nearest point (Ericson, Real-Time
// Collision Detection, 5.1.2.1, 5.1.3.1 and 5.1.4.1): cheaper than the informative forms in
// closest*.h, which they stand beside. Squares avoid the root; they overflow above 1e19 m in single
// precision. "Within" is closed: a distance equal to the reach counts; NaN, an empty box and a
// negative reach are out of reach.
#pragma once

#include "geometry/closest.h"

// Returns the squared distance to a segment (m^2), without a division unless the nearest
// point is between the ends.
static inline Real distance_squared_to_segment(Segment s, Vec3 p) {
	Vec3 side = vec3_sub(s.end, s.start);
	Vec3 offset = vec3_sub(p, s.start);
	// from the offset vector, not from the long dot products: those would cancel near the segment
	return vec3_length_squared(vec3_add_scaled(offset, side, -closest_parameter(side, offset)));
}

// Returns the squared distance to a line; to its origin if the direction is zero.
static inline Real distance_squared_to_line(Ray line, Vec3 p) {
	Vec3 offset = vec3_sub(p, line.origin);
	Real length_squared = vec3_length_squared(line.direction);
	Real t = length_squared > 0 ? vec3_dot(offset, line.direction) / length_squared : 0;
	return vec3_length_squared(vec3_add_scaled(offset, line.direction, -t));
}

// Returns by how much each coordinate is outside [low, high]: zero inside,
// never negative; NaN if p is.
static inline Vec3 interval_excess(Vec3 p, Vec3 low, Vec3 high) {
	// zero comes first, because the maximum is the second number if one of them is NaN
	return vec3_max(vec3_zero(), vec3_max(vec3_sub(low, p), vec3_sub(p, high)));
}

// Returns the squared distance to a box; 0 inside.
static inline Real distance_squared_to_aabb(Aabb box, Vec3 p) {
	return vec3_length_squared(interval_excess(p, box.min, box.max));
}

// Returns the squared distance to a box from the three excesses along its axes; 0 inside.
static inline Real distance_squared_to_obb(Obb box, Vec3 p) {
	Vec3 local = vec3_abs(obb_to_local(box, p));
	return vec3_length_squared(vec3_max(vec3_zero(), vec3_sub(local, box.half)));
}

// Returns the squared distance to a rectangle.
static inline Real distance_squared_to_rectangle(Rectangle r, Vec3 p) {
	return vec3_distance_squared(p, closest_on_rectangle(r, p));
}

static inline bool is_within(Real distance_squared, Real reach) {
	return reach >= 0 && distance_squared <= reach * reach;
}

static inline bool segment_is_within(Segment s, Vec3 p, Real reach) {
	return is_within(distance_squared_to_segment(s, p), reach);
}
static inline bool line_is_within(Ray line, Vec3 p, Real reach) {
	return is_within(distance_squared_to_line(line, p), reach);
}
static inline bool aabb_is_within(Aabb box, Vec3 p, Real reach) {
	return !aabb_is_empty(box) && is_within(distance_squared_to_aabb(box, p), reach);
}
static inline bool obb_is_within(Obb box, Vec3 p, Real reach) {
	return is_within(distance_squared_to_obb(box, p), reach);
}
