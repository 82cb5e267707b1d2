// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Whether an edge pierces a face is decided by signs of volumes that are exact, so a thin triangle
// is neither missed nor hit by rounding. If nothing is pierced, the nearest pair is one of two
// edges, or of a vertex and the inside of a face. In the second case the distance near the vertex
// is its height above the plane, so the vertex must be the lowest one, and all the others on the
// same side: at most one vertex of each triangle needs to be tried. And if that one has its foot in
// the face, nothing can be nearer.
#include "geometry/closest_pair_triangle.h"

#include "geometry/closest_pair.h"
#include "geometry/closest_triangle.h"
#include "geometry/orientation.h"
#include "geometry/tolerance.h"

static ClosestPair swap_pair(ClosestPair pair) {
	return (ClosestPair){ pair.point_b, pair.point_a, pair.distance_squared };
}

static ClosestPair nearer_pair(ClosestPair a, ClosestPair b) {
	return b.distance_squared < a.distance_squared ? b : a;
}

// How much of the square of the reach (the largest distance between the points involved) twice the
// area of a face must be so that volumes are heights to some epsilon of the reach; no unit. Volumes
// have errors of 7 roundings of doubles times the reach cubed, so this is small in single
// precision. Smaller: a vertex may be taken for the lowest one and not be it. Larger: more pairs
// are looked at than needed.
#define MK_RELIABLE_AREA ((Real)(DBL_EPSILON / (4 * (double)MK_EPSILON)))

// Volumes of a face with each of up to three points: heights above its plane, all on one scale.
typedef struct Heights {
	double volumes[3];
	int lowest;        // the point nearest to the plane
	bool is_one_sided; // all points are strictly on the same side
	bool is_reliable;  // the lowest one is the lowest up to rounding, not only by an unsure normal
} Heights;

static Heights measure_heights(Triangle face, const Vec3 *points, int count) {
	Heights heights = { .is_one_sided = true };
	Real reach_squared = real_max(
			vec3_distance_squared(face.a, face.b), vec3_distance_squared(face.a, face.c));
	for (int i = 0; i < count; i++) {
		double volume = mk_orientation_3d(face.a, face.b, face.c, points[i]);
		heights.volumes[i] = volume;
		reach_squared = real_max(reach_squared, vec3_distance_squared(face.a, points[i]));
		bool is_same_side = volume > 0 ? heights.volumes[0] > 0
									   : volume < 0 && heights.volumes[0] < 0;
		heights.is_one_sided = heights.is_one_sided && is_same_side;
		if (fabs(volume) < fabs(heights.volumes[heights.lowest])) heights.lowest = i;
	}
	Real area = vec3_length(triangle_normal_area(face));
	heights.is_reliable = area > MK_RELIABLE_AREA * reach_squared;
	return heights;
}

// Returns whether the line through a segment passes through the closed triangle: it has
// all sides on the same hand.
static bool passes_through(Segment s, Triangle t) {
	double ab = mk_orientation_3d(s.start, s.end, t.a, t.b);
	double bc = mk_orientation_3d(s.start, s.end, t.b, t.c);
	double ca = mk_orientation_3d(s.start, s.end, t.c, t.a);
	return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

// Returns whether a segment whose ends have these volumes with a triangle crosses it or touches it
// from one side, and writes the pair of points there with what rounding leaves between them.
// Segments in the plane are left to the pairs of edges.
static bool pierces(Segment s, double start, double end, Triangle t, ClosestPair *pair) {
	bool is_across = (start >= 0 && end <= 0) || (start <= 0 && end >= 0);
	if (!is_across || start == end || !passes_through(s, t)) return false;
	Vec3 point = segment_at(s, (Real)(start / (start - end)));
	Vec3 foot = mk_closest_on_triangle(t, point).point;
	*pair = (ClosestPair){ point, foot, vec3_distance_squared(point, foot) };
	return true;
}

// Returns whether the points of two crossing objects are the same up to rounding. They are not if a
// triangle is so thin that the place of the crossing is lost, which in double precision means
// thinner than 1e-8 of its length; the nearest edges are a better answer then.
static bool is_tight(ClosestPair pair, Triangle t) {
	Vec3 size = vec3_max(vec3_abs(vec3_sub(t.b, t.a)), vec3_abs(vec3_sub(t.c, t.a)));
	size = vec3_max(size, vec3_max(vec3_abs(pair.point_a), vec3_abs(pair.point_b)));
	return pair.distance_squared <= real_square(MK_NEGLIGIBLE * vec3_max_element(size));
}

static ClosestPair touching_pair(ClosestPair pair) {
	return (ClosestPair){ pair.point_a, pair.point_b, 0 };
}

// Returns whether the pair of the lowest vertex is certain to be the nearest of all.
static bool is_certain(const Heights *heights, ClosestPair vertex_face) {
	return heights->is_one_sided && heights->is_reliable &&
			vertex_face.distance_squared < MK_INFINITY;
}

// The pair of a vertex and the inside of a face; infinitely far if the
// vertex is not above the inside.
static ClosestPair vertex_face_pair(Vec3 vertex, Triangle face) {
	SimplexPoint foot = mk_closest_on_triangle(face, vertex);
	bool is_inside = foot.corners == (CORNER_A | CORNER_B | CORNER_C);
	Real distance_squared = is_inside ? vec3_distance_squared(vertex, foot.point) : MK_INFINITY;
	return (ClosestPair){ vertex, foot.point, distance_squared };
}

// The best pair of one of the points and the inside of the face: the lowest one, or if it is not
// certain which one that is, any of them.
static ClosestPair lowest_pair(
		const Vec3 *points, int count, const Heights *heights, Triangle face) {
	ClosestPair best = vertex_face_pair(points[heights->lowest], face);
	if (heights->is_one_sided && heights->is_reliable) return best;
	for (int i = 0; i < count; i++) {
		if (i != heights->lowest) best = nearer_pair(best, vertex_face_pair(points[i], face));
	}
	return best;
}

static ClosestPair edge_pair(Segment a, Segment b) {
	SegmentPair pair = mk_closest_segments(a, b);
	return (ClosestPair){ pair.point_a, pair.point_b, pair.distance_squared };
}

static Segment triangle_edge(const Vec3 corners[3], int i) {
	return (Segment){ corners[i], corners[(i + 1) % 3] };
}

ClosestPair mk_closest_segment_triangle(Segment a, Triangle b) {
	const Vec3 ends[2] = { a.start, a.end };
	const Vec3 corners[3] = { b.a, b.b, b.c };
	Heights heights = measure_heights(b, ends, 2);
	ClosestPair best = lowest_pair(ends, 2, &heights, b);
	if (is_certain(&heights, best)) return best;
	bool is_crossing = false;
	if (!heights.is_one_sided) {
		ClosestPair common;
		is_crossing = pierces(a, heights.volumes[0], heights.volumes[1], b, &common);
		if (is_crossing && is_tight(common, b)) return touching_pair(common);
		if (is_crossing) best = nearer_pair(best, common);
	}
	for (int i = 0; i < 3; i++) {
		best = nearer_pair(best, edge_pair(a, triangle_edge(corners, i)));
	}
	return is_crossing ? touching_pair(best) : best;
}

// Returns whether an edge of the triangle with corners a, whose heights
// above b are given, pierces b.
static bool some_edge_pierces(const Vec3 a[3], Heights heights, Triangle b, ClosestPair *pair) {
	for (int i = 0; i < 3; i++) {
		double start = heights.volumes[i];
		double end = heights.volumes[(i + 1) % 3];
		if (pierces(triangle_edge(a, i), start, end, b, pair)) return true;
	}
	return false;
}

// An edge and the corner opposite.
typedef struct EdgeView {
	Segment edge;
	Vec3 third;
} EdgeView;

static EdgeView view_edge(const Vec3 corners[3], int i) {
	return (EdgeView){ triangle_edge(corners, i), corners[(i + 2) % 3] };
}

// Returns whether the planes through the nearest points of two edges, square to the line between
// them, have the triangles on either side: no other pair can be nearer then (Larsen, Gottschalk,
// Lin and Manocha 1999). The edges are on the right sides because the points are their nearest;
// only the third corners need a look, and must be clear by more than rounding.
static bool separates(const SegmentPair *pair, EdgeView a, EdgeView b) {
	Vec3 along_a = vec3_scale(vec3_sub(a.edge.end, a.edge.start), pair->s);
	Vec3 along_b = vec3_scale(vec3_sub(b.edge.end, b.edge.start), pair->t);
	Vec3 offset = vec3_sub(b.edge.start, a.edge.start);
	Vec3 between = vec3_sub(vec3_add(offset, along_b), along_a);
	Vec3 third_a = vec3_sub(vec3_sub(a.third, a.edge.start), along_a);
	Vec3 third_b = vec3_sub(vec3_sub(b.third, b.edge.start), along_b);
	// the terms of these sums bound the rounding errors of the two dot products
	Real sizes = vec3_length_squared(offset) + vec3_length_squared(along_a) +
			vec3_length_squared(along_b) + vec3_length_squared(third_a) +
			vec3_length_squared(third_b);
	Real margin = MK_NEGLIGIBLE * sizes;
	return vec3_dot(third_a, between) < -margin && vec3_dot(third_b, between) > margin;
}

// The nearest pair on two edges; stops early when it is certain.
static ClosestPair nearest_edges(const Vec3 a[3], const Vec3 b[3]) {
	ClosestPair best = { a[0], b[0], MK_INFINITY };
	for (int i = 0; i < 9; i++) {
		EdgeView view_a = view_edge(a, i / 3);
		EdgeView view_b = view_edge(b, i % 3);
		SegmentPair pair = mk_closest_segments(view_a.edge, view_b.edge);
		if (!(pair.distance_squared < best.distance_squared)) continue;
		best = (ClosestPair){ pair.point_a, pair.point_b, pair.distance_squared };
		if (pair.distance_squared == 0 || separates(&pair, view_a, view_b)) break;
	}
	return best;
}

// The crossing of two triangles, if an edge of one pierces the other.
static bool find_crossing(Triangle a, Triangle b, const Heights heights[2], ClosestPair *pair) {
	const Vec3 corners_a[3] = { a.a, a.b, a.c };
	const Vec3 corners_b[3] = { b.a, b.b, b.c };
	if (heights[0].is_one_sided || heights[1].is_one_sided) return false;
	if (some_edge_pierces(corners_a, heights[1], b, pair)) return true;
	if (!some_edge_pierces(corners_b, heights[0], a, pair)) return false;
	*pair = swap_pair(*pair);
	return true;
}

ClosestPair mk_closest_triangles(Triangle a, Triangle b) {
	const Vec3 corners_a[3] = { a.a, a.b, a.c };
	const Vec3 corners_b[3] = { b.a, b.b, b.c };
	// of b's corners above a, and of a's corners above b
	const Heights heights[2] = { measure_heights(a, corners_b, 3),
		measure_heights(b, corners_a, 3) };
	ClosestPair best = { a.a, b.a, MK_INFINITY };
	bool is_crossing = find_crossing(a, b, heights, &best);
	if (is_crossing && is_tight(best, a) && is_tight(best, b)) return touching_pair(best);

	ClosestPair above_a = swap_pair(lowest_pair(corners_b, 3, &heights[0], a));
	if (is_certain(&heights[0], above_a)) return above_a;
	ClosestPair above_b = lowest_pair(corners_a, 3, &heights[1], b);
	if (is_certain(&heights[1], above_b)) return above_b;
	best = nearer_pair(nearer_pair(best, above_a), above_b);
	best = nearer_pair(best, nearest_edges(corners_a, corners_b));
	return is_crossing ? touching_pair(best) : best;
}
