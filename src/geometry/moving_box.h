// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Moving boxes and convex polyhedra by separating axes (Ericson, Real-Time Collision Detection,
// 5.5.2, 5.5.4 and 5.5.8): on every axis the projections overlap during one interval of time;
// the objects overlap during the common part of all intervals. All answers have time_last,
// except that it is 0 if the objects start overlapping. Conventions are in moving.h. On axes
// other than those of the coordinates the comparisons are widened by MK_NEGLIGIBLE times the
// size of the pair and its motion, as in the static tests: the time is never late, and early by
// at most twice that length.
#pragma once

#include "geometry/moving.h"
#include "geometry/sat.h"

// Hits a box that moves from the start of `a`; both boxes closed, an empty one touches nothing. The
// times are right to two epsilon of themselves. point is the middle of the common part.
MovingHit mk_moving_aabb_hit_aabb(Aabb a, Vec3 motion, Aabb b);

// Hits a plane from either side; normal of any length, a zero one is never hit. point is the corner
// that touches first, or the middle of the edge or face that does.
MovingHit mk_moving_aabb_hit_plane(Aabb box, Vec3 motion, Plane plane);
MovingHit mk_moving_obb_hit_plane(Obb box, Vec3 motion, Plane plane);

// Hits a box of any orientation: fifteen axes. A negative half extent touches nothing. point is a
// point of both boxes up to rounding where edges cross or a corner meets a face, and within a
// thousandth of the size else.
MovingHit mk_moving_obb_hit_obb(const Obb *a, Vec3 motion, const Obb *b);

// Hits a convex polyhedron: all axes of mk_sat_overlap, for polyhedra of any kind; no vertices: no
// hit. point is a point of the feature that touches: of the edges if two edges do, else the middle
// of the vertices of the smaller feature.
MovingHit mk_moving_sat_hit(const SatHull *a, Vec3 motion, const SatHull *b);
