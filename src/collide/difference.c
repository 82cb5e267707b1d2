// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// How the frame of a pair is chosen. If A's pose is rigid, its transpose is its inverse and A needs
// no matrix at all; if not, the axes outside are as good as any and B's matrix stays as it is.
#include "collide/difference.h"

#include "base/assert.h"

// Sizes and distances beyond this (m) count as not finite: the solvers multiply up to six lengths,
// which must not overflow double, nor two of them single precision. Larger than any legal scene by
// ten orders; a smaller bound would gain nothing.
#define MK_DIFFERENCE_MAX 1e15

// A pair that is smaller than this (m), with the way between the origins, counts like one
// without any size: squares of lengths would be below the smallest number. Smaller than
// any shape by nine orders.
#define MK_DIFFERENCE_MIN 1e-15

Real mk_difference_bound(const ShapeInstance *in) {
	if (in->is_rigid) return in->shape->bound + in->margin;
	// the sum of squares is at least the largest stretch squared
	Mat3 m = in->pose.linear;
	Real squares = vec3_length_squared(m.x) + vec3_length_squared(m.y) + vec3_length_squared(m.z);
	return in->shape->bound * real_sqrt(squares) + in->margin;
}

static bool has_round_core(const ShapeInstance *in) {
	return !in->is_similar && in->shape->rounding > 0;
}

// One support is a product with a matrix, at most two more operations per coordinate for the shape
// itself, an addition of the offset and a difference: about 8 roundings of numbers not larger than
// the three sizes together, each half an epsilon.
static inline Real rounding_floor(const ShapeInstance *a, const ShapeInstance *b, Vec3 offset) {
	return 4 * MK_EPSILON * (mk_difference_bound(a) + mk_difference_bound(b) + vec3_length(offset));
}

// All fields at once, so that they are written where the caller wants them.
static inline Difference join(
		const ShapeInstance *a, const ShapeInstance *b, Mat3 from_b, Vec3 offset, Mat3 axes) {
	return (Difference){
		.a = { a->shape, a->is_rigid ? mat3_identity() : a->pose.linear, a->is_rigid,
				has_round_core(a), a->is_rigid },
		.b = { b->shape, from_b, false, has_round_core(b), a->is_rigid && b->is_rigid },
		.offset = offset,
		.rounding = a->rounding + b->rounding,
		.radius_a = a->rounding,
		.radius_b = b->rounding,
		.error = rounding_floor(a, b, offset),
		.pose = { axes, a->pose.origin },
	};
}

Difference mk_difference(const ShapeInstance *a, const ShapeInstance *b) {
	MK_ASSERT(shape_is_convex(a->shape) && shape_is_convex(b->shape));
	if (!a->is_rigid) {
		Vec3 way = vec3_sub(b->pose.origin, a->pose.origin);
		return join(a, b, b->pose.linear, way, mat3_identity());
	}
	Affine relative;
	affine_relative(&a->pose, &b->pose, &relative);
	return join(a, b, relative.linear, relative.origin, a->pose.linear);
}

bool mk_difference_is_finite(const Difference *d) {
	// a sum is finite only if all its terms are; the floor knows all sizes, but not rigid matrices
	Mat3 both = mat3_add(d->a.linear, d->b.linear);
	Vec3 sum = vec3_add(vec3_add(both.x, both.y), vec3_add(both.z, d->offset));
	double size = (double)d->error / (double)MK_EPSILON;
	return vec3_is_finite(sum) && size < MK_DIFFERENCE_MAX && size > MK_DIFFERENCE_MIN;
}
