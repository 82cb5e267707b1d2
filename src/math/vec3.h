// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Vectors of three reals, by value. No padding: arrays of points from a host can be read as they
// are. Squared lengths overflow above about 1e19 m in single precision; only normalisation is proof
// against that, because directions of any length reach it from outside.
#pragma once

#include "math/real.h"

typedef struct Vec3 {
	Real x;
	Real y;
	Real z;
} Vec3;

static inline Vec3 vec3(Real x, Real y, Real z) { return (Vec3){ x, y, z }; }
static inline Vec3 vec3_splat(Real s) { return vec3(s, s, s); }
static inline Vec3 vec3_zero(void) { return vec3(0, 0, 0); }

static inline Vec3 vec3_add(Vec3 a, Vec3 b) { return vec3(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline Vec3 vec3_sub(Vec3 a, Vec3 b) { return vec3(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline Vec3 vec3_negate(Vec3 a) { return vec3(-a.x, -a.y, -a.z); }
static inline Vec3 vec3_scale(Vec3 a, Real s) { return vec3(a.x * s, a.y * s, a.z * s); }

// Component by component.
static inline Vec3 vec3_multiply(Vec3 a, Vec3 b) { return vec3(a.x * b.x, a.y * b.y, a.z * b.z); }
static inline Vec3 vec3_abs(Vec3 a) { return vec3(real_abs(a.x), real_abs(a.y), real_abs(a.z)); }
static inline Vec3 vec3_min(Vec3 a, Vec3 b) {
	return vec3(real_min(a.x, b.x), real_min(a.y, b.y), real_min(a.z, b.z));
}
static inline Vec3 vec3_max(Vec3 a, Vec3 b) {
	return vec3(real_max(a.x, b.x), real_max(a.y, b.y), real_max(a.z, b.z));
}
static inline Vec3 vec3_clamp(Vec3 a, Vec3 low, Vec3 high) {
	return vec3_min(vec3_max(a, low), high);
}

// Returns a + s * b.
static inline Vec3 vec3_add_scaled(Vec3 a, Vec3 b, Real s) {
	return vec3(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}

static inline Vec3 vec3_lerp(Vec3 a, Vec3 b, Real t) {
	return vec3(real_lerp(a.x, b.x, t), real_lerp(a.y, b.y, t), real_lerp(a.z, b.z, t));
}

static inline Real vec3_dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline Vec3 vec3_cross(Vec3 a, Vec3 b) {
	return vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

// Returns a . (b x c): six times the signed volume of the tetrahedron 0, a, b, c.
static inline Real vec3_triple(Vec3 a, Vec3 b, Vec3 c) { return vec3_dot(a, vec3_cross(b, c)); }

static inline Real vec3_length_squared(Vec3 a) { return vec3_dot(a, a); }
static inline Real vec3_length(Vec3 a) { return real_sqrt(vec3_dot(a, a)); }
static inline Real vec3_distance_squared(Vec3 a, Vec3 b) {
	return vec3_length_squared(vec3_sub(a, b));
}
static inline Real vec3_distance(Vec3 a, Vec3 b) { return vec3_length(vec3_sub(a, b)); }

static inline Real vec3_max_element(Vec3 a) { return real_max(a.x, real_max(a.y, a.z)); }
static inline Real vec3_min_element(Vec3 a) { return real_min(a.x, real_min(a.y, a.z)); }

// Returns the index of the largest component; the first one among equals.
static inline int vec3_max_axis(Vec3 a) {
	if (a.y > a.x) return a.z > a.y ? 2 : 1;
	return a.z > a.x ? 2 : 0;
}

// Returns the index of the smallest component; the first one among equals.
static inline int vec3_min_axis(Vec3 a) {
	if (a.y < a.x) return a.z < a.y ? 2 : 1;
	return a.z < a.x ? 2 : 0;
}

// Returns the component at index 0, 1 or 2.
static inline Real vec3_get(Vec3 a, int axis) { return axis == 0 ? a.x : axis == 1 ? a.y : a.z; }

// Returns the unit vector along axis 0, 1 or 2.
static inline Vec3 vec3_axis(int axis) {
	return vec3((Real)(axis == 0), (Real)(axis == 1), (Real)(axis == 2));
}

static inline bool vec3_equals(Vec3 a, Vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// As vec3_equals to zero.
static inline bool vec3_is_zero(Vec3 a) {
	return (real_nonzero_bits(a.x) | real_nonzero_bits(a.y) | real_nonzero_bits(a.z)) == 0;
}

// The difference of what is not finite with itself is NaN, and so is every sum with it.
static inline bool vec3_is_finite(Vec3 a) { return (a.x - a.x) + (a.y - a.y) + (a.z - a.z) == 0; }

static inline bool vec3_is_unit(Vec3 a) {
	return real_abs(vec3_length_squared(a) - 1) <= MK_UNIT_TOLERANCE;
}

// Returns the unit vector in the direction of a, for any finite length down to the smallest number;
// zero for the zero vector and for non-finite ones.
static inline Vec3 vec3_normalize(Vec3 a) {
	// squares of components between these bounds neither overflow nor lose digits to underflow
	const Real smallest = MK_REAL_MIN / (MK_EPSILON * MK_EPSILON);
	const Real largest = MK_REAL_MAX / 4;
	Real length_squared = vec3_dot(a, a);
	if (!(length_squared > smallest && length_squared < largest)) {
		Real size = vec3_max_element(vec3_abs(a));
		if (!(size > 0 && vec3_is_finite(a))) return vec3_zero();
		// a power of two would be exact, but a rounding error of the scale only changes the length
		a = vec3(a.x / size, a.y / size, a.z / size);
		length_squared = vec3_dot(a, a);
	}
	return vec3_scale(a, 1 / real_sqrt(length_squared));
}

// Returns a unit vector perpendicular to the unit vector n, the same for the same n.
static inline Vec3 vec3_perpendicular(Vec3 n) {
	// the cross product with the axis least along n has at least length sqrt(2/3)
	int axis = vec3_min_axis(vec3_abs(n));
	return vec3_normalize(vec3_cross(n, vec3_axis(axis)));
}
