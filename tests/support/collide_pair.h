// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The manifold of one pair, and what tests measure on it.
#pragma once

#include "collide/collide.h"
#include "support/budget.h"
#include "support/check.h"

static inline uint32_t cases(uint32_t count) { return pick_count(count, count / 10 + 1); }

// m; contacts up to this far apart are asked for unless a test says otherwise.
#define TEST_MARGIN ((Real)0.02)

typedef struct Collided {
	bool hit;
	Manifold manifold;
} Collided;

// Convex pairs have one manifold at most.
static inline Collided collide_input(const CollideInput *input) {
	ManifoldArray array = { 0 };
	CollideInput copy = *input;
	copy.manifolds = &array;
	mk_collide(&copy);
	assert_true(array.count <= 1);
	Collided found = { .hit = array.count > 0 };
	if (found.hit) found.manifold = *manifold_array_at(&array, 0);
	manifold_array_free(&array);
	return found;
}

static inline Collided collide_pair(const ShapeInstance *a, const ShapeInstance *b) {
	return collide_input(&(CollideInput){ .a = a, .b = b, .margin = TEST_MARGIN });
}

static inline Collided collide_at(const Shape *a, Transform at_a, const Shape *b, Transform at_b) {
	ShapeInstance on_a = instance_rigid(a, at_a);
	ShapeInstance on_b = instance_rigid(b, at_b);
	return collide_pair(&on_a, &on_b);
}

static inline Transform at(double x, double y, double z) {
	return (Transform){ quat_identity(), vec3((Real)x, (Real)y, (Real)z) };
}

// Turned about an axis by an angle in degrees.
static inline Transform turned(Transform pose, Vec3 axis, double degrees) {
	Quat turn = quat_from_axis_angle(axis, (Real)(degrees / 180) * MK_PI);
	return (Transform){ quat_normalize(quat_multiply(turn, pose.rotation)), pose.position };
}

static inline Real deepest_of(const Manifold *m) {
	Real deepest = MK_INFINITY;
	for (uint32_t i = 0; i < m->count; i++)
		deepest = real_min(m->points[i].separation, deepest);
	return deepest;
}

static inline bool has_point_near(const Manifold *m, Vec3 p, Real reach) {
	for (uint32_t i = 0; i < m->count; i++) {
		if (vec3_distance(m->points[i].position, p) <= reach) return true;
	}
	return false;
}

// Twice the area of the outline of a manifold's points around their first one, m^2.
static inline Real spread_of(const Manifold *m) {
	Real area = 0;
	for (uint32_t i = 0; i < m->count; i++) {
		for (uint32_t k = i + 1; k < m->count; k++) {
			for (uint32_t l = k + 1; l < m->count; l++) {
				Vec3 side = vec3_sub(m->points[k].position, m->points[i].position);
				Vec3 other = vec3_sub(m->points[l].position, m->points[i].position);
				area = real_max(area, vec3_length(vec3_cross(side, other)));
			}
		}
	}
	return area;
}

static inline Vec3 on_a(const Manifold *m, uint32_t i) {
	return vec3_add_scaled(m->points[i].position, m->normal, -m->points[i].separation / 2);
}
static inline Vec3 on_b(const Manifold *m, uint32_t i) {
	return vec3_add_scaled(m->points[i].position, m->normal, m->points[i].separation / 2);
}

// No point of the instance is farther from its origin.
static inline Real size_of(const ShapeInstance *in) {
	Mat3 m = in->pose.linear;
	Vec3 lengths = vec3(vec3_length(m.x), vec3_length(m.y), vec3_length(m.z));
	return in->shape->bound * vec3_max_element(lengths);
}

// -h(n): how far the shapes are apart along a direction, by supports of the whole shapes.
static inline Real apart_along(const ShapeInstance *a, const ShapeInstance *b, Vec3 n) {
	ShapeInstance near_a = *a;
	ShapeInstance near_b = *b;
	near_b.pose.origin = vec3_sub(b->pose.origin, a->pose.origin);
	near_a.pose.origin = vec3_zero();
	Vec3 point_a = instance_support(&near_a, n, MK_SHAPE_NO_ID);
	Vec3 point_b = instance_support(&near_b, vec3_negate(n), MK_SHAPE_NO_ID);
	return vec3_dot(vec3_sub(point_b, point_a), n);
}

// Moves B so that the signed separation of the pair is about `separation` (m).
static inline void place_apart(const ShapeInstance *a, ShapeInstance *b, Real separation) {
	for (int i = 0; i < 3; i++) {
		Separation s = mk_separation(a, b);
		Vec3 way = vec3_scale(s.normal, separation - s.distance);
		b->pose.origin = vec3_add(b->pose.origin, way);
	}
}
