// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Vectors of three doubles in both precisions, for sums over many points and for the small
// linear systems of this folder's fitting functions: built once per shape, so accuracy
// counts and speed does not.
#pragma once

#include "math/vec3.h"

typedef struct Double3 {
	double x;
	double y;
	double z;
} Double3;

static inline Double3 double3(double x, double y, double z) { return (Double3){ x, y, z }; }
static inline Double3 double3_from(Vec3 v) {
	return double3((double)v.x, (double)v.y, (double)v.z);
}

// The larger and the smaller of two numbers, one instruction each, where fmax and fmin are calls.
// If one is not a number, the second is returned.
static inline double double_max(double a, double b) { return a > b ? a : b; }
static inline double double_min(double a, double b) { return a < b ? a : b; }

// Returns a - b, exact in single precision but for sizes more than 2^29 apart.
static inline Double3 double3_between(Vec3 a, Vec3 b) {
	return double3((double)a.x - (double)b.x, (double)a.y - (double)b.y, (double)a.z - (double)b.z);
}

// Returns origin + a, rounded to Real.
static inline Vec3 double3_to_vec3(Double3 a, Vec3 origin) {
	return vec3((Real)((double)origin.x + a.x), (Real)((double)origin.y + a.y),
			(Real)((double)origin.z + a.z));
}

static inline Double3 double3_add(Double3 a, Double3 b) {
	return double3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline Double3 double3_sub(Double3 a, Double3 b) {
	return double3(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline Double3 double3_scale(Double3 a, double s) {
	return double3(a.x * s, a.y * s, a.z * s);
}
static inline double double3_dot(Double3 a, Double3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline Double3 double3_cross(Double3 a, Double3 b) {
	return double3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double double3_length(Double3 a) { return sqrt(double3_dot(a, a)); }
