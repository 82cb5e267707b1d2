// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// When does a moving object first touch another one? What all moving tests share. The first object
// moves by `motion` (m) on a straight line without turning while time goes from 0 to 1; the second
// is at rest. If both move, pass the difference of their motions (moving_relative); points are then
// where they would be had the second one stayed, moving_point puts them back. Sets are closed.
// Touching or overlapping at time 0 is a hit at time 0 with started_overlapping, also if the
// objects part afterwards: normal . motion tells. Zero motion: the same, or no hit. A graze is a
// hit. NaN: no hit. Rounding. The time is right up to a length, not up to a time: at the time of a
// hit the objects are apart or overlap by at most MK_MOVING_ROUNDING times the size of the case,
// and nowhere before, or on the whole way of a miss, do they overlap by more. The size is the sum
// of the largest coordinate, the motion and the sizes of both objects. So a hit is late by at most
// that length over the closing speed.
#pragma once

#include "geometry/overlap.h"
#include "geometry/primitive.h"

// Relative to the size of the case, no unit: the longest chain (path and solid seen along
// an axis, nearest point of the path, root of what is left of the radius) makes about
// thirty half-epsilon errors.
#define MK_MOVING_ROUNDING (32 * MK_EPSILON)

typedef struct MovingHit {
	bool hit;                 // all else is zero if false
	bool started_overlapping; // touching or overlapping at time 0
	Real time;                // of first touch, 0..1
	Real time_last;           // of last touch, at most 1, in the tests that say so; 0 elsewhere
	Real depth;  // m: if started_overlapping, moving the first object by depth * normal parts them
	Vec3 normal; // unit, from the second object to the first at the place of touch
	Vec3 point;  // of touch, at `time`
} MovingHit;

// How a search for the time of touch ended.
typedef enum MovingStatus {
	MOVING_FREE,    // no touch, for certain
	MOVING_HIT,     // touch, at `time` or as soon after it as the tolerance says
	MOVING_CAPPED,  // out of steps: free before `time`, undecided after it. Treat it as a hit
	MOVING_INVALID, // NaN or infinity in the input: no answer. Treat it as no hit
} MovingStatus;

static inline bool moving_status_is_hit(MovingStatus status) {
	return status == MOVING_HIT || status == MOVING_CAPPED;
}

// Returns the answer for objects that overlap at time 0.
static inline MovingHit moving_hit_from_overlap(Overlap overlap) {
	return (MovingHit){
		.hit = true,
		.started_overlapping = true,
		.depth = overlap.depth,
		.normal = overlap.normal,
		.point = overlap.point,
	};
}

// Returns the motion of a as seen from b.
static inline Vec3 moving_relative(Vec3 motion_a, Vec3 motion_b) {
	return vec3_sub(motion_a, motion_b);
}

// Returns the point of touch in the world if the second object moves too.
static inline Vec3 moving_point(MovingHit hit, Vec3 motion_b) {
	return vec3_add_scaled(hit.point, motion_b, hit.time);
}

// Returns the way the first object can go (m): up to the touch, or all of it.
static inline Vec3 moving_way(MovingHit hit, Vec3 motion) {
	return hit.hit ? vec3_scale(motion, hit.time) : motion;
}
