// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Any motion at all, turning included, by callbacks. Interval halving (Ericson, Real-Time
// Collision Detection, 5.5.1): a part of the time is free if the objects are farther apart in its
// middle than they can come nearer within it; else its halves are looked at, the earlier one
// first. It never misses; a part as short as the tolerance that is still undecided counts as a
// touch at its beginning. Sampling is the baseline to compare with: it tests single times and
// misses what happens between them.
#pragma once

#include "geometry/moving.h"

// Returns a distance of the objects at a time in [0, 1] that is not above the true one (m); 0 or
// less if they overlap. NaN counts as 0.
typedef Real MovingDistance(const void *data, Real time);

// Returns a length (m) that is not below the way by which a point of one object can come nearer to
// a point of the other between any two times in [from, to]. NaN counts as infinite.
typedef Real MovingReach(const void *data, Real from, Real to);

// Returns whether the objects touch or overlap at a time.
typedef bool MovingOverlaps(const void *data, Real time);

// The shortest tolerance: halves of halves stay exact numbers down to this.
#define MK_INTERVAL_LEVELS 23

// The default limit of distance queries.
#define MK_INTERVAL_QUERIES 1024

typedef struct IntervalInput {
	MovingDistance *distance;
	MovingReach *reach;
	const void *data;     // for both
	Real contact;         // m: being this near is touching; usually 0
	Real tolerance;       // of time; rounded down to a power of two, at least 2^-MK_INTERVAL_LEVELS
	uint32_t max_queries; // 0: MK_INTERVAL_QUERIES
} IntervalInput;

typedef struct IntervalHit {
	MovingStatus status; // never MOVING_INVALID
	Real time;           // free before it; 0 if free altogether
	uint32_t queries;    // calls of the distance function
} IntervalHit;

typedef struct SampleHit {
	bool hit;
	Real time;        // of the first sample that overlaps
	uint32_t samples; // tested
} SampleHit;

// Returns when the objects first touch, by interval halving; early by at most the tolerance where
// the distance and reach are exact at small scales, never late.
IntervalHit mk_moving_interval_halve(const IntervalInput *input);

// Returns the first of steps + 1 times, evenly from 0 to 1, at which the objects overlap. Objects
// that pass each other between two of them are not seen: this is tunnelling. 0 steps: only time 0.
SampleHit mk_moving_sample(MovingOverlaps *overlaps, const void *data, uint32_t steps);

// Returns how far something of this speed (m/s) goes between two tests at this rate (1/s): the
// bound of the error of testing at rest once per step. Infinite without tests.
static inline Real moving_step_length(Real speed, Real rate) {
	return rate > 0 ? real_abs(speed) / rate : MK_INFINITY;
}
