// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The farthest vertex of a hull by looking at all, several at a time: the lowest index among equals,
// whatever the number of lanes. Products are summed in the order of vec3_dot, so values are the same
// bits as those of a plain scan. Padding repeats vertex 0 and never comes before it.
#include "math/wide.h"
#include "shape/hull_shape.h"

#ifdef MK_DOUBLE

// Lanes are single precision; the rows still spare the strides.
uint32_t mk_hull_support_scan(const Hull *hull, Vec3 direction) {
	uint32_t best = 0;
	Real best_along = hull_vertex_along(hull, 0, direction);
	for (uint32_t i = 1; i < hull->vertex_count; i++) {
		Real along = hull->x[i] * direction.x + hull->y[i] * direction.y + hull->z[i] * direction.z;
		best = along > best_along ? i : best;
		best_along = along > best_along ? along : best_along;
	}
	return best;
}

#else

// Vertices looked at in one go; a bit for each fits a word.
enum { BLOCK = 64 };

_Static_assert(MK_HULL_PADDING % (2 * MK_LANES) == 0, "rows are read two vectors at a time");

typedef struct BlockBest {
	float along;
	uint32_t vertex;
} BlockBest;

static float largest_lane(Wide a) {
	_Alignas(32) float lanes[MK_LANES];
	wide_store(lanes, a);
	float largest = lanes[0];
	for (int i = 1; i < MK_LANES; i++)
		largest = real_max(lanes[i], largest);
	return largest;
}

static Wide along_at(const Hull *hull, uint32_t at, WideVec3 direction) {
	WideVec3 p = { wide_load(hull->x + at), wide_load(hull->y + at), wide_load(hull->z + at) };
	return wide_vec3_dot(p, direction);
}

// The largest value first, then the first vertex that has it: no branch depends on the direction.
static BlockBest scan_block(const Hull *hull, uint32_t first, uint32_t end, WideVec3 direction) {
	Wide along[BLOCK / MK_LANES];
	Wide most_a = wide_splat(-MK_INFINITY);
	Wide most_b = most_a;
	uint32_t count = (end - first) / MK_LANES;
	// two at a time: half as long a chain of maxima
	for (uint32_t i = 0; i < count; i += 2) {
		along[i] = along_at(hull, first + i * MK_LANES, direction);
		along[i + 1] = along_at(hull, first + (i + 1) * MK_LANES, direction);
		most_a = wide_max(along[i], most_a);
		most_b = wide_max(along[i + 1], most_b);
	}
	float largest = largest_lane(wide_max(most_a, most_b));
	Wide wanted = wide_splat(largest);
	uint64_t bits = 0;
	for (uint32_t i = 0; i < count; i++)
		bits |= (uint64_t)mask_bits(wide_equal(along[i], wanted)) << (i * MK_LANES);
	// no bits: the direction is not finite
	uint32_t offset = bits != 0 ? (uint32_t)__builtin_ctzll(bits) : 0;
	return (BlockBest){ largest, first + offset };
}

// Up to this many vertices a plain scan is faster than gathering the lanes' results.
enum { FEW = 16 };

uint32_t mk_hull_support_scan(const Hull *hull, Vec3 direction) {
	if (hull->vertex_count <= FEW) return hull_support_scan(hull, direction);
	WideVec3 d = { wide_splat(direction.x), wide_splat(direction.y), wide_splat(direction.z) };
	BlockBest best = { -MK_INFINITY, 0 };
	for (uint32_t first = 0; first < hull->padded_count; first += BLOCK) {
		uint32_t left = hull->padded_count - first;
		BlockBest block = scan_block(hull, first, first + (left < BLOCK ? left : BLOCK), d);
		if (block.along > best.along) best = block;
	}
	return best.vertex;
}

#endif
