// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Which way round: signed areas in the plane, signed volumes in space, and the crossing of two
// segments in the plane decided by them (Ericson, Real-Time Collision Detection, 5.1.9.1). Computed
// in 64 bits in both precisions. The signs are exact (Shewchuk 1997): a value that rounding could
// have turned is computed again without rounding, so neighbouring tests never contradict each
// other. Exactness needs coordinates that are 0 or between 1e-70 and 1e70 in size; beyond, signs
// are those of plain rounding.
#pragma once

#include "geometry/primitive.h"

// The smallest size of a coordinate (m) for which signs are exact: parts of products of three
// factors are above the smallest double. No number of single precision is smaller.
#define MK_ORIENTATION_MIN 1e-70

// A point of an integer grid; every value is allowed.
typedef struct GridPoint {
	int32_t x;
	int32_t y;
} GridPoint;

typedef struct Segment2 {
	Vec2 start;
	Vec2 end;
} Segment2;

typedef struct GridSegment {
	GridPoint start;
	GridPoint end;
} GridSegment;

typedef enum CrossingKind {
	SEGMENTS_APART, // no common point
	SEGMENTS_CROSS, // one common point, inside both: the strict question is kind == SEGMENTS_CROSS
	SEGMENTS_TOUCH, // one common point, an end of at least one of them
	SEGMENTS_OVERLAP, // collinear with more than one common point
} CrossingKind;

// What two segments have in common; the closed question is kind != SEGMENTS_APART.
typedef struct SegmentCrossing {
	CrossingKind kind;
	Real t; // on the first segment; of overlapping ones the common point with the smallest t. 0 if apart
	Vec2 point; // first.start + t (first.end - first.start)
} SegmentCrossing;

// Returns a point for which signs are exact: smaller coordinates become 0.
static inline Vec3 orientation_point(Vec3 p) {
#ifdef MK_DOUBLE
	p.x = real_abs(p.x) < MK_ORIENTATION_MIN ? 0 : p.x;
	p.y = real_abs(p.y) < MK_ORIENTATION_MIN ? 0 : p.y;
	p.z = real_abs(p.z) < MK_ORIENTATION_MIN ? 0 : p.z;
#endif
	return p;
}

// The same for a triangle.
static inline Triangle orientation_triangle(Triangle t) {
	return (Triangle){ orientation_point(t.a), orientation_point(t.b), orientation_point(t.c) };
}

// Returns twice the signed area of the triangle abc (m^2): positive if counter-clockwise, exactly 0
// if and only if the points are collinear.
double mk_orientation_2d(Vec2 a, Vec2 b, Vec2 c);

// Returns the sign of that area, -1, 0 or 1, for grid points; exact for all values.
int mk_orientation_grid(GridPoint a, GridPoint b, GridPoint c);

// Returns six times the signed volume of the tetrahedron abcd (m^3), the determinant of a - d, b -
// d, c - d: negative if d sees abc counter-clockwise, so that a face is visible from d; 0 if the
// four are in one plane. The sign is exact.
double mk_orientation_3d(Vec3 a, Vec3 b, Vec3 c, Vec3 d);

// Returns how two segments meet, by four orientations: exact also for collinear and touching ones.
// A segment without length is a point.
SegmentCrossing mk_segments_cross_2d(Segment2 a, Segment2 b);

// The same for grid points.
SegmentCrossing mk_segments_cross_grid(GridSegment a, GridSegment b);

// Returns how two segments meet by putting the explicit form of a into the implicit form of
// b, and checking the point against the box of b. One division, but rounded: ends that touch
// may be missed by an epsilon, and touching is not told from crossing. Parallel segments are
// told apart by the form above.
SegmentCrossing mk_segments_cross_implicit(Segment2 a, Segment2 b);

// Returns whether the boxes of two segments overlap or touch: the cheap test before the
// others, which decide about NaN.
static inline bool segment_boxes_overlap_2d(Segment2 a, Segment2 b) {
	return real_min(a.start.x, a.end.x) <= real_max(b.start.x, b.end.x) &&
			real_min(b.start.x, b.end.x) <= real_max(a.start.x, a.end.x) &&
			real_min(a.start.y, a.end.y) <= real_max(b.start.y, b.end.y) &&
			real_min(b.start.y, b.end.y) <= real_max(a.start.y, a.end.y);
}

// Returns the box of a segment, for the same test in space by aabb_overlaps.
static inline Aabb segment_bounds(Segment s) {
	return (Aabb){ vec3_min(s.start, s.end), vec3_max(s.start, s.end) };
}
