// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Convex hulls in tests: building, a check that says what is wrong, and measures computed from the
// faces alone.
#pragma once

#include "geometry/hull_build.h"
#include "geometry/hull_validate.h"
#include "support/check.h"

// Fails the test if a hull breaks any promise about itself or its points.
#define check_hull(hull, points, count) check_hull_at(hull, points, count, __FILE__, __LINE__)

static inline void check_hull_at(
		const Hull *hull, const Vec3 *points, uint32_t count, const char *file, int line) {
	HullCheck check = mk_hull_validate(hull, points, count);
	if (check.fault == HULL_VALID) return;
	print_error(
			"%s, index %u, by %g; tolerance %g, error %g, dimension %d, %u vertices, %u faces\n",
			mk_hull_fault_text(check.fault), check.index, check.amount, (double)hull->tolerance,
			(double)hull->error, (int)hull->dimension, hull->vertex_count, hull->face_count);
	_fail(file, line);
}

static inline Hull build_hull(const Vec3 *points, uint32_t count) {
	HullInput input = { .points = points, .count = count };
	return mk_hull_build(&input);
}

// Returns six times the signed volume of the tetrahedron of a triangle and a point.
static inline double signed_volume6(Vec3 a, Vec3 b, Vec3 c, Vec3 from) {
	double u[3] = { (double)a.x - (double)from.x, (double)a.y - (double)from.y,
		(double)a.z - (double)from.z };
	double v[3] = { (double)b.x - (double)from.x, (double)b.y - (double)from.y,
		(double)b.z - (double)from.z };
	double w[3] = { (double)c.x - (double)from.x, (double)c.y - (double)from.y,
		(double)c.z - (double)from.z };
	return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
			u[2] * (v[0] * w[1] - v[1] * w[0]);
}

// Returns the volume (m^3) by fans over the faces.
static inline double hull_volume(const Hull *hull) {
	double sum = 0;
	for (uint32_t face = 0; face < hull->face_count; face++) {
		Vec3 a = hull->vertices[hull_face_vertex(hull, face, 0)];
		for (uint32_t i = 2; i < hull->faces[face].edge_count; i++) {
			Vec3 b = hull->vertices[hull_face_vertex(hull, face, i - 1)];
			Vec3 c = hull->vertices[hull_face_vertex(hull, face, i)];
			sum += signed_volume6(a, b, c, hull->center);
		}
	}
	return sum / 6;
}

// Returns how far a point lies along a direction, in units of its length.
static inline double point_along(Vec3 p, Vec3 direction) {
	return (double)p.x * (double)direction.x + (double)p.y * (double)direction.y +
			(double)p.z * (double)direction.z;
}

// Returns how far the farthest of at least one point lies along a direction.
static inline double farthest_along(const Vec3 *points, uint32_t count, Vec3 direction) {
	double best = point_along(points[0], direction);
	for (uint32_t i = 1; i < count; i++) {
		double value = point_along(points[i], direction);
		if (value > best) best = value;
	}
	return best;
}

// Returns max |x| + max |y| + max |z|, to which the rounding of coordinates is relative.
static inline double reach_of_points(const Vec3 *points, uint32_t count) {
	Vec3 reach = vec3_zero();
	for (uint32_t i = 0; i < count; i++)
		reach = vec3_max(reach, vec3_abs(points[i]));
	return (double)reach.x + (double)reach.y + (double)reach.z;
}

// The corners of the unit cube: corner i has the bits of i as coordinates, x the highest.
static inline Vec3 cube_corner(uint32_t i) {
	return vec3((Real)(i >> 2 & 1), (Real)(i >> 1 & 1), (Real)(i & 1));
}
