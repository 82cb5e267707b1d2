// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Distances by the plainest rules, to compare the engine's with: best of all candidates, nothing
// decided by a sign. At least twice the digits of Real, where the compiler has them, make up for
// thin triangles and small angles.
#pragma once

#include "geometry/primitive.h"

#if defined(MK_DOUBLE) && defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 Wide;
#else
typedef long double Wide;
#endif

typedef struct Wide3 {
	Wide x;
	Wide y;
	Wide z;
} Wide3;

static inline Wide3 wide3(Vec3 v) { return (Wide3){ (Wide)v.x, (Wide)v.y, (Wide)v.z }; }
static inline Wide3 wide3_sub(Wide3 a, Wide3 b) {
	return (Wide3){ a.x - b.x, a.y - b.y, a.z - b.z };
}
static inline Wide3 wide3_add_scaled(Wide3 a, Wide3 b, Wide s) {
	return (Wide3){ a.x + b.x * s, a.y + b.y * s, a.z + b.z * s };
}
static inline Wide wide3_dot(Wide3 a, Wide3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline Wide3 wide3_cross(Wide3 a, Wide3 b) {
	return (Wide3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}
static inline double wide3_length(Wide3 a) { return (double)sqrtl((long double)wide3_dot(a, a)); }
static inline double wide3_distance(Wide3 a, Wide3 b) { return wide3_length(wide3_sub(a, b)); }

static inline double wide_distance_to_segment(Wide3 a, Wide3 b, Wide3 p) {
	Wide3 side = wide3_sub(b, a);
	Wide length_squared = wide3_dot(side, side);
	Wide t = length_squared > 0 ? wide3_dot(wide3_sub(p, a), side) / length_squared : 0;
	t = t < 0 ? 0 : t > 1 ? 1 : t;
	return wide3_distance(p, wide3_add_scaled(a, side, t));
}

// The foot on the plane if it is in the triangle, and all three sides.
static inline double wide_distance_to_triangle(Triangle t, Vec3 point) {
	Wide3 a = wide3(t.a);
	Wide3 b = wide3(t.b);
	Wide3 c = wide3(t.c);
	Wide3 p = wide3(point);
	double best = fmin(wide_distance_to_segment(a, b, p), wide_distance_to_segment(b, c, p));
	best = fmin(best, wide_distance_to_segment(c, a, p));
	Wide3 n = wide3_cross(wide3_sub(b, a), wide3_sub(c, a));
	Wide n_squared = wide3_dot(n, n);
	if (!(n_squared > 0)) return best;
	Wide ab = wide3_dot(n, wide3_cross(wide3_sub(b, a), wide3_sub(p, a)));
	Wide bc = wide3_dot(n, wide3_cross(wide3_sub(c, b), wide3_sub(p, b)));
	Wide ca = wide3_dot(n, wide3_cross(wide3_sub(a, c), wide3_sub(p, c)));
	if (ab < 0 || bc < 0 || ca < 0) return best;
	// the length of the projection on n, without the root of a tiny number
	Wide height = wide3_dot(n, wide3_sub(p, a));
	return fmin(best, fabs((double)height) / (double)sqrtl((long double)n_squared));
}

// The four ends, and the pair of the lines if it is between the ends of both.
static inline double wide_distance_of_segments(Segment s, Segment t) {
	Wide3 a = wide3(s.start);
	Wide3 b = wide3(s.end);
	Wide3 c = wide3(t.start);
	Wide3 d = wide3(t.end);
	double best = fmin(wide_distance_to_segment(a, b, c), wide_distance_to_segment(a, b, d));
	best = fmin(best, wide_distance_to_segment(c, d, a));
	best = fmin(best, wide_distance_to_segment(c, d, b));
	Wide3 side = wide3_sub(b, a);
	Wide3 other = wide3_sub(d, c);
	Wide3 r = wide3_sub(a, c);
	Wide3 n = wide3_cross(side, other);
	Wide n_squared = wide3_dot(n, n);
	if (!(n_squared > 0)) return best;
	Wide first = wide3_dot(wide3_cross(other, r), n) / n_squared;
	Wide second = wide3_dot(wide3_cross(side, r), n) / n_squared;
	if (first < 0 || first > 1 || second < 0 || second > 1) return best;
	Wide3 p = wide3_add_scaled(a, side, first);
	Wide3 q = wide3_add_scaled(c, other, second);
	return fmin(best, wide3_distance(p, q));
}
