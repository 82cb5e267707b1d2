// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Several floats side by side, one per lane: the language of the solver's kernels. Always float,
// also in the double build, because kernels work on differences. The lane count is a matter of the
// file being compiled, never of the data: lanes do not mix, so every variant gives the same bits (a
// NaN stays a NaN, its payload is not defined).
#pragma once

#include "math/wide_lanes.h"
#ifdef MK_WIDE_SCALAR
#include "math/wide_scalar.h"
#else
#include "math/wide_vector.h"
#endif

#include <stdbool.h>
#include <stdint.h>

// For the functions that a kernel is made of: what they hand over stays in registers.
#ifdef MK_WIDE_SCALAR
#define MK_WIDE_INLINE static inline
#else
#define MK_WIDE_INLINE static inline __attribute__((always_inline))
#endif

// All lanes set, as the result of mask_bits.
#define MK_ALL_LANES ((1u << MK_LANES) - 1)

static inline bool mask_any(WideMask m) { return mask_bits(m) != 0; }
static inline bool mask_all(WideMask m) { return mask_bits(m) == MK_ALL_LANES; }

static inline Wide wide_zero(void) { return wide_splat(0); }

// Returns a * b + c, rounded twice.
static inline Wide wide_multiply_add(Wide a, Wide b, Wide c) {
	return wide_add(wide_multiply(a, b), c);
}

// Returns x inside [low, high]; NaN becomes low.
static inline Wide wide_clamp(Wide x, Wide low, Wide high) {
	return wide_min(wide_max(x, low), high);
}

// A vector per lane.
typedef struct WideVec3 {
	Wide x;
	Wide y;
	Wide z;
} WideVec3;

static inline WideVec3 wide_vec3_add(WideVec3 a, WideVec3 b) {
	return (WideVec3){ wide_add(a.x, b.x), wide_add(a.y, b.y), wide_add(a.z, b.z) };
}
static inline WideVec3 wide_vec3_sub(WideVec3 a, WideVec3 b) {
	return (WideVec3){ wide_sub(a.x, b.x), wide_sub(a.y, b.y), wide_sub(a.z, b.z) };
}
static inline WideVec3 wide_vec3_scale(WideVec3 a, Wide s) {
	return (WideVec3){ wide_multiply(a.x, s), wide_multiply(a.y, s), wide_multiply(a.z, s) };
}

// Returns a + s b.
static inline WideVec3 wide_vec3_add_scaled(WideVec3 a, WideVec3 b, Wide s) {
	return (WideVec3){ wide_multiply_add(b.x, s, a.x), wide_multiply_add(b.y, s, a.y),
		wide_multiply_add(b.z, s, a.z) };
}

static inline Wide wide_vec3_dot(WideVec3 a, WideVec3 b) {
	return wide_multiply_add(a.z, b.z, wide_multiply_add(a.y, b.y, wide_multiply(a.x, b.x)));
}

static inline WideVec3 wide_vec3_cross(WideVec3 a, WideVec3 b) {
	return (WideVec3){
		wide_sub(wide_multiply(a.y, b.z), wide_multiply(a.z, b.y)),
		wide_sub(wide_multiply(a.z, b.x), wide_multiply(a.x, b.z)),
		wide_sub(wide_multiply(a.x, b.y), wide_multiply(a.y, b.x)),
	};
}

static inline WideVec3 wide_vec3_select(WideMask m, WideVec3 a, WideVec3 b) {
	return (WideVec3){ wide_select(m, a.x, b.x), wide_select(m, a.y, b.y),
		wide_select(m, a.z, b.z) };
}

// Rows of 8 floats, 16-byte aligned, as wide_gather4: out[k] holds element k of each lane's row.
static inline void wide_gather8(
		const float *rows, uint32_t stride, const uint32_t indices[MK_LANES], Wide out[8]) {
	wide_gather4(rows, stride, indices, out);
	wide_gather4(rows + 4, stride, indices, out + 4);
}

// Rows of 8 floats, as wide_scatter4.
static inline void wide_scatter8(float *rows, uint32_t stride, const uint32_t indices[MK_LANES],
		const Wide values[8], uint32_t lanes) {
	wide_scatter4(rows, stride, indices, values, lanes);
	wide_scatter4(rows + 4, stride, indices, values + 4, lanes);
}
