// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Pairs of a moving and a resting object of every kind that has a closed form, random and
// awkward ones, with the function under test and its oracle: the static distance in wider
// arithmetic, positive apart, negative overlapping, zero touching. The distance of convex
// objects is a convex function of time.
#pragma once

#include "geometry/moving_box.h"
#include "geometry/moving_ellipsoid.h"
#include "geometry/moving_round.h"
#include "geometry/moving_sphere.h"
#include "geometry/overlap_capsule.h"
#include "support/random_geometry.h"
#include "support/sat_hulls.h"
#include "support/wide_distance.h"

enum {
	PAIR_SPHERES,
	PAIR_SPHERE_PLANE,
	PAIR_SPHERE_TRIANGLE,
	PAIR_SPHERE_POLYGON,
	PAIR_SPHERE_AABB,
	PAIR_SPHERE_AABB_VERTEX,
	PAIR_SPHERE_OBB,
	PAIR_SPHERE_CAPSULE,
	PAIR_CAPSULES,
	PAIR_CYLINDERS,
	PAIR_AABBS,
	PAIR_AABB_PLANE,
	PAIR_OBB_PLANE,
	PAIR_OBBS,
	PAIR_HULLS,
	PAIR_ELLIPSOID_TRIANGLE,
	PAIR_KINDS
};

// One of each; a case uses what its kind needs.
typedef struct MovingPair {
	uint32_t kind;
	Vec3 motion;
	Sphere sphere; // moving
	Obb box;       // moving
	Capsule capsule;
	Cylinder cylinder;
	Ellipsoid ellipsoid;
	Sphere other_sphere; // at rest
	Plane plane;
	Triangle triangle;
	Obb other_box;
	Capsule other_capsule;
	Cylinder other_cylinder;
	Vec3 quad[4];
} MovingPair;

static inline Aabb aabb_of(Obb box) { return aabb_from_center(box.center, box.half); }

static inline MovingHit hit_hulls(const MovingPair *p) {
	TestHull a;
	TestHull b;
	test_hull_box(&a, p->box);
	test_hull_box(&b, p->other_box);
	return mk_moving_sat_hit(&a.hull, p->motion, &b.hull);
}

static inline MovingHit moving_pair_hit(const MovingPair *p) {
	Sphere s = p->sphere;
	Vec3 m = p->motion;
	switch (p->kind) {
		case PAIR_SPHERES: return mk_moving_sphere_hit_sphere(s, m, p->other_sphere);
		case PAIR_SPHERE_PLANE: return mk_moving_sphere_hit_plane(s, m, p->plane);
		case PAIR_SPHERE_TRIANGLE: return mk_moving_sphere_hit_triangle(s, m, p->triangle);
		case PAIR_SPHERE_POLYGON:
			return mk_moving_sphere_hit_polygon(s, m, (Polygon){ p->quad, 4 });
		case PAIR_SPHERE_AABB: return mk_moving_sphere_hit_aabb(s, m, aabb_of(p->other_box));
		case PAIR_SPHERE_AABB_VERTEX:
			return mk_moving_sphere_hit_aabb_vertex_first(s, m, aabb_of(p->other_box));
		case PAIR_SPHERE_OBB: return mk_moving_sphere_hit_obb(s, m, p->other_box);
		case PAIR_SPHERE_CAPSULE: return mk_moving_sphere_hit_capsule(s, m, p->other_capsule);
		case PAIR_CAPSULES: return mk_moving_capsule_hit_capsule(p->capsule, m, p->other_capsule);
		case PAIR_CYLINDERS:
			return mk_moving_cylinder_hit_cylinder(p->cylinder, m, p->other_cylinder).hit;
		case PAIR_AABBS: return mk_moving_aabb_hit_aabb(aabb_of(p->box), m, aabb_of(p->other_box));
		case PAIR_AABB_PLANE: return mk_moving_aabb_hit_plane(aabb_of(p->box), m, p->plane);
		case PAIR_OBB_PLANE: return mk_moving_obb_hit_plane(p->box, m, p->plane);
		case PAIR_OBBS: return mk_moving_obb_hit_obb(&p->box, m, &p->other_box);
		case PAIR_HULLS: return hit_hulls(p);
		default: return mk_moving_ellipsoid_hit_triangle(&p->ellipsoid, m, p->triangle);
	}
}

// --- distances in wide arithmetic: positive apart, negative overlapping, zero touching

static inline Wide wide_max(Wide a, Wide b) { return a > b ? a : b; }
static inline Wide wide_abs(Wide a) { return a < 0 ? -a : a; }
static inline Wide wide_root(Wide a) { return (Wide)sqrtl((long double)a); }

static inline Wide3 moved(const MovingPair *p, Vec3 at, double t) {
	return wide3_add_scaled(wide3(at), wide3(p->motion), (Wide)t);
}

static inline Vec3 to_vec3(Wide3 p) { return vec3((Real)p.x, (Real)p.y, (Real)p.z); }

static inline Wide plane_gap(Plane plane, Wide3 center, Wide radius) {
	Wide3 n = wide3(plane.normal);
	Wide length = wide_root(wide3_dot(n, n));
	return wide_abs(wide3_dot(n, center) - (Wide)plane.offset) / length - radius / length;
}

static inline Wide box_reach(Obb box, Wide3 axis) {
	return wide_abs(wide3_dot(wide3(box.axes.x), axis)) * (Wide)box.half.x +
			wide_abs(wide3_dot(wide3(box.axes.y), axis)) * (Wide)box.half.y +
			wide_abs(wide3_dot(wide3(box.axes.z), axis)) * (Wide)box.half.z;
}

static inline Wide point_box_gap(Obb box, Wide3 point) {
	Wide3 offset = wide3_sub(point, wide3(box.center));
	Wide x = wide_max(wide_abs(wide3_dot(wide3(box.axes.x), offset)) - (Wide)box.half.x, 0);
	Wide y = wide_max(wide_abs(wide3_dot(wide3(box.axes.y), offset)) - (Wide)box.half.y, 0);
	Wide z = wide_max(wide_abs(wide3_dot(wide3(box.axes.z), offset)) - (Wide)box.half.z, 0);
	return wide_root(x * x + y * y + z * z);
}

static inline Wide axis_gap(const MovingPair *p, Wide3 offset, Wide3 axis) {
	Wide length = wide_root(wide3_dot(axis, axis));
	// edges this parallel make no axis of their own
	if (!(length > (Wide)1e-6)) return (Wide)-1e30;
	Wide distance = wide_abs(wide3_dot(offset, axis));
	return (distance - box_reach(p->box, axis) - box_reach(p->other_box, axis)) / length;
}

static inline Wide boxes_gap(const MovingPair *p, double t) {
	Wide3 offset = wide3_sub(moved(p, p->box.center, t), wide3(p->other_box.center));
	const Vec3 a[3] = { p->box.axes.x, p->box.axes.y, p->box.axes.z };
	const Vec3 b[3] = { p->other_box.axes.x, p->other_box.axes.y, p->other_box.axes.z };
	Wide gap = (Wide)-1e30;
	for (int i = 0; i < 3; i++) {
		gap = wide_max(gap, axis_gap(p, offset, wide3(a[i])));
		gap = wide_max(gap, axis_gap(p, offset, wide3(b[i])));
		for (int j = 0; j < 3; j++) {
			gap = wide_max(gap, axis_gap(p, offset, wide3_cross(wide3(a[i]), wide3(b[j]))));
		}
	}
	return gap;
}

static inline Wide cylinders_gap(const MovingPair *p, double t) {
	Wide3 start = moved(p, p->cylinder.start, t);
	Wide3 way = wide3_sub(wide3(p->cylinder.end), wide3(p->cylinder.start));
	Wide length = wide_root(wide3_dot(way, way));
	Wide3 axis = { way.x / length, way.y / length, way.z / length };
	Wide3 to_b = wide3_sub(wide3(p->other_cylinder.start), start);
	Wide first = wide3_dot(to_b, axis);
	Wide last = wide3_dot(wide3_sub(wide3(p->other_cylinder.end), start), axis);
	Wide low = first < last ? first : last;
	Wide high = first < last ? last : first;
	Wide3 across = wide3_add_scaled(to_b, axis, -first);
	Wide wall = wide_root(wide3_dot(across, across)) - (Wide)p->cylinder.radius -
			(Wide)p->other_cylinder.radius;
	return wide_max(wall, wide_max(low - length, -high));
}

static inline Wide capsules_gap(const MovingPair *p, double t) {
	Segment core = { to_vec3(moved(p, p->capsule.start, t)), to_vec3(moved(p, p->capsule.end, t)) };
	Segment other = { p->other_capsule.start, p->other_capsule.end };
	return (Wide)wide_distance_of_segments(core, other) -
			((Wide)p->capsule.radius + (Wide)p->other_capsule.radius);
}

static inline Wide ellipsoid_gap(const MovingPair *p, double t) {
	Wide3 center = moved(p, p->ellipsoid.center, t);
	const Vec3 corners[3] = { p->triangle.a, p->triangle.b, p->triangle.c };
	Vec3 scaled[3];
	for (int i = 0; i < 3; i++) {
		Wide3 offset = wide3_sub(wide3(corners[i]), center);
		Vec3 semi = p->ellipsoid.semi;
		scaled[i] = to_vec3((Wide3){
				offset.x / (Wide)semi.x, offset.y / (Wide)semi.y, offset.z / (Wide)semi.z });
	}
	Triangle triangle = { scaled[0], scaled[1], scaled[2] };
	// in scaled space; times the shortest semi-axis it is at most a length
	return ((Wide)wide_distance_to_triangle(triangle, vec3_zero()) - 1) *
			(Wide)vec3_min_element(p->ellipsoid.semi);
}

static inline Wide sphere_gap(const MovingPair *p, double t) {
	Wide3 center = moved(p, p->sphere.center, t);
	Obb box = p->other_box;
	Wide radius = (Wide)p->sphere.radius;
	switch (p->kind) {
		case PAIR_SPHERES:
			return (Wide)wide3_distance(center, wide3(p->other_sphere.center)) - radius -
					(Wide)p->other_sphere.radius;
		case PAIR_SPHERE_TRIANGLE:
			return (Wide)wide_distance_to_triangle(p->triangle, to_vec3(center)) - radius;
		case PAIR_SPHERE_POLYGON: {
			Triangle first = { p->quad[0], p->quad[1], p->quad[2] };
			Triangle second = { p->quad[0], p->quad[2], p->quad[3] };
			Vec3 at = to_vec3(center);
			return (Wide)fmin(wide_distance_to_triangle(first, at),
						   wide_distance_to_triangle(second, at)) -
					radius;
		}
		case PAIR_SPHERE_CAPSULE:
			return (Wide)wide_distance_to_segment(
						   wide3(p->other_capsule.start), wide3(p->other_capsule.end), center) -
					radius - (Wide)p->other_capsule.radius;
		case PAIR_SPHERE_OBB: return point_box_gap(box, center) - radius;
		default: box.axes = mat3_identity(); return point_box_gap(box, center) - radius;
	}
}

static inline double moving_pair_gap(const MovingPair *p, double t) {
	Wide3 plane_normal = wide3(p->plane.normal);
	Wide length = wide_root(wide3_dot(plane_normal, plane_normal));
	Obb upright = p->box;
	upright.axes = mat3_identity();
	switch (p->kind) {
		case PAIR_SPHERE_PLANE:
			return (double)plane_gap(
					p->plane, moved(p, p->sphere.center, t), (Wide)p->sphere.radius * length);
		case PAIR_AABB_PLANE:
			return (double)plane_gap(
					p->plane, moved(p, p->box.center, t), box_reach(upright, plane_normal));
		case PAIR_OBB_PLANE:
			return (double)plane_gap(
					p->plane, moved(p, p->box.center, t), box_reach(p->box, plane_normal));
		case PAIR_AABBS: {
			MovingPair flat = *p;
			flat.box.axes = mat3_identity();
			flat.other_box.axes = mat3_identity();
			return (double)boxes_gap(&flat, t);
		}
		case PAIR_OBBS:
		case PAIR_HULLS: return (double)boxes_gap(p, t);
		case PAIR_CYLINDERS: return (double)cylinders_gap(p, t);
		case PAIR_CAPSULES: return (double)capsules_gap(p, t);
		case PAIR_ELLIPSOID_TRIANGLE: return (double)ellipsoid_gap(p, t);
		default: return (double)sphere_gap(p, t);
	}
}

// the time of the least distance, by ternary search
static inline double moving_pair_nearest_time(const MovingPair *p) {
	double low = 0;
	double high = 1;
	for (int i = 0; i < 48; i++) {
		double first = low + (high - low) / 3;
		double second = high - (high - low) / 3;
		if (moving_pair_gap(p, first) <= moving_pair_gap(p, second))
			high = second;
		else
			low = first;
	}
	return 0.5 * (low + high);
}

// --- cases

static inline void fill_moving(Rng *rng, MovingPair *p, Vec3 at, Real size) {
	Vec3 half = vec3_scale(random_sizes(rng, -2, 0), size);
	p->sphere = (Sphere){ at, half.x };
	p->box = (Obb){ at, quat_to_mat3(random_quat(rng)), half };
	Vec3 way = vec3_scale(p->other_box.axes.x, half.y);
	p->cylinder = (Cylinder){ vec3_sub(at, way), vec3_add(at, way), half.z };
	// parallel to the other one as often as not
	if (rng_below(rng, 2)) way = vec3_scale(random_unit(rng), half.y);
	p->capsule = (Capsule){ vec3_sub(at, way), vec3_add(at, way), half.z };
	// at most 100 times as long as wide: rounding grows with that
	p->ellipsoid = (Ellipsoid){ at, half };
}

static inline void fill_resting(Rng *rng, MovingPair *p, Vec3 at, Real size) {
	Vec3 half = vec3_scale(random_sizes(rng, -2, 0), size);
	p->other_sphere = (Sphere){ at, half.x };
	p->other_box = (Obb){ at, quat_to_mat3(random_quat(rng)), half };
	Vec3 way = vec3_scale(p->other_box.axes.x, rng_below(rng, 2) ? half.y : -half.y);
	p->other_capsule = (Capsule){ vec3_sub(at, way), vec3_add(at, way), half.z };
	p->other_cylinder = (Cylinder){ vec3_sub(at, way), vec3_add(at, way), half.z };
	p->triangle = triangle_move(random_triangle(rng, size), at);
	Vec3 normal = vec3_scale(p->other_box.axes.z, random_size(rng, -1, 1));
	p->plane = (Plane){ normal, vec3_dot(normal, at) };
	Vec3 u = vec3_scale(p->other_box.axes.x, half.x);
	Vec3 w = vec3_scale(p->other_box.axes.y, half.y);
	p->quad[0] = vec3_sub(vec3_sub(at, u), w);
	p->quad[1] = vec3_sub(vec3_add(at, u), w);
	p->quad[2] = vec3_add(vec3_add(at, u), w);
	p->quad[3] = vec3_add(vec3_sub(at, u), w);
}

// aimed at the other object, past it, along its axes, too short, away, or not at all
static inline Vec3 random_motion(Rng *rng, const MovingPair *p, Vec3 from, Vec3 to, Real size) {
	Vec3 target = vec3_add(to, random_vec3(rng, (double)size));
	Vec3 way = vec3_scale(vec3_sub(target, from), random_real(rng, 0.2, 3));
	switch (rng_below(rng, 8)) {
		case 0: return vec3_scale(p->other_box.axes.x, vec3_length(way));
		case 1: return vec3_scale(vec3_axis((int)rng_below(rng, 3)), -vec3_length(way));
		case 2: return vec3_scale(way, random_size(rng, -3, 2));
		case 3: return rng_below(rng, 4) ? vec3_negate(way) : vec3_zero();
		default: return way;
	}
}

static inline MovingPair random_moving_pair(Rng *rng, Real size) {
	MovingPair p = { .kind = rng_below(rng, PAIR_KINDS) };
	Vec3 at = random_vec3(rng, (double)size * (rng_below(rng, 3) == 0 ? 100 : 1));
	fill_resting(rng, &p, at, size);
	Real distance = size * random_size(rng, -1, 1);
	Vec3 from = vec3_add_scaled(at, random_unit(rng), distance);
	// straight beside, over or before the other one as often as askew
	if (rng_below(rng, 3) == 0) from = vec3_add_scaled(at, p.other_box.axes.z, distance);
	fill_moving(rng, &p, from, size);
	p.motion = random_motion(rng, &p, from, at, size);
	return p;
}

// the sum that the bound is relative to
static inline double moving_pair_size(const MovingPair *p, Real size) {
	Vec3 far_point = vec3_max(vec3_abs(p->sphere.center), vec3_abs(p->other_box.center));
	// triangles have sides up to eight times the size
	double sum = (double)vec3_max_element(far_point) + (double)vec3_length(p->motion);
	sum += (p->kind == PAIR_SPHERE_TRIANGLE || p->kind == PAIR_ELLIPSOID_TRIANGLE ? 8 : 4) *
			(double)size;
	// what the angle between axes that count as parallel makes of the heights, at most 4 sizes
	if (p->kind == PAIR_CYLINDERS) {
		sum += 4 * (double)(MK_CYLINDER_PARALLEL / MK_MOVING_ROUNDING) * (double)size;
	}
	if (p->kind != PAIR_ELLIPSOID_TRIANGLE) return sum;
	Vec3 semi = p->ellipsoid.semi;
	return sum * (double)(vec3_max_element(semi) / vec3_min_element(semi));
}
