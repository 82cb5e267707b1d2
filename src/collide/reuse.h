// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the last full test of a pair of convex shapes still proves. Between two poses no point of
// one shape moves farther, seen from the other, than `motion`; so a pair that was apart by more
// stays apart, and separations of a manifold change by no more. The motion is always measured from
// the pose of the last full test, never from one reuse to the next: errors do not add up.
#pragma once

#include "collide/collide.h"

typedef enum ReuseTier {
	REUSE_NOTHING, // test again
	REUSE_GAP,     // still apart by more than the margin: no contact
	REUSE_COPY,    // moved less than rounding: the same manifold
	REUSE_REFRESH, // moved less than a quarter of the slop: the same points, new separations
	REUSE_NORMAL,  // moved less than the slop, and the normal is that of a face: clip again
} ReuseTier;

typedef struct Reuse {
	ReuseTier tier;
	bool is_possible; // there is a cache and a rigid pose
	Affine relative;  // as in PairCache, now; only set if possible
} Reuse;

// Writes what can be used again. Separations of REUSE_REFRESH are within half a slop of a full
// test, those of REUSE_NORMAL within three slops in the worst case (a pair that leaves a face), and
// are exact along the face's normal.
void mk_reuse_look(const CollideInput *input, Reuse *reuse);

// The same for a pair of which nothing is to be used again: only what a
// new test and its cache need.
void mk_reuse_look_anew(const CollideInput *input, Reuse *reuse);

// Adds the last manifold again, as it was or with new separations.
void mk_reuse_emit(const CollideInput *input, const Reuse *reuse);

// Returns the last manifold's normal, carried along with the shape whose face it is, in A's
// axes; only for REUSE_NORMAL.
Vec3 mk_reuse_normal(const CollideInput *input, const Reuse *reuse);

// Keeps that a pair is apart by at least `gap` (m).
void mk_reuse_store_gap(const CollideInput *input, const Reuse *reuse, Real gap);

// Forgets the last manifold of a pair, which must have a cache.
void mk_reuse_forget(const CollideInput *input);

// Keeps a manifold in the frame of the pair (difference.h).
void mk_reuse_store(const CollideInput *input, const Reuse *reuse, const Manifold *manifold,
		ContactReference reference);
