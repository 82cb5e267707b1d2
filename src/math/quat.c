// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The functions of rotations that need angles.
#include "math/quat.h"

#include "math/trig.h"

// Half angles below this (radians) use series instead of divisions by a sine near zero. There the
// first omitted terms, h^4 / 120 and smaller, are under one epsilon of the result.
#ifdef MK_DOUBLE
#define MK_SMALL_HALF_ANGLE ((Real)1e-4)
#else
#define MK_SMALL_HALF_ANGLE ((Real)1e-2)
#endif

Quat mk_quat_from_rotation_vector(Vec3 v) {
	Vec3 half = vec3_scale(v, (Real)0.5);
	Real angle_squared = vec3_length_squared(half);
	if (angle_squared < MK_SMALL_HALF_ANGLE * MK_SMALL_HALF_ANGLE) {
		// sin(h) / h = 1 - h^2 / 6, cos(h) = 1 - h^2 / 2
		Quat q = quat_from_parts(vec3_scale(half, 1 - angle_squared / 6), 1 - angle_squared / 2);
		return quat_normalize(q);
	}
	Real angle = real_sqrt(angle_squared);
	Vec3 axis = vec3_scale(half, 1 / angle);
	return quat_normalize(quat_from_parts(vec3_scale(axis, real_sin(angle)), real_cos(angle)));
}

Vec3 mk_quat_to_rotation_vector(Quat q) {
	if (q.w < 0) q = quat_negate(q);
	Vec3 v = quat_vector(q);
	Real sine = vec3_length(v);
	if (sine < MK_SMALL_HALF_ANGLE) {
		// h = asin(s), so h / s = 1 + s^2 / 6
		return vec3_scale(v, 2 * (1 + sine * sine / 6));
	}
	return vec3_scale(v, 2 * real_atan2(sine, q.w) / sine);
}

Quat mk_quat_from_mat3(Mat3 m) {
	// start from the largest component: its square is at least 1/4, so nothing is lost to
	// cancellation
	Real trace = m.x.x + m.y.y + m.z.z;
	Quat q;
	if (trace > vec3_max_element(vec3(m.x.x, m.y.y, m.z.z))) {
		q = quat(m.y.z - m.z.y, m.z.x - m.x.z, m.x.y - m.y.x, 1 + trace);
	} else if (m.x.x >= m.y.y && m.x.x >= m.z.z) {
		q = quat(1 + m.x.x - m.y.y - m.z.z, m.x.y + m.y.x, m.x.z + m.z.x, m.y.z - m.z.y);
	} else if (m.y.y >= m.z.z) {
		q = quat(m.x.y + m.y.x, 1 + m.y.y - m.x.x - m.z.z, m.y.z + m.z.y, m.z.x - m.x.z);
	} else {
		q = quat(m.x.z + m.z.x, m.y.z + m.z.y, 1 + m.z.z - m.x.x - m.y.y, m.x.y - m.y.x);
	}
	return quat_normalize(q);
}

Quat mk_quat_between(Vec3 from, Vec3 to) {
	// the half-way vector keeps full precision for nearly parallel vectors, where a dot product
	// would not see the angle
	Vec3 half_way = vec3_add(from, to);
	Real length_squared = vec3_length_squared(half_way);
	if (length_squared > 1) {
		half_way = vec3_scale(half_way, 1 / real_sqrt(length_squared));
		return quat_normalize(
				quat_from_parts(vec3_cross(from, half_way), vec3_dot(from, half_way)));
	}
	// beyond 120 degrees: from - to and from + to are orthogonal and both exact to rounding, so
	// their cross product is a good axis right up to opposite vectors; the one of from and to is
	// not
	Vec3 difference = vec3_sub(from, to);
	Vec3 axis = vec3_normalize(vec3_cross(difference, half_way));
	if (vec3_equals(axis, vec3_zero())) return quat_from_parts(vec3_perpendicular(from), 0);
	Real sine = (Real)0.5 * vec3_length(difference);
	Real cosine = (Real)0.5 * real_sqrt(length_squared);
	return quat_normalize(quat_from_parts(vec3_scale(axis, sine), cosine));
}

Quat mk_quat_slerp(Quat a, Quat b, Real t) {
	Vec3 turn = quat_difference(a, b);
	return quat_normalize(quat_multiply(mk_quat_from_rotation_vector(vec3_scale(turn, t)), a));
}
