// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the parts of Newton's method on directions share. Private to newton*.c.
#pragma once

#include "collide/newton.h"
#include "collide/piece.h"

// Coordinates in the plane across the direction.
typedef struct Flat {
	double x;
	double y;
} Flat;

// A symmetric matrix there.
typedef struct Bend {
	double xx;
	double xy;
	double yy;
} Bend;

// Its eigenvalues, and the direction of the larger one.
typedef struct Eigen {
	double high;
	double low;
	Flat axis;
} Eigen;

Eigen mk_newton_eigen(Bend matrix);

// A pair of pieces as seen along the current direction.
typedef struct Active {
	uint32_t id_a;
	uint32_t id_b;
	double z;      // m; height of its point of the difference
	Flat x;        // m; the rest of it
	Bend w;        // m; radii of curvature
	double weight; // of that point in the foot point
} Active;

// A direction and what both sides are along it.
typedef struct Look {
	PieceFrame frame;
	Double3 offset; // along the frame
	PieceLook a;
	PieceLook b;
} Look;

// An end of a body of revolution that is a disc, towards the other shape.
typedef struct Cap {
	Double3 normal; // from A to B
	double height;  // h(normal)
	Double3 a;      // where it touches
	Double3 b;
	Double3 beside; // from the axis to there, unit; zero if that is inside the disc
	double reach;   // m; from there to the rim; negative outside
} Cap;

typedef struct Search {
	PieceSide a;
	PieceSide b;
	Double3 offset;
	Look looks[3];
	const Look *look; // the current direction, one of these ...
	double height;    // ... and h there
	uint32_t count;   // pieces that hold the minimum, as far as known; 0: it is the cap
	Active set[3];
	Cap cap;
	double miss;          // m; of the weighted points from the foot point
	double enough;        // m; what is as good as none
	double noise;         // m; heights nearer than this are equal
	double size;          // m; of the pair
	const GjkCache *last; // pieces of the last time, or NULL
	uint32_t few_pieces;  // pairs of pieces if there are few, else 0 ...
	uint32_t few_b;       // ... and how many of them are B's
	double too_high;      // m; starts that are higher are not followed
	uint32_t iterations;
} Search;

// Returns a vector at unit length; another one in the place of zero.
static inline Double3 newton_unit_or(Double3 v, Double3 fallback) {
	double length = double3_length(v);
	return length > 0 ? double3_scale(v, 1 / length) : fallback;
}

// Returns the farthest point of the difference.
static inline Double3 newton_support(const Search *s, Double3 n) {
	Double3 a = mk_piece_support(&s->a, n);
	Double3 b = mk_piece_support(&s->b, double3_scale(n, -1));
	return double3_sub(a, double3_add(b, s->offset));
}

// Looks along the normal of a disc of one side if the guess is near it. Returns false if it is
// not, or if there is no disc.
bool mk_newton_look_at_cap(Search *search, Double3 guess, bool is_b, Cap *cap);

// Returns the step to where the largest of the pieces is lowest, not longer than `reach`, and sets
// their weights; those that do not hold the place have none.
Flat mk_newton_step(Search *search, double reach);

// Returns how high a piece is after a step, as far as its derivatives tell.
double mk_newton_height_after(const Search *search, const Active *piece, Flat step);

// Returns whether a minimum above zero is proven to be the smallest of all, and writes the bounds.
// Takes one pair of supports at most.
bool mk_newton_prove(Search *search, NewtonResult *result);

// Writes in which basin a minimum above zero is the smallest.
void mk_newton_find_basin(const Search *search, double margin, NewtonResult *result);
