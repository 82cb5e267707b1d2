// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Triangle meshes as shapes, static or moving, seen from one side or from both. A mesh is a
// surface: nearest points and rays know no inside; its mass is that of the volume if it is
// closed, of a thin shell if not. Corners at the same position are one vertex, triangles
// without area are dropped.
//
// Triangles are kept in the order of the tree (places); `sources` leads back to the numbers of the
// input, which are what queries report. Corner 3 t + i is corner i of place t, and stands for the
// edge from it to the next corner.
#pragma once

#include "shape/convex.h"
#include "spatial/mesh_bvh.h"

#define MK_MESH_NONE UINT32_MAX

// An edge is flat if each of its triangles is in the plane of the other but for the rounding of
// coordinates, in units of that. Smaller: floors that were turned before they came here have
// ridges; larger: a dome of many small triangles is flat all over, and what lies on it sinks in.
#define MK_MESH_FLAT_ROUNDINGS 8

// Not even small triangles far from the origin are flat if their normals differ by more than the
// sine of 1 degree.
#define MK_MESH_FLAT_SINE ((Real)0.0174524064)

typedef struct MeshShape {
	Shape shape;
	bool is_two_sided;
	bool is_closed; // has an inside and a mass of its own
	bool has_borders; // some edges have no neighbour, or several: others may end in the middle of them
	Real flat_sine; // largest sine between the normals at a flat edge: 0 but for rounding
	uint32_t point_count;
	uint32_t triangle_count;
	Vec3 *points;
	uint32_t *indices;       // three per place
	Vec3 *normals;           // unit, per place
	uint32_t *sources;       // per place
	uint32_t *neighbours;    // per corner: the same edge's corner in the neighbour, or MK_MESH_NONE
	uint8_t *edge_classes;   // per corner: EdgeClass
	uint32_t *vertex_starts; // vertex v: corners vertex_starts[v] to vertex_starts[v + 1] - 1 of
	uint32_t *vertex_corners;
	MeshBvh tree;
	Shape *hull;         // of the points; NULL unless the mesh is to move
	MassProperties mass; // density 1; only if closed
} MeshShape;

typedef struct MeshInput {
	TriangleMesh mesh; // counter-clockwise seen from the front
	bool is_two_sided;
	bool is_moving; // boxes of the mesh will be needed often: keeps its hull for them
} MeshInput;

// Returns the mesh with one reference, or NULL and the reason; the input is copied.
Shape *mk_mesh_create(const MeshInput *input, ShapeStatus *status);

// Fills neighbours, edge_classes, vertex_starts and vertex_corners from the rest.
void mk_mesh_connect(MeshShape *mesh);

// Two triangles and the edge between them.
typedef struct EdgeSeam {
	Vec3 start; // of the edge in the first one
	Vec3 end;
	Vec3 apexes[2];  // the corners that are not on the edge
	Vec3 normals[2]; // unit
	Real size;       // m; of the numbers whose rounding is in all of these
} EdgeSeam;

// Returns the sine of the angle between the triangles, positive if the edge is a ridge.
Real mk_edge_sine(const EdgeSeam *seam);

// Returns what kind of edge it is, seen from the front.
EdgeClass mk_edge_classify(const EdgeSeam *seam);

// Returns the corners of a place.
static inline Triangle mesh_triangle(const MeshShape *mesh, uint32_t place) {
	const uint32_t *i = mesh->indices + 3 * (size_t)place;
	return (Triangle){ mesh->points[i[0]], mesh->points[i[1]], mesh->points[i[2]] };
}
