// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Axis-aligned boxes, closed: boxes that share only a face do overlap. The empty box has its bounds
// the wrong way round at infinity, so that merging needs no special case. Boxes that bound
// something must never be too small, so maps of boxes round outward where rounding could matter.
#pragma once

#include "math/transform.h"
#include "math/vec3.h"

typedef struct Aabb {
	Vec3 min;
	Vec3 max;
} Aabb;

static inline Aabb aabb_empty(void) {
	return (Aabb){ vec3_splat(MK_INFINITY), vec3_splat(-MK_INFINITY) };
}
static inline Aabb aabb_from_center(Vec3 center, Vec3 half_extents) {
	return (Aabb){ vec3_sub(center, half_extents), vec3_add(center, half_extents) };
}

static inline bool aabb_is_empty(Aabb a) {
	return !(a.min.x <= a.max.x && a.min.y <= a.max.y && a.min.z <= a.max.z);
}

static inline Aabb aabb_merge(Aabb a, Aabb b) {
	return (Aabb){ vec3_min(a.min, b.min), vec3_max(a.max, b.max) };
}
static inline Aabb aabb_add_point(Aabb a, Vec3 p) {
	return (Aabb){ vec3_min(a.min, p), vec3_max(a.max, p) };
}

// Returns the part that is in both boxes, empty if there is none.
static inline Aabb aabb_intersect(Aabb a, Aabb b) {
	return (Aabb){ vec3_max(a.min, b.min), vec3_min(a.max, b.max) };
}

// Returns the box with a margin (m) on all sides; an empty box stays empty.
static inline Aabb aabb_grow(Aabb a, Real margin) {
	return (Aabb){ vec3_sub(a.min, vec3_splat(margin)), vec3_add(a.max, vec3_splat(margin)) };
}

// Returns the box that also holds its copy moved by `motion`.
static inline Aabb aabb_sweep(Aabb a, Vec3 motion) {
	return (Aabb){ vec3_add(a.min, vec3_min(motion, vec3_zero())),
		vec3_add(a.max, vec3_max(motion, vec3_zero())) };
}

// The centre and the half extents; not meaningful for the empty box.
static inline Vec3 aabb_center(Aabb a) {
	return vec3_add(vec3_scale(a.min, (Real)0.5), vec3_scale(a.max, (Real)0.5));
}
static inline Vec3 aabb_half_extents(Aabb a) {
	return vec3_sub(vec3_scale(a.max, (Real)0.5), vec3_scale(a.min, (Real)0.5));
}

// Returns half the surface (m^2), the cost measure of trees; 0 for the empty box.
static inline Real aabb_half_area(Aabb a) {
	if (aabb_is_empty(a)) return 0;
	Vec3 size = vec3_sub(a.max, a.min);
	return size.x * size.y + size.y * size.z + size.z * size.x;
}

static inline bool aabb_overlaps(Aabb a, Aabb b) {
	return a.min.x <= b.max.x && a.max.x >= b.min.x && a.min.y <= b.max.y && a.max.y >= b.min.y &&
			a.min.z <= b.max.z && a.max.z >= b.min.z;
}
static inline bool aabb_contains_point(Aabb a, Vec3 p) {
	return a.min.x <= p.x && p.x <= a.max.x && a.min.y <= p.y && p.y <= a.max.y && a.min.z <= p.z &&
			p.z <= a.max.z;
}

// Returns whether b lies in a; the empty box lies in every box.
static inline bool aabb_contains(Aabb a, Aabb b) {
	return (aabb_contains_point(a, b.min) && aabb_contains_point(a, b.max)) || aabb_is_empty(b);
}

static inline bool aabb_is_finite(Aabb a) { return vec3_is_finite(a.min) && vec3_is_finite(a.max); }

// Returns a box around the image of a box (Arvo 1990: the half extents go through the absolute
// values of the matrix). It is widened by the rounding errors of its own computation.
static inline Aabb aabb_transform(Aabb a, Affine map) {
	if (aabb_is_empty(a)) return a;
	Vec3 center = aabb_center(a);
	Vec3 half = aabb_half_extents(a);
	Mat3 sizes = mat3_abs(map.linear);
	Vec3 half_image = mat3_apply(sizes, half);
	// eight roundings, each at most half an epsilon of the largest term
	Vec3 terms = vec3_add(mat3_apply(sizes, vec3_abs(center)), vec3_abs(map.origin));
	Vec3 slack = vec3_scale(vec3_add(terms, half_image), 4 * MK_EPSILON);
	return aabb_from_center(affine_point(map, center), vec3_add(half_image, slack));
}
