// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// When do two triangles first touch whose corners each move on a straight line? Triangles that are
// apart first touch with a vertex on a face or with two edges: six tests of the first kind and nine
// of the second. None may be left out: two blades meet with their edges alone, and a triangle may
// stand across the plane of another all the time and still run into its edge. Triangles that cross
// at time 0 are found by the exact test at rest. As conservative as moving_feature.h: no touch is
// missed, for any triangles, thin, collapsed or in one plane.
#pragma once

#include "geometry/moving_feature.h"

typedef struct MovingTriangle {
	Triangle start;
	Triangle end; // corners in the same order
} MovingTriangle;

typedef enum TriangleTouch {
	TRIANGLE_TOUCH_NONE, // free, or overlapping from the start
	TRIANGLE_TOUCH_VERTEX_FACE,
	TRIANGLE_TOUCH_FACE_VERTEX, // a face of a, a vertex of b
	TRIANGLE_TOUCH_EDGES,
} TriangleTouch;

typedef struct MovingTriangleHit {
	MovingStatus status;
	MovingHit hit; // hit.hit also if capped; normal from b to a
	TriangleTouch touch;
	uint32_t cells; // of all feature tests
} MovingTriangleHit;

typedef struct MovingTriangleInput {
	MovingTriangle a;
	MovingTriangle b;
	Real separation;    // m: being this near is touching
	Real tolerance;     // m: as in FeatureInput
	uint32_t max_cells; // of each feature test; 0: MK_FEATURE_CELLS
} MovingTriangleInput;

// Returns when two triangles first touch.
MovingTriangleHit mk_moving_triangles_touch(const MovingTriangleInput *input);

// The same for a triangle that moves without turning and one at rest.
MovingTriangleHit mk_moving_triangle_hit_triangle(Triangle a, Vec3 motion, Triangle b);
