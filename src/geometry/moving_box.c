// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two boxes along the coordinate axes (Ericson, Real-Time Collision Detection, 5.5.8). The
// second one is at rest. An axis without motion is decided by the intervals alone, and boxes
// that touch and part on one axis have left before another one brings them together: all axes
// use the same closed interval.
#include "geometry/moving_box.h"

#include "geometry/overlap_box.h"
#include "geometry/ray_span.h"

// the times during which [a_low, a_high], moving at `speed`, overlaps [b_low, b_high]
static RaySpan overlap_times(int axis, const Aabb *a, const Aabb *b, Real speed) {
	RayRange gap = {
		vec3_get(b->min, axis) - vec3_get(a->max, axis),
		vec3_get(b->max, axis) - vec3_get(a->min, axis),
	};
	return ray_span_slab(0, speed, gap, vec3_negate(vec3_axis(axis)));
}

MovingHit mk_moving_aabb_hit_aabb(Aabb a, Vec3 motion, Aabb b) {
	if (aabb_is_empty(a) || aabb_is_empty(b)) return (MovingHit){ 0 };
	if (aabb_overlaps(a, b)) return moving_hit_from_overlap(mk_aabb_contact_aabb(a, b));
	RaySpan times = ray_span_all();
	for (int axis = 0; axis < 3; axis++) {
		RaySpan part = overlap_times(axis, &a, &b, vec3_get(motion, axis));
		if (!(part.enter <= part.exit)) return (MovingHit){ 0 };
		times = ray_span_intersect(times, part);
	}
	if (!(times.enter <= times.exit && times.enter <= 1 && times.exit >= 0)) {
		return (MovingHit){ 0 };
	}
	Real time = real_max(times.enter, 0);
	Aabb moved = { vec3_add_scaled(a.min, motion, time), vec3_add_scaled(a.max, motion, time) };
	return (MovingHit){
		.hit = true,
		.time = time,
		.time_last = real_min(times.exit, 1),
		.normal = times.normal,
		.point = aabb_center(aabb_intersect(moved, b)),
	};
}
