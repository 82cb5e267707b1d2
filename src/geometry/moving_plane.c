// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Moving solids against a plane (Ericson, Real-Time Collision Detection, 5.5.3 and 5.5.4). Only the
// plane's normal counts: the middle of the solid goes along it at constant speed and touches while
// it is within the solid's radius along the normal.
#include "geometry/moving_box.h"
#include "geometry/moving_sphere.h"
#include "geometry/overlap_plane.h"

// What a solid is to a plane; lengths in lengths of the normal.
typedef struct PlanePass {
	Real distance; // of the middle, signed
	Real radius;
	Real speed; // along the normal per unit of time
} PlanePass;

// The times only: depth, time and time_last; normal and point are the caller's.
static MovingHit pass_plane(PlanePass pass) {
	Real distance = real_abs(pass.distance);
	if (distance <= pass.radius) {
		Real depth = pass.radius - distance;
		return (MovingHit){ .hit = true, .started_overlapping = true, .depth = depth };
	}
	Real closing = pass.distance > 0 ? -pass.speed : pass.speed;
	// parallel, going away, NaN, or a radius below zero
	if (!(closing > 0 && pass.radius >= 0)) return (MovingHit){ 0 };
	Real time = (distance - pass.radius) / closing;
	if (!(time <= 1)) return (MovingHit){ 0 };
	Real last = real_min((distance + pass.radius) / closing, 1);
	return (MovingHit){ .hit = true, .time = time, .time_last = last };
}

// the unit normal on the side of the middle; the plane's own if the middle is in the plane
static Vec3 side_normal(Plane plane, Real distance) {
	Vec3 unit = vec3_normalize(plane.normal);
	return distance < 0 ? vec3_negate(unit) : unit;
}

MovingHit mk_moving_sphere_hit_plane(Sphere sphere, Vec3 motion, Plane plane) {
	Real length = vec3_length(plane.normal);
	if (!(length > 0)) return (MovingHit){ 0 };
	Real distance = plane_distance(plane, sphere.center);
	PlanePass pass = { distance, sphere.radius * length, vec3_dot(plane.normal, motion) };
	MovingHit hit = pass_plane(pass);
	if (!hit.hit) return hit;
	hit.depth /= length;
	hit.normal = side_normal(plane, distance);
	Vec3 center = vec3_add_scaled(sphere.center, motion, hit.time);
	// onto the plane: the touching point, and inside the sphere if it started overlapping
	hit.point = vec3_add_scaled(center, hit.normal,
			-(hit.started_overlapping ? real_abs(distance) / length : sphere.radius));
	return hit;
}

// the point of a box farthest against a direction given in its own axes; the middle along axes that
// the direction does not see
static Vec3 deepest_point(Vec3 half, Vec3 direction) {
	return vec3(-real_sign(direction.x) * half.x, -real_sign(direction.y) * half.y,
			-real_sign(direction.z) * half.z);
}

MovingHit mk_moving_obb_hit_plane(Obb box, Vec3 motion, Plane plane) {
	Real length = vec3_length(plane.normal);
	if (!(length > 0 && vec3_min_element(box.half) >= 0)) return (MovingHit){ 0 };
	Vec3 along = mat3_apply_transposed(box.axes, plane.normal);
	Real distance = plane_distance(plane, box.center);
	Real radius = vec3_dot(vec3_abs(along), box.half);
	MovingHit hit = pass_plane((PlanePass){ distance, radius, vec3_dot(plane.normal, motion) });
	if (!hit.hit) return hit;
	hit.depth /= length;
	hit.normal = side_normal(plane, distance);
	if (distance < 0) along = vec3_negate(along);
	Vec3 corner = mat3_apply(box.axes, deepest_point(box.half, along));
	Vec3 center = vec3_add_scaled(box.center, motion, hit.time);
	hit.point = vec3_add(center, corner);
	return hit;
}

MovingHit mk_moving_aabb_hit_plane(Aabb box, Vec3 motion, Plane plane) {
	if (aabb_is_empty(box)) return (MovingHit){ 0 };
	return mk_moving_obb_hit_plane(obb_from_aabb(box), motion, plane);
}
