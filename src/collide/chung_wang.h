// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Do two convex shapes overlap? By the algorithm of Chung and Wang ("Quick Collision Detection of
// Polytopes in Virtual Environments", 1996): a direction s is tried, and if it does not separate,
// it is mirrored at the line from the farthest point p of A to the farthest point q of B. Two balls
// are settled by the second direction. The unit vectors r along q - p are kept: once no hemisphere
// holds all of them, the shapes overlap (hemisphere.h).
//
// Mirroring alone need not end: the proof of the paper is wrong where r . w = 0 (van den Bergen, A
// Fast and Robust GJK Implementation, 1999). So when a pair of corners comes a second time, or
// after some steps anyway, the next s is the middle w of the hemisphere. Then a new r contradicts
// w, and what is left of the sphere of directions shrinks by a good part at every step: shapes
// whose distance or depth is above the rounding floor are settled in some dozen steps, also curved
// ones. The rule that the same pair twice in a row means "apart" is true only after a mirroring,
// and then the sign of s . (q - p) says it already.
//
// Touching counts as overlap. "Apart" is said only with a direction along which the gap is larger
// than the rounding floor of the pair (Difference.error), so overlapping shapes are never called
// apart. Gaps up to some eight floors may be called touching, where rounding ends the search early.
#pragma once

#include "collide/difference.h"
#include "collide/separation.h"
#include "collide/trace.h"

// Mirrored directions before the middle of the hemisphere takes over. Most pairs are
// settled sooner; measured over random pairs, fewer steps give as many iterations in
// all, more make needles slow.
#define MK_CHUNG_WANG_MIRRORS 4

typedef struct ChungWangInput {
	const Difference *difference;
	Vec3 *axis;          // the pair's last s in the frame, read and written; NULL or zero: unknown
	uint32_t mirrors;    // as MK_CHUNG_WANG_MIRRORS
	uint32_t iterations; // most; larger than MK_HEMISPHERE_CAPACITY: that many
	Trace *trace;        // NULL: none
} ChungWangInput;

typedef struct ChungWangResult {
	SeparationStatus status; // CONVERGED; STALLED and CAPPED count as overlap; INVALID as none
	uint32_t iterations;     // pairs of supports
	bool is_overlapping;
	Vec3 axis; // unit, from A to B, in the frame; of an overlapping pair the last one tried
	Real gap;  // m; a lower bound of the distance, 0 if overlapping
} ChungWangResult;

// The usual input, cold and without a trace.
ChungWangInput mk_chung_wang_input(const Difference *difference);

// Returns whether the rounded shapes have a common point. Ends on every input.
ChungWangResult mk_chung_wang(const ChungWangInput *input);
