// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Rotations and symmetric matrices in lanes, as quat.h and sym3.h have them for one.
#pragma once

#include "math/sym3.h"
#include "math/wide.h"

#include <float.h>

// A unit quaternion per lane.
typedef struct WideQuat {
	Wide x;
	Wide y;
	Wide z;
	Wide w;
} WideQuat;

// A symmetric matrix per lane.
typedef struct WideSym3 {
	Wide xx;
	Wide xy;
	Wide xz;
	Wide yy;
	Wide yz;
	Wide zz;
} WideSym3;

MK_WIDE_INLINE WideVec3 wide_vec3_zero(void) {
	return (WideVec3){ wide_zero(), wide_zero(), wide_zero() };
}

// Returns an axis, 0 to 2.
MK_WIDE_INLINE WideVec3 wide_vec3_axis(int axis) {
	return (WideVec3){ wide_splat(axis == 0 ? 1 : 0), wide_splat(axis == 1 ? 1 : 0),
		wide_splat(axis == 2 ? 1 : 0) };
}

MK_WIDE_INLINE Wide wide_vec3_get(WideVec3 v, int axis) {
	return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

MK_WIDE_INLINE Wide wide_vec3_length(WideVec3 v) { return wide_sqrt(wide_vec3_dot(v, v)); }

// Returns a unit vector across a unit vector; any, but always the same for the same one.
MK_WIDE_INLINE WideVec3 wide_vec3_perpendicular(WideVec3 n) {
	// stands for a length of zero where it is a divisor
	const Wide tiny = wide_splat(1e-30f);
	WideMask is_flat = wide_less(wide_abs(n.x), wide_abs(n.z));
	WideVec3 across = wide_vec3_select(is_flat, (WideVec3){ wide_zero(), wide_negate(n.z), n.y },
			(WideVec3){ wide_negate(n.y), n.x, wide_zero() });
	Wide inverse = wide_divide(wide_splat(1), wide_max(wide_vec3_length(across), tiny));
	return wide_vec3_scale(across, inverse);
}

// Returns 1 / x where x is above zero, zero elsewhere.
MK_WIDE_INLINE Wide wide_inverse_or_zero(Wide x) {
	return wide_select(wide_less(wide_zero(), x), wide_divide(wide_splat(1), x), wide_zero());
}

MK_WIDE_INLINE WideVec3 wide_quat_vector(WideQuat q) { return (WideVec3){ q.x, q.y, q.z }; }

MK_WIDE_INLINE WideQuat wide_quat_conjugate(WideQuat q) {
	return (WideQuat){ wide_negate(q.x), wide_negate(q.y), wide_negate(q.z), q.w };
}

// Returns the rotation "b, then a".
MK_WIDE_INLINE WideQuat wide_quat_multiply(WideQuat a, WideQuat b) {
	WideVec3 u = wide_quat_vector(a);
	WideVec3 v = wide_quat_vector(b);
	WideVec3 sum = wide_vec3_add(wide_vec3_scale(v, a.w), wide_vec3_scale(u, b.w));
	sum = wide_vec3_add(sum, wide_vec3_cross(u, v));
	return (WideQuat){ sum.x, sum.y, sum.z,
		wide_sub(wide_multiply(a.w, b.w), wide_vec3_dot(u, v)) };
}

// Returns v turned by q: v + 2 u x (u x v + w v), u the vector part.
MK_WIDE_INLINE WideVec3 wide_quat_rotate(WideQuat q, WideVec3 v) {
	WideVec3 u = wide_quat_vector(q);
	WideVec3 inner = wide_vec3_add_scaled(wide_vec3_cross(u, v), v, q.w);
	return wide_vec3_add_scaled(v, wide_vec3_cross(u, inner), wide_splat(2));
}

MK_WIDE_INLINE WideSym3 wide_sym3_add(WideSym3 a, WideSym3 b) {
	return (WideSym3){ wide_add(a.xx, b.xx), wide_add(a.xy, b.xy), wide_add(a.xz, b.xz),
		wide_add(a.yy, b.yy), wide_add(a.yz, b.yz), wide_add(a.zz, b.zz) };
}

MK_WIDE_INLINE WideVec3 wide_sym3_apply(WideSym3 m, WideVec3 v) {
	return (WideVec3){
		wide_multiply_add(m.xz, v.z, wide_multiply_add(m.xy, v.y, wide_multiply(m.xx, v.x))),
		wide_multiply_add(m.yz, v.z, wide_multiply_add(m.yy, v.y, wide_multiply(m.xy, v.x))),
		wide_multiply_add(m.zz, v.z, wide_multiply_add(m.yz, v.y, wide_multiply(m.xz, v.x))),
	};
}

// Returns s (a b^T + b a^T) / 2.
MK_WIDE_INLINE WideSym3 wide_sym3_outer(WideVec3 a, WideVec3 b, Wide s) {
	WideVec3 u = wide_vec3_scale(b, s);
	WideVec3 v = wide_vec3_scale(b, wide_multiply(s, wide_splat(0.5f)));
	return (WideSym3){
		wide_multiply(a.x, u.x),
		wide_multiply_add(a.x, v.y, wide_multiply(a.y, v.x)),
		wide_multiply_add(a.x, v.z, wide_multiply(a.z, v.x)),
		wide_multiply(a.y, u.y),
		wide_multiply_add(a.y, v.z, wide_multiply(a.z, v.y)),
		wide_multiply(a.z, u.z),
	};
}

// Returns [r] M [r]^T, as sym3_at_arm.
MK_WIDE_INLINE WideSym3 wide_sym3_at_arm(WideSym3 m, WideVec3 r) {
	WideVec3 rows[3] = { { m.xx, m.xy, m.xz }, { m.xy, m.yy, m.yz }, { m.xz, m.yz, m.zz } };
	// columns of [r] M
	WideVec3 x = wide_vec3_cross(r, rows[0]);
	WideVec3 y = wide_vec3_cross(r, rows[1]);
	WideVec3 z = wide_vec3_cross(r, rows[2]);
	return (WideSym3){
		.xx = wide_sub(wide_multiply(r.y, z.x), wide_multiply(r.z, y.x)),
		.xy = wide_sub(wide_multiply(r.z, x.x), wide_multiply(r.x, z.x)),
		.xz = wide_sub(wide_multiply(r.x, y.x), wide_multiply(r.y, x.x)),
		.yy = wide_sub(wide_multiply(r.z, x.y), wide_multiply(r.x, z.y)),
		.yz = wide_sub(wide_multiply(r.x, y.y), wide_multiply(r.y, x.y)),
		.zz = wide_sub(wide_multiply(r.x, y.z), wide_multiply(r.y, x.z)),
	};
}

// Inverts one lane's matrix by its eigenvectors.
static inline void wide_sym3_invert_lane(WideSym3 *inverse, const WideSym3 *m, uint32_t lane) {
	const Wide *from[6] = { &m->xx, &m->xy, &m->xz, &m->yy, &m->yz, &m->zz };
	Wide *to[6] = { &inverse->xx, &inverse->xy, &inverse->xz, &inverse->yy, &inverse->yz,
		&inverse->zz };
	_Alignas(4 * MK_LANES) float numbers[6][MK_LANES];
	for (uint32_t i = 0; i < 6; i++)
		wide_store(numbers[i], *from[i]);
	Sym3 one = mk_sym3_invert_by_axes(
			(Sym3){ (Real)numbers[0][lane], (Real)numbers[1][lane], (Real)numbers[2][lane],
					(Real)numbers[3][lane], (Real)numbers[4][lane], (Real)numbers[5][lane] },
			(Real)(10 * FLT_EPSILON));
	const Real results[6] = { one.xx, one.xy, one.xz, one.yy, one.yz, one.zz };
	for (uint32_t i = 0; i < 6; i++) {
		wide_store(numbers[i], *to[i]);
		numbers[i][lane] = (float)results[i];
		*to[i] = wide_load(numbers[i]);
	}
}

// As sym3_invert, in the lanes that are asked for; others may hold anything.
MK_WIDE_INLINE WideSym3 wide_sym3_invert(WideSym3 m, uint32_t lanes) {
	const Wide zero = wide_splat(10 * FLT_EPSILON);
	WideVec3 x = { m.xx, m.xy, m.xz };
	WideVec3 y = { m.xy, m.yy, m.yz };
	WideVec3 z = { m.xz, m.yz, m.zz };
	WideVec3 yz = wide_vec3_cross(y, z);
	WideVec3 zx = wide_vec3_cross(z, x);
	WideVec3 xy = wide_vec3_cross(x, y);
	Wide determinant = wide_vec3_dot(x, yz);
	Wide trace = wide_add(wide_add(m.xx, m.yy), m.zz);
	// the sum of cofactors is about the product of the two larger eigenvalues
	Wide two = wide_add(wide_add(yz.x, zx.y), xy.z);
	WideMask is_regular = wide_less(wide_multiply(zero, wide_multiply(trace, trace)), two);
	is_regular = mask_and(
			is_regular, wide_less(wide_multiply(zero, wide_multiply(trace, two)), determinant));
	is_regular = mask_and(is_regular, wide_less_equal(wide_splat(FLT_MIN), determinant));
	Wide s = wide_divide(wide_splat(1), determinant);
	WideSym3 inverse = { wide_multiply(yz.x, s), wide_multiply(yz.y, s), wide_multiply(yz.z, s),
		wide_multiply(zx.y, s), wide_multiply(zx.z, s), wide_multiply(xy.z, s) };
	uint32_t odd = lanes & ~mask_bits(is_regular);
	for (uint32_t lane = 0; odd != 0; odd >>= 1, lane++)
		if (odd & 1) wide_sym3_invert_lane(&inverse, &m, lane);
	return inverse;
}
