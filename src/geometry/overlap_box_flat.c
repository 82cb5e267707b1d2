// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Flat things against boxes. Everything is moved so that the box's middle is zero, by way of its
// lower corner: sizes then limit the rounding, not the distance from the origin. On the axes e_i x
// f both ends of the edge f project to the same number, so two corners speak for three.
#include "geometry/containment.h"
#include "geometry/overlap_box.h"
#include "geometry/polygon_normal.h"

// Rounding of the projections of a corner, relative to its distance from the box's middle times the
// length of the axis: the move into the box's frame and a cross product, some 8 roundings. Smaller:
// touching triangles come apart. Larger: boxes near a huge triangle are called touching (at 8
// epsilon, within 1e-6 of the size of the triangle in single precision).
#define MK_FLAT_ROUNDING (8 * MK_EPSILON)

// A triangle seen from the middle of a box.
typedef struct BoxTriangle {
	Vec3 corners[3];
	Vec3 edges[3]; // edges[j] starts at corners[j]
	Vec3 half;     // of the box
	Real size;     // largest coordinate
} BoxTriangle;

static Real largest_entry(Vec3 v) { return vec3_max_element(vec3_abs(v)); }

static Vec3 half_of(Aabb box) { return vec3_scale(vec3_sub(box.max, box.min), (Real)0.5); }

static Vec3 seen_from_middle(Vec3 p, Aabb box, Vec3 half) {
	return vec3_sub(vec3_sub(p, box.min), half);
}

static BoxTriangle place_triangle(Vec3 a, Vec3 b, Vec3 c, Vec3 half) {
	BoxTriangle t = { .corners = { a, b, c }, .half = half };
	for (int i = 0; i < 3; i++) {
		t.edges[i] = vec3_sub(t.corners[i == 2 ? 0 : i + 1], t.corners[i]);
		t.size = real_max(largest_entry(t.corners[i]), t.size);
	}
	return t;
}

// the radius of a box about zero on the axes e_i x edge
static Vec3 box_radius(Vec3 half, Vec3 edge) {
	Vec3 size = vec3_abs(edge);
	return vec3(half.y * size.z + half.z * size.y, half.x * size.z + half.z * size.x,
			half.x * size.y + half.y * size.x);
}

// The first of three axes whose gap is above its limit, MK_AXIS_NONE if
// there is none; NaN is above.
static int find_above(Vec3 gap, Vec3 limit) {
	if (!(gap.x <= limit.x)) return 0;
	if (!(gap.y <= limit.y)) return 1;
	if (!(gap.z <= limit.z)) return 2;
	return MK_AXIS_NONE;
}

// The axes box axis x edge j. The slack covers the rounding of two
// products of an edge and a corner.
static int find_edge_axis(const BoxTriangle *t, int j) {
	Vec3 edge = t->edges[j];
	Vec3 on_edge = vec3_cross(edge, t->corners[j]);
	Vec3 opposite = vec3_cross(edge, t->corners[j == 0 ? 2 : j - 1]);
	Vec3 low = vec3_min(on_edge, opposite);
	Vec3 high = vec3_max(on_edge, opposite);
	// apart if max(-high, low) > radius: one comparison for both sides
	Vec3 gap = vec3_max(vec3_negate(high), low);
	Real slack = MK_FLAT_ROUNDING * largest_entry(edge) * t->size;
	return find_above(gap, vec3_add(box_radius(t->half, edge), vec3_splat(slack)));
}

static int find_box_axis(const BoxTriangle *t) {
	Vec3 low = vec3_min(t->corners[0], vec3_min(t->corners[1], t->corners[2]));
	Vec3 high = vec3_max(t->corners[0], vec3_max(t->corners[1], t->corners[2]));
	Vec3 limit = vec3_add(t->half, vec3_splat(MK_FLAT_ROUNDING * t->size));
	return find_above(vec3_max(vec3_negate(high), low), limit);
}

// the plane of the triangle against the box about zero
static bool is_plane_apart(const BoxTriangle *t) {
	Vec3 normal = vec3_cross(t->edges[0], t->edges[1]);
	Real distance = real_abs(vec3_dot(normal, t->corners[0]));
	Real radius = vec3_dot(vec3_abs(normal), t->half);
	Real edges = largest_entry(t->edges[0]) * largest_entry(t->edges[1]);
	return !(distance <= radius + MK_FLAT_ROUNDING * edges * t->size);
}

// in the order edges, box, plane, which finds an axis soonest (Akenine-Moeller 2001)
static int find_separating_axis(const BoxTriangle *t) {
	if (!(vec3_min_element(t->half) >= 0)) return 9;
	for (int j = 0; j < 3; j++) {
		int found = find_edge_axis(t, j);
		if (found != MK_AXIS_NONE) return 3 * j + found;
	}
	int found = find_box_axis(t);
	if (found != MK_AXIS_NONE) return 9 + found;
	return is_plane_apart(t) ? 12 : MK_AXIS_NONE;
}

int mk_triangle_aabb_separating_axis(Triangle triangle, Aabb box) {
	Vec3 half = half_of(box);
	BoxTriangle t = place_triangle(seen_from_middle(triangle.a, box, half),
			seen_from_middle(triangle.b, box, half), seen_from_middle(triangle.c, box, half), half);
	return find_separating_axis(&t);
}

int mk_triangle_obb_separating_axis(Triangle triangle, const Obb *box) {
	BoxTriangle t = place_triangle(obb_to_local(*box, triangle.a), obb_to_local(*box, triangle.b),
			obb_to_local(*box, triangle.c), box->half);
	return find_separating_axis(&t);
}

bool mk_segment_overlaps_aabb(Segment segment, Aabb box) {
	Vec3 half = half_of(box);
	if (!(vec3_min_element(half) >= 0)) return false;
	Vec3 start = seen_from_middle(segment.start, box, half);
	Vec3 end = seen_from_middle(segment.end, box, half);
	Real slack = MK_FLAT_ROUNDING * real_max(largest_entry(start), largest_entry(end));
	Vec3 gap = vec3_max(vec3_min(start, end), vec3_negate(vec3_max(start, end)));
	if (find_above(gap, vec3_add(half, vec3_splat(slack))) != MK_AXIS_NONE) return false;
	Vec3 edge = vec3_sub(end, start);
	Vec3 limit = vec3_add(box_radius(half, edge), vec3_splat(slack * largest_entry(edge)));
	return find_above(vec3_abs(vec3_cross(edge, start)), limit) == MK_AXIS_NONE;
}

// The polygon's inside against the box, when no edge meets it: then it passes the whole box, and
// with it the diagonal that is most along the normal.
static bool is_cut_by_inside(Polygon polygon, Vec3 normal, Aabb box) {
	Vec3 half = half_of(box);
	Real radius = vec3_dot(vec3_abs(normal), half);
	Vec3 first = seen_from_middle(polygon.points[0], box, half);
	Real distance = vec3_dot(normal, first);
	if (!(real_abs(distance) <= radius)) return false;
	Real along = radius > 0 ? distance / radius : 0;
	Vec3 corner = vec3(real_copy_sign(half.x, normal.x), real_copy_sign(half.y, normal.y),
			real_copy_sign(half.z, normal.z));
	Vec3 middle = vec3_add(box.min, half);
	return mk_polygon_contains(polygon, vec3_add_scaled(middle, corner, along));
}

bool mk_polygon_overlaps_aabb(Polygon polygon, Aabb box) {
	if (polygon.count == 0 || aabb_is_empty(box)) return false;
	// one bad corner makes all edges doubtful
	Vec3 normal = polygon_normal_area(polygon);
	if (!vec3_is_finite(normal)) return false;
	for (uint32_t i = 0; i < polygon.count; i++) {
		if (mk_segment_overlaps_aabb(polygon_edge_to(polygon, i), box)) return true;
	}
	return is_cut_by_inside(polygon, normal, box);
}
