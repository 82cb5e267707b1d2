// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Four reals side by side, for functions that work on a few vectors at a time: four numbers of one
// kind, or a Vec3 and a fourth lane that nobody looks at. In single precision one register, by the
// vector extensions of gcc and clang; in double plain numbers. Every operation is that of a Real,
// lane by lane: the same bits.
#pragma once

#include "math/vec3.h"

#ifdef MK_DOUBLE

typedef struct Quad {
	Real lane[4];
} Quad;

static inline Quad quad(Real x, Real y, Real z, Real w) { return (Quad){ { x, y, z, w } }; }
static inline Real quad_get(Quad a, int lane) { return a.lane[lane]; }
static inline Quad quad_add(Quad a, Quad b) {
	for (int i = 0; i < 4; i++)
		a.lane[i] += b.lane[i];
	return a;
}
static inline Quad quad_sub(Quad a, Quad b) {
	for (int i = 0; i < 4; i++)
		a.lane[i] -= b.lane[i];
	return a;
}
static inline Quad quad_multiply(Quad a, Quad b) {
	for (int i = 0; i < 4; i++)
		a.lane[i] *= b.lane[i];
	return a;
}
static inline Quad quad_abs(Quad a) {
	for (int i = 0; i < 4; i++)
		a.lane[i] = real_abs(a.lane[i]);
	return a;
}

// Returns the components y z x, and the fourth where it is.
static inline Quad quad_turn(Quad a) { return quad(a.lane[1], a.lane[2], a.lane[0], a.lane[3]); }

static inline Quad quad_min(Quad a, Quad b) {
	for (int i = 0; i < 4; i++)
		a.lane[i] = real_min(a.lane[i], b.lane[i]);
	return a;
}

static inline Quad quad_max(Quad a, Quad b) {
	for (int i = 0; i < 4; i++)
		a.lane[i] = real_max(a.lane[i], b.lane[i]);
	return a;
}

// Returns a bit for each lane of a that is not larger than that of b.
static inline uint32_t quad_less_equal(Quad a, Quad b) {
	uint32_t bits = 0;
	for (int i = 0; i < 4; i++)
		bits |= (uint32_t)(a.lane[i] <= b.lane[i]) << i;
	return bits;
}

#else

typedef Real Quad __attribute__((vector_size(16)));
typedef int32_t QuadMask __attribute__((vector_size(16))); // a lane is 0 or -1

static inline Quad quad(Real x, Real y, Real z, Real w) { return (Quad){ x, y, z, w }; }
static inline Real quad_get(Quad a, int lane) { return a[lane]; }
static inline Quad quad_add(Quad a, Quad b) { return a + b; }
static inline Quad quad_sub(Quad a, Quad b) { return a - b; }
static inline Quad quad_multiply(Quad a, Quad b) { return a * b; }
static inline Quad quad_abs(Quad a) {
	const QuadMask size = { INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX };
	return (Quad)((QuadMask)a & size);
}
static inline Quad quad_turn(Quad a) { return __builtin_shufflevector(a, a, 1, 2, 0, 3); }
static inline Quad quad_min(Quad a, Quad b) {
#ifdef __SSE2__
	return __builtin_ia32_minps(a, b);
#else
	QuadMask m = a < b;
	return (Quad)(((QuadMask)a & m) | ((QuadMask)b & ~m));
#endif
}
static inline Quad quad_max(Quad a, Quad b) {
#ifdef __SSE2__
	return __builtin_ia32_maxps(a, b);
#else
	QuadMask m = a > b;
	return (Quad)(((QuadMask)a & m) | ((QuadMask)b & ~m));
#endif
}
static inline uint32_t quad_less_equal(Quad a, Quad b) {
	QuadMask m = a <= b;
#ifdef __SSE2__
	return (uint32_t)__builtin_ia32_movmskps((Quad)m);
#else
	return (uint32_t)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
#endif
}

#endif

static inline Quad quad_load(const Real lanes[4]) {
	Quad a;
	memcpy(&a, lanes, sizeof(a));
	return a;
}
static inline void quad_store(Real lanes[4], Quad a) { memcpy(lanes, &a, sizeof(a)); }
static inline Quad quad_splat(Real s) { return quad(s, s, s, s); }
static inline Quad quad_from_vec3(Vec3 a) { return quad(a.x, a.y, a.z, 0); }
static inline Vec3 quad_to_vec3(Quad a) {
	return vec3(quad_get(a, 0), quad_get(a, 1), quad_get(a, 2));
}

// Returns the smallest of all four lanes.
static inline Real quad_least(Quad a) {
#ifdef MK_DOUBLE
	return real_min(real_min(a.lane[0], a.lane[1]), real_min(a.lane[2], a.lane[3]));
#else
	a = quad_min(a, __builtin_shufflevector(a, a, 2, 3, 0, 1));
	return quad_min(a, __builtin_shufflevector(a, a, 1, 0, 3, 2))[0];
#endif
}

// Returns the largest of all four lanes.
static inline Real quad_greatest(Quad a) {
#ifdef MK_DOUBLE
	return real_max(real_max(a.lane[0], a.lane[1]), real_max(a.lane[2], a.lane[3]));
#else
	a = quad_max(a, __builtin_shufflevector(a, a, 2, 3, 0, 1));
	return quad_max(a, __builtin_shufflevector(a, a, 1, 0, 3, 2))[0];
#endif
}

static inline Quad quad_scale(Quad a, Real s) { return quad_multiply(a, quad_splat(s)); }

// Returns the sum of three vectors with the components of a fourth as weights.
static inline Vec3 quad_weigh(const Quad vectors[3], Vec3 weights) {
	Quad sum = quad_scale(vectors[0], weights.x);
	sum = quad_add(sum, quad_scale(vectors[1], weights.y));
	return quad_to_vec3(quad_add(sum, quad_scale(vectors[2], weights.z)));
}
