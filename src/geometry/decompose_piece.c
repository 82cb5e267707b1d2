// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Pieces: hull, depth below the hull, and the cut by a plane.
#include "geometry/decompose_piece.h"

#include "base/alloc.h"
#include "geometry/containment.h"
#include "geometry/hull_build.h"
#include "geometry/mass.h"
#include "geometry/obb_fit.h"

// The first cell is the box of the mesh, wider by this part of its longest side, so that no corner
// of it can be mistaken for one inside the solid.
#define MK_CELL_MARGIN ((Real)1 / 16)

PieceTriangle mk_piece_triangle(const PieceRules *rules, uint32_t triangle) {
	Triangle t = triangle_mesh_get(rules->mesh, triangle);
	Vec3 normal = vec3_normalize(triangle_normal_area(t));
	if (rules->is_inverted) normal = vec3_negate(normal);
	return (PieceTriangle){ { t.a, t.b, t.c }, normal };
}

// the corners of all triangles, equal ones once: a mesh has six for each point
static PiecePointArray gather_points(const Piece *piece) {
	PiecePointArray points = { 0 };
	uint32_t count = 3 * piece->triangles.count;
	piece_points_reserve(&points, (size_t)count + piece->inner.count);
	for (uint32_t i = 0; i < count; i++)
		piece_points_push(&points, piece->triangles.data[i / 3].corners[i % 3]);
	size_t bytes = mk_alloc_size(count, sizeof(uint32_t));
	uint32_t *corners = mk_alloc(bytes);
	TriangleMesh soup = { points.data, count, NULL, piece->triangles.count };
	mk_triangle_mesh_weld(soup, corners);
	points.count = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (corners[i] == i) points.data[points.count++] = points.data[i];
	}
	mk_free(corners, bytes);
	for (uint32_t i = 0; i < piece->inner.count; i++)
		piece_points_push(&points, piece->inner.data[i]);
	return points;
}

static void find_inner_corners(Piece *piece, TriangleMesh mesh) {
	for (uint32_t i = 0; i < piece->cell.vertex_count; i++) {
		Vec3 corner = piece->cell.vertices[i];
		if (mk_triangle_mesh_contains(mesh, corner)) piece_points_push(&piece->inner, corner);
	}
}

void mk_piece_build_hull(Piece *piece, const PieceRules *rules, uint32_t max_vertices) {
	if (piece->inner.count == 0) find_inner_corners(piece, rules->mesh);
	PiecePointArray points = gather_points(piece);
	HullInput input = { points.data, points.count, max_vertices, 0 };
	mk_hull_free(&piece->hull);
	piece->hull = mk_hull_build(&input);
	piece->volume = mk_mass_of_hull(&piece->hull).properties.mass;
	piece_points_free(&points);
}

Real mk_piece_depth(const Hull *hull, Vec3 point, Vec3 direction) {
	Real depth = MK_INFINITY;
	for (uint32_t i = 0; i < hull->face_count; i++) {
		Real slope = vec3_dot(hull->planes[i].normal, direction);
		if (!(slope > 0)) continue;
		Real distance = -plane_distance(hull->planes[i], point);
		if (!(distance > hull->tolerance)) return 0;
		depth = real_min(depth, distance / slope);
	}
	return depth < MK_INFINITY ? depth : 0;
}

// The depth along the normal is a concave function over a triangle: if it is zero in the middle it
// is zero everywhere. So corners and middle miss no triangle below the hull.
static Real triangle_depth(const Hull *hull, const PieceTriangle *triangle, Vec3 direction) {
	const Vec3 *corners = triangle->corners;
	Vec3 sum = vec3_add(corners[0], vec3_add(corners[1], corners[2]));
	Real depth = mk_piece_depth(hull, vec3_scale(sum, (Real)1 / 3), direction);
	if (!(depth > 0)) return 0;
	for (int i = 0; i < 3; i++)
		depth = real_max(depth, mk_piece_depth(hull, corners[i], direction));
	return depth;
}

void mk_piece_finish(Piece *piece, const PieceRules *rules) {
	mk_piece_build_hull(piece, rules, rules->max_vertices);
	piece->concavity = 0;
	for (uint32_t i = 0; i < piece->triangles.count; i++) {
		const PieceTriangle *triangle = &piece->triangles.data[i];
		Real depth = triangle_depth(&piece->hull, triangle, triangle->normal);
		piece->concavity = real_max(piece->concavity, depth);
		if (!rules->is_two_sided) continue;
		depth = triangle_depth(&piece->hull, triangle, vec3_negate(triangle->normal));
		piece->concavity = real_max(piece->concavity, depth);
	}
}

Piece mk_piece_whole(const PieceRules *rules) {
	Piece piece = { 0 };
	for (uint32_t i = 0; i < rules->mesh.triangle_count; i++)
		piece_triangles_push(&piece.triangles, mk_piece_triangle(rules, i));
	if (!rules->is_two_sided) {
		Aabb bounds = mk_triangle_mesh_bounds(rules->mesh);
		Real size = vec3_max_element(vec3_sub(bounds.max, bounds.min));
		Obb room = obb_from_aabb(aabb_grow(bounds, size * MK_CELL_MARGIN));
		Vec3 corners[8];
		mk_obb_corners(room, corners);
		piece.cell = mk_hull_build(&(HullInput){ .points = corners, .count = 8 });
	}
	return piece;
}

void mk_piece_free(Piece *piece) {
	piece_triangles_free(&piece->triangles);
	piece_points_free(&piece->inner);
	mk_hull_free(&piece->cell);
	mk_hull_free(&piece->hull);
}

// 1 in front of the plane, -1 behind, 0 on it
static int side_of(Plane plane, Vec3 p, Real tolerance) {
	Real distance = plane_distance(plane, p);
	return (distance > tolerance) - (distance < -tolerance);
}

// where an edge meets the plane; from the front to the back, so that both triangles of
// the edge get the same bits
static Vec3 cut_edge(Plane plane, Vec3 front, Vec3 back) {
	Real above = plane_distance(plane, front);
	Real below = plane_distance(plane, back);
	return vec3_lerp(front, back, above / (above - below));
}

// adds the part of a triangle on one side, a polygon with up to four corners, as a fan
static void add_clipped(
		Piece *side, const PieceTriangle *triangle, Plane plane, const int sides[3], int wanted) {
	Vec3 polygon[4];
	uint32_t count = 0;
	for (int i = 0; i < 3; i++) {
		int next = (i + 1) % 3;
		Vec3 from = triangle->corners[i];
		Vec3 to = triangle->corners[next];
		if (sides[i] * wanted >= 0) polygon[count++] = from;
		if (sides[i] * sides[next] < 0) {
			polygon[count++] = sides[i] > 0 ? cut_edge(plane, from, to) : cut_edge(plane, to, from);
		}
	}
	for (uint32_t i = 2; i < count; i++) {
		PieceTriangle part = { { polygon[0], polygon[i - 1], polygon[i] }, triangle->normal };
		piece_triangles_push(&side->triangles, part);
	}
}

static void split_triangle(
		const PieceTriangle *triangle, Plane plane, const PieceRules *rules, Piece sides[2]) {
	int on[3];
	for (int i = 0; i < 3; i++)
		on[i] = side_of(plane, triangle->corners[i], rules->tolerance);
	bool has_front = on[0] > 0 || on[1] > 0 || on[2] > 0;
	bool has_back = on[0] < 0 || on[1] < 0 || on[2] < 0;
	// a triangle in the plane belongs to the side its solid is on
	if (!has_front && !has_back) has_back = vec3_dot(triangle->normal, plane.normal) > 0;
	if (!has_front && !has_back) has_front = true;
	if (has_front && has_back) {
		add_clipped(&sides[0], triangle, plane, on, 1);
		add_clipped(&sides[1], triangle, plane, on, -1);
	} else {
		piece_triangles_push(&sides[has_front ? 0 : 1].triangles, *triangle);
	}
}

static Hull clip_cell(const Hull *cell, Plane plane, Real tolerance, int wanted) {
	PiecePointArray points = { 0 };
	for (uint32_t i = 0; i < cell->vertex_count; i++) {
		if (side_of(plane, cell->vertices[i], tolerance) * wanted >= 0) {
			piece_points_push(&points, cell->vertices[i]);
		}
	}
	for (uint32_t i = 0; i < cell->half_edge_count; i++) {
		Vec3 from = cell->vertices[cell->half_edges[i].origin];
		Vec3 to = cell->vertices[hull_edge_end(cell, i)];
		// of the two half-edges the one that leads to the back
		if (side_of(plane, from, tolerance) > 0 && side_of(plane, to, tolerance) < 0) {
			piece_points_push(&points, cut_edge(plane, from, to));
		}
	}
	Hull clipped = mk_hull_build(&(HullInput){ .points = points.data, .count = points.count });
	piece_points_free(&points);
	return clipped;
}

void mk_piece_split(const Piece *piece, Plane plane, const PieceRules *rules, Piece sides[2]) {
	memset(sides, 0, 2 * sizeof(Piece));
	for (uint32_t i = 0; i < piece->triangles.count; i++)
		split_triangle(&piece->triangles.data[i], plane, rules, sides);
	if (rules->is_two_sided) return;
	sides[0].cell = clip_cell(&piece->cell, plane, rules->tolerance, 1);
	sides[1].cell = clip_cell(&piece->cell, plane, rules->tolerance, -1);
}

bool mk_piece_is_empty(const Piece *piece, const PieceRules *rules) {
	if (piece->triangles.count > 0) return false;
	// no surface: the cell is inside as a whole or outside as a whole
	bool is_solid = piece->cell.dimension == HULL_SOLID && piece->cell.vertex_count > 0;
	return !is_solid || !mk_triangle_mesh_contains(rules->mesh, piece->cell.center);
}
