// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Rays against solids with flat faces, by clipping the line (Ericson, Real-Time Collision
// Detection, 5.3.3 and 5.3.8; Cyrus and Beck 1978): each slab or half-space leaves an interval of
// t. Sides are told apart by the sign of the direction, so an empty box (min > max) leaves an empty
// interval, and lines along a face are decided by comparisons without division.
#include "geometry/ray.h"

#include "geometry/ray_span.h"

// intersects the intervals of the three slabs, stopping at the first empty one
static RaySpan clip_to_box(Ray ray, Vec3 low, Vec3 high) {
	RaySpan span = ray_span_all();
	for (int axis = 0; axis < 3; axis++) {
		RayRange slab = { vec3_get(low, axis), vec3_get(high, axis) };
		Vec3 normal_low = vec3_negate(vec3_axis(axis));
		RaySpan part = ray_span_slab(
				vec3_get(ray.origin, axis), vec3_get(ray.direction, axis), slab, normal_low);
		// per axis, because NaN would be lost in the minimum of the next one
		if (!(part.enter <= part.exit)) return ray_span_none();
		span = ray_span_intersect(span, part);
	}
	return span;
}

RayHit mk_ray_hit_aabb(Ray ray, RayRange range, Aabb box) {
	return ray_hit_from_span(clip_to_box(ray, box.min, box.max), range);
}

RayHit mk_ray_hit_obb(Ray ray, RayRange range, Obb box) {
	Ray local = { obb_to_local(box, ray.origin), mat3_apply_transposed(box.axes, ray.direction) };
	RayHit hit = ray_hit_from_span(clip_to_box(local, vec3_negate(box.half), box.half), range);
	hit.normal = mat3_apply(box.axes, hit.normal);
	return hit;
}

RayHit mk_ray_hit_half_spaces(Ray ray, RayRange range, HalfSpaces solid) {
	RaySpan span = ray_span_all();
	for (uint32_t i = 0; i < solid.count; i++) {
		Plane plane = solid.planes[i];
		Real distance = plane_distance(plane, ray.origin);
		Real speed = vec3_dot(plane.normal, ray.direction);
		// the outside is distance + t speed > 0; a parallel line is inside or outside for good
		if (!(speed != 0 || distance <= 0)) return (RayHit){ 0 };
		Real t = speed != 0 ? -distance / speed : MK_INFINITY;
		// NaN must not pass
		if (!(t <= MK_INFINITY)) return (RayHit){ 0 };
		if (speed < 0 && t > span.enter) {
			span.enter = t;
			span.normal = plane.normal;
		}
		if (speed > 0 && t < span.exit) span.exit = t;
		if (span.enter > span.exit) return (RayHit){ 0 };
	}
	span.normal = vec3_normalize(span.normal);
	return ray_hit_from_span(span, range);
}
