// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Exact arithmetic for building hulls. Points are moved and scaled (by a power of two) into
// the cube [-1, 1]^3 and rounded to multiples of 2^-50. Then the difference of two points
// has at most 52 bits and is exact in a double; orientations are decided by a filter, and
// where that is not certain by integers. The rounding moves a point by 2^-51 of the extent,
// far less than any tolerance.
#pragma once

#include "geometry/double3.h"
#include "geometry/hull.h"

// How wrong the computed distance of a grid point from a HullPlane can be, in grid lengths: 6
// roundings of the normal over a diagonal of 3.5, 6 of the two products, one of the
// difference make 32 halves of 2^-52; twice that. Smaller: wrong signs, the hull tears.
// Larger: more work for the exact test.
#define MK_GRID_ROUNDING 0x1p-47

typedef struct HullGrid {
	Double3 center; // of the box of the points, m
	double scale;   // grid lengths per m are scale * scale_more
	double scale_more;
	double reach; // max |x| + max |y| + max |z| of the input in grid lengths; may be infinite
} HullGrid;

// The points p with normal . p = offset, in grid lengths; the normal is unit.
typedef struct HullPlane {
	Double3 normal;
	double offset;
} HullPlane;

// Returns why the points cannot be used, or HULL_OK and the grid for them.
// All points equal is fine.
HullStatus mk_hull_grid_fit(const Vec3 *points, uint32_t count, HullGrid *grid);

// Returns the plane through three grid points, counter-clockwise from its positive side, with the
// accuracy that MK_GRID_ROUNDING promises however thin the triangle; zero if they are collinear.
HullPlane mk_hull_plane(Double3 a, Double3 b, Double3 c);

// Returns 1 if d is above the plane of abc (sees it counter-clockwise), -1 below, 0 exactly in it.
// The points may be means of four grid points, too.
int mk_hull_orientation(Double3 a, Double3 b, Double3 c, Double3 d);

// Returns a point on the grid; every point given to mk_hull_grid_fit ends up in [-1, 1]^3.
static inline Double3 hull_grid_snap(const HullGrid *grid, Vec3 p) {
	// numbers in [4, 8) are multiples of 2^-50, so the sum rounds and the difference is exact
	const double shift = 6;
	double x = ((double)p.x - grid->center.x) * grid->scale * grid->scale_more;
	double y = ((double)p.y - grid->center.y) * grid->scale * grid->scale_more;
	double z = ((double)p.z - grid->center.z) * grid->scale * grid->scale_more;
	return double3((x + shift) - shift, (y + shift) - shift, (z + shift) - shift);
}

// Returns m for a length on the grid, rounded up.
static inline Real hull_grid_to_length(const HullGrid *grid, double length) {
	// two divisions and the rounding to Real make an error below two epsilon
	return (Real)(length / grid->scale / grid->scale_more) * (1 + 2 * MK_EPSILON);
}

static inline double hull_plane_distance(const HullPlane *plane, Double3 p) {
	return double3_dot(plane->normal, p) - plane->offset;
}
