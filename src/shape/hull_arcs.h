// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The edges of a solid hull as arcs on the sphere of normals: each joins the normals of the two
// faces beside it (the Gauss map; Gregorius, "The Separating Axis Test between Convex
// Polyhedra", 2013), and the planes of the faces in rows. For hulls small enough that looking at
// all their faces is cheap.
#pragma once

#include "geometry/hull.h"

// Hulls with more faces have no arcs: a scan of all would cost more than a search.
#define MK_HULL_ARC_FACES 128

typedef struct HullArc {
	uint16_t left; // faces beside the edge, seen from outside with its end upward
	uint16_t right;
	uint16_t start; // vertices
	uint16_t end;
} HullArc;

// Planes in rows, padded to a multiple of four by planes that everything is infinitely far below.
typedef struct PlaneRows {
	const Real *x;
	const Real *y;
	const Real *z;
	const Real *offset;
	uint32_t count; // with the padding
} PlaneRows;

typedef struct HullArcs {
	HullArc *arcs;              // NULL: there are none
	const uint16_t *of_corners; // the arc of the edge from each corner to the next, face by face
	PlaneRows planes;
	uint32_t count;
	size_t block_size; // arcs own all of it
} HullArcs;

// Returns the arcs of a hull, to be freed by mk_hull_arcs_free; none if it is
// flat or has too many faces.
HullArcs mk_hull_arcs_build(const Hull *hull);

void mk_hull_arcs_free(HullArcs *arcs);
