// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Vectors and matrices of doubles, whatever Real is: for equations whose solution is the small
// difference of large numbers.
#pragma once

#include <stdint.h>

typedef struct Precise3 {
	double x;
	double y;
	double z;
} Precise3;

// Three rows.
typedef struct Precise33 {
	Precise3 x;
	Precise3 y;
	Precise3 z;
} Precise33;

static inline Precise3 precise3(double x, double y, double z) { return (Precise3){ x, y, z }; }

static inline Precise3 precise3_add(Precise3 a, Precise3 b) {
	return precise3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline Precise3 precise3_sub(Precise3 a, Precise3 b) {
	return precise3(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline Precise3 precise3_scale(Precise3 a, double s) {
	return precise3(a.x * s, a.y * s, a.z * s);
}
static inline double precise3_dot(Precise3 a, Precise3 b) {
	return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline Precise3 precise3_cross(Precise3 a, Precise3 b) {
	return precise3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

// Returns a unit vector by its number.
static inline Precise3 precise3_axis(uint32_t i) { return precise3(i == 0, i == 1, i == 2); }

static inline Precise3 precise33_apply(Precise33 m, Precise3 v) {
	return precise3(precise3_dot(m.x, v), precise3_dot(m.y, v), precise3_dot(m.z, v));
}

static inline Precise33 precise33_transpose(Precise33 m) {
	return (Precise33){ { m.x.x, m.y.x, m.z.x }, { m.x.y, m.y.y, m.z.y }, { m.x.z, m.y.z, m.z.z } };
}

static inline Precise3 precise33_apply_transposed(Precise33 m, Precise3 v) {
	return precise3_add(precise3_scale(m.x, v.x),
			precise3_add(precise3_scale(m.y, v.y), precise3_scale(m.z, v.z)));
}

static inline Precise33 precise33_add(Precise33 a, Precise33 b) {
	return (Precise33){ precise3_add(a.x, b.x), precise3_add(a.y, b.y), precise3_add(a.z, b.z) };
}

static inline Precise33 precise33_scale(Precise33 a, double s) {
	return (Precise33){ precise3_scale(a.x, s), precise3_scale(a.y, s), precise3_scale(a.z, s) };
}

// Returns a - b c^T.
static inline Precise33 precise33_sub_product(Precise33 a, Precise33 b, Precise33 c) {
	return (Precise33){ precise3_sub(a.x, precise33_apply(c, b.x)),
		precise3_sub(a.y, precise33_apply(c, b.y)), precise3_sub(a.z, precise33_apply(c, b.z)) };
}
