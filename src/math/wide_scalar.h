// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The lanes of wide.h as plain arrays and loops: the definition of what every operation means, and
// the reference the vector variants are compared with. Included by wide.h only.
#pragma once

#include "math/wide_lanes.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct Wide {
	float lane[MK_LANES];
} Wide;

typedef struct WideMask {
	bool lane[MK_LANES];
} WideMask;

// Returns the same value in all lanes.
static inline Wide wide_splat(float s) {
	Wide r;
	for (int i = 0; i < MK_LANES; i++)
		r.lane[i] = s;
	return r;
}

// Reads and writes MK_LANES floats, aligned to their size.
static inline Wide wide_load(const float *p) {
	Wide r;
	memcpy(r.lane, p, sizeof(r.lane));
	return r;
}
static inline void wide_store(float *p, Wide a) { memcpy(p, a.lane, sizeof(a.lane)); }

static inline Wide wide_add(Wide a, Wide b) {
	for (int i = 0; i < MK_LANES; i++)
		a.lane[i] += b.lane[i];
	return a;
}
static inline Wide wide_sub(Wide a, Wide b) {
	for (int i = 0; i < MK_LANES; i++)
		a.lane[i] -= b.lane[i];
	return a;
}
static inline Wide wide_multiply(Wide a, Wide b) {
	for (int i = 0; i < MK_LANES; i++)
		a.lane[i] *= b.lane[i];
	return a;
}
static inline Wide wide_divide(Wide a, Wide b) {
	for (int i = 0; i < MK_LANES; i++)
		a.lane[i] /= b.lane[i];
	return a;
}

// Exact: rounded to nearest, NaN below zero.
static inline Wide wide_sqrt(Wide a) {
	for (int i = 0; i < MK_LANES; i++)
		a.lane[i] = sqrtf(a.lane[i]);
	return a;
}

// Only the sign bit changes, also that of NaN.
static inline Wide wide_negate(Wide a) {
	for (int i = 0; i < MK_LANES; i++)
		a.lane[i] = -a.lane[i];
	return a;
}
static inline Wide wide_abs(Wide a) {
	for (int i = 0; i < MK_LANES; i++)
		a.lane[i] = fabsf(a.lane[i]);
	return a;
}

// Returns a, with its sign flipped in lanes where b has its sign bit set.
static inline Wide wide_flip_sign(Wide a, Wide b) {
	for (int i = 0; i < MK_LANES; i++)
		a.lane[i] = copysignf(1, b.lane[i]) < 0 ? -a.lane[i] : a.lane[i];
	return a;
}

// The second argument is returned if one is NaN, or if both are zeros of different sign.
static inline Wide wide_min(Wide a, Wide b) {
	for (int i = 0; i < MK_LANES; i++)
		a.lane[i] = a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i];
	return a;
}
static inline Wide wide_max(Wide a, Wide b) {
	for (int i = 0; i < MK_LANES; i++)
		a.lane[i] = a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i];
	return a;
}

// Comparisons with NaN are false.
static inline WideMask wide_less(Wide a, Wide b) {
	WideMask m;
	for (int i = 0; i < MK_LANES; i++)
		m.lane[i] = a.lane[i] < b.lane[i];
	return m;
}
static inline WideMask wide_less_equal(Wide a, Wide b) {
	WideMask m;
	for (int i = 0; i < MK_LANES; i++)
		m.lane[i] = a.lane[i] <= b.lane[i];
	return m;
}
static inline WideMask wide_equal(Wide a, Wide b) {
	WideMask m;
	for (int i = 0; i < MK_LANES; i++)
		m.lane[i] = a.lane[i] == b.lane[i];
	return m;
}

static inline WideMask mask_and(WideMask a, WideMask b) {
	for (int i = 0; i < MK_LANES; i++)
		a.lane[i] = a.lane[i] && b.lane[i];
	return a;
}
static inline WideMask mask_or(WideMask a, WideMask b) {
	for (int i = 0; i < MK_LANES; i++)
		a.lane[i] = a.lane[i] || b.lane[i];
	return a;
}
static inline WideMask mask_not(WideMask a) {
	for (int i = 0; i < MK_LANES; i++)
		a.lane[i] = !a.lane[i];
	return a;
}

// Bit i stands for lane i.
static inline uint32_t mask_bits(WideMask m) {
	uint32_t bits = 0;
	for (int i = 0; i < MK_LANES; i++)
		bits |= (uint32_t)m.lane[i] << i;
	return bits;
}
static inline WideMask mask_from_bits(uint32_t bits) {
	WideMask m;
	for (int i = 0; i < MK_LANES; i++)
		m.lane[i] = (bits >> i & 1) != 0;
	return m;
}

// Returns a in lanes that are set, b in the others.
static inline Wide wide_select(WideMask m, Wide a, Wide b) {
	for (int i = 0; i < MK_LANES; i++)
		a.lane[i] = m.lane[i] ? a.lane[i] : b.lane[i];
	return a;
}

// Reads row indices[i] of an array of rows into lane i: out[k] holds element k of each lane's row.
// The row with index n starts at rows + n * stride and has 4 floats.
static inline void wide_gather4(
		const float *rows, uint32_t stride, const uint32_t indices[MK_LANES], Wide out[4]) {
	for (int i = 0; i < MK_LANES; i++) {
		const float *row = rows + (size_t)indices[i] * stride;
		for (int k = 0; k < 4; k++)
			out[k].lane[i] = row[k];
	}
}

// Writes lane i back to row indices[i], for lanes whose bit is set; the others write nothing, so
// they may name a row that somebody else is reading. Set lanes must have different rows.
static inline void wide_scatter4(float *rows, uint32_t stride, const uint32_t indices[MK_LANES],
		const Wide values[4], uint32_t lanes) {
	for (int i = 0; i < MK_LANES; i++) {
		if ((lanes >> i & 1) == 0) continue;
		float *row = rows + (size_t)indices[i] * stride;
		for (int k = 0; k < 4; k++)
			row[k] = values[k].lane[i];
	}
}
