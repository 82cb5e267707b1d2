// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The scalar of the engine: float, or double with MK_DOUBLE (Godot's double precision builds).
// Every function here is a handful of exact IEEE operations, so results are the same bits with
// every compiler and optimisation level. Never built with -ffast-math: NaN and infinity have
// meaning here.
#pragma once

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef MK_DOUBLE
typedef double Real;
#define MK_EPSILON  DBL_EPSILON // distance from 1 to the next number: 2.2e-16
#define MK_REAL_MAX DBL_MAX
#define MK_REAL_MIN DBL_MIN // smallest number with full precision
#else
typedef float Real;
#define MK_EPSILON  FLT_EPSILON // distance from 1 to the next number: 1.2e-7
#define MK_REAL_MAX FLT_MAX
#define MK_REAL_MIN FLT_MIN // smallest number with full precision
#endif

#define MK_INFINITY ((Real)INFINITY)
#define MK_PI       ((Real)3.14159265358979323846)

// How far the squared length of a unit vector or quaternion may be from 1, no unit. A fresh
// normalisation is within 4 epsilon, a chain of some dozen rotations within 100; the asserts that
// use this must pass those and catch vectors that were never normalised.
#define MK_UNIT_TOLERANCE (256 * MK_EPSILON)

// min and max return the second argument if one is NaN, or if both are zeros of different sign: the
// rule of the SSE instructions, so that scalar and wide code agree.
static inline Real real_min(Real a, Real b) { return a < b ? a : b; }
static inline Real real_max(Real a, Real b) { return a > b ? a : b; }

// Returns x inside [low, high]; NaN becomes low.
static inline Real real_clamp(Real x, Real low, Real high) {
	return real_min(real_max(x, low), high);
}

static inline Real real_square(Real x) { return x * x; }

// Returns -1, 0 or 1; 0 for NaN.
static inline Real real_sign(Real x) { return (Real)((x > 0) - (x < 0)); }

// Returns a at t = 0 and b at t = 1, both exactly.
static inline Real real_lerp(Real a, Real b, Real t) { return (1 - t) * a + t * b; }

#ifdef MK_DOUBLE
static inline Real real_abs(Real x) { return fabs(x); }
static inline Real real_sqrt(Real x) { return sqrt(x); }
static inline Real real_floor(Real x) { return floor(x); }
static inline Real real_ceil(Real x) { return ceil(x); }
static inline Real real_copy_sign(Real size, Real sign) { return copysign(size, sign); }
#else
static inline Real real_abs(Real x) { return fabsf(x); }
static inline Real real_sqrt(Real x) { return sqrtf(x); }
static inline Real real_floor(Real x) { return floorf(x); }
static inline Real real_ceil(Real x) { return ceilf(x); }
static inline Real real_copy_sign(Real size, Real sign) { return copysignf(size, sign); }
#endif

// Returns false for NaN and infinities: their difference with themselves is NaN.
static inline bool real_is_finite(Real x) { return x - x == 0; }

// Returns 0 for zero of either sign and for nothing else. A comparison of floats has to look at NaN
// as well; where many numbers are looked at, their bits cost half.
#ifdef MK_DOUBLE
static inline uint64_t real_nonzero_bits(Real x) {
	uint64_t bits;
	memcpy(&bits, &x, sizeof(bits));
	return bits << 1;
}
#else
static inline uint32_t real_nonzero_bits(Real x) {
	uint32_t bits;
	memcpy(&bits, &x, sizeof(bits));
	return bits << 1;
}
#endif

// Returns the next float towards +infinity; +infinity and NaN stay.
static inline float float_next_up(float x) {
	if (!(x < (float)INFINITY)) return x;
	if (x == 0) return FLT_TRUE_MIN;
	uint32_t bits;
	memcpy(&bits, &x, sizeof(bits));
	bits += x > 0 ? 1u : UINT32_MAX;
	memcpy(&x, &bits, sizeof(bits));
	return x;
}

// Returns the next float towards -infinity; -infinity and NaN stay.
static inline float float_next_down(float x) { return -float_next_up(-x); }

// Returns the smallest float that is not below x: for boxes kept in float that must hold what is
// computed in Real. The identity in single precision.
static inline float real_round_up(Real x) {
	float rounded = (float)x;
	return (Real)rounded < x ? float_next_up(rounded) : rounded;
}

// Returns the largest float that is not above x.
static inline float real_round_down(Real x) {
	float rounded = (float)x;
	return (Real)rounded > x ? float_next_down(rounded) : rounded;
}
