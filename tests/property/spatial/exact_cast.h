// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A moving box against a box in long double: 11 bits more than double, 40 more than float. With the
// slack of the engine's tests (4 epsilon) a hundred of its rounding errors do not matter.
#pragma once

#include "spatial/box_cast.h"

// Whether the cast meets the box grown by `margin` (m; negative shrinks) on all sides.
static inline bool exact_cast_hits(const BoxCast *cast, Aabb box, long double margin) {
	long double first = 0;
	long double last = (long double)cast->max_t;
	for (int axis = 0; axis < 3; axis++) {
		long double reach = (long double)vec3_get(cast->half, axis) + margin;
		long double low = (long double)vec3_get(box.min, axis) - reach;
		long double high = (long double)vec3_get(box.max, axis) + reach;
		long double origin = (long double)vec3_get(cast->origin, axis);
		long double motion = (long double)vec3_get(cast->motion, axis);
		if (motion == 0) {
			if (origin < low || origin > high) return false;
			continue;
		}
		long double t_low = (low - origin) / motion;
		long double t_high = (high - origin) / motion;
		long double entry = motion > 0 ? t_low : t_high;
		long double exit = motion > 0 ? t_high : t_low;
		first = entry > first ? entry : first;
		last = exit < last ? exit : last;
	}
	return first <= last;
}
