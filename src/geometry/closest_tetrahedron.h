// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The point of a solid tetrahedron nearest to a given point (Ericson, Real-Time Collision
// Detection, 5.1.6), in three forms that give the same answers: with faces whose winding is known,
// without, and by Voronoi regions. A point inside is its own nearest point, with all four CORNER_
// bits; a flat tetrahedron has no inside, and each of its faces is looked at.
#pragma once

#include "geometry/closest.h"

// Returns the nearest point for corners in any order; flat ones too.
SimplexPoint mk_closest_on_tetrahedron(Tetrahedron t, Vec3 p);

// Returns the nearest point for corners whose faces abc, acd, adb and bdc are counter-clockwise
// from outside, as Tetrahedron asks for; a little faster. With the other winding a point inside
// comes back as one of the surface. Flat tetrahedra: use the form above.
SimplexPoint mk_closest_on_tetrahedron_wound(Tetrahedron t, Vec3 p);

// Returns the nearest point by finding in which of the 14 Voronoi regions (4 vertices, 6 edges,
// 4 faces) p lies; corners in any order. The form to compare the others with: regions are
// decided by signs of double numbers alone; where rounding leaves a gap between them, or a face
// is thin, the faces decide.
SimplexPoint mk_closest_on_tetrahedron_regions(Tetrahedron t, Vec3 p);
