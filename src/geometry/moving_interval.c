// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Interval halving without a stack: a part of the time is a level and an index, the part after it
// in time is found by going up while it is a second half.
#include "geometry/moving_interval.h"

static int level_of(Real tolerance) {
	int level = 0;
	Real width = 1;
	// "not <=" goes to the end for NaN
	while (level < MK_INTERVAL_LEVELS && !(width <= tolerance)) {
		width *= (Real)0.5;
		level++;
	}
	return level;
}

// true if the objects cannot touch between low and high
static bool is_free(const IntervalInput *input, Real low, Real high) {
	Real middle = (low + high) * (Real)0.5;
	Real gap = input->distance(input->data, middle) - input->contact;
	Real reach_before = input->reach(input->data, low, middle);
	Real reach_after = input->reach(input->data, middle, high);
	// two comparisons: NaN in either means not free
	return gap > reach_before && gap > reach_after && gap > 0;
}

IntervalHit mk_moving_interval_halve(const IntervalInput *input) {
	const int last_level = level_of(input->tolerance);
	const uint32_t limit = input->max_queries > 0 ? input->max_queries : MK_INTERVAL_QUERIES;
	IntervalHit answer = { .status = MOVING_CAPPED };
	int level = 0;
	uint32_t index = 0;
	while (answer.queries < limit) {
		Real width = 1 / (Real)(1u << level);
		answer.time = (Real)index * width;
		answer.queries++;
		if (!is_free(input, answer.time, answer.time + width)) {
			if (level == last_level) {
				answer.status = MOVING_HIT;
				return answer;
			}
			level++;
			index *= 2;
			continue;
		}
		while (index % 2 == 1) {
			index /= 2;
			level--;
		}
		if (level == 0) return (IntervalHit){ MOVING_FREE, 0, answer.queries };
		index++;
	}
	// what has been freed since the last query counts
	answer.time = (Real)index / (Real)(1u << level);
	return answer;
}
