// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Do unit vectors r fit into one open hemisphere, that is: is there a w with w . r > 0 for all of
// them? (Chung and Wang, "Quick Collision Detection of Polytopes in Virtual Environments", 1996.)
// Vectors come one by one and w is kept. Where a new r is on the wrong side of w, a better w must
// have a positive product with the old vectors within the plane across r: project them on that
// plane, and see whether they fit into an open half of it.
//
// The printed method has w on the edge of what is possible, and slows down to a crawl where that is
// small. Here w is moved to the middle, in the plane across r and then in two more planes through
// w: every new vector that contradicts w takes away a good part of what was left.
#pragma once

#include "geometry/double3.h"

// Vectors that can be kept. Each halves what is left of the directions, more or less, and some 50
// halvings lead from a sphere to the resolution of double.
#define MK_HEMISPHERE_CAPACITY 128

typedef struct Hemisphere {
	uint32_t count;
	Double3 w; // unit; the middle of an open hemisphere that holds all vectors
	Double3 vectors[MK_HEMISPHERE_CAPACITY];
} Hemisphere;

// Makes a hemisphere with no vectors.
static inline void hemisphere_init(Hemisphere *h) { h->count = 0; }

// Adds a unit vector and returns true; false if no open hemisphere holds all of them. Vectors
// on the edge do not count as inside: opposite ones, or three in a plane around zero, give
// false. There must be room.
bool mk_hemisphere_add(Hemisphere *hemisphere, Double3 r);
