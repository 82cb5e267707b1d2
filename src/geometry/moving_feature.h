// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// When does a vertex meet a face, or an edge an edge, if each of the four points moves on its
// own straight line (cloth, soft bodies, the vertices of a step)? Conservative: a touch is
// never missed and the time never late, for every finite input: needles, parallel edges,
// motion in the plane, points that coincide. The price is that features nearer than the
// tolerance may be called touching.
//
// The difference of the two features, F(t, u, v), is linear in each of t, u and v. So its values
// over a cell of the parameters lie in the hull of the eight corners: an exact bound without
// interval arithmetic (Snyder 1992; Wang et al., A Large-Scale Benchmark and an Inclusion-Based
// Algorithm for Continuous Collision Detection, 2021). A cell is dropped if a direction separates
// the hull from zero, cut down where the same directions show that it holds no zero, or halved. The
// directions are the axes and those that solve the linearised problem, hence a clear touch takes a
// few cells, not thousands. Cubic equations decide nothing here: they are the same for all motions
// in a plane, and lose roots.
//
// Rounding. Computed in 64 bits in both precisions, relative to the first point, which moves along:
// M is the largest coordinate left. Interpolation makes an error of at most 4 u M (u = 2^-53),
// weights and their sum bring it to 22 u M, the product with a direction to 31 u M times its
// length; every comparison is widened by 40 u M.
#pragma once

#include "geometry/moving.h"

// The default tolerance relative to the size of the pair; no unit. Smaller costs time where
// a motion grazes, larger makes things stop before they touch. It is eight times the
// resolution of single precision.
#define MK_FEATURE_TOLERANCE ((Real)1e-6)

// The default limit of cells. A clear touch needs about ten, a graze along an edge some hundred.
#define MK_FEATURE_CELLS 4096

// start + t (end - start).
typedef struct MovingPoint {
	Vec3 start;
	Vec3 end;
} MovingPoint;

typedef struct FeatureInput {
	MovingPoint points[4]; // vertex, then the triangle; or the ends of one edge, then of the other
	Real separation;       // m: being this near is touching. 0: the features themselves
	Real tolerance; // m: how much nearer they may be called. 0: MK_FEATURE_TOLERANCE times the size
	Real time_max;  // touches after this do not count; 1 for the whole motion
	uint32_t max_cells; // 0: MK_FEATURE_CELLS
} FeatureInput;

typedef struct FeatureHit {
	MovingStatus status;
	// No touch before this, and at this time the features are within separation + 2 tolerance (not
	// if capped); 0 if free or invalid.
	Real time;
	Real u;         // where, about: p = a + u (b - a) + v (c - a); or on the first edge
	Real v;         // on the second edge
	Vec3 point;     // on the first feature
	Vec3 normal;    // unit, from the second feature to the first
	uint32_t cells; // looked at
} FeatureHit;

// Returns when a vertex (points[0]) meets a triangle (points[1] to [3]); either side, any winding.
FeatureHit mk_moving_vertex_face(const FeatureInput *input);

// Returns when the edges points[0]-[1] and points[2]-[3] meet.
FeatureHit mk_moving_edge_edge(const FeatureInput *input);
