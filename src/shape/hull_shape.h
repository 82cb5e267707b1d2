// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Convex hulls of points as shapes, with any number of vertices and a rounding radius. The farthest
// vertex is found by a scan in lanes up to MK_HULL_SCAN_LIMIT vertices; above, by climbing from the
// vertex of the last answer. Without one, by a scan up to MK_HULL_COLD_SCAN_LIMIT vertices, then by
// the hierarchy (hull_hierarchy.h, which has the measured costs of all ways).
#pragma once

#include "geometry/hull.h"
#include "math/aabb.h"
#include "shape/hull_arcs.h"
#include "shape/hull_hierarchy.h"
#include "shape/shape.h"

// Above this many vertices the hierarchy is built: where it starts to beat a scan of all. Scans are
// in lanes in single precision only.
#ifdef MK_DOUBLE
#define MK_HULL_COLD_SCAN_LIMIT 192
#else
#define MK_HULL_COLD_SCAN_LIMIT 512
#endif

typedef struct HullShape {
	Shape shape;
	Hull hull;
	HullHierarchy hierarchy; // only above MK_HULL_COLD_SCAN_LIMIT vertices
	HullArcs arcs;           // only of small solids
	MassProperties mass;     // density 1, with rounding
	uint32_t *corners;       // vertex at the start of each half-edge, face by face
	uint32_t *starts;        // first corner of each face, and the end
	uint32_t *vertex_edges;  // a half-edge that leaves each vertex; MK_HULL_NONE if none does
} HullShape;

typedef struct HullShapeInput {
	const Vec3 *points;
	uint32_t count;
	Real rounding;         // m; 0 for sharp edges
	uint32_t max_vertices; // 0: no limit
} HullShapeInput;

// Returns the hull of the points as a shape with one reference, or NULL and the reason. Flat hulls,
// segments and points are allowed; they have no mass unless they are rounded.
Shape *mk_hull_shape_create(const HullShapeInput *input, ShapeStatus *status);

// Returns the vertex farthest along a direction by a scan of the coordinate rows in lanes: the same
// as hull_support_scan, lowest index among equals.
uint32_t mk_hull_support_scan(const Hull *hull, Vec3 direction);

// Returns how far the vertices of a hull reach along three rows, in one
// pass: their box in those axes.
Aabb mk_hull_reach_scan(const Hull *hull, Mat3 rows);

typedef struct PointSet {
	const Vec3 *points;
	uint32_t count;
} PointSet;

// Returns the explicit Minkowski difference of two point sets: the hull of all a - b, to be freed
// by mk_hull_free. Its vertices' `sources` are b * a.count + a. For tests, drawings and sums of
// small sets; collision code never builds it.
Hull mk_minkowski_difference(PointSet a, PointSet b);
