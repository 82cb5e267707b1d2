// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two convex shapes placed on purpose: far, near, touching, a little or deep in each other, with
// equal axes, face on face, under maps. Most ways put the farthest point of A along a direction n
// and that of B against it at one place, and then B away by a gap along n. The plane between them
// keeps the shapes apart by the gap, and the two points are not farther apart than it: the gap is
// the distance and n the normal, for every two convex shapes, without any algorithm.
#pragma once

#include "geometry/double3.h"
#include "support/pair_make.h"

typedef enum PairPlace {
	PLACE_RANDOM,   // boxes' middles at random, about half of them overlap
	PLACE_FAR,      // gap of 1 to 100 sizes
	PLACE_NEAR,     // gap of a millionth to the whole of the size
	PLACE_TOUCHING, // no gap but rounding
	PLACE_SHALLOW,  // in each other by a millionth to a tenth of the size along n, or less
	PLACE_DEEP,     // middles nearer than a tenth of the size
	PLACE_ALIGNED,  // axes equal, or turned by quarters and by angles down to a millionth
	PLACE_FACES,    // face on face, gap as touching, near or shallow
	PLACE_COUNT
} PairPlace;

typedef struct PlacedPair {
	TestPair pair;
	PairPlace place;
	bool is_mapped;
	bool has_gap; // n is known to separate them ...
	Vec3 n;       // unit, from A to B, outside
} PlacedPair;

static const char *const place_names[PLACE_COUNT] = { "random", "far", "near", "touching",
	"shallow", "deep", "aligned", "faces" };

static inline double pair_size(const TestPair *p) {
	return (double)(mk_difference_bound(&p->a) + mk_difference_bound(&p->b));
}

// Puts B where its farthest point against n is at A's farthest point along n, and a gap further.
static inline void place_beside(TestPair *p, Vec3 n, double gap) {
	Vec3 on_a = instance_support(&p->a, n, MK_SHAPE_NO_ID);
	Vec3 on_b = instance_support(&p->b, vec3_negate(n), MK_SHAPE_NO_ID);
	Vec3 way = vec3_add_scaled(vec3_sub(on_a, on_b), n, (Real)gap);
	p->b.pose.origin = vec3_add(p->b.pose.origin, way);
}

// A rotation that is a quarter turn or none, and a bit more or nothing.
static inline Quat place_turn(Rng *rng) {
	Quat turn = quat_identity();
	for (int i = 0; i < 3; i++) {
		Real quarters = (Real)rng_below(rng, 4) * (Real)1.5707963267948966;
		turn = quat_multiply(turn, quat_from_axis_angle(vec3_axis(i), quarters));
	}
	if (rng_below(rng, 2) == 0) return quat_normalize(turn);
	Vec3 axis = random_unit(rng);
	return quat_normalize(
			quat_multiply(turn, quat_from_axis_angle(axis, random_size(rng, -6, -1))));
}

// Turns B so that a face of its looks against one of A's; returns the normal of that.
static inline Vec3 place_facing(Rng *rng, TestPair *p) {
	ShapeFace face_a;
	ShapeFace face_b;
	mk_instance_face(&p->a, random_unit(rng), &face_a);
	mk_instance_face(&p->b, random_unit(rng), &face_b);
	Quat turn = mk_quat_between(face_b.normal, vec3_negate(face_a.normal));
	Quat around = quat_from_axis_angle(face_a.normal, random_real(rng, 0, 6));
	Mat3 both = quat_to_mat3(quat_normalize(quat_multiply(around, turn)));
	p->b.pose.linear = mat3_multiply(both, p->b.pose.linear);
	return face_a.normal;
}

static inline double place_gap(Rng *rng, PairPlace place) {
	switch (place) {
		case PLACE_FAR: return (double)random_size(rng, 0, 2);
		case PLACE_NEAR: return (double)random_size(rng, -6, 0);
		case PLACE_SHALLOW: return -(double)random_size(rng, -6, -1);
		default: return 0;
	}
}

// Poses for two shapes; a third of the pairs have one or two maps that are
// not rigid, some a margin.
static inline TestPair place_poses(Rng *rng, const Shape *a, const Shape *b, bool *is_mapped) {
	Transform pose_a = random_transform(rng, 3);
	Transform pose_b = random_transform(rng, 0);
	TestPair p = { instance_rigid(a, pose_a), instance_rigid(b, pose_b) };
	uint32_t mapped = rng_below(rng, 9);
	if (mapped == 0 || mapped == 2) p.a = mk_instance(a, random_affine(rng, 3));
	if (mapped == 1 || mapped == 2) p.b = mk_instance(b, random_affine(rng, 0));
	*is_mapped = mapped <= 2;
	return p;
}

// Returns a pair of two of the shapes in one of the ways.
static inline PlacedPair pair_place(
		Rng *rng, const ShapePool *pool_a, const ShapePool *pool_b, PairPlace place) {
	const Shape *shape_a = pool_a->shapes[rng_below(rng, POOL_SIZE)];
	const Shape *shape_b = pool_b->shapes[rng_below(rng, POOL_SIZE)];
	PlacedPair placed = { .place = place };
	TestPair *p = &placed.pair;
	*p = place_poses(rng, shape_a, shape_b, &placed.is_mapped);
	Vec3 n = random_unit(rng);
	if (place == PLACE_ALIGNED) {
		p->b = mk_instance(shape_b,
				(Affine){ mat3_multiply(p->a.pose.linear, quat_to_mat3(place_turn(rng))),
						vec3_zero() });
		p->b.is_rigid = p->a.is_rigid;
		if (rng_below(rng, 2) == 0)
			n = mat3_apply(p->a.pose.linear, vec3_axis((int)rng_below(rng, 3)));
		n = vec3_normalize(n);
	}
	if (place == PLACE_FACES) n = place_facing(rng, p);
	PairPlace how = place;
	if (place == PLACE_ALIGNED || place == PLACE_FACES)
		how = (PairPlace)(PLACE_NEAR + rng_below(rng, 4));
	double size = pair_size(p);
	if (place == PLACE_RANDOM || how == PLACE_DEEP) {
		double reach = place == PLACE_RANDOM ? 0.5 : 0.1;
		Vec3 way = vec3_scale(n, (Real)(size * rng_range(rng, 0, reach)));
		Vec3 middles = vec3_sub(pair_middle(&p->a), pair_middle(&p->b));
		p->b.pose.origin = vec3_add(p->b.pose.origin, vec3_add(middles, way));
		return placed;
	}
	double gap = place_gap(rng, how) * size;
	place_beside(p, n, gap);
	placed.has_gap = gap >= 0;
	placed.n = n;
	return placed;
}
