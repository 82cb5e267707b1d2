// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Triangles that meet do so where an edge of one meets the other (Ericson, Real-Time Collision
// Detection, 5.2.10, six edge-triangle tests), or lie in one plane. Every question is the sign of a
// volume or an area, and those signs are exact; no point is ever computed. Edges in the other's
// plane need no test of their own: if they meet the triangle, another edge does.
#include "geometry/orientation.h"
#include "geometry/triangle_triangle.h"

static int sign_of(double x) { return (x > 0) - (x < 0); }

// 1 in front of the triangle's plane, -1 behind, 0 on it
static int side_of(Triangle t, Vec3 p) { return -sign_of(mk_orientation_3d(t.a, t.b, t.c, p)); }

static bool is_on_one_side(const int side[3]) {
	return side[0] == side[1] && side[1] == side[2] && side[0] != 0;
}

// the coordinates that are left when one is dropped
static Vec2 drop_axis(Vec3 p, int axis) {
	return axis == 0 ? (Vec2){ p.y, p.z } : axis == 1 ? (Vec2){ p.z, p.x } : (Vec2){ p.x, p.y };
}

static double area_without(Triangle t, int axis) {
	return mk_orientation_2d(drop_axis(t.a, axis), drop_axis(t.b, axis), drop_axis(t.c, axis));
}

// Returns the axis along which the triangle looks largest, -1 if it has no area at all.
static int projection_axis(Triangle t) {
	double size[3];
	for (int axis = 0; axis < 3; axis++) {
		size[axis] = fabs(area_without(t, axis));
	}
	int best = size[1] > size[0] ? 1 : 0;
	if (size[2] > size[best]) best = 2;
	return size[best] > 0 ? best : -1;
}

static bool contains_2d(const Vec2 corners[3], Vec2 p) {
	int ab = sign_of(mk_orientation_2d(corners[0], corners[1], p));
	int bc = sign_of(mk_orientation_2d(corners[1], corners[2], p));
	int ca = sign_of(mk_orientation_2d(corners[2], corners[0], p));
	return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

// All six corners are in one plane: edges that meet, else one triangle contains the other. Only a
// triangle with area is asked whether it contains: without one all signs are zero.
static bool overlap_in_plane(Triangle a, Triangle b, int axis) {
	Vec2 on_a[3] = { drop_axis(a.a, axis), drop_axis(a.b, axis), drop_axis(a.c, axis) };
	Vec2 on_b[3] = { drop_axis(b.a, axis), drop_axis(b.b, axis), drop_axis(b.c, axis) };
	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < 3; j++) {
			Segment2 edge_a = { on_a[i], on_a[i == 2 ? 0 : i + 1] };
			Segment2 edge_b = { on_b[j], on_b[j == 2 ? 0 : j + 1] };
			if (mk_segments_cross_2d(edge_a, edge_b).kind != SEGMENTS_APART) return true;
		}
	}
	if (contains_2d(on_a, on_b[0])) return true;
	return mk_orientation_2d(on_b[0], on_b[1], on_b[2]) != 0 && contains_2d(on_b, on_a[0]);
}

// does the segment, whose ends are on different sides of the triangle's plane or one of them on it,
// pass through the triangle? Its line passes all three edges on the same side then.
static bool pierces(Vec3 p, Vec3 q, Triangle t) {
	int ab = sign_of(mk_orientation_3d(p, q, t.a, t.b));
	int bc = sign_of(mk_orientation_3d(p, q, t.b, t.c));
	if (ab * bc < 0) return false;
	int ca = sign_of(mk_orientation_3d(p, q, t.c, t.a));
	return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

static bool edges_pierce(Triangle a, const int side[3], Triangle b) {
	const Vec3 points[3] = { a.a, a.b, a.c };
	for (int i = 0; i < 3; i++) {
		int next = i == 2 ? 0 : i + 1;
		bool is_candidate = side[i] * side[next] <= 0 && side[i] != side[next];
		if (is_candidate && pierces(points[i], points[next], b)) return true;
	}
	return false;
}

bool mk_triangles_overlap_exact(Triangle a, Triangle b) {
	Vec3 sum_a = vec3_add(vec3_add(a.a, a.b), a.c);
	if (!vec3_is_finite(vec3_add(sum_a, vec3_add(vec3_add(b.a, b.b), b.c)))) return false;
	a = orientation_triangle(a);
	b = orientation_triangle(b);
	int axis = projection_axis(a);
	int axis_b = projection_axis(b);
	if (axis < 0 && axis_b < 0) return mk_triangles_overlap_sat(a, b);
	// let a be one with area
	if (axis < 0) {
		Triangle swap = a;
		a = b;
		b = swap;
		axis = axis_b;
		axis_b = -1;
	}
	const int side_b[3] = { side_of(a, b.a), side_of(a, b.b), side_of(a, b.c) };
	if (is_on_one_side(side_b)) return false;
	if (side_b[0] == 0 && side_b[1] == 0 && side_b[2] == 0) return overlap_in_plane(a, b, axis);
	if (edges_pierce(b, side_b, a)) return true;
	if (axis_b < 0) return false;
	const int side_a[3] = { side_of(b, a.a), side_of(b, a.b), side_of(b, a.c) };
	return !is_on_one_side(side_a) && edges_pierce(a, side_a, b);
}
