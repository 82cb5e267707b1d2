// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// For shapes that know the box around themselves in closed form. Along world axis i a mapped shape
// reaches as far as the shape itself along row i of the matrix: h(M P, e_i) = h(P, M^T e_i).
#pragma once

#include "math/aabb.h"

// Returns the lengths of the rows.
static inline Vec3 bounds_row_lengths(Mat3 m) {
	Vec3 squares = vec3_add(
			vec3_add(vec3_multiply(m.x, m.x), vec3_multiply(m.y, m.y)), vec3_multiply(m.z, m.z));
	return vec3(real_sqrt(squares.x), real_sqrt(squares.y), real_sqrt(squares.z));
}

// How much a bound is moved out so that rounding cannot leave a point outside, relative to the
// sizes it is the sum of; no unit. Products, sums and a root make less than 8 half-epsilon errors.
#define MK_BOUNDS_SLACK (4 * MK_EPSILON)

// Returns the box that reaches `half` from a centre, with room for rounding errors.
static inline Aabb bounds_symmetric(Vec3 center, Vec3 half) {
	Vec3 sizes = vec3_add(vec3_abs(center), half);
	return aabb_from_center(center, vec3_add_scaled(half, sizes, MK_BOUNDS_SLACK));
}

// Returns the room for rounding errors of mapped points at most `bound` from the shape's origin.
static inline Vec3 bounds_slack(const Affine *map, Real bound) {
	Vec3 sizes = vec3_scale(bounds_row_lengths(map->linear), bound);
	return vec3_scale(vec3_add(sizes, vec3_abs(map->origin)), MK_BOUNDS_SLACK);
}

// Returns the box around a shape at most `bound` from its origin that reaches so far along the rows
// of a matrix, which is known without its rounding.
static inline Aabb bounds_reaching(const Affine *map, Aabb reach, Real rounding, Real bound) {
	Vec3 grow = vec3_scale(bounds_row_lengths(map->linear), rounding);
	grow = vec3_add(grow, bounds_slack(map, bound));
	return (Aabb){ vec3_sub(map->origin, vec3_sub(grow, reach.min)),
		vec3_add(map->origin, vec3_add(reach.max, grow)) };
}

// Returns the smallest box around mapped points with a mapped ball of `radius` around each.
static inline Aabb bounds_points(
		const Vec3 *points, uint32_t count, const Affine *map, Real radius) {
	Aabb box = aabb_empty();
	Real bound_squared = 0;
	for (uint32_t i = 0; i < count; i++) {
		box = aabb_add_point(box, affine_point(*map, points[i]));
		bound_squared = real_max(bound_squared, vec3_length_squared(points[i]));
	}
	Vec3 grow = vec3_scale(bounds_row_lengths(map->linear), radius);
	grow = vec3_add(grow, bounds_slack(map, real_sqrt(bound_squared) + radius));
	return (Aabb){ vec3_sub(box.min, grow), vec3_add(box.max, grow) };
}
