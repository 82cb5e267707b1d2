// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Operations of SegmentShape that segments and separation rays share; what they do is said in
// ShapeOps.
#pragma once

#include "shape/convex.h"

// The farther end.
Vec3 mk_segment_support(const Shape *shape, Vec3 direction, uint32_t *id);

// End 0 or 1.
Vec3 mk_segment_vertex(const Shape *shape, uint32_t id);

// The nearest point of the segment.
ShapePoint mk_segment_closest(const Shape *shape, Vec3 p);

// The segment or one of its ends.
void mk_segment_face(const Shape *shape, const FaceQuery *query, ShapeFace *face);

// The box around both ends.
Aabb mk_segment_bounds(const Shape *shape, const Affine *map);
