// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Random casts, and what tests of casts measure.
#pragma once

#include "collide/cast.h"
#include "collide/penetration.h"
#include "support/check.h"
#include "support/gjk_pair.h"

// A where it is at a time.
static inline ShapeInstance cast_moved(const ShapeInstance *a, Vec3 motion, Real time) {
	ShapeInstance there = *a;
	there.pose.origin = vec3_add_scaled(there.pose.origin, motion, time);
	return there;
}

// How far two convex shapes are apart when A has moved, m.
static inline Separation cast_apart(
		const ShapeInstance *a, const ShapeInstance *b, Vec3 motion, Real time) {
	ShapeInstance there = cast_moved(a, motion, time);
	return mk_separation(&there, b);
}

// m; what the static test and the rounded poses that it is given may be off: four floors of the
// pair at its nearest, three roundings of positions on the way, and in double the length below
// which the static tests do not know the direction between two shapes (gjk_overlaps.c).
static inline Real cast_slack(const ShapeInstance *a, const ShapeInstance *b, Vec3 motion) {
	Real sizes = mk_difference_bound(a) + mk_difference_bound(b);
	Real way = vec3_length(a->pose.origin) + vec3_length(b->pose.origin) + vec3_length(motion);
	Real unsure = (Real)pick_tolerance(0, 1e-8) * sizes;
	return 4 * 4 * MK_EPSILON * 2 * sizes + 3 * MK_EPSILON * way + unsure;
}

// The distance of convex shapes is a convex function of time: the place where
// it is smallest, by thirds.
static inline Real cast_nearest_time(const ShapeInstance *a, const ShapeInstance *b, Vec3 motion) {
	Real low = 0;
	Real high = 1;
	for (int i = 0; i < 24; i++) {
		Real third = (high - low) / 3;
		Real first = cast_apart(a, b, motion, low + third).distance;
		Real second = cast_apart(a, b, motion, high - third).distance;
		if (first < second)
			high -= third;
		else
			low += third;
	}
	return (low + high) / 2;
}

// A motion that brings a pair together, past each other, or apart, of up to some of their sizes.
static inline Vec3 random_motion(Rng *rng, const ShapeInstance *a, const ShapeInstance *b) {
	Real size = mk_difference_bound(a) + mk_difference_bound(b);
	Vec3 way = vec3_sub(b->pose.origin, a->pose.origin);
	Vec3 aside = random_unit(rng);
	aside = vec3_scale(aside, size * random_real(rng, 0, 0.8));
	Vec3 motion = vec3_scale(vec3_add(way, aside), random_real(rng, 0.2, 3));
	return rng_below(rng, 8) == 0 ? random_vec3(rng, (double)size) : motion;
}

// A pair of any convex kinds that starts up to some sizes apart.
static inline Pair make_cast_pair(Rng *rng) {
	Pair p = { .first = make_shape(rng, convex_kind(rng), -1, 1) };
	p.second = make_shape(rng, convex_kind(rng), -1, 1);
	Transform pose = random_transform(rng, 10);
	p.a = instance_rigid(p.first, pose);
	p.b = instance_rigid(p.second, random_near(rng, p.first, p.second, pose, 3));
	if (rng_below(rng, 4) == 0) p.a = mk_instance(p.first, random_affine(rng, 5));
	if (rng_below(rng, 4) == 0) p.b = mk_instance(p.second, random_affine(rng, 5));
	if (rng_below(rng, 4) == 0) p.a = instance_grow(p.a, random_size(rng, -2, 0));
	return p;
}
