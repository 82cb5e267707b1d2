// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The grid, and the two things computed on it: planes and orientations.
#include "geometry/hull_grid.h"

#include "math/double_double.h"

#define MK_DIGITS     3  // of a coordinate difference in quarter steps of the grid, at most 2^53
#define MK_DIGIT_BITS 18 // triple products of digits, 54 of them summed, stay below 2^61

// Half-edges are numbered 4 * face + edge in 32 bits and there are up to twice as many faces as
// points, with as many again waiting for reuse.
#define MK_HULL_MAX_POINTS (UINT32_C(1) << 27)

static double largest(double a, double b, double c) {
	double ab = a > b ? a : b;
	return ab > c ? ab : c;
}

// Chooses a power of two that brings `half`, the half extent, into (1/2, 1]. It may be outside the
// range of a double when the extent is subnormal, so it comes in two factors.
static void choose_scale(HullGrid *grid, double half) {
	int exponent = 0;
	double fraction = half > 0 ? frexp(half, &exponent) : 0;
	if (fraction == 0.5) exponent--;
	int part = exponent / 2;
	grid->scale = ldexp(1, -part);
	grid->scale_more = ldexp(1, part - exponent);
}

static double reach_along(const HullGrid *grid, double low, double high) {
	double size = -low > high ? -low : high;
	return size * grid->scale * grid->scale_more;
}

HullStatus mk_hull_grid_fit(const Vec3 *points, uint32_t count, HullGrid *grid) {
	if (count == 0) return HULL_NO_POINTS;
	if (count > MK_HULL_MAX_POINTS) return HULL_TOO_MANY;
	Vec3 low = points[0];
	Vec3 high = points[0];
	Vec3 poison = vec3_zero();
	for (uint32_t i = 0; i < count; i++) {
		low = vec3_min(low, points[i]);
		high = vec3_max(high, points[i]);
		// zero, or NaN for ever once a coordinate is not finite
		poison = vec3_add(poison, vec3_sub(points[i], points[i]));
	}
	if (!vec3_is_finite(poison)) return HULL_NOT_FINITE;
	Double3 half = double3((double)high.x * 0.5 - (double)low.x * 0.5,
			(double)high.y * 0.5 - (double)low.y * 0.5, (double)high.z * 0.5 - (double)low.z * 0.5);
	grid->center = double3((double)high.x * 0.5 + (double)low.x * 0.5,
			(double)high.y * 0.5 + (double)low.y * 0.5, (double)high.z * 0.5 + (double)low.z * 0.5);
	choose_scale(grid, largest(half.x, half.y, half.z));
	grid->reach = reach_along(grid, (double)low.x, (double)high.x) +
			reach_along(grid, (double)low.y, (double)high.y) +
			reach_along(grid, (double)low.z, (double)high.z);
	return HULL_OK;
}

// Returns a * b - c * d rounded once; the low parts of products of grid differences are multiples
// of 2^-100 below 2^-51, so their difference is exact.
static double difference_of_products(double a, double b, double c, double d) {
	DoubleDouble first = double_multiply_exact(a, b);
	DoubleDouble second = double_multiply_exact(c, d);
	DoubleDouble high = double_add_exact(first.hi, -second.hi);
	return high.hi + (high.lo + (first.lo - second.lo));
}

static Double3 cross_accurately(Double3 a, Double3 b) {
	return double3(difference_of_products(a.y, b.z, a.z, b.y),
			difference_of_products(a.z, b.x, a.x, b.z), difference_of_products(a.x, b.y, a.y, b.x));
}

HullPlane mk_hull_plane(Double3 a, Double3 b, Double3 c) {
	Double3 ab = double3_sub(b, a);
	Double3 ac = double3_sub(c, a);
	Double3 cross = double3_cross(ab, ac);
	double area_squared = double3_dot(cross, cross);
	// plain rounding is good enough for angles of 30 to 150 degrees
	if (area_squared < 0.25 * double3_dot(ab, ab) * double3_dot(ac, ac)) {
		cross = cross_accurately(ab, ac);
		area_squared = double3_dot(cross, cross);
	}
	if (!(area_squared > 0)) return (HullPlane){ 0 };
	// quotients, not a product with the inverse: the normals of boxes come out as exact axes
	double area = sqrt(area_squared);
	Double3 normal = double3(cross.x / area, cross.y / area, cross.z / area);
	return (HullPlane){ normal, double3_dot(normal, a) };
}

// Writes a grid difference as digits, all with the sign of the number.
static void split_digits(double difference, int64_t digits[MK_DIGITS]) {
	int64_t rest = (int64_t)(difference * 0x1p52);
	for (int i = 0; i < MK_DIGITS; i++) {
		digits[i] = rest % (INT64_C(1) << MK_DIGIT_BITS);
		rest /= INT64_C(1) << MK_DIGIT_BITS;
	}
}

// Adds u * (v * w) to a number in digits, u, v, w being split differences; `sign` is 1 or -1.
static void add_product(
		int64_t *sum, const int64_t *u, const int64_t *v, const int64_t *w, int sign) {
	int64_t minor[2 * MK_DIGITS - 1] = { 0 };
	for (int i = 0; i < MK_DIGITS; i++) {
		for (int j = 0; j < MK_DIGITS; j++)
			minor[i + j] += v[i] * w[j];
	}
	for (int i = 0; i < 2 * MK_DIGITS - 1; i++) {
		for (int j = 0; j < MK_DIGITS; j++)
			sum[i + j] += sign * minor[i] * u[j];
	}
}

// Returns the sign of a number in digits that may be too large and of mixed signs.
static int digits_sign(const int64_t *digits, int count) {
	int sign = 0;
	int64_t carry = 0;
	for (int i = 0; i < count; i++) {
		int64_t digit = digits[i] + carry;
		carry = digit / (INT64_C(1) << MK_DIGIT_BITS);
		digit %= INT64_C(1) << MK_DIGIT_BITS;
		// each digit outweighs all below it together
		if (digit != 0) sign = digit > 0 ? 1 : -1;
	}
	return carry != 0 ? (carry > 0 ? 1 : -1) : sign;
}

static int orientation_exactly(Double3 u, Double3 v, Double3 w) {
	int64_t rows[3][3][MK_DIGITS];
	const Double3 vectors[3] = { u, v, w };
	for (int i = 0; i < 3; i++) {
		split_digits(vectors[i].x, rows[i][0]);
		split_digits(vectors[i].y, rows[i][1]);
		split_digits(vectors[i].z, rows[i][2]);
	}
	int64_t sum[3 * MK_DIGITS - 2] = { 0 };
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3;
		int k = (i + 2) % 3;
		add_product(sum, rows[2][i], rows[0][j], rows[1][k], 1);
		add_product(sum, rows[2][i], rows[0][k], rows[1][j], -1);
	}
	return digits_sign(sum, 3 * MK_DIGITS - 2);
}

// Returns whether a vector is made of steps of 2^-15; no difference has more than 2^16 of them.
static bool is_coarse(Double3 v) {
	// numbers of this size are multiples of 2^-15, so the sum rounds
	const double shift = 1.5 * 0x1p37;
	return (v.x + shift) - shift == v.x && (v.y + shift) - shift == v.y &&
			(v.z + shift) - shift == v.z;
}

int mk_hull_orientation(Double3 a, Double3 b, Double3 c, Double3 d) {
	Double3 u = double3_sub(b, a);
	Double3 v = double3_sub(c, a);
	Double3 w = double3_sub(d, a);
	double value = double3_dot(double3_cross(u, v), w);
	double size = (fabs(u.y * v.z) + fabs(u.z * v.y)) * fabs(w.x) +
			(fabs(u.z * v.x) + fabs(u.x * v.z)) * fabs(w.y) +
			(fabs(u.x * v.y) + fabs(u.y * v.x)) * fabs(w.z);
	// the differences are exact; five roundings of each term, none above 2^-53 of the sum
	double bound = size * 0x1p-50;
	if (value > bound) return 1;
	if (value < -bound) return -1;
	// Points of regular grids are in one plane all the time. Their triple products have 51 bits: no
	// rounding at all.
	if (is_coarse(u) && is_coarse(v) && is_coarse(w)) return (value > 0) - (value < 0);
	return orientation_exactly(u, v, w);
}
