// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// GJK against a single point. The simplex is kept in double in both precisions: near the surface of
// a curved core its points are large against the distance they stand for, and in single precision
// the last steps would be lost.
#include "geometry/double3.h"
#include "shape/convex_query.h"

// Supports per nearest point. Polytopes end long before; curved cores gain at least a digit per
// five steps, so this is enough for double.
enum { MAX_STEPS = 100 };

// A distance this small against the simplex it was computed from is none, no unit: what the
// rounding of supports leaves. Smaller: points inside come back as if they were beside themselves.
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

static double squared_of(Double3 a) { return double3_dot(a, a); }

static Nearest nearer(Nearest a, Nearest b) {
	return squared_of(b.point) < squared_of(a.point) ? b : a;
}

static Nearest on_segment(const Double3 *p, int i, int j) {
	Double3 side = double3_sub(p[j], p[i]);
	double along = -double3_dot(p[i], side);
	double squared = squared_of(side);
	if (!(along > 0)) return (Nearest){ p[i], 1u << i };
	if (along >= squared) return (Nearest){ p[j], 1u << j };
	Double3 point = double3_add(p[i], double3_scale(side, along / squared));
	return (Nearest){ point, 1u << i | 1u << j };
}

// The nearest point of the sides, or of the face if its weights say that it is in there. Whatever
// rounding does to the weights of a sliver, it is a point of the triangle.
static Nearest on_triangle(const Double3 *p, int i, int j, int k) {
	Nearest best = nearer(on_segment(p, i, j), on_segment(p, j, k));
	best = nearer(best, on_segment(p, k, i));
	Double3 normal = double3_cross(double3_sub(p[j], p[i]), double3_sub(p[k], p[i]));
	double a = double3_dot(normal, double3_cross(p[j], p[k]));
	double b = double3_dot(normal, double3_cross(p[k], p[i]));
	double c = double3_dot(normal, double3_cross(p[i], p[j]));
	if (!(a > 0 && b > 0 && c > 0)) return best;
	Double3 sum = double3_add(double3_scale(p[i], a), double3_scale(p[j], b));
	sum = double3_add(sum, double3_scale(p[k], c));
	Nearest face = { double3_scale(sum, 1 / (a + b + c)), 1u << i | 1u << j | 1u << k };
	return nearer(best, face);
}

// A tetrahedron thinner than this against its sides has no inside that could be told, no unit: its
// signs are noise. A thousand epsilons of double, beyond what differences of points lose.
#define MK_FLAT (1e3 * DBL_EPSILON)

// Whether the origin is on the other side of the face than its opposite corner, or nobody can tell.
static bool is_beyond(const Double3 *p, const int face[4]) {
	Double3 a = p[face[0]];
	Double3 ab = double3_sub(p[face[1]], a);
	Double3 ac = double3_sub(p[face[2]], a);
	Double3 ad = double3_sub(p[face[3]], a);
	Double3 normal = double3_cross(ab, ac);
	double inner = double3_dot(normal, ad);
	double origin = -double3_dot(normal, a);
	double sides = sqrt(squared_of(ab) * squared_of(ac) * squared_of(ad));
	return !(inner * origin > 0) || fabs(inner) <= MK_FLAT * sides;
}

static Nearest on_tetrahedron(const Double3 *p) {
	static const int faces[4][4] = { { 0, 1, 2, 3 }, { 0, 1, 3, 2 }, { 0, 2, 3, 1 },
		{ 1, 2, 3, 0 } };
	Nearest best = { double3(0, 0, 0), 15 };
	bool is_inside = true;
	for (int f = 0; f < 4; f++) {
		if (!is_beyond(p, faces[f])) continue;
		Nearest found = on_triangle(p, faces[f][0], faces[f][1], faces[f][2]);
		best = is_inside ? found : nearer(best, found);
		is_inside = false;
	}
	return best;
}

// Keeps the corners that take part and returns the point nearest to the origin.
static Double3 reduce(Simplex *s) {
	const Double3 *p = s->points;
	Nearest nearest = { p[0], 1 };
	if (s->count == 2) nearest = on_segment(p, 0, 1);
	if (s->count == 3) nearest = on_triangle(p, 0, 1, 2);
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
		double squared = squared_of(s->points[i]);
		most = squared > most ? squared : most;
	}
	return most;
}

// Adds a point to the simplex and moves v nearer to the origin. Where a thin simplex leaves
// nothing to gain, it starts afresh from v alone, which is a point of the core, too; returns false
// if that does not help either.
static bool step_nearer(Simplex *simplex, Double3 w, Double3 *v) {
	double squared = squared_of(*v);
	simplex->points[simplex->count++] = w;
	Double3 next = reduce(simplex);
	if (!(squared_of(next) < squared)) {
		*simplex = (Simplex){ .points = { *v, w }, .count = 2 };
		next = reduce(simplex);
	}
	bool is_nearer = squared_of(next) < squared;
	if (is_nearer) *v = next;
	return is_nearer;
}

ShapePoint mk_convex_nearest_core(const ShapeInstance *instance, Vec3 p) {
	Vec3 way = vec3_sub(p, instance->pose.origin);
	SupportPoint s = instance_support_core(instance, way, MK_SHAPE_NO_ID);
	Simplex simplex = { .points = { double3_between(s.point, p) }, .count = 1 };
	Double3 v = simplex.points[0];
	double size = 0;
	for (int step = 0; step < MAX_STEPS; step++) {
		double squared = squared_of(v);
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
		if (!step_nearer(&simplex, w, &v)) break;
	}
	return (ShapePoint){ .point = double3_to_vec3(v, p) };
}
