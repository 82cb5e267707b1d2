// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The farthest vertex of a hull by looking at all, several at a time: the lowest index among
// equals, whatever the number of lanes. Products are summed in the order of vec3_dot, so values are
// the same bits as those of a plain scan. Padding repeats vertex 0 and never comes before it. How
// far all vertices reach along three rows, both ways, takes one pass and no index.
#include "math/quad.h"
#include "shape/hull_shape.h"

typedef struct Direction {
	Quad x;
	Quad y;
	Quad z;
} Direction;

static inline Direction direction_of(Vec3 v) {
	return (Direction){ quad_splat(v.x), quad_splat(v.y), quad_splat(v.z) };
}

static inline Quad along_at(const Hull *hull, uint32_t at, Direction d) {
	Quad x = quad_multiply(quad_load(hull->x + at), d.x);
	Quad y = quad_multiply(quad_load(hull->y + at), d.y);
	return quad_add(quad_add(x, y), quad_multiply(quad_load(hull->z + at), d.z));
}

_Static_assert(MK_HULL_PADDING % 8 == 0, "rows are read eight numbers at a time");

Aabb mk_hull_reach_scan(const Hull *hull, Mat3 rows) {
	const Direction d[3] = { direction_of(rows.x), direction_of(rows.y), direction_of(rows.z) };
	Quad low[3];
	Quad high[3];
	for (uint32_t k = 0; k < 3; k++)
		low[k] = high[k] = along_at(hull, 0, d[k]);
	for (uint32_t i = 4; i < hull->padded_count; i += 4)
		for (uint32_t k = 0; k < 3; k++) {
			Quad along = along_at(hull, i, d[k]);
			low[k] = quad_min(along, low[k]);
			high[k] = quad_max(along, high[k]);
		}
	return (Aabb){ vec3(quad_least(low[0]), quad_least(low[1]), quad_least(low[2])),
		vec3(quad_greatest(high[0]), quad_greatest(high[1]), quad_greatest(high[2])) };
}

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

typedef struct BlockBest {
	float along;
	uint32_t vertex;
} BlockBest;

// The largest value first, then the first vertex that has it: no branch depends on the direction.
static BlockBest scan_block(const Hull *hull, uint32_t first, uint32_t end, Direction direction) {
	Quad along[BLOCK / 4];
	Quad most_a = quad_splat(-MK_INFINITY);
	Quad most_b = most_a;
	uint32_t count = (end - first) / 4;
	// two at a time: half as long a chain of maxima
	for (uint32_t i = 0; i < count; i += 2) {
		along[i] = along_at(hull, first + i * 4, direction);
		along[i + 1] = along_at(hull, first + (i + 1) * 4, direction);
		most_a = quad_max(along[i], most_a);
		most_b = quad_max(along[i + 1], most_b);
	}
	float largest = quad_greatest(quad_max(most_a, most_b));
	Quad wanted = quad_splat(largest);
	uint64_t bits = 0;
	for (uint32_t i = 0; i < count; i++)
		bits |= (uint64_t)quad_less_equal(wanted, along[i]) << (i * 4);
	// no bits: the direction is not finite
	uint32_t offset = bits != 0 ? (uint32_t)__builtin_ctzll(bits) : 0;
	return (BlockBest){ largest, first + offset };
}

// Most hulls of games are boxes and the like.
static uint32_t scan_eight(const Hull *hull, Direction direction) {
	Quad low = along_at(hull, 0, direction);
	Quad high = along_at(hull, 4, direction);
	Quad wanted = quad_splat(quad_greatest(quad_max(low, high)));
	uint32_t bits = quad_less_equal(wanted, low) | quad_less_equal(wanted, high) << 4;
	return bits != 0 ? (uint32_t)__builtin_ctz(bits) : 0;
}

uint32_t mk_hull_support_scan(const Hull *hull, Vec3 direction) {
	Direction d = direction_of(direction);
	if (hull->padded_count == 8) return scan_eight(hull, d);
	BlockBest best = { -MK_INFINITY, 0 };
	for (uint32_t first = 0; first < hull->padded_count; first += BLOCK) {
		uint32_t left = hull->padded_count - first;
		BlockBest block = scan_block(hull, first, first + (left < BLOCK ? left : BLOCK), d);
		if (block.along > best.along) best = block;
	}
	return best.vertex;
}

#endif
