// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Rays against triangles after Woop, Benthin and Wald, Watertight Ray/Triangle Intersection, 2013.
// Corners are moved so that the ray is the z axis; then each edge says by one 2D cross product on
// which side of it the ray passes. For an edge shared by two triangles both compute the same
// products of the same numbers, with the opposite sign exactly (no contraction into fused
// multiply-adds), so a ray beside the edge is inside one of them, and a zero counts as inside both.
// A separate path finds rays in the plane of a triangle: all three products are zero there.
#include "geometry/ray.h"

#include "geometry/ray_span.h"

// A corner seen along the ray.
typedef struct RayPoint {
	Real x;
	Real y;
	Real z;
} RayPoint;

TriangleRay mk_ray_prepare(Ray ray) {
	int z = vec3_max_axis(vec3_abs(ray.direction));
	int x = z == 2 ? 0 : z + 1;
	int y = x == 2 ? 0 : x + 1;
	Real size = vec3_get(ray.direction, z);
	// a swap keeps the order of corners as seen from the origin
	if (size < 0) {
		int swap = x;
		x = y;
		y = swap;
	}
	TriangleRay prepared = { .ray = ray, .axis_x = x, .axis_y = y, .axis_z = z };
	prepared.shear_x = vec3_get(ray.direction, x) / size;
	prepared.shear_y = vec3_get(ray.direction, y) / size;
	prepared.scale_z = 1 / size;
	return prepared;
}

static RayPoint see_point(const TriangleRay *ray, Vec3 point) {
	Vec3 p = vec3_sub(point, ray->ray.origin);
	Real z = vec3_get(p, ray->axis_z);
	return (RayPoint){ vec3_get(p, ray->axis_x) - ray->shear_x * z,
		vec3_get(p, ray->axis_y) - ray->shear_y * z, z };
}

// twice the area of the triangle with the ray, seen along it; exactly negated if a and b swap
static Real edge_area(RayPoint a, RayPoint b) { return a.x * b.y - a.y * b.x; }

// The t at which a line in the plane of a triangle is in it: crossings of the edges with the line,
// told by the sides (in the plane) on which the corners are.
static RaySpan span_in_plane(Ray ray, Triangle triangle, Vec3 normal) {
	Vec3 sideways = vec3_cross(normal, ray.direction);
	Real speed_squared = vec3_length_squared(ray.direction);
	const Vec3 corners[3] = { triangle.a, triangle.b, triangle.c };
	Real side[3];
	Real t[3];
	for (int i = 0; i < 3; i++) {
		Vec3 corner = vec3_sub(corners[i], ray.origin);
		side[i] = vec3_dot(corner, sideways);
		t[i] = vec3_dot(corner, ray.direction) / speed_squared;
	}
	RaySpan span = ray_span_none();
	for (int i = 0; i < 3; i++) {
		int next = i == 2 ? 0 : i + 1;
		bool crosses = (side[i] < 0 && side[next] > 0) || (side[i] > 0 && side[next] < 0);
		if (!crosses && side[i] != 0) continue;
		Real crossing = crosses ? real_lerp(t[i], t[next], side[i] / (side[i] - side[next])) : t[i];
		span.enter = real_min(crossing, span.enter);
		span.exit = real_max(crossing, span.exit);
	}
	span.normal = vec3_normalize(normal);
	return span;
}

static RayHit hit_in_plane(Ray ray, RayRange range, Triangle triangle, RaySides sides) {
	Vec3 normal = triangle_normal_area(triangle);
	if (sides == RAY_SIDES_FRONT || vec3_equals(normal, vec3_zero())) return (RayHit){ 0 };
	return ray_hit_from_span(span_in_plane(ray, triangle, normal), range);
}

// the barycentric coordinates of a point of the triangle's plane
static Vec3 weights_at(Triangle triangle, Vec3 point) {
	Vec3 normal = triangle_normal_area(triangle);
	Real scale = 1 / vec3_length_squared(normal);
	Vec3 to_a = vec3_sub(triangle.a, point);
	Vec3 to_b = vec3_sub(triangle.b, point);
	Vec3 to_c = vec3_sub(triangle.c, point);
	Vec3 areas = vec3(vec3_triple(normal, to_b, to_c), vec3_triple(normal, to_c, to_a),
			vec3_triple(normal, to_a, to_b));
	return vec3_scale(areas, scale);
}

RayHit mk_ray_hit_triangle(
		const TriangleRay *ray, RayRange range, Triangle triangle, RaySides sides, Vec3 *weights) {
	RayPoint a = see_point(ray, triangle.a);
	RayPoint b = see_point(ray, triangle.b);
	RayPoint c = see_point(ray, triangle.c);
	Real weight_a = edge_area(c, b);
	Real weight_b = edge_area(a, c);
	Real weight_c = edge_area(b, a);
	bool is_front = weight_a >= 0 && weight_b >= 0 && weight_c >= 0;
	bool is_back = weight_a <= 0 && weight_b <= 0 && weight_c <= 0;
	// NaN is neither
	if (!(is_front || (is_back && sides == RAY_SIDES_BOTH))) return (RayHit){ 0 };
	Real sum = weight_a + weight_b + weight_c;
	if (sum == 0) {
		RayHit hit = hit_in_plane(ray->ray, range, triangle, sides);
		if (hit.hit && weights != NULL) *weights = weights_at(triangle, ray_at(ray->ray, hit.t));
		return hit;
	}
	Real scale = 1 / sum;
	Real t = (weight_a * a.z + weight_b * b.z + weight_c * c.z) * ray->scale_z * scale;
	if (!(range.min <= t && t <= range.max)) return (RayHit){ 0 };
	Vec3 normal = vec3_normalize(triangle_normal_area(triangle));
	if (weights != NULL) *weights = vec3_scale(vec3(weight_a, weight_b, weight_c), scale);
	return (RayHit){ true, false, t, is_front ? normal : vec3_negate(normal) };
}

RayHit mk_ray_hit_quad(
		const TriangleRay *ray, RayRange range, const Vec3 corners[4], RaySides sides) {
	Triangle first = { corners[0], corners[1], corners[2] };
	Triangle second = { corners[0], corners[2], corners[3] };
	RayHit hit = mk_ray_hit_triangle(ray, range, first, sides, NULL);
	RayHit other = mk_ray_hit_triangle(ray, range, second, sides, NULL);
	// only a ray in the plane, or one through the diagonal, meets both
	if (!hit.hit || (other.hit && other.t < hit.t)) hit = other;
	return hit;
}
