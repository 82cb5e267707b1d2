// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Shapes of known pairs for tests of detectors: hulls of listed points, and pairs of them in place.
#pragma once

#include "collide/difference.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"

typedef struct HullPair {
	Shape *shape_a;
	Shape *shape_b;
	ShapeInstance a;
	ShapeInstance b;
	Difference difference;
} HullPair;

static inline Shape *hull_from_points(const Vec3 *points, uint32_t count) {
	HullShapeInput input = { .points = points, .count = count };
	return mk_hull_shape_create(&input, NULL);
}

// Takes over both shapes; B is moved by `offset`.
static inline HullPair pair_of_shapes(Shape *a, Shape *b, Vec3 offset) {
	HullPair pair = { .shape_a = a, .shape_b = b };
	pair.a = instance_local(a);
	pair.b = instance_local(b);
	pair.b.pose.origin = offset;
	pair.difference = mk_difference(&pair.a, &pair.b);
	return pair;
}

static inline void hull_pair_free(HullPair *pair) {
	mk_shape_release(pair->shape_a);
	mk_shape_release(pair->shape_b);
}

// Two rods with a square across, the first along x, the second above it along y, both with an edge
// towards the other: 0.1 m apart, and no face of either separates them.
static inline HullPair crossing_rods(Real lift) {
	const Vec3 rod_a[8] = { { -3, -1, 0 }, { -3, 1, 0 }, { -3, 0, -1 }, { -3, 0, 1 }, { 3, -1, 0 },
		{ 3, 1, 0 }, { 3, 0, -1 }, { 3, 0, 1 } };
	const Real low = (Real)1.1;
	const Vec3 rod_b[8] = { { -1, -3, low + 1 }, { 1, -3, low + 1 }, { 0, -3, low },
		{ 0, -3, low + 2 }, { -1, 3, low + 1 }, { 1, 3, low + 1 }, { 0, 3, low },
		{ 0, 3, low + 2 } };
	return pair_of_shapes(hull_from_points(rod_a, 8), hull_from_points(rod_b, 8), vec3(0, 0, lift));
}

// Two tetrahedra that overlap, and two that do not, on which an implementation of Chung and Wang's
// algorithm with its printed rules gives the wrong answer.
static inline HullPair overlapping_tetrahedra(void) {
	const Vec3 a[4] = { { -1, 2, 3 }, { 1, -3, 2 }, { -2, 0, 0 }, { -2, -3, 3 } };
	const Vec3 b[4] = { { 3, -1, -2 }, { 3, -2, 3 }, { -3, 2, -3 }, { 0, -3, 2 } };
	return pair_of_shapes(hull_from_points(a, 4), hull_from_points(b, 4), vec3_zero());
}

static inline HullPair separate_tetrahedra(void) {
	const Vec3 a[4] = { { 3, -2, -3 }, { -2, 3, 3 }, { -2, 3, -2 }, { -3, -1, -1 } };
	const Vec3 b[4] = { { 1, 2, 1 }, { -3, 0, 2 }, { 0, -3, 2 }, { 1, 1, 3 } };
	return pair_of_shapes(hull_from_points(a, 4), hull_from_points(b, 4), vec3_zero());
}

// Cubes with half extent 1: A turned by 45 degrees about z, B at (3, 0, 0) turned by 45 degrees
// about y. The faces alone see an overlap of 2 - sqrt 2, the edges a gap of 3 - 2 sqrt 2.
static inline HullPair turned_cubes(void) {
	const Real r = (Real)1.41421356237309504880;
	Vec3 a[8];
	Vec3 b[8];
	for (int i = 0; i < 8; i++) {
		Real side = i & 4 ? 1 : -1;
		Real u = i & 1 ? r : -r;
		a[i] = i & 2 ? vec3(u, 0, side) : vec3(0, u, side);
		b[i] = i & 2 ? vec3(u, side, 0) : vec3(0, side, u);
	}
	return pair_of_shapes(hull_from_points(a, 8), hull_from_points(b, 8), vec3(3, 0, 0));
}
