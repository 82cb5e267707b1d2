// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The checks of a hull, from structure to geometry: a later one may rely on the earlier ones.
#include "geometry/hull_validate.h"

#include "base/alloc.h"
#include "geometry/double3.h"

#include <stdlib.h>

typedef struct Checking {
	const Hull *hull;
	const Vec3 *points;
	uint32_t count;
	double tolerance; // m
} Checking;

typedef HullCheck Check(const Checking *checking);

static HullCheck pass(void) { return (HullCheck){ HULL_VALID, 0, 0 }; }
static HullCheck fail(HullFault fault, uint32_t index, double amount) {
	return (HullCheck){ fault, index, amount };
}

static Double3 to_double3(Vec3 v) { return double3((double)v.x, (double)v.y, (double)v.z); }

static double plane_height(Plane plane, Vec3 p) {
	return double3_dot(to_double3(plane.normal), to_double3(p)) - (double)plane.offset;
}

static HullCheck check_counts(const Checking *checking) {
	const Hull *hull = checking->hull;
	const HullCheck bad = fail(HULL_FAULT_STATUS, 0, 0);
	if (hull->status != HULL_OK || hull->dimension > HULL_SOLID) return bad;
	// vertices, half-edges and faces that there must be, for each dimension
	static const uint32_t least[][3] = { { 1, 0, 0 }, { 2, 2, 0 }, { 3, 6, 2 }, { 4, 12, 4 } };
	const uint32_t *expected = least[hull->dimension];
	bool is_enough = hull->vertex_count >= expected[0] && hull->half_edge_count >= expected[1] &&
			hull->face_count >= expected[2];
	bool is_exact = hull->vertex_count == expected[0] && hull->half_edge_count == expected[1] &&
			hull->face_count == 0;
	if (!(hull->dimension <= HULL_SEGMENT ? is_exact : is_enough)) return bad;
	if (hull->dimension == HULL_POLYGON && hull->face_count != 2) return bad;
	bool is_padded = hull->padded_count % MK_HULL_PADDING == 0 &&
			hull->padded_count - hull->vertex_count < MK_HULL_PADDING;
	return is_padded && hull->tolerance >= 0 && hull->error >= 0 ? pass() : bad;
}

static int compare_vertices(const void *first, const void *second) {
	const Vec3 *a = first;
	const Vec3 *b = second;
	if (a->x != b->x) return a->x < b->x ? -1 : 1;
	if (a->y != b->y) return a->y < b->y ? -1 : 1;
	return a->z < b->z ? -1 : a->z > b->z;
}

static bool has_equal_vertices(const Hull *hull) {
	size_t bytes = mk_alloc_size(hull->vertex_count, sizeof(Vec3));
	Vec3 *sorted = mk_alloc(bytes);
	memcpy(sorted, hull->vertices, bytes);
	qsort(sorted, hull->vertex_count, sizeof(Vec3), compare_vertices);
	bool is_any = false;
	for (uint32_t i = 1; i < hull->vertex_count; i++)
		is_any = is_any || vec3_equals(sorted[i], sorted[i - 1]);
	mk_free(sorted, bytes);
	return is_any;
}

static HullCheck check_vertices(const Checking *checking) {
	const Hull *hull = checking->hull;
	for (uint32_t i = 0; i < hull->padded_count; i++) {
		bool is_padding = i >= hull->vertex_count;
		Vec3 p = hull->vertices[is_padding ? 0 : i];
		Vec3 row = vec3(hull->x[i], hull->y[i], hull->z[i]);
		const HullCheck bad = fail(HULL_FAULT_VERTEX, i, 0);
		if (!vec3_is_finite(p) || !vec3_equals(p, row)) return bad;
		if (is_padding) continue;
		if (i > 0 && hull->sources[i] <= hull->sources[i - 1]) return bad;
		if (checking->points == NULL) continue;
		if (hull->sources[i] >= checking->count) return bad;
		if (!vec3_equals(p, checking->points[hull->sources[i]])) return bad;
	}
	return has_equal_vertices(hull) ? fail(HULL_FAULT_VERTEX, 0, 0) : pass();
}

static HullCheck check_links(const Checking *checking) {
	const Hull *hull = checking->hull;
	uint32_t used = 0;
	for (uint32_t face = 0; face < hull->face_count; face++) {
		HullFace f = hull->faces[face];
		bool fits = f.first_edge == used && f.edge_count >= 3 &&
				f.edge_count <= hull->half_edge_count - used;
		if (!fits) return fail(HULL_FAULT_LINK, face, 0);
		used += f.edge_count;
		for (uint32_t i = f.first_edge; i < used; i++) {
			HullHalfEdge edge = hull->half_edges[i];
			uint32_t next = i + 1 < used ? i + 1 : f.first_edge;
			bool is_linked = edge.face == face && edge.next == next &&
					edge.origin < hull->vertex_count && edge.twin < hull->half_edge_count;
			if (!is_linked) return fail(HULL_FAULT_LINK, i, 0);
		}
	}
	if (hull->dimension == HULL_SEGMENT) {
		const HullHalfEdge *edges = hull->half_edges;
		bool is_linked = edges[0].twin == 1 && edges[1].twin == 0 && edges[0].next == 1 &&
				edges[1].next == 0 && edges[0].origin + edges[1].origin == 1;
		return is_linked ? pass() : fail(HULL_FAULT_LINK, 0, 0);
	}
	return used == hull->half_edge_count ? pass() : fail(HULL_FAULT_LINK, used, 0);
}

// Goes once around the origin of a half-edge; returns how many half-edges start there, or 0 if two
// of them end at one vertex. `last_origin` has a place for each vertex.
static uint32_t count_around(const Hull *hull, uint32_t first, uint32_t *last_origin) {
	uint32_t count = 0;
	uint32_t half_edge = first;
	do {
		uint32_t end = hull_edge_end(hull, half_edge);
		if (last_origin[end] == hull->half_edges[first].origin) return 0;
		last_origin[end] = hull->half_edges[first].origin;
		count++;
		half_edge = hull->half_edges[hull->half_edges[half_edge].twin].next;
	} while (half_edge != first && count <= hull->half_edge_count);
	return count;
}

// Checks that the half-edges from each vertex are one round without gaps
// and no edge is there twice.
static HullCheck check_rounds(
		const Hull *hull, uint32_t *firsts, uint32_t *counts, uint32_t *marks) {
	for (uint32_t i = 0; i < hull->half_edge_count; i++) {
		firsts[hull->half_edges[i].origin] = i;
		counts[hull->half_edges[i].origin]++;
	}
	for (uint32_t i = 0; i < hull->vertex_count; i++) {
		if (counts[i] < 2) return fail(HULL_FAULT_TWIN, i, 0);
		uint32_t around = count_around(hull, firsts[i], marks);
		if (around != counts[i]) return fail(HULL_FAULT_TWIN, firsts[i], 0);
	}
	return pass();
}

static HullCheck check_twins(const Checking *checking) {
	const Hull *hull = checking->hull;
	if (hull->dimension < HULL_POLYGON) return pass();
	for (uint32_t i = 0; i < hull->half_edge_count; i++) {
		HullHalfEdge edge = hull->half_edges[i];
		HullHalfEdge twin = hull->half_edges[edge.twin];
		bool is_pair = twin.twin == i && edge.twin != i && twin.face != edge.face &&
				twin.origin == hull->half_edges[edge.next].origin && twin.origin != edge.origin;
		if (!is_pair) return fail(HULL_FAULT_TWIN, i, 0);
	}
	size_t bytes = mk_alloc_size(hull->vertex_count, 3 * sizeof(uint32_t));
	uint32_t *firsts = mk_alloc(bytes);
	uint32_t *counts = firsts + hull->vertex_count;
	uint32_t *marks = counts + hull->vertex_count;
	memset(counts, 0, hull->vertex_count * sizeof(uint32_t));
	memset(marks, 0xFF, hull->vertex_count * sizeof(uint32_t));
	HullCheck check = check_rounds(hull, firsts, counts, marks);
	mk_free(firsts, bytes);
	return check;
}

static HullCheck check_euler(const Checking *checking) {
	const Hull *hull = checking->hull;
	if (hull->dimension < HULL_POLYGON) return pass();
	bool is_sphere = hull->vertex_count + hull->face_count == hull->half_edge_count / 2 + 2;
	return is_sphere ? pass() : fail(HULL_FAULT_EULER, 0, 0);
}

static HullCheck check_normals(const Checking *checking) {
	const Hull *hull = checking->hull;
	for (uint32_t i = 0; i < hull->face_count; i++) {
		if (!vec3_is_unit(hull->planes[i].normal)) return fail(HULL_FAULT_NORMAL, i, 0);
	}
	return pass();
}

// Returns whether a face is counter-clockwise around its normal: its area there is not negative.
static bool is_counter_clockwise(const Hull *hull, uint32_t face) {
	Double3 normal = to_double3(hull->planes[face].normal);
	Double3 first = to_double3(hull->vertices[hull_face_vertex(hull, face, 0)]);
	double area = 0;
	double size = 0;
	for (uint32_t i = 2; i < hull->faces[face].edge_count; i++) {
		Double3 b = to_double3(hull->vertices[hull_face_vertex(hull, face, i - 1)]);
		Double3 c = to_double3(hull->vertices[hull_face_vertex(hull, face, i)]);
		Double3 u = double3_sub(b, first);
		Double3 v = double3_sub(c, first);
		area += double3_dot(double3_cross(u, v), normal);
		size += double3_length(u) * double3_length(v);
	}
	// the sign of a needle's area is not known below the rounding of its sides' product
	return area > 0 || area >= -0x1p-48 * size;
}

static HullCheck check_winding(const Checking *checking) {
	const Hull *hull = checking->hull;
	for (uint32_t i = 0; i < hull->face_count; i++) {
		if (!is_counter_clockwise(hull, i)) return fail(HULL_FAULT_WINDING, i, 0);
	}
	return pass();
}

static HullCheck check_planarity(const Checking *checking) {
	const Hull *hull = checking->hull;
	for (uint32_t i = 0; i < hull->half_edge_count && hull->face_count > 0; i++) {
		HullHalfEdge edge = hull->half_edges[i];
		double off = fabs(plane_height(hull->planes[edge.face], hull->vertices[edge.origin]));
		if (!(off <= checking->tolerance)) return fail(HULL_FAULT_PLANARITY, edge.face, off);
	}
	return pass();
}

static HullCheck check_corners(const Checking *checking) {
	const Hull *hull = checking->hull;
	for (uint32_t i = 0; i < hull->half_edge_count && hull->face_count > 0; i++) {
		uint32_t next = hull->half_edges[i].next;
		Double3 a = to_double3(hull->vertices[hull->half_edges[i].origin]);
		Double3 b = to_double3(hull->vertices[hull->half_edges[next].origin]);
		Double3 c = to_double3(hull->vertices[hull_edge_end(hull, next)]);
		Double3 normal = to_double3(hull->planes[hull->half_edges[i].face].normal);
		Double3 ac = double3_sub(c, a);
		double turn = double3_dot(double3_cross(double3_sub(b, a), ac), normal);
		double right = -turn / double3_length(ac);
		if (!(right <= checking->tolerance)) return fail(HULL_FAULT_CORNER, next, right);
	}
	return pass();
}

static HullCheck check_convexity(const Checking *checking) {
	const Hull *hull = checking->hull;
	for (uint32_t face = 0; face < hull->face_count; face++) {
		for (uint32_t i = 0; i < hull->vertex_count; i++) {
			double height = plane_height(hull->planes[face], hull->vertices[i]);
			if (!(height <= checking->tolerance)) return fail(HULL_FAULT_CONVEXITY, face, height);
		}
	}
	return pass();
}

static bool is_neighbour(const Hull *hull, uint32_t vertex, uint32_t other) {
	uint32_t low = hull->neighbour_starts[vertex];
	uint32_t high = hull->neighbour_starts[vertex + 1];
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (hull->neighbours[middle] == other) return true;
		if (hull->neighbours[middle] < other) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return false;
}

static HullCheck check_neighbours(const Checking *checking) {
	const Hull *hull = checking->hull;
	if (hull->neighbour_starts[0] != 0) return fail(HULL_FAULT_NEIGHBOUR, 0, 0);
	for (uint32_t i = 0; i < hull->vertex_count; i++) {
		const HullCheck bad = fail(HULL_FAULT_NEIGHBOUR, i, 0);
		uint32_t start = hull->neighbour_starts[i];
		uint32_t end = hull->neighbour_starts[i + 1];
		if (end < start || end - start < (uint32_t)hull->dimension) return bad;
		for (uint32_t k = start; k < end; k++) {
			uint32_t other = hull->neighbours[k];
			if (other >= hull->vertex_count || other == i) return bad;
			if (k > start && other <= hull->neighbours[k - 1]) return bad;
			if (!is_neighbour(hull, other, i)) return bad;
		}
	}
	for (uint32_t i = 0; i < hull->half_edge_count; i++) {
		bool is_listed = is_neighbour(hull, hull->half_edges[i].origin, hull_edge_end(hull, i));
		if (!is_listed) return fail(HULL_FAULT_NEIGHBOUR, hull->half_edges[i].origin, 0);
	}
	return pass();
}

// Returns the distance of a point from a hull without faces.
static double thin_distance(const Hull *hull, Vec3 point) {
	Double3 a = to_double3(hull->vertices[0]);
	Double3 along = double3_sub(to_double3(hull->vertices[hull->vertex_count - 1]), a);
	Double3 offset = double3_sub(to_double3(point), a);
	double length2 = double3_dot(along, along);
	double t = length2 > 0 ? double3_dot(offset, along) / length2 : 0;
	t = t > 0 ? (t < 1 ? t : 1) : 0;
	return double3_length(double3_sub(offset, double3_scale(along, t)));
}

static HullCheck check_points(const Checking *checking) {
	const Hull *hull = checking->hull;
	// the error counts from the exact hull; rounding its planes takes a part of the tolerance
	double allowed = checking->tolerance;
	double limited = (double)hull->error + 0.25 * checking->tolerance;
	if (limited > allowed) allowed = limited;
	for (uint32_t i = 0; i < checking->count; i++) {
		double height = hull->face_count == 0 ? thin_distance(hull, checking->points[i]) : 0;
		for (uint32_t face = 0; face < hull->face_count; face++) {
			double above = plane_height(hull->planes[face], checking->points[i]);
			if (!(above <= height)) height = above;
		}
		if (!(height <= allowed)) return fail(HULL_FAULT_OUTSIDE, i, height);
	}
	return pass();
}

static HullCheck check_center(const Checking *checking) {
	const Hull *hull = checking->hull;
	for (uint32_t i = 0; i < hull->face_count; i++) {
		double height = plane_height(hull->planes[i], hull->center);
		if (!(height <= checking->tolerance)) return fail(HULL_FAULT_CENTER, i, height);
	}
	return pass();
}

HullCheck mk_hull_validate(const Hull *hull, const Vec3 *points, uint32_t count) {
	static Check *const checks[] = { check_counts, check_vertices, check_links, check_twins,
		check_euler, check_normals, check_winding, check_planarity, check_corners, check_neighbours,
		check_center, check_convexity, check_points };
	Checking checking = { hull, points, points == NULL ? 0 : count, (double)hull->tolerance };
	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
		HullCheck check = checks[i](&checking);
		if (check.fault != HULL_VALID) return check;
	}
	return pass();
}

const char *mk_hull_fault_text(HullFault fault) {
	static const char *const texts[] = {
		[HULL_VALID] = "valid",
		[HULL_FAULT_STATUS] = "no hull, or counts that do not fit its dimension",
		[HULL_FAULT_VERTEX] = "a vertex that is not a point of the input, or is there twice",
		[HULL_FAULT_LINK] = "a face that is not a closed loop",
		[HULL_FAULT_TWIN] = "an edge without exactly two faces",
		[HULL_FAULT_EULER] = "V - E + F is not 2",
		[HULL_FAULT_NORMAL] = "a normal that is not a unit vector",
		[HULL_FAULT_WINDING] = "a face that is not counter-clockwise from outside",
		[HULL_FAULT_PLANARITY] = "a corner off the plane of its face",
		[HULL_FAULT_CORNER] = "a face that is not convex",
		[HULL_FAULT_CONVEXITY] = "a vertex above a face",
		[HULL_FAULT_NEIGHBOUR] = "neighbour lists that do not fit the edges",
		[HULL_FAULT_OUTSIDE] = "a point of the input outside",
		[HULL_FAULT_CENTER] = "a centre that is not inside",
	};
	bool is_known = (size_t)fault < sizeof(texts) / sizeof(texts[0]);
	return is_known ? texts[fault] : "unknown fault";
}
