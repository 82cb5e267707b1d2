// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Exponential, logarithm and power with the same bits on every compiler and C library, for the same
// reason as trig.h. Errors are below 0.85 units in the last place of double (largest found over
// millions of arguments: 0.77). In single precision that is the exact value rounded, but for rare
// ties.
#pragma once

#include "math/real.h"

// Returns e^x; infinity above 709.78, zero below -745.13, NaN for NaN.
double mk_exp(double x);

// Returns the natural logarithm; -infinity for zero, NaN below zero and for NaN.
double mk_log(double x);

// Returns base^exponent for a base that is not negative (NaN otherwise). As in C, a zero exponent
// and a base of 1 give 1 whatever the other is.
double mk_pow(double base, double exponent);

static inline Real real_exp(Real x) { return (Real)mk_exp((double)x); }
static inline Real real_log(Real x) { return (Real)mk_log((double)x); }
static inline Real real_pow(Real base, Real exponent) {
	return (Real)mk_pow((double)base, (double)exponent);
}
