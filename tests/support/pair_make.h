// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Random pairs of convex shapes at random poses, about half of them overlapping, for tests that
// compare many algorithms on many pairs: shapes are made once, poses anew for each pair.
#pragma once

#include "collide/difference.h"
#include "support/random.h"
#include "support/shape_make.h"

#define POOL_SIZE 8

typedef struct ShapePool {
	Shape *shapes[POOL_SIZE];
} ShapePool;

typedef struct TestPair {
	ShapeInstance a;
	ShapeInstance b;
} TestPair;

// Returns what lengths of a pair are known to, m: the rounding floor of supports, and the
// root of what squares of lengths are rounded by, 2^-53 of the size squared, which is more
// where supports are in double.
static inline double pair_floor(const Difference *d) {
	double size = (double)d->error / (4 * (double)MK_EPSILON);
	return fmax((double)d->error, 0x1p-26 * size);
}

// Returns shapes of one kind with sizes from 10^low to 10^high m.
static inline ShapePool pool_make(Rng *rng, ShapeKind kind, double low, double high) {
	ShapePool pool;
	for (int i = 0; i < POOL_SIZE; i++)
		pool.shapes[i] = make_shape(rng, kind, low, high);
	return pool;
}

static inline void pool_free(ShapePool *pool) {
	for (int i = 0; i < POOL_SIZE; i++)
		mk_shape_release(pool->shapes[i]);
}

// Returns the point of a shape's box that all of its points are around.
static inline Vec3 pair_middle(const ShapeInstance *in) {
	return affine_point(in->pose, aabb_center(in->shape->box));
}

// Returns two shapes whose boxes' middles are apart by up to the sum of their
// half diagonals, times 0.8.
static inline TestPair pair_make(Rng *rng, const ShapePool *a, const ShapePool *b) {
	TestPair pair;
	Shape *shape_a = a->shapes[rng_below(rng, POOL_SIZE)];
	Shape *shape_b = b->shapes[rng_below(rng, POOL_SIZE)];
	pair.a = instance_rigid(shape_a, random_transform(rng, 3));
	pair.b = instance_rigid(shape_b, random_transform(rng, 0));
	Real reach = vec3_length(aabb_half_extents(shape_a->box)) +
			vec3_length(aabb_half_extents(shape_b->box));
	Vec3 way = random_unit(rng);
	way = vec3_scale(way, reach * random_real(rng, 0, 0.8));
	Vec3 there = vec3_add(pair_middle(&pair.a), way);
	pair.b.pose.origin = vec3_add(pair.b.pose.origin, vec3_sub(there, pair_middle(&pair.b)));
	return pair;
}
