// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The entry of the decomposition, and what both ways do with a piece.
#include "geometry/decompose.h"

#include "geometry/decompose_piece.h"
#include "geometry/hull_build.h"
#include "geometry/mass.h"

// hands the hull over and drops the triangles
static ConvexPart to_part(Piece *piece) {
	Mat3 axes =
			mk_mat3_eigen(mk_covariance_of_hull(&piece->hull, OBB_OF_HULL_SURFACE).matrix).vectors;
	Hull hull = piece->hull;
	piece->hull = (Hull){ 0 };
	mk_piece_free(piece);
	return (ConvexPart){
		.hull = hull,
		.box = mk_obb_around(hull.vertices, hull.vertex_count, axes),
		.volume = piece->volume,
		.concavity = piece->concavity,
	};
}

static PieceArray make_pieces(const DecomposeInput *input, const PieceRules *rules) {
	uint32_t max_parts = input->max_parts > 0 ? input->max_parts : 1;
	if (input->method != DECOMPOSE_MERGE) {
		return mk_decompose_by_cutting(rules, max_parts, input->max_concavity);
	}
	PieceArray parts = mk_decompose_by_merging(rules, max_parts);
	for (uint32_t i = 0; i < parts.count && piece_rules_tell(rules, 1); i++)
		mk_piece_finish(&parts.data[i], rules);
	return parts;
}

static void drop_pieces(PieceArray *pieces) {
	for (uint32_t i = 0; i < pieces->count; i++)
		mk_piece_free(&pieces->data[i]);
	pieces_free(pieces);
}

// how far from the origin the mesh reaches, m, as the hull builder counts
static Real mesh_reach(TriangleMesh mesh) {
	Aabb bounds = mk_triangle_mesh_bounds(mesh);
	Vec3 sizes = vec3_max(vec3_abs(bounds.min), vec3_abs(bounds.max));
	return sizes.x + sizes.y + sizes.z;
}

Decomposition mk_decompose(const DecomposeInput *input) {
	static const DecomposeStatus status_of_mass[] = {
		[MASS_OK] = DECOMPOSE_OK,
		[MASS_INVERTED] = DECOMPOSE_OK,
		[MASS_OPEN] = DECOMPOSE_OPEN,
		[MASS_TWISTED] = DECOMPOSE_OPEN,
		[MASS_FLAT] = DECOMPOSE_OPEN,
		[MASS_EMPTY] = DECOMPOSE_EMPTY,
		[MASS_BAD_INDEX] = DECOMPOSE_BAD_INDEX,
		[MASS_NOT_FINITE] = DECOMPOSE_NOT_FINITE,
	};
	MassStatus kind = mk_mass_of_mesh(input->mesh).status;
	Decomposition result = { .status = status_of_mass[kind] };
	if (result.status != DECOMPOSE_OK && result.status != DECOMPOSE_OPEN) return result;
	// the volume of a box around the mesh, with room for its margin
	Real reach = mesh_reach(input->mesh);
	if (!(4 * reach * 4 * reach * 4 * reach <= MK_REAL_MAX)) {
		result.status = DECOMPOSE_NOT_FINITE;
		return result;
	}
	PieceRules rules = {
		.mesh = input->mesh,
		.is_inverted = kind == MASS_INVERTED,
		.is_two_sided = result.status == DECOMPOSE_OPEN,
		.max_vertices = input->max_vertices,
		// corners this near to a cut are on it: what the hull calls
		// coplanar, more than a cut rounds
		.tolerance = MK_HULL_TOLERANCE * MK_EPSILON * reach,
		.watch = input->watch,
	};
	PieceArray parts = make_pieces(input, &rules);
	if (!piece_rules_tell(&rules, 1)) {
		drop_pieces(&parts);
		result.status = DECOMPOSE_STOPPED;
		return result;
	}
	for (uint32_t i = 0; i < parts.count; i++)
		convex_parts_push(&result.parts, to_part(&parts.data[i]));
	pieces_free(&parts);
	return result;
}

void mk_decomposition_free(Decomposition *decomposition) {
	for (uint32_t i = 0; i < decomposition->parts.count; i++)
		mk_hull_free(&decomposition->parts.data[i].hull);
	convex_parts_free(&decomposition->parts);
}
