// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Angles between the frames of joints, in lanes; included by kernels only.
//
// Rates: with q = B's frame seen from A's and w the spin of B less that of A in A's frame, q' = (w,
// 0) q / 2. So for every function of q there is a vector whose product with w is its rate; these
// vectors are the axes of the angular rows.
#pragma once

#include "math/wide_trig.h"
#include "math/wide_turn.h"

// The frames of joints, and B's seen from A's (its w is not negative).
typedef struct LaneTurn {
	WideQuat a;
	WideQuat b;
	WideQuat q;
} LaneTurn;

// An angle and the world axis whose product with the relative spin is its rate.
typedef struct LaneAngle {
	Wide value; // rad
	WideVec3 axis;
} LaneAngle;

MK_WIDE_INLINE LaneTurn lane_turn(WideQuat a, WideQuat b) {
	WideQuat q = wide_quat_multiply(wide_quat_conjugate(a), b);
	Wide w = q.w;
	q = (WideQuat){ wide_flip_sign(q.x, w), wide_flip_sign(q.y, w), wide_flip_sign(q.z, w),
		wide_abs(w) };
	return (LaneTurn){ a, b, q };
}

// The rate of a component of q's vector part, in A's axes; twice, so that it is that of an angle.
MK_WIDE_INLINE WideVec3 lane_component_rate(WideQuat q, int component) {
	WideVec3 e = wide_vec3_axis(component);
	return wide_vec3_add_scaled(wide_vec3_cross(wide_quat_vector(q), e), e, q.w);
}

// The angle about an axis (0 to 2) of A's frame that is left when the lean of the axis is undone:
// 2 atan2(v_i, w); its rate is (w^2 e + w v x e + v_i v) / (w^2 + v_i^2).
MK_WIDE_INLINE LaneAngle lane_twist(const LaneTurn *turn, int axis) {
	WideVec3 v = wide_quat_vector(turn->q);
	Wide w = turn->q.w;
	Wide along = wide_vec3_get(v, axis);
	WideVec3 e = wide_vec3_axis(axis);
	Wide size = wide_multiply_add(along, along, wide_multiply(w, w));
	WideVec3 rate = wide_vec3_scale(lane_component_rate(turn->q, axis), w);
	rate = wide_vec3_add_scaled(rate, v, along);
	rate = wide_vec3_scale(rate, wide_divide(wide_splat(1), size));
	// the axis points the other way: there is no twist to speak of
	rate = wide_vec3_select(wide_less(size, wide_splat(FLT_EPSILON)), e, rate);
	return (LaneAngle){ wide_multiply(wide_splat(2), wide_atan2(along, w)),
		wide_quat_rotate(turn->a, rate) };
}

// The part about Y (0) or Z (1) of the lean of X, whose sum of tangents of half angles is the
// lean's. With n = w^2 + x^2 the swing is (0, w y - x z, w z + x y, n) / sqrt(n), so the part about
// Y is 2 atan2(p, n) with p = w y - x z. Rates follow by the chain rule from those of w, x, y, z;
// that of w, doubled, is -v.
MK_WIDE_INLINE LaneAngle lane_swing(const LaneTurn *turn, int part) {
	WideQuat q = turn->q;
	WideVec3 v = wide_quat_vector(q);
	Wide sign = wide_splat(part == 0 ? 1 : -1);
	Wide near = part == 0 ? q.y : q.z;
	Wide far = wide_multiply(sign, part == 0 ? q.z : q.y);
	Wide n = wide_multiply_add(q.x, q.x, wide_multiply(q.w, q.w));
	Wide p = wide_sub(wide_multiply(q.w, near), wide_multiply(q.x, far));
	WideVec3 rate_x = lane_component_rate(q, 0);
	WideVec3 dp = wide_vec3_scale(lane_component_rate(q, 1 + part), q.w);
	dp = wide_vec3_sub(dp, wide_vec3_scale(v, near));
	dp = wide_vec3_sub(dp, wide_vec3_scale(rate_x, far));
	dp = wide_vec3_sub(
			dp, wide_vec3_scale(lane_component_rate(q, 2 - part), wide_multiply(sign, q.x)));
	WideVec3 dn = wide_vec3_sub(wide_vec3_scale(rate_x, q.x), wide_vec3_scale(v, q.w));
	dn = wide_vec3_scale(dn, wide_splat(2));
	Wide size = wide_multiply_add(p, p, wide_multiply(n, n));
	Wide inverse = wide_divide(wide_splat(1), wide_max(size, wide_splat(FLT_EPSILON)));
	WideVec3 rate = wide_vec3_sub(wide_vec3_scale(dp, n), wide_vec3_scale(dn, p));
	return (LaneAngle){ wide_multiply(wide_splat(2), wide_atan2(p, n)),
		wide_quat_rotate(turn->a, wide_vec3_scale(rate, inverse)) };
}

// How far an axis of B's frame leans away from A's.
MK_WIDE_INLINE LaneAngle lane_lean(const LaneTurn *turn, int axis) {
	WideVec3 a = wide_quat_rotate(turn->a, wide_vec3_axis(axis));
	WideVec3 b = wide_quat_rotate(turn->b, wide_vec3_axis(axis));
	WideVec3 across = wide_vec3_cross(a, b);
	Wide sine = wide_vec3_length(across);
	// straight, or turned all the way over: any axis across will do
	WideVec3 about = wide_vec3_select(wide_less(wide_splat(FLT_EPSILON), sine),
			wide_vec3_scale(across, wide_divide(wide_splat(1), sine)), wide_vec3_perpendicular(a));
	return (LaneAngle){ wide_atan2(sine, wide_vec3_dot(a, b)), about };
}
