// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The Minkowski difference A - B of two convex shapes, by its support mapping S(A - B, d) = S(A,
// d) - S(B, -d). It is never built; supports are all that GJK, EPA and the others need (van den
// Bergen, Collision Detection in Interactive 3D Environments, 4.3).
//
// Everything is in the frame of the pair: its origin is that of A, its axes are A's if A's pose is
// rigid, else those outside. So numbers are as small as the pair, wherever it is in the world, and
// A needs no matrix. The difference is that of the cores; `rounding` is what both radii add.
#pragma once

#include "math/quad.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "shape/instance.h"

// One of the two shapes, seen from the frame of the pair.
typedef struct DifferenceSide {
	const Shape *shape;
	Mat3 linear;        // from the shape's space to the axes of the frame
	bool is_local;      // `linear` is the identity
	bool is_round_core; // the core includes the shape's own rounding (instance.h)
	bool is_rigid;      // `linear` is a rotation
} DifferenceSide;

typedef struct Difference {
	DifferenceSide a;
	DifferenceSide b;
	Vec3 offset;   // m; from A's origin to B's, in the frame
	Real rounding; // m; sum of both radii
	Real radius_a; // m; their parts
	Real radius_b;
	Real error;  // m; rounding floor of one support: no tolerance may be smaller
	Affine pose; // from the frame to the space of the instances
} Difference;

// A point of the difference of the cores and where it comes from.
typedef struct DifferencePoint {
	Vec3 point; // a - b
	Vec3 a;     // of A's core, in the frame
	Vec3 b;     // of B's core, in the frame
	uint32_t id_a;
	uint32_t id_b; // corners as in SupportPoint, MK_SHAPE_NO_ID on curved cores
} DifferencePoint;

// Writes a pose as seen from a rigid one, without losing digits of positions far from the origin.
// Written where it is wanted: a copy would have to wait for the numbers to be in memory.
static inline void affine_relative(const Affine *rigid, const Affine *pose, Affine *relative) {
	Mat3 m = rigid->linear;
	Vec3 way = vec3_sub(pose->origin, rigid->origin);
	const Quad rows[3] = { quad(m.x.x, m.y.x, m.z.x, 0), quad(m.x.y, m.y.y, m.z.y, 0),
		quad(m.x.z, m.y.z, m.z.z, 0) };
	relative->linear.x = quad_weigh(rows, pose->linear.x);
	relative->linear.y = quad_weigh(rows, pose->linear.y);
	relative->linear.z = quad_weigh(rows, pose->linear.z);
	relative->origin = quad_weigh(rows, way);
}

// Returns the difference of two convex instances; the margin of an instance counts as rounding. All
// numbers of their poses must be finite (difference_is_finite).
Difference mk_difference(const ShapeInstance *a, const ShapeInstance *b);

// Returns a length (m): no point of the instance with its margin is farther from its origin.
Real mk_difference_bound(const ShapeInstance *instance);

// Returns the size of the pair (m): both shapes and the way between their origins. The rounding
// floor is four epsilon of it.
static inline double difference_size(const Difference *d) {
	return (double)d->error / (4 * (double)MK_EPSILON);
}

// Returns whether every number that an algorithm will see is finite.
bool mk_difference_is_finite(const Difference *difference);

// The support of the most frequent shape, the same as by its ShapeOps, without the call and without
// branches: together half of its cost.
static inline Vec3 difference_box_support(const BoxShape *box, Vec3 direction, uint32_t *id) {
	*id = (uint32_t)(direction.x < 0) | (uint32_t)(direction.y < 0) << 1 |
			(uint32_t)(direction.z < 0) << 2;
	// -0 + 0 is +0: zero counts as positive
	return vec3(real_copy_sign(box->half.x, direction.x + 0),
			real_copy_sign(box->half.y, direction.y + 0),
			real_copy_sign(box->half.z, direction.z + 0));
}

// The same for small hulls, which are frequent, too: a point that is returned goes through memory.
static inline Vec3 difference_hull_support(const Shape *shape, Vec3 direction, uint32_t *id) {
	const Hull *hull = &((const HullShape *)shape)->hull;
	if (hull->vertex_count > MK_HULL_SCAN_LIMIT) return shape->ops->support(shape, direction, id);
	*id = mk_hull_support_scan(hull, direction);
	return hull->vertices[*id];
}

// Returns the farthest point of one side's core along a direction of any
// length, without the offset.
static inline Vec3 difference_side_support(
		const DifferenceSide *side, Vec3 direction, uint32_t *id) {
	Vec3 local = side->is_local ? direction : mat3_apply_transposed(side->linear, direction);
	Vec3 point;
	if (side->shape->kind == SHAPE_BOX)
		point = difference_box_support((const BoxShape *)side->shape, local, id);
	else if (side->shape->kind == SHAPE_HULL)
		point = difference_hull_support(side->shape, local, id);
	else
		point = side->shape->ops->support(side->shape, local, id);
	if (side->is_round_core) {
		point = vec3_add_scaled(point, support_unit(local), side->shape->rounding);
		*id = MK_SHAPE_NO_ID;
	}
	return side->is_local ? point : mat3_apply(side->linear, point);
}

// Returns the farthest point of the difference of the cores along a direction of any length, also
// zero. `near` holds ids of an earlier answer as hints, or MK_SHAPE_NO_ID.
static inline DifferencePoint difference_support(
		const Difference *d, Vec3 direction, DifferencePoint near) {
	DifferencePoint p = { .id_a = near.id_a, .id_b = near.id_b };
	p.a = difference_side_support(&d->a, direction, &p.id_a);
	p.b = difference_side_support(&d->b, vec3_negate(direction), &p.id_b);
	p.b = vec3_add(p.b, d->offset);
	p.point = vec3_sub(p.a, p.b);
	return p;
}

// Returns a DifferencePoint that hints at nothing.
static inline DifferencePoint difference_no_hint(void) {
	return (DifferencePoint){ .id_a = MK_SHAPE_NO_ID, .id_b = MK_SHAPE_NO_ID };
}
