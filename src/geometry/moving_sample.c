// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Motion tested at single times.
#include "geometry/moving_interval.h"

SampleHit mk_moving_sample(MovingOverlaps *overlaps, const void *data, uint32_t steps) {
	SampleHit answer = { .hit = false };
	for (uint32_t i = 0; i <= steps; i++) {
		Real time = steps > 0 ? (Real)i / (Real)steps : 0;
		answer.samples++;
		if (overlaps(data, time)) {
			answer.hit = true;
			answer.time = time;
			break;
		}
		if (i == UINT32_MAX) break;
	}
	return answer;
}
