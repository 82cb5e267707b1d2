// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Do two triangles meet, and where? (Ericson, Real-Time Collision Detection, 5.2.10.) Triangles are
// closed surfaces: touching in a point counts, either winding, and corners may coincide. Three
// methods that check each other:
// - mk_triangles_meet, the one to use: intervals on the line of both planes (Moeller, A Fast
//   Triangle-Triangle Intersection Test, 1997). In 64 bits in both precisions, with bounds on its
//   own rounding; what lies within them is decided by the next one, so its answer is the same.
// - mk_triangles_overlap_exact: signs of volumes without rounding (orientation.h). Right for all
//   triangles, also if all six corners are in one plane; slower.
// - mk_triangles_overlap_sat: separating axes in 64 bits. "Apart" is certain; thin triangles that
//   nearly touch may be called touching, because their axes are rounded.
// Triangles that are both without area (segments, points) are decided by the last one in all three.
// A corner that is NaN or infinite meets nothing.
#pragma once

#include "geometry/primitive.h"

// How much of the largest coordinate difference, no unit, the projections of
// mk_triangles_overlap_sat may be off: a dot product of doubles with an axis that is itself exact,
// hence 4 roundings. Smaller: triangles that touch exactly come apart. It is below the resolution
// of the coordinates in single precision.
#define MK_TRIANGLE_SAT_ROUNDING (8 * DBL_EPSILON)

// How far, relative to the size of the pair, the ends of a common segment may be off; no unit.
// Planes that are so nearly the same that rounding moves them farther count as one plane. In single
// precision it is below the resolution of the result.
#define MK_TRIANGLE_COMMON 1.5e-8

typedef enum TriangleMeeting {
	TRIANGLES_APART,
	TRIANGLES_CROSS,     // the planes cross; the common part is a segment, a point if they touch
	TRIANGLES_COPLANAR,  // they meet in (nearly) one plane; the common part may have an area
	TRIANGLES_COLLAPSED, // they meet, and at least one of them has no area
} TriangleMeeting;

typedef struct TrianglePair {
	TriangleMeeting meeting;
	Segment common; // of TRIANGLES_CROSS, rounded; zero otherwise
} TrianglePair;

// Returns how two triangles meet, and their common segment.
TrianglePair mk_triangles_meet(Triangle a, Triangle b);

// Returns whether two triangles have a common point.
bool mk_triangles_overlap_exact(Triangle a, Triangle b);

// Returns whether no axis separates the triangles.
bool mk_triangles_overlap_sat(Triangle a, Triangle b);

// Returns by how much the best axis separates two triangles (m): a lower bound of their distance if
// positive, minus the way that parts them if negative. The unit axis from b to a goes to `axis` if
// that is not NULL; zero if both are one point.
Real mk_triangles_separation(Triangle a, Triangle b, Vec3 *axis);
