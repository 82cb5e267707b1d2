// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Numbers with about 106 bits as an unevaluated sum of two doubles, hi being the sum rounded. Only
// as much as the elementary functions need. Error-free transformations after Dekker 1971 and Knuth
// 4.2.2; they rely on IEEE rounding without contraction, and use no fused operation because not
// every target has one.
#pragma once

typedef struct DoubleDouble {
	double hi;
	double lo;
} DoubleDouble;

// Returns a + b exactly.
static inline DoubleDouble double_add_exact(double a, double b) {
	double sum = a + b;
	double part_b = sum - a;
	double error = (a - (sum - part_b)) + (b - part_b);
	return (DoubleDouble){ sum, error };
}

// Returns a * b exactly; the factors must be below 2^970 in size and the product above 2^-960.
static inline DoubleDouble double_multiply_exact(double a, double b) {
	// Veltkamp: upper halves of 26 bits, so that products of halves are exact
	const double splitter = 134217729.0; // 2^27 + 1
	double big_a = splitter * a;
	double a_hi = big_a - (big_a - a);
	double a_lo = a - a_hi;
	double big_b = splitter * b;
	double b_hi = big_b - (big_b - b);
	double b_lo = b - b_hi;
	double product = a * b;
	double error = ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo;
	return (DoubleDouble){ product, error };
}

// Returns a + b with a relative error below 2^-100 unless the high parts cancel.
static inline DoubleDouble double_double_add(DoubleDouble a, DoubleDouble b) {
	DoubleDouble sum = double_add_exact(a.hi, b.hi);
	return double_add_exact(sum.hi, sum.lo + (a.lo + b.lo));
}

// Returns a * b with a relative error below 2^-100.
static inline DoubleDouble double_double_scale(DoubleDouble a, double b) {
	DoubleDouble product = double_multiply_exact(a.hi, b);
	return double_add_exact(product.hi, product.lo + a.lo * b);
}
