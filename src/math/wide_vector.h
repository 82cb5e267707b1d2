// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The lanes of wide.h as vector registers, by the vector extensions of gcc and clang. Intrinsics
// only where the extensions have no operation or no single instruction. wide_scalar.h says what
// each function means. Included by wide.h only.
#pragma once

#include "math/wide_lanes.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if MK_LANES == 8 && !defined(__AVX2__)
#error "8 lanes need -mavx2"
#endif
#if MK_LANES != 4 && MK_LANES != 8
#error "MK_LANES must be 4 or 8"
#endif

#if MK_LANES == 8
#include <immintrin.h> // fifty thousand lines: only for the kernels that need them
#elif defined(__SSE2__)
#include <xmmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

typedef float Wide __attribute__((vector_size(4 * MK_LANES)));
typedef int32_t WideMask __attribute__((vector_size(4 * MK_LANES))); // a lane is 0 or -1
typedef float WideRow __attribute__((vector_size(16)));

static inline Wide wide_splat(float s) {
#if MK_LANES == 8
	return (Wide){ s, s, s, s, s, s, s, s };
#else
	return (Wide){ s, s, s, s };
#endif
}

static inline WideMask mask_splat(int32_t s) {
#if MK_LANES == 8
	return (WideMask){ s, s, s, s, s, s, s, s };
#else
	return (WideMask){ s, s, s, s };
#endif
}

// memcpy of an aligned block is one load or store, and free of aliasing rules
static inline Wide wide_load(const float *p) {
	Wide r;
	memcpy(&r, __builtin_assume_aligned(p, sizeof(r)), sizeof(r));
	return r;
}
static inline void wide_store(float *p, Wide a) {
	memcpy(__builtin_assume_aligned(p, sizeof(a)), &a, sizeof(a));
}

static inline Wide wide_add(Wide a, Wide b) { return a + b; }
static inline Wide wide_sub(Wide a, Wide b) { return a - b; }
static inline Wide wide_multiply(Wide a, Wide b) { return a * b; }
static inline Wide wide_divide(Wide a, Wide b) { return a / b; }

static inline Wide wide_negate(Wide a) { return (Wide)((WideMask)a ^ mask_splat(INT32_MIN)); }
static inline Wide wide_abs(Wide a) { return (Wide)((WideMask)a & mask_splat(INT32_MAX)); }
static inline Wide wide_flip_sign(Wide a, Wide b) {
	return (Wide)((WideMask)a ^ ((WideMask)b & mask_splat(INT32_MIN)));
}

static inline WideMask wide_less(Wide a, Wide b) { return a < b; }
static inline WideMask wide_less_equal(Wide a, Wide b) { return a <= b; }
static inline WideMask wide_equal(Wide a, Wide b) { return a == b; }

static inline WideMask mask_and(WideMask a, WideMask b) { return a & b; }
static inline WideMask mask_or(WideMask a, WideMask b) { return a | b; }
static inline WideMask mask_not(WideMask a) { return ~a; }

static inline WideMask mask_from_bits(uint32_t bits) {
#if MK_LANES == 8
	const WideMask lane_bits = { 1, 2, 4, 8, 16, 32, 64, 128 };
#else
	const WideMask lane_bits = { 1, 2, 4, 8 };
#endif
	return (mask_splat((int32_t)bits) & lane_bits) != 0;
}

static inline Wide wide_select(WideMask m, Wide a, Wide b) {
#if MK_LANES == 8
	return _mm256_blendv_ps(b, a, (Wide)m);
#else
	return (Wide)(((WideMask)a & m) | ((WideMask)b & ~m));
#endif
}

#if MK_LANES == 8
static inline Wide wide_sqrt(Wide a) { return _mm256_sqrt_ps(a); }
static inline Wide wide_min(Wide a, Wide b) { return _mm256_min_ps(a, b); }
static inline Wide wide_max(Wide a, Wide b) { return _mm256_max_ps(a, b); }
static inline uint32_t mask_bits(WideMask m) { return (uint32_t)_mm256_movemask_ps((Wide)m); }
#elif defined(__SSE2__)
static inline Wide wide_sqrt(Wide a) { return _mm_sqrt_ps(a); }
static inline Wide wide_min(Wide a, Wide b) { return _mm_min_ps(a, b); }
static inline Wide wide_max(Wide a, Wide b) { return _mm_max_ps(a, b); }
static inline uint32_t mask_bits(WideMask m) { return (uint32_t)_mm_movemask_ps((Wide)m); }
#else
static inline Wide wide_sqrt(Wide a) {
#ifdef __aarch64__
	return (Wide)vsqrtq_f32((float32x4_t)a);
#else
	return (Wide){ sqrtf(a[0]), sqrtf(a[1]), sqrtf(a[2]), sqrtf(a[3]) };
#endif
}
// not the NEON instructions: they treat NaN and signed zeros differently
static inline Wide wide_min(Wide a, Wide b) { return wide_select(a < b, a, b); }
static inline Wide wide_max(Wide a, Wide b) { return wide_select(a > b, a, b); }
static inline uint32_t mask_bits(WideMask m) {
	return (uint32_t)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
}
#endif

static inline WideRow wide_load_row(const float *rows, uint32_t stride, uint32_t index) {
	const float *row = rows + (size_t)index * stride;
	WideRow r;
	memcpy(&r, __builtin_assume_aligned(row, sizeof(r)), sizeof(r));
	return r;
}

static inline void wide_store_row(float *rows, uint32_t stride, uint32_t index, WideRow r) {
	float *row = rows + (size_t)index * stride;
	memcpy(__builtin_assume_aligned(row, sizeof(r)), &r, sizeof(r));
}

// Transposes the 4x4 block in every 128-bit part of four registers; its own inverse.
#if MK_LANES == 8
static inline void wide_transpose(Wide r[4]) {
	Wide t0 = __builtin_shufflevector(r[0], r[1], 0, 8, 1, 9, 4, 12, 5, 13);
	Wide t1 = __builtin_shufflevector(r[2], r[3], 0, 8, 1, 9, 4, 12, 5, 13);
	Wide t2 = __builtin_shufflevector(r[0], r[1], 2, 10, 3, 11, 6, 14, 7, 15);
	Wide t3 = __builtin_shufflevector(r[2], r[3], 2, 10, 3, 11, 6, 14, 7, 15);
	r[0] = __builtin_shufflevector(t0, t1, 0, 1, 8, 9, 4, 5, 12, 13);
	r[1] = __builtin_shufflevector(t0, t1, 2, 3, 10, 11, 6, 7, 14, 15);
	r[2] = __builtin_shufflevector(t2, t3, 0, 1, 8, 9, 4, 5, 12, 13);
	r[3] = __builtin_shufflevector(t2, t3, 2, 3, 10, 11, 6, 7, 14, 15);
}

static inline void wide_gather4(
		const float *rows, uint32_t stride, const uint32_t indices[MK_LANES], Wide out[4]) {
	for (int i = 0; i < 4; i++) {
		WideRow low = wide_load_row(rows, stride, indices[i]);
		WideRow high = wide_load_row(rows, stride, indices[i + 4]);
		out[i] = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
	}
	wide_transpose(out);
}

// All lanes, or none where nothing can move, are what there is as a rule: then none is asked for.
static inline void wide_scatter4(float *rows, uint32_t stride, const uint32_t indices[MK_LANES],
		const Wide values[4], uint32_t lanes) {
	if (lanes == 0) return;
	bool is_whole = lanes == 255;
	Wide r[4] = { values[0], values[1], values[2], values[3] };
	wide_transpose(r);
	for (int i = 0; is_whole && i < 4; i++) {
		WideRow low = __builtin_shufflevector(r[i], r[i], 0, 1, 2, 3);
		WideRow high = __builtin_shufflevector(r[i], r[i], 4, 5, 6, 7);
		wide_store_row(rows, stride, indices[i], low);
		wide_store_row(rows, stride, indices[i + 4], high);
	}
	for (int i = 0; !is_whole && i < 4; i++) {
		WideRow low = __builtin_shufflevector(r[i], r[i], 0, 1, 2, 3);
		WideRow high = __builtin_shufflevector(r[i], r[i], 4, 5, 6, 7);
		if (lanes >> i & 1) wide_store_row(rows, stride, indices[i], low);
		if (lanes >> (i + 4) & 1) wide_store_row(rows, stride, indices[i + 4], high);
	}
}
#else
static inline void wide_transpose(Wide r[4]) {
	Wide t0 = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5);
	Wide t1 = __builtin_shufflevector(r[2], r[3], 0, 4, 1, 5);
	Wide t2 = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7);
	Wide t3 = __builtin_shufflevector(r[2], r[3], 2, 6, 3, 7);
	r[0] = __builtin_shufflevector(t0, t1, 0, 1, 4, 5);
	r[1] = __builtin_shufflevector(t0, t1, 2, 3, 6, 7);
	r[2] = __builtin_shufflevector(t2, t3, 0, 1, 4, 5);
	r[3] = __builtin_shufflevector(t2, t3, 2, 3, 6, 7);
}

static inline void wide_gather4(
		const float *rows, uint32_t stride, const uint32_t indices[MK_LANES], Wide out[4]) {
	for (int i = 0; i < 4; i++)
		out[i] = wide_load_row(rows, stride, indices[i]);
	wide_transpose(out);
}

static inline void wide_scatter4(float *rows, uint32_t stride, const uint32_t indices[MK_LANES],
		const Wide values[4], uint32_t lanes) {
	Wide r[4] = { values[0], values[1], values[2], values[3] };
	wide_transpose(r);
	for (int i = 0; i < 4; i++) {
		if (lanes >> i & 1) wide_store_row(rows, stride, indices[i], r[i]);
	}
}
#endif
