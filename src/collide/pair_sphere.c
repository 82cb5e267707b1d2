// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Spheres against spheres, capsules, boxes and cylinders: the nearest point of the
// other's core to the centre.
#include "collide/ground.h"
#include "collide/pair.h"
#include "geometry/closest.h"
#include "shape/convex.h"

static bool are_similar(const CollideInput *input) {
	return input->a->is_similar && input->b->is_similar;
}

static Vec3 offset_of(const CollideInput *input) {
	return vec3_sub(input->b->pose.origin, input->a->pose.origin);
}

// What stands on a ball as large as a planet does so with more than one point; what is deep in it,
// or may be as far above it as it is large, stands on nothing.
static bool has_closed_form(const CollideInput *input) {
	if (!are_similar(input)) return false;
	if (!instance_is_ground(input->a, input->b)) return true;
	Real radius = input->a->rounding;
	Real size = instance_size(input->b);
	return input->margin > size ||
			vec3_length_squared(offset_of(input)) < real_square(radius - size);
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
	if (!has_closed_form(input)) {
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
	if (!has_closed_form(input)) {
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

// A centre in the cylinder's space: how far it is beyond the caps and the side, negative inside.
typedef struct Beyond {
	Vec3 outward; // unit, across the axis; zero on it
	Real up;      // 1 or -1: the nearer cap
	Real caps;    // in units of that space
	Real side;
} Beyond;

static Beyond look_beyond(const CylinderShape *c, Vec3 local) {
	Vec3 outward = vec3_normalize(vec3(local.x, 0, local.z));
	return (Beyond){ outward, real_copy_sign(1, local.y), real_abs(local.y) - c->half_height,
		vec3_dot(outward, local) - c->radius };
}

// A centre inside leaves through the nearer of cap and side; on the axis any
// way to the side is as good.
static PairPoint leave_cylinder(const ShapeInstance *cylinder, const Beyond *b) {
	Vec3 outward = vec3_equals(b->outward, vec3_zero()) ? vec3_axis(0) : b->outward;
	bool is_cap = b->caps >= b->side;
	Vec3 out = is_cap ? vec3(0, b->up, 0) : outward;
	Mat3 m = cylinder->pose.linear;
	return (PairPoint){
		.normal = vec3_normalize(mat3_apply(m, vec3_negate(out))),
		.distance = (is_cap ? b->caps : b->side) * vec3_length(m.y),
		.kind = is_cap ? CONTACT_VERTEX_FACE : CONTACT_VERTEX_EDGE,
	};
}

void mk_pair_sphere_cylinder(const CollideInput *input) {
	if (!has_closed_form(input)) {
		mk_pair_convex(input);
		return;
	}
	const ShapeInstance *cylinder = input->b;
	Mat3 m = cylinder->pose.linear;
	Real scale = cylinder->is_rigid ? 1 : 1 / vec3_length_squared(m.x);
	Vec3 local = vec3_scale(mat3_apply_transposed(m, offset_of(input)), -scale);
	// what is no number is beyond nothing
	if (!vec3_is_finite(local)) return;
	Beyond b = look_beyond((const CylinderShape *)cylinder->shape, local);
	if (b.caps <= 0 && b.side <= 0) {
		PairPoint point = leave_cylinder(cylinder, &b);
		mk_pair_emit_point(input, &point);
		return;
	}
	Vec3 way = vec3_scale(b.outward, -real_max(b.side, 0));
	way.y = -b.up * real_max(b.caps, 0);
	PairPoint point = pair_point(vec3_zero(), mat3_apply(m, way), vec3_axis(1));
	// on a cap, on the line of the side, or on a point of the rim
	point.kind = contact_kind(0, b.side <= 0 ? 2 : b.caps <= 0 ? 1 : 0);
	mk_pair_emit_point(input, &point);
}
