// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Random pairs of convex shapes for the properties of GJK.
#pragma once

#include "collide/difference.h"
#include "support/random.h"
#include "support/shape_make.h"

// Near each other, wherever that is: `reach` times their sizes apart.
static inline Transform random_near(
		Rng *rng, const Shape *a, const Shape *b, Transform pose, double reach) {
	Quat turn = rng_below(rng, 4) == 0 ? pose.rotation : random_quat(rng);
	double size = (double)(a->bound + b->bound);
	return (Transform){ turn, vec3_add(pose.position, random_vec3(rng, reach * size)) };
}

typedef struct Pair {
	Shape *first;
	Shape *second;
	ShapeInstance a;
	ShapeInstance b;
	Difference difference;
} Pair;

// Any two convex kinds, rigid or under any map, mostly not far from contact.
static inline Pair make_pair(Rng *rng) {
	Pair p = { .first = make_shape(rng, convex_kind(rng), -1, 1) };
	p.second = make_shape(rng, convex_kind(rng), -1, 1);
	Transform pose = random_transform(rng, 10);
	p.a = instance_rigid(p.first, pose);
	p.b = instance_rigid(p.second, random_near(rng, p.first, p.second, pose, 0.8));
	if (rng_below(rng, 3) == 0) p.a = mk_instance(p.first, random_affine(rng, 5));
	if (rng_below(rng, 3) == 0) p.b = mk_instance(p.second, random_affine(rng, 5));
	if (rng_below(rng, 4) == 0) p.a = instance_grow(p.a, random_size(rng, -2, 0));
	p.difference = mk_difference(&p.a, &p.b);
	return p;
}

static inline void release_pair(Pair *p) {
	mk_shape_release(p->first);
	mk_shape_release(p->second);
}
