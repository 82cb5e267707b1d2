// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A shape under an affine map, and everything that can be asked of it in the space outside.
//
// S(M P + N, d) = M S(P, M^T d) + N holds for every matrix: scale, shear, mirrors and flattening
// are exact. Rounding needs a second look. If M is a similarity (rotation or mirror, times one
// scale), a mapped ball is a ball: the instance is mapped core + scaled radius. Otherwise the ball
// becomes an ellipsoid: then the core of the instance is the image of the whole rounded shape and
// its radius is 0. Both are exact, and whoever works with "core and radius" need not know which.
// A margin is just more radius in either form (instance_grow).
#pragma once

#include "shape/shape.h"

typedef struct ShapeInstance {
	const Shape *shape;
	Affine pose;
	Real rounding;   // m; what is to be added to the core, outside; includes the margin
	Real margin;     // m; what was added by instance_grow
	bool is_similar; // false: the core includes the shape's own rounding
	bool is_rigid;   // the pose is a rotation and a translation: its transpose is its inverse
} ShapeInstance;

// How far M^T M may be from a multiple of the identity for M to count as a similarity, relative; no
// unit. Rotations that went through a dozen products in single precision are off by less. The error
// it lets through is half of it times the rounding radius: 2 micrometres on a ball of 1 m, which is
// the rounding floor of a distance query. Smaller: rotated spheres become ellipsoids for nothing.
#define MK_SIMILAR_TOLERANCE (32 * MK_EPSILON)

// Returns the shape under any finite map.
ShapeInstance mk_instance(const Shape *shape, Affine pose);

// Returns the shape at a rigid pose; spares the look at the matrix.
static inline ShapeInstance instance_rigid(const Shape *shape, Transform pose) {
	return (ShapeInstance){ shape, affine_from_transform(pose), shape->rounding, 0, true, true };
}

// Returns the shape in its own space.
static inline ShapeInstance instance_local(const Shape *shape) {
	return (ShapeInstance){ shape, affine_identity(), shape->rounding, 0, true, true };
}

// Returns the set of all points within `margin` (m, not negative) of the instance.
static inline ShapeInstance instance_grow(ShapeInstance instance, Real margin) {
	instance.rounding += margin;
	instance.margin += margin;
	return instance;
}

// Returns the farthest point of the instance's core; the id and the hint are the shape's.
static inline SupportPoint instance_support_core(
		const ShapeInstance *in, Vec3 direction, uint32_t hint) {
	Vec3 local = mat3_apply_transposed(in->pose.linear, direction);
	SupportPoint s = shape_support(in->shape, local, hint);
	if (!in->is_similar && in->shape->rounding > 0) {
		s.point = vec3_add_scaled(s.point, support_unit(local), in->shape->rounding);
		s.id = MK_SHAPE_NO_ID;
	}
	s.point = affine_point(in->pose, s.point);
	return s;
}

// Returns the farthest point of the instance.
static inline Vec3 instance_support(const ShapeInstance *in, Vec3 direction, uint32_t hint) {
	Vec3 core = instance_support_core(in, direction, hint).point;
	if (in->rounding == 0) return core;
	return vec3_add_scaled(core, support_unit(direction), in->rounding);
}

// Returns a corner of the instance's core by its id; only for shapes with corners, and unless the
// core is a rounded shape (is_similar false and rounding).
static inline Vec3 instance_vertex(const ShapeInstance *in, uint32_t id) {
	return affine_point(in->pose, in->shape->ops->vertex(in->shape, id));
}

// Returns the smallest box around a shape under a map, but for some epsilon of its size outward.
// Half-spaces have infinite bounds on all sides but the one their normal is along, if it is.
Aabb mk_shape_bounds(const Shape *shape, Affine map);

// Returns the smallest box around an instance, grown by its margin.
Aabb mk_instance_bounds(const ShapeInstance *instance);

// Returns the mass properties under a map with density 1; no mass for what has no inside, and for
// half-spaces. May allocate.
MassProperties mk_shape_mass(const Shape *shape, Affine map);

// Returns the first hit of a ray with a shape in its own space.
ShapeRayHit mk_shape_ray(const Shape *shape, const ShapeRay *ray);

// The same outside, t in lengths of the ray's direction there. A map that flattens leaves nothing
// to hit; a margin counts only for convex shapes.
ShapeRayHit mk_instance_ray(const ShapeInstance *instance, const ShapeRay *ray);

// Returns the nearest point of a shape in its own space, margin 0.
ShapePoint mk_shape_closest(const Shape *shape, Vec3 p);

// The same outside, with the margin. For a half-space under a map that flattens it, the answer is
// p; a p that is not finite is inside of nothing, and the point means nothing.
ShapePoint mk_instance_closest(const ShapeInstance *instance, Vec3 p);

// Writes the part of a convex instance's core that faces a direction most.
void mk_instance_face_core(const ShapeInstance *instance, Vec3 direction, ShapeFace *face);

// Writes the part of a convex instance's surface that faces a direction most: the core's, moved out
// by the radius along its normal.
void mk_instance_face(const ShapeInstance *instance, Vec3 direction, ShapeFace *face);
