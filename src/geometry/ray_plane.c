// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Rays against planes (Ericson, Real-Time Collision Detection, 5.3.1). t = -distance / speed needs
// no unit normal. Parallel lines are found by a comparison, not by infinities: 0 / 0 would make a
// line in the plane a miss by accident.
#include "geometry/ray.h"

#include "geometry/ray_span.h"

// How far the dot products that tell "parallel" and "in the plane" may be from zero, relative to
// the sum of the sizes of their terms: three products and two sums of rounded numbers stay below
// twice epsilon. Smaller, and a line in an oblique plane is hit at a random t; larger, and lines
// with a true slope count as parallel.
#define MK_RAY_DOT_ROUNDING (2 * MK_EPSILON)

static Real dot_sizes(Vec3 a, Vec3 b) { return vec3_dot(vec3_abs(a), vec3_abs(b)); }

// The answer for a plane from the origin's distance along a normal of any length and the size of
// rounding errors in that distance.
static RayHit hit_plane(Ray ray, RayRange range, Vec3 normal, Vec2 distance_and_size) {
	Real speed = vec3_dot(normal, ray.direction);
	Real distance = distance_and_size.x;
	Real slack = MK_RAY_DOT_ROUNDING * distance_and_size.y;
	if (real_abs(speed) <= MK_RAY_DOT_ROUNDING * dot_sizes(normal, ray.direction)) {
		bool is_inside = real_abs(distance) <= slack && !vec3_equals(normal, vec3_zero());
		return ray_hit_from_span(is_inside ? ray_span_all() : ray_span_none(), range);
	}
	Real t = -distance / speed;
	// no t so large that it overflows, which a range without end would take
	if (!(range.min <= t && t <= range.max && real_is_finite(t))) return (RayHit){ 0 };
	Vec3 unit = vec3_normalize(normal);
	return (RayHit){ true, false, t, speed < 0 ? unit : vec3_negate(unit) };
}

RayHit mk_ray_hit_plane(Ray ray, RayRange range, Plane plane) {
	Real size = dot_sizes(plane.normal, ray.origin) + real_abs(plane.offset);
	Vec2 distance = { plane_distance(plane, ray.origin), size };
	return hit_plane(ray, range, plane.normal, distance);
}

RayHit mk_ray_hit_plane_points(Ray ray, RayRange range, Triangle points) {
	Vec3 normal = triangle_normal_area(points);
	// from the plane's own point: no digits are lost far from the origin
	Vec3 from_plane = vec3_sub(ray.origin, points.a);
	Vec2 distance = { vec3_dot(normal, from_plane), dot_sizes(normal, from_plane) };
	return hit_plane(ray, range, normal, distance);
}
