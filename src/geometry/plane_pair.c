// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Cramer's rule with cross products. All tests are on angles: |n_a x n_b| against |n_a| |n_b|, the
// volume of three normals against the product of their lengths.
#include "geometry/plane_pair.h"

#include "geometry/tolerance.h"

static bool are_usable(Plane a, Plane b) {
	Real a_squared = vec3_length_squared(a.normal);
	Real b_squared = vec3_length_squared(b.normal);
	return a_squared > 0 && b_squared > 0 && a_squared <= MK_REAL_MAX && b_squared <= MK_REAL_MAX;
}

// Returns whether the point of a nearest to zero is also on b; for parallel planes.
static bool are_equal(Plane a, Plane b) {
	Real scale = a.offset / vec3_length_squared(a.normal);
	Real reach = scale * vec3_dot(a.normal, b.normal);
	return real_is_negligible(reach - b.offset, real_abs(reach) + real_abs(b.offset));
}

PlaneLine mk_plane_line(Plane a, Plane b) {
	PlaneLine result = { .meeting = PLANES_PARALLEL };
	if (!are_usable(a, b)) return result;
	Vec3 direction = vec3_cross(a.normal, b.normal);
	if (vec3_cross_is_negligible(direction, a.normal, b.normal)) {
		if (are_equal(a, b)) result.meeting = PLANES_EQUAL;
		return result;
	}
	Vec3 mixed = vec3_sub(vec3_scale(b.normal, a.offset), vec3_scale(a.normal, b.offset));
	Real scale = 1 / vec3_length_squared(direction);
	result.meeting = PLANES_MEET;
	result.line = (Ray){ vec3_scale(vec3_cross(mixed, direction), scale), direction };
	return result;
}

PlanePoint mk_plane_point(Plane a, Plane b, Plane c) {
	PlanePoint result = { .meeting = PLANES_PARALLEL };
	Vec3 bc = vec3_cross(b.normal, c.normal);
	Real volume = vec3_dot(a.normal, bc);
	Real lengths = vec3_length(a.normal) * vec3_length(b.normal) * vec3_length(c.normal);
	// also if something is infinite or NaN
	if (real_is_negligible(volume, lengths)) return result;
	Vec3 mixed = vec3_sub(vec3_scale(b.normal, c.offset), vec3_scale(c.normal, b.offset));
	Vec3 sum = vec3_add_scaled(vec3_cross(a.normal, mixed), bc, a.offset);
	result.meeting = PLANES_MEET;
	result.point = vec3_scale(sum, 1 / volume);
	return result;
}
