// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Moeller's interval method. Both early exits come first: all corners of one triangle on one
// side of the other's plane. Otherwise each triangle cuts the line of both planes in an
// interval, compared on the coordinate that varies most along the line. Every number carries
// a bound of its rounding error; a sign or an order of interval ends inside the bounds is
// left to exact arithmetic.
#include "geometry/triangle_triangle.h"

#include "geometry/double3.h"
#include "geometry/orientation.h"

// Rounding of a cross product and a dot product of differences, relative to the product of the
// three sizes: 3 * 2 products of three factors with up to 6 roundings of half an epsilon each.
#define MK_VOLUME_ROUNDING (24 * DBL_EPSILON)

// A triangle relative to a corner of the first one, and its corners' sides of the other's plane.
typedef struct CutTriangle {
	Double3 points[3];
	Double3 normal;  // not unit
	double edges;    // product of the sizes of the two edges that made the normal
	double side[3];  // six times a volume, sign exact
	double rounding; // bound of the errors of `side`
} CutTriangle;

// Where a triangle cuts the other's plane, ordered along one coordinate.
typedef struct Cut {
	Double3 low_point;
	Double3 high_point;
	double low;
	double high;
	double slack; // bound of the errors of low and high
} Cut;

// not fmax and fmin: those are calls
static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

static double double3_get(Double3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

static double double3_size(Double3 v) { return larger(fabs(v.x), larger(fabs(v.y), fabs(v.z))); }

static CutTriangle place_triangle(Triangle t, Vec3 origin) {
	CutTriangle placed = { .points = { double3_between(t.a, origin), double3_between(t.b, origin),
								   double3_between(t.c, origin) } };
	Double3 edges[3] = { double3_between(t.b, t.a), double3_between(t.c, t.b),
		double3_between(t.a, t.c) };
	// from the two shorter edges: of a needle the long ones are nearly parallel
	double sizes[3] = { double3_size(edges[0]), double3_size(edges[1]), double3_size(edges[2]) };
	int longest = sizes[1] > sizes[0] ? 1 : 0;
	if (sizes[2] > sizes[longest]) longest = 2;
	int first = longest == 2 ? 0 : longest + 1;
	int second = first == 2 ? 0 : first + 1;
	placed.normal = double3_cross(edges[first], edges[second]);
	placed.edges = sizes[first] * sizes[second];
	return placed;
}

// computes on which sides of the plane of `other` the corners of `triangle` are
static void find_sides(
		CutTriangle *triangle, Triangle corners, Triangle other, const CutTriangle *other_placed) {
	const Vec3 points[3] = { corners.a, corners.b, corners.c };
	triangle->rounding = 0;
	for (int i = 0; i < 3; i++) {
		Double3 offset = double3_between(points[i], other.a);
		double rounding = MK_VOLUME_ROUNDING * other_placed->edges * double3_size(offset);
		triangle->rounding = larger(triangle->rounding, rounding);
		triangle->side[i] = double3_dot(other_placed->normal, offset);
		if (fabs(triangle->side[i]) > rounding) continue;
		triangle->side[i] = -mk_orientation_3d(other.a, other.b, other.c, points[i]);
	}
}

static bool is_on_one_side(const double side[3]) {
	return (side[0] > 0 && side[1] > 0 && side[2] > 0) ||
			(side[0] < 0 && side[1] < 0 && side[2] < 0);
}

static bool is_in_plane(const double side[3]) {
	return side[0] == 0 && side[1] == 0 && side[2] == 0;
}

static void add_to_cut(Cut *cut, Double3 point, int axis, double slack) {
	double at = double3_get(point, axis);
	if (at < cut->low) {
		cut->low = at;
		cut->low_point = point;
	}
	if (at > cut->high) {
		cut->high = at;
		cut->high_point = point;
	}
	cut->slack = larger(cut->slack, slack);
}

// All sign cases at once: corners on the plane, and edges whose ends are on different sides.
static Cut cut_by_plane(const CutTriangle *triangle, int axis) {
	Cut cut = { .low = (double)INFINITY, .high = -(double)INFINITY };
	for (int i = 0; i < 3; i++) {
		int next = i == 2 ? 0 : i + 1;
		double side = triangle->side[i];
		double side_next = triangle->side[next];
		Double3 point = triangle->points[i];
		Double3 edge = double3_sub(triangle->points[next], point);
		if (side == 0) add_to_cut(&cut, point, axis, 0);
		if (!((side < 0 && side_next > 0) || (side > 0 && side_next < 0))) continue;
		double across = fabs(side - side_next);
		double slack = fabs(double3_get(edge, axis)) * (2 * triangle->rounding / across) +
				8 * DBL_EPSILON * (double3_size(point) + double3_size(edge));
		double fraction = side / (side - side_next);
		add_to_cut(&cut, double3_add(point, double3_scale(edge, fraction)), axis, slack);
	}
	return cut;
}

static int largest_axis(Double3 v) {
	double x = fabs(v.x);
	double y = fabs(v.y);
	double z = fabs(v.z);
	if (y > x) return z > y ? 2 : 1;
	return z > x ? 2 : 0;
}

// The common part of two cuts that are known to overlap; ends that rounding
// has swapped are one point.
static Segment common_segment(const Cut *a, const Cut *b, Vec3 origin) {
	Double3 start = a->low > b->low ? a->low_point : b->low_point;
	Double3 end = a->high < b->high ? a->high_point : b->high_point;
	if (larger(a->low, b->low) > smaller(a->high, b->high)) {
		start = double3_scale(double3_add(start, end), 0.5);
		end = start;
	}
	return (Segment){ double3_to_vec3(start, origin), double3_to_vec3(end, origin) };
}

static TrianglePair answer_exactly(Triangle a, Triangle b, TriangleMeeting meeting) {
	TrianglePair pair = { .meeting = TRIANGLES_APART };
	if (mk_triangles_overlap_exact(a, b)) pair.meeting = meeting;
	return pair;
}

static double pair_size(const CutTriangle *a, const CutTriangle *b) {
	double size = 0;
	for (int i = 0; i < 3; i++) {
		size = larger(size, larger(double3_size(a->points[i]), double3_size(b->points[i])));
	}
	return size;
}

static bool has_no_area(Double3 normal) { return normal.x == 0 && normal.y == 0 && normal.z == 0; }

TrianglePair mk_triangles_meet(Triangle a, Triangle b) {
	const TrianglePair apart = { .meeting = TRIANGLES_APART };
	Vec3 sum_a = vec3_add(vec3_add(a.a, a.b), a.c);
	if (!vec3_is_finite(vec3_add(sum_a, vec3_add(vec3_add(b.a, b.b), b.c)))) return apart;
	a = orientation_triangle(a);
	b = orientation_triangle(b);
	Vec3 origin = a.a;
	CutTriangle cut_a = place_triangle(a, origin);
	CutTriangle cut_b = place_triangle(b, origin);
	if (has_no_area(cut_a.normal) || has_no_area(cut_b.normal)) {
		return answer_exactly(a, b, TRIANGLES_COLLAPSED);
	}
	find_sides(&cut_a, a, b, &cut_b);
	if (is_on_one_side(cut_a.side)) return apart;
	find_sides(&cut_b, b, a, &cut_a);
	if (is_on_one_side(cut_b.side)) return apart;
	if (is_in_plane(cut_a.side) || is_in_plane(cut_b.side)) {
		return answer_exactly(a, b, TRIANGLES_COPLANAR);
	}
	int axis = largest_axis(double3_cross(cut_a.normal, cut_b.normal));
	Cut on_a = cut_by_plane(&cut_a, axis);
	Cut on_b = cut_by_plane(&cut_b, axis);
	double overlap = smaller(on_a.high, on_b.high) - larger(on_a.low, on_b.low);
	double slack = on_a.slack + on_b.slack;
	if (overlap < -slack) return apart;
	if (overlap <= slack && !mk_triangles_overlap_exact(a, b)) return apart;
	if (slack > MK_TRIANGLE_COMMON * pair_size(&cut_a, &cut_b)) {
		return (TrianglePair){ .meeting = TRIANGLES_COPLANAR };
	}
	return (TrianglePair){ TRIANGLES_CROSS, common_segment(&on_a, &on_b, origin) };
}
