// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// In the plane everything follows from orientations whose signs are exact.
//
// In a mesh: cut it by the horizontal plane through p. A triangle with corners on both sides (a
// corner in the plane counts as below) contributes one piece of the cut, between the points where
// two of its edges cross the plane; a neighbour computes the same points from the same numbers in
// the same order, so the pieces join to closed polygons without gaps, to the last bit. What is left
// is the crossing count in that plane, with the same rule for its corners. No ray ever meets an
// edge or a vertex, nothing is counted twice or lost, and no second direction is needed; the
// textbook ray along x through the vertex of an octahedron is one case among others. Rounding moves
// the pieces by an epsilon, so only points that near to the surface could be wrong, and those are
// found before, by their distance.
#include "geometry/containment.h"

#include "geometry/closest.h"
#include "geometry/closest_triangle.h"
#include "geometry/double3.h"
#include "geometry/orientation.h"
#include "geometry/polygon_normal.h"
#include "geometry/tolerance.h"

static bool is_between(Real x, Real a, Real b) { return (a <= x && x <= b) || (b <= x && x <= a); }

static bool box_contains_2d(const Vec2 *points, uint32_t count, Vec2 p) {
	Vec2 low = points[0];
	Vec2 high = points[0];
	for (uint32_t i = 1; i < count; i++) {
		low = (Vec2){ real_min(low.x, points[i].x), real_min(low.y, points[i].y) };
		high = (Vec2){ real_max(high.x, points[i].x), real_max(high.y, points[i].y) };
	}
	return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y;
}

bool mk_triangle_contains_2d(const Vec2 corners[3], Vec2 p) {
	double ab = mk_orientation_2d(corners[0], corners[1], p);
	double bc = mk_orientation_2d(corners[1], corners[2], p);
	double ca = mk_orientation_2d(corners[2], corners[0], p);
	bool is_left = ab >= 0 && bc >= 0 && ca >= 0;
	bool is_right = ab <= 0 && bc <= 0 && ca <= 0;
	// on all three lines at once: the corners are on one line with p
	if (is_left && is_right) return box_contains_2d(corners, 3, p);
	return is_left || is_right;
}

// Returns whether p is so near to a triangle that rounding of the coordinates
// could have moved it there.
static bool is_on_triangle(Triangle t, Vec3 p) {
	Vec3 size = vec3_max(
			vec3_max(vec3_abs(t.a), vec3_abs(t.b)), vec3_max(vec3_abs(t.c), vec3_abs(p)));
	Real slack = MK_NEGLIGIBLE * vec3_max_element(size);
	Aabb box = { vec3_min(vec3_min(t.a, t.b), t.c), vec3_max(vec3_max(t.a, t.b), t.c) };
	if (!aabb_contains_point(aabb_grow(box, slack), p)) return false;
	Vec3 nearest = mk_closest_on_triangle(t, p).point;
	return vec3_distance_squared(p, nearest) <= slack * slack;
}

bool mk_triangle_contains(Triangle t, Vec3 p) {
	TriangleWeights at = mk_triangle_weights(t, p);
	if (!at.is_valid) return is_on_triangle(t, p);
	return vec3_min_element(at.weights) >= -MK_NEGLIGIBLE;
}

// The corners of a polygon in the plane, or of one in space seen along an axis.
typedef struct Corners {
	const Vec2 *flat;
	const Vec3 *points;
	int axis; // the coordinate of points to leave out; -1: take flat
	uint32_t count;
} Corners;

static Vec2 drop_axis(Vec3 p, int axis) {
	if (axis == 0) return (Vec2){ p.y, p.z };
	return axis == 1 ? (Vec2){ p.z, p.x } : (Vec2){ p.x, p.y };
}

static Vec2 corner_at(const Corners *corners, uint32_t i) {
	return corners->axis < 0 ? corners->flat[i] : drop_axis(corners->points[i], corners->axis);
}

typedef enum EdgeCrossing { EDGE_MISSED, EDGE_CROSSED, EDGE_HOLDS_POINT } EdgeCrossing;

// How the ray from p along +x meets an edge; its lower end belongs to it, its upper one does not.
static EdgeCrossing cross_edge(Vec2 a, Vec2 b, Vec2 p) {
	bool a_is_above = a.y > p.y;
	if (a_is_above == (b.y > p.y)) {
		bool is_on_level = a.y == p.y && b.y == p.y;
		bool is_held = is_on_level ? is_between(p.x, a.x, b.x) : b.x == p.x && b.y == p.y;
		return is_held ? EDGE_HOLDS_POINT : EDGE_MISSED;
	}
	double side = a_is_above ? mk_orientation_2d(b, a, p) : mk_orientation_2d(a, b, p);
	if (side == 0) return EDGE_HOLDS_POINT;
	return side > 0 ? EDGE_CROSSED : EDGE_MISSED;
}

static bool corners_contain(const Corners *corners, Vec2 p) {
	bool is_inside = false;
	bool is_held = false;
	for (uint32_t i = 0; i < corners->count; i++) {
		uint32_t previous = i > 0 ? i - 1 : corners->count - 1;
		Vec2 corner = corner_at(corners, i);
		// a bad corner hides two edges, and with them what is inside
		if (!(real_is_finite(corner.x) && real_is_finite(corner.y))) return false;
		EdgeCrossing crossing = cross_edge(corner_at(corners, previous), corner, p);
		is_held = is_held || crossing == EDGE_HOLDS_POINT;
		if (crossing == EDGE_CROSSED) is_inside = !is_inside;
	}
	return is_held || is_inside;
}

bool mk_polygon_contains_2d(Polygon2 polygon, Vec2 p) {
	const Corners corners = { .flat = polygon.points, .axis = -1, .count = polygon.count };
	return corners_contain(&corners, p);
}

static bool equals_2d(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }

// Returns 1 for counter-clockwise, -1 for clockwise, 0 if a few corners do not tell.
static double winding_of(const Vec2 *points, uint32_t count) {
	double twice_area = mk_orientation_2d(points[0], points[count / 3], points[count - count / 3]);
	return (double)((twice_area > 0) - (twice_area < 0));
}

bool mk_convex_polygon_contains_2d(Polygon2 polygon, Vec2 p) {
	const Vec2 *points = polygon.points;
	uint32_t high = polygon.count;
	uint32_t low = 1;
	// a fan around the first point needs the others to differ from it
	while (high > 1 && equals_2d(points[high - 1], points[0])) {
		high--;
	}
	while (low < high && equals_2d(points[low], points[0])) {
		low++;
	}
	if (high < low + 3) return mk_polygon_contains_2d(polygon, p);
	double winding = winding_of(points, high);
	if (winding == 0) return mk_polygon_contains_2d(polygon, p);

	// find the triangle of the fan that has p between its sides
	high--;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		bool is_beyond = winding * mk_orientation_2d(points[0], points[middle], p) >= 0;
		if (is_beyond)
			low = middle;
		else
			high = middle;
	}
	// corners in line with the first one leave a triangle without area, and the
	// rest of the line to check
	if (mk_orientation_2d(points[0], points[low], points[high]) == 0) {
		return mk_polygon_contains_2d(polygon, p);
	}
	const Vec2 corners[3] = { points[0], points[low], points[high] };
	return mk_triangle_contains_2d(corners, p);
}

bool mk_polygon_contains(Polygon polygon, Vec3 p) {
	Vec3 area = polygon_normal_area(polygon);
	Real size = vec3_length_squared(area);
	if (!(size > 0 && size <= MK_REAL_MAX)) return false;
	Vec3 foot = closest_on_plane(area, polygon.points[0], p).point;
	int axis = vec3_max_axis(vec3_abs(area));
	const Corners corners = { .points = polygon.points, .axis = axis, .count = polygon.count };
	return corners_contain(&corners, drop_axis(foot, axis));
}

bool mk_half_spaces_contain(HalfSpaces convex, Vec3 p) {
	for (uint32_t i = 0; i < convex.count; i++) {
		if (!(plane_distance(convex.planes[i], p) <= 0)) return false;
	}
	return vec3_is_finite(p);
}

// A point of the cut: x and z where an edge crosses the plane y = 0.
typedef struct CutPoint {
	double x;
	double z;
} CutPoint;

// The order of the ends is fixed by their sides, so both triangles of an edge get the same bits.
static CutPoint cut_edge(Double3 above, Double3 below) {
	double t = above.y / (above.y - below.y);
	return (CutPoint){ above.x + t * (below.x - above.x), above.z + t * (below.z - above.z) };
}

// Returns whether the ray from zero along +x crosses a piece of the cut.
static bool crosses_piece(CutPoint a, CutPoint b) {
	bool a_is_above = a.z > 0;
	if (a_is_above == (b.z > 0)) return false;
	if (a.x > 0 && b.x > 0) return true;
	if (a.x <= 0 && b.x <= 0) return false;
	double side = a.x * b.z - a.z * b.x;
	return a_is_above ? side < 0 : side > 0;
}

// Returns whether the ray from p along +x crosses a triangle.
static bool crosses_triangle(Triangle t, Vec3 p) {
	Double3 v[3] = { double3_between(t.a, p), double3_between(t.b, p), double3_between(t.c, p) };
	bool above[3] = { v[0].y > 0, v[1].y > 0, v[2].y > 0 };
	if (above[0] == above[1] && above[1] == above[2]) return false;
	// the corner that is alone on its side has the two edges that are cut
	int alone = above[0] == above[1] ? 2 : above[0] == above[2] ? 1 : 0;
	int other = (alone + 1) % 3;
	int another = (alone + 2) % 3;
	if (above[alone]) {
		return crosses_piece(cut_edge(v[alone], v[other]), cut_edge(v[alone], v[another]));
	}
	return crosses_piece(cut_edge(v[other], v[alone]), cut_edge(v[another], v[alone]));
}

bool mk_triangle_mesh_contains(TriangleMesh mesh, Vec3 p) {
	if (!vec3_is_finite(p)) return false;
	bool is_inside = false;
	bool is_held = false;
	for (uint32_t i = 0; i < mesh.triangle_count; i++) {
		Triangle t = triangle_mesh_get(mesh, i);
		if (!(vec3_is_finite(t.a) && vec3_is_finite(t.b) && vec3_is_finite(t.c))) return false;
		is_held = is_held || is_on_triangle(t, p);
		if (crosses_triangle(t, p)) is_inside = !is_inside;
	}
	return is_held || is_inside;
}
