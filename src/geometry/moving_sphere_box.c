// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A moving sphere against a box (Ericson, Real-Time Collision Detection, 5.5.7). The box grown by
// the radius on all sides is a little too large at its edges and corners; where the path enters it
// says which feature is in question: a face (the entry is the answer), an edge (one capsule) or a
// corner (three capsules). Worked in the axes of the box, relative to its centre.
#include "geometry/moving_sphere.h"

#include "geometry/overlap_sphere.h"
#include "geometry/ray.h"

enum { BIT_X = 1, BIT_Y = 2, BIT_Z = 4, BITS_ALL = 7 };

// The path of the centre and the box in the box's axes.
typedef struct LocalPath {
	Ray ray;
	Vec3 half;
	Real radius;
	bool vertex_first;
} LocalPath;

static Vec3 corner_of(Vec3 half, uint32_t bits) {
	return vec3(bits & BIT_X ? half.x : -half.x, bits & BIT_Y ? half.y : -half.y,
			bits & BIT_Z ? half.z : -half.z);
}

// bit i: the coordinate is beyond the low, or beyond the high side of the box
static uint32_t bits_below(Vec3 p, Vec3 half) {
	return (p.x < -half.x ? BIT_X : 0u) | (p.y < -half.y ? BIT_Y : 0u) |
			(p.z < -half.z ? BIT_Z : 0u);
}

static uint32_t bits_above(Vec3 p, Vec3 half) {
	return (p.x > half.x ? BIT_X : 0u) | (p.y > half.y ? BIT_Y : 0u) | (p.z > half.z ? BIT_Z : 0u);
}

static Real first_on_edge(const LocalPath *path, uint32_t corner_a, uint32_t corner_b) {
	Vec3 a = corner_of(path->half, corner_a);
	Capsule capsule = { a, corner_of(path->half, corner_b), path->radius };
	RayHit hit = mk_ray_hit_capsule(path->ray, ray_range_segment(), capsule);
	return hit.hit ? hit.t : MK_INFINITY;
}

// the ball about a corner decides if it is met where all three coordinates are beyond the corner
static Real first_on_ball(const LocalPath *path, uint32_t corner) {
	Sphere ball = { corner_of(path->half, corner), path->radius };
	RayHit hit = mk_ray_hit_sphere(path->ray, ray_range_segment(), ball);
	if (!hit.hit) return MK_INFINITY;
	Vec3 at = ray_at(path->ray, hit.t);
	bool is_beyond = bits_below(at, path->half) == (BITS_ALL & ~corner) &&
			bits_above(at, path->half) == corner;
	return is_beyond ? hit.t : MK_INFINITY;
}

static Real first_on_corner(const LocalPath *path, uint32_t corner) {
	if (path->vertex_first) {
		Real first = first_on_ball(path, corner);
		if (first <= 1) return first;
	}
	Real first = first_on_edge(path, corner, corner ^ BIT_X);
	first = real_min(first_on_edge(path, corner, corner ^ BIT_Y), first);
	return real_min(first_on_edge(path, corner, corner ^ BIT_Z), first);
}

// Returns the first time in [0, 1], infinity if there is none.
static Real first_on_box(const LocalPath *path) {
	Vec3 grown = vec3_add(path->half, vec3_splat(path->radius));
	Aabb box = { vec3_negate(grown), grown };
	RayHit hit = mk_ray_hit_aabb(path->ray, ray_range_segment(), box);
	if (!hit.hit) return MK_INFINITY;
	Vec3 entry = ray_at(path->ray, hit.t);
	uint32_t below = bits_below(entry, path->half);
	uint32_t above = bits_above(entry, path->half);
	uint32_t beyond = below | above;
	// one bit or none: clearing the lowest one leaves nothing
	if ((beyond & (beyond - 1)) == 0) return hit.t;
	if (beyond == BITS_ALL) return first_on_corner(path, above);
	// the edge runs along the axis without a bit
	return first_on_edge(path, below ^ BITS_ALL, above);
}

static MovingHit hit_box(const LocalPath *path) {
	Real time = first_on_box(path);
	if (!(time <= 1)) return (MovingHit){ 0 };
	Vec3 center = ray_at(path->ray, time);
	Vec3 nearest = vec3_clamp(center, vec3_negate(path->half), path->half);
	Vec3 normal = vec3_normalize(vec3_sub(center, nearest));
	if (path->radius == 0 || vec3_equals(normal, vec3_zero())) {
		normal = vec3_normalize(vec3_negate(path->ray.direction));
	}
	return (MovingHit){ .hit = true, .time = time, .normal = normal, .point = nearest };
}

static MovingHit hit_aabb(Sphere sphere, Vec3 motion, Aabb box, bool vertex_first) {
	if (sphere_overlaps_aabb(sphere, box)) {
		Overlap overlap = mk_sphere_contact_aabb(sphere, box);
		if (overlap.hit) return moving_hit_from_overlap(overlap);
	}
	if (aabb_is_empty(box) || !(sphere.radius >= 0)) return (MovingHit){ 0 };
	Vec3 center = aabb_center(box);
	LocalPath path = {
		.ray = { vec3_sub(sphere.center, center), motion },
		.half = aabb_half_extents(box),
		.radius = sphere.radius,
		.vertex_first = vertex_first,
	};
	MovingHit hit = hit_box(&path);
	if (hit.hit) hit.point = vec3_add(hit.point, center);
	return hit;
}

MovingHit mk_moving_sphere_hit_aabb(Sphere sphere, Vec3 motion, Aabb box) {
	return hit_aabb(sphere, motion, box, false);
}

MovingHit mk_moving_sphere_hit_aabb_vertex_first(Sphere sphere, Vec3 motion, Aabb box) {
	return hit_aabb(sphere, motion, box, true);
}

MovingHit mk_moving_sphere_hit_obb(Sphere sphere, Vec3 motion, Obb box) {
	if (sphere_overlaps_obb(sphere, box)) {
		Overlap overlap = mk_sphere_contact_obb(sphere, box);
		if (overlap.hit) return moving_hit_from_overlap(overlap);
	}
	if (!(vec3_min_element(box.half) >= 0 && sphere.radius >= 0)) return (MovingHit){ 0 };
	LocalPath path = {
		.ray = { obb_to_local(box, sphere.center), mat3_apply_transposed(box.axes, motion) },
		.half = box.half,
		.radius = sphere.radius,
	};
	MovingHit hit = hit_box(&path);
	if (!hit.hit) return hit;
	hit.normal = mat3_apply(box.axes, hit.normal);
	hit.point = obb_to_world(box, hit.point);
	return hit;
}
