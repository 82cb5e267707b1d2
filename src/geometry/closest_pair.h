// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The nearest points of two lines and of two segments (Ericson, Real-Time Collision Detection,
// 5.1.8 and 5.1.9; Lumelsky 1985). Determinants are squared cross products here, not a e - b^2,
// which loses all digits for nearly parallel lines in single precision and can even turn
// negative. Distances are right to some epsilon times the sizes involved for every angle, for
// points and for zero directions.
#pragma once

#include "geometry/closest.h"

// One point on each of two lines or segments.
typedef struct SegmentPair {
	Real s; // on a: point_a = start + s (end - start), or origin + s direction
	Real t; // on b
	Vec3 point_a;
	Vec3 point_b;
	Real distance_squared; // m^2
} SegmentPair;

// Returns the nearest points of two lines. If they are parallel as far as the precision can tell,
// the point of a is its origin; a line with a zero direction is a point.
SegmentPair mk_closest_lines(Ray a, Ray b);

// Returns whether two lines come as near as `threshold` (m, touching counts). Lines in space almost
// never meet exactly, and rounding parts those that do, so the threshold belongs to the question.
bool mk_lines_meet(Ray a, Ray b, Real threshold);

// Returns the nearest points of two segments. Of many equally near pairs (parallel ones) the first
// found is returned, the same on every machine.
SegmentPair mk_closest_segments(Segment a, Segment b);

// The same with the divisions put off until they are known to be needed; the
// answers agree to rounding.
SegmentPair mk_closest_segments_delayed(Segment a, Segment b);
