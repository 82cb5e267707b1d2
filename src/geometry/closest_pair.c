// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// With directions d1, d2, r = start_a - start_b and n = d1 x d2, the line points are at s = (d2
// x r) . n / n . n and t the foot of that point on b. s and t must not be clamped independently
// (half of all random pairs come out wrong): t is the foot of the clamped s, and if t is
// clamped, s is the foot of t.
//
// Small angles. The error of n moves the points sideways by h epsilon / sine, h the distance.
// But as the other one is always a foot, they are never more than length * sine off sideways,
// however wrong s is. The smaller of both is at most sqrt(epsilon h length), which is epsilon
// length / 2 in the distance. Hence no threshold for "parallel": if n is nothing but noise, s is
// any number, and that is good enough.
#include "geometry/closest_pair.h"

#include "geometry/tolerance.h"

SegmentPair mk_closest_lines(Ray a, Ray b) {
	Vec3 r = vec3_sub(a.origin, b.origin);
	Vec3 n = vec3_cross(a.direction, b.direction);
	Real b_length_squared = vec3_length_squared(b.direction);
	SegmentPair pair = { 0 };
	if (!vec3_cross_is_negligible(n, a.direction, b.direction)) {
		pair.s = vec3_dot(vec3_cross(b.direction, r), n) / vec3_length_squared(n);
	} else if (!(b_length_squared > 0)) {
		pair.s = closest_on_line(a, b.origin).t;
	}
	Vec3 offset = vec3_add_scaled(r, a.direction, pair.s);
	if (b_length_squared > 0) pair.t = vec3_dot(b.direction, offset) / b_length_squared;
	pair.point_a = ray_at(a, pair.s);
	pair.point_b = ray_at(b, pair.t);
	Vec3 between = vec3_add_scaled(offset, b.direction, -pair.t);
	pair.distance_squared = vec3_length_squared(between);
	return pair;
}

bool mk_lines_meet(Ray a, Ray b, Real threshold) {
	return threshold >= 0 && mk_closest_lines(a, b).distance_squared <= threshold * threshold;
}

// Two segments as vectors: points are a.start + s d1 and b.start + t d2.
typedef struct Sides {
	Vec3 d1;
	Vec3 d2;
	Vec3 r; // a.start - b.start
	Vec3 n; // d1 x d2
	Real n_squared;
} Sides;

static Sides measure_sides(Segment a, Segment b) {
	Sides v = { .d1 = vec3_sub(a.end, a.start), .d2 = vec3_sub(b.end, b.start) };
	v.r = vec3_sub(a.start, b.start);
	v.n = vec3_cross(v.d1, v.d2);
	v.n_squared = vec3_length_squared(v.n);
	return v;
}

// Returns the foot on a of the point t of b, clamped.
static Real foot_on_a(const Sides *v, Real t) {
	return closest_parameter(v->d1, vec3_sub(vec3_scale(v->d2, t), v->r));
}

// Fills in what follows from s and t.
static SegmentPair finish_pair(const Sides *v, Segment a, Segment b, SegmentPair pair) {
	Vec3 between = vec3_add_scaled(vec3_add_scaled(v->r, v->d1, pair.s), v->d2, -pair.t);
	pair.distance_squared = vec3_length_squared(between);
	pair.point_a = pair.s < 1 ? vec3_add_scaled(a.start, v->d1, pair.s) : a.end;
	pair.point_b = pair.t < 1 ? vec3_add_scaled(b.start, v->d2, pair.t) : b.end;
	return pair;
}

SegmentPair mk_closest_segments(Segment a, Segment b) {
	Sides v = measure_sides(a, b);
	Real d2_squared = vec3_length_squared(v.d2);
	SegmentPair pair = { 0 };
	if (v.n_squared > 0) {
		pair.s = real_clamp(vec3_dot(vec3_cross(v.d2, v.r), v.n) / v.n_squared, 0, 1);
	}
	if (d2_squared > 0) {
		pair.t = vec3_dot(v.d2, vec3_add_scaled(v.r, v.d1, pair.s)) / d2_squared;
	}
	Real clamped = real_clamp(pair.t, 0, 1);
	// a point b is clamped by nature
	if (clamped != pair.t || !(d2_squared > 0)) pair.s = foot_on_a(&v, clamped);
	pair.t = clamped;
	return finish_pair(&v, a, b, pair);
}

SegmentPair mk_closest_segments_delayed(Segment a, Segment b) {
	Sides v = measure_sides(a, b);
	Real d2_squared = vec3_length_squared(v.d2);
	SegmentPair pair = { 0 };
	Real s_part = vec3_dot(vec3_cross(v.d2, v.r), v.n);
	if (s_part > 0 && v.n_squared > 0) pair.s = s_part < v.n_squared ? s_part / v.n_squared : 1;
	Real t_part = vec3_dot(v.d2, vec3_add_scaled(v.r, v.d1, pair.s));
	if (t_part > 0 && t_part < d2_squared) {
		pair.t = t_part / d2_squared;
	} else {
		pair.t = t_part > 0 ? 1 : 0;
		pair.s = foot_on_a(&v, pair.t);
	}
	return finish_pair(&v, a, b, pair);
}
