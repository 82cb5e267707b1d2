// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Boxes against boxes, and triangles, segments and polygons against boxes, by separating axes
// (Gottschalk 1996; Ericson, Real-Time Collision Detection, 4.4.1, 5.2.9 and 5.3.3; Akenine-Moeller
// 2001). Axes are tried in groups of three, since three cross products with one edge are one vector
// operation. Touching counts, and the comparisons are widened by MK_NEGLIGIBLE times the sizes
// involved: objects that overlap are never called apart, those nearer than that may be called
// touching. Nearly parallel edges give axes of no length; the widening makes them say nothing.
// Boxes with a negative half extent, empty boxes and NaN meet nothing.
#pragma once

#include "geometry/overlap.h"
#include "geometry/tolerance.h"

// The axes of two boxes: 0..2 are the axes of a, 3..5 those of b, 6 + 3 j + i
// is a's axis i x b's axis j.
#define MK_BOX_AXES  15
#define MK_AXIS_NONE (-1)

// The axes of a triangle and a box in the order they are tried: 3 j + i is the box's axis i x the
// edge from corner j, 9..11 are the box's axes, 12 is the triangle's normal.
#define MK_TRIANGLE_BOX_AXES 13

// The best axis of two boxes.
typedef struct BoxContact {
	bool hit;
	Real depth;  // m; negative if apart, a lower bound of the distance then
	Vec3 normal; // unit, from b to a: moving a by depth * normal makes the two just touch
	int axis;    // 0 .. MK_BOX_AXES - 1; of equals the first, so faces come before edges
} BoxContact;

// Returns the shortest way to part a from b along one axis; of equals the first axis, positive
// side. point is the middle of the common box. aabb_overlaps is the plain question.
Overlap mk_aabb_contact_aabb(Aabb a, Aabb b);

// Returns an axis that separates two boxes, MK_AXIS_NONE if they overlap. Stops at the first one
// found; `cached` is tried before all others, pass what the last call returned for this pair.
int mk_obb_separating_axis(const Obb *a, const Obb *b, int cached);

static inline bool obb_overlaps_obb(const Obb *a, const Obb *b) {
	return mk_obb_separating_axis(a, b, MK_AXIS_NONE) == MK_AXIS_NONE;
}

// Returns the axis with the smallest overlap, out of all fifteen.
BoxContact mk_obb_contact_obb(const Obb *a, const Obb *b);

// Returns the first axis that separates a triangle from a box, MK_AXIS_NONE if they overlap.
int mk_triangle_aabb_separating_axis(Triangle triangle, Aabb box);
int mk_triangle_obb_separating_axis(Triangle triangle, const Obb *box);

static inline bool triangle_overlaps_aabb(Triangle triangle, Aabb box) {
	return mk_triangle_aabb_separating_axis(triangle, box) == MK_AXIS_NONE;
}
static inline bool triangle_overlaps_obb(Triangle triangle, const Obb *box) {
	return mk_triangle_obb_separating_axis(triangle, box) == MK_AXIS_NONE;
}

// Returns whether a segment meets a filled box; the form with t is mk_ray_hit_aabb.
bool mk_segment_overlaps_aabb(Segment segment, Aabb box);

// Returns whether a flat simple polygon, convex or not, meets a filled box (Green and
// Hatch, Graphics Gems V, 1995): an edge does, or the box's diagonal most along the normal
// passes through the inside.
bool mk_polygon_overlaps_aabb(Polygon polygon, Aabb box);
