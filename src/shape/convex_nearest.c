// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// GJK against a single point. The simplex is kept in double in both precisions: near the surface of
// a curved core its points are large against the distance they stand for, and in single precision the
// last steps would be lost. Triangles by Ericson, Real-Time Collision Detection, 5.1.5.
#include "geometry/double3.h"
#include "shape/convex_query.h"

// Supports per nearest point. Polytopes end long before; curved cores gain at least a digit per five
// steps, so this is enough for double.
enum { MAX_STEPS = 100 };

// A distance this small against the simplex it was computed from is none, no unit: what the rounding
// of supports leaves. Smaller: points inside come back as if they were beside themselves.
#define MK_TOUCHING (16 * (double)MK_EPSILON)

// Up to four points of the core relative to the point asked about.
typedef struct Simplex {
	Double3 points[4];
	int count;
} Simplex;

// The point of a simplex that is nearest to the origin, and the corners it depends on, as bits.
typedef struct Nearest {
	Double3 point;
	uint32_t corners;
} Nearest;

static Double3 between(Double3 a, Double3 b, double t) {
	return double3_add(a, double3_scale(double3_sub(b, a), t));
}

static Nearest on_segment(Double3 a, Double3 b) {
	Double3 side = double3_sub(b, a);
	double along = -double3_dot(a, side);
	double squared = double3_dot(side, side);
	if (!(along > 0)) return (Nearest){ a, 1 };
	if (along >= squared) return (Nearest){ b, 2 };
	return (Nearest){ between(a, b, along / squared), 3 };
}

static Nearest on_triangle(Double3 a, Double3 b, Double3 c) {
	Double3 ab = double3_sub(b, a);
	Double3 ac = double3_sub(c, a);
	double a_ab = -double3_dot(ab, a);
	double a_ac = -double3_dot(ac, a);
	double b_ab = -double3_dot(ab, b);
	double b_ac = -double3_dot(ac, b);
	double c_ab = -double3_dot(ab, c);
	double c_ac = -double3_dot(ac, c);
	if (a_ab <= 0 && a_ac <= 0) return (Nearest){ a, 1 };
	if (b_ab >= 0 && b_ac <= b_ab) return (Nearest){ b, 2 };
	if (c_ac >= 0 && c_ab <= c_ac) return (Nearest){ c, 4 };
	double area_c = a_ab * b_ac - b_ab * a_ac;
	double area_b = c_ab * a_ac - a_ab * c_ac;
	double area_a = b_ab * c_ac - c_ab * b_ac;
	if (area_c <= 0 && a_ab >= 0 && b_ab <= 0) {
		return (Nearest){ between(a, b, a_ab / (a_ab - b_ab)), 3 };
	}
	if (area_b <= 0 && a_ac >= 0 && c_ac <= 0) {
		return (Nearest){ between(a, c, a_ac / (a_ac - c_ac)), 5 };
	}
	double from_b = b_ac - b_ab;
	double from_c = c_ab - c_ac;
	if (area_a <= 0 && from_b >= 0 && from_c >= 0) {
		return (Nearest){ between(b, c, from_b / (from_b + from_c)), 6 };
	}
	double whole = 1 / (area_a + area_b + area_c);
	Double3 point = double3_add(a, double3_scale(ab, area_b * whole));
	return (Nearest){ double3_add(point, double3_scale(ac, area_c * whole)), 7 };
}

// Whether the origin is on the other side of the face than its opposite corner, or the four points
// are in a plane.
static bool is_beyond(Double3 a, Double3 b, Double3 c, Double3 opposite) {
	Double3 normal = double3_cross(double3_sub(b, a), double3_sub(c, a));
	double inner = double3_dot(normal, double3_sub(opposite, a));
	double origin = -double3_dot(normal, a);
	return !(inner * origin > 0);
}

static Nearest on_tetrahedron(const Double3 p[4]) {
	static const int faces[4][4] = { { 0, 1, 2, 3 }, { 0, 1, 3, 2 }, { 0, 2, 3, 1 },
		{ 1, 2, 3, 0 } };
	Nearest best = { double3(0, 0, 0), 15 };
	double best_squared = DBL_MAX;
	for (int f = 0; f < 4; f++) {
		const int *i = faces[f];
		if (!is_beyond(p[i[0]], p[i[1]], p[i[2]], p[i[3]])) continue;
		Nearest found = on_triangle(p[i[0]], p[i[1]], p[i[2]]);
		double squared = double3_dot(found.point, found.point);
		if (!(squared < best_squared)) continue;
		best_squared = squared;
		best.point = found.point;
		best.corners = 0;
		for (int k = 0; k < 3; k++)
			best.corners |= (found.corners >> k & 1) << i[k];
	}
	return best;
}

// Keeps the corners that take part and returns the point nearest to the origin.
static Double3 reduce(Simplex *s) {
	const Double3 *p = s->points;
	Nearest nearest = { p[0], 1 };
	if (s->count == 2) nearest = on_segment(p[0], p[1]);
	if (s->count == 3) nearest = on_triangle(p[0], p[1], p[2]);
	if (s->count == 4) nearest = on_tetrahedron(p);
	int kept = 0;
	for (int i = 0; i < s->count; i++) {
		if ((nearest.corners >> i & 1) != 0) s->points[kept++] = s->points[i];
	}
	s->count = kept;
	return nearest.point;
}

static double squared_size(const Simplex *s) {
	double most = 0;
	for (int i = 0; i < s->count; i++) {
		double squared = double3_dot(s->points[i], s->points[i]);
		most = squared > most ? squared : most;
	}
	return most;
}

ShapePoint mk_convex_nearest_core(const ShapeInstance *instance, Vec3 p) {
	Vec3 way = vec3_sub(p, instance->pose.origin);
	SupportPoint s = instance_support_core(instance, way, MK_SHAPE_NO_ID);
	Simplex simplex = { .points = { double3_between(s.point, p) }, .count = 1 };
	Double3 v = simplex.points[0];
	double size = 0;
	for (int step = 0; step < MAX_STEPS; step++) {
		double squared = double3_dot(v, v);
		double simplex_size = squared_size(&simplex);
		size = simplex_size > size ? simplex_size : size;
		if (simplex.count == 4 || !(squared > MK_TOUCHING * MK_TOUCHING * size)) {
			return (ShapePoint){ .point = p, .is_inside = true };
		}
		Vec3 direction = vec3((Real)-v.x, (Real)-v.y, (Real)-v.z);
		s = instance_support_core(instance, direction, s.id);
		Double3 w = double3_between(s.point, p);
		// the true nearest point is within sqrt(v.v - v.w) of v
		if (!(squared - double3_dot(v, w) > 2 * (double)MK_EPSILON * squared)) break;
		simplex.points[simplex.count++] = w;
		Double3 next = reduce(&simplex);
		if (!(double3_dot(next, next) < squared)) break;
		v = next;
	}
	return (ShapePoint){ .point = double3_to_vec3(v, p) };
}
