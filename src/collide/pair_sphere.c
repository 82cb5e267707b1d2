// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Spheres against spheres, capsules and boxes: the nearest point of the other's core to the centre.
#include "collide/pair.h"
#include "geometry/closest.h"
#include "shape/convex.h"

static bool are_similar(const CollideInput *input) {
	return input->a->is_similar && input->b->is_similar;
}

static Vec3 offset_of(const CollideInput *input) {
	return vec3_sub(input->b->pose.origin, input->a->pose.origin);
}

// Equal centres: up is as good as any direction.
void mk_pair_sphere_sphere(const CollideInput *input) {
	if (!are_similar(input)) {
		mk_pair_convex(input);
		return;
	}
	PairPoint point = pair_point(vec3_zero(), offset_of(input), vec3_axis(1));
	mk_pair_emit_point(input, &point);
}

// A centre on the capsule's segment leaves it the short way, across.
void mk_pair_sphere_capsule(const CollideInput *input) {
	if (!are_similar(input)) {
		mk_pair_convex(input);
		return;
	}
	Vec3 axis = input->b->pose.linear.y;
	Vec3 half = vec3_scale(axis, ((const CapsuleShape *)input->b->shape)->half_height);
	Vec3 offset = offset_of(input);
	Segment segment = { vec3_sub(offset, half), vec3_add(offset, half) };
	Vec3 nearest = closest_on_segment(segment, vec3_zero()).point;
	PairPoint point = pair_point(vec3_zero(), nearest, vec3_zero());
	if (vec3_equals(point.normal, vec3_zero())) {
		point.normal = vec3_perpendicular(vec3_normalize(axis));
	}
	mk_pair_emit_point(input, &point);
}

// A centre inside the box leaves it through the nearest face.
static PairPoint leave_box(const ShapeInstance *box, Vec3 local, Vec3 half) {
	Vec3 depths = vec3_sub(half, vec3_abs(local));
	int axis = vec3_min_axis(depths);
	Real sign = vec3_get(local, axis) < 0 ? 1 : -1;
	Mat3 m = box->pose.linear;
	Vec3 column = axis == 0 ? m.x : axis == 1 ? m.y : m.z;
	Real scale = vec3_length(column);
	return (PairPoint){
		.normal = vec3_scale(column, sign / scale),
		.distance = -vec3_get(depths, axis) * scale,
		.kind = CONTACT_VERTEX_FACE,
	};
}

void mk_pair_sphere_box(const CollideInput *input) {
	if (!are_similar(input)) {
		mk_pair_convex(input);
		return;
	}
	const ShapeInstance *box = input->b;
	Mat3 m = box->pose.linear;
	Vec3 half = ((const BoxShape *)box->shape)->half;
	Vec3 offset = offset_of(input);
	Real scale = box->is_rigid ? 1 : 1 / vec3_length_squared(m.x);
	Vec3 local = vec3_scale(mat3_apply_transposed(m, offset), -scale);
	Vec3 nearest = vec3_clamp(local, vec3_negate(half), half);
	if (vec3_equals(nearest, local)) {
		PairPoint point = leave_box(box, local, half);
		mk_pair_emit_point(input, &point);
		return;
	}
	// the way out of the box in its own axes keeps its digits when it is short
	Vec3 way = mat3_apply(m, vec3_sub(nearest, local));
	PairPoint point = pair_point(vec3_zero(), way, vec3_axis(1));
	uint32_t dimension = nearest.x == local.x;
	dimension += nearest.y == local.y;
	dimension += nearest.z == local.z;
	point.kind = contact_kind(0, dimension);
	mk_pair_emit_point(input, &point);
}
