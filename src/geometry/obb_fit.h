// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Boxes around points. The fast way takes the directions of spread, the eigenvectors of a
// covariance matrix (principal component analysis). What the covariance is taken of makes the
// difference: points inside the set do not change the best box but turn the eigenvectors, and so do
// many points in one corner of the hull. The surface of the hull has neither fault (Gottschalk
// 2000). The slow way searches for the smallest box.
//
// Every set has a box: a flat one has a thickness of nothing but rounding, equal eigenvalues
// give some frame, the same for the same input. Every point p of the set passes
// |obb_to_local(box, p)| <= half in each component, in Real: the extents are measured from the
// rounded centre along the rounded axes.
#pragma once

#include "geometry/hull.h"
#include "geometry/primitive.h"

// What the covariance is taken of.
typedef enum ObbMode {
	OBB_OF_POINTS,       // all points alike
	OBB_OF_HULL_POINTS,  // the vertices of the hull alike
	OBB_OF_HULL_EDGES,   // the edges of the hull, by length
	OBB_OF_HULL_SURFACE, // the faces of the hull, by area
	OBB_MODE_COUNT,
} ObbMode;

typedef enum ObbStatus {
	OBB_OK,
	OBB_EMPTY,      // no points; the box is zero with the axes of the world
	OBB_NOT_FINITE, // a coordinate is NaN or infinite; the same box
} ObbStatus;

typedef struct ObbFit {
	Obb box;
	ObbStatus status;
} ObbFit;

typedef struct Covariance {
	Vec3 mean;   // m
	Mat3 matrix; // mean of (x - mean)(x - mean)^T, m^2: divided by n, not by n - 1
} Covariance;

// Eigenvalues and eigenvectors of a symmetric 2x2 matrix.
typedef struct Eigen2 {
	Real values[2];  // largest first
	Vec2 vectors[2]; // unit, the second a quarter turn from the first
} Eigen2;

// Returns the covariance of points; zero without points.
Covariance mk_covariance_of_points(const Vec3 *points, uint32_t count);

// Returns the covariance of what the mode says; a hull without area falls back to its edges, one
// without edges to its point.
Covariance mk_covariance_of_hull(const Hull *hull, ObbMode mode);

// Returns the eigenvalues of [a c; c d], the roots of l^2 - l (a + d) + a d - c^2, and the vectors
// (1, (l - a) / c) made unit; for c = 0 they are the axes.
Eigen2 mk_eigen2(Real a, Real c, Real d);

// Returns the axis-aligned box, empty without points.
Aabb mk_aabb_around(const Vec3 *points, uint32_t count);

// Returns the smallest box with the given axes (a rotation); count must not be 0.
Obb mk_obb_around(const Vec3 *points, uint32_t count, Mat3 axes);

// Returns the box along the principal axes. All modes but the first build a hull, and
// allocate memory while they run.
ObbFit mk_obb_fit(const Vec3 *points, uint32_t count, ObbMode mode);

// Returns a box that is not larger in volume (flat sets: in surface) than
//   - the axis-aligned one and those of all four modes,
//   - any box with a face in the plane of a hull face, up to rounding,
//   - any box it can be made into by turning it about one of its own axes, up to a part in 1e4.
// It is nearly always the smallest box there is, but that is not promised. For more than
// MK_OBB_TIGHT_VERTICES hull vertices the axes are searched on a simplified hull, and the promises
// but the first are about that one. Builds hulls, and allocates memory while it runs.
ObbFit mk_obb_fit_tight(const Vec3 *points, uint32_t count);

// Hulls with more vertices are simplified before the search for the tightest box, whose time grows
// with the third power of the square root of their number. 256 vertices take some ms.
#define MK_OBB_TIGHT_VERTICES 256

// Writes the corners; bit k of an index says which end of axis k the corner is on.
void mk_obb_corners(Obb box, Vec3 corners[8]);

// Writes the planes of the faces, outward normals: along axis x, against it, along y, ...
void mk_obb_planes(Obb box, Plane planes[6]);

// Returns the box with these corners, in the order above. Edges without length get the axes that
// complete the frame.
Obb mk_obb_from_corners(const Vec3 corners[8]);

// Returns the box between these planes, in the order above.
Obb mk_obb_from_planes(const Plane planes[6]);

// Returns the volume in m^3.
static inline Real obb_volume(Obb box) { return 8 * box.half.x * box.half.y * box.half.z; }

// Returns the surface in m^2.
static inline Real obb_area(Obb box) {
	Vec3 h = box.half;
	return 8 * (h.x * h.y + h.y * h.z + h.z * h.x);
}
