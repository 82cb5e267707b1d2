// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Builds the convex hull of any finite points: quickhull (Barber, Dobkin, Huhdanpaa 1996) whose
// every decision about the topology is exact. The points are moved to a grid of 2^-50 of their
// extent, so edge vectors are exact doubles; which faces a point sees is decided by a filtered and
// then by an integer determinant. A hull of triangles that is exactly convex cannot tear; tolerance
// enters only where it is harmless: points that stick out less are not worth a vertex, vertices
// that became superfluous are taken out, and nearly coplanar triangles become one face afterwards.
//
// Tolerance, in m, one number for five promises about the result:
//   no point of the input is farther than it above the plane of any face,
//   nor farther than it from a solid, unless a vertex limit leaves it out,
//   no vertex of a face is farther than it below the plane of this face,
//   corners of faces turn left, or turn right by less than it,
//   input thinner than it is flat (a polygon), narrower a segment, smaller a point.
// The same input gives the same bits with every compiler. Copies of points change nothing but the
// numbers of the points.
#pragma once

#include "geometry/hull.h"

// The default tolerance in units of MK_EPSILON (max |x| + max |y| + max |z|). Coordinates carry
// rounding errors relative to their size, so boxes far from the origin need more room. Corners of a
// turned box, rounded once, are up to 2 of these units off the plane of the others. Below 4 such
// boxes fall apart into triangles; much above 8 real features of large models get lost. In double
// precision the build's own rounding asks for at least 8e-14 of the extent.
#define MK_HULL_TOLERANCE 8

typedef struct HullInput {
	const Vec3 *points;
	uint32_t count;
	uint32_t max_vertices; // 0: no limit; 1 to 3 count as 4
	Real tolerance;        // m; what is below the default (also 0, NaN) means the default
} HullInput;

// Returns the hull of the points, to be freed by mk_hull_free; the status says why there is none.
// With a vertex limit the points that stick out most are taken first, and `error` says how far the
// others may be from the result.
Hull mk_hull_build(const HullInput *input);

// Frees what a hull owns and leaves an empty one; an empty hull is allowed.
void mk_hull_free(Hull *hull);
