// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// For how long two shapes that are apart along an axis stay apart.
//
// The gap f(t) = min over points a, b of N(t) . (b(t) - a(t)) along a unit axis N, of our own
// choice at every time, is a lower bound of the distance. A point at offset r from its centre has
// the velocity m + w x r, so along a fixed N it approaches at N . m + (N x w) . r.
// - First order, fixed axis. No point turns faster along N than |N x w| s, s being the
//   largest distance from the axis of rotation; and a turn never carries a point farther than
//   2 s |N x w| / |w|, however long it is. Both are below the textbook's |w| times the
//   largest distance from the centre.
// - Second order. If the gap of each pair of points bends by at most B, it lies above its chord
//   minus B d^2 / 8, and the lowest of many such curves lies above the chord between its own ends
//   in the same way. So two measured gaps bound all that is between them:
//     f(t + k d) >= (1 - k) f(t) + k f(t + d) - B d^2 k (1 - k) / 2,
//   whose first zero is a safe time. Of a fixed axis B is the sum of |N x w| |w| s.
// - A fixed axis follows the fastest corner of a face or edge, not the point that will touch, and
//   then converges like a fraction. So the axis turns along: with the side whose face is nearest,
//   or, between two edges, so that it stays across both. In a frame that turns by W, a side turns
//   by w - W and its part of B is |w - W| (|W| + |w|) s, while the centres, c apart and moving by
//   m, add |W x N| (|W| |c| + 2 |m|). This converges like Newton's method.
#pragma once

#include "collide/toi_distance.h"

// A time at which a pair is apart along an axis, and where to go from it.
typedef struct Leap {
	const FineSide *a;
	const FineSide *b;
	double time;
	double sign;  // 1, or -1 for time that runs backwards
	double rest;  // how far there is to go
	double reach; // m; cores nearer than this have reached the target; with the rounding floor
	double gap;   // m; above the reach at `time`; positive
	Double3 axis; // unit, from A to B
	Double3 on_a; // points next to each other along it
	Double3 on_b;
	Double3 spin; // rad; how the axis may turn
} Leap;

// Returns a leap from what was measured at a time towards another one.
Leap mk_leap(const FinePair *pair, const FineDistance *distance, const FineSimplex *simplex,
		const double times[2]);

// Returns how fast the gap closes at first along the axis as it turns, m per unit of time.
double mk_leap_rate(const Leap *leap);

// Returns how far the pair is free from the leap's time on, at most its rest. The probe is a place
// to work in; `probes` counts gaps that were measured.
double mk_leap_step(const Leap *leap, FinePair *probe, uint32_t *probes);
