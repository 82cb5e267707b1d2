// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The functions of the pair matrix for convex shapes, and what they share. Each takes its shapes in
// the order of its name and adds at most one manifold. Closed forms are for poses that keep angles
// (is_similar): elsewhere a ball is no ball, and they hand on to mk_pair_convex.
#pragma once

#include "collide/collide.h"

// Any two convex shapes: distance or depth of the cores, then the features
// along the normal clipped.
PairFunction mk_pair_convex;

PairFunction mk_pair_sphere_sphere;
PairFunction mk_pair_sphere_capsule;
PairFunction mk_pair_sphere_box;
PairFunction mk_pair_sphere_cylinder;
PairFunction mk_pair_capsule_capsule;
PairFunction mk_pair_box_box;
PairFunction mk_pair_box_capsule;

// Any convex shape and a half-space: exact, by one support and the face along the plane's normal.
PairFunction mk_pair_convex_half_space;

// Two half-spaces: both are immovable, no contact.
PairFunction mk_pair_none;

// Any shape and a separation ray: one contact where the ray enters, that acts along the
// ray, or along the surface's normal if it slides on slopes. A ray that starts inside,
// or leaves, gives nothing.
PairFunction mk_pair_any_ray;

// Adds a manifold given in a frame with A's origin: `axes` carries it outside.
void mk_pair_emit(const CollideInput *input, const Mat3 *axes, const Manifold *manifold);

// One point of each core (relative to A's origin, axes outside), opposite each other along the
// normal: what closed forms end in.
typedef struct PairPoint {
	Vec3 normal;   // unit, from A to B
	Vec3 point_a;  // m; B's is distance times the normal away
	Real distance; // m; of the cores, negative if they overlap
	ContactKind kind;
	uint32_t id;
} PairPoint;

// Returns the contact of two points; if they coincide the normal is `fallback`.
static inline PairPoint pair_point(Vec3 a, Vec3 b, Vec3 fallback) {
	Vec3 way = vec3_sub(b, a);
	Vec3 normal = vec3_normalize(way);
	if (vec3_equals(normal, vec3_zero())) normal = fallback;
	return (PairPoint){ .normal = normal, .point_a = a, .distance = vec3_dot(way, normal) };
}

// Adds a manifold of one point unless it is farther apart than the margin.
void mk_pair_emit_point(const CollideInput *input, const PairPoint *point);

// Returns a point of a contact from points of the cores and their radii.
static inline ContactPoint pair_contact(const CollideInput *input, const PairPoint *point) {
	Real separation = point->distance - input->a->rounding - input->b->rounding;
	Real middle = input->a->rounding + separation / 2;
	return (ContactPoint){ vec3_add_scaled(point->point_a, point->normal, middle), separation,
		point->id };
}
