// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Which of many equal balls touch: all pairs, or only those that a structure says are near. The
// structure is built anew each time, as for balls that all move. All methods give the same pairs in
// the same order, so their cost can be compared: tests, memory and, by the caller's clock, time.
#pragma once

#include "base/array.h"
#include "math/vec3.h"

// Values are part of the interface of scripts.
typedef enum BallPairMethod {
	BALL_PAIRS_ALL,       // each ball with each other one
	BALL_PAIRS_GRID,      // those in a common cell of a hash grid
	BALL_PAIRS_TWO_GRIDS, // the same with a second grid, shifted by half a cell
	BALL_PAIRS_TREE,      // those whose boxes overlap, by a tree of boxes
	BALL_PAIRS_METHOD_COUNT
} BallPairMethod;

typedef struct BallPairsInput {
	const Vec3 *centers; // finite
	uint32_t count;
	Real radius; // m, of all balls
	BallPairMethod method;
	Real cell_size; // m; of grids, > 0
	uint32_t limit; // pairs at most
} BallPairsInput;

MK_ARRAY_DECLARE(BallPairArray, ball_pair_array, uint64_t);

typedef struct BallPairs {
	BallPairArray pairs; // smaller number << 32 | larger number, ascending
	uint64_t tests;      // pairs whose distance was asked for
	size_t bytes;        // of the structure
	bool is_full;        // there are more pairs than the limit; the list is not to be used
} BallPairs;

// Finds all pairs of balls that touch or overlap; the pairs are to be freed.
BallPairs mk_ball_pairs(const BallPairsInput *input);
