// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A view of a triangle mesh that somebody else owns, and what can be said of it as a whole:
// is it usable, does it enclose a volume, are its triangles wound alike. Corners at exactly
// the same position count as one corner, so that lists of unconnected triangles (a host's
// form of concave shapes) are judged like meshes with shared vertices. Outward means
// counter-clockwise seen from outside.
#pragma once

#include "geometry/primitive.h"

typedef struct TriangleMesh {
	const Vec3 *points;
	uint32_t point_count;
	const uint32_t
			*indices; // three per triangle; NULL: points 3t, 3t + 1 and 3t + 2 are triangle t
	uint32_t triangle_count;
} TriangleMesh;

typedef enum MeshStatus {
	MESH_CLOSED,     // every edge is used equally often in both directions
	MESH_OPEN,       // some edge has an odd number of triangles
	MESH_TWISTED,    // no edge is open, but some neighbours are wound in opposite senses
	MESH_EMPTY,      // no triangles
	MESH_BAD_INDEX,  // an index is beyond the points
	MESH_NOT_FINITE, // a corner of a triangle is NaN or infinite
} MeshStatus;

typedef struct MeshReport {
	MeshStatus status;
	uint32_t open_edges;    // undirected edges with an odd number of triangles
	uint32_t twisted_edges; // undirected edges whose triangles do not cancel, open ones not counted
} MeshReport;

// Returns whether the mesh can be used and whether it is closed; allocates memory while it runs.
MeshReport mk_triangle_mesh_check(TriangleMesh mesh);

// Writes for each of the 3 * triangle_count corners the number of the first corner at the same
// position; the mesh must not be one of the last three kinds of MeshStatus.
void mk_triangle_mesh_weld(TriangleMesh mesh, uint32_t *corners);

// Returns the box around all corners, empty without triangles; indices must be valid.
Aabb mk_triangle_mesh_bounds(TriangleMesh mesh);

// Returns the position of corner 0 to 3 * triangle_count - 1.
static inline Vec3 triangle_mesh_corner(TriangleMesh mesh, uint32_t corner) {
	return mesh.points[mesh.indices != NULL ? mesh.indices[corner] : corner];
}

static inline Triangle triangle_mesh_get(TriangleMesh mesh, uint32_t triangle) {
	return (Triangle){ triangle_mesh_corner(mesh, 3 * triangle),
		triangle_mesh_corner(mesh, 3 * triangle + 1),
		triangle_mesh_corner(mesh, 3 * triangle + 2) };
}
