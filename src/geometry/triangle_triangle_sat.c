// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Triangle pairs by separating axes (Ericson, Real-Time Collision Detection, 5.2.10 and
// 5.2.1.1): the two normals and nine cross products of edges, which suffice unless the triangles
// are in one plane or have no area. For the plane there are the six normals of the edges in it;
// for segments and points the edges themselves, the ways between corners, and their
// combinations. Any axis that separates is proof, whatever rounding did to its direction; so a
// poor axis can only make a test undecided.
#include "geometry/triangle_triangle.h"

#include "geometry/double3.h"

// Both triangles relative to a corner of the first.
typedef struct AxisSearch {
	Double3 points[2][3];
	Double3 edges[2][3];
	Double3 normals[2];
	double size;      // largest coordinate
	double best;      // largest separation so far, m
	Double3 best_way; // its axis from b to a, not unit
	bool is_bool;     // stop at the first axis that separates
} AxisSearch;

// not fmax and fmin: those are calls
static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

static double sum_of_sizes(Double3 v) { return fabs(v.x) + fabs(v.y) + fabs(v.z); }

// notes the separation on an axis; returns true if the search is over
static bool try_axis(AxisSearch *search, Double3 axis) {
	double low[2];
	double high[2];
	for (int k = 0; k < 2; k++) {
		const Double3 *p = search->points[k];
		double at[3] = { double3_dot(axis, p[0]), double3_dot(axis, p[1]),
			double3_dot(axis, p[2]) };
		low[k] = smaller(at[0], smaller(at[1], at[2]));
		high[k] = larger(at[0], larger(at[1], at[2]));
	}
	double a_above = low[0] - high[1];
	double b_above = low[1] - high[0];
	double gap = larger(a_above, b_above);
	if (search->is_bool) {
		if (!(gap > MK_TRIANGLE_SAT_ROUNDING * sum_of_sizes(axis) * search->size)) return false;
		search->best = gap;
		return true;
	}
	double length = double3_length(axis);
	if (length > 0 && gap / length > search->best) {
		search->best = gap / length;
		search->best_way = double3_scale(axis, (a_above > b_above ? 1 : -1) / length);
	}
	return false;
}

// the eleven axes of triangles with area in different planes, and the six for one plane
static bool try_triangle_axes(AxisSearch *search) {
	for (int k = 0; k < 2; k++) {
		if (try_axis(search, search->normals[k])) return true;
	}
	for (int i = 0; i < 9; i++) {
		if (try_axis(search, double3_cross(search->edges[0][i / 3], search->edges[1][i % 3]))) {
			return true;
		}
	}
	for (int i = 0; i < 6; i++) {
		if (try_axis(search, double3_cross(search->normals[i / 3], search->edges[i / 3][i % 3]))) {
			return true;
		}
	}
	return false;
}

// what separates segments and points: ways between corners, edges, and perpendiculars of edges in
// the plane of edge and way
static bool try_collapsed_axes(AxisSearch *search) {
	for (int i = 0; i < 9; i++) {
		Double3 way = double3_sub(search->points[0][i / 3], search->points[1][i % 3]);
		if (try_axis(search, way)) return true;
		for (int j = 0; j < 6; j++) {
			Double3 edge = search->edges[j / 3][j % 3];
			Double3 across = double3_cross(edge, double3_cross(edge, way));
			if (try_axis(search, edge) || try_axis(search, across)) return true;
		}
	}
	return false;
}

static bool is_flat(const AxisSearch *search, int k) {
	// no longer than rounding leaves of edges on one line; the two longest are at least as long as
	// the two that made the normal
	const Double3 *e = search->edges[k];
	double longest = larger(
			double3_dot(e[0], e[0]), larger(double3_dot(e[1], e[1]), double3_dot(e[2], e[2])));
	return !(double3_length(search->normals[k]) > MK_TRIANGLE_SAT_ROUNDING * longest);
}

// From the two shorter edges: of a needle the long ones are nearly parallel, and their cross
// product is mostly rounding.
static Double3 normal_of(const Double3 edges[3]) {
	double lengths[3];
	for (int i = 0; i < 3; i++) {
		lengths[i] = double3_dot(edges[i], edges[i]);
	}
	int longest = lengths[1] > lengths[0] ? 1 : 0;
	if (lengths[2] > lengths[longest]) longest = 2;
	return double3_cross(edges[(longest + 1) % 3], edges[(longest + 2) % 3]);
}

static AxisSearch start_search(Triangle a, Triangle b, bool is_bool) {
	const Vec3 points[2][3] = { { a.a, a.b, a.c }, { b.a, b.b, b.c } };
	AxisSearch search = { .best = -(double)INFINITY, .is_bool = is_bool };
	for (int i = 0; i < 6; i++) {
		Double3 p = double3_between(points[i / 3][i % 3], a.a);
		search.points[i / 3][i % 3] = p;
		search.size = larger(search.size, larger(fabs(p.x), larger(fabs(p.y), fabs(p.z))));
	}
	for (int i = 0; i < 6; i++) {
		int k = i / 3;
		int next = i % 3 == 2 ? 0 : i % 3 + 1;
		search.edges[k][i % 3] = double3_between(points[k][next], points[k][i % 3]);
	}
	for (int k = 0; k < 2; k++) {
		search.normals[k] = normal_of(search.edges[k]);
	}
	return search;
}

static bool run_search(AxisSearch *search) {
	if (try_triangle_axes(search)) return true;
	if (!is_flat(search, 0) && !is_flat(search, 1)) return false;
	return try_collapsed_axes(search);
}

bool mk_triangles_overlap_sat(Triangle a, Triangle b) {
	Vec3 sum_a = vec3_add(vec3_add(a.a, a.b), a.c);
	if (!vec3_is_finite(vec3_add(sum_a, vec3_add(vec3_add(b.a, b.b), b.c)))) return false;
	AxisSearch search = start_search(a, b, true);
	return !run_search(&search);
}

Real mk_triangles_separation(Triangle a, Triangle b, Vec3 *axis) {
	AxisSearch search = start_search(a, b, false);
	run_search(&search);
	// no axis at all: both are the same point
	if (!(search.best > -(double)INFINITY)) search.best = 0;
	if (axis != NULL) *axis = double3_to_vec3(search.best_way, vec3_zero());
	return (Real)search.best;
}
