// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Separation rays: a segment from the origin along +z that a character stands on. Collision code
// moves it apart from others along itself only; for rays it does not exist, and it weighs nothing.
#include "shape/ops.h"
#include "shape/segment.h"
#include "shape/shape_create.h"

static ShapeRayHit ray(const Shape *shape, const ShapeRay *ray) {
	(void)shape;
	(void)ray;
	return (ShapeRayHit){ 0 };
}

static MassProperties mass(const Shape *shape, const Affine *map) {
	(void)shape;
	(void)map;
	return (MassProperties){ 0 };
}

const ShapeOps mk_separation_ray_ops = {
	.name = "separation ray",
	.family = SHAPE_FAMILY_CONVEX,
	.support = mk_segment_support,
	.vertex = mk_segment_vertex,
	.closest = mk_segment_closest,
	.face = mk_segment_face,
	.ray = ray,
	.bounds = mk_segment_bounds,
	.mass = mass,
};

Shape *mk_separation_ray_create(Real length, bool slides_on_slope, ShapeStatus *status) {
	if (!shape_report(shape_check_size(length), status)) return NULL;
	SegmentShape *segment = mk_shape_new(SHAPE_SEPARATION_RAY, sizeof(*segment));
	segment->ends[1] = vec3(0, 0, length);
	segment->slides_on_slope = slides_on_slope;
	segment->shape.bound = length;
	segment->shape.vertex_count = 2;
	return mk_shape_finish(&segment->shape);
}
