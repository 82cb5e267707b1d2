// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A frame across a normal: cheaper than vec3_perpendicular, and as fixed for the same normal.
#pragma once

#include "math/vec3.h"

// Returns a unit vector perpendicular to the unit vector n (Duff et al., "Building an Orthonormal
// Basis, Revisited", 2017); n x tangent completes the frame.
static inline Vec3 tangent_of(Vec3 n) {
	Real sign = real_copy_sign(1, n.z);
	Real a = -1 / (sign + n.z);
	return vec3(1 + sign * n.x * n.x * a, sign * n.x * n.y * a, -sign * n.x);
}
