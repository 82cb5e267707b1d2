// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Rotations as unit quaternions (x, y, z, w), w the scalar part; q and -q are the same rotation.
// Products read like matrices: multiply(a, b) turns by b first, then by a. A rotation vector is
// axis * angle, in radians; angular velocity * time is one. Identities used: Shoemake 1985,
// Shepperd 1978 (from a matrix).
#pragma once

#include "math/mat3.h"
#include "math/vec3.h"

typedef struct Quat {
	Real x;
	Real y;
	Real z;
	Real w;
} Quat;

// Returns the rotation by a rotation vector of any length, in radians (the exponential map).
Quat mk_quat_from_rotation_vector(Vec3 v);

// Returns the rotation vector of a unit quaternion with length at most pi (the logarithm).
Vec3 mk_quat_to_rotation_vector(Quat q);

// Returns the rotation of a matrix, whose columns must be a right-handed frame.
Quat mk_quat_from_mat3(Mat3 m);

// Returns the smallest rotation that turns unit vector `from` to unit vector `to`; for opposite
// vectors a half turn about some axis perpendicular to them, the same for the same input.
Quat mk_quat_between(Vec3 from, Vec3 to);

// Returns the rotation at fraction t on the shortest way from a to b, at constant angular speed.
Quat mk_quat_slerp(Quat a, Quat b, Real t);

static inline Quat quat(Real x, Real y, Real z, Real w) { return (Quat){ x, y, z, w }; }
static inline Quat quat_identity(void) { return quat(0, 0, 0, 1); }
static inline Vec3 quat_vector(Quat q) { return vec3(q.x, q.y, q.z); }
static inline Quat quat_from_parts(Vec3 v, Real w) { return quat(v.x, v.y, v.z, w); }

static inline Real quat_dot(Quat a, Quat b) {
	return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
static inline Quat quat_negate(Quat q) { return quat(-q.x, -q.y, -q.z, -q.w); }

// Returns the opposite rotation; for a unit quaternion its inverse.
static inline Quat quat_conjugate(Quat q) { return quat(-q.x, -q.y, -q.z, q.w); }

// Returns the unit quaternion along q; the identity if q is zero or not finite. The length must be
// ordinary: its square may neither overflow nor underflow.
static inline Quat quat_normalize(Quat q) {
	Real length_squared = quat_dot(q, q);
	if (!(length_squared >= MK_REAL_MIN && length_squared <= MK_REAL_MAX)) return quat_identity();
	Real scale = 1 / real_sqrt(length_squared);
	return quat(q.x * scale, q.y * scale, q.z * scale, q.w * scale);
}

static inline bool quat_is_finite(Quat q) {
	return vec3_is_finite(quat_vector(q)) && real_is_finite(q.w);
}
static inline bool quat_is_unit(Quat q) {
	return real_abs(quat_dot(q, q) - 1) <= MK_UNIT_TOLERANCE;
}

// Returns the rotation "b, then a".
static inline Quat quat_multiply(Quat a, Quat b) {
	return quat(a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
			a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
			a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
			a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
}

// Returns v turned by the unit quaternion q: v + 2 u x (u x v + w v), u the vector part.
static inline Vec3 quat_rotate(Quat q, Vec3 v) {
	Vec3 u = quat_vector(q);
	Vec3 inner = vec3_add_scaled(vec3_cross(u, v), v, q.w);
	return vec3_add_scaled(v, vec3_cross(u, inner), 2);
}

// Returns v turned back.
static inline Vec3 quat_rotate_inverse(Quat q, Vec3 v) { return quat_rotate(quat_conjugate(q), v); }

// Returns the rotation matrix of a unit quaternion; worth it when several vectors are turned.
static inline Mat3 quat_to_mat3(Quat q) {
	Real xx = q.x * q.x;
	Real yy = q.y * q.y;
	Real zz = q.z * q.z;
	Real xy = q.x * q.y;
	Real xz = q.x * q.z;
	Real yz = q.y * q.z;
	Real wx = q.w * q.x;
	Real wy = q.w * q.y;
	Real wz = q.w * q.z;
	return (Mat3){
		{ 1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (xz - wy) },
		{ 2 * (xy - wz), 1 - 2 * (xx + zz), 2 * (yz + wx) },
		{ 2 * (xz + wy), 2 * (yz - wx), 1 - 2 * (xx + yy) },
	};
}

// Returns the rotation by an angle in radians about a unit axis.
static inline Quat quat_from_axis_angle(Vec3 axis, Real angle) {
	return mk_quat_from_rotation_vector(vec3_scale(axis, angle));
}

// Returns q after turning for dt seconds at a constant angular velocity (rad/s, world frame);
// exact, however large the angle.
static inline Quat quat_integrate(Quat q, Vec3 angular_velocity, Real dt) {
	Quat turn = mk_quat_from_rotation_vector(vec3_scale(angular_velocity, dt));
	return quat_normalize(quat_multiply(turn, q));
}

// Returns the rotation vector (world frame, the short way, at most pi) that carries a to b.
static inline Vec3 quat_difference(Quat a, Quat b) {
	return mk_quat_to_rotation_vector(quat_multiply(b, quat_conjugate(a)));
}

// Returns the normalised linear interpolation the short way; cheaper than slerp, with an angular
// speed that varies by less than 10 % for turns up to a right angle.
static inline Quat quat_nlerp(Quat a, Quat b, Real t) {
	if (quat_dot(a, b) < 0) b = quat_negate(b);
	return quat_normalize(quat(real_lerp(a.x, b.x, t), real_lerp(a.y, b.y, t),
			real_lerp(a.z, b.z, t), real_lerp(a.w, b.w, t)));
}
