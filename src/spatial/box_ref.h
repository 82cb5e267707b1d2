// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A box with a reference: the record that trees are made of and that builders sort. In single
// precision it is 32 bytes in two rows of 16, so that a box is tested with two loads; two of them
// fill a cache line. Bounds in trees are finite or those of the empty box, never infinite the right
// way round: then the empty box overlaps nothing, and no test needs to ask for it.
#pragma once

#include "math/aabb.h"
#include "math/wide.h"

#include <stddef.h>
#include <stdint.h>

typedef struct BoxRef {
	_Alignas(16) Vec3 min;
	uint32_t ref; // what the box stands for; its owner says how to read it
	Vec3 max;
	uint32_t mask; // category bits of everything below
} BoxRef;

// Lengths above this count as this in areas (m). A product of two then stays far from overflow,
// so that sums of areas compare as they should; no world is this large.
#define MK_AREA_SIZE_LIMIT ((Real)1e16)

static inline Aabb box_ref_box(const BoxRef *r) { return (Aabb){ r->min, r->max }; }

static inline void box_ref_set_box(BoxRef *r, Aabb box) {
	r->min = box.min;
	r->max = box.max;
}

static inline bool aabb_has_nan(Aabb box) {
	Vec3 sum = vec3_add(vec3_abs(box.min), vec3_abs(box.max));
	return !(sum.x >= 0 && sum.y >= 0 && sum.z >= 0);
}

// Returns a box fit for a tree: infinite bounds become the largest number; a box that is empty in
// any axis or has a NaN becomes the empty box.
static inline Aabb aabb_storable(Aabb box) {
	if (aabb_is_empty(box)) return aabb_empty();
	return (Aabb){ vec3_max(box.min, vec3_splat(-MK_REAL_MAX)),
		vec3_min(box.max, vec3_splat(MK_REAL_MAX)) };
}

// Returns half the surface as a number that is never NaN or infinite; 0 for the empty box.
static inline Real area_measure(Aabb box) {
	Vec3 size = vec3_sub(box.max, box.min);
	size = vec3_clamp(size, vec3_zero(), vec3_splat(MK_AREA_SIZE_LIMIT));
	return size.x * (size.y + size.z) + size.y * size.z;
}

_Static_assert(offsetof(BoxRef, max) == 4 * sizeof(Real), "two rows of four");

// Returns a bound as a number of its row: 0 to 2 are the smallest x, y, z, 4 to 6 the largest.
static inline Real box_ref_bound(const BoxRef *r, int index) {
	return ((const Real *)(const void *)r)[index];
}

// The bounds of a box in two registers; the fourth lane means nothing. The functions round and
// treat NaN as those of Aabb do. In double precision they are those of Aabb.
#ifdef MK_DOUBLE

typedef struct BoxRows {
	Vec3 min;
	Vec3 max;
} BoxRows;

static inline BoxRows box_rows(Aabb box) { return (BoxRows){ box.min, box.max }; }
static inline Aabb box_rows_box(BoxRows a) { return (Aabb){ a.min, a.max }; }
static inline BoxRows box_rows_load(const BoxRef *r) { return (BoxRows){ r->min, r->max }; }
static inline void box_rows_store(BoxRef *r, BoxRows a) { box_ref_set_box(r, box_rows_box(a)); }
static inline BoxRows box_rows_merge(BoxRows a, BoxRows b) {
	return (BoxRows){ vec3_min(a.min, b.min), vec3_max(a.max, b.max) };
}
static inline bool box_rows_overlap(BoxRows a, BoxRows b) {
	return aabb_overlaps(box_rows_box(a), box_rows_box(b));
}
static inline Real box_rows_area(BoxRows a) { return area_measure(box_rows_box(a)); }

#else

_Static_assert(sizeof(BoxRef) == 32, "two records per cache line");

typedef struct BoxRows {
	Wide min;
	Wide max;
} BoxRows;

static inline BoxRows box_rows(Aabb box) {
	_Alignas(16) float min[4] = { box.min.x, box.min.y, box.min.z, 0 };
	_Alignas(16) float max[4] = { box.max.x, box.max.y, box.max.z, 0 };
	return (BoxRows){ wide_load(min), wide_load(max) };
}

static inline Aabb box_rows_box(BoxRows a) {
	_Alignas(16) float min[4];
	_Alignas(16) float max[4];
	wide_store(min, a.min);
	wide_store(max, a.max);
	return (Aabb){ vec3(min[0], min[1], min[2]), vec3(max[0], max[1], max[2]) };
}

static inline BoxRows box_rows_load(const BoxRef *r) {
	const float *rows = (const float *)(const void *)r;
	return (BoxRows){ wide_load(rows), wide_load(rows + 4) };
}

// Leaves ref and mask undefined.
static inline void box_rows_store(BoxRef *r, BoxRows a) {
	float *rows = (float *)(void *)r;
	wide_store(rows, a.min);
	wide_store(rows + 4, a.max);
}

static inline BoxRows box_rows_merge(BoxRows a, BoxRows b) {
	return (BoxRows){ wide_min(a.min, b.min), wide_max(a.max, b.max) };
}

static inline bool box_rows_overlap(BoxRows a, BoxRows b) {
	WideMask overlap = mask_and(wide_less_equal(a.min, b.max), wide_less_equal(b.min, a.max));
	return (mask_bits(overlap) & 7) == 7;
}

static inline Real box_rows_area(BoxRows a) {
	_Alignas(16) float size[4];
	wide_store(
			size, wide_clamp(wide_sub(a.max, a.min), wide_zero(), wide_splat(MK_AREA_SIZE_LIMIT)));
	return size[0] * (size[1] + size[2]) + size[1] * size[2];
}

#endif
