// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Contacts of capsules and of parallel cylinders.
#include "geometry/overlap_capsule.h"

#include "geometry/tolerance.h"

// A unit vector across both directions; across one of them if they are
// parallel; up if there is none.
static Vec3 across_both(Vec3 way_a, Vec3 way_b) {
	Vec3 normal = vec3_cross(way_a, way_b);
	if (!vec3_cross_is_negligible(normal, way_a, way_b)) return vec3_normalize(normal);
	Vec3 along = vec3_normalize(way_a);
	if (vec3_equals(along, vec3_zero())) along = vec3_normalize(way_b);
	if (vec3_equals(along, vec3_zero())) return overlap_default_normal();
	return vec3_perpendicular(along);
}

Overlap mk_capsule_contact_capsule(Capsule a, Capsule b) {
	Segment core_a = { a.start, a.end };
	Segment core_b = { b.start, b.end };
	SegmentPair pair = mk_closest_segments(core_a, core_b);
	Real reach = a.radius + b.radius;
	if (!is_within(pair.distance_squared, reach)) return (Overlap){ 0 };
	Vec3 way = vec3_sub(pair.point_a, pair.point_b);
	Vec3 normal = vec3_normalize(way);
	// cores that cross: what is left of the way is rounding, and so is its direction
	Real size = vec3_length(vec3_sub(a.end, a.start)) + vec3_length(vec3_sub(b.end, b.start));
	if (vec3_is_negligible(way, size)) {
		Vec3 across = across_both(vec3_sub(a.end, a.start), vec3_sub(b.end, b.start));
		normal = vec3_dot(across, way) < 0 ? vec3_negate(across) : across;
	}
	Real distance = real_sqrt(pair.distance_squared);
	Real along = overlap_middle(distance, b.radius, a.radius);
	Vec3 point = vec3_add_scaled(pair.point_b, normal, along);
	return (Overlap){ true, real_max(reach - distance, 0), normal, point };
}

Overlap mk_sphere_contact_capsule(Sphere sphere, Capsule capsule) {
	Capsule ball = { sphere.center, sphere.center, sphere.radius };
	return mk_capsule_contact_capsule(ball, capsule);
}

// Two parallel cylinders seen from the first one's start.
typedef struct ParallelPair {
	Vec3 axis;   // unit
	Vec3 across; // unit, from the axis of b to that of a; any one if they are the same line
	Real gap;    // distance of the axes, m
	Real low_a;  // ends along the axis
	Real high_a;
	Real low_b;
	Real high_b;
} ParallelPair;

static ParallelPair compare_parallel(Cylinder a, Cylinder b, Vec3 axis) {
	ParallelPair pair = { .axis = axis, .high_a = vec3_distance(a.start, a.end) };
	Vec3 to_start = vec3_sub(b.start, a.start);
	Real start = vec3_dot(to_start, axis);
	Real end = vec3_dot(vec3_sub(b.end, a.start), axis);
	pair.low_b = real_min(start, end);
	pair.high_b = real_max(start, end);
	Vec3 across = vec3_add_scaled(vec3_scale(axis, start), to_start, -1);
	pair.gap = vec3_length(across);
	pair.across = vec3_normalize(across);
	if (vec3_is_negligible(across, vec3_length(to_start))) pair.across = vec3_perpendicular(axis);
	return pair;
}

// a point in the middle of the common part
static Vec3 parallel_point(const ParallelPair *pair, Cylinder a, Cylinder b) {
	Real low = real_max(pair->low_a, pair->low_b);
	Real high = real_min(pair->high_a, pair->high_b);
	Vec3 on_axis = vec3_add_scaled(a.start, pair->axis, (low + high) * (Real)0.5);
	Real along = overlap_middle(pair->gap, a.radius, b.radius);
	return vec3_add_scaled(on_axis, pair->across, -along);
}

CylinderOverlap mk_cylinder_contact_cylinder(Cylinder a, Cylinder b) {
	CylinderOverlap answer = { .is_parallel = false };
	Vec3 axis = vec3_normalize(vec3_sub(a.end, a.start));
	Vec3 axis_b = vec3_normalize(vec3_sub(b.end, b.start));
	Real sine = vec3_length(vec3_cross(axis, axis_b));
	bool has_axes = vec3_dot(axis, axis) > 0 && vec3_dot(axis_b, axis_b) > 0;
	if (!(has_axes && sine <= MK_CYLINDER_PARALLEL)) return answer;
	answer.is_parallel = true;
	ParallelPair pair = compare_parallel(a, b, axis);
	Real up = pair.high_b - pair.low_a;
	Real down = pair.high_a - pair.low_b;
	Real depth_cap = real_min(up, down);
	Real depth_wall = a.radius + b.radius - pair.gap;
	bool has_size = a.radius >= 0 && b.radius >= 0;
	if (!(has_size && depth_cap >= 0 && depth_wall >= 0)) return answer;
	Overlap *overlap = &answer.overlap;
	*overlap = (Overlap){ true, depth_wall, pair.across, parallel_point(&pair, a, b) };
	if (depth_cap <= depth_wall) {
		overlap->depth = depth_cap;
		overlap->normal = up <= down ? axis : vec3_negate(axis);
	}
	return answer;
}
