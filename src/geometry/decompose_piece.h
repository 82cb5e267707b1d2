// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Pieces of a mesh on the way to convex parts; shared by the files of the decomposition only. A
// piece is what a convex cell holds of the mesh: its triangles, clipped, each with the outward
// normal of the triangle it was cut from. Where a piece was cut it has no wall. Walls lie in faces
// of the cell, so they are in faces of the hull, too, and never concave; all that the hull needs of
// them are the corners of the cell that are inside the solid.
#pragma once

#include "base/array.h"
#include "geometry/decompose.h"
#include "geometry/triangle_mesh.h"

typedef struct PieceTriangle {
	Vec3 corners[3];
	Vec3 normal; // unit; zero for a triangle without area
} PieceTriangle;

MK_ARRAY_DECLARE(PieceTriangleArray, piece_triangles, PieceTriangle);
MK_ARRAY_DECLARE(PiecePointArray, piece_points, Vec3);

typedef struct Piece {
	PieceTriangleArray triangles;
	Hull cell;             // the convex region it was cut to; none if the mesh has no inside
	PiecePointArray inner; // corners of the cell inside the solid
	Hull hull;             // of triangles and inner corners
	Real volume;           // of the hull
	Real concavity;        // m
	bool is_settled;       // there is nothing to cut
} Piece;

MK_ARRAY_DECLARE(PieceArray, pieces, Piece);

// The mesh that is cut, and how its pieces are judged.
typedef struct PieceRules {
	TriangleMesh mesh;
	bool is_inverted;      // the mesh is wound inside out
	bool is_two_sided;     // the mesh has no inside: depth counts on both sides of a triangle
	uint32_t max_vertices; // of hulls that are kept
	Real tolerance;        // m; points nearer to a plane than this are on it
	DecomposeWatch watch;
} PieceRules;

// Tells how much is done; returns whether to go on.
static inline bool piece_rules_tell(const PieceRules *rules, Real done) {
	return !rules->watch.tell || rules->watch.tell(rules->watch.user, done);
}

// Returns the triangle of the mesh with its outward normal.
PieceTriangle mk_piece_triangle(const PieceRules *rules, uint32_t triangle);

// Returns the whole mesh as a piece with a cell around it, not finished.
Piece mk_piece_whole(const PieceRules *rules);

// Finds the inner corners and makes the hull, with at most so many vertices (0:
// no limit), and its volume.
void mk_piece_build_hull(Piece *piece, const PieceRules *rules, uint32_t max_vertices);

// Makes the hull that is kept and measures the concavity.
void mk_piece_finish(Piece *piece, const PieceRules *rules);

// Returns how far a point is from leaving the hull along a unit direction; 0 outside and for hulls
// without faces.
Real mk_piece_depth(const Hull *hull, Vec3 point, Vec3 direction);

// Writes the triangles and the cells in front of a plane and behind it; the rest is left to do.
void mk_piece_split(const Piece *piece, Plane plane, const PieceRules *rules, Piece sides[2]);

// Returns whether there is neither surface nor inside in a piece that was split off.
bool mk_piece_is_empty(const Piece *piece, const PieceRules *rules);

void mk_piece_free(Piece *piece);

// Returns the mesh in at most `count` pieces merged from small ones, not finished.
PieceArray mk_decompose_by_merging(const PieceRules *rules, uint32_t count);

// Returns the mesh cut into at most `max_parts` pieces, finished, until none is
// deeper than max_concavity (m).
PieceArray mk_decompose_by_cutting(const PieceRules *rules, uint32_t max_parts, Real max_concavity);
