// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Capsules and parallel cylinders in motion.
#include "geometry/moving_round.h"

#include "geometry/closest_pair.h"
#include "geometry/moving_flat.h"
#include "geometry/overlap_capsule.h"
#include "geometry/tolerance.h"

// from the nearest points of the cores at the time of touch
static MovingHit hit_cores(Capsule a, Vec3 motion, Capsule b, Real time) {
	Vec3 way = vec3_scale(motion, time);
	Segment core_a = { vec3_add(a.start, way), vec3_add(a.end, way) };
	Segment core_b = { b.start, b.end };
	SegmentPair pair = mk_closest_segments(core_a, core_b);
	Vec3 normal = vec3_normalize(vec3_sub(pair.point_a, pair.point_b));
	if (a.radius + b.radius == 0 || vec3_equals(normal, vec3_zero())) {
		normal = vec3_normalize(vec3_negate(motion));
	}
	Vec3 point = vec3_add_scaled(pair.point_b, normal, b.radius);
	return (MovingHit){ .hit = true, .time = time, .normal = normal, .point = point };
}

MovingHit mk_moving_capsule_hit_capsule(Capsule a, Vec3 motion, Capsule b) {
	Overlap overlap = mk_capsule_contact_capsule(a, b);
	if (overlap.hit) return moving_hit_from_overlap(overlap);
	Real radius = a.radius + b.radius;
	if (!(radius >= 0)) return (MovingHit){ 0 };
	// a.start moving by `motion` touches the points of b's core minus those
	// of a's, seen from a.start
	Vec3 back = vec3_sub(a.start, a.end);
	Vec3 side = vec3_sub(b.end, b.start);
	Vec3 first = vec3_sub(b.start, a.start);
	const Vec3 corners[4] = { first, vec3_add(first, side), vec3_add(vec3_add(first, side), back),
		vec3_add(first, back) };
	Vec3 normal = vec3_cross(side, back);
	if (vec3_cross_is_negligible(normal, side, back)) normal = vec3_zero();
	RoundFlat flat = { { corners, 4 }, normal, radius, true };
	Real time = mk_ray_first_in_round_flat((Ray){ vec3_zero(), motion }, &flat);
	return time <= 1 ? hit_cores(a, motion, b, time) : (MovingHit){ 0 };
}

// a point where the caps or walls touch: between the axes at the height both have
static Vec3 cylinder_point(Cylinder a, Cylinder b, Vec3 normal, Vec3 axis) {
	Real start = vec3_dot(vec3_sub(b.start, a.start), axis);
	Real end = vec3_dot(vec3_sub(b.end, a.start), axis);
	Real low = real_max(real_min(start, end), 0);
	Real high = real_min(real_max(start, end), vec3_distance(a.start, a.end));
	Vec3 on_axis = vec3_add_scaled(a.start, axis, (low + high) * (Real)0.5);
	Vec3 to_b = vec3_sub(b.start, a.start);
	Vec3 across = vec3_add_scaled(to_b, axis, -vec3_dot(to_b, axis));
	Real gap = vec3_length(across);
	bool is_wall = real_abs(vec3_dot(normal, axis)) < (Real)0.5;
	Real along = is_wall ? a.radius : overlap_middle(gap, a.radius, b.radius);
	if (is_wall) return vec3_add_scaled(on_axis, normal, -along);
	return vec3_add_scaled(on_axis, vec3_normalize(across), along);
}

MovingCylinderHit mk_moving_cylinder_hit_cylinder(Cylinder a, Vec3 motion, Cylinder b) {
	CylinderOverlap start = mk_cylinder_contact_cylinder(a, b);
	MovingCylinderHit answer = { .is_parallel = start.is_parallel };
	if (!start.is_parallel) return answer;
	if (start.overlap.hit) {
		answer.hit = moving_hit_from_overlap(start.overlap);
		return answer;
	}
	if (!(a.radius >= 0 && b.radius >= 0)) return answer;
	Vec3 axis = vec3_normalize(vec3_sub(a.end, a.start));
	// b, longer by the length of a: the places of a.start where the two touch
	bool is_same_way = vec3_dot(vec3_sub(b.end, b.start), axis) > 0;
	Vec3 bottom = vec3_sub(is_same_way ? b.start : b.end, a.start);
	Vec3 top = vec3_sub(is_same_way ? b.end : b.start, a.start);
	Cylinder sum = { vec3_sub(bottom, vec3_sub(a.end, a.start)), top, a.radius + b.radius };
	RayHit hit = mk_ray_hit_cylinder((Ray){ vec3_zero(), motion }, ray_range_segment(), sum);
	if (!hit.hit) return answer;
	Vec3 way = vec3_scale(motion, hit.t);
	Cylinder moved = { vec3_add(a.start, way), vec3_add(a.end, way), a.radius };
	Vec3 normal = hit.normal;
	// started inside by a rounding error: no surface was met
	if (hit.started_inside) normal = vec3_normalize(vec3_negate(motion));
	answer.hit = (MovingHit){ .hit = true, .time = hit.t, .normal = normal };
	answer.hit.point = cylinder_point(moved, b, normal, axis);
	return answer;
}
