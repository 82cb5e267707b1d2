// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The logarithm is computed as a double-double, because a power multiplies its relative error by up
// to 700; rounding that once gives the plain logarithm. Both directions: a table or an exponent
// takes out the large part exactly, a short Taylor series gives the rest.
#include "math/power.h"

#include "math/double_double.h"

// ln 2 in two parts; the first has 32 bits, so its product with any exponent is exact.
static const double ln2_hi = 0x1.62e42feep-1;
static const double ln2_lo = 0x1.a39ef35793c76p-33;

// Arguments of exp beyond these overflow or vanish; the exact limits lie inside.
#define MK_EXP_MAX 710.0
#define MK_EXP_MIN (-746.0)

// Logarithms of k/32, k = 23 .. 45.
enum { FIRST_LOG = 23 };

// clang-format off
static const DoubleDouble logs[23] = {
	{ -0x1.522ae0738a3d8p-2, 0x1.8f7e9b38a6979p-57 },
	{ -0x1.269621134db92p-2, -0x1.e0efadd9db02bp-56 },
	{ -0x1.f991c6cb3b379p-3, -0x1.f665066f980a2p-57 },
	{ -0x1.a93ed3c8ad9e3p-3, -0x1.bcafa9de97203p-57 },
	{ -0x1.5bf406b543db2p-3, 0x1.1f5b44c0df7e7p-61 },
	{ -0x1.1178e8227e47cp-3, 0x1.0e63a5f01c691p-58 },
	{ -0x1.9335e5d594989p-4, 0x1.478a85704ccb7p-58 },
	{ -0x1.08598b59e3a07p-4, 0x1.dd7009902bf32p-58 },
	{ -0x1.0415d89e74444p-5, -0x1.c05cf1d753622p-59 },
	{ 0, 0 },
	{ 0x1.f829b0e783300p-6, 0x1.33e3f04f1ef23p-60 },
	{ 0x1.f0a30c01162a6p-5, 0x1.85f325c5bbacdp-59 },
	{ 0x1.6f0d28ae56b4cp-4, -0x1.906d99184b992p-58 },
	{ 0x1.e27076e2af2e6p-4, -0x1.61578001e0162p-60 },
	{ 0x1.29552f81ff523p-3, 0x1.301771c407dbfp-57 },
	{ 0x1.5ff3070a793d4p-3, -0x1.bc60efafc6f6ep-58 },
	{ 0x1.9525a9cf456b4p-3, 0x1.d904c1d4e2e26p-57 },
	{ 0x1.c8ff7c79a9a22p-3, -0x1.4f689f8434012p-57 },
	{ 0x1.fb9186d5e3e2bp-3, -0x1.caaae64f21acbp-57 },
	{ 0x1.1675cababa60ep-2, 0x1.ce63eab883717p-61 },
	{ 0x1.2e8e2bae11d31p-2, -0x1.8f4cdb95ebdf9p-56 },
	{ 0x1.4618bc21c5ec2p-2, 0x1.f42decdeccf1dp-56 },
	{ 0x1.5d1bdbf5809cap-2, 0x1.4236383dc7fe1p-56 },
};
// clang-format on

// returns 2 artanh(s) - 2 s for |s| <= 0.012, to 2^-66 of 2 s: 2 s^3/3 + ... + 2 s^13/13
static double artanh_tail(double s) {
	double z = s * s;
	double p = 2.0 / 13.0;
	p = 2.0 / 11.0 + z * p;
	p = 2.0 / 9.0 + z * p;
	p = 2.0 / 7.0 + z * p;
	p = 2.0 / 5.0 + z * p;
	p = 2.0 / 3.0 + z * p;
	return s * z * p;
}

// returns the quotient of two doubles, the divisor given with its own rounding error
static DoubleDouble divide(double dividend, DoubleDouble divisor) {
	double quotient = dividend / divisor.hi;
	DoubleDouble product = double_multiply_exact(quotient, divisor.hi);
	double remainder = (dividend - product.hi) - product.lo - quotient * divisor.lo;
	return double_add_exact(quotient, remainder / divisor.hi);
}

// returns the logarithm of a positive finite number
static DoubleDouble log_exact(double x) {
	// x = 2^exponent m with m between the square roots of 1/2 and 2
	int exponent;
	double m = frexp(x, &exponent);
	if (m < 0x1.6a09e667f3bcdp-1) {
		m *= 2;
		exponent--;
	}
	// log m = log c + 2 artanh((m - c) / (m + c)), c = k/32 the nearest; m - c is exact
	int k = (int)(32 * m + 0.5);
	double c = k / 32.0;
	DoubleDouble s = divide(m - c, double_add_exact(m, c));
	DoubleDouble rest = { 2 * s.hi, 2 * s.lo + artanh_tail(s.hi) };
	DoubleDouble whole = double_double_add(
			(DoubleDouble){ exponent * ln2_hi, exponent * ln2_lo }, logs[k - FIRST_LOG]);
	return double_double_add(whole, rest);
}

// returns e^x
static double exp_rounded(DoubleDouble x) {
	if (x.hi > MK_EXP_MAX) return (double)INFINITY;
	if (x.hi < MK_EXP_MIN) return 0;
	// x = n ln 2 + r, |r| <= 0.35
	double n = floor(x.hi / (ln2_hi + ln2_lo) + 0.5);
	DoubleDouble r = double_add_exact(x.hi, -(n * ln2_hi));
	r = double_add_exact(r.hi, r.lo + (x.lo - n * ln2_lo));
	// 1 + r + r^2/2! + ... + r^14/14!; the next term is below 2^-60
	double p = 1.0 / 87178291200.0;
	p = 1.0 / 6227020800.0 + r.hi * p;
	p = 1.0 / 479001600.0 + r.hi * p;
	p = 1.0 / 39916800.0 + r.hi * p;
	p = 1.0 / 3628800.0 + r.hi * p;
	p = 1.0 / 362880.0 + r.hi * p;
	p = 1.0 / 40320.0 + r.hi * p;
	p = 1.0 / 5040.0 + r.hi * p;
	p = 1.0 / 720.0 + r.hi * p;
	p = 1.0 / 120.0 + r.hi * p;
	p = 1.0 / 24.0 + r.hi * p;
	p = 1.0 / 6.0 + r.hi * p;
	p = 1.0 / 2.0 + r.hi * p;
	DoubleDouble sum = double_add_exact(1, r.hi);
	return ldexp(sum.hi + (sum.lo + (r.lo + r.hi * r.hi * p)), (int)n);
}

double mk_exp(double x) {
	if (x != x) return x;
	return exp_rounded((DoubleDouble){ x, 0 });
}

double mk_log(double x) {
	if (x == 0) return -(double)INFINITY;
	if (!(x > 0)) return (double)NAN;
	if (x > DBL_MAX) return x;
	return log_exact(x).hi;
}

double mk_pow(double base, double exponent) {
	if (exponent == 0 || base == 1) return 1;
	if (!(base >= 0) || exponent != exponent) return (double)NAN;
	bool is_ordinary = base > 0 && base <= DBL_MAX && fabs(exponent) <= DBL_MAX;
	// at the limits the sign of exponent * log(base) decides between zero and infinity
	if (!is_ordinary) return exponent * mk_log(base) > 0 ? (double)INFINITY : 0;
	DoubleDouble logarithm = log_exact(base);
	// beyond this the power has overflowed or vanished, and the exact product would overflow
	double power = exponent * logarithm.hi;
	if (fabs(power) > 2 * -MK_EXP_MIN) return power > 0 ? (double)INFINITY : 0;
	// and below this it is 1 to rounding, and the exact product would underflow
	if (fabs(power) < 0x1p-60) return 1 + power;
	return exp_rounded(double_double_scale(logarithm, exponent));
}
