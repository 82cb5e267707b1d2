// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Trigonometry with the same bits on every compiler and C library: libm's differ, and one bit is
// enough to make two runs of a scene diverge. Computed in double by series and exact operations;
// arguments of any size are reduced exactly. Errors, in units in the last place of double: sin and
// cos below 0.9, tan 2.5, atan2 1.6, asin and acos 3 (largest found over millions of arguments:
// 0.81, 2.2, 1.5, 2.7). In single precision that is the exact value rounded, but for rare ties.
// NaN gives NaN; sin, cos and tan of an infinity are NaN.
#pragma once

#include "math/real.h"

// Returns the sine of an angle in radians.
double mk_sin(double angle);

// Returns the cosine of an angle in radians.
double mk_cos(double angle);

// Returns the tangent of an angle in radians.
double mk_tan(double angle);

// Returns the angle of the vector (x, y) in [-pi, pi]; signs of zero and infinities as in C's
// atan2.
double mk_atan2(double y, double x);

// Returns the angle in [-pi/2, pi/2] with that sine; arguments beyond 1 in size count as 1, since
// they come from rounding.
double mk_asin(double sine);

// Returns the angle in [0, pi] with that cosine; arguments beyond 1 in size count as 1.
double mk_acos(double cosine);

static inline Real real_sin(Real angle) { return (Real)mk_sin((double)angle); }
static inline Real real_cos(Real angle) { return (Real)mk_cos((double)angle); }
static inline Real real_tan(Real angle) { return (Real)mk_tan((double)angle); }
static inline Real real_atan2(Real y, Real x) { return (Real)mk_atan2((double)y, (double)x); }
static inline Real real_asin(Real sine) { return (Real)mk_asin((double)sine); }
static inline Real real_acos(Real cosine) { return (Real)mk_acos((double)cosine); }
