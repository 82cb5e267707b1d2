// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// When is a number zero? Only in relation to what it was computed from: sizes here range from 1e-4
// m to 1e4 m, so no fixed length or area is "small". The policy of this folder (Ericson, Real-Time
// Collision Detection, 11.3.1, made relative throughout):
// - a divisor that is only ever clamped afterwards is compared with 0 exactly;
// - a divisor whose digits matter (a determinant, a cross product) is compared with the size of the
//   terms it is the difference of, by the functions below;
// - NaN counts as negligible, so that nothing is ever divided by it.
#pragma once

#include "math/vec3.h"

// What rounding can leave of a difference whose true value is zero, relative to its terms; no unit.
// Products and sums of three components make up to 8 half-epsilon errors, inputs that were rotated
// a few more. Smaller: parallel planes get a line made of noise. Larger: real angles are lost; 16
// epsilon is 2e-6 rad in single precision.
#define MK_NEGLIGIBLE (16 * MK_EPSILON)

// Returns whether a value is nothing but rounding of terms of size `scale`
// (same unit, not negative).
static inline bool real_is_negligible(Real value, Real scale) {
	return !(real_abs(value) > MK_NEGLIGIBLE * scale);
}

// Returns whether a vector is nothing but rounding of vectors of length `scale`.
static inline bool vec3_is_negligible(Vec3 v, Real scale) {
	return !(vec3_length_squared(v) > real_square(MK_NEGLIGIBLE * scale));
}

// Returns whether two numbers agree to within `tolerance` times the larger one; false for NaN.
static inline bool real_is_near(Real a, Real b, Real tolerance) {
	return a == b || real_abs(a - b) <= tolerance * real_max(real_abs(a), real_abs(b));
}

// Returns whether a x b, given as `cross`, says that a and b are parallel as far as the precision
// can tell; a zero vector is parallel to everything.
static inline bool vec3_cross_is_negligible(Vec3 cross, Vec3 a, Vec3 b) {
	// one factor at a time: the product of both squares would underflow first
	Real bound = MK_NEGLIGIBLE * MK_NEGLIGIBLE * vec3_length_squared(a);
	return !(vec3_length_squared(cross) > bound * vec3_length_squared(b));
}
