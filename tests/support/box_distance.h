// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The distance of two boxes by brute force in double: every corner against the other box, every
// edge against every edge. Zero if they overlap, which 15 separating axes decide.
#pragma once

#include "shape/convex.h"
#include "shape/instance.h"

typedef struct BruteBox {
	double center[3];
	double half_axes[3][3]; // half edges as vectors
} BruteBox;

// Returns a rigid box instance with positions relative to `origin`, without a rounding.
static inline BruteBox brute_box(const ShapeInstance *in, Vec3 origin) {
	const BoxShape *box = (const BoxShape *)in->shape;
	const Vec3 columns[3] = { in->pose.linear.x, in->pose.linear.y, in->pose.linear.z };
	BruteBox b;
	for (int k = 0; k < 3; k++) {
		b.center[k] = (double)vec3_get(in->pose.origin, k) - (double)vec3_get(origin, k);
		for (int axis = 0; axis < 3; axis++)
			b.half_axes[axis][k] = (double)vec3_get(columns[axis], k) *
					(double)vec3_get(box->half, axis);
	}
	return b;
}

static inline double brute_dot(const double *a, const double *b) {
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double brute_clamp(double x, double low, double high) {
	return x < low ? low : x > high ? high : x;
}

static inline void brute_corner(const BruteBox *b, int signs, double out[3]) {
	for (int k = 0; k < 3; k++) {
		out[k] = b->center[k];
		for (int axis = 0; axis < 3; axis++)
			out[k] += (signs >> axis & 1) != 0 ? b->half_axes[axis][k] : -b->half_axes[axis][k];
	}
}

static inline double brute_point_squared(const BruteBox *b, const double p[3]) {
	double rest[3] = { p[0] - b->center[0], p[1] - b->center[1], p[2] - b->center[2] };
	for (int axis = 0; axis < 3; axis++) {
		const double *h = b->half_axes[axis];
		double t = brute_clamp(brute_dot(rest, h) / brute_dot(h, h), -1, 1);
		for (int k = 0; k < 3; k++)
			rest[k] -= t * h[k];
	}
	return brute_dot(rest, rest);
}

// Segments p + s u and q + t v with s and t from 0 to 1, by alternating to
// the optimum from the lines'.
static inline double brute_segments_squared(
		const double p[3], const double u[3], const double q[3], const double v[3]) {
	double r[3] = { p[0] - q[0], p[1] - q[1], p[2] - q[2] };
	double a = brute_dot(u, u);
	double e = brute_dot(v, v);
	double b = brute_dot(u, v);
	double c = brute_dot(u, r);
	double f = brute_dot(v, r);
	double det = a * e - b * b;
	double s = det > 1e-14 * a * e ? brute_clamp((b * f - c * e) / det, 0, 1) : 0;
	double t = brute_clamp((b * s + f) / e, 0, 1);
	s = brute_clamp((b * t - c) / a, 0, 1);
	double d[3];
	for (int k = 0; k < 3; k++)
		d[k] = r[k] + s * u[k] - t * v[k];
	return brute_dot(d, d);
}

static inline double brute_edges_squared(const BruteBox *a, const BruteBox *b) {
	double best = (double)INFINITY;
	for (int i = 0; i < 24; i++) {
		int axis = i / 8;
		if ((i % 8 >> axis & 1) != 0) continue;
		double p[3];
		double u[3];
		brute_corner(a, i % 8, p);
		for (int k = 0; k < 3; k++)
			u[k] = 2 * a->half_axes[axis][k];
		for (int j = 0; j < 24; j++) {
			int other = j / 8;
			if ((j % 8 >> other & 1) != 0) continue;
			double q[3];
			double v[3];
			brute_corner(b, j % 8, q);
			for (int k = 0; k < 3; k++)
				v[k] = 2 * b->half_axes[other][k];
			best = fmin(best, brute_segments_squared(p, u, q, v));
		}
	}
	return best;
}

// The gap along an axis of any length, relative to its length; negative if the projections overlap.
static inline double brute_gap(const BruteBox *a, const BruteBox *b, const double n[3]) {
	double way[3] = { b->center[0] - a->center[0], b->center[1] - a->center[1],
		b->center[2] - a->center[2] };
	double reach = 0;
	for (int axis = 0; axis < 3; axis++)
		reach += fabs(brute_dot(n, a->half_axes[axis])) + fabs(brute_dot(n, b->half_axes[axis]));
	double length = sqrt(brute_dot(n, n));
	return length > 0 ? (fabs(brute_dot(n, way)) - reach) / length : -(double)INFINITY;
}

// Returns the largest gap of the 15 axes: positive means apart, negative is minus the depth.
static inline double brute_box_axes(const BruteBox *a, const BruteBox *b) {
	double best = -(double)INFINITY;
	for (int i = 0; i < 3; i++) {
		best = fmax(best, fmax(brute_gap(a, b, a->half_axes[i]), brute_gap(a, b, b->half_axes[i])));
		for (int j = 0; j < 3; j++) {
			const double *u = a->half_axes[i];
			const double *v = b->half_axes[j];
			double n[3] = { u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
				u[0] * v[1] - u[1] * v[0] };
			// nearly parallel edges: the face normals say it better
			if (brute_dot(n, n) > 1e-16 * brute_dot(u, u) * brute_dot(v, v))
				best = fmax(best, brute_gap(a, b, n));
		}
	}
	return best;
}

// Returns the distance of two boxes, 0 if they overlap.
static inline double brute_box_distance(const BruteBox *a, const BruteBox *b) {
	if (!(brute_box_axes(a, b) > 0)) return 0;
	double best = brute_edges_squared(a, b);
	for (int i = 0; i < 8; i++) {
		double p[3];
		brute_corner(a, i, p);
		best = fmin(best, brute_point_squared(b, p));
		brute_corner(b, i, p);
		best = fmin(best, brute_point_squared(a, p));
	}
	return sqrt(best);
}
