// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The nearest points of two segments, each a middle and half its way, as capsules have them: the
// parameters of the two lines' nearest points, clamped in turn (Ericson, Real-Time Collision
// Detection, 5.1.9). In double: differences and products of floats are exact there, so that the
// determinant may be the short one.
#pragma once

#include "geometry/double3.h"

// Half ways u and v of the segments A and B, and the way r from the middle of A to that of B.
typedef struct SegmentsInput {
	Double3 u;
	Double3 v;
	Double3 r;
} SegmentsInput;

// The nearest points are s u on A and r + t v on B, with s and t from -1 to 1.
typedef struct SegmentsNearest {
	double s;
	double t;
	Double3 way;        // from A to B
	double squared;     // of its length
	double sine_across; // squared sine of the angle between the segments, times both squared lengths
} SegmentsNearest;

// In two steps, which are a maximum and a minimum and no branches.
static inline double segments_clamp(double x) {
	double low = x > -1 ? x : -1;
	return low < 1 ? low : 1;
}

// Returns the nearest points; a segment without length is a point. The determinant of nearly
// parallel segments is noise, and so is the first s: but then all places are about as near, and the
// best t for it and the best s for that are exact.
static inline SegmentsNearest segments_nearest(SegmentsInput in) {
	double uu = double3_dot(in.u, in.u);
	double vv = double3_dot(in.v, in.v);
	double uv = double3_dot(in.u, in.v);
	double ur = double3_dot(in.u, in.r);
	double vr = double3_dot(in.v, in.r);
	double determinant = uu * vv - uv * uv;
	// all divisions first: they do not wait for one another
	double per_determinant = determinant > 0 ? 1 / determinant : 0;
	double per_uu = uu > 0 ? 1 / uu : 0;
	double per_vv = vv > 0 ? 1 / vv : 0;
	double s = segments_clamp((ur * vv - uv * vr) * per_determinant);
	double t = segments_clamp((uv * s - vr) * per_vv);
	s = segments_clamp((uv * t + ur) * per_uu);
	SegmentsNearest n = { .s = s, .t = t, .sine_across = determinant };
	n.way = double3_sub(double3_add(in.r, double3_scale(in.v, t)), double3_scale(in.u, s));
	n.squared = double3_dot(n.way, n.way);
	return n;
}
