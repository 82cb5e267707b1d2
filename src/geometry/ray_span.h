// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the ray tests share: a line meets a convex solid in one interval of t. Solids that are an
// intersection of simpler ones intersect the intervals; the rule for starting inside is in one
// place. A NaN makes the interval empty, because every comparison with it fails.
#pragma once

#include "geometry/ray.h"

typedef struct RaySpan {
	Real enter;
	Real exit;
	Vec3 normal; // unit, of the surface at enter; zero if the line is inside for ever
} RaySpan;

static inline RaySpan ray_span_none(void) {
	return (RaySpan){ MK_INFINITY, -MK_INFINITY, vec3_zero() };
}
static inline RaySpan ray_span_all(void) {
	return (RaySpan){ -MK_INFINITY, MK_INFINITY, vec3_zero() };
}

static inline RaySpan ray_span_intersect(RaySpan a, RaySpan b) {
	RaySpan both = a.enter >= b.enter ? a : b;
	both.exit = a.exit <= b.exit ? a.exit : b.exit;
	return both;
}

// Returns the t with low <= start + t speed <= high; normal_low is the normal of the side at low.
static inline RaySpan ray_span_slab(Real start, Real speed, RayRange slab, Vec3 normal_low) {
	if (speed == 0) {
		return slab.min <= start && start <= slab.max ? ray_span_all() : ray_span_none();
	}
	// divisions, not a product with 1 / speed: that is infinite for speeds with no inverse, and
	// 0 * infinity for a start on the slab is NaN
	Real t_min = (slab.min - start) / speed;
	Real t_max = (slab.max - start) / speed;
	if (speed > 0) return (RaySpan){ t_min, t_max, normal_low };
	return (RaySpan){ t_max, t_min, vec3_negate(normal_low) };
}

// Returns the answer for a solid: the first t of the range in the interval. What a ray reaches only
// after more than the largest number it misses.
static inline RayHit ray_hit_from_span(RaySpan span, RayRange range) {
	if (span.enter == MK_INFINITY) return (RayHit){ 0 };
	if (!(span.enter <= span.exit && span.enter <= range.max && range.min <= span.exit)) {
		return (RayHit){ 0 };
	}
	if (span.enter < range.min) return (RayHit){ true, true, range.min, vec3_zero() };
	return (RayHit){ true, false, span.enter, span.normal };
}
