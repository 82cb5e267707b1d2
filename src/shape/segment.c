// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Segments between any two points, with a rounding radius or without. Among equals the first end is
// the farthest.
#include "shape/segment.h"

#include "geometry/closest.h"
#include "shape/bounds.h"
#include "shape/face.h"
#include "shape/ops.h"
#include "shape/shape_create.h"

static const SegmentShape *segment_of(const Shape *shape) { return (const SegmentShape *)shape; }

Vec3 mk_segment_support(const Shape *shape, Vec3 direction, uint32_t *id) {
	const SegmentShape *s = segment_of(shape);
	*id = vec3_dot(s->ends[1], direction) > vec3_dot(s->ends[0], direction) ? 1 : 0;
	return s->ends[*id];
}

Vec3 mk_segment_vertex(const Shape *shape, uint32_t id) { return segment_of(shape)->ends[id]; }

ShapePoint mk_segment_closest(const Shape *shape, Vec3 p) {
	const SegmentShape *s = segment_of(shape);
	Vec3 nearest = closest_on_segment((Segment){ s->ends[0], s->ends[1] }, p).point;
	return (ShapePoint){ .point = nearest, .is_inside = vec3_equals(nearest, p) };
}

void mk_segment_face(const Shape *shape, const FaceQuery *query, ShapeFace *face) {
	mk_face_of_segment(query, segment_of(shape)->ends, 2, face);
}

static ShapeRayHit ray(const Shape *shape, const ShapeRay *ray) {
	const SegmentShape *s = segment_of(shape);
	Capsule capsule = { s->ends[0], s->ends[1], shape->rounding };
	return (ShapeRayHit){ .hit = mk_ray_hit_capsule(ray->ray, ray->range, capsule) };
}

Aabb mk_segment_bounds(const Shape *shape, const Affine *map) {
	return bounds_points(segment_of(shape)->ends, 2, map, shape->rounding);
}

static MassProperties mass(const Shape *shape, const Affine *map) {
	if (shape->rounding == 0) return (MassProperties){ 0 };
	const SegmentShape *s = segment_of(shape);
	Vec3 way = vec3_sub(s->ends[1], s->ends[0]);
	Vec3 axis = vec3_normalize(way);
	if (vec3_equals(axis, vec3_zero())) axis = vec3_axis(1);
	Transform pose = { mk_quat_between(vec3_axis(1), axis),
		segment_at((Segment){ s->ends[0], s->ends[1] }, (Real)0.5) };
	MassProperties own = mk_mass_of_capsule(shape->rounding, vec3_length(way) / 2);
	return mk_mass_map(own, affine_multiply(*map, affine_from_transform(pose)));
}

const ShapeOps mk_segment_ops = {
	.name = "segment",
	.family = SHAPE_FAMILY_CONVEX,
	.support = mk_segment_support,
	.vertex = mk_segment_vertex,
	.closest = mk_segment_closest,
	.face = mk_segment_face,
	.ray = ray,
	.bounds = mk_segment_bounds,
	.mass = mass,
};

Shape *mk_segment_create(Vec3 start, Vec3 end, Real radius, ShapeStatus *status) {
	ShapeStatus found = shape_first(shape_check_point(start), shape_check_point(end));
	found = shape_first(found, shape_check_radius(radius));
	if (!shape_report(found, status)) return NULL;
	SegmentShape *segment = mk_shape_new(SHAPE_SEGMENT, sizeof(*segment));
	segment->ends[0] = start;
	segment->ends[1] = end;
	segment->shape.rounding = radius;
	segment->shape.bound = real_max(vec3_length(start), vec3_length(end)) + radius;
	segment->shape.vertex_count = 2;
	return mk_shape_finish(&segment->shape);
}
