// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two kinds of maps. Transform is a rigid pose: a quaternion and a position, because that is the
// state of a body: seven numbers that stay a rotation after any number of steps with one
// normalisation. Affine is a matrix and an origin with any scale and shear: the form in which
// geometry is worked on, since turning a vector by a matrix costs half of what it costs by a
// quaternion. A narrow phase converts each pose once per pair and then uses Affine.
#pragma once

#include "math/mat3.h"
#include "math/quat.h"
#include "math/vec3.h"

typedef struct Transform {
	Quat rotation; // unit
	Vec3 position; // m
} Transform;

typedef struct Affine {
	Mat3 linear;
	Vec3 origin; // image of zero, m
} Affine;

static inline Transform transform_identity(void) {
	return (Transform){ quat_identity(), vec3_zero() };
}

// Returns the image of a point.
static inline Vec3 transform_point(Transform t, Vec3 p) {
	return vec3_add(quat_rotate(t.rotation, p), t.position);
}

// Returns the point whose image is p.
static inline Vec3 transform_point_inverse(Transform t, Vec3 p) {
	return quat_rotate_inverse(t.rotation, vec3_sub(p, t.position));
}

// Returns the map "b, then a"; the result is normalised.
static inline Transform transform_multiply(Transform a, Transform b) {
	return (Transform){ quat_normalize(quat_multiply(a.rotation, b.rotation)),
		transform_point(a, b.position) };
}

static inline Transform transform_inverse(Transform t) {
	Quat back = quat_conjugate(t.rotation);
	return (Transform){ back, vec3_negate(quat_rotate(back, t.position)) };
}

// Returns a^-1 b, the pose of b seen from a, without losing digits of positions that are far from
// the origin and near each other.
static inline Transform transform_relative(Transform a, Transform b) {
	return (Transform){ quat_normalize(quat_multiply(quat_conjugate(a.rotation), b.rotation)),
		transform_point_inverse(a, b.position) };
}

static inline bool transform_is_valid(Transform t) {
	return vec3_is_finite(t.position) && quat_is_unit(t.rotation);
}

static inline Affine affine_identity(void) { return (Affine){ mat3_identity(), vec3_zero() }; }

static inline Affine affine_from_transform(Transform t) {
	return (Affine){ quat_to_mat3(t.rotation), t.position };
}

// Returns the image of a point.
static inline Vec3 affine_point(Affine a, Vec3 p) {
	return vec3_add(mat3_apply(a.linear, p), a.origin);
}

// Returns the image of a direction; the origin does not matter and the length may change.
static inline Vec3 affine_direction(Affine a, Vec3 d) { return mat3_apply(a.linear, d); }

// Returns the map "b, then a".
static inline Affine affine_multiply(Affine a, Affine b) {
	return (Affine){ mat3_multiply(a.linear, b.linear), affine_point(a, b.origin) };
}

// Writes the inverse map and returns true; zero and false if the map flattens space (mat3.h).
static inline bool affine_invert(Affine a, Affine *inverse) {
	bool is_invertible = mk_mat3_invert(a.linear, &inverse->linear);
	inverse->origin = vec3_negate(mat3_apply(inverse->linear, a.origin));
	return is_invertible;
}

static inline bool affine_is_finite(Affine a) {
	return mat3_is_finite(a.linear) && vec3_is_finite(a.origin);
}

// Splits a map into a pose and the symmetric stretch that is applied before it: the map of a node
// with scale becomes a body's pose and a shape's scale. The stretch has a negative eigenvalue if
// the map mirrors (mk_mat3_polar). Any finite map is allowed.
static inline Transform affine_split(Affine a, Mat3 *stretch) {
	Polar3 polar = mk_mat3_polar(a.linear);
	*stretch = polar.stretch;
	return (Transform){ mk_quat_from_mat3(polar.rotation), a.origin };
}
