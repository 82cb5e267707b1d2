// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Decomposition by cutting. The deepest piece is cut first. Planes tried are those through its
// deepest concave edges: along either of the two faces (which parts walls that meet at an angle
// exactly) and between them; and, because a concavity need not have an edge in this piece, those
// through the middle across the principal axes. The plane wins whose two hulls have the least
// volume together: what the hull of the piece has more is what it fills of the hollows.
#include "base/alloc.h"
#include "base/pair_set.h"
#include "geometry/decompose_piece.h"
#include "geometry/obb_fit.h"

// Planes tried at a cut. More find better cuts on rounded shapes, in proportional time.
#define MK_CUT_PLANES 24

// A plane must be better by this part of the volume than those tried before: rounding shall
// not decide between cuts that are equally good, and planes along a face, which make
// simpler parts, come first.
#define MK_CUT_GAIN ((Real)1e-4)

// Vertices of the hulls that are made only to compare cuts: enough for the volume of a round shape
// to some percent, and ten times as fast to make as all vertices of a fine mesh.
#define MK_CUT_VERTICES 64

// Planes with normals and offsets nearer than this are tried once; no unit,
// and a fraction of the size.
#define MK_CUT_SAME ((Real)1e-3)

typedef struct CutPlane {
	Plane plane;
	Real depth; // of its edge below the hull, m
} CutPlane;

// The planes of one piece, deepest first.
typedef struct CutSearch {
	const Piece *piece;
	const PieceRules *rules;
	Real size; // of the piece, m
	Real done; // of the whole work, before this cut and with it
	Real done_after;
	CutPlane planes[MK_CUT_PLANES];
	uint32_t plane_count;
} CutSearch;

static bool is_same_plane(Plane a, Plane b, Real size) {
	if (vec3_dot(a.normal, b.normal) < 0) b = plane_flip(b);
	return vec3_distance_squared(a.normal, b.normal) < MK_CUT_SAME * MK_CUT_SAME &&
			real_abs(a.offset - b.offset) < MK_CUT_SAME * size;
}

static void add_plane(CutSearch *search, Vec3 normal, Vec3 point, Real depth) {
	if (vec3_equals(normal, vec3_zero())) return;
	CutPlane added = { plane_from_point(normal, point), depth };
	uint32_t count = search->plane_count;
	for (uint32_t i = 0; i < count; i++) {
		if (is_same_plane(search->planes[i].plane, added.plane, search->size)) return;
	}
	if (count == MK_CUT_PLANES && !(depth > search->planes[count - 1].depth)) return;
	// the place behind all that are as deep
	uint32_t place = count < MK_CUT_PLANES ? search->plane_count++ : count - 1;
	for (; place > 0 && search->planes[place - 1].depth < depth; place--)
		search->planes[place] = search->planes[place - 1];
	search->planes[place] = added;
}

// adds the planes through the edge from corner k of triangle a, which b
// shares, if the edge is concave
static void add_edge_planes(
		CutSearch *search, const PieceTriangle *a, int k, const PieceTriangle *b) {
	Vec3 from = a->corners[k];
	Vec3 to = a->corners[(k + 1) % 3];
	Real highest = -MK_INFINITY;
	Real lowest = MK_INFINITY;
	for (int i = 0; i < 3; i++) {
		Real height = vec3_dot(a->normal, vec3_sub(b->corners[i], from));
		highest = real_max(highest, height);
		lowest = real_min(lowest, height);
	}
	bool is_fold = highest > search->rules->tolerance;
	if (search->rules->is_two_sided) is_fold = is_fold || lowest < -search->rules->tolerance;
	if (!is_fold) return;
	Vec3 middle = vec3_lerp(from, to, (Real)0.5);
	Vec3 out = vec3_normalize(vec3_add(a->normal, b->normal));
	if (vec3_equals(out, vec3_zero())) out = a->normal;
	Real depth = mk_piece_depth(&search->piece->hull, middle, out);
	if (search->rules->is_two_sided) {
		Real behind = mk_piece_depth(&search->piece->hull, middle, vec3_negate(out));
		depth = real_max(depth, behind);
	}
	add_plane(search, a->normal, from, depth);
	add_plane(search, b->normal, from, depth);
	add_plane(search, vec3_normalize(vec3_cross(vec3_sub(to, from), out)), from, depth);
}

// visits every edge that two triangles share
static void visit_edges(CutSearch *search, const uint32_t *corners) {
	const PieceTriangleArray *triangles = &search->piece->triangles;
	PairSet seen = { 0 };
	for (uint32_t i = 0; i < 3 * triangles->count; i++) {
		uint32_t from = corners[i];
		uint32_t to = corners[i % 3 == 2 ? i - 2 : i + 1];
		if (from == to) continue;
		const uint32_t *other = mk_pair_set_find(&seen, pair_key(from, to));
		if (other == NULL)
			mk_pair_set_insert(&seen, pair_key(from, to), i);
		else
			add_edge_planes(
					search, &triangles->data[i / 3], (int)(i % 3), &triangles->data[*other / 3]);
	}
	mk_pair_set_free(&seen);
}

static void find_concave_edges(CutSearch *search) {
	const PieceTriangleArray *triangles = &search->piece->triangles;
	PiecePointArray points = { 0 };
	for (uint32_t i = 0; i < 3 * triangles->count; i++)
		piece_points_push(&points, triangles->data[i / 3].corners[i % 3]);
	size_t bytes = mk_alloc_size(points.count, sizeof(uint32_t));
	uint32_t *corners = mk_alloc(bytes);
	mk_triangle_mesh_weld(
			(TriangleMesh){ points.data, points.count, NULL, triangles->count }, corners);
	visit_edges(search, corners);
	mk_free(corners, bytes);
	piece_points_free(&points);
}

// makes the hulls of both sides and compares; the first cut with two sides beats none
static bool is_better_cut(Piece sides[2], const Piece best[2], const PieceRules *rules) {
	for (int i = 0; i < 2; i++) {
		if (mk_piece_is_empty(&sides[i], rules)) return false;
		mk_piece_build_hull(&sides[i], rules, MK_CUT_VERTICES);
		if (sides[i].hull.vertex_count == 0) return false;
	}
	if (best[0].hull.vertex_count == 0) return true;
	Real best_volume = best[0].volume + best[1].volume;
	return sides[0].volume + sides[1].volume < best_volume * (1 - MK_CUT_GAIN);
}

// replaces the best cut if this plane makes a better one
static void try_plane(const CutSearch *search, Plane plane, Piece best[2]) {
	Piece sides[2];
	mk_piece_split(search->piece, plane, search->rules, sides);
	bool is_better = is_better_cut(sides, best, search->rules);
	for (int i = 0; i < 2; i++) {
		mk_piece_free(is_better ? &best[i] : &sides[i]);
		if (is_better) best[i] = sides[i];
	}
}

// Finds the best of all planes. What was found before somebody wanted no more is as good as any.
static bool find_best_cut(CutSearch *search, Piece best[2]) {
	const Piece *piece = search->piece;
	memset(best, 0, 2 * sizeof(Piece));
	Mat3 axes =
			mk_mat3_eigen(mk_covariance_of_hull(&piece->hull, OBB_OF_HULL_SURFACE).matrix).vectors;
	Obb box = mk_obb_around(piece->hull.vertices, piece->hull.vertex_count, axes);
	search->size = vec3_max_element(box.half);
	find_concave_edges(search);
	for (uint32_t i = 0; i < search->plane_count; i++) {
		Real part = (Real)i / (Real)(search->plane_count + 3);
		Real done = search->done + part * (search->done_after - search->done);
		if (!piece_rules_tell(search->rules, done)) break;
		try_plane(search, search->planes[i].plane, best);
	}
	try_plane(search, plane_from_point(axes.x, box.center), best);
	try_plane(search, plane_from_point(axes.y, box.center), best);
	try_plane(search, plane_from_point(axes.z, box.center), best);
	return best[0].hull.vertex_count > 0;
}

// the deepest piece that can still be cut, or the number of pieces
static uint32_t find_deepest(const PieceArray *parts, Real max_concavity) {
	uint32_t deepest = parts->count;
	Real depth = real_max(max_concavity, 0);
	for (uint32_t i = 0; i < parts->count; i++) {
		const Piece *piece = &parts->data[i];
		if (piece->is_settled || !(piece->concavity > depth)) continue;
		deepest = i;
		depth = piece->concavity;
	}
	return deepest;
}

PieceArray mk_decompose_by_cutting(
		const PieceRules *rules, uint32_t max_parts, Real max_concavity) {
	PieceArray parts = { 0 };
	pieces_push(&parts, mk_piece_whole(rules));
	mk_piece_finish(&parts.data[0], rules);
	Real share = 1 / (Real)max_parts;
	while (parts.count < max_parts && piece_rules_tell(rules, (Real)parts.count * share)) {
		uint32_t deepest = find_deepest(&parts, max_concavity);
		if (deepest == parts.count) break;
		Piece sides[2];
		CutSearch search = {
			.piece = &parts.data[deepest],
			.rules = rules,
			.done = (Real)parts.count * share,
			.done_after = (Real)(parts.count + 1) * share,
		};
		if (!find_best_cut(&search, sides)) {
			parts.data[deepest].is_settled = true;
			continue;
		}
		mk_piece_finish(&sides[0], rules);
		mk_piece_finish(&sides[1], rules);
		mk_piece_free(&parts.data[deepest]);
		parts.data[deepest] = sides[0];
		pieces_push(&parts, sides[1]);
	}
	return parts;
}
