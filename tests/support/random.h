// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Random values of the engine's types, for property tests.
#pragma once

#include "math/mat3.h"
#include "math/quat.h"
#include "math/transform.h"
#include "support/rng.h"

static inline Real random_real(Rng *rng, double low, double high) {
	return (Real)rng_range(rng, low, high);
}

// Returns a size between 10^low and 10^high, all orders of magnitude equally likely.
static inline Real random_size(Rng *rng, double low, double high) {
	return (Real)pow(10, rng_range(rng, low, high));
}

// Returns a point of the cube with half extent `size`.
static inline Vec3 random_vec3(Rng *rng, double size) {
	Real x = random_real(rng, -size, size);
	Real y = random_real(rng, -size, size);
	Real z = random_real(rng, -size, size);
	return vec3(x, y, z);
}

// Returns a unit vector, uniform on the sphere.
static inline Vec3 random_unit(Rng *rng) {
	for (;;) {
		Vec3 v = random_vec3(rng, 1);
		Real length_squared = vec3_length_squared(v);
		if (length_squared > (Real)0.01 && length_squared <= 1) return vec3_normalize(v);
	}
}

// Returns a vector of any direction, with a length between 10^low and 10^high.
static inline Vec3 random_sized(Rng *rng, double low, double high) {
	Vec3 direction = random_unit(rng);
	return vec3_scale(direction, random_size(rng, low, high));
}

// Returns three sizes, each between 10^low and 10^high.
static inline Vec3 random_sizes(Rng *rng, double low, double high) {
	Real x = random_size(rng, low, high);
	Real y = random_size(rng, low, high);
	return vec3(x, y, random_size(rng, low, high));
}

// Returns a unit quaternion, uniform over rotations.
static inline Quat random_quat(Rng *rng) {
	for (;;) {
		// one after the other: the order of arguments is the compiler's choice
		Vec3 v = random_vec3(rng, 1);
		Quat q = quat_from_parts(v, random_real(rng, -1, 1));
		Real length_squared = quat_dot(q, q);
		if (length_squared > (Real)0.01 && length_squared <= 1) return quat_normalize(q);
	}
}

static inline Transform random_transform(Rng *rng, double size) {
	Quat rotation = random_quat(rng);
	return (Transform){ rotation, random_vec3(rng, size) };
}

// Returns a matrix with entries in [-size, size]; nearly singular ones are rare but do occur.
static inline Mat3 random_mat3(Rng *rng, double size) {
	Vec3 x = random_vec3(rng, size);
	Vec3 y = random_vec3(rng, size);
	return (Mat3){ x, y, random_vec3(rng, size) };
}
