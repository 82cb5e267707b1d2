// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Sine and cosine: the argument is reduced to |r| <= pi/4 and a quadrant, r as a double-double,
// then Taylor series, whose coefficients need no table and whose error is the first omitted term.
// The reduction subtracts multiples of pi/2 held in three parts (Cody and Waite) up to 10^6, and
// beyond multiplies by the bits of 2/pi that matter (Payne and Hanek 1983). Arc tangent: the angle
// of the nearest multiple of 1/8 from a table, and a short series for the rest.
#include "math/trig.h"

#include "math/double_double.h"

// Largest argument of the three-part reduction: n * pi/2 must be exact for the first two parts,
// which have 33 bits, so n may have 20.
#define MK_SMALL_ANGLE 1.0e6

#define MK_TWO_OVER_PI 0x1.45f306dc9c883p-1

static const DoubleDouble half_pi = { 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54 };

// pi/2 = part 0 + part 1 + part 2; the first two have 33 bits each.
static const double half_pi_parts[3] = { 0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69 };

// The first 1280 binary digits of 2/pi, most significant word first.
static const uint32_t two_over_pi_bits[40] = {
	0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, //
	0x3C439041, 0xFE5163AB, 0xDEBBC561, 0xB7246E3A, 0x424DD2E0, //
	0x06492EEA, 0x09D1921C, 0xFE1DEB1C, 0xB129A73E, 0xE88235F5, //
	0x2EBB4484, 0xE99C7026, 0xB45F7E41, 0x3991D639, 0x835339F4, //
	0x9C845F8B, 0xBDF9283B, 0x1FF897FF, 0xDE05980F, 0xEF2F118B, //
	0x5A0A6D1F, 0x6D367ECF, 0x27CB09B7, 0x4F463F66, 0x9E5FEA2D, //
	0x7527BAC7, 0xEBE5F17B, 0x3D0739F7, 0x8A5292EA, 0x6BFB5FB1, //
	0x1F8D5D08, 0x56033046, 0xFC7B6BAB, 0xF0CFBC20, 0x9AF4361D, //
};

// Words of the fixed-point product of the large reduction: 192 bits, of which 2 count quadrants.
// A double is nowhere closer than 2^-62 to a multiple of pi/2, so over 120 significant bits remain.
enum { PRODUCT_WORDS = 6 };

// An angle as quadrant * pi/2 + rest, |rest| <= pi/4 up to rounding.
typedef struct ReducedAngle {
	DoubleDouble rest;
	unsigned quadrant; // modulo 4
} ReducedAngle;

static ReducedAngle reduce_small(double angle) {
	double n = floor(angle * MK_TWO_OVER_PI + 0.5);
	DoubleDouble rest = double_add_exact(angle - n * half_pi_parts[0], -(n * half_pi_parts[1]));
	rest = double_add_exact(rest.hi, rest.lo - n * half_pi_parts[2]);
	return (ReducedAngle){ rest, (unsigned)(int)n };
}

// returns 32 digits of 2/pi, the first one having the weight 2^-position; zero before the point
static uint32_t take_digits(int position) {
	int start = position - 1;
	if (start <= -32) return 0;
	if (start < 0) return two_over_pi_bits[0] >> -start;
	int word = start / 32;
	int shift = start % 32;
	uint32_t upper = two_over_pi_bits[word] << shift;
	return shift == 0 ? upper : upper | two_over_pi_bits[word + 1] >> (32 - shift);
}

// writes mantissa * digits modulo 2^192, least significant word first
static void multiply_digits(uint64_t mantissa, int first_digit, uint32_t product[PRODUCT_WORDS]) {
	uint64_t low = mantissa & UINT32_MAX;
	uint64_t high = mantissa >> 32;
	uint64_t carry = 0;
	uint32_t previous = 0;
	for (int i = 0; i < PRODUCT_WORDS; i++) {
		uint32_t digits = take_digits(first_digit + 32 * (PRODUCT_WORDS - 1 - i));
		// low * digits + high * previous + carry, without overflow of 64 bits
		uint64_t a = low * digits;
		uint64_t b = high * previous;
		uint64_t sum = (a & UINT32_MAX) + (b & UINT32_MAX) + (carry & UINT32_MAX);
		product[i] = (uint32_t)sum;
		carry = (sum >> 32) + (a >> 32) + (b >> 32) + (carry >> 32);
		previous = digits;
	}
}

// returns the 192 bits as a number in [0, 1], to a relative error of 2^-105
static DoubleDouble read_fraction(const uint32_t words[PRODUCT_WORDS]) {
	double hi = 0;
	double lo = 0;
	double weight = 0x1p-32;
	for (int i = PRODUCT_WORDS - 1; i >= 0; i--) {
		DoubleDouble sum = double_add_exact(hi, words[i] * weight);
		hi = sum.hi;
		lo += sum.lo;
		weight *= 0x1p-32;
	}
	return double_add_exact(hi, lo);
}

static ReducedAngle reduce_large(double size) {
	// size = mantissa * 2^exponent; digits of weight 2^-k with exponent - k >= 2 count full turns
	int exponent;
	uint64_t mantissa = (uint64_t)ldexp(frexp(size, &exponent), 53);
	exponent -= 53;
	uint32_t product[PRODUCT_WORDS];
	multiply_digits(mantissa, exponent - 1, product);

	// the two top bits are the quadrant; the rest is a fraction of a quadrant, taken to the nearest
	unsigned quadrant = product[PRODUCT_WORDS - 1] >> 30;
	uint32_t words[PRODUCT_WORDS];
	for (int i = PRODUCT_WORDS - 1; i > 0; i--)
		words[i] = product[i] << 2 | product[i - 1] >> 30;
	words[0] = product[0] << 2;
	bool is_upper_half = words[PRODUCT_WORDS - 1] >> 31 != 0;
	if (is_upper_half) {
		for (int i = 0; i < PRODUCT_WORDS; i++)
			words[i] = ~words[i];
	}
	DoubleDouble fraction = read_fraction(words);
	DoubleDouble rest = double_double_scale(half_pi, fraction.hi);
	rest = double_add_exact(rest.hi, rest.lo + half_pi.hi * fraction.lo);
	if (is_upper_half) {
		rest = (DoubleDouble){ -rest.hi, -rest.lo };
		quadrant++;
	}
	return (ReducedAngle){ rest, quadrant };
}

static ReducedAngle reduce(double angle) {
	double size = fabs(angle);
	if (size <= MK_SMALL_ANGLE) return reduce_small(angle);
	if (!(size - size == 0)) return (ReducedAngle){ { (double)NAN, 0 }, 0 };
	ReducedAngle reduced = reduce_large(size);
	if (angle > 0) return reduced;
	DoubleDouble mirrored = { -reduced.rest.hi, -reduced.rest.lo };
	return (ReducedAngle){ mirrored, 0u - reduced.quadrant };
}

// x - x^3/3! + ... + x^17/17!; the next term is below 2^-60 of the result
static double sin_series(DoubleDouble x) {
	double z = x.hi * x.hi;
	double p = 1.0 / 355687428096000.0;
	p = -1.0 / 1307674368000.0 + z * p;
	p = 1.0 / 6227020800.0 + z * p;
	p = -1.0 / 39916800.0 + z * p;
	p = 1.0 / 362880.0 + z * p;
	p = -1.0 / 5040.0 + z * p;
	p = 1.0 / 120.0 + z * p;
	p = -1.0 / 6.0 + z * p;
	return x.hi + (x.hi * z * p + x.lo * (1 - 0.5 * z));
}

// 1 - x^2/2! + ... + x^16/16!; the next term is below 2^-58 of the result
static double cos_series(DoubleDouble x) {
	double z = x.hi * x.hi;
	double p = 1.0 / 20922789888000.0;
	p = -1.0 / 87178291200.0 + z * p;
	p = 1.0 / 479001600.0 + z * p;
	p = -1.0 / 3628800.0 + z * p;
	p = 1.0 / 40320.0 + z * p;
	p = -1.0 / 720.0 + z * p;
	p = 1.0 / 24.0 + z * p;
	// the subtraction from 1 loses bits of z/2; they are added back with the small terms
	double half = 0.5 * z;
	double top = 1 - half;
	return top + (((1 - top) - half) + (z * z * p - x.hi * x.lo));
}

double mk_sin(double angle) {
	ReducedAngle reduced = reduce(angle);
	double value = reduced.quadrant & 1 ? cos_series(reduced.rest) : sin_series(reduced.rest);
	return reduced.quadrant & 2 ? -value : value;
}

double mk_cos(double angle) {
	ReducedAngle reduced = reduce(angle);
	double value = reduced.quadrant & 1 ? sin_series(reduced.rest) : cos_series(reduced.rest);
	return (reduced.quadrant + 1) & 2 ? -value : value;
}

double mk_tan(double angle) {
	ReducedAngle reduced = reduce(angle);
	double sine = sin_series(reduced.rest);
	double cosine = cos_series(reduced.rest);
	return reduced.quadrant & 1 ? -cosine / sine : sine / cosine;
}

// The angles of k/8, k = 0 .. 8.
static const DoubleDouble eighth_angles[9] = {
	{ 0, 0 },
	{ 0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59 },
	{ 0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57 },
	{ 0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56 },
	{ 0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56 },
	{ 0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58 },
	{ 0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56 },
	{ 0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56 },
	{ 0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55 },
};

// returns the angle whose tangent is t in [0, 1]
static DoubleDouble arc_tangent(double t) {
	// tan(a - b) = (tan a - tan b) / (1 + tan a tan b), with tan b = k/8 the nearest
	int k = (int)(8 * t + 0.5);
	double r = (t - 0.125 * k) / (1 + t * (0.125 * k));
	// r - r^3/3 + ... + r^15/15 for |r| <= 1/16; the next term is below 2^-68 of the result
	double z = r * r;
	double p = -1.0 / 15.0;
	p = 1.0 / 13.0 + z * p;
	p = -1.0 / 11.0 + z * p;
	p = 1.0 / 9.0 + z * p;
	p = -1.0 / 7.0 + z * p;
	p = 1.0 / 5.0 + z * p;
	p = -1.0 / 3.0 + z * p;
	DoubleDouble angle = double_add_exact(eighth_angles[k].hi, r);
	return double_add_exact(angle.hi, angle.lo + (eighth_angles[k].lo + r * z * p));
}

// returns smaller / larger for sizes of any scale, also when both are zero or infinite
static double ratio(double smaller, double larger) {
	if (smaller == larger) return larger == 0 ? 0 : 1;
	return smaller / larger;
}

double mk_atan2(double y, double x) {
	if (x != x || y != y) return x + y;
	double size_x = fabs(x);
	double size_y = fabs(y);
	DoubleDouble angle;
	if (size_y <= size_x) {
		angle = arc_tangent(ratio(size_y, size_x));
	} else {
		DoubleDouble rest = arc_tangent(ratio(size_x, size_y));
		angle = double_double_add(half_pi, (DoubleDouble){ -rest.hi, -rest.lo });
	}
	if (copysign(1, x) < 0) { // also for -0
		const DoubleDouble pi = { 2 * half_pi.hi, 2 * half_pi.lo };
		angle = double_double_add(pi, (DoubleDouble){ -angle.hi, -angle.lo });
	}
	return copysign(angle.hi, y);
}

double mk_asin(double sine) {
	if (fabs(sine) > 1) sine = copysign(1, sine);
	return mk_atan2(sine, sqrt((1 - sine) * (1 + sine)));
}

double mk_acos(double cosine) {
	if (fabs(cosine) > 1) cosine = copysign(1, cosine);
	return 2 * mk_atan2(sqrt(1 - cosine), sqrt(1 + cosine));
}
