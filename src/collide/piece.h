// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A convex core as the hull of a few smooth pieces: corners, circles, a ball, an ellipsoid. Its
// support function h is the largest of those of its pieces, and each of these is smooth: besides
// the farthest point, which is its gradient, it has a matrix of second derivatives, W. Across the
// direction W holds the radii of curvature of the surface there (Schneider, Convex Bodies, 2.5);
// those of A and B add up to those of the difference. So Newton's method can be used on
// directions (newton.h). A rounding that a map stretched belongs to every piece: its support
// function is added to theirs.
#pragma once

#include "collide/difference.h"
#include "geometry/double3.h"

typedef enum PieceKind {
	PIECES_CIRCLES,   // two across the y axis, of any radii: balls, capsules, cylinders, cones
	PIECES_BOX,       // eight corners
	PIECES_CORNERS,   // of hulls, triangles and segments
	PIECES_ELLIPSOID, // itself
	PIECES_BALL,      // a ball and a point on the y axis
} PieceKind;

// One side of a difference, prepared.
typedef struct PieceSide {
	PieceKind kind;
	const Shape *shape;
	bool is_local; // its map is the identity
	bool is_rigid; // its map is a rotation
	Double3 x;     // columns of its map to the frame
	Double3 y;
	Double3 z;
	double round;      // m; what is added to all pieces, before the map
	double radii[2];   // of circles, at the lower and upper end; of the ball
	double heights[2]; // y of the two circles; of ball and point
	Double3 half;      // of a box; radii of an ellipsoid
} PieceSide;

// A direction and the plane across it.
typedef struct PieceFrame {
	Double3 n; // unit
	Double3 u; // n, u and v are perpendicular to one another
	Double3 v;
} PieceFrame;

// A piece at a direction: its farthest point along n, u and v, and W in the coordinates u and v.
typedef struct PieceValue {
	Double3 along;
	double uu;
	double uv;
	double vv;
} PieceValue;

// A side seen along a direction: what all its pieces have in common.
typedef struct PieceLook {
	Double3 n; // the frame in the axes of the shape
	Double3 u;
	Double3 v;
	Double3 out;           // outward: n on side A, against it on side B
	double across;         // length of its part across the y axis, for balls of all of it ...
	double per_across;     // ... and one over that, 0 if there is none
	double per_length;     // if something is added: one over the length of all of it
	PieceValue circles[2]; // both of them, if nothing is added
} PieceLook;

// Prepares a side; returns false if its pieces are not known.
bool mk_piece_side(const DifferenceSide *side, PieceSide *pieces);

// Returns the plane across a unit direction, the same for the same direction.
static inline PieceFrame piece_frame(Double3 n) {
	// Duff et al., "Building an Orthonormal Basis, Revisited", 2017
	double sign = n.z < 0 ? -1 : 1;
	double a = -1 / (sign + n.z);
	double b = n.x * n.y * a;
	return (PieceFrame){ n, double3(1 + sign * n.x * n.x * a, sign * b, -sign * n.x),
		double3(b, sign + n.y * n.y * a, -n.y) };
}

// Returns how many pieces there are: their ids are below.
uint32_t mk_piece_count(const PieceSide *pieces);

// Looks at a side along a direction, or against it for B.
void mk_piece_look(const PieceSide *pieces, const PieceFrame *frame, bool is_b, PieceLook *look);

// Returns the piece that is farthest there.
uint32_t mk_piece_farthest(const PieceSide *pieces, const PieceLook *look);

// Writes a piece as seen along the direction; not for circles to which nothing is added.
void mk_piece_at(const PieceSide *pieces, const PieceLook *look, uint32_t id, PieceValue *value);

// Returns a piece as seen along the direction, in the look or in the room that is given.
static inline const PieceValue *piece_at(
		const PieceSide *pieces, const PieceLook *look, uint32_t id, PieceValue *room) {
	if (pieces->kind == PIECES_CIRCLES && !(pieces->round > 0)) return &look->circles[id & 1];
	mk_piece_at(pieces, look, id, room);
	return room;
}

// Returns the point of a piece that is farthest along an outward direction of any length, in the
// frame of the pair, without offset.
Double3 mk_piece_point(const PieceSide *pieces, Double3 direction, uint32_t id);

// Returns the farthest point of a side along an outward direction of any length, the same way.
Double3 mk_piece_support(const PieceSide *pieces, Double3 direction);

// Returns how far that point is along a direction, times its length: the support
// function, without the point.
double mk_piece_height(const PieceSide *pieces, Double3 direction);
