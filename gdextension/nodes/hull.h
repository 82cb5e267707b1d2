// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Convex hulls for scripts: class MinkowskiHull, and the methods of
// MinkowskiPhysics that make them.
#pragma once

#include "class.h"
#include "geometry/hull.h"

typedef struct HullResult {
	Instance instance;
	GdPackedVector3Array points; // vertices
	GdPackedInt32Array sources;  // their numbers in the input
	GdPackedInt32Array
			triangles;        // three vertices each, clockwise seen from outside, as Godot has them
	GdPackedInt32Array edges; // two vertices each
	int64_t dimension;        // -1: no hull
	double error;             // m; no point of the input is farther outside
	double volume;            // m^3
	double concavity;         // m; of parts of a decomposition
} HullResult;

extern Class mk_hull_class;

// Makes a hull for scripts, a copy; an empty one for a hull with a status other than HULL_OK.
HullResult *mk_hull_result_create(const Hull *hull);

BoundFunction mk_query_convex_hull;
BoundFunction mk_query_minkowski_difference;
BoundFunction mk_query_decompose;
