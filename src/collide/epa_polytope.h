// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The polytope of EPA: a closed surface of triangles around (or, at first, beside) the origin,
// whose corners are points of the difference of two cores. Points are only added; a new one
// replaces all faces that see it by a fan to their border (van den Bergen 2001). All of it is one
// block of fixed size that lives on the stack.
//
// Invariants: faces[f].links[i] is the face across the edge from corner i to corner i + 1, and
// faces[f].backs[i] the number of that edge over there, where it runs the other way. Live faces are
// a sphere: points in use - edges + faces = 2.
#pragma once

#include "collide/difference.h"
#include "geometry/double3.h"

// A closed surface of triangles with n corners has 2n - 4 of them: faces never run out
// first. Numbers of points and faces fit a byte. Curved pairs asked for a hundred
// thousandth use up to a hundred.
#define MK_EPA_POINTS 128
#define MK_EPA_FACES  256

typedef struct EpaFace {
	Double3 normal;    // unit, outward
	double distance;   // m; of the plane from the origin, negative if it sees the origin
	uint8_t points[3]; // counter-clockwise from outside
	uint8_t links[3];
	uint8_t backs[3];
	bool is_live;
	uint32_t mark; // number of the insertion that wants to remove it
} EpaFace;

// A border edge of the faces to be removed, as an edge of a face that stays.
typedef struct EpaEdge {
	uint8_t face;
	uint8_t edge;
} EpaEdge;

typedef struct EpaPolytope {
	double error; // m; rounding floor of the pair
	uint32_t point_count;
	uint32_t face_count; // slots used so far, live or free
	uint32_t free_count;
	uint32_t mark;
	uint32_t removed_count;
	uint32_t border_count;
	Real keys
			[MK_EPA_FACES]; // m; distance, infinite for faces that are free or cannot be nearest, and
							// up to the next multiple of four of those used
	EpaFace faces[MK_EPA_FACES];
	Double3 at[MK_EPA_POINTS];
	DifferencePoint points[MK_EPA_POINTS];
	Vec3 asked[MK_EPA_POINTS]; // direction in which the point is farthest; zero if not known
	uint8_t free[MK_EPA_FACES];
	uint8_t removed[MK_EPA_FACES];
	EpaEdge border[MK_EPA_POINTS];
	uint8_t rim[MK_EPA_POINTS]; // the corner where each border edge starts, seen from the hole
	Double3 areas
			[MK_EPA_POINTS]; // twice the area vectors of the faces to be made at the border ...
	double squares[MK_EPA_POINTS]; // ... their squared lengths ...
	uint8_t made[MK_EPA_POINTS];   // ... and their numbers
} EpaPolytope;

// Makes the polytope empty; nothing else in it is touched.
void mk_epa_polytope_init(EpaPolytope *polytope, double error);

// Adds a corner that no face uses yet, with the direction it was asked for in (zero if not known),
// and returns its number; there must be room.
uint32_t mk_epa_polytope_add_point(EpaPolytope *polytope, const DifferencePoint *point, Vec3 asked);

// Makes the four faces of a tetrahedron of any winding with some volume.
void mk_epa_polytope_tetrahedron(EpaPolytope *polytope, const uint8_t points[4]);

// Makes those of the first four points if they are a tetrahedron that is nowhere lower than `least`
// (m) and `part` of its size; returns whether.
bool mk_epa_polytope_first(EpaPolytope *polytope, double least, double part);

// Finds all faces that see a point, one of which is `seed`, and their border. Returns false if
// rounding leaves no single closed border.
bool mk_epa_polytope_find_border(EpaPolytope *polytope, uint32_t point, uint32_t seed);

// Replaces the faces found by a fan from their border to the point.
void mk_epa_polytope_replace(EpaPolytope *polytope, uint32_t point);

// Returns the live face with the smallest key, the first one among equals;
// MK_EPA_FACES if no key is finite.
uint32_t mk_epa_polytope_nearest(const EpaPolytope *polytope);

// Returns whether the nearest point of a face's plane is in the face, but for rounding.
// That of the nearest face of a convex surface around the origin is, but of several faces
// in its plane only one has it.
bool mk_epa_polytope_holds_foot(const EpaPolytope *polytope, uint32_t face);

// Writes the coefficients of the nearest point of a face's plane: their sum is 1, one is negative
// if that point is outside the face. A face without area gives its first corner.
void mk_epa_polytope_weights(
		const EpaPolytope *polytope, const uint8_t points[3], double weights[3]);

// Returns whether the live faces keep the invariants above; for tests.
bool mk_epa_polytope_is_closed(const EpaPolytope *polytope);
