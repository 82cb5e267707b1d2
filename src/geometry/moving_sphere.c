// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Spheres: the start is decided by the static test of the pair, so both agree; then a ray finds the
// time, and the nearest point at that time gives normal and point.
#include "geometry/moving_sphere.h"

#include "geometry/closest_polygon.h"
#include "geometry/closest_triangle.h"
#include "geometry/moving_flat.h"
#include "geometry/overlap_capsule.h"
#include "geometry/overlap_sphere.h"
#include "geometry/polygon_normal.h"
#include "geometry/ray.h"

// the answer from the time and the point of the other object that is nearest at that time
static MovingHit hit_at(Sphere sphere, Vec3 motion, Real time, Vec3 nearest) {
	Vec3 center = vec3_add_scaled(sphere.center, motion, time);
	Vec3 normal = vec3_normalize(vec3_sub(center, nearest));
	if (sphere.radius == 0 || vec3_equals(normal, vec3_zero())) {
		normal = vec3_normalize(vec3_negate(motion));
	}
	return (MovingHit){ .hit = true, .time = time, .normal = normal, .point = nearest };
}

static Vec3 center_at(Sphere sphere, Vec3 motion, Real time) {
	return vec3_add_scaled(sphere.center, motion, time);
}

static Ray path_of(Sphere sphere, Vec3 motion) { return (Ray){ sphere.center, motion }; }

// The times at which a moving point is within a radius of zero; both roots from the
// nearest point of the path, where b^2 - a c would lose its digits. No relative motion is
// no root, and is decided before.
static RayRange quadratic_times(Vec3 start, Vec3 motion, Real radius) {
	const RayRange never = { MK_INFINITY, -MK_INFINITY };
	Real speed_squared = vec3_length_squared(motion);
	if (!(speed_squared > 0)) return never;
	Real middle = -vec3_dot(start, motion) / speed_squared;
	Vec3 nearest = vec3_add_scaled(start, motion, middle);
	Real rest = radius * radius - vec3_length_squared(nearest);
	if (!(rest >= 0)) return never;
	Real half = real_sqrt(rest / speed_squared);
	return (RayRange){ middle - half, middle + half };
}

MovingHit mk_moving_sphere_hit_sphere(Sphere a, Vec3 motion, Sphere b) {
	if (sphere_overlaps_sphere(a, b)) {
		return moving_hit_from_overlap(mk_sphere_contact_sphere(a, b));
	}
	Vec3 between = vec3_sub(a.center, b.center);
	if (!(a.radius + b.radius >= 0)) return (MovingHit){ 0 };
	RayRange times = quadratic_times(between, motion, a.radius + b.radius);
	if (!(times.min <= 1 && times.max >= 0)) return (MovingHit){ 0 };
	Real time = real_max(times.min, 0);
	Vec3 way = vec3_add_scaled(between, motion, time);
	Vec3 normal = vec3_normalize(way);
	if (a.radius + b.radius == 0) normal = vec3_normalize(vec3_negate(motion));
	return (MovingHit){
		.hit = true,
		.time = time,
		.time_last = real_min(times.max, 1),
		.normal = normal,
		.point = vec3_add_scaled(b.center, normal, b.radius),
	};
}

MovingHit mk_moving_sphere_hit_triangle(Sphere sphere, Vec3 motion, Triangle triangle) {
	if (mk_sphere_overlaps_triangle(sphere, triangle)) {
		Overlap overlap = mk_sphere_contact_triangle(sphere, triangle);
		if (overlap.hit) return moving_hit_from_overlap(overlap);
	}
	if (!(sphere.radius >= 0)) return (MovingHit){ 0 };
	const Vec3 corners[3] = { triangle.a, triangle.b, triangle.c };
	Vec3 normal = triangle_normal_area(triangle);
	RoundFlat flat = { { corners, 3 }, normal, sphere.radius, true };
	Real time = mk_ray_first_in_round_flat(path_of(sphere, motion), &flat);
	if (!(time <= 1)) return (MovingHit){ 0 };
	Vec3 center = center_at(sphere, motion, time);
	return hit_at(sphere, motion, time, mk_closest_on_triangle(triangle, center).point);
}

MovingHit mk_moving_sphere_hit_polygon(Sphere sphere, Vec3 motion, Polygon polygon) {
	Overlap overlap = mk_sphere_contact_polygon(sphere, polygon);
	if (overlap.hit) return moving_hit_from_overlap(overlap);
	if (!(sphere.radius >= 0)) return (MovingHit){ 0 };
	RoundFlat flat = { polygon, polygon_normal_area(polygon), sphere.radius, false };
	Real time = mk_ray_first_in_round_flat(path_of(sphere, motion), &flat);
	if (!(time <= 1)) return (MovingHit){ 0 };
	Vec3 center = center_at(sphere, motion, time);
	return hit_at(sphere, motion, time, mk_closest_on_polygon(polygon, center));
}

MovingHit mk_moving_sphere_hit_capsule(Sphere sphere, Vec3 motion, Capsule capsule) {
	if (sphere_overlaps_capsule(sphere, capsule)) {
		Overlap overlap = mk_sphere_contact_capsule(sphere, capsule);
		if (overlap.hit) return moving_hit_from_overlap(overlap);
	}
	Capsule grown = { capsule.start, capsule.end, sphere.radius + capsule.radius };
	RayHit hit = mk_ray_hit_capsule(path_of(sphere, motion), ray_range_segment(), grown);
	if (!hit.hit) return (MovingHit){ 0 };
	Segment core = { capsule.start, capsule.end };
	Vec3 on_core = closest_on_segment(core, center_at(sphere, motion, hit.t)).point;
	Sphere all = { sphere.center, grown.radius };
	MovingHit answer = hit_at(all, motion, hit.t, on_core);
	answer.point = vec3_add_scaled(on_core, answer.normal, capsule.radius);
	return answer;
}
