// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Random primitives for property tests, with the awkward ones well represented: needles, caps,
// equal and collinear corners, sizes from 1e-4 m to 1e4 m, places far from the origin.
#pragma once

#include "geometry/primitive.h"
#include "support/random.h"

// Returns a triangle of about this size (sides up to 8 times as long) around zero: a plain one, a
// needle, a cap, a segment or a point.
static inline Triangle random_triangle(Rng *rng, Real size) {
	Vec3 a = random_vec3(rng, (double)size);
	Vec3 b = random_vec3(rng, (double)size);
	Vec3 c = random_vec3(rng, (double)size);
	Real thickness = size * random_size(rng, -9, -1);
	Vec3 thin = vec3_scale(random_unit(rng), thickness);
	Vec3 along = vec3_lerp(a, b, random_real(rng, -1, 2));
	switch (rng_below(rng, 8)) {
		case 0: return (Triangle){ a, b, vec3_add(a, thin) };
		case 1: return (Triangle){ a, vec3_add(c, thin), c };
		case 2: return (Triangle){ a, b, vec3_add(along, thin) };
		case 3: return (Triangle){ a, b, along };
		case 4: return (Triangle){ a, rng_below(rng, 2) ? a : b, b };
		default: return (Triangle){ a, b, c };
	}
}

static inline Vec3 triangle_point(Triangle t, Real v, Real w) {
	if (v + w > 1) {
		v = 1 - v;
		w = 1 - w;
	}
	Vec3 along = vec3_add_scaled(t.a, vec3_sub(t.b, t.a), v);
	return vec3_add_scaled(along, vec3_sub(t.c, t.a), w);
}

// Returns a point of the triangle, up to rounding.
static inline Vec3 random_in_triangle(Rng *rng, Triangle t) {
	Real v = random_real(rng, 0, 1);
	return triangle_point(t, v, random_real(rng, 0, 1));
}

// Returns a point on, near, around or far from something of this size that lies at `center`.
static inline Vec3 random_around(Rng *rng, Vec3 center, Real size) {
	static const double reaches[] = { 0, 1e-6, 1e-3, 1, 2, 100, 10000 };
	double reach = reaches[rng_below(rng, sizeof(reaches) / sizeof(reaches[0]))];
	return vec3_add(center, random_vec3(rng, reach * (double)size));
}

// Returns the longest side, m.
static inline Real triangle_size(Triangle t) {
	Real ab = vec3_distance(t.a, t.b);
	return real_max(ab, real_max(vec3_distance(t.b, t.c), vec3_distance(t.c, t.a)));
}

static inline Triangle triangle_move(Triangle t, Vec3 offset) {
	return (Triangle){ vec3_add(t.a, offset), vec3_add(t.b, offset), vec3_add(t.c, offset) };
}

// Returns a segment of about this size: a plain one, or a point.
static inline Segment random_segment(Rng *rng, Real size) {
	Vec3 a = random_vec3(rng, (double)size);
	Vec3 b = random_vec3(rng, (double)size);
	return (Segment){ a, rng_below(rng, 16) == 0 ? a : b };
}
