// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Signs of determinants. First in plain double arithmetic with Shewchuk's bound for the rounding
// error (Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997);
// only if the value is within the bound, which means nearly collinear or coplanar points, as an
// exact sum of exact products. Segment crossings follow from the signs alone; areas are never
// multiplied with each other, because a product of two tiny areas is zero.
#include "geometry/orientation.h"

#include "geometry/double3.h"
#include "geometry/tolerance.h"
#include "math/double_double.h"

// Half a unit in the last place of 1, the largest relative error of one operation.
#define MK_UNIT_ROUNDOFF (DBL_EPSILON / 2)
// Bounds of the error over the sum of absolute terms, no unit; from the paper. Smaller: wrong
// signs. Larger: more exact evaluations than needed.
#define MK_AREA_ERROR   ((3 + 16 * MK_UNIT_ROUNDOFF) * MK_UNIT_ROUNDOFF)
#define MK_VOLUME_ERROR ((7 + 56 * MK_UNIT_ROUNDOFF) * MK_UNIT_ROUNDOFF)

// A number as an exact sum of doubles that do not overlap, smallest first.
typedef struct Expansion {
	double parts[96]; // 24 products of three factors make 4 parts each
	int count;
} Expansion;

static void expansion_add(Expansion *e, double value) {
	int kept = 0;
	for (int i = 0; i < e->count; i++) {
		DoubleDouble sum = double_add_exact(value, e->parts[i]);
		if (sum.lo != 0) e->parts[kept++] = sum.lo;
		value = sum.hi;
	}
	if (value != 0) e->parts[kept++] = value;
	e->count = kept;
}

// Adds the exact product of two or three numbers.
static void expansion_add_product2(Expansion *e, double a, double b) {
	DoubleDouble product = double_multiply_exact(a, b);
	expansion_add(e, product.lo);
	expansion_add(e, product.hi);
}
static void expansion_add_product3(Expansion *e, double a, double b, double c) {
	DoubleDouble product = double_multiply_exact(a, b);
	expansion_add_product2(e, product.lo, c);
	expansion_add_product2(e, product.hi, c);
}

// Returns the rounded value; the last part is larger than all the others
// together, so the sign is exact.
static double expansion_value(const Expansion *e) {
	double sum = 0;
	for (int i = 0; i < e->count; i++) {
		sum += e->parts[i];
	}
	return sum;
}

// A point of the plane in double, whatever it was made from.
typedef struct Point2 {
	double x;
	double y;
} Point2;

static Point2 point_from_vec2(Vec2 v) { return (Point2){ (double)v.x, (double)v.y }; }
static Point2 point_from_grid(GridPoint g) { return (Point2){ g.x, g.y }; }

static double exact_area(Point2 a, Point2 b, Point2 c) {
	Expansion e = { .count = 0 };
	expansion_add_product2(&e, a.x, b.y);
	expansion_add_product2(&e, -a.y, b.x);
	expansion_add_product2(&e, b.x, c.y);
	expansion_add_product2(&e, -b.y, c.x);
	expansion_add_product2(&e, c.x, a.y);
	expansion_add_product2(&e, -c.y, a.x);
	return expansion_value(&e);
}

// Returns whether a value with this error bound has a sign that can be trusted, or must be taken as
// it is because something overflowed or is NaN.
static bool is_settled(double value, double bound) {
	return !(fabs(value) <= bound) || !(bound <= DBL_MAX) || bound == 0;
}

static double area(Point2 a, Point2 b, Point2 c) {
	double left = (a.x - c.x) * (b.y - c.y);
	double right = (a.y - c.y) * (b.x - c.x);
	double value = left - right;
	bool is_same_sign = (left > 0) == (right > 0);
	if (!is_same_sign && left != 0 && right != 0) return value;
	return is_settled(value, MK_AREA_ERROR * (fabs(left) + fabs(right))) ? value
																		 : exact_area(a, b, c);
}

double mk_orientation_2d(Vec2 a, Vec2 b, Vec2 c) {
	return area(point_from_vec2(a), point_from_vec2(b), point_from_vec2(c));
}

int mk_orientation_grid(GridPoint a, GridPoint b, GridPoint c) {
	// differences have 33 bits; the product of their sizes just fits 64 bits without a sign
	int64_t ax = (int64_t)a.x - c.x;
	int64_t ay = (int64_t)a.y - c.y;
	int64_t bx = (int64_t)b.x - c.x;
	int64_t by = (int64_t)b.y - c.y;
	uint64_t left = (uint64_t)(ax < 0 ? -ax : ax) * (uint64_t)(by < 0 ? -by : by);
	uint64_t right = (uint64_t)(ay < 0 ? -ay : ay) * (uint64_t)(bx < 0 ? -bx : bx);
	int left_sign = left == 0 ? 0 : (ax < 0) == (by < 0) ? 1 : -1;
	int right_sign = right == 0 ? 0 : (ay < 0) == (bx < 0) ? 1 : -1;
	if (left_sign != right_sign) return left_sign > right_sign ? 1 : -1;
	int larger = (left > right) - (left < right);
	return larger * left_sign;
}

// Adds sign * [a b c], six products.
static void expansion_add_triple(
		Expansion *e, const double a[3], const double b[3], const double *c, double sign) {
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3;
		int k = (i + 2) % 3;
		expansion_add_product3(e, sign * a[i], b[j], c[k]);
		expansion_add_product3(e, -sign * a[i], b[k], c[j]);
	}
}

static double exact_volume(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
	const double p[4][3] = {
		{ (double)a.x, (double)a.y, (double)a.z },
		{ (double)b.x, (double)b.y, (double)b.z },
		{ (double)c.x, (double)c.y, (double)c.z },
		{ (double)d.x, (double)d.y, (double)d.z },
	};
	Expansion e = { .count = 0 };
	expansion_add_triple(&e, p[0], p[1], p[2], 1);
	expansion_add_triple(&e, p[0], p[1], p[3], -1);
	expansion_add_triple(&e, p[0], p[2], p[3], 1);
	expansion_add_triple(&e, p[1], p[2], p[3], -1);
	return expansion_value(&e);
}

double mk_orientation_3d(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
	Double3 ad = double3_between(a, d);
	Double3 bd = double3_between(b, d);
	Double3 cd = double3_between(c, d);
	double yz = bd.y * cd.z;
	double zy = bd.z * cd.y;
	double zx = bd.z * cd.x;
	double xz = bd.x * cd.z;
	double xy = bd.x * cd.y;
	double yx = bd.y * cd.x;
	double value = ad.x * (yz - zy) + ad.y * (zx - xz) + ad.z * (xy - yx);
	double terms = fabs(ad.x) * (fabs(yz) + fabs(zy)) + fabs(ad.y) * (fabs(zx) + fabs(xz)) +
			fabs(ad.z) * (fabs(xy) + fabs(yx));
	return is_settled(value, MK_VOLUME_ERROR * terms) ? value : exact_volume(a, b, c, d);
}

// Two segments a and b, and on which side of each the ends of the other are: -1, 0 or 1.
typedef struct Sides {
	Point2 a[2];
	Point2 b[2];
	int of_a[2];       // sides of b's ends, seen along a
	int of_b[2];       // sides of a's ends, seen along b
	double areas_b[2]; // the areas behind of_b
} Sides;

static int sign_of(double value) { return (value > 0) - (value < 0); }

static double along(Point2 p, bool is_steep) { return is_steep ? p.y : p.x; }

static bool is_in_box(Point2 p, const Point2 *s) {
	return fmin(s[0].x, s[1].x) <= p.x && p.x <= fmax(s[0].x, s[1].x) &&
			fmin(s[0].y, s[1].y) <= p.y && p.y <= fmax(s[0].y, s[1].y);
}

static SegmentCrossing crossing_at(const Sides *v, CrossingKind kind, double t) {
	Point2 point = { v->a[0].x + t * (v->a[1].x - v->a[0].x),
		v->a[0].y + t * (v->a[1].y - v->a[0].y) };
	if (t == 1) point = v->a[1];
	return (SegmentCrossing){ kind, (Real)t, { (Real)point.x, (Real)point.y } };
}

// Returns where on a a point of its line lies.
static double parameter_on_a(const Sides *v, Point2 p) {
	bool is_steep = fabs(v->a[1].y - v->a[0].y) > fabs(v->a[1].x - v->a[0].x);
	double start = along(v->a[0], is_steep);
	double length = along(v->a[1], is_steep) - start;
	return length != 0 ? (along(p, is_steep) - start) / length : 0;
}

// Segments on one line: what is common to two intervals.
static SegmentCrossing cross_collinear(const Sides *v) {
	SegmentCrossing apart = { .kind = SEGMENTS_APART };
	bool a_is_point = v->a[0].x == v->a[1].x && v->a[0].y == v->a[1].y;
	if (a_is_point) return is_in_box(v->a[0], v->b) ? crossing_at(v, SEGMENTS_TOUCH, 0) : apart;
	double first = parameter_on_a(v, v->b[0]);
	double second = parameter_on_a(v, v->b[1]);
	double low = fmax(0, fmin(first, second));
	double high = fmin(1, fmax(first, second));
	// the boxes decide, not the rounded parameters
	bool is_apart = !is_in_box(v->a[0], v->b) && !is_in_box(v->a[1], v->b) &&
			!is_in_box(v->b[0], v->a) && !is_in_box(v->b[1], v->a);
	if (is_apart) return apart;
	return crossing_at(v, low < high ? SEGMENTS_OVERLAP : SEGMENTS_TOUCH, fmin(low, 1));
}

static SegmentCrossing cross_sides(const Sides *v) {
	bool parts_b = v->of_a[0] * v->of_a[1] < 0;
	bool parts_a = v->of_b[0] * v->of_b[1] < 0;
	if (parts_a && parts_b) {
		double t = v->areas_b[0] / (v->areas_b[0] - v->areas_b[1]);
		return crossing_at(v, SEGMENTS_CROSS, t);
	}
	if (!v->of_a[0] && !v->of_a[1] && !v->of_b[0] && !v->of_b[1]) return cross_collinear(v);
	for (int i = 0; i < 2; i++) {
		if (v->of_b[i] == 0 && is_in_box(v->a[i], v->b)) {
			return crossing_at(v, SEGMENTS_TOUCH, i);
		}
	}
	for (int i = 0; i < 2; i++) {
		if (v->of_a[i] == 0 && is_in_box(v->b[i], v->a)) {
			return crossing_at(v, SEGMENTS_TOUCH, parameter_on_a(v, v->b[i]));
		}
	}
	return (SegmentCrossing){ .kind = SEGMENTS_APART };
}

SegmentCrossing mk_segments_cross_2d(Segment2 a, Segment2 b) {
	Sides v = {
		.a = { point_from_vec2(a.start), point_from_vec2(a.end) },
		.b = { point_from_vec2(b.start), point_from_vec2(b.end) },
	};
	for (int i = 0; i < 2; i++) {
		double area_a = area(v.a[0], v.a[1], v.b[i]);
		v.areas_b[i] = area(v.b[0], v.b[1], v.a[i]);
		bool is_nan = area_a != area_a || v.areas_b[i] != v.areas_b[i];
		if (is_nan) return (SegmentCrossing){ .kind = SEGMENTS_APART };
		v.of_a[i] = sign_of(area_a);
		v.of_b[i] = sign_of(v.areas_b[i]);
	}
	return cross_sides(&v);
}

SegmentCrossing mk_segments_cross_grid(GridSegment a, GridSegment b) {
	Sides v = {
		.a = { point_from_grid(a.start), point_from_grid(a.end) },
		.b = { point_from_grid(b.start), point_from_grid(b.end) },
		.of_a = { mk_orientation_grid(a.start, a.end, b.start),
				mk_orientation_grid(a.start, a.end, b.end) },
		.of_b = { mk_orientation_grid(b.start, b.end, a.start),
				mk_orientation_grid(b.start, b.end, a.end) },
	};
	for (int i = 0; i < 2; i++) {
		v.areas_b[i] = area(v.b[0], v.b[1], v.a[i]);
	}
	return cross_sides(&v);
}

static Real cross_2d(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
static Vec2 between_2d(Vec2 from, Vec2 to) { return (Vec2){ to.x - from.x, to.y - from.y }; }

// Returns whether p is in the box of a segment, widened by what rounding does to a computed point.
static bool is_in_wide_box(Vec2 p, Segment2 s) {
	Real x = real_max(real_abs(s.start.x), real_abs(s.end.x));
	Real y = real_max(real_abs(s.start.y), real_abs(s.end.y));
	Real slack = MK_NEGLIGIBLE * real_max(x, y);
	return real_min(s.start.x, s.end.x) - slack <= p.x &&
			p.x <= real_max(s.start.x, s.end.x) + slack &&
			real_min(s.start.y, s.end.y) - slack <= p.y &&
			p.y <= real_max(s.start.y, s.end.y) + slack;
}

SegmentCrossing mk_segments_cross_implicit(Segment2 a, Segment2 b) {
	Vec2 side_a = between_2d(a.start, a.end);
	Vec2 side_b = between_2d(b.start, b.end);
	// the normal of b is its side turned by 90 degrees, so dot products with it are cross products
	Real across = cross_2d(side_a, side_b);
	Real terms = real_abs(side_a.x * side_b.y) + real_abs(side_a.y * side_b.x);
	if (real_is_negligible(across, terms)) return mk_segments_cross_2d(a, b);
	Real t = cross_2d(between_2d(a.start, b.start), side_b) / across;
	Vec2 point = { a.start.x + t * side_a.x, a.start.y + t * side_a.y };
	bool is_common = t >= 0 && t <= 1 && is_in_wide_box(point, b);
	if (!is_common) return (SegmentCrossing){ .kind = SEGMENTS_APART };
	return (SegmentCrossing){ SEGMENTS_CROSS, t, point };
}
