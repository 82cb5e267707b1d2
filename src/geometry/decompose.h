// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Cuts a triangle mesh into convex parts, for bodies that are hollow or branched: a convex test of
// the mesh as a whole is a test of its hull, which fills the hollows. Two ways:
// - cutting: where the mesh lies deepest below its hull it is cut by a plane through the
//   concave edges there, and so on with both sides, until no part is deeper than allowed.
//   Exact where flat walls meet;
// - merging: the mesh is cut along a grid, and two groups of cells become one where the box around
//   both is hardly larger than their boxes together, until the wanted number is left. Coarser, and
//   not at the mercy of the mesh: its time and the number of parts are bounded by the grid.
// The parts cover the mesh: every triangle, and for a closed mesh every point of its inside, lies
// in the union of their hulls. Parts may overlap. A flat sheet counts as convex whatever its
// outline. The same input gives the same parts on every machine.
#pragma once

#include "base/array.h"
#include "geometry/hull.h"
#include "geometry/obb_fit.h"
#include "geometry/triangle_mesh.h"

typedef enum DecomposeMethod {
	DECOMPOSE_CUT,
	DECOMPOSE_MERGE,
} DecomposeMethod;

typedef enum DecomposeStatus {
	DECOMPOSE_OK,
	DECOMPOSE_OPEN,       // parts are there, but the mesh has no inside, so they cover a surface
	DECOMPOSE_EMPTY,      // no triangles, no parts
	DECOMPOSE_BAD_INDEX,  // an index is beyond the points; no parts
	DECOMPOSE_NOT_FINITE, // a corner is NaN or infinite, or volumes overflow; no parts
	DECOMPOSE_STOPPED,    // whoever watches wanted no more; no parts
} DecomposeStatus;

// Somebody who waits. Large meshes take seconds.
typedef struct DecomposeWatch {
	// Called now and then by the thread that decomposes, with about how much is done, from 0 to 1.
	// Returns false to stop, and then always. NULL: nobody waits.
	bool (*tell)(void *user, Real done);
	void *user; // handed to it
} DecomposeWatch;

typedef struct DecomposeInput {
	TriangleMesh mesh;
	DecomposeMethod method;
	uint32_t max_parts; // merging: the wanted number; cutting: the most; 0 counts as 1
	// m; cutting leaves parts alone that are not deeper than this. Merging ignores it.
	Real max_concavity;
	// Of each hull, 0: no limit. With a limit a part covers its share of the mesh up to hull.error.
	uint32_t max_vertices;
	DecomposeWatch watch;
} DecomposeInput;

typedef struct ConvexPart {
	Hull hull;
	Obb box;     // around the hull, along the principal axes of its surface
	Real volume; // of the hull, m^3
	// m; the longest way from the part's share of the surface, along its normals, out of the hull:
	// how much of a hollow the hull fills. 0 if the part is convex.
	Real concavity;
} ConvexPart;

MK_ARRAY_DECLARE(ConvexPartArray, convex_parts, ConvexPart);

typedef struct Decomposition {
	DecomposeStatus status;
	ConvexPartArray parts;
} Decomposition;

// Returns the parts, to be freed by mk_decomposition_free.
Decomposition mk_decompose(const DecomposeInput *input);

// Frees the parts and leaves none.
void mk_decomposition_free(Decomposition *decomposition);
