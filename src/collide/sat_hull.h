// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Separating axes of two polytopes: boxes, triangles and hulls without rounding, under any map that
// does not flatten them. The signed separation of polytopes is reached along the normal of a face
// of A, of a face of B, or of a plane along an edge of each (Gottschalk, Lin, Manocha 1996). Of the
// edge pairs only those can matter whose arcs on the unit sphere of normals cross, A's against B's
// turned around (Gregorius, "The Separating Axis Test between Convex Polyhedra", 2013): four
// products without a projection decide that. Two boxes have fifteen axes in closed form.
//
// Every axis is judged by the support of the difference (separation.h), so an answer "apart"
// is always right, and depth is never given too small. Touching counts as overlap; gaps up to
// the rounding floor of the pair count as touching. For concave solids: cut them, or accept
// the answer for their hulls.
#pragma once

#include "collide/difference.h"
#include "collide/trace.h"
#include "geometry/sat.h"

typedef struct SatHullInput {
	const Difference *difference;
	SatAxis *cache; // the pair's last axis, tried first if is_bool; read and written; NULL: cold
	bool is_bool;   // stop at the first axis that separates
	Trace *trace;   // NULL: none
} SatHullInput;

// Numbers of faces and edges in `axis` are those of polytope.h; for two
// boxes they are axes, 0 to 2.
typedef struct SatHullResult {
	bool is_supported;
	bool is_overlapping;
	uint32_t axes;   // judged by supports
	SatAxis axis;    // which features gave the normal
	Real separation; // m; minus the depth if overlapping, else a lower bound of the distance
	Vec3 normal;     // unit, from A to B, in the frame
} SatHullResult;

// Returns the axis of largest separation, or the first one that separates. Not supported or not
// finite: nothing overlaps.
SatHullResult mk_sat_hull(const SatHullInput *input);

typedef struct SatBoxInput {
	SatSymmetric a; // center + all sums of +-half[i]: a box under any map; no radius
	SatSymmetric b;
	Real slack; // m; gaps up to this count as touching
	SatAxis *cache;
	bool is_bool;
	Trace *trace;
} SatBoxInput;

// The same for two boxes; what the boxes are mapped to may be flat.
SatHullResult mk_sat_boxes(const SatBoxInput *input);

// Returns how many axes the plain method has for two polytopes: one for each direction of a face's
// normal and for each pair of directions of edges; 44 for two tetrahedra, 15 for two boxes.
// Compares all with all: for tables, not for loops. 0 if not supported.
uint32_t mk_sat_hull_axis_count(const Difference *difference);
